//! The main loop of a tournament: assigns games to workers, records the results and decides when
//! the tournament ends.

use std::collections::{BTreeSet, HashSet};
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use baroque_formats::Rejected;
use baroque_movegen::ByColor;
use baroque_protocol::progress::time_left;
use baroque_protocol::tools::error::MISMATCH;

use super::book::Book;
use super::files::Sinks;
use super::game::{FinishedGame, GameSetup, MatchConditions};
use super::game_end::{Fault, Termination};
use super::interrupts::{Interrupts, StopRequest};
use super::logger::{DebugLog, LogFile, Logger};
use super::player::{EngineContext, EngineLog};
use super::record::{GameFormatter, duration};
use super::schedule::{Pairing, Schedule};
use super::scoreboard::Scoreboard;
use super::settings::{FileKind, LogLevel, Settings};
use super::state::{SavedGame, State};
use super::worker::{ReportedOptions, TournamentEvent, Worker};
use baroque_protocol::tools::error::ToolError;

/// The command in messages.
const PROGRAM: &str = "baroque match";
/// Interval at which the main loop looks for signals.
const TICK: Duration = Duration::from_millis(50);
/// Maximum number of events that wait for the main loop; then workers wait, too.
const MAX_EVENTS: usize = 1024;

/// A new or resumed tournament.
pub struct Prepared {
    pub settings: Settings,
    /// The finished games of a resumed tournament.
    pub done: Vec<SavedGame>,
    pub state: State,
    pub sinks: Sinks,
    pub log: Option<Arc<LogFile>>,
    pub book: Book,
    /// What is resumed, on one line; empty for a new tournament.
    pub announcement: String,
}

/// Why a tournament ended.
#[derive(Clone, PartialEq, Debug)]
enum TournamentEnd {
    /// All games were played.
    Complete,
    /// The SPRT is decided; with its message.
    Decided(String),
    /// Ctrl-C, SIGTERM or a closed output.
    Interrupted,
    /// An error or a fault of an engine.
    Failed,
}

struct Tournament<'a, W> {
    settings: Arc<Settings>,
    schedule: Schedule,
    book: Book,
    state: State,
    sinks: Sinks,
    formatter: GameFormatter<'a>,
    board: Scoreboard,
    logger: Logger<W>,
    /// Games of a resumed tournament that were played before.
    played: HashSet<u64>,
    /// Which of the shard's games is the next one, from 0.
    next: u64,
    /// Channels to the workers; `None` for one that has ended.
    workers: Vec<Option<Sender<GameSetup>>>,
    conditions: Arc<MatchConditions>,
    /// Numbers of the games in progress.
    running: BTreeSet<u64>,
    end: Option<TournamentEnd>,
    start: Instant,
    /// Number of counted games at the start.
    resumed: u64,
}

/// Plays a tournament to its end. The exit status says whether it ended without faults.
/// From `until` on no games are started.
pub fn run(
    prepared: Prepared,
    until: Option<Instant>,
    output: impl Write,
) -> Result<ExitCode, ToolError> {
    let Prepared { settings, done, state, sinks, log: file, book, announcement } = prepared;
    let start = Instant::now();
    let settings = Arc::new(settings);
    let log = settings.run.log.as_ref();
    let engine_log = file.clone().filter(|_| log.is_some_and(|log| log.engines));
    let file = file.zip(log.map(|log| log.level));
    let logger = Logger::new(output, file, settings.run.test_env);
    let conditions = Arc::new(MatchConditions {
        known: settings.loaded.games.clone(),
        rules: settings.rules.clone(),
        adjudication: settings.adjudication,
        keeps_lines: settings.run.pgn.as_ref().is_some_and(|pgn| !pgn.match_lines.is_empty()),
        abort: Arc::new(AtomicBool::new(false)),
    });
    let schedule = settings.schedule();
    let mut board = Scoreboard::new(Arc::clone(&settings));
    let mut played = HashSet::new();
    for game in &done {
        if let Some(pairing) = schedule.pairing(game.game) {
            played.insert(game.game);
            board.add(&pairing, game.result(), &game.reason);
        }
    }
    let resumed = board.games();
    let mut tournament = Tournament {
        formatter: GameFormatter::new(&settings),
        schedule,
        book,
        state,
        sinks,
        board,
        logger,
        played,
        next: 0,
        workers: Vec::new(),
        conditions: Arc::clone(&conditions),
        running: BTreeSet::new(),
        end: None,
        start,
        resumed,
        settings: Arc::clone(&settings),
    };
    tournament.logger.print(LogLevel::Info, announcement)?;
    // The SPRT of a resumed tournament may be decided already.
    tournament.end = tournament.board.decision().map(TournamentEnd::Decided);
    let interrupts = Interrupts::listen();
    let (events, inbox) = sync_channel(MAX_EVENTS);
    let threads = tournament.start_workers(&events, engine_log)?;
    let result = tournament.handle_events(inbox, (&interrupts, until));
    // All engines must have exited before this process does.
    tournament.workers.clear();
    for thread in threads {
        let _ = thread.join();
    }
    let concluded = tournament.conclude();
    result.and(concluded)
}

