//! Legal moves as sets of destinations.

use std::ops::ControlFlow;

use crate::piece::Methods;
use crate::position::table::Set;
use crate::{
    Bitboard, Game, GenType, Geometry, Move, MoveGroup, PieceKind, Position, RuleFlags, Special,
    Square,
};

use super::acts::{Act, has_acts, may_act};
use super::area::allowed;
use super::ends::winning;
use super::freeze::frozen;
use super::king_context::KingContext;
use super::king_safety::KingSafety;
use super::pseudo_legal::{CommonDestinations, PseudoLegal};
use super::row::{Row, by_row, for_each_row, has, some_piece_has, with_row};
use super::threats::Threats;
use crate::position::execution::Visitor;

/// Calls the visitor with groups of legal moves.
#[inline(always)]
pub fn generate<G: Game>(
    position: &Position<G>,
    gen_type: GenType,
    visitor: Visitor<G>,
) -> ControlFlow<()> {
    let generator = Generator::new(position);
    if const { may_act::<G>() } && has_acts::<G>(position.rules()) {
        generator.moves(gen_type, visitor)?;
        return generator.acts(gen_type, visitor);
    }
    generator.moves(gen_type, visitor)
}

/// Calls the visitor with groups of legal captures: all of pieces on `target`, and few others.
#[inline(always)]
pub fn captures_of<G: Game>(
    position: &Position<G>,
    target: Square,
    visitor: Visitor<G>,
) -> ControlFlow<()> {
    let movement = PseudoLegal::new(position);
    let common = movement.common(target.into());
    let mut pieces = movement.attackers(&common);
    if some_piece_has!(G, position.rules(), DESTROY) {
        pieces |= movement.own & movement.geometry.neighbours(target);
    }
    // The moves of most pieces need neither the threats to their king nor what is frozen.
    if pieces.is_empty() {
        return ControlFlow::Continue(());
    }
    let generator = Generator::new(position);
    generator.moves_of(pieces & generator.free, GenType::Captures, &common, visitor)
}

/// Whether a move, which may come from another position, is legal.
pub fn is_legal<G: Game>(position: &Position<G>, mv: Move) -> bool {
    if let Some(act) = Act::of(position, mv) {
        return act.is_pseudo_legal(position, mv) && act.is_safe(position, mv);
    }
    let Some(kind) = pseudo_legal_kind(position, mv) else {
        return false;
    };
    winning(position, mv.from()).has(mv.to())
        || KingSafety::new(position, position.side())
            .is_none_or(|view| is_safe(&PseudoLegal::new(position), &view, kind, mv))
}

/// Whether a move is legal except that it may leave the own king in check.
pub fn is_pseudo_legal<G: Game>(position: &Position<G>, mv: Move) -> bool {
    match Act::of(position, mv) {
        Some(act) => act.is_pseudo_legal(position, mv),
        None => pseudo_legal_kind(position, mv).is_some(),
    }
}

/// The kind of the piece that makes a move, if the move is pseudo-legal.
fn pseudo_legal_kind<G: Game>(position: &Position<G>, mv: Move) -> Option<PieceKind> {
    let (board, side) = (position.board(), position.side());
    let (from, to) = (mv.from(), mv.to());
    let on_board =
        from.index().max(to.index()) < position.geometry().files() * position.geometry().ranks();
    if !on_board || mv.dropped().is_some() {
        return None;
    }
    let kind = board.kind_at(from).filter(|_| board.color(side).has(from))?;
    let is_frozen = frozen(position, side).has(from);
    let possible = if mv.is_suicide() {
        is_frozen && kind != PieceKind::KING && position.options().contains(RuleFlags::SUICIDE)
    } else {
        !is_frozen && with_row!(G, position.rules(), kind, row => reaches(position, row, mv))
    };
    possible.then_some(kind)
}

