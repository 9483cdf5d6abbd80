//! A thread that plays one game after the other. It has at most two engines at a time, and starts
//! one anew only if the next game is another's, or if the last game broke it.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, Sender};
use std::time::Duration;

use baroque_movegen::ByColor;

use super::game::{NoGame, Played, Task, Terms, play};
use super::player::{Failure, Player, Surroundings, start};
use super::schedule::Fixture;
use super::settings::Settings;
use super::verdict::Cause;

/// What a worker tells.
pub enum Event {
    /// The worker of this number has nothing to do.
    Idle(usize),
    /// A game begins.
    Started(Fixture),
    /// A game is over. The second part says what the engines have: threads and hash table.
    Finished(Box<Played>, ByColor<Equipment>),
    /// It cannot go on.
    Failed(String),
    /// The worker of this number has ended.
    Left(usize),
    /// Somebody wants the tournament to end.
    Interrupt,
}

/// What an engine has, in its own words.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Equipment {
    /// Its search threads.
    pub threads: Option<String>,
    /// MiB of its hash table.
    pub hash: Option<String>,
}

/// The thread's own things.
pub struct Worker {
    /// Its number.
    pub number: usize,
    /// What is played.
    pub settings: Arc<Settings>,
    /// What holds for all games.
    pub terms: Arc<Terms>,
    /// What engines need.
    pub surroundings: Surroundings,
    /// Where it tells things.
    pub events: Sender<Event>,
    /// Where its games come from.
    pub tasks: Receiver<Task>,
}

/// An engine that runs, and its index.
type Running = (usize, Box<dyn Player>);

/// Tells that a worker has ended, however it did.
struct Leave(Sender<Event>, usize);

impl Drop for Leave {
    fn drop(&mut self) {
        let _ = self.0.send(Event::Left(self.1));
    }
}

impl Worker {
    /// Plays until there are no more games for it.
    pub fn run(self) {
        let _leave = Leave(self.events.clone(), self.number);
        let mut engines: Vec<Running> = Vec::new();
        self.bind();
        loop {
            // Where nobody listens any more there is nothing left to do.
            if self.events.send(Event::Idle(self.number)).is_err() {
                return;
            }
            let Ok(task) = self.tasks.recv() else { return };
            match self.one(task, &mut engines) {
                Ok(()) => self.pause(),
                // It is idle again, and will hear that there is nothing more to do.
                Err(NoGame::Interrupted) => {}
                Err(NoGame::Refused(reason)) => {
                    let _ = self.events.send(Event::Failed(reason));
                }
            }
        }
    }

    fn one(&self, task: Task, engines: &mut Vec<Running>) -> Result<(), NoGame> {
        let sides = [task.fixture.white, task.fixture.black];
        engines.retain(|(index, _)| sides.contains(index));
        for index in sides {
            if engines.iter().all(|(other, _)| *other != index) {
                engines.push((index, self.start(index)?));
            }
        }
        let _ = self.events.send(Event::Started(task.fixture));
        let played = self.play(&task, engines)?;
        let equipment = ByColor(sides.map(|side| equipment(side, engines)));
        let (broken, cause) = (played.verdict.is_fault(), played.verdict.cause);
        // The game is safe before anyone is waited for.
        let _ = self.events.send(Event::Finished(Box::new(played), equipment));
        engines.retain_mut(|(index, player)| {
            let restart = self.settings.engines.get(*index).is_some_and(|entrant| entrant.restart);
            // After a game that was broken off there is no other: nobody is waited for.
            let rests = cause == Cause::Interruption || player.rest().is_ok();
            rests && !restart && !(broken && player.is_ready().is_err())
        });
        Ok(())
    }

    fn start(&self, index: usize) -> Result<Box<dyn Player>, NoGame> {
        let entrant = self.settings.engines.get(index);
        let config = entrant.map(|entrant| entrant.engine.clone()).unwrap_or_default();
        let mut surroundings = self.surroundings.clone();
        if let Some(factor) = entrant.and_then(|entrant| entrant.patience) {
            surroundings.patience = surroundings.patience.times(factor);
        }
        start(&config, &surroundings).map_err(|failure| match failure {
            Failure::Interrupted => NoGame::Interrupted,
            other => NoGame::Refused(format!("{} engine startup failure: {other}", config.name)),
        })
    }

    fn play(&self, task: &Task, engines: &mut [Running]) -> Result<Played, NoGame> {
        let white = task.fixture.white;
        let lost = || NoGame::Refused("an engine is lost".to_owned());
        let [one, other] = engines else { return Err(lost()) };
        let (white, black) = if one.0 == white { (one, other) } else { (other, one) };
        let entrant = |index: usize| self.settings.engines.get(index).ok_or_else(lost);
        let players =
            ByColor([(entrant(white.0)?, white.1.as_mut()), (entrant(black.0)?, black.1.as_mut())]);
        play(task, players, &self.terms)
    }

    /// The time between games, which the end of the tournament cuts short.
    fn pause(&self) {
        let mut left = self.settings.wait();
        while left > Duration::ZERO && !self.terms.abort.load(Ordering::Relaxed) {
            let step = left.min(Duration::from_millis(50));
            std::thread::sleep(step);
            left -= step;
        }
    }

    /// Binds the thread to its processors; engines that it starts inherit that.
    fn bind(&self) {
        let Some(processors) = &self.settings.conduct.affinity else { return };
        let all = std::thread::available_parallelism().map_or(1, usize::from);
        let list: Vec<usize> =
            if processors.is_empty() { (0..all).collect() } else { processors.clone() };
        let each = self.settings.threads();
        let own = list.iter().cycle().skip(self.number * each).take(each.min(list.len()));
        if let Err(reason) = bind(&own.copied().collect::<Vec<_>>()) {
            let _ = self.events.send(Event::Failed(format!("-use-affinity: {reason}")));
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

/// Other systems have no such call, or one that a library would have to wrap.
#[cfg(not(target_os = "linux"))]
fn bind(_processors: &[usize]) -> Result<(), String> {
    Err("not supported on this system".to_owned())
}

fn equipment(side: usize, engines: &[Running]) -> Equipment {
    let engine = engines.iter().find(|(index, _)| *index == side);
    let option = |name| engine.and_then(|(_, player)| player.option(name));
    Equipment { threads: option("Threads"), hash: option("Hash") }
}
