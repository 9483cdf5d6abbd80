//! Boards: a position with the moves that led to it.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use baroque_formats::explain::explain;
use baroque_formats::text::quoted;
use baroque_formats::why::Why;
use baroque_formats::{GameSpec, svg};
use baroque_movegen::{AnyGame, Color, StopFlag};
use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use rayon::ThreadPoolBuilder;

use crate::encoding::Encoding;
use crate::error::{IllegalMoveError, error, in_range};
use crate::games::known;
use crate::moves::{Move, MoveText, Outcome};
use crate::signals::{attentive, attentive_mut, watched};
use crate::threads::MAX_THREADS;

/// Greatest depth of perft, in plies.
const MAX_DEPTH: u32 = 30;

/// A position of any game with the moves that led to it.
///
/// `variant` is one of `variants()`; `rules` are switches that override it, as 'key=value,...'; `start` is
/// the name of a start position. A move is a `Move` or a text in any notation: 'e2e4', 'Pe2-e4', 'e4'.
/// Sides are bools, `WHITE` and `BLACK`; squares are names; pieces are letters as in a FEN.
///
/// Boards are equal if their games, rules and FENs are. The hash is that of the position, so a board that is
/// a key must not be changed.
///
/// >>> board = baroque.Board("rococo")
/// >>> len(board.legal_moves)
/// 25
/// >>> board.push("d2d3")
/// Move('d2d3')
/// >>> board.turn == baroque.BLACK
/// True
/// >>> baroque.Board("chess")
/// Traceback (most recent call last):
///     ...
/// baroque.Error: unknown variant 'chess', allowed are: baroque ...
#[pyclass(module = "baroque")]
#[derive(Clone)]
pub struct Board {
    /// The game.
    pub game: AnyGame,
    encoding: OnceLock<Encoding>,
}

impl From<AnyGame> for Board {
    fn from(game: AnyGame) -> Self {
        Self { game, encoding: OnceLock::new() }
    }
}

impl Board {
    /// The numbers of the moves of the game, and its planes.
    pub fn encoding(&self) -> &Encoding {
        self.encoding.get_or_init(|| Encoding::of(&self.game))
    }

    /// The legal move that is meant.
    ///
    /// # Errors
    /// There is none.
    pub fn read(&self, py: Python, mv: &MoveText) -> PyResult<baroque_movegen::Move> {
        let read = attentive(py, self.game.game(), || self.game.read_move(mv.text()))?;
        read.map_err(|reason| IllegalMoveError::new_err(reason.to_string()))
    }

    /// Moves for Python.
    pub fn moves(&self, moves: &[baroque_movegen::Move]) -> Vec<Move> {
        let view = self.game.view();
        moves.iter().map(|&mv| Move::of(&self.game, &view, mv)).collect()
    }

    /// Changes the game, unless that fails.
    fn change(
        &mut self,
        py: Python,
        change: impl FnOnce(&mut AnyGame) -> PyResult<()> + Send,
    ) -> PyResult<()> {
        let mut game = self.game.clone();
        attentive(py, game.game(), || change(&mut game))??;
        self.game = game;
        Ok(())
    }

    /// A game by its description.
    ///
    /// # Errors
    /// Something is wrong with it.
    pub fn open(py: Python, spec: &GameSpec) -> PyResult<Self> {
        let games = known();
        // It may be one that takes long.
        let stop = StopFlag::default();
        let open = || baroque_movegen::interrupt::stoppable(&stop, || spec.open(&games));
        Ok(watched(py, &stop, open)?.map_err(error)?.into())
    }
}

