//! Statistics of matches: how much stronger one player is than another, and how sure that is.
//!
//! A [`Tally`] counts what two players did to each other, [`Standings`] hold the tallies of a whole
//! tournament, [`Strength`] is the estimate that follows, an [`Sprt`] says when a match may end, and
//! [`report`] puts all of it into the words of fastchess and cutechess.

pub(crate) mod columns;
mod elo;
mod likelihood;
pub(crate) mod report;
mod sample;
#[cfg(test)]
mod simulation;
mod sprt;
mod standings;
mod table;
mod tally;

pub(crate) use elo::Strength;
pub(crate) use report::Style;
pub(crate) use sprt::{Settings, Sprt, SprtError, Verdict};
pub(crate) use standings::Standings;
pub(crate) use tally::{Tally, Wdl};
