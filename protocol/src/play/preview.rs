//! What a move does, and who stands somewhere, in words.

use baroque_movegen::{Cell, Color, Move, Piece, PieceKind, Special, Spot, View};

use crate::game::AnyGame;

/// Answers `? e2e4` and `? e6`.
pub fn answer(game: &dyn AnyGame, text: &str) -> String {
    let view = game.view();
    if let Some(spot) = spot(&view, text) {
        return on_square(game, &view, spot);
    }
    match game.read_move(text) {
        Ok(mv) => format!("{}: {}", game.readable(&[mv]), effects(game, mv).join("; ")),
        Err(error) => error.to_string(),
    }
}

/// The square of a name.
fn spot(view: &View, name: &str) -> Option<Spot> {
    let spots = view.ranks.iter().enumerate().flat_map(|(rank, cells)| {
        cells.iter().enumerate().map(move |(file, cell)| (Spot { file, rank }, *cell))
    });
    let mut found = spots.filter(|(spot, cell)| *cell != Cell::Missing && view.name(*spot) == name);
    found.next().map(|(spot, _)| spot)
}

/// Who stands on a square, who holds it, and what goes from or to it.
fn on_square(game: &dyn AnyGame, view: &View, spot: Spot) -> String {
    let name = view.name(spot);
    let to_move = game.side();
    let texts = |wanted: &dyn Fn(Move) -> bool| {
        let moves = game.legal().into_iter().filter(|&mv| wanted(mv));
        moves.map(|mv| game.readable(&[mv])).collect::<Vec<String>>().join(" ")
    };
    let mut text = match view.at(spot) {
        Cell::Man(man, _) => {
            let holders: Vec<String> = game.holders(spot).iter().map(named).collect();
            let frozen = match holders.as_slice() {
                [] => String::new(),
                holders => format!(", frozen by {}", holders.join(" and ")),
            };
            format!("{name}: {}'s {}{frozen}", man.color, man.kind.name())
        }
        _ => format!("{name}: empty"),
    };
    let moves = match view.at(spot) {
        Cell::Man(man, _) if man.color == to_move => {
            texts(&|mv| mv.dropped().is_none() && view.spot(mv.from()) == spot)
        }
        Cell::Man(..) => String::new(),
        _ => texts(&|mv| view.spot(mv.to()) == spot),
    };
    if !moves.is_empty() {
        text += "\nmoves: ";
        text += &moves;
    }
    text
}

fn named(man: &baroque_movegen::Standing) -> String {
    man.to_string()
}

/// Everything that a legal move does, at least one phrase.
fn effects(game: &dyn AnyGame, mv: Move) -> Vec<String> {
    let (view, after) = (game.view(), game.view_after(mv));
    let mut effects = deeds(&view, mv);
    let taken = game.taken(mv);
    let list = |men: &[(Spot, Piece)]| {
        let names = men.iter().map(|(spot, man)| man_on(*man, &view, *spot));
        names.collect::<Vec<String>>().join(", ")
    };
    if !taken.is_empty() && mv.special() != Special::Destruction {
        effects.push(format!("takes {}", list(&taken)));
    } else if effects.is_empty() {
        effects.push("takes nothing".to_owned());
    }
    let changed = |from: bool, color: Color| -> Vec<(Spot, Piece)> {
        let men = men(&after).filter(|(spot, man, frozen)| {
            let before = view.at(*spot);
            let same = matches!(before, Cell::Man(other, was) if other == *man && was == from);
            same && *frozen != from && man.color == color
        });
        men.map(|(spot, man, _)| (spot, man)).collect()
    };
    for color in Color::ALL {
        for (from, verb) in [(false, "freezes"), (true, "sets free")] {
            let men = changed(from, color);
            if !men.is_empty() {
                effects.push(format!("{verb} {}", list(&men)));
            }
        }
    }
    let to = view.spot(mv.to());
    if matches!(view.at(to), Cell::Empty(_)) && matches!(after.at(to), Cell::Man(_, true)) {
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
fn deeds(view: &View, mv: Move) -> Vec<String> {
    let [from, to] = [view.spot(mv.from()), view.spot(mv.to())];
    let mover = match view.at(from) {
        Cell::Man(man, _) => Some(man),
        _ => None,
    };
    let met = match view.at(to) {
        Cell::Man(man, _) if from != to => Some(man_on(man, view, to)),
        _ => None,
    };
    let kind = mover.map(|man| man.kind);
    let mut deeds = Vec::new();
    match (mv.special(), kind, met) {
        (Special::Man(man), _, _) if mv.dropped().is_some() => {
            deeds.push(format!("drops the {} from the hand", man.name()));
        }
        (Special::Man(man), Some(PieceKind::Pawn), _) => {
            deeds.push(format!("becomes {}", article(man)));
        }
        (Special::Man(man), ..) => deeds.push(format!("leaves {} behind", article(man))),
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

fn man_on(man: Piece, view: &View, spot: Spot) -> String {
    format!("the {} on {}", man.kind.name(), view.name(spot))
}

fn article(kind: PieceKind) -> String {
    let article = if kind.name().starts_with(['a', 'i']) { "an" } else { "a" };
    format!("{article} {}", kind.name())
}

/// All men of a view, and whether they are frozen.
fn men(view: &View) -> impl Iterator<Item = (Spot, Piece, bool)> {
    view.ranks.iter().enumerate().flat_map(|(rank, cells)| {
        cells.iter().enumerate().filter_map(move |(file, cell)| match cell {
            Cell::Man(man, frozen) => Some((Spot { file, rank }, *man, *frozen)),
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
