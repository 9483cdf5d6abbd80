//! What the tests know of each game: its reference, the pieces of random positions, and what has to
//! occur in them.

use baroque_engine::Evaluable;
use baroque_movegen::{Color, Game, Geometry, Move, Square, uci};

use super::judge::Fast;
use super::reference::Reference;

mod maxima;
mod renaissance;
mod rococo;
mod ultima;

/// A game and what its tests need.
pub trait TestGame: Evaluable {
    /// The reference that knows its rules.
    type Slow: Reference;
    /// Capital letters of the pieces, kings aside, as often as they are wanted in random positions.
    const MEN: &'static str;
    /// Capital letters of the pieces that take something.
    const TAKERS: &'static str;
    /// Capital letters of those that take several pieces at once.
    const TAKERS_OF_SEVERAL: &'static str;
    /// Special moves. Random players wish for them, and all of them have to occur.
    const DEEDS: &'static [DeedSight<Self>];
    /// Names of those that are too rare to occur without play.
    const RARE_DEEDS: &'static [&'static str] = &[];
    /// Special positions that have to occur.
    const SCENES: &'static [SceneSight<Self>] = &[];
    /// What random positions have to show ([`Reference::status`]).
    const STATUSES: &'static [&'static str];
    /// The reasons for which random games have to end, and whether that is a draw.
    const ENDS: &'static [(&'static str, bool)];
}

/// A special move: its name, and whether a move is one.
pub type DeedSight<G> = (&'static str, fn(&Deed<'_, G>) -> bool);
/// A special position: its name, and whether a position is one.
pub type SceneSight<G> = (&'static str, fn(&Fast<G>) -> bool);

/// A legal move in its position.
pub struct Deed<'a, G: Game> {
    pub position: &'a Fast<G>,
    pub mv: Move,
}

impl<G: Game> Deed<'_, G> {
    /// The capital letter of the piece that moves or is dropped.
    pub fn letter(&self) -> char {
        let kind = self.position.kind_at(self.mv.from());
        kind.map_or_else(|| self.text().chars().next().unwrap(), |kind| kind.letter())
    }

    /// The number of pieces that it takes.
    pub fn taken(&self) -> u32 {
        self.position.victims(self.mv).len()
    }

    fn text(&self) -> String {
        uci::<G>(self.mv)
    }

    fn drops(&self) -> bool {
        self.position.kind_at(self.mv.from()).is_none()
    }

    /// Whether it ends with that letter behind the squares.
    fn ends_with(&self, letter: char) -> bool {
        self.text().ends_with(letter)
    }

    /// Whether a letter stands behind the squares.
    fn names_a_piece(&self) -> bool {
        self.text().ends_with(|last: char| last.is_ascii_lowercase())
    }

    /// The letter on the landing square as in FEN, a dot if it is empty.
    fn met(&self) -> char {
        letter_at(self.position, self.mv.to())
    }

    /// Whether somebody else stands on the landing square.
    fn meets(&self) -> bool {
        self.mv.from() != self.mv.to() && self.met() != '.'
    }

    /// Whether a piece of its own side stands on the landing square.
    fn meets_a_friend(&self) -> bool {
        self.meets() && self.met().is_ascii_uppercase() == (self.position.side() == Color::White)
    }

    fn takes_what_it_meets(&self) -> bool {
        self.position.victims(self.mv).has(self.mv.to())
    }

    /// The letter so many times the way of the move from its start, a dot if nobody stands there.
    fn letter_on_the_way(&self, times: i32) -> char {
        let place = |square| [G::Geometry::file(square) as i32, G::Geometry::rank(square) as i32];
        let ([file, rank], [to_file, to_rank]) = (place(self.mv.from()), place(self.mv.to()));
        let far = [file + times * (to_file - file), rank + times * (to_rank - rank)];
        let [file, rank] = far.map(|number| usize::try_from(number).unwrap_or(usize::MAX));
        G::Geometry::square(file, rank).map_or('.', |square| letter_at(self.position, square))
    }

    /// How many files it crosses.
    fn files(&self) -> usize {
        G::Geometry::file(self.mv.from()).abs_diff(G::Geometry::file(self.mv.to()))
    }

    fn next(&self) -> Fast<G> {
        self.position.play_unchecked(self.mv)
    }

    /// Whether it ends the game for that reason.
    fn ends_by(&self, reason: &str) -> bool {
        self.next().board_outcome().is_some_and(|outcome| outcome.reason.text() == reason)
    }
}

/// The letter on a square as in FEN, a dot if it is empty.
fn letter_at<G: Game>(position: &Fast<G>, square: Square) -> char {
    position.board().piece_at(square).map_or('.', |piece| piece.letter())
}

/// A field of the FEN.
fn field<G: Game>(position: &Fast<G>, number: usize) -> String {
    position.to_fen().split(' ').nth(number).unwrap().to_owned()
}
