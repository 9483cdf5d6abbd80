//! Unvalidated positions.

use std::fmt;

use bitflags::bitflags;
use thiserror::Error;

use crate::piece::table::PieceSpecs;
use crate::{Board, Color, Game, Geometry, Grid, PieceKind, RuleFlags, Square};

/// An unvalidated position: what a FEN describes. `Debug` writes the FEN.
///
/// ```
/// use baroque_movegen::{Position, Setup, Ultima, bitboard, ultima::Rules};
/// let setup = Setup::<Ultima>::from_fen("8/8/8/3k4/2K5/8/8/8 w - - 5 40", Rules::default()).unwrap();
/// assert_eq!(setup.board.occupied(), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . X . . . .
///     . . X . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// });
/// assert_eq!((setup.halfmove_clock, setup.fullmove_number), (5, 40));
/// assert_eq!(format!("{setup:?}"), r#"Setup("8/8/8/3k4/2K5/8/8/8 w - - 5 40")"#);
/// // Black's king could be captured, and it is White's turn.
/// let error = Position::new(setup).unwrap_err();
/// assert_eq!(error.to_string(), "FEN: the side not to move is in check");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Setup<G: Game> {
    /// The rules under which the position is to be valid.
    pub rules: G::Rules,
    /// Pieces on squares and in hands.
    pub board: Board<G>,
    /// Side to move.
    pub side: Color,
    /// The two squares of the swap ban, the lower one first (Rococo).
    pub swap_ban: Option<[Square; 2]>,
    /// Plies since the last irreversible move.
    pub halfmove_clock: u16,
    /// Number of the full move, from 1, incremented after Black's moves.
    pub fullmove_number: u16,
}

bitflags! {
    /// Reasons why a setup is not a valid position (rules, 1.3). `Display` writes one sentence for
    /// each.
    ///
    /// ```
    /// use baroque_movegen::PositionErrors;
    /// let errors = PositionErrors::NO_KINGS | PositionErrors::TOO_MANY_PIECES;
    /// assert!(errors.to_string().starts_with("both kings are missing; a side has more pieces"));
    /// ```
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
    pub struct PositionErrors: u8 {
        /// A side has more than one king.
        const SEVERAL_KINGS = 1 << 0;
        /// Neither side has a king in a game that is lost by losing the king.
        const NO_KINGS = 1 << 1;
        /// A side owns more pieces than both sides have at the start, in a game without hands.
        const TOO_MANY_PIECES = 1 << 2;
        /// The side that just moved left its king in check, and the game is not over.
        const KING_LEFT_IN_CHECK = 1 << 3;
        /// A side has more pieces in a zone than its limit, as two in its own palace (Maxima).
        const ZONE_FULL = 1 << 4;
        /// Both sides together own more pieces than at the start, in a game where captured pieces
        /// change sides (Renaissance).
        const TOO_MANY_TOGETHER = 1 << 5;
        /// Pieces in hand are placed before play, but not by the side to move, or squares are
        /// missing for them.
        const WRONG_PLACEMENT = 1 << 6;
        /// A piece stands on a square that the board lacks, or is of a kind that the game lacks.
        const FOREIGN_PIECE = 1 << 7;
    }
}

impl PositionErrors {
    /// Whether a setup has pieces of another game.
    pub(crate) fn of_other_game<G: Game>(setup: &Setup<G>) -> Self {
        let (board, kinds) = (&setup.board, setup.pieces().len());
        let is_foreign = |kind: PieceKind| {
            let in_hand = Color::ALL.iter().any(|&color| board.hand(color).count(kind) > 0);
            in_hand || !board.kind(kind).is_empty()
        };
        let off_board = !board.occupied().is_subset(setup.geometry().squares());
        let mut foreign = (kinds..board.kind_count()).map(PieceKind::new);
        if off_board || foreign.any(is_foreign) { Self::FOREIGN_PIECE } else { Self::empty() }
    }

