//! Whatever order XBoard's commands come in: each search for a move has one answer or is given up,
//! each ping has its pong, and bad lines change nothing.

mod common;

use std::time::{Duration, Instant};

use common::Talk;
use proptest::prelude::*;
use proptest::sample::select;

/// What a ping may take at most where it need not wait for a move.
const PROMPT: Duration = Duration::from_millis(100);

/// Commands that begin a search or change what it is about.
const GAME: &[&str] = &[
    "new",
    "variant baroque",
    "variant vchess",
    "variant maxima",
    "variant rococo",
    "variant renaissance",
    "go",
    "go",
    "playother",
    "force",
    "analyze",
    "exit",
    "undo",
    "remove",
    "white",
    "black",
    "result 1-0 {somebody resigns}",
    "setboard 8/8/8/4k3/2K2I2/3w4/8/8 w - - 0 1",
    "setboard 7k/8/8/2Pw1wP1/4P3/8/8/K7 w - 0 1",
    "setboard rubbish",
    "usermove e2e4",
    "usermove e7e5",
    "usermove c4d5",
    "usermove e4d5,d5f5,f5e5",
    "usermove d3d3,d3c3",
    "usermove L@e5",
    "e2e3",
];

/// Commands that may come at any time.
const OTHERS: &[&str] = &[
    "?",
    "?",
    "hard",
    "easy",
    "post",
    "nopost",
    "hint",
    "bk",
    "draw",
    ".",
    "protover 2",
    "accepted ping",
    "rejected option",
    "random",
    "computer",
    "name somebody",
    "level 40 0:01 0",
    "st 0.02",
    "st 1",
    "sd 3",
    "time 10",
    "otim -5",
    "nps 0",
    "memory 1",
    "memory 100",
    "cores 2",
    "cores 1",
    "option MultiPV=2",
    "option MultiPV=1",
    "option Clear Hash",
    "option Start=e1a1e8h8",
    "option Rules=object=capture",
    "option Rules=",
    "option Complete Captures=1",
    "exclude all",
    "exclude e2e4",
    "include all",
    "exclude best",
    "lift e2",
    "put e4",
    "hover e4",
    "lift d5",
    "put d5",
];

/// Lines that are refused whatever the position.
const BAD: &[&str] = &[
    "usermove",
    "usermove a1a1a1",
    "usermove z9z9",
    "usermove \u{e9}",
    "level",
    "level 1 2",
    "st never",
    "sd 0",
    "time x",
    "otim",
    "ping",
    "ping x",
    "memory 0",
    "cores many",
    "option",
    "option Nothing=1",
    "option Hash=x",
    "option Start=nowhere",
    "option Rules=leap=sideways",
    "option Offer Renaissance=2",
    "variant chess",
    "variant",
    "edit",
    "include",
    "exclude a1a1",
    "lift",
    "lift z9",
    "hover e",
    "put \u{1}",
    "protover",
    "gibberish",
    "\u{0}\u{1}\u{2}",
    "uci",
];

