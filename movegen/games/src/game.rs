//! A game as a whole.

use baroque_movegen::definition::{
    Backend, Definition, DefinitionError, Hands, Part, PieceDefinition, Way, ZoneLimit,
};
use baroque_movegen::{CustomGame, CustomRules, Directions, Kinds, PieceKind, read_fen};

use crate::DescribedGame;
use crate::canonical;
use crate::draw::Draw;
use crate::error::{is_hidden, passed_on, quoted};
use crate::keys;
use crate::names::is_name;
use crate::piece::is_royal;
use crate::place::Place;
use crate::reader::Reader;
use crate::tree::{Node, Value};
use crate::words;

/// The name of a start position that has none.
const STANDARD: &str = "standard";
/// Most royal kinds.
const MAX_ROYAL: usize = 2;
/// Most characters of a title, and of other texts for people.
const MAX_TITLE: usize = 100;
const MAX_NOTE: usize = 1000;
/// Most start positions.
const MAX_STARTS: usize = 100;

/// A start position of a file.
struct Start<'a> {
    name: &'a str,
    fen: &'a str,
    place: &'a Place,
}

impl<'a> Reader<'a> {
    /// Reads the game; `None` after a fault.
    pub fn described(mut self) -> Option<DescribedGame> {
        let before = self.faults.len();
        let elsewhere = [("a piece", words::PIECE), ("end", words::END)];
        self.know_keys(&self.game.table, "key", words::GAME, &elsewhere);
        let title = self.note("title", MAX_TITLE);
        let [source, note] = ["source", "note"].map(|key| self.note(key, MAX_NOTE));
        self.read_board();
        let rows = self.read_letters();
        let pieces: Vec<PieceDefinition> =
            rows.iter().map(|&(letter, node)| self.piece(letter, node)).collect();
        let suicide = self.fields().flag("suicide");
        let rank_limit = self.fields().flag("ranklimit");
        let forced_captures = self.fields().flag("forced-captures");
        let limit = self.get("limit").and_then(|node| self.limit(node));
        let capture_only = self.get("only-to-take").and_then(|node| self.common_zone(node));
        let hands = self.get("hands").and_then(|node| self.hands(node));
        let end = self.ends();
        let wraps = self.wraps();
        let placement = self.get("placement").and_then(|node| self.placement(node));
        let draw = self.get("draw").and_then(|node| self.draw(node));
        let starts = self.starts();
        let definition = Definition {
            board: self.board?,
            wraps,
            start: starts.first().map_or("", |start| start.fen).to_owned(),
            pieces,
            suicide,
            rank_limit,
            forced_captures,
            limit,
            capture_only,
            hands,
            placement,
            end,
        };
        if self.game.is_incomplete {
            return None;
        }
        if self.faults.len() > before {
            self.refuse_pieces(&definition);
            return None;
        }
        let rules = self.rules(&definition, &starts, draw.as_ref());
        if self.faults.len() > before {
            return None;
        }
        self.warn_of_pieces(&definition, &rows, starts.iter().map(|start| start.fen));
        let fen = |start: &Start| definition.with_hands(start.fen);
        let positions: Vec<(&str, String)> = starts
            .iter()
            .map(|start| (start.name, canonical::fen(&fen(start), rules.as_ref())))
            .collect();
        let hash = canonical::hash(&definition, &positions, draw.as_ref());
        let starts = starts.iter().map(|start| (start.name.to_owned(), fen(start))).collect();
        Some(DescribedGame {
            name: self.game.name.clone(),
            title,
            source,
            note,
            definition,
            rules: rules.filter(|_| draw.is_none()),
            starts,
            hash,
            draw,
        })
    }

    /// A text for people, of so many characters at most.
    fn note(&self, key: &str, most: usize) -> Option<String> {
        let node = self.get(key)?;
        let text = self.text(node, "a text")?;
        let length = text.chars().count();
        if length > most {
            self.error(&node.place, format!("the text has {length} characters, more than {most}"));
        }
        let is_seen = |c| !is_hidden(c) || c == '\n' && key != "title";
        if !text.chars().all(is_seen) {
            self.error(&node.place, "the text has characters that cannot be seen".to_owned());
        }
        Some(text.to_owned())
    }

