//! The program as a process: pipes, sub-commands, exit status.

use std::io::{Read, Write};
#[cfg(unix)]
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::common::{
    ENDING, Process, Temporary, assert_has, clean, error, printed, program, run, shortest, time,
};
#[cfg(unix)]
use crate::common::{Folder, output, text};

/// Limit of the latency of `quit` and `isready`.
const PROMPT: Duration = Duration::from_millis(100);
/// Timeout of every operation.
const TIMEOUT: Duration = Duration::from_secs(20);
const START: &str = "clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/ILXKWXLC w - - 0 1";
/// Black is checkmated.
const CHECKMATE: &str = "8/8/8/3Kk3/5I2/3w4/8/8 b - - 1 1";

/// Waits for the exit of the program, which must succeed, and returns the time it took.
fn exit_time(mut process: Process) -> Duration {
    time(|| assert!(process.wait().success()))
}

/// The output lines of a successful run.
fn lines(arguments: &[&str]) -> Vec<String> {
    printed(arguments, "").lines().map(str::to_owned).collect()
}

#[test]
fn start_and_exit_are_prompt() {
    let time = shortest(|| time(|| assert!(clean(&[], "").is_empty())));
    assert!(time < PROMPT, "{time:?}");
}

#[test]
fn quit_is_prompt_during_every_task() {
    for work in [
        "go infinite",
        "go ponder",
        "go depth 99",
        "go movetime 60000\nposition startpos\ngo movetime 60000",
        "go perft 20",
        "bench",
        "stop",
    ] {
        let time = shortest(|| {
            let mut engine = Process::start(&mut program(&[]));
            engine.send(work);
            engine.ask("isready", "readyok");
            std::thread::sleep(Duration::from_millis(50));
            engine.send("quit");
            exit_time(engine)
        });
        assert!(time < PROMPT, "{work}: {time:?}");
    }
}

#[test]
fn stop_and_quit_directly_after_go_are_never_lost() {
    for _ in 0..20 {
        let output = clean(&[], "go infinite\nstop\nquit\n");
        assert_eq!(output.matches("bestmove ").count(), 1, "{output}");
    }
}

#[test]
fn the_end_of_input_ends_only_what_has_no_end() {
    for work in ["go infinite", "go", "go ponder depth 3", "go btime 1000", "xboard\nnew\nanalyze"]
    {
        let mut engine = Process::start(&mut program(&[]));
        engine.send(work);
        drop(engine.input.take());
        assert!(exit_time(engine) < TIMEOUT);
    }
    assert_has(clean(&[], "position startpos\ngo depth 6"), &["\ninfo depth 6 "]);
    let output = clean(&[], "xboard\nnew\nvariant baroque\nst 1\nusermove e2e4\nping 1\n");
    assert!(output.contains("\nmove ") && output.ends_with("\npong 1\n"), "{output}");
}

/// A GUI that died reads no more.
#[cfg(unix)]
#[test]
fn the_end_of_input_ends_all_work_if_the_output_is_closed() {
    for work in [
        "go depth 99",
        "setoption name Minimal value true\ngo movetime 600000",
        "go wtime 100000000 btime 100000000",
        "go perft 20",
        "speedtest 1 1 600",
        "bench\nbench\nbench\nbench",
        "xboard\nnew\nst 600\nusermove e2e4",
    ] {
        let mut engine = Process::start(&mut program(&[]));
        engine.send(work);
        drop(engine.input.take());
        std::thread::sleep(Duration::from_millis(300));
        assert!(engine.child.try_wait().unwrap().is_none(), "{work}");
        let Process { mut child, output, .. } = engine;
        drop(output);
        let status = crate::common::ended(&mut child);
        assert!(status.success(), "{work}: {status}");
    }
}

/// Output may be a socket, as under a server.
#[cfg(unix)]
#[test]
fn a_closed_socket_is_a_closed_output() {
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixStream;

    let (gui, engine) = UnixStream::pair().unwrap();
    let output = Stdio::from(OwnedFd::from(engine));
    let mut child = program(&[]).stdout(output).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"go perft 20\n").unwrap();
    std::thread::sleep(Duration::from_millis(300));
    assert!(child.try_wait().unwrap().is_none());
    drop(gui);
    assert!(crate::common::ended(&mut child).success());
}

