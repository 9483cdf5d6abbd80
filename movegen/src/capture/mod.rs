//! Capture methods, one file each (rules, 1.1).
//!
//! The functions of a method work on any board: `destinations` returns the squares on which an
//! arriving piece captures, `victims` the pieces that one move captures, `landings` the squares on
//! which it captures a certain piece. They consider only the given `targets`: a chameleon passes the
//! enemies of one kind, the legality test those that matter to the king.

use crate::{Bitboard, Geometry, Square};
use options::RuleFlags;

pub mod approach;
pub mod cannon;
pub mod coordinate;
pub mod explode;
pub mod leap;
pub mod options;
pub mod pincer;
pub mod pull;
pub mod push;
pub mod swap;
pub mod withdraw;

/// What a method of [`Landing`] depends on besides the squares of a move.
#[derive(Clone, Copy, Debug)]
pub struct CaptureContext<G: Geometry> {
    /// The board.
    pub geometry: G,
    /// The king of the side that captures.
    pub king: Option<Square>,
    /// The options of the piece.
    pub options: RuleFlags,
}

/// A method that needs no move of its own: where a piece goes, and where it comes from, decides what
/// it captures. The generator asks these functions alone, so a method of this sort is a file with
/// them, a flag of [`Methods`](crate::Methods), and an entry in its list
/// (`landing_methods!`).
pub trait Landing {
    /// The squares on which a piece from `from` captures some of the targets, whether it can reach
    /// them or not. `sight` are the queen attacks of `from`, the first piece on each line included.
    fn destinations<G: Geometry>(
        context: &CaptureContext<G>,
        from: Square,
        sight: Bitboard<G>,
        targets: Bitboard<G>,
    ) -> Bitboard<G>;

    /// The targets that a piece captures by moving from one square to another.
    fn victims<G: Geometry>(
        context: &CaptureContext<G>,
        from: Square,
        to: Square,
        targets: Bitboard<G>,
    ) -> Bitboard<G>;

    /// The squares from which a piece may capture one on `target`.
    fn near<G: Geometry>(context: &CaptureContext<G>, target: Square) -> Bitboard<G>;

    /// The squares on which a piece on `from` may capture another: the reverse of [`Self::near`].
    #[inline(always)]
    fn reach<G: Geometry>(context: &CaptureContext<G>, from: Square) -> Bitboard<G> {
        Self::near(context, from)
    }

    /// The squares on which a piece from `from` captures a piece on `target`. Farther ones, which it
    /// can reach only over one of these, may be left out.
    fn landings<G: Geometry>(
        context: &CaptureContext<G>,
        from: Square,
        target: Square,
    ) -> Bitboard<G>;
}

/// Passes the flags and types of all methods of [`Landing`] to a macro.
macro_rules! landing_methods {
    ($macro:ident! $($args:tt)*) => {
        $macro! {
            $($args)*
            [WITHDRAW withdraw Withdraw]
            [APPROACH approach Approach]
            [COORDINATE coordinate Coordinate]
        }
    };
}

pub(crate) use landing_methods;
