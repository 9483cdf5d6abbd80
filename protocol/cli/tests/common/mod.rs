//! Engine sessions in memory, the program as a process, and temporary files and folders.

pub mod hostile;

use std::io::{self, BufRead, BufReader, PipeReader, PipeWriter, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Timeout of an expected line.
const TIMEOUT: Duration = Duration::from_secs(20);
/// A time in which nothing is to be printed.
pub const SILENCE: Duration = Duration::from_millis(150);
/// White to move mates with c4d5 and stalemates with c4d3.
pub const ENDING: &str = "8/8/8/4k3/2K2I2/3w4/8/8 w - - 0 1";

/// An engine that runs in a thread of the test.
pub struct Engine {
    input: Option<PipeWriter>,
    output: Receiver<String>,
    session: Option<JoinHandle<io::Result<()>>>,
    /// A line, and its answer, which comes after the output of the lines before it.
    marks: [&'static str; 2],
}

impl Engine {
    const UCI: [&str; 2] = ["isready", "readyok"];
    const CECP: [&str; 2] = ["ping 77", "pong 77"];

    /// An engine that speaks UCI.
    pub fn new() -> Self {
        let run = |input, output| baroque_protocol::run(BufReader::new(input), output);
        Self::with(Self::UCI, run)
    }

    /// The program itself, whose games of files are not known to other tests.
    pub fn process() -> Self {
        Self::with(Self::UCI, |input, output| {
            let mut program = program(&[]);
            program.stdin(input).stdout(output).stderr(Stdio::inherit()).status().map(drop)
        })
    }

    /// An engine that speaks CECP.
    pub fn xboard() -> Self {
        let run = |input, output| baroque_protocol::run_xboard(BufReader::new(input), output);
        Self::with(Self::CECP, run)
    }

    fn with(
        marks: [&'static str; 2],
        run: impl FnOnce(PipeReader, PipeWriter) -> io::Result<()> + Send + 'static,
    ) -> Self {
        let (session_input, input) = io::pipe().unwrap();
        let (lines, session_output) = io::pipe().unwrap();
        let session = std::thread::spawn(|| run(session_input, session_output));
        let (sender, output) = channel();
        std::thread::spawn(move || {
            let mut lines = BufReader::new(lines).lines().map(Result::unwrap);
            lines.try_for_each(|line| sender.send(line))
        });
        Self { input: Some(input), output, session: Some(session), marks }
    }

    /// Sends one or more lines.
    pub fn send(&self, text: &str) {
        self.send_bytes(text.as_bytes());
        self.send_bytes(b"\n");
    }

    pub fn send_bytes(&self, bytes: &[u8]) {
        // A session that has ended reads no more input.
        let _ = self.input.as_ref().unwrap().write_all(bytes);
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

    /// Sends lines and reads up to and including the first with this prefix.
    pub fn ask(&self, text: &str, prefix: &str) -> Vec<String> {
        self.send(text);
        self.read_until(prefix)
    }

    /// Reads up to `bestmove` and returns the line before it and that line.
    pub fn read_result(&self) -> [String; 2] {
        let mut lines = self.read_until("bestmove");
        let best = lines.pop().unwrap();
        [lines.pop().unwrap_or_default(), best]
    }

    /// Sends lines and reads the result of a search.
    pub fn search_result(&self, text: &str) -> [String; 2] {
        self.send(text);
        self.read_result()
    }

    /// Sends lines, and returns all their output but that of searches that go on.
    pub fn query(&self, text: &str) -> Vec<String> {
        let [question, answer] = self.marks;
        let mut lines = self.ask(&format!("{text}\n{question}"), answer);
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

    /// Sends lines, reads up to the next `move` line and returns its move.
    pub fn engine_move(&self, text: &str) -> String {
        self.ask(text, "move ").pop().unwrap().split_off("move ".len())
    }

    /// Enters a move of CECP, which is illegal for this reason; returns the error.
    #[track_caller]
    pub fn refused(&self, mv: &str, reason: &str) -> String {
        let error = self.query_one(&format!("usermove {mv}"));
        assert_eq!(error, format!("Illegal move ({reason}): {mv}"));
        error
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

/// The shortest time of three attempts: a busy machine may delay single ones.
pub fn shortest(mut attempt: impl FnMut() -> Duration) -> Duration {
    (0..3).map(|_| attempt()).min().unwrap()
}

/// The time that an action takes.
pub fn time(action: impl FnOnce()) -> Duration {
    let start = Instant::now();
    action();
    start.elapsed()
}

/// An engine in force mode with this position.
pub fn forced(variant: &str, fen: &str) -> Engine {
    let engine = Engine::xboard();
    engine.query(&format!("new\nvariant {variant}\nforce"));
    engine.query_none(&format!("setboard {fen}"));
    engine
}

/// A file in a folder of its own, which is removed on drop.
pub struct Temporary {
    _folder: Folder,
    path: String,
}

impl Temporary {
    pub fn new(name: &str, content: &str) -> Self {
        let folder = Folder::new("file");
        folder.write(name, content);
        Self { path: folder.name(name), _folder: folder }
    }

    pub fn path(&self) -> &str {
        &self.path
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

    /// The path of a file in it as text.
    pub fn name(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }

    /// Runs the program in this folder, with arguments as in a shell; returns what [`run`] does.
    pub fn run_line(&self, line: &str) -> (i32, String, String) {
        let mut program = program(&[]);
        let program = program.args(shlex::split(line).unwrap()).current_dir(&self.0);
        outcome(&program.stdin(Stdio::null()).output().unwrap())
    }

    /// Makes a pipe without reader and writer and returns its path.
    #[cfg(unix)]
    pub fn pipe(&self, name: &str) -> PathBuf {
        let path = self.path(name);
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        path
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

/// A number of games or the like, which an environment variable may change.
pub fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().unwrap())
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

/// A command line under which a program may have only so many threads. Limits do not bind root, which
/// becomes a user of this number without other processes.
#[cfg(target_os = "linux")]
pub fn with_threads(count: usize, user: u32) -> Vec<String> {
    use std::os::unix::fs::MetadataExt;

    let user = ["setpriv", &format!("--reuid={user}"), "--clear-groups"].map(str::to_owned);
    let is_root = std::fs::metadata("/proc/self").unwrap().uid() == 0;
    let limit = ["prlimit".to_owned(), format!("--nproc={count}:{count}")];
    user.into_iter().filter(|_| is_root).chain(limit).collect()
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Runs the program with this standard input; returns exit status, standard output and standard
/// error.
pub fn run(arguments: &[&str], input: impl AsRef<[u8]>) -> (i32, String, String) {
    outcome(&output(&mut program(arguments), input))
}

fn outcome(output: &Output) -> (i32, String, String) {
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

/// Runs the program, which must succeed, and returns what it prints.
pub fn printed(arguments: &[&str], input: &str) -> String {
    let (code, output, errors) = run(arguments, input);
    assert_eq!(code, 0, "{arguments:?}: {errors}");
    output
}

/// Runs the program, which must succeed without a word on standard error, and returns what it prints.
pub fn clean(arguments: &[&str], input: impl AsRef<[u8]>) -> String {
    let (code, output, errors) = run(arguments, input);
    assert_eq!((code, &*errors), (0, ""), "{arguments:?}: {output}");
    output
}

/// Runs the program, which must print nothing but an error and exit with status 2, and returns the error.
pub fn error(arguments: &[&str], input: impl AsRef<[u8]>) -> String {
    let (code, output, error) = run(arguments, input);
    assert_eq!((code, &*output), (2, ""), "{arguments:?}: {error}");
    error
}

/// Panics unless a text has all these parts.
#[track_caller]
pub fn assert_has(text: impl AsRef<str>, parts: &[&str]) {
    let text = text.as_ref();
    for part in parts {
        assert!(text.contains(part), "no '{part}' in {text}");
    }
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

    /// Sends a line and reads up to the first line that contains this text, which it returns.
    pub fn ask(&mut self, text: &str, part: &str) -> String {
        self.send(text);
        self.read_until(part)
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
