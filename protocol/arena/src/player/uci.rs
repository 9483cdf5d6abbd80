//! Runs an engine that speaks UCI.

use std::fmt::Write;
use std::time::{Duration, Instant};

use baroque_engine::Limits;
use baroque_formats::GameSpec;
use baroque_formats::position_spec::PositionSpec;
use baroque_formats::text::{one_line, quoted};
use baroque_movegen::{AnyGame, Color};

use super::connection::{Connection, EngineLine};
use super::interface::{
    EngineConfig, EngineContext, EnginePlayer, InfoCollector, PlayerAction, PlayerError, RULES,
    STOP_TIMEOUT, STUDY, Timeouts, Turn, TurnResult, VARIANT_PATH, is_default, set_files,
    startup_error, threads_first, warn,
};
use super::options::{EngineOptions, SetOption};

/// The option that names the rule set.
const VARIANT: &str = "UCI_Variant";
/// Timeout of `go perft 1`.
const PERFT_TIMEOUT: Duration = Duration::from_secs(2);
/// Maximum number of moves in the answer to `go perft 1`; no position has as many.
const MAX_MOVES: usize = 10_000;
/// Maximum number of moves of a variation; the rest is cut.
const MAX_PV: usize = 256;
/// The option that allows pondering.
const PONDER: &str = "Ponder";

/// An engine that speaks UCI.
pub struct Uci {
    connection: Connection,
    name: String,
    timeouts: Timeouts,
    options: EngineOptions,
    /// The options of the match. They are set again after a change of the rules.
    commands: Vec<SetOption>,
    /// The current rules.
    rules: Option<GameSpec>,
    /// The name of its network, which it reports before each game.
    network: Option<String>,
    /// Whether it ponders.
    ponders: bool,
    /// The move after `ponder` in its last `bestmove`.
    ponder_move: Option<String>,
    /// The position that it ponders on.
    ponder_position: Option<PositionSpec>,
    /// Whether a variation with an illegal move was reported in this game.
    has_bad_pv: bool,
    warnings: Vec<String>,
}

