//! Examples: small positions in which a piece does what it is there for.

use baroque_movegen::{
    AnyGame, BoardView, Color, IllegalReason, Move, PieceKind, Special, SquareView,
};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// Positions that are tried.
const TRIES: usize = 3000;
/// Positions after which the best example so far is good enough.
const ENOUGH: usize = 300;
/// Most pieces of an example besides the kings and the piece itself.
const MOST: usize = 4;

/// A position, and a move in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Example {
    /// The position, White to move.
    pub fen: String,
    /// The move of a piece of the kind, as UCI text.
    pub uci: String,
}

/// An example of what a kind does: a capture, best one that does not land on its victim; else that it freezes
/// an enemy, shields an own piece, leaves one of its hand behind, or moves other pieces. The same in every call;
/// `None` if none is found.
///
/// ```
/// use baroque_formats::example::example;
/// use baroque_movegen::AnyGame;
/// let start = AnyGame::new("baroque").unwrap();
/// let shown = example(&start, start.kind('W').unwrap()).unwrap();
/// let mut game = start.first();
/// game.set_fen(&shown.fen).unwrap();
/// let mv = game.read_move(&shown.uci).unwrap();
/// assert_eq!(game.explain_captures(mv)[0].method.to_string(), "withdrawal");
/// ```
pub fn example(start: &AnyGame, kind: PieceKind) -> Option<Example> {
    let mut random = StdRng::seed_from_u64(kind.index() as u64);
    let (view, mut game) = (start.view(), start.first());
    let mut best: Option<(usize, Example)> = None;
    let mut tries = 0;
    for others in (0..TRIES).map(|attempt| 1 + attempt * MOST / TRIES) {
        let fen = position(start, &view, kind, others, &mut random);
        if game.set_fen(&fen).is_err() || game.in_check() || game.outcome().is_some() {
            continue;
        }
        let shown = game.view();
        let is_its = |mv: &Move| {
            let piece = shown.at(shown.coord(mv.from()));
            mv.dropped().is_none()
                && matches!(piece, SquareView::Piece(it, _) if it.kind == kind && it.color == Color::White)
        };
        for mv in game.legal_moves().into_iter().filter(is_its) {
            let Some(rank) = rank(&game, mv) else { continue };
            if best.as_ref().is_none_or(|(known, _)| rank < *known) {
                best = Some((rank, Example { fen: game.fen(), uci: game.uci(mv) }));
            }
        }
        tries += 1;
        // Not every kind does the best there is.
        if best.as_ref().is_some_and(|(rank, _)| *rank == 0 || tries > ENOUGH) {
            break;
        }
    }
    best.map(|(_, example)| example)
}

/// How far a move is from the best kind of example; `None` if it shows nothing.
fn rank(game: &AnyGame, mv: Move) -> Option<usize> {
    let (captures, lands) = (game.captures(mv), game.view().coord(mv.to()));
    match captures.first() {
        Some((_, victim)) if victim.color == Color::White => None,
        Some((at, _)) => Some(usize::from(*at == lands)),
        None if matches!(mv.special(), Special::Piece(_)) => Some(2),
        None if mv.special() != Special::Normal => Some(3),
        None => {
            // What freezes itself shows nothing.
            let frozen = |game: &AnyGame| {
                let view = game.view();
                view.pieces().filter(|(_, it, frozen)| *frozen && it.color == Color::Black).count()
            };
            let mut next = game.clone();
            next.play(mv).ok()?;
            (frozen(&next) > frozen(game) || shields(game, &next)).then_some(2)
        }
    }
}

/// Whether a move of White keeps Black from a capture by a shield that was not there.
fn shields(before: &AnyGame, after: &AnyGame) -> bool {
    let (shielded, view) = (before.shielded(Color::White), after.view());
    let mut new =
        after.shielded(Color::White).into_iter().filter(|coord| !shielded.contains(coord));
    let enemies = || view.pieces().filter(|(_, piece, _)| piece.color == Color::Black);
    let is_kept_off = |from, to| {
        let reason = after.illegal_reason(from, to, Special::Normal);
        matches!(reason, Some(IllegalReason::Shielded { .. }))
    };
    new.any(|to| enemies().any(|(from, ..)| is_kept_off(from, to)))
}

