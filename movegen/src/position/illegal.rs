//! Reasons why a move is illegal, each as a sentence.

use std::borrow::Cow;

use thiserror::Error;

use super::attack::Attack;
use super::phrase::{PieceOn, listed, with_article};
use crate::{Color, EndReason};

/// Why a move is not legal. `Display` is a sentence without a full stop.
///
/// ```
/// use baroque_movegen::{Position, Ultima, read_move, with_reason};
/// let why = |fen, text| {
///     let rules = baroque_movegen::ultima::Rules::default();
///     let position = Position::<Ultima>::from_fen(fen, rules).unwrap();
///     with_reason(&position, read_move(&position, text).unwrap_err()).to_string()
/// };
/// assert_eq!(
///     why("8/8/4W3/3i4/8/8/8/8 w", "e6e8"),
///     "'e6e8' is not a legal move: the withdrawer on e6 is frozen by the immobilizer on d5"
/// );
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum IllegalReason {
    /// The game is over.
    #[error("the game is over ({0})")]
    Over(EndReason),
    /// A square does not exist.
    #[error("there is no such square")]
    NoSquare,
    /// The text holds more than one move.
    #[error("that is more than one move")]
    Several,
    /// The square where the move starts is empty.
    #[error("there is no piece on {0}")]
    EmptySquare(String),
    /// The piece belongs to the opponent.
    #[error("{} is {}'s, and it is {}'s turn", .0, .0.color, !.0.color)]
    OpponentsPiece(PieceOn),
    /// The text names another kind of piece.
    #[error("{piece} is not {}", with_article(.named))]
    WrongPiece {
        /// The piece where the move starts.
        piece: PieceOn,
        /// The name of the kind that the text names.
        named: &'static str,
    },
    /// The text names other victims or another effect than the legal move between its squares has;
    /// the readable text of that move.
    #[error("the legal move there is {0}")]
    OtherEffect(String),
    /// The text names a square that the move does not touch.
    #[error("{stop} is neither captured nor on the path from {from} to {to}")]
    Detour {
        /// The square.
        stop: String,
        /// Start of the move.
        from: String,
        /// Destination of the move.
        to: String,
    },
    /// A suffix letter that is not a piece kind of the game.
    #[error("no piece of this game has the letter {0}")]
    NoLetter(char),
    /// A suicide or an explosion with two different squares.
    #[error("in a suicide or an explosion the piece stays on its square")]
    LeavesHere,
    /// A swap or a trade with an empty square.
    #[error("there is no piece on {0} to change places with")]
    NoPartner(String),
    /// The piece is frozen.
    #[error("{piece} is frozen by {}", listed(.by, "and"))]
    Frozen {
        /// The piece.
        piece: PieceOn,
        /// Each enemy that freezes it.
        by: Vec<PieceOn>,
    },
    /// The piece is neutralized, and the move would capture or act.
    #[error("{piece} is neutralized by {}", listed(.by, "and"))]
    Neutralized {
        /// The piece.
        piece: PieceOn,
        /// Each enemy that neutralizes it.
        by: Vec<PieceOn>,
    },
    /// The piece that would be captured is shielded.
    #[error("{piece} is shielded by {}", listed(.by, "and"))]
    Shielded {
        /// The piece.
        piece: PieceOn,
        /// Each piece of its side that shields it.
        by: Vec<PieceOn>,
    },
    /// The piece that would be captured or moved is immune to that.
    #[error("{piece} {immunity}")]
    Immune {
        /// The piece.
        piece: PieceOn,
        /// What its kind is immune to, as a predicate.
        immunity: String,
    },
    /// The own king could be captured after the move.
    #[error("{}", check_sentence(.king, .still, .by))]
    Check {
        /// The king where it is after the move.
        king: PieceOn,
        /// Whether the king is in check before the move, too.
        still: bool,
        /// How it could be captured.
        by: Vec<Attack>,
    },
    /// The own king would leave the board; its name.
    #[error("that would remove your own {0}")]
    OwnKing(&'static str),
    /// The kind does not move like this.
    #[error("{} {manner}", with_article(.name))]
    Manner {
        /// The name of the kind.
        name: &'static str,
        /// How it moves.
        manner: String,
    },
    /// The kind does not have this special move, or not under these conditions.
    #[error("{} {limit}", with_article(.name))]
    Cannot {
        /// The name of the kind.
        name: &'static str,
        /// What it cannot do, or when it can.
        limit: &'static str,
    },
    /// A piece of the same side is on the destination.
    #[error("your own {} is on {}", .0.name, .0.square)]
    OwnPiece(PieceOn),
    /// The destination has to be empty.
    #[error("{0} is already there")]
    Occupied(PieceOn),
    /// An enemy is on the destination, and the kind does not capture by displacement.
    #[error("{} cannot land on {piece}: it {method}", with_article(.name))]
    Landing {
        /// The name of the kind that moves.
        name: &'static str,
        /// How it captures.
        method: String,
        /// The piece on the destination.
        piece: PieceOn,
    },
    /// A piece is in the way.
    #[error("{0} is in the way")]
    Blocked(PieceOn),
    /// Two pieces in a row cannot be jumped.
    #[error("{} and {} stand in a row and cannot be jumped", .0[0], .0[1])]
    Row([PieceOn; 2]),
    /// An imitator jumps over leapers only.
    #[error("{} jumps only over pieces that leap, and {piece} is in the way", with_article(.name))]
    NotJumpable {
        /// The name of the kind that moves.
        name: &'static str,
        /// The piece in the way.
        piece: PieceOn,
    },
    /// More jumps than the rules allow.
    #[error("{} may jump over only one piece in a move", with_article(.0))]
    OneJump(&'static str),
    /// A leaper slides on after a jump under `land=stop`.
    #[error("{} must stop right behind the piece that it jumps over", with_article(.0))]
    StopBehind(&'static str),
    /// The rule switch `suicide`, or a game without suicide.
    #[error("there is no suicide under these rules")]
    NoSuicide,
    /// Only frozen pieces commit suicide.
    #[error("{0} is not frozen, so it cannot commit suicide")]
    NotFrozen(PieceOn),
    /// A game without hands.
    #[error("this game has no pieces in hand")]
    NoHands,
    /// The kind is not in hand.
    #[error("{color} has no {} in hand", .name)]
    NotInHand {
        /// The side.
        color: Color,
        /// The name of the kind.
        name: &'static str,
    },
    /// A rule of a single game, as a sentence.
    #[error("{0}")]
    Rule(Cow<'static, str>),
    /// The side has no such piece on the board.
    #[error("{color} has no {} on the board", .name)]
    NoneOnBoard {
        /// The side.
        color: Color,
        /// The name of the kind.
        name: &'static str,
    },
    /// The side has no such piece on a file or rank.
    #[error("{color} has no {} on {line}", .name)]
    NoneOnLine {
        /// The side.
        color: Color,
        /// The name of the kind.
        name: &'static str,
        /// The file or the rank.
        line: String,
    },
    /// A short text that fits none of several pieces.
    #[error("no {} of {color} can go to {to}", .name)]
    NoneReaches {
        /// The side.
        color: Color,
        /// The name of the kind.
        name: &'static str,
        /// The destination.
        to: String,
    },
    /// No more precise reason is known.
    #[error("that is not a move of {}", with_article(.0))]
    NoMove(&'static str),
}

impl IllegalReason {
    /// How a king could be captured, if that is why.
    pub fn attacks(&self) -> &[Attack] {
        match self {
            Self::Check { by, .. } => by,
            _ => &[],
        }
    }

    /// [`Self::Rule`] with a sentence.
    pub(crate) fn rule(sentence: impl Into<Cow<'static, str>>) -> Self {
        Self::Rule(sentence.into())
    }
}

/// How a piece could capture an enemy on which it cannot land. `Display` is a phrase about the piece as "it".
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CaptureHint {
    /// By a legal move to another square.
    #[error("it captures {victim} by going to {to}")]
    Elsewhere {
        /// The enemy.
        victim: PieceOn,
        /// The destination of the move.
        to: String,
    },
    /// By a legal move to a square, if the enemy were enclosed there.
    #[error("on {to} it would capture {victim} if another {} of yours stood on {partner}", listed(.kinds, "or"))]
    Partner {
        /// The enemy.
        victim: PieceOn,
        /// The destination of the move.
        to: String,
        /// The square that no partner stands on.
        partner: String,
        /// What can be one: names of kinds, or "piece".
        kinds: Vec<&'static str>,
    },
}

fn check_sentence(king: &PieceOn, still: &bool, by: &[Attack]) -> String {
    let mut attackers: Vec<&PieceOn> = by.iter().map(|attack| &attack.by).collect();
    attackers.dedup();
    let attackers = match attackers.as_slice() {
        [] => String::new(),
        some => format!(" by {}", listed(some, "or")),
    };
    match still {
        true => {
            let PieceOn { name, square, .. } = king;
            format!("the {name} is in check and could still be captured on {square}{attackers}")
        }
        false => format!("{king} could then be captured{attackers}"),
    }
}
