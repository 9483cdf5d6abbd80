//! What an umpire draws, as in Penultima. It is read and checked; a game is played only after a draw.

use baroque_movegen::definition::{Act, Take, Way};

use crate::betza;
use crate::entries::Word;
use crate::error::{quoted, shown};
use crate::keys::{self, MAX_RANGE};
use crate::piece::{MAX_NAME, is_piece_name};
use crate::place::Place;
use crate::reader::Reader;
use crate::suggest::unknown;
use crate::tree::Node;
use crate::words;

/// What an umpire draws.
#[derive(Clone, Debug)]
pub struct Draw {
    /// The letters of the kinds that are drawn.
    pub pieces: Vec<char>,
    /// Ways of moving.
    pub moves: Vec<Weighted<Vec<Way>>>,
    /// Capture methods.
    pub takes: Vec<Weighted<Option<Take>>>,
    /// What pieces do besides.
    pub powers: Vec<Weighted<Option<Power>>>,
    /// The acts that are made without a move.
    pub invoke: Vec<Act>,
    /// Names for the kinds, in lower case.
    pub names: Vec<String>,
    /// The draws that are refused.
    pub refuse: Refuse,
}

/// Something that is drawn, and how often.
#[derive(Clone, PartialEq, Debug)]
pub struct Weighted<T> {
    /// The word of the file.
    pub word: String,
    /// What is drawn.
    pub item: T,
    /// How often, in proportion to the others.
    pub weight: u32,
}

/// What a drawn piece does besides moving and taking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Power {
    /// It acts.
    Act(Act),
    /// It freezes all enemies so far away.
    Freezes(u8),
    /// It shields all own pieces so far away.
    Shields(u8),
    /// It neutralizes all enemies so far away.
    Neutralizes(u8),
}

/// The draws that are refused.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Refuse {
    /// A side has fewer first moves.
    pub first_moves_below: u32,
    /// No capture was possible in random games.
    pub no_captures: bool,
    /// There is a forced win within that many moves.
    pub decided_within: u32,
}

impl Draw {
    /// What is drawn, in sentences.
    pub fn sentences(&self) -> Vec<String> {
        let letters: Vec<String> = self.pieces.iter().map(char::to_string).collect();
        let mut text = vec![
            format!("An umpire draws a rule for each of {}.", letters.join(", ")),
            format!("Moves, with their weights: {}.", weights(&self.moves)),
            format!("Captures: {}.", weights(&self.takes)),
        ];
        let mut add = |what: &str, words: String| {
            if !words.is_empty() {
                text.push(format!("{what}: {words}."));
            }
        };
        add("Powers", weights(&self.powers));
        let invoke: Vec<String> = self.invoke.iter().map(|act| act.sentence()).collect();
        add("Without naming a move a piece", invoke.join("; "));
        add("Names", self.names.join(", "));
        let Refuse { first_moves_below, no_captures, decided_within } = self.refuse;
        let refused = [
            (
                first_moves_below > 0,
                format!("a side has fewer than {first_moves_below} first moves"),
            ),
            (no_captures, "no capture is possible in random games".to_owned()),
            (decided_within > 0, format!("a win is forced within {decided_within} moves")),
        ];
        let refused = refused.into_iter().filter(|(is_set, _)| *is_set).map(|(_, text)| text);
        add("A draw is refused if", refused.collect::<Vec<_>>().join(", or "));
        text
    }
}

/// Words with their weights.
fn weights<T>(all: &[Weighted<T>]) -> String {
    let words = all.iter().map(|drawn| format!("{} ({})", drawn.word, drawn.weight));
    words.collect::<Vec<_>>().join(", ")
}

/// The greatest weight.
const MAX_WEIGHT: i64 = 1_000_000;
/// The word for nothing.
const NONE: &str = "none";
/// The powers that are neither methods nor acts.
const FIELDS: &[&str] = &["freezes", "shields", "neutralizes"];

