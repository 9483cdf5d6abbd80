//! Tasks that take time: searches, perft, benches. One runs at a time.

use std::io::{self, Write};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use baroque_engine::{Info, Report};
use baroque_formats::{Rejected, human};
use baroque_movegen::StopFlag;

use super::command::Go;
use super::{NO_VALID_POSITION, SessionEvent, UciSession, info};
use crate::error::Error;

/// The running task.
pub(super) enum Task {
    /// The search of this number. `ends` unless it is stopped only, `ponders` until the ponder hit.
    Search { number: u64, ends: bool, ponders: bool },
    /// A search of a rejected position: `bestmove (none)` waits for `stop`, or for `ponderhit`
    /// unless the search is infinite.
    NullSearch { infinite: bool },
    /// A perft, bench, speed test or `genfens`, which the flag ends.
    Job(StopFlag),
}

impl Task {
    /// Whether it ends without `stop` or `ponderhit`.
    pub(super) fn ends(&self) -> bool {
        match *self {
            Self::Search { ends, ponders, .. } => ends && !ponders,
            Self::NullSearch { .. } => false,
            Self::Job(_) => true,
        }
    }
}

/// Milliseconds of a search that was asked for with malformed limits only.
const MALFORMED_TIME: u64 = 100;
/// Time to wait for the last `bestmove` after `quit`.
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);

impl<W: Write> UciSession<W> {
    /// Starts a search, or answers at once if there is nothing to search. What is malformed is left
    /// out: whoever sends `go` waits for `bestmove`.
    pub(super) fn go(&mut self, go: Go) -> io::Result<()> {
        let Go { mut limits, search_moves, mut error } = go;
        let position = &self.state.position;
        for text in search_moves.iter().filter(|_| !self.position_invalid) {
            match position.read_move(text) {
                Ok(mv) => limits.search_moves.push(mv),
                Err(bad) => drop(error.get_or_insert(Rejected(format!("go searchmoves: {bad}")))),
            }
        }
        let side = position.side();
        if let Some(error) = error {
            self.output.error(error)?;
            if !limits.infinite && !limits.end_search(side) {
                limits.move_time = Some(MALFORMED_TIME);
            }
        }
        if self.position_invalid {
            self.task = Some(Task::NullSearch { infinite: limits.infinite });
            if !limits.infinite && !limits.ponder {
                self.finish_null_search()?;
            }
            return Ok(());
        }
        let (ends, ponders) = (limits.end_search(side), limits.ponder);
        self.task = Some(Task::Search { number: self.state.go(limits), ends, ponders });
        Ok(())
    }

    pub(super) fn report(&mut self, report: Report) -> io::Result<()> {
        let game = &self.state.position;
        match report {
            Report::Info(info) => self.print_info(info),
            Report::NoMate { moves } => {
                self.output.note(format_args!("there is no mate in {moves}"))
            }
            Report::CurrentMove { .. } if self.minimal => Ok(()),
            Report::CurrentMove { depth, mv, number } => {
                let text = info::current_move(depth, mv, number, game);
                self.output.lines(text)
            }
            Report::Best { best, ponder } => {
                for info in std::mem::take(&mut self.last_infos) {
                    self.output.lines(info::line(&info, &self.state.position, self.shows_wdl))?;
                }
                let game = &self.state.position;
                if best.is_none() {
                    let outcome = game.outcome();
                    if let Some(outcome) = outcome {
                        let (result, reason) = (outcome.result(), outcome.reason);
                        self.output.note(format_args!("the game is over: {result}, {reason}"))?;
                    }
                    self.output.lines(info::finished(outcome, game.side()))?;
                }
                self.output.lines(info::best_move(best, ponder, game))?;
                self.finish();
                Ok(())
            }
        }
    }

    /// Prints a line, or keeps it until `bestmove` with the option `Minimal`.
    fn print_info(&mut self, info: Info) -> io::Result<()> {
        if self.minimal {
            self.last_infos.retain(|last| last.multi_pv < info.multi_pv);
            self.last_infos.push(info);
            return Ok(());
        }
        let game = &self.state.position;
        let text = match self.human {
            true => human::line(&info, game),
            false => info::line(&info, game, self.shows_wdl),
        };
        self.output.lines(text)
    }

    /// Prints the result of a search of a rejected position.
    fn finish_null_search(&mut self) -> io::Result<()> {
        self.output.note(NO_VALID_POSITION)?;
        self.output.lines("info depth 0 score cp 0")?;
        let game = &self.state.position;
        self.output.lines(info::best_move(None, None, game))?;
        self.finish();
        Ok(())
    }

    /// Stops the running task, if any; its last output follows.
    pub(super) fn stop(&mut self) -> io::Result<()> {
        match &self.task {
            None => return Ok(()),
            Some(Task::NullSearch { .. }) => return self.finish_null_search(),
            Some(Task::Search { .. }) => self.state.engine.stop(),
            Some(Task::Job(stop)) => stop.store(true, Ordering::Relaxed),
        }
        self.stopping = true;
        Ok(())
    }

    pub(super) fn ponder_hit(&mut self) -> io::Result<()> {
        match &mut self.task {
            Some(Task::Search { ponders, .. }) => {
                *ponders = false;
                self.state.engine.ponder_hit();
            }
            Some(Task::NullSearch { infinite: false }) => return self.finish_null_search(),
            _ => {}
        }
        Ok(())
    }

    /// Notes the job that was started.
    pub(super) fn run_job(&mut self, job: Result<StopFlag, Error>) -> Result<(), Error> {
        self.task = Some(Task::Job(job?));
        Ok(())
    }

    /// Stops all tasks and prints their last output, for [`QUIT_TIMEOUT`] at most.
    pub(super) fn quit(&mut self) -> io::Result<()> {
        let deadline = Instant::now() + QUIT_TIMEOUT;
        while self.task.is_some() {
            if !self.stopping {
                // In a loop: queued commands may start a new task.
                self.stop()?;
                self.run_queue()?;
                continue;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.events.recv_timeout(left) {
                Ok(SessionEvent::Line(_) | SessionEvent::BadLine(..) | SessionEvent::End) => {}
                Ok(event) => drop(self.handle(event)?),
                Err(_) => break,
            }
        }
        Ok(())
    }
}
