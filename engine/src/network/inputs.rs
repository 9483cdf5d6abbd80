//! The inputs of a network: what it sees of a position.
//!
//! A piece on a square is one input, which depends on kind, square, side, and whether the piece is
//! frozen; a kind in a hand is one whose value is the number held. Where a game has several named rule
//! sets, each switch of its rules is an input too. A network sees a position twice, once from each
//! side: its own pieces first, and Black with the board turned top to bottom.

use baroque_movegen::{Color, Game, Geometry, PieceKind, Position, RuleFlags, Square};

/// The numbering of the inputs of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Inputs {
    kinds: usize,
    files: usize,
    ranks: usize,
    hands: bool,
    switches: usize,
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
            // A network that saw one rule set only has learned nothing about the others.
            switches: if G::VARIANTS.len() > 1 { G::SWITCHES.len() } else { 0 },
        }
    }

    /// Their number.
    pub fn count(self) -> usize {
        self.switch_start() + self.switches
    }

    /// Most inputs of a position with a number of pieces that are not 0, hands as many times as
    /// they hold.
    pub fn most(self, pieces: usize) -> usize {
        pieces + self.switches
    }

    /// The number of squares, those that do not exist included.
    pub fn squares(self) -> usize {
        self.files * self.ranks
    }

    /// The input of a piece on a square, seen from a side.
    #[inline]
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
    #[inline]
    pub fn in_hand(self, view: Color, color: Color, kind: PieceKind) -> usize {
        self.hand_start() + usize::from(color != view) * self.kinds + kind.index()
    }

    /// The inputs of the switches that are on in some options, the same seen from both sides.
    pub fn switches<G: Game>(self, options: RuleFlags) -> impl Iterator<Item = usize> {
        let switches = G::SWITCHES.iter().take(self.switches).zip(self.switch_start()..);
        switches.filter(move |(switch, _)| options.contains(switch.options)).map(|(_, input)| input)
    }

    /// Calls a function with each input that is not 0, seen from a side, and its value.
    pub fn for_each<G: Game>(
        self,
        position: &Position<G>,
        view: Color,
        mut input: impl FnMut(usize, u8),
    ) {
        self.switches::<G>(position.options()).for_each(|switch| input(switch, 1));
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
        if input >= self.switch_start() {
            return input;
        }
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

    fn switch_start(self) -> usize {
        self.hand_start() + if self.hands { 2 * self.kinds } else { 0 }
    }

    #[inline]
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
