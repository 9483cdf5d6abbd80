//! Why a move is not legal, in a sentence.
//!
//! Reasons that keep any piece from moving are here; the generator of definitions adds those of its
//! methods, for compiled games too.

use crate::custom::general;
use crate::piece::Methods;
use crate::position::attack::Attack;
use crate::position::phrase::piece_on;
use crate::position::table::Set;
use crate::{
    CaptureHint, CustomGame, Game, Geometry, IllegalReason, Move, PieceKind, PieceOn, Position,
    RuleFlags, Special, Square, readable_unchecked,
};

/// Why a move is not legal; `None` if it is.
///
/// ```
/// use baroque_movegen::{Move, Position, Square, Ultima, illegal_reason};
/// let start = Position::<Ultima>::start("baroque").unwrap();
/// let mv = |from, to| Move::new(Square::new(from), Square::new(to));
/// assert_eq!(illegal_reason(&start, mv(12, 28)), None);
/// let why = illegal_reason(&start, mv(12, 21)).unwrap().to_string();
/// assert_eq!(why, "a pawn moves like a rook, along files and ranks");
/// ```
pub fn illegal_reason<G: Game>(position: &Position<G>, mv: Move) -> Option<IllegalReason> {
    (!position.is_legal(mv)).then(|| reason(position, mv))
}

/// How a piece of the side to move that cannot land on an enemy could capture it: by going elsewhere, or
/// with what partner of a pincer. `None` if nothing can be said.
///
/// ```
/// use baroque_movegen::{Position, Square, Ultima, capture_hint};
/// let rules = baroque_movegen::ultima::Rules::default();
/// let position = Position::<Ultima>::from_fen("7k/8/8/8/P2p4/8/8/K7 w", rules).unwrap();
/// let hint = capture_hint(&position, Square::new(24), Square::new(27)).unwrap();
/// let text = "on c4 it would capture the pawn on d4 if another piece of yours stood on e4";
/// assert_eq!(hint.to_string(), text);
/// ```
pub fn capture_hint<G: Game>(
    position: &Position<G>,
    from: Square,
    enemy: Square,
) -> Option<CaptureHint> {
    general(position)?.capture_hint(from, enemy)
}

/// The enemies that freeze the piece on a square, each even without the others.
pub fn freezers<G: Game>(position: &Position<G>, square: Square) -> Vec<PieceOn> {
    let board = position.board();
    let Some(piece) = board.piece_at(square) else {
        return Vec::new();
    };
    let can_freeze = |kind| position.pieces().info(kind).freezes.has(piece.kind);
    let enemies = board.color(!piece.color).iter();
    let suspects: Set<G> =
        enemies.filter(|&square| board.kind_at(square).is_some_and(can_freeze)).collect();
    let alone = |&suspect: &Square| {
        let mut others = *board;
        for square in suspects - suspect.into() {
            if let Some(other) = board.piece_at(square) {
                others.toggle(other.color, other.kind, square);
            }
        }
        position.with_board(others).frozen(piece.color).has(square)
    };
    suspects.iter().filter(alone).filter_map(|square| piece_on(position, square)).collect()
}

/// Where a royal piece that is attacked cannot go, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoFlight {
    /// The piece.
    pub king: PieceOn,
    /// A square to which it could go if nothing could capture it there and no own piece stood there.
    pub to: String,
    /// That it could be captured, or is its own piece's.
    pub reason: IllegalReason,
}

/// The squares to which the attacked royal pieces of the side to move cannot go, after the end of the game
/// too; none if it is not in check.
///
/// ```
/// use baroque_movegen::{Position, Ultima, no_flights};
/// let rules = baroque_movegen::ultima::Rules::default();
/// let check = Position::<Ultima>::from_fen("7k/6W1/8/8/8/8/8/K7 b", rules).unwrap();
/// let no_flights = no_flights(&check);
/// assert_eq!(
///     no_flights[1].reason.to_string(),
///     "the king is in check and could still be captured on g8 by the withdrawer on g7"
/// );
/// ```
pub fn no_flights<G: Game>(position: &Position<G>) -> Vec<NoFlight> {
    if !position.in_check() {
        return Vec::new();
    }
    let (geometry, frozen) = (position.geometry(), position.frozen(position.side()));
    let kings = (position.royals(position.side()) - frozen).iter();
    let moves = kings.flat_map(|from| geometry.squares().iter().map(move |to| Move::new(from, to)));
    let no_flight = |mv: Move| {
        let why =
            (mv.from() != mv.to() && !position.is_legal(mv)).then(|| movement_reason(position, mv));
        let reason = why.filter(|why| {
            matches!(why, IllegalReason::Check { .. } | IllegalReason::OwnPiece(_))
        })?;
        let king = piece_on(position, mv.from())?;
        Some(NoFlight { king, to: geometry.name(mv.to()), reason })
    };
    moves.filter_map(no_flight).collect()
}

