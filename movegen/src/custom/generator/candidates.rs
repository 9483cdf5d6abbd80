//! What a move does, and how moves with one start and destination are told apart.

use super::takes::Captures;
use crate::custom::definition::{Act, Effect, Squares};
use crate::{Bitboard, PieceKind, Special, Square};

/// What a move does besides taking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// The piece goes to its destination, jumping over pieces to take them or not.
    Go { jumps: bool },
    /// It changes places with the piece on its destination; whether they may change back at once.
    Swap { take_back: bool },
    /// It pushes the piece on its destination to another square.
    Push(Square),
    /// It takes the piece on its destination from where it stands.
    Rifle,
    /// The piece on its destination comes to another square.
    Attract(Square),
    /// The same, away from it.
    Repel(Square),
    /// It pushes the pieces in line from its destination on, along a table of steps.
    Plow(usize),
    /// It leaves the board together with the piece on its destination.
    Destroy,
    /// It goes to its destination, and some pieces behind it follow, along a table of steps.
    Pull { steps: usize, followers: usize },
    /// It leaves the board with what it takes.
    Explode,
    /// It goes to its destination and leaves a piece of the hand behind.
    Leave(PieceKind),
    /// It leaves the board, frozen.
    Suicide,
    /// It comes from the hand.
    Drop(PieceKind),
}

impl Action {
    /// Its place among those whose start and destination are not enough to tell them apart (rules, 10,
    /// text); `None` for the others.
    pub fn rank(self) -> Option<u8> {
        Some(match self {
            Self::Go { jumps: false } => 0,
            Self::Go { jumps: true } => 1,
            Self::Swap { .. } => 2,
            Self::Push(_) => 3,
            Self::Rifle => 4,
            Self::Attract(_) => 5,
            Self::Repel(_) => 6,
            Self::Plow(_) => 7,
            _ => return None,
        })
    }

    /// Whether it comes from an act, whatever the act's options.
    pub fn is_from(self, act: Act) -> bool {
        match self {
            // What leaves a piece of its hand behind may trade places, too.
            Self::Swap { .. } => matches!(act, Act::Swap { .. } | Act::Imitate | Act::Leave),
            Self::Destroy => matches!(act, Act::Destroy | Act::Imitate),
            Self::Push(_) => act == Act::Push,
            Self::Rifle => matches!(act, Act::Rifle { .. }),
            Self::Attract(_) => matches!(act, Act::Attract { .. }),
            Self::Repel(_) => act == Act::Repel,
            Self::Pull { .. } => act == Act::Pull,
            Self::Explode => act == Act::Explode,
            Self::Leave(_) => act == Act::Leave,
            Self::Go { .. } | Self::Plow(_) | Self::Suicide | Self::Drop(_) => false,
        }
    }

    /// Whether the piece goes to the destination.
    pub(super) fn moves(self) -> bool {
        matches!(
            self,
            Self::Go { .. }
                | Self::Swap { .. }
                | Self::Push(_)
                | Self::Pull { .. }
                | Self::Plow(_)
                | Self::Leave(_)
        )
    }

    /// What tells it apart where its start and destination do not.
    pub(super) fn special(self) -> Special {
        match self {
            Self::Go { jumps: false } | Self::Explode | Self::Suicide => Special::Normal,
            Self::Go { jumps: true } => Special::Leap,
            Self::Swap { .. } => Special::Swap,
            Self::Push(_) => Special::Push,
            Self::Rifle => Special::Rifle,
            Self::Attract(_) => Special::Attract,
            Self::Repel(_) => Special::Repel,
            Self::Plow(_) => Special::Plow,
            Self::Destroy => Special::Destruction,
            Self::Pull { .. } => Special::Pull,
            Self::Leave(kind) | Self::Drop(kind) => Special::Piece(kind),
        }
    }
}

/// A move, legal but for the safety of royal pieces.
#[derive(Clone, Copy)]
pub struct Candidate {
    pub kind: PieceKind,
    /// `None` for a drop.
    pub from: Option<Square>,
    pub to: Square,
    pub action: Action,
    pub special: Special,
    pub captures: Captures,
    /// Number of squares entered or crossed that are only for captures.
    pub(super) ring: u32,
    pub(super) fate: Fate,
}

/// What becomes of a move that has to be told apart from others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    Open,
    /// It is legal, and another one than those before.
    Kept,
    Dropped,
}

impl Candidate {
    pub(super) fn new(
        kind: PieceKind,
        from: Square,
        to: Square,
        action: Action,
        captures: Captures,
    ) -> Self {
        let special = action.special();
        Self { kind, from: Some(from), to, action, special, captures, ring: 0, fate: Fate::Open }
    }

