//! An engine that speaks CECP, version 2, to which we are an XBoard that knows the rules. Squares and
//! moves are written as `crate::xboard` writes them.

use std::time::{Duration, Instant};

use baroque_engine::Limits;
use baroque_movegen::{Coord, Move, Special};

use super::offer::Offers;
use super::process::{Line, Process};
use super::told::Hearing;
use super::{
    Answer, EngineConfig, Failure, GameRules, LAST_CHANCE, Patience, Player, Reply, Surroundings,
    Turn, follow, is_default, opened, threads_first, unintroduced,
};
use crate::output::one_line;
use crate::xboard::entry;
use crate::xboard::mirror::Mirror;
use crate::xboard::setup::habits;
use crate::xboard::text::Shown;
use crate::{AnyGame, Place};

/// What an engine says of itself in its introduction.
#[derive(Default)]
struct Features {
    ping: bool,
    setboard: bool,
    usermove: bool,
    memory: bool,
    cores: bool,
    variants: Option<Vec<String>>,
    offers: Offers,
}

/// An engine that speaks CECP.
pub struct Cecp {
    process: Process,
    name: String,
    patience: Patience,
    features: Features,
    /// The options that the match sets, as they are told.
    orders: Vec<String>,
    /// The rules that it was told.
    rules: Option<GameRules>,
    /// The game as it knows it; none if that is not sure.
    game: Option<Box<dyn AnyGame>>,
    /// What it was told last about its time.
    control: Option<Control>,
    /// Whether it is to think while its opponent does.
    ponders: bool,
    /// Whether it plays its side: a move of its opponent's makes it think.
    plays: bool,
    pings: u64,
    warnings: Vec<String>,
}

impl Cecp {
    /// Starts the engine and hears its introduction.
    ///
    /// # Errors
    /// All but [`Failure::NoMove`].
    pub fn start(config: &EngineConfig, surroundings: &Surroundings) -> Result<Self, Failure> {
        let mut engine = Self {
            process: Process::start(config, surroundings)?,
            name: config.name.clone(),
            patience: surroundings.patience,
            features: Features::default(),
            orders: Vec::new(),
            rules: None,
            game: None,
            control: None,
            ponders: config.ponder,
            plays: false,
            pings: 0,
            warnings: Vec::new(),
        };
        engine.introduce().map_err(|failure| unintroduced(&config.name, "done=1", failure))?;
        let Features { ping, setboard, .. } = engine.features;
        for (feature, offered) in [("ping", ping), ("setboard", setboard)] {
            if !offered {
                let text = format!("'{}' does not offer {feature}", config.name);
                return Err(Failure::Start(text));
            }
        }
        for (name, value) in threads_first(&config.options) {
            if !name.eq_ignore_ascii_case(RULES) {
                engine.order(name, value);
            }
        }
        engine.process.say(&config.init, engine.patience.ping)?;
        Ok(engine)
    }

    fn introduce(&mut self) -> Result<(), Failure> {
        let patience = self.patience.startup;
        let deadline = Instant::now().checked_add(patience);
        self.process.say(&["xboard", "protover 2"], patience)?;
        loop {
            let Some(line) = self.process.hear(deadline)? else {
                return Err(self.process.stall());
            };
            let Some(features) = line.text.trim_ascii().strip_prefix("feature ") else { continue };
            let pairs = pairs(features);
            let answer = |(name, value): &(&str, &str)| match self.features.hear(name, value) {
                true => format!("accepted {name}"),
                false => format!("rejected {name}"),
            };
            let answers: Vec<String> = pairs.iter().map(answer).collect();
            self.process.say(&answers, patience)?;
            if pairs.contains(&("done", "1")) {
                return Ok(());
            }
        }
    }

    /// Takes in an option. Size of the table and number of threads have words of their own.
    fn order(&mut self, name: &str, value: &str) {
        let offers = &mut self.features.offers;
        let word = match name.to_ascii_lowercase().as_str() {
            "hash" if self.features.memory => Some("memory"),
            "threads" if self.features.cores => Some("cores"),
            _ => None,
        };
        match (offers.value(name), word) {
            (None, Some(word)) => self.orders.push(format!("{word} {value}")),
            _ => match offers.set(&self.name, name, value) {
                Ok(order) => self.orders.extend(order.map(|order| order.cecp())),
                Err(warning) => self.warnings.push(warning),
            },
        }
    }

