//! What is told about a move that the referee refused, so that anyone can find out who is right.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::{AnyGame, Place};

/// The position, the rules, and the referee's list of legal moves.
pub fn report(game: &dyn AnyGame, place: &Place, asked: &str) -> String {
    let mut report = format!("{}\n", reproduction(place, asked));
    // Writing to a string cannot fail.
    let _ = writeln!(report, "Fen; {}", game.fen());
    let _ = writeln!(report, "Rules; {} {}", game.variant(), game.rules());
    let moves = referee(game);
    let _ = writeln!(report, "Legal moves; referee {}: {}", moves.len(), joined(&moves));
    report
}

/// An engine's list of legal moves beside the referee's; `None` if it cannot tell it.
pub fn compared(game: &dyn AnyGame, engine: &str, list: Option<Vec<String>>) -> String {
    let Some(list) = list else {
        return format!("Legal moves; {engine} does not tell its own (go perft 1)\n");
    };
    let (ours, theirs) = (referee(game), BTreeSet::from_iter(list));
    let mut text = format!("Legal moves; {engine} {}: {}\n", theirs.len(), joined(&theirs));
    let only = |one: &BTreeSet<String>, other: &BTreeSet<String>| {
        joined(&one.difference(other).cloned().collect())
    };
    if ours != theirs {
        let (missing, more) = (only(&ours, &theirs), only(&theirs, &ours));
        // Writing to a string cannot fail.
        let _ = writeln!(text, "Difference; {engine} lacks [{missing}] and adds [{more}]");
    }
    text
}

/// The lines that set the position up again and ask for a move as it was asked for, if it was.
pub fn reproduction(place: &Place, asked: &str) -> String {
    let start = match &place.fen {
        None => "startpos".to_owned(),
        Some(fen) => format!("fen {fen}"),
    };
    let mut lines = format!("Position; position {start}");
    if !place.moves.is_empty() {
        lines += &format!(" moves {}", place.moves.join(" "));
    }
    if !asked.is_empty() {
        lines += &format!("\nGo; {asked}");
    }
    lines
}

fn referee(game: &dyn AnyGame) -> BTreeSet<String> {
    game.legal_moves().into_iter().map(|(uci, _)| uci).collect()
}

fn joined(moves: &BTreeSet<String>) -> String {
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    moves.join(" ")
}
