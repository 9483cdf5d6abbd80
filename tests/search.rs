//! The search seen from outside: limits, lines, draws by repetition and move limit.

use std::sync::mpsc;
use std::time::{Duration, Instant};

use baroque_engine::{Engine, Info, Limits, Options, Report, Score, ScoreText};
use baroque_movegen::{Move, Position, Record, RuleSet, Ultima, read_move, uci};

fn record(fen: &str, switches: &str, moves: &str) -> Record<Ultima> {
    let rules = Position::<Ultima>::variant("baroque").unwrap().rules.overlaid(switches).unwrap();
    let mut game = Record::new(Position::from_fen(fen, rules).unwrap());
    for text in moves.split_whitespace() {
        let mv = read_move(game.position(), text).unwrap();
        game.push(mv).unwrap();
    }
    game
}

fn start() -> Record<Ultima> {
    Record::new(Position::start("baroque").unwrap())
}

/// All infos of a search, and its answer.
fn search(
    engine: &mut Engine<Ultima>,
    game: &Record<Ultima>,
    limits: Limits,
) -> (Vec<Info>, Option<Move>) {
    let (sender, reports) = mpsc::channel();
    engine.go(game, limits, move |report| sender.send(report).unwrap());
    let mut infos = Vec::new();
    for report in reports {
        match report {
            Report::Info(info) => infos.push(info),
            Report::CurrentMove { .. } => {}
            Report::Best { best, .. } => return (infos, best),
        }
    }
    panic!("a search ended without an answer");
}

fn to_depth(game: &Record<Ultima>, depth: u32) -> (Score, String) {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let (infos, best) = search(&mut Engine::new(), game, limits);
    (infos.last().unwrap().score, uci::<Ultima>(best.unwrap()))
}

#[test]
fn the_same_search_visits_the_same_nodes() {
    let nodes = || {
        let mut engine = Engine::new();
        let limits = Limits { depth: Some(6), ..Limits::default() };
        search(&mut engine, &start(), limits).0.last().unwrap().nodes
    };
    assert_eq!(nodes(), nodes());
}

#[test]
fn node_limits_are_exact_on_one_thread() {
    for most in [1, 500, 3000] {
        let limits = Limits { nodes: Some(most), ..Limits::default() };
        let (infos, best) = search(&mut Engine::new(), &start(), limits);
        assert_eq!(infos.last().unwrap().nodes, most);
        assert!(start().position().is_legal(best.unwrap()));
    }
}

