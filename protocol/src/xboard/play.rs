//! The engine's searches: its moves, pondering, hints and thinking output.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use baroque_engine::{Bound, Info, Limits, Report, Score, ScoreText};
use baroque_formats::Rejected;
use baroque_movegen::{Color, Move, Special};

use super::encode;
use super::xboard_move::XboardMove;
use super::{Mode, RunningSearch, SearchKind, SessionError, XboardSession};
use crate::options::{DRAW_SCORE, Setting};

/// Search time of `hint` in milliseconds.
const HINT_TIME: u64 = 300;
/// XBoard reads a score of plus or minus (`MATE_SCORE` + n) as mate in n moves.
const MATE_SCORE: i32 = 100_000;

impl<W: Write> XboardSession<W> {
    /// Whether the engine searches for the move to play.
    pub(super) fn is_thinking(&self) -> bool {
        matches!(&self.search, Some(search) if search.kind == SearchKind::Move)
    }

    pub(super) fn enter_force_mode(&mut self) -> Result<(), SessionError> {
        self.cancel_search()?;
        self.mode = Mode::Force;
        Ok(())
    }

    /// Plays this side from now on, and moves at once if it is to move.
    pub(super) fn play_for(&mut self, color: Color) -> Result<(), SessionError> {
        self.require_position()?;
        if self.is_thinking() && self.mode == Mode::Play(color) {
            return Ok(());
        }
        self.cancel_search()?;
        self.mode = Mode::Play(color);
        if color == self.state.position.side() {
            self.search_move(false)?;
        } else {
            self.start_pondering();
        }
        Ok(())
    }

    /// `white` and `black` of protocol version 1: the engine plays against `side`, which must be to
    /// move in the position.
    pub(super) fn play_against(&mut self, side: Color) -> Result<(), SessionError> {
        if self.state.position.side() != side {
            return Err(Rejected::from("it is not that side's turn").into());
        }
        self.cancel_search()?;
        self.mode = Mode::Play(!side);
        Ok(())
    }

    /// Prints the result if the game is over; else searches the engine's move. After a ponder hit the
    /// running search continues.
    pub(super) fn search_move(&mut self, ponder_hit: bool) -> Result<(), SessionError> {
        if self.print_result()? {
            return Ok(self.cancel_search()?);
        }
        match &mut self.search {
            Some(search) if ponder_hit => {
                search.kind = SearchKind::Move;
                search.started = Instant::now();
                self.state.engine.ponder_hit();
            }
            _ => {
                let limits = self.limits();
                self.start_search(limits, SearchKind::Move);
            }
        }
        Ok(())
    }

    /// Limits of a search for the side to move, restricted to moves that XBoard can handle.
    fn limits(&self) -> Limits {
        let position = &self.state.position;
        let made = position.moves().len() / 2;
        let mut limits = self.clock.limits(position.side(), made);
        let legal = position.legal_moves();
        let playable: Vec<Move> =
            legal.iter().copied().filter(|mv| self.is_playable_in_xboard(*mv)).collect();
        if playable.len() < legal.len() {
            limits.search_moves = playable;
        }
        limits
    }

    /// Whether XBoard can parse the move and removes no other piece by it. A piece that XBoard removes
    /// in a supposed en passant capture could not move any more.
    fn is_playable_in_xboard(&self, mv: Move) -> bool {
        let position = &self.state.position;
        let view = position.view();
        if !encode::is_expressible(&self.state.position, mv)
            || !self.board.is_chess_pawn(view.coord(mv.from()))
        {
            return encode::is_expressible(&self.state.position, mv);
        }
        let mut after = self.board.clone();
        after.apply(&encode::encode_move(position, &self.board, mv));
        let mut next = position.clone();
        next.play(mv)
            .is_ok_and(|()| after.missing(&next.view()).len() <= self.board.missing(&view).len())
    }

