//! What a game is: its board, its men, its rules and its ends.

use std::fmt::Debug;
use std::ops::ControlFlow;

use crate::explain::{self, WhyNot};
use crate::{
    Bitboard, Color, Geometry, Move, Piece, PieceKind, Position, PositionErrors, RuleSet, Setup,
    Special, Square,
};

mod baroque;
pub mod maxima;
pub mod renaissance;
pub mod rococo;
pub mod ultima;

/// The bits behind the board of a game.
pub(crate) type BitsOf<G> = <<G as Game>::Geometry as Geometry>::Bits;
/// A set of squares on the board of a game.
pub(crate) type Set<G> = Bitboard<BitsOf<G>>;

/// A rule set with a name (`UCI_Variant`).
///
/// ```
/// use baroque_movegen::{Freeze, Position, Ultima};
/// let vchess = Position::<Ultima>::variant("VChess").unwrap();
/// assert_eq!((vchess.name, vchess.start), ("vchess", "e1a1d8h8"));
/// assert_eq!(vchess.rules.freeze(), Freeze::Pure);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variant<R> {
    /// The name.
    pub name: &'static str,
    /// The switches.
    pub rules: R,
    /// Name of the start position that `startpos` means.
    pub start: &'static str,
}

/// A start position with a name.
///
/// ```
/// use baroque_movegen::{Game, Ultima};
/// let starts = Ultima::starts();
/// let start = starts.iter().find(|start| start.name == "e1a1e8h8").unwrap();
/// assert_eq!(start.fen, "clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/ILXWKXLC w - - 0 1");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Start {
    /// The name.
    pub name: String,
    /// FEN of the first move.
    pub fen: String,
}

/// Why a game is over (rules, 1.4). Who won stands in the [`Outcome`].
///
/// ```
/// use baroque_movegen::{EndReason, Position, Ultima, ultima::Rules};
/// let position = Position::<Ultima>::from_fen("k7/8/8/8/8/8/8/7K b - - 100 80", Rules::default());
/// let end = position.unwrap().outcome().unwrap();
/// assert_eq!((end.winner, end.reason), (None, EndReason::MoveLimit));
/// assert_eq!(end.reason.text(), "move-limit");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndReason {
    /// The side to move has no legal move and is in check.
    Checkmate,
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// A king is gone.
    KingTaken,
    /// A side holds both palace squares of its enemy (Maxima).
    Invasion,
    /// A side has only its king left (Maxima).
    BareKing,
    /// The third occurrence of a position.
    Repetition,
    /// As many plies without an irreversible move as the rule switch `movelimit` says.
    MoveLimit,
}

impl EndReason {
    /// The reason in small letters, words joined by `-`.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::KingTaken => "king-taken",
            Self::Invasion => "invasion",
            Self::BareKing => "bare-king",
            Self::Repetition => "repetition",
            Self::MoveLimit => "move-limit",
        }
    }
}

impl std::fmt::Display for EndReason {
    /// The reason in words, as people read it.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text().replace('-', " "))
    }
}

/// The end of a game.
///
/// ```
/// use baroque_movegen::{EndReason, Position, RuleSet, Ultima, ultima::Rules};
/// let rules = Rules::default().overlaid("object=capture").unwrap();
/// let position = Position::<Ultima>::from_fen("k7/8/8/8/8/8/8/W7", rules).unwrap();
/// let end = position.outcome().unwrap();
/// assert_eq!((end.reason, end.result()), (EndReason::KingTaken, "0-1"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Who won; nobody if it is a draw.
    pub winner: Option<Color>,
    /// Why.
    pub reason: EndReason,
}

impl Outcome {
    /// The result as PGN writes it.
    pub const fn result(self) -> &'static str {
        match self.winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

/// Which moves are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// All legal moves.
    All,
    /// Only those that take something.
    Captures,
}

