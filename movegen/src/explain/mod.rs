//! Why a move is not legal, in a sentence.
//!
//! What all games have in common is told here; [`Game::objection`] knows the rest.

mod intended;
mod text;

use std::fmt;

use thiserror::Error;

use crate::capture::leap::LeapRules;
use crate::game::Set;
use crate::{
    Board, Color, EndReason, Game, Geometry, Move, MoveTextError, Piece, PieceKind, Position,
    Special, Square,
};

pub(crate) use intended::intended;

/// A man and the name of the square on which it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The man.
    pub piece: Piece,
    /// The name of its square.
    pub on: String,
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "the {} on {}", self.piece.kind.name(), self.on)
    }
}

/// Why a move is not legal. `Display` is a sentence without a full stop.
///
/// ```
/// use baroque_movegen::{Position, Ultima, read_move, explained};
/// let why = |fen, text| {
///     let rules = baroque_movegen::ultima::Rules::default();
///     let position = Position::<Ultima>::from_fen(fen, rules).unwrap();
///     explained(&position, read_move(&position, text).unwrap_err()).to_string()
/// };
/// assert_eq!(
///     why("8/8/4W3/3i4/8/8/8/8 w", "e6e8"),
///     "'e6e8' is not a legal move: the withdrawer on e6 is frozen by the immobilizer on d5"
/// );
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum WhyNot {
    /// The game is over.
    #[error("the game is over ({0})")]
    Over(EndReason),
    /// A square does not exist.
    #[error("there is no such square")]
    NoSquare,
    /// More than a move.
    #[error("that is more than one move")]
    Several,
    /// Nobody stands where the move starts.
    #[error("nobody stands on {0}")]
    Nobody(String),
    /// The man is the opponent's.
    #[error("{} is {}'s, and it is {}'s turn", .0, .0.piece.color, !.0.piece.color)]
    Theirs(Standing),
    /// The text names another kind of man.
    #[error("{man} is no {}", .named.name())]
    OtherMan {
        /// Who stands there.
        man: Standing,
        /// What the text calls it.
        named: PieceKind,
    },
    /// The text names other victims than the move has.
    #[error("what that move does is {0}")]
    Otherwise(String),
    /// The text names a square that the move does not touch.
    #[error("{stop} is neither taken nor on the way from {from} to {to}")]
    Detour {
        /// The square.
        stop: String,
        /// Where the move starts.
        from: String,
        /// Where it ends.
        to: String,
    },
    /// A letter behind the move that is no man's.
    #[error("no man of this game has the letter {0}")]
    NoLetter(char),
    /// Suicide, or explosion, with two squares.
    #[error(
        "who leaves the board by a suicide or an explosion does not go to another square first"
    )]
    LeavesHere,
    /// Nobody to swap or to trade places with.
    #[error("nobody stands on {0} to change places with")]
    NobodyToSwap(String),
    /// The man is held.
    #[error("{man} is frozen by {}", listed(.by, "and"))]
    Frozen {
        /// The man.
        man: Standing,
        /// Each enemy that holds it.
        by: Vec<Standing>,
    },
    /// The own king could be taken.
    #[error("{}", check_sentence(.king, .still, .by))]
    Check {
        /// The square of the king after the move.
        king: String,
        /// Whether it could be taken before the move, too.
        still: bool,
        /// Who could take it, as far as that is easily said.
        by: Vec<Standing>,
    },
    /// The own king would leave the board.
    #[error("that would take the own king off the board")]
    OwnKing,
    /// The kind does not move so.
    #[error("{} {manner}", a(*.kind))]
    Manner {
        /// The kind.
        kind: PieceKind,
        /// How it moves.
        manner: &'static str,
    },
    /// The kind does not do so, or not so in this game.
    #[error("{} {deed}", a(*.kind))]
    Cannot {
        /// The kind.
        kind: PieceKind,
        /// What it does only, or cannot do.
        deed: &'static str,
    },
    /// An own man stands on the landing square.
    #[error("an own man, {0}, is already there")]
    Friend(Standing),
    /// A man stands on the landing square, which has to be empty.
    #[error("{0} is already there")]
    Occupied(Standing),
    /// An enemy stands on the landing square, and the kind does not take by landing.
    #[error("{} cannot land on {man}: {}", a(*.kind), method(*.kind))]
    Landing {
        /// The kind that moves.
        kind: PieceKind,
        /// Who stands there.
        man: Standing,
    },
    /// A man stands in the way.
    #[error("{0} stands in the way")]
    Blocked(Standing),
    /// All ways of a mage are closed.
    #[error("no way of the {} to {to} is free", .kind.name())]
    NoWay {
        /// The kind.
        kind: PieceKind,
        /// The landing square.
        to: String,
    },
    /// Two men in a row cannot be jumped.
    #[error("{} and {} stand in a row and cannot be jumped", .0[0], .0[1])]
    Row([Standing; 2]),
    /// A chameleon jumps over leapers only.
    #[error("a chameleon jumps over long-leapers only, and {0} stands in the way")]
    NoPrey(Standing),
    /// More jumps than the rules allow.
    #[error("{} may jump over one man a move only", a(*.0))]
    OneJump(PieceKind),
    /// A leaper that slides on where it may not.
    #[error("{} must stop right behind the man that it jumps over", a(*.0))]
    StopBehind(PieceKind),
    /// The rule switch `ranklimit`.
    #[error("a man on its side's rank {} goes {} square{} at most", .0, .0, if *.0 == 1 { "" } else { "s" })]
    RankLimit(usize),
    /// A king does not leave the board.
    #[error("a king cannot commit suicide")]
    KingStays,
    /// The rule switch `suicide`, or a game without it.
    #[error("there is no suicide under these rules")]
    NoSuicide,
    /// Nobody holds the man that would leave the board.
    #[error("{0} is not frozen, so it cannot commit suicide")]
    NotFrozen(Standing),
    /// A game without hands.
    #[error("nothing is held in hand in this game")]
    NoHands,
    /// Not in the hand.
    #[error("{color} holds no {} in hand", .kind.name())]
    NotHeld {
        /// Whose hand.
        color: Color,
        /// What is not in it.
        kind: PieceKind,
    },
    /// Both squares of the own palace (Maxima).
    #[error("two men of one side cannot stand in their own palace")]
    OwnPalace,
    /// Squares of the ring for nothing (Rococo).
    #[error(
        "the outer ring may be entered or crossed only to take something, and that takes nothing"
    )]
    RingForNothing,
    /// More squares of the ring than needed (Rococo).
    #[error("the same can be taken with fewer squares of the outer ring")]
    RingTooFar,
    /// A swap that takes a swap back (Rococo).
    #[error("the swap of {} and {} cannot be taken back at once", .0[0], .0[1])]
    SwapBan([String; 2]),
    /// The rule switch `swapfriends` (Rococo).
    #[error("swaps with own men are not allowed under these rules")]
    FoesOnly,
    /// A pawn that leaps over nobody (Rococo).
    #[error("nobody stands on {0} to leap over")]
    NoMount(String),
    /// No man of the kind is missing (Rococo).
    #[error("no {} of {color} is missing, so a pawn cannot become one", .kind.name())]
    NoneMissing {
        /// Whose pawn.
        color: Color,
        /// What it would become.
        kind: PieceKind,
    },
    /// A man that would be pushed over the edge (Renaissance).
    #[error("{0} stands at the edge of the board and cannot be pushed on")]
    Edge(Standing),
    /// A man that would be pushed onto another (Renaissance).
    #[error("{man} cannot be pushed on: {behind} stands behind it")]
    Jammed {
        /// Who would be pushed.
        man: Standing,
        /// Who is in its way.
        behind: Standing,
    },
    /// Nobody to pull (Renaissance).
    #[error("nobody stands on {0} to be pulled")]
    NobodyToPull(String),
    /// A side without such a man.
    #[error("{color} has no {} on the board", .kind.name())]
    NoneOf {
        /// The side.
        color: Color,
        /// The kind.
        kind: PieceKind,
    },
    /// A side without such a man on a file or a rank.
    #[error("no {} of {color} stands on {line}", .kind.name())]
    NoneThere {
        /// The side.
        color: Color,
        /// The kind.
        kind: PieceKind,
        /// The file or the rank.
        line: String,
    },
    /// A short text that fits none of several men.
    #[error("no {} of {color} can go to {to}", .kind.name())]
    NoneGoes {
        /// The side.
        color: Color,
        /// The kind.
        kind: PieceKind,
        /// The landing square.
        to: String,
    },
    /// Nothing more precise can be said.
    #[error("that is not a move of {}", a(*.0))]
    NoMove(PieceKind),
}

