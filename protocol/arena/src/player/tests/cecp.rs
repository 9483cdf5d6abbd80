//! Engines that speak CECP.

use super::*;

/// A script that speaks CECP, with these cases before the default ones.
fn xboard(cases: &str) -> EngineConfig {
    let config = shell(&format!(
        r##"while read -r line; do case "$line" in
        accepted*|rejected*) ;;
        {cases}
        protover*) echo 'feature ping=1 setboard=1 usermove=1 memory=1 san=1'
            echo 'feature variants="baroque,maxima" option="Rules -string " option="Style -combo *a /// b"'
            echo 'feature done=1';;
        ping*) echo "pong ${{line#ping }}";;
        go) echo "3 25 10 400 e2e4 e7e5"; echo "# $received|go"; echo move e2e4; received=;;
        quit) exit;;
        *) received="$received|$line";;
        esac; done"##
    ));
    EngineConfig { proto: Protocol::Xboard, ..config }
}

#[test]
fn games_and_clocks_are_sent() {
    let options = [("Hash", "8"), ("style", "B"), ("Depth", "3")];
    let options = options.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
    let mut player = begin(&EngineConfig { options, ..xboard("") });
    assert_eq!(player.take_warnings(), ["S doesn't have option Depth"]);
    assert_eq!(player.option_value("Style"), Some("b".to_owned()));
    let mut limits = Limits { moves_to_go: Some(40), ..Limits::default() };
    limits.time.0 = [Some(60_000), Some(59_000)];
    let answer = player.search(&[], &limits).unwrap();
    assert_eq!(answer.action, plays("e2e4"));
    assert_eq!(answer.info.score, Some(ScoreText::Centipawns(25)));
    assert_eq!(answer.info.pv, ["e2e4", "e7e5"]);
    let new = "new|variant baroque|force|easy|post";
    let set = "memory 8|option Style=b|option Rules=";
    let go = "force|level 40 1:00 0|time 6000|otim 5900|go";
    assert_eq!(answer.lines[1], format!("# |xboard|{new}|{set}|{new}|{go}"));
    // In the same game only the new moves are sent.
    limits.moves_to_go = Some(39);
    let answer = player.search(&["e2e4", "e7e5"], &limits).unwrap();
    assert_eq!(answer.lines[1], "# |force|usermove e7e5|time 6000|otim 5900|go");
    limits.time[Color::Black] = None;
    let answer = player.search(&["d2d4", "d7d5"], &limits).unwrap();
    let start = AnyGame::new("baroque").unwrap().first().fen();
    let moves = "usermove d2d4|usermove d7d5";
    assert_eq!(answer.lines[1], format!("# |force|setboard {start}|{moves}|time 6000|go"));
}

#[test]
fn resignations_and_claims_are_parsed() {
    let none = Limits::default();
    for (line, reply) in [
        ("resign", PlayerAction::Resign),
        ("1-0 {White mates}", PlayerAction::Claim("1-0 {White mates}".to_owned())),
        ("move e2xe3-e4", plays("e2e4")),
        ("move e2e9", plays("e2e9")),
        ("Illegal move: e7e5", PlayerAction::Claim("Illegal move: e7e5".to_owned())),
    ] {
        let mut player = begin(&xboard(&format!("go) echo '{line}';;")));
        assert_eq!(player.search(&[], &none).unwrap().action, reply, "{line}");
    }
    let line = r"printf '%s\033%0200d\n' 'Illegal move: ' 0";
    let mut player = begin(&xboard(&format!("go) {line};;")));
    let answer = player.search(&[], &none).unwrap();
    let PlayerAction::Claim(text) = answer.action else { panic!("{:?}", answer.action) };
    assert!(text.starts_with("Illegal move: ?000") && text.chars().count() < 100, "{text}");
    let mut player = begin(&xboard("usermove*) echo \"Illegal move: e2e4\";;"));
    let answer = player.search(&["e2e4"], &none).unwrap();
    assert_eq!(answer.action, PlayerAction::Claim("Illegal move: e2e4".to_owned()));
}

#[test]
fn unsupported_limits_and_rules_are_errors() {
    let mut player = begin(&xboard("easy) echo 'Error (unknown command): easy';;"));
    assert!(player.take_warnings().contains(&"S: Error (unknown command): easy".to_owned()));
    let limits = Limits { nodes: Some(1), ..Limits::default() };
    let answer = player.search(&[], &limits);
    let text = "nodes is not supported with proto=xboard".to_owned();
    assert_eq!(answer, Err(PlayerError::Start(text)));
    let result = player.new_game(&rules("rococo"));
    assert_eq!(result, Err(PlayerError::Start("'S' does not offer variant rococo".to_owned())));
    let old =
        failure(&xboard("protover*) echo feature setboard=1 done=1;;"), &EngineContext::default());
    assert_eq!(old, PlayerError::Start("'S' does not offer ping".to_owned()));
    let mut context = EngineContext::default();
    context.timeouts.startup = Duration::from_millis(100);
    let silent = failure(&xboard("protover*) ;;"), &context);
    assert_eq!(silent, PlayerError::Start("'S' did not send done=1 after its start".to_owned()));
}

#[test]
fn the_deadline_sends_a_question_mark() {
    let mut player = begin(&xboard("go) ;; '?') echo move e2e4;;"));
    let short = Duration::from_millis(100);
    let answer = player.search_until(&Limits::default(), short);
    assert_eq!(answer, Err(PlayerError::NoMove));
    assert_eq!(player.ping(), Ok(()));
}

#[test]
fn pondering_needs_no_command() {
    let cases = "'usermove e7e5') echo \"# $received|$line\"; echo move d2d4; received=;;";
    let mut player = begin(&EngineConfig { ponder: true, ..xboard(cases) });
    let mut limits = Limits::default();
    limits.time.0 = [Some(60_000), Some(59_000)];
    let answer = player.search(&[], &limits).unwrap();
    assert!(answer.lines[1].contains("|force|hard|post|"), "{:?}", answer.lines);
    let answer = player.search(&["e2e4", "e7e5"], &limits).unwrap();
    assert_eq!(answer.action, plays("d2d4"));
    assert_eq!(answer.lines, ["# |time 6000|otim 5900|usermove e7e5"]);
    // After the end of a game the engine is set up again.
    assert_eq!(player.stop_pondering(), Ok(()));
    let moves = ["e2e4", "e7e5", "d2d4", "d7d5"];
    let answer = player.search(&moves, &limits).unwrap();
    assert_eq!(answer.lines[1], "# |force|force|usermove d7d5|time 6000|otim 5900|go");
}
