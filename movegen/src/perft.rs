//! Counting legal move sequences (rules, 1.5).

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use crate::{Game, Move, Position};

/// Number of legal move sequences of exactly `depth` plies. The last ply is counted, not played.
///
/// ```
/// use baroque_movegen::{Position, Ultima, perft};
/// let start = Position::<Ultima>::start("abbott1968").unwrap();
/// assert_eq!((perft(&start, 0), perft(&start, 1)), (1, 16));
/// ```
pub fn perft<G: Game>(position: &Position<G>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves(),
        _ => {
            let moves = position.legal_moves();
            moves.iter().map(|&mv| perft(&position.play_unchecked(mv), depth - 1)).sum()
        }
    }
}

/// The node count behind each legal move; `depth` is at least 1 and counts the move itself. `None`
/// if `stop` was set before the end; subtrees of two plies are counted without looking at it.
///
/// Runs on the current rayon thread pool, and splits the tree at every ply down to the last two, so
/// that a few moves of very different weight keep all threads busy.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use baroque_movegen::{Position, Ultima, divide, uci};
/// let start = Position::<Ultima>::start("abbott1968").unwrap();
/// let counts = divide(&start, 2, &AtomicBool::new(false)).unwrap();
/// let (mv, behind) = counts[0];
/// assert_eq!((counts.len(), uci::<Ultima>(mv), behind), (16, "a2a3".to_owned(), 16));
/// assert_eq!(divide(&start, 2, &AtomicBool::new(true)), None);
/// ```
pub fn divide<G: Game>(
    position: &Position<G>,
    depth: u32,
    stop: &AtomicBool,
) -> Option<Vec<(Move, u64)>> {
    let behind = |&mv: &Move| Some((mv, split(&position.play_unchecked(mv), depth - 1, stop)?));
    position.legal_moves().as_slice().par_iter().map(behind).collect()
}

/// [`perft`] on all threads, given up when `stop` is set. Subtrees of at most two plies are counted
/// in one piece.
fn split<G: Game>(position: &Position<G>, depth: u32, stop: &AtomicBool) -> Option<u64> {
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    if depth <= 2 {
        return Some(perft(position, depth));
    }
    let behind = |&mv: &Move| split(&position.play_unchecked(mv), depth - 1, stop);
    position.legal_moves().as_slice().par_iter().map(behind).sum()
}