fn reason<G: Game>(position: &Position<G>, mv: Move) -> IllegalReason {
    let (from, to) = (mv.from(), mv.to());
    let size = position.geometry().files() * position.geometry().ranks();
    let exists = |s: Square| s.index() < size && position.geometry().squares().has(s);
    if !exists(from) || !exists(to) {
        return IllegalReason::NoSquare;
    }
    piece_reason(position, mv).unwrap_or_else(|| movement_reason(position, mv))
}

/// Why a move of an own piece that may move, or a drop on an empty square, is not legal.
fn movement_reason<G: Game>(position: &Position<G>, mv: Move) -> IllegalReason {
    match general(position) {
        Some(general) if general.is_pseudo_legal(mv) => king_reason(&general, mv),
        Some(general) => {
            general.illegal_movement(mv).unwrap_or_else(|| other_special(&general, mv))
        }
        None => no_move(position, mv),
    }
}

/// That there is no more precise reason.
fn no_move<G: Game>(position: &Position<G>, mv: Move) -> IllegalReason {
    let kind = mv.dropped().or(position.kind_at(mv.from())).unwrap_or(PieceKind::KING);
    IllegalReason::NoMove(position.pieces().info(kind).name)
}

/// What keeps a move from being legal between whose squares there are others.
fn other_special(position: &Position<CustomGame>, mv: Move) -> IllegalReason {
    let apart = [Special::Normal, Special::Destruction, Special::Pull].into_iter();
    let apart = apart.chain(Special::APART);
    let specials = apart.chain(position.pieces().kinds().map(Special::Piece));
    let others: Vec<Move> = specials
        .map(|special| Move::with(mv.from(), mv.to(), special))
        .filter(|&other| other.dropped().is_none() && position.is_pseudo_legal(other))
        .collect();
    let legal = others.iter().find(|&&other| position.is_legal(other));
    match (legal, others.first()) {
        (Some(&legal), _) => IllegalReason::OtherEffect(readable_unchecked(position, legal)),
        (None, Some(&other)) => king_reason(position, other),
        (None, None) => no_move(position, mv),
    }
}

/// Why the piece cannot move at all: the game is over, the square is empty, the piece is the
/// opponent's, or it is frozen. For drops: why the kind cannot be dropped there.
pub fn piece_reason<G: Game>(position: &Position<G>, mv: Move) -> Option<IllegalReason> {
    let (side, from) = (position.side(), mv.from());
    if let Some(outcome) = position.board_outcome() {
        return Some(IllegalReason::Over(outcome.reason));
    }
    if let Some(kind) = mv.dropped() {
        return drop_reason(position, kind, mv.to());
    }
    let Some(piece) = piece_on(position, from) else {
        return Some(IllegalReason::EmptySquare(position.geometry().name(from)));
    };
    let stays = mv.is_suicide() && !position.pieces().info(piece.kind).has(Methods::EXPLODE);
    match piece.color == side {
        false => Some(IllegalReason::OpponentsPiece(piece)),
        true if !stays && position.frozen(side).has(from) => {
            Some(IllegalReason::Frozen { piece, by: freezers(position, from) })
        }
        true => None,
    }
}

fn drop_reason<G: Game>(
    position: &Position<G>,
    kind: PieceKind,
    to: Square,
) -> Option<IllegalReason> {
    let (board, color) = (position.board(), position.side());
    if !position.options().contains(RuleFlags::HANDS) {
        return Some(IllegalReason::NoHands);
    }
    if board.hand(color).count(kind) == 0 {
        return Some(IllegalReason::NotInHand { color, name: position.pieces().info(kind).name });
    }
    piece_on(position, to).map(IllegalReason::Occupied)
}

/// Why a pseudo-legal move is not legal: the own king is removed or left in check.
fn king_reason(position: &Position<CustomGame>, mv: Move) -> IllegalReason {
    let (next, side) = (position.play_pseudo_legal(mv), position.side());
    let kings = next.royals(side);
    let names: Vec<String> = kings.iter().map(|king| position.geometry().name(king)).collect();
    let by: Vec<Attack> =
        next.attacks().into_iter().filter(|attack| names.contains(&attack.victim.square)).collect();
    let is_removed = |&kind: &PieceKind| {
        let count = |position: &Position<CustomGame>| position.board().pieces(side, kind).len();
        position.is_royal(kind) && count(&next) < count(position)
    };
    let removed = position.pieces().kinds().find(is_removed);
    let first = || kings.first().and_then(|king| piece_on(&next, king));
    match (removed, by.first().map(|attack| attack.victim.clone()).or_else(first)) {
        (None, Some(king)) => IllegalReason::Check { king, still: position.in_check(), by },
        (removed, _) => {
            let kind = removed.unwrap_or(PieceKind::KING);
            IllegalReason::OwnKing(position.pieces().info(kind).name)
        }
    }
}