    /// Reads the letters of the pieces, and returns their rows in the order of their numbers: royal
    /// pieces first.
    fn read_letters(&mut self) -> Vec<(char, &'a Node)> {
        let Some(node) = self.get("pieces") else {
            self.missing(&self.game.place, "pieces is missing");
            return Vec::new();
        };
        let Some(table) = self.open_table(node, "a table letter = piece") else {
            return Vec::new();
        };
        let mut rows = Vec::new();
        for (name, entry) in table.in_order() {
            match name.as_bytes() {
                [letter @ b'A'..=b'Z'] => rows.push((char::from(*letter), &entry.node)),
                _ => {
                    let text = format!("{} is not a capital letter from A to Z", quoted(name));
                    self.error(&entry.place.above(), text);
                }
            }
        }
        // Hands are written in alphabetical order, which is that of the kinds.
        let has_hands = self.get("hands").or(self.get("placement")).is_some();
        rows.sort_by_key(|(letter, node)| (!is_royal(node), has_hands.then_some(*letter)));
        let royal = rows.iter().filter(|(_, node)| is_royal(node)).count();
        for (letter, node) in rows.iter().take(royal).skip(MAX_ROYAL) {
            let text = format!("'{letter}' is one royal piece too many; there are at most 2");
            self.error(&node.place, text);
        }
        let kinds = (0..royal).map(|row| Kinds::one(PieceKind::new(row)));
        self.royal = kinds.fold(Kinds::NONE, Kinds::union);
        self.letters = rows.iter().map(|(letter, _)| *letter).collect();
        rows
    }

    fn limit(&self, node: &Node) -> Option<ZoneLimit> {
        let table = self.table(node, "a table with in and pieces", &keys::LIMIT)?;
        let node = table.required("in");
        let zone = node.and_then(|node| self.zone(node));
        let pieces = table.required("pieces").and_then(|_| table.number("pieces"));
        let name = self.text(node?, "the name of a zone")?.to_owned();
        Some(ZoneLimit { zone: zone?.squares, pieces: pieces?, name })
    }

    fn hands(&self, node: &Node) -> Option<Hands> {
        let table = self.table(node, "a table with takes, turns and drop", &keys::HANDS)?;
        let takes = table.flag("takes");
        let drop = table.get("drop").and_then(|node| self.zone(node));
        let mut turns = Vec::new();
        let turned =
            table.get("turns").and_then(|node| self.open_table(node, "a table letter = letter"));
        for (letter, entry) in turned.map(|table| table.in_order()).unwrap_or_default() {
            let key = Node { value: Value::Text(letter.to_owned()), place: entry.place.above() };
            let pair = self.letter(&key).zip(self.letter(&entry.node));
            for kind in pair.iter().flat_map(|(from, to)| [from, to]) {
                if self.royal.has(*kind) {
                    let letter = self.letters[kind.index()];
                    self.error(&entry.place, format!("'{letter}' is royal and never in a hand"));
                }
            }
            turns.extend(pair);
        }
        Some(Hands { takes, turns, drop: drop.map(|zone| zone.squares) })
    }

