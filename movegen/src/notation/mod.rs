//! Moves and files of positions as text. [`write`] writes moves; [`read`] reads them, with the help of
//! [`parse`], of [`matching`], which compares looser forms with each legal move, and of [`loose`], which
//! finds out what an illegal text was meant to be.

pub mod epd;
pub mod loose;
mod matching;
mod parse;
pub mod read;
pub mod suite;
pub mod write;
