//! A piece.

use baroque_movegen::Kinds;
use baroque_movegen::definition::{ImitatedBy, PieceDefinition, PromotesTo, Promoting, Way};

use crate::betza;
use crate::entries::Vocabulary;
use crate::error::quoted;
use crate::keys;
use crate::reader::{Fields, Reader};
use crate::suggest::unknown;
use crate::tree::{Node, Value};
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
        let row =
            Fields { reader: self, place: &node.place, table: Some(table), keys: &keys::PIECE };
        if let Some(name) = row.required("name").and_then(|node| self.name(node)) {
            name.clone_into(&mut piece.name);
        }
        let get = |key| row.get(key);
        if let Some(node) = get("move") {
            piece.ways = self.ways(node);
        }
        if let Some(node) = get("take") {
            piece.takes = self.takes(node);
        }
        if let Some(node) = get("act") {
            piece.acts = self.acts(node);
        }
        self.powers(&row, &mut piece);
        piece.royal = row.flag("royal");
        piece.promotion = get("promote").and_then(|node| self.promotion(node));
        piece.taken_becomes = get("taken-becomes").and_then(|node| self.letter(node));
        piece.imitated = match row.word("imitated") {
            Some("step") => ImitatedBy::Step,
            Some("never") => ImitatedBy::Never,
            _ => ImitatedBy::Own,
        };
        piece.value = row.number("value");
        piece
    }

    fn powers(&self, row: &Fields, piece: &mut PieceDefinition) {
        let freezes = row.get("freezes").and_then(|node| self.power(node, &keys::FREEZES));
        if let Some(power) = freezes {
            piece.freezes = Some(power.field);
            piece.rescuers = power.rescuers;
        }
        let plain = |key| row.get(key).and_then(|node| self.power(node, &keys::FIELD));
        piece.shields = plain("shields").map(|power| power.field);
        piece.neutralizes = plain("neutralizes").map(|power| power.field);
        if let Some(node) = row.get("immune") {
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
        let table = self.table(node, "a table with in and to", &keys::PROMOTE)?;
        let zone = table.required("in").and_then(|node| self.zone(node));
        let to = table.required("to").and_then(|node| self.promotes_to(node));
        let must = table.flag("must");
        Some(Promoting { zone: zone?.squares, to: to?, must })
    }

    fn promotes_to(&self, node: &Node) -> Option<PromotesTo> {
        if matches!(node.value, Value::Table(_)) {
            let wanted = "a table with absent and always";
            let table = self.table(node, wanted, &keys::PROMOTE_TO)?;
            let kinds = |node: &Node| {
                let letters = self.text(node, "letters of pieces")?;
                self.kinds_in(letters, &node.place)
            };
            let absent = table.required("absent").and_then(kinds);
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
