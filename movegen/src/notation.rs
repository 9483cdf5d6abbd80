//! Move text (rules, 1.3).

use thiserror::Error;

use crate::explain::intended;
use crate::{
    Bitboard, Game, Geometry, Move, MoveList, PieceKind, Position, Special, Square, WhyNot, reading,
};

/// Most moves that an ambiguous text is told to fit.
const MOST_TOLD: usize = 12;

/// A text that names no legal move, or more than one.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MoveTextError {
    /// It has not the form of a move.
    #[error("'{0}' is not a move")]
    Malformed(String),
    /// It has the form of a move, but the move is not legal.
    #[error("'{0}' is not a legal move")]
    Illegal(String),
    /// The same, and why it is not ([`explained`](crate::explained)).
    #[error("'{text}' is not a legal move: {reason}")]
    Impossible {
        /// The text.
        text: String,
        /// Why.
        reason: Box<WhyNot>,
    },
    /// It fits several legal moves.
    #[error("'{text}' may be {}", told(candidates))]
    Ambiguous {
        /// The text.
        text: String,
        /// What it fits, in readable text.
        candidates: Vec<String>,
    },
}

fn told(candidates: &[String]) -> String {
    let dots = if candidates.len() > MOST_TOLD { " …" } else { "" };
    candidates[..candidates.len().min(MOST_TOLD)].join(" or ") + dots
}

/// UCI text of a move: start and landing square, the same square twice for a suicide.
///
/// ```
/// use baroque_movegen::{Position, Ultima, read_move, readable, uci};
/// let start = Position::<Ultima>::start("baroque").unwrap();
/// let mv = read_move(&start, "Pe2-e4").unwrap();
/// assert_eq!(uci::<Ultima>(mv), "e2e4");
/// assert_eq!(readable(&start, mv), "Pe2-e4");
/// ```
pub fn uci<G: Game>(mv: Move) -> String {
    let (from, to) = (G::Geometry::name(mv.from()), G::Geometry::name(mv.to()));
    match mv.special() {
        Special::Man(kind) if mv.dropped().is_some() => format!("{}@{to}", kind.letter()),
        Special::Man(kind) => format!("{from}{to}{}", kind.letter().to_ascii_lowercase()),
        Special::Destruction => format!("{from}{to}d"),
        Special::Pull => format!("{from}{to}t"),
        Special::Nothing => from + &to,
    }
}

/// Readable text of a legal move: what moves, from where to where, what it takes, and `+` for
/// check, `#` if it wins the game, `=` if it draws it by what the position shows. Repetition and
/// move limit are the referee's business.
pub fn readable<G: Game>(position: &Position<G>, mv: Move) -> String {
    let next = position.play_unchecked(mv);
    let suffix = match next.shown_outcome() {
        Some(outcome) => match outcome.winner {
            Some(winner) if winner == position.side() => "#",
            Some(_) => "",
            None => "=",
        },
        None if next.in_check() => "+",
        None => "",
    };
    readable_body(position, mv) + suffix
}

/// Readable text without the suffix.
fn readable_body<G: Game>(position: &Position<G>, mv: Move) -> String {
    let name = G::Geometry::name;
    let (from, to) = (name(mv.from()), name(mv.to()));
    let Some(kind) = position.kind_at(mv.from()).filter(|_| mv.dropped().is_none()) else {
        return uci::<G>(mv);
    };
    let letter = kind.letter();
    let victims = position.victims(mv);
    let met = position.kind_at(mv.to()).is_some() && !mv.is_suicide();
    let displaced = displaces(position, mv, victims);
    let way = match (mv.special(), kind) {
        (Special::Destruction, _) => return format!("{letter}{from}!!{to}"),
        (Special::Pull, _) => format!("{from}<{to}"),
        (_, PieceKind::Bomb) if mv.is_suicide() => format!("{from}*"),
        _ if mv.is_suicide() => format!("{from}@"),
        (_, PieceKind::Pusher) if displaced => format!("{from}>{to}>{}", name(pushed_to::<G>(mv))),
        _ if displaced => format!("{from}<>{to}"),
        _ if met && victims.len() == 1 => format!("{from}x{to}"),
        _ => format!("{from}-{to}"),
    };
    let names: Vec<String> = victims.iter().map(name).collect();
    let taken = match names.as_slice() {
        [] => String::new(),
        [_] if met && !displaced => String::new(),
        _ => format!("x{}", names.join(",")),
    };
    let special = match (mv.special(), kind) {
        (Special::Man(man), PieceKind::Pawn) => format!("={}", man.letter()),
        (Special::Man(man), _) => format!("^{}", man.letter()),
        _ => String::new(),
    };
    format!("{letter}{way}{taken}{special}")
}

