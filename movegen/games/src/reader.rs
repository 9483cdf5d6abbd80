//! Reads values of the types that games have, and reports those of others.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use baroque_movegen::definition::Squares;
use baroque_movegen::{CustomBoard, Kinds, PieceKind, Zone};

use crate::error::quoted;
use crate::faults::Faults;
use crate::inherit::Game;
use crate::keys::{self, Key, Values};
use crate::place::Place;
use crate::suggest::{Elsewhere, unknown};
use crate::tree::{Node, TomlTable, Value};

/// A zone that has a name.
#[derive(Clone, Copy)]
pub struct NamedZone {
    pub squares: Zone<CustomBoard>,
    /// Whether it is the same for both sides.
    pub is_common: bool,
}

/// A game that is being read.
pub struct Reader<'a> {
    pub game: &'a Game,
    pub faults: &'a Faults<'a>,
    /// `None` if it is not known.
    pub board: Option<CustomBoard>,
    /// The zones by name; `None` for one that could not be read.
    pub zones: BTreeMap<String, Option<NamedZone>>,
    /// The letters of the pieces, in the order of their numbers.
    pub letters: Vec<char>,
    /// The royal pieces.
    pub royal: Kinds,
}

/// A table of a game, whose keys are known; where there is no table each key has its default.
#[derive(Clone, Copy)]
pub struct Fields<'r, 'n> {
    pub reader: &'r Reader<'r>,
    /// Where the table stands.
    pub place: &'n Place,
    pub table: Option<&'n TomlTable>,
    pub keys: &'static [Key],
}

impl<'n> Fields<'_, 'n> {
    /// The value of a key.
    pub fn get(&self, name: &str) -> Option<&'n Node> {
        self.table?.get(name)
    }

    /// The value of a key that must be there.
    pub fn required(&self, name: &str) -> Option<&'n Node> {
        let found = self.get(name);
        if found.is_none() {
            self.reader.missing(self.place, format!("{name} is missing"));
        }
        found
    }

    /// What is known of a key.
    pub fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys.iter().find(|key| key.name == name)
    }

    /// True or false; after a fault, and without the key, the default.
    pub fn flag(&self, name: &str) -> bool {
        let given = self.get(name).and_then(|node| self.reader.flag(node));
        given.unwrap_or_else(|| self.key(name).is_some_and(|key| key.default == "true"))
    }

    /// A word, or the default; `None` after a fault, or where there is no default.
    pub fn word(&self, name: &str) -> Option<&'static str> {
        let key = self.key(name)?;
        let Values::Words(words) = key.values else { return None };
        match self.get(name) {
            Some(node) => self.reader.word(node, words),
            None => words.iter().find(|word| **word == key.default).copied(),
        }
    }

    /// A number, or the default; `None` after a fault, or where there is no default.
    pub fn number<T: TryFrom<i64>>(&self, name: &str) -> Option<T> {
        let key = self.key(name)?;
        let Values::Number(least, most) = key.values else { return None };
        let number = match self.get(name) {
            Some(node) => self.reader.number(node, least..=most),
            None => key.default.parse().ok(),
        };
        T::try_from(number?).ok()
    }
}

impl<'a> Reader<'a> {
    pub fn new(game: &'a Game, faults: &'a Faults<'a>) -> Self {
        let zones = BTreeMap::new();
        Self { game, faults, board: None, zones, letters: Vec::new(), royal: Kinds::NONE }
    }

    /// Reports a fault.
    pub fn error(&self, place: &Place, text: impl Into<String>) {
        let (place, text, heir) = self.reported(place, text.into());
        self.faults.add_for(place, text, heir);
    }

    /// Reports what is not wrong, but hardly meant.
    pub fn warn(&self, place: &Place, text: String) {
        let (place, text, heir) = self.reported(place, text);
        self.faults.warn(place, &text, heir);
    }

