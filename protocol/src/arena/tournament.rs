//! A whole tournament: who is to play next, what becomes of each result, and when it is over.

use std::collections::{BTreeSet, HashSet};
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use baroque_movegen::ByColor;

use super::announcer::{Announcer, LogFile};
use super::book::Book;
use super::files::Sinks;
use super::game::{Played, Task, Terms};
use super::player::{EngineLog, Surroundings};
use super::record::Recorder;
use super::roster::Roster;
use super::schedule::{Fixture, Schedule};
use super::scoreboard::Scoreboard;
use super::settings::{Level, Settings};
use super::state::{Done, State};
use super::verdict::Cause;
use super::worker::{Equipment, Event, Worker};
use super::{MatchError, PROGRAM};

/// A tournament that is ready to be played, or to be gone on with.
pub struct Prepared {
    /// What is played.
    pub settings: Settings,
    /// Its games so far.
    pub done: Vec<Done>,
    /// Where its state goes.
    pub state: State,
    /// Where its games go.
    pub sinks: Sinks,
    /// Where games begin.
    pub book: Book,
}

/// Why a tournament ends.
#[derive(Clone, PartialEq, Debug)]
enum End {
    /// All games are played.
    Complete,
    /// A test is decided, in these words.
    Decided(String),
    /// Somebody wanted it to end.
    Interrupted,
    /// It could not go on.
    Failed,
}

struct Tournament<'a, W> {
    settings: Arc<Settings>,
    schedule: Schedule,
    book: Book,
    state: State,
    sinks: Sinks,
    recorder: Recorder<'a>,
    board: Scoreboard,
    announcer: Announcer<W>,
    /// Games that were played before.
    played: HashSet<u64>,
    /// The number of the game that comes next.
    next: u64,
    /// The worker's ends of the channels that bring games; none for a worker that has ended.
    workers: Vec<Option<Sender<Task>>>,
    terms: Arc<Terms>,
    roster: Roster,
    /// Games in progress.
    running: BTreeSet<u64>,
    end: Option<End>,
}

/// Plays a tournament to its end. The exit status tells whether it could be.
pub fn run(prepared: Prepared, output: impl Write) -> Result<ExitCode, MatchError> {
    let Prepared { settings, done, state, sinks, book } = prepared;
    let start = Instant::now();
    let settings = Arc::new(settings);
    let log = settings.conduct.log.as_ref();
    let file = log.map(LogFile::open).transpose()?;
    let engine_log = file.clone().filter(|_| log.is_some_and(|log| log.engines));
    let file = file.zip(log.map(|log| log.level));
    let announcer = Announcer::new(output, file, settings.conduct.test_env);
    let terms = Arc::new(Terms {
        rules: settings.rules.clone(),
        adjudication: settings.adjudication,
        abort: Arc::new(AtomicBool::new(false)),
    });
    let schedule = settings.schedule();
    let mut board = Scoreboard::new(&settings);
    for game in &done {
        if let Some(fixture) = schedule.fixture(game.game) {
            board.add(&fixture, game.result(), &game.reason);
        }
    }
    let mut tournament = Tournament {
        recorder: Recorder::new(&settings),
        schedule,
        book,
        state,
        sinks,
        board,
        announcer,
        played: done.iter().map(|game| game.game).collect(),
        next: 1,
        workers: Vec::new(),
        terms: Arc::clone(&terms),
        roster: Roster::new(Arc::clone(&settings)),
        running: BTreeSet::new(),
        end: None,
        settings: Arc::clone(&settings),
    };
    tournament.sinks.begin()?;
    // A test may have been decided before.
    tournament.end = tournament.board.decision().map(End::Decided);
    let (events, inbox) = channel();
    listen_for_interrupts(&events);
    let threads = tournament.hire(&events, engine_log)?;
    let result = tournament.direct(&inbox);
    // Engines must be gone before the program is.
    tournament.workers.clear();
    for thread in threads {
        let _ = thread.join();
    }
    result?;
    tournament.conclude(start.elapsed())
}

/// Ctrl-C is an event like any other.
fn listen_for_interrupts(events: &Sender<Event>) {
    let events = events.clone();
    crate::signals::on_interrupt(move || drop(events.send(Event::Interrupt)));
}

