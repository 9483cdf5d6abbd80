//! Positions under the rules of their game: validation, move generation, playing moves, and the end
//! of the game.

use std::ops::ControlFlow;
use std::str::FromStr;

use thiserror::Error;

use crate::interrupt::is_interrupted;
use crate::position::execution::Execution;
use crate::position::table::{Set, Slides};
use crate::{
    Bitboard, Color, EndReason, FenError, FenProblem, Game, GenType, Grid, Move, MoveGroup,
    NameError, Outcome, Piece, PieceKind, Position, PositionErrors, RuleFlags, Rules, Setup,
    Square,
};

/// A move that is not legal in the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the move is not legal here")]
#[non_exhaustive]
pub struct IllegalMove;

impl<G: Game> Position<G> {
    /// Validates a setup.
    ///
    /// # Errors
    /// All problems at once.
    pub fn new(setup: Setup<G>) -> Result<Self, FenError> {
        let foreign = PositionErrors::of_other_game(&setup);
        let position = Self { setup };
        let errors = if foreign.is_empty() { position.errors() } else { foreign };
        if errors.is_empty() {
            Ok(position)
        } else {
            Err(FenError(vec![FenProblem::Position(errors)]))
        }
    }

    /// The errors of a position that is not validated yet.
    fn errors(&self) -> PositionErrors {
        const {
            let sets = size_of::<G::Sets>() / size_of::<<G::Geometry as Grid>::Bits>();
            assert!(G::PIECES.is_empty() || sets == G::PIECES.len(), "one set for each row");
        }
        let mut errors = G::Execution::errors(self);
        if errors.is_empty() {
            let left = self.is_king_attacked(!self.side());
            errors.set(PositionErrors::KING_LEFT_IN_CHECK, left && self.has_moves());
        }
        errors
    }

    /// A position that is not validated, such as one after a lost turn, whose king can be taken.
    pub const fn unchecked(setup: Setup<G>) -> Self {
        Self { setup }
    }

