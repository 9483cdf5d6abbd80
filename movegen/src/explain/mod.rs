//! Why a move is not legal, in a sentence: [`reason`] for moves, [`text`] for moves as text.

pub mod reason;
pub mod text;
