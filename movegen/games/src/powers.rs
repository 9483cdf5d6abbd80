//! Freezing, shields, neutralizing and immunity.

use baroque_movegen::Kinds;
use baroque_movegen::definition::{Field, Immunity};

use crate::keys::Key;
use crate::reader::Reader;
use crate::suggest::unknown;
use crate::tree::{Node, Value};
use crate::words;

/// The key of the kinds that free from a freezer.
const UNLESS_BESIDE: &str = "unless-beside";

/// A power over the pieces around, and the kinds beside its owner that free from it.
pub struct Power {
    pub field: Field,
    pub rescuers: Kinds,
}

impl Reader<'_> {
    /// Kinds, or a table with some keys: kinds, range, and of freezers the kinds that free from them.
    pub fn power(&self, node: &Node, keys: &'static [Key]) -> Option<Power> {
        let plain = |kinds| Power { field: Field { kinds, range: 1 }, rescuers: Kinds::NONE };
        if matches!(node.value, Value::Text(_)) {
            return self.kinds_or_all(node).map(plain);
        }
        let wanted = "letters of pieces, \"*\" for all, or a table with kinds and range";
        let table = self.table(node, wanted, keys)?;
        let kinds = table.required("kinds").and_then(|node| self.kinds_or_all(node));
        let range = table.number("range");
        let spares = keys.iter().any(|key| key.name == UNLESS_BESIDE);
        let rescuers = match table.get(UNLESS_BESIDE).filter(|_| spares) {
            Some(node) => self.kinds_or_all(node),
            None => Some(Kinds::NONE),
        };
        let field = Field { kinds: kinds?, range: range? };
        Some(Power { field, rescuers: rescuers? })
    }

    /// A word or a list of words: methods, acts, freezing, letters of kinds.
    pub fn immunity(&self, node: &Node) -> Immunity {
        let mut immunity = Immunity::default();
        match &node.value {
            Value::List(list) => {
                for node in list {
                    self.add_immunity(node, &mut immunity);
                }
            }
            _ => self.add_immunity(node, &mut immunity),
        }
        immunity
    }

    fn add_immunity(&self, node: &Node, immunity: &mut Immunity) {
        let Some(text) = self.text(node, "a method, an act, freezing, or letters of pieces") else {
            return;
        };
        if text.starts_with(|letter: char| letter.is_ascii_uppercase()) {
            if let Some(kinds) = self.kinds_in(text, &node.place) {
                immunity.kinds = immunity.kinds.union(kinds);
            }
            return;
        }
        match words::IMMUNE.iter().find(|(word, _)| *word == text) {
            Some((_, word)) if immunity.to.contains(*word) => {
                self.error(&node.place, format!("'{text}' is given several times"));
            }
            Some((_, word)) => immunity.to |= *word,
            None => {
                let words = words::IMMUNE.iter().map(|(word, _)| *word);
                let words: Vec<&str> = words.chain(["letters of pieces"]).collect();
                let text = unknown("method, act or power", text, &words, &[]);
                self.error(&node.place, text);
            }
        }
    }
}
