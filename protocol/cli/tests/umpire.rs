//! `baroque umpire`, and its answers against the reference.

use std::collections::BTreeMap;
use std::fs;

use sha2::{Digest, Sha256};

use crate::common::{self, Folder, Temporary, assert_has, clean};
use crate::random::SplitMix64;
use crate::reference::definition::{Definition, Position};

/// Umpires a game and returns the output and the log, which is verified.
fn umpired(folder: &Folder, arguments: &[&str], input: &str) -> (String, String) {
    let path = folder.name("game.log");
    let _ = fs::remove_file(&path);
    let output = clean(&[&["umpire", "--log", &path], arguments].concat(), input);
    common::printed(&["umpire", "verify", &path], "");
    (output, folder.read("game.log"))
}

/// The value of a line of a log.
fn value<'a>(log: &'a str, key: &str) -> &'a str {
    let line = log.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("{key}: {log}"))
}

/// The revealed file of a log.
fn rules(log: &str) -> &str {
    let (_, rest) = log.split_once("\nrules ").unwrap();
    let (length, rest) = rest.split_once('\n').unwrap();
    &rest[..length.parse().unwrap()]
}

/// Tries with their answers and, where legal, the FENs after them.
fn tries(log: &str) -> Vec<(String, Option<String>)> {
    let lines = log.lines().skip_while(|line| !line.starts_with("start ")).skip(1);
    let lines = lines.take_while(|line| !line.starts_with("end "));
    let read = |line: &str| {
        let text = line.splitn(3, ' ').nth(2).unwrap();
        match text.split_once(" legal ") {
            Some((text, fen)) => (text.to_owned(), Some(fen.to_owned())),
            None => (text.strip_suffix(" illegal").unwrap().to_owned(), None),
        }
    };
    lines.map(read).collect()
}

/// An umpire that plays by the reference.
struct SlowUmpire {
    definition: Definition,
    /// The acts that kinds are invoked for.
    invokes: BTreeMap<char, &'static str>,
    loses: bool,
    position: Position,
    /// The legal tries with the positions after them.
    legal: BTreeMap<String, Position>,
    /// The positions after legal moves, without counters.
    known: Vec<String>,
    end: Option<String>,
}

impl SlowUmpire {
    fn new(log: &str) -> Self {
        let text = rules(log);
        let shipped: Vec<&str> = baroque_games::SHIPPED.iter().map(|(_, text)| *text).collect();
        let definition = Definition::read(text, "penultima-drawn", &shipped).unwrap();
        let act = |line: &str| {
            let acts = ["swap", "explode"].into_iter();
            let act = acts.into_iter().find(|act| line.contains(&format!("act = \"{act}\"")))?;
            Some((line.chars().next()?, act))
        };
        let invokes = text.lines().filter_map(act).collect();
        let (position, loses) = (definition.start(), value(log, "illegal") == "lose");
        let (legal, known) = (BTreeMap::new(), Vec::new());
        let mut umpire = Self { definition, invokes, loses, position, legal, known, end: None };
        umpire.known.push(umpire.position.repetition_key());
        umpire.legal = umpire.find_legal();
        umpire
    }

    /// The letters on the squares, from the lowest rank up.
    fn letters(position: &Position) -> Vec<char> {
        let fen = position.fen();
        let ranks = fen.split(' ').next().unwrap().split('/').rev();
        let square = |c: char| match c.to_digit(10) {
            Some(run) => vec!['.'; run as usize],
            None => vec![c],
        };
        ranks.flat_map(|rank| rank.chars().flat_map(square)).collect()
    }

