//! Positions of any game, chosen at run time by the name of a rule set.

use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};

use thiserror::Error;

use crate::custom::about::{About, AboutError};
use crate::held::intern_name;
use crate::{
    Attack, BoardView, CaptureHint, Color, Coord, CustomGame, CustomRules, EndReason, FenError,
    Game, GameHistory, Geometry, IllegalMove, IllegalReason, Maxima, Methods, Move, MoveTextError,
    NameError, NoFlight, Outcome, PieceKind, PieceOn, PieceView, Position, Renaissance, Rococo,
    RuleError, RuleSwitches, Special, Square, Ultima, Variant, attacks, capture_hint,
    describe_kind, describe_notation, describe_rules, describe_square, explain_captures, freezers,
    game, illegal_reason, no_flights, perft, possible_ends, read_fen, read_move, readable,
    readable_unchecked, uci, with_reason,
};

/// A game, with all its rule sets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameId {
    /// [`Ultima`].
    Ultima,
    /// [`Maxima`].
    Maxima,
    /// [`Rococo`].
    Rococo,
    /// [`Renaissance`].
    Renaissance,
    /// All custom games.
    CustomGame,
}

/// A [`GameHistory`] of any game.
#[allow(clippy::large_enum_variant, reason = "there are few, and they are rarely moved")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnyHistory {
    /// A game of [`Ultima`].
    Ultima(GameHistory<Ultima>),
    /// A game of [`Maxima`].
    Maxima(GameHistory<Maxima>),
    /// A game of [`Rococo`].
    Rococo(GameHistory<Rococo>),
    /// A game of [`Renaissance`].
    Renaissance(GameHistory<Renaissance>),
    /// A game of a custom game.
    CustomGame(GameHistory<CustomGame>),
}

/// Evaluates an expression with the [`GameHistory`] in an [`AnyHistory`](crate::AnyHistory), whatever
/// its game.
///
/// ```
/// use baroque_movegen::{AnyGame, with_history};
/// let start = AnyGame::new("rococo").unwrap();
/// let count = with_history!(start.history(), game => game.position().count_moves());
/// assert_eq!(count, 25);
/// ```
#[macro_export]
macro_rules! with_history {
    ($any:expr, $history:pat => $body:expr) => {
        match $any {
            $crate::AnyHistory::Ultima($history) => $body,
            $crate::AnyHistory::Maxima($history) => $body,
            $crate::AnyHistory::Rococo($history) => $body,
            $crate::AnyHistory::Renaissance($history) => $body,
            $crate::AnyHistory::CustomGame($history) => $body,
        }
    };
}

/// Evaluates an expression with a type alias for the game of a [`GameId`](crate::GameId).
///
/// ```
/// use baroque_movegen::{Game, GameId, with_game};
/// let kinds = |game| with_game!(game, G => G::PIECES.len());
/// assert_eq!(kinds(GameId::Ultima), 7);
/// ```
#[macro_export]
macro_rules! with_game {
    ($id:expr, $alias:ident => $body:expr) => {
        match $id {
            $crate::GameId::Ultima => $crate::with_game!(@ Ultima, $alias => $body),
            $crate::GameId::Maxima => $crate::with_game!(@ Maxima, $alias => $body),
            $crate::GameId::Rococo => $crate::with_game!(@ Rococo, $alias => $body),
            $crate::GameId::Renaissance => $crate::with_game!(@ Renaissance, $alias => $body),
            $crate::GameId::CustomGame => $crate::with_game!(@ CustomGame, $alias => $body),
        }
    };
    (@ $game:ident, $alias:ident => $body:expr) => {{
        type $alias = $crate::$game;
        $body
    }};
}

/// A game of each type is one of any.
macro_rules! histories {
    ($($game:ident)+) => {
        $(
            impl From<GameHistory<$game>> for AnyHistory {
                fn from(history: GameHistory<$game>) -> Self {
                    Self::$game(history)
                }
            }
        )+
    };
}

