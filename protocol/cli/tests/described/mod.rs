//! Games that are described in files, in all commands and protocols.

mod definitions;
mod keys;
mod matches;
mod placement;
mod sentences;
mod sessions;
mod slow;
mod tools;
mod unplayable;

use crate::common::{self, assert_has};
use crate::reference::definition::{Definition, Position};

/// A file of two games.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/described/games.toml");
/// Its contents.
const GAMES: &str = include_str!("games.toml");
/// The games in it.
const NAMES: [&str; 2] = ["mini", "wide"];

/// The start of a game of the file, as the reference reads it.
fn reference(name: &str) -> Position {
    Definition::read(GAMES, name, &[]).unwrap().start()
}

/// Runs the program with a file of games and this standard input; returns exit status, standard output
/// and standard error.
fn run_with(file: &str, arguments: &[&str], input: &str) -> (i32, String, String) {
    common::run(&[&["--games", file], arguments].concat(), input)
}

/// Runs the program with the file of games, which must succeed, and returns what it prints.
fn printed(arguments: &[&str], input: &str) -> String {
    common::printed(&[&["--games", FILE], arguments].concat(), input)
}

/// Runs the program with a file of games, which must end with a line of error, and returns that.
fn error_with(file: &str, arguments: &[&str]) -> String {
    let errors = common::error(&[&["--games", file], arguments].concat(), "");
    assert_eq!(errors.lines().count(), 1, "{errors}");
    errors.strip_prefix("error: ").unwrap().trim_end().to_owned()
}

/// The hash of a game of a file.
fn hash_in(text: &str, name: &str) -> String {
    let games = baroque_games::parse("games.toml", text).unwrap().games;
    games.into_iter().find(|game| game.name == name).unwrap().hash
}
