//! Nothing that input can break: random lines of any kind leave the program answering.

#[path = "common/hostile.rs"]
mod hostile;

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use proptest::prelude::*;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// Lines that a program gets.
const LINES: usize = 100_000;
/// Bytes of which one piece of a conversation is made.
const PIECE: usize = 4096;
/// Longest wait for an answer.
const PATIENCE: Duration = Duration::from_secs(60);
/// Most memory that the program may ever take, in KiB.
const MOST_MEMORY: u64 = 400 << 10;

/// No command of any protocol, so that it is answered by an error that names it.
const LAST_WORD: &str = "thelastword";

/// Feeds a program random lines and asks it a question it must answer.
fn survives(arguments: &[&str], words: &'static [&'static str], question: &str, answer: &str) {
    let name = format!("baroque-hostile-{}{}", std::process::id(), arguments.concat());
    let folder = std::env::temp_dir().join(name);
    std::fs::create_dir_all(&folder).unwrap();
    let mut program = Command::new(env!("CARGO_BIN_EXE_baroque"))
        .args(arguments)
        .current_dir(&folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = program.stdin.take().unwrap();
    let output = BufReader::new(program.stdout.take().unwrap());
    let (sender, answers) = channel();
    let wanted = answer.to_owned();
    let reader = thread::spawn(move || {
        let mut last = false;
        for line in output.split(b'\n').map_while(Result::ok) {
            let line = String::from_utf8(line).unwrap();
            last |= line.contains(LAST_WORD);
            if last && line == wanted {
                let _ = sender.send(());
            }
        }
    });
    let mut random = StdRng::seed_from_u64(20_261_121);
    let mut lines = 0;
    while lines < LINES {
        let mut data = [0; PIECE];
        random.fill(&mut data[..]);
        let text = hostile::conversation(&data, words);
        if text.windows(4).any(|bytes| bytes == b"quit") {
            continue;
        }
        lines += text.iter().filter(|&&byte| byte == b'\n').count();
        input.write_all(&text).unwrap();
    }
    // Longer than any line that is read.
    input.write_all(&[b'x'; 3 << 20]).unwrap();
    input.write_all(format!("\n{LAST_WORD}\n{question}\n").as_bytes()).unwrap();
    answers.recv_timeout(PATIENCE).expect("an answer");
    if let Some(memory) = most_memory(program.id()) {
        assert!(memory < MOST_MEMORY, "{memory} KiB");
    }
    input.write_all(b"quit\n").unwrap();
    assert!(program.wait().unwrap().success());
    reader.join().unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
}

/// The most memory that a process ever held, in KiB, where the system tells.
fn most_memory(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}

#[test]
fn a_hundred_thousand_lines_of_uci_leave_it_answering() {
    survives(&[], hostile::UCI, "stop\nisready", "readyok");
}

#[test]
fn a_hundred_thousand_lines_of_cecp_leave_it_answering() {
    survives(&["xboard"], hostile::XBOARD, "force\nexit\nping 77", "pong 77");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..Default::default() })]

    #[test]
    fn conversations_in_uci(data in prop::collection::vec(any::<u8>(), 0..400)) {
        hostile::check_uci(&data);
    }

    #[test]
    fn conversations_in_cecp(data in prop::collection::vec(any::<u8>(), 0..400)) {
        hostile::check_xboard(&data);
    }

    #[test]
    fn games(data in prop::collection::vec(any::<u8>(), 0..400)) {
        hostile::check_pgn(&data);
    }

    #[test]
    fn positions(data in prop::collection::vec(any::<u8>(), 0..120)) {
        hostile::check_fen(&data);
    }

    #[test]
    fn rules(data in prop::collection::vec(any::<u8>(), 0..60)) {
        hostile::check_rules(&data);
    }

    #[test]
    fn moves(data in prop::collection::vec(any::<u8>(), 0..60)) {
        hostile::check_move(&data);
    }
}
