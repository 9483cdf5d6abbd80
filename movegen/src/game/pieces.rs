//! Rows of the pieces that several games have.

use crate::piece::movement::Movement;
use crate::piece::{Methods, PieceSpec};
use crate::{Bits, Kinds, PieceKind};

/// Namespace of the rows for boards of a width.
pub struct Pieces<B: Bits>(std::marker::PhantomData<B>);

/// The kinds of the chameleon and the immobilizer, which have the same rows in all of these games.
const CHAMELEONS: Kinds = Kinds::one(PieceKind::new(4));
const IMMOBILIZERS: Kinds = Kinds::one(PieceKind::new(5));

/// The pieces are those of the glossary of this crate.
#[allow(missing_docs)]
impl<B: Bits> Pieces<B> {
    pub const KING: PieceSpec<B> =
        PieceSpec::new('K', "king", Movement::STEP).with(Methods::ROYAL).displacing();
    pub const PAWN: PieceSpec<B> =
        PieceSpec::new('P', "pawn", Movement::ROOK).with(Methods::PINCER);
    pub const WITHDRAWER: PieceSpec<B> = Self::queen('W', "withdrawer").with(Methods::WITHDRAW);
    pub const LEAPER: PieceSpec<B> = Self::queen('L', "long-leaper").with(Methods::LEAP);
    pub const CHAMELEON: PieceSpec<B> =
        Self::queen('X', "chameleon").with(Methods::IMITATE).freezing(IMMOBILIZERS);
    pub const IMMOBILIZER: PieceSpec<B> = Self::queen('I', "immobilizer")
        .freezing(Kinds::ALL)
        .rescuers(CHAMELEONS.union(IMMOBILIZERS));
    pub const COORDINATOR: PieceSpec<B> = Self::queen('C', "coordinator").with(Methods::COORDINATE);

    /// A piece that slides like a queen and captures nothing.
    pub const fn queen(letter: char, name: &'static str) -> PieceSpec<B> {
        PieceSpec::new(letter, name, Movement::QUEEN)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Game, Maxima, Renaissance, Rococo, Ultima};

    #[test]
    fn chameleons_and_immobilizers_have_the_same_rows_in_all_games() {
        fn letters<G: Game>() -> [char; 2] {
            [4, 5].map(|row| G::PIECES.rows[row].letter)
        }
        let games = [
            letters::<Ultima>(),
            letters::<Maxima>(),
            letters::<Rococo>(),
            letters::<Renaissance>(),
        ];
        assert_eq!(games, [['X', 'I']; 4]);
    }
}