    /// Starts a search, which replaces a running one.
    pub(super) fn start_search(&mut self, limits: Limits, kind: SearchKind) {
        // This setting cannot fail.
        let _ = self.state.set(Setting::Analyse(kind == SearchKind::Analysis));
        let number = self.state.go(limits);
        let started = Instant::now();
        self.search = Some(RunningSearch { number, kind, started, info: None, current: None });
    }

    /// Stops the search without playing its move; executes what was queued behind it.
    pub(super) fn cancel_search(&mut self) -> io::Result<()> {
        if self.search.take().is_some() {
            self.state.engine.stop();
        }
        self.flush_queues()
    }

    /// Applies queued settings and answers pending pings.
    fn flush_queues(&mut self) -> io::Result<()> {
        self.apply_queued_settings()?;
        for number in std::mem::take(&mut self.pending_pings) {
            self.output.lines(format_args!("pong {number}"))?;
        }
        Ok(())
    }

    /// Handles a report of the running search.
    pub(super) fn handle_report(&mut self, report: Report) -> io::Result<()> {
        match report {
            Report::Info(info) => self.handle_info(info),
            Report::NoMate { .. } => Ok(()),
            Report::CurrentMove { mv, number, .. } => {
                if let Some(search) = &mut self.search {
                    search.current = Some((mv, number));
                }
                Ok(())
            }
            Report::Best { best, ponder } => match self.finish_search(best, ponder) {
                Ok(()) => Ok(()),
                Err(SessionError::Rejected(error)) => self.print_error(error, "go"),
                Err(SessionError::Output(error)) => Err(error),
            },
        }
    }

    fn handle_info(&mut self, info: Info) -> io::Result<()> {
        let Some(search) = &mut self.search else {
            return Ok(());
        };
        let is_printed = match search.kind {
            SearchKind::Analysis => true,
            SearchKind::Move | SearchKind::Ponder(_) => self.post,
            SearchKind::Hint => false,
        };
        if info.multi_pv == 1 {
            search.info = Some(info.clone());
        }
        if is_printed {
            let text = self.thinking_line(&info);
            self.output.lines(text)?;
        }
        Ok(())
    }

    /// A line of thinking output: depth, score, centiseconds, nodes, moves.
    fn thinking_line(&self, info: &Info) -> String {
        let mut text = format!(
            "{} {} {} {}",
            info.depth,
            score(info.score),
            centiseconds(info.time),
            info.nodes
        );
        let view = self.state.position.view();
        for &mv in &info.pv {
            let [from, to] = [mv.from(), mv.to()].map(|square| view.coord(square));
            let mut xboard_move = XboardMove::plain(from, to);
            if let Special::Piece(kind) = mv.special() {
                let letter = self.state.position.letter(kind);
                xboard_move.promotion = Some(letter.to_ascii_lowercase());
            }
            if let Some(kind) = mv.dropped() {
                let letter = encode::fen_letter(&self.state.position, kind);
                xboard_move = XboardMove::drop(letter, to);
            }
            text.push(' ');
            text.push_str(&xboard_move.text(self.board.size));
        }
        match info.bound {
            Bound::Exact => {}
            Bound::Lower => text.push('!'),
            Bound::Upper => text.push('?'),
        }
        text
    }

    /// Handles the best move of a finished search.
    fn finish_search(
        &mut self,
        best: Option<Move>,
        ponder: Option<Move>,
    ) -> Result<(), SessionError> {
        let Some(search) = self.search.take() else {
            return Ok(());
        };
        match (search.kind, best) {
            (SearchKind::Move, Some(best)) => self.play_best(best, ponder, &search)?,
            (SearchKind::Hint, Some(best)) => self.print_hint(best)?,
            (SearchKind::Move, None) => drop(self.print_result()?),
            _ => {}
        }
        self.flush_queues()?;
        if search.kind == SearchKind::Move {
            self.start_pondering();
        }
        Ok(())
    }

