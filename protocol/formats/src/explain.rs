//! Describes moves, squares and pieces in words.

use baroque_movegen::{
    AnyGame, BoardView, Color, Coord, IllegalReason, Methods, Move, MoveTextError, PieceKind,
    PieceView, Special, SquareView,
};

use crate::text::quoted;

/// Describes a move such as `e2e4`, a square such as `e6`, or a piece such as `W` or `withdrawer`.
pub fn explain(position: &AnyGame, text: &str) -> String {
    let view = position.view();
    if let Some(coord) = coord(&view, text) {
        return describe_square(position, &view, coord);
    }
    if let Some(kind) = kind(position, text) {
        return describe_piece(position, &view, kind);
    }
    match position.read_move(text) {
        Ok(mv) => describe_move(position, mv),
        Err(MoveTextError::Malformed(text)) => {
            format!("'{}' is no move, no square and no piece", quoted(&text))
        }
        Err(error) => error.to_string(),
    }
}

/// A legal move and its effects: `Wg6-f5xh7: captures the pawn on h7`.
pub fn describe_move(position: &AnyGame, mv: Move) -> String {
    format!(
        "{}: {}",
        position.readable_unchecked(mv),
        effects(&mut position.clone(), mv).join("; ")
    )
}

/// What each piece of the game does, a line each.
pub fn pieces(position: &AnyGame) -> String {
    let lines = position.kinds().into_iter().map(|kind| piece_line(position, kind));
    lines.collect::<Vec<_>>().join("\n")
}

/// What the piece of a letter or a name does, if the game has it: `X  chameleon: moves like …`.
pub fn piece(position: &AnyGame, name: &str) -> Option<String> {
    kind(position, name).map(|kind| piece_line(position, kind))
}

fn piece_line(position: &AnyGame, kind: PieceKind) -> String {
    format!("{}  {}", position.letter(kind), what_it_does(position, kind))
}

/// The rules of the game apart from those of the pieces, a sentence a line.
pub fn rules(position: &AnyGame) -> String {
    let mut text = format!("Rules of {}:", position.variant());
    for sentence in position.describe_rules() {
        text += &format!("\n* {sentence}");
    }
    for sentence in position.describe_notation() {
        text += &format!("\n- {sentence}");
    }
    text
}

/// The square of a name, also a missing one within the board's rectangle.
pub fn coord(view: &BoardView, name: &str) -> Option<Coord> {
    coords(view).find(|&coord| view.name(coord) == name)
}

/// All squares, missing ones too.
fn coords(view: &BoardView) -> impl Iterator<Item = Coord> {
    let ranks = view.ranks.iter().enumerate();
    ranks.flat_map(|(rank, cells)| (0..cells.len()).map(move |file| Coord { file, rank }))
}

/// The kind with a letter or a name. `leaper` is a long-leaper, too.
fn kind(position: &AnyGame, text: &str) -> Option<PieceKind> {
    let text = text.to_ascii_lowercase();
    let is_named = |&kind: &PieceKind| {
        let name = position.name(kind);
        position.letter(kind).to_lowercase().eq(text.chars())
            || name == text
            || name.split('-').any(|word| word == text)
    };
    position.kinds().into_iter().find(is_named)
}

/// `withdrawer: moves like a queen; captures what it moves straight away from`.
fn what_it_does(position: &AnyGame, kind: PieceKind) -> String {
    format!("{}: {}", position.name(kind), position.describe_kind(kind).join("; "))
}

/// What a kind of piece does, and where it is.
fn describe_piece(position: &AnyGame, view: &BoardView, kind: PieceKind) -> String {
    let mut text = what_it_does(position, kind);
    for color in Color::ALL {
        let own = view.pieces().filter(|(_, piece, _)| (piece.color, piece.kind) == (color, kind));
        let squares: Vec<String> = own.map(|(coord, ..)| view.name(coord)).collect();
        if !squares.is_empty() {
            text += &format!("\n{color}: {}", squares.join(" "));
        }
    }
    text
}

