//! The engine of this program, in its process. Its options and what it tells are in UCI's words, so that
//! it differs from the same engine in a process of its own in nothing but speed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use baroque_engine::{Limits, Report};
use baroque_movegen::Move;

use super::offer::Offers;
use super::told::Hearing;
use super::{
    Answer, Direction, EngineConfig, EngineLog, Failure, GameRules, LAST_CHANCE, Player, Reply,
    Surroundings, Turn, cannot_follow, follow, threads_first,
};
use crate::host::{Change, Host};
use crate::option::{self, Setting};
use crate::uci::info;
use crate::{AnyGame, Place};

/// How often a wait looks whether it has become pointless.
const POLL: Duration = Duration::from_millis(20);

/// The engine of this program.
pub struct Builtin {
    name: String,
    host: Host,
    offers: Offers,
    /// The options that the match sets; they are set again after the rules changed.
    settings: Vec<Setting>,
    rules: Option<GameRules>,
    /// Whether it thinks while its opponent does.
    ponders: bool,
    /// The answer to its last move that it expects.
    expected: Option<Move>,
    /// The place behind that answer, while a search is about it.
    pondered: Option<(Place, Search)>,
    warnings: Vec<String>,
    stop: Arc<AtomicBool>,
    log: Option<Arc<dyn EngineLog>>,
}

/// A search that was begun.
struct Search {
    begun: Instant,
    /// What it reports, and when it did: the time that passes until it is heard is not the engine's.
    reports: Receiver<(Instant, Report)>,
}

impl Search {
    fn begin(game: &mut dyn AnyGame, limits: Limits) -> Self {
        let (sender, reports) = channel();
        let listener = move |report| {
            // Nobody listens any more to a search that was given up.
            let _ = sender.send((Instant::now(), report));
        };
        let begun = Instant::now();
        game.go(limits, Box::new(listener));
        Self { begun, reports }
    }
}

impl Builtin {
    /// An engine with these options.
    ///
    /// # Errors
    /// [`Failure::Start`] if something is configured that only a process has.
    pub fn new(config: &EngineConfig, surroundings: &Surroundings) -> Result<Self, Failure> {
        if let Some(line) = config.init.first() {
            return Err(Failure::Start(format!("'{line}': {} hears no lines", config.name)));
        }
        // The host itself has nothing to tell, for searches are begun without it.
        let host = Host::new(channel().0).map_err(cannot_follow)?;
        let mut offers = Offers::default();
        for line in option::describe(host.game.as_ref()).lines() {
            offers.hear_uci(line);
        }
        let mut engine = Self {
            name: config.name.clone(),
            host,
            offers,
            settings: Vec::new(),
            rules: None,
            ponders: config.ponder,
            expected: None,
            pondered: None,
            warnings: Vec::new(),
            stop: Arc::clone(&surroundings.stop),
            log: surroundings.log.clone(),
        };
        for (name, value) in threads_first(&config.options) {
            engine.order(name, value);
        }
        Ok(engine)
    }

    /// Takes in an option. The rules are not set by options here.
    fn order(&mut self, name: &str, value: &str) {
        match self.offers.set(&self.name, name, value) {
            Ok(None) => {}
            Ok(Some(order)) => {
                match Setting::parse(&order.name, order.value.as_deref().unwrap_or_default()) {
                    Ok(Setting::Variant(_) | Setting::Rules(_)) => {}
                    Ok(Setting::Log(_)) => {
                        self.warnings.push(format!("{} writes no {}", self.name, order.name));
                    }
                    Ok(setting) => self.settings.push(setting),
                    Err(error) => self.warnings.push(format!("{}: {error}", self.name)),
                }
            }
            Err(warning) => self.warnings.push(warning),
        }
    }

    fn set_rules(&mut self, rules: &GameRules) -> Result<(), Failure> {
        let variant = Setting::Variant(rules.variant.clone());
        if let Change::Rules(Some(error)) = self.host.set(variant).map_err(cannot_follow)? {
            return Err(cannot_follow(error));
        }
        self.host.set(Setting::Rules(rules.rules.clone())).map_err(cannot_follow)?;
        for setting in &self.settings {
            if let Err(error) = self.host.set(setting.clone()) {
                self.warnings.push(format!("{}: {error}", self.name));
            }
        }
        Ok(())
    }

