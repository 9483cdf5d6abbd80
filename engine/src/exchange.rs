//! What captures win: the exchange estimate, whether a capture loses material, and threats.
//!
//! Static exchange evaluation counts the captures on one square. Here most captures do not move to
//! the square of the victim, so the estimate looks one reply ahead: what the move wins, less the
//! most that the opponent wins by a capture of the piece that moved. In games where it pays, that
//! is less what the capture of the replying piece wins back.

use std::ops::ControlFlow;

use baroque_movegen::{GenType, Geometry, Move, MoveGroup, Position, Square};

use crate::gain::{PickedMove, stake};
use crate::params::{EXCHANGE_REPLIES, TunedGame};

/// Whether the best reply to a capture wins more than the capture.
pub fn loses<G: TunedGame>(position: &Position<G>, picked: &PickedMove) -> bool {
    if picked.gain < 0 {
        return true;
    }
    // Where kings can be captured, the search sees it.
    let at_stake = if position.is_royal(picked.kind) { 0 } else { stake(position, picked.kind) };
    if picked.gain >= at_stake || picked.wins() {
        return false;
    }
    let next = position.play_unchecked(picked.mv);
    wins_more(&next, picked.mv.to(), picked.gain)
}

/// Whether some capture wins at least as much.
pub fn threatens<G: TunedGame>(position: &Position<G>, least: i32) -> bool {
    any_capture(position, |mv| PickedMove::new(position, mv).gain >= least)
}

/// Whether a capture of the piece on a square wins more than `enough`.
fn wins_more<G: TunedGame>(position: &Position<G>, square: Square, enough: i32) -> bool {
    any_capture_of(position, square, |mv| {
        let reply = PickedMove::new(position, mv);
        let surplus = reply.gain - enough;
        surplus > 0 && (EXCHANGE_REPLIES.of::<G>() < 2 || !is_won_back(position, &reply, surplus))
    })
}

/// Whether after a capture the capture of the piece that moved wins at least as much.
fn is_won_back<G: TunedGame>(position: &Position<G>, reply: &PickedMove, least: i32) -> bool {
    if reply.wins() || stake(position, reply.kind) < least {
        return false;
    }
    let (next, square) = (position.play_unchecked(reply.mv), reply.mv.to());
    let wins = |mv| PickedMove::new(&next, mv).gain >= least;
    any_capture_of(&next, square, wins)
}

/// Whether a capture of the piece on a square passes a test.
fn any_capture_of<G: TunedGame>(
    position: &Position<G>,
    square: Square,
    test: impl Fn(Move) -> bool,
) -> bool {
    let passes = |mv| position.victims(mv).has(square) && test(mv);
    position.captures_of(square, |group| any_of(&group, passes)).is_break()
}

fn any_capture<G: TunedGame>(position: &Position<G>, test: impl Fn(Move) -> bool) -> bool {
    position.generate(GenType::Captures, |group| any_of(&group, &test)).is_break()
}

/// Breaks if a capture of a group passes a test.
fn any_of<G: Geometry>(group: &MoveGroup<G>, test: impl Fn(Move) -> bool) -> ControlFlow<()> {
    match group.captures.iter().any(|to| test(group.to(to))) {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    }
}

#[cfg(test)]
mod tests {
    use baroque_movegen::{Maxima, Ultima, read_move};

    use super::*;

    fn loses_in<G: TunedGame>(fen: &str, mv: &str) -> bool {
        let rules = G::VARIANTS[0].rules.clone();
        let position = Position::<G>::from_fen(fen, rules).unwrap();
        let mv = read_move(&position, mv).unwrap();
        loses(&position, &PickedMove::new(&position, mv))
    }

    #[test]
    fn the_best_capture_of_the_piece_that_moved_counts() {
        // After Ld1xd3 Black's pawns on c8 and e3 take the long-leaper between them.
        assert!(loses_in::<Ultima>("2p4k/8/8/8/8/4p3/3p4/K2L4 w", "d1d3"));
        assert!(!loses_in::<Ultima>("7k/8/8/8/8/4p3/3p4/K2L4 w", "d1d3"));
    }

    #[test]
    fn what_wins_more_than_the_piece_is_worth_does_not_lose() {
        // A pawn takes the withdrawer and may be taken by Pc8-c4.
        assert!(!loses_in::<Ultima>("2p4k/8/8/8/4wP2/8/8/K2P4 w", "d1d4"));
    }

    #[test]
    fn what_is_won_back_does_not_lose() {
        // The withdrawer takes the pawn on c6, Lc9xc4-c3 takes it, and Pd7-d3 takes the leaper
        // between d3 and b3.
        let fen = |pawn| format!("***2***/7k/2l5/8/3P4/2p5/2W5/8/{pawn}/2P4K/***2*** w");
        assert!(!loses_in::<Maxima>(&fen("1P6"), "c5c4"));
        assert!(loses_in::<Maxima>(&fen("8"), "c5c4"));
    }

    #[test]
    fn a_threat_is_what_a_capture_wins() {
        let position: Position<Ultima> = "7k/8/8/8/4w3/8/8/K2P4 w".parse().unwrap();
        assert!(!threatens(&position, 1));
        let position: Position<Ultima> = "7k/8/8/8/4wP2/8/8/K2P4 w".parse().unwrap();
        assert!(threatens(&position, 1) && !threatens(&position, 1000));
    }
}