#[test]
fn a_closed_output_ends_the_program_quietly() {
    let mut child = program(&[]).spawn().unwrap();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"go infinite\nisready\n").unwrap();
    assert!(child.wait().unwrap().success());

    let games = Temporary::new("closed.pgn", &"[Event \"x\"]\n\n1. e4 *\n\n".repeat(2000));
    for arguments in [
        &["moves"][..],
        &["analyze", "--movetime", "500"],
        &["analyze", "--depth", "3", "--pgn", games.path()],
        &["bench"],
    ] {
        let mut child = program(arguments).spawn().unwrap();
        drop(child.stdout.take());
        let mut errors = String::new();
        child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
        // Summaries of games are no errors.
        assert!(child.wait().unwrap().success() && !errors.contains("error"), "{errors}");
    }
}

#[test]
fn moves_prints_sorted_moves_in_both_notations() {
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
    assert!(lines(&["moves", "--fen", CHECKMATE]).is_empty());
    let last = lines(&["analyze", "--fen", CHECKMATE]).pop().unwrap();
    assert_eq!(last, "best move: none, checkmate");
    let last = lines(&["perft", "--fen", CHECKMATE, "3"]).pop().unwrap();
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
    assert!(split[0] == "a2a3: 31" && split[..32].is_sorted(), "{split:?}");
    assert_eq!(lines(&["perft", "0"]).pop().unwrap(), "Nodes searched: 1");
}

#[test]
fn perft_checks_suites() {
    let good = format!("# variant baroque\n{START} ;D1 32 ;D2 944\n");
    let good = Temporary::new("good.epd", &good);
    let bad = format!("# variant abbott1968\n# rules ranklimit=off\n\n{START} ;D1 32 ;D2 945\n");
    let bad = Temporary::new("bad.epd", &bad);

    let summary = lines(&["perft", "--suite", good.path()]);
    assert_eq!(summary.len(), 1);
    assert!(summary[0].contains(": 2 counts, 0 wrong, 976 nodes"), "{summary:?}");

    let suites = ["perft", "--threads", "1", "--suite", good.path(), bad.path()];
    let (code, output, _) = run(&suites, "");
    let expected = format!("{}:4: depth 2 has 944 nodes, expected 945\n", bad.path());
    assert_has(output, &[&expected, ": 2 counts, 1 wrong, "]);
    let missing = ["perft", "--suite", bad.path(), "no-such-file"];
    assert_eq!((code, run(&missing, "").0), (1, 2));

    for (content, problem) in [
        ("# variant chess\n", "unknown variant 'chess', allowed are: baroque"),
        ("# variant delft\n8/8 ;D1 1\n", "line 2: FEN: 2 ranks"),
        ("\n# rules leap=no\n", "line 2: rules: leap is 'no', allowed is multi or single"),
        ("8/8/8/8/8/8/8/8 ;D31 1", "line 1: depth is 31, allowed is 0 to 30"),
    ] {
        let file = Temporary::new("broken.epd", content);
        let error = error(&["perft", "--suite", file.path()], "");
        assert!(error.starts_with(&format!("error: {}: {problem}", file.path())), "{error}");
    }
}

#[test]
fn analyze_prints_readable_lines_and_the_best_move() {
    let output = lines(&["analyze", "--fen", ENDING, "--mate", "1", "--multipv", "2"]);
    let last = output.last().unwrap();
    assert!(last == "best move: Kc4-d5#" || last == "best move: Kc4xd3#", "{output:?}");
    assert!(output.iter().any(|line| line.contains(" score wins in 1 ")), "{output:?}");
    let (excluded, open) = ("there is no mate in 1", "no mate in 1 found");
    for (rest, expected) in
        [(&["--depth", "3"][..], excluded), (&["--depth", "1"], open), (&[], excluded)]
    {
        let output = lines(&[&["analyze", "--mate", "1"], rest].concat());
        let [.., summary, best] = output.as_slice() else { panic!("{output:?}") };
        assert!(summary == expected && best.starts_with("best move: "), "{output:?}");
    }
    let output = lines(&["analyze", "--depth", "3", "--threads", "2", "--hash", "1"]);
    assert!(output.last().unwrap().starts_with("best move: "), "{output:?}");
    assert!(time(|| drop(lines(&["analyze", "--movetime", "50"]))) < Duration::from_secs(3));
}

