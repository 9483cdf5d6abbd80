//! The engine's own moves.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use baroque_engine::{Bound, Info, Limits, Report, Score, ScoreText};
use baroque_movegen::{Color, Move};

use super::text::{self, Shown};
use super::{Failure, Mode, Purpose, Search, Session};
use crate::error::XboardError;
use crate::option::Setting;

/// A draw is welcome when the engine thinks that it is behind by so much, in centipawns.
const DRAW_SCORE: i32 = -50;
/// How long the engine thinks about a move for the user, in milliseconds.
const HINT_TIME: u64 = 300;
/// Scores beyond this are mates, the rest of them counts moves.
const MATE_SCORE: i32 = 100_000;

impl<W: Write> Session<W> {
    /// Whether the engine thinks about its move.
    pub(super) fn is_thinking(&self) -> bool {
        matches!(&self.search, Some(search) if search.purpose == Purpose::Move)
    }

    /// Plays for nobody any more.
    pub(super) fn stand_by(&mut self) -> Result<(), Failure> {
        self.cancel()?;
        self.mode = Mode::Force;
        Ok(())
    }

    /// Plays for one side, at once if that is to move.
    pub(super) fn play_for(&mut self, color: Color) -> Result<(), Failure> {
        self.require_position()?;
        if self.is_thinking() && self.mode == Mode::Play(color) {
            return Ok(());
        }
        self.cancel()?;
        self.mode = Mode::Play(color);
        if color == self.host.game.side() {
            self.answer(false)?;
        } else {
            self.start_pondering();
        }
        Ok(())
    }

    /// The way to say, in old versions of the protocol, that this side is to move and the engine
    /// plays the other. The game decides who is to move.
    pub(super) fn play_against(&mut self, side: Color) -> Result<(), Failure> {
        if self.host.game.side() != side {
            return Err(XboardError::WrongTurn.into());
        }
        self.cancel()?;
        self.mode = Mode::Play(!side);
        Ok(())
    }

    /// It is the engine's turn. If it was already pondering on this position it goes on.
    pub(super) fn answer(&mut self, hit: bool) -> Result<(), Failure> {
        if self.tell_result()? {
            return Ok(self.cancel()?);
        }
        match &mut self.search {
            Some(search) if hit => {
                search.purpose = Purpose::Move;
                search.since = Instant::now();
                self.host.game.ponder_hit();
            }
            _ => {
                let limits = self.limits();
                self.start(limits, Purpose::Move);
            }
        }
        Ok(())
    }

    /// The limits of a search for the side to move.
    fn limits(&self) -> Limits {
        let game = self.host.game.as_ref();
        let made = game.moves().len() / 2;
        let mut limits = self.clock.limits(game.side(), made);
        let legal = game.legal();
        let told: Vec<Move> = legal.iter().copied().filter(|mv| self.can_be_told(*mv)).collect();
        if told.len() < legal.len() {
            limits.search_moves = told;
        }
        limits
    }

    /// Whether XBoard will take a move for what it is. It has no word for some, and when it has a pawn
    /// capture in passing where none does, it will not let the piece go on that it took.
    fn can_be_told(&self, mv: Move) -> bool {
        let game = self.host.game.as_ref();
        let view = game.view();
        if !text::can_be_said(mv) || !self.mirror.is_chess_pawn(view.coord(mv.from())) {
            return text::can_be_said(mv);
        }
        let mut after = self.mirror.clone();
        after.apply(&Shown::of(game, &self.mirror, mv));
        after.lost(&game.view_after(mv)).len() <= self.mirror.lost(&view).len()
    }

    /// Starts a search instead of the one that runs, if any.
    pub(super) fn start(&mut self, limits: Limits, purpose: Purpose) {
        // To set this never fails.
        let _ = self.host.set(Setting::Analyse(purpose == Purpose::Analysis));
        let number = self.host.go(limits);
        let since = Instant::now();
        self.search = Some(Search { number, purpose, since, line: None, current: None });
    }

    /// Ends a search without an answer. What waited for the answer waits no longer.
    pub(super) fn cancel(&mut self) -> io::Result<()> {
        if self.search.take().is_some() {
            self.host.game.stop();
        }
        self.catch_up()
    }

    fn catch_up(&mut self) -> io::Result<()> {
        self.set_what_waits()?;
        for number in std::mem::take(&mut self.pings) {
            self.output.lines(format_args!("pong {number}"))?;
        }
        Ok(())
    }

    pub(super) fn move_now(&mut self) {
        if self.is_thinking() {
            self.host.game.stop();
        }
    }

    /// What a running search tells.
    pub(super) fn report(&mut self, report: Report) -> io::Result<()> {
        match report {
            Report::Info(info) => self.tell_line(info),
            Report::CurrentMove { mv, number, .. } => {
                if let Some(search) = &mut self.search {
                    search.current = Some((mv, number));
                }
                Ok(())
            }
            Report::Best { best, ponder } => match self.finish(best, ponder) {
                Ok(()) => Ok(()),
                Err(Failure::Refused(error)) => self.refuse(error, "go"),
                Err(Failure::Output(error)) => Err(error),
            },
        }
    }

    fn tell_line(&mut self, info: Info) -> io::Result<()> {
        let Some(search) = &mut self.search else {
            return Ok(());
        };
        let shown = match search.purpose {
            Purpose::Analysis => true,
            Purpose::Move | Purpose::Ponder(_) => self.post,
            Purpose::Hint => false,
        };
        if info.multi_pv == 1 {
            search.line = Some(info.clone());
        }
        if shown {
            let text = self.line(&info);
            self.output.lines(text)?;
        }
        Ok(())
    }

