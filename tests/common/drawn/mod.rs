//! Games drawn at random, as text of the format (games, 2 and 3): many combinations of words that
//! nobody would think of.

mod board;
mod moves;
mod pieces;
mod powers;
mod takes;

use std::sync::LazyLock;

use super::random::SplitMix64;
use board::Board;

/// Number of games.
const GAMES: u64 = 20;
/// With this seed they have all [`WORDS`].
const SEED: u64 = 400_000;
/// A game that the checker refuses is drawn again, at most so often.
const MAX_DRAWS: u64 = 40;

/// Keys and words of the format, all of which the games together have.
#[rustfmt::skip]
pub const WORDS: &[&str] = &[
    "files =", "first-rank", "holes", "wrap", "starts", "suicide", "ranklimit", "limit =",
    "only-to-take", "hands", "takes =", "turns", "drop", "\"mate\"", "\"capture\"", "stalemate",
    "bare", "reach", "count", "before-check", "extinct", "repetition", "movelimit", "displace",
    "pincer", "along", "partners", "withdraw", "approach", "leap", "several", "slide-on",
    "coordinate", "with =", "corners", "around", "whom", "self", "plow", "fly", "offset", "vectors",
    "take = { imitate", "leap-alone", "royal-alone", "mount-is-jumped", "either", "\"remove\"",
    "\"hand\"", "\"convert\"", "\"demote\"", "swap", "take-back", "destroy", "push", "pull",
    "attract", "repel", "explode", "leave", "rifle", "range =", "free =", "spotter",
    "act = \"imitate\"", "freezes", "unless-beside", "shields", "neutralizes", "immune", "freezing",
    "promote", "\"lost\"", "\"absent\"", "must", "taken-becomes", "\"step\"", "\"never\"",
    "value", "\"jump\"", "\"fly\"", "F-R", "W-B", "\"mK\"", "cfF", "fN", "\"o", "N\"", "x16\"",
];

/// Number of games of [`tabular`] with other draws.
const TABULAR: u64 = 1_000_000;

/// A game that the checker has passed.
pub struct DrawnGame {
    pub text: String,
    /// Why the draws before it were refused.
    pub refused: Vec<String>,
}

/// The games, the same in every run.
pub static DRAWN: LazyLock<Vec<DrawnGame>> = LazyLock::new(|| (0..GAMES).map(drawn).collect());

/// What words a game has.
#[derive(Clone, Copy, PartialEq)]
enum Words {
    All,
    /// Those of tables, as the generator of tables plays them.
    Plain,
    /// Those of tables with threats against kings that the generator of tables knows, so that it plays the
    /// game.
    Known,
    /// Those of tables in any combination: what the generator of tables may play it has to play right.
    Loose,
}

/// The game of a number.
pub fn drawn(number: u64) -> DrawnGame {
    let words = [Words::All, Words::Known, Words::All, Words::Plain];
    drawn_with(number, words[(number % 4) as usize])
}

/// The text of another game of a number that the generator of tables plays, of words of tables in any
/// combination.
pub fn tabular(number: u64) -> String {
    let mut draws = (0..).map(|draw| drawn_with(number + draw * TABULAR, Words::Loose).text);
    let is_general = |text: &String| {
        let games = baroque_games::parse("drawn", text).unwrap();
        games.games[0].rules.as_ref().is_none_or(|rules| rules.is_general())
    };
    draws.find(|text| !is_general(text)).unwrap()
}

fn drawn_with(number: u64, words: Words) -> DrawnGame {
    let name = format!("drawn-{number}");
    let mut refused = Vec::new();
    for draw in 0..MAX_DRAWS {
        let seed = SEED + number * MAX_DRAWS + draw;
        let text = Drawing::new(seed, words).text(&name);
        match baroque_games::parse(&name, &text) {
            Ok(_) => return DrawnGame { text, refused },
            Err(errors) => refused.push(errors.to_string()),
        }
    }
    panic!("{name} is refused {MAX_DRAWS} times: {refused:#?}");
}

/// A game that is being drawn.
struct Drawing {
    random: SplitMix64,
    board: Board,
    /// The letters of the kinds, royal ones first.
    letters: Vec<char>,
    royals: usize,
    has_hands: bool,
    /// Whether some kinds imitate; then ways of different kinds that cross each other are refused.
    has_imitators: bool,
    words: Words,
    /// Whether it has only words of tables.
    is_plain: bool,
    /// Whether the generator of tables also knows all threats against kings.
    is_known: bool,
}

impl Drawing {
    fn new(seed: u64, words: Words) -> Self {
        let (is_plain, is_known) = (words != Words::All, words == Words::Known);
        let mut random = SplitMix64(seed);
        // Seeds that follow each other begin alike.
        random.0 = random.next();
        let board = Board::draw(&mut random, is_plain);
        let royals = if random.chance(25) && !is_plain { 2 } else { 1 };
        let kinds = if words == Words::Loose { random.between(2, 4) } else { random.between(5, 9) };
        let letters = random.some(&('A'..='Z').collect::<Vec<char>>(), royals + kinds);
        let has_hands = random.chance(35) && !is_known;
        let has_imitators = random.chance(50) && !is_known;
        Self { random, board, letters, royals, has_hands, has_imitators, words, is_plain, is_known }
    }