impl Uci {
    /// Initializes the engine, makes the games of files known to it, and reads its options.
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
            options: EngineOptions::default(),
            commands: Vec::new(),
            rules: None,
            network: None,
            ponders: false,
            ponder_move: None,
            ponder_position: None,
            has_bad_pv: false,
            warnings: Vec::new(),
        };
        let initialized = engine.initialize().and_then(|()| engine.load_games(config, context));
        initialized.map_err(|error| startup_error(&config.name, "uciok", error))?;
        let ponder = config.ponder.then(|| (PONDER.to_owned(), "true".to_owned()));
        engine.ponders = config.ponder && engine.options.value(PONDER).is_some();
        for (name, value) in threads_first(&config.options).into_iter().chain(&ponder) {
            // These are set from the rules of each game, or are set already.
            if [VARIANT, RULES, STUDY, VARIANT_PATH]
                .iter()
                .any(|option| option.eq_ignore_ascii_case(name))
            {
                continue;
            }
            match engine.options.set(&engine.name, name, value) {
                Ok(command) => engine.commands.extend(command),
                Err(warning) => engine.warnings.push(warning),
            }
        }
        engine.connection.send(&config.init, engine.timeouts.ping)?;
        Ok(engine)
    }

    fn initialize(&mut self) -> Result<(), PlayerError> {
        let timeout = self.timeouts.startup;
        self.connection.send(&["uci"], timeout)?;
        let options = &mut self.options;
        self.connection.wait_for(timeout, |line| {
            options.parse_uci(&line.text);
            (line.text.trim_ascii() == "uciok").then_some(())
        })
    }

    /// Loads files of games, and reads the options again: one of them lists the variants.
    fn load_games(
        &mut self,
        config: &EngineConfig,
        context: &EngineContext,
    ) -> Result<(), PlayerError> {
        let set = set_files(config, context, &mut self.options, &mut self.warnings);
        let lines: Vec<String> = set.iter().map(SetOption::uci).collect();
        if lines.is_empty() {
            return Ok(());
        }
        self.sync(lines, self.timeouts.startup)?;
        if let Some(error) = self.warnings.pop() {
            return Err(PlayerError::Start(error));
        }
        self.options = EngineOptions::default();
        self.initialize()
    }

    /// Sets the rules and, because a change of rules may reset them, all options.
    fn set_rules(&mut self, rules: &GameSpec) -> Result<(), PlayerError> {
        let mut lines = Vec::new();
        for (option, value) in [(VARIANT, &rules.variant), (RULES, &rules.rules)] {
            let command = match self.options.value(option) {
                Some(_) => self.options.set(&self.name, option, value).ok().flatten(),
                None if value.is_empty() || option == VARIANT && is_default(value) => {
                    continue;
                }
                None => None,
            };
            lines.push(command.ok_or_else(|| self.unsupported(option, value))?.uci());
        }
        lines.extend(self.commands.iter().map(SetOption::uci));
        self.connection.send(&lines, self.timeouts.new_game)?;
        Ok(())
    }

    fn unsupported(&self, option: &str, value: &str) -> PlayerError {
        let name = &self.name;
        PlayerError::Start(match (self.options.value(option), option) {
            (Some(_), _) => format!("'{name}' does not take '{value}' for {option}"),
            (None, VARIANT) => {
                format!("'{name}' does not offer {VARIANT}, so it can play baroque only")
            }
            (None, _) => {
                format!("'{name}' does not offer {option}, so it can play without '{value}' only")
            }
        })
    }

    /// Sends lines and waits until the engine has processed them. Its error messages become warnings.
    ///
    /// # Errors
    /// [`PlayerError::Start`] if it rejects the rules.
    fn sync(&mut self, mut lines: Vec<String>, timeout: Duration) -> Result<(), PlayerError> {
        lines.push("isready".to_owned());
        self.connection.send(&lines, timeout)?;
        let (name, warnings, mut rejected) = (&self.name, &mut self.warnings, None);
        self.connection.wait_for(timeout, |line| {
            let text = line.text.trim_ascii();
            if let Some(error) = text.strip_prefix("info string error ") {
                let message = one_line(format_args!("{name}: {error}"));
                match error.starts_with("rules: ") {
                    true => rejected = Some(message),
                    false => warn(warnings, message),
                }
            }
            if let Some(network) = text.strip_prefix("info string network ") {
                self.network = Some(one_line(network));
            }
            (text == "readyok").then_some(())
        })?;
        rejected.map_or(Ok(()), |message| Err(PlayerError::Start(message)))
    }

    /// Reads lines up to `bestmove`; `None` if that is not read before the deadline.
    fn best_move(
        &mut self,
        deadline: Option<Instant>,
        collector: &mut InfoCollector,
    ) -> Result<Option<EngineLine>, PlayerError> {
        while let Some(line) = self.connection.read_line(deadline)? {
            if is_best_move(&line) {
                return Ok(Some(line));
            }
            collector.info.parse_uci(&line.text);
            collector.add(line.text);
        }
        Ok(None)
    }

    /// Cuts the principal variation before its first illegal move, and warns of the first one of a
    /// game.
    fn check_pv(&mut self, turn: &Turn<'_>, pv: &mut Vec<String>) {
        pv.truncate(MAX_PV);
        let mut game = turn.game.clone();
        let Some(legal) = pv.iter().position(|text| game.play_text(text).is_err()) else { return };
        if let Some(text) = pv.get(legal).filter(|_| !std::mem::replace(&mut self.has_bad_pv, true))
        {
            let (name, position) = (&self.name, position(turn.game, turn.spec));
            let line = one_line(format_args!("pv {}", pv.join(" ")));
            let move_text = quoted(text);
            let warning = format!(
                "Illegal PV move - move {move_text} from {name}\nInfo; {line}\nPosition; {position}"
            );
            warn(&mut self.warnings, warning);
        }
        pv.truncate(legal);
    }
}

impl EnginePlayer for Uci {
    fn new_game(&mut self, rules: &GameSpec) -> Result<(), PlayerError> {
        self.has_bad_pv = false;
        self.network = None;
        self.stop_pondering()?;
        if self.rules.take().as_ref() != Some(rules) {
            self.set_rules(rules)?;
        }
        self.sync(vec!["ucinewgame".to_owned()], self.timeouts.new_game)?;
        self.rules = Some(rules.clone());
        Ok(())
    }

    fn choose_move(&mut self, turn: &Turn<'_>) -> Result<TurnResult, PlayerError> {
        let start = if self.ponder_position.as_ref() == Some(turn.spec) {
            self.ponder_position = None;
            self.connection.send(&["ponderhit"], self.timeouts.ping)?
        } else {
            self.stop_pondering()?;
            self.sync(vec![position(turn.game, turn.spec)], self.timeouts.ping)?;
            self.connection.send(&[go(turn.limits)], self.timeouts.ping)?
        };
        let deadline = turn.deadline.and_then(|time| start.checked_add(time));
        let mut collector = InfoCollector::default();
        match self.best_move(deadline, &mut collector)? {
            Some(line) => {
                let mut words = line.text.split_ascii_whitespace().skip(1);
                let text = words.next().unwrap_or_default().to_owned();
                self.ponder_move = match words.next() {
                    Some("ponder") if self.ponders => words.next().map(str::to_owned),
                    _ => None,
                };
                self.check_pv(turn, &mut collector.info.pv);
                Ok(collector.finish(PlayerAction::Move(text), line.at, start))
            }
            None => {
                self.connection.send(&["stop"], self.timeouts.ping)?;
                let deadline = Instant::now() + STOP_TIMEOUT;
                if self.best_move(Some(deadline), &mut collector)?.is_none() {
                    self.connection.set_stalled();
                }
                Err(PlayerError::NoMove)
            }
        }
    }

