//! A line-based connection to an engine, in a child process or in this one. No call waits longer
//! than its caller asks.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use super::interface::{Direction, EngineConfig, EngineContext, EngineLog, PlayerError};

/// Interval at which a wait checks the interrupt flag and whether the engine has exited.
const POLL: Duration = Duration::from_millis(20);
/// Time from `quit` until the engine is killed.
const QUIT_GRACE: Duration = Duration::from_millis(200);

/// A line that was read from an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineLine {
    /// When the end of the line was read.
    pub at: Instant,
    /// The line without its line break.
    pub text: String,
}

/// What carries lines to an engine and back. Dropping it ends the engine.
pub trait Transport {
    /// Sends lines and returns when they were written.
    fn send(
        &mut self,
        lines: String,
        deadline: Option<Instant>,
        stop: &AtomicBool,
    ) -> Result<Instant, WaitError>;
    /// Waits for the next line.
    fn receive(
        &mut self,
        deadline: Option<Instant>,
        stop: &AtomicBool,
    ) -> Result<EngineLine, WaitError>;
    /// Ends the engine's input.
    fn close(&mut self);
    /// Whether the engine has exited.
    fn has_exited(&mut self) -> bool;
}

/// A connection to a running engine. Dropping it sends `quit` and ends the engine.
pub struct Connection {
    name: String,
    transport: Box<dyn Transport>,
    /// Whether the engine missed a deadline and is given up.
    stalled: bool,
    /// A line that was read after the deadline of the call that waited for it.
    late: Option<EngineLine>,
    stop: Arc<AtomicBool>,
    logs: Vec<Arc<dyn EngineLog>>,
}

impl Connection {
    /// A connection to the engine of `config`.
    pub fn new(
        transport: Box<dyn Transport>,
        config: &EngineConfig,
        context: &EngineContext,
    ) -> Self {
        Self {
            name: config.name.clone(),
            transport,
            stalled: false,
            late: None,
            stop: Arc::clone(&context.stop),
            logs: context.logs.clone(),
        }
    }

    /// Sends lines and returns the time at which the last one was written.
    ///
    /// # Errors
    /// [`PlayerError::Stalled`] if they are not written within `timeout`, or if the engine stalled
    /// before; [`PlayerError::Disconnected`], [`PlayerError::Interrupted`].
    pub fn send(
        &mut self,
        lines: &[impl AsRef<str>],
        timeout: Duration,
    ) -> Result<Instant, PlayerError> {
        if self.stalled {
            return Err(PlayerError::Stalled);
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
        let deadline = Instant::now().checked_add(timeout);
        self.transport.send(text, deadline, &self.stop).map_err(|error| match error {
            WaitError::Disconnected => PlayerError::Disconnected,
            // The writing thread is blocked.
            WaitError::TimedOut => self.set_stalled(),
            WaitError::Interrupted => {
                self.stalled = true;
                PlayerError::Interrupted
            }
        })
    }

    /// Returns the next line, or `None` if none is read before the deadline. A line that is read
    /// later is kept for the next call.
    ///
    /// # Errors
    /// [`PlayerError::Disconnected`], [`PlayerError::Interrupted`].
    pub fn read_line(
        &mut self,
        deadline: Option<Instant>,
    ) -> Result<Option<EngineLine>, PlayerError> {
        let is_late = |at: Instant| deadline.is_some_and(|end| at > end);
        let mut exited = false;
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Err(PlayerError::Interrupted);
            }
            let slice = Instant::now().checked_add(POLL);
            let until = [slice, deadline].into_iter().flatten().min();
            let waited = match self.late.take() {
                Some(line) => Ok(line),
                None => self.transport.receive(until, &self.stop),
            };
            match waited {
                Ok(line) if is_late(line.at) => {
                    self.late = Some(line);
                    return Ok(None);
                }
                Ok(line) => {
                    self.log(Direction::From, &line.text);
                    return Ok(Some(line));
                }
                Err(WaitError::Disconnected) => return Err(PlayerError::Disconnected),
                Err(WaitError::Interrupted) => return Err(PlayerError::Interrupted),
                Err(WaitError::TimedOut) if is_late(Instant::now()) => return Ok(None),
                // Its children may hold the pipe open. What it wrote before has been read by now.
                Err(WaitError::TimedOut) if exited => return Err(PlayerError::Disconnected),
                Err(WaitError::TimedOut) => exited = self.transport.has_exited(),
            }
        }
    }

    /// Gives the engine up: every later call of [`Self::send`] fails.
    pub fn set_stalled(&mut self) -> PlayerError {
        self.stalled = true;
        PlayerError::Stalled
    }

    /// Reads lines until `parse` returns a value.
    ///
    /// # Errors
    /// [`PlayerError::Stalled`] if that takes longer than `timeout`, and as with [`Self::read_line`].
    pub fn wait_for<T>(
        &mut self,
        timeout: Duration,
        mut parse: impl FnMut(EngineLine) -> Option<T>,
    ) -> Result<T, PlayerError> {
        let deadline = Instant::now().checked_add(timeout);
        loop {
            match self.read_line(deadline)? {
                None => return Err(self.set_stalled()),
                Some(line) => {
                    if let Some(found) = parse(line) {
                        return Ok(found);
                    }
                }
            }
        }
    }

    fn log(&self, direction: Direction, line: &str) {
        for log in &self.logs {
            log.line(&self.name, direction, line);
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        if self.stalled {
            return;
        }
        self.log(Direction::To, "quit");
        let input = "quit\n".to_owned();
        let _ = self.transport.send(input, Some(Instant::now()), &self.stop);
        self.transport.close();
        let deadline = Instant::now() + QUIT_GRACE;
        while !self.transport.has_exited() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(2));
        }
    }
}

/// Why a wait ended without a message.
pub enum WaitError {
    /// The deadline passed.
    TimedOut,
    /// The other end is closed.
    Disconnected,
    /// The interrupt flag was set.
    Interrupted,
}

/// Waits for a message until the deadline, if there is one, or until the flag is set.
pub fn wait<T>(
    channel: &Receiver<T>,
    deadline: Option<Instant>,
    stop: &AtomicBool,
) -> Result<T, WaitError> {
    loop {
        if stop.load(Ordering::Relaxed) {
            return Err(WaitError::Interrupted);
        }
        let left = deadline.map_or(POLL, |end| end.saturating_duration_since(Instant::now()));
        match channel.recv_timeout(left.min(POLL)) {
            Ok(message) => return Ok(message),
            Err(RecvTimeoutError::Disconnected) => return Err(WaitError::Disconnected),
            Err(RecvTimeoutError::Timeout) if left <= POLL && deadline.is_some() => {
                return Err(WaitError::TimedOut);
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}
