//! Engine sessions in memory, the program as a process, and temporary files and folders.

pub mod hostile;

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Timeout of an expected line.
const TIMEOUT: Duration = Duration::from_secs(20);
/// A time in which nothing is to be printed.
pub const SILENCE: Duration = Duration::from_millis(150);
/// White to move mates with c4d5 and stalemates with c4d3.
pub const ENDING: &str = "8/8/8/4k3/2K2I2/3w4/8/8 w - - 0 1";

/// A reader of the chunks that a channel delivers; end of file once the sender is dropped.
struct Pipe {
    chunks: Receiver<Vec<u8>>,
    rest: io::Cursor<Vec<u8>>,
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.rest.read(buffer)?;
            if read > 0 {
                return Ok(read);
            }
            match self.chunks.recv() {
                Ok(chunk) => self.rest = io::Cursor::new(chunk),
                Err(_) => return Ok(0),
            }
        }
    }
}

/// A writer that sends each complete line through a channel.
struct LineWriter {
    sender: Sender<String>,
    partial: Vec<u8>,
}

impl Write for LineWriter {
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

/// An engine that runs in a thread of the test.
pub struct Engine {
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<String>,
    session: Option<JoinHandle<io::Result<()>>>,
}

impl Engine {
    /// An engine that speaks UCI.
    pub fn new() -> Self {
        Self::with(|pipe, lines| baroque_protocol::run(BufReader::new(pipe), lines))
    }

    /// The program itself, whose games of files are not known to other tests.
    pub fn process() -> Self {
        Self::with(|mut pipe, mut lines| {
            let mut child = program(&[]).stderr(Stdio::inherit()).spawn()?;
            let (mut input, mut output) =
                (child.stdin.take().unwrap(), child.stdout.take().unwrap());
            std::thread::spawn(move || io::copy(&mut pipe, &mut input));
            io::copy(&mut output, &mut lines)?;
            child.wait().map(drop)
        })
    }

    /// An engine that speaks CECP.
    pub fn xboard() -> Self {
        Self::with(|pipe, lines| baroque_protocol::run_xboard(BufReader::new(pipe), lines))
    }

    fn with(run: impl FnOnce(Pipe, LineWriter) -> io::Result<()> + Send + 'static) -> Self {
        let (input, chunks) = channel();
        let (sender, output) = channel();
        let pipe = Pipe { chunks, rest: io::Cursor::default() };
        let lines = LineWriter { sender, partial: Vec::new() };
        let session = std::thread::spawn(|| run(pipe, lines));
        Self { input: Some(input), output, session: Some(session) }
    }

    /// Sends one or more lines.
    pub fn send(&self, text: &str) {
        self.send_bytes(text.as_bytes());
        self.send_bytes(b"\n");
    }

    pub fn send_bytes(&self, bytes: &[u8]) {
        // A session that has ended reads no more input.
        let _ = self.input.as_ref().unwrap().send(bytes.to_vec());
    }

    /// Reads the next line of output.
    pub fn read_line(&self) -> String {
        self.output.recv_timeout(TIMEOUT).expect("a line of output")
    }

    /// Reads the next line, or returns `None` after the timeout.
    pub fn read_line_within(&self, time: Duration) -> Option<String> {
        self.output.recv_timeout(time).ok()
    }

    /// Reads lines up to and including the first with this prefix.
    pub fn read_until(&self, prefix: &str) -> Vec<String> {
        let mut lines = vec![self.read_line()];
        while !lines.last().unwrap().starts_with(prefix) {
            lines.push(self.read_line());
        }
        lines
    }

    /// Reads up to `bestmove` and returns the line before it and the `bestmove` line.
    pub fn search_result(&self) -> [String; 2] {
        let mut lines = self.read_until("bestmove");
        let best = lines.pop().unwrap();
        [lines.pop().unwrap_or_default(), best]
    }

    /// Sends lines and `isready`, and returns the output before `readyok`.
    pub fn query(&self, text: &str) -> Vec<String> {
        self.send(text);
        self.send("isready");
        let mut lines = self.read_until("readyok");
        lines.pop();
        lines
    }

    /// Like [`Self::query`], for input with exactly one line of output.
    pub fn query_one(&self, text: &str) -> String {
        let lines = self.query(text);
        assert_eq!(lines.len(), 1, "{text}: {lines:?}");
        lines.into_iter().next().unwrap()
    }

    /// Like [`Self::query`], for input without output.
    pub fn query_none(&self, text: &str) {
        let lines = self.query(text);
        assert!(lines.is_empty(), "{text}: {lines:?}");
    }

    /// The output of `d`.
    pub fn display(&self) -> String {
        self.query("d").join("\n")
    }

    /// The FEN of the current position.
    pub fn fen(&self) -> String {
        let lines = self.query("d");
        let fen = lines.iter().find_map(|line| line.strip_prefix("Fen: "));
        fen.unwrap().to_owned()
    }

    /// The time between `isready` and `readyok`. Discards the lines before `readyok`.
    pub fn isready_latency(&self) -> Duration {
        let start = Instant::now();
        self.send("isready");
        self.read_until("readyok");
        start.elapsed()
    }

