//! One game between two engines, refereed by the rules of this program.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime};

use baroque_engine::ScoreText;
use baroque_formats::GameSpec;
use baroque_formats::pgn::{GameResult, PgnGame};
use baroque_formats::position_spec::PositionSpec;
use baroque_games::Games;
use baroque_movegen::interrupt::{interruptible, is_interrupted, steps};
use baroque_movegen::{AnyGame, ByColor, Color};
use baroque_protocol::error::Error;
use baroque_protocol::session::MAX_STEPS;

use super::adjudication::{Adjudication, Adjudicator};
use super::game_end::{GameEnd, Termination};
use super::illegal_move_report;
use super::player::{self, EngineInfo, EnginePlayer, PlayerAction, PlayerError, Turn, TurnResult};
use super::schedule::Pairing;
use super::settings::EngineEntry;
use super::time_control::GameClock;

/// Longest work of the referee when the match is to stop: enough to record the game, if its moves do not
/// take long.
const GRACE: Duration = Duration::from_secs(1);

/// A game to be played.
pub struct GameSetup {
    /// Its number and its engines.
    pub pairing: Pairing,
    /// The position in which the engines take over.
    pub opening: PositionSpec,
}

/// What is common to all games of a match.
pub struct MatchConditions {
    /// The games that can be played.
    pub known: Games,
    pub rules: GameSpec,
    pub adjudication: Adjudication,
    /// Whether the lines of engines are wanted.
    pub keeps_lines: bool,
    /// Set to stop running games.
    pub abort: Arc<AtomicBool>,
}

/// A game that has ended.
#[derive(Clone, PartialEq, Debug)]
pub struct FinishedGame {
    /// Its number and its engines.
    pub pairing: Pairing,
    /// The networks that the engines report, if they do.
    pub networks: ByColor<Option<String>>,
    /// The moves in readable text and the tags of the rules, without result and comments.
    pub pgn: PgnGame,
    /// The side that made the first move.
    pub first: Color,
    pub moves: Vec<Ply>,
    /// The illegal move that ended the game.
    pub illegal_move: Option<String>,
    pub end: GameEnd,
    /// The FEN of the last position.
    pub last_fen: String,
    pub start: SystemTime,
    pub duration: Duration,
    /// Messages for the user, each of one line or more.
    pub warnings: Vec<String>,
}

/// A move with what the engine reported about it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Ply {
    /// The move in UCI text.
    pub uci: String,
    /// Whether it is part of the opening.
    pub book: bool,
    pub info: EngineInfo,
    pub elapsed: Duration,
    /// Milliseconds on the clock after the move.
    pub left: u64,
    /// The last lines of the engine during this search, if they are wanted.
    pub lines: Vec<String>,
}

/// The two sides of a game.
pub type Sides<'a> = ByColor<(&'a EngineEntry, &'a mut (dyn EnginePlayer + 'static))>;

/// Why a game could not be played.
#[derive(Clone, PartialEq, Debug)]
pub enum GameError {
    /// An engine cannot play it; the message says why.
    Unplayable(String),
    /// The match was stopped before the first move, or while the referee looked for moves.
    Interrupted,
}

/// Plays a game.
///
/// # Errors
/// An engine does not support the rules, the rules take too long, or the match was stopped before the
/// first move or while the referee looked for moves.
pub fn play<'a>(
    setup: &GameSetup,
    players: Sides<'a>,
    conditions: &'a MatchConditions,
) -> Result<FinishedGame, GameError> {
    let unplayable = |error: &dyn std::fmt::Display| GameError::Unplayable(error.to_string());
    let mut game = conditions.rules.open(&conditions.known).map_err(|error| unplayable(&error))?;
    setup.opening.set_up(&mut game).map_err(|error| unplayable(&error))?;
    let clock = |&(entry, _): &(&EngineEntry, _)| {
        GameClock::new(entry.time.clone().scaled(entry.time_scale.unwrap_or(1.0)))
    };
    let clocks = ByColor(players.0.each_ref().map(clock));
    let book = |uci: &String| Ply { uci: uci.clone(), book: true, ..Ply::default() };
    let mut running = RunningGame {
        moves: setup.opening.moves.iter().map(book).collect(),
        spec: setup.opening.clone(),
        adjudicator: Adjudicator::new(conditions.adjudication),
        game,
        players,
        clocks,
        conditions,
        illegal_move: None,
        last_go: String::new(),
        warnings: Vec::new(),
    };
    let first = running.game.first().side();
    let (start, clock) = (SystemTime::now(), Instant::now());
    let end = match running.prepare()? {
        Some(end) => end,
        None => running.play()?,
    };
    let networks =
        running.players.0.each_ref().map(|(_, player)| player.network().map(str::to_owned));
    let warnings = running.players.0.iter_mut().flat_map(|(_, player)| player.take_warnings());
    running.warnings.extend(warnings.map(|text| format!("Warning; {text}")));
    Ok(FinishedGame {
        pairing: setup.pairing,
        networks: ByColor(networks),
        pgn: PgnGame::of(&running.game),
        first,
        moves: running.moves,
        illegal_move: running.illegal_move,
        end,
        last_fen: running.game.fen(),
        start,
        duration: clock.elapsed(),
        warnings: running.warnings,
    })
}

