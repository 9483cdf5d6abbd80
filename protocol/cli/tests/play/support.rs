//! Processes of `baroque play` and their directories.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

pub use crate::common::{ENDING, assert_has};
use crate::common::{Folder, Process, program};

/// A temporary home directory. With the flag, games are saved in the default place, otherwise in
/// `game.pgn` with `--autosave`.
pub struct Home(pub Folder, bool);

impl Home {
    pub fn new() -> Self {
        Self(Folder::new("play"), false)
    }

    pub fn with_default_autosave() -> Self {
        let mut home = Self::new();
        home.1 = true;
        home
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.path(name)
    }

    /// The content of the autosave file.
    pub fn autosave(&self) -> String {
        let name = if self.1 { "baroque/last-game.pgn" } else { "game.pgn" };
        self.read(name)
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.file(name)).unwrap_or_default()
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = program(&["play"]);
        if !self.1 {
            command.arg("--autosave").arg(self.file("game.pgn"));
        }
        command.args(arguments);
        command.env("HOME", self.file("")).env("XDG_STATE_HOME", self.file(""));
        command.env_remove("CLICOLOR_FORCE").env_remove("NO_COLOR");
        command
    }

    pub fn start(&self, arguments: &[&str]) -> Process {
        Process::start(&mut self.command(arguments))
    }

    /// Starts a game in which the engine thinks about its first move for a day.
    pub fn thinking(&self) -> Process {
        let mut process = self.start(&["--movetime", "86400000"]);
        process.read_until("White to move");
        process.ask("e2e4", "1. Pe2-e4");
        process
    }

    /// Runs the program, which must exit with status 2, and returns its standard error.
    pub fn error(&self, arguments: &[&str]) -> String {
        let output = self.command(arguments).stdin(Stdio::null()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        String::from_utf8(output.stderr).unwrap()
    }

    /// Like [`Self::play`]; the output must have all these parts.
    pub fn shows(&self, arguments: &[&str], lines: &[&str], parts: &[&str]) -> String {
        let text = self.play(arguments, lines);
        assert_has(&text, parts);
        text
    }

    /// Sends all lines at once and returns the whole output.
    pub fn play(&self, arguments: &[&str], lines: &[&str]) -> String {
        let mut process = self.start(arguments);
        process.send(&lines.join("\n"));
        let text = process.finish();
        assert!(!text.contains('\u{1b}'), "{text}");
        text
    }
}
