//! Zobrist keys (Zobrist 1970): pseudo-random numbers whose exclusive or identifies a position.
//!
//! The numbers come from a fixed generator at compile time (SplitMix64, Steele, Lea and Flood
//! 2014), so a key is the same in every build.

use crate::{ByColor, ByKind, Color, PieceKind, Square};

/// Key of the side to move: part of every position in which Black moves.
pub(crate) const SIDE: u64 = split_mix(0);

/// Maximum number of squares of a board.
const SQUARES: usize = 128;

/// Number of kinds in Ultima, whose numbers come first in the sequence.
const ULTIMA_KINDS: usize = 7;

/// Number of different counts of one kind in a hand.
const MAX_IN_HAND: usize = 256;

/// Index of the first number of hands.
const HANDS: usize = 2 * PieceKind::NUM * SQUARES;
/// Index of the first number of swap bans.
const BANS: usize = HANDS + 2 * PieceKind::NUM * MAX_IN_HAND;

static PIECES: ByColor<ByKind<[u64; SQUARES]>> = ByColor([pieces(0), pieces(1)]);

/// Key of one piece on one square.
#[inline(always)]
pub(crate) fn piece(color: Color, kind: PieceKind, square: Square) -> u64 {
    PIECES[color][kind][square.index() & (SQUARES - 1)]
}

/// Key of `count` pieces of a kind in a hand; 0 for no pieces.
#[inline]
pub(crate) fn in_hand(color: Color, kind: PieceKind, count: u8) -> u64 {
    let row = color as usize * PieceKind::NUM + kind as usize;
    let number = HANDS + row * MAX_IN_HAND + usize::from(count);
    if count == 0 { 0 } else { split_mix(1 + number as u64) }
}

/// Key of one square of a swap ban.
#[inline]
pub(crate) fn swap_ban(square: Square) -> u64 {
    split_mix((1 + BANS + square.index()) as u64)
}

const fn pieces(color: usize) -> ByKind<[u64; SQUARES]> {
    let mut keys = [[0; SQUARES]; PieceKind::NUM];
    let mut kind = 0;
    while kind < PieceKind::NUM {
        let row = if kind < ULTIMA_KINDS {
            color * ULTIMA_KINDS + kind
        } else {
            2 * ULTIMA_KINDS + color * (PieceKind::NUM - ULTIMA_KINDS) + kind - ULTIMA_KINDS
        };
        let mut square = 0;
        while square < SQUARES {
            keys[kind][square] = split_mix((1 + row * SQUARES + square) as u64);
            square += 1;
        }
        kind += 1;
    }
    ByKind(keys)
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
