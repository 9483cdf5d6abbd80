//! Moves that are more than going to a square: drops, trades, explosions, pushes and pulls, and
//! steps that leave a piece behind (rules, 6).

use super::chain::{Chain, pushable};
use super::freeze::frozen;
use super::hands::put;
use super::king_safety::KingSafety;
use super::row::pieces_with;
use crate::capture::{explode, pull};
use crate::piece::Methods;
use crate::position::table::Set;
use crate::{
    Bitboard, Board, Game, Geometry, Move, Piece, PieceKind, Position, RuleFlags, Special, Square,
};

/// What a move does besides going to a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act {
    /// A piece is dropped from the hand.
    Drop(PieceKind),
    /// A piece steps and leaves a piece of the hand behind.
    LeaveBehind(PieceKind),
    /// A piece trades places with an adjacent one.
    Trade,
    /// A piece removes itself and all adjacent pieces.
    Explosion,
    /// A piece pushes an adjacent one.
    Push,
    /// A piece pulls the one behind it.
    Pull,
}

/// Whether moves of a game with some options and methods may be acts.
const fn include_acts(options: RuleFlags, methods: Methods) -> bool {
    let acts = Methods::EXPLODE.union(Methods::PUSH).union(Methods::PULL).union(Methods::LEAVE);
    options.contains(RuleFlags::HANDS) || methods.intersects(acts)
}

/// Whether moves of a game may be acts under some rules. Prunes code before it is compiled.
pub const fn may_act<G: Game>() -> bool {
    G::PIECES.is_empty() || include_acts(G::OPTIONS, G::PIECES.methods())
}

/// Whether moves may be acts under the rules at hand.
#[inline]
pub fn has_acts<G: Game>(rules: &G::Rules) -> bool {
    let table = G::table(rules);
    include_acts(table.options, table.pieces.methods())
}

impl Act {
    /// The act of a move; `None` for a move that goes to a square, a promotion, a swap, a mutual
    /// destruction or a suicide. Whether the move is pseudo-legal is not checked.
    #[inline]
    pub fn of<G: Game>(position: &Position<G>, mv: Move) -> Option<Self> {
        if !(const { may_act::<G>() } && has_acts::<G>(position.rules())) {
            return None;
        }
        let (rules, board, from) = (position.rules(), position.board(), mv.from());
        let onto_piece = || board.occupied().has(mv.to());
        match mv.special() {
            Special::Piece(kind) if mv.dropped().is_some() => Some(Self::Drop(kind)),
            Special::Piece(_) if pieces_with!(G, rules, board, PROMOTE).has(from) => None,
            Special::Piece(kind) => Some(Self::LeaveBehind(kind)),
            Special::Pull => Some(Self::Pull),
            Special::Destruction => None,
            Special::Normal if mv.is_suicide() => {
                // What is frozen can only commit suicide.
                let explodes = pieces_with!(G, rules, board, EXPLODE).has(from)
                    && !frozen(position, position.side()).has(from);
                explodes.then_some(Self::Explosion)
            }
            Special::Normal if pieces_with!(G, rules, board, PUSH).has(from) && onto_piece() => {
                Some(Self::Push)
            }
            Special::Normal if pieces_with!(G, rules, board, LEAVE).has(from) && onto_piece() => {
                Some(Self::Trade)
            }
            _ => None,
        }
    }

    /// Whether the act is irreversible even without captures (rules, 1.3).
    #[inline]
    pub fn is_irreversible(self) -> bool {
        matches!(self, Self::Drop(_) | Self::LeaveBehind(_) | Self::Explosion)
    }

    /// Whether a move with this act is legal but for the safety of the own king.
    pub fn is_pseudo_legal<G: Game>(self, position: &Position<G>, mv: Move) -> bool {
        let (board, side, geometry) = (position.board(), position.side(), position.geometry());
        let (rules, from, to) = (position.rules(), mv.from(), mv.to());
        let occupied = board.occupied();
        let empty = geometry.squares() - occupied;
        let held = |kind| board.hand(side).count(kind) > 0;
        let own = (board.color(side) - frozen(position, side)).has(from);
        let beside = geometry.neighbours(from);
        match self {
            Self::Drop(kind) => held(kind) && empty.has(to),
            Self::LeaveBehind(kind) => {
                own && pieces_with!(G, rules, board, LEAVE).has(from)
                    && held(kind)
                    && (beside & empty).has(to)
            }
            Self::Trade => own && (beside & occupied).has(to),
            Self::Explosion => own,
            Self::Push => own && pushable(rules, board, from).has(to),
            Self::Pull => {
                own && pieces_with!(G, rules, board, PULL).has(from)
                    && pull::destinations(geometry, from, occupied).has(to)
            }
        }
    }

    /// Whether the own king is on the board and not attacked after a pseudo-legal move with this
    /// act.
    pub fn is_safe<G: Game>(self, position: &Position<G>, mv: Move) -> bool {
        let mut next = *position.board();
        self.play(position, mv, &mut next, |_, _| ());
        is_king_safe(position, &next)
    }

    /// Plays a pseudo-legal move with this act on `next`, a copy of the board, and calls the visitor
    /// with each captured piece and the square on which it is captured.
    #[inline]
    pub fn play<G: Game>(
        self,
        position: &Position<G>,
        mv: Move,
        next: &mut Board<G>,
        visitor: impl FnMut(Square, Piece),
    ) {
        let (rules, board, side) = (position.rules(), position.board(), position.side());
        let (from, to) = (mv.from(), mv.to());
        match self {
            Self::Drop(kind) => put(next, side, kind, to),
            Self::LeaveBehind(kind) => {
                shift(board, next, from, to);
                put(next, side, kind, from);
            }
            Self::Trade => {
                shift(board, next, from, to);
                shift(board, next, to, from);
            }
            Self::Explosion => explode(position, next, from, visitor),
            Self::Push => {
                if let Some(chain) = Chain::pushed(rules, board, from, to) {
                    chain.play(rules, board, next, visitor);
                }
            }
            Self::Pull => {
                if let Some(chain) = Chain::pulled(rules, board, from, to) {
                    chain.play(rules, board, next, visitor);
                }
            }
        }
    }
}

/// Whether the king of the side to move, if the position has one that may not be left in check, is
/// on the board `next` and not attacked there.
#[inline]
pub fn is_king_safe<G: Game>(position: &Position<G>, next: &Board<G>) -> bool {
    let side = position.side();
    position.options().contains(RuleFlags::NO_CHECK)
        || position.board().king(side).is_none()
        || KingSafety::of_king(next, position.rules(), side).is_some_and(|view| !view.in_check())
}

/// Moves the piece on a square of `board` on `next`.
#[inline]
fn shift<G: Game>(board: &Board<G>, next: &mut Board<G>, from: Square, to: Square) {
    if let Some(piece) = board.piece_at(from) {
        next.toggle(piece.color, piece.kind, from);
        next.toggle(piece.color, piece.kind, to);
    }
}

/// Removes a piece and all adjacent pieces for good.
fn explode<G: Game>(
    position: &Position<G>,
    next: &mut Board<G>,
    from: Square,
    mut visitor: impl FnMut(Square, Piece),
) {
    let board = position.board();
    let victims: Set<G> = explode::victims(position.geometry(), from, board.occupied());
    for square in victims | Bitboard::from(from) {
        if let Some(piece) = board.piece_at(square) {
            next.toggle(piece.color, piece.kind, square);
            if square != from {
                visitor(square, piece);
            }
        }
    }
}