    /// The move to an empty square that takes nothing.
    pub fn quiet(kind: PieceKind, from: Square, to: Square) -> Self {
        Self::new(kind, from, to, Action::Go { jumps: false }, Captures::NONE)
    }

    /// The move of a piece that takes only what it displaces, with the effect of that if it does.
    pub fn going(kind: PieceKind, from: Square, to: Square, displaces: Option<Effect>) -> Self {
        let captures = |effect| Captures::only(effect, to.into());
        let captures = displaces.map_or(Captures::NONE, captures);
        Self::new(kind, from, to, Action::Go { jumps: false }, captures)
    }

    /// The capture of an enemy from afar.
    pub fn shot(kind: PieceKind, from: Square, to: Square) -> Self {
        let captures = Captures::only(Effect::Capture, to.into());
        Self::new(kind, from, to, Action::Rifle, captures)
    }

    /// The drop of a piece.
    pub fn drop(kind: PieceKind, to: Square) -> Self {
        let action = Action::Drop(kind);
        let special = Special::Piece(kind);
        Self {
            kind,
            from: None,
            to,
            action,
            special,
            captures: Captures::NONE,
            ring: 0,
            fate: Fate::Open,
        }
    }

    /// Whether it and another move of its piece could have the same result.
    fn may_equal(&self, other: &Self) -> bool {
        let leaves = |mv: &Self| mv.action == Action::Destroy || mv.captures.mover_too;
        leaves(self) == leaves(other)
    }

    /// What the ring rule compares: the victims, and the partner of a swap; `None` for a move that it
    /// does not bind, because the piece leaves the board or stays.
    pub(super) fn gains(&self) -> Option<(Squares, Option<Square>)> {
        let partner = matches!(self.action, Action::Swap { .. }).then_some(self.to);
        self.action.moves().then(|| (self.captures.all(), partner))
    }
}

/// Of the legal moves with one start and destination the first in order is told by these alone, and of
/// those with one result only the first is left. Drops an illegal one that would be told like another.
pub fn tell_apart<R: PartialEq>(
    all: &mut Vec<Candidate>,
    is_legal: impl Fn(&Candidate) -> bool,
    result: impl Fn(&Candidate) -> R,
) {
    let rank = |mv: &Candidate| match mv.action {
        // Always told by its letter.
        Action::Destroy => Some(u8::MAX),
        action => action.rank().filter(|_| mv.special == action.special()),
    };
    let mut seen = Squares::EMPTY;
    let is_alone = |mv: &Candidate| {
        let is_alone = rank(mv).is_none() || !seen.has(mv.to);
        seen |= Bitboard::from(mv.to).masked(rank(mv).is_some());
        is_alone
    };
    if all.is_empty() {
        return;
    }
    if all.iter().all(is_alone) {
        for mv in all.iter_mut().filter(|mv| rank(mv).is_some_and(|rank| rank < u8::MAX)) {
            mv.special = Special::Normal;
        }
        return;
    }
    // In place: the library's stable sort allocates.
    for end in 1..all.len() {
        let key = |mv: &Candidate| (mv.to.index(), rank(mv));
        let at = all[..end].partition_point(|mv| key(mv) <= key(&all[end]));
        all[at..=end].rotate_right(1);
    }
    for same in all.chunk_by_mut(|one, other| one.to == other.to) {
        let ranked = same.iter().position(|mv| rank(mv).is_some()).unwrap_or(same.len());
        tell_apart_to(&mut same[ranked..], &is_legal, &result);
    }
    all.retain(|mv| mv.fate != Fate::Dropped);
}

/// The same for moves with one destination, which are in order.
fn tell_apart_to<R: PartialEq>(
    same: &mut [Candidate],
    is_legal: &impl Fn(&Candidate) -> bool,
    result: &impl Fn(&Candidate) -> R,
) {
    let mut first = if same.len() == 1 { Some(0) } else { None };
    for index in 0..same.len() {
        let (before, mv) = (&same[..index], &same[index]);
        if before.is_empty() && first.is_some() || !is_legal(mv) {
            continue;
        }
        let is_known = |other: &Candidate| {
            other.fate == Fate::Kept && mv.may_equal(other) && result(mv) == result(other)
        };
        let is_known = before.iter().any(is_known);
        same[index].fate = if is_known { Fate::Dropped } else { Fate::Kept };
        first = first.or(Some(index));
    }
    let Some(first) = first else { return };
    for (index, mv) in same.iter_mut().enumerate() {
        if index == first && mv.action != Action::Destroy {
            mv.special = Special::Normal;
        } else if index != first && mv.special == Special::Normal {
            mv.fate = Fate::Dropped;
        }
    }
}
