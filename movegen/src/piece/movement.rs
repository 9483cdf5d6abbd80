//! How a piece moves, as data.

use bitflags::bitflags;

use crate::capture::cannon;
use crate::{Bitboard, Bits, Direction, Geometry, Square};

bitflags! {
    /// A set of directions, in the order of [`Direction::ALL`].
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub struct Directions: u8 {
        /// Along files and ranks.
        const ROOK = 0b0101_0101;
        /// Along diagonals.
        const BISHOP = 0b1010_1010;
        /// All eight.
        const QUEEN = 0b1111_1111;
    }
}

impl Directions {
    /// Whether the set has a direction.
    #[inline(always)]
    pub const fn has(self, direction: Direction) -> bool {
        self.bits() >> direction as u8 & 1 != 0
    }
}

/// A leap: files to the east, ranks to the north, and whether it crosses the edge between the first and the
/// last file.
pub type Vector = (i8, i8, bool);

/// A way of moving: any combination of slides, leaps and bent slides. A piece goes along it to empty
/// squares, or onto enemies that it displaces ([`PieceSpec`](crate::PieceSpec)).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Movement<B: Bits> {
    slides: Directions,
    /// Longest slide, in king steps.
    range: u8,
    /// The squares that the piece leaps to from each square.
    leaps: Option<&'static B::Table<B>>,
    /// The leaps that these squares come from.
    vectors: &'static [Vector],
    /// Whether it takes one diagonal step and then may go on along the file or the rank away from
    /// its start.
    bends: bool,
    /// Whether it leaps over an adjacent piece of either side to the square just beyond.
    jumps: bool,
}

/// The diagonal steps of a bent slide, each with the two directions in which it may go on.
const BENDS: [(Direction, [Direction; 2]); 4] = [
    (Direction::NorthEast, [Direction::North, Direction::East]),
    (Direction::SouthEast, [Direction::South, Direction::East]),
    (Direction::SouthWest, [Direction::South, Direction::West]),
    (Direction::NorthWest, [Direction::North, Direction::West]),
];

impl<B: Bits> Movement<B> {
    /// Does not move.
    pub const NONE: Self = Self {
        slides: Directions::empty(),
        range: u8::MAX,
        leaps: None,
        vectors: &[],
        bends: false,
        jumps: false,
    };
    /// One step in any direction.
    pub const STEP: Self = Self::slides(Directions::QUEEN, 1);
    /// Slides along files and ranks.
    pub const ROOK: Self = Self::slides(Directions::ROOK, u8::MAX);
    /// Slides in all directions.
    pub const QUEEN: Self = Self::slides(Directions::QUEEN, u8::MAX);
    /// A diagonal step, and then optionally on along the file or the rank.
    pub const BENT: Self = Self { bends: true, ..Self::NONE };
    /// A leap over an adjacent piece.
    pub const JUMP: Self = Self { jumps: true, ..Self::NONE };

    /// Slides of at most `range` steps.
    pub const fn slides(directions: Directions, range: u8) -> Self {
        Self { slides: directions, range, ..Self::NONE }
    }

    /// Leaps, as vectors and as the set of destinations from each square.
    pub const fn leaps(vectors: &'static [Vector], table: &'static B::Table<B>) -> Self {
        Self::NONE.or_leap(vectors, table)
    }

    /// This movement and a leap over an adjacent piece.
    #[must_use]
    pub const fn or_jump(self) -> Self {
        Self { jumps: true, ..self }
    }

    /// This movement and leaps, as in [`Self::leaps`].
    #[must_use]
    pub const fn or_leap(self, vectors: &'static [Vector], table: &'static B::Table<B>) -> Self {
        Self { leaps: Some(table), vectors, ..self }
    }

    /// Whether the piece does not move this way at all.
    #[inline(always)]
    pub const fn is_none(&self) -> bool {
        self.slides.is_empty() && self.leaps.is_none() && !self.bends && !self.jumps
    }

