//! What a move does, and who stands somewhere, in words.

use baroque_movegen::{BoardView, Color, Coord, Move, Piece, PieceKind, Special, SquareView};

use crate::game::AnyGame;

/// Answers `? e2e4` and `? e6`.
pub fn answer(game: &dyn AnyGame, text: &str) -> String {
    let view = game.view();
    if let Some(coord) = coord(&view, text) {
        return on_square(game, &view, coord);
    }
    match game.read_move(text) {
        Ok(mv) => format!("{}: {}", game.readable(&[mv]), effects(game, mv).join("; ")),
        Err(error) => error.to_string(),
    }
}

/// The square of a name.
fn coord(view: &BoardView, name: &str) -> Option<Coord> {
    let coords = view.ranks.iter().enumerate().flat_map(|(rank, cells)| {
        cells.iter().enumerate().map(move |(file, cell)| (Coord { file, rank }, *cell))
    });
    let mut found =
        coords.filter(|(coord, cell)| *cell != SquareView::Missing && view.name(*coord) == name);
    found.next().map(|(coord, _)| coord)
}

/// Who stands on a square, who holds it, and what goes from or to it.
fn on_square(game: &dyn AnyGame, view: &BoardView, coord: Coord) -> String {
    let name = view.name(coord);
    let to_move = game.side();
    let texts = |wanted: &dyn Fn(Move) -> bool| {
        let moves = game.legal().into_iter().filter(|&mv| wanted(mv));
        moves.map(|mv| game.readable(&[mv])).collect::<Vec<String>>().join(" ")
    };
    let mut text = match view.at(coord) {
        SquareView::Piece(piece, _) => {
            let freezers: Vec<String> = game.freezers(coord).iter().map(named).collect();
            let frozen = match freezers.as_slice() {
                [] => String::new(),
                freezers => format!(", frozen by {}", freezers.join(" and ")),
            };
            format!("{name}: {}'s {}{frozen}", piece.color, piece.kind.name())
        }
        _ => format!("{name}: empty"),
    };
    let moves = match view.at(coord) {
        SquareView::Piece(piece, _) if piece.color == to_move => {
            texts(&|mv| mv.dropped().is_none() && view.coord(mv.from()) == coord)
        }
        SquareView::Piece(..) => String::new(),
        _ => texts(&|mv| view.coord(mv.to()) == coord),
    };
    if !moves.is_empty() {
        text += "\nmoves: ";
        text += &moves;
    }
    text
}

fn named(piece: &baroque_movegen::PieceOn) -> String {
    piece.to_string()
}

/// Everything that a legal move does, at least one phrase.
fn effects(game: &dyn AnyGame, mv: Move) -> Vec<String> {
    let (view, after) = (game.view(), game.view_after(mv));
    let mut effects = deeds(&view, mv);
    let taken = game.taken(mv);
    let list = |pieces: &[(Coord, Piece)]| {
        let names = pieces.iter().map(|(coord, piece)| piece_on(*piece, &view, *coord));
        names.collect::<Vec<String>>().join(", ")
    };
    if !taken.is_empty() && mv.special() != Special::Destruction {
        effects.push(format!("takes {}", list(&taken)));
    } else if effects.is_empty() {
        effects.push("takes nothing".to_owned());
    }
    let changed = |from: bool, color: Color| -> Vec<(Coord, Piece)> {
        let pieces = pieces(&after).filter(|(coord, piece, frozen)| {
            let before = view.at(*coord);
            let same =
                matches!(before, SquareView::Piece(other, was) if other == *piece && was == from);
            same && *frozen != from && piece.color == color
        });
        pieces.map(|(coord, piece, _)| (coord, piece)).collect()
    };
    for color in Color::ALL {
        for (from, verb) in [(false, "freezes"), (true, "sets free")] {
            let pieces = changed(from, color);
            if !pieces.is_empty() {
                effects.push(format!("{verb} {}", list(&pieces)));
            }
        }
    }
    let to = view.coord(mv.to());
    if matches!(view.at(to), SquareView::Empty(_))
        && matches!(after.at(to), SquareView::Piece(_, true))
    {
        effects.push("is frozen there".to_owned());
    }
    let text = game.readable(&[mv]);
    match text.chars().next_back() {
        Some('+') => effects.push("gives check".to_owned()),
        Some('#') => effects.push("wins the game".to_owned()),
        Some('=') => effects.push("draws the game".to_owned()),
        _ => {}
    }
    effects
}

