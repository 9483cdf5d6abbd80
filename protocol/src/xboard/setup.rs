//! `feature`, `setup` and `piece` commands: describe the engine and its variants to XBoard.

use std::fmt::Write;

use baroque_movegen::{AnyPosition, GameId};

use super::command::{COMPLETE_CAPTURES, OFFER_RENAISSANCE};
use super::xboard_board::Quirks;
use crate::options;

/// The parameters of `setup` and `piece` for a game.
struct VariantSetup {
    /// The piece letters in the order of XBoard's piece images.
    piece_to_char: &'static str,
    /// Board size, hand size and parent variant.
    board: &'static str,
    /// Betza notation of the pieces. It only has to allow every move: `highlight` marks the legal
    /// ones.
    piece_moves: &'static str,
    quirks: Quirks,
    /// Whether `feature variants` lists the game without the option "Offer Renaissance".
    listed: bool,
}

const ULTIMA: VariantSetup = VariantSetup {
    piece_to_char: "PLXCW....................IKplxcw....................ik",
    board: "8x8+0_nocastle",
    piece_moves: "P& mR, L& mQ, C& mQ, W& mQ, I& mQ, X& mQ, K& K",
    quirks: Quirks { chess_pawns: true, swaps: true },
    listed: true,
};

const MAXIMA: VariantSetup = VariantSetup {
    piece_to_char: "PLXCW.....G..............I.........MKplxcw.....g..............i.........mk",
    board: "8x11+0_nocastle",
    piece_moves: "P& mR, L& mQ, C& mQ, W& mQ, I& mQ, X& mQ, G& K, M& F, K& N",
    quirks: Quirks { chess_pawns: true, swaps: true },
    listed: true,
};

const ROCOCO: VariantSetup = VariantSetup {
    piece_to_char: ".LX.W..A...P..S..........IK.lx.w..a...p..s..........ik",
    board: "10x10+0_nocastle",
    piece_moves: "P& K, L& mQ, W& mQ, I& mQ, X& mQ, A& mQ, S& Q, K& K",
    quirks: Quirks { chess_pawns: false, swaps: true },
    listed: true,
};

const RENAISSANCE: VariantSetup = VariantSetup {
    piece_to_char: "PLXCWRBIUY.Kplxcwrbiuy.k",
    board: "9x9+9_crazyhouse",
    piece_moves: "P& mR, L& mQ, C& mQ, W& mQ, I& mQ, X& mQ, R& mQ, B& mQ, U& mQ, Y& mQ, K& K",
    quirks: Quirks { chess_pawns: true, swaps: false },
    listed: false,
};

fn variant_setup(position: &AnyPosition) -> &'static VariantSetup {
    match position.game() {
        GameId::Ultima => &ULTIMA,
        GameId::Maxima => &MAXIMA,
        GameId::Rococo => &ROCOCO,
        GameId::Renaissance => &RENAISSANCE,
    }
}

/// The side effects that XBoard adds to moves in the game of a position.
pub fn quirks(position: &AnyPosition) -> Quirks {
    variant_setup(position).quirks
}

/// The commands that set up the current position as the start of a game.
pub fn commands(position: &AnyPosition) -> String {
    let VariantSetup { piece_to_char, board, piece_moves, .. } = variant_setup(position);
    let mut text = format!("setup ({piece_to_char}) {board} {}\n", position.fen());
    for piece in piece_moves.split(", ") {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "piece {piece}");
    }
    text
}

/// The `feature` command that lists the variants.
pub fn variants(with_hidden: bool) -> String {
    let mut names = AnyPosition::variants();
    let is_listed =
        |name: &str| AnyPosition::new(name).is_ok_and(|position| variant_setup(&position).listed);
    names.retain(|name| with_hidden || is_listed(name));
    format!("feature variants=\"{}\"\n", names.join(","))
}

/// The answer to `protover`: all features and options.
pub fn features(position: &AnyPosition, with_hidden: bool) -> String {
    let mut text = concat!(
        "feature ping=1 setboard=1 usermove=1 highlight=1 colors=0 sigint=0 sigterm=0 san=0 ",
        "reuse=1 analyze=1 debug=1 name=1 memory=1 smp=1 exclude=1 nps=0 playother=1 draw=1 ",
        "time=1 ics=0 myname=\"Baroque ",
        env!("CARGO_PKG_VERSION"),
        "\"\n"
    )
    .to_owned();
    text += &variants(with_hidden);
    let xboard_options =
        [OFFER_RENAISSANCE, COMPLETE_CAPTURES].map(|name| format!("{name} -check 0"));
    for option in options::describe_for_xboard(position).into_iter().chain(xboard_options) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "feature option=\"{option}\"");
    }
    text + "feature done=1\n"
}
