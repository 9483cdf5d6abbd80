//! Moves and files of positions as text.
//!
//! [`write`](mod@write) writes UCI text and readable text. [`read`] finds the legal move of a text:
//! [`parse`] needs no position, [`matching`] compares looser forms with each legal move. [`loose`]
//! parses texts of illegal moves, for explanations. [`foreign`] rewrites the notations of other
//! programs. [`epd`] reads files of positions, [`suite`] those with node counts.

pub mod epd;
mod foreign;
pub mod loose;
mod matching;
mod parse;
pub mod read;
pub mod suite;
pub mod write;

/// The letter of the kind whose letter a move text may lack.
pub(crate) const PAWN: char = 'P';
