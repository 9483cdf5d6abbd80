//! Legal moves, set by set.

use std::ops::ControlFlow;

use crate::game::{BitsOf, MoveGroup, Scope, Set};
use crate::{Bitboard, Geometry, Move, PieceKind, Position, Square};

use super::Baroque;
use super::movement::{CommonLandings, Movement};
use super::safety::{After, Threats};

/// See [`Game::generate`].
#[inline]
pub fn generate<G: Baroque>(
    position: &Position<G>,
    scope: Scope,
    listener: impl FnMut(MoveGroup<BitsOf<G>>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    match G::decided(position) {
        Some(_) => ControlFlow::Continue(()),
        None => Generator::new(position).moves(scope, listener),
    }
}

/// See [`Game::is_legal`].
pub fn is_legal<G: Baroque>(position: &Position<G>, mv: Move) -> bool {
    let Some(kind) = possible(position, mv) else {
        return false;
    };
    G::winning(position, mv.from()).has(mv.to())
        || Threats::unscanned(position, position.side())
            .is_none_or(|threats| is_safe(&Movement::new(position), &threats, kind, mv))
}

/// See [`Game::is_possible`].
pub fn is_possible<G: Baroque>(position: &Position<G>, mv: Move) -> bool {
    possible(position, mv).is_some()
}

/// The kind of the man that makes a move, if the move is legal but for the safety of its king.
#[inline(always)]
fn possible<G: Baroque>(position: &Position<G>, mv: Move) -> Option<PieceKind> {
    let (board, side) = (position.board(), position.side());
    let (from, to) = (mv.from(), mv.to());
    let on_board = from.index().max(to.index()) < G::Geometry::FILES * G::Geometry::RANKS;
    if !on_board || Move::new(from, to) != mv || G::decided(position).is_some() {
        return None;
    }
    let kind = board.kind_at(from).filter(|_| board.color(side).has(from))?;
    let frozen = G::frozen(position, side).has(from);
    let possible = if mv.is_suicide() {
        frozen && kind != PieceKind::King && G::suicide(position.rules())
    } else {
        let movement = Movement::new(position);
        let landings = || movement.landings(kind, from, &movement.common(Bitboard::EMPTY)).0;
        !frozen && (landings() & G::allowed(position, from)).has(to)
    };
    possible.then_some(kind)
}

/// Whether the own king cannot be taken after a move that is possible otherwise.
fn is_safe<G: Baroque>(
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
    !threats.attacked(&After {
        king: if kind == PieceKind::King { mv.to() } else { now.king },
        own: (now.own - from) | left,
        immobilizers,
        pullers: if kind == PieceKind::Puller { (now.pullers - from) | left } else { now.pullers },
        enemy: now.enemy - movement.victims(kind, mv.from(), mv.to()),
    })
}

/// How much the safety of the own king asks of a move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Regime {
    /// Nothing: the king may be taken.
    Free,
    /// A test of every move.
    Tested,
    /// To parry a check.
    Evasion,
    /// To let no threat through.
    Sheltered,
}

/// Everything that is computed once a position.
pub struct Generator<'a, G: Baroque> {
    pub position: &'a Position<G>,
    pub(super) movement: Movement<'a, G>,
    /// Own men that nobody holds.
    pub free: Set<G>,
    /// Threats against the own king, if it may be threatened at all.
    pub threats: Option<Threats<'a, G>>,
    pub(super) regime: Regime,
    /// Landings on which a man in the way of a threat would be taken, if there is such a man.
    pub(super) exposing: Option<CommonLandings<G>>,
}

impl<'a, G: Baroque> Generator<'a, G> {
    /// For a game that is not decided.
    #[inline(always)]
    pub fn new(position: &'a Position<G>) -> Self {
        let movement = Movement::new(position);
        let threats = Threats::new(position, position.side());
        let regime = match &threats {
            None => Regime::Free,
            Some(threats) if threats.needs_every_test() => Regime::Tested,
            Some(threats) if threats.in_check() => Regime::Evasion,
            Some(_) => Regime::Sheltered,
        };
        let exposing = threats
            .as_ref()
            .map(|threats| threats.opening & movement.enemy)
            .filter(|men| regime == Regime::Sheltered && !men.is_empty())
            .map(|men| movement.common(men));
        let free = movement.own - G::frozen(position, position.side());
        Self { position, movement, free, threats, regime, exposing }
    }

