#![doc = include_str!("../README.md")]
//!
//! # Positions and games
//!
//! A piece is a way of moving plus a set of [capture] methods; a [`Game`] is data: board, pieces, zones,
//! ends, and options that rule switches change. There are two ways to execute the data
//! ([`Execution`]), and nothing else knows which one it is: compiled games are [`GameTable`]s, constants
//! whose missing methods fold away; custom games ([`CustomGame`]) come from files, and their
//! [definitions](definition) may say what no table can, or no more than one, which then is read at run
//! time. A [`Position`] of a game is validated once, when
//! it is made from a [`Setup`], and stays valid. [`AnyGame`] holds a position of a game that is
//! chosen at run time by the name of a rule set. The rule set `baroque` is the default one of
//! [`Ultima`].
//!
//! Moves of a position, with the captures that follow from them:
//!
//! ```
//! use baroque_movegen::{Position, Rococo, read_move, readable};
//! let mut position = Position::<Rococo>::default();
//! assert_eq!(position.legal_moves().len(), 25);
//! let mv = read_move(&position, "d2d3").unwrap();
//! assert_eq!((readable(&position, mv).unwrap().as_str(), position.victims(mv).len()), ("Pd2-d3", 0));
//! position = position.try_play(mv).unwrap();
//! assert_eq!(position.to_fen().split(' ').nth(1), Some("b"));
//! ```
//!
//! Perft:
//!
//! ```
//! use baroque_movegen::{Position, Ultima, perft};
//! assert_eq!(perft(&Position::<Ultima>::default(), 2), 944);
//! ```
//!
//! The module [`rules`] is the text of the rules of all games, for players too. Comments cite its
//! sections: "(rules, 1.4)" is section 1.4.
//!
//! # Layers
//!
//! Each module uses only modules of the lines above it:
//!
//! | modules | contents |
//! |---|---|
//! | `interrupt`, `held` | giving up work on custom games that takes long; the memory they hold |
//! | `board` | squares, bitboards, geometry, piece kinds, hands, Zobrist keys |
//! | `capture` | the capture methods, one file each, for any board and any set of targets |
//! | `piece` | [`PieceSpec`], a row of the table, with [`Movement`], [`Methods`] and [`RuleFlags`] |
//! | `position` | [`Game`] and [`Execution`], [`GameTable`], [`Setup`] and [`Position`], FEN, rule switches, |
//! | | [`Move`], ends of the game, reasons why moves are illegal |
//! | `play` | validation, moves and ends of a [`Position`], by its game's [`Execution`] |
//! | `table` | execution of tables: [`TableExecution`] |
//! | `game` | the tables of the four compiled games |
//! | `custom` | definitions, their compilation and their execution: [`CustomGame`] |
//! | `history` | [`GameHistory`], [`Playout`] |
//! | `notation` | move text, EPD files, perft suites |
//! | `explain` | why a move is illegal, how pieces are captured, and what pieces and games are, in |
//! | | sentences |
//! | `view`, `perft` | positions for display; node counts |
//! | `divide` | node counts on all threads (feature `rayon`, on by default) |
//! | `any` | [`AnyGame`], which uses all of the others |
//!
//! # Glossary
//!
//! Adjacent squares are one king step apart. A *slide* goes any number of empty squares along a
//! line: a *rook line* is a file or a rank, a *queen line* also a diagonal. A piece *displaces*
//! what it captures on its destination, as in chess. No other capture method lands on the victim,
//! and captures are never optional. *Own* and *enemy* are seen from the side that moves.
//!
//! Pieces of all games:
//!
//! * **King** (K): one step, displaces. In Maxima it leaps like a knight, also around the sides of
//!   the board.
//! * **Pawn**, **pincer** (P): slides on rook lines; captures each enemy that it encloses along a
//!   file or a rank between its destination and another own piece. In Rococo the *cannon pawn*.
//! * **Withdrawer** (W): slides on queen lines; captures the adjacent enemy that it moves straight
//!   away from.
//! * **Long-leaper** (L): slides on queen lines; captures the enemies that it jumps over, each with
//!   an empty square behind it; only one in Renaissance.
//! * **Chameleon** (X): slides on queen lines; captures each enemy by that enemy's own method, a
//!   king, guard or mage by one step onto it, a swapper by mutual destruction. It captures no
//!   chameleon, no immobilizer and none of the pieces that only Renaissance has.
//! * **Immobilizer** (I): slides on queen lines; captures nothing, freezes adjacent enemies.
//!
//! Ultima, Maxima and Renaissance:
//!
//! * **Coordinator** (C): slides on queen lines; captures on the two other corners of the rectangle
//!   between its destination and its own king.
//!
//! Maxima:
//!
//! * **Guard** (G): one step, displaces.
//! * **Mage** (M): one diagonal step, then optionally straight on along the file or the rank away
//!   from its start; displaces.
//! * **Palace**: the two squares behind each side's camp. **Invasion**, to occupy both enemy palace
//!   squares, wins; so does **baring** the enemy, which leaves it with only its king.
//!
//! Rococo:
//!
//! * **Cannon pawn** (P): one step to an empty square, or a leap over an adjacent piece of either
//!   side, its *mount*, to the square just beyond; a leap displaces an enemy there. It may promote
//!   on the two far ranks to a piece that its side has lost.
//! * **Advancer** (A): slides on queen lines; captures the enemy on the next square of its line
//!   beyond its destination.
//! * **Swapper** (S): slides on queen lines, or changes places with the first piece of either side
//!   on one (*swap*, captures nothing), or removes itself and an adjacent enemy (*mutual
//!   destruction*).
//! * **Swap ban**: the two squares of a swap cannot be swapped again on the next ply.
//! * **Ring**: the 36 outer squares. A move may enter or cross them only to capture or swap. Of the
//!   moves of a piece that capture the same, only those with the fewest ring squares are legal.
//!
//! Renaissance:
//!
//! * **Resurrector** (R): slides on queen lines; trades places with an adjacent piece of either
//!   side, or steps and leaves a piece of its hand behind. It captures nothing.
//! * **Bomb** (B): slides on queen lines; captures only by *explosion*: instead of moving it
//!   removes itself and all adjacent pieces of both sides for good.
//! * **Pusher** (U): slides on queen lines; steps onto the square of an adjacent piece of either
//!   side and pushes it one square straight on, which must be empty unless a king or chameleon
//!   captures there by displacement: a king any of its enemies, a chameleon an enemy king.
//! * **Puller** (Y): slides on queen lines; steps straight away from an adjacent piece of either
//!   side, which follows it. Behind a puller that follows, the next piece follows too.
//! * **Forced capture**: a pushed or pulled piece captures what it would capture by making that
//!   move itself.
//! * **Hand**: the captured pieces that a side holds. They have changed sides, pushers to pullers,
//!   resurrectors to bombs, and vice versa. A **drop** puts one on any empty square instead of a
//!   move; it captures nothing.
//!
//! Rules:
//!
//! * **Freezing**: a piece adjacent to an enemy immobilizer is frozen, and so is an immobilizer
//!   adjacent to an enemy chameleon. It cannot move and gives no check. Mages are never frozen;
//!   `freeze=pure` adds exceptions ([`RuleFlags::PURE_FREEZE`]).
//! * **Suicide**: to remove an own frozen piece other than the king instead of moving (rule switch
//!   `suicide`; not in Renaissance).
//! * **Rule switch**: a `key=value` pair that changes the rules, such as `freeze=pure`. A **rule
//!   set** is a named choice of values (`UCI_Variant`).
//! * **Irreversible move**: a capture, drop, promotion, suicide, explosion, mutual destruction, or
//!   a resurrector's step that leaves a piece; it resets the halfmove clock.
//!
//! Terms of programs (those of the search are in the crate `baroque-engine`):
//!
//! * **Ply**: one move of one side. **Perft**: the number of legal move sequences of a length;
//!   *divided* by their first moves; with *bulk counting* the last ply is not played.
//! * **Bitboard**: a set of squares as bits of an integer. **Attacks**: the squares that a piece
//!   reaches for a given set of occupied squares.
//! * **Pseudo-legal**: legal but for the safety of the own king.
//! * **Threat**: an enemy piece that would capture the king if certain squares were empty.
//!   **Pinned**: the only own piece on such squares; its **pin ray** are the destinations that
//!   still block. **Discoverer**: one of several pieces there. **Check mask**: the squares on which
//!   a piece may block a check.
//! * **Zobrist key**: a hash of board, hands, side to move and swap ban; equal positions have
//!   equal keys.
//! * **Halfmove clock**: plies since the last irreversible move, for the move limit.
//! * **UCI text** and **readable text**: a move as GUIs write it (`e2e4`) and with its captures
//!   (`Wg6-f5xh7`). **FEN**: a position as text. **EPD**: a position with operations such as `bm`.
#![deny(missing_docs, unnameable_types)]

