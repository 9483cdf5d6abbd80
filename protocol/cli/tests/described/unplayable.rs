//! Games that cannot be played as they stand say so wherever they are chosen.

use super::*;
use crate::common::{Folder, Temporary};
use crate::umpire::ROOKS;

/// A file with the game, its name, and the end of the messages about it.
fn file(name: &str) -> (Temporary, &'static str, String) {
    let message = "the game 'rooks' cannot be played yet: an umpire draws its pieces".to_owned();
    (Temporary::new(&format!("{name}.toml"), ROOKS), "rooks", message)
}

#[test]
fn tools_say_why_a_game_cannot_be_played() {
    let (file, name, message) = file("unplayable-tools");
    let epd = Temporary::new("unplayable.epd", &format!("# variant {name}\n8/8 ;D1 1\n"));
    let pgn = Temporary::new("unplayable.pgn", &format!("[Variant \"{name}\"]\n\n*\n"));
    let out = std::env::temp_dir().join("baroque-unplayable").display().to_string();
    let engines = "match -engine cmd=builtin -engine cmd=builtin -each depth=1".split(' ');
    let engines: Vec<&str> = engines.chain(["-variant", name]).collect();
    let commands: [&[&str]; 15] = [
        &["moves", "--variant", name],
        &["perft", "--variant", name, "1"],
        &["perft", "--variant", name, "--split", "1", "--out", &out, "1"],
        &["analyze", "--variant", name, "--depth", "1"],
        &["play", "--variant", name],
        &["play", "--variant", name, "--tutorial"],
        &["book", "--variant", name, "--count", "1"],
        &["selfplay", "--variant", name, "--count", "1", "--nodes", "1", "--out", &out],
        &["explore", "--variant", name, pgn.path()],
        &["convert", "--variant", name, "--to", "vchess", "8/8"],
        &engines,
        &["bench", name],
        &["solve", "--depth", "1", epd.path()],
        &["perft", "--suite", epd.path()],
        &["convert", pgn.path()],
    ];
    for command in commands {
        let error = error_with(file.path(), command);
        assert!(error.ends_with(message.as_str()), "{command:?}: {error}");
    }
}

#[test]
fn sessions_say_why_a_game_cannot_be_played() {
    let (file, name, message) = file("unplayable-sessions");
    for command in [
        format!("setoption name UCI_Variant value {name}"),
        format!("genfens 1 seed 1 variant {name}"),
        format!("bench {name}"),
    ] {
        let (code, text, _) = run_with(file.path(), &[&command], "");
        assert_eq!((code, text), (2, format!("info string error {message}\n")));
    }
    let folder = Folder::new(&format!("described-{name}"));
    let play = ["play", "--autosave", &folder.name("game.pgn")];
    let lines = format!("new {name}\nrules {name}\nquit\n");
    let (code, text, _) = run_with(file.path(), &play, &lines);
    assert_eq!((code, text.matches(message.as_str()).count()), (0, 2), "{text}");
    let (code, text, _) = run_with(file.path(), &["xboard"], &format!("variant {name}\n"));
    assert_eq!((code, text), (0, format!("Error ({message}): variant {name}\n")));
}

#[test]
fn a_game_that_can_be_played_replaces_one_that_cannot() {
    let (file, name, message) = file("unplayable-replaced");
    let playable = Temporary::new("playable.toml", &GAMES.replace("[mini", &format!("[{name}")));
    let choose = format!("setoption name UCI_Variant value {name}");
    let load = |file: &Temporary| format!("load {}", file.path());
    let lines = [load(&file), choose.clone(), load(&playable), choose.clone(), load(&file), choose];
    let (_, text, _) = common::run(&[], lines.join("\n") + "\n");
    let is_chosen = |line: &str| line.starts_with(&format!("info string variant {name} "));
    let is_refused = |line: &str| line == format!("info string error {message}");
    let answers: Vec<bool> =
        text.lines().filter(|line| is_chosen(line) || is_refused(line)).map(is_chosen).collect();
    assert_eq!(answers, [false, true, false], "{text}");
}

#[test]
fn optima_is_explained() {
    let (code, text, _) = common::run(&["moves", "--variant", "optima"], "");
    assert_ne!(code, 0, "{text}");
    let (_, text, _) = common::run(&[], "setoption name UCI_Variant value optima\n");
    assert_has(&text, &["Michael Howe", "optima-house"]);
    assert_eq!(text.lines().count(), 1);
}
