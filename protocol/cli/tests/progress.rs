//! The progress of long work in a terminal.

use std::fs::File;
use std::io::Read;
use std::process::{Child, Stdio};

use nix::pty::openpty;

use crate::common::{program, signal};

/// Starts the program with a terminal for stderr, and returns that terminal.
fn start(arguments: &[&str]) -> (Child, File) {
    let terminal = openpty(None, None).unwrap();
    let mut command = program(arguments);
    command.env("TERM", "xterm").stdin(Stdio::null());
    let child = command.stderr(terminal.slave).spawn().unwrap();
    (child, File::from(terminal.master))
}

/// Reads what the program writes until it contains `part` or ends.
fn read_until(terminal: &mut File, part: &str) -> String {
    let (mut text, mut buffer) = (String::new(), [0; 256]);
    while !text.contains(part) {
        // Linux reports an error when the other side of a terminal is closed.
        let Ok(length @ 1..) = terminal.read(&mut buffer) else { break };
        text += &String::from_utf8_lossy(&buffer[..length]);
    }
    text
}

#[test]
fn progress_is_shown_and_erased_after_an_interrupt() {
    let (mut child, mut terminal) = start(&["perft", "9"]);
    let shown = read_until(&mut terminal, "of 32 moves");
    assert!(shown.starts_with("perft [") && shown.contains("of 32 moves"), "{shown:?}");
    signal("INT", &child);
    let rest = read_until(&mut terminal, "\0");
    assert!(rest.ends_with("\r\u{1b}[2K"), "{rest:?}");
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn short_work_shows_no_progress() {
    let (child, mut terminal) = start(&["perft", "2"]);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert!(String::from_utf8(output.stdout).unwrap().ends_with("Nodes searched: 944\n"));
    assert_eq!(read_until(&mut terminal, "\0"), "");
}
