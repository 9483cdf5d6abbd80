//! The geometry of a board: its squares, and tables of lines, distances and attacks.

use std::fmt::Debug;

use crate::{Bitboard, Bits, Grid, Square};

/// A direction of travel. North is towards higher ranks, east towards later files.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Direction {
    North,
    NorthEast,
    East,
    SouthEast,
    South,
    SouthWest,
    West,
    NorthWest,
}

use Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};

impl Direction {
    /// All eight, clockwise from north.
    pub const ALL: [Self; 8] =
        [North, NorthEast, East, SouthEast, South, SouthWest, West, NorthWest];
    /// The four along files and ranks.
    pub const ORTHOGONAL: [Self; 4] = [North, East, South, West];

    /// The opposite direction.
    #[inline(always)]
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 4) & 7]
    }

    /// Whether the direction runs along a file or a rank.
    #[inline(always)]
    pub const fn is_orthogonal(self) -> bool {
        self as usize & 1 == 0
    }

    /// The union of the sets for the four directions along files and ranks. Unrolled, so that each
    /// direction is a constant: a loop makes the generator 10 % slower.
    #[inline(always)]
    pub fn over_orthogonals<G: Grid>(set: impl Fn(Self) -> Bitboard<G>) -> Bitboard<G> {
        set(North) | set(East) | set(South) | set(West)
    }

    /// Change of file and of rank in one step.
    pub(crate) const fn vector(self) -> (i8, i8) {
        let (file, rank) = self.delta();
        (file as i8, rank as i8)
    }

    /// Change of file and of rank in one step.
    #[inline(always)]
    const fn delta(self) -> (i32, i32) {
        match self {
            North => (0, 1),
            NorthEast => (1, 1),
            East => (1, 0),
            SouthEast => (1, -1),
            South => (0, -1),
            SouthWest => (-1, -1),
            West => (-1, 0),
            NorthWest => (-1, 1),
        }
    }
}

/// One line through a square: the squares below and above it in index order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Line<B> {
    lower: B,
    upper: B,
}

/// The tables of one board, computed at compile time.
#[derive(Debug)]
pub struct AttackTables<B: Bits> {
    squares: B,
    /// For each direction the squares from which a step in it stays on the board.
    with_step: [B; 8],
    lines: B::Table<[Line<B>; 4]>,
    rays: B::Table<[B; 8]>,
    steps: B::Table<[Option<Square>; 8]>,
    neighbours: B::Table<B>,
    queen_lines: B::Table<B>,
    directions: B::Table<B::Table<Option<Direction>>>,
    within: [B::Table<B>; 16],
    bends: B::Table<B>,
}

/// The geometry of a board: a value, so that it can come from a table that is read at run time. No
/// method depends on pieces, except through the set of occupied squares.
pub trait Geometry: Grid {
    /// Precomputed tables.
    fn tables(self) -> &'static AttackTables<Self::Bits>;

    /// Number of files.
    #[inline(always)]
    fn files(self) -> usize {
        Self::FILES
    }

    /// Number of ranks.
    #[inline(always)]
    fn ranks(self) -> usize {
        Self::RANKS
    }

