//! The engine's interface: limits, principal variations, draws by repetition and move limit.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use baroque_engine::{
    Bound, Engine, Info, Limits, Parts, Report, Score, ScoreText, SearchOptions, SearchResult,
    TunedGame,
};
use baroque_movegen::{
    GameHistory, Maxima, Move, Position, Renaissance, Rococo, RuleSwitches, StopFlag, Ultima,
    read_move, uci,
};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

use crate::common::games::TestGame;
use crate::common::solver::wins;
use crate::common::strategies::random_play;

fn history<G: TunedGame>(fen: &str, switches: &str, moves: &str) -> GameHistory<G> {
    let rules = G::VARIANTS[0].rules.clone().with_overrides(switches).unwrap();
    let mut game = GameHistory::new(Position::from_fen(fen, rules).unwrap());
    for text in moves.split_whitespace() {
        let mv = read_move(game.position(), text).unwrap();
        game.push(mv).unwrap();
    }
    game
}

const START: &str = "clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/ILXKWXLC w";

fn start() -> GameHistory<Ultima> {
    GameHistory::new(Position::start("baroque").unwrap())
}

/// All infos of a search, and its best move.
fn search<G: TunedGame>(
    engine: &mut Engine,
    game: &GameHistory<G>,
    limits: Limits,
) -> (Vec<Info>, Option<Move>) {
    let (sender, reports) = mpsc::channel();
    engine.go(game, limits, move |report| sender.send(report).unwrap()).unwrap();
    let mut infos = Vec::new();
    for report in reports {
        match report {
            Report::Info(info) => infos.push(info),
            Report::CurrentMove { .. } | Report::NoMate { .. } => {}
            Report::Best { best, .. } => return (infos, best),
        }
    }
    panic!("a search ended without an answer");
}

/// Score and best move of a new engine.
fn to_depth<G: TunedGame>(game: &GameHistory<G>, depth: u32) -> (Score, String) {
    deepened(&mut Engine::new(), game, depth)
}

fn deepened<G: TunedGame>(
    engine: &mut Engine,
    game: &GameHistory<G>,
    depth: u32,
) -> (Score, String) {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let (infos, best) = search(engine, game, limits);
    (infos.last().unwrap().score, uci(game.position(), best.unwrap()))
}

