//! Analysis.

use std::io::{self, Write};

use baroque_engine::Limits;
use baroque_movegen::Move;

use super::command::Choice;
use super::play::centiseconds;
use super::text::Shown;
use super::{Failure, Mode, Purpose, Session, entry};
use crate::error::XboardError;

impl<W: Write> Session<W> {
    pub(super) fn analyze(&mut self) -> Result<(), Failure> {
        self.cancel()?;
        self.mode = Mode::Analyze;
        self.restart_analysis();
        Ok(())
    }

    pub(super) fn exit(&mut self) -> Result<(), Failure> {
        if self.mode == Mode::Analyze {
            self.cancel()?;
            self.mode = Mode::Force;
        }
        Ok(())
    }

    /// Analyses the position as it is now, if there is anything to analyse.
    pub(super) fn restart_analysis(&mut self) {
        let game = self.host.game.as_ref();
        let mut moves = game.legal();
        moves.retain(|mv| !self.excluded.contains(mv));
        if moves.is_empty() || self.spoiled {
            game.stop();
            self.search = None;
            return;
        }
        let search_moves = if self.excluded.is_empty() { Vec::new() } else { moves };
        let limits = Limits { infinite: true, search_moves, ..Limits::default() };
        self.start(limits, Purpose::Analysis);
    }

    /// `stat01: TIME NODES DEPTH MOVES-LEFT MOVES MOVE`
    pub(super) fn tell_status(&mut self) -> io::Result<()> {
        let Some(search) = self.search.as_ref().filter(|_| self.mode == Mode::Analyze) else {
            return Ok(());
        };
        let game = self.host.game.as_ref();
        let moves = game.legal().len() - self.excluded.len().min(game.legal().len());
        let (nodes, depth) = search.line.as_ref().map_or((0, 0), |line| (line.nodes, line.depth));
        let mut text = format!("stat01: {} {nodes} {depth}", centiseconds(search.since.elapsed()));
        let best = search.line.as_ref().and_then(|line| line.pv.first()).map(|&mv| (mv, 1));
        match search.current.or(best) {
            Some((mv, number)) => {
                let shown = Shown::of(game, &self.mirror, mv).text(self.mirror.grid);
                text += &format!(" {} {moves} {shown}", moves.saturating_sub(number));
            }
            None => text += &format!(" {moves} {moves}"),
        }
        self.output.lines(text)
    }

    /// Leaves root moves out of the analysis, or takes them in again.
    pub(super) fn exclude(&mut self, choice: Choice, out: bool) -> Result<(), Failure> {
        let game = self.host.game.as_ref();
        let best = self
            .search
            .as_ref()
            .filter(|search| search.purpose == Purpose::Analysis)
            .and_then(|search| search.line.as_ref())
            .and_then(|line| line.pv.first().copied());
        let no_best = XboardError::NoMove("there is no best move yet".to_owned());
        let chosen: Vec<Move> = match choice {
            Choice::All => game.legal(),
            Choice::Best => vec![best.ok_or(no_best)?],
            Choice::Tail => {
                let best = best.ok_or(no_best)?;
                game.legal().into_iter().filter(|mv| *mv != best).collect()
            }
            Choice::Move(text) => {
                let read = entry::read(game, &self.mirror, &text);
                vec![read.map_err(|refusal| XboardError::NoMove(refusal.text()))?.0]
            }
        };
        self.excluded.retain(|mv| !chosen.contains(mv));
        if out {
            self.excluded.extend(chosen);
        }
        if self.mode == Mode::Analyze {
            self.cancel()?;
            self.restart_analysis();
        }
        Ok(())
    }
}
