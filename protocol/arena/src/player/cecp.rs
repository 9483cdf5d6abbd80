//! Runs an engine that speaks CECP, version 2, in the role of XBoard. Squares and moves are written
//! as in `baroque_protocol::xboard`.

use std::time::{Duration, Instant};

use baroque_engine::Limits;
use baroque_formats::GameSpec;
use baroque_formats::text::one_line;
use baroque_games::Games;
use baroque_movegen::{AnyGame, Coord, Move, Special};
use baroque_protocol::xboard::decode::decode_move;
use baroque_protocol::xboard::encode::encode_move;
use baroque_protocol::xboard::setup::quirks;
use baroque_protocol::xboard::xboard_board::XboardBoard;

use super::connection::{Connection, EngineLine};
use super::interface::{
    EngineConfig, EngineContext, EnginePlayer, InfoCollector, PlayerAction, PlayerError, RULES,
    STOP_TIMEOUT, STUDY, Timeouts, Turn, TurnResult, VARIANT_PATH, is_default, set_files,
    startup_error, threads_first, warn,
};
use super::options::{EngineOptions, SetOption};

/// The features of an engine.
#[derive(Default)]
struct Features {
    ping: bool,
    setboard: bool,
    usermove: bool,
    memory: bool,
    cores: bool,
    variants: Option<Vec<String>>,
    options: EngineOptions,
}

/// An engine that speaks CECP.
pub struct Cecp {
    connection: Connection,
    name: String,
    timeouts: Timeouts,
    features: Features,
    /// The commands for the options of the match.
    option_commands: Vec<String>,
    /// The current rules.
    games: Games,
    rules: Option<GameSpec>,
    /// The game on its board; `None` if that is not certain.
    game: Option<AnyGame>,
    /// The last time control that was sent.
    control: Option<TimeLimits>,
    /// Whether it ponders.
    ponders: bool,
    /// Whether it is out of force mode, so that it answers a move of its opponent.
    plays: bool,
    pings: u64,
    warnings: Vec<String>,
}

impl Cecp {
    /// Initializes the engine, reads its features, and makes the games of files known to it.
    ///
    /// # Errors
    /// All but [`PlayerError::NoMove`].
    pub fn start(
        connection: Connection,
        config: &EngineConfig,
        context: &EngineContext,
    ) -> Result<Self, PlayerError> {
        let mut engine = Self {
            connection,
            name: config.name.clone(),
            timeouts: context.timeouts,
            features: Features::default(),
            option_commands: Vec::new(),
            games: context.loaded.games.clone(),
            rules: None,
            game: None,
            control: None,
            ponders: config.ponder,
            plays: false,
            pings: 0,
            warnings: Vec::new(),
        };
        engine.initialize().map_err(|error| startup_error(&config.name, "done=1", error))?;
        let Features { ping, setboard, .. } = engine.features;
        for (feature, offered) in [("ping", ping), ("setboard", setboard)] {
            if !offered {
                let text = format!("'{}' does not offer {feature}", config.name);
                return Err(PlayerError::Start(text));
            }
        }
        engine.load_games(config, context)?;
        for (name, value) in threads_first(&config.options) {
            if ![RULES, STUDY, VARIANT_PATH].iter().any(|option| option.eq_ignore_ascii_case(name))
            {
                engine.add_option(name, value);
            }
        }
        engine.connection.send(&config.init, engine.timeouts.ping)?;
        Ok(engine)
    }

    fn initialize(&mut self) -> Result<(), PlayerError> {
        let timeout = self.timeouts.startup;
        let deadline = Instant::now().checked_add(timeout);
        self.connection.send(&["xboard", "protover 2"], timeout)?;
        loop {
            let Some(line) = self.connection.read_line(deadline)? else {
                return Err(self.connection.set_stalled());
            };
            let Some(features) = line.text.trim_ascii().strip_prefix("feature ") else { continue };
            let pairs = pairs(features);
            let answer = |(name, value): &(&str, &str)| match self.features.set(name, value) {
                true => format!("accepted {name}"),
                false => format!("rejected {name}"),
            };
            let answers: Vec<String> = pairs.iter().map(answer).collect();
            self.connection.send(&answers, timeout)?;
            if pairs.contains(&("done", "1")) {
                return Ok(());
            }
        }
    }