/// Whether a piece that is not frozen has a move but for the safety of its king.
#[inline(always)]
fn reaches<G: Game, R: Row<G>>(position: &Position<G>, row: R, mv: Move) -> bool {
    let movement = PseudoLegal::new(position);
    let (from, to, side) = (mv.from(), mv.to(), position.side());
    match mv.special() {
        Special::Normal => {}
        Special::Destruction => {
            return some_piece_has!(G, position.rules(), DESTROY)
                && movement.destructible(row, from).has(to);
        }
        Special::Piece(kind) => {
            let promotes = has!(G, row: R, PROMOTE)
                && row.info().promotion.is_some_and(|promotion| {
                    let mut kinds = promotion.kinds(position.board(), side);
                    promotion.zone::<G::Geometry>(side).has(to) && kinds.any(|other| other == kind)
                });
            if !promotes {
                return false;
            }
        }
        _ => return false,
    }
    (movement.all_destinations(row, from) & allowed(position, from)).has(to)
}

/// Whether a pseudo-legal move does not leave the own king in check.
fn is_safe<G: Game>(
    movement: &PseudoLegal<G>,
    view: &KingSafety<G>,
    kind: PieceKind,
    mv: Move,
) -> bool {
    let now = view.now;
    let (from, to) = (Bitboard::from(mv.from()), Bitboard::from(mv.to()));
    let left = to - from;
    let info = G::table(view.rules).pieces.info(kind);
    let freezers = match info.freezes_all() {
        true => (now.freezers - from) | left,
        false => now.freezers,
    };
    !view.attacked(&KingContext {
        king: if kind == PieceKind::KING { mv.to() } else { now.king },
        own: (now.own - from) | left,
        freezers,
        pullers: match info.has(Methods::PULL) {
            true => (now.pullers - from) | left,
            false => now.pullers,
        },
        enemy: now.enemy - movement.victims(kind, mv.from(), mv.to()),
    })
}

/// The legality tests that moves of a position need.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Legality {
    /// None: the king may be captured.
    Free,
    /// Every move is tested.
    Full,
    /// The side to move is in check: moves that can parry it are tested.
    Evasion,
    /// Only moves that can discover a threat are tested.
    PinAware,
}

/// Whether suicides are generated together with the other moves of a kind, as they can be where
/// there is no check under any rule set.
const fn suicides_by_kind<G: Game>() -> bool {
    G::OPTIONS.contains(RuleFlags::NO_CHECK)
}

/// The inputs of the generator, computed once per position.
pub struct Generator<'a, G: Game> {
    pub position: &'a Position<G>,
    pub(super) movement: PseudoLegal<'a, G>,
    /// Own pieces that are not frozen.
    pub free: Set<G>,
    /// Threats against the own king; `None` without check or without a king.
    pub threats: Option<Threats<'a, G>>,
    pub(super) legality: Legality,
    /// Destinations of captures of enemy pieces that block a threat, if there are such pieces.
    pub(super) exposing: Option<CommonDestinations<G>>,
}

impl<'a, G: Game> Generator<'a, G> {
    /// For a position in which the game is not over.
    #[inline(always)]
    pub fn new(position: &'a Position<G>) -> Self {
        let movement = PseudoLegal::new(position);
        let threats = Threats::new(position, position.side());
        let legality = match &threats {
            None => Legality::Free,
            Some(threats) if threats.view.needs_full_test() => Legality::Full,
            Some(threats) if threats.in_check() => Legality::Evasion,
            Some(_) => Legality::PinAware,
        };
        let exposing = threats
            .as_ref()
            .map(|threats| threats.discoverers & movement.enemy)
            .filter(|pieces| legality == Legality::PinAware && !pieces.is_empty())
            .map(|pieces| movement.common(pieces));
        let free = movement.own - frozen(position, position.side());
        Self { position, movement, free, threats, legality, exposing }
    }

    /// The ordinary moves of all pieces, and their suicides.
    #[inline(always)]
    pub fn moves(&self, gen_type: GenType, visitor: Visitor<G>) -> ControlFlow<()> {
        let common = self.movement.common(self.movement.enemy);
        if const { suicides_by_kind::<G>() } {
            return self.moves_of(self.movement.own, gen_type, &common, visitor);
        }
        self.moves_of(self.free, gen_type, &common, visitor)?;
        match gen_type {
            GenType::All => self.suicides_of(self.suicidal(), visitor),
            GenType::Captures => ControlFlow::Continue(()),
        }
    }

