//! The acts that are made as invokes.

use baroque_games::Draw;
use baroque_movegen::definition::{Act, Definition};
use baroque_movegen::{CustomGame, Move, Position};

/// The acts of each kind that are made as invokes.
pub struct Invokes(Vec<Vec<Act>>);

impl Invokes {
    /// Those of a drawn game.
    pub fn new(definition: &Definition, draw: &Draw) -> Self {
        let invoked =
            |acts: &[Act]| acts.iter().copied().filter(|act| draw.is_invoked(*act)).collect();
        Self(definition.pieces.iter().map(|piece| invoked(&piece.acts)).collect())
    }

    /// Whether a legal move is an invoke.
    pub fn has(&self, position: &Position<CustomGame>, mv: Move) -> bool {
        let kind = position.kind_at(mv.from()).filter(|_| mv.dropped().is_none());
        let acts = kind.and_then(|kind| self.0.get(kind.index()));
        acts.is_some_and(|acts| acts.iter().any(|&act| position.is_act(mv, act)))
    }
}