histories!(Ultima Maxima Rococo Renaissance CustomGame);

impl GameId {
    /// The compiled games, in the order in which their variants are listed.
    pub const ALL: &[Self] = &[Self::Ultima, Self::Maxima, Self::Rococo, Self::Renaissance];
}

impl AnyHistory {
    fn game(&self) -> GameId {
        match self {
            Self::Ultima(_) => GameId::Ultima,
            Self::Maxima(_) => GameId::Maxima,
            Self::Rococo(_) => GameId::Rococo,
            Self::Renaissance(_) => GameId::Renaissance,
            Self::CustomGame(_) => GameId::CustomGame,
        }
    }

    /// The history, if it is one of a game.
    pub fn of<G: Game>(&self) -> Option<&GameHistory<G>> {
        with_history!(self, history => (history as &dyn Any).downcast_ref())
    }

    /// The position before the first move.
    fn first(&self) -> Self {
        with_history!(self, history => history.without_moves().into())
    }

    /// The position after a null move, without history.
    fn play_null(&self) -> Self {
        with_history!(self, history => GameHistory::new(history.position().play_null()).into())
    }

    /// The default start of a named rule set, the name of the rule set and the name of the start.
    fn start(name: &str) -> Option<(Self, &'static str, &'static str)> {
        GameId::ALL.iter().find_map(|&game| {
            with_game!(game, G => {
                let variant = Position::<G>::variant(name).ok()?;
                let start = Position::<G>::named_start(variant.start, variant.rules).ok()?;
                Some((GameHistory::new(start).into(), variant.name, variant.start))
            })
        })
    }
}

