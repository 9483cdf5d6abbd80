//! Matches in temporary folders.

#[cfg(unix)]
use std::fs;
use std::process::{Command, Output, Stdio};

pub use crate::common::{BAROQUE, Folder, assert_has};

impl Folder {
    /// A match with these options, split as by a shell.
    pub fn command(&self, options: &str) -> Command {
        let mut command = Command::new(BAROQUE);
        command.arg("match").args(shlex::split(options).unwrap()).current_dir(&self.0);
        command.stdin(Stdio::null());
        command
    }

    /// Plays a match to its end.
    pub fn run(&self, options: &str) -> Output {
        self.command(options).output().unwrap()
    }

    /// Plays a match, which must fail with status 2, and returns its error.
    pub fn error(&self, options: &str) -> String {
        let output = self.run(options);
        assert_eq!(output.status.code(), Some(2), "{options}");
        String::from_utf8(output.stderr).unwrap()
    }

    /// Plays a match, which must succeed, and returns its output.
    pub fn printed(&self, options: &str) -> String {
        let output = self.run(options);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{options}: {errors}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Starts a match.
    #[cfg(unix)]
    pub fn spawn(&self, options: &str) -> std::process::Child {
        let mut command = self.command(options);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }

    /// Writes an engine that is a shell script. It speaks UCI, with these cases before the default
    /// ones.
    #[cfg(unix)]
    pub fn script(&self, name: &str, cases: &str) {
        use std::os::unix::fs::PermissionsExt;

        // The runner would wait for the answer after an illegal move.
        let perft = match cases.contains("go perft") {
            true => "",
            false => "'go perft 1') echo 'Nodes searched: 0';;\n",
        };
        let text = format!(
            "#!/bin/sh\nwhile read -r line; do case \"$line\" in\n{perft}{cases}\n\
             uci) echo uciok;;\nisready) echo readyok;;\nquit) exit;;\nesac; done\n"
        );
        // A script that is open for writing cannot be started, and the process of another test may
        // have inherited the open file. Renaming it is safe.
        self.write("draft", &text);
        fs::set_permissions(self.path("draft"), fs::Permissions::from_mode(0o755)).unwrap();
        fs::rename(self.path("draft"), self.path(name)).unwrap();
    }
}

/// Splits PGN into games, sorted by number and without the date: a test may run over midnight.
#[cfg(unix)]
pub fn sorted(pgn: &str) -> Vec<String> {
    let undated = |game: &str| -> String {
        let lines = game.lines().filter(|line| !line.starts_with("[Date "));
        lines.map(|line| format!("{line}\n")).collect()
    };
    let games = pgn.split("[Event ").skip(1).map(|game| undated(&format!("[Event {game}")));
    let mut games: Vec<String> = games.collect();
    games.sort_by_key(|game| number(game));
    games
}

#[cfg(unix)]
fn number(game: &str) -> u64 {
    let behind = game.split_once("[GameNumber \"").unwrap().1;
    behind.split_once('"').unwrap().0.parse().unwrap()
}
