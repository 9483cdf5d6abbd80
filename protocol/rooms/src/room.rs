//! A room as what happened in it: what somebody wants is decided upon first, then kept as [`Event`]s, and only then
//! does it happen. So a room is brought back by its events, and nothing has happened that is not kept.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::time::{Duration, SystemTime};

use baroque_formats::pgn::{self, GameResult, PgnGame};
use baroque_formats::text::{one_line, quoted};
use baroque_formats::{GameSpec, OpenError, Rejected};
use baroque_games::{Games, MAX_FILE};
use baroque_movegen::{AnyGame, Color};
use serde::{Deserialize, Serialize};

use crate::clock::{Clock, TimeControl};
use crate::secret::{Player, Role};

/// Most moves of a game, which is a draw then.
const MAX_MOVES: usize = 4096;
/// Most events of a room. Near it no other game begins, and at it the game is a draw.
const MAX_EVENTS: u32 = 20_000;
/// Most of them that are talk: lines of the chat and offers.
const MAX_TALK: u32 = 3000;
/// Characters of the longest line of a chat.
const MAX_LINE: usize = 300;
/// Lines of a chat that are kept.
const MAX_LINES: usize = 200;

/// What is said of an answer to nothing.
const NO_OFFER: &str = "there is no such offer";
/// What is said of what was meant for an earlier position.
const GONE_ON: &str = "the game has gone on since";

/// What whoever makes a room chooses.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The game before its first move.
    pub game: GameSpec,
    /// The file that describes the game, if it is not one of the program's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<File>,
    /// The time of the players.
    pub time: TimeControl,
    /// The maker's side in the first game.
    #[serde(with = "letter")]
    pub side: Color,
    /// Whether the players can write to each other.
    pub has_chat: bool,
}

/// A file of games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// Its name, for messages.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// What a player can offer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Offer {
    /// To end the game without a winner.
    Draw,
    /// To take back the last move of who asks for it.
    Takeback,
    /// Another game with colours changed.
    Rematch,
}

/// What a player wants.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// To make a move.
    Move {
        /// The move in any notation.
        text: String,
        /// The number of moves before it, and that of the game: a move is made once, and where it was meant.
        ply: usize,
        /// The number of the game in the room.
        number: u32,
    },
    /// To offer something.
    Offer {
        /// What.
        what: Offer,
        /// The number of the game in the room.
        number: u32,
    },
    /// To accept what the other one has offered.
    Accept {
        /// What.
        what: Offer,
        /// The number of the game in the room.
        number: u32,
    },
    /// To decline what the other one has offered, or to withdraw an offer.
    Decline {
        /// What.
        what: Offer,
        /// The number of the game in the room.
        number: u32,
    },
    /// To resign.
    Resign {
        /// The number of the game in the room.
        number: u32,
    },
    /// To say something.
    Say {
        /// A line.
        text: String,
    },
}

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
    Rematch {},
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

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct End {
    /// The side that won, `w` or `b`; none in a draw.
    #[serde(with = "optional_letter")]
    pub winner: Option<Color>,
    /// Why.
    pub reason: String,
}

/// A line of a chat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Line {
    /// The side that said it, `w` or `b`: the one that it has now.
    #[serde(with = "letter")]
    pub side: Color,
    /// What it said.
    pub text: String,
}