/// Making boards, and what identifies them.
#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (variant="baroque", *, fen=None, rules="", start=None))]
    fn new(
        py: Python,
        variant: &str,
        fen: Option<&str>,
        rules: &str,
        start: Option<&str>,
    ) -> PyResult<Self> {
        let mut board = Self::from(known().open(variant).map_err(error)?);
        board.change(py, |game| {
            game.set_rules(rules).map_err(error)?;
            start.map_or(Ok(()), |start| game.set_start(start)).map_err(error)?;
            fen.map_or(Ok(()), |fen| game.set_fen(fen)).map_err(error)
        })?;
        Ok(board)
    }

    /// The name of the rule set.
    #[getter]
    fn variant(&self) -> &'static str {
        self.game.variant()
    }

    /// The values of all switches, as 'key=value,...'.
    #[getter]
    fn rules(&self) -> String {
        self.game.rules()
    }

    /// The names of the start positions.
    #[getter]
    fn starts(&self) -> Vec<String> {
        self.game.starts()
    }

    /// The FEN.
    ///
    /// >>> baroque.Board().fen()
    /// 'clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/ILXKWXLC w - - 0 1'
    fn fen(&self) -> String {
        self.game.fen()
    }

    /// Sets up another position under the same rules.
    fn set_fen(&mut self, py: Python, fen: &str) -> PyResult<()> {
        self.change(py, |game| game.set_fen(fen).map_err(error))
    }

    /// Returns to the start position.
    fn reset(&mut self) {
        self.game.reset();
    }

    /// A copy; without `stack`, it has only the position, and not the moves that led to it.
    #[pyo3(signature = (*, stack=true))]
    fn copy(&self, py: Python, stack: bool) -> PyResult<Self> {
        let mut copy = self.clone();
        if !stack {
            copy.set_fen(py, &self.fen())?;
        }
        Ok(copy)
    }

    /// A copy with the sides exchanged and the board turned top to bottom, without moves.
    fn mirror(&self) -> Self {
        let mut mirrored = self.clone();
        mirrored.game.flip();
        mirrored
    }

    /// The Zobrist key: equal for positions that count as repetitions.
    #[getter]
    fn key(&self) -> u64 {
        self.game.key()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<PyAny>) -> Self {
        self.clone()
    }

    fn __eq__(&self, other: &Self) -> bool {
        let identity = |board: &Self| {
            let game = &board.game;
            (game.variant(), game.definition().map(str::to_owned), game.rules(), game.fen())
        };
        self.game.key() == other.game.key() && identity(self) == identity(other)
    }

    fn __hash__(&self) -> u64 {
        self.game.key()
    }

    fn __str__(&self) -> String {
        self.game.to_string()
    }

    fn __repr__(&self) -> String {
        let GameSpec { variant, rules, .. } = GameSpec::of(&self.game);
        let rules = if rules.is_empty() { rules } else { format!(", rules='{rules}'") };
        format!("Board('{variant}', fen='{}'{rules})", self.game.fen())
    }

    fn _repr_svg_(&self) -> String {
        svg::picture(&self.game.fen(), &self.game.view())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let state = serde_json::to_string(&GameSpec::of(&slf.try_borrow()?.game)).map_err(error)?;
        Ok((slf.get_type().getattr("_from_state")?, (state,)))
    }

    #[staticmethod]
    fn _from_state(py: Python, state: &str) -> PyResult<Self> {
        Self::open(py, &serde_json::from_str(state).map_err(error)?)
    }
}

/// Moves.
#[pymethods]
impl Board {
    /// The legal moves.
    ///
    /// >>> baroque.Board().legal_moves[:2]
    /// [Move('a2a3'), Move('a2a4')]
    #[getter]
    fn legal_moves(&self, py: Python) -> PyResult<Vec<Move>> {
        let moves = attentive(py, self.game.game(), || self.game.legal_moves())?;
        Ok(self.moves(&moves))
    }