    /// Whether all moves are slides.
    #[inline(always)]
    pub const fn only_slides(&self) -> bool {
        !self.slides.is_empty() && self.leaps.is_none() && !self.bends && !self.jumps
    }

    /// Whether the piece slides like a queen and does not move otherwise.
    #[inline(always)]
    pub const fn is_queen(&self) -> bool {
        self.only_slides() && self.is_far_reaching() && self.slides.is_all()
    }

    /// Whether the piece slides like a rook and does not move otherwise.
    #[inline(always)]
    pub const fn is_rook(&self) -> bool {
        let rook = self.slides.bits() == Directions::ROOK.bits();
        self.only_slides() && self.is_far_reaching() && rook
    }

    /// Whether slides have any range.
    #[inline(always)]
    pub const fn is_far_reaching(&self) -> bool {
        self.range == u8::MAX
    }

    /// Whether nothing can block a move.
    #[inline(always)]
    pub const fn is_unblockable(&self) -> bool {
        (self.slides.is_empty() || self.range == 1) && !self.bends && !self.jumps
    }

    /// Whether it takes a diagonal step before it goes on along a file or a rank.
    #[inline(always)]
    pub const fn bends(&self) -> bool {
        self.bends
    }

    /// Whether it leaps over adjacent pieces.
    #[inline(always)]
    pub const fn jumps(&self) -> bool {
        self.jumps
    }

    /// The leaps.
    pub const fn vectors(&self) -> &'static [Vector] {
        self.vectors
    }

    /// Longest slide, in king steps.
    pub const fn range(&self) -> u8 {
        self.range
    }

    /// The directions of slides.
    #[inline(always)]
    pub const fn directions(&self) -> Directions {
        self.slides
    }

    /// The empty squares to which the piece can move, and the pieces onto which it could move.
    #[inline(always)]
    pub fn attacks<G: Geometry<Bits = B>>(
        &self,
        geometry: G,
        from: Square,
        occupied: Bitboard<G>,
    ) -> Bitboard<G> {
        let mut attacks = Bitboard::EMPTY;
        if self.range == 1 {
            attacks |= geometry.neighbours(from) & self.lines(geometry, from);
        } else if !self.slides.is_empty() {
            attacks |= match (self.slides, self.range) {
                (Directions::ROOK, u8::MAX) => geometry.rook_attacks(from, occupied),
                _ => geometry.queen_attacks(from, occupied) & self.lines(geometry, from),
            };
        }
        if let Some(leaps) = self.leaps {
            attacks |= Bitboard(*B::entry(leaps, from.index()));
        }
        if self.bends {
            attacks |= bent_attacks(geometry, from, occupied);
        }
        if self.jumps {
            attacks |= cannon::destinations(geometry, from, &cannon::beyond(geometry, occupied));
        }
        attacks
    }

    /// The squares that slides can reach on an empty board at least: all squares if they have any
    /// range and run in all directions.
    #[inline(always)]
    pub fn lines<G: Geometry<Bits = B>>(&self, geometry: G, from: Square) -> Bitboard<G> {
        let lines = match self.slides {
            Directions::QUEEN => !Bitboard::EMPTY,
            Directions::ROOK => geometry.rook_lines(from),
            slides => {
                let mut lines = Bitboard::EMPTY;
                for direction in Direction::ALL {
                    let runs = slides.has(direction);
                    lines |= geometry.ray(from, direction).masked(runs);
                }
                lines
            }
        };
        match self.range {
            u8::MAX => lines,
            range => lines & geometry.within(from, range.into()),
        }
    }

    /// The squares from which the piece could move onto a square if the board were empty.
    #[inline(always)]
    pub fn origins<G: Geometry<Bits = B>>(&self, geometry: G, to: Square) -> Bitboard<G> {
        let mut origins = Bitboard::EMPTY;
        if self.range == 1 {
            origins |= geometry.neighbours(to) & self.lines(geometry, to);
        } else if !self.slides.is_empty() {
            origins |= match (self.slides, self.range) {
                (Directions::ROOK, u8::MAX) => geometry.rook_lines(to),
                _ => geometry.queen_lines(to) & self.lines(geometry, to),
            };
        }
        if let Some(leaps) = self.leaps {
            origins |= Bitboard(*B::entry(leaps, to.index()));
        }
        if self.bends {
            origins |= geometry.bends(to);
        }
        if self.jumps {
            origins |=
                geometry.queen_lines(to) & (geometry.within(to, 2) - geometry.neighbours(to));
        }
        origins
    }

    /// Whether a slide can lead from one square to another on the same line.
    #[inline(always)]
    pub fn slides_to<G: Geometry<Bits = B>>(&self, geometry: G, from: Square, to: Square) -> bool {
        match self.slides {
            Directions::QUEEN => {
                self.range == u8::MAX || geometry.within(from, self.range.into()).has(to)
            }
            _ => self.origins(geometry, to).has(from),
        }
    }

    /// Whether some way of moving from one of [`Self::origins`] is not blocked.
    #[inline(always)]
    pub fn is_open<G: Geometry<Bits = B>>(
        &self,
        geometry: G,
        from: Square,
        to: Square,
        occupied: Bitboard<G>,
    ) -> bool {
        let mut open = false;
        self.each_path(geometry, from, to, |path: Bitboard<G>| open |= !path.intersects(occupied));
        open
    }

    /// Calls the visitor with the squares between `from` and `to` that must be empty, for each way
    /// of moving from one of [`Self::origins`].
    #[inline(always)]
    pub fn each_path<G: Geometry<Bits = B>>(
        &self,
        geometry: G,
        from: Square,
        to: Square,
        mut visitor: impl FnMut(Bitboard<G>),
    ) {
        let leaps =
            self.leaps.is_some_and(|leaps| Bitboard::<G>(*B::entry(leaps, from.index())).has(to));
        if leaps {
            visitor(Bitboard::EMPTY);
        }
        if !self.slides.is_empty()
            && geometry.queen_lines(from).has(to)
            && self.slides_to(geometry, from, to)
        {
            visitor(geometry.between(from, to));
        }
        if self.bends
            && let Some(corner) = bend(geometry, from, to)
        {
            let path = geometry.between(corner, to) | corner.into();
            visitor(path - to.into());
        }
    }
}

