//! One square of a board.

use std::num::NonZeroU8;

/// A square: rank times the number of files plus file, both from zero.
/// [`Geometry`](crate::Geometry) converts squares to names and back.
///
/// ```
/// use baroque_movegen::{Board8x8, Geometry, Square};
/// let c2 = Square::new(10);
/// assert_eq!((c2.index(), Board8x8.name(c2)), (10, "c2".to_owned()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Square(NonZeroU8);

const _: () = assert!(size_of::<Option<Square>>() == 1);

impl Square {
    /// The square with an index, which is below 128 on every board.
    ///
    /// # Panics
    /// The index is greater.
    pub const fn new(index: usize) -> Self {
        assert!(index < 128, "no board has such a square");
        Self::of_bit(index)
    }

    /// The square with the index of a bit of a set.
    #[inline(always)]
    pub(crate) const fn of_bit(index: usize) -> Self {
        debug_assert!(index < 128);
        // One more than the index, so that `Option<Square>` is one byte.
        Self(NonZeroU8::MIN.saturating_add(index as u8))
    }

    /// Index of the square.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}
