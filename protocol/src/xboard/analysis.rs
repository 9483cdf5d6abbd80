//! Analyze mode.

use std::io::{self, Write};

use baroque_engine::Limits;
use baroque_formats::Rejected;
use baroque_movegen::Move;

use super::encode;
use super::play::centiseconds;
use super::{Mode, SearchKind, SessionError, XboardSession, decode};

impl<W: Write> XboardSession<W> {
    pub(super) fn analyze(&mut self) -> Result<(), SessionError> {
        self.cancel_search()?;
        self.mode = Mode::Analyze;
        self.restart_analysis();
        Ok(())
    }

    pub(super) fn exit(&mut self) -> Result<(), SessionError> {
        if self.mode == Mode::Analyze {
            self.cancel_search()?;
            self.mode = Mode::Force;
        }
        Ok(())
    }

    /// Analyses the current position; stops instead if it is invalid or has no root move left.
    pub(super) fn restart_analysis(&mut self) {
        let position = &self.state.position;
        let mut moves = position.legal_moves();
        moves.retain(|mv| !self.excluded.contains(mv));
        if moves.is_empty() || self.position_invalid {
            self.state.engine.stop();
            self.search = None;
            return;
        }
        let search_moves = if self.excluded.is_empty() { Vec::new() } else { moves };
        let limits = Limits { infinite: true, search_moves, ..Limits::default() };
        self.start_search(limits, SearchKind::Analysis);
    }

    /// Prints `stat01: TIME NODES DEPTH MOVES-LEFT MOVES MOVE`.
    pub(super) fn print_status(&mut self) -> io::Result<()> {
        let Some(search) = self.search.as_ref().filter(|_| self.mode == Mode::Analyze) else {
            return Ok(());
        };
        let position = &self.state.position;
        let moves = position.legal_moves().len().saturating_sub(self.excluded.len());
        let (nodes, depth) = search.info.as_ref().map_or((0, 0), |info| (info.nodes, info.depth));
        let mut text =
            format!("stat01: {} {nodes} {depth}", centiseconds(search.started.elapsed()));
        let best = search.info.as_ref().and_then(|info| info.pv.first()).map(|&mv| (mv, 1));
        match search.current.or(best) {
            Some((mv, number)) => {
                let text_of_move =
                    encode::encode_move(position, &self.board, mv).text(self.board.size);
                text += &format!(" {} {moves} {text_of_move}", moves.saturating_sub(number));
            }
            None => text += &format!(" {moves} {moves}"),
        }
        self.output.lines(text)
    }

    /// Excludes root moves from the analysis, or includes them again: a move, `all`, the `best` so far,
    /// or all but that, the `tail`.
    pub(super) fn exclude(&mut self, selector: &str, out: bool) -> Result<(), SessionError> {
        let position = &self.state.position;
        let best = self
            .search
            .as_ref()
            .filter(|search| search.kind == SearchKind::Analysis)
            .and_then(|search| search.info.as_ref())
            .and_then(|info| info.pv.first().copied());
        let no_best = Rejected::from("there is no best move yet");
        let selected: Vec<Move> = match selector {
            "all" => position.legal_moves(),
            "best" => vec![best.ok_or(no_best)?],
            "tail" => {
                let best = best.ok_or(no_best)?;
                position.legal_moves().into_iter().filter(|mv| *mv != best).collect()
            }
            text => vec![decode::decode_move(position, &self.board, text)?.0],
        };
        self.excluded.retain(|mv| !selected.contains(mv));
        if out {
            self.excluded.extend(selected);
        }
        if self.mode == Mode::Analyze {
            self.cancel_search()?;
            self.restart_analysis();
        }
        Ok(())
    }
}
