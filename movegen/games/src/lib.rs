#![doc = include_str!("../README.md")]
//!
//! # Layers
//!
//! From the bottom up: `error`, `place`, `faults` (what is wrong, and where), `suggest` and `words`
//! (the vocabulary), `keys`, `tree` (a file as keys and values with their places), `inherit` (games with what
//! they inherit), `reader` (values of the types that games have) and the parts of a game, each of
//! which adds functions to the reader; `canonical` (the hash); `shipped` (our files); `catalogue` (games by
//! name).
#![deny(missing_docs, unnameable_types)]
#![forbid(unsafe_code)]

mod act;
mod betza;
mod board;
mod canonical;
mod catalogue;
mod draw;
mod drawn;
mod ends;
mod entries;
mod error;
mod faults;
mod game;
mod inherit;
pub mod keys;
mod names;
mod piece;
mod place;
mod placement;
mod powers;
mod reader;
mod shipped;
mod squares;
mod suggest;
mod take;
mod tree;
mod warnings;
mod words;

use std::collections::BTreeMap;

use baroque_movegen::CustomRules;
use baroque_movegen::definition::Definition;

use crate::error::quoted;
use crate::faults::Faults;
use crate::inherit::MAX_GAMES;
use crate::names::{is_compiled, is_name};
use crate::reader::Reader;
use crate::tree::{Node, TomlTable, Value};

pub use catalogue::{Games, WHY_UNPLAYABLE, load};
pub use draw::{Draw, Power, Refuse, Weighted};
pub use error::{FileError, FileErrors, is_hidden};
pub use shipped::{SHIPPED, builtin};
pub use suggest::nearest;

/// Largest file, in bytes.
pub const MAX_FILE: usize = 256 * 1024;
/// The version of the format.
const FORMAT: i64 = 1;

/// What a file describes.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct GameFile {
    /// The games, in the order of the file.
    pub games: Vec<DescribedGame>,
    /// What is not wrong, but hardly meant; `Display` writes a line for each, as for errors.
    pub warnings: Vec<FileError>,
}

/// A game that is described in a file.
#[derive(Clone, Debug)]
pub struct DescribedGame {
    /// The name: the value of `UCI_Variant`.
    pub name: String,
    /// What people call it.
    pub title: Option<String>,
    /// Where the rules come from.
    pub source: Option<String>,
    /// Anything else for people.
    pub note: Option<String>,
    /// The game as data.
    pub definition: Definition,
    /// The rules under which it is played; `None` if it is not played as it stands, because of
    /// [`Self::draw`].
    pub rules: Option<CustomRules>,
    /// Names and FENs of the start positions, the default one first, with the pieces in hand that
    /// are placed first.
    pub starts: Vec<(String, String)>,
    /// SHA-256 of what is played, in hexadecimal digits: equal for files that differ only in comments,
    /// order, spacing and names.
    pub hash: String,
    /// What an umpire draws.
    pub draw: Option<Draw>,
}

/// Reads all games of a file.
///
/// # Errors
/// All that is wrong with the file.
pub fn parse(file_name: &str, text: &str) -> Result<GameFile, FileErrors> {
    let faults = Faults::new(file_name, text);
    let games = read(text, &faults);
    match faults.into_parts() {
        (None, warnings) => Ok(GameFile { games, warnings }),
        (Some(errors), _) => Err(errors),
    }
}

/// Reads the games of a user's file.
fn read(text: &str, faults: &Faults) -> Vec<DescribedGame> {
    if text.len() > MAX_FILE {
        let length = text.len();
        faults.add_at_start("", format!("the file has {length} bytes, more than {MAX_FILE}"));
        return Vec::new();
    }
    let tree = tree::read(text, false, faults);
    if !check_format(&tree, faults) {
        return Vec::new();
    }
    check_names(&tree, faults);
    let games = games(&tree, shipped::tables(), faults);
    for game in &games {
        let is_other = |known: &&DescribedGame| known.name == game.name && known.hash != game.hash;
        if builtin().iter().any(|known| is_other(&known))
            && let Some(entry) = tree.entry(&game.name)
        {
            let text = "the name belongs to a game of ours, and this is another one";
            faults.add(&entry.place, text.to_owned());
        }
    }
    games
}

/// The games of a tree, as far as nothing is wrong with them.
fn games(
    tree: &TomlTable,
    shipped: &BTreeMap<String, TomlTable>,
    faults: &Faults,
) -> Vec<DescribedGame> {
    let games = inherit::resolve(tree, shipped, faults);
    games.iter().filter_map(|game| Reader::new(game, faults).described()).collect()
}

/// Checks the key `format`; whether the rest can be read.
fn check_format(tree: &TomlTable, faults: &Faults) -> bool {
    let Some(entry) = tree.entry("format") else {
        if !faults.is_broken() {
            let text = format!("format is missing; a file begins with format = {FORMAT}");
            faults.add_at_start("format", text);
        }
        return true;
    };
    match entry.node.value {
        Value::Number(Some(FORMAT)) => {
            let is_before = |node: &Node| node.place.offset < entry.place.offset;
            if tree.in_order().iter().any(|(_, other)| is_before(&other.node)) {
                let text = "format must come before the first game".to_owned();
                faults.add(&entry.place, text);
            }
            true
        }
        Value::Number(Some(number)) => {
            let text = format!("format {number} is unknown; this program reads format {FORMAT}");
            faults.add(&entry.node.place, text);
            false
        }
        _ => {
            let text = format!("must be {FORMAT}, not {}", entry.node.value.sort());
            faults.add(&entry.node.place, text);
            true
        }
    }
}

/// Checks the keys beside `format`, each of which is a game.
fn check_names(tree: &TomlTable, faults: &Faults) {
    let mut count = 0;
    for (name, entry) in tree.in_order() {
        if name == "format" {
            continue;
        }
        if !matches!(entry.node.value, Value::Table(_)) {
            let known = quoted(name);
            let text = match words::GAME.contains(&name) {
                true => format!("{known} belongs in a game, after a line [name]"),
                false => format!("no key {known} outside of games; allowed is format"),
            };
            faults.add(&entry.place, text);
            continue;
        }
        count += 1;
        if count == MAX_GAMES + 1 {
            faults.add(&entry.place, format!("the file has more than {MAX_GAMES} games"));
        }
        if !is_name(name) {
            let text = format!("{} is not a name: a-z, 0-9 and -, at most 32", quoted(name));
            faults.add(&entry.place, text);
        } else if is_compiled(name) {
            faults
                .add(&entry.place, format!("the name {} belongs to a game of ours", quoted(name)));
        }
    }
    if count == 0 && !faults.is_broken() {
        faults.add_at_start("", "there is no game in the file".to_owned());
    }
}