/// What a move does besides going and taking.
fn deeds(view: &BoardView, mv: Move) -> Vec<String> {
    let [from, to] = [view.coord(mv.from()), view.coord(mv.to())];
    let mover = match view.at(from) {
        SquareView::Piece(piece, _) => Some(piece),
        _ => None,
    };
    let met = match view.at(to) {
        SquareView::Piece(piece, _) if from != to => Some(piece_on(piece, view, to)),
        _ => None,
    };
    let kind = mover.map(|piece| piece.kind);
    let mut deeds = Vec::new();
    match (mv.special(), kind, met) {
        (Special::Piece(piece), _, _) if mv.dropped().is_some() => {
            deeds.push(format!("drops the {} from the hand", piece.name()));
        }
        (Special::Piece(piece), Some(PieceKind::Pawn), _) => {
            deeds.push(format!("becomes {}", article(piece)));
        }
        (Special::Piece(piece), ..) => deeds.push(format!("leaves {} behind", article(piece))),
        (Special::Destruction, _, Some(met)) => deeds.push(format!("destroys itself and {met}")),
        (Special::Pull, ..) => deeds.push("pulls what is behind it along".to_owned()),
        (_, Some(PieceKind::Bomb), _) if mv.is_suicide() => deeds.push("explodes".to_owned()),
        _ if mv.is_suicide() => deeds.push("leaves the board (suicide)".to_owned()),
        (_, Some(PieceKind::Pusher), Some(met)) => deeds.push(format!("pushes {met}")),
        (_, Some(PieceKind::Swapper | PieceKind::Resurrector), Some(met)) => {
            deeds.push(format!("changes places with {met}"));
        }
        (_, Some(PieceKind::Chameleon), Some(met)) if met.contains(PieceKind::Swapper.name()) => {
            deeds.push(format!("changes places with {met}"));
        }
        _ => {}
    }
    deeds
}

fn piece_on(piece: Piece, view: &BoardView, coord: Coord) -> String {
    format!("the {} on {}", piece.kind.name(), view.name(coord))
}

fn article(kind: PieceKind) -> String {
    let article = if kind.name().starts_with(['a', 'i']) { "an" } else { "a" };
    format!("{article} {}", kind.name())
}

/// All pieces of a view, and whether they are frozen.
fn pieces(view: &BoardView) -> impl Iterator<Item = (Coord, Piece, bool)> {
    view.ranks.iter().enumerate().flat_map(|(rank, cells)| {
        cells.iter().enumerate().filter_map(move |(file, cell)| match cell {
            SquareView::Piece(piece, frozen) => Some((Coord { file, rank }, *piece, *frozen)),
            _ => None,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Place;
    use crate::variants;

    fn told(variant: &str, fen: &str, text: &str) -> String {
        let mut game = variants::open(variant).unwrap();
        game.set_place(&Place { fen: Some(fen.to_owned()), moves: Vec::new() }).unwrap();
        answer(game.as_ref(), text)
    }

    #[test]
    fn effects_of_moves() {
        let knot = "7k/7p/4W1w1/3i4/8/3P4/2p5/K7 w";
        assert_eq!(
            told("baroque", "7k/7p/6W1/8/8/8/8/K7 w", "g6f5"),
            "Wg6-f5xh7: takes the pawn on h7"
        );
        assert_eq!(told("baroque", knot, "d3d4"), "Pd3-d4: takes nothing; is frozen there");
        assert_eq!(told("baroque", knot, "e6e6"), "We6@: leaves the board (suicide)");
        assert_eq!(
            told("baroque", knot, "e6e8"),
            "'e6e8' is not a legal move: the withdrawer on e6 is frozen by the immobilizer on d5"
        );
        let rococo = "9k/10/3P6/10/10/3S1p4/10/10/10/K9 w";
        assert_eq!(told("rococo", rococo, "c4e4"), "Sc4<>e4: changes places with the pawn on e4");
        let far = "9k/10/3P6/10/10/10/10/10/10/K9 w";
        assert!(told("rococo", far, "c7c8l").contains("becomes a long-leaper"));
        let hall = "8k/9/9/9/3UP4/2Y6/1P7/3B5/K8[P] w";
        assert!(told("renaissance", hall, "d5e5").contains("pushes the pawn on e5"));
        assert!(told("renaissance", hall, "c4d5").contains("is already there"));
        assert!(told("renaissance", hall, "d2d2").contains("explodes"));
        assert!(told("renaissance", hall, "P@a9").contains("drops the pawn from the hand"));
    }

    #[test]
    fn squares_tell_who_stands_there() {
        let fen = "7k/8/4W3/3i4/8/3P4/8/K7 w";
        assert_eq!(
            told("baroque", fen, "e6"),
            "e6: White's withdrawer, frozen by the immobilizer on d5\nmoves: We6@"
        );
        assert_eq!(told("baroque", fen, "d5"), "d5: Black's immobilizer");
        assert!(told("baroque", fen, "a2").starts_with("a2: empty\nmoves: Ka1-a2"));
    }
}
