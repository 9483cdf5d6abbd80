//! The evaluation of one search thread: by the network of the game, or by hand if there is none.

use baroque_movegen::Position;

use crate::eval::{self, HandMade};
use crate::network::{Accumulator, Network, builtin};
use crate::params::TunedGame;
use crate::score::{MAX_PLY, Score};
use crate::strength::Skill;

/// The static evaluation of a position as searches use it, for the side to move and as
/// [`Score::reported`]: by the network that its game has in this build, or by hand.
///
/// ```
/// use baroque_engine::evaluate;
/// use baroque_movegen::{Maxima, Position};
/// assert!(evaluate(&Position::<Maxima>::default()).value().abs() < 100);
/// ```
pub fn evaluate<G: TunedGame>(position: &Position<G>) -> Score {
    static_value(builtin(position), position).reported::<G>()
}

/// The static evaluation by a network, or by hand without one, for the side to move.
pub fn static_value<G: TunedGame>(network: Option<&Network>, position: &Position<G>) -> Score {
    let Some(network) = network else {
        return eval::hand_made(position);
    };
    with_residual(network, network.evaluate(position), position, &mut HandMade::default())
}

/// The value of a network, and the hand-made evaluation if the network was made to be added to it.
#[inline]
fn with_residual<G: TunedGame>(
    network: &Network,
    value: i32,
    position: &Position<G>,
    hand_made: &mut HandMade<G>,
) -> Score {
    let hand_made = if network.residual { hand_made.evaluate(position).value() } else { 0 };
    Score::cp(value + hand_made)
}

/// Evaluates positions along a line of play.
pub enum Evaluator<'a, G: TunedGame> {
    /// Material alone.
    Material,
    /// The hand-made evaluation.
    HandMade(HandMade<G>),
    /// A network, with the accumulator of the last position evaluated at each ply so far, and what it may
    /// be added to.
    Network(&'a Network, Vec<Accumulator<G>>, HandMade<G>),
    /// Another one, whose values have errors.
    Weak(Box<Self>, Skill),
}

impl<'a, G: TunedGame> Evaluator<'a, G> {
    /// An evaluator by a network, or by hand.
    pub fn new(network: Option<&'a Network>) -> Self {
        match network {
            Some(network) => {
                Self::Network(network, Vec::with_capacity(MAX_PLY + 2), HandMade::default())
            }
            None => Self::HandMade(HandMade::default()),
        }
    }

    /// The static evaluation for the side to move of a position at a ply.
    #[inline]
    pub fn evaluate(&mut self, position: &Position<G>, ply: usize) -> Score {
        match self {
            Self::Material => eval::material(position),
            Self::HandMade(hand_made) => hand_made.evaluate(position),
            Self::Network(network, accumulators, hand_made) => {
                if accumulators.len() <= ply {
                    accumulators.resize(ply + 1, Accumulator::new(network));
                }
                let (before, from_here) = accumulators.split_at_mut(ply);
                let accumulator = &mut from_here[0];
                // The position a ply before differs by one move, if it was evaluated at all; the last one
                // at this ply often by two.
                let board = position.board();
                if let Some(parent) = before.last()
                    && parent.distance(board) <= accumulator.distance(board)
                {
                    accumulator.clone_from(parent);
                }
                accumulator.update(network, position);
                let value = accumulator.value(network, position.side());
                with_residual(network, value, position, hand_made)
            }
            Self::Weak(exact, skill) => {
                let value = exact.evaluate(position, ply).value();
                Score::cp(value + skill.error(position.key()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::{HIDDEN_ONE, Inputs, Neurons, OUTPUT_ONE, Output, game_name};
    use baroque_movegen::Rococo;

    #[test]
    fn a_residual_network_is_added_to_the_hand_made_evaluation() {
        let position = Position::<Rococo>::default();
        let network = |residual| Network {
            game: game_name::<Rococo>().to_owned(),
            residual,
            scale: 1,
            inputs: vec![Neurons::ZERO; Inputs::of(&position).count()],
            bias: Neurons::ZERO,
            outputs: vec![Output {
                weights: [Neurons::ZERO; 2],
                bias: 123 * HIDDEN_ONE * OUTPUT_ONE,
            }],
        };
        let value = |network: &Network| Evaluator::new(Some(network)).evaluate(&position, 0);
        assert_eq!(value(&network(false)), Score::cp(123));
        assert_eq!(value(&network(true)), Score::cp(123 + eval::hand_made(&position).value()));
    }
}
