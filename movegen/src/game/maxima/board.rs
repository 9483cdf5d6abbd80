//! The board of Maxima, and the leaps of its kings.

use crate::piece::movement::Vector;
use crate::{AttackTables, Bitboard, Geometry, Grid};

/// A set of squares of the board.
type Set = Bitboard<MaximaBoard>;

/// Files a to h and ranks 2 to 10, with a palace of two squares behind either side (rules, 3).
///
/// ```
/// use baroque_movegen::{Geometry, MaximaBoard};
/// assert_eq!(MaximaBoard.squares().len(), 76);
/// assert!(MaximaBoard.parse("d11").is_some() && MaximaBoard.parse("c11").is_none());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MaximaBoard;

const FILES: i32 = 8;
const RANKS: i32 = 11;
/// d1 and e1.
pub const WHITE_PALACE: Set = Bitboard(0b11 << 3);
/// d11 and e11.
pub const BLACK_PALACE: Set = Bitboard(WHITE_PALACE.0 << (FILES * (RANKS - 1)));
/// Ranks 2 to 10.
const FIELD: u128 = ((1 << (FILES * (RANKS - 2))) - 1) << FILES;
const EXISTS: u128 = FIELD | WHITE_PALACE.0 | BLACK_PALACE.0;

impl Grid for MaximaBoard {
    type Bits = u128;
    const FILES: usize = FILES as usize;
    const RANKS: usize = RANKS as usize;
}

impl Geometry for MaximaBoard {
    #[inline(always)]
    fn tables(self) -> &'static AttackTables<u128> {
        static TABLES: AttackTables<u128> = AttackTables::<u128>::new(FILES, RANKS, EXISTS);
        &TABLES
    }
}

/// A king's leaps: a knight's, around the cylinder of ranks 2 to 10.
pub const KING_VECTORS: &[Vector] = &[
    (1, 2, true),
    (2, 1, true),
    (2, -1, true),
    (1, -2, true),
    (-1, -2, true),
    (-2, -1, true),
    (-2, 1, true),
    (-1, 2, true),
];

/// The squares that a king attacks.
pub static KING_LEAPS: [u128; 128] = {
    let mut table = [0; 128];
    let mut from = 0;
    while from < FILES * RANKS {
        let mut leap = 0;
        while leap < KING_VECTORS.len() && EXISTS >> from & 1 != 0 {
            let (files, ranks, _) = KING_VECTORS[leap];
            let (file, rank) = (from % FILES + files as i32, from / FILES + ranks as i32);
            if rank >= 0 && rank < RANKS {
                let to = rank * FILES + file.rem_euclid(FILES);
                let wraps = file < 0 || file >= FILES;
                let exists = EXISTS >> to & 1 != 0;
                if exists && !(wraps && FIELD >> from & FIELD >> to & 1 == 0) {
                    table[from as usize] |= 1 << to;
                }
            }
            leap += 1;
        }
        from += 1;
    }
    table
};
