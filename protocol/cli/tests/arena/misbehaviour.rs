//! Faulty engines.

use std::thread;
use std::time::{Duration, Instant};

use super::support::{Folder, assert_has};
use crate::common::{signal, text};

/// A match of one script against the built-in engine.
const AGAINST: &str =
    "-engine cmd=./bad name=Bad -engine cmd=builtin name=Good -each nodes=50 -rounds 1";
/// A match in which the script has a clock.
const CLOCK: &str =
    "-engine cmd=./bad name=Bad st=0.1 -engine cmd=builtin name=Good nodes=50 -rounds 1";

/// The output of a match against the built-in engine that ends with this exit status.
fn against(folder: &Folder, options: &str, status: i32) -> String {
    let output = folder.run(&format!("{AGAINST} {options}"));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), &*errors), (Some(status), ""), "{options}");
    String::from_utf8(output.stdout).unwrap()
}

/// A folder with an engine that is a script with these cases.
fn bad(name: &str, cases: &str) -> Folder {
    let folder = Folder::new(name);
    folder.script("bad", cases);
    folder
}

#[test]
fn an_illegal_move_is_reported_with_all_that_is_needed() {
    let folder = bad(
        "illegal",
        "'go perft 1') echo 'e2e4: 1'; echo 'Nodes searched: 1';;\ngo*) echo bestmove e1e5;;",
    );
    let parts = [
        "Warning; Illegal move e1e5 played by Bad\n",
        "Reason; 'e1e5' is not a legal move: ",
        "Position; position startpos\nGo; go nodes 50\n",
        "Rules; baroque leap=multi,",
        "Legal moves; referee 32: a2a3 ",
        "Legal moves; Bad 1: e2e4\n",
        "Difference; Bad lacks [a2a3 ",
        "Legal moves; Good 32: a2a3 ",
        "Finished game 1 (Bad vs Good): 0-1 {White makes an illegal move}\n",
    ];
    assert_has(against(&folder, "-pgnout g.pgn -games 1 -rounds 1", 0), &parts);
    let end = "{White makes an illegal move: e1e5} 0-1";
    assert_has(folder.read("g.pgn"), &["[Termination \"illegal move\"]", end]);
    // One line for testing frameworks; with -strict the exit status is 1.
    let text = against(&folder, "-testEnv -strict", 1);
    assert_eq!(text.matches("Warning; Illegal move e1e5 played by Bad :: Reason; ").count(), 1);
    assert_eq!(text.matches("Finished game").count(), 1);
}

#[test]
fn output_may_begin_with_a_byte_order_mark_and_end_lines_with_cr() {
    let folder =
        bad("mark", r"uci) printf '\357\273\277uciok\r\n';; go*) printf 'bestmove a2a3\r';;");
    let text = against(&folder, "-games 1 -each timemargin=5000 -maxmoves 1", 0);
    assert_has(&text, &["Finished game 1"]);
    assert!(!text.contains("Warning"), "{text}");
}

#[test]
fn control_characters_of_engines_are_not_printed() {
    let folder = bad(
        "control",
        r#"'go perft 1') printf 'e2\033e4: 1\nNodes searched: 1\n';;
go*) printf 'bestmove e1\033[2Je5\a'; head -c 9000 /dev/zero | tr '\0' x; echo;;"#,
    );
    let text = against(&folder, "-pgnout g.pgn -games 1 -rounds 1", 0);
    for text in [&text, &folder.read("g.pgn")] {
        assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
        assert_has(text, &["e1?[2Je5?xxx", "…"]);
        assert!(!text.contains(&"x".repeat(80)), "{text}");
    }
    assert_has(text, &["Legal moves; Bad 1: e2?e4\n"]);
}

#[test]
fn a_crash_ends_the_match_without_recover() {
    let folder = bad("crash", "go*) exit 1;;");
    let text = against(&folder, "", 1);
    assert_eq!(text.matches("Started game").count(), 1);
    let parts = [
        "Warning; Engine Bad disconnects\nPosition; ",
        "Finished game 1 (Bad vs Good): 0-1 {White disconnects}\n",
        "run: baroque match -config file=config.json",
        "Player: Bad\n  Timeouts: 0\n  Crashed: 1\n",
    ];
    assert_has(text, &parts);
    let end = "Finished game 2 (Good vs Bad): 1-0 {Black disconnects}\n";
    assert_has(against(&folder, "-recover", 0), &[end]);
}