    /// Sends and plays the engine's move.
    fn play_best(
        &mut self,
        mv: Move,
        ponder: Option<Move>,
        search: &RunningSearch,
    ) -> Result<(), SessionError> {
        self.clock.engine_moved(search.started.elapsed());
        self.last_score = search.info.as_ref().map(|info| info.score);
        self.ponder_move = ponder;
        let xboard_move = encode::encode_move(&self.state.position, &self.board, mv);
        let text = xboard_move.text(self.board.size);
        self.output.lines(format_args!("move {text}"))?;
        self.make_move(mv, &xboard_move)?;
        self.print_result()?;
        Ok(())
    }

    pub(super) fn set_ponder(&mut self, on: bool) -> Result<(), SessionError> {
        self.ponder = on;
        let pondering =
            matches!(&self.search, Some(RunningSearch { kind: SearchKind::Ponder(_), .. }));
        match (on, pondering) {
            (true, false) if self.search.is_none() => self.start_pondering(),
            (false, true) => self.cancel_search()?,
            _ => {}
        }
        Ok(())
    }

    /// Searches the reply to the expected move, if pondering is on and the opponent is to move.
    pub(super) fn start_pondering(&mut self) {
        let position = &mut self.state.position;
        let opponent_moves = self.mode == Mode::Play(!position.side());
        let Some(mv) =
            self.ponder_move.filter(|_| self.ponder && opponent_moves && !self.position_invalid)
        else {
            return;
        };
        let xboard_move = encode::encode_move(position, &self.board, mv);
        if position.outcome().is_some() || position.play(mv).is_err() {
            return;
        }
        let board = self.board.clone();
        self.board.apply(&xboard_move);
        let limits = Limits { ponder: true, ..self.limits() };
        self.start_search(limits, SearchKind::Ponder(mv));
        self.board = board;
        self.state.position.take_back();
    }

    /// Accepts a draw offer, by `offer draw`, if the score is at most [`DRAW_SCORE`].
    pub(super) fn answer_draw_offer(&mut self) -> io::Result<()> {
        let running = self.search.as_ref().filter(|search| search.kind == SearchKind::Move);
        let running = running.and_then(|search| search.info.as_ref()).map(|info| info.score);
        let score = running.or(self.last_score);
        let behind = score.is_some_and(|score| score <= Score::cp(DRAW_SCORE));
        match matches!(self.mode, Mode::Play(_)) && behind {
            true => self.output.lines("offer draw"),
            false => Ok(()),
        }
    }

    /// Prints the best move of the analysis or the expected move, or starts a short search for one.
    pub(super) fn hint(&mut self) -> Result<(), SessionError> {
        self.require_position()?;
        if self.is_thinking() {
            return Ok(());
        }
        let info = self.search.as_ref().and_then(|search| search.info.as_ref());
        let analysed = info.filter(|_| self.mode == Mode::Analyze).and_then(|info| info.pv.first());
        let known = analysed.copied().or(self.ponder_move);
        match known {
            Some(mv) => self.print_hint(mv)?,
            None if self.search.is_none() && self.state.position.outcome().is_none() => {
                let limits = Limits { move_time: Some(HINT_TIME), ..self.limits() };
                self.start_search(limits, SearchKind::Hint);
            }
            None => {}
        }
        Ok(())
    }

    fn print_hint(&mut self, mv: Move) -> io::Result<()> {
        let position = &self.state.position;
        if !position.legal_moves().contains(&mv) {
            return Ok(());
        }
        let text = encode::encode_move(position, &self.board, mv).text(self.board.size);
        self.output.lines(format_args!("Hint: {text}"))
    }
}

/// A score in centipawns, or a mate score as [`MATE_SCORE`] describes.
pub(super) fn score(score: Score) -> i32 {
    match score.text() {
        ScoreText::Centipawns(value) => value,
        ScoreText::Mate(moves) if moves > 0 => MATE_SCORE + moves,
        ScoreText::Mate(moves) => moves - MATE_SCORE,
    }
}

pub(super) fn centiseconds(time: Duration) -> u128 {
    time.as_millis() / 10
}
