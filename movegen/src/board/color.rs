//! The two sides.

use std::fmt;
use std::ops::{Index, IndexMut, Not};

/// A side; `!color` is the other one.
///
/// ```
/// use baroque_movegen::Color;
/// assert_eq!((!Color::White, Color::Black.letter()), (Color::Black, 'b'));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Color {
    /// Moves first.
    White,
    /// Moves second.
    Black,
}

impl Color {
    /// Both sides.
    pub const ALL: [Self; Self::NUM] = [Self::White, Self::Black];
    /// Number of sides.
    pub const NUM: usize = 2;

    /// The FEN letter of the side, `w` or `b`.
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'w',
            Self::Black => 'b',
        }
    }
}

impl Not for Color {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::White => "White",
            Self::Black => "Black",
        })
    }
}

/// One value for each side, White's first.
///
/// ```
/// use baroque_movegen::{ByColor, Color};
/// let mut captures = ByColor([2, 3]);
/// captures[Color::Black] += 1;
/// assert_eq!((captures[Color::White], captures[Color::Black]), (2, 4));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ByColor<T>(pub [T; Color::NUM]);

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, color: Color) -> &T {
        &self.0[color as usize]
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    #[inline(always)]
    fn index_mut(&mut self, color: Color) -> &mut T {
        &mut self.0[color as usize]
    }
}