    /// Panics if anything but `info depth` lines arrives within the time.
    pub fn expect_silence(&self, time: Duration) {
        let end = Instant::now() + time;
        while let Some(line) = self.read_line_within(end.saturating_duration_since(Instant::now()))
        {
            assert!(line.starts_with("info depth"), "unexpected: {line}");
        }
    }

    /// Closes the input, waits for the session to end and returns the remaining output.
    pub fn finish(mut self) -> Vec<String> {
        self.input = None;
        self.session.take().unwrap().join().unwrap().unwrap();
        self.output.iter().collect()
    }
}

/// Methods for CECP.
impl Engine {
    /// Sends lines and `ping 77`, and returns the output before `pong 77`.
    pub fn cecp_query(&self, text: &str) -> Vec<String> {
        self.send(text);
        self.send("ping 77");
        let mut lines = self.read_until("pong 77");
        lines.pop();
        lines
    }

    /// Like [`Self::cecp_query`], for input with exactly one line of output.
    pub fn cecp_query_one(&self, text: &str) -> String {
        let lines = self.cecp_query(text);
        assert_eq!(lines.len(), 1, "{text}: {lines:?}");
        lines.into_iter().next().unwrap()
    }

    /// Like [`Self::cecp_query`], for input without output.
    pub fn cecp_query_none(&self, text: &str) {
        let lines = self.cecp_query(text);
        assert!(lines.is_empty(), "{text}: {lines:?}");
    }

    /// Reads up to the next `move` line and returns its move.
    pub fn engine_move(&self) -> String {
        self.read_until("move ").pop().unwrap().split_off("move ".len())
    }
}

/// An engine in force mode with this position.
pub fn forced(variant: &str, fen: &str) -> Engine {
    let engine = Engine::xboard();
    engine.cecp_query(&format!("new\nvariant {variant}\nforce"));
    engine.cecp_query_none(&format!("setboard {fen}"));
    engine
}

/// A file that is removed on drop.
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

/// A new folder, which is removed on drop.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("baroque-{}-{number}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir(&path).unwrap();
        Self(std::fs::canonicalize(path).unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).unwrap();
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// An empty folder for a test, which is left behind.
pub fn empty_folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// The program.
pub const BAROQUE: &str = env!("CARGO_BIN_EXE_baroque");

/// The program with these arguments and three pipes.
pub fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(BAROQUE);
    command.args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs a program with this standard input, which it need not read to its end.
pub fn output(command: &mut Command, input: impl AsRef<[u8]>) -> Output {
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.as_ref();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let _ = stdin.write_all(input);
        });
        child.wait_with_output().unwrap()
    })
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Runs the program with this standard input; returns exit status, standard output and standard
/// error.
pub fn run(arguments: &[&str], input: impl AsRef<[u8]>) -> (i32, String, String) {
    let output = output(&mut program(arguments), input);
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

/// Runs the program, which must succeed, and returns what it prints.
pub fn printed(arguments: &[&str], input: &str) -> String {
    let (code, output, errors) = run(arguments, input);
    assert_eq!(code, 0, "{arguments:?}: {errors}");
    output
}

/// The exit status of a program that ends soon.
pub fn ended(child: &mut Child) -> ExitStatus {
    let start = Instant::now();
    loop {
        match child.try_wait().unwrap() {
            Some(status) => return status,
            None if start.elapsed() > Duration::from_secs(60) => {
                let _ = child.kill();
                panic!("the program does not end");
            }
            None => std::thread::sleep(Duration::from_millis(1)),
        }
    }
}

/// Sends a signal, such as `INT`.
#[cfg(unix)]
pub fn signal(name: &str, child: &Child) {
    let process = child.id().to_string();
    assert!(Command::new("kill").args(["-s", name, &process]).status().unwrap().success());
}

/// The program while it runs.
pub struct Process {
    pub child: Child,
    pub input: Option<ChildStdin>,
    pub output: BufReader<ChildStdout>,
}

impl Process {
    pub fn start(command: &mut Command) -> Self {
        let mut child = command.spawn().unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self { child, input, output }
    }

    pub fn send(&mut self, text: &str) {
        let line = format!("{text}\n");
        self.input.as_mut().unwrap().write_all(line.as_bytes()).unwrap();
    }

    /// Reads up to the first line that contains this text and returns it.
    pub fn read_until(&mut self, part: &str) -> String {
        let mut line = String::new();
        loop {
            assert!(self.output.read_line(&mut line).unwrap() > 0, "no {part}");
            if line.contains(part) {
                return line;
            }
            line.clear();
        }
    }

    pub fn read_to_end(&mut self) -> String {
        let mut text = String::new();
        self.output.read_to_string(&mut text).unwrap();
        text
    }

    pub fn wait(&mut self) -> ExitStatus {
        ended(&mut self.child)
    }

    /// Ends the input, waits for the end, which must be a success, and returns the rest of the output.
    pub fn finish(&mut self) -> String {
        self.input = None;
        let text = self.read_to_end();
        assert!(self.wait().success(), "{text}");
        text
    }
}
