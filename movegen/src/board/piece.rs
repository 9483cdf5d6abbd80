//! Piece kinds and pieces.

use std::num::NonZeroU8;
use std::ops::{Index, IndexMut};

use crate::Color;

/// A kind of piece: the number of its row in the piece table of its game
/// ([`Game::PIECES`](crate::Game::PIECES)), which has its letter and its name.
///
/// ```
/// use baroque_movegen::{Game, PieceKind, Ultima};
/// let pawn = Ultima::PIECES.kind('P').unwrap();
/// assert_eq!((pawn.index(), Ultima::PIECES.info(pawn).name), (1, "pawn"));
/// assert_eq!(Ultima::PIECES.kind('K'), Some(PieceKind::KING));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct PieceKind(NonZeroU8);

const _: () = assert!(size_of::<Option<PieceKind>>() == 1);

impl PieceKind {
    /// Maximum number of kinds of a game: one for each letter.
    pub const MAX: usize = 26;
    /// The king, which is the first kind of every game.
    pub const KING: Self = Self::new(0);

    /// The kind in a row of the table, from 0 and below [`Self::MAX`].
    #[inline(always)]
    pub const fn new(row: usize) -> Self {
        debug_assert!(row < Self::MAX);
        // One more than the row, so that `Option<PieceKind>` is one byte.
        Self(NonZeroU8::MIN.saturating_add(row as u8))
    }

    /// Row of the kind in the table.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// A set of kinds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Kinds(u32);

impl Kinds {
    /// No kind.
    pub const NONE: Self = Self(0);
    /// Every kind of a game.
    pub const ALL: Self = Self(u32::MAX);

    /// A single kind.
    pub const fn one(kind: PieceKind) -> Self {
        Self(1 << kind.index())
    }

    /// Whether there are none.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set has every kind.
    #[inline(always)]
    pub const fn has_all(self) -> bool {
        self.0 == u32::MAX
    }

    /// The kinds of both sets.
    #[inline(always)]
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The set, and a kind if the condition holds.
    #[must_use]
    pub const fn with(self, kind: PieceKind, condition: bool) -> Self {
        if condition { self.union(Self::one(kind)) } else { self }
    }

    /// The kinds of the set, which is not [`Self::ALL`].
    #[inline(always)]
    pub fn iter(self) -> impl Iterator<Item = PieceKind> {
        debug_assert!(!self.has_all());
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let kind = (rest != 0).then(|| PieceKind::new(rest.trailing_zeros() as usize));
            rest &= rest.wrapping_sub(1);
            kind
        })
    }

    /// Whether the set has a kind.
    #[inline(always)]
    pub const fn has(self, kind: PieceKind) -> bool {
        self.0 >> kind.index() & 1 != 0
    }
}

/// A piece: its kind and its owner.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// Owner.
    pub color: Color,
    /// Kind.
    pub kind: PieceKind,
}

/// One value for each kind that a game can have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ByKind<T>(pub [T; PieceKind::MAX]);

impl<T> Index<PieceKind> for ByKind<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, kind: PieceKind) -> &T {
        &self.0[kind.index()]
    }
}

impl<T> IndexMut<PieceKind> for ByKind<T> {
    #[inline(always)]
    fn index_mut(&mut self, kind: PieceKind) -> &mut T {
        &mut self.0[kind.index()]
    }
}
