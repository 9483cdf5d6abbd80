//! The inputs of a network: what it sees of a position.
//!
//! A piece on a square is one input, which depends on kind, square, side, and whether the piece is
//! frozen; a kind in a hand is one whose value is the number held. A network sees a position twice,
//! once from each side: its own pieces first, and Black with the board turned top to bottom.

use baroque_movegen::{Color, Game, Geometry, PieceKind, Position, Square};

/// The numbering of the inputs of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Inputs {
    kinds: usize,
    files: usize,
    ranks: usize,
    hands: bool,
}

impl Inputs {
    /// The inputs of a position's game.
    pub fn of<G: Game>(position: &Position<G>) -> Self {
        let geometry = position.geometry();
        let hands = !G::Counts::default().as_ref().is_empty();
        Self {
            kinds: position.pieces().len(),
            files: geometry.files(),
            ranks: geometry.ranks(),
            hands,
        }
    }

    /// Their number.
    pub fn count(self) -> usize {
        self.hand_start() + if self.hands { 2 * self.kinds } else { 0 }
    }

    /// The number of squares, those that do not exist included.
    pub fn squares(self) -> usize {
        self.files * self.ranks
    }

    /// The input of a piece on a square, seen from a side.
    #[inline(always)]
    pub fn piece(
        self,
        view: Color,
        color: Color,
        kind: PieceKind,
        frozen: bool,
        square: Square,
    ) -> usize {
        let set = 2 * usize::from(color != view) + usize::from(frozen);
        (set * self.kinds + kind.index()) * self.squares() + self.seen(view, square)
    }

    /// The input of a kind in a side's hand, seen from a side.
    #[inline(always)]
    pub fn in_hand(self, view: Color, color: Color, kind: PieceKind) -> usize {
        self.hand_start() + usize::from(color != view) * self.kinds + kind.index()
    }

    /// Calls a function with each input that is not 0, seen from a side, and its value.
    pub fn for_each<G: Game>(
        self,
        position: &Position<G>,
        view: Color,
        mut input: impl FnMut(usize, u8),
    ) {
        for color in Color::ALL {
            let frozen = position.frozen(color);
            for kind in position.pieces().kinds() {
                for square in position.board().pieces(color, kind) {
                    input(self.piece(view, color, kind, frozen.has(square), square), 1);
                }
                match position.board().hand(color).count(kind) {
                    0 => {}
                    count => input(self.in_hand(view, color, kind), count),
                }
            }
        }
    }

    /// An input as it is when pieces stand elsewhere. `moved` gives the new file and rank, from 0.
    pub fn moved(self, input: usize, moved: impl Fn(usize, usize) -> (usize, usize)) -> usize {
        if input >= self.hand_start() {
            return input;
        }
        let (set, square) = (input / self.squares(), input % self.squares());
        let (file, rank) = moved(square % self.files, square / self.files);
        set * self.squares() + rank * self.files + file
    }

    /// An input of one side's view as the other side sees it.
    pub fn opposite(self, input: usize) -> usize {
        if input >= self.hand_start() {
            let kind = input - self.hand_start();
            return self.hand_start() + (kind + self.kinds) % (2 * self.kinds);
        }
        let half = 2 * self.kinds * self.squares();
        let turned = self.moved(input, |file, rank| (file, self.ranks - 1 - rank));
        (turned + half) % (2 * half)
    }

    fn hand_start(self) -> usize {
        4 * self.kinds * self.squares()
    }

    #[inline(always)]
    fn seen(self, view: Color, square: Square) -> usize {
        let square = square.index();
        match view {
            Color::White => square,
            // The rank from the other side.
            Color::Black => {
                let file = square % self.files;
                (self.ranks - 1) * self.files - (square - file) + file
            }
        }
    }
}
