//! CECP commands in any order: each search has one answer or is cancelled, each `ping` has its
//! `pong`, and invalid lines change nothing.

use std::time::Duration;

use proptest::prelude::*;
use proptest::sample::select;

use crate::common::{Engine, shortest, time};

/// Limit of the latency of a `ping` that does not wait for a move.
const PROMPT: Duration = Duration::from_millis(100);

/// Commands that start a search or change the game.
#[rustfmt::skip]
const GAME: &[&str] = &[
    "new", "variant baroque", "variant vchess", "variant maxima", "variant rococo",
    "variant renaissance", "go", "go", "playother", "force", "analyze", "exit", "undo", "remove",
    "white", "black", "result 1-0 {Black resigns}", "setboard 8/8/8/4k3/2K2I2/3w4/8/8 w - - 0 1",
    "setboard 7k/8/8/2Pw1wP1/4P3/8/8/K7 w - 0 1", "setboard rubbish", "usermove e2e4",
    "usermove e7e5", "usermove c4d5", "usermove e4d5,d5f5,f5e5", "usermove d3d3,d3c3",
    "usermove L@e5", "e2e3",
];

/// Commands that are valid in any state.
#[rustfmt::skip]
const OTHERS: &[&str] = &[
    "?", "?", "hard", "easy", "post", "nopost", "hint", "bk", "draw", ".", "protover 2",
    "accepted ping", "rejected option", "random", "computer", "name opponent", "level 40 0:01 0",
    "st 0.02", "st 1", "sd 3", "time 10", "otim -5", "nps 0", "memory 1", "memory 100", "cores 2",
    "cores 1", "option MultiPV=2", "option MultiPV=1", "option Clear Hash", "option Start=e1a1e8h8",
    "option Rules=object=capture", "option Rules=", "option Complete Captures=1", "exclude all",
    "exclude e2e4", "include all", "exclude best", "lift e2", "put e4", "hover e4", "lift d5",
    "put d5",
];

/// Lines that are invalid in any state.
#[rustfmt::skip]
const INVALID: &[&str] = &[
    "usermove", "usermove a1a1a1", "usermove z9z9", "usermove \u{e9}", "level", "level 1 2",
    "level 1 1:x 0", "st never", "sd 0", "sd", "nps x", "time x", "time", "otim", "otim y", "ping",
    "ping x", "memory 0", "cores many", "option", "option Nothing=1", "option Hash=x",
    "option Start=nowhere", "option Rules=leap=sideways", "option Offer Renaissance=2",
    "variant chess", "variant", "edit", "include", "include x", "exclude", "exclude a1a1", "lift",
    "lift z9", "hover e", "put \u{1}", "protover", "gibberish", "e", "\u{0}\u{1}\u{2}", "uci",
];