    /// The letters of the files.
    fn file_letters(self) -> &'static str {
        "abcdefghi"
    }

    /// The number of the lowest rank.
    fn lowest_rank(self) -> usize {
        1
    }

    /// Whether the board has at most 64 squares although its sets have 128 bits: slides need only the
    /// lower half of them then, which makes perft 6 % faster.
    #[inline(always)]
    fn is_half_used(self) -> bool {
        false
    }

    /// Every square of the board.
    #[inline(always)]
    fn squares(self) -> Bitboard<Self> {
        Bitboard(self.tables().squares)
    }

    /// The square on `file` and `rank`, both from zero, if it exists.
    fn square(self, file: usize, rank: usize) -> Option<Square> {
        (file < self.files() && rank < self.ranks())
            .then(|| Square::of_bit(rank * self.files() + file))
            .filter(|&square| self.squares().has(square))
    }

    /// File of a square, from zero.
    #[inline(always)]
    fn file(self, square: Square) -> usize {
        square.index() % self.files()
    }

    /// Rank of a square, from zero.
    #[inline(always)]
    fn rank(self, square: Square) -> usize {
        square.index() / self.files()
    }

    /// The name of a square: file letter and rank number.
    fn name(self, square: Square) -> String {
        let letter = self.file_letters().as_bytes()[self.file(square)];
        format!("{}{}", letter as char, self.rank(square) + self.lowest_rank())
    }

    /// Parses a square name at the start of `text` and returns the square and the rest.
    ///
    /// ```
    /// use baroque_movegen::{Board8x8, Geometry, Square};
    /// assert_eq!(Board8x8.parse("b1c3"), Some((Square::new(1), "c3")));
    /// assert_eq!(Board8x8.parse("i1"), None);
    /// ```
    fn parse(self, text: &str) -> Option<(Square, &str)> {
        let file = self.file_letters().find(text.chars().next()?)?;
        let rest = &text[1..];
        let digits = rest.bytes().take(2).take_while(u8::is_ascii_digit).count();
        let rank: usize = rest[..digits].parse().ok()?;
        let square = self.square(file, rank.checked_sub(self.lowest_rank())?)?;
        Some((square, &rest[digits..]))
    }

    /// Shifts every square of a set by one step; squares that leave the board are dropped.
    #[inline(always)]
    fn shift(self, set: Bitboard<Self>, direction: Direction) -> Bitboard<Self> {
        let (file, rank) = direction.delta();
        let kept = set.0 & self.tables().with_step[direction as usize];
        Bitboard(kept.shifted(rank * self.files() as i32 + file))
    }

    /// The `empty` squares to which `pieces` can slide in one direction. No two pieces reach the
    /// same square, so the size of the set is the number of moves. This is the occluded fill by
    /// parallel prefixes (Chess Programming Wiki, Kogge-Stone Algorithm).
    ///
    /// ```
    /// use baroque_movegen::{Board8x8, Direction, Geometry, bitboard};
    /// let pieces = bitboard! {
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . X . .
    ///     . . . . . . . .
    ///     . X . . X . . .
    ///     . . . . . . . .
    ///     . . . . . . X .
    ///     . . . . . . . .
    /// };
    /// assert_eq!(Board8x8.slide_fill(pieces, !pieces, Direction::East), bitboard! {
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . X X
    ///     . . . . . . . .
    ///     . . X X . X X X
    ///     . . . . . . . .
    ///     . . . . . . . X
    ///     . . . . . . . .
    /// });
    /// ```
    #[inline(always)]
    fn slide_fill(
        self,
        pieces: Bitboard<Self>,
        empty: Bitboard<Self>,
        direction: Direction,
    ) -> Bitboard<Self> {
        let (file, rank) = direction.delta();
        let step = rank * self.files() as i32 + file;
        let open = empty.0 & self.tables().with_step[direction.opposite() as usize];
        let longest = match (file, rank) {
            (0, _) => self.ranks(),
            (_, 0) => self.files(),
            _ => self.files().min(self.ranks()),
        };
        let slides = match self.is_half_used() {
            true => Self::Bits::from_low(fill(pieces.0.low(), open.low(), step, longest)),
            false => fill(pieces.0, open, step, longest),
        };
        Bitboard(slides) - pieces
    }

    /// The squares one king step away.
    #[inline(always)]
    fn neighbours(self, square: Square) -> Bitboard<Self> {
        Bitboard(*Self::Bits::entry(&self.tables().neighbours, square.index()))
    }

    /// The squares one king step away from some square of the set.
    #[inline(always)]
    fn neighbours_of_all(self, set: Bitboard<Self>) -> Bitboard<Self> {
        set.flat_map(|square| self.neighbours(square))
    }

    /// The squares in one direction up to the edge.
    #[inline(always)]
    fn ray(self, square: Square, direction: Direction) -> Bitboard<Self> {
        Bitboard(Self::Bits::entry(&self.tables().rays, square.index())[direction as usize])
    }

    /// All squares on the eight lines of a square.
    #[inline(always)]
    fn queen_lines(self, square: Square) -> Bitboard<Self> {
        Bitboard(*Self::Bits::entry(&self.tables().queen_lines, square.index()))
    }

    /// The file and the rank of a square, without the square itself.
    #[inline(always)]
    fn rook_lines(self, square: Square) -> Bitboard<Self> {
        self.file_of(square) | self.rank_of(square)
    }

    /// The other squares on the file of a square.
    #[inline(always)]
    fn file_of(self, square: Square) -> Bitboard<Self> {
        self.ray(square, North) | self.ray(square, South)
    }

    /// The other squares on the rank of a square.
    #[inline(always)]
    fn rank_of(self, square: Square) -> Bitboard<Self> {
        self.ray(square, East) | self.ray(square, West)
    }

    /// The squares strictly between two squares on one line; none if they share no line.
    #[inline(always)]
    fn between(self, a: Square, b: Square) -> Bitboard<Self> {
        self.direction(a, b).map_or(Bitboard::EMPTY, |direction| {
            self.ray(a, direction) & self.ray(b, direction.opposite())
        })
    }

    /// The squares one file or one rank away, and at least one of the other, whether they exist or
    /// not: all squares that a bent slide could reach.
    #[inline(always)]
    fn bends(self, square: Square) -> Bitboard<Self> {
        Bitboard(*Self::Bits::entry(&self.tables().bends, square.index()))
    }

    /// The squares at most `steps` king steps away, without the square itself. No board
    /// has squares that are farther apart than 15 steps.
    #[inline(always)]
    fn within(self, square: Square, steps: usize) -> Bitboard<Self> {
        Bitboard(*Self::Bits::entry(&self.tables().within[steps.min(15)], square.index()))
    }

    /// The direction from one square to another, if they share a line.
    #[inline(always)]
    fn direction(self, from: Square, to: Square) -> Option<Direction> {
        let row = Self::Bits::entry(&self.tables().directions, from.index());
        *Self::Bits::entry(row, to.index())
    }

    /// The square one step away, if there is one.
    #[inline(always)]
    fn step(self, square: Square, direction: Direction) -> Option<Square> {
        Self::Bits::entry(&self.tables().steps, square.index())[direction as usize]
    }

    /// Attacks in one direction: the empty squares up to the first piece, and that piece.
    #[inline(always)]
    fn ray_attacks(
        self,
        square: Square,
        direction: Direction,
        occupied: Bitboard<Self>,
    ) -> Bitboard<Self> {
        let ray = self.ray(square, direction);
        let (pieces, none) = ((ray & occupied).0, Self::Bits::ZERO);
        let attacks = match direction {
            North | NorthEast | East | NorthWest => {
                Self::Bits::obstruction_difference(none, pieces)
            }
            SouthEast | South | SouthWest | West => {
                Self::Bits::obstruction_difference(pieces, none)
            }
        };
        ray & Bitboard(attacks)
    }

    /// Rook attacks: on each line the empty squares up to the first piece, and that piece.
    #[inline(always)]
    fn rook_attacks(self, square: Square, occupied: Bitboard<Self>) -> Bitboard<Self> {
        let [file, rank, ..] = Self::Bits::entry(&self.tables().lines, square.index());
        if self.is_half_used() {
            let attacks = |line: &Line<Self::Bits>| line.low().attacks(occupied.0.low());
            return Bitboard(Self::Bits::from_low(attacks(file) | attacks(rank)));
        }
        Bitboard(file.attacks(occupied.0) | rank.attacks(occupied.0))
    }

    /// Queen attacks: on each line the empty squares up to the first piece, and that piece.
    #[inline(always)]
    fn queen_attacks(self, square: Square, occupied: Bitboard<Self>) -> Bitboard<Self> {
        let [file, rank, rising, falling] = Self::Bits::entry(&self.tables().lines, square.index());
        if self.is_half_used() {
            let attacks = |line: &Line<Self::Bits>| line.low().attacks(occupied.0.low());
            let attacks = attacks(file) | attacks(rank) | attacks(rising) | attacks(falling);
            return Bitboard(Self::Bits::from_low(attacks));
        }
        let attacks = |line: &Line<Self::Bits>| line.attacks(occupied.0);
        Bitboard(attacks(file) | attacks(rank) | attacks(rising) | attacks(falling))
    }
}