    /// Tells all options, which depend on the game, and then the rules.
    fn tell_rules(&mut self, rules: &GameRules) -> Result<(), Failure> {
        let GameRules { variant, rules } = rules;
        let name = &self.name;
        match &self.features.variants {
            Some(names) if names.iter().any(|name| name.eq_ignore_ascii_case(variant)) => {}
            None if is_default(variant) => {}
            _ => return Err(Failure::Start(format!("'{name}' does not offer variant {variant}"))),
        }
        let order = match self.features.offers.value(RULES) {
            Some(_) => self.features.offers.set(name, RULES, rules).ok().flatten(),
            None if rules.is_empty() => None,
            None => {
                let text =
                    format!("'{name}' does not offer Rules, so it can play without '{rules}' only");
                return Err(Failure::Start(text));
            }
        };
        let mut lines = self.opening_lines(variant);
        lines.extend(self.orders.iter().cloned());
        lines.extend(order.map(|order| order.cecp()));
        self.process.say(&lines, self.patience.new_game)?;
        Ok(())
    }

    /// How a game of a variant begins.
    fn opening_lines(&self, variant: &str) -> Vec<String> {
        let mut lines = vec!["new".to_owned()];
        if self.features.variants.is_some() {
            lines.push(format!("variant {variant}"));
        }
        let ponder = if self.ponders { "hard" } else { "easy" };
        lines.extend(["force", ponder, "post"].map(str::to_owned));
        lines
    }

    /// Waits until the engine has done all that it was told. What it refused is returned.
    fn sync(&mut self, patience: Duration) -> Result<Vec<String>, Failure> {
        let mut refused = Vec::new();
        self.pings += 1;
        let [ping, pong] = ["ping", "pong"].map(|word| format!("{word} {}", self.pings));
        self.process.say(&[ping], patience)?;
        self.process.await_line(patience, |line| {
            let text = line.text.trim_ascii();
            if is_claim(text) || text.starts_with("Error (") {
                refused.push(one_line(text));
            }
            (text == pong).then_some(())
        })?;
        Ok(refused)
    }

    /// The lines that bring the engine to the game at hand, and that game as it knows it then.
    fn catch_up(&mut self, turn: &Turn<'_>) -> Result<(Vec<String>, Box<dyn AnyGame>), Failure> {
        let known = self.game.take();
        let is_known = known.is_some();
        let mut game = match known {
            Some(game) => game,
            None => opened(&GameRules {
                variant: turn.game.variant().to_owned(),
                rules: turn.game.rules(),
            })?,
        };
        let mut moves = Vec::new();
        let word = if self.features.usermove { "usermove " } else { "" };
        let tell = |game: &dyn AnyGame, mv| moves.push(format!("{word}{}", written(game, mv)));
        let anew = follow(game.as_mut(), turn.game, tell)? || !is_known;
        let setup = anew.then(|| format!("setboard {}", turn.game.first_fen()));
        Ok((setup.into_iter().chain(moves).collect(), game))
    }

    /// What the engine does next, and when; none until the deadline.
    fn reply(
        &mut self,
        game: &dyn AnyGame,
        deadline: Option<Instant>,
        hearing: &mut Hearing,
    ) -> Result<Option<(Reply, Instant)>, Failure> {
        while let Some(Line { at, text }) = self.process.hear(deadline)? {
            if let Some(reply) = reply(game, text.trim_ascii()) {
                return Ok(Some((reply, at)));
            }
            hearing.told.hear_cecp(&text);
            hearing.keep(text);
        }
        Ok(None)
    }
}