/// The name of a kind with its article.
fn a(kind: PieceKind) -> String {
    let name = kind.name();
    let article = if name.starts_with(['a', 'i']) { "an" } else { "a" };
    format!("{article} {name}")
}

/// Things in a row: `x, y and z`.
fn listed(things: &[Standing], joint: &str) -> String {
    let texts: Vec<String> = things.iter().map(Standing::to_string).collect();
    match texts.as_slice() {
        [] => "nobody".to_owned(),
        [only] => only.clone(),
        [others @ .., last] => format!("{} {joint} {last}", others.join(", ")),
    }
}

fn check_sentence(king: &str, still: &bool, by: &[Standing]) -> String {
    let who = if by.is_empty() { String::new() } else { format!(" by {}", listed(by, "or")) };
    match still {
        true => format!("the king is in check, and on {king} it could still be taken{who}"),
        false => format!("the king on {king} could then be taken{who}"),
    }
}

/// How a kind moves in most games: see [`Game::manner`].
pub(crate) const fn manner(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::King | PieceKind::Guard => "goes one step",
        PieceKind::Pawn => "moves like a rook, along files and ranks",
        PieceKind::Mage => "goes one diagonal step and then straight on away from there",
        _ => "moves like a queen",
    }
}

/// How a kind takes, if not by landing on its victim.
const fn method(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Pawn => "it takes what it pinches against another man of its side",
        PieceKind::Withdrawer => "it takes what it moves straight away from",
        PieceKind::Leaper => "it takes what it jumps over",
        PieceKind::Chameleon => "it takes every man by that man's own method",
        PieceKind::Coordinator => "it takes on the corners that it spans with its king",
        PieceKind::Advancer => "it takes what it moves straight up to",
        PieceKind::Immobilizer => "it takes nothing, it freezes",
        _ => "it takes nothing by that",
    }
}

