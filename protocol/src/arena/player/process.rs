//! An engine's process: lines to it and from it, none of which the runner waits for longer than it
//! wants to.
//!
//! One thread reads and one writes, so that neither an engine that is silent nor one that does not
//! listen stops the runner. If the runner itself is killed its ends of the pipes are closed, and
//! engines quit at the end of their input.

use std::fs::OpenOptions;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use super::{Direction, EngineConfig, EngineLog, Failure, Surroundings};
use crate::output::one_line;

/// Longest line that is read, in bytes; of a longer one the rest is lost.
const LONGEST: u64 = 1 << 16;
/// Most lines that are read before anybody wants them; an engine that writes more has to wait.
const MOST_UNHEARD: usize = 1024;
/// How often a wait looks whether it has become pointless.
const POLL: Duration = Duration::from_millis(20);
/// How long a process that was told to quit may take before it is killed.
const FAREWELL: Duration = Duration::from_millis(200);

/// A line that was read, and when.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// When its end was read.
    pub at: Instant,
    /// The line without its end.
    pub text: String,
}

/// An engine's process with its pipes. Dropped, it is told to quit, then killed with all processes
/// of its group.
pub struct Process {
    name: String,
    child: Child,
    /// Whether it ended, so that its number may soon be another's.
    ended: bool,
    /// Whether it did not answer, or took nothing in, so that nothing can be expected of it any more.
    stalled: bool,
    /// What is to be written; none after the farewell.
    input: Option<Sender<String>>,
    /// When each of it was written.
    written: Receiver<io::Result<Instant>>,
    lines: Receiver<Line>,
    /// A line that was read after the deadline of those who waited for it.
    late: Option<Line>,
    stop: Arc<AtomicBool>,
    log: Option<Arc<dyn EngineLog>>,
}

impl Process {
    /// Starts the program.
    ///
    /// # Errors
    /// [`Failure::Start`] names the command and the system's reason.
    pub fn start(config: &EngineConfig, surroundings: &Surroundings) -> Result<Self, Failure> {
        let failed = |what: &Path, error: io::Error| {
            Failure::Start(one_line(format_args!(
                "{} cannot be started: {}: {error}",
                config.name,
                what.display()
            )))
        };
        let stderr = match &config.stderr {
            None => Stdio::null(),
            Some(path) => {
                let file = OpenOptions::new().append(true).create(true).open(path);
                file.map_err(|error| failed(path, error))?.into()
            }
        };
        let program = program(config);
        let mut command = Command::new(&program);
        command.args(&config.args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(stderr);
        if !config.dir.is_empty() {
            command.current_dir(&config.dir);
        }
        lead_group(&mut command);
        let mut child = command.spawn().map_err(|error| failed(&program, error))?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failed(&program, ErrorKind::BrokenPipe.into()));
        };
        let (input, texts) = channel();
        let (acknowledge, written) = channel();
        let (sender, lines) = sync_channel(MOST_UNHEARD);
        // From here on an error ends the process.
        let process = Self {
            name: config.name.clone(),
            child,
            ended: false,
            stalled: false,
            input: Some(input),
            written,
            lines,
            late: None,
            stop: Arc::clone(&surroundings.stop),
            log: surroundings.log.clone(),
        };
        let writing = Builder::new().spawn(move || write(stdin, &texts, &acknowledge));
        let reading = Builder::new().spawn(move || read(stdout, &sender));
        writing.and(reading).map_err(|error| failed(&program, error))?;
        Ok(process)
    }

    /// Writes lines and returns when the last was written.
    ///
    /// # Errors
    /// [`Failure::Stalled`] if they are not taken in so soon, or an earlier failure of that kind;
    /// [`Failure::Disconnected`], [`Failure::Interrupted`].
    pub fn say(
        &mut self,
        lines: &[impl AsRef<str>],
        patience: Duration,
    ) -> Result<Instant, Failure> {
        if self.stalled {
            return Err(Failure::Stalled);
        }
        if lines.is_empty() {
            return Ok(Instant::now());
        }
        let mut text = String::new();
        for line in lines {
            self.log(Direction::To, line.as_ref());
            text.push_str(line.as_ref());
            text.push('\n');
        }
        let input = self.input.as_ref().ok_or(Failure::Disconnected)?;
        input.send(text).map_err(|_| Failure::Disconnected)?;
        let deadline = Instant::now().checked_add(patience);
        match wait(&self.written, deadline, &self.stop) {
            Waited::Got(written) => written.map_err(|_| Failure::Disconnected),
            Waited::Closed => Err(Failure::Disconnected),
            // The writing thread is behind from now on.
            Waited::Late => Err(self.stall()),
            Waited::Stopped => {
                self.stalled = true;
                Err(Failure::Interrupted)
            }
        }
    }

    /// The next line, if it was or is read until the deadline. A later one is for the next to ask.
    ///
    /// # Errors
    /// [`Failure::Disconnected`], [`Failure::Interrupted`].
    pub fn hear(&mut self, deadline: Option<Instant>) -> Result<Option<Line>, Failure> {
        let is_late = |at: Instant| deadline.is_some_and(|end| at > end);
        loop {
            let slice = Instant::now().checked_add(POLL);
            let until = [slice, deadline].into_iter().flatten().min();
            let waited = match self.late.take() {
                Some(line) => Waited::Got(line),
                None => wait(&self.lines, until, &self.stop),
            };
            match waited {
                Waited::Got(line) if is_late(line.at) => {
                    self.late = Some(line);
                    return Ok(None);
                }
                Waited::Got(line) => {
                    self.log(Direction::From, &line.text);
                    return Ok(Some(line));
                }
                Waited::Closed => return Err(Failure::Disconnected),
                Waited::Stopped => return Err(Failure::Interrupted),
                Waited::Late if is_late(Instant::now()) => return Ok(None),
                // Its children may hold the pipe open. What it wrote before has been read by now.
                Waited::Late if self.ended => return Err(Failure::Disconnected),
                Waited::Late => self.look_for_end(),
            }
        }
    }

    /// Nothing is expected of it any more.
    pub fn stall(&mut self) -> Failure {
        self.stalled = true;
        Failure::Stalled
    }

    /// Hears lines up to one that makes sense.
    ///
    /// # Errors
    /// [`Failure::Stalled`] if there is none so soon, and as with [`Self::hear`].
    pub fn await_line<T>(
        &mut self,
        patience: Duration,
        mut sense: impl FnMut(Line) -> Option<T>,
    ) -> Result<T, Failure> {
        let deadline = Instant::now().checked_add(patience);
        loop {
            match self.hear(deadline)? {
                None => return Err(self.stall()),
                Some(line) => {
                    if let Some(found) = sense(line) {
                        return Ok(found);
                    }
                }
            }
        }
    }

    fn log(&self, direction: Direction, line: &str) {
        if let Some(log) = &self.log {
            log.line(&self.name, direction, line);
        }
    }

    /// Takes note if the process has ended. What it left behind in its group ends too, as long as the
    /// group's number is known to be its own.
    fn look_for_end(&mut self) {
        if !self.ended && !matches!(self.child.try_wait(), Ok(None)) {
            self.ended = true;
            kill_group(&mut self.child);
        }
    }

    fn kill(&mut self) {
        if !self.ended {
            self.ended = true;
            kill_group(&mut self.child);
            let _ = self.child.wait();
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Some(input) = self.input.take().filter(|_| !self.stalled) {
            self.log(Direction::To, "quit");
            let _ = input.send("quit\n".to_owned());
        }
        let deadline = Instant::now() + FAREWELL;
        while !self.ended && !self.stalled && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(2));
            self.look_for_end();
        }
        self.kill();
    }
}