/// Moves of one piece that do the same special thing, if any: where it can land without taking
/// anything, and where it takes something. A suicide or an explosion lands on its own square.
///
/// ```
/// use std::ops::ControlFlow;
/// use baroque_movegen::{Position, Scope, Ultima, bitboard, ultima::Rules};
/// let fen = "8/8/8/8/3W4/2p5/8/8";
/// let position = Position::<Ultima>::from_fen(fen, Rules::default()).unwrap();
/// let mut groups = Vec::new();
/// let _ = position.generate(Scope::All, |group| {
///     groups.push(group);
///     ControlFlow::Continue(())
/// });
/// groups.retain(|group| !group.landings().is_empty());
/// assert_eq!(groups[0].captures, bitboard! {
///     . . . . . . . X
///     . . . . . . X .
///     . . . . . X . .
///     . . . . X . . .
///     . . . W . . . .
///     . . p . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// });
/// assert_eq!(groups[0].quiets, bitboard! {
///     . . . X . . . .
///     X . . X . . . .
///     . X . X . . . .
///     . . X X . . . .
///     X X X W X X X X
///     . . p X X . . .
///     . . . X . X . .
///     . . . X . . X .
/// });
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveGroup<B: crate::Bits> {
    /// What moves.
    pub kind: PieceKind,
    /// Where it starts; `None` for a man in hand.
    pub from: Option<Square>,
    /// What it does besides.
    pub special: Special,
    /// Landing squares of moves that take nothing.
    pub quiets: Bitboard<B>,
    /// Landing squares of moves that take something.
    pub captures: Bitboard<B>,
}

impl<B: crate::Bits> MoveGroup<B> {
    /// Moves of a man on the board that do nothing special.
    #[inline(always)]
    pub fn plain(
        kind: PieceKind,
        from: Square,
        quiets: Bitboard<B>,
        captures: Bitboard<B>,
    ) -> Self {
        Self { kind, from: Some(from), special: Special::Nothing, quiets, captures }
    }

    /// The move to one of the landing squares.
    #[inline(always)]
    pub fn to(&self, to: Square) -> Move {
        match self.from {
            Some(from) => Move::with(from, to, self.special),
            None => Move::drop(self.kind, to),
        }
    }

    /// All landing squares.
    #[inline(always)]
    pub fn landings(&self) -> Bitboard<B> {
        self.quiets | self.captures
    }
}

