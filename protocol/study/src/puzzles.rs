//! Puzzles: positions of the games that were kept in which one move alone wins soonest, which a search of
//! all moves proves.

use std::collections::{BTreeSet, HashSet};
use std::sync::atomic::Ordering;
use std::time::Duration;

use baroque_engine::network::Evaluation;
use baroque_engine::{Bound, Engine, Limits, SearchResult};
use baroque_formats::Rejected;
use baroque_formats::json::{JsonMove, JsonScore};
use baroque_formats::knowledge::Puzzle;
use baroque_movegen::{AnyGame, Color, Move, StopFlag};
use baroque_protocol::progress::Progress;
use baroque_protocol::tools::error::ToolError;
use baroque_training::shard::parallel_ordered;
use serde::{Deserialize, Serialize};

use crate::contest::Played;
use crate::lines::Lines;
use crate::observe::Deed;
use crate::study::{Deadline, Study, engine};

/// The fewest and the most moves to the win.
const MOVES: [u32; 2] = [2, 5];
/// Nodes for each step of a proof.
const NODES: u64 = 2_000_000;
/// Most puzzles, and most positions that are tried in a call.
const PUZZLES: usize = 100;
const CANDIDATES: usize = 3000;
/// MiB of the table of each thread.
const HASH: usize = 32;

/// A position that was tried.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Attempt {
    fen: String,
    puzzle: Option<Puzzle>,
}

/// Tries positions of games until the time is up or there are enough puzzles; those of earlier calls count.
/// The easiest puzzles come first.
///
/// # Errors
/// A file cannot be read or written, or the user ends the call.
pub fn puzzles(
    study: &mut Study,
    games: &[Played],
    time: Duration,
) -> Result<Vec<Puzzle>, ToolError> {
    study.folder.make("found")?;
    let mut lines: Lines<Attempt> = Lines::open(study.folder.file("found/puzzles.jsonl"))?;
    let tried: HashSet<String> = lines.items.iter().map(|attempt| attempt.fen.clone()).collect();
    let candidates = candidates(&study.game, games, &tried)?;
    let mut found = lines.items.iter().filter(|attempt| attempt.puzzle.is_some()).count();
    let deadline = study.deadline(time);
    let progress = Progress::new("puzzles", PUZZLES as u64, "puzzles");
    progress.set(found as u64);
    if found < PUZZLES && !time.is_zero() {
        let full = StopFlag::default();
        let evaluation = study.evaluation()?;
        let worker = || {
            let mut prover = Prover::new(&evaluation, MOVES[0])?;
            let (deadline, full, candidates) = (&deadline, &full, &candidates);
            let is_over = move || deadline.is_over() || full.load(Ordering::Relaxed);
            Ok::<_, ToolError>(move |index: u64| {
                let candidate = candidates.get(usize::try_from(index).ok()?)?;
                let puzzle = (!is_over()).then(|| prover.puzzle(candidate, deadline))?;
                (!is_over()).then(|| Attempt { fen: candidate.game.fen(), puzzle })
            })
        };
        let threads = study.threads;
        parallel_ordered(0..candidates.len() as u64, threads, worker, |attempt| {
            found += usize::from(attempt.puzzle.is_some());
            lines.add(attempt)?;
            progress.set(found as u64);
            if found >= PUZZLES {
                full.store(true, Ordering::Relaxed);
            }
            study.tick()
        })?;
    }
    study.tick()?;
    let mut puzzles: Vec<Puzzle> =
        lines.items.into_iter().filter_map(|attempt| attempt.puzzle).collect();
    puzzles.sort_by_key(|puzzle| puzzle.moves);
    puzzles.truncate(PUZZLES);
    Ok(puzzles)
}

/// A position in which a player saw a win.
pub struct Candidate {
    /// The position.
    pub game: AnyGame,
    /// The moves within which it wins.
    pub moves: u32,
}

/// A puzzle, and the nodes of the search that proves its win.
pub struct Proved {
    pub puzzle: Puzzle,
    pub nodes: u64,
}

