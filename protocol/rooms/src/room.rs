//! A room as what happened in it: what somebody wants is decided upon first, then kept as [`Event`]s, and only then
//! does it happen. So a room is brought back by its events, and nothing has happened that is not kept.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use baroque_formats::Rejected;
use baroque_formats::pgn::{self, GameResult, PgnGame};
use baroque_formats::side::optional_letter;
use baroque_formats::text::one_line;
use baroque_games::Games;
use baroque_movegen::Color;
use baroque_penultima::info::UmpiredInfo;
use baroque_penultima::log;
use serde::{Deserialize, Serialize};

use crate::clock::{Clock, TimeControl};
use crate::game::{Drawn, Game};
use crate::message::{
    ClockInfo, Command, End, Line, Offer, OfferInfo, PenultimaInfo, PresentInfo, RoomInfo,
};
use crate::secret::{Player, Role};
use crate::setup::{Penultima, Setup};

#[cfg(test)]
mod tests;

/// Most moves or tries of a game, which ends then.
const MAX_MOVES: usize = 4096;
/// Most events of a room. Near it no other game begins, and at it the game ends.
const MAX_EVENTS: u32 = 20_000;
/// Most lines of the chat and offers of a player.
const MAX_TALK: u32 = 1500;
/// Most games of a room in which rules are drawn.
const MAX_DRAWN: u32 = 100;
/// Characters of the longest line of a chat.
const MAX_LINE: usize = 300;
/// Lines of a chat that are kept.
const MAX_LINES: usize = 200;

