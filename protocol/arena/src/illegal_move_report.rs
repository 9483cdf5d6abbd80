//! The report about an illegal move: all that is needed to check whether the referee or the engine
//! is right.

use std::collections::BTreeSet;
use std::fmt::Write;

use baroque_formats::position_spec::PositionSpec;
use baroque_movegen::AnyGame;

use super::player;

/// Formats the position, the rules and the referee's list of legal moves.
pub fn report(game: &AnyGame, spec: &PositionSpec, last_go: &str) -> String {
    let mut report = format!("{}\n", reproduction(game, spec, last_go));
    // Writing to a string cannot fail.
    let _ = writeln!(report, "Fen; {}", game.fen());
    let _ = writeln!(report, "Rules; {} {}", game.variant(), game.rules());
    let moves = referee(game);
    let _ = writeln!(report, "Legal moves; referee {}: {}", moves.len(), joined(&moves));
    report
}

/// Compares an engine's list of legal moves with the referee's. `None`: the engine does not report
/// its legal moves.
pub fn comparison(game: &AnyGame, engine: &str, list: Option<Vec<String>>) -> String {
    let Some(list) = list else {
        return format!("Legal moves; {engine} does not answer go perft 1\n");
    };
    let (ours, theirs) = (referee(game), BTreeSet::from_iter(list));
    let mut text = format!("Legal moves; {engine} {}: {}\n", theirs.len(), joined(&theirs));
    let only = |one: &BTreeSet<String>, other: &BTreeSet<String>| {
        joined(&one.difference(other).cloned().collect())
    };
    if ours != theirs {
        let (missing, extra) = (only(&ours, &theirs), only(&theirs, &ours));
        // Writing to a string cannot fail.
        let _ = writeln!(text, "Difference; {engine} lacks [{missing}] and adds [{extra}]");
    }
    text
}

/// Formats the commands that reproduce a search: the position, and `last_go` unless it is empty.
pub fn reproduction(game: &AnyGame, spec: &PositionSpec, last_go: &str) -> String {
    let mut lines = format!("Position; {}", player::position(game, spec));
    if !last_go.is_empty() {
        lines += &format!("\nGo; {last_go}");
    }
    lines
}

fn referee(game: &AnyGame) -> BTreeSet<String> {
    game.legal_moves().into_iter().map(|mv| game.uci(mv)).collect()
}

fn joined(moves: &BTreeSet<String>) -> String {
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    moves.join(" ")
}
