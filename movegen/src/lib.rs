//! Rules of Robert Abbott's Baroque chess (Ultima), of Maxima, Rococo and Renaissance: positions,
//! legal moves, notation and node counts.
//!
//! The idea of the game is the idea of the code: a piece is a way of moving plus a set of
//! [capture] methods. A [`Game`] says which board, which pieces and which methods there are, and
//! how it ends; a [`Position`] of that game is validated once, when it is made from a [`Setup`],
//! and stays valid.
//!
//! ```
//! use baroque_movegen::{Position, Ultima, perft};
//! let start = Position::<Ultima>::start("baroque").unwrap();
//! assert_eq!(perft(&start, 2), 944);
//! ```
#![deny(missing_docs)]

mod bitboard;
mod board;
pub mod capture;
mod color;
mod explain;
mod fen;
mod freeze;
mod game;
mod geometry;
mod hand;
mod moves;
mod notation;
mod perft;
mod piece;
mod position;
mod reading;
mod record;
mod rules;
mod setup;
mod square;
mod suite;
mod view;
pub mod zobrist;

pub use bitboard::{Bitboard, Bits, Squares};
pub use board::Board;
pub use color::{ByColor, Color};
pub use explain::{Standing, WhyNot, explained, holders, why_not};
pub use fen::{FenError, FenProblem};
pub use freeze::Freeze;
pub use game::maxima::{self, Maxima, MaximaBoard};
pub use game::renaissance::{self, Board9x9, Renaissance};
pub use game::rococo::{self, Board10x10, Rococo};
pub use game::ultima::{self, Ultima};
pub use game::{EndReason, Game, MoveGroup, Outcome, Scope, Start, Variant};
pub use geometry::{Board8x8, Direction, Geometry, Tables};
pub use hand::Hand;
pub use moves::{MAX_MOVES, Move, MoveList, Special};
pub use notation::{MoveTextError, read_move, readable, uci};
pub use perft::{PerftTable, divide, perft};
pub use piece::{ByKind, Piece, PieceKind};
pub use position::{IllegalMove, Position, UnknownName};
pub use record::Record;
pub use rules::{EndRules, Repetition, RuleError, RuleSet, Switch};
pub use setup::{PositionErrors, Setup};
pub use square::Square;
pub use suite::{Suite, SuiteEntry, SuiteError, suite_rules, suite_variant};
pub use view::{Cell, Spot, View, or_dash};
