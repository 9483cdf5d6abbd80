//! What a piece is: a way of moving and a set of capture methods, as a row of a game's table.

pub mod movement;

use bitflags::bitflags;

use crate::Bits;
use movement::Movement;

bitflags! {
    /// Capture methods other than displacement, and acts other than moving.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub struct Methods: u16 {
        /// See [`capture::pincer`](crate::capture::pincer).
        const PINCER = 1 << 0;
        /// See [`capture::withdraw`](crate::capture::withdraw).
        const WITHDRAW = 1 << 1;
        /// See [`capture::leap`](crate::capture::leap).
        const LEAP = 1 << 2;
        /// See [`capture::coordinate`](crate::capture::coordinate).
        const COORDINATE = 1 << 3;
        /// See [`capture::approach`](crate::capture::approach).
        const APPROACH = 1 << 4;
        /// Captures each enemy as that enemy would.
        const IMITATE = 1 << 5;
        /// See [`capture::swap`](crate::capture::swap).
        const SWAP = 1 << 6;
        /// Removes itself and an adjacent enemy.
        const DESTROY = 1 << 7;
        /// See [`capture::explode`](crate::capture::explode).
        const EXPLODE = 1 << 8;
        /// Moves onto an enemy and captures it.
        const DISPLACE = 1 << 9;
        /// Its loss ends the game.
        const ROYAL = 1 << 10;
        /// Freezes adjacent enemies.
        const FREEZE = 1 << 11;
        /// Cannot be frozen.
        const UNFREEZABLE = 1 << 12;
        /// May become another piece on some squares.
        const PROMOTE = 1 << 13;
    }
}

impl Methods {
    /// The methods by which a moving piece captures.
    pub const CAPTURES: Self = Self::PINCER
        .union(Self::WITHDRAW)
        .union(Self::LEAP)
        .union(Self::COORDINATE)
        .union(Self::APPROACH)
        .union(Self::IMITATE)
        .union(Self::DISPLACE);
}

/// How [`Methods::IMITATE`] displaces a kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Imitated {
    /// As the kind does itself.
    Own,
    /// By one step.
    Step,
}

/// One row of the table of a game: everything that distinguishes a kind of piece.
#[derive(Clone, Copy)]
pub struct PieceInfo<B: Bits> {
    /// How it moves to empty squares.
    pub moves: Movement<B>,
    /// How it moves onto enemies, which it displaces.
    pub displaces: Movement<B>,
    /// Its other methods.
    pub methods: Methods,
    /// How it is displaced by imitation.
    pub imitated: Imitated,
}

impl<B: Bits> PieceInfo<B> {
    /// A piece that moves in some way and captures nothing.
    pub const fn new(moves: Movement<B>) -> Self {
        Self {
            moves,
            displaces: Movement::NONE,
            methods: Methods::empty(),
            imitated: Imitated::Own,
        }
    }

    /// The same piece with capture by displacement wherever it moves.
    #[must_use]
    pub const fn displacing(self) -> Self {
        Self { displaces: self.moves, methods: self.methods.union(Methods::DISPLACE), ..self }
    }

    /// The same piece with capture by displacement in some way of moving.
    #[must_use]
    pub const fn displacing_by(self, displaces: Movement<B>) -> Self {
        Self { displaces, ..self.displacing() }
    }

    /// The same piece with further methods.
    #[must_use]
    pub const fn with(self, methods: Methods) -> Self {
        Self { methods: self.methods.union(methods), ..self }
    }

    /// Whether it has a method.
    #[inline(always)]
    pub const fn has(&self, method: Methods) -> bool {
        self.methods.contains(method)
    }

    /// Whether moves of the piece other than acts can capture.
    #[inline(always)]
    pub const fn captures(&self) -> bool {
        self.methods.intersects(Methods::CAPTURES)
    }

    /// Whether the piece only slides, without leaps and displacement.
    #[inline(always)]
    pub const fn only_slides(&self) -> bool {
        let others = Methods::DISPLACE
            .union(Methods::LEAP)
            .union(Methods::IMITATE)
            .union(Methods::SWAP)
            .union(Methods::PROMOTE);
        self.moves.only_slides() && !self.methods.intersects(others)
    }

    /// The same piece, displaced by imitation in another way.
    #[must_use]
    pub const fn imitated(self, imitated: Imitated) -> Self {
        Self { imitated, ..self }
    }

    /// How an imitator displaces it.
    #[inline(always)]
    pub const fn imitated_displacing(&self) -> Movement<B> {
        match self.imitated {
            _ if self.displaces.is_none() => Movement::NONE,
            Imitated::Own => self.displaces,
            Imitated::Step => Movement::STEP,
        }
    }
}
