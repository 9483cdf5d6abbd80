//! Processes of `baroque play` and their directories.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// Timeout of every operation.
pub const TIMEOUT: Duration = Duration::from_secs(60);
/// White to move mates with c4d5.
pub const ENDING: &str = "8/8/8/4k3/2K2I2/3w4/8/8 w - - 0 1";

/// A temporary home directory. With the flag, games are saved in the default place, otherwise in
/// `game.pgn` with `--autosave`.
pub struct Home(pub PathBuf, bool);

impl Home {
    pub fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("baroque-play-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Self(fs::canonicalize(path).unwrap(), false)
    }

    pub fn with_default_autosave() -> Self {
        let mut home = Self::new();
        home.1 = true;
        home
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
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
        let mut command = Command::new(env!("CARGO_BIN_EXE_baroque"));
        command.arg("play");
        if !self.1 {
            command.arg("--autosave").arg(self.file("game.pgn"));
        }
        command.args(arguments);
        command.env("HOME", &self.0).env("XDG_STATE_HOME", &self.0);
        command.env_remove("CLICOLOR_FORCE").env_remove("NO_COLOR");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    pub fn start(&self, arguments: &[&str]) -> Process {
        let mut child = self.command(arguments).spawn().unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        Process { child, input, output }
    }

    /// Runs the program, which must exit with status 2, and returns its standard error.
    pub fn error(&self, arguments: &[&str]) -> String {
        let output = self.command(arguments).stdin(Stdio::null()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        String::from_utf8(output.stderr).unwrap()
    }

    /// Sends all lines at once and returns the whole output.
    pub fn play(&self, arguments: &[&str], lines: &[&str]) -> String {
        let mut process = self.start(arguments);
        process.send(&lines.join("\n"));
        process.input = None;
        let text = process.read_to_end();
        assert!(process.wait().success(), "{text}");
        assert!(!text.contains('\u{1b}'), "{text}");
        text
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub struct Process {
    pub child: Child,
    pub input: Option<ChildStdin>,
    pub output: BufReader<ChildStdout>,
}

impl Process {
    pub fn send(&mut self, text: &str) {
        let line = format!("{text}\n");
        self.input.as_mut().unwrap().write_all(line.as_bytes()).unwrap();
    }

    /// Reads up to the first line that contains this text and returns it.
    pub fn read_until(&mut self, part: &str) -> String {
        let mut line = String::new();
        while !line.contains(part) {
            line.clear();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "no {part}");
        }
        line
    }

    pub fn read_to_end(&mut self) -> String {
        let mut text = String::new();
        while self.output.read_line(&mut text).unwrap() > 0 {}
        text
    }

    #[cfg(unix)]
    pub fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args([name, &pid]).status().unwrap().success());
    }

    pub fn wait(&mut self) -> ExitStatus {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            if start.elapsed() > TIMEOUT {
                let _ = self.child.kill();
                panic!("the program does not end");
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}