    /// Loads files of games; the engine answers with a list of its variants.
    fn load_games(
        &mut self,
        config: &EngineConfig,
        context: &EngineContext,
    ) -> Result<(), PlayerError> {
        let set = set_files(config, context, &mut self.features.options, &mut self.warnings);
        let lines: Vec<String> = set.iter().map(SetOption::cecp).collect();
        if lines.is_empty() {
            return Ok(());
        }
        self.connection.send(&lines, self.timeouts.startup)?;
        match self.sync(self.timeouts.startup)?.pop() {
            Some(error) => Err(PlayerError::Start(format!("{}: {error}", self.name))),
            None => Ok(()),
        }
    }

    /// Adds an option of the match. Hash size and threads have their own commands.
    fn add_option(&mut self, name: &str, value: &str) {
        let options = &mut self.features.options;
        let word = match name.to_ascii_lowercase().as_str() {
            "hash" if self.features.memory => Some("memory"),
            "threads" if self.features.cores => Some("cores"),
            _ => None,
        };
        match (options.value(name), word) {
            (None, Some(word)) => self.option_commands.push(format!("{word} {value}")),
            _ => match options.set(&self.name, name, value) {
                Ok(command) => self.option_commands.extend(command.map(|command| command.cecp())),
                Err(warning) => self.warnings.push(warning),
            },
        }
    }

    /// Sets the variant, all options, which depend on it, and the rules.
    fn set_rules(&mut self, rules_of_match: &GameSpec) -> Result<(), PlayerError> {
        let GameSpec { variant, rules, .. } = rules_of_match;
        let name = &self.name;
        match &self.features.variants {
            Some(names) if names.iter().any(|name| name.eq_ignore_ascii_case(variant)) => {}
            None if is_default(variant) => {}
            _ => {
                return Err(PlayerError::Start(format!(
                    "'{name}' does not offer variant {variant}"
                )));
            }
        }
        if !self.open(rules_of_match)?.sides_alternate() {
            let text =
                format!("'{name}' cannot play {variant}, where a side has two moves in a row");
            return Err(PlayerError::Start(text));
        }
        let command = match self.features.options.value(RULES) {
            Some(_) => self.features.options.set(name, RULES, rules).ok().flatten(),
            None if rules.is_empty() => None,
            None => {
                let text =
                    format!("'{name}' does not offer Rules, so it can play without '{rules}' only");
                return Err(PlayerError::Start(text));
            }
        };
        let mut lines = self.new_game_commands(variant);
        lines.extend(self.option_commands.iter().cloned());
        lines.extend(command.map(|command| command.cecp()));
        self.connection.send(&lines, self.timeouts.new_game)?;
        Ok(())
    }

    /// Creates a game in the start position.
    fn open(&self, rules: &GameSpec) -> Result<AnyGame, PlayerError> {
        rules.open(&self.games).map_err(start_error)
    }

    /// The commands that start a game.
    fn new_game_commands(&self, variant: &str) -> Vec<String> {
        let mut lines = vec!["new".to_owned()];
        if self.features.variants.is_some() {
            lines.push(format!("variant {variant}"));
        }
        let ponder = if self.ponders { "hard" } else { "easy" };
        lines.extend(["force", ponder, "post"].map(str::to_owned));
        lines
    }

    /// Waits until the engine has processed all commands, and returns its error messages. A command may
    /// have changed its features.
    fn sync(&mut self, timeout: Duration) -> Result<Vec<String>, PlayerError> {
        let mut errors = Vec::new();
        self.pings += 1;
        let [ping, pong] = ["ping", "pong"].map(|word| format!("{word} {}", self.pings));
        self.connection.send(&[ping], timeout)?;
        let features = &mut self.features;
        self.connection.wait_for(timeout, |line| {
            let text = line.text.trim_ascii();
            if is_claim(text) || is_message(text) {
                warn(&mut errors, one_line(text));
            }
            for (name, value) in text.strip_prefix("feature ").map(pairs).unwrap_or_default() {
                features.set(name, value);
            }
            (text == pong).then_some(())
        })?;
        Ok(errors)
    }

    /// Returns the commands that bring the engine to the position of `turn`, and the game on its board
    /// after them.
    fn catch_up(&mut self, turn: &Turn<'_>) -> Result<(Vec<String>, AnyGame), PlayerError> {
        let known = self.game.take();
        let is_known = known.is_some();
        let mut game = known.unwrap_or_else(|| turn.game.first());
        let mut moves = Vec::new();
        let word = if self.features.usermove { "usermove " } else { "" };
        let add = |game: &AnyGame, mv| moves.push(format!("{word}{}", move_text(game, mv)));
        let restarted = follow(&mut game, turn.game, add)? || !is_known;
        let setup = restarted.then(|| format!("setboard {}", turn.game.first().fen()));
        Ok((setup.into_iter().chain(moves).collect(), game))
    }