/// What is said of an answer to nothing.
const NO_OFFER: &str = "there is no such offer";
/// What is said of what was meant for an earlier position.
const GONE_ON: &str = "the game has gone on since";
/// What is said in a room in which no more games can be kept.
const FULL: &str = "this room is full; make another one";
/// What is said of an event that cannot happen in the game of the room.
const ELSEWHERE: &str = "this has not happened in this game";

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Event {
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// What.
    pub what: What,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum What {
    /// The guest took the other seat.
    Seated {},
    /// The side to move made a move.
    Moved {
        /// In UCI text.
        uci: String,
    },
    /// The side to move tried something. The answer follows from the rules.
    Tried {
        /// The try.
        text: String,
    },
    /// A player offered something.
    Offered {
        /// Who.
        by: Player,
        /// What.
        what: Offer,
    },
    /// An offer was declined or withdrawn.
    Declined {
        /// What.
        what: Offer,
    },
    /// Moves were taken back.
    TakenBack {
        /// How many.
        plies: usize,
    },
    /// The game ended.
    Ended {
        /// The side that won; none in a draw.
        #[serde(with = "optional_letter")]
        winner: Option<Color>,
        /// Why.
        reason: String,
    },
    /// Another game began.
    Rematch {
        /// The rules that were drawn for it, if they are secret.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        drawn: Option<Drawn>,
    },
    /// A player said something.
    Said {
        /// Who.
        by: Player,
        /// What.
        text: String,
    },
    /// For some time nobody could move.
    Skipped {
        /// Milliseconds.
        time: u64,
    },
}

/// A room.
#[derive(Clone, Debug)]
pub struct Room {
    setup: Setup,
    events: u32,
    /// By player.
    talk: HashMap<Player, u32>,
    is_seated: bool,
    /// Of the game in the room, from 1.
    number: u32,
    game: Game,
    /// The log of the game before it, if its rules were secret.
    log_before: Option<Arc<str>>,
    clock: Clock,
    offers: BTreeMap<Offer, Player>,
    end: Option<End>,
    chat: VecDeque<(Player, String)>,
    lines: usize,
    /// When the game began, in milliseconds since 1970.
    began: u64,
    /// The time of the last event, in milliseconds since 1970.
    last: u64,
}

impl Room {
    /// A room in which nothing has happened yet. What was drawn is that of [`Setup::draw`], the games are those of
    /// [`Setup::games`].
    ///
    /// # Errors
    /// Something in the setup is wrong.
    pub fn new(setup: Setup, drawn: Option<&Drawn>, games: &Games) -> Result<Self, Rejected> {
        let time = setup.time;
        time.check()?;
        let game = setup.open(drawn, games)?;
        if let Game::Known(game) = &game
            && game.outcome().is_some()
        {
            return Err("the game is over before its first move".into());
        }
        let penultima = setup.penultima.map(|chosen| Penultima { seed: None, ..chosen });
        Ok(Self {
            events: 0,
            talk: HashMap::new(),
            is_seated: false,
            number: 1,
            // As short as it can be said.
            setup: Setup { game: game.spec(), penultima, ..setup },
            game,
            log_before: None,
            clock: Clock::new(time),
            offers: BTreeMap::new(),
            end: None,
            chat: VecDeque::new(),
            lines: 0,
            began: 0,
            last: 0,
        })
    }

    /// A room in which these events have happened.
    ///
    /// # Errors
    /// They do not fit together: they are not what this version keeps.
    pub fn restore(
        setup: Setup,
        drawn: Option<&Drawn>,
        games: &Games,
        events: &[Event],
    ) -> Result<Self, Rejected> {
        let mut room = Self::new(setup, drawn, games)?;
        events.iter().try_for_each(|event| room.happen(event))?;
        Ok(room)
    }

    /// What was chosen for it.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The clock of the game.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// The number of events.
    pub fn events(&self) -> u32 {
        self.events
    }

    /// The time of the last event, in milliseconds since 1970; 0 without events.
    pub fn last(&self) -> u64 {
        self.last
    }

    /// Whether both seats are taken.
    pub fn is_seated(&self) -> bool {
        self.is_seated
    }

    /// How the game ended, if it is over.
    pub fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// The side of a player in the game.
    pub fn side_of(&self, player: Player) -> Color {
        let is_first = player == Player::Maker;
        let has_changed = self.number.is_multiple_of(2);
        if is_first == has_changed { !self.setup.side } else { self.setup.side }
    }

    fn player_of(&self, side: Color) -> Player {
        if self.side_of(Player::Maker) == side { Player::Maker } else { Player::Guest }
    }

    /// The lines of the chat from a number on, and the number of the next one.
    pub fn lines_from(&self, first: usize) -> (Vec<Line>, usize) {
        let gone = self.lines - self.chat.len();
        let line =
            |(by, text): &(Player, String)| Line { side: self.side_of(*by), text: text.clone() };
        (self.chat.iter().skip(first.saturating_sub(gone)).map(line).collect(), self.lines)
    }

    /// What has happened by itself until a time: the side to move has lost on time.
    pub fn due(&self, at: u64) -> Option<What> {
        let side = self.clock.running()?;
        let is_due = self.clock.flag_at()? <= at;
        is_due.then(|| What::Ended { winner: Some(!side), reason: "out of time".to_owned() })
    }

    /// What follows from what a player wants. Nothing has happened by that yet.
    ///
    /// # Errors
    /// The player cannot have it; for players.
    pub fn decide(&self, player: Player, command: &Command) -> Result<Vec<What>, Rejected> {
        match command {
            Command::Say { text } => self.say(player, text),
            _ if !self.is_seated => Err("nobody has taken the other seat yet".into()),
            Command::Move { number, .. }
            | Command::Try { number, .. }
            | Command::Offer { number, .. }
            | Command::Accept { number, .. }
            | Command::Decline { number, .. }
            | Command::Resign { number }
                if *number != self.number =>
            {
                Err(GONE_ON.into())
            }
            Command::Move { text, ply, .. } => self.play(player, text, *ply),
            Command::Try { text, tries, .. } => self.attempt(player, text, *tries),
            Command::Offer { what, .. } => self.offer(player, *what),
            Command::Accept { what, .. } => match self.offers.get(what) {
                Some(&other) if other != player => Ok(vec![self.accepted(*what, other)?]),
                _ => Err(NO_OFFER.into()),
            },
            Command::Decline { what, .. } => match self.offers.contains_key(what) {
                true => Ok(vec![What::Declined { what: *what }]),
                false => Err(NO_OFFER.into()),
            },
            Command::Resign { .. } => {
                self.check_is_played()?;
                let winner = Some(!self.side_of(player));
                Ok(vec![What::Ended { winner, reason: "resignation".to_owned() }])
            }
        }
    }

    /// Something that a player could say without end.
    fn talk(&self, by: Player, what: What) -> Result<Vec<What>, Rejected> {
        match self.talk.get(&by).is_none_or(|&said| said < MAX_TALK) {
            true => Ok(vec![what]),
            false => Err("you have said enough in this room; make another one".into()),
        }
    }

    fn check_is_played(&self) -> Result<(), Rejected> {
        match self.end {
            None => Ok(()),
            Some(_) => Err("the game is over".into()),
        }
    }

    fn say(&self, by: Player, text: &str) -> Result<Vec<What>, Rejected> {
        if !self.setup.has_chat {
            return Err("there is no chat in this room".into());
        }
        let text = one_line(text.trim());
        match text.chars().count() {
            0 => Err("there is nothing to say".into()),
            1..=MAX_LINE => self.talk(by, What::Said { by, text }),
            _ => Err(Rejected(format!("a line has at most {MAX_LINE} characters"))),
        }
    }

    fn play(&self, player: Player, text: &str, ply: usize) -> Result<Vec<What>, Rejected> {
        let Game::Known(game) = &self.game else {
            return Err("the rules are secret here: moves are tried".into());
        };
        self.check_turn(player, ply == game.moves().len())?;
        let mut next = game.clone();
        let mv = next.play_text(text).map_err(|error| Rejected(one_line(error)))?;
        let mut happens = vec![What::Moved { uci: game.uci(mv) }];
        if let Some(outcome) = next.outcome() {
            let reason = outcome.reason.text().to_owned();
            happens.push(What::Ended { winner: outcome.winner, reason });
        } else if self.is_full(next.moves().len()) {
            happens.push(What::Ended { winner: None, reason: "too many moves".to_owned() });
        }
        Ok(happens)
    }

    fn attempt(&self, player: Player, text: &str, tries: usize) -> Result<Vec<What>, Rejected> {
        let Game::Umpired { game, .. } = &self.game else {
            return Err("the rules are known here: moves are made, not tried".into());
        };
        self.check_turn(player, tries == game.tries().len())?;
        let attempt = game.read(text).map_err(|reason| Rejected(reason.to_string()))?;
        let mut next = game.clone();
        let mut happens = vec![What::Tried { text: next.answer(attempt).text }];
        let ended = next.ended(self.is_full(next.tries().len()));
        let ended = ended.map(|(winner, reason)| What::Ended { winner, reason: reason.to_owned() });
        happens.extend(ended);
        Ok(happens)
    }

    fn check_turn(&self, player: Player, is_now: bool) -> Result<(), Rejected> {
        self.check_is_played()?;
        match is_now {
            false => Err(GONE_ON.into()),
            true if self.game.side() != self.side_of(player) => Err("it is not your turn".into()),
            true => Ok(()),
        }
    }

    /// Whether a game of so many moves or tries has to end.
    fn is_full(&self, count: usize) -> bool {
        count >= MAX_MOVES || self.events >= MAX_EVENTS
    }

    fn offer(&self, by: Player, what: Offer) -> Result<Vec<What>, Rejected> {
        match (what, &self.end) {
            (Offer::Rematch, None) => return Err("the game is not over".into()),
            (Offer::Draw | Offer::Takeback, Some(_)) => return Err("the game is over".into()),
            (Offer::Takeback | Offer::Rematch, _) if self.events >= MAX_EVENTS / 2 => {
                return Err(FULL.into());
            }
            _ => {}
        }
        match (what, &self.game) {
            (Offer::Takeback, Game::Umpired { .. }) => {
                return Err(
                    "in Penultima nothing is taken back: what a try has told is known".into()
                );
            }
            (Offer::Rematch, Game::Umpired { .. }) if self.number >= MAX_DRAWN => {
                return Err(FULL.into());
            }
            _ => {}
        }
        match self.offers.get(&what) {
            Some(&other) if other == by || what == Offer::Takeback => {
                Err("this is offered already".into())
            }
            // Both want the same.
            Some(&other) => Ok(vec![self.accepted(what, other)?]),
            None if what == Offer::Takeback && self.plies_to_take_back(by) == 0 => {
                Err("you have not moved yet".into())
            }
            None => self.talk(by, What::Offered { by, what }),
        }
    }

    /// What happens by an offer that is accepted.
    fn accepted(&self, what: Offer, by: Player) -> Result<What, Rejected> {
        Ok(match what {
            Offer::Draw => What::Ended { winner: None, reason: "draw by agreement".to_owned() },
            Offer::Takeback => What::TakenBack { plies: self.plies_to_take_back(by) },
            Offer::Rematch => What::Rematch { drawn: self.setup.draw()? },
        })
    }

    /// The last move of a player and what follows it; none if the player has not moved.
    fn plies_to_take_back(&self, player: Player) -> usize {
        let Game::Known(game) = &self.game else { return 0 };
        let side = self.side_of(player);
        let last = game.move_sides().iter().rev().position(|&mover| mover == side);
        last.map_or(0, |after| after + 1)
    }

    /// Makes something happen that was decided upon and is kept.
    ///
    /// # Errors
    /// It cannot happen here: it was decided upon elsewhere.
    pub fn happen(&mut self, event: &Event) -> Result<(), Rejected> {
        let at = event.at;
        match &event.what {
            What::Seated {} => {
                self.is_seated = true;
                self.began = at;
                self.clock.start(self.game.side(), at);
            }
            What::Moved { uci } => {
                let Game::Known(game) = &mut self.game else { return Err(ELSEWHERE.into()) };
                let side = game.side();
                game.play_text(uci).map_err(|error| Rejected(one_line(error)))?;
                self.end_turn(side, at);
            }
            What::Tried { text } => {
                let Game::Umpired { game, .. } = &mut self.game else {
                    return Err(ELSEWHERE.into());
                };
                let side = game.position().side();
                let attempt = game.read(text).map_err(|_| Rejected::from(ELSEWHERE))?;
                let is_legal = game.answer(attempt).is_legal();
                if is_legal || self.game.side() != side {
                    self.end_turn(side, at);
                }
            }
            What::Offered { by, what } => {
                self.offers.insert(*what, *by);
            }
            What::Declined { what } => {
                self.offers.remove(what);
            }
            What::TakenBack { plies } => {
                let Game::Known(game) = &mut self.game else { return Err(ELSEWHERE.into()) };
                for _ in 0..*plies {
                    game.take_back();
                }
                self.offers.clear();
                self.clock.stop(at);
                self.clock.start(self.game.side(), at);
            }
            What::Ended { winner, reason } => {
                self.clock.stop(at);
                self.offers.clear();
                self.end = Some(End { winner: *winner, reason: reason.clone() });
            }
            What::Rematch { drawn } => self.begin_next(drawn.as_ref(), at)?,
            What::Said { by, text } => {
                self.chat.push_back((*by, text.clone()));
                self.lines += 1;
                if self.chat.len() > MAX_LINES {
                    self.chat.pop_front();
                }
            }
            What::Skipped { time } => self.clock.skip(*time),
        }
        self.events += 1;
        if let What::Said { by, .. } | What::Offered { by, .. } = event.what {
            *self.talk.entry(by).or_default() += 1;
        }
        self.last = at;
        Ok(())
    }

    /// The side to move has moved, or lost its turn.
    fn end_turn(&mut self, side: Color, at: u64) {
        self.clock.end_move(side, at);
        self.clock.start(self.game.side(), at);
        // Who moves on declines, but can offer a draw and move.
        let mover = self.player_of(side);
        self.offers.retain(|&what, by| what == Offer::Draw && *by == mover);
    }

    fn begin_next(&mut self, drawn: Option<&Drawn>, at: u64) -> Result<(), Rejected> {
        let next = match (&self.game, drawn) {
            (Game::Known(game), None) => Game::Known(game.first()),
            (Game::Umpired { game, .. }, Some(drawn)) => drawn.open(game.settings().illegal)?,
            _ => return Err(ELSEWHERE.into()),
        };
        self.log_before = match &self.game {
            Game::Umpired { game, .. } => Some(log::of(game).into()),
            Game::Known(_) => None,
        };
        self.game = next;
        self.number += 1;
        self.clock = Clock::new(self.setup.time);
        self.clock.start(self.game.side(), at);
        self.offers.clear();
        self.end = None;
        self.began = at;
        Ok(())
    }

    /// What somebody sees, at a time in milliseconds since 1970, while some are there.
    pub fn info(&self, role: Role, present: &Present, at: u64) -> RoomInfo {
        let offers = self.offers.iter().map(|(&what, &by)| (what, self.side_of(by)));
        let clock = (self.setup.time != TimeControl::Unlimited {}).then(|| ClockInfo {
            time: self.setup.time,
            w: self.clock.left(Color::White, at),
            b: self.clock.left(Color::Black, at),
            running: self.clock.running().map(Color::letter),
        });
        RoomInfo {
            role,
            side: match role {
                Role::Seat(player) => Some(self.side_of(player).letter()),
                // The one that is free.
                Role::Invited => Some(self.side_of(Player::Guest).letter()),
                Role::Spectator => None,
            },
            number: self.number,
            game: self.game.spec(),
            penultima: self.penultima(),
            turn: self.game.side().letter(),
            is_seated: self.is_seated,
            present: PresentInfo {
                w: present.has(self.player_of(Color::White)),
                b: present.has(self.player_of(Color::Black)),
                others: present.others(),
            },
            clock,
            offers: offers.map(|(what, side)| OfferInfo { what, side: side.letter() }).collect(),
            end: self.end.clone(),
            lines: self.setup.has_chat.then_some(self.lines),
        }
    }

    fn penultima(&self) -> Option<PenultimaInfo> {
        let Game::Umpired { game, is_chosen } = &self.game else { return None };
        Some(PenultimaInfo {
            game: UmpiredInfo::new(game, self.end.is_some()),
            is_chosen: *is_chosen,
        })
    }

    /// The log of the game before the one in the room, if its rules were secret.
    pub fn log_before(&self) -> Option<&str> {
        self.log_before.as_deref()
    }

    /// The game in PGN, which has no words for secret rules.
    pub fn pgn(&self) -> Option<PgnGame> {
        let Game::Known(game) = &self.game else { return None };
        let mut pgn = PgnGame::of(game);
        pgn.set_tag("Event", "Room");
        pgn.set_tag("Round", self.number.to_string());
        pgn.set_tag("Date", pgn::date(SystemTime::UNIX_EPOCH + Duration::from_millis(self.began)));
        if let TimeControl::Clock { base, increment } = self.setup.time {
            pgn.set_tag("TimeControl", format!("{}+{}", base / 1000, increment / 1000));
        }
        if let Some(End { winner, reason }) = &self.end {
            pgn.result = match winner {
                Some(Color::White) => GameResult::WhiteWins,
                Some(Color::Black) => GameResult::BlackWins,
                None => GameResult::Draw,
            };
            let is_late = reason == "out of time";
            pgn.set_tag("Termination", if is_late { "time forfeit" } else { "normal" });
            if let Some(last) = pgn.moves.last_mut() {
                last.comment.text = reason.clone();
            }
        }
        Some(pgn)
    }

    /// All games of a room that have a move, in PGN.
    ///
    /// # Errors
    /// Those of [`Self::restore`].
    pub fn games(setup: Setup, games: &Games, events: &[Event]) -> Result<Vec<PgnGame>, Rejected> {
        if setup.penultima.is_some() {
            return Ok(Vec::new());
        }
        let mut room = Self::new(setup, None, games)?;
        let mut played = Vec::new();
        for event in events {
            if matches!(event.what, What::Rematch { .. }) {
                played.extend(room.pgn());
            }
            room.happen(event)?;
        }
        played.extend(room.pgn());
        played.retain(|game| !game.moves.is_empty());
        Ok(played)
    }
}

/// The connections to a room by their roles.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Present(HashMap<Role, usize>);

impl Present {
    /// Counts one more.
    pub fn enter(&mut self, role: Role) {
        *self.0.entry(role).or_default() += 1;
    }

    /// Counts one less.
    pub fn leave(&mut self, role: Role) {
        if let Some(count) = self.0.get_mut(&role) {
            *count = count.saturating_sub(1);
        }
    }

    fn has(&self, player: Player) -> bool {
        self.0.get(&Role::Seat(player)).is_some_and(|&count| count > 0)
    }

    /// How many are not players.
    pub fn others(&self) -> usize {
        let count = |role| self.0.get(&role).copied().unwrap_or(0);
        count(Role::Spectator) + count(Role::Invited)
    }
}
