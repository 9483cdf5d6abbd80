//! How a game ends on the board (rules, 9).

use baroque_movegen::{CustomGame, EndReason, Outcome, Position};

/// How a game has ended after a move, as far as the board shows it.
pub fn shown_outcome(
    before: &Position<CustomGame>,
    after: &Position<CustomGame>,
) -> Option<Outcome> {
    // After a lost turn a royal piece can be taken where that is no aim otherwise.
    let royals = |position: &Position<CustomGame>| position.royals(!before.side()).len();
    let taken = Outcome { winner: Some(before.side()), reason: EndReason::KingTaken };
    (royals(after) < royals(before)).then_some(taken).or_else(|| after.board_outcome())
}