/// The first position of each game in which its winner saw that it would win soon, unless it was tried.
fn candidates(
    start: &AnyGame,
    games: &[Played],
    tried: &HashSet<String>,
) -> Result<Vec<Candidate>, Rejected> {
    let mut seen = tried.clone();
    let mut candidates = Vec::new();
    for played in games {
        if candidates.len() == CANDIDATES {
            break;
        }
        let sees = |score: Option<JsonScore>| match score {
            Some(JsonScore::Mate(moves)) => {
                u32::try_from(moves).ok().filter(|moves| (MOVES[0]..=MOVES[1]).contains(moves))
            }
            _ => None,
        };
        let first = played.moves.iter().position(|mv| sees(mv.score).is_some());
        let Some((index, moves)) =
            first.and_then(|index| Some((index, sees(played.moves.get(index)?.score)?)))
        else {
            continue;
        };
        let game = played.position(start, index)?;
        // A position of its own has no repetitions before it.
        let mut alone = start.first();
        let fen = game.fen();
        if alone.set_fen(&fen).is_ok() && seen.insert(fen) {
            candidates.push(Candidate { game: alone, moves });
        }
    }
    Ok(candidates)
}

/// Proves wins.
pub struct Prover {
    engine: Engine,
    /// Most nodes of a search.
    nodes: u64,
    /// The fewest moves to a win that counts.
    least: u32,
}

impl Prover {
    /// Of wins of at least so many moves.
    ///
    /// # Errors
    /// The table cannot be allocated.
    pub fn new(evaluation: &Evaluation, least: u32) -> Result<Self, ToolError> {
        Ok(Self { engine: engine(evaluation, HASH)?, nodes: NODES, least })
    }

    fn puzzle(&mut self, candidate: &Candidate, deadline: &Deadline) -> Option<Puzzle> {
        self.prove(candidate, deadline).map(|proved| proved.puzzle)
    }

    /// The puzzle of a position, if one move alone wins soonest.
    pub fn prove(&mut self, candidate: &Candidate, deadline: &Deadline) -> Option<Proved> {
        let game = &candidate.game;
        self.engine.clear();
        let mut moves = 1;
        let result = loop {
            match self.wins(game, moves, &[], deadline)? {
                Some(result) => break result,
                None if moves < candidate.moves => moves += 1,
                None => return None,
            }
        };
        let key = result.best.filter(|_| moves >= self.least)?;
        let others: Vec<Move> = game.legal_moves().into_iter().filter(|&mv| mv != key).collect();
        if others.is_empty() || self.wins(game, moves, &others, deadline)?.is_some() {
            return None;
        }
        let line = result.pv();
        let puzzle = Puzzle {
            fen: game.fen(),
            moves,
            solution: game.uci(key),
            line: JsonMove::line(game, line).into_iter().map(|mv| mv.readable).collect(),
            themes: themes(game, line),
        };
        Some(Proved { puzzle, nodes: result.nodes })
    }

    /// Whether one of some moves, or of all, wins within a number of moves: the search that proves it, or
    /// `None` if none does. The outer `None` says that it is not known.
    fn wins(
        &mut self,
        game: &AnyGame,
        moves: u32,
        among: &[Move],
        deadline: &Deadline,
    ) -> Option<Option<SearchResult>> {
        let (nodes, search_moves) = (Some(self.nodes), among.to_vec());
        let limits = Limits { mate: Some(moves), nodes, search_moves, ..Limits::default() };
        let result = deadline.search(&mut self.engine, game, limits);
        // A search that was cut short has not seen all moves.
        let is_whole = result.nodes < self.nodes && !deadline.is_over();
        let line = result.lines.first().filter(|line| line.bound == Bound::Exact)?;
        match line.score.is_win_in(moves) {
            true => Some(Some(result)),
            // A whole search to this depth saw all moves.
            false => (is_whole && line.depth >= 2 * moves).then_some(None),
        }
    }
}