impl Player for Cecp {
    fn new_game(&mut self, rules: &GameRules) -> Result<(), Failure> {
        let patience = self.patience.new_game;
        if self.rules.as_ref() != Some(rules) {
            self.tell_rules(rules)?;
            self.rules = Some(rules.clone());
        }
        let lines = self.opening_lines(&rules.variant);
        self.process.say(&lines, patience)?;
        self.game = Some(opened(rules)?);
        self.control = None;
        self.plays = false;
        // It may have told the result of the last game only now.
        let is_result = |text: &String| text.starts_with(['0', '1']);
        for complaint in self.sync(patience)?.into_iter().filter(|text| !is_result(text)) {
            self.warnings.push(format!("{}: {complaint}", self.name));
        }
        Ok(())
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Answer, Failure> {
        let patience = self.patience.ping;
        if turn.limits.nodes.is_some() {
            return Err(Failure::Start("nodes is not supported with proto=xboard".to_owned()));
        }
        let (mut news, mut game) = self.catch_up(turn)?;
        let is_one_move = news.len() == 1 && !news.iter().any(|line| line.starts_with("setboard"));
        let go = if self.ponders && self.plays && is_one_move {
            // By this move it finds out whether it pondered on the right one.
            news
        } else {
            news.insert(0, "force".to_owned());
            self.process.say(&news, patience)?;
            let refused = self.sync(patience)?;
            if let Some(text) = refused.into_iter().find(|text| is_claim(text)) {
                let now = Instant::now();
                return Ok(Hearing::default().answer(Reply::Claims(text), now, now));
            }
            vec!["go".to_owned()]
        };
        let mut lines = Vec::new();
        let control = Some(Control::of(turn));
        if self.control != control {
            lines.extend(control.iter().flat_map(|control| control.lines(turn)));
            self.control = control;
        }
        lines.extend(clocks(turn));
        lines.extend(go);
        self.plays = true;
        let begun = self.process.say(&lines, patience)?;
        let deadline = turn.deadline.and_then(|time| begun.checked_add(time));
        let mut hearing = Hearing::default();
        let Some((reply, at)) = self.reply(turn.game, deadline, &mut hearing)? else {
            self.process.say(&["?"], patience)?;
            let deadline = Instant::now() + LAST_CHANCE;
            if self.reply(turn.game, Some(deadline), &mut hearing)?.is_none() {
                self.process.stall();
            }
            return Err(Failure::NoMove);
        };
        if let Reply::Move(text) = &reply
            && let Ok(mv) = game.read_move(text)
            && game.play(mv).is_ok()
        {
            self.game = Some(game);
        }
        Ok(hearing.answer(reply, at, begun))
    }

    /// It does so by itself.
    fn ponder(&mut self, _turn: &Turn<'_>) -> Result<(), Failure> {
        Ok(())
    }

    fn rest(&mut self) -> Result<(), Failure> {
        if std::mem::take(&mut self.plays) && self.ponders {
            self.process.say(&["force"], self.patience.ping)?;
        }
        Ok(())
    }

    fn is_ready(&mut self) -> Result<(), Failure> {
        self.sync(self.patience.ping).map(drop)
    }

    /// The protocol has no words for it.
    fn legal_moves(&mut self, _game: &dyn AnyGame, _place: &Place) -> Option<Vec<String>> {
        None
    }

    fn option(&self, name: &str) -> Option<String> {
        self.features.offers.value(name).map(str::to_owned)
    }

    fn warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.warnings)
    }
}

/// The option with the switches laid over a rule set.
const RULES: &str = "Rules";

impl Features {
    /// Takes in a feature; whether it is one that we go by.
    fn hear(&mut self, name: &str, value: &str) -> bool {
        let on = value == "1";
        match name {
            "ping" => self.ping = on,
            "setboard" => self.setboard = on,
            "usermove" => self.usermove = on,
            "memory" => self.memory = on,
            "smp" => self.cores = on,
            "variants" => self.variants = Some(value.split(',').map(str::to_owned).collect()),
            "option" => self.offers.hear_cecp(value),
            "done" | "myname" | "time" | "reuse" | "colors" | "sigint" | "sigterm" | "analyze"
            | "debug" | "name" | "playother" | "draw" | "ics" => {}
            // Moves are written as squares, and nodes are not counted.
            _ => return false,
        }
        true
    }
}

/// The pairs `name=value` of a line, the value perhaps in quotation marks.
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

/// The limits that hold for the whole game, or up to the next time control.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Control {
    /// Moves from the beginning of the game to the end of the time control; 0 if there is none. The
    /// engine, which counts its moves, finds what is left of them.
    moves: u64,
    /// Milliseconds added for each move.
    increment: i64,
    /// Milliseconds for each move.
    move_time: Option<u64>,
    depth: Option<u32>,
}

