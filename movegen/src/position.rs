//! Validated positions.

use std::ops::ControlFlow;

use thiserror::Error;

use crate::game::{BitsOf, Set};
use crate::{
    Board, Color, EndReason, FenError, FenProblem, Game, Move, MoveGroup, MoveList, Outcome,
    PieceKind, PositionErrors, RuleSet, Scope, Setup, Square, Variant, zobrist,
};

/// A position of a game under certain rules: small, copied rather than taken back.
///
/// ```
/// use baroque_movegen::{Position, Ultima, read_move};
/// let start = Position::<Ultima>::start("baroque").unwrap();
/// let mv = read_move(&start, "e2e4").unwrap();
/// let next = start.try_play(mv).unwrap();
/// assert_eq!(
///     next.to_fen(),
///     "clxwkxli/pppppppp/8/8/4P3/8/PPPP1PPP/ILXKWXLC b - - 1 1"
/// );
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position<G: Game> {
    setup: Setup<G>,
    rules: G::Rules,
}

/// A move that is not legal in the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the move is not legal here")]
pub struct IllegalMove;

/// A name that no rule set or start position has.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("unknown {what} '{name}', allowed are: {allowed}")]
pub struct UnknownName {
    /// What was looked for.
    pub what: &'static str,
    /// The name that was given.
    pub name: String,
    /// The names there are.
    pub allowed: String,
}