    fn find_legal(&self) -> BTreeMap<String, Position> {
        let before = Self::letters(&self.position);
        let mut nexts = self.position.nexts();
        // Of several moves with the same squares the first of this order is made.
        let order = |uci: &str| " lwhfarodt".find(uci.chars().nth(4).unwrap_or(' '));
        nexts.sort_by_key(|(mv, _)| order(&mv.uci));
        let mut legal = BTreeMap::new();
        for (mv, next) in nexts {
            let [from, to] = [mv.from, mv.to].map(|square| self.position.name(square));
            let after = Self::letters(&next);
            let act = self.invokes.get(&before[mv.from].to_ascii_uppercase());
            let swaps = before[mv.to] != '.'
                && (after[mv.from], after[mv.to]) == (before[mv.to], before[mv.from]);
            let text = match act {
                Some(&"explode") if mv.from == mv.to => format!("invoke {from}"),
                Some(&"swap") if swaps => format!("invoke {from} {to}"),
                _ => format!("{from}{to}"),
            };
            legal.entry(text).or_insert(next);
        }
        legal
    }

    /// The position after a legal try, which is made; an illegal one may cost the turn.
    fn answer(&mut self, attempt: &str) -> Option<String> {
        let before = Self::letters(&self.position);
        let Some(next) = self.legal.remove(attempt) else {
            if self.loses {
                let fen = self.position.fen();
                let fields: Vec<&str> = fen.split(' ').collect();
                let number = |field: usize| fields[field].parse::<u32>().unwrap();
                let (side, full) = match fields[1] {
                    "w" => ("b", number(5)),
                    _ => ("w", number(5) + 1),
                };
                let fen = format!("{} {side} - - {} {full}", fields[0], number(4) + 1);
                self.position = self.definition.position(&fen).unwrap();
                self.legal = self.find_legal();
                self.end = self.shown().or_else(|| self.limit());
            }
            return None;
        };
        let white = self.position.white_to_move();
        self.position = next;
        self.legal = self.find_legal();
        self.known.push(self.position.repetition_key());
        let king = if white { 'k' } else { 'K' };
        let had = |letters: &[char]| letters.contains(&king);
        let taken = had(&before) && !had(&Self::letters(&self.position));
        let result = if white { "1-0" } else { "0-1" };
        let taken = taken.then(|| format!("{result} king-taken"));
        let now = self.position.repetition_key();
        let again = self.known.iter().filter(|key| **key == now).count() >= 3;
        let again = again.then(|| "1/2-1/2 repetition".to_owned());
        self.end = taken.or_else(|| self.shown()).or(again).or_else(|| self.limit());
        Some(self.position.fen())
    }

    fn shown(&self) -> Option<String> {
        self.position.shown_end().map(|(result, reason)| format!("{result} {reason}"))
    }

    fn limit(&self) -> Option<String> {
        self.position.limit_end().map(|(result, reason)| format!("{result} {reason}"))
    }

    /// Tries that are legal more often than not.
    fn script(&mut self, random: &mut SplitMix64, count: usize) -> Vec<String> {
        let mut script = Vec::new();
        while self.end.is_none() && script.len() < count {
            let legal: Vec<String> = self.legal.keys().cloned().collect();
            let attempt = if random.below(8) > 0 {
                legal[random.below(legal.len())].clone()
            } else {
                let white = self.position.white_to_move();
                let letters = Self::letters(&self.position);
                let own: Vec<usize> = (0..letters.len())
                    .filter(|&square| letters[square] != '.')
                    .filter(|&square| letters[square].is_ascii_uppercase() == white)
                    .collect();
                let name = |square| self.position.name(square);
                let from = own[random.below(own.len())];
                let to = name(random.below(letters.len()));
                let invoked = self.invokes.contains_key(&letters[from].to_ascii_uppercase());
                match invoked && random.below(2) == 0 {
                    true if to != name(from) => format!("invoke {} {to}", name(from)),
                    _ => format!("{}{to}", name(from)),
                }
            };
            self.answer(&attempt);
            script.push(attempt);
        }
        script
    }
}

/// Compares all answers of a log with the reference's; returns the number of tries.
fn compare(log: &str) -> usize {
    let mut slow = SlowUmpire::new(log);
    let tries = tries(log);
    for (attempt, fen) in &tries {
        assert_eq!(slow.end, None, "{log}");
        let before = slow.position.fen();
        assert_eq!(slow.answer(attempt), *fen, "{attempt} in {before}: {log}");
    }
    assert_eq!(slow.end.unwrap_or("* unfinished".to_owned()), value(log, "end"), "{log}");
    tries.len()
}