/// The pieces, and the `open` squares that they reach in steps of one direction over open squares
/// only.
#[inline(always)]
fn fill<B: Bits>(pieces: B, mut open: B, step: i32, longest: usize) -> B {
    let mut filled = pieces;
    let mut length = 1;
    while length < longest as i32 {
        filled = filled | (open & filled.shifted(length * step));
        open = open & open.shifted(length * step);
        length *= 2;
    }
    filled
}

impl<B: Bits> Line<B> {
    #[inline(always)]
    fn attacks(&self, occupied: B) -> B {
        let (lower, upper) = (self.lower & occupied, self.upper & occupied);
        B::obstruction_difference(lower, upper) & (self.lower | self.upper)
    }

    #[inline(always)]
    fn low(&self) -> Line<u64> {
        Line { lower: self.lower.low(), upper: self.upper.low() }
    }
}

/// The board of 8×8 squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board8x8;

impl Grid for Board8x8 {
    type Bits = u64;
    const FILES: usize = 8;
    const RANKS: usize = 8;
}

impl Geometry for Board8x8 {
    #[inline(always)]
    fn tables(self) -> &'static AttackTables<u64> {
        static TABLES: AttackTables<u64> = AttackTables::<u64>::new(8, 8, !0);
        &TABLES
    }
}

