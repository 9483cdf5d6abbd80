//! How pieces are captured: by whom, by which method, and with whose help.

use std::fmt;

use super::phrase::{PieceOn, listed, with_article};

/// How a piece captures. `Display` is its name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum CaptureMethod {
    /// It lands on its victim.
    Displacement,
    /// It encloses the victim with another own piece.
    Pincer,
    /// It moves straight away from the victim.
    Withdrawal,
    /// It comes straight up to the victim.
    Approach,
    /// It jumps over the victim.
    Leap,
    /// The victim is on a corner of the rectangle between it and another own piece.
    Coordination,
    /// It lands beside the victim.
    Around,
    /// It pushes the victim off the board.
    Plow,
    /// It flies over the victim and lands right behind it.
    Flight,
    /// It lands where the victim is at a certain distance.
    Offset,
    /// It shoots the victim.
    Rifle,
    /// It leaves the board together with the victim.
    Destruction,
    /// It leaves the board with all that is adjacent.
    Explosion,
}

impl fmt::Display for CaptureMethod {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::Displacement => "displacement",
            Self::Pincer => "pincer",
            Self::Withdrawal => "withdrawal",
            Self::Approach => "approach",
            Self::Leap => "leap",
            Self::Coordination => "coordination",
            Self::Around => "all around",
            Self::Plow => "plow",
            Self::Flight => "flight",
            Self::Offset => "offset",
            Self::Rifle => "rifle",
            Self::Destruction => "destruction",
            Self::Explosion => "explosion",
        })
    }
}

/// How a move captures one piece. `Display` is a sentence without a full stop.
///
/// ```
/// use baroque_movegen::{AnyGame, Color};
/// let game = AnyGame::from_fen("baroque", "8/8/8/7k/8/7K/8/C7 b").unwrap();
/// let check = &game.attacks(Color::White)[0];
/// assert_eq!(
///     check.to_string(),
///     "the coordinator on a1 goes to a5, and lines from there and from the king on h3 meet at the \
///      king on h5"
/// );
/// assert_eq!((check.method.to_string().as_str(), check.helpers.len()), ("coordination", 1));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attack {
    /// The piece that makes the move.
    pub by: PieceOn,
    /// Where the move ends: the square of `by` if the piece stays there or explodes, that of the victim if it
    /// destroys itself with it.
    pub to: String,
    /// The square where its way bends, if it does.
    pub via: Option<String>,
    /// The piece that is captured, where it stands before the move.
    pub victim: PieceOn,
    /// How it is captured.
    pub method: CaptureMethod,
    /// The piece that captures, if it is not `by` but one that `by` pushes or pulls.
    pub taker: Option<PieceOn>,
    /// The name of the kind whose method an imitator borrows.
    pub imitates: Option<&'static str>,
    /// The other pieces without all of which the victim would not be captured: the partner of a pincer, the
    /// king of a coordinator, what a piece leaps over first, those that spot the target of a shot.
    pub helpers: Vec<PieceOn>,
    /// Whether the move is legal; false if it leaves an own king in check.
    pub is_legal: bool,
}

impl fmt::Display for Attack {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { by, to, victim, helpers, .. } = self;
        if let Some(taker) = &self.taker {
            let method = self.method;
            return write!(f, "{by} moves {taker}, which captures {victim} by {method}");
        }
        let helpers = listed(helpers, "and");
        match self.method {
            CaptureMethod::Displacement if helpers.is_empty() => write!(f, "{by} takes {victim}"),
            CaptureMethod::Displacement => write!(f, "{by} leaps over {helpers} onto {victim}"),
            CaptureMethod::Pincer => {
                write!(f, "{by} goes to {to} and encloses {victim} with {helpers}")
            }
            CaptureMethod::Withdrawal => {
                write!(f, "{by} moves straight away from {victim}, to {to}")
            }
            CaptureMethod::Approach => write!(f, "{by} comes straight up to {victim}, on {to}"),
            CaptureMethod::Leap => write!(f, "{by} jumps over {victim}, to {to}"),
            CaptureMethod::Coordination => write!(
                f,
                "{by} goes to {to}, and lines from there and from {helpers} meet at {victim}"
            ),
            CaptureMethod::Around => write!(f, "{by} goes to {to}, beside {victim}"),
            CaptureMethod::Plow => write!(f, "{by} goes to {to} and pushes {victim} off the board"),
            CaptureMethod::Flight => write!(f, "{by} flies over {victim}, to {to}"),
            CaptureMethod::Offset => {
                write!(f, "{by} goes to {to} and captures {victim} from there")
            }
            CaptureMethod::Rifle if helpers.is_empty() => write!(f, "{by} shoots {victim}"),
            CaptureMethod::Rifle => write!(f, "{by} shoots {victim}, spotted by {helpers}"),
            CaptureMethod::Destruction => write!(f, "{by} destroys itself and {victim}"),
            CaptureMethod::Explosion => write!(f, "{by} explodes beside {victim}"),
        }?;
        match self.imitates {
            Some(kind) => write!(f, ", as {} does", with_article(kind)),
            None => Ok(()),
        }
    }
}