    /// The ordinary moves of some pieces; captures are those of the common targets.
    #[inline(always)]
    pub(super) fn moves_of(
        &self,
        pieces: Set<G>,
        gen_type: GenType,
        common: &CommonDestinations<G>,
        visitor: Visitor<G>,
    ) -> ControlFlow<()> {
        for_each_row!(G, self.movement.rules, row => {
            self.moves_of_row(row, pieces, gen_type, common, visitor)?;
        });
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn moves_of_row<R: Row<G>>(
        &self,
        row: R,
        pieces: Set<G>,
        gen_type: GenType,
        common: &CommonDestinations<G>,
        visitor: Visitor<G>,
    ) -> ControlFlow<()> {
        by_row!(G, {
            let Self { position, ref movement, .. } = *self;
            let destroys = some_piece_has!(G, movement.rules, DESTROY) && has!(G, row: R, DESTROY);
            if gen_type == GenType::Captures && !row.info().captures() && !destroys {
                return ControlFlow::Continue(());
            }
            let kind = row.kind();
            for from in pieces & movement.board.kind(kind) {
                if const { suicides_by_kind::<G>() } && !self.free.has(from) {
                    let suicide = Bitboard::from(from) & self.suicidal();
                    let suicide = suicide.masked(gen_type == GenType::All);
                    visitor(MoveGroup::plain(kind, from, suicide, Bitboard::EMPTY))?;
                    continue;
                }
                let plain = if gen_type == GenType::All || movement.may_capture(row, from) {
                    let (all, captures) = movement.destinations(row, from, common);
                    let wanted = if gen_type == GenType::All { all } else { captures };
                    let wanted = wanted & allowed(position, from);
                    let legal = self.legal(row, from, wanted, captures);
                    let legal = legal | (wanted & winning(position, from));
                    MoveGroup::plain(kind, from, legal - captures, legal & captures)
                } else {
                    MoveGroup::plain(kind, from, Bitboard::EMPTY, Bitboard::EMPTY)
                };
                // Most pieces capture nothing, and calling the visitor costs more than asking.
                if gen_type == GenType::All || !plain.captures.is_empty() {
                    visitor(plain)?;
                }
                if has!(G, row: R, PROMOTE) {
                    self.promotions(row, plain, visitor)?;
                }
                if has!(G, row: R, DESTROY | IMITATE) && some_piece_has!(G, movement.rules, DESTROY)
                {
                    let (special, quiets) = (Special::Destruction, Bitboard::EMPTY);
                    let captures = movement.destructible(row, from);
                    if gen_type == GenType::All || !captures.is_empty() {
                        visitor(MoveGroup { special, quiets, captures, ..plain })?;
                    }
                }
            }
            ControlFlow::Continue(())
        })
    }

    /// The moves of a piece to its promotion squares, once for each kind that it may become.
    #[inline(always)]
    fn promotions<R: Row<G>>(
        &self,
        row: R,
        piece: MoveGroup<G::Geometry>,
        visitor: Visitor<G>,
    ) -> ControlFlow<()> {
        let side = self.position.side();
        let Some(promotion) = row.info().promotion else {
            return ControlFlow::Continue(());
        };
        let squares = promotion.zone(side);
        let (quiets, captures) = (piece.quiets & squares, piece.captures & squares);
        if (quiets | captures).is_empty() {
            return ControlFlow::Continue(());
        }
        for kind in promotion.kinds(self.movement.board, side) {
            visitor(MoveGroup { special: Special::Piece(kind), quiets, captures, ..piece })?;
        }
        ControlFlow::Continue(())
    }

    /// Frozen pieces that may commit suicide, if that leaves their king safe.
    #[inline(always)]
    pub(super) fn suicidal(&self) -> Set<G> {
        let frozen = self.movement.own - self.free - self.movement.board.kind(PieceKind::KING);
        frozen.masked(self.position.options().contains(RuleFlags::SUICIDE))
    }

    /// The suicides of some pieces.
    #[inline(always)]
    pub(super) fn suicides_of(&self, pieces: Set<G>, visitor: Visitor<G>) -> ControlFlow<()> {
        for from in pieces {
            let Some(kind) = self.position.kind_at(from) else {
                continue;
            };
            let legal = self.legal_suicide(kind, from);
            let quiets = legal | (Bitboard::from(from) & winning(self.position, from));
            visitor(MoveGroup::plain(kind, from, quiets, Bitboard::EMPTY))?;
        }
        ControlFlow::Continue(())
    }

    /// The square of a piece if its suicide leaves the own king safe.
    #[inline(always)]
    fn legal_suicide(&self, kind: PieceKind, from: Square) -> Set<G> {
        let Some(threats) = &self.threats else {
            return from.into();
        };
        let harmless = self.legality == Legality::PinAware
            && !(threats.pinned | threats.discoverers).has(from)
            && !self.may_unfreeze(kind, from);
        if harmless { from.into() } else { self.tested(threats, kind, from, from.into()) }
    }

    /// Those of the `wanted` destinations that leave the own king safe.
    #[inline(always)]
    pub(super) fn legal<R: Row<G>>(
        &self,
        row: R,
        from: Square,
        wanted: Set<G>,
        captures: Set<G>,
    ) -> Set<G> {
        by_row!(G, {
            let Some(threats) = &self.threats else {
                return wanted;
            };
            let links = |from| match has!(G, row: R, PULL) {
                true => threats.view.links(from),
                false => Bitboard::EMPTY,
            };
            let tested = |doubtful: Set<G>| match doubtful.is_empty() {
                true => doubtful,
                false => self.tested(threats, row.kind(), from, doubtful),
            };
            if has!(G, row: R, ROYAL) && self.legality != Legality::Full {
                let (attacked, doubtful) = threats.view.king_steps(wanted - captures);
                let doubtful = wanted & (captures | (doubtful - attacked));
                return (wanted - attacked - doubtful) | tested(doubtful);
            }
            match self.legality {
                Legality::Free => wanted,
                Legality::Full => tested(wanted),
                Legality::Evasion => {
                    let freezing = self.movement.geometry.neighbours_of_all(threats.checkers);
                    let helpful =
                        threats.check_mask | captures | freezing.masked(row.info().freezes_all());
                    let unlinks = links(Some(from)).has(from);
                    tested(wanted & (helpful | (!Bitboard::EMPTY).masked(unlinks)))
                }
                Legality::PinAware => {
                    let pinned = threats.pinned.has(from);
                    let restricted = pinned
                        || threats.discoverers.has(from)
                        || self.may_unfreeze(row.kind(), from);
                    if pinned || (restricted && self.discovers_check(from, threats)) {
                        let all = (!Bitboard::EMPTY).masked(row.info().freezes_all());
                        return tested(wanted & (threats.pin_ray | captures | all));
                    }
                    let links = links(Some(from));
                    let doubtful = match &self.exposing {
                        _ if restricted => captures,
                        Some(exposing) if !captures.is_empty() => {
                            self.movement.destinations(row, from, exposing).1
                        }
                        _ if links.is_empty() => return wanted,
                        _ => Bitboard::EMPTY,
                    };
                    let doubtful = wanted & (doubtful | links);
                    (wanted - doubtful) | tested(doubtful)
                }
            }
        })
    }

    /// Those of some destinations that leave the own king safe. Rarely called, so it is kept out of
    /// line.
    #[inline(never)]
    fn tested(
        &self,
        threats: &Threats<G>,
        kind: PieceKind,
        from: Square,
        doubtful: Set<G>,
    ) -> Set<G> {
        let safe = |&to: &Square| is_safe(&self.movement, &threats.view, kind, Move::new(from, to));
        doubtful.iter().filter(safe).collect()
    }

    /// Whether the moving piece is an immobilizer that may unfreeze enemies by leaving its square.
    #[inline(always)]
    pub(super) fn may_unfreeze(&self, kind: PieceKind, from: Square) -> bool {
        G::table(self.movement.rules).pieces.info(kind).freezes_all()
            && self.movement.geometry.neighbours(from).intersects(self.movement.enemy)
    }

    /// Whether the king is attacked once the piece has left its square.
    #[inline(always)]
    pub(super) fn discovers_check(&self, from: Square, threats: &Threats<G>) -> bool {
        let now = threats.view.now;
        let gone = Bitboard::from(from);
        threats.view.attacked(&KingContext {
            own: now.own - gone,
            freezers: now.freezers - gone,
            pullers: now.pullers - gone,
            ..now
        })
    }
}