impl<G: Game> Position<G> {
    /// Validates a setup under a rule set.
    ///
    /// # Errors
    /// All reasons at once.
    pub fn new(setup: Setup<G>, rules: G::Rules) -> Result<Self, FenError> {
        let position = Self { setup, rules };
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
    /// All reasons at once.
    pub fn from_fen(fen: &str, rules: G::Rules) -> Result<Self, FenError> {
        let (setup, mut problems) = Setup::parse(fen);
        let position = Self { setup, rules };
        let mut errors = G::errors(&position);
        if !problems.is_empty() {
            // Of a board that was read in part only what is too much on it is certain.
            errors &= PositionErrors::SEVERAL_KINGS | PositionErrors::TOO_MANY_MEN;
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

    /// The rule set of a name, in any case of letters.
    ///
    /// # Errors
    /// The name is unknown.
    pub fn variant(name: &str) -> Result<&'static Variant<G::Rules>, UnknownName> {
        let alias = G::ALIASES.iter().find(|(alias, _)| alias.eq_ignore_ascii_case(name));
        let full = alias.map_or(name, |(_, full)| full);
        G::VARIANTS.iter().find(|variant| variant.name.eq_ignore_ascii_case(full)).ok_or_else(
            || {
                let allowed: Vec<&str> = G::VARIANTS.iter().map(|variant| variant.name).collect();
                UnknownName { what: "variant", name: name.to_owned(), allowed: allowed.join(" ") }
            },
        )
    }

    /// The start position of a name, under a rule set.
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

    /// Writes the FEN, all six fields.
    pub fn to_fen(&self) -> String {
        self.setup.to_fen()
    }

    /// Men on squares.
    #[inline(always)]
    pub fn board(&self) -> &Board<BitsOf<G>> {
        &self.setup.board
    }

    /// Side to move.
    #[inline(always)]
    pub fn side(&self) -> Color {
        self.setup.side
    }

    /// The squares of the swap that must not be made now, the lower one first.
    #[inline(always)]
    pub fn ban(&self) -> Option<[Square; 2]> {
        self.setup.ban
    }

    /// Plies since the last irreversible move.
    #[inline(always)]
    pub fn clock(&self) -> u16 {
        self.setup.clock
    }

    /// Number of the full move, from 1.
    pub fn number(&self) -> u16 {
        self.setup.number
    }

    /// Rule switches.
    #[inline(always)]
    pub fn rules(&self) -> &G::Rules {
        &self.rules
    }

    /// Zobrist key of all that makes two positions the same for the repetition rule.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        let side = if self.side() == Color::Black { zobrist::SIDE } else { 0 };
        let banned = |[a, b]: [Square; 2]| zobrist::banned(a) ^ zobrist::banned(b);
        self.board().key() ^ side ^ self.ban().map_or(0, banned)
    }

    /// Hands the legal moves to the listener, piece by piece, until it breaks off.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use baroque_movegen::{Position, Scope, Ultima};
    /// let start = Position::<Ultima>::start("baroque").unwrap();
    /// let mut count = 0;
    /// let _ = start.generate(Scope::All, |group| {
    ///     count += group.landings().len();
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(count, 32);
    /// ```
    #[inline]
    pub fn generate(
        &self,
        scope: Scope,
        listener: impl FnMut(MoveGroup<BitsOf<G>>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        G::generate(self, scope, listener)
    }

    /// The legal moves as a list.
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        let _ = self.generate(Scope::All, |group| {
            moves.extend(group.landings().iter().map(|to| group.to(to)));
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
        self.generate(Scope::All, |group| match group.landings().is_empty() {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        })
        .is_break()
    }

    /// Whether a move, wherever it comes from, is legal here. Generates nothing.
    #[inline]
    pub fn is_legal(&self, mv: Move) -> bool {
        G::is_legal(self, mv)
    }

    /// The squares whose men a legal move takes.
    #[inline]
    pub fn victims(&self, mv: Move) -> Set<G> {
        G::victims(self, mv)
    }

    /// The men of a side that cannot move because enemies hold them.
    pub fn frozen(&self, color: Color) -> Set<G> {
        G::frozen(self, color)
    }

    /// Whether the king of the side to move could be taken, were it the other side's turn.
    pub fn in_check(&self) -> bool {
        G::in_check(self, self.side())
    }

    /// The position after a legal move. An illegal one gives a position without meaning, and a
    /// panic where debug assertions are on.
    #[inline]
    #[must_use]
    pub fn play_unchecked(&self, mv: Move) -> Self {
        debug_assert!(self.is_legal(mv), "{mv:?} is illegal in {}", self.to_fen());
        self.forced(mv)
    }

    /// The position after a possible move, even if it leaves the own king to be taken.
    #[inline(always)]
    #[must_use]
    pub(crate) fn forced(&self, mv: Move) -> Self {
        let mut next = *self;
        next.setup.ban = None;
        let irreversible = G::play(self, mv, &mut next.setup);
        next.setup.clock = if irreversible { 0 } else { self.clock().saturating_add(1) };
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

    /// The position after passing, which no rule allows but the search asks for. Only for a side
    /// that is not in check.
    #[must_use]
    pub fn play_null(&self) -> Self {
        let mut next = *self;
        next.setup.ban = None;
        next.setup.clock = self.clock().saturating_add(1);
        next.setup.pass();
        next
    }

    /// The same position with colours exchanged and the board turned top to bottom.
    #[must_use]
    pub fn flipped(&self) -> Self {
        Self { setup: self.setup.flipped(), rules: self.rules }
    }

    /// The same position with other men, which nobody has validated.
    #[must_use]
    pub(crate) fn with_board(&self, board: Board<BitsOf<G>>) -> Self {
        Self { setup: Setup { board, ..self.setup }, ..*self }
    }

    /// The kind of the man on a square.
    #[inline]
    pub fn kind_at(&self, square: Square) -> Option<PieceKind> {
        self.board().kind_at(square)
    }

    /// How the game ended, if the position shows it: a king gone, or no legal move.
    pub fn shown_outcome(&self) -> Option<Outcome> {
        G::decided(self).or_else(|| (!self.has_moves()).then(|| G::stuck(self)))
    }

    /// How the game ended, if this position ends it: by what it shows, or else by the move limit.
    /// Repetition needs the game's history and is not asked here.
    pub fn outcome(&self) -> Option<Outcome> {
        let limit = Outcome { winner: None, reason: EndReason::MoveLimit };
        self.shown_outcome().or_else(|| self.at_move_limit().then_some(limit))
    }

    /// Whether the move limit is reached.
    #[inline]
    pub fn at_move_limit(&self) -> bool {
        let limit = self.rules.end_rules().move_limit;
        limit != 0 && self.clock() >= limit
    }
}
