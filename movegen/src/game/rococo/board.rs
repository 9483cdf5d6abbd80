//! The board of Rococo.

use crate::{AttackTables, Bitboard, Geometry, Grid, Square};

/// A set of squares of the board.
type Set = Bitboard<Board10x10>;

/// Ten files and ten ranks. The 36 outer squares are the ring; the inner 64 keep their chess names
/// (rules, 4).
///
/// ```
/// use baroque_movegen::{Geometry, Board10x10};
/// let named = |text| Board10x10.parse(text).map(|(square, _)| Board10x10.name(square));
/// assert_eq!(named("a1"), Some("a1".to_owned()));
/// assert_eq!(named("y00"), Some("z9".to_owned()));
/// assert_eq!(named("i1"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board10x10;

const FILES: i32 = 10;
const RANKS: i32 = 10;
const EXISTS: u128 = (1 << (FILES * RANKS)) - 1;

/// The 36 outer squares.
pub const RING: Set = Bitboard({
    let mut inner = 0;
    let mut rank = 1;
    while rank < RANKS - 1 {
        inner |= 0xff << (rank * FILES + 1);
        rank += 1;
    }
    EXISTS & !inner
});
/// The two lowest ranks.
pub const LOWEST_RANKS: u128 = (1 << (2 * FILES)) - 1;
/// The two highest ranks.
pub const HIGHEST_RANKS: u128 = LOWEST_RANKS << ((RANKS - 2) * FILES);

impl Grid for Board10x10 {
    type Bits = u128;
    const FILES: usize = FILES as usize;
    const RANKS: usize = RANKS as usize;
}

impl Geometry for Board10x10 {
    #[inline(always)]
    fn tables(self) -> &'static AttackTables<u128> {
        static TABLES: AttackTables<u128> = AttackTables::<u128>::new(FILES, RANKS, EXISTS);
        &TABLES
    }

    fn file_letters(self) -> &'static str {
        "xabcdefghz"
    }

    fn lowest_rank(self) -> usize {
        0
    }

    /// Also reads `y` as `z` and `00` as `9` (rules, 1.3).
    fn parse(self, text: &str) -> Option<(Square, &str)> {
        let letter = text.chars().next()?;
        let file = self.file_letters().find(if letter == 'y' { 'z' } else { letter })?;
        let rest = &text[letter.len_utf8()..];
        if let Some(rest) = rest.strip_prefix("00") {
            return Some((self.square(file, self.ranks() - 1)?, rest));
        }
        let rank = rest.chars().next()?.to_digit(10)?;
        Some((self.square(file, rank as usize)?, &rest[1..]))
    }
}
