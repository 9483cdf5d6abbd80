//! Capture methods, one file each (rules, 1.1).
//!
//! A method answers two questions, on any board: on which squares would an arriving piece capture
//! (`destinations`), and what does this very move take (`victims`)? Both look only at the `targets` they
//! are given, so a chameleon uses the same functions with the enemies of one kind, and the
//! legality test with the enemies that matter to the king.

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
