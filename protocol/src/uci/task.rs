//! Task that takes time: searches, counts, benches. Only one is done at a time.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use baroque_engine::{Info, Limits, Report, SpeedTest};

use super::{Event, Failure, UciSession, info};
use crate::error::CommandError;
use crate::formats::human;
use crate::session::Job;
use crate::tools::genfens::GenFens;

/// What is going on.
pub(super) enum Task {
    /// The engine searches, by this number.
    Search(u64),
    /// The position was refused, so that there is nothing to search, but the answer must wait for
    /// a stop, or for a ponder hit unless it is `endless`.
    NullSearch { endless: bool },
    /// A count, a bench, or whatever else takes its time.
    Job(Job),
}

/// How long a program that was told to end waits for the last `bestmove`.
const FAREWELL: Duration = Duration::from_millis(500);

impl<W: Write> UciSession<W> {
    pub(super) fn go(
        &mut self,
        mut limits: Limits,
        search_moves: &[String],
    ) -> Result<(), Failure> {
        if self.position_invalid {
            self.task = Some(Task::NullSearch { endless: limits.infinite });
            if !limits.infinite && !limits.ponder {
                self.answer_nothing()?;
            }
            return Ok(());
        }
        for text in search_moves {
            let mv = self.state.position.read_move(text).map_err(CommandError::from)?;
            limits.search_moves.push(mv);
        }
        self.task = Some(Task::Search(self.state.go(limits)));
        Ok(())
    }

    pub(super) fn report(&mut self, report: Report) -> io::Result<()> {
        let game = &self.state.position;
        match report {
            Report::Info(info) => self.inform(info),
            Report::CurrentMove { .. } if self.minimal => Ok(()),
            Report::CurrentMove { depth, mv, number } => {
                let text = info::current_move(depth, mv, number, game);
                self.output.lines(text)
            }
            Report::Best { best, ponder } => {
                for info in std::mem::take(&mut self.held_back) {
                    self.output.lines(info::line(&info, &self.state.position))?;
                }
                let game = &self.state.position;
                if best.is_none() {
                    let text = info::finished(game.outcome(), game.side());
                    self.output.lines(text)?;
                }
                self.output.lines(info::best_move(best, ponder, game))?;
                self.finish()
            }
        }
    }

    /// Tells a line of play: in plain words to a person; of `Minimal` ones only the last, at the end.
    fn inform(&mut self, info: Info) -> io::Result<()> {
        if self.minimal {
            self.held_back.retain(|held| held.multi_pv < info.multi_pv);
            self.held_back.push(info);
            return Ok(());
        }
        let game = &self.state.position;
        let text = match self.human {
            true => human::line(&info, game),
            false => info::line(&info, game),
        };
        self.output.lines(text)
    }

    /// The answer to a search that never was.
    fn answer_nothing(&mut self) -> io::Result<()> {
        self.output.lines("info depth 0 score cp 0")?;
        let game = &self.state.position;
        self.output.lines(info::best_move(None, None, game))?;
        self.finish()
    }

    /// Ends the work, if any; its answer follows.
    pub(super) fn halt(&mut self) -> io::Result<()> {
        match &self.task {
            None => return Ok(()),
            Some(Task::NullSearch { .. }) => return self.answer_nothing(),
            Some(Task::Search(_)) => self.state.engine.stop(),
            Some(Task::Job(job)) => job.stop(),
        }
        self.stopping = true;
        Ok(())
    }

    pub(super) fn ponder_hit(&mut self) -> io::Result<()> {
        match self.task {
            Some(Task::Search(_)) => self.state.engine.ponder_hit(),
            Some(Task::NullSearch { endless: false }) => return self.answer_nothing(),
            _ => {}
        }
        Ok(())
    }

    /// Counts nodes.
    pub(super) fn count(&mut self, depth: u32) -> Result<(), Failure> {
        self.require_position()?;
        self.task = Some(Task::Job(self.state.count(depth)?));
        Ok(())
    }

    pub(super) fn bench(&mut self, variant: Option<&str>) -> Result<(), Failure> {
        self.task = Some(Task::Job(self.state.bench(variant)?));
        Ok(())
    }

    pub(super) fn speed_test(&mut self, test: SpeedTest) {
        self.task = Some(Task::Job(self.state.speed_test(test)));
    }

    pub(super) fn generate_fens(&mut self, wanted: GenFens) {
        self.task = Some(Task::Job(self.state.generate_fens(wanted)));
    }

    /// Stops all work, and writes what it still has to say for a little while.
    pub(super) fn leave(&mut self) -> io::Result<()> {
        let deadline = Instant::now() + FAREWELL;
        while self.task.is_some() {
            if !self.stopping {
                // Not only once: commands that waited may have begun new work.
                self.halt()?;
                continue;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.events.recv_timeout(left) {
                Ok(Event::Line(_) | Event::LongLine(_) | Event::End) => {}
                Ok(event) => drop(self.handle(event)?),
                Err(_) => break,
            }
        }
        Ok(())
    }
}