/// The end of the diagonal step of a bent slide to a square one file or one rank away.
#[inline(always)]
fn bend<G: Geometry>(geometry: G, from: Square, to: Square) -> Option<Square> {
    let (east, north) =
        (geometry.file(to) > geometry.file(from), geometry.rank(to) > geometry.rank(from));
    let step = match (east, north) {
        (true, true) => Direction::NorthEast,
        (true, false) => Direction::SouthEast,
        (false, true) => Direction::NorthWest,
        (false, false) => Direction::SouthWest,
    };
    // Where the way on is interrupted by a missing square there is no direction to the target.
    let corner = geometry.step(from, step)?;
    (corner == to || geometry.direction(corner, to).is_some()).then_some(corner)
}

/// On each bent path the empty squares up to the first piece, and that piece.
#[inline(always)]
fn bent_attacks<G: Geometry>(geometry: G, from: Square, occupied: Bitboard<G>) -> Bitboard<G> {
    // Unrolled, so that each direction is a constant.
    let [north_east, south_east, south_west, north_west] = BENDS;
    let attacks = |(step, [along, across]): (Direction, [Direction; 2])| {
        let Some(corner) = geometry.step(from, step) else {
            return Bitboard::EMPTY;
        };
        let ahead = geometry.ray_attacks(corner, along, occupied)
            | geometry.ray_attacks(corner, across, occupied);
        ahead.masked(!occupied.has(corner)) | corner.into()
    };
    attacks(north_east) | attacks(south_east) | attacks(south_west) | attacks(north_west)
}
