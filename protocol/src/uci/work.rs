//! Work that takes time: searches, counts, benches. Only one is done at a time.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use baroque_engine::{Info, Limits, Report, SpeedTest};

use super::{Event, Failure, Session, info};
use crate::error::CommandError;
use crate::genfens::GenFens;
use crate::host::Job;
use crate::plain;

/// What is going on.
pub(super) enum Work {
    /// The engine searches, by this number.
    Search(u64),
    /// The position was refused, so that there is nothing to search, but the answer must wait for
    /// a stop, or for a ponder hit unless it is `endless`.
    Pretence { endless: bool },
    /// A count, a bench, or whatever else takes its time.
    Job(Job),
}

/// How long a program that was told to end waits for the last `bestmove`.
const FAREWELL: Duration = Duration::from_millis(500);

impl<W: Write> Session<W> {
    pub(super) fn go(
        &mut self,
        mut limits: Limits,
        search_moves: &[String],
    ) -> Result<(), Failure> {
        if self.spoiled {
            self.work = Some(Work::Pretence { endless: limits.infinite });
            if !limits.infinite && !limits.ponder {
                self.answer_nothing()?;
            }
            return Ok(());
        }
        for text in search_moves {
            let mv = self.host.game.read_move(text).map_err(CommandError::from)?;
            limits.search_moves.push(mv);
        }
        self.work = Some(Work::Search(self.host.go(limits)));
        Ok(())
    }

    pub(super) fn report(&mut self, report: Report) -> io::Result<()> {
        let game = self.host.game.as_ref();
        match report {
            Report::Info(info) => self.inform(info),
            Report::CurrentMove { .. } if self.minimal => Ok(()),
            Report::CurrentMove { depth, mv, number } => {
                let text = info::current_move(depth, mv, number, game);
                self.output.lines(text)
            }
            Report::Best { best, ponder } => {
                for info in std::mem::take(&mut self.held_back) {
                    self.output.lines(info::line(&info, self.host.game.as_ref()))?;
                }
                let game = self.host.game.as_ref();
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
        let game = self.host.game.as_ref();
        let text = match self.plain {
            true => plain::line(&info, game),
            false => info::line(&info, game),
        };
        self.output.lines(text)
    }

    /// The answer to a search that never was.
    fn answer_nothing(&mut self) -> io::Result<()> {
        self.output.lines("info depth 0 score cp 0")?;
        let game = self.host.game.as_ref();
        self.output.lines(info::best_move(None, None, game))?;
        self.finish()
    }

    /// Ends the work, if any; its answer follows.
    pub(super) fn halt(&mut self) -> io::Result<()> {
        match &self.work {
            None => return Ok(()),
            Some(Work::Pretence { .. }) => return self.answer_nothing(),
            Some(Work::Search(_)) => self.host.game.stop(),
            Some(Work::Job(job)) => job.stop(),
        }
        self.stopping = true;
        Ok(())
    }

    pub(super) fn ponder_hit(&mut self) -> io::Result<()> {
        match self.work {
            Some(Work::Search(_)) => self.host.game.ponder_hit(),
            Some(Work::Pretence { endless: false }) => return self.answer_nothing(),
            _ => {}
        }
        Ok(())
    }

    /// Counts nodes.
    pub(super) fn count(&mut self, depth: u32) -> Result<(), Failure> {
        self.require_position()?;
        self.work = Some(Work::Job(self.host.count(depth)?));
        Ok(())
    }

    pub(super) fn bench(&mut self, variant: Option<&str>) -> Result<(), Failure> {
        self.work = Some(Work::Job(self.host.bench(variant)?));
        Ok(())
    }

    pub(super) fn speed_test(&mut self, test: SpeedTest) {
        self.work = Some(Work::Job(self.host.speed_test(test)));
    }

    pub(super) fn generate_fens(&mut self, wanted: GenFens) {
        self.work = Some(Work::Job(self.host.generate_fens(wanted)));
    }

    /// Stops all work, and writes what it still has to say for a little while.
    pub(super) fn leave(&mut self) -> io::Result<()> {
        let deadline = Instant::now() + FAREWELL;
        while self.work.is_some() {
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
