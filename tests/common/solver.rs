//! A brute-force solver that proves forced wins with the moves of the generator.

use baroque_movegen::{Game, Move};

use super::backend::Fast;

/// Whether the side to move forces a win within `moves` of its own moves (rules, 1.4).
pub fn wins<G: Game>(position: &Fast<G>, moves: u32) -> bool {
    any_wins(position, moves, &mut Refutations::new(moves))
}

/// The first moves that force a win within `moves` moves.
pub fn keys<G: Game>(position: &Fast<G>, moves: u32) -> Vec<Move> {
    let mut refutations = Refutations::new(moves);
    let mut keys = position.legal_moves().to_vec();
    keys.retain(|&mv| move_wins(position, mv, moves, &mut refutations));
    keys
}

/// Whether this move wins at once, or every answer loses.
pub fn wins_with<G: Game>(position: &Fast<G>, mv: Move, moves: u32) -> bool {
    move_wins(position, mv, moves, &mut Refutations::new(moves))
}

/// Whether the side to move loses within `moves` moves of the opponent; it may have to end the game
/// by its own next move, such as the suicide of its last piece besides the king.
pub fn loses<G: Game>(position: &Fast<G>, moves: u32) -> bool {
    all_lose(position, moves, &mut Refutations::new(moves))
}

/// The last answer that refuted a move, by the number of moves left. It often refutes the next one
/// too, so it is tried first.
struct Refutations(Vec<Option<Move>>);

impl Refutations {
    fn new(moves: u32) -> Self {
        Self(vec![None; moves as usize + 1])
    }
}

fn any_wins<G: Game>(position: &Fast<G>, moves: u32, refutations: &mut Refutations) -> bool {
    moves > 0
        && position.legal_moves().into_iter().any(|mv| move_wins(position, mv, moves, refutations))
}

fn move_wins<G: Game>(
    position: &Fast<G>,
    mv: Move,
    moves: u32,
    refutations: &mut Refutations,
) -> bool {
    let next = position.play_unchecked(mv);
    match next.outcome() {
        Some(end) => end.winner == Some(position.side()),
        None => all_lose(&next, moves - 1, refutations),
    }
}

/// Whether the side to move loses within `moves` moves of the opponent against any defence.
fn all_lose<G: Game>(position: &Fast<G>, moves: u32, refutations: &mut Refutations) -> bool {
    let answers = position.legal_moves();
    let last = refutations.0[moves as usize].filter(|last| answers.contains(last));
    let refutation = last.into_iter().chain(answers).find(|&mv| {
        let next = position.play_unchecked(mv);
        match next.outcome() {
            Some(end) => end.winner != Some(next.side()),
            None => !any_wins(&next, moves, refutations),
        }
    });
    if refutation.is_some() {
        refutations.0[moves as usize] = refutation;
    }
    refutation.is_none()
}