    /// Reads lines up to an action; `None` if there is none before the deadline.
    fn action(
        &mut self,
        game: &AnyGame,
        deadline: Option<Instant>,
        collector: &mut InfoCollector,
    ) -> Result<Option<(PlayerAction, Instant)>, PlayerError> {
        while let Some(EngineLine { at, text }) = self.connection.read_line(deadline)? {
            if let Some(action) = action(game, text.trim_ascii()) {
                return Ok(Some((action, at)));
            }
            if is_message(text.trim_ascii()) {
                self.warn(&text);
            }
            collector.info.parse_cecp(&text);
            collector.add(text);
        }
        Ok(None)
    }

    fn warn(&mut self, text: &str) {
        warn(&mut self.warnings, one_line(format_args!("{}: {}", self.name, text.trim_ascii())));
    }
}

impl EnginePlayer for Cecp {
    fn new_game(&mut self, rules: &GameSpec) -> Result<(), PlayerError> {
        let timeout = self.timeouts.new_game;
        if self.rules.as_ref() != Some(rules) {
            self.set_rules(rules)?;
            self.rules = Some(rules.clone());
        }
        let lines = self.new_game_commands(&rules.variant);
        self.connection.send(&lines, timeout)?;
        self.game = Some(self.open(rules)?);
        self.control = None;
        self.plays = false;
        // The result of the last game may arrive this late.
        let is_result = |text: &String| text.starts_with(['0', '1']);
        for error in self.sync(timeout)?.into_iter().filter(|text| !is_result(text)) {
            self.warn(&error);
        }
        Ok(())
    }

    fn choose_move(&mut self, turn: &Turn<'_>) -> Result<TurnResult, PlayerError> {
        let timeout = self.timeouts.ping;
        if turn.limits.nodes.is_some() {
            return Err(PlayerError::Start("nodes is not supported with proto=xboard".to_owned()));
        }
        let (mut commands, mut game) = self.catch_up(turn)?;
        let is_one_move =
            commands.len() == 1 && !commands.iter().any(|line| line.starts_with("setboard"));
        let go = if self.ponders && self.plays && is_one_move {
            // It compares this move with the one that it ponders on.
            commands
        } else {
            commands.insert(0, "force".to_owned());
            self.connection.send(&commands, timeout)?;
            for text in self.sync(timeout)? {
                if is_claim(&text) {
                    let now = Instant::now();
                    return Ok(InfoCollector::default().finish(
                        PlayerAction::Claim(text),
                        now,
                        now,
                    ));
                }
                self.warn(&text);
            }
            vec!["go".to_owned()]
        };
        let mut lines = Vec::new();
        let control = Some(TimeLimits::of(turn));
        if self.control != control {
            lines.extend(control.iter().flat_map(|control| control.lines(turn)));
            self.control = control;
        }
        lines.extend(clocks(turn));
        lines.extend(go);
        self.plays = true;
        let start = self.connection.send(&lines, timeout)?;
        let deadline = turn.deadline.and_then(|time| start.checked_add(time));
        let mut collector = InfoCollector::default();
        let Some((action, at)) = self.action(turn.game, deadline, &mut collector)? else {
            self.connection.send(&["?"], timeout)?;
            let deadline = Instant::now() + STOP_TIMEOUT;
            if self.action(turn.game, Some(deadline), &mut collector)?.is_none() {
                self.connection.set_stalled();
            }
            return Err(PlayerError::NoMove);
        };
        if let PlayerAction::Move(text) = &action
            && let Ok(mv) = game.read_move(text)
            && game.play(mv).is_ok()
        {
            self.game = Some(game);
        }
        Ok(collector.finish(action, at, start))
    }

    fn stop_pondering(&mut self) -> Result<(), PlayerError> {
        if std::mem::take(&mut self.plays) && self.ponders {
            self.connection.send(&["force"], self.timeouts.ping)?;
        }
        Ok(())
    }

    fn ping(&mut self) -> Result<(), PlayerError> {
        self.sync(self.timeouts.ping).map(drop)
    }

    fn option_value(&self, name: &str) -> Option<String> {
        self.features.options.value(name).map(str::to_owned)
    }

    fn take_warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.warnings)
    }
}

