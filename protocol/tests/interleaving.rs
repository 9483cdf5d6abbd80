//! Whatever order commands come in: one `bestmove` for each accepted `go`, `readyok` at once, and
//! bad lines change nothing.

mod common;

use std::time::Duration;

use common::Talk;
use proptest::prelude::*;
use proptest::sample::select;

/// What `isready` may take at most.
const PROMPT: Duration = Duration::from_millis(100);

/// Searches that end by themselves, and some that do not.
const SEARCHES: &[&str] = &[
    "go depth 1",
    "go depth 3",
    "go nodes 100",
    "go movetime 0",
    "go movetime 5",
    "go wtime 20 btime 20",
    "go mate 1 depth 2",
    "go searchmoves e2e4 d2d4 depth 2",
    "go infinite",
    "go ponder wtime 100 btime 100",
    "go ponder depth 1",
];

/// Commands that change something for the next search.
const CHANGES: &[&str] = &[
    "position startpos",
    "position startpos moves e2e4 e7e5",
    "position fen 8/8/8/4k3/2K2I2/3w4/8/8 w - - 0 1 moves c4d5",
    "position fen 4k3/8/8/8/8/8/8/4K3",
    "position startpos moves e2e4 e2e4",
    "position fen rubbish",
    "setoption name Hash value 1",
    "setoption name Hash value 256",
    "setoption name Clear Hash",
    "setoption name Threads value 2",
    "setoption name Threads value 1",
    "setoption name MultiPV value 2",
    "setoption name UCI_Variant value vchess",
    "setoption name Rules value object=capture",
    "ucinewgame",
    "flip",
];

/// Commands that ask or end something.
const OTHERS: &[&str] = &["stop", "stop", "ponderhit", "d", "eval", "uci", "help", "register"];

/// Lines that are refused whatever the position.
const BAD: &[&str] = &[
    "go depth",
    "go nodes x",
    "go perft -1",
    "setoption name MultiPV value 0",
    "setoption name Rules value leap=sideways",
    "setoption name Start value nowhere",
    "setoption name UCI_Variant value chess",
    "setoption name Nothing",
    "setoption",
    "debug perhaps",
    "\u{0}\u{1}\u{2}",
    "gibberish of no meaning",
    "position startpos moves a1a1",
    "position fen 9/8/8/8/8/8/8/8",
];

#[derive(Clone, Copy, Debug)]
enum Step {
    Search(&'static str),
    Change(&'static str),
    Other(&'static str),
    Ready,
    /// A bad line at any time.
    Bad(&'static str),
    /// A bad line when nothing else goes on.
    Refused(&'static str),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => select(SEARCHES).prop_map(Step::Search),
        3 => select(CHANGES).prop_map(Step::Change),
        3 => select(OTHERS).prop_map(Step::Other),
        1 => Just(Step::Ready),
        1 => select(BAD).prop_map(Step::Bad),
        2 => select(BAD).prop_map(Step::Refused),
    ]
}

/// What was said and heard, and whether a search may be going on.
struct Witness {
    talk: Talk,
    searches: usize,
    heard: Vec<String>,
}

impl Witness {
    fn hear_until(&mut self, beginning: &str) {
        self.heard.extend(self.talk.until(beginning));
    }

    fn count(&self, beginning: &str) -> usize {
        let begins = |line: &&String| line.starts_with(beginning);
        self.heard.iter().filter(begins).count()
    }

    /// How many searches were accepted but not answered yet, as far as was heard. A search that
    /// was refused was answered by an error.
    fn open(&self) -> usize {
        let refused = self.count("info string error 'go' is ignored")
            + self.count("info string error go searchmoves");
        self.searches - refused - self.count("bestmove")
    }

    /// The same line asked again and again is answered promptly; a busy machine has three tries.
    fn ready(&mut self) -> Duration {
        let mut shortest = Duration::MAX;
        for _ in 0..3 {
            let start = std::time::Instant::now();
            self.talk.say("isready");
            self.hear_until("readyok");
            shortest = shortest.min(start.elapsed());
            if shortest < PROMPT {
                break;
            }
        }
        shortest
    }

    /// Ends all searches, and with them all that waited.
    fn settle(&mut self) {
        self.ready();
        while self.open() > 0 {
            self.talk.say("stop");
            self.ready();
        }
    }

    /// A line is refused when nothing else goes on, and board and options stay as they were.
    fn refuse(&mut self, line: &str) {
        self.settle();
        let state = |talk: &Talk| (talk.display(), talk.ask("uci"));
        let before = state(&self.talk);
        let error = self.talk.ask_one(line);
        assert!(error.starts_with("info string error "), "{line}: {error}");
        assert_eq!(state(&self.talk), before, "{line}");
    }
}

#[test]
fn isready_is_prompt_whatever_happens_to_a_large_table() {
    let mut witness = Witness { talk: Talk::new(), searches: 0, heard: Vec::new() };
    for _ in 0..3 {
        for line in [
            "setoption name Hash value 256",
            "setoption name Clear Hash",
            "go infinite",
            "setoption name Clear Hash",
            "stop",
            "go infinite",
            "ucinewgame",
            "setoption name Hash value 255",
        ] {
            witness.talk.say(line);
            let time = witness.ready();
            assert!(time < PROMPT, "{line}: readyok after {time:?}");
        }
        for _ in 0..2 {
            witness.hear_until("bestmove");
        }
    }
    assert_eq!(witness.count("bestmove"), 6);
    assert!(witness.talk.end().is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 250, failure_persistence: None, ..Default::default() })]

    #[test]
    fn any_order_of_commands_is_answered(steps in prop::collection::vec(step(), 1..30)) {
        let mut witness = Witness { talk: Talk::new(), searches: 0, heard: Vec::new() };
        for step in steps {
            match step {
                Step::Search(line) => {
                    witness.searches += 1;
                    witness.talk.say(line);
                }
                Step::Change(line) | Step::Other(line) | Step::Bad(line) => witness.talk.say(line),
                Step::Ready => {
                    let time = witness.ready();
                    prop_assert!(time < PROMPT, "readyok after {time:?}");
                }
                Step::Refused(line) => witness.refuse(line),
            }
        }
        witness.settle();
        prop_assert_eq!(witness.open(), 0);
        let Witness { talk, .. } = witness;
        // What was answered is answered once.
        let rest = talk.end();
        prop_assert!(rest.is_empty(), "{rest:?}");
    }

    #[test]
    fn any_bytes_are_survived(lines in prop::collection::vec(any::<Vec<u8>>(), 0..50)) {
        let talk = Talk::new();
        for line in lines {
            // One word a line, and a command it cannot be.
            talk.say_bytes(b"%");
            let word = line.into_iter().filter(|byte| !byte.is_ascii_whitespace());
            talk.say_bytes(&word.collect::<Vec<_>>());
            talk.say_bytes(b"\n");
        }
        talk.say("isready");
        talk.until("readyok");
        prop_assert!(talk.end().is_empty());
    }
}
