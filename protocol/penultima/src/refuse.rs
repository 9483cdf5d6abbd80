//! Draws that are refused because they would make no game. All bounds count moves, never time.

use std::ops::ControlFlow;

use baroque_games::Refuse;
use baroque_movegen::interrupt::is_interrupted;
use baroque_movegen::{CustomGame, GenType, Position};

use crate::random::ShaRandom;
use crate::secret::Secret;

/// Random games in which a capture must be possible.
const GAMES: usize = 100;
/// Longest random game, in plies.
const MAX_PLIES: usize = 100;
/// The most positions in which a forced win is looked for.
const MAX_NODES: u32 = 20_000;

/// Why a draw is refused, if it is.
pub fn refusal(secret: &Secret, refuse: Refuse, random: &mut ShaRandom) -> Option<&'static str> {
    let start = Position::from_fen(&secret.start.to_fen(), secret.fast.clone()).ok()?;
    let few = |position: &Position<CustomGame>| {
        position.count_moves() < u64::from(refuse.first_moves_below)
    };
    if few(&start) || !start.is_placing() && few(&start.play_null()) {
        return Some("a side has too few first moves");
    }
    // A game that is given up has reached none.
    let reaches = |_| !is_interrupted() && reaches_capture(start.clone(), random);
    if refuse.no_captures && !(0..GAMES).any(reaches) {
        return Some("there was no capture in random games");
    }
    let mut nodes = MAX_NODES;
    let sides = [2 * refuse.decided_within, (2 * refuse.decided_within).saturating_sub(1)];
    let mut decided = |plies: &u32| is_decided(&start, *plies, &mut nodes);
    sides.iter().any(&mut decided).then_some("a side could force a win")
}

/// Whether a capture is possible in the course of a random game.
fn reaches_capture(mut position: Position<CustomGame>, random: &mut ShaRandom) -> bool {
    for _ in 0..MAX_PLIES {
        if is_interrupted() {
            return false;
        }
        let captures =
            position.generate(GenType::Captures, |group| match group.captures.is_empty() {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            });
        if captures.is_break() {
            return true;
        }
        let moves = position.legal_moves();
        let Some(&mv) = random.choose(&moves) else { return false };
        position = position.play_unchecked(mv);
    }
    false
}

/// Whether the side that makes the last of some plies can force a win with it at the latest, as far as
/// the nodes suffice.
fn is_decided(position: &Position<CustomGame>, plies: u32, nodes: &mut u32) -> bool {
    let wins = plies % 2 == 1;
    let winner = if wins { position.side() } else { !position.side() };
    if let Some(end) = position.immediate_outcome() {
        return end.winner == Some(winner);
    }
    if plies == 0 || *nodes == 0 || is_interrupted() {
        return !position.has_moves() && position.no_moves_outcome().winner == Some(winner);
    }
    *nodes -= 1;
    let moves = position.legal_moves();
    if moves.is_empty() {
        return position.no_moves_outcome().winner == Some(winner);
    }
    let mut after = moves.iter().map(|&mv| position.play_unchecked(mv));
    match wins {
        true => after.any(|next| is_decided(&next, plies - 1, nodes)),
        false => after.all(|next| is_decided(&next, plies - 1, nodes)),
    }
}