impl Features {
    /// Sets a feature. Returns whether it is accepted.
    fn set(&mut self, name: &str, value: &str) -> bool {
        let on = value == "1";
        match name {
            "ping" => self.ping = on,
            "setboard" => self.setboard = on,
            "usermove" => self.usermove = on,
            "memory" => self.memory = on,
            "smp" => self.cores = on,
            "variants" => self.variants = Some(value.split(',').map(str::to_owned).collect()),
            "option" => self.options.parse_cecp(value),
            "done" | "myname" | "time" | "reuse" | "colors" | "sigint" | "sigterm" | "analyze"
            | "debug" | "name" | "playother" | "draw" | "ics" => {}
            // San and nps among others: moves are written as squares.
            _ => return false,
        }
        true
    }
}

/// Brings a game to the position of another game with the same rules, and calls `each` for each move
/// with the position before it. Returns whether the game was restarted because it is not a prefix of
/// the other game.
fn follow(
    game: &mut AnyGame,
    other: &AnyGame,
    mut each: impl FnMut(&AnyGame, Move),
) -> Result<bool, PlayerError> {
    let first = other.first().fen();
    let restarted = game.first().fen() != first || !other.moves().starts_with(game.moves());
    if restarted {
        game.set_fen(&first).map_err(start_error)?;
    }
    for &mv in other.moves().iter().skip(game.moves().len()) {
        each(game, mv);
        game.play(mv).map_err(start_error)?;
    }
    Ok(restarted)
}

fn start_error(error: impl std::fmt::Display) -> PlayerError {
    PlayerError::Start(error.to_string())
}

/// Parses pairs `name=value`. A value may be in quotation marks.
fn pairs(mut text: &str) -> Vec<(&str, &str)> {
    let mut pairs = Vec::new();
    while let Some((name, rest)) = text.trim_ascii_start().split_once('=') {
        let (value, rest) = match rest.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => rest.split_once(' ').unwrap_or((rest, "")),
        };
        pairs.push((name, value));
        text = rest;
    }
    pairs
}

/// The limits of a game, or up to the next time control.
#[derive(Clone, PartialEq, Eq, Debug)]
struct TimeLimits {
    /// Moves from the start of the game to the end of the time control, or 0. The engine subtracts
    /// the moves that it has made.
    moves: u64,
    /// Milliseconds added for each move.
    increment: i64,
    /// Milliseconds for each move.
    move_time: Option<u64>,
    depth: Option<u32>,
}

impl TimeLimits {
    fn of(turn: &Turn<'_>) -> Self {
        let Limits { increment, moves_to_go, move_time, depth, .. } = turn.limits;
        let made = turn.game.moves().len() as u64 / 2;
        Self {
            moves: moves_to_go.map_or(0, |moves| made + u64::from(moves)),
            increment: increment[turn.game.side()],
            move_time: *move_time,
            depth: *depth,
        }
    }

    fn lines(&self, turn: &Turn<'_>) -> Vec<String> {
        let mut lines = vec![match (self.move_time, turn.limits.time[turn.game.side()]) {
            (None, None) => format!("st {UNLIMITED}"),
            (Some(time), _) => {
                format!("st {}", seconds(i64::try_from(time).unwrap_or(i64::MAX)))
            }
            (None, Some(left)) => {
                let left = u64::try_from(left).unwrap_or(0).div_ceil(1000);
                let increment = seconds(self.increment);
                format!("level {} {}:{:02} {increment}", self.moves, left / 60, left % 60)
            }
        }];
        lines.extend(self.depth.map(|depth| format!("sd {depth}")));
        lines
    }
}

/// Seconds for a move without a clock: without any time control engines assume a default one.
const UNLIMITED: u32 = 1_000_000;

/// The commands with the times of both clocks in centiseconds.
fn clocks(turn: &Turn<'_>) -> Vec<String> {
    let side = turn.game.side();
    let line = |(word, side)| {
        turn.limits.time[side].map(|left: i64| format!("{word} {}", left.div_euclid(10)))
    };
    [("time", side), ("otim", !side)].into_iter().filter_map(line).collect()
}

/// Formats milliseconds as seconds, without a fraction of zero.
fn seconds(milliseconds: i64) -> String {
    match (milliseconds / 1000, milliseconds % 1000) {
        (whole, 0) => whole.to_string(),
        (whole, rest) => format!("{whole}.{:03}", rest.abs()).trim_end_matches('0').to_owned(),
    }
}

/// Whether a line claims a result or an illegal move.
fn is_claim(text: &str) -> bool {
    let words = ["1-0", "0-1", "1/2-1/2", "Illegal move"];
    words.iter().any(|word| text.starts_with(word))
}

/// Whether a line is an error message for the user.
fn is_message(text: &str) -> bool {
    text.starts_with("tellusererror") || text.starts_with("Error (")
}

