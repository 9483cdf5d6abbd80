//! Move text (rules, 1.3).

use thiserror::Error;

use crate::{Game, Geometry, Move, MoveList, Piece, PieceKind, Position, Special, Square};

/// A text that names no legal move, or more than one.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MoveTextError {
    /// It has not the form of a move.
    #[error("'{0}' is not a move")]
    Malformed(String),
    /// It has the form of a move, but the move is not legal.
    #[error("'{0}' is not a legal move")]
    Illegal(String),
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
    // What a pusher meets goes on to the next square, even if it then takes the pusher.
    let displaced = met && (kind == PieceKind::Pusher || !victims.has(mv.to()));
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

/// Where a pushed man ends.
fn pushed_to<G: Game>(mv: Move) -> Square {
    let beyond = G::Geometry::direction(mv.from(), mv.to())
        .and_then(|direction| G::Geometry::step(mv.to(), direction));
    beyond.unwrap_or(mv.to())
}

/// Reads a legal move in UCI text or in readable text; the suffix may be missing.
///
/// # Errors
/// The text is no move, or no legal one.
pub fn read_move<G: Game>(position: &Position<G>, text: &str) -> Result<Move, MoveTextError> {
    if let Some(mv) = read_uci::<G>(text) {
        let illegal = || MoveTextError::Illegal(text.to_owned());
        return position.is_legal(mv).then_some(mv).ok_or_else(illegal);
    }
    let body = text.trim_end_matches(['+', '#', '=']);
    let moves: MoveList = position.legal_moves();
    if let Some(&mv) = moves.iter().find(|&&mv| readable_body(position, mv) == body) {
        return Ok(mv);
    }
    let looks_like_a_move = text.chars().next().and_then(Piece::try_from_letter).is_some()
        && G::Geometry::parse(&text[1..]).is_some();
    Err(match looks_like_a_move {
        true => MoveTextError::Illegal(text.to_owned()),
        false => MoveTextError::Malformed(text.to_owned()),
    })
}

fn read_uci<G: Game>(text: &str) -> Option<Move> {
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
