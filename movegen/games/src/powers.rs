//! Freezing, shields, neutralizing and immunity.

use baroque_movegen::Kinds;
use baroque_movegen::definition::{Field, Immunity};

use crate::act::MAX_RANGE;
use crate::reader::Reader;
use crate::suggest::unknown;
use crate::tree::{Node, Value};
use crate::words;

/// A power over the pieces around, and the kinds beside its owner that free from it.
pub struct Power {
    pub field: Field,
    pub unless_beside: Kinds,
}

impl Reader<'_> {
    /// Kinds, or a table with kinds and range.
    pub fn power(&self, node: &Node, may_spare: bool) -> Option<Power> {
        let plain = |kinds| Power { field: Field { kinds, range: 1 }, unless_beside: Kinds::NONE };
        if matches!(node.value, Value::Text(_)) {
            return self.kinds_or_all(node).map(plain);
        }
        let all = ["kinds", "range", "unless-beside"];
        let keys = if may_spare { &all[..] } else { &all[..2] };
        let wanted = "letters of pieces, \"*\" for all, or a table with kinds and range";
        let table = self.table(node, wanted, keys)?;
        let kinds = self.required(table, node, "kinds").and_then(|node| self.kinds_or_all(node));
        let range = match table.get("range") {
            Some(node) => self.number(node, 1..=MAX_RANGE),
            None => Some(1),
        };
        let unless_beside = match table.get("unless-beside").filter(|_| may_spare) {
            Some(node) => self.kinds_or_all(node),
            None => Some(Kinds::NONE),
        };
        let field = Field { kinds: kinds?, range: u8::try_from(range?).ok()? };
        Some(Power { field, unless_beside: unless_beside? })
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
                let words: Vec<&str> = words::IMMUNE.iter().map(|(word, _)| *word).collect();
                let text = unknown("method, act or power", text, &words, &[]);
                self.error(&node.place, text);
            }
        }
    }
}