impl Control {
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
            (None, None) => format!("st {ENDLESS}"),
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

/// Seconds for a move where no clock runs, for without a word engines think that one does.
const ENDLESS: u32 = 1_000_000;

/// The times on both clocks, in hundredths of a second.
fn clocks(turn: &Turn<'_>) -> Vec<String> {
    let side = turn.game.side();
    let line = |(word, side)| {
        turn.limits.time[side].map(|left: i64| format!("{word} {}", left.div_euclid(10)))
    };
    [("time", side), ("otim", !side)].into_iter().filter_map(line).collect()
}

/// Milliseconds in seconds, with a fraction only where there is one.
fn seconds(milliseconds: i64) -> String {
    match (milliseconds / 1000, milliseconds % 1000) {
        (whole, 0) => whole.to_string(),
        (whole, rest) => format!("{whole}.{:03}", rest.abs()).trim_end_matches('0').to_owned(),
    }
}

/// Whether a line says how the game ended, or that something in it is not legal.
fn is_claim(text: &str) -> bool {
    let words = ["1-0", "0-1", "1/2-1/2", "Illegal move", "tellusererror"];
    words.iter().any(|word| text.starts_with(word))
}

/// What a line of the engine does, if it ends its turn. A move is passed on in UCI text.
fn reply(game: &dyn AnyGame, text: &str) -> Option<Reply> {
    match text.strip_prefix("move ") {
        Some(mv) => Some(Reply::Move(read(game, mv.trim_ascii()))),
        None if text == "resign" => Some(Reply::Resigns),
        None => is_claim(text).then(|| Reply::Claims(text.to_owned())),
    }
}

/// A move of the engine's in UCI text. One that cannot be understood stays as it is; where squares have
/// other names in UCI it must not be taken for another move there.
fn read(game: &dyn AnyGame, text: &str) -> String {
    let mirror = mirror(game);
    let corner = Coord { file: 0, rank: 0 };
    match entry::read(game, &mirror, text) {
        Ok((mv, _)) => game.uci(mv),
        Err(_) if game.view().name(corner) == mirror.grid.name(corner) => text.to_owned(),
        Err(_) => format!("{text} (squares as in XBoard)"),
    }
}

/// A move as the engine can read it.
fn written(game: &dyn AnyGame, mv: Move) -> String {
    let mirror = mirror(game);
    let mut shown = Shown::of(game, &mirror, mv);
    if mv.special() == Special::Pull {
        shown.promotion = Some('t');
    }
    shown.text(mirror.grid)
}

/// A board of XBoard's that shows the position as it is.
fn mirror(game: &dyn AnyGame) -> Mirror {
    Mirror::of(&game.view(), habits(game))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants;

    /// Legal moves of a game that goes on at random.
    fn each_move(variant: &str, plies: usize, mut check: impl FnMut(&dyn AnyGame, Move)) {
        let mut random = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..3 {
            let mut game = variants::open(variant).unwrap();
            for _ in 0..plies {
                let legal = game.legal();
                if game.outcome().is_some() {
                    break;
                }
                legal.iter().for_each(|&mv| check(game.as_ref(), mv));
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                game.play(legal[(random % legal.len() as u64) as usize]).unwrap();
            }
        }
    }

    #[test]
    fn moves_are_written_so_that_they_can_be_read() {
        for variant in variants::names() {
            each_move(variant, 60, |game, mv| {
                let text = written(game, mv);
                assert_eq!(read(game, &text), game.uci(mv), "{text} in {}", game.fen());
            });
        }
    }

    #[test]
    fn what_is_no_move_is_no_other_one_in_uci() {
        let baroque = variants::open("baroque").unwrap();
        assert_eq!(read(baroque.as_ref(), "e2e9"), "e2e9");
        let rococo = variants::open("rococo").unwrap();
        let text = rococo.legal_moves()[0].0.clone();
        for text in ["a0a0", "z9", &text] {
            let read = read(rococo.as_ref(), text);
            let legal = rococo.read_move(&read).is_ok();
            assert_eq!(legal, entry::read(rococo.as_ref(), &mirror(rococo.as_ref()), text).is_ok());
        }
    }

    #[test]
    fn features_are_pairs_with_quotation_marks() {
        let line = "ping=1 myname=\"A b=c\" option=\"Hash -spin 16 1 64\" done=1";
        let expected =
            [("ping", "1"), ("myname", "A b=c"), ("option", "Hash -spin 16 1 64"), ("done", "1")];
        assert_eq!(pairs(line), expected);
        assert_eq!(pairs("nonsense"), []);
        assert_eq!(pairs("open=\"x"), [("open", "x")]);
    }

    #[test]
    fn clocks_are_told_in_minutes_seconds_and_hundredths() {
        let game = variants::open("baroque").unwrap();
        let place = crate::Place::default();
        let lines = |limits: Limits| {
            let turn = Turn { game: game.as_ref(), place: &place, limits: &limits, deadline: None };
            [Control::of(&turn).lines(&turn), clocks(&turn)].concat()
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
