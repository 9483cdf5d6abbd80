//! What a piece is: a way of moving and a set of capture methods, as a row of a game's table.

pub mod movement;
pub mod table;

use bitflags::bitflags;

use crate::capture::landing_methods;
use crate::{
    Bitboard, Bits, Board, BoardTypes, ByKind, Color, Geometry, Grid, Kinds, PieceKind, RuleFlags,
    Square,
};
use movement::Movement;

bitflags! {
    /// Capture methods, acts besides moving, and powers.
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
        /// It must not be left in check; the first row of a table, and no other.
        const ROYAL = 1 << 10;
        /// Cannot be frozen.
        const UNFREEZABLE = 1 << 11;
        /// May become another piece on some squares.
        const PROMOTE = 1 << 12;
        /// See [`capture::push`](crate::capture::push).
        const PUSH = 1 << 13;
        /// See [`capture::pull`](crate::capture::pull).
        const PULL = 1 << 14;
        /// Trades places with an adjacent piece, or steps and leaves a piece of its hand behind.
        const LEAVE = 1 << 15;
    }
}

impl Methods {
    /// The methods of [`Landing`](crate::capture::Landing).
    pub const LANDING: Self = {
        macro_rules! union {
            ($([$flag:ident $file:ident $type:ident])*) => { Self::empty()$(.union(Self::$flag))* };
        }
        landing_methods!(union!)
    };
    /// The methods by which a moving piece captures.
    pub const CAPTURES: Self = Self::LANDING
        .union(Self::PINCER)
        .union(Self::LEAP)
        .union(Self::IMITATE)
        .union(Self::DISPLACE);
    /// What a piece does instead of an ordinary move.
    pub const ACTS: Self = Self::SWAP
        .union(Self::DESTROY)
        .union(Self::EXPLODE)
        .union(Self::PUSH)
        .union(Self::PULL)
        .union(Self::LEAVE);
}

/// How [`Methods::IMITATE`] displaces a kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Imitated {
    /// As the kind does itself.
    Own,
    /// By one step.
    Step,
}

/// Where a piece may become another one, and what it may become.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Promotion<B: Bits> {
    /// The squares, White's first.
    pub zone: [B; 2],
    /// A kind can be chosen if its side has fewer of it on the board.
    pub fewer_than: ByKind<u8>,
}

impl<B: Bits> Promotion<B> {
    /// The squares on which pieces of a side may promote.
    #[inline(always)]
    pub fn zone<G: Grid<Bits = B>>(&self, side: Color) -> Bitboard<G> {
        Bitboard(self.zone[side as usize])
    }

    /// The kinds that pieces of a side may become.
    #[inline(always)]
    pub fn kinds<G: BoardTypes>(
        &self,
        board: &Board<G>,
        side: Color,
    ) -> impl Iterator<Item = PieceKind> {
        let can_be = move |&kind: &PieceKind| {
            board.pieces(side, kind).len() < u32::from(self.fewer_than[kind])
        };
        (0..board.kind_count()).map(PieceKind::new).filter(can_be)
    }
}

/// One row of the table of a game: everything that distinguishes a kind of piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PieceSpec<B: Bits> {
    /// The capital letter, in FEN and in move text.
    pub letter: char,
    /// The name, in lower case.
    pub name: &'static str,
    /// How it moves to empty squares.
    pub moves: Movement<B>,
    /// How it moves onto enemies, which it displaces.
    pub displaces: Movement<B>,
    /// Whether both ways are the same.
    displaces_as_it_moves: bool,
    /// Its methods and powers; [`Methods::DISPLACE`] if `displaces` is a way of moving.
    pub methods: Methods,
    /// How it is displaced by imitation.
    pub imitated: Imitated,
    /// The kinds of adjacent enemies that it freezes.
    pub freezes: Kinds,
    /// The kind that it becomes in the hand of a side that captures it; its own if there is none.
    pub hand_type: Option<PieceKind>,
    /// Where and into what it promotes.
    pub promotion: Option<&'static Promotion<B>>,
    /// The kinds beside a freezer that free others from it, with [`RuleFlags::PURE_FREEZE`].
    pub rescuers: Kinds,
    /// The options of its methods and powers.
    pub options: RuleFlags,
}

