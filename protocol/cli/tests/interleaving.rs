//! UCI commands in any order: one `bestmove` for each `go`, prompt `readyok`, and invalid
//! lines change nothing.

use std::time::Duration;

use proptest::prelude::*;
use proptest::sample::select;

use crate::common::{Engine, shortest, time};

/// Limit of the latency of `isready`.
const PROMPT: Duration = Duration::from_millis(100);

/// Searches, with and without a limit.
#[rustfmt::skip]
const SEARCHES: &[&str] = &[
    "go depth 1", "go depth 3", "go nodes 100", "go movetime 0", "go movetime 5",
    "go wtime 20 btime 20", "go mate 1 depth 2", "go searchmoves e2e4 d2d4 depth 2", "go infinite",
    "go ponder wtime 100 btime 100", "go ponder depth 1", "go depth", "go nodes x depth 1",
    "go wtime 20.5 btime 20.5", "go searchmoves z9z9 depth 1",
];

/// Commands that change the state of the next search.
#[rustfmt::skip]
const CHANGES: &[&str] = &[
    "position startpos", "position startpos moves e2e4 e7e5",
    "position fen 8/8/8/4k3/2K2I2/3w4/8/8 w - - 0 1 moves c4d5", "position fen 4k3/8/8/8/8/8/8/4K3",
    "position startpos moves e2e4 e2e4", "position fen rubbish", "setoption name Hash value 1",
    "setoption name Hash value 256", "setoption name Clear Hash", "setoption name Threads value 2",
    "setoption name Threads value 1", "setoption name MultiPV value 2",
    "setoption name UCI_Variant value vchess", "setoption name Rules value object=capture",
    "ucinewgame", "flip",
];

/// Commands that print something or end a search.
const OTHERS: &[&str] = &["stop", "stop", "ponderhit", "d", "eval", "uci", "help", "register"];

/// Lines that are invalid in any state.
#[rustfmt::skip]
const INVALID: &[&str] = &[
    "go perft", "go perft x", "go perft -1", "go perft 31", "go perft 99999999999999999999",
    "setoption name MultiPV value 0", "setoption name Rules value leap=sideways",
    "setoption name Start value nowhere", "setoption name UCI_Variant value chess",
    "setoption name Nothing", "setoption", "debug perhaps", "\u{0}\u{1}\u{2}",
    "gibberish of no meaning", "position startpos moves a1a1", "position fen 9/8/8/8/8/8/8/8",
];

#[derive(Clone, Copy, Debug)]
enum Step {
    Search(&'static str),
    Change(&'static str),
    Other(&'static str),
    Ready,
    /// An invalid line at any time.
    Invalid(&'static str),
    /// An invalid line without a running search.
    Rejected(&'static str),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => select(SEARCHES).prop_map(Step::Search),
        3 => select(CHANGES).prop_map(Step::Change),
        3 => select(OTHERS).prop_map(Step::Other),
        1 => Just(Step::Ready),
        1 => select(INVALID).prop_map(Step::Invalid),
        2 => select(INVALID).prop_map(Step::Rejected),
    ]
}

/// An engine with the number of `go` commands sent and all lines received.
struct Recorder {
    engine: Engine,
    searches: usize,
    lines: Vec<String>,
}

impl Recorder {
    fn read_until(&mut self, prefix: &str) {
        self.lines.extend(self.engine.read_until(prefix));
    }

    fn count(&self, prefix: &str) -> usize {
        let has_prefix = |line: &&String| line.starts_with(prefix);
        self.lines.iter().filter(has_prefix).count()
    }

    /// The number of searches without `bestmove` in the lines received.
    fn pending(&self) -> usize {
        self.searches - self.count("bestmove")
    }

    /// The shortest latency of `isready`.
    fn isready_latency(&mut self) -> Duration {
        shortest(|| time(|| self.lines.extend(self.engine.ask("isready", "readyok"))))
    }

    /// Stops all searches and thereby runs all queued commands.
    fn settle(&mut self) {
        self.isready_latency();
        while self.pending() > 0 {
            self.engine.send("stop");
            self.isready_latency();
        }
    }

    /// Checks that a line is an error and leaves position and options unchanged.
    fn check_rejected(&mut self, line: &str) {
        self.settle();
        let state = |engine: &Engine| (engine.display(), engine.query("uci"));
        let before = state(&self.engine);
        let error = self.engine.query_one(line);
        assert!(error.starts_with("info string error "), "{line}: {error}");
        assert_eq!(state(&self.engine), before, "{line}");
    }
}

#[test]
fn isready_is_prompt_while_a_large_table_is_allocated_or_cleared() {
    let mut recorder = Recorder { engine: Engine::new(), searches: 0, lines: Vec::new() };
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
            recorder.engine.send(line);
            let time = recorder.isready_latency();
            assert!(time < PROMPT, "{line}: readyok after {time:?}");
        }
        for _ in 0..2 {
            recorder.read_until("bestmove");
        }
    }
    assert_eq!(recorder.count("bestmove"), 6);
    // The last `ucinewgame` came after the search.
    let rest = recorder.engine.finish();
    assert!(rest.iter().all(|line| line.starts_with("info string network ")), "{rest:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 250, failure_persistence: None, ..Default::default() })]

    #[test]
    fn commands_in_any_order_are_answered(steps in prop::collection::vec(step(), 1..30)) {
        let mut recorder = Recorder { engine: Engine::new(), searches: 0, lines: Vec::new() };
        for step in steps {
            match step {
                Step::Search(line) => {
                    recorder.searches += 1;
                    recorder.engine.send(line);
                }
                Step::Change(line) | Step::Other(line) | Step::Invalid(line) => recorder.engine.send(line),
                Step::Ready => {
                    let time = recorder.isready_latency();
                    prop_assert!(time < PROMPT, "readyok after {time:?}");
                }
                Step::Rejected(line) => recorder.check_rejected(line),
            }
        }
        recorder.settle();
        prop_assert_eq!(recorder.pending(), 0);
        let Recorder { engine, .. } = recorder;
        // No command is answered twice.
        let rest = engine.finish();
        prop_assert!(rest.is_empty(), "{rest:?}");
    }
}
