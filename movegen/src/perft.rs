//! Counting legal move sequences (rules, 1.5).

use crate::{Game, Position};

/// Number of legal move sequences of exactly `depth` plies. Counts the last ply without playing it.
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