    /// The start positions, the default one first.
    fn starts(&self) -> Vec<Start<'a>> {
        let mut all = Vec::new();
        let table = self.get("starts").and_then(|node| self.open_table(node, "a table name = FEN"));
        for (name, entry) in table.map(|table| table.in_order()).unwrap_or_default() {
            if !is_name(name) {
                let text = format!("{} is not a name: a-z, 0-9 and -, at most 32", quoted(name));
                self.error(&entry.place.above(), text);
            }
            if let Some(fen) = self.text(&entry.node, "a FEN") {
                all.push(Start { name, fen, place: &entry.node.place });
            }
        }
        if let Some(start) = all.get(MAX_STARTS) {
            let text = format!("there are {} starts, more than {MAX_STARTS}", all.len());
            self.error(start.place, text);
        }
        let Some(node) = self.get("start") else {
            self.missing(&self.game.place, "start is missing");
            return all;
        };
        let Some(text) = self.text(node, "a FEN or a name of starts") else { return all };
        let named = all.iter().position(|start| start.name == text);
        if let Some(index) = named {
            all[..=index].rotate_right(1);
        } else if !text.contains(['/', ' ']) {
            let names: Vec<&str> = all.iter().map(|start| start.name).collect();
            let text = match names[..] {
                [] => format!("{} is neither a FEN nor a name of starts", quoted(text)),
                _ => crate::suggest::unknown("start", text, &names, &[]),
            };
            self.missing(&node.place, text);
        } else {
            if all.iter().any(|start| start.name == STANDARD) {
                let text = format!("the start without a name is called {STANDARD}, as is another");
                self.error(&node.place, text);
            }
            all.insert(0, Start { name: STANDARD, fen: text, place: &node.place });
        }
        all
    }

    /// The rules, under which all start positions have been checked.
    fn rules(
        &self,
        definition: &Definition,
        starts: &[Start],
        draw: Option<&Draw>,
    ) -> Option<CustomRules> {
        let mut playable = definition.clone();
        // Before a draw the kinds that are drawn are queens, which take nothing.
        for letter in draw.iter().flat_map(|draw| &draw.pieces) {
            let mut piece = PieceDefinition::new(*letter, "drawn piece");
            piece.ways = Way::lines(Directions::QUEEN, u8::MAX);
            playable.pieces.push(piece);
        }
        if playable.pieces.len() > PieceKind::MAX {
            return None;
        }
        let rules = match playable.rules(Backend::Fastest) {
            Ok(rules) => rules,
            Err(errors) => {
                for error in &errors {
                    self.refuse_part(error, starts);
                }
                return None;
            }
        };
        for start in starts.iter().skip(1) {
            let fen = definition.with_hands(start.fen);
            match read_fen::<CustomGame>(&fen, &rules) {
                Err(error) => self.error(start.place, passed_on(&error.to_string())),
                Ok(position) => {
                    if let Some(end) = position.board_outcome() {
                        let text = format!("the game is over at the start: {}", end.reason);
                        self.error(start.place, text);
                    }
                }
            }
        }
        Some(rules)
    }

    /// Reports what keeps pieces from being played that are not wrong in another way.
    fn refuse_pieces(&self, definition: &Definition) {
        // Which words a piece may have depends on these keys.
        if self.faults.is_under(&format!("{}.hands", self.game.name))
            || definition.pieces.iter().any(|piece| {
                let name = &self.game.name;
                self.faults.is_under(&format!("{name}.pieces.{}.royal", piece.letter))
            })
        {
            return;
        }
        for error in definition.rules(Backend::Fastest).err().iter().flatten() {
            if let Part::Piece(number, key) = error.part {
                let (name, letter) = (&self.game.name, definition.pieces[number].letter);
                if !self.faults.is_under(&format!("{name}.pieces.{letter}.{key}")) {
                    self.refuse_part(error, &[]);
                }
            }
        }
    }

    /// Reports what keeps the definition from being played.
    fn refuse_part(&self, error: &DefinitionError, starts: &[Start]) {
        let text = passed_on(&error.text);
        let place = match error.part {
            Part::Game("start") => starts.first().map(|start| start.place),
            Part::Game(key) => self.get(key).map(|node| &node.place),
            Part::Piece(number, key) => {
                let letter = self.letters.get(number).map(char::to_string);
                let pieces = self.get("pieces").map(|node| &node.value);
                let piece = match (pieces, letter) {
                    (Some(Value::Table(pieces)), Some(letter)) => pieces.get(&letter),
                    _ => None,
                };
                let part = match piece.map(|piece| &piece.value) {
                    Some(Value::Table(table)) => table.get(key),
                    _ => None,
                };
                part.or(piece).map(|node| &node.place)
            }
        };
        self.error(place.unwrap_or(&self.game.place), text);
    }
}