/// Why a position of a rule set cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum VariantError {
    /// Unknown name.
    #[error(transparent)]
    Name(#[from] NameError),
    /// Invalid overrides.
    #[error(transparent)]
    Rules(#[from] RuleError),
    /// An invalid position.
    #[error(transparent)]
    Fen(#[from] FenError),
}

/// A position of any game and rule set, with the moves that led to it. A call that fails changes
/// nothing. `Display` draws the board ([`BoardView`]), and `default` is the default start of
/// [`Self::DEFAULT_VARIANT`]. It cannot be parsed: a FEN does not name its rule set.
///
/// ```
/// use baroque_movegen::AnyGame;
/// let mut position = AnyGame::with_rules("rococo", "swapfriends=off").unwrap();
/// assert_eq!(position.legal_moves().len(), 22);
/// let mv = position.play_text("d2d3").unwrap();
/// assert_eq!((position.uci(mv), position.fullmove_number()), ("d2d3".to_owned(), 1));
/// assert_eq!(position.take_back(), Some(mv));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnyGame {
    variant: &'static str,
    default_start: &'static str,
    /// Name of the start position that [`Self::reset`] returns to.
    start: String,
    history: AnyHistory,
}

impl AnyGame {
    /// The default rule set of UCI and the command line.
    pub const DEFAULT_VARIANT: &str = Ultima::VARIANTS[0].name;

    /// The names of the rule sets of the compiled games.
    pub fn variants() -> Vec<&'static str> {
        game::variants()
    }

    /// The default start of a rule set of a compiled game; the case of its name does not matter.
    ///
    /// # Errors
    /// No rule set has this name.
    pub fn new(variant: &str) -> Result<Self, NameError> {
        let error = || NameError::Unknown {
            what: "variant",
            name: variant.to_owned(),
            allowed: Self::variants().join(" "),
        };
        let (history, variant, default_start) = AnyHistory::start(variant).ok_or_else(error)?;
        Ok(Self { variant, default_start, start: default_start.to_owned(), history })
    }

    /// The default start of a custom game.
    ///
    /// # Errors
    /// The name is that of a compiled game, or there is no start position.
    pub fn custom(about: About, rules: CustomRules) -> Result<Self, AboutError> {
        let Some(first) = about.starts.first().map(|start| intern_name(&start.name)) else {
            return Err(AboutError::NoStart(about.name));
        };
        if game::variants().contains(&about.name.as_str()) {
            return Err(AboutError::BuiltIn(about.name));
        }
        let variant = intern_name(&about.name);
        let start = Position::named_start(first, rules.with_about(about.clone()));
        let start = start.map_err(|_| AboutError::NoStart(about.name))?;
        Ok(Self {
            variant,
            default_start: first,
            start: first.to_owned(),
            history: AnyHistory::CustomGame(GameHistory::new(start)),
        })
    }

    /// The default start of a rule set with `key=value` pairs that override it.
    ///
    /// # Errors
    /// No rule set has this name, or one of the pairs is not a switch with an allowed value.
    pub fn with_rules(variant: &str, pairs: &str) -> Result<Self, VariantError> {
        let mut position = Self::new(variant)?;
        position.set_rules(pairs)?;
        Ok(position)
    }

    /// A position of a rule set.
    ///
    /// ```
    /// let position = baroque_movegen::AnyGame::from_fen("delft", "8/2k5/8/8/8/3P4/4K3/8 w").unwrap();
    /// assert!(position.read_move("d3d7").is_ok());
    /// ```
    ///
    /// # Errors
    /// No rule set has this name, or the FEN is not one of a position.
    pub fn from_fen(variant: &str, fen: &str) -> Result<Self, VariantError> {
        let mut position = Self::new(variant)?;
        position.set_fen(fen)?;
        Ok(position)
    }

    /// Returns to the rule set of [`Self::variant`] with `key=value` pairs that override it, and to
    /// the start position.
    ///
    /// # Errors
    /// An entry that is not a pair, not a switch, or not a value of the switch.
    pub fn set_rules(&mut self, pairs: &str) -> Result<(), RuleError> {
        with_history!(&mut self.history, history => {
            let rules = usual_rules(history, self.variant);
            let rules = rules.with_overrides(&pairs.to_ascii_lowercase())?;
            // Every start is a position under all rules.
            if let Ok(start) = Position::named_start(&self.start, rules) {
                *history = GameHistory::new(start);
            }
        });
        Ok(())
    }

    /// Sets the start position that [`Self::reset`] returns to, and returns to it.
    ///
    /// # Errors
    /// No start position has this name.
    pub fn set_start(&mut self, name: &str) -> Result<(), NameError> {
        let name = name.to_ascii_lowercase();
        with_history!(&mut self.history, history => {
            *history = GameHistory::new(history.position().other_start(&name)?);
        });
        self.start = name;
        Ok(())
    }

    /// Returns to the start position.
    pub fn reset(&mut self) {
        with_history!(&mut self.history, history => {
            if let Ok(start) = history.position().other_start(&self.start) {
                *history = GameHistory::new(start);
            }
        });
    }

    /// Sets up a position under the same rules.
    ///
    /// # Errors
    /// All problems of the FEN.
    pub fn set_fen(&mut self, fen: &str) -> Result<(), FenError> {
        with_history!(&mut self.history, history => {
            *history = GameHistory::new(read_fen(fen, history.position().rules())?);
        });
        Ok(())
    }

    /// Exchanges the colours, turns the board and clears the history. Does nothing while pieces are
    /// placed, because the other side would be to move.
    pub fn flip(&mut self) {
        if self.is_placing() {
            return;
        }
        with_history!(&mut self.history, history => {
            *history = GameHistory::new(history.position().flipped());
        });
    }

    /// The game that the rule set belongs to.
    pub fn game(&self) -> GameId {
        self.history.game()
    }

    /// The name of the rule set, without the switches that override it.
    pub fn variant(&self) -> &'static str {
        self.variant
    }

    /// The hash of the game's definition; `None` for compiled games.
    pub fn definition(&self) -> Option<&str> {
        with_history!(&self.history, history => history.position().rules().definition_hash())
    }

    /// Bytes of a custom game's definition, about, which all its positions share.
    pub fn bytes(&self) -> usize {
        match &self.history {
            AnyHistory::CustomGame(history) => history.position().rules().bytes(),
            _ => 0,
        }
    }

    /// The values of all switches, as `key=value` pairs.
    pub fn rules(&self) -> String {
        with_history!(&self.history, history => history.position().rules().to_string())
    }

    /// Plies without an irreversible move that draw the game; 0 if none do.
    pub fn move_limit(&self) -> u16 {
        with_history!(&self.history, history => {
            history.position().rules().end_rules().move_limit
        })
    }

    /// The piece kinds of the game.
    pub fn kinds(&self) -> Vec<PieceKind> {
        with_history!(&self.history, history => history.position().pieces().kinds().collect())
    }

    /// The capital letter of a kind.
    pub fn letter(&self, kind: PieceKind) -> char {
        with_history!(&self.history, history => history.position().pieces().info(kind).letter)
    }

    /// The name of a kind, in lower case.
    pub fn name(&self, kind: PieceKind) -> &'static str {
        with_history!(&self.history, history => history.position().pieces().info(kind).name)
    }

    /// Whether a kind is royal. See [`Position::is_royal`].
    pub fn is_royal(&self, kind: PieceKind) -> bool {
        with_history!(&self.history, history => history.position().is_royal(kind))
    }

    /// The methods of a kind.
    pub fn methods(&self, kind: PieceKind) -> Methods {
        with_history!(&self.history, history => history.position().pieces().info(kind).methods)
    }

    /// See [`describe_kind`].
    pub fn describe_kind(&self, kind: PieceKind) -> Vec<String> {
        with_history!(&self.history, history => describe_kind(history.position(), kind))
    }

    /// See [`describe_rules`].
    pub fn describe_rules(&self) -> Vec<String> {
        with_history!(&self.history, history => describe_rules(history.position()))
    }

    /// See [`describe_notation`].
    pub fn describe_notation(&self) -> Vec<String> {
        with_history!(&self.history, history => describe_notation(history.position()))
    }

    /// See [`possible_ends`].
    pub fn possible_ends(&self) -> Vec<EndReason> {
        with_history!(&self.history, history => possible_ends(history.position()))
    }

    /// See [`describe_square`].
    pub fn describe_square(&self, coord: Coord) -> Vec<String> {
        with_history!(&self.history, history => {
            let square = square(history, coord);
            square.map(|square| describe_square(history.position(), square)).unwrap_or_default()
        })
    }

    /// The kind with a capital letter.
    pub fn kind(&self, letter: char) -> Option<PieceKind> {
        with_history!(&self.history, history => history.position().pieces().kind(letter))
    }

    /// The names of the start positions.
    pub fn starts(&self) -> Vec<String> {
        with_history!(&self.history, history => start_names(history))
    }

    /// The name of the default start of the rule set.
    pub fn default_start(&self) -> &'static str {
        self.default_start
    }

    /// Whether the history began at the default start of the rule set.
    pub fn is_from_default_start(&self) -> bool {
        with_history!(&self.history, history => {
            let first = history.first();
            first.other_start(self.default_start).as_ref() == Ok(first)
        })
    }

    /// The history with its static game type, for [`with_history!`](crate::with_history).
    pub fn history(&self) -> &AnyHistory {
        &self.history
    }

    /// Plays a move.
    ///
    /// # Errors
    /// The move is not legal.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        with_history!(&mut self.history, history => history.push(mv))
    }

    /// Reads a move as [`Self::read_move`] does and plays it; legality is tested once.
    ///
    /// # Errors
    /// Those of [`Self::read_move`].
    pub fn play_text(&mut self, text: &str) -> Result<Move, MoveTextError> {
        let mv = self.read_move(text)?;
        with_history!(&mut self.history, history => history.push_unchecked(mv));
        Ok(mv)
    }

    /// The position after a null move, without history; `None` if the side to move is in check, places
    /// pieces, or the board shows the end of the game. See [`Position::play_null`].
    pub fn play_null(&self) -> Option<Self> {
        let is_possible = with_history!(&self.history, history => {
            !self.in_check() && !self.is_placing() && history.position().board_outcome().is_none()
        });
        let start = self.start.clone();
        is_possible.then(|| Self { history: self.history.play_null(), start, ..*self })
    }

    /// Takes the last move back; `None` if none was played since the position was set up.
    pub fn take_back(&mut self) -> Option<Move> {
        with_history!(&mut self.history, history => history.pop())
    }

    /// The moves since the position was set up.
    pub fn moves(&self) -> &[Move] {
        with_history!(&self.history, history => history.moves())
    }

    /// The FEN of the position.
    pub fn fen(&self) -> String {
        with_history!(&self.history, history => history.position().to_fen())
    }

    /// The position before the first move.
    #[must_use]
    pub fn first(&self) -> Self {
        let history = self.history.first();
        Self {
            history,
            variant: self.variant,
            default_start: self.default_start,
            start: self.start.clone(),
        }
    }

    /// Side to move.
    pub fn side(&self) -> Color {
        with_history!(&self.history, history => history.position().side())
    }

    /// Whether the move is to put a piece in hand on the board. See [`Position::is_placing`].
    pub fn is_placing(&self) -> bool {
        with_history!(&self.history, history => history.position().is_placing())
    }

    /// Whether no side ever has the move twice in a row. See [`Position::sides_alternate`].
    pub fn sides_alternate(&self) -> bool {
        with_history!(&self.history, history => history.position().sides_alternate())
    }

    /// The sides that made the moves since the position was set up.
    pub fn move_sides(&self) -> Vec<Color> {
        with_history!(&self.history, history => {
            history.earlier().iter().map(Position::side).collect()
        })
    }

    /// Whether the king of the side to move is attacked.
    pub fn in_check(&self) -> bool {
        with_history!(&self.history, history => history.position().in_check())
    }

    /// Plies since the last irreversible move.
    pub fn halfmove_clock(&self) -> u16 {
        with_history!(&self.history, history => history.position().halfmove_clock())
    }

    /// Number of the full move, from 1.
    pub fn fullmove_number(&self) -> u16 {
        with_history!(&self.history, history => history.position().fullmove_number())
    }

    /// Number of occurrences of the position, this one included.
    pub fn occurrences(&self) -> usize {
        with_history!(&self.history, history => history.occurrences())
    }

    /// The end of the game, if it is over.
    pub fn outcome(&self) -> Option<Outcome> {
        with_history!(&self.history, history => history.outcome())
    }

    /// The legal moves.
    pub fn legal_moves(&self) -> Vec<Move> {
        with_history!(&self.history, history => history.position().legal_moves().to_vec())
    }

    /// The board, the hands and the swap ban.
    pub fn view(&self) -> BoardView {
        with_history!(&self.history, history => BoardView::of(history.position()))
    }

    /// The squares of the pieces of a side that its own pieces shield.
    pub fn shielded(&self, color: Color) -> Vec<Coord> {
        with_history!(&self.history, history => {
            let shielded = history.position().shielded(color);
            shielded.iter().map(|square| coord(history, square)).collect()
        })
    }

    /// The squares whose pieces a legal move captures.
    pub fn victims(&self, mv: Move) -> Vec<Coord> {
        with_history!(&self.history, history => {
            let victims = history.position().victims(mv);
            victims.iter().map(|square| coord(history, square)).collect()
        })
    }

    /// The pieces that a legal move captures, and the squares on which it captures them.
    pub fn captures(&self, mv: Move) -> Vec<(Coord, PieceView)> {
        with_history!(&self.history, history => {
            let captures = captures(history.position(), mv);
            captures.into_iter().map(|(square, piece)| (coord(history, square), piece)).collect()
        })
    }

    /// See [`attacks`].
    pub fn attacks(&self, side: Color) -> Vec<Attack> {
        with_history!(&self.history, history => attacks(history.position(), side))
    }

    /// See [`explain_captures`].
    pub fn explain_captures(&self, mv: Move) -> Vec<Attack> {
        with_history!(&self.history, history => explain_captures(history.position(), mv))
    }

    /// See [`no_flights`].
    pub fn no_flights(&self) -> Vec<NoFlight> {
        with_history!(&self.history, history => no_flights(history.position()))
    }

    /// The enemies that freeze the piece on a square.
    pub fn freezers(&self, coord: Coord) -> Vec<PieceOn> {
        with_history!(&self.history, history => {
            let square = square(history, coord);
            square.map(|square| freezers(history.position(), square)).unwrap_or_default()
        })
    }

    /// See [`capture_hint`].
    pub fn capture_hint(&self, from: Coord, enemy: Coord) -> Option<CaptureHint> {
        with_history!(&self.history, history => {
            capture_hint(history.position(), square(history, from)?, square(history, enemy)?)
        })
    }

    /// Reads a legal move in UCI text, in readable text, or in a looser form that matches no other
    /// legal move.
    ///
    /// # Errors
    /// The text is not a move, not legal (with the reason), or matches several legal moves.
    pub fn read_move(&self, text: &str) -> Result<Move, MoveTextError> {
        with_history!(&self.history, history => {
            let position = history.position();
            read_move(position, text).map_err(|error| with_reason(position, error))
        })
    }

    /// Why no legal move goes from one square to another and has this special effect; `None` if one
    /// does, or if a square does not exist. A drop has the same square twice.
    pub fn illegal_reason(
        &self,
        from: Coord,
        to: Coord,
        special: Special,
    ) -> Option<IllegalReason> {
        with_history!(&self.history, history => {
            let (from, to) = (square(history, from)?, square(history, to)?);
            illegal_reason(history.position(), Move::with(from, to, special))
        })
    }

    /// UCI text of a move.
    pub fn uci(&self, mv: Move) -> String {
        with_history!(&self.history, history => uci(history.position(), mv))
    }

    /// Readable text of a move.
    ///
    /// # Errors
    /// The move is not legal.
    pub fn readable(&self, mv: Move) -> Result<String, IllegalMove> {
        with_history!(&self.history, history => readable(history.position(), mv))
    }

    /// Readable text of a legal move ([`readable_unchecked`]).
    pub fn readable_unchecked(&self, mv: Move) -> String {
        with_history!(&self.history, history => readable_unchecked(history.position(), mv))
    }

    /// Readable text of a variation from this position, up to the first illegal move.
    pub fn readable_line(&self, moves: &[Move]) -> String {
        with_history!(&self.history, history => readable_line(history.position(), moves))
    }

    /// Readable text of the moves since the position was set up.
    pub fn move_texts(&self) -> Vec<String> {
        with_history!(&self.history, history => {
            let positions = history.earlier().iter().zip(history.moves());
            positions.map(|(position, &mv)| readable_unchecked(position, mv)).collect()
        })
    }

    /// The Zobrist key: equal for positions that count as repetitions.
    pub fn key(&self) -> u64 {
        with_history!(&self.history, history => history.position().key())
    }

    /// Number of legal move sequences of a length; `divide` can be stopped and uses a table.
    pub fn perft(&self, depth: u32) -> u64 {
        with_history!(&self.history, history => perft(history.position(), depth))
    }

    /// See [`divide`](crate::divide).
    #[cfg(feature = "rayon")]
    pub fn divide(
        &self,
        depth: u32,
        table: Option<&crate::PerftTable>,
        stop: &crate::StopFlag,
        counted: &(dyn Fn(Move, u64) + Sync),
    ) -> Option<Vec<(Move, u64)>> {
        with_history!(&self.history, history => {
            crate::divide(history.position(), depth, table, stop, counted)
        })
    }
}

