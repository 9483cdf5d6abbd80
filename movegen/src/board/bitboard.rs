//! Sets of squares.

use std::fmt::{self, Debug};
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub};

use crate::Square;

/// What tables have for each bit.
pub trait Entry: Copy + Eq + Hash + Debug + Send + Sync + 'static {}

impl<T: Copy + Eq + Hash + Debug + Send + Sync + 'static> Entry for T {}

/// The integer of a [`Bitboard`]: one bit per square.
pub trait Bits:
    Copy
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// A table with one entry for each bit.
    type Table<T: Entry>: Entry;
    /// No bit set.
    const ZERO: Self;

    /// Bit number `index`, which is below the number of bits.
    fn bit(index: usize) -> Self;
    /// Whether bit number `index`, which is below the number of bits, is set.
    fn has(self, index: usize) -> bool;
    /// Number of bits set.
    fn count(self) -> u32;
    /// Index of the lowest bit that is set; the width of the type when none is.
    fn lowest(self) -> usize;
    /// Removes the lowest bit that is set.
    fn without_lowest(self) -> Self;
    /// Shifts left by `by`, or right by `-by` if `by` is negative. `by` is smaller than the width.
    fn shifted(self, by: i32) -> Self;
    /// The squares that a slider attacks on one line, from the highest piece below it to the lowest
    /// piece above it, both included ("obstruction difference"). `lower` and `upper` are the pieces
    /// of the line on either side of the slider. Without a lower piece the range begins at the
    /// lowest bit, without an upper piece it ends at the highest.
    ///
    /// ```
    /// use baroque_movegen::Bits;
    /// let (lower, upper) = (0b0000_0110, 0b1010_0000);
    /// assert_eq!(u64::obstruction_difference(lower, upper), 0b0011_1100);
    /// ```
    fn obstruction_difference(lower: Self, upper: Self) -> Self;
    /// The integer mixed into a word, for hashing.
    fn mixed(self) -> u64;
    /// The lower 64 bits.
    fn low(self) -> u64;
    /// The integer with these lower 64 bits and no others.
    fn from_low(low: u64) -> Self;
    /// The table's entry `index`, which is below the number of bits.
    fn entry<T: Entry>(table: &Self::Table<T>, index: usize) -> &T;
}

macro_rules! bits {
    ($bits:ty) => {
        impl Bits for $bits {
            type Table<T: Entry> = [T; <$bits>::BITS as usize];
            const ZERO: Self = 0;

            #[inline(always)]
            fn bit(index: usize) -> Self {
                // By words: compilers know no short code for shifts of 128 bits by a variable.
                let bit: u64 = 1 << (index & 63);
                let is_high = Self::BITS > u64::BITS && index & 64 != 0;
                if is_high { (u128::from(bit) << 64) as Self } else { bit.into() }
            }

            #[inline(always)]
            fn has(self, index: usize) -> bool {
                let is_high = Self::BITS > u64::BITS && index & 64 != 0;
                let word = if is_high { (self as u128 >> 64) as u64 } else { self as u64 };
                word >> (index & 63) & 1 != 0
            }

            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline(always)]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline(always)]
            fn shifted(self, by: i32) -> Self {
                if by >= 0 { self << by } else { self >> -by }
            }

            #[inline(always)]
            fn obstruction_difference(lower: Self, upper: Self) -> Self {
                let highest = (Self::BITS - 1) ^ (lower | 1).leading_zeros();
                upper ^ upper.wrapping_sub(Self::bit(highest as usize))
            }

            #[inline(always)]
            fn mixed(self) -> u64 {
                // Odd factors near 2^64 divided by the golden ratio and by its square.
                let (low, high) = (self as u64, (self as u128 >> 64) as u64);
                let product = u128::from(low ^ high.rotate_left(32) ^ 0x9E37_79B9_7F4A_7C15)
                    * u128::from(high ^ 0xD6E8_FEB8_6659_FD93);
                product as u64 ^ (product >> 64) as u64
            }

            #[inline(always)]
            fn low(self) -> u64 {
                self as u64
            }

            #[inline(always)]
            fn from_low(low: u64) -> Self {
                low.into()
            }

            #[inline(always)]
            fn entry<T: Entry>(table: &Self::Table<T>, index: usize) -> &T {
                // The mask proves the bound to the compiler: no check, no branch.
                &table[index & (Self::BITS as usize - 1)]
            }
        }
    };
}