    fn ponder(&mut self, turn: &Turn<'_>) -> Result<(), PlayerError> {
        let Some(text) = self.ponder_move.take() else { return Ok(()) };
        // An illegal move will not be played.
        let Ok(mv) = turn.game.read_move(&text) else { return Ok(()) };
        let mut spec = turn.spec.clone();
        spec.moves.push(turn.game.uci(mv));
        let limits = Limits { ponder: true, ..turn.limits.clone() };
        self.connection.send(&[position(turn.game, &spec), go(&limits)], self.timeouts.ping)?;
        self.ponder_position = Some(spec);
        Ok(())
    }

    fn stop_pondering(&mut self) -> Result<(), PlayerError> {
        self.ponder_move = None;
        if self.ponder_position.take().is_none() {
            return Ok(());
        }
        self.connection.send(&["stop"], self.timeouts.ping)?;
        self.connection.wait_for(self.timeouts.ping, |line| is_best_move(&line).then_some(()))
    }

    fn ping(&mut self) -> Result<(), PlayerError> {
        self.sync(Vec::new(), self.timeouts.ping)
    }

    /// Parses the answer to `go perft 1` in Stockfish's format: lines like `e2e4: 1` and `Nodes
    /// searched` at the end.
    fn legal_moves(&mut self, game: &AnyGame, spec: &PositionSpec) -> Option<Vec<String>> {
        self.stop_pondering().ok()?;
        let lines = [position(game, spec), "go perft 1".to_owned()];
        self.connection.send(&lines, self.timeouts.ping).ok()?;
        let deadline = Some(Instant::now() + PERFT_TIMEOUT);
        let mut moves = Vec::new();
        while let Some(line) = self.connection.read_line(deadline).ok()? {
            match line.text.split_once(':') {
                Some((words, _)) if words.trim().eq_ignore_ascii_case("nodes searched") => {
                    return Some(moves);
                }
                Some((mv, count)) if count.trim() == "1" && !mv.contains(' ') => {
                    if moves.len() == MAX_MOVES {
                        return None;
                    }
                    moves.push(quoted(mv));
                }
                _ => {}
            }
        }
        None
    }

    fn network(&self) -> Option<&str> {
        self.network.as_deref()
    }

    fn option_value(&self, name: &str) -> Option<String> {
        self.options.value(name).map(str::to_owned)
    }

    fn take_warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.warnings)
    }
}

fn is_best_move(line: &EngineLine) -> bool {
    line.text.split_ascii_whitespace().next() == Some("bestmove")
}

/// Formats a `position` command. `spec` is the position of `game`.
pub fn position(game: &AnyGame, spec: &PositionSpec) -> String {
    let mut text = match spec.fen {
        None => "position startpos".to_owned(),
        // The FEN in the form of this program, whatever form it was read in.
        Some(_) => format!("position fen {}", game.first().fen()),
    };
    if !spec.moves.is_empty() {
        text.push_str(" moves ");
        text.push_str(&spec.moves.join(" "));
    }
    text
}

/// Formats a `go` command with the fields in fastchess's order.
pub fn go(limits: &Limits) -> String {
    let mut text = if limits.ponder { "go ponder" } else { "go" }.to_owned();
    let mut field = |name: &str, value: Option<i128>| {
        if let Some(value) = value {
            // Writing to a string cannot fail.
            let _ = write!(text, " {name} {value}");
        }
    };
    field("nodes", limits.nodes.map(i128::from));
    field("depth", limits.depth.map(i128::from));
    field("movetime", limits.move_time.map(i128::from));
    let [white, black] = [Color::White, Color::Black];
    field("wtime", limits.time[white].map(i128::from));
    field("btime", limits.time[black].map(i128::from));
    let increment = |color| Some(i128::from(limits.increment[color])).filter(|&more| more != 0);
    field("winc", increment(white));
    field("binc", increment(black));
    field("movestogo", limits.moves_to_go.map(i128::from));
    text
}
