//! Networks: an evaluation learned from self-play, for the games that have one.
//!
//! One hidden layer seen from both sides (NNUE; Yu Nasu 2018, as most chess engines use it since): a
//! position's inputs are summed up for each side into an [`Accumulator`], its neurons are clamped and
//! squared (SCReLU), and one output layer of several, chosen by the number of pieces, weighs those of
//! the side to move and of the opponent. All arithmetic is on integers, so every processor computes
//! the same.

mod accumulator;
mod builtin;
mod format;
mod inputs;
mod kernel;
mod trace;

use baroque_movegen::{Color, Game, Position, RuleSwitches};

pub use accumulator::Accumulator;
pub use builtin::{Evaluation, builtin};
pub use format::{MAX_NETWORK_BYTES, NetworkError};
pub use inputs::Inputs;
use kernel::{SQUARE_PART, dot};
pub use trace::{NetworkTrace, PieceWorth};

/// Neurons of the hidden layer for each side.
pub const HIDDEN: usize = 64;
/// The value of a neuron or of a weight of the hidden layer that stands for 1. A weight is often less than
/// a hundredth, so units have to be small; a neuron times 32 still fits 16 bits, as the kernel needs it.
pub const HIDDEN_ONE: i32 = 1020;
/// The output weight that stands for 1.
pub const OUTPUT_ONE: i32 = 256;
/// Greatest absolute value of an output weight: with it the sum of an output fits 32 bits.
pub const MAX_OUTPUT_WEIGHT: i16 = 511;
/// Number of pieces on the board from which on the last output layer is chosen.
const MANY_PIECES: usize = 32;

/// Greatest absolute value of a network, in centipawns.
const MAX_VALUE: i64 = 1 << 20;

/// A number for each neuron of one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Neurons(pub [i16; HIDDEN]);

impl Neurons {
    /// All 0.
    pub const ZERO: Self = Self([0; HIDDEN]);
}

/// An output layer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Output {
    /// The weights of the neurons of the side to move and of those of the opponent, in parts of
    /// [`OUTPUT_ONE`], within ±[`MAX_OUTPUT_WEIGHT`].
    pub weights: [Neurons; 2],
    /// Added to their sum, in parts of [`HIDDEN_ONE`] × [`OUTPUT_ONE`].
    pub bias: i32,
}

/// A network for positions of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    /// The game, as [`game_of`] names it.
    pub game: String,
    /// Whether the value is added to the hand-made evaluation.
    pub residual: bool,
    /// Centipawns of an output of 1.
    pub scale: u16,
    /// What each input adds to the neurons, in parts of [`HIDDEN_ONE`].
    pub inputs: Vec<Neurons>,
    /// The neurons without any input.
    pub bias: Neurons,
    /// The output layers, at least one, from few pieces to many.
    pub outputs: Vec<Output>,
}

impl Network {
    /// Whether the network is one for the game of a position.
    pub fn fits<G: Game>(&self, position: &Position<G>) -> bool {
        self.check(position).is_ok()
    }

    /// Checks that the network is one for the game of a position.
    ///
    /// # Errors
    /// It is one for another game, or has another number of inputs.
    pub fn check<G: Game>(&self, position: &Position<G>) -> Result<(), NetworkError> {
        let (wanted, inputs) = (game_of(position), Inputs::of(position).count());
        if self.game != wanted {
            let wanted = if wanted.is_empty() { "this game" } else { wanted };
            return Err(NetworkError::Game { found: self.game.clone(), wanted: wanted.to_owned() });
        }
        match self.inputs.len() {
            found if found == inputs => Ok(()),
            found => Err(NetworkError::Shape { what: "inputs", found, wanted: inputs.to_string() }),
        }
    }

    /// The number of the output layer for a number of pieces on the board.
    pub fn output_of(&self, pieces: usize) -> usize {
        (pieces.saturating_sub(1) * self.outputs.len() / MANY_PIECES).min(self.outputs.len() - 1)
    }

    /// The value in centipawns for the side to move, from the neurons of both sides.
    pub fn value(&self, side: Color, neurons: &[Neurons; 2], pieces: usize) -> i32 {
        let output = &self.outputs[self.output_of(pieces)];
        let own = dot(&neurons[side as usize], &output.weights[0]);
        let enemy = dot(&neurons[!side as usize], &output.weights[1]);
        let sum = (i64::from(own) + i64::from(enemy)) * i64::from(SQUARE_PART)
            / i64::from(HIDDEN_ONE)
            + i64::from(output.bias);
        let value = sum * i64::from(self.scale) / i64::from(HIDDEN_ONE * OUTPUT_ONE);
        // Beyond this no value means more, and sums with others do not overflow.
        value.clamp(-MAX_VALUE, MAX_VALUE) as i32
    }
}

/// What a network calls the game of a position: the name of its default rule set, or the first digits of
/// the hash of its definition.
pub fn game_of<G: Game>(position: &Position<G>) -> &str {
    let hash = || position.rules().definition_hash()?.get(..format::NAME);
    Some(game_name::<G>()).filter(|name| !name.is_empty()).or_else(hash).unwrap_or_default()
}

/// The name of a game: that of its default rule set; empty for games from files.
pub fn game_name<G: Game>() -> &'static str {
    G::VARIANTS.first().map_or("", |variant| variant.name)
}
