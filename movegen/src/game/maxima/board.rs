//! The board of Maxima, and the paths of its kings and mages.

use crate::{Bitboard, Color, Direction, Geometry, Grid, Square, Tables};

/// A set of squares of the board.
pub type Set = Bitboard<MaximaBoard>;

/// Files a to h and ranks 2 to 10, with a palace of two squares behind either side (rules, 3).
///
/// ```
/// use baroque_movegen::{Geometry, MaximaBoard};
/// assert_eq!(MaximaBoard::squares().len(), 76);
/// assert!(MaximaBoard::parse("d11").is_some() && MaximaBoard::parse("c11").is_none());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MaximaBoard;

const FILES: i32 = 8;
const RANKS: i32 = 11;
/// d1 and e1.
const WHITE_PALACE: u128 = 0b11 << 3;
/// d11 and e11.
const BLACK_PALACE: u128 = WHITE_PALACE << (FILES * (RANKS - 1));
/// Ranks 2 to 10.
const FIELD: u128 = ((1 << (FILES * (RANKS - 2))) - 1) << FILES;
const EXISTS: u128 = FIELD | WHITE_PALACE | BLACK_PALACE;

impl Grid for MaximaBoard {
    type Bits = u128;
    const FILES: usize = FILES as usize;
    const RANKS: usize = RANKS as usize;
}

impl Geometry for MaximaBoard {
    const TABLES: &'static Tables<u128> = {
        static TABLES: Tables<u128> = Tables::<u128>::new(FILES, RANKS, EXISTS);
        &TABLES
    };

    /// Palace squares are `_`.
    fn symbol(square: Square) -> char {
        let palaces = palace(Color::White) | palace(Color::Black);
        if palaces.has(square) { '_' } else { '.' }
    }
}

/// The palace of a side.
#[inline(always)]
pub fn palace(side: Color) -> Set {
    Bitboard(match side {
        Color::White => WHITE_PALACE,
        Color::Black => BLACK_PALACE,
    })
}

/// The squares that a king attacks: a knight's leap away, around the cylinder of ranks 2 to 10.
#[inline(always)]
pub fn king_leaps(from: Square) -> Set {
    Bitboard(KING_LEAPS[from.index() & 127])
}

static KING_LEAPS: [u128; 128] = {
    const LEAPS: [(i32, i32); 8] =
        [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    let mut table = [0; 128];
    let mut from = 0;
    while from < FILES * RANKS {
        let mut leap = 0;
        while leap < LEAPS.len() && EXISTS >> from & 1 != 0 {
            let (file, rank) = (from % FILES + LEAPS[leap].0, from / FILES + LEAPS[leap].1);
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

/// The diagonal steps of a mage, each with the two directions in which it may go on.
const MAGE_STEPS: [(Direction, [Direction; 2]); 4] = [
    (Direction::NorthEast, [Direction::North, Direction::East]),
    (Direction::SouthEast, [Direction::South, Direction::East]),
    (Direction::SouthWest, [Direction::South, Direction::West]),
    (Direction::NorthWest, [Direction::North, Direction::West]),
];

/// Mage attacks: on each path the empty squares up to the first piece, and that piece.
#[inline(always)]
pub fn mage_attacks(from: Square, occupied: Set) -> Set {
    // Unrolled, so that each direction is a constant.
    let [north_east, south_east, south_west, north_west] = MAGE_STEPS;
    let attacks = |(step, [along, across]): (Direction, [Direction; 2])| {
        let Some(corner) = MaximaBoard::step(from, step) else {
            return Set::EMPTY;
        };
        let ahead = MaximaBoard::ray_attacks(corner, along, occupied)
            | MaximaBoard::ray_attacks(corner, across, occupied);
        ahead.masked(!occupied.has(corner)) | corner.into()
    };
    attacks(north_east) | attacks(south_east) | attacks(south_west) | attacks(north_west)
}

/// The squares from which a mage may attack the target: one file or one rank away, and at least one
/// of the other.
#[inline(always)]
pub fn mage_origins(target: Square) -> Set {
    Bitboard(MAGE_ORIGINS[target.index() & 127])
}

static MAGE_ORIGINS: [u128; 128] = {
    let mut table = [0; 128];
    let mut pair = 0;
    while pair < FILES * RANKS * FILES * RANKS {
        let (target, mage) = (pair / (FILES * RANKS), pair % (FILES * RANKS));
        let files = (target % FILES - mage % FILES).abs();
        let ranks = (target / FILES - mage / FILES).abs();
        if (files == 1 && ranks >= 1) || (ranks == 1 && files >= 1) {
            table[target as usize] |= 1 << mage & EXISTS;
        }
        pair += 1;
    }
    table
};

/// The squares between a mage and its target, for each path to it.
#[inline(always)]
pub fn mage_paths(mage: Square, target: Square) -> impl Iterator<Item = Set> {
    MAGE_STEPS.into_iter().filter_map(move |(step, [along, across])| {
        let corner = MaximaBoard::step(mage, step)?;
        if corner == target {
            return Some(Set::EMPTY);
        }
        let ahead = MaximaBoard::ray(corner, along) | MaximaBoard::ray(corner, across);
        ahead.has(target).then(|| MaximaBoard::between(corner, target) | corner.into())
    })
}
