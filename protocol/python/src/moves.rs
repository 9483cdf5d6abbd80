//! Moves and ends of games.

use std::hash::{Hash, Hasher};

use baroque_movegen::{AnyGame, BoardView, Color, EndReason, Special};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// A move: a text such as 'e2e4', which means a move on a board only, and its parts. Two moves are equal if
/// their texts are. Wherever a `Move` is taken, its text is, too.
///
/// >>> move = baroque.Board().parse("Pe2-e4")
/// >>> move
/// Move('e2e4')
/// >>> (move.uci(), move.from_square, move.to_square, move.piece)
/// ('e2e4', 'e2', 'e4', None)
#[pyclass(module = "baroque", frozen, eq, hash, from_py_object)]
#[derive(Clone)]
pub struct Move {
    uci: String,
    /// The square that it starts on; that of a drop is its destination.
    #[pyo3(get)]
    from_square: String,
    /// The square that it goes to; of a suicide or an explosion its own square.
    #[pyo3(get)]
    to_square: String,
    /// What distinguishes it from the ordinary move between its squares: 'destruction', 'pull', 'leap', 'swap',
    /// 'push', 'rifle', 'attract', 'repel' or 'plow'; else None.
    #[pyo3(get)]
    effect: Option<String>,
    /// The capital letter of the piece that is promoted to, left behind or dropped; else None.
    #[pyo3(get)]
    piece: Option<char>,
}

impl PartialEq for Move {
    fn eq(&self, other: &Self) -> bool {
        self.uci == other.uci
    }
}

impl Hash for Move {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.uci.hash(state);
    }
}

impl Move {
    /// A move of a position.
    pub fn of(game: &AnyGame, view: &BoardView, mv: baroque_movegen::Move) -> Self {
        let name = |square| view.name(view.coord(square));
        let effect = match mv.special() {
            Special::Normal | Special::Piece(_) => None,
            special => Some(format!("{special:?}").to_lowercase()),
        };
        let piece = match mv.special() {
            Special::Piece(kind) => Some(game.letter(kind)),
            _ => None,
        };
        let (from_square, to_square) = (name(mv.from()), name(mv.to()));
        Self { uci: game.uci(mv), from_square, to_square, effect, piece }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.uci
    }
}

type Parts = (String, String, String, Option<String>, Option<char>);

#[pymethods]
impl Move {
    /// A move from its parts; boards make them from texts.
    #[new]
    #[pyo3(signature = (uci, from_square, to_square, effect=None, piece=None))]
    fn new(
        uci: String,
        from_square: String,
        to_square: String,
        effect: Option<String>,
        piece: Option<char>,
    ) -> Self {
        Self { uci, from_square, to_square, effect, piece }
    }

    /// The text that programs write.
    fn uci(&self) -> &str {
        &self.uci
    }

    fn __str__(&self) -> &str {
        &self.uci
    }

    fn __repr__(&self) -> String {
        format!("Move('{}')", self.uci)
    }

    fn __getnewargs__(&self) -> Parts {
        let Self { uci, from_square, to_square, effect, piece } = self.clone();
        (uci, from_square, to_square, effect, piece)
    }
}

/// A move or its text.
pub enum MoveText {
    /// A move.
    Move(Py<Move>),
    /// A text.
    Text(String),
}

impl<'py> FromPyObject<'_, 'py> for MoveText {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(mv) = value.cast::<Move>() {
            return Ok(Self::Move(mv.to_owned().unbind()));
        }
        let what = value.get_type();
        value
            .extract()
            .map(Self::Text)
            .map_err(|_| PyTypeError::new_err(format!("a move is a Move or its text, not {what}")))
    }
}

impl MoveText {
    /// The text.
    pub fn text(&self) -> &str {
        match self {
            Self::Move(mv) => mv.get().text(),
            Self::Text(text) => text,
        }
    }
}

/// The end of a game.
///
/// >>> outcome = baroque.Board(fen="8/8/8/3Kk3/5I2/3w4/8/8 b").outcome()
/// >>> outcome
/// Outcome(termination='checkmate', winner=True)
/// >>> outcome.result()
/// '1-0'
#[pyclass(module = "baroque", frozen, eq, hash, get_all)]
#[derive(PartialEq, Hash)]
pub struct Outcome {
    /// How it ended: 'checkmate', 'stalemate', 'king-taken', 'invasion', 'bare-king', 'extinct',
    /// 'repetition' or 'move-limit'.
    termination: String,
    /// The winner, True for White; None for a draw.
    winner: Option<bool>,
}

impl From<baroque_movegen::Outcome> for Outcome {
    fn from(outcome: baroque_movegen::Outcome) -> Self {
        let winner = outcome.winner.map(|winner| winner == Color::White);
        Self { termination: EndReason::text(outcome.reason).to_owned(), winner }
    }
}

#[pymethods]
impl Outcome {
    /// An end from its parts; boards tell that of their game.
    #[new]
    fn new(termination: String, winner: Option<bool>) -> Self {
        Self { termination, winner }
    }

    fn __getnewargs__(&self) -> (&str, Option<bool>) {
        (&self.termination, self.winner)
    }

    /// '1-0', '0-1' or '1/2-1/2'.
    fn result(&self) -> &'static str {
        match self.winner {
            Some(true) => "1-0",
            Some(false) => "0-1",
            None => "1/2-1/2",
        }
    }

    fn __repr__(&self) -> String {
        let winner = match self.winner {
            Some(true) => "True",
            Some(false) => "False",
            None => "None",
        };
        format!("Outcome(termination='{}', winner={winner})", self.termination)
    }
}
