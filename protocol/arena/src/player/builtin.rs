//! The engine of this program: the UCI session of a process, but on the thread of its caller,
//! because waking another thread for each line costs 4 % at 2000 nodes per move.

use baroque_formats::Loaded;
use std::collections::VecDeque;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use baroque_protocol::session::stdin_reader::SessionEvent;
use baroque_protocol::uci::UciSession;

use super::connection::{EngineLine, Transport, WaitError, wait};

/// A UCI session in this process.
pub struct Builtin {
    /// `None` after its end.
    session: Option<UciSession<Vec<u8>>>,
    lines: VecDeque<EngineLine>,
}

impl Builtin {
    /// Starts a session that can play some games, with what was learned of them.
    pub fn start(loaded: Loaded) -> Self {
        Self { session: Some(UciSession::embedded(loaded)), lines: VecDeque::new() }
    }

    /// Lets the session handle an event and collects what it writes, with the time of the event.
    fn handle(&mut self, event: SessionEvent, at: Instant) -> Result<(), WaitError> {
        let session = self.session.as_mut().ok_or(WaitError::Disconnected)?;
        // Writing to a vector cannot fail.
        let quits = session.handle(event).is_ok_and(|flow| flow.is_break());
        let output = session.take_output();
        let lines = String::from_utf8_lossy(&output);
        self.lines.extend(lines.lines().map(|text| EngineLine { at, text: text.to_owned() }));
        if quits {
            self.close();
        }
        Ok(())
    }
}

impl Transport for Builtin {
    fn send(
        &mut self,
        lines: String,
        _deadline: Option<Instant>,
        _stop: &AtomicBool,
    ) -> Result<Instant, WaitError> {
        let mut at = Instant::now();
        for line in lines.lines() {
            at = Instant::now();
            self.handle(SessionEvent::Line(line.into()), at)?;
        }
        Ok(at)
    }

    fn receive(
        &mut self,
        deadline: Option<Instant>,
        stop: &AtomicBool,
    ) -> Result<EngineLine, WaitError> {
        loop {
            if let Some(line) = self.lines.pop_front() {
                return Ok(line);
            }
            let session = self.session.as_ref().ok_or(WaitError::Disconnected)?;
            let event = wait(session.events(), deadline, stop)?;
            // The time until the runner asks for a report is not the engine's.
            let at = match &event {
                SessionEvent::Report(_, at, _) => *at,
                _ => Instant::now(),
            };
            self.handle(event, at)?;
        }
    }

    fn close(&mut self) {
        if let Some(session) = self.session.take() {
            session.close();
        }
    }

    fn has_exited(&mut self) -> bool {
        self.session.is_none()
    }
}

impl Drop for Builtin {
    fn drop(&mut self) {
        self.close();
    }
}