/// Where the program is: a relative path is one from the engine's folder, as for fastchess. A bare
/// name is looked for in the folder first, if one is given, then where the system looks.
fn program(config: &EngineConfig) -> PathBuf {
    let cmd = Path::new(&config.cmd);
    let is_bare = cmd.components().count() == 1;
    let here = Path::new(&config.dir).join(cmd);
    if is_bare && (config.dir.is_empty() || !here.is_file()) && is_on_path(cmd) {
        return cmd.to_owned();
    }
    std::path::absolute(&here).unwrap_or(here)
}

/// Whether the system finds a program of this name.
fn is_on_path(name: &Path) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let full_name = format!("{}{}", name.display(), std::env::consts::EXE_SUFFIX);
    std::env::split_paths(&folders)
        .any(|folder| folder.join(name).is_file() || folder.join(&full_name).is_file())
}

/// Writes texts and tells when each was written, until there are no more or nobody reads them. Then the
/// engine's input ends.
fn write(mut stdin: ChildStdin, texts: &Receiver<String>, written: &Sender<io::Result<Instant>>) {
    for text in texts {
        let result = stdin.write_all(text.as_bytes()).map(|()| Instant::now());
        let failed = result.is_err();
        if written.send(result).is_err() || failed {
            return;
        }
    }
}

/// Reads lines and stamps them, until there are no more or nobody listens.
fn read(stdout: ChildStdout, lines: &SyncSender<Line>) {
    let mut stdout = BufReader::new(stdout);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        if !matches!(stdout.by_ref().take(LONGEST).read_until(b'\n', &mut bytes), Ok(1..)) {
            return;
        }
        let at = Instant::now();
        if bytes.len() as u64 == LONGEST && !bytes.ends_with(b"\n") {
            let _ = stdout.skip_until(b'\n');
        }
        let text = String::from_utf8_lossy(&bytes).trim_end_matches(['\r', '\n']).to_owned();
        if lines.send(Line { at, text }).is_err() {
            return;
        }
    }
}

/// How a wait ended.
enum Waited<T> {
    Got(T),
    Late,
    Closed,
    Stopped,
}

/// Waits for something until the deadline, if any, or until the flag is set.
fn wait<T>(channel: &Receiver<T>, deadline: Option<Instant>, stop: &AtomicBool) -> Waited<T> {
    loop {
        if stop.load(Ordering::Relaxed) {
            return Waited::Stopped;
        }
        let left = deadline.map_or(POLL, |end| end.saturating_duration_since(Instant::now()));
        match channel.recv_timeout(left.min(POLL)) {
            Ok(got) => return Waited::Got(got),
            Err(RecvTimeoutError::Disconnected) => return Waited::Closed,
            Err(RecvTimeoutError::Timeout) if left <= POLL && deadline.is_some() => {
                return Waited::Late;
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

/// Puts the process at the head of a group of its own: it can be killed with its children, and a
/// Ctrl-C at the runner's terminal is not for it.
#[cfg(unix)]
fn lead_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
fn lead_group(_command: &mut Command) {}

#[cfg(unix)]
fn kill_group(child: &mut Child) {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;
    if let Ok(group) = i32::try_from(child.id()) {
        // An empty group is no error of anybody's.
        let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
    }
}

#[cfg(not(unix))]
fn kill_group(child: &mut Child) {
    let _ = child.kill();
}
