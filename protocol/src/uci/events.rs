//! The events of a session in their order: lines for which the queue has no room wait, and the end of
//! input ends the session after the tasks.

use std::io::{self, Write};

use super::command::{self, UciCommand};
use super::{Task, UciSession};
use crate::session::last_event;
use crate::session::stdin_reader::SessionEvent;

impl<W: Write> UciSession<W> {
    /// The next event to handle. `None` if the input and all tasks have ended, or nobody reads the
    /// output any more.
    pub(super) fn next_event(&mut self) -> io::Result<Option<SessionEvent>> {
        loop {
            match self.held.pop_front() {
                Some(event) if self.has_room(&event) => return Ok(Some(event)),
                Some(event) => self.held.push_front(event),
                None if self.input_ended && !self.has_tasks()? => return Ok(None),
                None => {}
            }
            let event = match self.input_ended {
                true => last_event(&self.events, || self.output.is_closed()),
                false => self.events.recv().ok(),
            };
            match event {
                Some(event) if self.must_hold(&event)? => self.held.push_back(event),
                event => return Ok(event),
            }
        }
    }

    /// Whether a new event is a line that must wait.
    fn must_hold(&mut self, event: &SessionEvent) -> io::Result<bool> {
        let (SessionEvent::Line(line) | SessionEvent::BadLine(line, _)) = event else {
            return Ok(false);
        };
        if self.held.is_empty() && self.has_room(event) {
            return Ok(false);
        }
        match command::parse(line) {
            Ok(Some(UciCommand::IsReady | UciCommand::Quit)) => Ok(false),
            // It is heard at once, and by the searches before it in its turn.
            Ok(Some(stop @ UciCommand::Stop)) => self.run_command(stop).map(|()| true),
            Ok(Some(command)) => Ok(self.must_wait(&command)),
            Ok(None) | Err(_) => Ok(false),
        }
    }

    /// Whether the queue has room for a line. Only then it is handled, and the reader of lines waits
    /// when many do. If nothing but a command ends the task, none waits: it could be that one.
    fn has_room(&self, event: &SessionEvent) -> bool {
        let length = match event {
            SessionEvent::Line(line) | SessionEvent::BadLine(line, _) => line.len(),
            _ => 0,
        };
        let ends = self.stopping || self.task.as_ref().is_some_and(Task::ends);
        !ends || self.queue.has_room(length)
    }

    /// Whether a task is left after the end of input, which stops those that do not end by
    /// themselves.
    fn has_tasks(&mut self) -> io::Result<bool> {
        while let Some(task) = &self.task
            && !task.ends()
            && !self.stopping
        {
            self.stop()?;
            self.run_queue()?;
        }
        Ok(self.task.is_some())
    }
}
