//! A conversation with the engine in memory, and files for the time of a test.
#![allow(dead_code)]

use std::io::{self, BufReader, Read, Write};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Longest wait for a line that must come.
const PATIENCE: Duration = Duration::from_secs(20);

/// Bytes that come one piece at a time, until the sender is gone.
struct Pipe {
    pieces: Receiver<Vec<u8>>,
    rest: io::Cursor<Vec<u8>>,
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.rest.read(buffer)?;
            if read > 0 {
                return Ok(read);
            }
            match self.pieces.recv() {
                Ok(piece) => self.rest = io::Cursor::new(piece),
                Err(_) => return Ok(0),
            }
        }
    }
}

/// Lines as they are written.
struct Lines {
    sender: Sender<String>,
    partial: Vec<u8>,
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for &byte in bytes {
            if byte == b'\n' {
                let line = String::from_utf8(std::mem::take(&mut self.partial)).unwrap();
                self.sender.send(line).map_err(|_| io::ErrorKind::BrokenPipe)?;
            } else {
                self.partial.push(byte);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A running conversation.
pub struct Talk {
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<String>,
    session: Option<JoinHandle<io::Result<()>>>,
}

impl Talk {
    /// A conversation in UCI.
    pub fn new() -> Self {
        Self::with(|pipe, lines| baroque_protocol::run(BufReader::new(pipe), lines))
    }

    /// A conversation with XBoard.
    pub fn xboard() -> Self {
        Self::with(|pipe, lines| baroque_protocol::run_xboard(BufReader::new(pipe), lines))
    }

    fn with(converse: impl FnOnce(Pipe, Lines) -> io::Result<()> + Send + 'static) -> Self {
        let (input, pieces) = channel();
        let (sender, output) = channel();
        let pipe = Pipe { pieces, rest: io::Cursor::default() };
        let lines = Lines { sender, partial: Vec::new() };
        let session = std::thread::spawn(|| converse(pipe, lines));
        Self { input: Some(input), output, session: Some(session) }
    }

    /// Sends one or more lines.
    pub fn say(&self, text: &str) {
        self.say_bytes(text.as_bytes());
        self.say_bytes(b"\n");
    }

    pub fn say_bytes(&self, bytes: &[u8]) {
        // A session that has ended listens no more, as its program would not.
        let _ = self.input.as_ref().unwrap().send(bytes.to_vec());
    }

    /// The next line.
    pub fn line(&self) -> String {
        self.output.recv_timeout(PATIENCE).expect("a line of output")
    }

    /// The next line, if it comes within the time.
    pub fn line_within(&self, time: Duration) -> Option<String> {
        self.output.recv_timeout(time).ok()
    }

    /// All lines up to the first that begins so, with that one.
    pub fn until(&self, beginning: &str) -> Vec<String> {
        let mut lines = vec![self.line()];
        while !lines.last().unwrap().starts_with(beginning) {
            lines.push(self.line());
        }
        lines
    }

    /// The last line before the best move, and the best move.
    pub fn ending(&self) -> [String; 2] {
        let mut lines = self.until("bestmove");
        let best = lines.pop().unwrap();
        [lines.pop().unwrap_or_default(), best]
    }

    /// Says something and returns what comes before the answer to `isready`.
    pub fn ask(&self, text: &str) -> Vec<String> {
        self.say(text);
        self.say("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// Says something that has exactly one line for an answer.
    pub fn ask_one(&self, text: &str) -> String {
        let lines = self.ask(text);
        assert_eq!(lines.len(), 1, "{text}: {lines:?}");
        lines.into_iter().next().unwrap()
    }

    /// Says something that has no answer.
    pub fn tell(&self, text: &str) {
        let lines = self.ask(text);
        assert!(lines.is_empty(), "{text}: {lines:?}");
    }

    /// The picture of the position.
    pub fn display(&self) -> String {
        self.ask("d").join("\n")
    }

    /// The FEN of the position.
    pub fn fen(&self) -> String {
        let lines = self.ask("d");
        let fen = lines.iter().find_map(|line| line.strip_prefix("Fen: "));
        fen.unwrap().to_owned()
    }

    /// How long `readyok` takes. Lines before it are lost.
    pub fn ready_time(&self) -> Duration {
        let start = Instant::now();
        self.say("isready");
        self.until("readyok");
        start.elapsed()
    }

    /// Nothing comes for a while.
    pub fn silent(&self, time: Duration) {
        let end = Instant::now() + time;
        while let Some(line) = self.line_within(end.saturating_duration_since(Instant::now())) {
            assert!(line.starts_with("info depth"), "unexpected: {line}");
        }
    }

    /// Ends the input and returns what was still said.
    pub fn end(mut self) -> Vec<String> {
        self.input = None;
        self.session.take().unwrap().join().unwrap().unwrap();
        self.output.iter().collect()
    }
}

/// What a conversation with XBoard needs besides.
impl Talk {
    /// Says something and returns what comes before the answer to `ping`.
    pub fn told(&self, text: &str) -> Vec<String> {
        self.say(text);
        self.say("ping 77");
        let mut lines = self.until("pong 77");
        lines.pop();
        lines
    }

    /// Says something to XBoard's engine that has exactly one line for an answer.
    pub fn told_one(&self, text: &str) -> String {
        let lines = self.told(text);
        assert_eq!(lines.len(), 1, "{text}: {lines:?}");
        lines.into_iter().next().unwrap()
    }

    /// Says something to XBoard's engine that has no answer.
    pub fn told_nothing(&self, text: &str) {
        let lines = self.told(text);
        assert!(lines.is_empty(), "{text}: {lines:?}");
    }

    /// The engine's move.
    pub fn engine_move(&self) -> String {
        self.until("move ").pop().unwrap().split_off("move ".len())
    }
}

/// A file that is gone when the test ends.
pub struct Temporary(PathBuf);

impl Temporary {
    pub fn new(name: &str, content: &str) -> Self {
        let path = std::env::temp_dir().join(format!("baroque-{}-{name}", std::process::id()));
        std::fs::write(&path, content).unwrap();
        Self(path)
    }

    pub fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}
