//! Validated positions and their parts.

use std::hash::{Hash, Hasher};

use thiserror::Error;

use crate::piece::table::PieceSpecs;
use crate::{Board, Color, Grid, PieceKind, RuleFlags, Square, zobrist};

pub mod attack;
pub mod execution;
pub mod fen;
pub mod game;
pub mod illegal;
pub mod moves;
pub mod outcome;
pub mod phrase;
pub mod rules;
pub mod setup;
pub mod table;

use game::{Game, Variant};
use rules::RuleSwitches;
use setup::Setup;
use table::GameTable;

/// A valid position of a game with its rules. Small, and `Copy` in compiled games: playing a move returns
/// a new position, there is no unmake. `Display` draws the board ([`BoardView`](crate::BoardView)), `parse`
/// reads a FEN under the game's default rule set, and `default` is that rule set's default start.
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
/// assert_eq!(start, Position::default());
/// assert_eq!(start.to_fen().parse(), Ok(start));
/// assert!(start.to_string().starts_with("  8  c  l  x  w  k  x  l  i "));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position<G: Game> {
    pub(crate) setup: Setup<G>,
}

impl<G: Game> Copy for Position<G> where G::Rules: Copy {}

/// Hashes the Zobrist key, so that positions with different counters or rules may be alike.
impl<G: Game> Hash for Position<G> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key());
    }
}

/// A name that cannot be chosen.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum NameError {
    /// No rule set or start position has it.
    #[error("unknown {what} '{name}', allowed are: {allowed}")]
    Unknown {
        /// What the name was looked up as: `variant` or `start`.
        what: &'static str,
        /// The name that was given.
        name: String,
        /// All allowed names, separated by blanks.
        allowed: String,
    },
    /// It belongs to a game that is described in a file and cannot be played as it stands.
    #[error("the game '{name}' cannot be played yet: {why}")]
    Unplayable {
        /// The name that was given.
        name: String,
        /// What is missing.
        why: &'static str,
    },
}

impl<G: Game> Position<G> {
    /// The FEN with all six fields.
    pub fn to_fen(&self) -> String {
        self.setup.to_fen()
    }

    /// What the position consists of. [`Position::new`] makes it a position again.
    pub fn setup(&self) -> Setup<G> {
        self.setup.clone()
    }

    /// The pieces on squares and in hands.
    #[inline(always)]
    pub fn board(&self) -> &Board<G> {
        &self.setup.board
    }

    /// Side to move.
    #[inline(always)]
    pub fn side(&self) -> Color {
        self.setup.side
    }

    /// The two squares of the swap ban, the lower one first.
    #[inline(always)]
    pub fn swap_ban(&self) -> Option<[Square; 2]> {
        self.setup.swap_ban
    }

    /// Plies since the last irreversible move.
    #[inline(always)]
    pub fn halfmove_clock(&self) -> u16 {
        self.setup.halfmove_clock
    }

    /// Number of the full move, from 1.
    pub fn fullmove_number(&self) -> u16 {
        self.setup.fullmove_number
    }

    /// The values of the rule switches.
    #[inline(always)]
    pub fn rules(&self) -> &G::Rules {
        &self.setup.rules
    }

    /// The table of the game.
    #[inline(always)]
    pub fn table(&self) -> &GameTable<G::Geometry> {
        G::table(self.rules())
    }

    /// The options that hold for all pieces: those of the game, and those of the rule set.
    #[inline(always)]
    pub fn options(&self) -> RuleFlags {
        G::options(self.rules())
    }

    /// The geometry of the board.
    #[inline(always)]
    pub fn geometry(&self) -> G::Geometry {
        self.setup.geometry()
    }

    /// The piece table.
    #[inline(always)]
    pub fn pieces(&self) -> PieceSpecs<<G::Geometry as Grid>::Bits> {
        self.setup.pieces()
    }

    /// Zobrist key of placement, hands, side to move and swap ban: equal for equal positions in the
    /// sense of the repetition rule.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        let side = if self.side() == Color::Black { zobrist::SIDE } else { 0 };
        let banned = |[a, b]: [Square; 2]| zobrist::swap_ban(a) ^ zobrist::swap_ban(b);
        self.board().key() ^ side ^ self.swap_ban().map_or(0, banned)
    }

    /// The same position with colours exchanged and the board turned top to bottom.
    #[must_use]
    pub fn flipped(&self) -> Self {
        Self { setup: self.setup.flipped() }
    }

    /// The same position with another board, which is not validated.
    #[must_use]
    pub(crate) fn with_board(&self, board: Board<G>) -> Self {
        Self { setup: Setup { board, ..self.setup.clone() } }
    }

    /// The kind of the piece on a square.
    #[inline]
    pub fn kind_at(&self, square: Square) -> Option<PieceKind> {
        self.board().kind_at(square)
    }

    /// Whether the move limit is reached.
    #[inline]
    pub fn at_move_limit(&self) -> bool {
        let limit = self.rules().end_rules().move_limit;
        limit != 0 && self.halfmove_clock() >= limit
    }

    /// Of the keys of all positions before this one, oldest first, those that may recur in it: the ones since
    /// the last irreversible move, or all in games with hands, where what is captured may be dropped again.
    #[inline]
    pub fn recurring<'a>(&self, keys: &'a [u64]) -> &'a [u64] {
        let reversible = match self.options().contains(RuleFlags::HANDS) {
            true => keys.len(),
            false => usize::from(self.halfmove_clock()).min(keys.len()),
        };
        &keys[keys.len() - reversible..]
    }

    /// The rule set with a name; case does not matter.
    ///
    /// # Errors
    /// The name is unknown.
    pub fn variant(name: &str) -> Result<Variant<G::Rules>, NameError> {
        let alias = G::ALIASES.iter().find(|(alias, _)| alias.eq_ignore_ascii_case(name));
        let full = alias.map_or(name, |(_, full)| full);
        let found = G::VARIANTS.iter().find(|variant| variant.name.eq_ignore_ascii_case(full));
        found.cloned().ok_or_else(|| {
            let allowed: Vec<&str> = G::VARIANTS.iter().map(|variant| variant.name).collect();
            NameError::Unknown {
                what: "variant",
                name: name.to_owned(),
                allowed: allowed.join(" "),
            }
        })
    }
}