    /// Whether a move is legal.
    fn is_legal(&self, py: Python, r#move: MoveText) -> PyResult<bool> {
        match self.read(py, &r#move) {
            Ok(_) => Ok(true),
            Err(error) if error.is_instance_of::<IllegalMoveError>(py) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// The legal move that a text in any notation means. Raises `IllegalMoveError` with the reason.
    fn parse(&self, py: Python, text: MoveText) -> PyResult<Move> {
        let mv = self.read(py, &text)?;
        Ok(Move::of(&self.game, &self.game.view(), mv))
    }

    /// Plays a move and returns it. Raises `IllegalMoveError` with the reason, and then changes nothing.
    fn push(&mut self, py: Python, r#move: MoveText) -> PyResult<Move> {
        let view = self.game.view();
        let mv = self.read(py, &r#move)?;
        let played = Move::of(&self.game, &view, mv);
        attentive_mut(py, &mut self.game, |game| game.play(mv))?.map_err(error)?;
        Ok(played)
    }

    /// Takes the last move back and returns it. Raises `IndexError` if there is none.
    fn pop(&mut self) -> PyResult<Move> {
        let mv = self.game.take_back();
        let mv = mv.ok_or_else(|| PyIndexError::new_err("there is no move to take back"))?;
        Ok(Move::of(&self.game, &self.game.view(), mv))
    }

    /// The moves since the position was set up.
    #[getter]
    fn move_stack(&self) -> Vec<Move> {
        self.moves(self.game.moves())
    }

    /// Number of moves since the position was set up.
    fn ply(&self) -> usize {
        self.game.moves().len()
    }

    /// The readable text of a move, with its captures.
    ///
    /// >>> board = baroque.Board(fen="8/2k5/8/7p/6W1/8/4K3/8 w")
    /// >>> board.san("g4f3")
    /// 'Wg4-f3xh5'
    fn san(&self, py: Python, r#move: MoveText) -> PyResult<String> {
        let mv = self.read(py, &r#move)?;
        attentive(py, self.game.game(), || self.game.readable_unchecked(mv))
    }

    /// The pieces that a move captures, by their squares.
    ///
    /// >>> baroque.Board(fen="8/2k5/8/7p/6W1/8/4K3/8 w").captures("g4f3")
    /// {'h5': 'p'}
    fn captures(&self, py: Python, r#move: MoveText) -> PyResult<BTreeMap<String, char>> {
        let mv = self.read(py, &r#move)?;
        let view = self.game.view();
        let captures = attentive(py, self.game.game(), || self.game.captures(mv))?.into_iter();
        Ok(captures.map(|(coord, piece)| (view.name(coord), piece.letter)).collect())
    }

    /// Why a text is not the text of one legal move; None if it is.
    ///
    /// >>> baroque.Board().why_not("e1e5")
    /// "'e1e5' is not a legal move: the pawn on e2 is in the way"
    fn why_not(&self, py: Python, text: MoveText) -> PyResult<Option<String>> {
        let read = attentive(py, self.game.game(), || self.game.read_move(text.text()))?;
        Ok(read.err().map(|reason| reason.to_string()))
    }

    /// What a move, a square or a piece does, in words.
    ///
    /// >>> baroque.Board(fen="8/2k5/8/7p/6W1/8/4K3/8 w").explain("g4f3")
    /// 'Wg4-f3xh5: captures the pawn on h5'
    fn explain(&self, py: Python, text: MoveText) -> PyResult<String> {
        attentive(py, self.game.game(), || explain(&self.game, text.text()))
    }

    /// What threatens the piece on a square and what holds it, in words. Raises `Error` if there is no piece.
    fn why(&self, py: Python, square: &str) -> PyResult<String> {
        let why = attentive(py, self.game.game(), || Why::new(&self.game, square))?;
        let why = why.ok_or_else(|| error(format!("there is no piece on '{}'", quoted(square))))?;
        Ok(why.to_string())
    }

    /// Number of legal move sequences of a length of at most 30 plies, counted on so many threads, by default
    /// one for each processor.
    ///
    /// >>> baroque.Board().perft(2)
    /// 944
    #[pyo3(signature = (depth, *, threads=None))]
    fn perft(&self, py: Python, depth: i128, threads: Option<i128>) -> PyResult<u64> {
        let depth = in_range("depth", depth, 0..=MAX_DEPTH)?;
        let threads = threads.map(|count| in_range("threads", count, 1..=MAX_THREADS));
        let threads = threads.transpose()?.unwrap_or(0);
        if depth == 0 {
            return Ok(1);
        }
        // The one of all would hang after a fork.
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|reason| PyRuntimeError::new_err(reason.to_string()))?;
        let stop = StopFlag::default();
        let count = || pool.install(|| self.game.divide(depth, None, &stop, &|_, _| ()));
        let counts = watched(py, &stop, count)?;
        Ok(counts.unwrap_or_default().iter().map(|(_, count)| count).sum())
    }
}

/// The state of the game.
#[pymethods]
impl Board {
    /// The side to move, True for White.
    #[getter]
    fn turn(&self) -> bool {
        self.game.side() == Color::White
    }

    /// Plies since the last irreversible move.
    #[getter]
    fn halfmove_clock(&self) -> u16 {
        self.game.halfmove_clock()
    }

    /// Number of the full move, from 1.
    #[getter]
    fn fullmove_number(&self) -> u16 {
        self.game.fullmove_number()
    }

    /// Plies without an irreversible move that draw the game; 0 if none do.
    #[getter]
    fn move_limit(&self) -> u16 {
        self.game.move_limit()
    }

    /// Whether the position has occurred at least `count` times, this one included.
    #[pyo3(signature = (count=3))]
    fn is_repetition(&self, count: i128) -> bool {
        self.game.occurrences() as i128 >= count
    }

    /// Whether the king of the side to move is attacked.
    fn is_check(&self, py: Python) -> PyResult<bool> {
        attentive(py, self.game.game(), || self.game.in_check())
    }

    /// The end of the game; None if it is not over.
    fn outcome(&self, py: Python) -> PyResult<Option<Outcome>> {
        Ok(attentive(py, self.game.game(), || self.game.outcome())?.map(Outcome::from))
    }

    /// Whether the game is over.
    fn is_game_over(&self, py: Python) -> PyResult<bool> {
        Ok(self.outcome(py)?.is_some())
    }

    /// '1-0', '0-1', '1/2-1/2', or '*' if the game is not over.
    fn result(&self, py: Python) -> PyResult<&'static str> {
        let outcome = attentive(py, self.game.game(), || self.game.outcome())?;
        Ok(outcome.map_or("*", baroque_movegen::Outcome::result))
    }

    /// Numbers of ranks and of files.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        let view = self.game.view();
        (view.ranks.len(), view.files.len())
    }

    /// The names of the kinds of pieces by their capital letters.
    ///
    /// >>> baroque.Board("maxima").kinds["G"]
    /// 'guard'
    #[getter]
    fn kinds(&self) -> BTreeMap<char, &'static str> {
        let kinds = self.game.kinds().into_iter();
        kinds.map(|kind| (self.game.letter(kind), self.game.name(kind))).collect()
    }

    /// The pieces by their squares.
    ///
    /// >>> baroque.Board().piece_map()["a1"]
    /// 'I'
    fn piece_map(&self) -> BTreeMap<String, char> {
        let view = self.game.view();
        view.pieces().map(|(coord, piece, _)| (view.name(coord), piece.letter)).collect()
    }

    /// The piece on a square, if there is one.
    fn piece_at(&self, square: &str) -> Option<char> {
        self.piece_map().remove(square)
    }

    /// The squares of the frozen pieces of both sides.
    ///
    /// >>> baroque.Board(fen="7k/8/8/8/3i4/3W4/8/K7 w").frozen()
    /// ['d3']
    fn frozen(&self) -> Vec<String> {
        let view = self.game.view();
        let frozen = view.pieces().filter(|(.., frozen)| *frozen);
        frozen.map(|(coord, ..)| view.name(coord)).collect()
    }

    /// The capital letters of the pieces in White's hand and in Black's; None in games without hands.
    #[getter]
    fn hands(&self) -> Option<(String, String)> {
        let [white, black] = self.game.view().hands?.0;
        Some((white, black))
    }
}

/// What names a game: a board, from whose position it starts, or the name of a rule set.
pub enum GameSource {
    /// A board.
    Board(Py<Board>),
    /// A name.
    Name(String),
}

impl<'py> FromPyObject<'_, 'py> for GameSource {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(board) = value.cast::<Board>() {
            return Ok(Self::Board(board.to_owned().unbind()));
        }
        let what = value.get_type();
        value.extract().map(Self::Name).map_err(|_| {
            PyTypeError::new_err(format!("a game is a Board or the name of a rule set, not {what}"))
        })
    }
}

impl GameSource {
    /// [`Self::start`] of a game that can be played.
    ///
    /// # Errors
    /// The name is unknown, or the game is over in its first position.
    pub fn playable(&self, py: Python) -> PyResult<AnyGame> {
        let start = self.start(py)?;
        match attentive(py, start.game(), || start.outcome())? {
            None => Ok(start),
            Some(_) => Err(error("the game is over in its first position")),
        }
    }

    /// The game before its first move.
    ///
    /// # Errors
    /// The name is unknown.
    pub fn start(&self, py: Python) -> PyResult<AnyGame> {
        match self {
            Self::Name(name) => known().open(name).map_err(error),
            Self::Board(board) => Ok(board.try_borrow(py)?.copy(py, false)?.game),
        }
    }
}