/// A task that writes its results as they come ends in order on Ctrl-C and on SIGTERM.
#[cfg(unix)]
#[test]
fn interrupted_tasks_end_in_order() {
    let file = Temporary::new("interrupted.epd", &format!("{START} bm e2e4;\n").repeat(1000));
    for (arguments, name, last) in [
        (vec!["analyze", "--depth", "100"], "TERM", Some("best move: ")),
        (vec!["solve", "--nodes", "20000", file.path()], "INT", Some("Solved: ")),
        (vec!["bench"], "TERM", None),
    ] {
        let mut process = Process::start(&mut program(&arguments));
        process.read_until("");
        crate::common::signal(name, &process.child);
        let rest = process.read_to_end();
        assert_eq!(process.wait().code(), Some(130), "{arguments:?}");
        match last {
            Some(last) => assert!(rest.lines().last().unwrap().starts_with(last), "{rest}"),
            None => assert!(!rest.contains("Nodes searched"), "{rest}"),
        }
    }
}

/// The exit status as shells report it: a signal that comes before its handler counts as well.
#[cfg(unix)]
#[test]
fn interrupted_commands_exit_with_status_130() {
    use std::os::unix::process::ExitStatusExt;

    let deep = Temporary::new("deep.epd", &format!("{START} ;D9 1\n"));
    let games = "[Event \"x\"]\n\n1. e4 e5 1-0\n\n".repeat(100_000);
    let games = Temporary::new("games.pgn", &games);
    let (folder, null) = (Folder::new("exit-status"), Stdio::null);
    let out = &*folder.name("");
    for arguments in [
        &["perft", "9"][..],
        &["perft", "--json", "9"],
        &["perft", "--suite", deep.path()],
        &["perft", "--split", "1", "--out", out, "9"],
        &["selfplay", "--count", "100000", "--depth", "2", "--out", out],
        &["convert", games.path()],
        &["stats", games.path()],
    ] {
        let mut command = program(arguments);
        let mut child = command.stdin(null()).stdout(null()).stderr(null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(300));
        crate::common::signal("INT", &child);
        let status = child.wait().unwrap();
        let code = status.code().or(status.signal().map(|signal| 128 + signal));
        assert_eq!(code, Some(130), "{arguments:?}");
    }
}

#[test]
fn command_line_errors_exit_with_status_2() {
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
        (&["perft", "--split", "1", "--out", "x", "--json", "2"], "--json"),
        (&["analyze", "--depth", "0"], "invalid"),
        (&["analyze", "--variant", "chess"], "unknown variant 'chess', allowed are: baroque"),
        (&["analyze", "--multipv", "0"], "1..=500"),
        (&["play", "--variant", "chess"], "unknown variant 'chess', allowed are: baroque"),
        (&["stats", "--format", "cutechess", "--json", "-"], "--json"),
        (&["pref", "3"], "'pref' is neither a subcommand nor a UCI command"),
        (&["uci", "hello"], "'hello' is neither a subcommand nor a UCI command"),
        (&["go depth 1", "qiut"], "'qiut' is neither a subcommand nor a UCI command"),
        (&["1", "16", "2"], "'1' is neither a subcommand nor a UCI command"),
        (&["bench", "chess"], "unknown variant 'chess', allowed are: baroque"),
        (&["--nonsense"], "unexpected argument"),
    ] {
        let error = error(arguments, "");
        assert!(error.starts_with("error: ") && error.contains(part), "{arguments:?}: {error}");
    }
}