/// A room.
#[derive(Clone, Debug)]
pub struct Room {
    setup: Setup,
    events: u32,
    talk: u32,
    is_seated: bool,
    /// Of the game in the room, from 1.
    number: u32,
    start: AnyGame,
    game: AnyGame,
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
    /// A room in which nothing has happened yet. The games are those of [`Setup::games`].
    ///
    /// # Errors
    /// Something in the setup is wrong.
    pub fn new(setup: Setup, games: &Games) -> Result<Self, Rejected> {
        let time = setup.time;
        time.check()?;
        let start = setup.open(games)?;
        if start.outcome().is_some() {
            return Err("the game is over before its first move".into());
        }
        Ok(Self {
            events: 0,
            talk: 0,
            is_seated: false,
            number: 1,
            // As short as it can be said.
            setup: Setup { game: GameSpec::of(&start), ..setup },
            game: start.clone(),
            start,
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
    pub fn restore(setup: Setup, games: &Games, events: &[Event]) -> Result<Self, Rejected> {
        let mut room = Self::new(setup, games)?;
        events.iter().try_for_each(|event| room.happen(event))?;
        Ok(room)
    }

    /// The game that is played, or was played last.
    pub fn game(&self) -> &AnyGame {
        &self.game
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
            | Command::Offer { number, .. }
            | Command::Accept { number, .. }
            | Command::Decline { number, .. }
            | Command::Resign { number }
                if *number != self.number =>
            {
                Err(GONE_ON.into())
            }
            Command::Move { text, ply, .. } => self.play(player, text, *ply),
            Command::Offer { what, .. } => self.offer(player, *what),
            Command::Accept { what, .. } => match self.offers.get(what) {
                Some(&other) if other != player => Ok(vec![self.accepted(*what, other)]),
                _ => Err(NO_OFFER.into()),
            },
            Command::Decline { what, .. } => match self.offers.contains_key(what) {
                true => self.talk(What::Declined { what: *what }),
                false => Err(NO_OFFER.into()),
            },
            Command::Resign { .. } => {
                self.check_is_played()?;
                let winner = Some(!self.side_of(player));
                Ok(vec![What::Ended { winner, reason: "resignation".to_owned() }])
            }
        }
    }

    /// Something that players can say without end.
    fn talk(&self, what: What) -> Result<Vec<What>, Rejected> {
        match self.talk < MAX_TALK {
            true => Ok(vec![what]),
            false => Err("enough has been said in this room; make another one".into()),
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
            1..=MAX_LINE => self.talk(What::Said { by, text }),
            _ => Err(Rejected(format!("a line has at most {MAX_LINE} characters"))),
        }
    }

    fn play(&self, player: Player, text: &str, ply: usize) -> Result<Vec<What>, Rejected> {
        self.check_is_played()?;
        if ply != self.game.moves().len() {
            return Err(GONE_ON.into());
        }
        if self.game.side() != self.side_of(player) {
            return Err("it is not your turn".into());
        }
        let mut next = self.game.clone();
        let mv = next.play_text(text).map_err(|error| Rejected(one_line(error)))?;
        let mut happens = vec![What::Moved { uci: self.game.uci(mv) }];
        if let Some(outcome) = next.outcome() {
            let reason = outcome.reason.text().to_owned();
            happens.push(What::Ended { winner: outcome.winner, reason });
        } else if next.moves().len() >= MAX_MOVES || self.events >= MAX_EVENTS {
            happens.push(What::Ended { winner: None, reason: "too many moves".to_owned() });
        }
        Ok(happens)
    }

    fn offer(&self, by: Player, what: Offer) -> Result<Vec<What>, Rejected> {
        match (what, &self.end) {
            (Offer::Rematch, None) => return Err("the game is not over".into()),
            (Offer::Draw | Offer::Takeback, Some(_)) => return Err("the game is over".into()),
            (Offer::Takeback | Offer::Rematch, _) if self.events >= MAX_EVENTS / 2 => {
                return Err("this room is full; make another one".into());
            }
            _ => {}
        }
        match self.offers.get(&what) {
            Some(&other) if other == by || what == Offer::Takeback => {
                Err("this is offered already".into())
            }
            // Both want the same.
            Some(&other) => Ok(vec![self.accepted(what, other)]),
            None if what == Offer::Takeback && self.plies_to_take_back(by) == 0 => {
                Err("you have not moved yet".into())
            }
            None => self.talk(What::Offered { by, what }),
        }
    }

    /// What happens by an offer that is accepted.
    fn accepted(&self, what: Offer, by: Player) -> What {
        match what {
            Offer::Draw => What::Ended { winner: None, reason: "draw by agreement".to_owned() },
            Offer::Takeback => What::TakenBack { plies: self.plies_to_take_back(by) },
            Offer::Rematch => What::Rematch {},
        }
    }

    /// The last move of a player and what follows it; none if the player has not moved.
    fn plies_to_take_back(&self, player: Player) -> usize {
        let side = self.side_of(player);
        let last = self.game.move_sides().iter().rev().position(|&mover| mover == side);
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
                let side = self.game.side();
                self.game.play_text(uci).map_err(|error| Rejected(one_line(error)))?;
                self.clock.end_move(side, at);
                self.clock.start(self.game.side(), at);
                // Who moves on declines, but can offer a draw and move.
                let mover = self.player_of(side);
                self.offers.retain(|&what, by| what == Offer::Draw && *by == mover);
            }
            What::Offered { by, what } => {
                self.offers.insert(*what, *by);
            }
            What::Declined { what } => {
                self.offers.remove(what);
            }
            What::TakenBack { plies } => {
                for _ in 0..*plies {
                    self.game.take_back();
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
            What::Rematch {} => self.begin_next(at),
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
        let is_talk =
            matches!(event.what, What::Said { .. } | What::Offered { .. } | What::Declined { .. });
        self.talk += u32::from(is_talk);
        self.last = at;
        Ok(())
    }

    fn begin_next(&mut self, at: u64) {
        self.number += 1;
        self.game = self.start.clone();
        self.clock = Clock::new(self.setup.time);
        self.clock.start(self.game.side(), at);
        self.offers.clear();
        self.end = None;
        self.began = at;
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
            game: GameSpec { moves: self.moves(), ..self.setup.game.clone() },
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

    fn moves(&self) -> Vec<String> {
        GameSpec::of(&self.game).moves
    }

    /// The game in PGN.
    pub fn pgn(&self) -> PgnGame {
        let mut pgn = PgnGame::of(&self.game);
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
        pgn
    }

    /// All games of a room that have a move.
    ///
    /// # Errors
    /// Those of [`Self::restore`].
    pub fn games(setup: Setup, games: &Games, events: &[Event]) -> Result<Vec<PgnGame>, Rejected> {
        let mut room = Self::new(setup, games)?;
        let mut played = Vec::new();
        for event in events {
            if event.what == (What::Rematch {}) {
                played.push(room.pgn());
            }
            room.happen(event)?;
        }
        played.push(room.pgn());
        played.retain(|game| !game.moves.is_empty());
        Ok(played)
    }
}

impl Setup {
    /// The games that can be played in the room: its own file's, if it has one, and others.
    ///
    /// # Errors
    /// The file is wrong.
    pub fn games(&self, games: &Games) -> Result<Games, Rejected> {
        let mut games = games.clone();
        if let Some(File { name, text }) = &self.file {
            if text.len() > MAX_FILE {
                return Err(Rejected(format!("the file has more than {MAX_FILE} bytes")));
            }
            let file = baroque_games::parse(&quoted(name), text);
            let first =
                |error: String| Rejected(one_line(error.lines().next().unwrap_or_default()));
            games.add_file(&file.map_err(|errors| first(errors.to_string()))?);
        }
        Ok(games)
    }

    fn open(&self, games: &Games) -> Result<AnyGame, Rejected> {
        if !self.game.moves.is_empty() {
            return Err("a room begins without moves; begin with the position after them".into());
        }
        let opened = self.game.open(games);
        opened.map_err(|error: OpenError| Rejected(one_line(error)))
    }
}

/// What somebody in a room sees of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RoomInfo {
    /// Who that is.
    #[serde(serialize_with = "role_name")]
    pub role: Role,
    /// The side that is played, or offered to who is invited: `w` or `b`.
    pub side: Option<char>,
    /// The number of the game in the room, from 1.
    pub number: u32,
    /// The game with its moves.
    pub game: GameSpec,
    /// The side whose turn it is, `w` or `b`.
    pub turn: char,
    /// Whether both seats are taken.
    pub is_seated: bool,
    /// Who is there now.
    pub present: PresentInfo,
    /// The clock, if there is one.
    pub clock: Option<ClockInfo>,
    /// What is offered.
    pub offers: Vec<OfferInfo>,
    /// How the game ended, if it is over.
    pub end: Option<End>,
    /// The number of lines of the chat, if there is one.
    pub lines: Option<usize>,
}

/// Who is in a room now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PresentInfo {
    /// Whether White is.
    pub w: bool,
    /// Whether Black is.
    pub b: bool,
    /// How many others are, by their connections.
    pub others: usize,
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

    /// The number of all.
    pub fn count(&self) -> usize {
        self.0.values().sum()
    }

    fn has(&self, player: Player) -> bool {
        self.0.get(&Role::Seat(player)).is_some_and(|&count| count > 0)
    }

    fn others(&self) -> usize {
        let count = |role| self.0.get(&role).copied().unwrap_or(0);
        count(Role::Spectator) + count(Role::Invited)
    }
}

/// The clock of a room as it is now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ClockInfo {
    /// The time of the players.
    pub time: TimeControl,
    /// Milliseconds that White has left.
    pub w: u64,
    /// Milliseconds that Black has left.
    pub b: u64,
    /// Whose time runs, `w` or `b`.
    pub running: Option<char>,
}

/// An offer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OfferInfo {
    /// What is offered.
    pub what: Offer,
    /// By which side, `w` or `b`.
    pub side: char,
}

