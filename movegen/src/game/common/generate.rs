//! Legal moves as sets of destinations.

use std::ops::ControlFlow;

use crate::position::description::Set;
use crate::{Bitboard, GenType, Geometry, Grid, Move, MoveGroup, PieceKind, Position, Square};

use super::movement::{CommonDestinations, Movement};
use super::occupancy::Occupancy;
use super::rules::CommonRules;
use super::threats::Threats;

/// See [`Game::generate`](crate::Game::generate).
#[inline]
pub fn generate<G: CommonRules>(
    position: &Position<G>,
    gen_type: GenType,
    visitor: impl FnMut(MoveGroup<G::Geometry>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    match G::immediate_outcome(position) {
        Some(_) => ControlFlow::Continue(()),
        None => Generator::new(position).moves(gen_type, visitor),
    }
}

/// See [`Game::is_legal`](crate::Game::is_legal).
pub fn is_legal<G: CommonRules>(position: &Position<G>, mv: Move) -> bool {
    let Some(kind) = pseudo_legal_kind(position, mv) else {
        return false;
    };
    G::winning(position, mv.from()).has(mv.to())
        || Threats::unscanned(position, position.side())
            .is_none_or(|threats| is_safe(&Movement::new(position), &threats, kind, mv))
}

/// See [`Game::is_pseudo_legal`](crate::Game::is_pseudo_legal).
pub fn is_pseudo_legal<G: CommonRules>(position: &Position<G>, mv: Move) -> bool {
    pseudo_legal_kind(position, mv).is_some()
}

/// The kind of the piece that makes a move, if the move is pseudo-legal.
#[inline(always)]
fn pseudo_legal_kind<G: CommonRules>(position: &Position<G>, mv: Move) -> Option<PieceKind> {
    let (board, side) = (position.board(), position.side());
    let (from, to) = (mv.from(), mv.to());
    let on_board = from.index().max(to.index()) < G::Geometry::FILES * G::Geometry::RANKS;
    if !on_board || Move::new(from, to) != mv || G::immediate_outcome(position).is_some() {
        return None;
    }
    let kind = board.kind_at(from).filter(|_| board.color(side).has(from))?;
    let frozen = G::frozen(position, side).has(from);
    let possible = if mv.is_suicide() {
        frozen && kind != PieceKind::King && G::suicide(position.rules())
    } else {
        let movement = Movement::new(position);
        let destinations =
            || movement.destinations(kind, from, &movement.common(Bitboard::EMPTY)).0;
        !frozen && (destinations() & G::allowed(position, from)).has(to)
    };
    possible.then_some(kind)
}

/// Whether a pseudo-legal move does not leave the own king in check.
fn is_safe<G: CommonRules>(
    movement: &Movement<G>,
    threats: &Threats<G>,
    kind: PieceKind,
    mv: Move,
) -> bool {
    let now = threats.now();
    let (from, to) = (Bitboard::from(mv.from()), Bitboard::from(mv.to()));
    let left = to - from;
    let immobilizers = match kind {
        PieceKind::Immobilizer => (now.immobilizers - from) | left,
        _ => now.immobilizers,
    };
    !threats.attacked(&Occupancy {
        king: if kind == PieceKind::King { mv.to() } else { now.king },
        own: (now.own - from) | left,
        immobilizers,
        chain_links: if G::CHAIN_LINK == Some(kind) {
            (now.chain_links - from) | left
        } else {
            now.chain_links
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

/// The inputs of the generator, computed once per position.
pub struct Generator<'a, G: CommonRules> {
    pub position: &'a Position<G>,
    pub(super) movement: Movement<'a, G>,
    /// Own pieces that are not frozen.
    pub free: Set<G>,
    /// Threats against the own king; `None` without check or without a king.
    pub threats: Option<Threats<'a, G>>,
    pub(super) legality: Legality,
    /// Destinations of captures of enemy pieces that block a threat, if there are such pieces.
    pub(super) exposing: Option<CommonDestinations<G>>,
}

impl<'a, G: CommonRules> Generator<'a, G> {
    /// For a position without [`Game::immediate_outcome`](crate::Game::immediate_outcome).
    #[inline(always)]
    pub fn new(position: &'a Position<G>) -> Self {
        let movement = Movement::new(position);
        let threats = Threats::new(position, position.side());
        let legality = match &threats {
            None => Legality::Free,
            Some(threats) if threats.needs_full_test() => Legality::Full,
            Some(threats) if threats.in_check() => Legality::Evasion,
            Some(_) => Legality::PinAware,
        };
        let exposing = threats
            .as_ref()
            .map(|threats| threats.discoverers & movement.enemy)
            .filter(|pieces| legality == Legality::PinAware && !pieces.is_empty())
            .map(|pieces| movement.common(pieces));
        let free = movement.own - G::frozen(position, position.side());
        Self { position, movement, free, threats, legality, exposing }
    }

    /// The ordinary moves of all pieces, and their suicides.
    #[inline(always)]
    pub fn moves(
        &self,
        gen_type: GenType,
        mut visitor: impl FnMut(MoveGroup<G::Geometry>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.moves_of(self.free, gen_type, &mut visitor)?;
        match gen_type {
            GenType::All => self.suicides_of(self.suicidal(), visitor),
            GenType::Captures => ControlFlow::Continue(()),
        }
    }

    /// The ordinary moves of some pieces.
    #[inline(always)]
    pub(super) fn moves_of(
        &self,
        pieces: Set<G>,
        gen_type: GenType,
        visitor: &mut impl FnMut(MoveGroup<G::Geometry>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Self { position, ref movement, .. } = *self;
        let common = movement.common(movement.enemy);
        for &kind in G::KINDS {
            if gen_type == GenType::Captures && !G::can_capture(kind) {
                continue;
            }
            for from in pieces & movement.board.kind(kind) {
                let (all, captures) = movement.destinations(kind, from, &common);
                let wanted = if gen_type == GenType::All { all } else { captures };
                let wanted = wanted & G::allowed(position, from);
                let legal = self.legal(kind, from, wanted, captures);
                let legal = legal | (wanted & G::winning(position, from));
                visitor(MoveGroup::plain(kind, from, legal - captures, legal & captures))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Frozen pieces that may commit suicide, if that leaves their king safe.
    #[inline(always)]
    pub(super) fn suicidal(&self) -> Set<G> {
        let frozen = self.movement.own - self.free - self.movement.board.kind(PieceKind::King);
        frozen.masked(G::suicide(self.position.rules()))
    }

    /// The suicides of some pieces.
    #[inline(always)]
    pub(super) fn suicides_of(
        &self,
        pieces: Set<G>,
        mut visitor: impl FnMut(MoveGroup<G::Geometry>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for from in pieces {
            let Some(kind) = self.position.kind_at(from) else {
                continue;
            };
            let legal = self.legal(kind, from, from.into(), Bitboard::EMPTY);
            let quiets = legal | (Bitboard::from(from) & G::winning(self.position, from));
            visitor(MoveGroup::plain(kind, from, quiets, Bitboard::EMPTY))?;
        }
        ControlFlow::Continue(())
    }

    /// Those of the `wanted` destinations that leave the own king safe.
    #[inline(always)]
    pub(super) fn legal(
        &self,
        kind: PieceKind,
        from: Square,
        wanted: Set<G>,
        captures: Set<G>,
    ) -> Set<G> {
        let Some(threats) = &self.threats else {
            return wanted;
        };
        let tested = |doubtful: Set<G>| match doubtful.is_empty() {
            true => doubtful,
            false => self.tested(threats, kind, from, doubtful),
        };
        if kind == PieceKind::King && self.legality != Legality::Full {
            let (attacked, doubtful) = threats.king_steps(wanted - captures);
            let doubtful = wanted & (captures | (doubtful - attacked));
            return (wanted - attacked - doubtful) | tested(doubtful);
        }
        match self.legality {
            Legality::Free => wanted,
            Legality::Full => tested(wanted),
            Legality::Evasion => {
                let freezing = G::Geometry::neighbours_of_all(threats.checkers);
                let helpful =
                    threats.check_mask | captures | freezing.masked(kind == PieceKind::Immobilizer);
                let unlinks = threats.chain_links(kind, Some(from)).has(from);
                tested(wanted & (helpful | (!Bitboard::EMPTY).masked(unlinks)))
            }
            Legality::PinAware => {
                let pinned = threats.pinned.has(from);
                let restricted =
                    pinned || threats.discoverers.has(from) || self.may_unfreeze(kind, from);
                if pinned || (restricted && self.discovers_check(from, threats)) {
                    let all = (!Bitboard::EMPTY).masked(kind == PieceKind::Immobilizer);
                    return tested(wanted & (threats.pin_ray | captures | all));
                }
                let links = threats.chain_links(kind, Some(from));
                let doubtful = match &self.exposing {
                    _ if restricted => captures,
                    Some(exposing) if !captures.is_empty() => {
                        self.movement.destinations(kind, from, exposing).1
                    }
                    _ if links.is_empty() => return wanted,
                    _ => Bitboard::EMPTY,
                };
                let doubtful = wanted & (doubtful | links);
                (wanted - doubtful) | tested(doubtful)
            }
        }
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
        let safe = |&to: &Square| is_safe(&self.movement, threats, kind, Move::new(from, to));
        doubtful.iter().filter(safe).collect()
    }

    /// Whether the moving piece is an immobilizer that may unfreeze enemies by leaving its square.
    #[inline(always)]
    pub(super) fn may_unfreeze(&self, kind: PieceKind, from: Square) -> bool {
        kind == PieceKind::Immobilizer
            && G::Geometry::neighbours(from).intersects(self.movement.enemy)
    }

    /// Whether the king is attacked once the piece has left its square.
    #[inline(always)]
    pub(super) fn discovers_check(&self, from: Square, threats: &Threats<G>) -> bool {
        let now = threats.now();
        let gone = Bitboard::from(from);
        threats.attacked(&Occupancy {
            own: now.own - gone,
            immobilizers: now.immobilizers - gone,
            chain_links: now.chain_links - gone,
            ..now
        })
    }
}
