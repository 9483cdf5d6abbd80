//! Legal moves of Rococo as sets of destinations. There is no check, so every move of a piece is
//! legal.

use std::ops::ControlFlow;

use crate::{
    Board10x10, Description, Game, GenType, Move, MoveGroup, PieceKind, Position, Special, Square,
};

use super::board::Set;
use super::movement::Movement;
use super::{Rococo, promotion};

/// See [`Game::generate`].
#[inline]
pub fn generate(
    position: &Position<Rococo>,
    gen_type: GenType,
    mut visitor: impl FnMut(MoveGroup<Board10x10>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if Rococo::immediate_outcome(position).is_some() {
        return ControlFlow::Continue(());
    }
    let generator = Generator::new(position, gen_type);
    for &kind in Rococo::KINDS {
        for from in position.board().pieces(position.side(), kind) {
            generator.groups_of(kind, from, &mut visitor)?;
        }
    }
    ControlFlow::Continue(())
}

/// See [`Game::is_legal`].
pub fn is_legal(position: &Position<Rococo>, mv: Move) -> bool {
    let own = position.board().color(position.side()).has(mv.from());
    let Some(kind) = position.kind_at(mv.from()).filter(|_| own) else {
        return false;
    };
    if Rococo::immediate_outcome(position).is_some() {
        return false;
    }
    let mut find = |group: MoveGroup<Board10x10>| {
        let found = group.special == mv.special() && group.destinations().has(mv.to());
        if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    Generator::new(position, GenType::All).groups_of(kind, mv.from(), &mut find).is_break()
}

/// The inputs of the generator, computed once per position.
struct Generator<'a> {
    position: &'a Position<Rococo>,
    movement: Movement<'a>,
    frozen: Set,
    gen_type: GenType,
}

impl<'a> Generator<'a> {
    #[inline(always)]
    fn new(position: &'a Position<Rococo>, gen_type: GenType) -> Self {
        let movement = Movement::new(position);
        let frozen = Rococo::frozen(position, position.side());
        Self { position, movement, frozen, gen_type }
    }

    /// All moves of one piece.
    #[inline(always)]
    fn groups_of(
        &self,
        kind: PieceKind,
        from: Square,
        visitor: &mut impl FnMut(MoveGroup<Board10x10>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let all = self.gen_type == GenType::All;
        if self.frozen.has(from) {
            let suicide = Set::from(from).masked(all && kind != PieceKind::King);
            return visitor(MoveGroup::plain(kind, from, suicide, Set::EMPTY));
        }
        let (quiets, captures) = if all || self.movement.may_capture(kind, from) {
            self.movement.destinations(kind, from)
        } else {
            (Set::EMPTY, Set::EMPTY)
        };
        let plain = MoveGroup::plain(kind, from, quiets.masked(all), captures);
        visitor(plain)?;
        match kind {
            PieceKind::Pawn => self.promotions(plain, visitor),
            PieceKind::Swapper | PieceKind::Chameleon => visitor(MoveGroup {
                special: Special::Destruction,
                quiets: Set::EMPTY,
                captures: self.movement.destructible(kind, from),
                ..plain
            }),
            _ => ControlFlow::Continue(()),
        }
    }

    /// The moves of a pawn to its promotion ranks, once for each kind that it may become.
    #[inline(always)]
    fn promotions(
        &self,
        pawn: MoveGroup<Board10x10>,
        visitor: &mut impl FnMut(MoveGroup<Board10x10>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let side = self.position.side();
        let (quiets, captures) =
            (pawn.quiets & promotion::ranks(side), pawn.captures & promotion::ranks(side));
        if (quiets | captures).is_empty() {
            return ControlFlow::Continue(());
        }
        promotion::pieces(self.position.board(), side).try_for_each(|piece| {
            visitor(MoveGroup { special: Special::Piece(piece), quiets, captures, ..pawn })
        })
    }
}
