//! A position as one side sees it that moves: who is frozen, who is shielded, who can take whom.

use super::program::{Kind, Program};
use crate::definition::{Field, Immune};
use crate::position::table::Set;
use crate::{Bitboard, Board, Color, Game, PieceKind, Position, Square};

/// The inputs of the moves of one side, computed once per position. Shields, immunity and freezing
/// are those of the board before the move (rules, 10).
pub struct Scene<'a, G: Game> {
    pub program: &'static Program<G::Geometry>,
    pub board: &'a Board<G>,
    pub geometry: G::Geometry,
    pub side: Color,
    pub own: Set<G>,
    pub enemy: Set<G>,
    pub occupied: Set<G>,
    pub frozen: Set<G>,
    /// Own pieces that can neither take nor act.
    pub neutralized: Set<G>,
    /// Enemies that cannot be taken.
    pub shielded: Set<G>,
    pub swap_ban: Option<[Square; 2]>,
}

impl<'a, G: Game> Scene<'a, G> {
    /// For a side, whichever is to move.
    pub fn new(
        program: &'static Program<G::Geometry>,
        position: &'a Position<G>,
        side: Color,
    ) -> Self {
        let board = position.board();
        let neutralized = neutralized(program, position, side);
        Self {
            program,
            board,
            geometry: position.geometry(),
            side,
            own: board.color(side),
            enemy: board.color(!side),
            occupied: board.occupied(),
            frozen: frozen(program, position, side),
            neutralized,
            shielded: shielded(program, position, !side),
            swap_ban: position.swap_ban(),
        }
    }

    /// What a kind does.
    pub fn kind(&self, kind: PieceKind) -> &'static Kind<G::Geometry> {
        &self.program.kinds[kind.index()]
    }

    /// All kinds with what they do.
    pub fn kinds(&self) -> impl Iterator<Item = (PieceKind, &'static Kind<G::Geometry>)> {
        self.program.kinds.iter().enumerate().map(|(row, kind)| (PieceKind::new(row), kind))
    }

    /// The enemies on which a piece of a kind can use a method or an act, shielded ones included.
    pub fn open_to(&self, by: PieceKind, method: Immune) -> Set<G> {
        if !self.program.has_powers {
            return self.enemy;
        }
        let mut open = self.enemy;
        for (kind, content) in self.kinds() {
            let immune = content.immune.to.intersects(method) || content.immune.kinds.has(by);
            open = open - self.board.kind(kind).masked(immune);
        }
        open
    }

    /// The enemies that a piece of a kind can take by a method.
    pub fn takeable(&self, by: PieceKind, method: Immune) -> Set<G> {
        self.open_to(by, method) - self.shielded
    }

    /// The pieces of both sides that a piece of a kind can move by an act.
    pub fn movable(&self, by: PieceKind, act: Immune) -> Set<G> {
        self.own | self.open_to(by, act)
    }
}

/// Calls the visitor with each piece of a side that has a field, and the pieces in its reach.
fn for_each_field<G: Game>(
    program: &'static Program<G::Geometry>,
    position: &Position<G>,
    side: Color,
    field: impl Fn(&Kind<G::Geometry>) -> Option<Field>,
    mut visitor: impl FnMut(PieceKind, Square, Set<G>),
) {
    let board = position.board();
    for (row, content) in program.kinds.iter().enumerate() {
        let kind = PieceKind::new(row);
        let Some(Field { kinds, range }) = field(content) else { continue };
        for square in board.pieces(side, kind) {
            let reach = program.within(position.geometry(), square, range);
            visitor(kind, square, reach & board.kinds(kinds));
        }
    }
}

/// The frozen pieces of a side.
pub fn frozen<G: Game>(
    program: &'static Program<G::Geometry>,
    position: &Position<G>,
    side: Color,
) -> Set<G> {
    let board = position.board();
    let powerless = neutralized(program, position, !side);
    let mut frozen = Bitboard::EMPTY;
    for_each_field(
        program,
        position,
        !side,
        |kind| kind.freezes,
        |kind, square, reach| {
            if powerless.has(square) {
                return;
            }
            let reached = reach & board.color(side);
            let rescuing = program.kinds[kind.index()].unless_beside;
            let rescuers = program.beside(square) & board.color(side) & board.kinds(rescuing);
            frozen |= match rescuers.len() {
                0 => reached,
                // The only rescuer frees the others, but not itself.
                1 => reached & rescuers,
                _ => Bitboard::EMPTY,
            };
        },
    );
    for (row, content) in program.kinds.iter().enumerate() {
        let immune = content.immune.to.contains(Immune::FREEZING);
        frozen = frozen - board.kind(PieceKind::new(row)).masked(immune);
    }
    frozen
}

/// The pieces of a side that enemies neutralize.
fn neutralized<G: Game>(
    program: &'static Program<G::Geometry>,
    position: &Position<G>,
    side: Color,
) -> Set<G> {
    if !program.has_powers {
        return Bitboard::EMPTY;
    }
    let board = position.board();
    let mut neutralized = Bitboard::EMPTY;
    for_each_field(
        program,
        position,
        !side,
        |kind| kind.neutralizes,
        |_, _, reach| {
            neutralized |= reach & board.color(side);
        },
    );
    for (row, content) in program.kinds.iter().enumerate() {
        // Neutralizers do not neutralize each other.
        let neutralizes = content.neutralizes.is_some();
        neutralized = neutralized - board.kind(PieceKind::new(row)).masked(neutralizes);
    }
    neutralized
}

/// The pieces of a side that its own pieces shield.
fn shielded<G: Game>(
    program: &'static Program<G::Geometry>,
    position: &Position<G>,
    side: Color,
) -> Set<G> {
    if !program.has_powers {
        return Bitboard::EMPTY;
    }
    let powerless = neutralized(program, position, side);
    let mut shielded = Bitboard::EMPTY;
    for_each_field(
        program,
        position,
        side,
        |kind| kind.shields,
        |_, square, reach| {
            shielded |= (reach & position.board().color(side)).masked(!powerless.has(square));
        },
    );
    shielded
}