/// Why a move is not legal; `None` if it is.
///
/// ```
/// use baroque_movegen::{Move, Position, Square, Ultima, why_not};
/// let start = Position::<Ultima>::start("baroque").unwrap();
/// let mv = |from, to| Move::new(Square::new(from), Square::new(to));
/// assert_eq!(why_not(&start, mv(12, 28)), None);
/// let why = why_not(&start, mv(12, 21)).unwrap().to_string();
/// assert_eq!(why, "a pawn moves like a rook, along files and ranks");
/// ```
pub fn why_not<G: Game>(position: &Position<G>, mv: Move) -> Option<WhyNot> {
    (!position.is_legal(mv)).then(|| reason(position, mv))
}

/// What a text says that names no legal move: the error with the reason, if there is one to tell.
#[must_use]
pub fn explained<G: Game>(position: &Position<G>, error: MoveTextError) -> MoveTextError {
    let MoveTextError::Illegal(text) = &error else {
        return error;
    };
    match text::why_text_is_not(position, text) {
        Some(reason) => MoveTextError::Impossible { text: text.clone(), reason: Box::new(reason) },
        None => error,
    }
}

/// The enemies that freeze the man on a square: each could do so alone.
pub fn holders<G: Game>(position: &Position<G>, square: Square) -> Vec<Standing> {
    let board = position.board();
    let Some(man) = board.piece_at(square) else {
        return Vec::new();
    };
    let holds = |kind| match kind {
        PieceKind::Immobilizer => true,
        PieceKind::Chameleon => man.kind == PieceKind::Immobilizer,
        _ => false,
    };
    let beside = G::Geometry::neighbours(square) & board.color(!man.color);
    let suspects: Set<G> =
        beside.iter().filter(|&square| board.kind_at(square).is_some_and(holds)).collect();
    let alone = |&suspect: &Square| {
        let mut others = *board;
        for square in suspects - suspect.into() {
            if let Some(other) = board.piece_at(square) {
                others.toggle(other.color, other.kind, square);
            }
        }
        position.with_board(others).frozen(man.color).has(square)
    };
    suspects.iter().filter(alone).filter_map(|square| standing::<G>(board, square)).collect()
}

/// Who stands on a square.
pub(crate) fn standing<G: Game>(
    board: &Board<<G::Geometry as Geometry>::Bits>,
    square: Square,
) -> Option<Standing> {
    let piece = board.piece_at(square)?;
    Some(Standing { piece, on: G::Geometry::name(square) })
}

fn reason<G: Game>(position: &Position<G>, mv: Move) -> WhyNot {
    let (board, from, to) = (position.board(), mv.from(), mv.to());
    let size = G::Geometry::FILES * G::Geometry::RANKS;
    let exists = |s: Square| s.index() < size && G::Geometry::squares().has(s);
    if !exists(from) || !exists(to) {
        return WhyNot::NoSquare;
    }
    if let Some(why) = hindered(position, mv) {
        return why;
    }
    let kind = mv.dropped().or(board.kind_at(from)).unwrap_or(PieceKind::Pawn);
    if G::is_possible(position, mv) {
        return exposed(position, mv);
    }
    G::objection(position, mv).unwrap_or(WhyNot::NoMove(kind))
}