    /// Hears a search up to its move and when that was named; none until the deadline.
    fn best_move(
        &mut self,
        search: &Search,
        deadline: Option<Instant>,
        hearing: &mut Hearing,
    ) -> Result<Option<(String, Instant)>, Failure> {
        loop {
            if self.stop.load(Ordering::Relaxed) {
                self.host.game.stop();
                return Err(Failure::Interrupted);
            }
            let left = deadline.map_or(POLL, |end| end.saturating_duration_since(Instant::now()));
            let (at, report) = match search.reports.recv_timeout(left.min(POLL)) {
                Ok(heard) => heard,
                Err(RecvTimeoutError::Disconnected) => return Err(Failure::Disconnected),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Ok(None),
                Err(RecvTimeoutError::Timeout) => continue,
            };
            match report {
                Report::Info(info) => {
                    let line = info::line(&info, self.host.game.as_ref());
                    self.log(Direction::From, &line);
                    hearing.told.hear_uci(&line);
                    hearing.keep(line);
                }
                Report::CurrentMove { .. } => {}
                Report::Best { best, ponder } => {
                    self.expected = ponder.filter(|_| self.ponders);
                    let best = best.map(|mv| self.host.game.uci(mv));
                    return Ok(Some((best.unwrap_or_else(|| "(none)".to_owned()), at)));
                }
            }
        }
    }

    fn log(&self, direction: Direction, line: &str) {
        if let Some(log) = &self.log {
            log.line(&self.name, direction, line);
        }
    }
}

impl Player for Builtin {
    fn new_game(&mut self, rules: &GameRules) -> Result<(), Failure> {
        self.rest()?;
        if self.rules.as_ref() != Some(rules) {
            self.rules = None;
            self.set_rules(rules)?;
            self.rules = Some(rules.clone());
        }
        self.log(Direction::To, "ucinewgame");
        self.host.game.clear();
        Ok(())
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Answer, Failure> {
        let search = match self.pondered.take() {
            Some((place, search)) if place == *turn.place => {
                self.log(Direction::To, "ponderhit");
                let begun = Instant::now();
                self.host.game.ponder_hit();
                Search { begun, ..search }
            }
            other => {
                self.pondered = other;
                self.rest()?;
                follow(self.host.game.as_mut(), turn.game, |_, _| {})?;
                Search::begin(self.host.game.as_mut(), turn.limits.clone())
            }
        };
        let begun = search.begun;
        let deadline = turn.deadline.and_then(|time| begun.checked_add(time));
        let mut hearing = Hearing::default();
        if let Some((mv, at)) = self.best_move(&search, deadline, &mut hearing)? {
            self.log(Direction::From, &format!("bestmove {mv}"));
            return Ok(hearing.answer(Reply::Move(mv), at, begun));
        }
        self.host.game.stop();
        self.best_move(&search, Some(Instant::now() + LAST_CHANCE), &mut hearing)?;
        Err(Failure::NoMove)
    }

    fn ponder(&mut self, turn: &Turn<'_>) -> Result<(), Failure> {
        let Some(mv) = self.expected.take() else { return Ok(()) };
        follow(self.host.game.as_mut(), turn.game, |_, _| {})?;
        let mut place = turn.place.clone();
        place.moves.push(turn.game.uci(mv));
        self.host.game.play(mv).map_err(cannot_follow)?;
        let limits = Limits { ponder: true, ..turn.limits.clone() };
        self.pondered = Some((place, Search::begin(self.host.game.as_mut(), limits)));
        Ok(())
    }

    fn rest(&mut self) -> Result<(), Failure> {
        if let Some((_, search)) = self.pondered.take() {
            self.host.game.stop();
            let deadline = Some(Instant::now() + LAST_CHANCE);
            self.best_move(&search, deadline, &mut Hearing::default())?;
        }
        self.expected = None;
        Ok(())
    }

    fn is_ready(&mut self) -> Result<(), Failure> {
        match self.stop.load(Ordering::Relaxed) {
            true => Err(Failure::Interrupted),
            false => Ok(()),
        }
    }

    /// The referee's own: they are one program.
    fn legal_moves(&mut self, game: &dyn AnyGame, _place: &Place) -> Option<Vec<String>> {
        Some(game.legal().into_iter().map(|mv| game.uci(mv)).collect())
    }

    fn option(&self, name: &str) -> Option<String> {
        self.offers.value(name).map(str::to_owned)
    }

    fn warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.warnings)
    }
}
