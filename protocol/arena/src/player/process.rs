//! An engine in a child process. One thread reads and one writes, so that neither a silent engine
//! nor one that does not read its input blocks the runner. If the runner is killed, the system kills
//! the engine where it can (Linux); elsewhere, and for what the engine has started itself, only the
//! end of the input remains.

use std::fs::OpenOptions;
use std::io::{self, BufReader, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread::Builder;
use std::time::Instant;

use baroque_formats::files::{self, TextLines};
use baroque_formats::text::one_line;

use super::connection::{EngineLine, Transport, WaitError, wait};
use super::interface::{EngineConfig, PlayerError};

/// Maximum length of a line in bytes; the rest of a longer line is discarded.
const MAX_LINE: u64 = 1 << 16;
/// Maximum number of unread lines; an engine that writes more is blocked.
const MAX_UNREAD: usize = 1024;

/// A child process. Dropping it kills all processes of its group.
pub struct Process {
    child: Child,
    /// Text for its input; `None` closes that.
    input: Option<Sender<String>>,
    /// When each text was written.
    written: Receiver<io::Result<Instant>>,
    lines: Receiver<EngineLine>,
    /// Whether it was waited for, so that its process number may be reused.
    exited: bool,
}

impl Process {
    /// Starts the program. On Linux it is killed when the calling thread ends.
    ///
    /// # Errors
    /// [`PlayerError::Start`] names the command and the system's reason.
    pub fn start(config: &EngineConfig) -> Result<Self, PlayerError> {
        let failed = |what: &Path, error: io::Error| {
            let hint = match error.kind() {
                ErrorKind::NotFound => args_hint(&config.cmd),
                _ => String::new(),
            };
            PlayerError::Start(one_line(format_args!(
                "{} cannot be started: {}: {error}{hint}",
                config.name,
                what.display()
            )))
        };
        let stderr = match &config.stderr {
            None => Stdio::null(),
            Some(path) => {
                let file = files::open(OpenOptions::new().append(true).create(true), path);
                file.map_err(|error| failed(path, error))?.into()
            }
        };
        let program = program(config);
        let mut command = Command::new(&program);
        command.args(&config.args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(stderr);
        if !config.dir.is_empty() {
            command.current_dir(&config.dir);
        }
        set_process_group(&mut command);
        let mut child = spawn(command).map_err(|error| failed(&program, error))?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failed(&program, ErrorKind::BrokenPipe.into()));
        };
        let (input, texts) = channel();
        let (acknowledge, written) = channel();
        let (sender, lines) = sync_channel(MAX_UNREAD);
        // From here on an error kills the process.
        let process = Self { child, input: Some(input), written, lines, exited: false };
        let writing = Builder::new().spawn(move || write(stdin, &texts, &acknowledge));
        let reading = Builder::new().spawn(move || read(stdout, &sender));
        writing.and(reading).map_err(|error| failed(&program, error))?;
        Ok(process)
    }
}

impl Transport for Process {
    fn send(
        &mut self,
        lines: String,
        deadline: Option<Instant>,
        stop: &AtomicBool,
    ) -> Result<Instant, WaitError> {
        let input = self.input.as_ref().ok_or(WaitError::Disconnected)?;
        input.send(lines).map_err(|_| WaitError::Disconnected)?;
        wait(&self.written, deadline, stop)?.map_err(|_| WaitError::Disconnected)
    }

    fn receive(
        &mut self,
        deadline: Option<Instant>,
        stop: &AtomicBool,
    ) -> Result<EngineLine, WaitError> {
        wait(&self.lines, deadline, stop)
    }

    fn close(&mut self) {
        self.input = None;
    }

    /// Also kills what an exited process left behind in its group, while the group's number is
    /// still its own.
    fn has_exited(&mut self) -> bool {
        if !self.exited && !matches!(self.child.try_wait(), Ok(None)) {
            self.exited = true;
            kill_group(&mut self.child);
        }
        self.exited
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.exited {
            kill_group(&mut self.child);
            let _ = self.child.wait();
        }
    }
}

/// How to write a command line with arguments, which `cmd=` does not take.
fn args_hint(cmd: &str) -> String {
    match cmd.trim_ascii().split_once(' ') {
        Some((program, args)) => {
            format!("; arguments belong in args=: cmd={program} args=\"{args}\"")
        }
        None => String::new(),
    }
}

/// Returns the path of the program. A relative path is relative to the engine's folder, as in
/// fastchess. A bare name is searched in that folder, if one is given, then in `PATH`.
fn program(config: &EngineConfig) -> PathBuf {
    let cmd = Path::new(&config.cmd);
    let is_bare = cmd.components().count() == 1;
    let here = Path::new(&config.dir).join(cmd);
    if is_bare && (config.dir.is_empty() || !here.is_file()) && is_on_path(cmd) {
        return cmd.to_owned();
    }
    std::path::absolute(&here).unwrap_or(here)
}

/// Whether `PATH` has a program of this name.
fn is_on_path(name: &Path) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let full_name = format!("{}{}", name.display(), std::env::consts::EXE_SUFFIX);
    std::env::split_paths(&folders)
        .any(|folder| folder.join(name).is_file() || folder.join(&full_name).is_file())
}

/// Writes texts and acknowledges each with the time of its write. Closes the engine's input when the
/// channel or the pipe is closed.
fn write(mut stdin: ChildStdin, texts: &Receiver<String>, written: &Sender<io::Result<Instant>>) {
    for text in texts {
        let result = stdin.write_all(text.as_bytes()).map(|()| Instant::now());
        let failed = result.is_err();
        if written.send(result).is_err() || failed {
            return;
        }
    }
}

/// Reads lines with time stamps until the pipe or the channel is closed.
fn read(stdout: ChildStdout, lines: &SyncSender<EngineLine>) {
    let Ok(mut stdout) = TextLines::new(BufReader::new(stdout), MAX_LINE) else { return };
    while let Ok(Some(line)) = stdout.next_line() {
        let at = Instant::now();
        if lines.send(EngineLine { at, text: line.text }).is_err() {
            return;
        }
    }
}

/// Starts the process in a new process group: it can be killed with its children, and does not
/// receive Ctrl-C from the runner's terminal.
#[cfg(unix)]
fn set_process_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
fn set_process_group(_command: &mut Command) {}

#[cfg(target_os = "linux")]
use ur_taking_me_with_you::spawn_dying_with_parent as spawn;

#[cfg(not(target_os = "linux"))]
fn spawn(mut command: Command) -> io::Result<Child> {
    command.spawn()
}

#[cfg(unix)]
fn kill_group(child: &mut Child) {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;
    if let Ok(group) = i32::try_from(child.id()) {
        // The group may be empty.
        let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
    }
}

#[cfg(not(unix))]
fn kill_group(child: &mut Child) {
    let _ = child.kill();
}
