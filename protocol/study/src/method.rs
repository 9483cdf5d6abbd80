//! By which method a move captures a piece, by where the squares are. On boards whose edges are joined a
//! capture across an edge may count as one by another method.

use baroque_movegen::{AnyGame, BoardView, Coord, Methods, Move, PieceView, Special, SquareView};

/// The name of the method by which a legal move of a piece captures a victim, from the boards before and
/// after it.
pub fn method(
    game: &AnyGame,
    (view, after): (&BoardView, &BoardView),
    mv: Move,
    mover: PieceView,
    (at, victim): (Coord, PieceView),
) -> &'static str {
    let own = game.methods(mover.kind);
    let (from, to) = (view.coord(mv.from()), view.coord(mv.to()));
    let stays = from != to && after.at(from) == view.at(from);
    match mv.special() {
        Special::Destruction => return "destruction",
        _ if stays && at == to => return "rifle",
        _ if own.contains(Methods::EXPLODE) && from == to => return "explosion",
        _ if at == to => return "displacement",
        _ => {}
    }
    // An imitator captures each enemy as that enemy would.
    let imitated = own.contains(Methods::IMITATE);
    let methods = if imitated { own | game.methods(victim.kind) } else { own };
    let has = |method| methods.contains(method) || !methods.intersects(Methods::CAPTURES);
    let step = step(from, to);
    let is_at =
        |base: Coord, times: isize| step.and_then(|step| moved(base, step, times)) == Some(at);
    let length = isize::try_from(distance(from, to)).unwrap_or_default();
    let is_guarded = || {
        let behind = step.and_then(|step| moved(to, step, 2)).map(|coord| view.at(coord));
        matches!(behind, Some(SquareView::Piece(piece, _)) if piece.color == mover.color)
    };
    if (1..length).any(|times| is_at(from, times)) {
        "leap"
    } else if has(Methods::WITHDRAW) && is_at(from, -1) {
        "withdrawal"
    } else if has(Methods::APPROACH)
        && is_at(to, 1)
        && !(methods.contains(Methods::PINCER) && is_guarded())
    {
        "approach"
    } else if has(Methods::PINCER) && distance(to, at) == 1 {
        "pincer"
    } else if has(Methods::COORDINATE) {
        "coordination"
    } else {
        "otherwise"
    }
}

/// The direction of a straight line from one square to another.
fn step(from: Coord, to: Coord) -> Option<(isize, isize)> {
    let (files, ranks) = difference(from, to);
    let is_straight = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    (is_straight && from != to).then(|| (files.signum(), ranks.signum()))
}

fn difference(from: Coord, to: Coord) -> (isize, isize) {
    let part = |from: usize, to: usize| to as isize - from as isize;
    (part(from.file, to.file), part(from.rank, to.rank))
}

/// Steps of a king from one square to another.
fn distance(from: Coord, to: Coord) -> usize {
    from.file.abs_diff(to.file).max(from.rank.abs_diff(to.rank))
}

/// A square some steps away; `None` outside of all boards.
fn moved(from: Coord, (files, ranks): (isize, isize), times: isize) -> Option<Coord> {
    let file = from.file.checked_add_signed(files * times)?;
    let rank = from.rank.checked_add_signed(ranks * times)?;
    Some(Coord { file, rank })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use baroque_games::Games;

    use super::*;

    /// The methods of the captures of a move.
    fn methods(variant: &str, fen: &str, text: &str) -> Vec<&'static str> {
        let game = Games::default();
        let mut game = game.open(variant).unwrap();
        game.set_fen(fen).unwrap();
        let (mv, view) = (game.read_move(text).unwrap(), game.view());
        let SquareView::Piece(mover, _) = view.at(view.coord(mv.from())) else {
            panic!("no piece")
        };
        let victims = game.captures(mv);
        game.play(mv).unwrap();
        let views = (&view, &game.view());
        victims.into_iter().map(|victim| method(&game, views, mv, mover, victim)).collect()
    }

    #[test]
    fn methods_are_those_of_the_pieces() {
        for (variant, fen, text, wanted) in [
            ("baroque", "7k/8/8/8/1Pp5/8/8/K2P4 w", "d1d4", "pincer"),
            ("baroque", "7k/8/8/8/L2p4/8/K7/8 w", "a4e4", "leap"),
            ("baroque", "7k/8/8/3p4/3W4/8/K7/8 w", "d4d3", "withdrawal"),
            ("baroque", "7k/8/1p6/8/8/2C5/1K6/8 w", "c3c6", "coordination"),
            ("baroque", "7k/8/8/8/3p4/3K4/8/8 w", "d3d4", "displacement"),
            ("baroque", "7k/8/8/3w4/3X4/8/K7/8 w", "d4d3", "withdrawal"),
            ("baroque", "7k/8/8/2Pp4/8/4X3/K7/8 w", "e3e5", "pincer"),
            ("rococo", "10/10/4p5/10/10/10/10/4A5/2k3K3/10 w", "d2d6", "approach"),
            ("fugue", "7k/8/8/8/8/A1p5/8/K7 w", "a3c3", "rifle"),
            ("rococo", "10/3l6/3S6/10/10/10/10/10/2k3K3/10 w", "c7c8d", "destruction"),
        ] {
            assert_eq!(methods(variant, fen, text), [wanted], "{fen} {text}");
        }
        let both = methods("baroque", "7k/8/8/8/2wX1l2/8/K7/8 w", "d4g4");
        assert_eq!(both.len(), 2);
        assert!(both.contains(&"withdrawal") && both.contains(&"leap"));
        let bomb = "8k/9/9/3pwl3/4B4/9/9/9/K8[] w";
        assert_eq!(methods("renaissance", bomb, "e5e5"), ["explosion"; 3]);
    }
}