    /// Reads and validates a FEN.
    ///
    /// # Errors
    /// All problems at once.
    pub fn from_fen(fen: &str, rules: G::Rules) -> Result<Self, FenError> {
        let (setup, mut problems) = Setup::parse(fen, rules);
        let position = Self { setup };
        let mut errors = position.errors();
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
    pub fn start(variant: &str) -> Result<Self, NameError> {
        let variant = Self::variant(variant)?;
        Self::named_start(variant.start, variant.rules)
    }

    /// A named start position under some rules.
    ///
    /// # Errors
    /// The name is unknown.
    pub fn named_start(name: &str, rules: G::Rules) -> Result<Self, NameError> {
        let starts = G::starts(&rules);
        let unknown = || {
            let allowed: Vec<&str> = starts.iter().map(|start| start.name.as_str()).collect();
            NameError::Unknown { what: "start", name: name.to_owned(), allowed: allowed.join(" ") }
        };
        let start = starts.iter().find(|start| start.name == name).ok_or_else(unknown)?;
        Self::from_fen(&start.fen, rules).map_err(|_| unknown())
    }

    /// The same position for another thread, which counts its copies for itself.
    #[must_use]
    pub fn for_thread(&self) -> Self {
        Self { setup: Setup { rules: G::for_thread(self.rules()), ..self.setup.clone() } }
    }

    /// A named start position under the same rules.
    ///
    /// # Errors
    /// The name is unknown.
    pub fn other_start(&self, name: &str) -> Result<Self, NameError> {
        Self::named_start(name, self.rules().clone())
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
        mut visitor: impl FnMut(MoveGroup<G::Geometry>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match self.immediate_outcome() {
            None => G::Execution::generate(self, gen_type, &mut visitor),
            Some(_) => ControlFlow::Continue(()),
        }
    }

    /// Calls the visitor with legal captures, piece by piece, until it returns
    /// [`ControlFlow::Break`]: all that capture an enemy on `target`, and maybe others.
    #[inline]
    pub fn captures_of(
        &self,
        target: Square,
        mut visitor: impl FnMut(MoveGroup<G::Geometry>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match self.immediate_outcome() {
            None => G::Execution::captures_of(self, target, &mut visitor),
            Some(_) => ControlFlow::Continue(()),
        }
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
        if self.immediate_outcome().is_some() { 0 } else { G::Execution::count(self) }
    }

    /// Whether there is a legal move.
    pub fn has_moves(&self) -> bool {
        self.immediate_outcome().is_none() && G::Execution::has_moves(self)
    }

    /// Whether a move, which may come from another position, is legal. Generates no moves.
    #[inline]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.immediate_outcome().is_none() && G::Execution::is_legal(self, mv)
    }

    /// Whether a move is legal except that it may leave the own king in check.
    pub(crate) fn is_pseudo_legal(&self, mv: Move) -> bool {
        self.immediate_outcome().is_none() && G::Execution::is_pseudo_legal(self, mv)
    }

    /// The squares on which a legal move captures pieces.
    #[inline]
    pub fn victims(&self, mv: Move) -> Set<G> {
        G::Execution::victims(self, mv)
    }

    /// Calls the visitor with each piece that a legal move captures, of either side, and the square
    /// on which it is captured.
    pub fn for_each_capture(&self, mv: Move, visitor: impl FnMut(Square, Piece)) {
        G::Execution::for_each_capture(self, mv, visitor);
    }

    /// The frozen pieces of a side.
    pub fn frozen(&self, color: Color) -> Set<G> {
        G::Execution::frozen(self, color)
    }

    /// The pieces of a side that no enemy can capture because its own pieces shield them.
    pub fn shielded(&self, color: Color) -> Set<G> {
        G::Execution::shielded(self, color)
    }

    /// Whether the king of the side to move could be captured if the other side were to move.
    pub fn in_check(&self) -> bool {
        self.is_king_attacked(self.side())
    }

    /// Whether the king of a side could be captured if the other side were to move. Always false
    /// where the object is to capture the king.
    pub fn is_king_attacked(&self, color: Color) -> bool {
        G::Execution::in_check(self, color)
    }

    /// The position after a legal move. After an illegal move the result is meaningless; builds
    /// with debug assertions panic.
    #[inline]
    #[must_use]
    pub fn play_unchecked(&self, mv: Move) -> Self {
        debug_assert!(
            self.is_legal(mv) || is_interrupted(),
            "{mv:?} is illegal in {}",
            self.to_fen()
        );
        self.play_pseudo_legal(mv)
    }

    /// The position after a pseudo-legal move, which may leave the own king in check.
    #[inline(always)]
    #[must_use]
    pub(crate) fn play_pseudo_legal(&self, mv: Move) -> Self {
        let mut next = Self { setup: self.setup.without_swap_ban() };
        let irreversible = G::Execution::play(self, mv, &mut next.setup);
        next.setup.halfmove_clock =
            if irreversible { 0 } else { self.halfmove_clock().saturating_add(1) };
        next.setup.turn_to(self.next_side(&next));
        next
    }

    /// The side to move in the position after a move.
    #[inline]
    fn next_side(&self, next: &Self) -> Color {
        match G::Execution::next_to_place(&next.setup) {
            Some(side) => side,
            // White makes the first move, whoever placed the last piece.
            None if self.is_placing() => Color::White,
            None => !self.side(),
        }
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
        let mut next = Self { setup: self.setup.without_swap_ban() };
        next.setup.halfmove_clock = self.halfmove_clock().saturating_add(1);
        next.setup.pass();
        next
    }

    /// The end of the game that the board shows: a king captured, an invasion, or no legal move.
    pub fn board_outcome(&self) -> Option<Outcome> {
        self.immediate_outcome().or_else(|| (!self.has_moves()).then(|| self.no_moves_outcome()))
    }

    /// The end of the game that the board shows without generating moves.
    #[inline]
    pub fn immediate_outcome(&self) -> Option<Outcome> {
        G::Execution::immediate_outcome(self)
    }

    /// The end of the game if the side to move has no legal move: checkmate, or stalemate, which loses
    /// or draws.
    pub fn no_moves_outcome(&self) -> Outcome {
        let winner = Some(!self.side());
        if self.in_check() {
            return Outcome { winner, reason: EndReason::Checkmate };
        }
        let draws = self.options().contains(RuleFlags::STALEMATE_DRAWS);
        Outcome { winner: winner.filter(|_| !draws), reason: EndReason::Stalemate }
    }

    /// The end of the game that the position shows, by the board or by the move limit. Repetition
    /// depends on the history ([`GameHistory`](crate::GameHistory)) and is not considered.
    pub fn outcome(&self) -> Option<Outcome> {
        self.board_outcome().or_else(|| self.move_limit_outcome())
    }

    /// The end of the game by the move limit.
    pub(crate) fn move_limit_outcome(&self) -> Option<Outcome> {
        let limit = Outcome { winner: None, reason: EndReason::MoveLimit };
        self.at_move_limit().then_some(limit)
    }

    /// The squares that pieces of a side and kind should reach, for the evaluation: an enemy
    /// palace, ranks of promotion if there is a kind to promote to. Empty in most games.
    #[inline]
    pub fn goal(&self, color: Color, kind: PieceKind) -> Set<G> {
        let table = self.table();
        let goal = table.goal.filter(|goal| goal.kinds.has(kind));
        let promotion = table.pieces.info(kind).promotion;
        let promotion = promotion.filter(|it| it.kinds(self.board(), color).next().is_some());
        goal.map_or(Bitboard::EMPTY, |goal| goal.zone[color])
            | promotion.map_or(Bitboard::EMPTY, |promotion| promotion.zone(color))
    }

    /// Whether what a move captures goes to the hand of its side.
    #[inline]
    pub fn takes_to_hand(&self) -> bool {
        G::Execution::takes_to_hand(self)
    }

    /// Whether the move is to put a piece in hand on the board, as all moves before the first other
    /// one in games with placement. A side may have several such moves in a row.
    #[inline]
    pub fn is_placing(&self) -> bool {
        G::Execution::next_to_place(&self.setup).is_some()
    }

    /// Whether no side ever has the move twice in a row, as it may where pieces are placed.
    pub fn sides_alternate(&self) -> bool {
        G::Execution::sides_alternate(self)
    }

    /// Whether the loss of a piece of a kind ends the game.
    #[inline]
    pub fn is_royal(&self, kind: PieceKind) -> bool {
        G::Execution::is_royal(self.rules(), kind)
    }

    /// The royal pieces of a side, one in most games.
    #[inline]
    pub fn royals(&self, color: Color) -> Set<G> {
        G::Execution::royals(self, color)
    }

    /// The mobility of a piece of a side and kind.
    #[inline]
    pub fn slides(
        &self,
        color: Color,
        kind: PieceKind,
        from: Square,
        occupied: Set<G>,
    ) -> Slides<G::Geometry> {
        G::Execution::slides(self, color, kind, from, occupied)
    }

    /// Whether zugzwang is unlikely: the side to move has pieces in hand, or at least two pieces
    /// besides the king that are not frozen. Where it is not, a pass may be
    /// better than any move.
    pub fn has_spare_moves(&self) -> bool {
        let (board, side) = (self.board(), self.side());
        let unmovable = self.frozen(side) | board.kind(PieceKind::KING);
        if self.is_placing() {
            return false;
        }
        !board.hand(side).is_empty() || (board.color(side) - unmovable).len() > 1
    }
}

/// The default start of a compiled game's default rule set.
///
/// # Panics
/// The game has no such start, which is a fault of its [`Game`].
impl<G: Game<Rules = Rules<G>>> Default for Position<G> {
    fn default() -> Self {
        Self::start(G::VARIANTS[0].name).expect("the default start is a position")
    }
}

/// Reads a FEN under a compiled game's default rule set; [`Position::from_fen`] reads it under others.
impl<G: Game<Rules = Rules<G>>> FromStr for Position<G> {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Self, FenError> {
        Self::from_fen(fen, G::VARIANTS[0].rules)
    }
}