impl<W: Write> Tournament<'_, W> {
    /// Starts the workers, at most one for each game.
    fn start_workers(
        &mut self,
        events: &SyncSender<TournamentEvent>,
        log: Option<Arc<LogFile>>,
    ) -> Result<Vec<JoinHandle<()>>, ToolError> {
        let left = self.schedule.count().saturating_sub(self.played.len() as u64);
        let count = (self.settings.run.concurrency as u64).min(left) as usize;
        let mut threads = Vec::new();
        for number in 0..count {
            let (setups, inbox) = channel();
            let mut logs: Vec<Arc<dyn EngineLog>> = Vec::new();
            logs.extend(log.clone().map(|log| log as Arc<dyn EngineLog>));
            if self.settings.run.debug {
                let (events, start) = (events.clone(), self.start);
                logs.push(Arc::new(DebugLog { events, worker: number, start }));
            }
            let worker = Worker {
                number,
                settings: Arc::clone(&self.settings),
                conditions: Arc::clone(&self.conditions),
                context: EngineContext {
                    timeouts: self.settings.run.timeouts,
                    loaded: self.settings.loaded.clone(),
                    game_files: self.settings.game_files.clone(),
                    studies: self.settings.studies.clone(),
                    stop: Arc::clone(&self.conditions.abort),
                    logs,
                },
                events: events.clone(),
                setups: inbox,
            };
            let thread = thread::Builder::new().spawn(move || worker.run());
            threads
                .push(thread.map_err(|error| Rejected(format!("no thread for a game: {error}")))?);
            self.workers.push(Some(setups));
        }
        Ok(threads)
    }

    /// Handles events and signals until all workers have ended. After that no worker waits to send
    /// an event.
    fn handle_events(
        &mut self,
        inbox: Receiver<TournamentEvent>,
        (interrupts, until): (&Interrupts, Option<Instant>),
    ) -> Result<(), ToolError> {
        while self.workers.iter().any(Option::is_some) {
            match interrupts.request(until) {
                StopRequest::Finish if self.end.is_none() => self.interrupt(),
                StopRequest::TimeUp => self.finish(TournamentEnd::Interrupted),
                StopRequest::None | StopRequest::Finish => {}
                StopRequest::Abort => self.abort(TournamentEnd::Interrupted),
            }
            let handled = match inbox.recv_timeout(TICK) {
                Ok(event) => self.handle(event),
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => break,
            };
            if let Err(error) = handled {
                // The reader of the output has closed it; games in progress still count.
                let closed = matches!(&error, ToolError::Output(error) if error.kind() == io::ErrorKind::BrokenPipe);
                if !closed {
                    self.abort(TournamentEnd::Failed);
                    return Err(error);
                }
                self.finish(TournamentEnd::Interrupted);
            }
        }
        Ok(())
    }

    fn handle(&mut self, event: TournamentEvent) -> Result<(), ToolError> {
        match event {
            TournamentEvent::Idle(worker) => self.assign_game(worker),
            TournamentEvent::Started(pairing) => {
                let (number, total) = (pairing.number, self.schedule.total());
                let names = self.board.names(&pairing);
                self.running.insert(number);
                self.logger.print(
                    LogLevel::Info,
                    format_args!("Started game {number} of {total} ({names})"),
                )?;
            }
            TournamentEvent::Finished(game, options) => self.record(&game, options)?,
            TournamentEvent::Failed(reason) => {
                self.abort(TournamentEnd::Failed);
                self.logger.print(LogLevel::Error, format_args!("Fatal; {reason}"))?;
            }
            TournamentEvent::Exited(worker) => self.end_worker(worker),
            TournamentEvent::Line(line) => self.logger.print(LogLevel::Info, line)?,
        }
        Ok(())
    }

    /// Gives a worker its next game, or ends it.
    fn assign_game(&mut self, worker: usize) {
        while self.played.contains(&self.schedule.number(self.next)) {
            self.next += 1;
        }
        let number = self.schedule.number(self.next);
        let pairing = self.schedule.pairing(number).filter(|_| self.end.is_none());
        let Some(pairing) = pairing else { return self.end_worker(worker) };
        self.next += 1;
        let Some(opening) = self.book.opening(&pairing) else {
            self.finish(TournamentEnd::Interrupted);
            return self.end_worker(worker);
        };
        if let Some(Some(setups)) = self.workers.get(worker) {
            // An idle worker waits for this message.
            let _ = setups.send(GameSetup { pairing, opening });
        }
    }

    fn end_worker(&mut self, worker: usize) {
        if let Some(channel) = self.workers.get_mut(worker) {
            *channel = None;
        }
    }

    /// Writes a game to the files, counts it and prints its result. Files come first: a game that is
    /// not in the state file is played again on resume.
    fn record(
        &mut self,
        played: &FinishedGame,
        options: ByColor<ReportedOptions>,
    ) -> Result<(), ToolError> {
        self.running.remove(&played.pairing.number);
        if played.end.termination == Termination::Interrupted {
            return Ok(());
        }
        self.write_game(played)?;
        self.board.add_reports(played, options);
        let (result, kind) = (played.end.result(), played.end.short_reason());
        let complete = self.board.add(&played.pairing, result, &kind);
        let printed = self.print_result(played, complete);
        self.check_end(played);
        printed
    }

    /// Writes a game to all files.
    fn write_game(&mut self, played: &FinishedGame) -> Result<(), ToolError> {
        let run = &self.settings.run;
        for (kind, sink) in &mut self.sinks.0 {
            if *kind == FileKind::Epd && sink.is_empty() {
                sink.add(&self.formatter.epd_header(played))?;
            }
            sink.add(&match kind {
                FileKind::Pgn => self.formatter.pgn(played),
                FileKind::Epd => self.formatter.epd(played),
                FileKind::Json => self.formatter.json(played),
            })?;
        }
        let is_due = self.state.is_due(run.save_interval);
        if is_due {
            // Before the state that counts it.
            self.sinks.sync()?;
        }
        let done = SavedGame {
            game: played.pairing.number,
            result: played.end.result().text().to_owned(),
            reason: played.end.short_reason(),
            lengths: self.sinks.lengths(),
        };
        self.state.add(&done)?;
        if is_due {
            self.state.sync()?;
        }
        Ok(())
    }

    /// Prints warnings and result of a game.
    fn print_result(&mut self, played: &FinishedGame, complete: bool) -> Result<(), ToolError> {
        for warning in &played.warnings {
            self.logger.warn(warning)?;
        }
        if self.settings.run.crc
            && let Some(sink) = self.sinks.0.get_mut(&FileKind::Pgn)
        {
            let checksum = sink.checksum()?;
            self.logger.print(LogLevel::Info, checksum)?;
        }
        let (number, names) = (played.pairing.number, self.board.names(&played.pairing));
        let (result, reason) = (played.end.result(), played.end.reason());
        let line = format!("Finished game {number} ({names}): {result} {{{reason}}}");
        self.logger.print(LogLevel::Info, line)?;
        Ok(self.print_scores(&played.pairing, complete)?)
    }

    /// Prints the scores at the intervals of the settings.
    fn print_scores(&mut self, pairing: &Pairing, complete: bool) -> io::Result<()> {
        let (games, counted) = (self.board.games(), self.board.counted());
        let is_due = |interval: u64, number: u64| interval > 0 && number.is_multiple_of(interval);
        if is_due(self.settings.run.score_interval, games) {
            let score = self.board.score(pairing);
            self.logger.print(LogLevel::Info, score)?;
        }
        if complete
            && is_due(self.settings.run.rating_interval, counted)
            && games < self.schedule.count()
        {
            self.logger.print(LogLevel::Info, self.board.report())?;
        }
        if self.settings.outcome_interval().is_some_and(|interval| is_due(interval, games)) {
            self.logger.print(LogLevel::Info, self.board.outcomes())?;
        }
        self.logger.status(self.status());
        Ok(())
    }

    /// The status line: games, results and the time left.
    fn status(&self) -> String {
        let (games, count) = (self.board.games(), self.schedule.count());
        let [played, all] = [games, count].map(|number| number.saturating_sub(self.resumed));
        let mut text = format!("{games} of {count} games, {}", self.board.summary());
        if let Some(left) = time_left(self.start.elapsed(), played, all) {
            // A decided SPRT ends the tournament earlier.
            let at_most = if self.settings.sprt.is_some() { "at most " } else { "" };
            text += &format!(", {at_most}{left} left");
        }
        text
    }

    /// Ends the tournament if this game decides the SPRT, or has a fault that is not allowed.
    fn check_end(&mut self, played: &FinishedGame) {
        let run = &self.settings.run;
        let crashed = played.end.fault() == Some(Fault::Crash) && !run.recover;
        let warned = !played.warnings.is_empty() && run.strict;
        if let Some(decision) = self.board.decision().filter(|_| self.end.is_none()) {
            self.abort(TournamentEnd::Decided(decision));
        } else if crashed || warned {
            self.abort(TournamentEnd::Failed);
        }
    }

    /// Lets the games in progress finish.
    fn interrupt(&mut self) {
        self.finish(TournamentEnd::Interrupted);
        let games: Vec<String> = self.running.iter().map(u64::to_string).collect();
        self.logger.notice(format_args!(
            "Finishing the games in progress (number {}). Press Ctrl-C again to stop them.",
            games.join(", ")
        ));
    }

    /// Starts no more games.
    fn finish(&mut self, end: TournamentEnd) {
        self.end.get_or_insert(end);
    }

    /// Starts no more games and stops those in progress.
    fn abort(&mut self, end: TournamentEnd) {
        self.finish(end);
        self.conditions.abort.store(true, Ordering::Relaxed);
    }

    /// Prints the final report.
    fn conclude(mut self) -> Result<ExitCode, ToolError> {
        let saved = self.sinks.sync().and_then(|()| self.state.sync());
        let end = self.end.take().unwrap_or(TournamentEnd::Complete);
        self.logger.print(LogLevel::Info, self.board.report())?;
        let games = self.board.games();
        let interval = self.settings.outcome_interval();
        if interval.is_some_and(|interval| interval == 0 || !games.is_multiple_of(interval)) {
            self.logger.print(LogLevel::Info, self.board.outcomes())?;
        }
        match &end {
            TournamentEnd::Complete => self.logger.print(LogLevel::Info, "Tournament finished")?,
            TournamentEnd::Decided(decision) => self.logger.print(LogLevel::Info, decision)?,
            TournamentEnd::Interrupted | TournamentEnd::Failed => {
                let path = self.state.path().display().to_string();
                self.logger.print(
                    LogLevel::Info,
                    format_args!("Tournament was interrupted. To resume the tournament, run: {PROGRAM} -config file={path}"),
                )?;
            }
        }
        self.logger.print(LogLevel::Info, self.board.faults())?;
        let time = duration(self.start.elapsed());
        self.logger.print(
            LogLevel::Info,
            format_args!("Finished match\nTotal Time: {time} (hours:minutes:seconds)"),
        )?;
        // After the report, which is not lost with the files.
        saved?;
        Ok(match end {
            TournamentEnd::Failed => ExitCode::from(MISMATCH),
            // With an interrupt too, as in fastchess.
            _ => ExitCode::SUCCESS,
        })
    }
}
