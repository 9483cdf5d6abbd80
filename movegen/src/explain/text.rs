//! Why a text is no legal move.

use super::intended::{Claim, Deed, Intention, Start, intended};
use super::{WhyNot, hindered, standing, why_not};
use crate::{Game, Geometry, Move, PieceKind, Position, Special, Square, readable};

/// Why a text in any notation is no legal move.
pub fn why_text_is_not<G: Game>(position: &Position<G>, text: &str) -> Option<WhyNot> {
    match intended::<G>(text)? {
        Intention::NoSquare => Some(WhyNot::NoSquare),
        Intention::Several => Some(WhyNot::Several),
        Intention::Drop(kind, to) => why_not(position, Move::drop(kind, to)),
        Intention::Move(claim) => Some(why_claim_fails(position, &claim)),
    }
}

fn why_claim_fails<G: Game>(position: &Position<G>, claim: &Claim) -> WhyNot {
    match start(position, claim).and_then(|from| meant(position, claim, from)) {
        Err(why) => why,
        Ok(mv) => why_not(position, mv).unwrap_or_else(|| otherwise(position, claim, mv)),
    }
}

/// What a text says wrong of the legal move between its squares.
fn otherwise<G: Game>(position: &Position<G>, claim: &Claim, mv: Move) -> WhyNot {
    let name = G::Geometry::name;
    let (from, to) = (mv.from(), mv.to());
    if matches!(claim.deed, Deed::Letter('s')) && position.kind_at(to).is_none() {
        return WhyNot::NobodyToSwap(name(to));
    }
    let touched = G::Geometry::between(from, to) | position.victims(mv);
    match claim.stops.iter().find(|&&stop| !touched.has(stop)) {
        Some(&stop) => WhyNot::Detour { stop: name(stop), from: name(from), to: name(to) },
        None => WhyNot::Otherwise(readable(position, mv)),
    }
}

/// The square of the man that is meant: the only one, or one that can go there.
fn start<G: Game>(position: &Position<G>, claim: &Claim) -> Result<Square, WhyNot> {
    let (color, kind) = (position.side(), claim.kind.unwrap_or(PieceKind::Pawn));
    let men = position.board().pieces(color, kind);
    let on_line = |square: &Square| match claim.start {
        Start::At(_) | Start::Anywhere => true,
        Start::File(file) => G::Geometry::file(*square) == file,
        Start::Rank(rank) => G::Geometry::rank(*square) == rank,
    };
    let there: Vec<Square> = men.iter().filter(on_line).collect();
    let line = match claim.start {
        Start::At(square) => return Ok(square),
        Start::File(file) => format!("file {}", &G::Geometry::FILE_LETTERS[file..=file]),
        Start::Rank(rank) => format!("rank {}", rank + G::Geometry::LOWEST_RANK),
        Start::Anywhere => String::new(),
    };
    if let Some(outcome) = position.shown_outcome() {
        return Err(WhyNot::Over(outcome.reason));
    }
    match *there.as_slice() {
        [] if men.is_empty() => Err(WhyNot::NoneOf { color, kind }),
        [] => Err(WhyNot::NoneThere { color, kind, line }),
        [only] => Ok(only),
        _ => {
            let moves = position.legal_moves();
            let way = |from| moves.iter().any(|mv| (mv.from(), mv.to()) == (from, claim.to));
            let goes = |&from: &Square| from != claim.to && way(from);
            let none = WhyNot::NoneGoes { color, kind, to: G::Geometry::name(claim.to) };
            there.into_iter().find(goes).ok_or(none)
        }
    }
}

/// The move of a man that is meant, which depends on the man. What keeps it from any move comes
/// first.
fn meant<G: Game>(position: &Position<G>, claim: &Claim, from: Square) -> Result<Move, WhyNot> {
    let to = claim.to;
    let man = standing::<G>(position.board(), from);
    let own = man.filter(|man| man.piece.color == position.side());
    if let Some(named) = claim.kind
        && let Some(man) = own.filter(|man| man.piece.kind != named)
    {
        return Err(WhyNot::OtherMan { man, named });
    }
    if let Some(why) = hindered(position, Move::new(from, to)) {
        return Err(why);
    }
    let mover = position.kind_at(from).unwrap_or(PieceKind::Pawn);
    let swaps = G::KINDS.contains(&PieceKind::Swapper);
    let with = |special| Ok(Move::with(from, to, special));
    let man = |letter: char| {
        let capital = letter.to_ascii_uppercase();
        G::KINDS.iter().find(|kind| kind.letter() == capital).copied().map(Special::Man)
    };
    let becomes = |letter| man(letter).ok_or(WhyNot::NoLetter(letter.to_ascii_uppercase()));
    // Only pawns of Rococo, the game with swappers, become other men.
    let has_choice = mover == PieceKind::Resurrector || mover == PieceKind::Pawn && swaps;
    match claim.deed {
        Deed::Letter('d') => with(Special::Destruction),
        Deed::Letter('t') => with(Special::Pull),
        Deed::Plain if from == to && swaps => Ok(destruction(claim, from)),
        Deed::Plain => with(Special::Nothing),
        // Whatever it says besides, the man goes nowhere. A drop has a text of its own.
        Deed::Letter(_) | Deed::Man(_) if from == to => with(Special::Nothing),
        Deed::Man(letter) => with(becomes(letter)?),
        Deed::Letter(letter) if has_choice && man(letter).is_some() => with(becomes(letter)?),
        Deed::Letter('s') => match mover {
            PieceKind::Swapper | PieceKind::Resurrector => with(Special::Nothing),
            PieceKind::Chameleon if swaps => with(Special::Nothing),
            kind => Err(WhyNot::Cannot { kind, deed: "cannot change places with another man" }),
        },
        Deed::Letter('y') => with(Special::Pull),
        Deed::Letter('x' | 'b') => Err(WhyNot::LeavesHere),
        Deed::Letter(letter) => with(becomes(letter)?),
    }
}

/// A move that ends where it began, in XBoard's form: with another victim it is a destruction.
fn destruction(claim: &Claim, from: Square) -> Move {
    match claim.victims.iter().find(|&&victim| victim != from) {
        Some(&victim) => Move::with(from, victim, Special::Destruction),
        None => Move::new(from, from),
    }
}