/// What the side to move does in a line.
fn themes(game: &AnyGame, line: &[Move]) -> BTreeSet<String> {
    let (winner, mut game) = (game.side(), game.clone());
    let mut themes = BTreeSet::new();
    let mut add = |theme: &str| {
        themes.insert(theme.to_owned());
    };
    for (ply, &mv) in line.iter().enumerate() {
        let (side, frozen) = (game.side(), frozen(&game, winner));
        let view = game.view();
        let Ok(deed) = Deed::play(&mut game, &view, mv) else { break };
        if side != winner {
            continue;
        }
        deed.captures.iter().for_each(|attack| add(&attack.method.to_string()));
        if deed.captures.len() > 1 {
            add("several at once");
        }
        if ply == 0 && !deed.is_capture() && !deed.promotes && !deed.drops {
            add("quiet move");
        }
        if self::frozen(&game, winner) > frozen {
            add("freeze");
        }
        for (is_done, theme) in
            [(deed.promotes, "promotion"), (deed.displaces, "moves others"), (deed.drops, "drop")]
        {
            if is_done {
                add(theme);
            }
        }
    }
    // A king that is mated is not captured any more.
    let on_king = game
        .attacks(winner)
        .into_iter()
        .filter(|attack| attack.victim.color != winner && game.is_royal(attack.victim.kind));
    themes.extend(on_king.map(|attack| attack.method.to_string()));
    themes
}

/// How many of a side's enemies are frozen.
fn frozen(game: &AnyGame, side: Color) -> usize {
    let view = game.view();
    view.pieces().filter(|(_, piece, is_frozen)| *is_frozen && piece.color != side).count()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn minute() -> Deadline {
        Deadline::new(StopFlag::default(), Duration::from_secs(60))
    }

    fn puzzle(variant: &str, fen: &str, moves: u32) -> Option<Puzzle> {
        let game = AnyGame::from_fen(variant, fen).unwrap();
        let mut prover = Prover::new(&Evaluation::Own, MOVES[0]).unwrap();
        prover.puzzle(&Candidate { game, moves }, &minute())
    }

    #[test]
    fn a_search_that_is_cut_short_proves_nothing() {
        // The key of a puzzle in three moves: whatever the budget, it wins, or that is not known.
        let fen = "10/10/1k8/4p5/5I4/1P4X3/1P2K5/8P1/10/10 w - - 5 65";
        let game = AnyGame::from_fen("rococo", fen).unwrap();
        let mut prover = Prover::new(&Evaluation::Own, MOVES[0]).unwrap();
        let key = game.read_move("f4d6").unwrap();
        let mut undecided = 0;
        for nodes in (0..14).map(|power| 1 << power) {
            prover.nodes = nodes;
            prover.engine.clear();
            match prover.wins(&game, 3, &[key], &minute()) {
                Some(found) => assert!(found.is_some(), "{nodes}"),
                None => undecided += 1,
            }
        }
        assert!(undecided > 0);
        prover.nodes = NODES;
        for (is_stopped, time) in [(true, 60), (false, 0)] {
            let deadline =
                Deadline::new(StopFlag::new(is_stopped.into()), Duration::from_secs(time));
            prover.engine.clear();
            assert_ne!(prover.wins(&game, 3, &[key], &deadline), Some(None));
        }
    }

    #[test]
    fn a_puzzle_has_one_solution() {
        // The first of each of two suites, which brute force has proved.
        let quiet = "8/5P1p/8/C3w2k/p1P3L1/6K1/3P4/1L6 w - - 9 49";
        for most in [2, 3] {
            let puzzle = puzzle("baroque", quiet, most).unwrap();
            assert_eq!((puzzle.moves, puzzle.solution.as_str()), (2, "g3h3"));
            assert!(puzzle.themes.contains("quiet move") && puzzle.line.len() == 3, "{puzzle:?}");
        }
        assert_eq!(puzzle("baroque", quiet, 1), None);
        // White has several moves that mate, or takes the king at once.
        assert_eq!(puzzle("baroque", "k7/8/1K6/8/8/8/8/I6L w - - 0 1", 3), None);
        let take = "10/10/1k8/4p5/5I4/1P4X3/1P2K5/8P1/10/10 w - - 5 65";
        let found = puzzle("rococo", take, 3).unwrap();
        assert_eq!((found.moves, found.solution.as_str()), (3, "f4d6"));
        assert!(found.themes.len() > 1, "{found:?}");
    }
}