    /// The file.
    fn text(mut self, name: &str) -> String {
        let board = self.board.text(&mut self.random);
        let first = self.start();
        let start = match self.random.chance(40) {
            true => format!("start = \"{first}\"\n"),
            false => {
                let second = self.start();
                format!("start = \"s1\"\nstarts = {{ s1 = \"{first}\", s2 = \"{second}\" }}\n")
            }
        };
        let rules = self.rules();
        let end = self.end(&first);
        let pieces: String = (0..self.letters.len()).map(|row| self.piece(row)).collect();
        format!("format = 1\n[{name}]\n{board}{start}{rules}{end}[{name}.pieces]\n{pieces}")
    }

    /// A start position: the pieces of both sides in ranks, or here and there.
    fn start(&mut self) -> String {
        let Self { random, board, letters, royals, .. } = self;
        let mut pieces = board.arrange(random, letters, *royals);
        if self.has_hands {
            let held = if random.chance(30) { random.some(&letters[*royals..], 2) } else { vec![] };
            pieces += &format!("[{}]", held.iter().collect::<String>());
        }
        if self.random.chance(20) { pieces } else { pieces + " w - - 0 1" }
    }

    /// Letters of some kinds but royal ones.
    fn commoners(&mut self, most: usize) -> String {
        let number = self.random.between(1, most);
        self.random.some(&self.letters[self.royals..], number).iter().collect()
    }

    /// Letters of some kinds, or `*`.
    fn kinds(&mut self) -> String {
        if self.random.chance(50) {
            return "*".to_owned();
        }
        let number = self.random.between(1, 4);
        self.random.some(&self.letters, number).iter().collect()
    }

    /// The keys of the game as a whole, but for board and end.
    fn rules(&mut self) -> String {
        let mut text = String::new();
        for key in ["suicide", "ranklimit"] {
            if self.random.chance(25) && !(self.is_known && key == "ranklimit") {
                text += &format!("{key} = true\n");
            }
        }
        if self.random.chance(20) && !self.is_plain {
            let pieces = self.random.between(3, 6);
            text += &format!("limit = {{ in = \"middle\", pieces = {pieces} }}\n");
        }
        if self.random.chance(25) && (!self.is_plain || self.words == Words::Loose) {
            text += "only-to-take = \"edge\"\n";
        }
        if self.has_hands {
            text += &format!("hands = {{ {} }}\n", self.hands().join(", "));
        }
        text
    }

    fn hands(&mut self) -> Vec<String> {
        let mut keys = Vec::new();
        if self.random.chance(40) {
            keys.push(format!("takes = {}", self.random.chance(70) || self.is_plain));
        }
        if self.random.chance(50) {
            let pair = self.random.some(&self.letters[self.royals..], 2);
            keys.push(format!("turns = {{ {0} = \"{1}\", {1} = \"{0}\" }}", pair[0], pair[1]));
        }
        if self.random.chance(40) && !self.is_plain {
            keys.push("drop = \"home\"".to_owned());
        }
        keys
    }

    /// The ends of the game; `start` is its start position.
    fn end(&mut self, start: &str) -> String {
        let random = &mut self.random;
        let mut keys = Vec::new();
        let mut word = |key: &str, words: &[&str], percent| {
            if random.chance(percent) {
                keys.push(format!("{key} = \"{}\"", random.pick(words)));
            }
        };
        word("royal", &["mate", "capture"], 80);
        word("stalemate", &["draw", "loss"], 70);
        word("bare", &["loss"], 30);
        word("repetition", &["draw", "loss", "off"], 50);
        if random.chance(50) {
            keys.push(format!("movelimit = {}", random.between(0, 200)));
        }
        if random.chance(30) && !self.is_plain {
            let placement = start.split([' ', '[']).next().unwrap_or("");
            let there = self.letters.iter().filter(|letter| placement.contains(**letter));
            let there: Vec<char> = there.copied().collect();
            let some: String = self.random.some(&there, 2).into_iter().collect();
            keys.push(format!("extinct = \"{some}\""));
        }
        if self.random.chance(40) {
            let kinds = self.kinds();
            let mut reach = format!("pieces = \"{kinds}\", in = \"last\"");
            if self.random.chance(60) {
                reach += &format!(", count = {}", self.random.between(1, 3));
            }
            if self.random.chance(40) && !self.is_plain {
                reach += &format!(", before-check = {}", self.random.chance(80));
            }
            keys.push(format!("reach = {{ {reach} }}"));
        }
        if keys.is_empty() { String::new() } else { format!("end = {{ {} }}\n", keys.join(", ")) }
    }
}