#[derive(Clone, Copy, Debug)]
enum Step {
    Send(&'static str),
    Ping,
    /// An invalid line at any time.
    Invalid(&'static str),
    /// An invalid line without a running search.
    Rejected(&'static str),
    /// A search that must be answered, with another command before `?`.
    Search(&'static str),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        8 => select(GAME).prop_map(Step::Send),
        6 => select(OTHERS).prop_map(Step::Send),
        3 => Just(Step::Ping),
        1 => select(INVALID).prop_map(Step::Invalid),
        1 => select(INVALID).prop_map(Step::Rejected),
        1 => select(OTHERS).prop_map(Step::Search),
    ]
}

/// An engine with the number of pings sent and the lines received.
struct Recorder {
    engine: Engine,
    pings: usize,
    lines: Vec<String>,
}

impl Recorder {
    /// Sends the next `ping`.
    fn ping(&mut self) {
        self.pings += 1;
        self.engine.send(&format!("ping {}", self.pings));
    }

    /// Reads up to the `pong` of the last `ping`.
    fn pong(&mut self) {
        let pong = format!("pong {}", self.pings);
        while self.lines.last() != Some(&pong) {
            self.lines.push(self.engine.read_line());
        }
    }

    /// Stops all activity.
    fn settle(&mut self) {
        self.engine.send("exit\nforce");
        self.ping();
        self.pong();
    }

    /// The observable state: highlights of all squares and the options.
    fn state(&self) -> Vec<String> {
        let mut lines = String::new();
        for file in 'a'..='h' {
            for rank in 1..=8 {
                lines += &format!("lift {file}{rank}\nput {file}{rank}\n");
            }
        }
        self.engine.query(&(lines + "protover 2"))
    }

    /// Checks that a line is an error and leaves the state unchanged.
    fn check_rejected(&mut self, line: &str) {
        self.settle();
        let before = self.state();
        let error = self.engine.query_one(line);
        let errors = ["Error (", "Illegal move ("];
        assert!(errors.iter().any(|prefix| error.starts_with(prefix)), "{line}: {error}");
        assert_eq!(self.state(), before, "{line}");
    }

    /// Checks that a search has one answer: a move, the result of a finished game, or an error if
    /// the last position was rejected.
    fn check_search(&mut self, between: &str) {
        self.settle();
        self.engine.send(&format!("sd 2\neasy\ngo\n{between}\n?"));
        self.ping();
        let from = self.lines.len();
        self.pong();
        let count = |prefixes: &[&str]| {
            let has_prefix = |line: &&String| prefixes.iter().any(|text| line.starts_with(text));
            self.lines[from..].iter().filter(has_prefix).count()
        };
        let moves = count(&["move "]);
        let ends = count(&["1-0 ", "0-1 ", "1/2-1/2 "]);
        let is_refusal =
            |line: &&String| line.starts_with("Error (the last position") && line.ends_with(": go");
        let errors = self.lines[from..].iter().filter(is_refusal).count();
        let answered = moves == 1 && errors == 0 || moves == 0 && ends + errors == 1;
        assert!(answered && ends <= 1, "{between}: {:?}", &self.lines[from..]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 250, failure_persistence: None, ..Default::default() })]

    #[test]
    fn commands_in_any_order_are_answered(steps in prop::collection::vec(step(), 1..30)) {
        let mut recorder = Recorder { engine: Engine::xboard(), pings: 0, lines: Vec::new() };
        recorder.engine.send("xboard\nprotover 2\nnew\nvariant baroque\nst 0.05");
        for step in steps {
            match step {
                Step::Send(line) | Step::Invalid(line) => recorder.engine.send(line),
                Step::Ping => recorder.ping(),
                Step::Rejected(line) => recorder.check_rejected(line),
                Step::Search(line) => recorder.check_search(line),
            }
        }
        recorder.settle();
        let pongs: Vec<&String> =
            recorder.lines.iter().filter(|line| line.starts_with("pong ")).collect();
        let others = pongs.iter().filter(|line| **line == "pong 77").count();
        prop_assert_eq!(pongs.len() - others, recorder.pings);
        let rest = recorder.engine.finish();
        prop_assert!(rest.is_empty(), "{rest:?}");
    }

    #[test]
    fn arbitrary_move_texts_are_handled(texts in prop::collection::vec("[a-jx0-9@,;=()+-]{0,14}", 0..40)) {
        for variant in ["baroque", "maxima", "rococo", "renaissance"] {
            let engine = Engine::xboard();
            engine.query(&format!("new\nvariant {variant}\nforce"));
            for text in &texts {
                for command in ["usermove", "exclude", "lift", "hover", "put"] {
                    engine.query(&format!("{command} {text}"));
                }
            }
        }
    }
}

#[test]
fn pings_are_prompt_while_a_large_table_is_allocated_or_cleared() {
    let engine = Engine::xboard();
    engine.query("new\nvariant baroque\nforce\nmemory 256");
    for _ in 0..3 {
        for line in ["analyze", "memory 255", "usermove e2e4", "undo", "new", "exit", "memory 256"]
        {
            let time = shortest(|| time(|| drop(engine.query(line))));
            assert!(time < PROMPT, "{line}: {time:?}");
        }
    }
}