/// The piece on a square, what it does, what freezes it, where it can go and why not elsewhere; or
/// the moves to an empty square; and what is special about the square.
fn describe_square(position: &AnyGame, view: &BoardView, coord: Coord) -> String {
    let name = view.name(coord);
    let mut lines = match view.at(coord) {
        SquareView::Missing => vec![format!("{name}: this board has no such square")],
        SquareView::Empty(_) => {
            let moves = texts(position, &|mv| view.coord(mv.to()) == coord);
            let moves = (!moves.is_empty()).then(|| format!("moves: {moves}"));
            [format!("{name}: empty")].into_iter().chain(moves).collect()
        }
        SquareView::Piece(piece, _) => describe_piece_on(position, view, coord, piece),
    };
    lines.extend(position.describe_square(coord));
    lines.join("\n")
}

fn describe_piece_on(
    position: &AnyGame,
    view: &BoardView,
    coord: Coord,
    piece: PieceView,
) -> Vec<String> {
    let freezers: Vec<String> = position.freezers(coord).iter().map(ToString::to_string).collect();
    let frozen = match freezers.is_empty() {
        true => String::new(),
        false => format!(", frozen by {}", freezers.join(" and ")),
    };
    let name = view.name(coord);
    let what = position.describe_kind(piece.kind).join("; ");
    let mut lines = vec![format!("{name}: {}'s {}{frozen}", piece.color, piece.name), what];
    let moves_of = |position: &AnyGame| {
        texts(position, &|mv| mv.dropped().is_none() && view.coord(mv.from()) == coord)
    };
    if piece.color == position.side() {
        let moves = moves_of(position);
        lines.extend((!moves.is_empty()).then(|| format!("moves: {moves}")));
        if freezers.is_empty() {
            lines.extend(why_not_elsewhere(position, view, coord));
        }
    } else if let Some(passed) = position.play_null() {
        let moves = moves_of(&passed);
        let turn = format!("if it were {}'s turn: ", piece.color);
        lines.extend((!moves.is_empty()).then_some(turn + &moves));
    }
    lines
}

/// Whether the piece on a square has a legal move.
pub(crate) fn has_moves_from(position: &AnyGame, from: Coord) -> bool {
    let view = position.view();
    let is_its = |mv: Move| mv.dropped().is_none() && view.coord(mv.from()) == from;
    position.legal_moves().into_iter().any(is_its)
}

/// The legal moves of some sort as readable text, separated by blanks.
fn texts(position: &AnyGame, filter: &dyn Fn(Move) -> bool) -> String {
    let moves = position.legal_moves().into_iter().filter(|&mv| filter(mv));
    moves.map(|mv| position.readable_unchecked(mv)).collect::<Vec<String>>().join(" ")
}

/// Why a piece that is not frozen cannot go to squares within its way of moving, a line for each
/// reason. Squares behind a piece that is in the way are left out.
fn why_not_elsewhere(position: &AnyGame, view: &BoardView, from: Coord) -> Vec<String> {
    let mut reasons: Vec<(String, String)> = Vec::new();
    for to in coords(view).filter(|&to| to != from) {
        let reason = position.illegal_reason(from, to, Special::Normal);
        let Some(reason) = reason.as_ref().and_then(worth_saying) else { continue };
        let name = view.name(to);
        match reasons.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, squares)) => *squares += &format!(" {name}"),
            None => reasons.push((reason, name)),
        }
    }
    let line = |(reason, squares)| format!("not {squares}: {reason}");
    reasons.into_iter().map(line).collect()
}

/// Why a piece that is not frozen has no move, a phrase for each reason.
pub(crate) fn why_stuck(position: &AnyGame, view: &BoardView, from: Coord) -> Vec<String> {
    let mut reasons = vec!["pieces are in its way".to_owned()];
    let mut is_blocked = false;
    for to in coords(view).filter(|&to| to != from) {
        let reason = position.illegal_reason(from, to, Special::Normal);
        match reason.as_ref() {
            Some(IllegalReason::OwnPiece(_) | IllegalReason::Blocked(_)) => is_blocked = true,
            Some(reason) => {
                let text = worth_saying(reason).filter(|text| !reasons.contains(text));
                reasons.extend(text);
            }
            None => {}
        }
    }
    if !is_blocked && reasons.len() > 1 {
        reasons.remove(0);
    }
    reasons
}

/// A reason as text, unless it is that the piece does not move that way, or is blocked.
fn worth_saying(reason: &IllegalReason) -> Option<String> {
    match reason {
        IllegalReason::Manner { .. }
        | IllegalReason::Cannot { .. }
        | IllegalReason::Blocked(_)
        | IllegalReason::NoMove(_)
        | IllegalReason::NoSquare
        | IllegalReason::Over(_) => None,
        IllegalReason::OwnPiece(_) => Some("your own pieces".to_owned()),
        other => Some(other.to_string()),
    }
}