/// A random position with the kings, a piece of a kind and some others.
fn position(
    start: &AnyGame,
    view: &BoardView,
    kind: PieceKind,
    others: usize,
    random: &mut StdRng,
) -> String {
    let kinds = start.kinds();
    let letter = |kind: PieceKind, is_white: bool| match is_white {
        true => start.letter(kind),
        false => start.letter(kind).to_ascii_lowercase(),
    };
    let royals: Vec<PieceKind> = kinds.iter().copied().filter(|&it| start.is_royal(it)).collect();
    let plain: Vec<PieceKind> = kinds.iter().copied().filter(|&it| !start.is_royal(it)).collect();
    let mut pieces: Vec<char> =
        royals.iter().flat_map(|&king| [letter(king, true), letter(king, false)]).collect();
    if !royals.contains(&kind) {
        pieces.push(letter(kind, true));
    }
    for index in 0..others {
        let Some(&other) = plain.get(random.random_range(0..plain.len().max(1))) else { continue };
        pieces.push(letter(other, index > 0 && random.random_bool(0.5)));
    }
    let mut squares: Vec<Vec<Option<char>>> = view
        .ranks
        .iter()
        .map(|rank| rank.iter().map(|cell| (*cell == SquareView::Missing).then_some('*')).collect())
        .collect();
    for piece in pieces {
        let rank = random.random_range(0..squares.len());
        let Some(row) = squares.get_mut(rank) else { continue };
        let file = random.random_range(0..row.len());
        if let Some(square) = row.get_mut(file).filter(|square| square.is_none()) {
            *square = Some(piece);
        }
    }
    // Some kinds do something with what is in hand.
    let in_hand = plain.first().map(|&kind| letter(kind, true));
    let hands = match (&view.hands, in_hand) {
        (Some(_), Some(letter)) => format!("[{letter}]"),
        (Some(_), None) => "[]".to_owned(),
        (None, _) => String::new(),
    };
    let rows: Vec<String> = squares.iter().rev().map(|row| fen_rank(row)).collect();
    format!("{}{hands} w - - 0 1", rows.join("/"))
}

/// The text of a rank in FEN.
fn fen_rank(row: &[Option<char>]) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for square in row.iter().chain([&Some('/')]) {
        match square {
            None => empty += 1,
            Some(piece) => {
                if empty > 0 {
                    text += &empty.to_string();
                }
                empty = 0;
                text.extend((*piece != '/').then_some(*piece));
            }
        }
    }
    text
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use baroque_games::Games;

    use super::*;
    use crate::explain::effects;

    #[test]
    fn a_puller_is_shown_pulling() {
        let start = AnyGame::new("renaissance").unwrap();
        let puller = start.kinds().into_iter().find(|&kind| start.name(kind) == "puller").unwrap();
        let shown = example(&start, puller).unwrap();
        let mut game = start.first();
        game.set_fen(&shown.fen).unwrap();
        assert_eq!(game.read_move(&shown.uci).unwrap().special(), Special::Pull);
    }

    #[test]
    fn a_shield_is_shown_shielding_and_a_resurrector_resurrecting() {
        for (game, letter, effect) in
            [("fugue", 'S', "shields the "), ("renaissance", 'R', "leaves a ")]
        {
            let start = Games::default().open(game).unwrap();
            let shown = example(&start, start.kind(letter).unwrap()).unwrap();
            let mut game = start.first();
            game.set_fen(&shown.fen).unwrap();
            let mv = game.read_move(&shown.uci).unwrap();
            let effects = effects(&mut game, mv);
            assert!(effects.iter().any(|text| text.starts_with(effect)), "{shown:?}: {effects:?}");
        }
    }

    #[test]
    fn every_piece_of_every_game_has_an_example() {
        let games = Games::default();
        for name in games.names() {
            let start = games.open(name).unwrap();
            if start.is_placing() {
                continue;
            }
            for kind in start.kinds() {
                assert!(example(&start, kind).is_some(), "{name}: {}", start.name(kind));
            }
        }
    }
}