macro_rules! tables {
    ($bits:ty) => {
        impl AttackTables<$bits> {
            /// The tables of a board with `files` × `ranks` squares, of which only those in `exists`
            /// exist.
            pub(crate) const fn new(files: i32, ranks: i32, exists: $bits) -> Self {
                const SIZE: usize = <$bits>::BITS as usize;
                let mut tables = Self {
                    squares: 0,
                    with_step: [0; 8],
                    lines: [[Line { lower: 0, upper: 0 }; 4]; SIZE],
                    rays: [[0; 8]; SIZE],
                    steps: [[None; 8]; SIZE],
                    neighbours: [0; SIZE],
                    queen_lines: [0; SIZE],
                    directions: [[None; SIZE]; SIZE],
                    within: [[0; SIZE]; 16],
                    bends: [0; SIZE],
                };
                let mut square = 0;
                while square < (files * ranks) as usize {
                    if exists >> square & 1 != 0 {
                        tables.squares |= 1 << square;
                        tables.add(square, files, ranks, exists);
                    }
                    square += 1;
                }
                tables
            }

            const fn add(&mut self, square: usize, files: i32, ranks: i32, exists: $bits) {
                let mut direction = 0;
                while direction < 8 {
                    self.walk(square, direction, [files, ranks], exists);
                    direction += 1;
                }
                let [north, north_east, east, south_east, south, south_west, west, north_west] =
                    self.rays[square];
                self.lines[square] = [
                    Line { lower: south, upper: north },
                    Line { lower: west, upper: east },
                    Line { lower: south_west, upper: north_east },
                    Line { lower: south_east, upper: north_west },
                ];
                self.fill_within(square, files, ranks);
            }

            /// Fills the entries of `square` for one direction, up to the edge or a missing square.
            const fn walk(
                &mut self,
                square: usize,
                direction: usize,
                [files, ranks]: [i32; 2],
                exists: $bits,
            ) {
                let (step_file, step_rank) = Direction::ALL[direction].delta();
                let mut file = square as i32 % files + step_file;
                let mut rank = square as i32 / files + step_rank;
                let mut passed: $bits = 0;
                while file >= 0 && file < files && rank >= 0 && rank < ranks {
                    let target = (rank * files + file) as usize;
                    if exists >> target & 1 == 0 {
                        break;
                    }
                    self.directions[square][target] = Some(Direction::ALL[direction]);
                    if passed == 0 {
                        self.steps[square][direction] = Some(Square::new(target));
                        self.neighbours[square] |= 1 << target;
                        self.with_step[direction] |= 1 << square;
                    }
                    passed |= 1 << target;
                    file += step_file;
                    rank += step_rank;
                }
                self.rays[square][direction] = passed;
                self.queen_lines[square] |= passed;
            }

            const fn fill_within(&mut self, square: usize, files: i32, ranks: i32) {
                let mut target = 0;
                while target < files * ranks {
                    let across = (target % files - square as i32 % files).unsigned_abs();
                    let along = (target / files - square as i32 / files).unsigned_abs();
                    if across == 1 && along >= 1 || along == 1 && across >= 1 {
                        self.bends[square] |= 1 << target;
                    }
                    let mut steps = if across > along { across } else { along } as usize;
                    while steps > 0 && steps < 16 {
                        self.within[steps][square] |= 1 << target;
                        steps += 1;
                    }
                    target += 1;
                }
            }
        }
    };
}

tables!(u64);
tables!(u128);

#[cfg(test)]
mod tests {
    use super::*;

    fn square(name: &str) -> Square {
        Board8x8.parse(name).unwrap().0
    }

    fn set(names: &str) -> Bitboard<Board8x8> {
        names.split_whitespace().map(square).collect()
    }

    #[test]
    fn sliders_attack_up_to_the_first_piece() {
        let occupied = set("d4 d6 b4 f2 h8");
        let rook = set("d5 d6 c4 b4 e4 f4 g4 h4 d3 d2 d1");
        assert_eq!(Board8x8.rook_attacks(square("d4"), occupied), rook);
        let diagonals = set("e5 f6 g7 h8 c5 b6 a7 c3 b2 a1 e3 f2");
        assert_eq!(Board8x8.queen_attacks(square("d4"), occupied), rook | diagonals);
    }

    #[test]
    fn shifts_do_not_wrap() {
        assert_eq!(Board8x8.shift(set("h4 d4 d8"), NorthEast), set("e5"));
        assert_eq!(Board8x8.shift(set("a4 d4 d1"), SouthWest), set("c3"));
    }

    #[test]
    fn between_and_within() {
        assert_eq!(Board8x8.between(square("b2"), square("e5")), set("c3 d4"));
        assert_eq!(Board8x8.between(square("b2"), square("e6")), Bitboard::EMPTY);
        assert_eq!(Board8x8.within(square("a1"), 1), set("a2 b1 b2"));
        assert_eq!(Board8x8.within(square("a1"), 7).len(), 63);
    }

    #[test]
    fn directions_agree_with_steps() {
        for from in Board8x8.squares() {
            for direction in Direction::ALL {
                for to in Board8x8.ray(from, direction) {
                    assert_eq!(Board8x8.direction(from, to), Some(direction));
                }
            }
        }
        assert_eq!(Board8x8.direction(square("a1"), square("b3")), None);
    }
}