#[test]
fn an_engine_without_readyok_stalls() {
    // It answers only the first isready.
    let folder = bad("stall", "isready) [ -z \"$deaf\" ] && echo readyok; deaf=1;;");
    let parts = [
        "Warning; Engine Bad stalls\nPosition; ",
        "(Bad vs Good): 0-1 {White's connection stalls}\n",
        "(Good vs Bad): 1-0 {Black's connection stalls}\n",
    ];
    assert_has(against(&folder, "-recover -ping-ms 200", 0), &parts);
}

#[test]
fn a_late_move_loses_on_time() {
    let folder = bad("late", "go*) sleep 0.5; echo bestmove e2e4;;\nstop) ;;");
    let text = folder.printed(CLOCK);
    // Whether it answers too late or not before the deadline, the reason is the same.
    let line = text.lines().find(|line| line.starts_with("Finished game 1")).unwrap();
    let late =
        line.strip_prefix("Finished game 1 (Bad vs Good): 0-1 {White loses on time (").unwrap();
    let late: u64 = late.strip_suffix("ms overrun)}").unwrap().parse().unwrap();
    assert!((1..10_000).contains(&late), "{line}");
    assert_has(&text, &["Player: Bad\n  Timeouts: 2\n"]);
    // Those of finished games are counted after a resume too.
    let text = folder.printed("-config file=config.json -rounds 2");
    assert_has(text, &["Player: Bad\n  Timeouts: 4\n"]);
}

#[test]
fn an_engine_that_hangs_without_a_clock_loses_on_time() {
    let folder = bad("no-clock", "go*) ;;\nstop) echo bestmove e2e4;;");
    let parts = [
        "Finished game 1 (Bad vs Good): 0-1 {White loses on time (",
        "Finished game 2 (Good vs Bad): 1-0 {Black loses on time (",
    ];
    assert_has(against(&folder, "-each timeout=0.2 -pgnout g.pgn", 0), &parts);
    assert_eq!(folder.read("g.pgn").matches("[TimeControl \"-\"]").count(), 2);
    // tscale multiplies it.
    folder.script("bad", "go*) sleep 0.5; echo bestmove e2e9;;");
    let text = against(&folder, "-games 1 -each timeout=0.1 tscale=100", 0);
    assert_has(text, &["makes an illegal move"]);
}

/// An engine that searches without end.
const HUNG: &str = "uci) echo $$ > pid; echo uciok;;\ngo*) sleep 1000;;";

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
    let folder = bad("term", HUNG);
    let child = folder.spawn(AGAINST);
    let pid = await_file(&folder, "pid");
    thread::sleep(Duration::from_millis(300));
    let start = Instant::now();
    signal("TERM", &child);
    let output = child.wait_with_output().unwrap();
    assert!(start.elapsed() < Duration::from_secs(9), "{:?}", start.elapsed());
    assert_eq!(output.status.code(), Some(0));
    assert_has(text(&output.stdout), &["Tournament was interrupted. To resume"]);
    await_end(&pid);
}

#[test]
#[cfg(target_os = "linux")]
fn the_third_interrupt_ends_a_match_that_cannot_write() {
    // More lines than fit into the pipe, which nobody reads.
    let folder = bad("blocked", "uci) echo $$ > pid; echo uciok;;\ngo*) yes 'info string x';;");
    let mut child = folder.spawn(&format!("{AGAINST} -debug"));
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
    let text = against(&folder, "-pgnout g.pgn pv=true -maxmoves 1", 0);
    let warning = "Warning; Illegal PV move - move e2e9} from Bad\n\
                   Info; pv a2a3 a7a6 e2e9} b7b6\nPosition; position startpos\n";
    assert_eq!(text.matches(warning).count(), 1, "{text}");
    assert_has(folder.read("g.pgn"), &["pv=\"a2a3 a7a6\""]);
    // One move is legal once, and the variation is wrong in every position.
    let text = against(&folder, "-games 1 -maxmoves 9", 0);
    assert_eq!(text.matches("Illegal PV move").count(), 1, "{text}");
    let text = against(&folder, "-testEnv -games 1 -maxmoves 1", 0);
    assert_has(text, &["from Bad :: Info; pv a2a3 a7a6 e2e9} b7b6 :: Position; "]);
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
    assert_has(text, &[hint]);
    let output = folder.run("-engine cmd=java-jar -engine cmd=builtin -each nodes=50");
    assert!(!String::from_utf8(output.stdout).unwrap().contains("args="));
}

