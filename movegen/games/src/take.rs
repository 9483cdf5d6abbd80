//! Capture methods.

use baroque_movegen::Kinds;
use baroque_movegen::definition::{Effect, Method, Take};

use crate::entries::{Vocabulary, Word};
use crate::keys;
use crate::reader::{Fields, Reader};
use crate::tree::{Node, Value};
use crate::words;

const METHODS: Vocabulary = Vocabulary {
    what: "method",
    words: words::METHODS,
    elsewhere: &[
        ("act", words::ACTS),
        ("the piece", &["freezes", "shields", "neutralizes", "immune", "promote"]),
        ("move", &["jump"]),
        ("take, around several methods", &["either"]),
    ],
};
/// The word around methods of which only one may have a victim.
const EITHER: &str = "either";
/// The squares that `offset` takes on without options.
const OFFSETS: [(i8, i8); 2] = [(1, 2), (-1, 2)];
/// Most vectors of `offset`.
const MAX_OFFSETS: usize = 32;
/// The farthest that a vector leads along files or ranks.
const MAX_OFFSET: i64 = 15;

impl Reader<'_> {
    /// The capture methods of a piece, in the order of the file.
    pub fn takes(&self, node: &Node) -> Vec<Take> {
        let mut takes = Vec::new();
        let (mut before, mut groups) = (Vec::new(), Vec::new());
        for word in self.words(node, &METHODS, Some(EITHER)) {
            if word.name != EITHER {
                if self.is_new(&word, &mut before) {
                    takes.extend(self.take(&word, false));
                }
                continue;
            }
            let Some(list) = word.options.filter(|node| matches!(node.value, Value::List(_)))
            else {
                let place = word.options.map_or(word.place, |node| &node.place);
                self.error(place, "either must be { either = [methods] }");
                continue;
            };
            if !self.is_new(&word, &mut groups) {
                continue;
            }
            let faults = self.faults.len();
            let group = self.words(list, &METHODS, None);
            if group.len() < 2 && self.faults.len() == faults {
                self.error(&list.place, "either is about two methods or more");
            }
            for word in group {
                if self.is_new(&word, &mut before) {
                    takes.extend(self.take(&word, true));
                }
            }
        }
        takes
    }

    /// A capture method with its options.
    pub fn take(&self, word: &Word, either: bool) -> Option<Take> {
        let options = self.options(word, keys::of(&keys::METHODS, word.name), &keys::OF_METHODS);
        let method = match word.name {
            "displace" => Method::Displace,
            "withdraw" => Method::Withdraw,
            "approach" => Method::Approach,
            "plow" => Method::Plow,
            "fly" => Method::Fly,
            "pincer" => {
                let diagonal = options.word("along")? == "A";
                let partners = self.kinds_of(options.get("partners"), Kinds::ALL)?;
                Method::Pincer { orthogonal: true, diagonal, partners }
            }
            "leap" => Method::Leap {
                several: options.flag("several"),
                slide_on: options.flag("slide-on"),
            },
            "coordinate" => {
                let with = self.kinds_of(options.get("with"), self.royal)?;
                Method::Coordinate { with, moved: options.word("corners")? == "moved" }
            }
            "around" => {
                Method::Around { all: options.word("whom")? == "all", itself: options.flag("self") }
            }
            "offset" => self.offset(options.get("vectors"))?,
            _ => Method::Imitate {
                leap_alone: options.flag("leap-alone"),
                royal_alone: options.flag("royal-alone"),
                mount_is_jumped: options.flag("mount-is-jumped"),
            },
        };
        let effect = match options.get("effect") {
            None => Effect::Capture,
            Some(_) => match (Fields { keys: &keys::OF_METHODS, ..options }).word("effect")? {
                // Without hands there is no difference.
                "remove" if self.get("hands").is_none() => Effect::Capture,
                "remove" => Effect::Remove,
                "hand" => Effect::Hand,
                "convert" => Effect::Convert,
                _ => Effect::Demote,
            },
        };
        Some(Take { method, effect, either })
    }

    /// Kinds, or those that count if none are given.
    fn kinds_of(&self, node: Option<&Node>, default: Kinds) -> Option<Kinds> {
        node.map_or(Some(default), |node| self.kinds_or_all(node))
    }

    fn offset(&self, vectors: Option<&Node>) -> Option<Method> {
        let Some(node) = vectors else {
            return Some(Method::Offset(OFFSETS.to_vec()));
        };
        let list = self.list(node, "a list of vectors, such as [[1, 2], [-1, 2]]")?;
        if list.is_empty() || list.len() > MAX_OFFSETS {
            let text = format!("{} vectors are not from 1 to {MAX_OFFSETS}", list.len());
            self.error(&node.place, text);
            return None;
        }
        let mut vectors = Some(Vec::new());
        for node in list {
            let vector = self.vector(node);
            let known = vectors.iter().flatten().any(|known| Some(*known) == vector);
            if known {
                self.error(&node.place, "this vector is given several times");
            }
            vectors = vectors.zip(vector).map(|(mut vectors, vector)| {
                vectors.push(vector);
                vectors
            });
        }
        vectors.map(Method::Offset)
    }

    fn vector(&self, node: &Node) -> Option<(i8, i8)> {
        let [files, ranks] = self.list(node, "a vector, such as [1, 2]")? else {
            self.error(&node.place, "a vector has two numbers: files and ranks");
            return None;
        };
        let number = |node| {
            let number = self.number(node, -MAX_OFFSET..=MAX_OFFSET)?;
            i8::try_from(number).ok()
        };
        let (files, ranks) = (number(files), number(ranks));
        let (files, ranks) = (files?, ranks?);
        if (files, ranks) == (0, 0) {
            self.error(&node.place, "[0, 0] leads nowhere");
            return None;
        }
        Some((files, ranks))
    }
}
