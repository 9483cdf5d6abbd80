//! The rows of a game's table, one for each kind of piece.

use super::rules::SpecialRules;
use crate::piece::{Methods, PieceInfo};
use crate::{Grid, PieceKind};

/// A row of the table of a game.
pub trait Row<G: SpecialRules>: Copy {
    /// The methods that the row may have. Code for others is not compiled.
    const MAY: Methods;

    /// The kind that the row is about.
    fn kind(self) -> PieceKind;

    /// The content of the row.
    fn info(self) -> &'static PieceInfo<<G::Geometry as Grid>::Bits>;
}

/// The row with a number that is known at compile time: what it lacks folds away.
#[derive(Clone, Copy)]
pub struct ConstRow<const INDEX: usize>;

/// The macros below list every row that a game can have.
const _: () = assert!(PieceKind::MAX == 26);

impl<G: SpecialRules, const INDEX: usize> Row<G> for ConstRow<INDEX> {
    const MAY: Methods =
        if INDEX < G::PIECES.len() { G::PIECES[INDEX].methods } else { Methods::empty() };

    #[inline(always)]
    fn kind(self) -> PieceKind {
        PieceKind::new(INDEX)
    }

    #[inline(always)]
    fn info(self) -> &'static PieceInfo<<G::Geometry as Grid>::Bits> {
        const { &G::PIECES[if INDEX < G::PIECES.len() { INDEX } else { 0 }] }
    }
}

/// All methods of a game's pieces.
pub const fn methods_of<G: SpecialRules>() -> Methods {
    let (mut methods, mut index) = (Methods::empty(), 0);
    while index < G::PIECES.len() {
        methods = methods.union(G::PIECES[index].methods);
        index += 1;
    }
    methods
}

/// Whether some piece of a game has a method. Prunes code before it is compiled.
macro_rules! some_piece_has {
    ($game:ty, $method:ident) => {
        const { methods_of::<$game>().contains(Methods::$method) }
    };
}

/// Whether a row has a method. Prunes code before it is compiled.
macro_rules! has {
    ($row:ident: $R:ty, $($method:ident)|+) => {
        const { $(<$R as Row<G>>::MAY.contains(Methods::$method))||+ }
            && ($($row.info().has(Methods::$method))||+)
    };
}

/// Runs a block once for each row of a game's table. The loop is unrolled by hand, because only then
/// the row is a constant, and what it lacks is not even compiled.
macro_rules! for_each_row {
    ($game:ty, $row:ident => $block:expr) => {
        for_each_row!(
            @unroll $game, $row, $block,
            0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25
        )
    };
    (@unroll $game:ty, $row:ident, $block:expr, $($index:literal)*) => {
        $(
            if const { $index < <$game>::PIECES.len() } {
                let $row = ConstRow::<$index>;
                $block;
            }
        )*
    };
}

/// Evaluates an expression with the row of a kind.
macro_rules! with_row {
    ($game:ty, $kind:expr, $row:ident => $body:expr) => {
        with_row!(
            @unroll $game, $kind, $row, $body,
            0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25
        )
    };
    (@unroll $game:ty, $kind:expr, $row:ident, $body:expr, $($index:literal)*) => {
        match $kind.index() {
            $(
                $index if const { $index < <$game>::PIECES.len() } => {
                    let $row = ConstRow::<$index>;
                    $body
                }
            )*
            _ => unreachable!("a kind of another game"),
        }
    };
}

pub(super) use {for_each_row, has, some_piece_has, with_row};