/// Each process runs under a user that has no other one. An ordinary user has more processes than
/// that already, so no thread can be started at all.
#[cfg(target_os = "linux")]
#[test]
fn threads_that_cannot_be_started_are_errors() {
    use std::os::unix::fs::PermissionsExt;

    use crate::common::with_threads;

    // Other users may not reach the program where it was built.
    let (folder, open) = (Folder::new("threads"), std::fs::Permissions::from_mode(0o777));
    let copy = folder.path("baroque");
    std::fs::set_permissions(&folder.0, open.clone()).unwrap();
    std::fs::copy(env!("CARGO_BIN_EXE_baroque"), &copy).unwrap();
    let is_root = with_threads(1, 0)[0] == "setpriv";
    let limited = |user: u32, threads: usize, arguments: &[&str], input: &str| {
        let own = folder.path(&user.to_string());
        std::fs::create_dir(&own).unwrap();
        std::fs::set_permissions(&own, open.clone()).unwrap();
        let words = with_threads(threads, 70_000 + user);
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).arg(&copy).args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        output(command.current_dir(&own).env_remove("HOME"), input)
    };
    let uci = "go depth 3\nsetoption name Threads value 4\ngo perft 3\ngo depth 3\nbench rococo\n";
    let xboard = "xboard\nnew\nvariant baroque\nsd 3\nusermove e2e4\n";
    let engine = ["-engine", "cmd=builtin"];
    let limits = ["-each", "depth=1", "-rounds", "1", "-maxmoves", "2"];
    let game = [&["match"], &engine[..], &engine, &limits].concat();
    let cases: [(&[&str], &str); 10] = [
        (&game, ""),
        (&[], uci),
        (&[], xboard),
        (&["xboard"], xboard),
        (&["play", "--level", "1"], "e4\nquit\n"),
        (&["perft", "--threads", "4", "3"], ""),
        (&["analyze", "--threads", "4", "--depth", "3"], ""),
        (&["bench", "rococo"], ""),
        (&["selfplay", "--count", "2", "--depth", "1", "--threads", "2", "--out", "out"], ""),
        (&["go depth 3", "go perft 3"], ""),
    ];
    for (number, (arguments, input)) in (0..).zip(&cases) {
        for threads in [1, 2, 3] {
            let output = limited(10 * number + threads as u32, threads, arguments, input);
            let (out, errors) = (text(&output.stdout), text(&output.stderr));
            let place = format!("{arguments:?} with {threads}: {out}{errors}");
            assert!(matches!(output.status.code(), Some(0 | 2)), "{:?} {place}", output.status);
            assert!(!place.contains("panicked") && errors.lines().count() <= 1, "{place}");
            if arguments.is_empty() && threads == 1 {
                let error = "error: cannot start threads (1 wanted): ";
                assert!(errors.starts_with(error) && out.is_empty(), "{place}");
            }
            if *arguments == game && threads != 2 {
                assert!(errors.starts_with("error: no thread for a game: "), "{place}");
                assert_eq!(output.status.code(), Some(2));
            }
            if *input == uci && (is_root && threads > 1) {
                assert_eq!(out.matches("bestmove ").count(), 2, "{place}");
                assert!(threads > 2 || out.contains("info string error cannot start"), "{place}");
            }
        }
    }
}

/// Escape sequences, characters that reverse the direction of writing, and invisible ones.
#[cfg(unix)]
#[test]
fn hidden_characters_are_not_printed() {
    let hidden = "\u{1b}[31m\u{202e}\u{200b}\u{9b}\u{e0041}";
    let solutions = format!("{START} bm e2e4; id \"{hidden}\";\n");
    let solutions = Temporary::new("hidden.epd", &solutions);
    let counts = Temporary::new(&format!("{hidden}.epd"), &format!("{START} ;D1 32\n"));
    let games = format!("[Event \"{hidden}\"]\n\n1. e4 {{{hidden} }} *\n");
    let games = Temporary::new("hidden.pgn", &games);
    for arguments in [
        &["solve", "--nodes", "1", solutions.path()][..],
        &["convert", games.path()],
        &["explore", games.path()],
        &["analyze", "--nodes", "1", "--pgn", games.path()],
        &["perft", "--suite", counts.path()],
        &["perft", "--suite", &format!("{hidden}.epd")],
        &["perft", hidden],
        &["moves", "--variant", hidden],
        &["moves", "--fen", hidden],
        &["stats", hidden],
        &["match", hidden],
        &["match", "-pgnout", "a", hidden, hidden],
        &[hidden],
        &[&format!("go searchmoves {hidden}")],
    ] {
        let (_, output, errors) = run(arguments, "");
        let text = output + &errors;
        let is_plain = |c: char| c == '\n' || matches!(c, ' '..='~');
        assert!(text.len() > 10 && text.chars().all(is_plain), "{arguments:?}: {text:?}");
    }
}

