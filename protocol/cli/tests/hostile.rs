//! Robustness: random input of any kind leaves the program responsive.

#[cfg(target_os = "linux")]
use std::io::Read;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Stdio;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use proptest::prelude::*;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

#[cfg(target_os = "linux")]
use crate::common::Process;
use crate::common::{Folder, hostile, program};

/// Lines sent to one process.
const LINES: usize = 40_000;
/// Random bytes per chunk of input.
const CHUNK: usize = 4096;
/// Timeout of the final response.
const TIMEOUT: Duration = Duration::from_secs(60);
/// Limit of the peak resident memory, in KiB.
const MEMORY_LIMIT: u64 = 400 << 10;

/// A command of no protocol; the error that names it marks the end of the random input.
const SENTINEL: &str = "thelastword";

/// Sends random lines to a process, then a command that must get this response.
fn check_robustness(
    arguments: &[&str],
    words: &'static [&'static str],
    command: &str,
    response: &str,
) {
    let folder = Folder::new("hostile");
    let mut program = program(arguments);
    let mut program = program.current_dir(&folder.0).stderr(Stdio::inherit()).spawn().unwrap();
    let mut input = program.stdin.take().unwrap();
    let output = BufReader::new(program.stdout.take().unwrap());
    let (sender, responses) = channel();
    let response = response.to_owned();
    let reader = thread::spawn(move || {
        let mut last = false;
        for line in output.split(b'\n').map_while(Result::ok) {
            let line = String::from_utf8(line).unwrap();
            last |= line.contains(SENTINEL);
            if last && line == response {
                let _ = sender.send(());
            }
        }
    });
    let mut random = StdRng::seed_from_u64(20_261_121);
    let mut lines = 0;
    while lines < LINES {
        let mut data = [0; CHUNK];
        random.fill(&mut data[..]);
        let text = hostile::random_input(&data, words);
        if text.windows(4).any(|bytes| bytes == b"quit") {
            continue;
        }
        lines += text.iter().filter(|&&byte| byte == b'\n').count();
        input.write_all(&text).unwrap();
    }
    // Longer than the longest accepted line.
    input.write_all(&[b'x'; 3 << 20]).unwrap();
    input.write_all(format!("\n{SENTINEL}\n{command}\n").as_bytes()).unwrap();
    responses.recv_timeout(TIMEOUT).expect("a response");
    if let Some(memory) = peak_memory(program.id()) {
        assert!(memory < MEMORY_LIMIT, "{memory} KiB");
    }
    input.write_all(b"quit\n").unwrap();
    assert!(program.wait().unwrap().success());
    reader.join().unwrap();
}

/// Commands that wait behind a search are limited by their bytes, `stop` and `isready` excepted.
#[cfg(target_os = "linux")]
#[test]
fn commands_that_wait_need_little_memory() {
    /// Lines of about 1 MiB and limit of the peak resident memory in KiB.
    const LINES: usize = 20;
    const LIMIT: u64 = 150 << 10;

    let mut engine = Process::start(program(&[]).stderr(Stdio::inherit()));
    let position = format!("position startpos moves {}\nflip\n", "e2e4 e7e5 ".repeat(100_000));
    engine.send(&format!("go infinite\n{}isready", position.repeat(LINES)));
    let lines = engine.output.by_ref().lines().map(Result::unwrap);
    let lines = lines.take_while(|line| line != "readyok");
    let error = "info string error the command queue is full (";
    let errors = lines.filter(|line| line.starts_with(error)).count();
    assert!((LINES - 3..2 * LINES).contains(&errors), "{errors}");
    engine.ask("stop", "bestmove");
    engine.ask("isready", "readyok");
    let memory = peak_memory(engine.child.id()).unwrap();
    assert!(memory < LIMIT, "{memory} KiB");
    engine.send("quit");
    assert!(engine.wait().success());
}

/// The peak resident memory of a process in KiB; `None` without `/proc`.
fn peak_memory(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}

#[test]
fn random_uci_lines_are_handled() {
    check_robustness(&[], hostile::UCI, "stop\nisready", "readyok");
}

#[test]
fn random_cecp_lines_are_handled() {
    check_robustness(&["xboard"], hostile::XBOARD, "force\nexit\nping 77", "pong 77");
}

/// The seeds of a fuzz target.
fn seeds(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fuzz/seeds").join(target);
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files.map(|path| std::fs::read(path).unwrap()).collect()
}

/// A seed of a fuzz target, with some bytes replaced.
fn mutated(target: &str) -> impl Strategy<Value = Vec<u8>> + use<> {
    let changes = prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6);
    (prop::sample::select(seeds(target)), changes).prop_map(|(mut data, changes)| {
        for (index, byte) in changes {
            let index = index.index(data.len());
            data[index] = byte;
        }
        data
    })
}

#[test]
fn the_seeds_of_all_fuzz_targets_hold() {
    let check = |target: &str, check: fn(&[u8])| seeds(target).iter().for_each(|data| check(data));
    check("cecp", hostile::check_xboard);
    check("fen", hostile::check_fen);
    check("moves", hostile::check_move);
    check("network", hostile::check_network);
    check("page", hostile::check_page);
    check("pgn", hostile::check_pgn);
    check("rules", hostile::check_rules);
    check("study", hostile::check_study);
    check("training", hostile::check_training);
    check("uci", hostile::check_uci);
}

/// Checks the same number of random inputs from a strategy.
fn check_random(cases: u32, data: impl Strategy<Value = Vec<u8>>, check: fn(&[u8])) {
    let config = ProptestConfig { cases, failure_persistence: None, ..Default::default() };
    proptest!(config, |(data in data)| check(&data));
}

#[test]
fn changed_seeds_are_handled() {
    check_random(10, mutated("network"), hostile::check_network);
    check_random(200, mutated("page"), hostile::check_page);
    check_random(200, mutated("study"), hostile::check_study);
    check_random(200, mutated("training"), hostile::check_training);
}

#[test]
fn random_bytes_are_handled() {
    let bytes = |length| prop::collection::vec(any::<u8>(), 0..length);
    check_random(200, bytes(400), hostile::check_uci);
    check_random(200, bytes(400), hostile::check_xboard);
    check_random(200, bytes(400), hostile::check_pgn);
    check_random(200, bytes(120), hostile::check_fen);
    check_random(200, bytes(60), hostile::check_rules);
    check_random(200, bytes(60), hostile::check_move);
}