bits!(u64);
bits!(u128);

/// The size of a board; where that is known at run time only, the greatest size.
/// [`Geometry`](crate::Geometry) adds which of its squares exist.
pub trait Grid: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// One bit for each square.
    type Bits: Bits;
    /// Number of files.
    const FILES: usize;
    /// Number of ranks.
    const RANKS: usize;
}

/// A set of squares of a board. Operators are set operations, `a - b` is the difference. `Debug`
/// draws the set in the form that [`bitboard!`](crate::bitboard) reads for 64 squares.
///
/// ```
/// use baroque_movegen::{Bitboard, Board8x8, Board10x10, Geometry, Square};
/// let corner = Bitboard::<Board8x8>::from(Square::new(0));
/// assert_eq!((corner.len(), corner.first()), (1, Some(Square::new(0))));
/// assert!(!corner.intersects(Board8x8.neighbours(Square::new(0))));
/// assert!((corner - corner).is_empty());
/// let (x3, _) = Board10x10.parse("x3").unwrap();
/// assert_eq!(format!("{:?}", Board10x10.neighbours(x3)), "\
/// bitboard! {
///     . . . . . . . . . .
///     . . . . . . . . . .
///     . . . . . . . . . .
///     . . . . . . . . . .
///     . . . . . . . . . .
///     X X . . . . . . . .
///     . X . . . . . . . .
///     X X . . . . . . . .
///     . . . . . . . . . .
///     . . . . . . . . . .
/// }");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Bitboard<G: Grid>(pub G::Bits);

impl<G: Grid> Debug for Bitboard<G> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "bitboard! {{")?;
        for rank in (0..G::RANKS).rev() {
            let square = |file| self.has(Square::new(rank * G::FILES + file));
            let row = (0..G::FILES).map(|file| if square(file) { " X" } else { " ." });
            writeln!(f, "   {}", row.collect::<String>())?;
        }
        f.write_str("}")
    }
}

impl<G: Grid> Bitboard<G> {
    /// The empty set.
    pub const EMPTY: Self = Self(G::Bits::ZERO);

    /// Whether the set has no squares.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0 == G::Bits::ZERO
    }

    /// Number of squares.
    #[inline(always)]
    pub fn len(self) -> u32 {
        self.0.count()
    }

    /// Whether the set has at least `count` squares. Small constants need no counting.
    #[inline(always)]
    pub fn has_at_least(self, count: u32) -> bool {
        match count {
            0 => true,
            1 => !self.is_empty(),
            2 => !Self(self.0.without_lowest()).is_empty() && !self.is_empty(),
            _ => self.len() >= count,
        }
    }

    /// Whether `square` belongs to the set.
    #[inline(always)]
    pub fn has(self, square: Square) -> bool {
        self.0.has(square.index())
    }

    /// Whether the two sets have a square in common.
    #[inline(always)]
    pub fn intersects(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Whether every square of this set belongs to `other`.
    #[inline(always)]
    pub fn is_subset(self, other: Self) -> bool {
        (self - other).is_empty()
    }

    /// The lowest square, if any.
    #[inline(always)]
    pub fn first(self) -> Option<Square> {
        if self.is_empty() { None } else { Some(Square::of_bit(self.0.lowest())) }
    }

    /// This set if `condition` holds, else the empty set.
    #[inline(always)]
    #[must_use]
    pub fn masked(self, condition: bool) -> Self {
        if condition { self } else { Self::EMPTY }
    }

    /// The union of the sets that belong to the squares.
    ///
    /// ```
    /// use baroque_movegen::{Board8x8, Bitboard, Geometry, Square};
    /// let corners: Bitboard<Board8x8> = [0, 63].map(Square::new).into_iter().collect();
    /// assert_eq!(corners.flat_map(|corner| Board8x8.neighbours(corner)).len(), 6);
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn flat_map(self, of: impl Fn(Square) -> Self) -> Self {
        // A loop, because `fold` is not always inlined.
        let mut union = Self::EMPTY;
        for square in self {
            union |= of(square);
        }
        union
    }

    /// The squares, lowest first.
    #[inline(always)]
    pub fn iter(self) -> Squares<G> {
        Squares(self)
    }
}