#[test]
fn several_lines_are_told_best_first() {
    let mut engine = Engine::new();
    engine.set_options(Options { multi_pv: 5, ..Options::default() });
    let limits = Limits { depth: Some(5), ..Limits::default() };
    let (infos, best) = search(&mut engine, &start(), limits);
    let last = &infos[infos.len() - 5..];
    assert_eq!(last.iter().map(|info| info.multi_pv).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    assert!(last.is_sorted_by(|a, b| a.score >= b.score));
    assert_eq!(best, Some(last[0].pv[0]));
    let mut firsts: Vec<Move> = last.iter().map(|info| info.pv[0]).collect();
    firsts.sort();
    firsts.dedup();
    assert_eq!(firsts.len(), 5);
}

#[test]
fn lines_of_play_are_legal() {
    let game = start();
    let limits = Limits { depth: Some(7), ..Limits::default() };
    for info in search(&mut Engine::new(), &game, limits).0 {
        let mut game = game.clone();
        for mv in info.pv {
            game.push(mv).unwrap();
        }
    }
}

#[test]
fn only_the_wanted_moves_are_searched() {
    let game = start();
    let wanted = read_move(game.position(), "h2h3").unwrap();
    let limits = Limits { depth: Some(4), search_moves: vec![wanted], ..Limits::default() };
    assert_eq!(search(&mut Engine::new(), &game, limits).1, Some(wanted));
}

#[test]
fn several_threads_search_and_stop() {
    let mut engine = Engine::new();
    engine.set_threads(3);
    let limits = Limits { move_time: Some(100), ..Limits::default() };
    let started = Instant::now();
    let (infos, best) = search(&mut engine, &start(), limits);
    assert!(started.elapsed() < Duration::from_millis(600));
    assert!(start().position().is_legal(best.unwrap()) && !infos.is_empty());
}

#[test]
fn infinite_and_ponder_wait_even_when_all_is_known() {
    let over = record("8/8/8/8/8/8/1i6/K6k w", "suicide=off", "");
    for game in [over, record("8/8/8/8/8/8/1i6/KL5k w", "", "")] {
        let waiting = [
            Limits { infinite: true, depth: Some(2), ..Limits::default() },
            Limits { ponder: true, depth: Some(2), ..Limits::default() },
        ];
        for (limits, ponder) in waiting.into_iter().zip([false, true]) {
            let (sender, reports) = mpsc::channel();
            let mut engine = Engine::new();
            engine.go(&game, limits, move |report| {
                if let Report::Best { best, .. } = report {
                    sender.send(best).unwrap();
                }
            });
            assert!(reports.recv_timeout(Duration::from_millis(100)).is_err());
            if ponder {
                engine.ponder_hit()
            } else {
                engine.stop()
            }
            let best = reports.recv_timeout(Duration::from_secs(1)).unwrap();
            assert_eq!(best.is_some(), game.position().has_moves());
        }
    }
}

/// White has a bare king, and going to g1 brings about a position for the third time.
const SHUFFLE: &str = "h2g1 a8b8 g1h1 b8a8 h1g1 a8b8 g1h1 b8a8";
const HOPELESS: &str = "k7/llww4/8/pppppppp/8/8/7K/8 w";

#[test]
fn the_losing_side_repeats_where_that_draws() {
    let game = record(HOPELESS, "repetition=draw", SHUFFLE);
    assert_eq!(to_depth(&game, 4), (Score::DRAW, "h1g1".to_owned()));
}

#[test]
fn a_position_of_the_game_counts_as_the_first_occurrence() {
    let game = record(HOPELESS, "repetition=draw", "h2h1 a8b8 h1g1 b8a8 g1h2 a8b8");
    let only = read_move(game.position(), "h2h1").unwrap();
    let limits = Limits { depth: Some(2), search_moves: vec![only], ..Limits::default() };
    let (infos, _) = search(&mut Engine::new(), &game, limits);
    assert!(infos.last().unwrap().score < Score::cp(-500), "this position is new");
    let game = record(HOPELESS, "repetition=draw", "h2h1 a8b8 h1g1 b8a8 g1h1 a8b8");
    let back = read_move(game.position(), "h1g1").unwrap();
    let limits = Limits { depth: Some(2), search_moves: vec![back], ..Limits::default() };
    let (infos, _) = search(&mut Engine::new(), &game, limits);
    assert_eq!(infos.last().unwrap().score, Score::DRAW, "this one occurred before the root");
}

#[test]
fn nobody_repeats_where_that_loses() {
    let game = record(HOPELESS, "repetition=loss", SHUFFLE);
    let (score, best) = to_depth(&game, 4);
    assert_ne!(best, "h1g1");
    assert!(score < Score::cp(-500));
    let only = read_move(game.position(), "h1g1").unwrap();
    let limits = Limits { depth: Some(4), search_moves: vec![only], ..Limits::default() };
    let (infos, best) = search(&mut Engine::new(), &game, limits);
    assert_eq!(best, Some(only));
    // Lost with the own move: the winner needs none.
    assert_eq!(infos.last().unwrap().score.text(), ScoreText::Mate(0));
}

#[test]
fn repetition_counts_for_nothing_where_it_is_off() {
    let game = record(HOPELESS, "repetition=off", SHUFFLE);
    assert!(to_depth(&game, 4).0 < Score::cp(-500));
}

#[test]
fn the_move_limit_draws_but_mate_comes_first() {
    let quiet = record("k7/llww4/8/pppppppp/8/8/7K/8 w - - 99 80", "", "");
    assert_eq!(to_depth(&quiet, 4).0, Score::DRAW);
    // A mate in one with the ply that reaches the limit.
    let mate = record("3L1K2/2l2w2/P1C1kPlL/p3x1p1/x7/5W2/4c3/8 w - - 99 80", "", "");
    assert_eq!(to_depth(&mate, 3), (Score::win_at(1), "f3d5".to_owned()));
}

#[test]
fn a_game_drawn_by_the_referee_still_gets_a_move() {
    let repeated = record(HOPELESS, "repetition=draw", &format!("{SHUFFLE} h1g1"));
    assert!(repeated.outcome().is_some());
    let limits = Limits { depth: Some(3), ..Limits::default() };
    assert!(search(&mut Engine::new(), &repeated, limits).1.is_some());
}
