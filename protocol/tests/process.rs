//! The program as others start it.

mod common;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};
use std::time::{Duration, Instant};

use common::Temporary;

/// What `quit` and `isready` may take at most. A machine that is busy with other tests may be
/// late now and then, so the best of some tries counts.
const PROMPT: Duration = Duration::from_millis(100);
const TRIES: usize = 3;
/// Nothing may take longer than this.
const PATIENCE: Duration = Duration::from_secs(20);
/// White to move mates with c4d5.
const ENDING: &str = "8/8/8/4k3/2K2I2/3w4/8/8 w - - 0 1";
/// Checkmate.
const OVER: &str = "8/8/8/3Kk3/5I2/3w4/8/8 b - - 1 1";

fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_baroque"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Self {
        let mut child = program().spawn().unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self { child, input, output }
    }

    fn say(&mut self, text: &str) {
        let input = self.input.as_mut().unwrap();
        input.write_all(format!("{text}\n").as_bytes()).unwrap();
    }

    /// The first line that begins so.
    fn until(&mut self, beginning: &str) -> String {
        let mut line = String::new();
        while !line.starts_with(beginning) {
            line.clear();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "no {beginning}");
        }
        line
    }

    /// Waits for the end of the program, without trouble, and returns how long that took.
    fn wait(mut self) -> Duration {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                assert!(status.success(), "{status}");
                return start.elapsed();
            }
            if start.elapsed() > PATIENCE {
                let _ = self.child.kill();
                panic!("the program does not end");
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

fn best_of(mut attempt: impl FnMut() -> Duration) -> Duration {
    (0..TRIES).map(|_| attempt()).min().unwrap()
}

/// Feeds the program its whole input at once.
fn pipe(input: &[u8]) -> Output {
    let mut child = program().spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let bytes = input.to_vec();
    let writer = std::thread::spawn(move || {
        // The program may leave before it has read all.
        let _ = stdin.write_all(&bytes);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.stderr.is_empty(), "{}", text(&output.stderr));
    assert!(output.status.success());
    output
}

fn run(arguments: &[&str]) -> Output {
    program().args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The output of a successful run.
fn lines(arguments: &[&str]) -> Vec<String> {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout).lines().map(str::to_owned).collect()
}

#[test]
fn a_conversation_through_pipes() {
    let mut engine = Engine::start();
    engine.say("uci");
    engine.until("uciok");
    engine.say("isready");
    engine.until("readyok");
    engine.say("position startpos moves e2e4");
    engine.say("go movetime 50");
    engine.until("bestmove ");
    engine.say("quit");
    engine.wait();
}

#[test]
fn xboard_is_spoken_on_demand_and_when_it_greets() {
    for arguments in [&["xboard"][..], &[]] {
        let mut child = program().args(arguments).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        input.write_all(b"xboard\nprotover 2\nnew\nvariant maxima\nping 1\nquit\n").unwrap();
        let output = text(&child.wait_with_output().unwrap().stdout);
        assert!(output.contains("feature done=1\n"), "{output}");
        assert!(output.contains("\nsetup (PLXCW.....G") && output.ends_with("\npong 1\n"));
    }
}

#[test]
fn the_program_starts_and_leaves_promptly() {
    let time = best_of(|| {
        let start = Instant::now();
        assert!(pipe(b"").stdout.is_empty());
        start.elapsed()
    });
    assert!(time < PROMPT, "{time:?}");
}

#[test]
fn quit_is_prompt_during_all_work() {
    for work in ["go infinite", "go ponder", "go perft 20", "bench", "stop"] {
        let time = best_of(|| {
            let mut engine = Engine::start();
            engine.say(work);
            engine.say("isready");
            engine.until("readyok");
            std::thread::sleep(Duration::from_millis(50));
            engine.say("quit");
            engine.wait()
        });
        assert!(time < PROMPT, "{work}: {time:?}");
    }
}

#[test]
fn isready_is_prompt_during_a_search() {
    let mut engine = Engine::start();
    engine.say("go infinite");
    let time = best_of(|| {
        std::thread::sleep(Duration::from_millis(50));
        let start = Instant::now();
        engine.say("isready");
        engine.until("readyok");
        start.elapsed()
    });
    assert!(time < PROMPT, "{time:?}");
    engine.say("stop");
    engine.until("bestmove");
    drop(engine.input.take());
    engine.wait();
}

#[test]
fn stop_and_quit_right_behind_go_are_never_lost() {
    for _ in 0..20 {
        let output = text(&pipe(b"go infinite\nstop\nquit\n").stdout);
        assert_eq!(output.matches("bestmove ").count(), 1, "{output}");
    }
}

#[test]
fn the_end_of_input_ends_a_search() {
    for work in ["go infinite", "go wtime 1000000 btime 1000000", "go perft 20"] {
        let mut engine = Engine::start();
        engine.say(work);
        drop(engine.input.take());
        assert!(engine.wait() < PATIENCE);
    }
}

#[test]
fn garbage_does_not_matter() {
    let mut garbage = Vec::new();
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    for _ in 0..200_000 {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        garbage.push(state as u8);
    }
    garbage.extend(b"\nisready\n\0\0\0\n\xff\xfe\n");
    garbage.extend(vec![b'x'; 4 << 20]);
    garbage.extend(b"\nposition fen \0\nposition startpos\ngo depth 2\nisready\ngo nodes 10\nd\n");
    let output = text(&pipe(&garbage).stdout);
    assert_eq!(output.matches("readyok\n").count(), 2);
    assert!(output.contains("bestmove ") && output.contains("\nLegal moves: 32\n"));
}

#[test]
fn a_closed_output_ends_the_program_quietly() {
    let mut child = program().spawn().unwrap();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"go infinite\nisready\n").unwrap();
    assert!(child.wait().unwrap().success());

    for arguments in [&["moves"][..], &["analyze", "--movetime", "500"], &["bench"]] {
        let mut child = program().args(arguments).spawn().unwrap();
        drop(child.stdout.take());
        let mut errors = String::new();
        child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
        assert!(child.wait().unwrap().success() && errors.is_empty(), "{errors}");
    }
}

#[test]
fn moves_are_sorted_with_both_texts() {
    let moves = lines(&["moves", "--fen", ENDING]);
    assert!(moves.contains(&"c4d5\tKc4-d5#".to_owned()), "{moves:?}");
    assert!(moves.contains(&"c4d3\tKc4xd3#".to_owned()), "{moves:?}");
    assert!(moves.is_sorted());
    assert_eq!(lines(&["moves"]).len(), 32);
    assert_eq!(lines(&["moves", "--variant", "abbott1968"]).len(), 16);
    assert_eq!(lines(&["moves", "--rules", "ranklimit=on"]).len(), 16);
    let flipped = ["moves", "--variant", "vchess", "--start", "e1h1d8a8"];
    assert_eq!(lines(&flipped).len(), 32);
}

#[test]
fn a_finished_game_has_no_moves() {
    assert!(lines(&["moves", "--fen", OVER]).is_empty());
    let last = lines(&["analyze", "--fen", OVER]).pop().unwrap();
    assert_eq!(last, "best move: none, checkmate");
    let last = lines(&["perft", "--fen", OVER, "3"]).pop().unwrap();
    assert_eq!(last, "Nodes searched: 0");
}

#[test]
fn perft_ends_with_the_node_count() {
    let count = lines(&["perft", "3"]);
    assert_eq!(count.len(), 3);
    assert!(count[0].starts_with("Time: ") && count[1].starts_with("Nodes/second: "));
    assert_eq!(count[2], "Nodes searched: 42762");
    let split = lines(&["perft", "--divide", "--threads", "1", "2"]);
    assert_eq!((split.len(), split[35 - 1].as_str()), (35, "Nodes searched: 944"));
    assert_eq!(split[0], "a2a3: 31");
    assert_eq!(lines(&["perft", "0"]).pop().unwrap(), "Nodes searched: 1");
}

#[test]
fn suites_are_checked() {
    let start = "clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/ILXKWXLC w - - 0 1";
    let good = format!("# variant baroque\n{start} ;D1 32 ;D2 944\n");
    let good = Temporary::new("good.epd", &good);
    let bad = format!("# variant abbott1968\n# rules ranklimit=off\n\n{start} ;D1 32 ;D2 945\n");
    let bad = Temporary::new("bad.epd", &bad);

    let summary = lines(&["perft", "--suite", good.path()]);
    assert_eq!(summary.len(), 1);
    assert!(summary[0].contains(": 2 counts, 0 wrong, 976 nodes"), "{summary:?}");

    let output = run(&["perft", "--threads", "1", "--suite", good.path(), bad.path()]);
    assert_eq!(output.status.code(), Some(1));
    let told = text(&output.stdout);
    let expected = format!("{}:4: depth 2 has 944 nodes, expected 945\n", bad.path());
    assert!(told.contains(&expected), "{told}");
    assert!(told.contains(": 2 counts, 1 wrong, "), "{told}");

    for (content, problem) in [
        ("# variant chess\n", "unknown variant 'chess', allowed are: baroque"),
        ("# variant delft\n8/8 ;D1 1\n", "line 2: FEN: 2 ranks"),
        ("\n# rules leap=no\n", "line 2: rules: leap is 'no', allowed is multi or single"),
        ("8/8/8/8/8/8/8/8 ;D31 1", "line 1: depth is 31, allowed is 0 to 30"),
    ] {
        let file = Temporary::new("broken.epd", content);
        let output = run(&["perft", "--suite", file.path()]);
        let expected = format!("error: {}: {problem}", file.path());
        assert!(text(&output.stderr).starts_with(&expected), "{}", text(&output.stderr));
        assert_eq!(output.status.code(), Some(2));
    }
}

#[test]
fn analyze_speaks_to_people() {
    let told = lines(&["analyze", "--fen", ENDING, "--mate", "1", "--multipv", "2"]);
    let last = told.last().unwrap();
    assert!(last == "best move: Kc4-d5#" || last == "best move: Kc4xd3#", "{told:?}");
    assert!(told.iter().any(|line| line.contains(" score wins in 1 ")), "{told:?}");
    for rest in [&["--depth", "3"][..], &["--movetime", "50"], &[]] {
        let told = lines(&[&["analyze", "--mate", "1"], rest].concat());
        let [.., verdict, best] = told.as_slice() else {
            panic!("{told:?}");
        };
        assert_eq!(verdict, "no mate in 1 found");
        assert!(best.starts_with("best move: "), "{best}");
    }
    let told = lines(&["analyze", "--depth", "3", "--threads", "2", "--hash", "1"]);
    assert!(told.last().unwrap().starts_with("best move: "), "{told:?}");
    let start = Instant::now();
    lines(&["analyze", "--movetime", "50"]);
    assert!(start.elapsed() < Duration::from_secs(3));
}

#[test]
fn errors_of_the_command_line_have_status_two() {
    for (arguments, part) in [
        (&["moves", "--fen", "8/8"][..], "FEN: 2 ranks where the board has 8"),
        (&["moves", "--fen", ENDING, "--start", "d1a1e8h8"], "cannot be used with"),
        (&["moves", "--variant", "chess"], "unknown variant 'chess', allowed are: baroque"),
        (&["moves", "--start", "a1"], "unknown start 'a1', allowed are: e1a1e8a8"),
        (&["moves", "--rules", "leap"], "rules: 'leap' is not of the form key=value"),
        (&["moves", "--rules", "leap=no"], "leap is 'no', allowed is multi or single"),
        (&["perft"], "required"),
        (&["perft", "-1"], "-1"),
        (&["perft", "x"], "invalid"),
        (&["perft", "31"], "0..=30"),
        (&["perft", "--threads", "0", "1"], "1..=512"),
        (&["perft", "--suite", "no-such-file"], "no-such-file: "),
        (&["perft", "--suite", "x", "--divide"], "cannot be used with"),
        (&["analyze", "--depth", "0"], "invalid"),
        (&["analyze", "--multipv", "0"], "1..=500"),
        (&["pref", "3"], "'pref' is neither a subcommand nor a UCI command"),
        (&["uci", "hello"], "'hello' is neither a subcommand nor a UCI command"),
        (&["bench", "chess"], "unknown variant 'chess', allowed are: baroque"),
        (&["--nonsense"], "unexpected argument"),
    ] {
        let output = run(arguments);
        let told = text(&output.stderr);
        assert!(told.starts_with("error: ") && told.contains(part), "{arguments:?}: {told}");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn lines_of_uci_can_be_arguments() {
    let told =
        lines(&["setoption name MultiPV value 2", "go depth 2", "go depth 3", "d", "quit", "d"]);
    let best: Vec<usize> =
        (0..told.len()).filter(|&index| told[index].starts_with("bestmove")).collect();
    let [first, second] = best.as_slice() else { panic!("{told:?}") };
    assert!(told[first - 1].contains("depth 2 ") && told[second - 1].contains("depth 3 "));
    assert!(told[first - 1].contains("multipv 2 "));
    // What stands behind quit is not done.
    assert_eq!(told.iter().filter(|line| line.starts_with("Fen: ")).count(), 1);
    assert!(lines(&["go perft 2"]).contains(&"Nodes searched: 944".to_owned()));
}

#[test]
fn help_and_version_are_there() {
    assert!(lines(&["--help"]).iter().any(|line| line.contains("analyze")));
    assert_eq!(lines(&["--version"]), [concat!("baroque ", env!("CARGO_PKG_VERSION"))]);
}

#[test]
fn bench_ends_with_nodes_and_speed() {
    let all = lines(&["bench"]);
    // That of one game is a part of it.
    let told = lines(&["bench", "Rococo"]);
    assert!(told.len() > 3 && told.len() < all.len());
    assert!(told[..told.len() - 3].iter().all(|line| all.contains(line)));
    for told in [all, told] {
        check_bench(&told);
    }
}

fn check_bench(told: &[String]) {
    let number = |line: &str, name: &str| -> u64 {
        line.strip_prefix(name).unwrap().trim_start().parse().unwrap()
    };
    let [positions @ .., _time, nodes, speed] = told else {
        panic!("{told:?}");
    };
    let each = |line: &String| -> u64 {
        let (nodes, _fen) = line.trim_start().split_once("  ").unwrap();
        nodes.parse().unwrap()
    };
    assert_eq!(number(nodes, "Nodes searched  : "), positions.iter().map(each).sum::<u64>());
    assert!(number(speed, "Nodes/second    : ") > 0);
}
