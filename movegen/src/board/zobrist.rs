//! Zobrist keys (Zobrist 1970): pseudo-random numbers whose exclusive or identifies a position.
//!
//! The numbers come from a fixed generator at compile time (SplitMix64, Steele, Lea and Flood
//! 2014), so a key is the same in every build.

use crate::{Color, PieceKind, Square};

/// Key of the side to move: part of every position in which Black moves.
pub(crate) const SIDE: u64 = split_mix(0);

/// Maximum number of squares of a board.
const SQUARES: usize = 128;
/// Number of different counts of one kind in a hand.
const MAX_IN_HAND: usize = 256;
/// Rows are numbered in groups, each of which was added to the sequence after the one before: the
/// first row of each group.
const GROUPS: [usize; 4] = [0, 7, 15, PieceKind::MAX];
/// Index of the first number of hands for the first two groups.
const HANDS: usize = 2 * GROUPS[2] * SQUARES;
/// Index of the first number of swap bans.
const BANS: usize = HANDS + 2 * GROUPS[2] * MAX_IN_HAND;
/// Index of the first number of the third group.
const MORE: usize = BANS + SQUARES;

/// Rows of the table of pieces: a power of two, so that a mask proves the bound.
const ROWS: usize = PieceKind::MAX.next_power_of_two();
/// Keys of the pieces by colour, row and square.
static PIECES: [[[u64; SQUARES]; ROWS]; 2] = [pieces(0), pieces(1)];

/// Key of one piece on one square; `row` is its [`BoardTypes::zobrist_row`].
///
/// [`BoardTypes::zobrist_row`]: crate::BoardTypes::zobrist_row
#[inline(always)]
pub(crate) fn piece(color: Color, row: usize, square: Square) -> u64 {
    PIECES[color as usize][row & (ROWS - 1)][square.index() & (SQUARES - 1)]
}

/// Key of `count` pieces of a row in a hand; 0 for no pieces.
#[inline]
pub(crate) fn in_hand(color: Color, row: usize, count: u8) -> u64 {
    let color = color as usize;
    let first = match row.checked_sub(GROUPS[2]) {
        None => HANDS + (color * GROUPS[2] + row) * MAX_IN_HAND,
        Some(row) => {
            let rows = GROUPS[3] - GROUPS[2];
            MORE + 2 * rows * SQUARES + (color * rows + row) * MAX_IN_HAND
        }
    };
    if count == 0 { 0 } else { split_mix((1 + first + usize::from(count)) as u64) }
}

/// Key of one square of a swap ban.
#[inline]
pub(crate) fn swap_ban(square: Square) -> u64 {
    split_mix((1 + BANS + square.index()) as u64)
}

const fn pieces(color: usize) -> [[u64; SQUARES]; ROWS] {
    let mut keys = [[0; SQUARES]; ROWS];
    let mut row = 0;
    while row < PieceKind::MAX {
        let group = if row < GROUPS[1] { 0 } else { 1 + (row >= GROUPS[2]) as usize };
        let rows = GROUPS[group + 1] - GROUPS[group];
        let before = if group < 2 { 2 * GROUPS[group] * SQUARES } else { MORE };
        let first = before + (color * rows + row - GROUPS[group]) * SQUARES;
        let mut square = 0;
        while square < SQUARES {
            keys[row][square] = split_mix((1 + first + square) as u64);
            square += 1;
        }
        row += 1;
    }
    keys
}

/// The `n`-th number of the SplitMix64 sequence of the seed 0, from 0.
///
/// ```
/// use baroque_movegen::zobrist::split_mix;
/// assert_eq!(split_mix(0), 0xe220_a839_7b1d_cdaf);
/// ```
pub const fn split_mix(n: u64) -> u64 {
    let mut z = n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