#[test]
fn answers_are_those_of_the_reference() {
    let folder = Folder::new("umpire-answers");
    for seed in 0..common::setting("BAROQUE_GAMES", 1) {
        for rule in ["lose", "retry"] {
            let seed_text = seed.to_string();
            let arguments = ["--seed", &seed_text, "--illegal", rule];
            let (_, log) = umpired(&folder, &arguments, "quit\n");
            let script = SlowUmpire::new(&log).script(&mut SplitMix64(seed), 200);
            let input = script.join("\n");
            let (output, log) = umpired(&folder, &arguments, &input);
            assert_eq!(compare(&log), script.len(), "{output}");
            let random = [&arguments[..], &["--white", "random", "--black", "random"]].concat();
            let (output, log) = umpired(&folder, &random, "");
            compare(&log);
            if seed == 0 {
                assert_eq!(umpired(&folder, &random, ""), (output, log));
            }
        }
    }
}

#[test]
fn every_seed_makes_a_game_that_is_accepted() {
    let folder = Folder::new("umpire-seeds");
    for seed in 0..common::setting("BAROQUE_SEEDS", 2) {
        let (output, log) = umpired(&folder, &["--seed", &seed.to_string()], "");
        assert_eq!(value(&log, "end"), "* unfinished");
        let rules = rules(&log);
        let hash = Sha256::new().chain_update(rules).chain_update(value(&log, "salt")).finalize();
        let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
        assert!(value(&log, "hash") == hash && output.contains(&format!("\nhash {hash}\n")));
        assert!(output.contains(rules));
        folder.write("rules.toml", rules);
        common::printed(&["check", "--random", "2", &folder.name("rules.toml")], "");
    }
}

/// By an independent program that follows the description of the draw.
#[test]
fn the_draw_of_a_seed_is_the_same_everywhere() {
    let hashes = [
        ("7", "5928cfadebe3467d59f5eeb73514f85bfac7c73a467678e2e1c03310efacbccc"),
        ("42", "86a43da558deb56f2d1aa0c26b1e943194942221883324b7a4e944ef737467d2"),
    ];
    for (seed, hash) in hashes {
        let output = common::printed(&["umpire", "--seed", seed], "");
        assert_has(output, &[&format!("\nhash {hash}\n")]);
    }
}

/// A table that leaves nothing to chance.
pub const ROOKS: &str = r#"
format = 1
[rooks]
start = "r3k3/8/8/8/8/8/8/R3K3 w - - 0 1"
[rooks.pieces]
K = { name = "king", move = "K", take = "displace", royal = true }
[rooks.draw]
pieces = "R"
move = { R = 1 }
take = { displace = 1 }
"#;

#[test]
fn a_king_can_be_taken_after_a_lost_turn() {
    let (file, folder) = (Temporary::new("rooks.toml", ROOKS), Folder::new("umpire-lost-turn"));
    let (output, log) = umpired(&folder, &[file.path()], "a1a8\ne8d8\na8e8\n");
    assert_eq!(value(&log, "end"), "1-0 king-taken", "{output}");
    assert_has(&output, &["black e8d8: illegal\nwhite a8e8: legal\n"]);
    assert!(!output.contains("check"), "{output}");
    let retry = [file.path(), "--illegal", "retry"];
    let (output, log) = umpired(&folder, &retry, "a1a8\ne8d8\na8e8\ne8e7\n");
    assert_eq!(value(&log, "end"), "* unfinished");
    let answers = "black e8d8: illegal\nno piece of yours is there\nblack e8e7: legal\n";
    assert_has(output, &[answers]);
}

#[test]
fn lost_turns_repeat_no_position() {
    let (file, folder) = (Temporary::new("turns.toml", ROOKS), Folder::new("umpire-repetition"));
    let (_, log) = umpired(&folder, &[file.path()], &"a1b2\na8b7\n".repeat(10));
    assert_eq!((tries(&log).len(), value(&log, "end")), (20, "* unfinished"));
    let (_, log) = umpired(&folder, &[file.path()], &"a1b2\na8b7\n".repeat(60));
    assert_eq!((tries(&log).len(), value(&log, "end")), (100, "1/2-1/2 move-limit"));
    let moves = "a1b1\na8b8\nb1a1\nb8a8\n".repeat(4);
    let (_, log) = umpired(&folder, &[file.path()], &moves);
    assert_eq!((tries(&log).len(), value(&log, "end")), (8, "1/2-1/2 repetition"));
}