fn role_name<S: serde::Serializer>(role: &Role, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(match role {
        Role::Seat(_) => "player",
        Role::Invited => "invited",
        Role::Spectator => "spectator",
    })
}

/// Sides as `w` and `b`.
mod letter {
    use super::*;
    use serde::{Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(side: &Color, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(side.letter())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Color, D::Error> {
        let letter = char::deserialize(deserializer)?;
        let side = [Color::White, Color::Black].into_iter().find(|side| side.letter() == letter);
        side.ok_or_else(|| D::Error::custom("a side is w or b"))
    }
}

/// Sides that may be missing.
mod optional_letter {
    use super::*;
    use serde::{Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(
        side: &Option<Color>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        side.map(Color::letter).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Color>, D::Error> {
        match Option::<char>::deserialize(deserializer)? {
            None => Ok(None),
            Some('w') => Ok(Some(Color::White)),
            Some('b') => Ok(Some(Color::Black)),
            Some(_) => Err(D::Error::custom("a side is w or b")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAKER: Player = Player::Maker;
    const GUEST: Player = Player::Guest;

    pub fn setup(variant: &str) -> Setup {
        let time = TimeControl::Clock { base: 60_000, increment: 1000 };
        Setup {
            game: GameSpec::new(variant, ""),
            file: None,
            time,
            side: Color::White,
            has_chat: true,
        }
    }

    /// A room with both players, and what has happened in it.
    struct Test {
        room: Room,
        events: Vec<Event>,
        at: u64,
    }

    impl Test {
        fn new(setup: Setup) -> Self {
            let room = Room::new(setup, &Games::default()).unwrap();
            let mut test = Self { room, events: Vec::new(), at: 1000 };
            test.happen(vec![What::Seated {}]);
            test
        }

        fn happen(&mut self, happens: Vec<What>) {
            for what in happens {
                let event = Event { at: self.at, what };
                self.room.happen(&event).unwrap();
                self.events.push(event);
            }
        }

        fn act(&mut self, player: Player, command: &Command) -> Result<(), String> {
            let happens = self.room.decide(player, command).map_err(|error| error.to_string())?;
            self.happen(happens);
            Ok(())
        }

        fn play(&mut self, player: Player, text: &str) -> Result<(), String> {
            let ply = self.room.game().moves().len();
            let number = self.room.number;
            self.act(player, &Command::Move { text: text.to_owned(), ply, number })
        }

        fn accept(&mut self, player: Player, what: Offer) -> Result<(), String> {
            self.act(player, &Command::Accept { what, number: self.room.number })
        }

        fn offer(&mut self, player: Player, what: Offer) -> Result<(), String> {
            self.act(player, &Command::Offer { what, number: self.room.number })
        }

        fn info(&self, role: Role) -> RoomInfo {
            self.room.info(role, &Present::default(), self.at)
        }
    }

    #[test]
    fn a_game_is_played_to_its_end_and_brought_back_by_its_events() {
        let fen = "8/8/8/2k1K3/5i2/8/8/5L2 w - - 0 1";
        let game = GameSpec { fen: Some(fen.to_owned()), ..GameSpec::new("baroque", "") };
        let mut test = Test::new(Setup { game, ..setup("baroque") });
        assert_eq!(test.play(GUEST, "c5d5"), Err("it is not your turn".to_owned()));
        test.play(MAKER, "f1a1").unwrap();
        let late = Command::Move { text: "c5d5".to_owned(), ply: 0, number: 1 };
        assert_eq!(test.act(GUEST, &late), Err("the game has gone on since".to_owned()));
        assert!(test.play(GUEST, "c5c6c7").is_err());
        test.at += 5000;
        test.play(GUEST, "c5d5").unwrap();
        let end = test.room.end().unwrap().clone();
        assert_eq!((end.winner, end.reason.as_str()), (Some(Color::Black), "checkmate"));
        assert_eq!(test.play(MAKER, "a1a2"), Err("the game is over".to_owned()));
        let again =
            Room::restore(test.room.setup().clone(), &Games::default(), &test.events).unwrap();
        assert_eq!(
            again.info(Role::Spectator, &Present::default(), test.at),
            test.info(Role::Spectator)
        );
        let pgn = test.room.pgn();
        assert_eq!((pgn.result, pgn.moves.len()), (GameResult::BlackWins, 2));
    }

    #[test]
    fn nobody_moves_before_the_other_one_is_there() {
        let room = Room::new(setup("rococo"), &Games::default()).unwrap();
        let command = Command::Move { text: "b2b3".to_owned(), ply: 0, number: 1 };
        let error = room.decide(MAKER, &command).unwrap_err().to_string();
        assert_eq!(error, "nobody has taken the other seat yet");
    }

    #[test]
    fn draws_are_agreed_on_and_a_move_declines() {
        let mut test = Test::new(setup("rococo"));
        test.offer(MAKER, Offer::Draw).unwrap();
        assert_eq!(test.offer(MAKER, Offer::Draw), Err("this is offered already".to_owned()));
        test.play(MAKER, "b2b3").unwrap();
        assert_eq!(test.info(Role::Spectator).offers.len(), 1);
        test.play(GUEST, "b7b6").unwrap();
        assert_eq!(test.info(Role::Spectator).offers, []);
        test.offer(GUEST, Offer::Draw).unwrap();
        test.act(MAKER, &Command::Decline { what: Offer::Draw, number: 1 }).unwrap();
        test.offer(GUEST, Offer::Draw).unwrap();
        test.offer(MAKER, Offer::Draw).unwrap();
        let end = test.room.end().unwrap();
        assert_eq!((end.winner, end.reason.as_str()), (None, "draw by agreement"));
    }

    #[test]
    fn moves_are_taken_back_to_before_the_last_one_of_who_asked() {
        let mut test = Test::new(setup("rococo"));
        assert_eq!(test.offer(GUEST, Offer::Takeback), Err("you have not moved yet".to_owned()));
        test.play(MAKER, "b2b3").unwrap();
        test.play(GUEST, "b7b6").unwrap();
        test.offer(MAKER, Offer::Takeback).unwrap();
        assert_eq!(test.offer(GUEST, Offer::Takeback), Err("this is offered already".to_owned()));
        assert_eq!(test.accept(MAKER, Offer::Takeback), Err(NO_OFFER.to_owned()));
        test.accept(GUEST, Offer::Takeback).unwrap();
        // Sent again, it is no offer of one's own.
        assert_eq!(test.accept(GUEST, Offer::Takeback), Err(NO_OFFER.to_owned()));
        assert_eq!(test.room.game().moves().len(), 0);
        test.play(MAKER, "c2c3").unwrap();
        test.offer(MAKER, Offer::Takeback).unwrap();
        test.accept(GUEST, Offer::Takeback).unwrap();
        assert_eq!((test.room.game().moves().len(), test.room.game().side()), (0, Color::White));
    }

    #[test]
    fn a_rematch_changes_colours_and_both_games_are_kept() {
        let mut test = Test::new(setup("maxima"));
        assert_eq!(test.offer(MAKER, Offer::Rematch), Err("the game is not over".to_owned()));
        test.play(MAKER, "b4b6").unwrap();
        test.act(GUEST, &Command::Resign { number: 1 }).unwrap();
        assert!(test.act(GUEST, &Command::Resign { number: 2 }).is_err());
        test.offer(GUEST, Offer::Rematch).unwrap();
        test.offer(MAKER, Offer::Rematch).unwrap();
        assert_eq!(test.info(Role::Seat(GUEST)).side, Some('w'));
        assert!(test.play(MAKER, "b4b6").is_err());
        test.play(GUEST, "c4c6").unwrap();
        let games = Room::games(setup("maxima"), &Games::default(), &test.events).unwrap();
        let results: Vec<GameResult> = games.iter().map(|game| game.result).collect();
        assert_eq!(results, [GameResult::WhiteWins, GameResult::Unknown]);
    }

    #[test]
    fn time_runs_out_but_not_while_the_server_is_away() {
        let mut test = Test::new(setup("rococo"));
        test.play(MAKER, "b2b3").unwrap();
        test.play(GUEST, "b7b6").unwrap();
        test.at += 50_000;
        test.happen(vec![What::Skipped { time: 40_000 }]);
        test.at += 50_000;
        assert_eq!(test.room.due(test.at), None);
        test.at += 2000;
        let ended = test.room.due(test.at).unwrap();
        test.happen(vec![ended]);
        assert_eq!(test.room.end().unwrap().winner, Some(Color::Black));
        assert_eq!(test.info(Role::Spectator).clock.unwrap().w, 0);
    }

    #[test]
    fn a_chat_is_clean_bounded_and_can_be_off() {
        let mut test = Test::new(setup("rococo"));
        let say = |text: &str| Command::Say { text: text.to_owned() };
        test.act(GUEST, &say(" hello\u{202e}\n ")).unwrap();
        assert_eq!(test.room.lines_from(0).0[0].text, "hello?");
        assert!(test.act(GUEST, &say(&"x".repeat(301))).is_err());
        assert!(test.act(GUEST, &say("  ")).is_err());
        for number in 0..300 {
            test.act(MAKER, &say(&number.to_string())).unwrap();
        }
        let (lines, next) = test.room.lines_from(295);
        assert_eq!((lines.len(), next, lines[0].text.as_str()), (6, 301, "294"));
        assert_eq!(test.room.lines_from(0).0.len(), MAX_LINES);
        let mut quiet = Test::new(Setup { has_chat: false, ..setup("rococo") });
        assert_eq!(quiet.act(MAKER, &say("x")), Err("there is no chat in this room".to_owned()));
    }

    #[test]
    fn a_file_brings_its_game_and_a_wrong_setup_is_refused() {
        let text = "format = 1\n[mini]\ninherits = 'rococo'\nend = { movelimit = 40 }\n";
        let file = |text: &str| Some(File { name: "mini.toml".to_owned(), text: text.to_owned() });
        let new = |setup: Setup| {
            let games = setup.games(&Games::default());
            games.and_then(|games| Room::new(setup, &games)).map_err(|error| error.to_string())
        };
        let mini = Setup { file: file(text), ..setup("mini") };
        assert_eq!(new(mini.clone()).unwrap().game().variant(), "mini");
        assert!(
            new(Setup { file: None, ..mini }).unwrap_err().starts_with("unknown variant 'mini'")
        );
        assert!(new(Setup { file: file("format = 1\n[mini]\nx = 1\n"), ..setup("mini") }).is_err());
        let late = GameSpec { moves: vec!["b2b3".to_owned()], ..GameSpec::new("rococo", "") };
        assert!(
            new(Setup { game: late, ..setup("rococo") }).unwrap_err().contains("without moves")
        );
        let mate = GameSpec {
            fen: Some("8/8/8/8/8/8/8/k6K[x".to_owned()),
            ..GameSpec::new("baroque", "")
        };
        assert!(new(Setup { game: mate, ..setup("baroque") }).is_err());
    }

    #[test]
    fn messages_are_what_they_are_said_to_be() {
        let command: Command =
            serde_json::from_str(r#"{"type":"move","text":"b2b3","ply":0,"number":1}"#).unwrap();
        assert_eq!(command, Command::Move { text: "b2b3".to_owned(), ply: 0, number: 1 });
        assert!(serde_json::from_str::<Command>(r#"{"type":"resign","side":"b"}"#).is_err());
        let setup = setup("rococo");
        let json = serde_json::to_string(&setup).unwrap();
        assert!(json.contains(r#""side":"w""#), "{json}");
        assert_eq!(serde_json::from_str::<Setup>(&json).unwrap(), setup);
        for what in [
            What::Ended { winner: None, reason: "x".to_owned() },
            What::Ended { winner: Some(Color::Black), reason: "x".to_owned() },
            What::Offered { by: GUEST, what: Offer::Rematch },
            What::Skipped { time: 5 },
        ] {
            let event = Event { at: 1, what };
            let json = serde_json::to_string(&event).unwrap();
            assert_eq!(serde_json::from_str::<Event>(&json).unwrap(), event);
        }
    }
}