/// Parses a line that ends the turn of the engine. The move is in UCI text.
fn action(game: &AnyGame, text: &str) -> Option<PlayerAction> {
    match text.strip_prefix("move ") {
        Some(mv) => Some(PlayerAction::Move(uci_text(game, mv.trim_ascii()))),
        None if text == "resign" => Some(PlayerAction::Resign),
        None => is_claim(text).then(|| PlayerAction::Claim(text.to_owned())),
    }
}

/// Converts a move of the engine to UCI text. Other text is returned as it is, with a note where
/// squares have other names in UCI, so that it is not taken for another move.
fn uci_text(game: &AnyGame, text: &str) -> String {
    let board = xboard_board(game);
    let corner = Coord { file: 0, rank: 0 };
    match decode_move(game, &board, text) {
        Ok((mv, _)) => game.uci(mv),
        Err(_) if game.view().name(corner) == board.size.square_name(corner) => text.to_owned(),
        Err(_) => format!("{text} (squares as in XBoard)"),
    }
}

/// Formats a move for the engine.
fn move_text(game: &AnyGame, mv: Move) -> String {
    let board = xboard_board(game);
    let mut encoded = encode_move(game, &board, mv);
    if mv.special() == Special::Pull {
        encoded.promotion = Some('t');
    }
    encoded.text(board.size)
}

/// XBoard's board with this position.
fn xboard_board(game: &AnyGame) -> XboardBoard {
    XboardBoard::of(&game.view(), quirks(game))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Calls `check` for all legal moves of random games.
    fn each_move(variant: &str, plies: usize, mut check: impl FnMut(&AnyGame, Move)) {
        let mut random = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..3 {
            let mut game = AnyGame::new(variant).unwrap();
            for _ in 0..plies {
                let legal = game.legal_moves();
                if game.outcome().is_some() {
                    break;
                }
                legal.iter().for_each(|&mv| check(&game, mv));
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                game.play(legal[(random % legal.len() as u64) as usize]).unwrap();
            }
        }
    }

    #[test]
    fn written_moves_are_read_back() {
        for variant in AnyGame::variants() {
            each_move(variant, 60, |game, mv| {
                let text = move_text(game, mv);
                assert_eq!(uci_text(game, &text), game.uci(mv), "{text} in {}", game.fen());
            });
        }
    }

    #[test]
    fn text_that_is_no_move_becomes_no_legal_move() {
        let baroque = AnyGame::new("baroque").unwrap();
        assert_eq!(uci_text(&baroque, "e2e9"), "e2e9");
        let rococo = AnyGame::new("rococo").unwrap();
        let text = rococo.uci(rococo.legal_moves()[0]);
        for text in ["a0a0", "z9", &text] {
            let read = uci_text(&rococo, text);
            let legal = rococo.read_move(&read).is_ok();
            assert_eq!(legal, decode_move(&rococo, &xboard_board(&rococo), text).is_ok());
        }
    }

    #[test]
    fn features_are_pairs_with_optional_quotation_marks() {
        let line = "ping=1 myname=\"A b=c\" option=\"Hash -spin 16 1 64\" done=1";
        let expected =
            [("ping", "1"), ("myname", "A b=c"), ("option", "Hash -spin 16 1 64"), ("done", "1")];
        assert_eq!(pairs(line), expected);
        assert_eq!(pairs("nonsense"), []);
        assert_eq!(pairs("open=\"x"), [("open", "x")]);
    }

    #[test]
    fn clocks_are_sent_in_minutes_seconds_and_centiseconds() {
        let game = AnyGame::new("baroque").unwrap();
        let spec = baroque_formats::PositionSpec::default();
        let lines = |limits: Limits| {
            let turn = Turn { game: &game, spec: &spec, limits: &limits, deadline: None };
            [TimeLimits::of(&turn).lines(&turn), clocks(&turn)].concat()
        };
        let mut limits = Limits { moves_to_go: Some(40), depth: Some(9), ..Limits::default() };
        limits.time.0 = [Some(61_234), Some(59_999)];
        limits.increment.0 = [50, 50];
        let expected = ["level 40 1:02 0.05", "sd 9", "time 6123", "otim 5999"];
        assert_eq!(lines(limits), expected);
        let limits = Limits { move_time: Some(1500), ..Limits::default() };
        assert_eq!(lines(limits), ["st 1.5"]);
        let limits = Limits { depth: Some(3), ..Limits::default() };
        assert_eq!(lines(limits), ["st 1000000", "sd 3"]);
    }
}
