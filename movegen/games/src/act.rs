//! What pieces do besides moving.

use baroque_movegen::definition::Act;

use crate::entries::{Vocabulary, Word};
use crate::keys::{self, MAX_RANGE, Values};
use crate::reader::{Fields, Reader};
use crate::tree::{Node, Value};
use crate::words;

const ACTS: Vocabulary = Vocabulary {
    what: "act",
    words: words::ACTS,
    elsewhere: &[
        ("take", words::METHODS),
        ("the piece", &["freezes", "shields", "neutralizes", "immune", "promote"]),
    ],
};
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
        let options = self.options(word, keys::of(&keys::ACTS, word.name), &[]);
        match word.name {
            "swap" => {
                let enemies_only = options.word("with")? == "enemy";
                Some(Act::Swap { enemies_only, take_back: options.flag("take-back") })
            }
            "rifle" => {
                let range = options.distance("range", ANY);
                let free = options.distance("free", range.unwrap_or(ANY));
                let spotter = options.number("spotter");
                Some(Act::Rifle { range: range?, free: free?, spotter: spotter? })
            }
            "attract" => Some(Act::Attract { range: options.distance("range", ANY)? }),
            "destroy" => Some(Act::Destroy),
            "push" => Some(Act::Push),
            "pull" => Some(Act::Pull),
            "repel" => Some(Act::Repel),
            "explode" => Some(Act::Explode),
            "leave" => Some(Act::Leave),
            _ => Some(Act::Imitate),
        }
    }
}

impl Fields<'_, '_> {
    /// A distance in king's steps, or "any".
    fn distance(&self, name: &str, default: u8) -> Option<u8> {
        let Values::Distance(least) = self.key(name)?.values else { return None };
        match self.get(name) {
            None => Some(default),
            Some(Node { value: Value::Text(text), .. }) if text == "any" => Some(ANY),
            Some(node @ Node { value: Value::Text(_), .. }) => {
                let text = format!("must be a number from {least} to {MAX_RANGE}, or \"any\"");
                self.reader.error(&node.place, text);
                None
            }
            Some(node) => u8::try_from(self.reader.number(node, least..=MAX_RANGE)?).ok(),
        }
    }
}
