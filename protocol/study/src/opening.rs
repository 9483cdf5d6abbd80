//! The best first moves, and a book of openings: a tree whose likeliest positions are searched first.

use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use baroque_engine::{Engine, Info, Limits, SearchOptions};
use baroque_formats::Rejected;
use baroque_movegen::{AnyGame, StopFlag};
use baroque_protocol::error::Error;
use baroque_protocol::progress::Progress;
use baroque_protocol::tools::error::ToolError;
use baroque_training::shard::parallel_ordered;
use serde::{Deserialize, Serialize};

use crate::lines::Lines;
use crate::study::Study;

/// Nodes for each position of the book, and for the start.
const NODES: [u64; 2] = [60_000, 400_000];
/// The most moves that are looked at in a position of the book, and at the start.
const CHOICES: [usize; 2] = [4, 10];
/// Centipawns by which a move of the book may be worse than the best one.
const MARGIN: i32 = 30;
/// The score in centipawns from which on a side is ahead too far for a book.
const AHEAD: i32 = 200;
/// Plies from the start to the last positions of the book.
const PLIES: usize = 12;
/// Most positions of a book.
const POSITIONS: usize = 300;
/// MiB of the table of each thread.
const HASH: usize = 16;
/// The time before the end of a search in which it may have been cut short.
const LATE: Duration = Duration::from_millis(50);

/// A position of the book.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BookPosition {
    /// The moves from the start as UCI text.
    pub moves: Vec<String>,
    /// The position.
    pub fen: String,
    /// Its best moves, the best first.
    pub choices: Vec<Choice>,
}

/// A move with its score.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// As UCI text.
    pub uci: String,
    /// As people read it.
    pub text: String,
    /// Centipawns for the side that moves, of which 100 are an expected score of 64 %; large ones for forced
    /// wins and losses.
    pub score: i32,
}

impl BookPosition {
    /// The moves that are hardly worse than the best.
    pub fn best(&self) -> impl Iterator<Item = &Choice> {
        let best = self.choices.first().map_or(0, |choice| choice.score);
        self.choices.iter().filter(move |choice| choice.score >= best - MARGIN)
    }
}

/// Searches positions until the time is up or the book is full; those of earlier calls count.
///
/// # Errors
/// A file cannot be read or written, or the user ends the call.
pub fn book(study: &mut Study, time: Duration) -> Result<Vec<BookPosition>, ToolError> {
    let round = study.journal.best_round().unwrap_or_default();
    study.folder.make("found")?;
    let path = study.folder.file(&format!("found/book-{round}.jsonl"));
    let mut lines: Lines<BookPosition> = Lines::open(path)?;
    let until = Instant::now() + time;
    let tree = Tree::new(&study.game);
    let progress = Progress::new("openings", POSITIONS as u64, "positions");
    while !is_over((&study.stop(), until)) {
        let open = tree.open(&lines.items, study.threads);
        if open.is_empty() {
            break;
        }
        let (stop, batch) = (study.stop(), &open);
        let worker = || {
            let mut judge = Judge::new(study)?;
            let limit = (&stop, until);
            Ok::<_, ToolError>(move |index: u64| {
                Some(judge.search(batch.get(usize::try_from(index).ok()?)?, limit))
            })
        };
        let mut found = Vec::new();
        parallel_ordered(0..open.len() as u64, study.threads, worker, |position| {
            found.push(position);
            Ok::<_, ToolError>(())
        })?;
        study.tick()?;
        // What was interrupted was not found.
        if is_over((&stop, until)) {
            break;
        }
        for position in found {
            lines.add(position?)?;
        }
        progress.set(lines.items.len() as u64);
    }
    Ok(lines.items)
}

/// Which positions are to be searched next.
struct Tree {
    start: AnyGame,
}

impl Tree {
    fn new(game: &AnyGame) -> Self {
        Self { start: game.first() }
    }

