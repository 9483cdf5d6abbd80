//! What a network says of a position, piece by piece.

use baroque_movegen::{Board, Color, Game, Piece, Position, Setup, Square};

use super::{Accumulator, Network};

/// A network's value of a position, and what it loses without each piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetworkTrace {
    /// Centipawns for the side to move; without the hand-made evaluation, to which it is added if
    /// [`Network::residual`].
    pub value: i32,
    /// [`Network::residual`].
    pub residual: bool,
    /// Those on the board, then one of each kind in a hand. Royal pieces are left out, and so are
    /// pieces without which the position is not valid.
    pub pieces: Vec<PieceWorth>,
}

/// What a side loses without a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceWorth {
    /// The piece.
    pub piece: Piece,
    /// Where it stands; `None` in a hand.
    pub square: Option<Square>,
    /// Centipawns for the side of the piece.
    pub worth: i32,
}

impl Network {
    /// The value of a position in centipawns for the side to move, computed from scratch.
    pub fn evaluate<G: Game>(&self, position: &Position<G>) -> i32 {
        Accumulator::new(self).updated(self, position).value(self, position.side())
    }

    /// The value of a position, and what it loses without each piece.
    pub fn trace<G: Game>(&self, position: &Position<G>) -> NetworkTrace {
        let board = position.board();
        let value = self.evaluate(position);
        let worth = |piece: Piece, square, board: Board<G>| {
            let without = Position::new(Setup { board, ..position.setup() }).ok()?;
            let loss = value - self.evaluate(&without);
            let worth = if piece.color == position.side() { loss } else { -loss };
            Some(PieceWorth { piece, square, worth })
        };
        let on_square = |square| {
            let piece = board.piece_at(square).filter(|piece| !position.is_royal(piece.kind))?;
            let mut without = *board;
            without.remove(square);
            worth(piece, Some(square), without)
        };
        let in_hand = |color| {
            board.hand(color).kinds().filter_map(move |kind| {
                let mut without = *board;
                without.set_hand(color, kind, board.hand(color).count(kind) - 1)?;
                worth(Piece { color, kind }, None, without)
            })
        };
        let on_board = board.occupied().iter().filter_map(on_square);
        NetworkTrace {
            value,
            residual: self.residual,
            pieces: on_board.chain(Color::ALL.into_iter().flat_map(in_hand)).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::{HIDDEN, Inputs, Neurons, OUTPUT_ONE, Output, game_name};
    use baroque_movegen::Renaissance;

    /// A network in which each input counts.
    fn network(position: &Position<Renaissance>) -> Network {
        let neurons = |input: usize| {
            let mut neurons = Neurons::ZERO;
            neurons.0[input % HIDDEN] = 40 + (input % 37) as i16 * 4;
            neurons
        };
        let weights = [Neurons([400; HIDDEN]), Neurons([-360; HIDDEN])];
        Network {
            game: game_name::<Renaissance>().to_owned(),
            residual: false,
            scale: 3000,
            inputs: (0..Inputs::of(position).count()).map(neurons).collect(),
            bias: Neurons([80; HIDDEN]),
            outputs: vec![Output { weights, bias: OUTPUT_ONE }],
        }
    }

    #[test]
    fn a_piece_is_worth_what_the_value_loses_without_it() {
        let position = |fen: &str| fen.parse::<Position<Renaissance>>().unwrap();
        let whole = position("8k/9/3c5/9/9/9/1u3W3/9/K8[RRp] b - - 0 1");
        let network = network(&whole);
        let trace = network.trace(&whole);
        assert_eq!(trace.value, network.evaluate(&whole));
        // By squares from a1 on, then the hands, White's first.
        let without = [
            (Color::Black, "8k/9/3c5/9/9/9/5W3/9/K8[RRp] b - - 0 1"),
            (Color::White, "8k/9/3c5/9/9/9/1u7/9/K8[RRp] b - - 0 1"),
            (Color::Black, "8k/9/9/9/9/9/1u3W3/9/K8[RRp] b - - 0 1"),
            (Color::White, "8k/9/3c5/9/9/9/1u3W3/9/K8[Rp] b - - 0 1"),
            (Color::Black, "8k/9/3c5/9/9/9/1u3W3/9/K8[RR] b - - 0 1"),
        ];
        let expected = without.map(|(color, fen)| {
            let loss = trace.value - network.evaluate(&position(fen));
            (color, if color == Color::Black { loss } else { -loss })
        });
        let shown = trace.pieces.iter().map(|shown| (shown.piece.color, shown.worth));
        assert_eq!(shown.collect::<Vec<_>>(), expected);
        assert!(expected.iter().all(|&(_, worth)| worth != 0), "{expected:?}");
    }
}
