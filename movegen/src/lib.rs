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

mod any;
mod board;
pub mod capture;
mod explain;
mod game;
mod notation;
mod perft;
mod position;
mod view;

pub use any::{AnyHistory, AnyPosition, GameId, VariantError};
pub use board::bitboard::{Bitboard, Bits, Squares};
pub use board::color::{ByColor, Color};
pub use board::geometry::{Board8x8, Direction, Geometry, Tables};
pub use board::hand::Hand;
pub use board::piece::{ByKind, Piece, PieceKind};
pub use board::square::Square;
pub use board::{Board, zobrist};
pub use explain::{freezers, illegal_reason, with_reason};
pub use game::Game;
pub use game::freeze::Freeze;
pub use game::history::GameHistory;
pub use game::maxima::{self, Maxima, MaximaBoard};
pub use game::play::IllegalMove;
pub use game::renaissance::{self, Board9x9, Renaissance};
pub use game::rococo::{self, Board10x10, Rococo};
pub use game::ultima::{self, Ultima};
pub use notation::epd::{EpdEntry, EpdError, EpdFile, EpdHeader, EpdOperation, EpdProblem};
pub use notation::read::{MoveTextError, read_move};
pub use notation::suite::{Suite, SuiteEntry, SuiteError};
pub use notation::write::{readable, uci};
pub use perft::{PerftTable, divide, perft};
pub use position::description::{Description, Start, Variant};
pub use position::fen::{FenError, FenProblem};
pub use position::illegal::{IllegalReason, PieceOn};
pub use position::moves::{GenType, MAX_MOVES, Move, MoveGroup, MoveList, Special};
pub use position::outcome::{EndReason, Outcome};
pub use position::rules::{EndRules, Repetition, RuleError, RuleSet, Switch};
pub use position::setup::{PositionErrors, Setup};
pub use position::{Position, UnknownName};
pub use view::{BoardView, Coord, SquareView, or_dash};