impl<W: Write> Tournament<'_, W> {
    /// Starts the workers, no more than there are games.
    fn hire(
        &mut self,
        events: &Sender<Event>,
        log: Option<Arc<LogFile>>,
    ) -> Result<Vec<JoinHandle<()>>, MatchError> {
        let left = self.schedule.total().saturating_sub(self.played.len() as u64);
        let count = (self.settings.conduct.concurrency as u64).min(left) as usize;
        let mut threads = Vec::new();
        for number in 0..count {
            let (tasks, inbox) = channel();
            let worker = Worker {
                number,
                settings: Arc::clone(&self.settings),
                terms: Arc::clone(&self.terms),
                surroundings: Surroundings {
                    patience: self.settings.conduct.patience,
                    stop: Arc::clone(&self.terms.abort),
                    log: log.clone().map(|log| log as Arc<dyn EngineLog>),
                },
                events: events.clone(),
                tasks: inbox,
            };
            let thread = thread::Builder::new().spawn(move || worker.run());
            threads.push(thread.map_err(|error| MatchError::Thread(error.to_string()))?);
            self.workers.push(Some(tasks));
        }
        Ok(threads)
    }

    /// Handles events until all workers have ended.
    fn direct(&mut self, inbox: &Receiver<Event>) -> Result<(), MatchError> {
        while self.workers.iter().any(Option::is_some) {
            let Ok(event) = inbox.recv() else { break };
            let handled = self.handle(event);
            if let Err(error) = handled {
                // Whoever listened has had enough; games in progress still count.
                let gone = matches!(&error, MatchError::Output(error) if error.kind() == io::ErrorKind::BrokenPipe);
                if !gone {
                    self.abort(End::Failed);
                    return Err(error);
                }
                self.finish(End::Interrupted);
            }
        }
        Ok(())
    }

    fn handle(&mut self, event: Event) -> Result<(), MatchError> {
        match event {
            Event::Idle(worker) => self.employ(worker),
            Event::Started(fixture) => {
                let (number, total) = (fixture.number, self.schedule.total());
                let names = self.roster.names(&fixture);
                self.running.insert(number);
                self.announcer
                    .say(Level::Info, format_args!("Started game {number} of {total} ({names})"))?;
            }
            Event::Finished(played, equipment) => self.record(&played, equipment)?,
            Event::Failed(reason) => {
                self.abort(End::Failed);
                self.announcer.say(Level::Error, format_args!("Fatal; {reason}"))?;
            }
            Event::Left(worker) => self.dismiss(worker),
            Event::Interrupt => self.interrupt(),
        }
        Ok(())
    }

    /// Gives a worker its next game, or lets it go.
    fn employ(&mut self, worker: usize) {
        while self.played.contains(&self.next) {
            self.next += 1;
        }
        let fixture = self.schedule.fixture(self.next).filter(|_| self.end.is_none());
        let Some(fixture) = fixture else { return self.dismiss(worker) };
        self.next += 1;
        let opening = self.book.opening(&fixture);
        if let Some(Some(tasks)) = self.workers.get(worker) {
            // It is waiting for this.
            let _ = tasks.send(Task { fixture, opening });
        }
    }

    fn dismiss(&mut self, worker: usize) {
        if let Some(place) = self.workers.get_mut(worker) {
            *place = None;
        }
    }

    /// Writes a game down, counts it, and tells about it, in this order: what is not written down
    /// is played again, what is not told is lost to nobody but a reader who has gone away.
    fn record(&mut self, played: &Played, equipment: ByColor<Equipment>) -> Result<(), MatchError> {
        self.running.remove(&played.fixture.number);
        if played.verdict.cause == Cause::Interruption {
            return Ok(());
        }
        self.keep(played)?;
        self.roster.note(played, equipment);
        let (result, kind) = (played.verdict.result(), played.verdict.kind());
        let complete = self.board.add(&played.fixture, result, &kind);
        let told = self.tell(played, complete);
        self.decide(played);
        told
    }

    /// Writes a game to all files.
    fn keep(&mut self, played: &Played) -> Result<(), MatchError> {
        let conduct = &self.settings.conduct;
        if let (Some(sink), Some(options)) = (&mut self.sinks.pgn, &conduct.pgn) {
            sink.add(&self.recorder.pgn(played, options))?;
        }
        if let Some(sink) = &mut self.sinks.epd {
            sink.add(&self.recorder.epd(played))?;
        }
        if let Some(sink) = &mut self.sinks.json {
            sink.add(&self.recorder.json(played))?;
        }
        let done = Done {
            game: played.fixture.number,
            result: played.verdict.result().text().to_owned(),
            reason: played.verdict.kind(),
            lengths: self.sinks.lengths(),
        };
        if self.state.add(&done, conduct.save_interval)? {
            self.sinks.sync();
        }
        Ok(())
    }

    /// Tells about a game that was written down and counted.
    fn tell(&mut self, played: &Played, complete: bool) -> Result<(), MatchError> {
        for warning in &played.warnings {
            self.announcer.warn(warning)?;
        }
        if self.settings.conduct.crc
            && let Some(sink) = &mut self.sinks.pgn
        {
            let checksum = sink.checksum()?;
            self.announcer.say(Level::Info, checksum)?;
        }
        let (number, names) = (played.fixture.number, self.roster.names(&played.fixture));
        let (result, reason) = (played.verdict.result(), played.verdict.reason());
        let line = format!("Finished game {number} ({names}): {result} {{{reason}}}");
        self.announcer.say(Level::Info, line)?;
        Ok(self.report(&played.fixture, complete)?)
    }

    /// Tells the scores when it is time to.
    fn report(&mut self, fixture: &Fixture, complete: bool) -> io::Result<()> {
        let (games, counted) = (self.board.games(), self.board.counted());
        let is_due = |interval: u64, number: u64| interval > 0 && number.is_multiple_of(interval);
        if is_due(self.settings.conduct.score_interval, games) {
            let score = self.board.score(fixture);
            self.announcer.say(Level::Info, score)?;
        }
        if complete
            && is_due(self.settings.conduct.rating_interval, counted)
            && games < self.schedule.total()
        {
            let report = self.board.report(&self.roster.conditions());
            self.announcer.say(Level::Info, report)?;
        }
        if self.settings.outcome_interval().is_some_and(|interval| is_due(interval, games)) {
            self.announcer.say(Level::Info, self.board.outcomes())?;
        }
        let (summary, total) = (self.board.summary(), self.schedule.total());
        self.announcer.progress(format_args!("{games} of {total} games, {summary}"));
        Ok(())
    }

    /// Whether the tournament ends with this game.
    fn decide(&mut self, played: &Played) {
        let conduct = &self.settings.conduct;
        let breakdown = played.verdict.is_breakdown() && !conduct.recover;
        let warned = !played.warnings.is_empty() && conduct.strict;
        if let Some(words) = self.board.decision().filter(|_| self.end.is_none()) {
            self.abort(End::Decided(words));
        } else if breakdown || warned {
            self.abort(End::Failed);
        }
    }

    /// The first wish to end lets games in progress be finished, the second does not.
    fn interrupt(&mut self) {
        if self.end.is_some() {
            return self.abort(End::Interrupted);
        }
        self.finish(End::Interrupted);
        let games: Vec<String> = self.running.iter().map(u64::to_string).collect();
        self.announcer.answer(format_args!(
            "Games in progress ({}) are finished. Ctrl-C again breaks them off.",
            games.join(", ")
        ));
    }

    /// No new games.
    fn finish(&mut self, end: End) {
        self.end.get_or_insert(end);
    }

    /// No new games, and those in progress are broken off.
    fn abort(&mut self, end: End) {
        self.finish(end);
        self.terms.abort.store(true, Ordering::Relaxed);
    }

    /// The last words.
    fn conclude(mut self, time: Duration) -> Result<ExitCode, MatchError> {
        self.state.sync();
        let end = self.end.take().unwrap_or(End::Complete);
        let report = self.board.report(&self.roster.conditions());
        self.announcer.say(Level::Info, report)?;
        let games = self.board.games();
        let interval = self.settings.outcome_interval();
        if interval.is_some_and(|interval| interval == 0 || !games.is_multiple_of(interval)) {
            self.announcer.say(Level::Info, self.board.outcomes())?;
        }
        match &end {
            End::Complete => self.announcer.say(Level::Info, "Tournament finished")?,
            End::Decided(words) => self.announcer.say(Level::Info, words)?,
            End::Interrupted | End::Failed => {
                let path = self.state.path().display().to_string();
                self.announcer.say(
                    Level::Info,
                    format_args!("Tournament was interrupted. To resume the tournament, run: {PROGRAM} -config file={path}"),
                )?;
            }
        }
        let players = self.roster.last_words();
        self.announcer.say(Level::Info, players)?;
        let seconds = time.as_secs();
        let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        self.announcer.say(
            Level::Info,
            format_args!("Finished match\nTotal Time: {hours:02}:{minutes:02}:{seconds:02} (hours:minutes:seconds)"),
        )?;
        Ok(if end == End::Failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }
}
