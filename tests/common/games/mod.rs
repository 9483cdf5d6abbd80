//! What is specific to each game: the pieces of random positions, and the features
//! that must occur in them.

use baroque_engine::TunedGame;
use baroque_movegen::{Color, Game, Geometry, Move, Square, uci};

use super::backend::Fast;

mod maxima;
mod renaissance;
mod rococo;
mod ultima;

/// A game with the data of its tests.
pub trait TestGame: TunedGame {
    /// Capital letters of the pieces except kings, repeated by their frequency in random positions.
    const RANDOM_PIECES: &'static str;
    /// Capital letters of the pieces that can capture.
    const CAPTURERS: &'static str;
    /// Capital letters of the pieces that can capture several pieces at once.
    const MULTIPLE_CAPTURERS: &'static str;
    /// Special moves. Random play prefers them, and all of them must occur.
    const MOVE_FEATURES: &'static [MoveFeature<Self>];
    /// Names of special moves that random placements are not required to contain.
    const RARE_MOVE_FEATURES: &'static [&'static str] = &[];
    /// Special positions that must occur.
    const POSITION_FEATURES: &'static [PositionFeature<Self>] = &[];
    /// Values of [`Slow::status`](super::backend::Slow) that must occur.
    const STATUSES: &'static [&'static str];
    /// Reasons by which random games must end, and whether that is a draw.
    const ENDS: &'static [(&'static str, bool)];
}

/// A kind of special move: its name, and whether a move is one.
pub type MoveFeature<G> = (&'static str, fn(&MoveContext<'_, G>) -> bool);
/// A kind of special position: its name, and whether a position is one.
pub type PositionFeature<G> = (&'static str, fn(&Fast<G>) -> bool);

/// A legal move in its position.
pub struct MoveContext<'a, G: Game> {
    pub position: &'a Fast<G>,
    pub mv: Move,
}

impl<G: Game> MoveContext<'_, G> {
    /// The capital letter of the piece that moves or is dropped.
    pub fn letter(&self) -> char {
        let kind = self.position.kind_at(self.mv.from());
        kind.map_or_else(
            || self.text().chars().next().unwrap(),
            |kind| self.position.pieces().info(kind).letter,
        )
    }

    /// Number of captured pieces.
    pub fn captures(&self) -> u32 {
        self.position.victims(self.mv).len()
    }

    fn text(&self) -> String {
        uci(self.position, self.mv)
    }

    fn is_drop(&self) -> bool {
        self.position.kind_at(self.mv.from()).is_none()
    }

    /// Whether the UCI text ends with that letter.
    fn ends_with(&self, letter: char) -> bool {
        self.text().ends_with(letter)
    }

    /// Whether the UCI text has a suffix letter.
    fn has_suffix(&self) -> bool {
        self.text().ends_with(|last: char| last.is_ascii_lowercase())
    }

    /// The FEN letter on the destination, a dot if it is empty.
    fn met(&self) -> char {
        letter_at(self.position, self.mv.to())
    }

    /// Whether another piece is on the destination.
    fn meets(&self) -> bool {
        self.mv.from() != self.mv.to() && self.met() != '.'
    }

    /// Whether an own piece is on the destination.
    fn meets_own_piece(&self) -> bool {
        self.meets() && self.met().is_ascii_uppercase() == (self.position.side() == Color::White)
    }

    fn displaces(&self) -> bool {
        self.position.victims(self.mv).has(self.mv.to())
    }

    /// The FEN letter at `times` times the distance of the move from its start, a dot if the square
    /// is empty or missing.
    fn letter_at_multiple(&self, times: i32) -> char {
        let place = |square| {
            [
                self.position.geometry().file(square) as i32,
                self.position.geometry().rank(square) as i32,
            ]
        };
        let ([file, rank], [to_file, to_rank]) = (place(self.mv.from()), place(self.mv.to()));
        let far = [file + times * (to_file - file), rank + times * (to_rank - rank)];
        let [file, rank] = far.map(|number| usize::try_from(number).unwrap_or(usize::MAX));
        self.position
            .geometry()
            .square(file, rank)
            .map_or('.', |square| letter_at(self.position, square))
    }

    /// Number of files that the move crosses.
    fn files(&self) -> usize {
        self.position
            .geometry()
            .file(self.mv.from())
            .abs_diff(self.position.geometry().file(self.mv.to()))
    }

    fn next(&self) -> Fast<G> {
        self.position.play_unchecked(self.mv)
    }

    /// Whether the move ends the game for that reason.
    fn ends_by(&self, reason: &str) -> bool {
        self.next().board_outcome().is_some_and(|outcome| outcome.reason.text() == reason)
    }
}

/// The FEN letter on a square, a dot if it is empty.
fn letter_at<G: Game>(position: &Fast<G>, square: Square) -> char {
    position.board().piece_at(square).map_or('.', |piece| position.pieces().letter(piece))
}

/// A field of the FEN.
fn field<G: Game>(position: &Fast<G>, number: usize) -> String {
    position.to_fen().split(' ').nth(number).unwrap().to_owned()
}