    /// Errors in the numbers of pieces and kings.
    pub(crate) fn of_piece_counts<G: Game>(setup: &Setup<G>) -> Self {
        let (board, max_pieces) = (&setup.board, G::table(&setup.rules).max_pieces);
        let options = G::options(&setup.rules);
        let needs_king = options.contains(RuleFlags::LOST_WITHOUT_KING);
        let kings = Color::ALL.map(|color| board.pieces(color, PieceKind::KING).len());
        let [white, black] = Color::ALL.map(|color| board.piece_count(color));
        let (pieces, too_many) = match options.contains(RuleFlags::HANDS) {
            true => (white + black, Self::TOO_MANY_TOGETHER),
            false => (white.max(black), Self::TOO_MANY_PIECES),
        };
        let mut errors = Self::empty();
        errors.set(too_many, pieces > max_pieces);
        errors.set(Self::SEVERAL_KINGS, kings.iter().any(|&kings| kings > 1));
        errors.set(Self::NO_KINGS, needs_king && kings == [0, 0]);
        errors
    }
}

impl fmt::Display for PositionErrors {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let sentence = |error| match error {
            Self::SEVERAL_KINGS => "a side has more than one king",
            Self::NO_KINGS => "both kings are missing",
            Self::TOO_MANY_PIECES => "a side has more pieces than both sides have at the start",
            Self::TOO_MANY_TOGETHER => "both sides together have more pieces than at the start",
            Self::WRONG_PLACEMENT => "the pieces in hand cannot be placed with this side to move",
            Self::FOREIGN_PIECE => "a piece is of another game, or not on a square of the board",
            Self::ZONE_FULL => "a side has two pieces in its own palace",
            _ => "the side not to move is in check",
        };
        f.write_str(&self.iter().map(sentence).collect::<Vec<_>>().join("; "))
    }
}

impl<G: Game> Copy for Setup<G> where G::Rules: Copy {}

impl<G: Game> fmt::Debug for Setup<G> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_tuple("Setup").field(&self.to_fen()).finish()
    }
}

impl<G: Game> Setup<G> {
    /// The geometry of the board.
    #[inline(always)]
    pub fn geometry(&self) -> G::Geometry {
        G::table(&self.rules).geometry
    }

    /// The piece table.
    #[inline(always)]
    pub fn pieces(&self) -> PieceSpecs<<G::Geometry as Grid>::Bits> {
        G::table(&self.rules).pieces
    }

    /// Gives the turn to the other side.
    #[inline(always)]
    pub(crate) fn pass(&mut self) {
        self.turn_to(!self.side);
    }

    /// A copy in which every swap is allowed again, to play the next move on. Field by field with the
    /// board as a whole, which a derived `clone` copies in parts: moves are made a third faster.
    #[inline(always)]
    pub(crate) fn without_swap_ban(&self) -> Self {
        let Self { rules, board, side, halfmove_clock, fullmove_number, .. } = self;
        Self {
            rules: rules.clone(),
            board: *board,
            side: *side,
            swap_ban: None,
            halfmove_clock: *halfmove_clock,
            fullmove_number: *fullmove_number,
        }
    }

    /// Gives the turn to a side.
    #[inline(always)]
    pub(crate) fn turn_to(&mut self, side: Color) {
        if self.side == Color::Black && side == Color::White {
            self.fullmove_number = self.fullmove_number.saturating_add(1);
        }
        self.side = side;
    }

    /// The same setup with colours exchanged and the board turned top to bottom.
    ///
    /// ```
    /// use baroque_movegen::{Position, Ultima};
    /// let position: Position<Ultima> = "7k/8/8/8/8/8/1P6/K7 w - - 3 9".parse().unwrap();
    /// assert_eq!(position.flipped().to_fen(), "k7/1p6/8/8/8/8/8/7K b - - 3 9");
    /// ```
    #[must_use]
    pub fn flipped(&self) -> Self {
        let geometry = self.geometry();
        let turned = |square| {
            let (file, rank) = (geometry.file(square), geometry.rank(square));
            geometry.square(file, geometry.ranks() - 1 - rank).unwrap_or(square)
        };
        let mut board = Board::default();
        for square in self.board.occupied() {
            if let Some(piece) = self.board.piece_at(square) {
                board.toggle(!piece.color, piece.kind, turned(square));
            }
        }
        for color in Color::ALL {
            for kind in self.board.hand(color).kinds() {
                // Both sides can hold the same kinds.
                let _ = board.set_hand(!color, kind, self.board.hand(color).count(kind));
            }
        }
        let swap_ban = self.swap_ban.map(|squares| sorted(squares.map(turned)));
        Self { board, side: !self.side, swap_ban, ..self.clone() }
    }
}

/// Two squares, the lower one first.
pub(crate) fn sorted([a, b]: [Square; 2]) -> [Square; 2] {
    [a.min(b), a.max(b)]
}
