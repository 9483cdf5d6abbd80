//! What XBoard is told of the engine and of the games.

use std::fmt::Write;

use baroque_movegen::{Maxima, Renaissance, Rococo, Ultima};

use super::command::{COMPLETE_CAPTURES, OFFER_RENAISSANCE};
use super::mirror::Habits;
use crate::{AnyGame, option, variants};

/// How XBoard draws a game: its pictures by letter, board and hidden rules, and the ways of the pieces.
/// Those only keep XBoard from refusing moves; `highlight` says exactly what is legal.
pub struct Drawing {
    table: &'static str,
    board: &'static str,
    pieces: &'static str,
    habits: Habits,
    /// Whether the game is offered even if no option asks for it.
    offered: bool,
}

/// A game that XBoard can draw.
pub trait Drawn {
    /// How.
    const DRAWING: Drawing;
}

impl Drawn for Ultima {
    const DRAWING: Drawing = Drawing {
        table: "PLXCW....................IKplxcw....................ik",
        board: "8x8+0_nocastle",
        pieces: "P& mR, L& mQ, C& mQ, W& mQ, I& mQ, X& mQ, K& K",
        habits: Habits { chess_pawns: true, swaps: true },
        offered: true,
    };
}

impl Drawn for Maxima {
    const DRAWING: Drawing = Drawing {
        table: "PLXCW.....G..............I.........MKplxcw.....g..............i.........mk",
        board: "8x11+0_nocastle",
        pieces: "P& mR, L& mQ, C& mQ, W& mQ, I& mQ, X& mQ, G& K, M& F, K& N",
        habits: Habits { chess_pawns: true, swaps: true },
        offered: true,
    };
}

impl Drawn for Rococo {
    const DRAWING: Drawing = Drawing {
        table: ".LX.W..A...P..S..........IK.lx.w..a...p..s..........ik",
        board: "10x10+0_nocastle",
        pieces: "P& K, L& mQ, W& mQ, I& mQ, X& mQ, A& mQ, S& Q, K& K",
        habits: Habits { chess_pawns: false, swaps: true },
        offered: true,
    };
}

impl Drawn for Renaissance {
    const DRAWING: Drawing = Drawing {
        table: "PLXCWRBIUY.Kplxcwrbiuy.k",
        board: "9x9+9_crazyhouse",
        pieces: "P& mR, L& mQ, C& mQ, W& mQ, I& mQ, X& mQ, R& mQ, B& mQ, U& mQ, Y& mQ, K& K",
        habits: Habits { chess_pawns: true, swaps: false },
        offered: false,
    };
}

/// What XBoard does of its own accord in a game.
pub fn habits(game: &dyn AnyGame) -> Habits {
    game.drawing().habits
}

/// The lines that make XBoard show the game's position as the start.
pub fn lines(game: &dyn AnyGame) -> String {
    let Drawing { table, board, pieces, .. } = game.drawing();
    let mut text = format!("setup ({table}) {board} {}\n", game.fen());
    for piece in pieces.split(", ") {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "piece {piece}");
    }
    text
}

/// The line about the games.
pub fn variants(with_hidden: bool) -> String {
    let mut names = variants::names();
    let offered = |name: &str| variants::open(name).is_ok_and(|game| game.drawing().offered);
    names.retain(|name| with_hidden || offered(name));
    format!("feature variants=\"{}\"\n", names.join(","))
}

/// All features.
pub fn features(game: &dyn AnyGame, with_hidden: bool) -> String {
    let mut text = concat!(
        "feature ping=1 setboard=1 usermove=1 highlight=1 colors=0 sigint=0 sigterm=0 san=0 ",
        "reuse=1 analyze=1 debug=1 name=1 memory=1 smp=1 exclude=1 nps=0 playother=1 draw=1 ",
        "time=1 ics=0 myname=\"Baroque ",
        env!("CARGO_PKG_VERSION"),
        "\"\n"
    )
    .to_owned();
    text += &variants(with_hidden);
    let own = [OFFER_RENAISSANCE, COMPLETE_CAPTURES].map(|name| format!("{name} -check 0"));
    for option in option::describe_for_xboard(game).into_iter().chain(own) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "feature option=\"{option}\"");
    }
    text + "feature done=1\n"
}
