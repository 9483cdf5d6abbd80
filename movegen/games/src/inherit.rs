//! The games of a file, with what they inherit from each other and from ours.

use std::collections::BTreeMap;

use crate::error::{passed_on, quoted};
use crate::faults::Faults;
use crate::keys::{self, Key, Values};
use crate::place::Place;
use crate::suggest::nearest;
use crate::tree::{Node, TomlTable, Value};
use crate::words;

/// Most games of a file.
pub const MAX_GAMES: usize = 100;

/// A game with all its keys, those included that it inherits.
#[derive(Clone, Debug)]
pub struct Game {
    pub name: String,
    /// Where its name stands.
    pub place: Place,
    pub table: TomlTable,
    /// The value of `inherits`.
    pub inherits: Option<Place>,
    /// Whether what it inherits is not known, because of a fault that has been reported.
    pub is_incomplete: bool,
}

/// Resolves `inherits` of all games of a file. `shipped` are our own games, by the names by which
/// they can be inherited.
pub fn resolve(
    games: &TomlTable,
    shipped: &BTreeMap<String, TomlTable>,
    faults: &Faults,
) -> Vec<Game> {
    let mut resolver =
        Resolver { games, shipped, faults, done: BTreeMap::new(), active: Vec::new() };
    let names: Vec<&str> = resolver.names().collect();
    names.iter().map(|name| resolver.game(name)).collect()
}

struct Resolver<'a> {
    games: &'a TomlTable,
    shipped: &'a BTreeMap<String, TomlTable>,
    faults: &'a Faults<'a>,
    done: BTreeMap<String, Game>,
    /// The games that wait for those after them.
    active: Vec<String>,
}

impl<'a> Resolver<'a> {
    /// The names of the games of the file.
    fn names(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let is_game = |node: &Node| matches!(node.value, Value::Table(_));
        let games = self.games.in_order().into_iter();
        games.filter(move |(_, entry)| is_game(&entry.node)).map(|(name, _)| name).take(MAX_GAMES)
    }

    /// A game that the file has.
    fn game(&mut self, name: &str) -> Game {
        if let Some(game) = self.done.get(name) {
            return game.clone();
        }
        let entry = self.games.entry(name).expect("it is a game of the file");
        let Value::Table(own) = &entry.node.value else { unreachable!("games are tables") };
        self.active.push(name.to_owned());
        let inherits = own.get("inherits");
        let (base, is_incomplete) = match inherits.map(|node| self.base(node)) {
            None => (TomlTable::default(), false),
            Some(Some((base, is_incomplete))) => (base, is_incomplete),
            Some(None) => (TomlTable::default(), true),
        };
        self.active.pop();
        let is_incomplete = is_incomplete || self.faults.is_broken();
        let merge = Merge { faults: self.faults, is_incomplete };
        let game = Game {
            name: name.to_owned(),
            place: entry.place.clone(),
            table: merge.tables(base, own, Level::Game),
            inherits: inherits.map(|node| node.place.clone()),
            is_incomplete,
        };
        self.done.insert(name.to_owned(), game.clone());
        game
    }

    /// What a game inherits, and whether that is incomplete; `None` after a fault.
    fn base(&mut self, inherits: &Node) -> Option<(TomlTable, bool)> {
        let Value::Text(name) = &inherits.value else {
            let text = format!("must be the name of a game, not {}", inherits.value.sort());
            self.faults.add(&inherits.place, text);
            return None;
        };
        if let Some(first) = self.active.iter().position(|active| active == name) {
            let cycle: Vec<&str> = self.active[first..].iter().map(|name| &**name).collect();
            let text = match cycle[..] {
                [_] => "a game cannot inherit from itself".to_owned(),
                _ => {
                    let cycle = passed_on(&cycle.join(", "));
                    format!("these games inherit from each other: {cycle}")
                }
            };
            self.faults.add(&inherits.place, text);
            return None;
        }
        if self.names().any(|known| known == name) {
            let game = self.game(name);
            return Some((game.table, game.is_incomplete));
        }
        if let Some(table) = self.shipped.get(name) {
            return Some((table.clone(), false));
        }
        if !self.faults.is_broken() {
            let text = self.unknown(name);
            self.faults.add(&inherits.place, text);
        }
        None
    }

    fn unknown(&self, name: &str) -> String {
        let ours: Vec<&str> = self.shipped.keys().map(|name| &**name).collect();
        let nearest = nearest(name, self.names().chain(ours.iter().copied()));
        let nearest = nearest.map(|name| format!("; did you mean {}?", quoted(name)));
        let ours = ours.join(", ");
        let text = format!("no game {} in the file; ours are {ours}", quoted(name));
        text + &nearest.unwrap_or_default()
    }
}

/// What a table belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    Game,
    /// A table of a game that is merged key by key.
    Part,
    Pieces,
    Piece,
}

impl Level {
    /// What the table of a key belongs to, if it is merged with an inherited one.
    fn of_key(self, key: &str) -> Option<Self> {
        match self {
            Self::Game if key == "pieces" => Some(Self::Pieces),
            Self::Game if words::MERGED.contains(&key) => Some(Self::Part),
            Self::Pieces => Some(Self::Piece),
            _ => None,
        }
    }

    /// Whether the key is true or false.
    fn is_flag(self, key: &str) -> bool {
        let keys: &[Key] = match self {
            Self::Game => &keys::GAME,
            Self::Piece => &keys::PIECE,
            Self::Part | Self::Pieces => &[],
        };
        keys.iter().any(|known| known.name == key && matches!(known.values, Values::Flag))
    }

    /// Whether the key may be taken away.
    fn knows(self, key: &str) -> bool {
        match self {
            Self::Game => words::GAME.contains(&key),
            Self::Piece => words::PIECE.contains(&key),
            Self::Part | Self::Pieces => true,
        }
    }
}

struct Merge<'a> {
    faults: &'a Faults<'a>,
    is_incomplete: bool,
}

impl Merge<'_> {
    /// An inherited table with the own keys of a game.
    fn tables(&self, mut base: TomlTable, own: &TomlTable, level: Level) -> TomlTable {
        for (key, entry) in own.in_order() {
            let is_flag = level.is_flag(key);
            match &entry.node.value {
                _ if level == Level::Game && key == "inherits" => {}
                Value::Flag(false) if !is_flag && level.knows(key) => {
                    if !base.remove(key) && !self.is_incomplete {
                        let text = "nothing is inherited that false could take away";
                        self.faults.add(&entry.node.place, text.to_owned());
                    }
                }
                Value::Table(own) => {
                    let node = match level.of_key(key) {
                        Some(level) => {
                            let inherited = match base.get(key).map(|node| &node.value) {
                                Some(Value::Table(inherited)) => inherited.clone(),
                                _ => TomlTable::default(),
                            };
                            let merged = Value::Table(self.tables(inherited, own, level));
                            Node { value: merged, place: entry.node.place.clone() }
                        }
                        None => entry.node.clone(),
                    };
                    base.set(key, entry.place.clone(), node);
                }
                _ => base.set(key, entry.place.clone(), entry.node.clone()),
            }
        }
        base
    }
}
