//! Players that think while their opponents do.

use super::*;

/// An engine that expects e7e5, and has cases before the usual ones. It tells what it was asked.
fn pondering(cases: &str) -> EngineConfig {
    let config = script(&format!(
        r#"{cases}
        position*) at="$line";;
        'go ponder'*) asked="$asked|$at|$line";;
        ponderhit) echo "info string $asked|hit"; echo bestmove d2d4;;
        stop) asked="$asked|stop"; echo bestmove a2a3;;
        go*) echo "info string $asked"; echo "bestmove e2e4 ponder e7e5";;"#
    ));
    EngineConfig { ponder: true, ..config }
}

/// Lets the player ponder where the opponent is to move after these moves.
fn ponder(player: &mut dyn Player, moves: &[&str], limits: &Limits) -> Result<(), Failure> {
    let place = Place { fen: None, moves: moves.iter().map(|&mv| mv.to_owned()).collect() };
    let mut game = variants::open("baroque").unwrap();
    game.set_place(&place).unwrap();
    player.ponder(&Turn { game: game.as_ref(), place: &place, limits, deadline: None })
}

/// A player that has made its first move and ponders.
fn begun(config: &EngineConfig, surroundings: &Surroundings) -> Box<dyn Player> {
    let mut player = start(config, surroundings).unwrap();
    player.new_game(&rules("baroque")).unwrap();
    assert_eq!(at_start(player.as_mut()).unwrap().reply, plays("e2e4"));
    let mut limits = Limits::default();
    limits.time.0 = [Some(1000), Some(900)];
    ponder(player.as_mut(), &["e2e4"], &limits).unwrap();
    player
}

fn next(player: &mut dyn Player, answer: &str) -> Result<Answer, Failure> {
    think(player, "baroque", &["e2e4", answer], &Limits::default())
}

const ASKED: &str = "info string |position startpos moves e2e4 e7e5|go ponder wtime 1000 btime 900";

#[test]
fn who_expected_the_move_thinks_on() {
    let mut player = begun(&pondering(""), &Surroundings::default());
    let answer = next(player.as_mut(), "e7e5").unwrap();
    assert_eq!(answer.reply, plays("d2d4"));
    assert_eq!(answer.lines, [format!("{ASKED}|hit")]);
    // It named no move that it expects.
    ponder(player.as_mut(), &["e2e4", "e7e5", "d2d4"], &Limits::default()).unwrap();
    let answer = next(player.as_mut(), "e7e5").unwrap();
    assert_eq!(answer.lines, [ASKED]);
}

#[test]
fn who_expected_another_move_begins_anew() {
    let mut player = begun(&pondering(""), &Surroundings::default());
    let answer = next(player.as_mut(), "d7d5").unwrap();
    assert_eq!((answer.reply, &answer.lines[..]), (plays("e2e4"), &[format!("{ASKED}|stop")][..]));
}

#[test]
fn the_clock_runs_from_the_hit() {
    let config = pondering("ponderhit) sleep 0.2; echo bestmove d2d4;;");
    let mut player = begun(&config, &Surroundings::default());
    let answer = next(player.as_mut(), "e7e5").unwrap();
    assert!((Duration::from_millis(200)..LONG).contains(&answer.elapsed));
    // One that names its move before is not waited for.
    let config = pondering("'go ponder'*) echo bestmove c2c3;;\nponderhit|stop) ;;");
    let mut player = begun(&config, &Surroundings::default());
    assert_eq!(next(player.as_mut(), "e7e5").unwrap().reply, plays("c2c3"));
    let mut player = begun(&config, &Surroundings::default());
    assert_eq!(next(player.as_mut(), "d7d5").unwrap().reply, plays("e2e4"));
}