    /// A thinking line: depth, score, hundredths of a second, nodes, moves.
    fn line(&self, info: &Info) -> String {
        let mut text = format!(
            "{} {} {} {}",
            info.depth,
            score(info.score),
            centiseconds(info.time),
            info.nodes
        );
        let view = self.host.game.view();
        for &mv in &info.pv {
            let squares = [mv.from(), mv.to()].map(|square| view.coord(square));
            let [from, to] = squares;
            let mut shown = Shown::plain(from, to);
            if let baroque_movegen::Special::Piece(kind) = mv.special() {
                shown.promotion = Some(kind.letter().to_ascii_lowercase());
            }
            if let Some(kind) = mv.dropped() {
                let color = self.host.game.side();
                shown = Shown::drop(baroque_movegen::Piece { color, kind }, to);
            }
            text.push(' ');
            text.push_str(&shown.text(self.mirror.grid));
        }
        match info.bound {
            Bound::Exact => {}
            Bound::Lower => text.push('!'),
            Bound::Upper => text.push('?'),
        }
        text
    }

    /// The end of a search.
    fn finish(&mut self, best: Option<Move>, ponder: Option<Move>) -> Result<(), Failure> {
        let Some(search) = self.search.take() else {
            return Ok(());
        };
        match (search.purpose, best) {
            (Purpose::Move, Some(best)) => self.play(best, ponder, &search)?,
            (Purpose::Hint, Some(best)) => self.tell_hint(best)?,
            (Purpose::Move, None) => drop(self.tell_result()?),
            _ => {}
        }
        self.catch_up()?;
        if search.purpose == Purpose::Move {
            self.start_pondering();
        }
        Ok(())
    }

    /// Makes the engine's move.
    fn play(&mut self, mv: Move, ponder: Option<Move>, search: &Search) -> Result<(), Failure> {
        self.clock.moved(search.since.elapsed());
        self.score = search.line.as_ref().map(|line| line.score);
        self.expected = ponder;
        let shown = Shown::of(self.host.game.as_ref(), &self.mirror, mv);
        let text = shown.text(self.mirror.grid);
        self.output.lines(format_args!("move {text}"))?;
        self.make(mv, &shown)?;
        self.tell_result()?;
        Ok(())
    }

    pub(super) fn set_ponder(&mut self, on: bool) -> Result<(), Failure> {
        self.ponder = on;
        let pondering = matches!(&self.search, Some(Search { purpose: Purpose::Ponder(_), .. }));
        match (on, pondering) {
            (true, false) if self.search.is_none() => self.start_pondering(),
            (false, true) => self.cancel()?,
            _ => {}
        }
        Ok(())
    }

    /// Thinks on the opponent's time about the answer to the move that is expected.
    pub(super) fn start_pondering(&mut self) {
        let game = self.host.game.as_mut();
        let waiting = self.mode == Mode::Play(!game.side());
        let Some(mv) = self.expected.filter(|_| self.ponder && waiting && !self.spoiled) else {
            return;
        };
        let shown = Shown::of(game, &self.mirror, mv);
        if game.outcome().is_some() || game.play(mv).is_err() {
            return;
        }
        let before = self.mirror.clone();
        self.mirror.apply(&shown);
        let limits = Limits { ponder: true, ..self.limits() };
        self.start(limits, Purpose::Ponder(mv));
        self.mirror = before;
        self.host.game.take_back();
    }

    /// The engine accepts a draw if it thinks that it is losing.
    pub(super) fn consider_draw(&mut self) -> io::Result<()> {
        let running = self.search.as_ref().filter(|search| search.purpose == Purpose::Move);
        let running = running.and_then(|search| search.line.as_ref()).map(|line| line.score);
        let score = running.or(self.score);
        let behind = score.is_some_and(|score| score <= Score::cp(DRAW_SCORE));
        match matches!(self.mode, Mode::Play(_)) && behind {
            true => self.output.lines("offer draw"),
            false => Ok(()),
        }
    }

    /// Tells the move that the engine expects, or looks for one.
    pub(super) fn hint(&mut self) -> Result<(), Failure> {
        self.require_position()?;
        if self.is_thinking() {
            return Ok(());
        }
        let line = self.search.as_ref().and_then(|search| search.line.as_ref());
        let analysed = line.filter(|_| self.mode == Mode::Analyze).and_then(|line| line.pv.first());
        let known = analysed.copied().or(self.expected);
        match known {
            Some(mv) => self.tell_hint(mv)?,
            None if self.search.is_none() && self.host.game.outcome().is_none() => {
                let limits = Limits { move_time: Some(HINT_TIME), ..self.limits() };
                self.start(limits, Purpose::Hint);
            }
            None => {}
        }
        Ok(())
    }

    fn tell_hint(&mut self, mv: Move) -> io::Result<()> {
        let game = self.host.game.as_ref();
        if !game.legal().contains(&mv) {
            return Ok(());
        }
        let shown = Shown::of(game, &self.mirror, mv).text(self.mirror.grid);
        self.output.lines(format_args!("Hint: {shown}"))
    }
}

/// A score as XBoard reads it.
pub(super) fn score(score: Score) -> i32 {
    match score.text() {
        ScoreText::Centipawns(value) => value,
        ScoreText::Mate(moves) if moves > 0 => MATE_SCORE + moves,
        ScoreText::Mate(moves) => moves - MATE_SCORE,
    }
}

/// A time as XBoard reads it.
pub(super) fn centiseconds(time: Duration) -> u128 {
    time.as_millis() / 10
}