#[test]
fn secrets_that_differ_where_nobody_has_tried_look_alike() {
    let folder = Folder::new("umpire-alike");
    let public = |text: &str, input: &str| {
        let file = Temporary::new("alike.toml", text);
        let (output, _) = umpired(&folder, &[file.path()], input);
        let (public, _) = output.split_once("\n\nformat").unwrap();
        let lines = public.lines().filter(|line| !line.starts_with("hash ")).map(str::to_owned);
        lines.collect::<Vec<_>>()
    };
    let other = ROOKS.replace("displace = 1 }\n", "withdraw = 1 }\npower = { freezes = 1 }\n");
    let same = "a1a4\na8a6\na4b5\nquit\n";
    assert_eq!(public(ROOKS, same), public(&other, same));
    let different = "a1a8\n";
    assert_ne!(public(ROOKS, different), public(&other, different));
}

#[test]
fn lines_that_are_no_tries_cost_nothing() {
    let (file, folder) = (Temporary::new("lines.toml", ROOKS), Folder::new("umpire-lines"));
    let long = "e1e2 ".repeat(300_000);
    let input =
        format!("\nhelp\nboard\nfoo\u{1b}[1m\ninvoke a1\na8a7\ne5e6\nR@e4\u{0}\n{long}\na1a2q\n");
    let (output, log) = umpired(&folder, &[file.path()], &input);
    assert_eq!(tries(&log), [("a1a2q".to_owned(), None)], "{output}");
    assert_has(output, &["'foo?[1m' is neither", "has no invoke"]);
    let broken: Vec<u8> = (0..=255).chain(*b"\na1a2\n").collect();
    assert_has(clean(&["umpire", file.path()], broken), &["white a1a2: legal"]);
}

#[test]
fn files_without_a_table_are_refused() {
    let error = |arguments: &[&str]| {
        let (code, _, errors) = common::run(&[&["umpire"], arguments].concat(), "");
        assert_eq!((code, errors.lines().count()), (2, 1), "{errors}");
        errors
    };
    let file = Temporary::new("no-table.toml", &ROOKS.replace("[rooks.draw]", "[rooks.drew]"));
    assert!(error(&[file.path()]).contains("no key 'drew'"));
    let (head, _) = ROOKS.split_once("[rooks.draw]").unwrap();
    let row = r#"R = { name = "rook", move = "R", take = "displace" }"#;
    let file = Temporary::new("no-draw.toml", &(head.to_owned() + row));
    assert!(error(&[file.path()]).contains("none of its games has a draw"));
    let few = ROOKS.to_owned() + "refuse = { first-moves-below = 99 }";
    let file = Temporary::new("few-moves.toml", &few);
    assert!(error(&[file.path()]).contains("1000 draws were refused"));
    assert!(error(&["no-such-file"]).contains("no-such-file"));
    assert!(error(&["verify", "no-such-file"]).contains("no-such-file"));
    assert_eq!(common::run(&["umpire", "verify", file.path()], "").0, 1);
    // A log is not written over another file.
    assert!(error(&["--log", file.path()]).contains("exists"));
}

#[test]
fn the_table_of_the_manual_is_drawn_from() {
    let manual = include_str!("../../docs/penultima.md");
    let (_, rest) = manual.split_once("```toml\n").unwrap();
    let file = Temporary::new("manual.toml", rest.split_once("```").unwrap().0);
    umpired(&Folder::new("umpire-manual"), &[file.path(), "--seed", "1"], "");
}

