//! `feature`, `setup` and `piece` commands: describe the engine and its variants to XBoard.

use std::borrow::Cow;
use std::fmt::Write;

use baroque_games::Games;
use baroque_movegen::{AnyGame, GameId};

use super::command::{COMPLETE_CAPTURES, OFFER_RENAISSANCE};
use super::xboard_board::Quirks;
use crate::options;

/// The parameters of `setup` and `piece` for a game.
struct VariantSetup {
    /// The piece letters in the order of XBoard's piece images.
    piece_to_char: Cow<'static, str>,
    /// Board size, hand size and parent variant.
    board: Cow<'static, str>,
    /// Betza notation of the pieces. It only has to allow every move: `highlight` marks the legal
    /// ones.
    piece_moves: Cow<'static, str>,
    quirks: Quirks,
    /// Whether `feature variants` lists the game without the option "Offer Renaissance".
    listed: bool,
}

const ULTIMA: VariantSetup = VariantSetup {
    piece_to_char: Cow::Borrowed("PLXCW....................IKplxcw....................ik"),
    board: Cow::Borrowed("8x8+0_nocastle"),
    piece_moves: Cow::Borrowed("P& mR, L& mQ, C& mQ, W& mQ, I& mQ, X& mQ, K& K"),
    quirks: Quirks { chess_pawns: true, swaps: true },
    listed: true,
};

const MAXIMA: VariantSetup = VariantSetup {
    piece_to_char: Cow::Borrowed(
        "PLXCW.....G..............I.........MKplxcw.....g..............i.........mk",
    ),
    board: Cow::Borrowed("8x11+0_nocastle"),
    piece_moves: Cow::Borrowed("P& mR, L& mQ, C& mQ, W& mQ, I& mQ, X& mQ, G& K, M& F, K& N"),
    quirks: Quirks { chess_pawns: true, swaps: true },
    listed: true,
};

const ROCOCO: VariantSetup = VariantSetup {
    piece_to_char: Cow::Borrowed(".LX.W..A...P..S..........IK.lx.w..a...p..s..........ik"),
    board: Cow::Borrowed("10x10+0_nocastle"),
    piece_moves: Cow::Borrowed("P& K, L& mQ, W& mQ, I& mQ, X& mQ, A& mQ, S& Q, K& K"),
    quirks: Quirks { chess_pawns: false, swaps: true },
    listed: true,
};

const RENAISSANCE: VariantSetup = VariantSetup {
    piece_to_char: Cow::Borrowed("PLXCWRBIUY.Kplxcwrbiuy.k"),
    board: Cow::Borrowed("9x9+9_crazyhouse"),
    piece_moves: Cow::Borrowed(
        "P& mR, L& mQ, C& mQ, W& mQ, I& mQ, X& mQ, R& mQ, B& mQ, U& mQ, Y& mQ, K& K",
    ),
    quirks: Quirks { chess_pawns: true, swaps: false },
    listed: false,
};

/// Images of pieces for one side: XBoard shows the first as a pawn, the last as a king.
const IMAGES: usize = 27;
/// A piece that goes and captures anywhere, as far as XBoard can tell: `highlight` marks legal moves.
const ANY_MOVE: &str = "QNADHCZG";

fn variant_setup(position: &AnyGame) -> VariantSetup {
    match position.game() {
        GameId::Ultima => ULTIMA,
        GameId::Maxima => MAXIMA,
        GameId::Rococo => ROCOCO,
        GameId::Renaissance => RENAISSANCE,
        GameId::CustomGame => described_setup(position),
    }
}

/// The parameters of a game that is described in a file.
fn described_setup(position: &AnyGame) -> VariantSetup {
    let letters: Vec<char> =
        position.kinds().into_iter().map(|kind| position.letter(kind)).collect();
    let (king, others) = letters.split_first().map_or(('K', &[][..]), |(&king, rest)| (king, rest));
    let mut images = ['.'; IMAGES];
    images[IMAGES - 1] = king;
    let has_pawn = others.contains(&'P');
    if has_pawn {
        images[0] = 'P';
    }
    let pieces = others.iter().filter(|&&letter| letter != 'P');
    for (image, &letter) in images[1..IMAGES - 1].iter_mut().zip(pieces) {
        *image = letter;
    }
    let white = String::from_iter(images);
    let view = position.view();
    let (files, ranks) = (view.files.len(), view.ranks.len());
    let hand = if view.hands.is_some() { letters.len() } else { 0 };
    let parent = if view.hands.is_some() { "crazyhouse" } else { "nocastle" };
    let moves = letters.iter().map(|letter| format!("{letter}& {ANY_MOVE}"));
    VariantSetup {
        piece_to_char: (white.clone() + &white.to_ascii_lowercase()).into(),
        board: format!("{files}x{ranks}+{hand}_{parent}").into(),
        piece_moves: moves.collect::<Vec<_>>().join(", ").into(),
        quirks: Quirks { chess_pawns: has_pawn, swaps: hand == 0 },
        listed: true,
    }
}

/// The side effects that XBoard adds to moves in the game of a position.
pub fn quirks(position: &AnyGame) -> Quirks {
    variant_setup(position).quirks
}

/// The commands that set up the current position as the start of a game.
pub fn commands(position: &AnyGame) -> String {
    let VariantSetup { piece_to_char, board, piece_moves, .. } = variant_setup(position);
    let mut text = format!("setup ({piece_to_char}) {board} {}\n", position.fen());
    for piece in piece_moves.split(", ") {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "piece {piece}");
    }
    text
}

/// The `feature` command that lists the variants.
pub fn variants(games: &Games, with_hidden: bool) -> String {
    let mut names = games.names();
    names.retain(|name| {
        games.open(name).is_ok_and(|position| {
            position.sides_alternate() && (with_hidden || variant_setup(&position).listed)
        })
    });
    format!("feature variants=\"{}\"\n", names.join(","))
}

/// The answer to `protover`: all features and options.
pub fn features(games: &Games, position: &AnyGame, with_hidden: bool) -> String {
    let mut text = concat!(
        "feature ping=1 setboard=1 usermove=1 highlight=1 colors=0 sigint=0 sigterm=0 san=0 ",
        "reuse=1 analyze=1 debug=1 name=1 memory=1 smp=1 exclude=1 nps=0 playother=1 draw=1 ",
        "time=1 ics=0 myname=\"Baroque ",
        env!("CARGO_PKG_VERSION"),
        "\"\n"
    )
    .to_owned();
    text += &variants(games, with_hidden);
    let xboard_options =
        [OFFER_RENAISSANCE, COMPLETE_CAPTURES].map(|name| format!("{name} -check 0"));
    for option in options::describe_for_xboard(games, position).into_iter().chain(xboard_options) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "feature option=\"{option}\"");
    }
    text + "feature done=1\n"
}
