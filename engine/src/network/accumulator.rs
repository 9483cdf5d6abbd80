//! The hidden layer of a position, brought up to date from that of another one.

use arrayvec::ArrayVec;
use baroque_movegen::{
    Bitboard, Board, BoardTypes, ByColor, Color, Game, Piece, PieceKind, Position, RuleFlags,
};

use super::kernel::change;
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
        let mut updated = self.clone();
        updated.update(network, position);
        updated
    }

    /// The number of squares on which its position and a board differ in the side that stands there, if
    /// any does.
    #[inline]
    pub fn distance(&self, board: &Board<G>) -> u32 {
        let other = |color| self.board.color(color) ^ board.color(color);
        (other(Color::White) | other(Color::Black)).len()
    }

    /// Makes it the accumulator of another position, by what is different. `network` is the same in
    /// all calls.
    #[inline]
    pub fn update(&mut self, network: &Network, position: &Position<G>) {
        let (board, options) = (*position.board(), position.options());
        let inputs = Inputs::of(position);
        let frozen = ByColor(Color::ALL.map(|color| position.frozen(color)));
        let mut changes = Changes::default();
        if options != self.options {
            changes.compare_options::<G>(inputs, self.options, options);
        }
        let mut changed = Bitboard::EMPTY;
        for color in Color::ALL {
            changed |= self.board.color(color) ^ board.color(color);
            changed |= self.frozen[color] ^ frozen[color];
            if self.board.hand(color) != board.hand(color) {
                changes.compare_hands(inputs, color, &self.board, &board);
            }
        }
        for kind in position.pieces().kinds() {
            changed |= self.board.kind(kind) ^ board.kind(kind);
        }
        let input = |board: &Board<G>, frozen: &ByColor<Bitboard<G::Geometry>>, square| {
            let Piece { color, kind } = board.piece_at(square)?;
            let is_frozen = frozen[color].has(square);
            let seen = |view| inputs.piece(view, color, kind, is_frozen, square) as u16;
            Some(Color::ALL.map(seen))
        };
        for square in changed {
            if let Some(before) = input(&self.board, &self.frozen, square) {
                push(&mut changes.removed, before);
            }
            if let Some(after) = input(&board, &frozen, square) {
                push(&mut changes.added, after);
            }
        }
        let Changes { added, removed } = &changes;
        for ((neurons, added), removed) in self.neurons.iter_mut().zip(added).zip(removed) {
            change(neurons, &network.inputs, added, removed);
        }
        (self.board, self.options, self.frozen) = (board, options, frozen);
    }
}

/// The inputs that two positions do not have in common, as White and as Black see them.
#[derive(Default)]
struct Changes {
    added: [ArrayVec<u16, MAX_CHANGES>; 2],
    removed: [ArrayVec<u16, MAX_CHANGES>; 2],
}

impl Changes {
    /// Compares the switches of the rules, which are the same within a search.
    #[cold]
    fn compare_options<G: Game>(&mut self, inputs: Inputs, before: RuleFlags, after: RuleFlags) {
        for input in inputs.switches::<G>(after) {
            push(&mut self.added, [input as u16; 2]);
        }
        for input in inputs.switches::<G>(before) {
            push(&mut self.removed, [input as u16; 2]);
        }
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
            let changed = if after > before { &mut self.added } else { &mut self.removed };
            for _ in 0..after.abs_diff(before) {
                push(changed, input);
            }
        }
    }
}

/// Adds an input as both sides see it.
#[inline(always)]
fn push(lists: &mut [ArrayVec<u16, MAX_CHANGES>; 2], input: [u16; 2]) {
    for (list, input) in lists.iter_mut().zip(input) {
        list.push(input);
    }
}