/// The effects of a legal move, at least one phrase. It is played and taken back: a copy would have all
/// positions of the game.
pub fn effects(position: &mut AnyGame, mv: Move) -> Vec<String> {
    let (view, captured) = (position.view(), position.captures(mv));
    let shielded = shielded_pieces(position);
    let mut effects: Vec<String> = special_effect(position, mv).into_iter().collect();
    let is_played = position.play(mv).is_ok();
    let (after, end, gives_check) = (position.view(), position.outcome(), position.in_check());
    let shielded_after = shielded_pieces(position);
    if is_played {
        position.take_back();
    }
    let list = |pieces: &[(Coord, PieceView)]| {
        let names = pieces.iter().map(|(coord, piece)| piece_on(*piece, &view, *coord));
        names.collect::<Vec<String>>().join(", ")
    };
    if !captured.is_empty() && mv.special() != Special::Destruction {
        effects.push(format!("captures {}", list(&captured)));
    } else if effects.is_empty() {
        effects.push("captures nothing".to_owned());
    }
    let (frozen, frozen_after) = (frozen_pieces(&view), frozen_pieces(&after));
    for color in Color::ALL {
        for (before, now, verb) in [
            (&frozen, &frozen_after, "freezes"),
            (&frozen_after, &frozen, "sets free"),
            (&shielded, &shielded_after, "shields"),
            (&shielded_after, &shielded, "no longer shields"),
        ] {
            let stayed = now.iter().filter_map(|&coord| stayed(&view, &after, coord));
            let pieces: Vec<(Coord, PieceView)> = stayed
                .filter(|(coord, piece)| piece.color == color && !before.contains(coord))
                .collect();
            if !pieces.is_empty() {
                effects.push(format!("{verb} {}", list(&pieces)));
            }
        }
    }
    let to = view.coord(mv.to());
    if matches!(view.at(to), SquareView::Empty(_)) && frozen_after.contains(&to) {
        effects.push("is frozen there".to_owned());
    }
    if let Some(end) = end {
        let what = if end.winner.is_some() { "wins" } else { "draws" };
        effects.push(format!("{what} the game ({})", end.reason));
    } else if gives_check {
        effects.push("gives check".to_owned());
    }
    effects
}

fn frozen_pieces(view: &BoardView) -> Vec<Coord> {
    view.pieces().filter(|&(.., is_frozen)| is_frozen).map(|(coord, ..)| coord).collect()
}

fn shielded_pieces(position: &AnyGame) -> Vec<Coord> {
    Color::ALL.map(|color| position.shielded(color)).concat()
}

/// The piece of a square, if it stands there before and after a move.
fn stayed(before: &BoardView, after: &BoardView, coord: Coord) -> Option<(Coord, PieceView)> {
    match (before.at(coord), after.at(coord)) {
        (SquareView::Piece(was, _), SquareView::Piece(piece, _)) if was == piece => {
            Some((coord, piece))
        }
        _ => None,
    }
}

/// What a move does besides its displacement and captures.
fn special_effect(position: &AnyGame, mv: Move) -> Option<String> {
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
    let effect = match (mv.special(), target) {
        (Special::Piece(kind), _) if mv.dropped().is_some() => {
            format!("drops the {} from the hand", position.name(kind))
        }
        (Special::Piece(kind), _) if can(mover, Methods::PROMOTE) => {
            format!("becomes {}", article(position.name(kind)))
        }
        (Special::Piece(kind), _) => format!("leaves {} behind", article(position.name(kind))),
        (Special::Destruction, Some(target)) => format!("destroys itself and {target}"),
        (Special::Pull, _) => "pulls what is behind it along".to_owned(),
        _ if mv.is_suicide() && can(mover, Methods::EXPLODE) => "explodes".to_owned(),
        _ if mv.is_suicide() => "leaves the board".to_owned(),
        (_, Some(target)) if can(mover, Methods::PUSH) => format!("pushes {target}"),
        (_, Some(target))
            if can(mover, Methods::SWAP)
                || can(mover, Methods::LEAVE)
                || can(mover, Methods::IMITATE) && can(on_target, Methods::SWAP) =>
        {
            format!("changes places with {target}")
        }
        _ => return None,
    };
    Some(effect)
}

