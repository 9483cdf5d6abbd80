//! The hidden layer of a position, brought up to date from that of another one.

use arrayvec::ArrayVec;
use baroque_movegen::{
    Bitboard, Board, BoardTypes, ByColor, Color, Game, Grid, PieceKind, Position, RuleFlags,
};

use super::{Inputs, Network, Neurons};

/// More than the inputs of any position, so that a list holds all that one has and another lacks.
const MAX_CHANGES: usize = 256;

/// The neurons of both sides for some position, which it remembers.
///
/// To bring it up to date, the pieces of that position are compared with those of the new one. That
/// is right whatever a move does: captures of several pieces, swaps, drops and explosions need no
/// code of their own.
#[derive(Clone, Debug)]
pub struct Accumulator<G: BoardTypes> {
    board: Board<G>,
    options: RuleFlags,
    frozen: ByColor<Bitboard<G::Geometry>>,
    /// The neurons by side, before they are clamped.
    neurons: [Neurons; 2],
}

impl<G: Game> Accumulator<G> {
    /// The accumulator of an empty board.
    pub fn new(network: &Network) -> Self {
        let frozen = ByColor([Bitboard::EMPTY; Color::NUM]);
        let (board, options) = (Board::default(), RuleFlags::empty());
        Self { board, options, frozen, neurons: [network.bias; 2] }
    }

    /// The neurons of both sides, White's first, before they are clamped.
    pub fn neurons(&self) -> &[Neurons; 2] {
        &self.neurons
    }

    /// The network's value of the position, in centipawns for the side to move.
    pub fn value(&self, network: &Network, side: Color) -> i32 {
        network.value(side, &self.neurons, self.board.occupied().len() as usize)
    }

    /// The accumulator of a position, by what is different from that of this one. `network` is the
    /// same in all calls.
    #[must_use]
    pub fn updated(&self, network: &Network, position: &Position<G>) -> Self {
        let (board, options) = (*position.board(), position.options());
        let inputs = Inputs::of(position);
        let frozen = ByColor(Color::ALL.map(|color| position.frozen(color)));
        let mut changes = Changes::default();
        if options != self.options {
            changes.compare_options::<G>(inputs, self.options, options);
        }
        for color in Color::ALL {
            for kind in position.pieces().kinds() {
                let before = self.board.pieces(color, kind);
                let after = board.pieces(color, kind);
                let (stuck_before, stuck) = (before & self.frozen[color], after & frozen[color]);
                let (free_before, free) = (before - stuck_before, after - stuck);
                changes.compare(inputs, (color, kind, false), free_before, free);
                changes.compare(inputs, (color, kind, true), stuck_before, stuck);
            }
            if self.board.hand(color) != board.hand(color) {
                changes.compare_hands(inputs, color, &self.board, &board);
            }
        }
        let mut neurons = self.neurons;
        for (view, neurons) in neurons.iter_mut().enumerate() {
            for input in &changes.added {
                add(neurons, &network.inputs[usize::from(input[view])]);
            }
            for input in &changes.removed {
                subtract(neurons, &network.inputs[usize::from(input[view])]);
            }
        }
        Self { board, options, frozen, neurons }
    }
}

/// The inputs that two positions do not have in common, each as White and as Black see it.
#[derive(Default)]
struct Changes {
    added: ArrayVec<[u16; 2], MAX_CHANGES>,
    removed: ArrayVec<[u16; 2], MAX_CHANGES>,
}

impl Changes {
    /// Compares the squares of the pieces of a kind that are frozen, or that are not.
    #[inline]
    fn compare<G: Grid>(
        &mut self,
        inputs: Inputs,
        (color, kind, frozen): (Color, PieceKind, bool),
        before: Bitboard<G>,
        after: Bitboard<G>,
    ) {
        let input =
            |square| Color::ALL.map(|view| inputs.piece(view, color, kind, frozen, square) as u16);
        self.added.extend((after - before).into_iter().map(input));
        self.removed.extend((before - after).into_iter().map(input));
    }

    /// Compares the switches of the rules, which are the same within a search.
    #[cold]
    fn compare_options<G: Game>(&mut self, inputs: Inputs, before: RuleFlags, after: RuleFlags) {
        let input = |input| [input as u16; 2];
        self.added.extend(inputs.switches::<G>(after).map(input));
        self.removed.extend(inputs.switches::<G>(before).map(input));
    }

    /// Compares the hands of a side.
    #[cold]
    fn compare_hands<G: BoardTypes>(
        &mut self,
        inputs: Inputs,
        color: Color,
        before: &Board<G>,
        after: &Board<G>,
    ) {
        for kind in (0..after.kind_count()).map(PieceKind::new) {
            let input = Color::ALL.map(|view| inputs.in_hand(view, color, kind) as u16);
            let (before, after) = (before.hand(color).count(kind), after.hand(color).count(kind));
            let times = usize::from(after.abs_diff(before));
            let changed = if after > before { &mut self.added } else { &mut self.removed };
            changed.extend(std::iter::repeat_n(input, times));
        }
    }
}

fn add(neurons: &mut Neurons, weights: &Neurons) {
    for (neuron, weight) in neurons.0.iter_mut().zip(&weights.0) {
        *neuron = neuron.wrapping_add(*weight);
    }
}

fn subtract(neurons: &mut Neurons, weights: &Neurons) {
    for (neuron, weight) in neurons.0.iter_mut().zip(&weights.0) {
        *neuron = neuron.wrapping_sub(*weight);
    }
}
