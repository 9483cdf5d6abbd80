//! What pieces do besides moving.

use baroque_movegen::definition::Act;

use crate::entries::{Vocabulary, Word};
use crate::reader::Reader;
use crate::tree::{Node, Table, Value};
use crate::words;

const ACTS: Vocabulary = Vocabulary {
    what: "act",
    words: words::ACTS,
    elsewhere: &[
        ("take", words::METHODS),
        ("the piece", &["freezes", "shields", "neutralizes", "immune", "promote"]),
    ],
};
/// The longest range in king's steps.
pub const MAX_RANGE: i64 = 15;
/// Any range.
const ANY: u8 = u8::MAX;

impl Reader<'_> {
    /// What a piece does besides moving, in the order of the file.
    pub fn acts(&self, node: &Node) -> Vec<Act> {
        let mut before = Vec::new();
        let words = self.words(node, &ACTS, None);
        let acts = words.iter().filter(|word| self.is_new(word, &mut before));
        acts.filter_map(|word| self.act(word)).collect()
    }

    /// An act with its options.
    pub fn act(&self, word: &Word) -> Option<Act> {
        let no_options = |act| {
            self.options(word, &[]);
            Some(act)
        };
        match word.name {
            "swap" => {
                let options = self.options(word, &["with", "take-back"]);
                let with = [("any", false), ("enemy", true)];
                let enemies_only = self.word_of(options, "with", &with)?;
                let take_back = self.flag_of(options, "take-back", true);
                Some(Act::Swap { enemies_only, take_back })
            }
            "rifle" => {
                let options = self.options(word, &["range", "free", "spotter"]);
                let range = self.range(options, "range", 1, ANY);
                let free = self.range(options, "free", 0, range.unwrap_or(ANY));
                let spotter = match options.and_then(|options| options.get("spotter")) {
                    Some(node) => u8::try_from(self.number(node, 1..=MAX_RANGE)?).ok(),
                    None => Some(1),
                };
                Some(Act::Rifle { range: range?, free: free?, spotter: spotter? })
            }
            "attract" => {
                let options = self.options(word, &["range"]);
                Some(Act::Attract { range: self.range(options, "range", 1, ANY)? })
            }
            "destroy" => no_options(Act::Destroy),
            "push" => no_options(Act::Push),
            "pull" => no_options(Act::Pull),
            "repel" => no_options(Act::Repel),
            "explode" => no_options(Act::Explode),
            "leave" => no_options(Act::Leave),
            _ => no_options(Act::Imitate),
        }
    }

    /// A distance in king's steps, or "any".
    fn range(&self, options: Option<&Table>, key: &str, least: i64, default: u8) -> Option<u8> {
        match options.and_then(|options| options.get(key)) {
            None => Some(default),
            Some(Node { value: Value::Text(text), .. }) if text == "any" => Some(ANY),
            Some(node @ Node { value: Value::Text(_), .. }) => {
                let text = format!("must be a number from {least} to {MAX_RANGE}, or \"any\"");
                self.error(&node.place, text);
                None
            }
            Some(node) => u8::try_from(self.number(node, least..=MAX_RANGE)?).ok(),
        }
    }
}
