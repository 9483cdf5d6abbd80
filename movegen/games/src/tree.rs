//! A file as a tree of keys and values, each with its place.

use std::collections::BTreeMap;

use toml::de::{DeTable, DeValue};

use crate::faults::Faults;
use crate::place::{Key, Place};

/// Values may be nested so deep below a table of a game, which is the second level of a file.
const MAX_NESTING: usize = 8;

/// A value and its place.
#[derive(Clone, Debug)]
pub struct Node {
    pub value: Value,
    pub place: Place,
}

/// A value of TOML, as far as games use them.
#[derive(Clone, Debug)]
pub enum Value {
    Text(String),
    /// `None` if it does not fit.
    Number(Option<i64>),
    Flag(bool),
    List(Vec<Node>),
    Table(TomlTable),
    /// A kind of value that games do not have.
    Other(&'static str),
}

impl Value {
    /// What it is, with an article.
    pub fn sort(&self) -> &'static str {
        match self {
            Self::Text(_) => "a text",
            Self::Number(_) => "a number",
            Self::Flag(_) => "true or false",
            Self::List(_) => "a list",
            Self::Table(_) => "a table",
            Self::Other(sort) => sort,
        }
    }
}

/// Keys with their values.
#[derive(Clone, Default, Debug)]
pub struct TomlTable {
    entries: BTreeMap<String, Entry>,
    /// Number of the next entry.
    next: usize,
}

/// A key with its value.
#[derive(Clone, Debug)]
pub struct Entry {
    number: usize,
    /// Where the key stands.
    pub place: Place,
    pub node: Node,
}

impl TomlTable {
    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entries.get(key).map(|entry| &entry.node)
    }

    /// A key with its value.
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries.get(key)
    }

    /// The keys with their values in the order of the file, inherited ones first.
    pub fn in_order(&self) -> Vec<(&str, &Entry)> {
        let mut all: Vec<_> = self.entries.iter().map(|(key, entry)| (&**key, entry)).collect();
        all.sort_by_key(|(_, entry)| entry.number);
        all
    }

    /// Sets the value of a key, which keeps its number among the others.
    pub fn set(&mut self, key: &str, place: Place, node: Node) {
        if let Some(entry) = self.entries.get_mut(key) {
            (entry.place, entry.node) = (place, node);
            return;
        }
        let number = self.next;
        self.next += 1;
        self.entries.insert(key.to_owned(), Entry { number, place, node });
    }

    /// Takes a key away; whether there was one.
    pub fn remove(&mut self, key: &str) -> bool {
        self.entries.remove(key).is_some()
    }
}

/// Reads a text as TOML; `is_shipped` if it is that of one of our own files. Reports what is not TOML.
pub fn read(text: &str, is_shipped: bool, faults: &Faults) -> TomlTable {
    let (document, errors) = DeTable::parse_recoverable(text);
    for error in errors {
        let offset = error.span().map_or(0, |span| span.start);
        faults.add_syntax(offset, crate::error::passed_on(error.message()));
    }
    let reader = TreeReader { is_shipped, faults };
    let mut entries: Vec<_> = document.get_ref().iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    let mut table = TomlTable::default();
    for (key, value) in entries {
        let name = Key::first(key.get_ref());
        let place = Place { offset: key.span().start, key: name.clone(), is_shipped };
        let node = reader.node(value.get_ref(), value.span().start, name, 0);
        table.set(key.get_ref(), place, node);
    }
    table
}

struct TreeReader<'a> {
    is_shipped: bool,
    faults: &'a Faults<'a>,
}

impl TreeReader<'_> {
    fn node(&self, value: &DeValue, offset: usize, key: Key, depth: usize) -> Node {
        let place = Place { offset, key, is_shipped: self.is_shipped };
        let is_nested = matches!(value, DeValue::Array(_) | DeValue::Table(_));
        // The game and a table of it.
        if is_nested && depth > 1 + MAX_NESTING {
            let text = format!("values are nested more than {MAX_NESTING} deep");
            self.faults.add(&place, text);
            return Node { value: Value::Other("too deep"), place };
        }
        let value = match value {
            DeValue::String(text) => Value::Text(text.clone().into_owned()),
            DeValue::Integer(number) => {
                Value::Number(i64::from_str_radix(number.as_str(), number.radix()).ok())
            }
            DeValue::Float(_) => Value::Other("a number with a fraction"),
            DeValue::Boolean(flag) => Value::Flag(*flag),
            DeValue::Datetime(_) => Value::Other("a date or time"),
            DeValue::Array(array) => {
                let item = |item: &toml::Spanned<DeValue>| {
                    self.node(item.get_ref(), item.span().start, place.key.clone(), depth + 1)
                };
                Value::List(array.iter().map(item).collect())
            }
            DeValue::Table(table) => Value::Table(self.table(table, &place.key, depth + 1)),
        };
        Node { value, place }
    }

    fn table(&self, table: &DeTable, above: &Key, depth: usize) -> TomlTable {
        let mut entries: Vec<_> = table.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        let mut read = TomlTable::default();
        for (name, value) in entries {
            let key = above.child(name.get_ref());
            let place =
                Place { offset: name.span().start, key: key.clone(), is_shipped: self.is_shipped };
            let node = self.node(value.get_ref(), value.span().start, key, depth);
            read.set(name.get_ref(), place, node);
        }
        read
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(table: &TomlTable) -> Vec<&str> {
        table.in_order().into_iter().map(|(key, _)| key).collect()
    }

    #[test]
    fn keys_are_in_the_order_of_the_file() {
        let text = "z = 1\r\n[g.b]\r\ny = { q = 1, p = [2, { c = 1.5 }] }\r\nx.w = true\r\n[g.a]\r\n[g]\r\nk = 3";
        let faults = Faults::new("", text);
        let table = read(text, false, &faults);
        assert_eq!(faults.len(), 0);
        assert_eq!(keys(&table), ["z", "g"]);
        let game = table.get("g").unwrap();
        let Value::Table(game) = &game.value else { panic!() };
        assert_eq!(keys(game), ["b", "a", "k"]);
        let Value::Table(b) = &game.get("b").unwrap().value else { panic!() };
        assert_eq!(keys(b), ["y", "x"]);
        let Value::Table(y) = &b.get("y").unwrap().value else { panic!() };
        assert_eq!(keys(y), ["q", "p"]);
        let p = y.entry("p").unwrap();
        assert_eq!(p.place.key.text(), "g.b.y.p");
        let place = (p.place.offset, p.node.place.offset);
        assert_eq!(place, (text.find("p =").unwrap(), text.find("[2").unwrap()));
    }

    #[test]
    fn taken_keys_keep_the_numbers_of_others() {
        let text = "a = 1\nb = 2\nc = 3";
        let faults = Faults::new("", text);
        let mut table = read(text, false, &faults);
        let entry = table.entry("b").unwrap().clone();
        assert!(table.remove("b") && !table.remove("b"));
        table.set("c", entry.place.clone(), entry.node.clone());
        table.set("b", entry.place, entry.node);
        assert_eq!(keys(&table), ["a", "c", "b"]);
    }
}