/// Whether a move changes places with what it meets, or pushes it.
pub(crate) fn displaces<G: Game>(
    position: &Position<G>,
    mv: Move,
    victims: Bitboard<<G::Geometry as Geometry>::Bits>,
) -> bool {
    let met = position.kind_at(mv.to()).is_some() && !mv.is_suicide();
    // What a pusher meets goes on to the next square, even if it then takes the pusher.
    let pushes = position.kind_at(mv.from()) == Some(PieceKind::Pusher);
    met && (pushes || !victims.has(mv.to()))
}

/// Where a pushed man ends.
pub(crate) fn pushed_to<G: Game>(mv: Move) -> Square {
    let beyond = G::Geometry::direction(mv.from(), mv.to())
        .and_then(|direction| G::Geometry::step(mv.to(), direction));
    beyond.unwrap_or(mv.to())
}

/// Reads a legal move in UCI text or in readable text; the suffix may be missing. Looser forms are
/// read too, if they fit one legal move only: short ones as in chess, squares alone with or without
/// victims, those of XBoard.
///
/// ```
/// use baroque_movegen::{Position, Ultima, read_move, ultima::Rules, uci};
/// let fen = "7k/8/8/8/8/1x6/8/K2X2X1";
/// let position = Position::<Ultima>::from_fen(fen, Rules::default()).unwrap();
/// let read = |text| read_move(&position, text).map(uci::<Ultima>).map_err(|e| e.to_string());
/// for text in ["d1d3", "Xd1-d3", "D1D3", "xd3", "Xdd3", "d1-d2-d3", "Xd1d3+"] {
///     assert_eq!(read(text), Ok("d1d3".to_owned()), "{text}");
/// }
/// assert_eq!(read("Xe1").unwrap_err(), "'Xe1' may be Xd1-e1 or Xg1-e1");
/// ```
///
/// # Errors
/// The text is no move, no legal one, or fits several.
pub fn read_move<G: Game>(position: &Position<G>, text: &str) -> Result<Move, MoveTextError> {
    if let Some(mv) = read_uci::<G>(text)
        && position.is_legal(mv)
    {
        return Ok(mv);
    }
    let body = text.trim_end_matches(['+', '#', '=']);
    let moves: MoveList = position.legal_moves();
    if let Some(&mv) = moves.iter().find(|&&mv| readable_body(position, mv) == body) {
        return Ok(mv);
    }
    let text = text.to_owned();
    match reading::fitting(position, &moves, body).as_slice() {
        &[mv] => Ok(mv),
        [] if intended::<G>(&text).is_some() => Err(MoveTextError::Illegal(text)),
        [] => Err(MoveTextError::Malformed(text)),
        several => {
            let candidates = several.iter().map(|&mv| readable(position, mv)).collect();
            Err(MoveTextError::Ambiguous { text, candidates })
        }
    }
}

pub(crate) fn read_uci<G: Game>(text: &str) -> Option<Move> {
    let man = |letter: &str| {
        let mut kinds = G::KINDS.iter();
        kinds.find(|kind| kind.letter().to_string() == letter).copied()
    };
    if let Some((letter, square)) = text.split_once('@') {
        let (to, rest) = G::Geometry::parse(square)?;
        return rest.is_empty().then_some(Move::drop(man(letter)?, to));
    }
    let (from, rest) = G::Geometry::parse(text)?;
    let (to, rest) = G::Geometry::parse(rest)?;
    let special = match rest {
        "" => Special::Nothing,
        "d" => Special::Destruction,
        "t" => Special::Pull,
        _ if rest == rest.to_ascii_lowercase() => Special::Man(man(&rest.to_ascii_uppercase())?),
        _ => return None,
    };
    // A drop has a text of its own.
    let is_drop = from == to && matches!(special, Special::Man(_));
    (!is_drop).then(|| Move::with(from, to, special))
}
