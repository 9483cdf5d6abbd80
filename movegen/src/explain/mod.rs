//! Why a move is not legal, in a sentence: [`reason`] for moves, [`text`] for moves as text; how pieces are
//! captured: [`attack`]; and what pieces and games are: [`describe`].

pub mod attack;
pub mod describe;
pub mod reason;
pub mod text;
