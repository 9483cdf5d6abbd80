//! What a network says of a position, piece by piece.

use baroque_movegen::{Color, Game, PieceKind, Position, Setup, Square};

use super::{Accumulator, Network};

/// A network's value of a position, and what it loses without each piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetworkTrace {
    /// Centipawns for the side to move; without the hand-made evaluation, to which it is added if
    /// [`Network::residual`].
    pub value: i32,
    /// [`Network::residual`].
    pub residual: bool,
    /// Centipawns that the value for a piece's side loses without it. Kings are left out, and so are
    /// pieces without which the position is not valid.
    pub pieces: Vec<(Square, i32)>,
}

impl Network {
    /// The value of a position in centipawns for the side to move, computed from scratch.
    pub fn evaluate<G: Game>(&self, position: &Position<G>) -> i32 {
        Accumulator::new(self).updated(self, position).value(self, position.side())
    }

    /// The value of a position, and what it loses without each piece.
    pub fn trace<G: Game>(&self, position: &Position<G>) -> NetworkTrace {
        let value = self.evaluate(position);
        let worth = |square: Square| {
            let mut setup = Setup::<G>::from_fen(&position.to_fen(), *position.rules()).ok()?;
            let white = position.board().color(Color::White).has(square);
            let color = if white { Color::White } else { Color::Black };
            let kind = position.kind_at(square).filter(|&kind| kind != PieceKind::KING)?;
            setup.board.toggle(color, kind, square);
            let without = Position::new(setup).ok()?;
            let loss = value - self.evaluate(&without);
            Some((square, if color == position.side() { loss } else { -loss }))
        };
        NetworkTrace {
            value,
            residual: self.residual,
            pieces: position.board().occupied().iter().filter_map(worth).collect(),
        }
    }
}