#[test]
fn the_communication_is_printed_if_asked_for() {
    let folder = bad("debug", r"go*) printf 'info string \033x\nbestmove none\n';;");
    let text = against(&folder, "-debug -concurrency 2 -force-concurrency", 0);
    assert_has(&text, &[" >Bad(0): uci\n", " >Bad(1): go nodes 50\n"]);
    assert_has(&text, &[" <Bad(0): uciok\n", " <Bad(0): info string ?x\n"]);
    let is_line = |line: &str| {
        line.split_once(" >Good(").is_some_and(|(time, _)| time.parse::<u64>().is_ok())
    };
    assert!(text.lines().any(is_line), "{text}");
}

#[test]
fn an_engine_that_hangs_once_loses_once() {
    let folder = bad(
        "hang",
        "go*) [ -e hung ] || { : > hung; sleep 1000; }; echo bestmove none;;\nstop) ;;",
    );
    let parts = [
        "Finished game 1 (Bad vs Good): 0-1 {White loses on time (",
        "Finished game 2 (Good vs Bad): 1-0 {Black makes an illegal",
    ];
    assert_has(folder.printed(CLOCK), &parts);
}

#[test]
fn engines_are_restarted_if_asked_for() {
    let folder = bad("restart", "uci) echo x >> starts; echo uciok;;\ngo*) echo bestmove none;;");
    against(&folder, "-rounds 3", 0);
    assert_eq!(folder.read("starts").lines().count(), 1);
    folder.write("starts", "");
    against(&folder, "-rounds 3 -each restart=on", 0);
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
    // An engine that ignores the end of its input and has a child.
    let folder = bad(
        "orphans",
        "uci) sleep 1000 & echo $! > child; echo $$ > parent; echo uciok;;\ngo*) sleep 1000;;",
    );
    let mut child = folder.spawn(AGAINST);
    let pids = ["child", "parent"].map(|name| await_file(&folder, name));
    assert!(pids.iter().all(|pid| runs(pid)));
    signal("INT", &child);
    thread::sleep(Duration::from_millis(200));
    assert!(child.try_wait().unwrap().is_none(), "the first one lets games be finished");
    signal("INT", &child);
    let output = child.wait_with_output().unwrap();
    assert_has(text(&output.stdout), &["Tournament was interrupted. To resume"]);
    pids.iter().for_each(|pid| await_end(pid));
}

#[test]
fn hidden_characters_of_engines_are_not_printed() {
    let folder = bad(
        "hidden",
        r#"uci) printf 'option name Threads type spin default \033[1m\342\200\2561 min 1 max 3\n'
    echo uciok;;
isready) printf 'info string error \033[1m\342\200\256\n'; echo readyok;;
go*) printf 'info string \033[1m\nbestmove \033[1m\342\200\256\n';;"#,
    );
    let text = against(&folder, "-pgnout g.pgn -log file=log.txt engine=true level=info", 0);
    for text in [text, folder.read("g.pgn"), folder.read("log.txt")] {
        assert_has(&text, &["?[1m?"]);
        assert!(!text.contains(['\u{1b}', '\u{202e}']), "{text:?}");
    }
    let text = folder.printed(
        "-engine cmd=builtin -engine cmd=builtin -each depth=1 -rounds 1 -maxmoves 1 \
         -event '\u{202e}' -pgnout '\u{202e}.pgn' -crc32 pgn=true",
    );
    assert!(text.contains("File ?.pgn has CRC32") && !text.contains('\u{202e}'), "{text:?}");
}