impl Default for AnyGame {
    fn default() -> Self {
        let Variant { name, start, .. } = Ultima::VARIANTS[0];
        Self {
            variant: name,
            default_start: start,
            start: start.to_owned(),
            history: AnyHistory::Ultima(GameHistory::new(Position::default())),
        }
    }
}

/// Hashes the position and not the moves that led to it.
impl Hash for AnyGame {
    fn hash<H: Hasher>(&self, state: &mut H) {
        with_history!(&self.history, history => history.position().hash(state));
    }
}

impl fmt::Display for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.view().fmt(f)
    }
}

fn usual_rules<G: Game>(history: &GameHistory<G>, variant: &str) -> G::Rules {
    G::usual(variant, history.position().rules())
}

fn start_names<G: Game>(history: &GameHistory<G>) -> Vec<String> {
    G::starts(history.position().rules()).into_iter().map(|start| start.name).collect()
}

fn coord<G: Game>(history: &GameHistory<G>, square: Square) -> Coord {
    let geometry = history.position().geometry();
    Coord { file: geometry.file(square), rank: geometry.rank(square) }
}

fn square<G: Game>(history: &GameHistory<G>, coord: Coord) -> Option<Square> {
    history.position().geometry().square(coord.file, coord.rank)
}

fn captures<G: Game>(position: &Position<G>, mv: Move) -> Vec<(Square, PieceView)> {
    let mut captures = Vec::new();
    position.for_each_capture(mv, |square, piece| {
        captures.push((square, PieceView::of(position, piece)));
    });
    captures
}

