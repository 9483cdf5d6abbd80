//! A piece.

use baroque_movegen::Kinds;
use baroque_movegen::definition::{ImitatedBy, PieceDefinition, PromotesTo, Promoting, Way};

use crate::betza;
use crate::entries::Vocabulary;
use crate::error::quoted;
use crate::reader::Reader;
use crate::suggest::unknown;
use crate::tree::{Node, Table, Value};
use crate::words;

/// Where words belong that are no keys of a piece.
const KEYS: Vocabulary = Vocabulary {
    what: "key",
    words: words::PIECE,
    elsewhere: &[
        ("take", words::METHODS),
        ("act", words::ACTS),
        ("freezes", &["unless-beside"]),
        ("the game", words::GAME),
    ],
};
/// Longest name in characters.
pub const MAX_NAME: usize = 32;
/// Greatest value in centipawns.
const MAX_VALUE: i64 = 20_000;

impl Reader<'_> {
    /// A piece with all its keys.
    pub fn piece(&self, letter: char, node: &Node) -> PieceDefinition {
        let mut piece = PieceDefinition::new(letter, "");
        let Value::Table(table) = &node.value else {
            let text =
                format!("must be a table with name, move and so on, not {}", node.value.sort());
            self.error(&node.place, text);
            return piece;
        };
        self.know_keys(table, KEYS.what, KEYS.words, KEYS.elsewhere);
        if let Some(name) = self.required(table, node, "name").and_then(|node| self.name(node)) {
            name.clone_into(&mut piece.name);
        }
        let get = |key| table.get(key);
        if let Some(node) = get("move") {
            piece.ways = self.ways(node);
        }
        if let Some(node) = get("take") {
            piece.takes = self.takes(node);
        }
        if let Some(node) = get("act") {
            piece.acts = self.acts(node);
        }
        self.powers(table, &mut piece);
        piece.royal = self.flag_of(Some(table), "royal", false);
        piece.promotion = get("promote").and_then(|node| self.promotion(node));
        piece.taken_becomes = get("taken-becomes").and_then(|node| self.letter(node));
        let imitated =
            [("own", ImitatedBy::Own), ("step", ImitatedBy::Step), ("never", ImitatedBy::Never)];
        if let Some(imitated) = self.word_of(Some(table), "imitated", &imitated) {
            piece.imitated = imitated;
        }
        let value = get("value").and_then(|node| self.number(node, 0..=MAX_VALUE));
        piece.value = value.and_then(|value| i32::try_from(value).ok());
        piece
    }

    fn powers(&self, table: &Table, piece: &mut PieceDefinition) {
        if let Some(power) = table.get("freezes").and_then(|node| self.power(node, true)) {
            piece.freezes = Some(power.field);
            piece.unless_beside = power.unless_beside;
        }
        let plain = |key| table.get(key).and_then(|node| self.power(node, false));
        piece.shields = plain("shields").map(|power| power.field);
        piece.neutralizes = plain("neutralizes").map(|power| power.field);
        if let Some(node) = table.get("immune") {
            piece.immune = self.immunity(node);
        }
    }

    fn name<'n>(&self, node: &'n Node) -> Option<&'n str> {
        let name = self.text(node, "a text")?;
        if !is_piece_name(name) {
            let text = "is not a name: lower case letters, digits, blanks, - and ', at most";
            self.error(&node.place, format!("{} {text} {MAX_NAME}", quoted(name)));
            return None;
        }
        Some(name)
    }

    /// A word of Betza's notation, or a list of them.
    pub fn ways(&self, node: &Node) -> Vec<Way> {
        let mut ways = Vec::new();
        let mut add = |node: &Node| {
            let text = self.text(node, "a text, such as \"mWcF\"")?;
            match betza::read(text, &mut ways) {
                Ok(()) => Some(()),
                Err(error) => {
                    self.error(&node.place, error);
                    (ways.len() <= betza::MAX_WAYS).then_some(())
                }
            }
        };
        match &node.value {
            Value::List(list) => {
                for node in list {
                    if matches!(node.value, Value::Text(_)) && add(node).is_none() {
                        break;
                    }
                    if !matches!(node.value, Value::Text(_)) {
                        add(node);
                    }
                }
                if list.is_empty() {
                    self.error(&node.place, "there is no way of moving in it");
                }
            }
            _ => {
                add(node);
            }
        }
        ways
    }

    fn promotion(&self, node: &Node) -> Option<Promoting> {
        let table = self.table(node, "a table with in and to", &["in", "to", "must"])?;
        let zone = self.required(table, node, "in").and_then(|node| self.zone(node));
        let to = self.required(table, node, "to").and_then(|node| self.promotes_to(node));
        let must = self.flag_of(Some(table), "must", false);
        Some(Promoting { zone: zone?.squares, to: to?, must })
    }

    fn promotes_to(&self, node: &Node) -> Option<PromotesTo> {
        if matches!(node.value, Value::Table(_)) {
            let table =
                self.table(node, "a table with absent and always", &["absent", "always"])?;
            let kinds = |node: &Node| {
                let letters = self.text(node, "letters of pieces")?;
                self.kinds_in(letters, &node.place)
            };
            let absent = self.required(table, node, "absent").and_then(kinds);
            let always = table.get("always").map_or(Some(Kinds::NONE), kinds);
            return Some(PromotesTo::AbsentOf { absent: absent?, always: always? });
        }
        let text = self.text(node, "letters of pieces, \"lost\" or \"absent\"")?;
        match text {
            "absent" => Some(PromotesTo::Absent),
            "lost" if self.get("placement").is_some() => {
                self.error(&node.place, "lost does not go with placement");
                None
            }
            "lost" => Some(PromotesTo::Lost),
            _ if text.starts_with(|letter: char| letter.is_ascii_lowercase()) => {
                let words = ["lost", "absent", "letters of pieces"];
                self.error(&node.place, unknown("word", text, &words, &[]));
                None
            }
            letters => self.kinds_in(letters, &node.place).map(PromotesTo::Kinds),
        }
    }
}

/// Whether a text is the name of a piece.
pub fn is_piece_name(name: &str) -> bool {
    let is_fine = |c: char| c.is_alphanumeric() && !c.is_uppercase() || " -'".contains(c);
    let is_short = (1..=MAX_NAME).contains(&name.chars().count());
    is_short && name.chars().all(is_fine) && name.trim() == name
}

/// Whether a piece is royal, as far as that can be read.
pub fn is_royal(node: &Node) -> bool {
    let Value::Table(table) = &node.value else { return false };
    matches!(table.get("royal"), Some(Node { value: Value::Flag(true), .. }))
}

/// The pieces of a set, in the order of their numbers.
pub fn letters_of(kinds: Kinds, letters: &[char]) -> String {
    let has = |(row, _): &(usize, &char)| kinds.has(baroque_movegen::PieceKind::new(*row));
    letters.iter().enumerate().filter(has).map(|(_, letter)| *letter).collect()
}
