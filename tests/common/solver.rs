//! A brute-force solver that proves forced wins with the moves of the generator.

use baroque_movegen::{Game, Move};

use super::backend::Fast;

/// Whether the side to move forces a win within `moves` of its own moves (rules, 1.4).
pub fn wins<G: Game>(position: &Fast<G>, moves: u32) -> bool {
    moves > 0 && position.legal_moves().into_iter().any(|mv| wins_with(position, mv, moves))
}

/// The first moves that force a win within `moves` moves.
pub fn keys<G: Game>(position: &Fast<G>, moves: u32) -> Vec<Move> {
    let mut keys = position.legal_moves().to_vec();
    keys.retain(|&mv| wins_with(position, mv, moves));
    keys
}

/// Whether this move wins at once, or every answer loses.
pub fn wins_with<G: Game>(position: &Fast<G>, mv: Move, moves: u32) -> bool {
    let next = position.play_unchecked(mv);
    match next.outcome() {
        Some(end) => end.winner == Some(position.side()),
        None => moves > 1 && loses(&next, moves - 1),
    }
}

/// Whether the side to move loses within `moves` moves of the opponent against any defence.
fn loses<G: Game>(position: &Fast<G>, moves: u32) -> bool {
    position.legal_moves().into_iter().all(|mv| {
        let next = position.play_unchecked(mv);
        match next.outcome() {
            Some(end) => end.winner == Some(next.side()),
            None => wins(&next, moves),
        }
    })
}