    /// The ordinary moves of all men, and their suicides.
    #[inline(always)]
    pub fn moves(
        &self,
        scope: Scope,
        mut listener: impl FnMut(MoveGroup<BitsOf<G>>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.moves_of(self.free, scope, &mut listener)?;
        match scope {
            Scope::All => self.suicides_of(self.suicidal(), listener),
            Scope::Captures => ControlFlow::Continue(()),
        }
    }

    /// The ordinary moves of some men.
    #[inline(always)]
    pub(super) fn moves_of(
        &self,
        men: Set<G>,
        scope: Scope,
        listener: &mut impl FnMut(MoveGroup<BitsOf<G>>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Self { position, ref movement, .. } = *self;
        let common = movement.common(movement.enemy);
        for &kind in G::KINDS {
            if scope == Scope::Captures && !G::takes(kind) {
                continue;
            }
            for from in men & movement.board.kind(kind) {
                let (all, captures) = movement.landings(kind, from, &common);
                let wanted = if scope == Scope::All { all } else { captures };
                let wanted = wanted & G::allowed(position, from);
                let legal = self.legal(kind, from, wanted, captures);
                let legal = legal | (wanted & G::winning(position, from));
                listener(MoveGroup::plain(kind, from, legal - captures, legal & captures))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Frozen men that may be taken off the board, their king's safety aside.
    #[inline(always)]
    pub(super) fn suicidal(&self) -> Set<G> {
        let frozen = self.movement.own - self.free - self.movement.board.kind(PieceKind::King);
        frozen.only_if(G::suicide(self.position.rules()))
    }

    /// The suicides of some men.
    #[inline(always)]
    pub(super) fn suicides_of(
        &self,
        men: Set<G>,
        mut listener: impl FnMut(MoveGroup<BitsOf<G>>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for from in men {
            let Some(kind) = self.position.kind_at(from) else {
                continue;
            };
            let legal = self.legal(kind, from, from.into(), Bitboard::EMPTY);
            let quiets = legal | (Bitboard::from(from) & G::winning(self.position, from));
            listener(MoveGroup::plain(kind, from, quiets, Bitboard::EMPTY))?;
        }
        ControlFlow::Continue(())
    }

    /// Of the `wanted` landing squares of a man, those that its king allows.
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
        if kind == PieceKind::King && self.regime != Regime::Tested {
            let (taken, doubtful) = threats.king_steps(wanted - captures);
            let doubtful = wanted & (captures | (doubtful - taken));
            return (wanted - taken - doubtful) | tested(doubtful);
        }
        match self.regime {
            Regime::Free => wanted,
            Regime::Tested => tested(wanted),
            Regime::Evasion => {
                let freezing = G::Geometry::neighbours_of_all(threats.checkers);
                let helpful =
                    threats.blocking | captures | freezing.only_if(kind == PieceKind::Immobilizer);
                let unlinks = G::links(threats, kind, Some(from)).has(from);
                tested(wanted & (helpful | (!Bitboard::EMPTY).only_if(unlinks)))
            }
            Regime::Sheltered => {
                let pinned = threats.pinned.has(from);
                let watched = pinned || threats.opening.has(from) || self.may_thaw(kind, from);
                if pinned || (watched && self.uncovers(from, threats)) {
                    let all = (!Bitboard::EMPTY).only_if(kind == PieceKind::Immobilizer);
                    return tested(wanted & (threats.covering | captures | all));
                }
                let links = G::links(threats, kind, Some(from));
                let doubtful = match &self.exposing {
                    _ if watched => captures,
                    Some(exposing) if !captures.is_empty() => {
                        self.movement.landings(kind, from, exposing).1
                    }
                    _ if links.is_empty() => return wanted,
                    _ => Bitboard::EMPTY,
                };
                let doubtful = wanted & (doubtful | links);
                (wanted - doubtful) | tested(doubtful)
            }
        }
    }

    /// Of some landing squares of a man those that leave its king safe. Few moves get here, so this
    /// stays out of the way of the others.
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

    /// Whether an immobilizer that leaves its square lets somebody go.
    #[inline(always)]
    pub(super) fn may_thaw(&self, kind: PieceKind, from: Square) -> bool {
        kind == PieceKind::Immobilizer && G::Geometry::neighbours(from).meets(self.movement.enemy)
    }

    /// Whether a man that leaves its square lets somebody attack the king.
    #[inline(always)]
    pub(super) fn uncovers(&self, from: Square, threats: &Threats<G>) -> bool {
        let now = threats.now();
        let gone = Bitboard::from(from);
        threats.attacked(&After {
            own: now.own - gone,
            immobilizers: now.immobilizers - gone,
            pullers: now.pullers - gone,
            ..now
        })
    }
}
