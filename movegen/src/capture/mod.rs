//! Capture methods, one file each (rules, 1.1).
//!
//! The functions of a method work on any board: `destinations` returns the squares on which an
//! arriving piece captures, `victims` the pieces that one move captures, `landing` or `landings` the
//! squares on which it captures a certain piece. They consider only the given `targets`: a chameleon
//! passes the enemies of one kind, the legality test those that matter to the king.

pub mod approach;
pub mod cannon;
pub mod coordinate;
pub mod explode;
pub mod leap;
pub mod pincer;
pub mod pull;
pub mod push;
pub mod swap;
pub mod withdraw;
