//! Match statistics: Elo differences, their confidence intervals, and sequential tests.
//!
//! A [`Tally`] counts the results between two players, [`Standings`] hold the tallies of a
//! tournament, an [`EloEstimate`] is computed from a tally, and an [`Sprt`] decides when a match may
//! end. [`ReportOptions`] and [`ranking_report`] print them in the formats of fastchess and cutechess.

mod elo;
mod likelihood;
mod ranking;
mod record;
mod report;
pub mod result_format;
mod sample;
#[cfg(test)]
mod simulation;
mod sprt;
mod standings;
mod tally;
mod text_table;

pub use elo::{ConfidenceInterval, EloEstimate, Z95};
pub use ranking::ranking_report;
pub use record::{JsonRanking, MatchRecord};
pub use report::{ReportOptions, ReportStyle};
pub use sprt::{EloModel, Sprt, SprtOutcome, SprtSettings};
pub use standings::Standings;
pub use tally::{Tally, Wdl};