    /// Where something is reported, in which words, and for which heir: what stands in one of our files
    /// where that is inherited.
    fn reported<'p>(
        &'p self,
        place: &'p Place,
        text: String,
    ) -> (&'p Place, String, Option<&'p str>) {
        match &self.game.inherits {
            Some(inherits) if place.is_shipped && !inherits.is_shipped => {
                (inherits, format!("inherited {}: {text}", place.key.text()), None)
            }
            _ => {
                let heir = &*self.game.name;
                let is_own = place.key.game() == heir;
                (place, text, (!is_own).then_some(heir))
            }
        }
    }

    /// Reports a fault that may come from another one, if parts of the game are not known.
    pub fn missing(&self, place: &Place, text: impl Into<String>) {
        if !self.game.is_incomplete {
            self.error(place, text);
        }
    }

    /// The value of a key of the game.
    pub fn get(&self, key: &str) -> Option<&'a Node> {
        self.game.table.get(key)
    }

    /// The keys of the game.
    pub fn fields(&self) -> Fields<'_, 'a> {
        let Game { place, table, .. } = self.game;
        Fields { reader: self, place, table: Some(table), keys: &keys::GAME }
    }

    fn wrong_type(&self, node: &Node, wanted: &str) {
        let text = match node.value {
            Value::Number(None) => "the number has too many digits".to_owned(),
            _ => format!("must be {wanted}, not {}", node.value.sort()),
        };
        self.error(&node.place, text);
    }

    pub fn text<'n>(&self, node: &'n Node, wanted: &str) -> Option<&'n str> {
        match &node.value {
            Value::Text(text) => Some(text),
            _ => {
                self.wrong_type(node, wanted);
                None
            }
        }
    }

    pub fn flag(&self, node: &Node) -> Option<bool> {
        match node.value {
            Value::Flag(flag) => Some(flag),
            _ => {
                self.wrong_type(node, "true or false");
                None
            }
        }
    }

    pub fn number(&self, node: &Node, range: RangeInclusive<i64>) -> Option<i64> {
        let (least, most) = (range.start(), range.end());
        match node.value {
            Value::Number(Some(number)) if range.contains(&number) => Some(number),
            Value::Number(Some(number)) => {
                self.error(&node.place, format!("{number} is not from {least} to {most}"));
                None
            }
            _ => {
                self.wrong_type(node, &format!("a number from {least} to {most}"));
                None
            }
        }
    }

    /// A table whose keys are among some.
    pub fn table<'n>(
        &self,
        node: &'n Node,
        wanted: &str,
        keys: &'static [Key],
    ) -> Option<Fields<'_, 'n>> {
        let Value::Table(table) = &node.value else {
            self.wrong_type(node, wanted);
            return None;
        };
        let names: Vec<&str> = keys.iter().map(|key| key.name).collect();
        self.know_keys(table, "key", &names, &[]);
        Some(Fields { reader: self, place: &node.place, table: Some(table), keys })
    }

    /// A table whose keys are names of the user's.
    pub fn open_table<'n>(&self, node: &'n Node, wanted: &str) -> Option<&'n TomlTable> {
        let Value::Table(table) = &node.value else {
            self.wrong_type(node, wanted);
            return None;
        };
        Some(table)
    }

    /// Reports the keys of a table that are not among some.
    pub fn know_keys(&self, table: &TomlTable, what: &str, keys: &[&str], elsewhere: &[Elsewhere]) {
        for (key, entry) in table.in_order() {
            if !keys.contains(&key) {
                self.error(&entry.place.above(), unknown(what, key, keys, elsewhere));
            }
        }
    }

    pub fn list<'n>(&self, node: &'n Node, wanted: &str) -> Option<&'n [Node]> {
        match &node.value {
            Value::List(list) => Some(list),
            _ => {
                self.wrong_type(node, wanted);
                None
            }
        }
    }

    /// One of some words.
    fn word(&self, node: &Node, words: &'static [&'static str]) -> Option<&'static str> {
        let text = self.text(node, &format!("a word ({})", words.join(", ")))?;
        let found = words.iter().find(|word| **word == text);
        if found.is_none() {
            self.error(&node.place, unknown("word", text, words, &[]));
        }
        found.copied()
    }

    /// The piece with a letter.
    pub fn kind(&self, letter: char, place: &Place) -> Option<PieceKind> {
        let found = self.letters.iter().position(|&known| known == letter);
        if found.is_none() {
            let letters: Vec<String> = self.letters.iter().map(char::to_string).collect();
            let letter = quoted(&letter.to_string());
            let text = format!("no piece {letter}; the game has {}", letters.join(", "));
            self.missing(place, text);
        }
        found.map(PieceKind::new)
    }

    /// A single letter of a piece.
    pub fn letter(&self, node: &Node) -> Option<PieceKind> {
        let text = self.text(node, "the letter of a piece")?;
        let mut letters = text.chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) => self.kind(letter, &node.place),
            _ => {
                let text = format!("must be one letter of a piece, not {}", quoted(text));
                self.error(&node.place, text);
                None
            }
        }
    }

    /// Letters of pieces, in a text.
    pub fn kinds_in(&self, text: &str, place: &Place) -> Option<Kinds> {
        if text.is_empty() {
            self.error(place, "letters of pieces are missing");
            return None;
        }
        if text.len() > PieceKind::MAX {
            self.error(place, format!("{} are more letters than pieces", quoted(text)));
            return None;
        }
        let mut kinds = Some(Kinds::NONE);
        for (index, letter) in text.char_indices() {
            if text[..index].contains(letter) {
                if text[..index].matches(letter).count() == 1 {
                    let letter = quoted(&letter.to_string());
                    self.error(place, format!("{letter} is given several times"));
                }
                kinds = None;
                continue;
            }
            let kind = self.kind(letter, place);
            kinds = kinds.zip(kind).map(|(kinds, kind)| kinds.union(Kinds::one(kind)));
        }
        kinds
    }

    /// Letters of pieces.
    pub fn kinds(&self, node: &Node) -> Option<Kinds> {
        self.kinds_in(self.text(node, "letters of pieces")?, &node.place)
    }

    /// Letters of pieces, or `*`.
    pub fn kinds_or_all(&self, node: &Node) -> Option<Kinds> {
        match self.text(node, "letters of pieces, or \"*\" for all")? {
            "*" => Some(Kinds::ALL),
            letters => self.kinds_in(letters, &node.place),
        }
    }

    /// The zone of a name.
    pub fn zone(&self, node: &Node) -> Option<NamedZone> {
        let name = self.text(node, "the name of a zone")?;
        match self.zones.get(name) {
            Some(zone) => *zone,
            None => {
                let names: Vec<&str> = self.zones.keys().map(|name| &**name).collect();
                let hint = if names.is_empty() { "; the game has no zones" } else { "" };
                let text = unknown("zone", name, &names, &[]) + hint;
                self.missing(&node.place, text);
                None
            }
        }
    }

    /// A set of squares from their names.
    pub fn squares_or_report(&self, node: &Node, may_be_none: bool) -> Option<Squares> {
        let text = self.text(node, "squares, such as \"a1 *8\"")?;
        match crate::squares::read(text, self.board?, may_be_none) {
            Ok(squares) => Some(squares),
            Err(errors) => {
                for error in errors {
                    self.error(&node.place, error);
                }
                None
            }
        }
    }
}
