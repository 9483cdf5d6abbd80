//! The exit status of every command: 0 for success, 1 for a failed check, 2 for an error, 130 after
//! an interrupt.

use std::process::{Command, Stdio};

use crate::common::{self, Temporary};

const START: &str = "clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/ILXKWXLC w - - 0 1";

fn program(arguments: &[&str]) -> Command {
    let mut command = common::program(arguments);
    command.current_dir(env!("CARGO_TARGET_TMPDIR"));
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

#[test]
fn the_exit_status_says_how_a_command_ended() {
    let right = Temporary::new("right.epd", &format!("{START} ;D1 32\n"));
    let wrong = Temporary::new("wrong.epd", &format!("{START} ;D1 33\n"));
    let task = Temporary::new("task.epd", &format!("{START} bm e2e4;\n"));
    let game = Temporary::new("game.pgn", "[White \"A\"]\n[Black \"B\"]\n\n1. e4 1-0\n");
    let bad = Temporary::new("bad.pgn", "[White \"A\"]\n[Black \"B\"]\n\n1. e9 1-0\n");
    let builtin = ["match", "-engine", "cmd=builtin", "-engine"];
    let match_of = |second| {
        let rest = [second, "-each", "depth=1", "-rounds", "1", "-maxmoves", "2"];
        [&builtin[..], &rest, &["-config", "outname=exit-status.json"]].concat()
    };
    let (good_match, bad_match) = (match_of("cmd=builtin"), match_of("cmd=./no-such-engine"));
    let cases: &[(&[&str], i32)] = &[
        (&["--version"], 0),
        (&["help"], 0),
        (&["moves"], 0),
        (&["moves", "--json"], 0),
        (&["perft", "2"], 0),
        (&["perft", "--suite", right.path()], 0),
        (&["analyze", "--depth", "1"], 0),
        (&["solve", "--nodes", "1", task.path()], 0),
        (&["convert", game.path()], 0),
        (&["stats", game.path()], 0),
        (&good_match, 0),
        (&["umpire", "--seed", "1"], 0),
        (&["d", "go depth 1"], 0),
        (&["xboard"], 0),
        (&[], 0),
        (&["perft", "--suite", wrong.path()], 1),
        (&["perft", "--json", "--suite", right.path(), wrong.path()], 1),
        (&["umpire", "verify", right.path()], 1),
        (&bad_match, 1),
        (&["--no-such-option"], 2),
        (&["no-such-command"], 2),
        (&["moves", "--fen", "8/8"], 2),
        (&["perft", "31"], 2),
        (&["perft", "--suite", "no-such-file"], 2),
        (&["perft", "--suite", wrong.path(), "no-such-file"], 2),
        (&["perft", "--split", "1", "--out", "x", "--json", "2"], 2),
        (&["perft", "merge", "no-such-folder"], 2),
        (&["analyze", "--variant", "chess"], 2),
        (&["bench", "chess"], 2),
        (&["solve", "no-such-file"], 2),
        (&["selfplay", "--count", "1"], 2),
        (&["convert", bad.path(), game.path()], 2),
        (&["convert", "--json", bad.path(), game.path()], 2),
        (&["stats", bad.path()], 2),
        (&["stats", "--format", "cutechess", "--json", game.path()], 2),
        (&["match", "-no-such-option"], 2),
        (&["play", "--variant", "chess"], 2),
        (&["umpire", "no-such-file"], 2),
        (&["umpire", "verify", "no-such-file"], 2),
        (&["go depth x"], 2),
    ];
    for (arguments, expected) in cases {
        let status = program(arguments).status().unwrap();
        assert_eq!(status.code(), Some(*expected), "{arguments:?}");
    }
}

/// The exit status as shells report it: a signal that comes before its handler counts as well.
#[cfg(unix)]
#[test]
fn interrupted_commands_exit_with_status_130() {
    use std::os::unix::process::ExitStatusExt;
    use std::time::Duration;

    use crate::common::signal;

    let tasks = Temporary::new("tasks.epd", &format!("{START} bm e2e4;\n").repeat(1000));
    let deep = Temporary::new("deep.epd", &format!("{START} ;D9 1\n"));
    let games = "[Event \"x\"]\n\n1. e4 e5 1-0\n\n".repeat(100_000);
    let games = Temporary::new("games.pgn", &games);
    let out = concat!(env!("CARGO_TARGET_TMPDIR"), "/exit-status");
    let _ = std::fs::remove_dir_all(out);
    for arguments in [
        &["perft", "9"][..],
        &["perft", "--json", "9"],
        &["perft", "--suite", deep.path()],
        &["perft", "--split", "1", "--out", out, "9"],
        &["analyze", "--depth", "100"],
        &["bench"],
        &["solve", tasks.path()],
        &["selfplay", "--count", "100000", "--depth", "2", "--out", out],
        &["convert", games.path()],
        &["stats", games.path()],
    ] {
        let mut child = program(arguments).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(300));
        signal("INT", &child);
        let status = child.wait().unwrap();
        let code = status.code().or(status.signal().map(|signal| 128 + signal));
        assert_eq!(code, Some(130), "{arguments:?}");
    }
}
