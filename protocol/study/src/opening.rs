//! The best first moves, and a book of openings: a tree whose likeliest positions are searched first.

use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

use baroque_engine::{Engine, Info, Limits, SearchOptions};
use baroque_formats::Rejected;
use baroque_movegen::{AnyGame, MoveTextError};
use baroque_protocol::progress::Progress;
use baroque_protocol::tools::error::ToolError;
use baroque_training::shard::parallel_ordered;
use serde::{Deserialize, Serialize};

use crate::lines::Lines;
use crate::study::{Deadline, Study, engine};

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
    let (tree, evaluation) = (Tree::new(&study.game), study.evaluation()?);
    let deadline = study.deadline(time);
    let progress = Progress::new("openings", POSITIONS as u64, "positions");
    while !deadline.is_over() {
        let open = tree.open(&lines.items, study.threads);
        if open.is_empty() {
            break;
        }
        let worker = || {
            let mut engine = engine(&evaluation, HASH)?;
            let (tree, batch, deadline) = (&tree, &open, &deadline);
            Ok::<_, ToolError>(move |index: u64| {
                let moves = batch.get(usize::try_from(index).ok()?)?;
                Some(tree.search(moves, &mut engine, deadline))
            })
        };
        let mut found = Vec::new();
        parallel_ordered(0..open.len() as u64, study.threads, worker, |position| {
            found.push(position);
            Ok::<_, ToolError>(())
        })?;
        study.tick()?;
        // What was interrupted was not found.
        if deadline.is_over() {
            break;
        }
        for position in found {
            lines.add(position?)?;
        }
        progress.set(lines.items.len() as u64);
    }
    Ok(lines.items)
}

/// The tree of positions from the start on.
struct Tree {
    start: AnyGame,
}

impl Tree {
    fn new(game: &AnyGame) -> Self {
        Self { start: game.first() }
    }

    /// The likeliest positions that are not in the book, at most `count`, if each move of the book is as
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
                open.push((chance, moves));
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
        let mut is_new = |moves: &Vec<String>| {
            let game = self.position(moves).ok().filter(|game| game.outcome().is_none());
            game.is_some_and(|game| known.insert(game.fen()))
        };
        let moves = open.into_iter().map(|(_, moves)| moves);
        moves.filter(|moves| is_new(moves)).take(count.min(room)).collect()
    }

    /// The position after some moves.
    fn position(&self, moves: &[String]) -> Result<AnyGame, MoveTextError> {
        let mut game = self.start.clone();
        for text in moves {
            game.play_text(text)?;
        }
        Ok(game)
    }

    /// Searches the position after some moves.
    fn search(
        &self,
        moves: &[String],
        engine: &mut Engine,
        deadline: &Deadline,
    ) -> Result<BookPosition, Rejected> {
        let game = self.position(moves).map_err(|error| Rejected(format!("book: {error}")))?;
        let of = usize::from(moves.is_empty());
        let multi_pv = CHOICES.get(of).copied().unwrap_or(1);
        engine.set_options(SearchOptions { multi_pv, ..SearchOptions::default() });
        engine.clear();
        let limits = Limits { nodes: NODES.get(of).copied(), ..Limits::default() };
        let result = deadline.search(engine, &game, limits);
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