#[cfg(unix)]
#[test]
fn an_interrupt_loses_nothing() {
    use std::time::Duration;

    use crate::common::{Process, signal};

    let (file, folder) = (Temporary::new("interrupt.toml", ROOKS), Folder::new("umpire-interrupt"));
    let path = folder.name("game.log");
    let mut process =
        Process::start(&mut common::program(&["umpire", file.path(), "--log", &path]));
    process.send("a1a4");
    while !fs::read_to_string(&path).is_ok_and(|log| log.contains("a1a4 legal")) {
        std::thread::sleep(Duration::from_millis(5));
    }
    signal("INT", &process.child);
    assert_eq!(process.wait().code(), Some(130));
    common::printed(&["umpire", "verify", &path], "");
}

/// A small table, and games that are short.
pub const SMALL: &str = r#"
format = 1
[small]
board = "6x6"
start = "rbk3/pp4/6/6/4PP/3KBR w - - 0 1"
end = { royal = "mate", movelimit = 12 }
[small.pieces]
K = { name = "king", move = "K", take = "displace", royal = true }
[small.draw]
pieces = "PBR"
move = { R = 1, B = 1, N = 1, K = 1 }
take = { displace = 2, withdraw = 1, leap = 1 }
power = { none = 3, freezes = 1, explode = 1 }
invoke = ["explode"]
"#;

#[test]
fn an_engine_guesses_the_same_in_every_run() {
    let (file, folder) = (Temporary::new("small.toml", SMALL), Folder::new("umpire-engine"));
    for (seed, black, rule) in
        [("1", "random", "lose"), ("2", "engine", "lose"), ("3", "random", "retry")]
    {
        let arguments = ["--seed", seed, "--white", "engine", "--black", black, "--illegal", rule];
        let arguments = [&[file.path()], &arguments[..]].concat();
        let (output, log) = umpired(&folder, &arguments, "");
        assert_ne!(value(&log, "end"), "* unfinished", "{output}");
        assert_eq!(umpired(&folder, &arguments, "").1, log);
        for side in ["white", "black"].iter().filter(|&side| value(&log, side) == "engine") {
            let guess = ["umpire", "guess", file.path(), "--side", side];
            let guesses = clean(&guess, &*log);
            let lines = log.lines().filter(|line| line.split(' ').nth(1) == Some(side));
            let tries: Vec<_> = lines.map(|line| line.splitn(3, ' ').nth(2).unwrap()).collect();
            let mut guesses = guesses.lines();
            for line in &tries {
                let guess = guesses.next().unwrap();
                assert!(line.strip_prefix(guess).is_some_and(|rest| rest.starts_with(' ')));
            }
            // It may try once more before it reads that the game is over.
            assert!(guesses.count() <= 1);
        }
    }
}

#[test]
fn a_guesser_refuses_what_is_no_log() {
    let file = Temporary::new("no-log.toml", SMALL);
    let error = |text: &str| {
        let guess = ["umpire", "guess", file.path(), "--side", "white"];
        let (code, _, errors) = common::run(&guess, text);
        assert_eq!((code, errors.lines().count()), (2, 1), "{text}: {errors}");
        errors
    };
    let head = "baroque umpire log 1\ngame small\nillegal lose\nwhite engine\nblack human\n\
                piece K king\npiece P a\npiece B b, invoke\npiece R c\nhash 0\n";
    let start = "start rbk3/pp4/6/6/4PP/3KBR w - - 0 1\n";
    assert!(error("foo\n").contains("line 1: this is no line of a log"));
    assert!(error(&"x".repeat(2_000_000)).contains("line 1: it is too long"));
    assert!(error(&format!("game other\nillegal lose\n{start}")).contains("of another game"));
    assert!(error(&format!("game small\n{start}")).contains("what an illegal try costs"));
    assert!(error(&format!("game small\nillegal lose\n{start}")).contains("announced pieces"));
    assert!(error(&format!("{head}start x w - - 0 1\n")).contains("line 11: this is no position"));
    assert!(error(&format!("{head}{start}foo\n")).contains("line 12: this is no try"));
    assert!(error(&format!("{head}{start}1 white e2 legal x\n")).contains("line 12: this is no"));
    assert!(error(&format!("{head}{start}1 white a1a9 illegal\n")).contains("this is no try"));
}