/// A game. Positions of it are [`Position<Self>`]; all methods below are about validated ones,
/// except [`Game::errors`].
pub trait Game: Copy + Eq + Debug + Send + Sync + 'static {
    /// The board.
    type Geometry: Geometry;
    /// The rule switches.
    type Rules: RuleSet;
    /// Rule sets by name, the default first.
    const VARIANTS: &'static [Variant<Self::Rules>];
    /// Other names of rule sets, and what they stand for.
    const ALIASES: &'static [(&'static str, &'static str)];
    /// For each rule set the text of a suite of typical positions with node counts.
    const SUITES: &'static [(&'static str, &'static str)];
    /// The kinds of men.
    const KINDS: &'static [PieceKind];
    /// Whether captured men go into hands, from which they are dropped.
    const HANDS: bool = false;
    /// Whether a swap must not be taken back at once: the FEN's fourth field.
    const SWAP_BAN: bool = false;

    /// Start positions by name.
    fn starts() -> Vec<Start>;

    /// What is wrong with a position that was not validated yet.
    fn errors(position: &Position<Self>) -> PositionErrors;

    /// Hands the legal moves to the listener, group by group, until it breaks off. Groups may be
    /// empty. A finished game has no moves; repetition and move limit play no part.
    fn generate(
        position: &Position<Self>,
        scope: Scope,
        listener: impl FnMut(MoveGroup<BitsOf<Self>>) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// Number of legal moves.
    #[inline]
    fn count(position: &Position<Self>) -> u64 {
        let mut count = 0;
        let _ = Self::generate(position, Scope::All, |group| {
            count += u64::from(group.landings().len());
            ControlFlow::Continue(())
        });
        count
    }

    /// Whether any move whatever, perhaps of another position, is legal here. True of exactly the
    /// moves that [`Game::generate`] hands out.
    fn is_legal(position: &Position<Self>, mv: Move) -> bool;

    /// Whether a move is legal but for the safety of the own king.
    fn is_possible(position: &Position<Self>, mv: Move) -> bool {
        Self::is_legal(position, mv)
    }

    /// How a kind moves, as a sentence about it ends.
    fn manner(kind: PieceKind) -> &'static str {
        explain::manner(kind)
    }

    /// What keeps an own man, that nobody holds or that would leave the board by itself, from a
    /// move that is not possible; for drops too.
    fn objection(position: &Position<Self>, mv: Move) -> Option<WhyNot>;

    /// Plays a legal move: men, hands and swap ban of `next`, which comes as the position stands
    /// but without a ban. Whether the move is irreversible (rules, 1.3).
    fn play(position: &Position<Self>, mv: Move, next: &mut Setup<Self>) -> bool;

    /// The squares whose men a legal move takes, as they stand at that moment.
    fn victims(position: &Position<Self>, mv: Move) -> Set<Self>;

    /// Tells the men that a legal move takes, of both sides, and where they stand at that moment.
    fn each_taken(position: &Position<Self>, mv: Move, mut tell: impl FnMut(Square, Piece)) {
        for square in Self::victims(position, mv) {
            if let Some(piece) = position.board().piece_at(square) {
                tell(square, piece);
            }
        }
    }

    /// The men of a side that cannot move because enemies hold them.
    fn frozen(position: &Position<Self>, color: Color) -> Set<Self>;

    /// Whether the king of a side could be taken, were it the other side's turn. Never where the
    /// game is played to the taking of the king.
    fn in_check(position: &Position<Self>, color: Color) -> bool;

    /// The end that the position shows before anybody looks for a legal move.
    fn decided(position: &Position<Self>) -> Option<Outcome>;

    /// What it means that the side to move has no legal move.
    fn stuck(position: &Position<Self>) -> Outcome;

    /// Empty squares to which a free man slides, captures aside: its mobility.
    #[inline]
    fn slides(kind: PieceKind, from: Square, occupied: Set<Self>) -> Set<Self> {
        let sight = match kind {
            PieceKind::King => Self::Geometry::neighbours(from),
            PieceKind::Pawn => Self::Geometry::rook_sight(from, occupied),
            _ => Self::Geometry::queen_sight(from, occupied),
        };
        sight - occupied
    }

    /// The squares that men of a side and kind want to reach as things stand: an enemy palace, ranks
    /// of promotion. None in most games.
    #[inline]
    fn goal(_position: &Position<Self>, _color: Color, _kind: PieceKind) -> Set<Self> {
        Bitboard::EMPTY
    }

    /// Whether the side to move would hardly be better off passing: it has a hand, or at least two
    /// men besides the king that nobody holds. The search asks before it tries a null move.
    fn has_spare_moves(position: &Position<Self>) -> bool {
        let (board, side) = (position.board(), position.side());
        let held = Self::frozen(position, side) | board.kind(PieceKind::King);
        !board.hand(side).is_empty() || (board.color(side) - held).len() > 1
    }
}

/// The end where a king is gone: its side has lost.
#[inline]
fn king_taken<G: Game>(position: &Position<G>) -> Option<Outcome> {
    let loser = Color::ALL.into_iter().find(|&color| position.board().king(color).is_none())?;
    Some(Outcome { winner: Some(!loser), reason: EndReason::KingTaken })
}

/// The end where the side to move has no legal move: a loss, or a draw where stalemate is one.
fn no_move<G: Game>(position: &Position<G>, stalemate_draws: bool) -> Outcome {
    let winner = Some(!position.side());
    if position.in_check() {
        Outcome { winner, reason: EndReason::Checkmate }
    } else {
        let winner = winner.filter(|_| !stalemate_draws);
        Outcome { winner, reason: EndReason::Stalemate }
    }
}