/// Devices without an end do not fill the memory, and pipes without a writer do not block.
#[cfg(target_os = "linux")]
#[test]
fn input_is_bounded() {
    let error = |arguments: &str, input: Option<&[u8]>| {
        let limited =
            format!("ulimit -v 4000000; exec {} {arguments}", env!("CARGO_BIN_EXE_baroque"));
        let mut shell = Command::new("sh");
        shell.args(["-c", &limited]).stdin(Stdio::piped()).stderr(Stdio::piped());
        let output = output(&mut shell, input.unwrap_or_default());
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        text(&output.stderr)
    };
    let larger = "error: /dev/zero: larger than 268435456 bytes\n";
    assert_eq!(error("perft --suite /dev/zero", None), larger);
    let long = vec![b'/'; 2 << 20];
    let longer = "error: -: line 1: it is longer than 1048576 bytes\n";
    assert_eq!(error("convert --to vchess -", Some(&long)), longer);

    let folder = Folder::new("bounded");
    folder.pipe("a.jsonl");
    folder.pipe("selfplay-1-of-1.bin");
    let folder = folder.0.display();
    for (arguments, name) in [
        (format!("perft merge {folder}"), "a.jsonl"),
        (format!("selfplay --count 1 --depth 1 --resume --out {folder}"), "selfplay-1-of-1.bin"),
    ] {
        let expected = format!("error: {folder}/{name}: it is not a regular file\n");
        assert_eq!(error(&arguments, None), expected);
    }
}

#[test]
fn uci_commands_can_be_arguments() {
    let output =
        lines(&["setoption name MultiPV value 2", "go depth 2", "go depth 3", "d", "quit", "d"]);
    let best: Vec<usize> =
        (0..output.len()).filter(|&index| output[index].starts_with("bestmove")).collect();
    let [first, second] = best.as_slice() else { panic!("{output:?}") };
    assert!(output[first - 1].contains("depth 2 ") && output[second - 1].contains("depth 3 "));
    assert!(output[first - 1].contains("multipv 2 "));
    // Commands after `quit` are ignored.
    assert_eq!(output.iter().filter(|line| line.starts_with("Fen: ")).count(), 1);
    assert!(lines(&["go perft 2"]).contains(&"Nodes searched: 944".to_owned()));
}

#[test]
fn words_of_a_uci_command_can_be_arguments() {
    let words = |line: &str| lines(&line.split(' ').collect::<Vec<_>>());
    assert!(words("go perft 2").contains(&"Nodes searched: 944".to_owned()));
    let output =
        words("position startpos moves e2e4 go depth 2 setoption name Hash value 2 d quit d");
    assert_eq!(output.iter().filter(|line| line.starts_with("bestmove")).count(), 1);
    let fens: Vec<&String> = output.iter().filter(|line| line.starts_with("Fen: ")).collect();
    assert!(fens.len() == 1 && fens[0].contains("/4P3/"), "{output:?}");
    let fen =
        lines(&["position", "fen", ENDING, "d"]).into_iter().find(|line| line.starts_with("Fen"));
    assert_eq!(fen, Some(format!("Fen: {ENDING}")));
    let speed = words("speedtest 1 1 1");
    assert!(speed.iter().any(|line| line.starts_with("Nodes/second")), "{speed:?}");
    let log = ["setoption", "name", "Debug", "Log", "File", "value", "/no such/go d"];
    assert_has(run(&log, "").1, &["is '/no such/go d', which"]);
    for (arguments, reason) in [
        (&["speedtest", "1", "x"][..], "speedtest hash is 'x', allowed is 1 to 33554432"),
        (&["go perft x"], "go perft is 'x', allowed is a number from 0 to 30"),
    ] {
        let error = format!("info string error {reason}\n");
        assert_eq!(run(arguments, ""), (2, error, String::new()));
    }
    assert_eq!(run(&["go depth x"], "").0, 2);
}

#[test]
fn the_version_is_printed() {
    assert_eq!(lines(&["--version"]), [concat!("baroque ", env!("CARGO_PKG_VERSION"))]);
}

#[test]
fn bench_prints_total_nodes_and_speed() {
    let all = lines(&["bench"]);
    // The bench of one game is a part of the whole bench.
    let rococo = lines(&["bench", "Rococo"]);
    assert!(rococo.len() > 3 && rococo.len() < all.len());
    assert!(rococo[..rococo.len() - 3].iter().all(|line| all.contains(line)));
    for output in [all, rococo] {
        check_bench(&output);
    }
}

fn check_bench(output: &[String]) {
    let number = |line: &str, name: &str| -> u64 {
        line.strip_prefix(name).unwrap().trim_start().parse().unwrap()
    };
    let [positions @ .., _time, nodes, speed] = output else { panic!("{output:?}") };
    let each = |line: &String| -> u64 {
        let (nodes, _fen) = line.trim_start().split_once("  ").unwrap();
        nodes.parse().unwrap()
    };
    assert_eq!(number(nodes, "Nodes searched  : "), positions.iter().map(each).sum::<u64>());
    assert!(number(speed, "Nodes/second    : ") > 0);
}
