//! Faulty engines.

use std::thread;
use std::time::{Duration, Instant};

use super::support::Folder;
use crate::common::signal;

/// A match of one script against the built-in engine.
fn against(folder: &Folder, options: &str) -> (Option<i32>, String) {
    let output = folder.run(&format!(
        "-engine cmd=./bad name=Bad -engine cmd=builtin name=Good -each nodes=50 -rounds 1 {options}"
    ));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(errors, "", "{options}");
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn an_illegal_move_is_reported_with_all_that_is_needed() {
    let folder = Folder::new("illegal");
    folder.script(
        "bad",
        "'go perft 1') echo 'e2e4: 1'; echo 'Nodes searched: 1';;\ngo*) echo bestmove e1e5;;",
    );
    let (status, text) = against(&folder, "-pgnout g.pgn -games 1 -rounds 1");
    assert_eq!(status, Some(0));
    for words in [
        "Warning; Illegal move e1e5 played by Bad\n",
        "Reason; 'e1e5' is not a legal move: ",
        "Position; position startpos\nGo; go nodes 50\n",
        "Rules; baroque leap=multi,",
        "Legal moves; referee 32: a2a3 ",
        "Legal moves; Bad 1: e2e4\n",
        "Difference; Bad lacks [a2a3 ",
        "Legal moves; Good 32: a2a3 ",
        "Finished game 1 (Bad vs Good): 0-1 {White makes an illegal move}\n",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let pgn = folder.read("g.pgn");
    assert!(pgn.contains("[Termination \"illegal move\"]"), "{pgn}");
    assert!(pgn.contains("{White makes an illegal move: e1e5} 0-1"), "{pgn}");
    // One line for testing frameworks; with -strict the exit status is 1.
    let (status, text) = against(&folder, "-testEnv -strict");
    assert_eq!(status, Some(1));
    assert_eq!(text.matches("Warning; Illegal move e1e5 played by Bad :: Reason; ").count(), 1);
    assert_eq!(text.matches("Finished game").count(), 1);
}

#[test]
fn output_may_begin_with_a_byte_order_mark_and_end_lines_with_cr() {
    let folder = Folder::new("mark");
    folder.script("bad", r"uci) printf '\357\273\277uciok\r\n';; go*) printf 'bestmove a2a3\r';;");
    let (status, text) = against(&folder, "-games 1 -each timemargin=5000 -maxmoves 1");
    assert!(status == Some(0) && text.contains("Finished game 1"), "{text}");
    assert!(!text.contains("Warning"), "{text}");
}

#[test]
fn control_characters_of_engines_are_not_printed() {
    let folder = Folder::new("control");
    folder.script(
        "bad",
        r#"'go perft 1') printf 'e2\033e4: 1\nNodes searched: 1\n';;
go*) printf 'bestmove e1\033[2Je5\a'; head -c 9000 /dev/zero | tr '\0' x; echo;;"#,
    );
    let (_, text) = against(&folder, "-pgnout g.pgn -games 1 -rounds 1");
    let pgn = folder.read("g.pgn");
    for text in [&text, &pgn] {
        assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
        assert!(text.contains("e1?[2Je5?xxx") && text.contains('…'), "{text}");
        assert!(!text.contains(&"x".repeat(80)), "{text}");
    }
    assert!(text.contains("Legal moves; Bad 1: e2?e4\n"), "{text}");
}

#[test]
fn a_crash_ends_the_match_without_recover() {
    let folder = Folder::new("crash");
    folder.script("bad", "go*) exit 1;;");
    let (status, text) = against(&folder, "");
    assert_eq!(status, Some(1));
    assert!(text.contains("Warning; Engine Bad disconnects\nPosition; "), "{text}");
    assert!(text.contains("Finished game 1 (Bad vs Good): 0-1 {White disconnects}\n"), "{text}");
    assert_eq!(text.matches("Started game").count(), 1);
    assert!(text.contains("run: baroque match -config file=config.json"), "{text}");
    assert!(text.contains("Player: Bad\n  Timeouts: 0\n  Crashed: 1\n"), "{text}");
    let (status, text) = against(&folder, "-recover");
    assert_eq!(status, Some(0));
    assert!(text.contains("Finished game 2 (Good vs Bad): 1-0 {Black disconnects}\n"), "{text}");
}

#[test]
fn an_engine_without_readyok_stalls() {
    let folder = Folder::new("stall");
    // It answers only the first isready.
    folder.script("bad", "isready) [ -z \"$deaf\" ] && echo readyok; deaf=1;;");
    let (status, text) = against(&folder, "-recover -ping-ms 200");
    assert_eq!(status, Some(0));
    assert!(text.contains("Warning; Engine Bad stalls\nPosition; "), "{text}");
    assert!(text.contains("(Bad vs Good): 0-1 {White's connection stalls}\n"), "{text}");
    assert!(text.contains("(Good vs Bad): 1-0 {Black's connection stalls}\n"), "{text}");
}

#[test]
fn a_late_move_loses_on_time() {
    let folder = Folder::new("late");
    folder.script("bad", "go*) sleep 0.5; echo bestmove e2e4;;\nstop) ;;");
    let output = folder
        .run("-engine cmd=./bad name=Bad st=0.1 -engine cmd=builtin name=Good nodes=50 -rounds 1");
    let text = String::from_utf8(output.stdout).unwrap();
    // Whether it answers too late or not before the deadline, the reason is the same.
    let line = text.lines().find(|line| line.starts_with("Finished game 1")).unwrap();
    let late =
        line.strip_prefix("Finished game 1 (Bad vs Good): 0-1 {White loses on time (").unwrap();
    let late: u64 = late.strip_suffix("ms overrun)}").unwrap().parse().unwrap();
    assert!((1..10_000).contains(&late), "{line}");
    assert!(text.contains("Player: Bad\n  Timeouts: 2\n"), "{text}");
    // Those of finished games are counted after a resume too.
    let text = folder.printed("-config file=config.json -rounds 2");
    assert!(text.contains("Player: Bad\n  Timeouts: 4\n"), "{text}");
}

#[test]
fn an_engine_that_hangs_without_a_clock_loses_on_time() {
    let folder = Folder::new("no-clock");
    folder.script("bad", "go*) ;;\nstop) echo bestmove e2e4;;");
    let (status, text) = against(&folder, "-each timeout=0.2 -pgnout g.pgn");
    assert_eq!(status, Some(0));
    for line in [
        "Finished game 1 (Bad vs Good): 0-1 {White loses on time (",
        "Finished game 2 (Good vs Bad): 1-0 {Black loses on time (",
    ] {
        assert!(text.contains(line), "{text}");
    }
    assert_eq!(folder.read("g.pgn").matches("[TimeControl \"-\"]").count(), 2);
    // tscale multiplies it.
    folder.script("bad", "go*) sleep 0.5; echo bestmove e2e9;;");
    let (_, text) = against(&folder, "-games 1 -each timeout=0.1 tscale=100");
    assert!(text.contains("makes an illegal move"), "{text}");
}

/// An engine that searches without end.
const HUNG: &str = "uci) echo $$ > pid; echo uciok;;\ngo*) sleep 1000;;";
/// A match in which it is to move.
const HUNG_MATCH: &str =
    "-engine cmd=./bad name=Bad -engine cmd=builtin name=Good -each nodes=50 -rounds 1";

/// Waits until a file with a line exists.
fn await_file(folder: &Folder, name: &str) -> String {
    let deadline = Instant::now() + Duration::from_secs(20);
    loop {
        let text = std::fs::read_to_string(folder.path(name)).unwrap_or_default();
        if text.ends_with('\n') {
            return text.trim().to_owned();
        }
        assert!(Instant::now() < deadline, "no {name}");
        thread::sleep(Duration::from_millis(10));
    }
}

/// Waits until a process with this number has ended.
fn await_end(pid: &str) {
    let deadline = Instant::now() + Duration::from_secs(5);
    while runs(pid) {
        assert!(Instant::now() < deadline, "{pid} is left behind");
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn sigterm_does_not_wait_for_a_hung_engine() {
    let folder = Folder::new("term");
    folder.script("bad", HUNG);
    let child = folder.spawn(HUNG_MATCH);
    let pid = await_file(&folder, "pid");
    thread::sleep(Duration::from_millis(300));
    let start = Instant::now();
    signal("TERM", &child);
    let output = child.wait_with_output().unwrap();
    assert!(start.elapsed() < Duration::from_secs(9), "{:?}", start.elapsed());
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("Tournament was interrupted. To resume"), "{text}");
    await_end(&pid);
}

#[test]
#[cfg(target_os = "linux")]
fn the_third_interrupt_ends_a_match_that_cannot_write() {
    let folder = Folder::new("blocked");
    // More lines than fit into the pipe, which nobody reads.
    folder.script("bad", "uci) echo $$ > pid; echo uciok;;\ngo*) yes 'info string x';;");
    let mut child = folder.spawn(&format!("{HUNG_MATCH} -debug"));
    let pid = await_file(&folder, "pid");
    thread::sleep(Duration::from_millis(500));
    for _ in 0..2 {
        signal("INT", &child);
        thread::sleep(Duration::from_millis(300));
        assert!(child.try_wait().unwrap().is_none());
    }
    signal("INT", &child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    await_end(&pid);
}

/// Neither the end of the input nor a signal from the terminal ends these engines.
#[test]
#[cfg(target_os = "linux")]
fn engines_end_with_a_runner_that_is_killed() {
    let folder = Folder::new("killed-runner");
    for name in ["bad", "other"] {
        folder.script(name, &HUNG.replace("pid", &format!("{name}.pid")));
    }
    let mut child = folder.spawn(
        "-engine cmd=./bad name=Bad -engine cmd=./other name=Other -each nodes=50 -rounds 2 \
         -concurrency 2 -force-concurrency",
    );
    let pids = ["bad.pid", "other.pid"].map(|name| await_file(&folder, name));
    // They would die with a thread that only starts them.
    thread::sleep(Duration::from_millis(500));
    assert!(pids.iter().all(|pid| runs(pid)));
    child.kill().unwrap();
    child.wait().unwrap();
    pids.iter().for_each(|pid| await_end(pid));
}

#[test]
fn illegal_moves_in_a_variation_are_reported_once_a_game() {
    let folder = Folder::new("pv");
    let info = "info depth 1 score cp 5 nodes 1 pv a2a3 a7a6 e2e9} b7b6";
    folder.script("bad", &format!("go*) echo '{info}'; echo bestmove a2a3;;"));
    let (_, text) = against(&folder, "-pgnout g.pgn pv=true -maxmoves 1");
    let warning = "Warning; Illegal PV move - move e2e9} from Bad\n\
                   Info; pv a2a3 a7a6 e2e9} b7b6\nPosition; position startpos\n";
    assert_eq!(text.matches(warning).count(), 1, "{text}");
    assert!(folder.read("g.pgn").contains("pv=\"a2a3 a7a6\""), "{}", folder.read("g.pgn"));
    // One move is legal once, and the variation is wrong in every position.
    let (_, text) = against(&folder, "-games 1 -maxmoves 9");
    assert_eq!(text.matches("Illegal PV move").count(), 1, "{text}");
    let (_, text) = against(&folder, "-testEnv -games 1 -maxmoves 1");
    assert!(text.contains("from Bad :: Info; pv a2a3 a7a6 e2e9} b7b6 :: Position; "), "{text}");
    // The engine of this program sends none.
    let text = folder.printed(
        "-engine cmd=builtin name=A -engine cmd=builtin name=B -each nodes=200 -openings random \
         -srand 1 -rounds 2",
    );
    assert!(!text.contains("Warning"), "{text}");
}

#[test]
fn a_command_line_in_cmd_is_explained() {
    let folder = Folder::new("java");
    let output = folder.run("-engine 'cmd=java -jar x.jar' -engine cmd=builtin -each nodes=50");
    let text = String::from_utf8(output.stdout).unwrap();
    let hint = "No such file or directory (os error 2); arguments belong in args=: cmd=java \
                args=\"-jar x.jar\"\n";
    assert!(text.contains(hint), "{text}");
    let output = folder.run("-engine cmd=java-jar -engine cmd=builtin -each nodes=50");
    assert!(!String::from_utf8(output.stdout).unwrap().contains("args="));
}

#[test]
fn the_communication_is_printed_if_asked_for() {
    let folder = Folder::new("debug");
    folder.script("bad", r"go*) printf 'info string \033x\nbestmove none\n';;");
    let (_, text) = against(&folder, "-debug -concurrency 2 -force-concurrency");
    for words in [" >Bad(0): uci\n", " <Bad(0): uciok\n", " >Bad(1): go nodes 50\n"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(text.contains(" <Bad(0): info string ?x\n"), "{text}");
    let is_line = |line: &str| {
        line.split_once(" >Good(").is_some_and(|(time, _)| time.parse::<u64>().is_ok())
    };
    assert!(text.lines().any(is_line), "{text}");
}

#[test]
fn an_engine_that_hangs_once_loses_once() {
    let folder = Folder::new("hang");
    folder.script(
        "bad",
        "go*) [ -e hung ] || { : > hung; sleep 1000; }; echo bestmove none;;\nstop) ;;",
    );
    let output = folder
        .run("-engine cmd=./bad name=Bad st=0.1 -engine cmd=builtin name=Good nodes=50 -rounds 1");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("Finished game 1 (Bad vs Good): 0-1 {White loses on time ("), "{text}");
    assert!(text.contains("Finished game 2 (Good vs Bad): 1-0 {Black makes an illegal"), "{text}");
}

#[test]
fn engines_are_restarted_if_asked_for() {
    let folder = Folder::new("restart");
    folder.script("bad", "uci) echo x >> starts; echo uciok;;\ngo*) echo bestmove none;;");
    against(&folder, "-rounds 3");
    assert_eq!(folder.read("starts").lines().count(), 1);
    folder.write("starts", "");
    against(&folder, "-rounds 3 -each restart=on");
    assert_eq!(folder.read("starts").lines().count(), 6);
}

/// Whether the process with this number runs.
fn runs(pid: &str) -> bool {
    std::process::Command::new("kill")
        .args(["-0", pid])
        .stderr(std::process::Stdio::null())
        .status()
        .unwrap()
        .success()
}

#[test]
fn interrupts_leave_no_processes() {
    let folder = Folder::new("orphans");
    // An engine that ignores the end of its input and has a child.
    folder.script(
        "bad",
        "uci) sleep 1000 & echo $! > child; echo $$ > parent; echo uciok;;\ngo*) sleep 1000;;",
    );
    let mut child = folder.spawn(HUNG_MATCH);
    let pids = ["child", "parent"].map(|name| await_file(&folder, name));
    assert!(pids.iter().all(|pid| runs(pid)));
    signal("INT", &child);
    thread::sleep(Duration::from_millis(200));
    assert!(child.try_wait().unwrap().is_none(), "the first one lets games be finished");
    signal("INT", &child);
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("Tournament was interrupted. To resume"), "{text}");
    pids.iter().for_each(|pid| await_end(pid));
}

#[test]
fn hidden_characters_of_engines_are_not_printed() {
    let folder = Folder::new("hidden");
    folder.script(
        "bad",
        r#"uci) printf 'option name Threads type spin default \033[1m\342\200\2561 min 1 max 3\n'
    echo uciok;;
isready) printf 'info string error \033[1m\342\200\256\n'; echo readyok;;
go*) printf 'info string \033[1m\nbestmove \033[1m\342\200\256\n';;"#,
    );
    let (_, text) = against(&folder, "-pgnout g.pgn -log file=log.txt engine=true level=info");
    for text in [text, folder.read("g.pgn"), folder.read("log.txt")] {
        assert!(text.contains("?[1m?"), "{text}");
        assert!(!text.contains(['\u{1b}', '\u{202e}']), "{text:?}");
    }
    let text = folder.printed(
        "-engine cmd=builtin -engine cmd=builtin -each depth=1 -rounds 1 -maxmoves 1 \
         -event '\u{202e}' -pgnout '\u{202e}.pgn' -crc32 pgn=true",
    );
    assert!(text.contains("File ?.pgn has CRC32") && !text.contains('\u{202e}'), "{text:?}");
}
