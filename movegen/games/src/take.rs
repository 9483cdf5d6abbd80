//! Capture methods.

use baroque_movegen::Kinds;
use baroque_movegen::definition::{Effect, Method, Take};

use crate::entries::{Vocabulary, Word};
use crate::reader::Reader;
use crate::tree::{Node, Table, Value};
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

const EFFECTS: &[(&str, Effect)] = &[
    ("remove", Effect::Remove),
    ("hand", Effect::Hand),
    ("convert", Effect::Convert),
    ("demote", Effect::Demote),
];

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
        let (method, options) = match word.name {
            "displace" => (Method::Displace, self.options(word, &["effect"])),
            "withdraw" => (Method::Withdraw, self.options(word, &["effect"])),
            "approach" => (Method::Approach, self.options(word, &["effect"])),
            "plow" => (Method::Plow, self.options(word, &["effect"])),
            "fly" => (Method::Fly, self.options(word, &["effect"])),
            "pincer" => {
                let options = self.options(word, &["along", "partners", "effect"]);
                (self.pincer(options)?, options)
            }
            "leap" => {
                let options = self.options(word, &["several", "slide-on", "effect"]);
                let several = self.flag_of(options, "several", true);
                let slide_on = self.flag_of(options, "slide-on", true);
                (Method::Leap { several, slide_on }, options)
            }
            "coordinate" => {
                let options = self.options(word, &["with", "corners", "effect"]);
                (self.coordinate(options)?, options)
            }
            "around" => {
                let options = self.options(word, &["whom", "self", "effect"]);
                let all = self.word_of(options, "whom", &[("enemy", false), ("all", true)])?;
                (Method::Around { all, itself: self.flag_of(options, "self", false) }, options)
            }
            "offset" => {
                let options = self.options(word, &["vectors", "effect"]);
                (self.offset(options)?, options)
            }
            _ => {
                let keys = ["leap-alone", "royal-alone", "mount-is-jumped", "effect"];
                let options = self.options(word, &keys);
                let method = Method::Imitate {
                    leap_alone: self.flag_of(options, "leap-alone", false),
                    royal_alone: self.flag_of(options, "royal-alone", false),
                    mount_is_jumped: self.flag_of(options, "mount-is-jumped", false),
                };
                (method, options)
            }
        };
        let effect = match options.and_then(|options| options.get("effect")) {
            Some(_) => match self.word_of(options, "effect", EFFECTS)? {
                // Without hands there is no difference.
                Effect::Remove if self.get("hands").is_none() => Effect::Capture,
                effect => effect,
            },
            None => Effect::Capture,
        };
        Some(Take { method, effect, either })
    }

    fn pincer(&self, options: Option<&Table>) -> Option<Method> {
        let diagonal = self.word_of(options, "along", &[("O", false), ("A", true)])?;
        let partners = match options.and_then(|options| options.get("partners")) {
            Some(node) => self.kinds_or_all(node)?,
            None => Kinds::ALL,
        };
        Some(Method::Pincer { orthogonal: true, diagonal, partners })
    }

    fn coordinate(&self, options: Option<&Table>) -> Option<Method> {
        let with = match options.and_then(|options| options.get("with")) {
            Some(node) => self.kinds_or_all(node)?,
            None => self.royal,
        };
        let moved = self.word_of(options, "corners", &[("all", false), ("moved", true)])?;
        Some(Method::Coordinate { with, moved })
    }

    fn offset(&self, options: Option<&Table>) -> Option<Method> {
        let Some(node) = options.and_then(|options| options.get("vectors")) else {
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
