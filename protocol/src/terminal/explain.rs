//! Describes moves and squares in words.

use baroque_movegen::{
    AnyPosition, BoardView, Color, Coord, Methods, Move, PieceView, Special, SquareView,
};

/// Describes a move such as `e2e4` or a square such as `e6`.
pub fn explain(position: &AnyPosition, text: &str) -> String {
    let view = position.view();
    if let Some(coord) = coord(&view, text) {
        return describe_square(position, &view, coord);
    }
    match position.read_move(text) {
        Ok(mv) => format!("{}: {}", position.readable(mv), effects(position, mv).join("; ")),
        Err(error) => error.to_string(),
    }
}

fn coord(view: &BoardView, name: &str) -> Option<Coord> {
    let coords = view.ranks.iter().enumerate().flat_map(|(rank, cells)| {
        cells.iter().enumerate().map(move |(file, cell)| (Coord { file, rank }, *cell))
    });
    let mut found =
        coords.filter(|(coord, cell)| *cell != SquareView::Missing && view.name(*coord) == name);
    found.next().map(|(coord, _)| coord)
}

/// The piece on a square, what freezes it, and its legal moves, or those to an empty square.
fn describe_square(position: &AnyPosition, view: &BoardView, coord: Coord) -> String {
    let name = view.name(coord);
    let to_move = position.side();
    let texts = |filter: &dyn Fn(Move) -> bool| {
        let moves = position.legal_moves().into_iter().filter(|&mv| filter(mv));
        moves.map(|mv| position.readable(mv)).collect::<Vec<String>>().join(" ")
    };
    let mut text = match view.at(coord) {
        SquareView::Piece(piece, _) => {
            let freezers: Vec<String> =
                position.freezers(coord).iter().map(ToString::to_string).collect();
            let frozen = match freezers.as_slice() {
                [] => String::new(),
                freezers => format!(", frozen by {}", freezers.join(" and ")),
            };
            format!("{name}: {}'s {}{frozen}", piece.color, piece.name)
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

/// The effects of a legal move, at least one phrase.
fn effects(position: &AnyPosition, mv: Move) -> Vec<String> {
    let (view, after) = (position.view(), view_after(position, mv));
    let mut effects = special_effects(position, mv);
    let captured = position.captures(mv);
    let list = |pieces: &[(Coord, PieceView)]| {
        let names = pieces.iter().map(|(coord, piece)| piece_on(*piece, &view, *coord));
        names.collect::<Vec<String>>().join(", ")
    };
    if !captured.is_empty() && mv.special() != Special::Destruction {
        effects.push(format!("captures {}", list(&captured)));
    } else if effects.is_empty() {
        effects.push("captures nothing".to_owned());
    }
    let changed = |from: bool, color: Color| -> Vec<(Coord, PieceView)> {
        let pieces = after.pieces().filter(|(coord, piece, frozen)| {
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
    let text = position.readable(mv);
    match text.chars().next_back() {
        Some('+') => effects.push("gives check".to_owned()),
        Some('#') => effects.push("wins the game".to_owned()),
        Some('=') => effects.push("draws the game".to_owned()),
        _ => {}
    }
    effects
}

fn view_after(position: &AnyPosition, mv: Move) -> BoardView {
    let mut next = position.clone();
    // A legal move cannot fail.
    let _ = next.play(mv);
    next.view()
}

/// The effects of a move besides its displacement and captures.
fn special_effects(position: &AnyPosition, mv: Move) -> Vec<String> {
    let view = position.view();
    let [from, to] = [view.coord(mv.from()), view.coord(mv.to())];
    let mover = match view.at(from) {
        SquareView::Piece(piece, _) => Some(piece),
        _ => None,
    };
    let on_target = match view.at(to) {
        SquareView::Piece(piece, _) if from != to => Some(piece),
        _ => None,
    };
    let can = |piece: Option<PieceView>, method| {
        piece.is_some_and(|piece| position.methods(piece.kind).contains(method))
    };
    let target = on_target.map(|piece| piece_on(piece, &view, to));
    let mut effects = Vec::new();
    match (mv.special(), target) {
        (Special::Piece(kind), _) if mv.dropped().is_some() => {
            effects.push(format!("drops the {} from the hand", position.name(kind)));
        }
        (Special::Piece(kind), _) if can(mover, Methods::PROMOTE) => {
            effects.push(format!("becomes {}", article(position.name(kind))));
        }
        (Special::Piece(kind), _) => {
            effects.push(format!("leaves {} behind", article(position.name(kind))));
        }
        (Special::Destruction, Some(target)) => {
            effects.push(format!("destroys itself and {target}"));
        }
        (Special::Pull, _) => effects.push("pulls what is behind it along".to_owned()),
        _ if mv.is_suicide() && can(mover, Methods::EXPLODE) => {
            effects.push("explodes".to_owned());
        }
        _ if mv.is_suicide() => effects.push("leaves the board (suicide)".to_owned()),
        (_, Some(target)) if can(mover, Methods::PUSH) => {
            effects.push(format!("pushes {target}"));
        }
        (_, Some(target))
            if can(mover, Methods::SWAP)
                || can(mover, Methods::LEAVE)
                || can(mover, Methods::IMITATE) && can(on_target, Methods::SWAP) =>
        {
            effects.push(format!("changes places with {target}"));
        }
        _ => {}
    }
    effects
}

fn piece_on(piece: PieceView, view: &BoardView, coord: Coord) -> String {
    format!("the {} on {}", piece.name, view.name(coord))
}

fn article(name: &str) -> String {
    let article = if name.starts_with(['a', 'i']) { "an" } else { "a" };
    format!("{article} {name}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn explained(variant: &str, fen: &str, text: &str) -> String {
        let mut position = AnyPosition::new(variant).unwrap();
        position.set_fen(fen).unwrap();
        explain(&position, text)
    }

    #[test]
    fn moves_show_their_effects() {
        let frozen = "7k/7p/4W1w1/3i4/8/3P4/2p5/K7 w";
        assert_eq!(
            explained("baroque", "7k/7p/6W1/8/8/8/8/K7 w", "g6f5"),
            "Wg6-f5xh7: captures the pawn on h7"
        );
        assert_eq!(
            explained("baroque", frozen, "d3d4"),
            "Pd3-d4: captures nothing; is frozen there"
        );
        assert_eq!(explained("baroque", frozen, "e6e6"), "We6@: leaves the board (suicide)");
        assert_eq!(
            explained("baroque", frozen, "e6e8"),
            "'e6e8' is not a legal move: the withdrawer on e6 is frozen by the immobilizer on d5"
        );
        let rococo = "9k/10/3P6/10/10/3S1p4/10/10/10/K9 w";
        assert_eq!(
            explained("rococo", rococo, "c4e4"),
            "Sc4<>e4: changes places with the pawn on e4"
        );
        let far = "9k/10/3P6/10/10/10/10/10/10/K9 w";
        assert!(explained("rococo", far, "c7c8l").contains("becomes a long-leaper"));
        let hall = "8k/9/9/9/3UP4/2Y6/1P7/3B5/K8[P] w";
        assert!(explained("renaissance", hall, "d5e5").contains("pushes the pawn on e5"));
        assert!(explained("renaissance", hall, "c4d5").contains("your own pusher is on d5"));
        assert!(explained("renaissance", hall, "d2d2").contains("explodes"));
        assert!(explained("renaissance", hall, "P@a9").contains("drops the pawn from the hand"));
    }

    #[test]
    fn squares_show_their_piece_and_moves() {
        let fen = "7k/8/4W3/3i4/8/3P4/8/K7 w";
        assert_eq!(
            explained("baroque", fen, "e6"),
            "e6: White's withdrawer, frozen by the immobilizer on d5\nmoves: We6@"
        );
        assert_eq!(explained("baroque", fen, "d5"), "d5: Black's immobilizer");
        assert!(explained("baroque", fen, "a2").starts_with("a2: empty\nmoves: Ka1-a2"));
    }
}