/// What keeps a man from all moves of a sort, wherever they go: the game is over, the man is not
/// there, it is the opponent's, or it is frozen.
fn hindered<G: Game>(position: &Position<G>, mv: Move) -> Option<WhyNot> {
    let (side, from) = (position.side(), mv.from());
    if let Some(outcome) = position.shown_outcome() {
        return Some(WhyNot::Over(outcome.reason));
    }
    if let Some(kind) = mv.dropped() {
        return undroppable(position, kind, mv.to());
    }
    let Some(man) = standing::<G>(position.board(), from) else {
        return Some(WhyNot::Nobody(G::Geometry::name(from)));
    };
    let stays = mv.is_suicide() && man.piece.kind != PieceKind::Bomb;
    match man.piece.color == side {
        false => Some(WhyNot::Theirs(man)),
        true if !stays && position.frozen(side).has(from) => {
            Some(WhyNot::Frozen { man, by: holders(position, from) })
        }
        true => None,
    }
}

fn undroppable<G: Game>(position: &Position<G>, kind: PieceKind, to: Square) -> Option<WhyNot> {
    let (board, color) = (position.board(), position.side());
    if !G::HANDS {
        return Some(WhyNot::NoHands);
    }
    if board.hand(color).count(kind) == 0 {
        return Some(WhyNot::NotHeld { color, kind });
    }
    standing::<G>(board, to).map(WhyNot::Occupied)
}

/// What happens to the own king after a move that is possible but not legal.
fn exposed<G: Game>(position: &Position<G>, mv: Move) -> WhyNot {
    let next = position.forced(mv);
    let Some(king) = next.board().king(position.side()) else {
        return WhyNot::OwnKing;
    };
    let takes = |mv: Move| {
        let mut takes = false;
        G::each_taken(&next, mv, |_, man| {
            takes |= man.kind == PieceKind::King && man.color == position.side();
        });
        takes
    };
    let can_take = |&from: &Square| {
        let specials = [Special::Nothing, Special::Pull];
        let moves = |to| specials.map(|special| Move::with(from, to, special));
        let mut moves = G::Geometry::squares().iter().flat_map(moves);
        moves.any(|mv| G::is_possible(&next, mv) && takes(mv))
    };
    let enemies = next.board().color(next.side());
    let by = enemies.iter().filter(can_take);
    WhyNot::Check {
        king: G::Geometry::name(king),
        still: position.in_check(),
        by: by.filter_map(|square| standing::<G>(next.board(), square)).collect(),
    }
}

/// The first man in the way of a man that slides from one square to another.
pub(crate) fn blocker<G: Game>(
    board: &Board<<G::Geometry as Geometry>::Bits>,
    from: Square,
    to: Square,
) -> Option<Standing> {
    let line = G::Geometry::direction(from, to)?;
    let next = |&square: &Square| G::Geometry::step(square, line);
    let mut way = std::iter::successors(next(&from), next).take_while(|&square| square != to);
    way.find_map(|square| standing::<G>(board, square))
}

/// What keeps a leaper, or a chameleon that leaps, from an empty square on its line.
pub(crate) fn unjumpable<G: Game>(
    position: &Position<G>,
    rules: LeapRules,
    from: Square,
    to: Square,
) -> Option<WhyNot> {
    let (board, kind) = (position.board(), position.kind_at(from)?);
    let line = G::Geometry::direction(from, to)?;
    let mut jumped = false;
    let mut here = G::Geometry::step(from, line)?;
    while here != to {
        let next = G::Geometry::step(here, line)?;
        if let Some(man) = standing::<G>(board, here) {
            if man.piece.color == position.side() {
                return Some(WhyNot::Blocked(man));
            }
            if kind == PieceKind::Chameleon && man.piece.kind != PieceKind::Leaper {
                return Some(WhyNot::NoPrey(man));
            }
            if let Some(behind) = standing::<G>(board, next) {
                return Some(WhyNot::Row([man, behind]));
            }
            if jumped && !rules.several {
                return Some(WhyNot::OneJump(kind));
            }
            jumped = true;
        } else if jumped && !rules.slide_on && board.kind_at(next).is_none() {
            return Some(WhyNot::StopBehind(kind));
        }
        here = next;
    }
    None
}
