//! An engine that speaks UCI.

use std::fmt::Write;
use std::time::{Duration, Instant};

use baroque_engine::Limits;
use baroque_movegen::Color;

use super::offer::{Offers, Order};
use super::process::{Line, Process};
use super::told::Hearing;
use super::{
    Answer, EngineConfig, Failure, GameRules, LAST_CHANCE, Patience, Player, Reply, Surroundings,
    Turn, is_default, threads_first, unintroduced,
};
use crate::output::{one_line, quoted};
use crate::{AnyGame, Place};

/// The option that names the rule set.
const VARIANT: &str = "UCI_Variant";
/// How long an engine is waited for that is asked for its legal moves.
const PERFT: Duration = Duration::from_secs(2);
/// The option that says whether there is pondering.
const PONDER: &str = "Ponder";
/// The option with the switches laid over it.
const RULES: &str = "Rules";

/// An engine that speaks UCI.
pub struct Uci {
    process: Process,
    name: String,
    patience: Patience,
    offers: Offers,
    /// The options that the match sets; they are said again after the rules changed.
    orders: Vec<Order>,
    /// The rules that it was told.
    rules: Option<GameRules>,
    /// Whether it is to think while its opponent does.
    ponders: bool,
    /// The answer to its last move that it expects, in its own words.
    expected: Option<String>,
    /// The place behind that answer, while it thinks about it.
    pondered: Option<Place>,
    warnings: Vec<String>,
}

impl Uci {
    /// Starts the engine and hears its introduction.
    ///
    /// # Errors
    /// All but [`Failure::NoMove`].
    pub fn start(config: &EngineConfig, surroundings: &Surroundings) -> Result<Self, Failure> {
        let mut engine = Self {
            process: Process::start(config, surroundings)?,
            name: config.name.clone(),
            patience: surroundings.patience,
            offers: Offers::default(),
            orders: Vec::new(),
            rules: None,
            ponders: false,
            expected: None,
            pondered: None,
            warnings: Vec::new(),
        };
        engine.introduce().map_err(|failure| unintroduced(&config.name, "uciok", failure))?;
        let ponder = config.ponder.then(|| (PONDER.to_owned(), "true".to_owned()));
        engine.ponders = config.ponder && engine.offers.value(PONDER).is_some();
        for (name, value) in threads_first(&config.options).into_iter().chain(&ponder) {
            // The rules say these, game by game.
            if [VARIANT, RULES].iter().any(|option| option.eq_ignore_ascii_case(name)) {
                continue;
            }
            match engine.offers.set(&engine.name, name, value) {
                Ok(order) => engine.orders.extend(order),
                Err(warning) => engine.warnings.push(warning),
            }
        }
        engine.process.say(&config.init, engine.patience.ping)?;
        Ok(engine)
    }

    fn introduce(&mut self) -> Result<(), Failure> {
        let patience = self.patience.startup;
        self.process.say(&["uci"], patience)?;
        let offers = &mut self.offers;
        self.process.await_line(patience, |line| {
            offers.hear_uci(&line.text);
            (line.text.trim_ascii() == "uciok").then_some(())
        })
    }

    /// Tells the rules and all options, which depend on them.
    fn tell_rules(&mut self, rules: &GameRules) -> Result<(), Failure> {
        let mut lines = Vec::new();
        for (option, value) in [(VARIANT, &rules.variant), (RULES, &rules.rules)] {
            let order = match self.offers.value(option) {
                Some(_) => self.offers.set(&self.name, option, value).ok().flatten(),
                None if value.is_empty() || option == VARIANT && is_default(value) => {
                    continue;
                }
                None => None,
            };
            lines.push(order.ok_or_else(|| self.cannot_play(option, value))?.uci());
        }
        lines.extend(self.orders.iter().map(Order::uci));
        self.process.say(&lines, self.patience.new_game)?;
        Ok(())
    }

    fn cannot_play(&self, option: &str, value: &str) -> Failure {
        let name = &self.name;
        Failure::Start(match (self.offers.value(option), option) {
            (Some(_), _) => format!("'{name}' does not take '{value}' for {option}"),
            (None, VARIANT) => {
                format!("'{name}' does not offer {VARIANT}, so it can play baroque only")
            }
            (None, _) => {
                format!("'{name}' does not offer {option}, so it can play without '{value}' only")
            }
        })
    }

    /// Waits until the engine has done all that it was told, and passes on what it complains of.
    fn sync(&mut self, patience: Duration) -> Result<(), Failure> {
        self.process.say(&["isready"], patience)?;
        let (name, warnings) = (&self.name, &mut self.warnings);
        self.process.await_line(patience, |line| {
            let text = line.text.trim_ascii();
            if let Some(complaint) = text.strip_prefix("info string error ") {
                warnings.push(one_line(format_args!("{name}: {complaint}")));
            }
            (text == "readyok").then_some(())
        })
    }

