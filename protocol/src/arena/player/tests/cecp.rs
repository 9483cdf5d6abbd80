//! Scripts that speak CECP.

use super::*;

/// An engine that speaks CECP, with these cases before the usual ones.
fn xboard(cases: &str) -> EngineConfig {
    let config = shell(&format!(
        r##"while read -r line; do case "$line" in
        accepted*|rejected*) ;;
        {cases}
        protover*) echo 'feature ping=1 setboard=1 usermove=1 memory=1 san=1'
            echo 'feature variants="baroque,maxima" option="Rules -string " option="Style -combo *a /// b"'
            echo 'feature done=1';;
        ping*) echo "pong ${{line#ping }}";;
        go) echo "3 25 10 400 e2e4 e7e5"; echo "# $heard|go"; echo move e2e4; heard=;;
        quit) exit;;
        *) heard="$heard|$line";;
        esac; done"##
    ));
    EngineConfig { proto: Protocol::Xboard, ..config }
}

#[test]
fn an_engine_of_xboards_is_told_games_and_clocks() {
    let options = [("Hash", "8"), ("style", "B"), ("Depth", "3")];
    let options = options.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
    let mut player = begin(&EngineConfig { options, ..xboard("") });
    assert_eq!(player.warnings(), ["S doesn't have option Depth"]);
    assert_eq!(player.option("Style"), Some("b".to_owned()));
    let mut limits = Limits { moves_to_go: Some(40), ..Limits::default() };
    limits.time.0 = [Some(60_000), Some(59_000)];
    let answer = think(player.as_mut(), "baroque", &[], &limits).unwrap();
    assert_eq!(answer.reply, plays("e2e4"));
    assert_eq!(answer.told.score, Some(ScoreText::Centipawns(25)));
    assert_eq!(answer.told.pv, ["e2e4", "e7e5"]);
    let new = "new|variant baroque|force|easy|post";
    let set = "memory 8|option Style=b|option Rules=";
    assert_eq!(
        answer.lines[1],
        format!("# |xboard|{new}|{set}|{new}|force|level 40 1:00 0|time 6000|otim 5900|go")
    );
    // Of the same game it hears only what is new.
    limits.moves_to_go = Some(39);
    let answer = think(player.as_mut(), "baroque", &["e2e4", "e7e5"], &limits).unwrap();
    assert_eq!(answer.lines[1], "# |force|usermove e7e5|time 6000|otim 5900|go");
    limits.time[Color::Black] = None;
    let answer = think(player.as_mut(), "baroque", &["d2d4", "d7d5"], &limits).unwrap();
    let start = variants::open("baroque").unwrap().first_fen();
    assert_eq!(
        answer.lines[1],
        format!("# |force|setboard {start}|usermove d2d4|usermove d7d5|time 6000|go")
    );
}

#[test]
fn an_engine_of_xboards_may_resign_and_claim() {
    let none = Limits::default();
    for (line, reply) in [
        ("resign", Reply::Resigns),
        ("1-0 {White mates}", Reply::Claims("1-0 {White mates}".to_owned())),
        ("move e2xe3-e4", plays("e2e4")),
        ("move e2e9", plays("e2e9")),
        ("Illegal move: e7e5", Reply::Claims("Illegal move: e7e5".to_owned())),
    ] {
        let mut player = begin(&xboard(&format!("go) echo '{line}';;")));
        assert_eq!(think(player.as_mut(), "baroque", &[], &none).unwrap().reply, reply, "{line}");
    }
    let line = r"printf '%s\033%0200d\n' 'Illegal move: ' 0";
    let mut player = begin(&xboard(&format!("go) {line};;")));
    let answer = think(player.as_mut(), "baroque", &[], &none).unwrap();
    let Reply::Claims(text) = answer.reply else { panic!("{:?}", answer.reply) };
    assert!(text.starts_with("Illegal move: ?000") && text.chars().count() < 100, "{text}");
    let mut player = begin(&xboard("usermove*) echo \"Illegal move: e2e4\";;"));
    let answer = think(player.as_mut(), "baroque", &["e2e4"], &none).unwrap();
    assert_eq!(answer.reply, Reply::Claims("Illegal move: e2e4".to_owned()));
}

#[test]
fn what_an_engine_of_xboards_cannot_do_is_told() {
    let mut player = begin(&xboard("easy) echo 'Error (unknown command): easy';;"));
    assert!(player.warnings().contains(&"S: Error (unknown command): easy".to_owned()));
    let limits = Limits { nodes: Some(1), ..Limits::default() };
    let answer = think(player.as_mut(), "baroque", &[], &limits);
    let text = "nodes is not supported with proto=xboard".to_owned();
    assert_eq!(answer, Err(Failure::Start(text)));
    let refused = player.new_game(&rules("rococo"));
    assert_eq!(refused, Err(Failure::Start("'S' does not offer variant rococo".to_owned())));
    let old =
        failure(&xboard("protover*) echo feature setboard=1 done=1;;"), &Surroundings::default());
    assert_eq!(old, Failure::Start("'S' does not offer ping".to_owned()));
    let mut surroundings = Surroundings::default();
    surroundings.patience.startup = Duration::from_millis(100);
    let silent = failure(&xboard("protover*) ;;"), &surroundings);
    assert_eq!(silent, Failure::Start("'S' did not say done=1 after its start".to_owned()));
}

#[test]
fn an_engine_of_xboards_is_told_to_move_at_once() {
    let mut player = begin(&xboard("go) ;; '?') echo move e2e4;;"));
    let short = Duration::from_millis(100);
    let answer = think_until(player.as_mut(), "baroque", &[], &Limits::default(), short);
    assert_eq!(answer, Err(Failure::NoMove));
    assert_eq!(player.is_ready(), Ok(()));
}

#[test]
fn an_engine_of_xboards_that_ponders_goes_on_by_itself() {
    let cases = "'usermove e7e5') echo \"# $heard|$line\"; echo move d2d4; heard=;;";
    let mut player = begin(&EngineConfig { ponder: true, ..xboard(cases) });
    let mut limits = Limits::default();
    limits.time.0 = [Some(60_000), Some(59_000)];
    let answer = think(player.as_mut(), "baroque", &[], &limits).unwrap();
    assert!(answer.lines[1].contains("|force|hard|post|"), "{:?}", answer.lines);
    let answer = think(player.as_mut(), "baroque", &["e2e4", "e7e5"], &limits).unwrap();
    assert_eq!(answer.reply, plays("d2d4"));
    assert_eq!(answer.lines, ["# |time 6000|otim 5900|usermove e7e5"]);
    // The game is over, or goes on otherwise than it knows it.
    assert_eq!(player.rest(), Ok(()));
    let moves = ["e2e4", "e7e5", "d2d4", "d7d5"];
    let answer = think(player.as_mut(), "baroque", &moves, &limits).unwrap();
    assert_eq!(answer.lines[1], "# |force|force|usermove d7d5|time 6000|otim 5900|go");
}