/// The score of one move of a position.
fn score_of<G: TunedGame>(game: &GameHistory<G>, mv: &str, depth: u32) -> Score {
    let only = read_move(game.position(), mv).unwrap();
    let limits = Limits { depth: Some(depth), search_moves: vec![only], ..Limits::default() };
    let (infos, best) = search(&mut Engine::new(), game, limits);
    assert_eq!(best, Some(only));
    infos.last().unwrap().score
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
fn a_new_game_begins_with_nothing_learned() {
    let mut engine = Engine::new();
    let mut searched = || {
        engine.clear();
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let (infos, best) = search(&mut engine, &start(), limits);
        let lines = infos.into_iter().map(|info| (info.depth, info.score, info.nodes, info.pv));
        (lines.collect::<Vec<_>>(), best)
    };
    assert_eq!(searched(), searched());
}

#[test]
fn node_limits_are_exact_on_one_thread() {
    for nodes in [1, 500, 3000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let (infos, best) = search(&mut Engine::new(), &start(), limits);
        assert_eq!(infos.last().unwrap().nodes, nodes);
        assert!(start().position().is_legal(best.unwrap()));
    }
}

#[test]
fn several_lines_are_reported_best_first() {
    let mut engine = Engine::new();
    engine.set_options(SearchOptions { multi_pv: 5, ..SearchOptions::default() });
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

/// A limit ends nearly every search within an iteration.
#[test]
fn a_search_of_several_lines_that_is_cut_short_reports_each_move_once() {
    for (lines, moves) in [(2, ""), (4, "e2e4 d7d5"), (5, "e2e4 e7e5 g2g4"), (40, "e2e4")] {
        let game = history::<Ultima>(START, "", moves);
        let wanted = lines.min(game.position().legal_moves().len());
        for nodes in (1000..20_000).step_by(1100) {
            let mut engine = Engine::new();
            engine.set_options(SearchOptions { multi_pv: lines, ..SearchOptions::default() });
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let (infos, best) = search(&mut engine, &game, limits);
            // Only the first iteration has none before it.
            let (before, last) = infos.split_at(infos.len() - wanted.min(infos.len()));
            if last.iter().all(|info| info.depth == 1) && before.is_empty() {
                continue;
            }
            let numbers: Vec<usize> = last.iter().map(|info| info.multi_pv).collect();
            assert_eq!(numbers, (1..=wanted).collect::<Vec<_>>(), "{nodes}");
            assert!(last.is_sorted_by(|a, b| a.depth >= b.depth), "{nodes}");
            let mut firsts: Vec<Move> = last.iter().map(|info| info.pv[0]).collect();
            assert_eq!(Some(firsts[0]), best);
            firsts.sort();
            firsts.dedup();
            assert_eq!(firsts.len(), wanted, "{lines} lines, {nodes} nodes: {last:?}");
        }
    }
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
fn only_search_moves_are_searched() {
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
fn several_threads_finish_a_depth_and_report_the_move_played() {
    let mut engine = Engine::new();
    engine.set_threads(4);
    for depth in [1, 2, 7] {
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let (infos, best) = search(&mut engine, &start(), limits);
        let last = infos.last().unwrap();
        assert_eq!((last.depth, last.bound, Some(last.pv[0])), (depth, Bound::Exact, best));
    }
    let game = history::<Ultima>("7k/p6p/6W1/8/8/2L5/8/K7 w", "", "");
    let limits = Limits { nodes: Some(200_000), ..Limits::default() };
    let (infos, best) = search(&mut engine, &game, limits);
    assert_eq!(infos.last().map(|info| info.pv[0]), best, "the move played is the last reported");
}

/// All infos of a search in parts, the number of parts, and its result.
fn search_in_parts(engine: &mut Engine, limits: Limits) -> (Vec<Info>, usize, SearchResult) {
    let (mut parts, mut infos) = (Parts::new(limits, Duration::from_millis(20)), Vec::new());
    for count in 1.. {
        let report = &mut |report| {
            if let Report::Info(info) = report {
                infos.push(info);
            }
        };
        let stop = StopFlag::default();
        if let Some(result) = engine.search_part(&start(), &mut parts, &stop, report) {
            return (infos, count, result);
        }
    }
    unreachable!("a search has an end");
}

#[test]
fn a_search_in_parts_goes_on_where_it_was_and_keeps_its_limits() {
    /// Every reading is a millisecond later.
    fn clock() -> Duration {
        static READINGS: AtomicU64 = AtomicU64::new(0);
        Duration::from_millis(READINGS.fetch_add(1, Ordering::Relaxed))
    }
    let limits = Limits { depth: Some(9), ..Limits::default() };
    let nodes_of = |infos: &[Info]| infos.last().unwrap().nodes;
    let (infos, count, result) = search_in_parts(&mut Engine::with_clock(clock), limits);
    assert!(count > 5, "{count} parts");
    assert!(infos.is_sorted_by(|a, b| a.nodes <= b.nodes && a.time <= b.time));
    let exact: Vec<u32> =
        infos.iter().filter(|i| i.bound == Bound::Exact).map(|i| i.depth).collect();
    assert_eq!(exact, (1..=9).collect::<Vec<u32>>());
    assert_eq!(result.score(), Some(infos.last().unwrap().score));
    assert!(result.best.is_some());

    let limits = Limits { nodes: Some(30_000), ..Limits::default() };
    let (infos, count, _) = search_in_parts(&mut Engine::with_clock(clock), limits);
    assert!(count > 1 && nodes_of(&infos) == 30_000, "{count} parts, {} nodes", nodes_of(&infos));

    // Told to stop, it ends although nothing limits it, and plays what it has found.
    let mut engine = Engine::with_clock(clock);
    let mut parts = Parts::new(Limits::default(), Duration::from_millis(20));
    let mut part = |is_last: bool| {
        engine.search_part(&start(), &mut parts, &StopFlag::new(is_last.into()), &mut |_| ())
    };
    assert!((0..10).all(|_| part(false).is_none()));
    assert!(part(true).is_some_and(|result| result.best.is_some() && result.score().is_some()));
}

#[test]
fn infinite_and_ponder_wait_even_when_the_result_is_known() {
    let over = history::<Ultima>("8/8/8/8/8/8/1i6/K6k w", "suicide=off", "");
    for game in [over, history("8/8/8/8/8/8/1i6/KL5k w", "", "")] {
        let waiting = [
            Limits { infinite: true, depth: Some(2), ..Limits::default() },
            Limits { ponder: true, depth: Some(2), ..Limits::default() },
        ];
        for (limits, ponder) in waiting.into_iter().zip([false, true]) {
            let (sender, reports) = mpsc::channel();
            let mut engine = Engine::new();
            let report = move |report| {
                if let Report::Best { best, .. } = report {
                    sender.send(best).unwrap();
                }
            };
            engine.go(&game, limits, report).unwrap();
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

/// White has a bare king, and going to g1 repeats a position for the third time.
const SHUFFLE: &str = "h2g1 a8b8 g1h1 b8a8 h1g1 a8b8 g1h1 b8a8";
const HOPELESS: &str = "k7/llww4/8/pppppppp/8/8/7K/8 w";

fn hopeless(repetition: &str, moves: &str) -> GameHistory<Ultima> {
    history(HOPELESS, &format!("repetition={repetition}"), moves)
}

#[test]
fn the_losing_side_repeats_where_that_draws() {
    let game = hopeless("draw", SHUFFLE);
    assert_eq!(to_depth(&game, 4), (Score::DRAW, "h1g1".to_owned()));
}

#[test]
fn a_position_of_the_game_counts_as_the_first_occurrence() {
    let game = hopeless("draw", "h2h1 a8b8 h1g1 b8a8 g1h2 a8b8");
    assert!(score_of(&game, "h2h1", 2) < Score::cp(-500), "this position is new");
    let game = hopeless("draw", "h2h1 a8b8 h1g1 b8a8 g1h1 a8b8");
    assert_eq!(score_of(&game, "h1g1", 2), Score::DRAW, "this one occurred before the root");
}

#[test]
fn positions_recur_through_captures_and_drops() {
    let fen = "r2p2kl1/5p1pi/2p5C/wWu3x2/6P2/b8/I3P1P2/4P2P1/2X1KB1UR[PPPPPCppppl] b";
    let game: GameHistory<Renaissance> = history(fen, "", "P@i4 P@i5 i4g4");
    assert_eq!(score_of(&game, "i5g5", 3), Score::DRAW);
}

/// Checks that the side to move avoids a move that repeats a position for the third time, and loses
/// by it.
fn check_avoided<G: TunedGame>(game: &GameHistory<G>, repeating: &str) {
    let (score, best) = to_depth(game, 4);
    assert_ne!(best, repeating);
    assert!(score < Score::cp(-500) && !score.is_decisive());
    // Mate in 0: the game is lost by the move itself.
    assert_eq!(score_of(game, repeating, 4).text(), ScoreText::Mate(0));
}

#[test]
fn repetition_is_avoided_where_it_loses() {
    check_avoided(&hopeless("loss", SHUFFLE), "h1g1");
    let rococo = "10/1k8/2llaa4/10/10/2pppp4/10/8K1/10/10 w";
    check_avoided(&history::<Rococo>(rococo, "", SHUFFLE), "h1g1");
}

/// White's king must move between a8 and b8 to avoid capture, as long as Black's pawn on h3 moves
/// to and fro.
const TRAP: &str = "10/1K8/3p6/2kp6/10/10/8p1/10/10/10 b";

#[test]
fn a_loss_by_repetition_is_not_kept_for_the_next_game() {
    let mut engine = Engine::new();
    let third = history::<Rococo>(TRAP, "", "h3g3 a8b8 g3h3 b8a8 h3g3 a8b8");
    let (score, best) = deepened(&mut engine, &third, 3);
    assert_eq!((score.text(), best.as_str()), (ScoreText::Mate(2), "g3h3"));
    let first = history::<Rococo>("10/2K7/3p6/2kp6/10/10/7p2/10/10/10 b", "", "");
    assert!(!deepened(&mut engine, &first, 3).0.is_decisive());
}

#[test]
fn repetition_has_no_effect_when_off() {
    let game = hopeless("off", SHUFFLE);
    assert!(to_depth(&game, 4).0 < Score::cp(-500));
}

#[test]
fn the_move_limit_draws_but_mate_comes_first() {
    let quiet = history::<Ultima>("k7/llww4/8/pppppppp/8/8/7K/8 w - - 99 80", "", "");
    assert_eq!(to_depth(&quiet, 4).0, Score::DRAW);
    // A mate in one whose last ply reaches the move limit.
    let mate = history::<Ultima>("3L1K2/2l2w2/P1C1kPlL/p3x1p1/x7/5W2/4c3/8 w - - 99 80", "", "");
    assert_eq!(to_depth(&mate, 3), (Score::win_at(1), "f3d5".to_owned()));
}

#[test]
fn a_game_drawn_by_repetition_still_gets_a_best_move() {
    let repeated = hopeless("draw", &format!("{SHUFFLE} h1g1"));
    assert!(repeated.outcome().is_some());
    let limits = Limits { depth: Some(3), ..Limits::default() };
    assert!(search(&mut Engine::new(), &repeated, limits).1.is_some());
}

/// Crowded positions in which nearly everything can be captured, and captures open others:
/// quiescence search ends.
#[test]
fn crowded_positions_reach_depth_one() {
    fn ends<G: TunedGame>(fen: &str) {
        const MAX_NODES: u64 = 150_000;
        let limits = Limits { depth: Some(1), nodes: Some(MAX_NODES), ..Limits::default() };
        let (infos, _) = search(&mut Engine::new(), &history::<G>(fen, "", ""), limits);
        assert!(infos.last().unwrap().nodes < MAX_NODES, "{fen}");
    }
    ends::<Ultima>("lilililk/ililxlil/8/8/8/8/ILXLILIL/KLILILIL w");
    ends::<Maxima>("***2***/mlmlmlml/lmlmlmlm/1k6/8/8/8/6K1/LMLMLMLM/MLMLMLML/***2*** w");
    ends::<Rococo>("lalalalala/alalalalal/k9/10/10/10/10/9K/ALALALALAL/LALALALALA w");
    ends::<Renaissance>("lululxlu1/ylylxlyly/k8/9/9/9/8K/YLYLXLYLY/1ULULXLUL[] w");
}

/// A crowd in which everything can be captured: without a limit, quiescence takes millions of nodes
/// at depth 1.
const CROWD: &str =
    "wlwWWLLW/2w1lWLl/1KWL1W1l/lWLl2Ww/wwWw2l1/wwlWWLWW/kL1LllLL/w1wwlLl1 w - - 0 1";

/// Searches positions of random play, in which some moves allow a mate in one and others do not, with a few
/// nodes. Returns how often the move played allows one.
fn allowed_mates<G: TestGame>(nodes: u64, positions: usize) -> usize {
    let (mut met, mut allowed, mut runner) = (0, 0, TestRunner::deterministic());
    while met < positions {
        let position = random_play::<G>().new_tree(&mut runner).unwrap().current().fast::<G>();
        if position.outcome().is_some() {
            continue;
        }
        let allows = |mv: Move| wins(&position.play_unchecked(mv), 1);
        let moves = position.legal_moves().to_vec();
        let allowing = moves.iter().filter(|&&mv| allows(mv)).count();
        if allowing == 0 || allowing == moves.len() {
            continue;
        }
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let best = Engine::new().search(&GameHistory::new(position.clone()), &limits).best;
        met += 1;
        allowed += usize::from(allows(best.unwrap()));
    }
    allowed
}

#[test]
fn tiny_searches_allow_no_mate_in_one() {
    let position = history::<Ultima>("L7/1pkxp3/Pp1pp3/2ilp2X/1K1IPP2/2PL4/P3C1x1/8 w", "", "");
    let limits = Limits { nodes: Some(200), ..Limits::default() };
    let best = Engine::new().search(&position, &limits).best.unwrap();
    assert!(!wins(&position.position().play_unchecked(best), 1), "{best:?}");
    let allowed = [
        allowed_mates::<Ultima>(200, 20),
        allowed_mates::<Maxima>(200, 20),
        allowed_mates::<Renaissance>(200, 20),
    ];
    assert!(allowed.iter().all(|&allowed| allowed <= 1), "{allowed:?} of 20");
}

#[test]
fn all_moves_of_a_crowd_are_searched_soon() {
    let game = history::<Ultima>(CROWD, "", "");
    let limits = Limits { nodes: Some(60_000), ..Limits::default() };
    let searched = |threads: usize, multi_pv: usize| {
        let mut engine = Engine::new();
        engine.set_threads(threads);
        engine.set_options(SearchOptions { multi_pv, ..SearchOptions::default() });
        let (infos, best) = search(&mut engine, &game, limits.clone());
        assert_eq!(infos.iter().rfind(|info| info.multi_pv == 1).map(|info| info.pv[0]), best);
        infos.into_iter().filter(|info| info.depth == 1 && info.bound == Bound::Exact).count()
    };
    assert!(searched(1, 1) >= 1 && searched(2, 1) >= 1 && searched(1, 2) >= 2);
}

#[test]
fn a_search_ended_at_depth_one_plays_the_best_move_that_it_searched() {
    // The withdrawer captures on h7. Kings come first in the order of generation.
    let game = history::<Ultima>("7k/p6p/6W1/8/8/2L5/8/K7 w", "", "");
    let moves: Vec<Move> = game.position().legal_moves().to_vec();
    let scores: Vec<Score> =
        moves.iter().map(|&mv| score_of(&game, &uci(game.position(), mv), 1)).collect();
    let score =
        |mv: Option<Move>| scores[moves.iter().position(|&other| Some(other) == mv).unwrap()];
    let mut least = None;
    for nodes in 1.. {
        let limits = Limits { nodes: Some(nodes), depth: Some(1), ..Limits::default() };
        let (infos, best) = search(&mut Engine::new(), &game, limits);
        let last = infos.last().unwrap();
        assert_eq!(Some(last.pv[0]), best);
        match last.depth {
            0 => assert!(score(best) > scores[0], "the static evaluation prefers a capture"),
            _ => {
                assert_eq!(last.score, score(best));
                assert!(least <= Some(last.score), "{nodes} nodes");
                least = Some(last.score);
            }
        }
        if last.nodes < nodes {
            break;
        }
    }
    assert_eq!(least, scores.into_iter().max());
}
