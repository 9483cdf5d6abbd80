//! Positions under the rules of their game: validation, move generation, playing moves, and the end
//! of the game.

use std::ops::ControlFlow;
use std::str::FromStr;

use thiserror::Error;

use crate::position::description::Set;
use crate::{
    Color, EndReason, FenError, FenProblem, Game, GenType, Move, MoveGroup, Outcome, Position,
    PositionErrors, Setup, UnknownName,
};

/// A move that is not legal in the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the move is not legal here")]
pub struct IllegalMove;

impl<G: Game> Position<G> {
    /// Validates a setup.
    ///
    /// # Errors
    /// All problems at once.
    pub fn new(setup: Setup<G>) -> Result<Self, FenError> {
        let position = Self { setup };
        let errors = G::errors(&position);
        if errors.is_empty() {
            Ok(position)
        } else {
            Err(FenError(vec![FenProblem::Position(errors)]))
        }
    }

    /// Reads and validates a FEN.
    ///
    /// # Errors
    /// All problems at once.
    pub fn from_fen(fen: &str, rules: G::Rules) -> Result<Self, FenError> {
        let (setup, mut problems) = Setup::parse(fen, rules);
        let position = Self { setup };
        let mut errors = G::errors(&position);
        if !problems.is_empty() {
            // In a partially parsed board only surplus pieces are certain errors.
            errors &= PositionErrors::SEVERAL_KINGS
                | PositionErrors::TOO_MANY_PIECES
                | PositionErrors::TOO_MANY_TOGETHER;
        }
        if !errors.is_empty() {
            problems.push(FenProblem::Position(errors));
        }
        if problems.is_empty() { Ok(position) } else { Err(FenError(problems)) }
    }

    /// The default start of a named rule set.
    ///
    /// # Errors
    /// The name is unknown.
    pub fn start(variant: &str) -> Result<Self, UnknownName> {
        let variant = Self::variant(variant)?;
        Self::named_start(variant.start, variant.rules)
    }

    /// A named start position under some rules.
    ///
    /// # Errors
    /// The name is unknown.
    pub fn named_start(name: &str, rules: G::Rules) -> Result<Self, UnknownName> {
        let starts = G::starts();
        let unknown = || {
            let allowed: Vec<&str> = starts.iter().map(|start| start.name.as_str()).collect();
            UnknownName { what: "start", name: name.to_owned(), allowed: allowed.join(" ") }
        };
        let start = starts.iter().find(|start| start.name == name).ok_or_else(unknown)?;
        Self::from_fen(&start.fen, rules).map_err(|_| unknown())
    }

    /// Calls the visitor with the legal moves, piece by piece, until it returns
    /// [`ControlFlow::Break`].
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use baroque_movegen::{Position, GenType, Ultima};
    /// let start = Position::<Ultima>::start("baroque").unwrap();
    /// let mut count = 0;
    /// let _ = start.generate(GenType::All, |group| {
    ///     count += group.destinations().len();
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(count, 32);
    /// ```
    #[inline]
    pub fn generate(
        &self,
        gen_type: GenType,
        visitor: impl FnMut(MoveGroup<G::Geometry>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        G::generate(self, gen_type, visitor)
    }

    /// The legal moves as a list.
    pub fn legal_moves(&self) -> G::MoveList {
        let mut moves = G::MoveList::default();
        let _ = self.generate(GenType::All, |group| {
            moves.extend(group.destinations().iter().map(|to| group.to(to)));
            ControlFlow::Continue(())
        });
        moves
    }

    /// Number of legal moves.
    #[inline]
    pub fn count_moves(&self) -> u64 {
        G::count(self)
    }

    /// Whether there is a legal move.
    pub fn has_moves(&self) -> bool {
        self.generate(GenType::All, |group| match group.destinations().is_empty() {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        })
        .is_break()
    }

    /// Whether a move, which may come from another position, is legal. Generates no moves.
    #[inline]
    pub fn is_legal(&self, mv: Move) -> bool {
        G::is_legal(self, mv)
    }

    /// The squares on which a legal move captures pieces.
    #[inline]
    pub fn victims(&self, mv: Move) -> Set<G> {
        G::victims(self, mv)
    }

    /// The frozen pieces of a side.
    pub fn frozen(&self, color: Color) -> Set<G> {
        G::frozen(self, color)
    }

    /// Whether the king of the side to move could be captured if the other side were to move.
    pub fn in_check(&self) -> bool {
        G::in_check(self, self.side())
    }

    /// The position after a legal move. After an illegal move the result is meaningless; builds
    /// with debug assertions panic.
    #[inline]
    #[must_use]
    pub fn play_unchecked(&self, mv: Move) -> Self {
        debug_assert!(self.is_legal(mv), "{mv:?} is illegal in {}", self.to_fen());
        self.play_pseudo_legal(mv)
    }

    /// The position after a pseudo-legal move, which may leave the own king in check.
    #[inline(always)]
    #[must_use]
    pub(crate) fn play_pseudo_legal(&self, mv: Move) -> Self {
        let mut next = *self;
        next.setup.swap_ban = None;
        let irreversible = G::play(self, mv, &mut next.setup);
        next.setup.halfmove_clock =
            if irreversible { 0 } else { self.halfmove_clock().saturating_add(1) };
        next.setup.pass();
        next
    }

    /// The position after a move.
    ///
    /// # Errors
    /// The move is not legal.
    pub fn try_play(&self, mv: Move) -> Result<Self, IllegalMove> {
        if self.is_legal(mv) { Ok(self.play_unchecked(mv)) } else { Err(IllegalMove) }
    }

    /// The position after a null move, for the search. The side to move must not be in check.
    #[must_use]
    pub fn play_null(&self) -> Self {
        let mut next = *self;
        next.setup.swap_ban = None;
        next.setup.halfmove_clock = self.halfmove_clock().saturating_add(1);
        next.setup.pass();
        next
    }

    /// The end of the game that the board shows: a king captured, an invasion, or no legal move.
    pub fn board_outcome(&self) -> Option<Outcome> {
        G::immediate_outcome(self)
            .or_else(|| (!self.has_moves()).then(|| G::no_moves_outcome(self)))
    }

    /// The end of the game that the position shows, by the board or by the move limit. Repetition
    /// depends on the history ([`GameHistory`](crate::GameHistory)) and is not considered.
    pub fn outcome(&self) -> Option<Outcome> {
        let limit = Outcome { winner: None, reason: EndReason::MoveLimit };
        self.board_outcome().or_else(|| self.at_move_limit().then_some(limit))
    }
}

/// The default start of the game's default rule set.
///
/// # Panics
/// The game has no such start, which is a fault of its [`Description`](crate::Description).
impl<G: Game> Default for Position<G> {
    fn default() -> Self {
        Self::start(G::VARIANTS[0].name).expect("the default start is a position")
    }
}

/// Reads a FEN under the game's default rule set; [`Position::from_fen`] reads it under others.
impl<G: Game> FromStr for Position<G> {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Self, FenError> {
        Self::from_fen(fen, G::VARIANTS[0].rules)
    }
}