#[derive(Clone, Copy, Debug)]
enum Step {
    Say(&'static str),
    Ping,
    /// A bad line at any time.
    Bad(&'static str),
    /// A bad line when nothing else goes on.
    Refused(&'static str),
    /// A search that must be answered, with something in between.
    Search(&'static str),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        8 => select(GAME).prop_map(Step::Say),
        6 => select(OTHERS).prop_map(Step::Say),
        3 => Just(Step::Ping),
        1 => select(BAD).prop_map(Step::Bad),
        1 => select(BAD).prop_map(Step::Refused),
        1 => select(OTHERS).prop_map(Step::Search),
    ]
}

struct Witness {
    talk: Talk,
    pings: usize,
    heard: Vec<String>,
}

impl Witness {
    /// A ping is answered with its own number, sooner or later, but before any other.
    fn ping(&mut self) {
        self.pings += 1;
        self.talk.say(&format!("ping {}", self.pings));
    }

    fn pong(&mut self) {
        let pong = format!("pong {}", self.pings);
        while self.heard.last() != Some(&pong) {
            self.heard.push(self.talk.line());
        }
    }

    /// Nothing goes on any more.
    fn settle(&mut self) {
        self.talk.say("exit\nforce");
        self.ping();
        self.pong();
    }

    /// What can be seen of the position.
    fn state(&self) -> Vec<String> {
        let mut lines = String::new();
        for file in 'a'..='h' {
            for rank in 1..=8 {
                lines += &format!("lift {file}{rank}\nput {file}{rank}\n");
            }
        }
        self.talk.told(&(lines + "protover 2"))
    }

    fn refuse(&mut self, line: &str) {
        self.settle();
        let before = self.state();
        let error = self.talk.told_one(line);
        let known = ["Error (", "Illegal move ("];
        assert!(known.iter().any(|beginning| error.starts_with(beginning)), "{line}: {error}");
        assert_eq!(self.state(), before, "{line}");
    }

    /// A search is answered once, by a move, by the result of a game that is over, or by an error if
    /// the last position was refused.
    fn search(&mut self, between: &str) {
        self.settle();
        self.talk.say(&format!("sd 2\neasy\ngo\n{between}\n?"));
        self.ping();
        let from = self.heard.len();
        self.pong();
        let count = |beginnings: &[&str]| {
            let begins = |line: &&String| beginnings.iter().any(|text| line.starts_with(text));
            self.heard[from..].iter().filter(begins).count()
        };
        let moves = count(&["move "]);
        let ends = count(&["1-0 ", "0-1 ", "1/2-1/2 "]);
        let is_refusal =
            |line: &&String| line.starts_with("Error (the last position") && line.ends_with(": go");
        let errors = self.heard[from..].iter().filter(is_refusal).count();
        let answered = moves == 1 && errors == 0 || moves == 0 && ends + errors == 1;
        assert!(answered && ends <= 1, "{between}: {:?}", &self.heard[from..]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 250, failure_persistence: None, ..Default::default() })]

    #[test]
    fn any_order_of_commands_is_answered(steps in prop::collection::vec(step(), 1..30)) {
        let mut witness = Witness { talk: Talk::xboard(), pings: 0, heard: Vec::new() };
        witness.talk.say("xboard\nprotover 2\nnew\nvariant baroque\nst 0.05");
        for step in steps {
            match step {
                Step::Say(line) | Step::Bad(line) => witness.talk.say(line),
                Step::Ping => witness.ping(),
                Step::Refused(line) => witness.refuse(line),
                Step::Search(line) => witness.search(line),
            }
        }
        witness.settle();
        let pongs: Vec<&String> =
            witness.heard.iter().filter(|line| line.starts_with("pong ")).collect();
        let others = pongs.iter().filter(|line| **line == "pong 77").count();
        prop_assert_eq!(pongs.len() - others, witness.pings);
        let rest = witness.talk.end();
        prop_assert!(rest.is_empty(), "{rest:?}");
    }

    #[test]
    fn any_bytes_are_survived(lines in prop::collection::vec(any::<Vec<u8>>(), 0..50)) {
        let talk = Talk::xboard();
        for line in lines {
            talk.say_bytes(b"%");
            talk.say_bytes(&line.iter().copied().filter(|byte| *byte != b'\n').collect::<Vec<_>>());
            talk.say_bytes(b"\n");
        }
        let lines = talk.told("");
        prop_assert!(lines.iter().all(|line| line.starts_with("Error (unknown command): %")));
        prop_assert!(talk.end().is_empty());
    }

    #[test]
    fn any_move_text_is_survived(texts in prop::collection::vec("[a-jx0-9@,;=()+-]{0,14}", 0..40)) {
        for variant in ["baroque", "maxima", "rococo", "renaissance"] {
            let talk = Talk::xboard();
            talk.told(&format!("new\nvariant {variant}\nforce"));
            for text in &texts {
                for command in ["usermove", "exclude", "lift", "hover", "put"] {
                    talk.told(&format!("{command} {text}"));
                }
            }
        }
    }
}

#[test]
fn pings_are_prompt_whatever_happens_to_a_large_table() {
    let talk = Talk::xboard();
    talk.told("new\nvariant baroque\nforce\nmemory 256");
    for _ in 0..3 {
        for line in ["analyze", "memory 255", "usermove e2e4", "undo", "new", "exit", "memory 256"]
        {
            let times = (0..3).map(|_| {
                let start = Instant::now();
                talk.told(line);
                start.elapsed()
            });
            let time = times.min().unwrap();
            assert!(time < PROMPT, "{line}: {time:?}");
        }
    }
}