#[test]
fn nobody_ponders_when_the_game_is_over() {
    let mut player = begun(&pondering(""), &Surroundings::default());
    assert_eq!((player.rest(), player.rest()), (Ok(()), Ok(())));
    assert_eq!(at_start(player.as_mut()).unwrap().lines, [format!("{ASKED}|stop")]);
    let mut player = begun(&pondering(""), &Surroundings::default());
    player.new_game(&rules("baroque")).unwrap();
    assert_eq!(at_start(player.as_mut()).unwrap().lines, [format!("{ASKED}|stop")]);
    // What it expected in the last game is nothing to the next.
    player.new_game(&rules("baroque")).unwrap();
    ponder(player.as_mut(), &["e2e4"], &Limits::default()).unwrap();
    assert_eq!(at_start(player.as_mut()).unwrap().lines, [format!("{ASKED}|stop")]);
}

#[test]
fn who_breaks_down_while_it_ponders_is_found_out() {
    for after in [next as fn(&mut dyn Player, &str) -> Result<Answer, Failure>, |player, _| {
        player.rest()?;
        at_start(player)
    }] {
        for answer in ["e7e5", "d7d5"] {
            let config = pondering("'go ponder'*) exit 1;;");
            let mut player = begun(&config, &Surroundings::default());
            assert_eq!(after(player.as_mut(), answer), Err(Failure::Disconnected));
        }
    }
    let mut player = begun(&pondering("stop) ;;"), &patience(Duration::from_millis(300)));
    assert_eq!(player.rest(), Err(Failure::Stalled));
}

#[test]
fn only_who_can_and_may_ponders() {
    let unasked = |config: &EngineConfig| {
        let mut player = begun(config, &Surroundings::default());
        assert_eq!(next(player.as_mut(), "e7e5").unwrap().lines, ["info string "]);
        player.warnings()
    };
    let config = pondering("");
    assert_eq!(unasked(&EngineConfig { ponder: false, ..config }), [""; 0]);
    let config = pondering("uci) echo uciok;;");
    assert_eq!(unasked(&config), ["S doesn't have option Ponder"]);
    let config = pondering("");
    let illegal = EngineConfig {
        args: config.args.iter().map(|text| text.replace("ponder e7e5", "ponder e2e4")).collect(),
        ..config
    };
    assert_eq!(unasked(&illegal), [""; 0]);
}

#[test]
fn the_engine_of_this_program_ponders() {
    #[derive(Default)]
    struct Log(Mutex<Vec<String>>);
    impl EngineLog for Log {
        fn line(&self, _engine: &str, direction: Direction, line: &str) {
            if direction == Direction::To {
                self.0.lock().unwrap().push(line.to_owned());
            }
        }
    }
    let log = Arc::new(Log::default());
    let surroundings = Surroundings {
        log: Some(Arc::clone(&log) as Arc<dyn EngineLog>),
        ..Surroundings::default()
    };
    let config = EngineConfig { cmd: BUILTIN.to_owned(), ponder: true, ..EngineConfig::default() };
    let limits = Limits { nodes: Some(300), ..Limits::default() };
    for hits in [true, false] {
        let mut player = start(&config, &surroundings).unwrap();
        player.new_game(&rules("baroque")).unwrap();
        let answer = think(player.as_mut(), "baroque", &[], &limits).unwrap();
        let [mine, expected, ..] = answer.told.pv.as_slice() else { panic!("{answer:?}") };
        ponder(player.as_mut(), &[mine], &limits).unwrap();
        let other = if expected == "a7a6" { "a7a5" } else { "a7a6" };
        let played = if hits { expected } else { other };
        let answer = think(player.as_mut(), "baroque", &[mine, played], &limits).unwrap();
        assert!(matches!(answer.reply, Reply::Move(_)), "{answer:?}");
        let heard = std::mem::take(&mut *log.0.lock().unwrap());
        assert_eq!(heard.contains(&"ponderhit".to_owned()), hits);
        // It ends in the middle of this.
        let Reply::Move(text) = answer.reply else { unreachable!() };
        ponder(player.as_mut(), &[mine, played, &text], &limits).unwrap();
        assert_eq!((player.rest(), player.is_ready()), (Ok(()), Ok(())));
    }
}
