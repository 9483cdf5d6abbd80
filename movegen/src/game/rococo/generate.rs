//! Legal moves of Rococo, set by set. No king has to be kept safe, so all that a man can do is
//! legal.

use std::ops::ControlFlow;

use crate::game::{Game, MoveGroup, Scope};
use crate::{Move, PieceKind, Position, Special, Square};

use super::movement::Movement;
use super::{Rococo, Set, promotion};

/// See [`Game::generate`].
#[inline]
pub fn generate(
    position: &Position<Rococo>,
    scope: Scope,
    mut listener: impl FnMut(MoveGroup<u128>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if Rococo::decided(position).is_some() {
        return ControlFlow::Continue(());
    }
    let generator = Generator::new(position, scope);
    for &kind in Rococo::KINDS {
        for from in position.board().pieces(position.side(), kind) {
            generator.groups_of(kind, from, &mut listener)?;
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
    if Rococo::decided(position).is_some() {
        return false;
    }
    let mut find = |group: MoveGroup<u128>| {
        let found = group.special == mv.special() && group.landings().has(mv.to());
        if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    Generator::new(position, Scope::All).groups_of(kind, mv.from(), &mut find).is_break()
}

/// What is computed once a position.
struct Generator<'a> {
    position: &'a Position<Rococo>,
    movement: Movement<'a>,
    frozen: Set,
    scope: Scope,
}

impl<'a> Generator<'a> {
    #[inline(always)]
    fn new(position: &'a Position<Rococo>, scope: Scope) -> Self {
        let movement = Movement::new(position);
        let frozen = Rococo::frozen(position, position.side());
        Self { position, movement, frozen, scope }
    }

    /// Everything that one man may do.
    #[inline(always)]
    fn groups_of(
        &self,
        kind: PieceKind,
        from: Square,
        listener: &mut impl FnMut(MoveGroup<u128>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let all = self.scope == Scope::All;
        if self.frozen.has(from) {
            let suicide = Set::from(from).only_if(all && kind != PieceKind::King);
            return listener(MoveGroup::plain(kind, from, suicide, Set::EMPTY));
        }
        let (quiets, captures) = if all || self.movement.may_take(kind, from) {
            self.movement.landings(kind, from)
        } else {
            (Set::EMPTY, Set::EMPTY)
        };
        let plain = MoveGroup::plain(kind, from, quiets.only_if(all), captures);
        listener(plain)?;
        match kind {
            PieceKind::Pawn => self.promotions(plain, listener),
            PieceKind::Swapper | PieceKind::Chameleon => listener(MoveGroup {
                special: Special::Destruction,
                quiets: Set::EMPTY,
                captures: self.movement.destructible(kind, from),
                ..plain
            }),
            _ => ControlFlow::Continue(()),
        }
    }

    /// The moves of a pawn once more, with all that they let it become.
    #[inline(always)]
    fn promotions(
        &self,
        pawn: MoveGroup<u128>,
        listener: &mut impl FnMut(MoveGroup<u128>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let side = self.position.side();
        let (quiets, captures) =
            (pawn.quiets & promotion::ranks(side), pawn.captures & promotion::ranks(side));
        if (quiets | captures).is_empty() {
            return ControlFlow::Continue(());
        }
        promotion::men(self.position.board(), side).try_for_each(|man| {
            listener(MoveGroup { special: Special::Man(man), quiets, captures, ..pawn })
        })
    }
}