    /// The line with the move, or none until the deadline.
    fn best_move(
        &mut self,
        deadline: Option<Instant>,
        hearing: &mut Hearing,
    ) -> Result<Option<Line>, Failure> {
        while let Some(line) = self.process.hear(deadline)? {
            if is_best_move(&line) {
                return Ok(Some(line));
            }
            hearing.told.hear_uci(&line.text);
            hearing.keep(line.text);
        }
        Ok(None)
    }
}

impl Player for Uci {
    fn new_game(&mut self, rules: &GameRules) -> Result<(), Failure> {
        self.rest()?;
        if self.rules.as_ref() != Some(rules) {
            self.tell_rules(rules)?;
            self.rules = Some(rules.clone());
        }
        self.process.say(&["ucinewgame"], self.patience.new_game)?;
        self.sync(self.patience.new_game)
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Answer, Failure> {
        let begun = if self.pondered.as_ref() == Some(turn.place) {
            self.pondered = None;
            self.process.say(&["ponderhit"], self.patience.ping)?
        } else {
            self.rest()?;
            self.process.say(&[position(turn.game, turn.place)], self.patience.ping)?;
            self.sync(self.patience.ping)?;
            self.process.say(&[go(turn.limits)], self.patience.ping)?
        };
        let deadline = turn.deadline.and_then(|time| begun.checked_add(time));
        let mut hearing = Hearing::default();
        match self.best_move(deadline, &mut hearing)? {
            Some(line) => {
                let mut words = line.text.split_ascii_whitespace().skip(1);
                let text = words.next().unwrap_or_default().to_owned();
                self.expected = match words.next() {
                    Some("ponder") if self.ponders => words.next().map(str::to_owned),
                    _ => None,
                };
                Ok(hearing.answer(Reply::Move(text), line.at, begun))
            }
            None => {
                self.process.say(&["stop"], self.patience.ping)?;
                let deadline = Instant::now() + LAST_CHANCE;
                if self.best_move(Some(deadline), &mut hearing)?.is_none() {
                    self.process.stall();
                }
                Err(Failure::NoMove)
            }
        }
    }

    fn ponder(&mut self, turn: &Turn<'_>) -> Result<(), Failure> {
        let Some(text) = self.expected.take() else { return Ok(()) };
        // What is not legal will not be played.
        let Ok(mv) = turn.game.read_move(&text) else { return Ok(()) };
        let mut place = turn.place.clone();
        place.moves.push(turn.game.uci(mv));
        let limits = Limits { ponder: true, ..turn.limits.clone() };
        self.process.say(&[position(turn.game, &place), go(&limits)], self.patience.ping)?;
        self.pondered = Some(place);
        Ok(())
    }

    fn rest(&mut self) -> Result<(), Failure> {
        self.expected = None;
        if self.pondered.take().is_none() {
            return Ok(());
        }
        self.process.say(&["stop"], self.patience.ping)?;
        self.process.await_line(self.patience.ping, |line| is_best_move(&line).then_some(()))
    }

    fn is_ready(&mut self) -> Result<(), Failure> {
        self.sync(self.patience.ping)
    }

    /// By `go perft 1`, as Stockfish and its kin answer it: `e2e4: 1`, and in the end the sum.
    fn legal_moves(&mut self, game: &dyn AnyGame, place: &Place) -> Option<Vec<String>> {
        self.rest().ok()?;
        let lines = [position(game, place), "go perft 1".to_owned()];
        self.process.say(&lines, self.patience.ping).ok()?;
        let deadline = Some(Instant::now() + PERFT);
        let mut moves = Vec::new();
        while let Some(line) = self.process.hear(deadline).ok()? {
            match line.text.split_once(':') {
                Some((words, _)) if words.trim().eq_ignore_ascii_case("nodes searched") => {
                    return Some(moves);
                }
                Some((mv, count)) if count.trim() == "1" && !mv.contains(' ') => {
                    moves.push(quoted(mv));
                }
                _ => {}
            }
        }
        None
    }

    fn option(&self, name: &str) -> Option<String> {
        self.offers.value(name).map(str::to_owned)
    }

    fn warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.warnings)
    }
}

fn is_best_move(line: &Line) -> bool {
    line.text.split_ascii_whitespace().next() == Some("bestmove")
}

fn position(game: &dyn AnyGame, place: &Place) -> String {
    let mut text = match place.fen {
        None => "position startpos".to_owned(),
        // As our own FENs are written, whatever form it was given in.
        Some(_) => format!("position fen {}", game.first_fen()),
    };
    if !place.moves.is_empty() {
        text.push_str(" moves ");
        text.push_str(&place.moves.join(" "));
    }
    text
}

/// The fields in fastchess's order.
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