impl<G: Grid> From<Square> for Bitboard<G> {
    #[inline(always)]
    fn from(square: Square) -> Self {
        Self(G::Bits::bit(square.index()))
    }
}

impl<G: Grid> FromIterator<Square> for Bitboard<G> {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | square.into())
    }
}

impl<G: Grid> IntoIterator for Bitboard<G> {
    type Item = Square;
    type IntoIter = Squares<G>;

    #[inline(always)]
    fn into_iter(self) -> Squares<G> {
        self.iter()
    }
}

/// Iterator over the squares of a [`Bitboard`], lowest first.
#[derive(Clone, Debug)]
pub struct Squares<G: Grid>(Bitboard<G>);

impl<G: Grid> Iterator for Squares<G> {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0 = Bitboard(self.0.0.without_lowest());
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.len() as usize;
        (left, Some(left))
    }
}

/// A set of squares of [`Board8x8`](crate::Board8x8), drawn from the top rank down: `X` is in the
/// set, `.` is not. Any other name, such as the letter of a piece, is not in the set either and
/// only documents the position. Evaluated at compile time.
///
/// ```
/// use baroque_movegen::{Board8x8, Geometry, bitboard};
/// let (b2, _) = Board8x8.parse("b2").unwrap();
/// assert_eq!(Board8x8.neighbours(b2), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     X X X . . . . .
///     X K X . . . . .
///     X X X . . . . .
/// });
/// ```
///
/// A diagram with more or fewer than 64 squares does not compile:
///
/// ```compile_fail,E0308
/// let cut_off = baroque_movegen::bitboard! { . X . };
/// ```
#[macro_export]
macro_rules! bitboard {
    (@has X) => { true };
    (@has .) => { false };
    (@has $piece:ident) => { false };
    ($($square:tt)*) => {
        $crate::Bitboard::<$crate::Board8x8>(const {
            let diagram: [bool; 64] = [$($crate::bitboard!(@has $square)),*];
            let mut bits = 0;
            let mut index = 0;
            while index < diagram.len() {
                // The diagram begins with the top rank, the bits with the bottom one.
                if diagram[index ^ 56] {
                    bits |= 1 << index;
                }
                index += 1;
            }
            bits
        })
    };
}

macro_rules! set_operator {
    ($trait:ident :: $method:ident, $assign:ident :: $assign_method:ident, $apply:expr) => {
        impl<G: Grid> $trait for Bitboard<G> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                let apply: fn(G::Bits, G::Bits) -> G::Bits = $apply;
                Self(apply(self.0, other.0))
            }
        }

        impl<G: Grid> $assign for Bitboard<G> {
            #[inline(always)]
            fn $assign_method(&mut self, other: Self) {
                *self = $trait::$method(*self, other);
            }
        }
    };
}

set_operator!(BitAnd::bitand, BitAndAssign::bitand_assign, |a, b| a & b);
set_operator!(BitOr::bitor, BitOrAssign::bitor_assign, |a, b| a | b);
set_operator!(BitXor::bitxor, BitXorAssign::bitxor_assign, |a, b| a ^ b);

impl<G: Grid> Sub for Bitboard<G> {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl<G: Grid> Not for Bitboard<G> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}