mod any;
mod board;
pub mod capture;
mod custom;
#[cfg(feature = "rayon")]
mod divide;
mod explain;
mod game;
mod held;
mod history;
pub mod interrupt;
mod notation;
mod perft;
mod piece;
mod play;
mod position;
mod table;
mod view;

#[doc = include_str!("../RULES.md")]
pub mod rules {
    /// This text, in Markdown.
    pub const TEXT: &str = include_str!("../RULES.md");
}

pub use any::{AnyGame, AnyHistory, GameId, VariantError};
pub use board::bitboard::{Bitboard, Bits, Entry, Grid, Squares};
pub use board::color::{ByColor, Color};
pub use board::custom::CustomBoard;
pub use board::geometry::{AttackTables, Board8x8, Direction, Geometry};
pub use board::hand::Hand;
pub use board::piece::{ByKind, Kinds, Piece, PieceKind};
pub use board::square::Square;
pub use board::{Board, BoardTypes, zobrist};
pub use capture::options::RuleFlags;
pub use custom::{CustomExecution, CustomGame, CustomRules, about, definition, read_fen};
#[cfg(feature = "rayon")]
pub use divide::{PerftTable, divide};
pub use explain::attack::{attacks, explain_captures};
pub use explain::describe::{
    describe_kind, describe_notation, describe_rules, describe_square, possible_ends,
    possible_specials,
};
pub use explain::reason::{NoFlight, capture_hint, freezers, illegal_reason, no_flights};
pub use explain::text::with_reason;
pub use game::maxima::{self, Maxima, MaximaBoard};
pub use game::renaissance::{self, Board9x9, Renaissance};
pub use game::rococo::{self, Board10x10, Rococo};
pub use game::ultima::{self, Ultima};
pub use held::held;
pub use history::{GameHistory, Playout};
pub use interrupt::StopFlag;
pub use notation::epd::{EpdEntry, EpdError, EpdFile, EpdHeader, EpdOperation, EpdProblem};
pub use notation::read::{MoveTextError, read_move};
pub use notation::suite::{Suite, SuiteEntry, SuiteError};
pub use notation::write::{readable, readable_unchecked, uci};
pub use perft::perft;
pub use piece::movement::{Directions, Movement};
pub use piece::table::PieceSpecs;
pub use piece::{Imitated, Methods, PieceSpec, Promotion};
pub use play::IllegalMove;
pub use position::attack::{Attack, CaptureMethod};
pub use position::execution::{Execution, Visitor};
pub use position::fen::{FenError, FenProblem, MAX_FEN_LENGTH};
pub use position::game::{Game, Start, Variant};
pub use position::illegal::{CaptureHint, IllegalReason};
pub use position::moves::{GenType, Move, MoveGroup, MoveList, Special};
pub use position::outcome::{EndReason, Outcome};
pub use position::phrase::PieceOn;
pub use position::rules::{
    EndRules, OptionSwitch, Repetition, RuleError, RuleSwitches, Rules, Switch,
};
pub use position::setup::{PositionErrors, Setup};
pub use position::table::{GameTable, Goal, Limit, Slides, Zone};
pub use position::{NameError, Position};
pub use table::{TableExecution, TableFunctions, TableGame};
pub use view::{BoardView, Coord, PieceView, SquareView, or_dash};

#[cfg(test)]
mod tests {
    use super::*;

    /// Compiles only for types that `?` turns into any boxed error.
    fn is_error<E: std::error::Error + Send + Sync + 'static>() {}

    #[test]
    fn errors_are_errors() {
        is_error::<EpdError>();
        is_error::<EpdProblem>();
        is_error::<FenError>();
        is_error::<FenProblem>();
        is_error::<IllegalMove>();
        is_error::<IllegalReason>();
        is_error::<MoveTextError>();
        is_error::<PositionErrors>();
        is_error::<RuleError>();
        is_error::<SuiteError>();
        is_error::<NameError>();
        is_error::<VariantError>();
    }
}
