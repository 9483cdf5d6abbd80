//! Words with options: a word, a table `word = options`, or a list of these.

use crate::error::quoted;
use crate::keys::Key;
use crate::place::Place;
use crate::reader::{Fields, Reader};
use crate::suggest::{Elsewhere, unknown};
use crate::tree::{Node, Value};

/// A vocabulary.
pub struct Vocabulary {
    /// What its words are, such as "method".
    pub what: &'static str,
    pub words: &'static [&'static str],
    /// Where other words belong.
    pub elsewhere: &'static [Elsewhere<'static>],
}

/// A word of a vocabulary with its options.
#[derive(Clone, Copy)]
pub struct Word<'n> {
    pub name: &'n str,
    pub place: &'n Place,
    pub options: Option<&'n Node>,
}

impl Reader<'_> {
    /// The words of a text, table or list that the vocabulary has. The word of a group is known too;
    /// its options are a list of words.
    pub fn words<'n>(
        &self,
        node: &'n Node,
        vocabulary: &Vocabulary,
        group: Option<&str>,
    ) -> Vec<Word<'n>> {
        let mut words = Vec::new();
        match &node.value {
            Value::List(list) => {
                for node in list {
                    self.add_words(node, vocabulary, &mut words);
                }
            }
            _ => self.add_words(node, vocabulary, &mut words),
        }
        words.retain(|word| {
            let is_known = vocabulary.words.contains(&word.name) || group == Some(word.name);
            if !is_known {
                let Vocabulary { what, words, elsewhere } = vocabulary;
                let place = if word.options.is_some() { &word.place.above() } else { word.place };
                self.error(place, unknown(what, word.name, words, elsewhere));
            }
            is_known
        });
        words
    }

    fn add_words<'n>(&self, node: &'n Node, vocabulary: &Vocabulary, words: &mut Vec<Word<'n>>) {
        match &node.value {
            Value::Text(name) => words.push(Word { name, place: &node.place, options: None }),
            Value::Table(table) => {
                words.extend(table.in_order().into_iter().map(|(name, entry)| Word {
                    name,
                    place: &entry.place,
                    options: Some(&entry.node),
                }));
            }
            value => {
                let what = vocabulary.what;
                let text = format!("must be a {what} or a table {what} = options, not");
                self.error(&node.place, format!("{text} {}", value.sort()));
            }
        }
    }

    /// The options of a word: a table with no keys but its own and those of all words of its kind.
    pub fn options<'n>(
        &self,
        word: &Word<'n>,
        keys: &'static [Key],
        common: &'static [Key],
    ) -> Fields<'_, 'n> {
        let table = match word.options.map(|node| (node, &node.value)) {
            None => None,
            Some((node, Value::Table(table))) => {
                let names: Vec<&str> = keys.iter().chain(common).map(|key| key.name).collect();
                if names.is_empty() && !table.in_order().is_empty() {
                    self.error(&node.place, format!("{} has no options", word.name));
                } else {
                    self.know_keys(table, "option", &names, &[]);
                }
                Some(table)
            }
            Some((node, value)) => {
                let text = format!("the options of {} must be a table", word.name);
                self.error(&node.place, format!("{text}, not {}", value.sort()));
                None
            }
        };
        Fields { reader: self, place: word.place, table, keys }
    }

    /// Reports a word that has been given before.
    pub fn is_new<'n>(&self, word: &Word<'n>, before: &mut Vec<&'n str>) -> bool {
        if before.contains(&word.name) {
            self.error(word.place, format!("{} is given several times", quoted(word.name)));
            return false;
        }
        before.push(word.name);
        true
    }
}
