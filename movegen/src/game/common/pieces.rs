//! Rows of the pieces that several games have.

use crate::Bits;
use crate::piece::movement::Movement;
use crate::piece::{Methods, PieceInfo};

/// Namespace of the rows for boards of a width.
pub struct Pieces<B: Bits>(std::marker::PhantomData<B>);

/// The pieces are those of the glossary of this crate.
#[allow(missing_docs)]
impl<B: Bits> Pieces<B> {
    pub const KING: PieceInfo<B> = PieceInfo::new(Movement::STEP).with(Methods::ROYAL).displacing();
    pub const PAWN: PieceInfo<B> = PieceInfo::new(Movement::ROOK).with(Methods::PINCER);
    pub const WITHDRAWER: PieceInfo<B> = Self::QUEEN.with(Methods::WITHDRAW);
    pub const LEAPER: PieceInfo<B> = Self::QUEEN.with(Methods::LEAP);
    pub const CHAMELEON: PieceInfo<B> = Self::QUEEN.with(Methods::IMITATE);
    pub const IMMOBILIZER: PieceInfo<B> = Self::QUEEN.with(Methods::FREEZE);
    pub const COORDINATOR: PieceInfo<B> = Self::QUEEN.with(Methods::COORDINATE);
    /// Slides like a queen and captures nothing.
    pub const QUEEN: PieceInfo<B> = PieceInfo::new(Movement::QUEEN);
}