fn piece_on(piece: PieceView, view: &BoardView, coord: Coord) -> String {
    format!("the {} on {}", piece.name, view.name(coord))
}

fn article(name: &str) -> String {
    let article = if name.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" };
    format!("{article} {name}")
}

#[cfg(test)]
mod tests {
    use baroque_games::Games;

    use super::*;

    fn explained(variant: &str, fen: &str, text: &str) -> String {
        let mut position = Games::default().open(variant).unwrap();
        position.set_fen(fen).unwrap();
        explain(&position, text)
    }

    #[test]
    fn moves_show_their_effects() {
        let free = "7k/7p/6W1/8/8/8/8/K7 w";
        let frozen = "7k/7p/4W1w1/3i4/8/3P4/2p5/K7 w";
        let rococo = "9k/10/3P6/10/10/3S1p4/10/10/10/K9 w";
        let reason = "the withdrawer on e6 is frozen by the immobilizer on d5";
        for (variant, fen, mv, text) in [
            ("baroque", free, "g6f5", "Wg6-f5xh7: captures the pawn on h7"),
            ("baroque", frozen, "d3d4", "Pd3-d4: captures nothing; is frozen there"),
            ("baroque", frozen, "e6e6", "We6@: leaves the board"),
            ("baroque", frozen, "e6e8", &format!("'e6e8' is not a legal move: {reason}")),
            ("rococo", rococo, "c4e4", "Sc4<>e4: changes places with the pawn on e4"),
        ] {
            assert_eq!(explained(variant, fen, mv), text);
        }
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
            "e6: White's withdrawer, frozen by the immobilizer on d5\n\
             moves like a queen; captures what it moves straight away from\nmoves: We6@"
        );
        let immobilizer = explained("baroque", fen, "d5");
        let start = "d5: Black's immobilizer\nmoves like a queen; freezes all";
        assert!(immobilizer.starts_with(start));
        assert!(immobilizer.contains("if it were Black's turn: Id5-h1 Id5-a2 "), "{immobilizer}");
        assert!(explained("baroque", fen, "a2").starts_with("a2: empty\nmoves: Ka1-a2"));
        let hole = explained("maxima", "***2***/4k3/8/8/8/8/8/8/8/4K3/***2*** w", "a1");
        assert_eq!(hole, "a1: this board has no such square");
        let ring = explained("rococo", "10/1k8/10/10/10/10/10/10/1K8/10 w", "x0");
        assert!(ring.starts_with("x0: empty\nAn outer square: entered"), "{ring}");
    }
    #[test]
    fn squares_out_of_reach_have_reasons() {
        let text = explained("baroque", "7k/8/8/8/p2Lpp2/8/8/3P3K w", "d4");
        assert!(text.contains("\nnot d1: your own pieces\n"), "{text}");
        assert!(text.contains("\nnot a4: a long-leaper cannot land on the pawn on a4: "), "{text}");
        let row = "the pawn on e4 and the pawn on f4 stand in a row and cannot be jumped";
        assert!(text.contains(&format!("\nnot f4 g4 h4: {row}\n")), "{text}");
        let pinned = explained("baroque", "3l3k/8/8/8/8/3W4/3K4/8 w", "d3");
        let reason = ": the king on d2 could then be captured by the long-leaper on d8";
        assert!(pinned.contains(reason), "{pinned}");
        let archer = explained("fugue", "k7/8/8/8/8/3s4/2p5/2A4K w", "c1");
        let reason = "\nnot c2: the pawn on c2 is shielded by the shield on d3";
        assert!(archer.contains(reason), "{archer}");
    }

    #[test]
    fn pieces_are_described_by_letter_and_name() {
        let start = AnyGame::new("baroque").unwrap();
        let leaper = "long-leaper: moves like a queen; captures what it jumps over, several in a \
                      line\nWhite: b1 g1\nBlack: b8 g8";
        for name in ["L", "l", "long-leaper", "leaper", "Long-Leaper"] {
            assert_eq!(explain(&start, name), leaper);
        }
        assert!(explain(&start, "guard").contains("is no move, no square"));
        assert_eq!(pieces(&start).lines().count(), 7);
        assert!(rules(&start).starts_with("Rules of baroque:\n* Checkmate "));
    }
}