impl Reader<'_> {
    /// What an umpire draws for the game.
    pub fn draw(&self, node: &Node) -> Option<Draw> {
        let table = self.table(node, "a table with pieces, move and take", &keys::DRAW)?;
        let required = |key| table.required(key);
        let pieces = required("pieces").and_then(|node| self.drawn_letters(node));
        let moves = required("move").and_then(|node| {
            self.weighted(node, |word, place| {
                let mut ways = Vec::new();
                match betza::read(word, &mut ways) {
                    Ok(()) => Some(ways),
                    Err(error) => {
                        self.error(place, error);
                        None
                    }
                }
            })
        });
        let takes = required("take")
            .and_then(|node| self.weighted(node, |word, place| self.drawn_take(word, place)));
        let powers = table.get("power").map_or(Some(Vec::new()), |node| {
            self.weighted(node, |word, place| self.drawn_power(word, place))
        });
        let invoke = table.get("invoke").map_or(Vec::new(), |node| self.acts(node));
        let names = table.get("names").map_or(Some(Vec::new()), |node| self.drawn_names(node));
        if let (Some(pieces), Some(names), Some(node)) = (&pieces, &names, table.get("names")) {
            let (pieces, names) = (pieces.len(), names.len());
            if names < pieces {
                self.error(&node.place, format!("{names} names are too few for {pieces} pieces"));
            }
        }
        let refuse = table.get("refuse").map_or(Some(Refuse::default()), |node| self.refuse(node));
        Some(Draw {
            pieces: pieces?,
            moves: moves?,
            takes: takes?,
            powers: powers?,
            invoke,
            names: names?,
            refuse: refuse?,
        })
    }

    fn drawn_letters(&self, node: &Node) -> Option<Vec<char>> {
        let text = self.text(node, "letters of pieces")?;
        let mut letters = Vec::new();
        for letter in text.chars() {
            let known = quoted(&letter.to_string());
            let wrong = match letter {
                _ if !letter.is_ascii_uppercase() => "is not a letter from A to Z",
                _ if letters.contains(&letter) => "is given several times",
                _ if self.letters.contains(&letter) => "has a row in pieces, and cannot be drawn",
                _ => {
                    letters.push(letter);
                    continue;
                }
            };
            self.error(&node.place, format!("{known} {wrong}"));
            return None;
        }
        if letters.is_empty() {
            self.error(&node.place, "letters of pieces are missing");
            return None;
        }
        Some(letters)
    }

    /// A table `word = weight`.
    fn weighted<T>(
        &self,
        node: &Node,
        read: impl Fn(&str, &Place) -> Option<T>,
    ) -> Option<Vec<Weighted<T>>> {
        let table = self.open_table(node, "a table word = weight")?;
        let mut all = Some(Vec::new());
        for (word, entry) in table.in_order() {
            let item = read(word, &entry.place.above());
            let weight = self.number(&entry.node, 1..=MAX_WEIGHT);
            let weight = weight.and_then(|weight| u32::try_from(weight).ok());
            let both = item.zip(weight);
            all = all.zip(both).map(|(mut all, (item, weight))| {
                all.push(Weighted { word: word.to_owned(), item, weight });
                all
            });
        }
        if table.in_order().is_empty() {
            self.error(&node.place, "there is nothing to be drawn in it");
            return None;
        }
        all
    }

    fn drawn_take(&self, word: &str, place: &Place) -> Option<Option<Take>> {
        if word == NONE {
            return Some(None);
        }
        if !words::METHODS.contains(&word) {
            let methods: Vec<&str> = words::METHODS.iter().copied().chain([NONE]).collect();
            let elsewhere = [("power", words::ACTS), ("power", FIELDS)];
            self.error(place, unknown("method", word, &methods, &elsewhere));
            return None;
        }
        self.take(&Word { name: word, place, options: None }, false).map(Some)
    }

    /// A power, perhaps with its range after a blank.
    fn drawn_power(&self, text: &str, place: &Place) -> Option<Option<Power>> {
        if text == NONE {
            return Some(None);
        }
        let (word, range) = match text.split_once(' ') {
            Some((word, range)) => (word, Some(range)),
            None => (text, None),
        };
        let range = match range.map(|digits| (digits, digits.parse::<u8>())) {
            None => None,
            Some((_, Ok(range))) if (1..=MAX_RANGE).contains(&i64::from(range)) => Some(range),
            Some((digits, _)) => {
                let text = format!("the range {} is not from 1 to {MAX_RANGE}", quoted(digits));
                self.error(place, text);
                return None;
            }
        };
        let near = range.unwrap_or(1);
        let power = match word {
            "freezes" => Power::Freezes(near),
            "shields" => Power::Shields(near),
            "neutralizes" => Power::Neutralizes(near),
            _ if words::ACTS.contains(&word) => {
                let act = self.act(&Word { name: word, place, options: None })?;
                Power::Act(match (act, range) {
                    (act, None) => act,
                    (Act::Rifle { spotter, .. }, Some(range)) => {
                        Act::Rifle { range, free: range, spotter }
                    }
                    (Act::Attract { .. }, Some(range)) => Act::Attract { range },
                    _ => {
                        self.error(place, format!("'{word}' has no range"));
                        return None;
                    }
                })
            }
            _ => {
                let known = FIELDS.iter().chain(words::ACTS).copied().chain([NONE]);
                let known: Vec<&str> = known.collect();
                self.error(place, unknown("power", word, &known, &[("take", words::METHODS)]));
                return None;
            }
        };
        Some(Some(power))
    }

    fn drawn_names(&self, node: &Node) -> Option<Vec<String>> {
        let list = self.list(node, "a list of names")?;
        let mut names = Vec::new();
        for node in list {
            let name = self.text(node, "a name")?;
            let lower = name.to_lowercase();
            if !is_piece_name(&lower) {
                let text = "is not a name: letters, digits, blanks, - and ', at most";
                self.error(&node.place, format!("{} {text} {MAX_NAME}", quoted(name)));
                return None;
            }
            if names.contains(&lower) {
                self.error(&node.place, format!("'{}' is given several times", shown(name)));
                return None;
            }
            names.push(lower);
        }
        Some(names)
    }

    fn refuse(&self, node: &Node) -> Option<Refuse> {
        let table = self.table(node, "a table with what is refused", &keys::REFUSE)?;
        let first_moves_below = table.number("first-moves-below");
        let no_captures = table.flag("no-captures");
        let decided_within = table.number("decided-within");
        Some(Refuse {
            first_moves_below: first_moves_below?,
            no_captures,
            decided_within: decided_within?,
        })
    }
}
