//! Descriptions of positions for users and GUIs.

use std::fmt::Write;

use baroque_engine::network::{NetworkTrace, PieceWorth};
use baroque_engine::{Engine, Score, TunedGame};
use baroque_movegen::capture::coordinate::Coordinate;
use baroque_movegen::capture::{CaptureContext, Landing};
use baroque_movegen::{
    AnyGame, Color, Geometry, Methods, PieceKind, Position, RuleFlags, Square, or_dash,
    with_history,
};

/// Board size, pocket and start position in the form that GUIs for chess variants parse.
pub fn variant_info(position: &AnyGame) -> String {
    let mut start = position.first();
    start.reset();
    let view = start.view();
    let pocket = if view.hands.is_some() { start.kinds().len() - 1 } else { 0 };
    format!(
        "variant {} files {} ranks {} pocket {pocket} template fairy startpos {}",
        position.variant(),
        view.files.len(),
        view.ranks.len(),
        start.fen()
    )
}

/// The board diagram and its FEN.
pub fn board(position: &AnyGame) -> String {
    format!("{}\nFen: {}\n", position, position.fen())
}

/// The output of `d`: board, FEN, key, rules, result and legal moves.
pub fn display(position: &AnyGame) -> String {
    let mut text = board(position);
    text += &with_history!(position.history(), game => details(game.position()));
    // Writing to a string cannot fail.
    let _ = writeln!(text, "Variant: {}", position.variant());
    let _ = writeln!(text, "Rules: {}", position.rules());
    if let Some(outcome) = position.outcome() {
        let _ = writeln!(text, "Result: {} {}", outcome.result(), outcome.reason.text());
    }
    let moves = move_texts(position);
    let _ = writeln!(text, "Legal moves: {}", moves.len());
    for (uci, readable) in moves {
        let _ = writeln!(text, "{uci} {readable}");
    }
    text
}

fn details<G: TunedGame>(position: &Position<G>) -> String {
    let (geometry, pieces) = (position.geometry(), position.pieces());
    let names = |squares: Vec<_>| -> String {
        let names: Vec<String> = squares.into_iter().map(|square| geometry.name(square)).collect();
        or_dash(&names.join(" ")).to_owned()
    };
    let frozen = position.frozen(Color::White) | position.frozen(Color::Black);
    let mut text = format!(
        "Key: {:016X}\nSide: {}\nCheck: {}\nFrozen: {}\n",
        position.key(),
        position.side().to_string().to_lowercase(),
        if position.in_check() { "yes" } else { "no" },
        names(frozen.iter().collect())
    );
    if let Some(coordinator) =
        pieces.kinds().find(|&kind| pieces.info(kind).has(Methods::COORDINATE))
    {
        let [white, black] = Color::ALL.map(|color| names(corners(position, coordinator, color)));
        text += &format!("Corners: White {white}, Black {black}\n");
    }
    text
}

/// The corner squares that the coordinators of a side span with its king where they stand.
fn corners<G: TunedGame>(
    position: &Position<G>,
    coordinator: PieceKind,
    color: Color,
) -> Vec<Square> {
    let board = position.board();
    let Some(king) = board.king(color) else { return Vec::new() };
    let (geometry, options) = (position.geometry(), RuleFlags::empty());
    let context = CaptureContext { geometry, king: Some(king), options };
    let corners = board
        .pieces(color, coordinator)
        .iter()
        .flat_map(|from| Coordinate::victims(&context, from, from, geometry.squares()).iter());
    corners.collect()
}

/// The legal moves as pairs of UCI text and readable text, sorted by UCI text.
pub fn move_texts(position: &AnyGame) -> Vec<(String, String)> {
    let both = |mv| (position.uci(mv), position.readable_unchecked(mv));
    let mut texts: Vec<(String, String)> = position.legal_moves().into_iter().map(both).collect();
    texts.sort_unstable();
    texts
}

/// The output of `eval`, in centipawns: what the network says, if the engine has one for the game,
/// the terms of the hand-made evaluation, and the evaluation that searches use.
pub fn evaluation(position: &AnyGame, engine: &Engine) -> String {
    with_history!(position.history(), game => evaluation_of(game.position(), engine))
}

fn evaluation_of<G: TunedGame>(position: &Position<G>, engine: &Engine) -> String {
    G::prepare(position.rules());
    let network = engine.network(position).map(|network| network.trace(position));
    let mut text = network.as_ref().map_or_else(String::new, |trace| network_text(position, trace));
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{:<20}{:>8}{:>8}{:>8}", "", "White", "Black", "Total");
    for term in baroque_engine::trace(position) {
        let [white, black] = [term.white, term.black].map(reported::<G>);
        let total = white - black;
        let _ = writeln!(text, "{:<20}{white:>8}{black:>8}{total:>8}", term.name);
    }
    let white =
        |value: i32| reported::<G>(if position.side() == Color::White { value } else { -value });
    let hand_made = baroque_engine::hand_made(position).value();
    let _ = writeln!(text, "Hand-made: {:+}", white(hand_made));
    let used = match network {
        None => hand_made,
        Some(NetworkTrace { value, residual: true, .. }) => value + hand_made,
        Some(NetworkTrace { value, .. }) => value,
    };
    text + &format!("Evaluation: {:+} (centipawns for White)\n", white(used))
}

/// Centipawns of the evaluation as they are reported.
fn reported<G: TunedGame>(centipawns: i32) -> i32 {
    Score::cp(centipawns).reported::<G>().value()
}

/// What a network says: its value, and for each piece what its side would lose without it.
fn network_text<G: TunedGame>(position: &Position<G>, trace: &NetworkTrace) -> String {
    let white = if position.side() == Color::White { trace.value } else { -trace.value };
    let mut text = format!("Network: {:+}\n", reported::<G>(white));
    text += "What a side loses without a piece, in centipawns:\n";
    let shown = |&PieceWorth { piece, square, worth }: &PieceWorth| {
        let letter = position.pieces().info(piece.kind).letter;
        let place =
            square.map_or_else(|| " in hand".into(), |square| position.geometry().name(square));
        format!("{letter}{place} {:+}", reported::<G>(worth))
    };
    for color in Color::ALL {
        let own = trace.pieces.iter().filter(|worth| worth.piece.color == color);
        text += &format!("{color}: {}\n", own.map(shown).collect::<Vec<_>>().join(", "));
    }
    text
}
