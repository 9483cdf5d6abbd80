//! A thread that plays games one after another. It runs at most two engines at a time, and restarts
//! an engine only if the settings require it or if the engine failed in its last game. Its engines
//! are processes that end with it, so it starts them itself.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, SyncSender};
use std::time::Duration;

use baroque_movegen::ByColor;
use baroque_protocol::tools::args::processors;

use super::game::{FinishedGame, GameError, GameSetup, MatchConditions, play};
use super::game_end::Termination;
use super::player::{EngineContext, EnginePlayer, PlayerError, start};
use super::schedule::Pairing;
use super::settings::Settings;

/// What the main loop of a tournament receives.
pub enum TournamentEvent {
    /// The worker with this number waits for a game.
    Idle(usize),
    /// A game has started.
    Started(Pairing),
    /// A game has ended; with the current options of both engines.
    Finished(Box<FinishedGame>, ByColor<ReportedOptions>),
    /// A worker cannot continue; the message says why.
    Failed(String),
    /// The worker with this number has ended.
    Exited(usize),
    /// A line to or from an engine, to be printed.
    Line(String),
}

/// Current option values of an engine, as it spells them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ReportedOptions {
    /// `Threads`.
    pub threads: Option<String>,
    /// `Hash`, in MiB.
    pub hash: Option<String>,
}

/// The data of a worker thread.
pub struct Worker {
    /// Its number, from 0.
    pub number: usize,
    pub settings: Arc<Settings>,
    pub conditions: Arc<MatchConditions>,
    pub context: EngineContext,
    pub events: SyncSender<TournamentEvent>,
    pub setups: Receiver<GameSetup>,
}

/// A running engine and its index in the settings.
type RunningEngine = (usize, Box<dyn EnginePlayer>);

/// Sends [`TournamentEvent::Exited`] when dropped, also in a panic.
struct ExitGuard(SyncSender<TournamentEvent>, usize);

impl Drop for ExitGuard {
    fn drop(&mut self) {
        let _ = self.0.send(TournamentEvent::Exited(self.1));
    }
}

impl Worker {
    /// Plays games until there are no more.
    pub fn run(self) {
        let _guard = ExitGuard(self.events.clone(), self.number);
        let mut engines: Vec<RunningEngine> = Vec::new();
        self.set_affinity();
        loop {
            // The tournament is over when its main loop has ended.
            if self.events.send(TournamentEvent::Idle(self.number)).is_err() {
                return;
            }
            let Ok(setup) = self.setups.recv() else { return };
            match self.play_one(&setup, &mut engines) {
                Ok(()) => self.pause(),
                // The main loop answers the next `Idle` by ending this worker.
                Err(GameError::Interrupted) => {}
                Err(GameError::Unplayable(reason)) => {
                    let _ = self.events.send(TournamentEvent::Failed(reason));
                }
            }
        }
    }

    /// Plays a game, with engines that still run from the last one where possible.
    fn play_one(
        &self,
        setup: &GameSetup,
        engines: &mut Vec<RunningEngine>,
    ) -> Result<(), GameError> {
        let sides = [setup.pairing.white, setup.pairing.black];
        engines.retain(|(index, _)| sides.contains(index));
        for index in sides {
            if engines.iter().all(|(other, _)| *other != index) {
                engines.push((index, self.start(index)?));
            }
        }
        let _ = self.events.send(TournamentEvent::Started(setup.pairing));
        let played = self.play(setup, engines)?;
        let options = ByColor(sides.map(|side| reported_options(side, engines)));
        let end = played.end;
        // Sent first, so that the game is recorded before this thread waits for an engine.
        let _ = self.events.send(TournamentEvent::Finished(Box::new(played), options));
        engines.retain_mut(|(index, player)| {
            let restart = self.settings.engines.get(*index).is_some_and(|entry| entry.restart);
            // An interrupted game is the last one.
            let stopped =
                end.termination == Termination::Interrupted || player.stop_pondering().is_ok();
            stopped && !restart && !(end.fault().is_some() && player.ping().is_err())
        });
        Ok(())
    }

    fn start(&self, index: usize) -> Result<Box<dyn EnginePlayer>, GameError> {
        let entry = self.settings.engines.get(index);
        let config = entry.map(|entry| entry.engine.clone()).unwrap_or_default();
        let mut context = self.context.clone();
        if let Some(factor) = entry.and_then(|entry| entry.time_scale) {
            context.timeouts = context.timeouts.scaled(factor);
        }
        start(&config, &context).map_err(|error| match error {
            PlayerError::Interrupted => GameError::Interrupted,
            other => {
                GameError::Unplayable(format!("{} engine startup failure: {other}", config.name))
            }
        })
    }

    fn play(
        &self,
        setup: &GameSetup,
        engines: &mut [RunningEngine],
    ) -> Result<FinishedGame, GameError> {
        let white = setup.pairing.white;
        let missing = || GameError::Unplayable("an engine is missing".to_owned());
        let [one, other] = engines else { return Err(missing()) };
        let (white, black) = if one.0 == white { (one, other) } else { (other, one) };
        let entry = |index: usize| self.settings.engines.get(index).ok_or_else(missing);
        let players =
            ByColor([(entry(white.0)?, white.1.as_mut()), (entry(black.0)?, black.1.as_mut())]);
        play(setup, players, &self.conditions)
    }

    /// Waits between games, until the tournament is stopped.
    fn pause(&self) {
        let mut left = Duration::from_millis(self.settings.run.wait);
        while left > Duration::ZERO && !self.conditions.abort.load(Ordering::Relaxed) {
            let step = left.min(Duration::from_millis(50));
            std::thread::sleep(step);
            left -= step;
        }
    }

    /// Binds the thread to its processors. Engines that it starts inherit that.
    fn set_affinity(&self) {
        let Some(chosen) = &self.settings.run.affinity else { return };
        let list: Vec<usize> =
            if chosen.is_empty() { (0..processors()).collect() } else { chosen.clone() };
        let each = self.settings.threads();
        let own = list.iter().cycle().skip(self.number * each).take(each.min(list.len()));
        if let Err(reason) = bind(&own.copied().collect::<Vec<_>>()) {
            let _ = self.events.send(TournamentEvent::Failed(format!("-use-affinity: {reason}")));
        }
    }
}

/// Binds this thread to some processors.
#[cfg(target_os = "linux")]
fn bind(processors: &[usize]) -> Result<(), String> {
    use nix::sched::{CpuSet, sched_setaffinity};
    use nix::unistd::Pid;

    let mut set = CpuSet::new();
    let bound = processors.iter().try_for_each(|&processor| set.set(processor));
    bound
        .and_then(|()| sched_setaffinity(Pid::from_raw(0), &set))
        .map_err(|error| error.to_string())
}

/// Other systems have no such call, or one that needs unsafe code.
#[cfg(not(target_os = "linux"))]
fn bind(_processors: &[usize]) -> Result<(), String> {
    Err("not supported on this system".to_owned())
}

fn reported_options(side: usize, engines: &[RunningEngine]) -> ReportedOptions {
    let engine = engines.iter().find(|(index, _)| *index == side);
    let option = |name| engine.and_then(|(_, player)| player.option_value(name));
    ReportedOptions { threads: option("Threads"), hash: option("Hash") }
}