impl<B: Bits> PieceSpec<B> {
    /// The row of a kind that a game lacks.
    pub(crate) const NONE: Self = Self::new('?', "unknown piece", Movement::NONE);

    /// A piece that moves in some way and captures nothing.
    pub const fn new(letter: char, name: &'static str, moves: Movement<B>) -> Self {
        Self {
            letter,
            name,
            moves,
            displaces: Movement::NONE,
            displaces_as_it_moves: false,
            methods: Methods::empty(),
            imitated: Imitated::Own,
            freezes: Kinds::NONE,
            hand_type: None,
            promotion: None,
            rescuers: Kinds::NONE,
            options: RuleFlags::empty(),
        }
    }

    /// The same piece with capture by displacement wherever it moves.
    #[must_use]
    pub const fn displacing(self) -> Self {
        Self {
            displaces: self.moves,
            displaces_as_it_moves: true,
            methods: self.methods.union(Methods::DISPLACE),
            ..self
        }
    }

    /// The same piece with capture by displacement in some way of moving.
    #[must_use]
    pub const fn displacing_by(self, displaces: Movement<B>) -> Self {
        Self { displaces, displaces_as_it_moves: false, ..self.displacing() }
    }

    /// The same piece with further methods.
    #[must_use]
    pub const fn with(self, methods: Methods) -> Self {
        Self { methods: self.methods.union(methods), ..self }
    }

    /// The same piece, which becomes another kind in the hand of a side that captures it.
    #[must_use]
    pub const fn hand_type(self, kind: PieceKind) -> Self {
        Self { hand_type: Some(kind), ..self }
    }

    /// The same piece with promotion.
    #[must_use]
    pub const fn promoting(self, promotion: &'static Promotion<B>) -> Self {
        Self { promotion: Some(promotion), ..self }.with(Methods::PROMOTE)
    }

    /// The same piece with further options of its methods.
    #[must_use]
    pub const fn with_options(self, options: RuleFlags) -> Self {
        Self { options: self.options.union(options), ..self }
    }

    /// The squares of pieces that it could displace; `attacks` are those of its moves.
    #[inline(always)]
    pub fn displacing_attacks<G: Geometry<Bits = B>>(
        &self,
        geometry: G,
        from: Square,
        attacks: Bitboard<G>,
        occupied: Bitboard<G>,
    ) -> Bitboard<G> {
        if self.displaces_as_it_moves {
            attacks
        } else {
            self.displaces.attacks(geometry, from, occupied)
        }
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

    /// Whether the piece only slides, like a queen or a rook, without leaps and displacement.
    #[inline(always)]
    pub const fn only_slides(&self) -> bool {
        let others = Methods::DISPLACE
            .union(Methods::LEAP)
            .union(Methods::IMITATE)
            .union(Methods::SWAP)
            .union(Methods::PROMOTE);
        (self.moves.is_queen() || self.moves.is_rook()) && !self.methods.intersects(others)
    }

    /// The same piece with the power to freeze adjacent enemies of some kinds.
    #[must_use]
    pub const fn freezing(self, freezes: Kinds) -> Self {
        Self { freezes, ..self }
    }

    /// The same piece with the kinds that free others from it, with [`RuleFlags::PURE_FREEZE`].
    #[must_use]
    pub const fn rescuers(self, kinds: Kinds) -> Self {
        Self { rescuers: kinds, ..self }
    }

    /// The same piece, displaced by imitation in another way.
    #[must_use]
    pub const fn imitated(self, imitated: Imitated) -> Self {
        Self { imitated, ..self }
    }

    /// Whether it freezes adjacent enemies of all kinds.
    #[inline(always)]
    pub const fn freezes_all(&self) -> bool {
        self.freezes.has_all()
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