fn readable_line<G: Game>(position: &Position<G>, moves: &[Move]) -> String {
    let mut position = position.clone();
    let mut texts = Vec::new();
    for &mv in moves {
        let Ok(next) = position.try_play(mv) else { break };
        texts.push(readable_unchecked(&position, mv));
        position = next;
    }
    texts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn starts_are_positions<G: Game>() {
        for start in G::starts(&G::VARIANTS[0].rules) {
            for variant in G::VARIANTS {
                for switch in G::Rules::switches() {
                    for value in switch.values {
                        let pair = format!("{}={value}", switch.key);
                        let rules = variant.rules.clone().with_overrides(&pair).unwrap();
                        let position = Position::<G>::named_start(&start.name, rules);
                        assert!(position.is_ok(), "{} {pair}: {}", variant.name, start.name);
                    }
                }
            }
        }
    }

    #[test]
    fn the_compiled_games_are_all_listed() {
        let names = |&game| -> Vec<&'static str> {
            with_game!(game, G => G::VARIANTS.iter().map(|variant| variant.name).collect())
        };
        let all: Vec<&str> = GameId::ALL.iter().flat_map(names).collect();
        assert_eq!(AnyGame::variants(), all);
    }

    #[test]
    fn a_king_left_in_check_is_named_with_its_attacker() {
        let error = |variant: &str, fen: &str| {
            let error = AnyGame::from_fen(variant, fen).unwrap_err().to_string();
            let (_, check) = error.split_once("the side not to move is in check: ").unwrap();
            check.to_owned()
        };
        // The king is named, not the other piece that could be taken.
        assert_eq!(
            error("baroque", "8/8/8/4k3/8/2p1L3/8/4K3 w"),
            "the long-leaper on e3 jumps over the king on e5, to e6"
        );
        let coordinated = "the coordinator on a1 goes to a5, and lines from there and from the king on \
                           h3 meet at the king on h5";
        assert_eq!(error("baroque", "8/8/8/7k/8/7K/8/C7 w"), coordinated);
        assert_eq!(
            error("maxima", "***2***/8/p7/8/4k3/4G3/8/8/8/4K3/***2*** w"),
            "the guard on e6 takes the king on e7"
        );
    }

    #[test]
    fn the_default_is_the_default_start_of_the_default_variant() {
        assert_eq!(AnyGame::default(), AnyGame::new(AnyGame::DEFAULT_VARIANT).unwrap());
        for variant in AnyGame::variants() {
            let position = AnyGame::new(variant).unwrap();
            assert_eq!(position.to_string(), position.view().to_string());
        }
    }

    #[test]
    fn every_start_is_a_position_under_all_rules() {
        for &game in GameId::ALL {
            with_game!(game, G => starts_are_positions::<G>());
        }
    }
}