/// A game in progress.
struct RunningGame<'a> {
    game: AnyGame,
    spec: PositionSpec,
    moves: Vec<Ply>,
    players: Sides<'a>,
    clocks: ByColor<GameClock>,
    adjudicator: Adjudicator,
    conditions: &'a MatchConditions,
    illegal_move: Option<String>,
    /// The last `go` command.
    last_go: String,
    warnings: Vec<String>,
}

impl RunningGame<'_> {
    /// Prepares both engines for the game. An engine that fails loses.
    fn prepare(&mut self) -> Result<Option<GameEnd>, GameError> {
        for color in Color::ALL {
            let player = &mut self.players[color].1;
            if let Err(error) = player.new_game(&self.conditions.rules) {
                return self.engine_failed(color, error).map(Some);
            }
        }
        Ok(None)
    }

    fn play(&mut self) -> Result<GameEnd, GameError> {
        loop {
            if let Some(outcome) = self.referee(|running| running.game.outcome())? {
                return Ok(GameEnd::by_rules(outcome));
            }
            if let Some(end) = self.adjudicator.adjudicate(self.game.fullmove_number().into()) {
                return Ok(end);
            }
            if self.conditions.abort.load(Ordering::Relaxed) {
                return Ok(GameEnd::draw(Termination::Interrupted));
            }
            if let Some(end) = self.turn()? {
                return Ok(end);
            }
        }
    }

    /// Asks the side to move for its move and plays it. Returns the end if that ends the game.
    fn turn(&mut self) -> Result<Option<GameEnd>, GameError> {
        let side = self.game.side();
        if let Err(error) = self.start_pondering(!side) {
            return self.engine_failed(!side, error).map(Some);
        }
        let clock = &self.clocks[side];
        let limits = clock.limits(side, &self.clocks[!side]);
        let deadline = Some(clock.timeout());
        self.last_go = player::go(&limits);
        let turn = Turn { game: &self.game, spec: &self.spec, limits: &limits, deadline };
        let player = &mut self.players[side].1;
        let result = match player.choose_move(&turn) {
            Ok(result) => result,
            Err(error) => return self.engine_failed(side, error).map(Some),
        };
        self.referee(|running| running.apply(side, result))
    }

    /// Does work between two moves, which in a game from a file may take long. It also waits for engines,
    /// whose time does not count.
    ///
    /// # Errors
    /// It took too long, or the match was stopped.
    fn referee<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> Result<T, GameError> {
        let abort = Arc::clone(&self.conditions.abort);
        let is_due = {
            let (abort, start, before) = (Arc::clone(&abort), Instant::now(), steps());
            move || {
                steps() - before >= MAX_STEPS
                    || abort.load(Ordering::Relaxed) && start.elapsed() >= GRACE
            }
        };
        let (done, is_given_up) = interruptible(is_due, || (work(self), is_interrupted()));
        match is_given_up {
            false => Ok(done),
            true if abort.load(Ordering::Relaxed) => Err(GameError::Interrupted),
            true => Err(GameError::Unplayable(Error::takes_long().to_string())),
        }
    }

    /// Starts pondering for the side that is not to move, if its engine ponders.
    fn start_pondering(&mut self, side: Color) -> Result<(), PlayerError> {
        let limits = self.clocks[side].limits(side, &self.clocks[!side]);
        let (game, spec) = (&self.game, &self.spec);
        self.players[side].1.ponder(&Turn { game, spec, limits: &limits, deadline: None })
    }

    /// Plays the move of an engine if it is legal and in time; otherwise returns the end of the
    /// game.
    fn apply(&mut self, side: Color, result: TurnResult) -> Option<GameEnd> {
        let late = self.clocks[side].spend(result.elapsed).err();
        let text = match result.action {
            PlayerAction::Move(text) => text,
            PlayerAction::Resign => return Some(GameEnd::loss(side, Termination::Resignation)),
            PlayerAction::Claim(text) => return Some(self.check_claim(side, &text)),
        };
        let mv = match self.game.read_move(&text) {
            Ok(mv) => mv,
            Err(error) => {
                self.report_illegal_move(side, &text, &error.to_string());
                self.illegal_move = Some(text);
                return Some(GameEnd::loss(side, Termination::IllegalMove));
            }
        };
        if let Some(late) = late {
            return Some(GameEnd::loss(side, Termination::Time(late)));
        }
        let uci = self.game.uci(mv);
        // `read_move` returns legal moves only.
        let _ = self.game.play(mv);
        self.spec.moves.push(uci.clone());
        let mut info = result.info;
        if self.players[side].0.white_view && side == Color::Black {
            info.score = info.score.map(negated);
        }
        self.adjudicator.add(side, info.score, self.game.halfmove_clock() == 0);
        let left = self.clocks[side].left();
        let elapsed = result.elapsed;
        let lines = if self.conditions.keeps_lines { result.lines } else { Vec::new() };
        self.moves.push(Ply { uci, book: false, info, elapsed, left, lines });
        None
    }

    /// Ends a game in which an engine claimed a result or an illegal move. The game is not over by
    /// the rules and all moves were legal, so every claim but that of a loss is wrong. The claim of
    /// a trusted engine counts.
    fn check_claim(&mut self, side: Color, text: &str) -> GameEnd {
        let (entry, _) = &self.players[side];
        let word = text.split_ascii_whitespace().next().unwrap_or_default();
        let claimed = match GameResult::parse(word) {
            Some(GameResult::WhiteWins) => Some(Some(Color::White)),
            Some(GameResult::BlackWins) => Some(Some(Color::Black)),
            Some(GameResult::Draw) => Some(None),
            _ => None,
        };
        match claimed {
            Some(Some(winner)) if winner != side => GameEnd::loss(side, Termination::Resignation),
            Some(winner) if entry.trust => GameEnd { winner, termination: Termination::Claim },
            _ => {
                let report = illegal_move_report::report(&self.game, &self.spec, &self.last_go);
                let name = &entry.engine.name;
                let warning = format!("Warning; Wrong claim of {name}; {text}\n{report}");
                self.warnings.push(warning.trim_end().to_owned());
                let termination = match claimed {
                    Some(_) => Termination::WrongResultClaim,
                    None => Termination::WrongMoveClaim,
                };
                GameEnd::loss(side, termination)
            }
        }
    }

    /// Ends a game in which an engine failed.
    fn engine_failed(&mut self, side: Color, error: PlayerError) -> Result<GameEnd, GameError> {
        let name = &self.players[side].0.engine.name;
        let termination = match error {
            PlayerError::Start(reason) => return Err(GameError::Unplayable(reason)),
            PlayerError::Interrupted => return Ok(GameEnd::draw(Termination::Interrupted)),
            PlayerError::Disconnected => Termination::Disconnect,
            PlayerError::Stalled => Termination::Stall,
            PlayerError::NoMove => {
                let waited = self.clocks[side].timeout();
                let late = self.clocks[side].spend(waited).err().unwrap_or_default();
                Termination::Time(late)
            }
        };
        if matches!(termination, Termination::Disconnect | Termination::Stall) {
            let commands = illegal_move_report::reproduction(&self.game, &self.spec, &self.last_go);
            self.warnings.push(format!("Warning; Engine {name} {error}\n{commands}"));
        }
        Ok(GameEnd::loss(side, termination))
    }

    /// Adds a warning with all that is needed to check the legality of a move.
    fn report_illegal_move(&mut self, side: Color, text: &str, reason: &str) {
        let name = &self.players[side].0.engine.name;
        let mut report =
            format!("Warning; Illegal move {text} played by {name}\nReason; {reason}\n");
        report += &illegal_move_report::report(&self.game, &self.spec, &self.last_go);
        for color in [side, !side] {
            let (entry, player) = &mut self.players[color];
            let list = player.legal_moves(&self.game, &self.spec);
            report += &illegal_move_report::comparison(&self.game, &entry.engine.name, list);
        }
        self.warnings.push(report.trim_end().to_owned());
    }
}

fn negated(score: ScoreText) -> ScoreText {
    match score {
        ScoreText::Centipawns(value) => ScoreText::Centipawns(-value),
        ScoreText::Mate(moves) => ScoreText::Mate(-moves),
    }
}
