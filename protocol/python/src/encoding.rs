//! Moves as numbers, and positions as planes.

use std::ops::ControlFlow;

use baroque_movegen::{
    AnyGame, Bitboard, Color, Game, GenType, Move, Playout, Position, RuleFlags, Special, Square,
    possible_specials, with_history,
};

/// The planes besides those of pieces and hands.
const FIXED_PLANES: [&str; 5] =
    ["frozen", "swap ban", "White to move", "halfmove clock", "earlier occurrences"];

/// The numbers of a game's moves and the planes of its positions.
#[derive(Clone, Default)]
pub struct Encoding {
    /// Numbers of ranks and of files.
    pub shape: [usize; 2],
    /// The effects that distinguish moves with the same squares, the ordinary move first.
    specials: Vec<Special>,
    kinds: usize,
    has_hands: bool,
}

impl Encoding {
    /// That of the game of a position, under its rules.
    pub fn of(game: &AnyGame) -> Self {
        let view = game.view();
        let specials =
            with_history!(game.history(), history => possible_specials(history.position()));
        let has_hands = with_history!(game.history(), history => {
            history.position().options().contains(RuleFlags::HANDS)
        });
        let shape = [view.ranks.len(), view.files.len()];
        Self { shape, specials, kinds: game.kinds().len(), has_hands }
    }

    /// Number of squares, with those that do not exist.
    pub fn squares(&self) -> usize {
        self.shape.iter().product()
    }

    /// Number of actions.
    pub fn actions(&self) -> usize {
        self.specials.len() * self.squares() * self.squares()
    }

    /// The number of a move of the game.
    pub fn action(&self, mv: Move) -> u32 {
        let special = mv.special();
        let special = self.specials.iter().position(|it| *it == special).unwrap_or_default();
        let squares = self.squares();
        ((special * squares + mv.from().index()) * squares + mv.to().index()) as u32
    }

    /// Calls the visitor with the number of each legal move.
    pub fn for_each_legal<G: Game>(&self, position: &Position<G>, mut visitor: impl FnMut(u32)) {
        let _ = position.generate(GenType::All, |group| {
            let destinations = group.destinations();
            match group.from {
                None => destinations.iter().for_each(|to| visitor(self.action(group.to(to)))),
                Some(from) => {
                    let first = self.action(Move::with(from, Square::new(0), group.special));
                    destinations.iter().for_each(|to| visitor(first + to.index() as u32));
                }
            }
            ControlFlow::Continue(())
        });
    }

    /// The move of a number, which may be legal nowhere; `None` for numbers that are too large.
    pub fn mv(&self, action: u32) -> Option<Move> {
        let (from, to) = (action as usize / self.squares(), action as usize % self.squares());
        let special = *self.specials.get(from / self.squares())?;
        Some(Move::with(Square::new(from % self.squares()), Square::new(to), special))
    }

    /// Number of planes.
    pub fn planes(&self) -> usize {
        let sides = if self.has_hands { 4 } else { 2 };
        sides * self.kinds + FIXED_PLANES.len()
    }

    /// Number of values of all planes.
    pub fn values(&self) -> usize {
        self.planes() * self.squares()
    }

    /// Writes the planes of a game's current position.
    pub fn observe<G: Game>(&self, game: &Playout<G>, values: &mut [u8]) {
        let position = game.position();
        let board = position.board();
        values.fill(0);
        let mut planes = values.chunks_exact_mut(self.squares());
        let mut mark = |squares: Bitboard<G::Geometry>| {
            let plane = planes.next().unwrap_or_default();
            for square in squares {
                if let Some(value) = plane.get_mut(square.index()) {
                    *value = 1;
                }
            }
        };
        for color in Color::ALL {
            for kind in position.pieces().kinds() {
                mark(board.pieces(color, kind));
            }
        }
        mark(position.frozen(Color::White) | position.frozen(Color::Black));
        mark(position.swap_ban().into_iter().flatten().collect());
        let mut fill = |value: usize| {
            let plane = planes.next().unwrap_or_default();
            plane.fill(value.min(usize::from(u8::MAX)) as u8);
        };
        fill(usize::from(position.side() == Color::White));
        fill(position.halfmove_clock().into());
        fill(game.occurrences() - 1);
        if self.has_hands {
            for color in Color::ALL {
                for kind in position.pieces().kinds() {
                    fill(board.hand(color).count(kind).into());
                }
            }
        }
    }

    /// What each plane says.
    pub fn plane_names(&self, game: &AnyGame) -> Vec<String> {
        let of_kinds = |what: &'static str| {
            let kinds = game.kinds().into_iter().map(|kind| game.name(kind));
            kinds.map(move |kind| format!("{what} {kind}")).collect::<Vec<_>>()
        };
        let pieces = [of_kinds("White"), of_kinds("Black")];
        let hands = [of_kinds("White's hand:"), of_kinds("Black's hand:")];
        let hands = hands.concat().into_iter().filter(|_| self.has_hands);
        let fixed = FIXED_PLANES.map(str::to_owned);
        pieces.concat().into_iter().chain(fixed).chain(hands).collect()
    }
}