    /// The likeliest positions that are not in the book, at most so many, if each move of the book is as
    /// likely as the others of its position. The first is the start, alone.
    fn open(&self, book: &[BookPosition], count: usize) -> Vec<Vec<String>> {
        let by_moves: BTreeMap<&[String], &BookPosition> =
            book.iter().map(|position| (&position.moves[..], position)).collect();
        // By another order of moves the same position is reached.
        let mut known: HashSet<String> = book.iter().map(|position| position.fen.clone()).collect();
        let mut open: Vec<(f64, Vec<String>)> = Vec::new();
        let mut inner = vec![(1.0, Vec::new())];
        while let Some((chance, moves)) = inner.pop() {
            let Some(position) = by_moves.get(&moves[..]) else {
                let is_new = self.fen(&moves).is_some_and(|fen| known.insert(fen));
                if is_new || moves.is_empty() {
                    open.push((chance, moves));
                }
                continue;
            };
            let score = position.choices.first().map_or(0, |choice| choice.score);
            if moves.len() + 1 > PLIES || score.abs() > AHEAD {
                continue;
            }
            let best: Vec<&Choice> = position.best().collect();
            for choice in &best {
                let moves = moves.iter().cloned().chain([choice.uci.clone()]).collect();
                inner.push((chance / best.len() as f64, moves));
            }
        }
        open.sort_by(|one, other| other.0.total_cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
        let room = POSITIONS.saturating_sub(book.len());
        open.into_iter().map(|(_, moves)| moves).take(count.min(room)).collect()
    }

    /// The position after some moves; `None` if the game is over.
    fn fen(&self, moves: &[String]) -> Option<String> {
        let mut game = self.start.clone();
        for text in moves {
            game.play_text(text).ok()?;
        }
        game.outcome().is_none().then(|| game.fen())
    }
}

/// Whether a search may have been cut short, by the user or because the time is up: searches with
/// [`time_until`] end some milliseconds before.
pub fn is_over((stop, until): (&StopFlag, Instant)) -> bool {
    stop.load(Ordering::Relaxed) || Instant::now() + LATE >= until
}

/// Limits that end a search shortly before some moment.
pub fn time_until(moment: Instant) -> Limits {
    let left = moment.saturating_duration_since(Instant::now()).as_millis();
    Limits { move_time: Some(u64::try_from(left).unwrap_or(u64::MAX)), ..Limits::default() }
}

/// Searches positions.
struct Judge {
    start: AnyGame,
    engine: Engine,
}

impl Judge {
    fn new(study: &Study) -> Result<Self, ToolError> {
        let mut engine = Engine::new();
        engine.set_hash(HASH).map_err(|_| Error::no_memory(HASH as u64))?;
        engine.set_evaluation(study.evaluation()?);
        Ok(Self { start: study.game.first(), engine })
    }

    fn search(
        &mut self,
        moves: &[String],
        (stop, until): (&StopFlag, Instant),
    ) -> Result<BookPosition, Rejected> {
        let mut game = self.start.clone();
        for text in moves {
            game.play_text(text).map_err(|error| Rejected(format!("book: {error}")))?;
        }
        let of = usize::from(moves.is_empty());
        let multi_pv = CHOICES.get(of).copied().unwrap_or(1);
        self.engine.set_options(SearchOptions { multi_pv, ..SearchOptions::default() });
        self.engine.clear();
        let limits = Limits { nodes: NODES.get(of).copied(), ..time_until(until) };
        let result = self.engine.search_any_with(game.history(), &limits, stop, &mut |_| ());
        let choice = |line: &Info| {
            let mv = *line.pv.first()?;
            let text = game.readable_unchecked(mv);
            Some(Choice { uci: game.uci(mv), text, score: line.score.value() })
        };
        let mut choices: Vec<Choice> = result.lines.iter().filter_map(choice).collect();
        choices.sort_by_key(|choice| std::cmp::Reverse(choice.score));
        Ok(BookPosition { moves: moves.to_vec(), fen: game.fen(), choices })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn position(moves: &[&str], choices: &[(&str, i32)]) -> BookPosition {
        let mut game = AnyGame::default();
        for text in moves {
            game.play_text(text).unwrap();
        }
        let choice = |&(uci, score): &(&str, i32)| Choice {
            uci: uci.to_owned(),
            text: uci.to_owned(),
            score,
        };
        BookPosition {
            moves: moves.iter().map(|&text| text.to_owned()).collect(),
            fen: game.fen(),
            choices: choices.iter().map(choice).collect(),
        }
    }

    #[test]
    fn the_likeliest_positions_come_first() {
        let tree = Tree::new(&AnyGame::default());
        let open = |book: &[BookPosition], count| {
            let open = tree.open(book, count).into_iter();
            open.map(|moves| moves.join(" ")).collect::<Vec<String>>()
        };
        assert_eq!(open(&[], 4), [""]);
        let start = position(&[], &[("a2a4", 20), ("b2b4", 0), ("c2c4", -11)]);
        // The third is too bad.
        let book = [start.clone()];
        assert_eq!(open(&book, 4), ["a2a4", "b2b4"]);
        // Each of three answers is less likely than the other first move.
        let answers = position(&["a2a4"], &[("a7a5", 5), ("b7b5", 0), ("c7c5", 0)]);
        let book = [start.clone(), answers];
        assert_eq!(open(&book, 2), ["b2b4", "a2a4 a7a5"]);
        // Where a side is far ahead, nothing is searched.
        let won = position(&["a2a4"], &[("a7a5", 250)]);
        assert_eq!(open(&[start, won], 4), ["b2b4"]);
    }
}
