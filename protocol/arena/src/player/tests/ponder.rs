//! Engines that ponder.

use super::*;

/// An engine that expects e7e5 and reports what it received, with these cases before the default
/// ones.
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

impl dyn EnginePlayer {
    /// Starts pondering while the opponent is to move after these moves.
    fn ponder_on(&mut self, moves: &[&str], limits: &Limits) -> Result<(), PlayerError> {
        let (game, spec) = after("baroque", moves);
        self.ponder(&Turn { game: &game, spec: &spec, limits, deadline: None })
    }

    /// Searches after its first move and an answer to it.
    fn next(&mut self, answer: &str) -> Result<TurnResult, PlayerError> {
        self.search(&["e2e4", answer], &Limits::default())
    }
}

/// An engine that has made its first move and ponders.
fn pondering_player(config: &EngineConfig, context: &EngineContext) -> Box<dyn EnginePlayer> {
    let mut player = start(config, context).unwrap();
    player.new_game(&rules("baroque")).unwrap();
    assert_eq!(player.at_start().unwrap().action, plays("e2e4"));
    let mut limits = Limits::default();
    limits.time.0 = [Some(1000), Some(900)];
    player.ponder_on(&["e2e4"], &limits).unwrap();
    player
}

const ASKED: &str = "info string |position startpos moves e2e4 e7e5|go ponder wtime 1000 btime 900";

#[test]
fn the_expected_move_is_a_ponderhit() {
    let mut player = pondering_player(&pondering(""), &EngineContext::default());
    let answer = player.next("e7e5").unwrap();
    assert_eq!(answer.action, plays("d2d4"));
    assert_eq!(answer.lines, [format!("{ASKED}|hit")]);
    // Its last move came without an expected answer.
    player.ponder_on(&["e2e4", "e7e5", "d2d4"], &Limits::default()).unwrap();
    let answer = player.next("e7e5").unwrap();
    assert_eq!(answer.lines, [ASKED]);
}

#[test]
fn another_move_stops_pondering_and_starts_a_new_search() {
    let mut player = pondering_player(&pondering(""), &EngineContext::default());
    let answer = player.next("d7d5").unwrap();
    assert_eq!((answer.action, &answer.lines[..]), (plays("e2e4"), &[format!("{ASKED}|stop")][..]));
}

#[test]
fn elapsed_time_runs_from_ponderhit_to_the_move() {
    let config = pondering("ponderhit) sleep 0.2; echo bestmove d2d4;;");
    let mut player = pondering_player(&config, &EngineContext::default());
    let answer = player.next("e7e5").unwrap();
    assert!((Duration::from_millis(200)..LONG).contains(&answer.elapsed));
    // A move that is sent before ponderhit counts.
    let config = pondering("'go ponder'*) echo bestmove c2c3;;\nponderhit|stop) ;;");
    let mut player = pondering_player(&config, &EngineContext::default());
    assert_eq!(player.next("e7e5").unwrap().action, plays("c2c3"));
    let mut player = pondering_player(&config, &EngineContext::default());
    assert_eq!(player.next("d7d5").unwrap().action, plays("e2e4"));
}

#[test]
fn pondering_stops_at_the_end_of_a_game() {
    let mut player = pondering_player(&pondering(""), &EngineContext::default());
    assert_eq!((player.stop_pondering(), player.stop_pondering()), (Ok(()), Ok(())));
    assert_eq!(player.at_start().unwrap().lines, [format!("{ASKED}|stop")]);
    let mut player = pondering_player(&pondering(""), &EngineContext::default());
    player.new_game(&rules("baroque")).unwrap();
    assert_eq!(player.at_start().unwrap().lines, [format!("{ASKED}|stop")]);
    // The expected move of the last game is not used in the next.
    player.new_game(&rules("baroque")).unwrap();
    player.ponder_on(&["e2e4"], &Limits::default()).unwrap();
    assert_eq!(player.at_start().unwrap().lines, [format!("{ASKED}|stop")]);
}

#[test]
fn a_crash_while_pondering_is_reported() {
    let config = pondering("'go ponder'*) exit 1;;");
    for answer in ["e7e5", "d7d5"] {
        let mut player = pondering_player(&config, &EngineContext::default());
        assert_eq!(player.next(answer), Err(PlayerError::Disconnected));
    }
    let mut player = pondering_player(&config, &EngineContext::default());
    let after_stop = player.stop_pondering().and_then(|()| player.at_start());
    assert_eq!(after_stop, Err(PlayerError::Disconnected));
    let mut player =
        pondering_player(&pondering("stop) ;;"), &timeouts(Duration::from_millis(300)));
    assert_eq!(player.stop_pondering(), Err(PlayerError::Stalled));
}

#[test]
fn pondering_needs_engine_and_configuration() {
    let unasked = |config: &EngineConfig| {
        let mut player = pondering_player(config, &EngineContext::default());
        assert_eq!(player.next("e7e5").unwrap().lines, ["info string "]);
        player.take_warnings()
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
