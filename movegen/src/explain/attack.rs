//! How pieces are captured and could be, with reasons.

use crate::custom::general;
use crate::{Attack, Color, Game, Move, Position};

/// The captures that a side could make if it were to move, one for each victim, those of kings too: piece by
/// piece, the shortest moves first. There are none while pieces are placed.
///
/// ```
/// use baroque_movegen::{Color, Position, Ultima, attacks};
/// let rules = baroque_movegen::ultima::Rules::default();
/// let position = Position::<Ultima>::from_fen("7k/8/1Pp5/8/8/8/8/K2P4 w", rules).unwrap();
/// let all = attacks(&position, Color::White);
/// assert_eq!(all[0].to_string(), "the pawn on d1 goes to d6 and encloses the pawn on c6 with the pawn on b6");
/// assert!(attacks(&position, Color::Black).is_empty());
/// ```
pub fn attacks<G: Game>(position: &Position<G>, side: Color) -> Vec<Attack> {
    let Some(general) = general(position) else { return Vec::new() };
    match general.side() == side {
        true => general.attacks(),
        false => general.play_null().attacks(),
    }
}

/// How a legal move captures each of its victims.
///
/// ```
/// use baroque_movegen::{CaptureMethod, Position, Rococo, explain_captures, read_move};
/// let rules = baroque_movegen::rococo::Rules::default();
/// let fen = "10/10/4p5/10/10/10/10/4A5/2k3K3/10 w";
/// let position = Position::<Rococo>::from_fen(fen, rules).unwrap();
/// let captures = explain_captures(&position, read_move(&position, "d2d6").unwrap());
/// assert_eq!(captures[0].method, CaptureMethod::Approach);
/// ```
pub fn explain_captures<G: Game>(position: &Position<G>, mv: Move) -> Vec<Attack> {
    general(position).map_or(Vec::new(), |general| general.explain_captures(mv))
}
