//! The messages between the server of rooms and who is in one, or wants to be.
//!
//! Each message is one JSON object. Over the socket of a room come [`Request`]s, each with a number, and every
//! [`Response`] has the number of the request that it answers; [`News`] come when the room has changed. Besides, a room
//! answers some questions of the page. Sides are `w` and `b`; times are milliseconds.

use baroque_formats::GameSpec;
use baroque_formats::games::File;
use baroque_formats::side::{letter, optional_letter};
use baroque_movegen::Color;
use baroque_penultima::info::UmpiredInfo;
use serde::{Deserialize, Serialize};

use crate::clock::TimeControl;
use crate::secret::Role;

/// What is asked in a room.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// Its number.
    pub id: u32,
    /// What.
    pub ask: Ask,
}

/// What can be asked in a room.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Ask {
    /// To come in; the first message.
    Enter {
        /// A secret of the room.
        secret: String,
    },
    /// To do something as a player.
    Act {
        /// What.
        command: Command,
    },
    /// The lines of the chat.
    Lines {
        /// The number of the first one.
        from: usize,
    },
    /// The room as it is now.
    Room {},
    /// The file that describes the game.
    File {},
    /// The log of the game before this one, if its rules were secret.
    Log {},
}

/// An answer.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Response {
    /// The number of its request.
    pub id: u32,
    /// What is answered.
    pub answer: Answer,
}

/// What is answered in a room.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Answer {
    /// It is done.
    Done,
    /// Lines of the chat.
    Lines {
        /// Those that are still there, oldest first.
        lines: Vec<Line>,
        /// The number of the next one.
        next: usize,
    },
    /// The room as it is now.
    Room {
        /// What is seen of it.
        room: Box<RoomInfo>,
    },
    /// The file that describes the game.
    File {
        /// None if the game is one of the program's.
        file: Option<File>,
    },
    /// The log of the game before this one.
    Log {
        /// None if there was none, or its rules were known.
        log: Option<String>,
    },
}

/// What is told when a room has changed.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct News {
    /// The room as it is now.
    pub room: RoomInfo,
}

/// What whoever makes a room gets: its secrets.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Made {
    /// That of the maker's seat.
    pub seat: String,
    /// That of the invitation.
    pub invitation: String,
    /// That of those who watch.
    pub watch: String,
}

/// What the other player sends to take the seat.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Taking {
    /// The secret of the invitation.
    pub invitation: String,
    /// The secret that the seat is to have; sent again it does no harm.
    pub seat: String,
}

/// What somebody sends to look at rooms.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Looking {
    /// A secret of each.
    pub secrets: Vec<String>,
}

/// What those rooms are like.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Looked {
    /// None where there is no such room.
    pub rooms: Vec<Option<RoomInfo>>,
}

/// What a player can offer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
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
#[cfg_attr(test, derive(ts_rs::TS))]
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
    /// To try something, where the rules are secret.
    Try {
        /// A move, `e2e4`, or an invoke, `invoke e2 e5`.
        text: String,
        /// The number of tries before it, and that of the game: a try is made once, and where it was meant.
        tries: usize,
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

impl Command {
    /// Whether it is about another game.
    pub fn is_of_rematch(&self) -> bool {
        let (Self::Offer { what, .. } | Self::Accept { what, .. } | Self::Decline { what, .. }) =
            self
        else {
            return false;
        };
        *what == Offer::Rematch
    }
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct End {
    /// The side that won, `w` or `b`; none in a draw.
    #[serde(serialize_with = "optional_letter::serialize")]
    #[cfg_attr(test, ts(type = "'w' | 'b' | null"))]
    pub winner: Option<Color>,
    /// Why.
    pub reason: String,
}

/// A line of a chat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Line {
    /// The side that said it, `w` or `b`: the one that it has now.
    #[serde(serialize_with = "letter::serialize")]
    #[cfg_attr(test, ts(type = "'w' | 'b'"))]
    pub side: Color,
    /// What it said.
    pub text: String,
}

/// What somebody in a room sees of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RoomInfo {
    /// Who that is.
    #[serde(serialize_with = "role_name")]
    #[cfg_attr(test, ts(type = "'player' | 'invited' | 'spectator'"))]
    pub role: Role,
    /// The side that is played, or offered to who is invited: `w` or `b`.
    #[cfg_attr(test, ts(type = "'w' | 'b' | null"))]
    pub side: Option<char>,
    /// The number of the game in the room, from 1.
    pub number: u32,
    /// The game with its moves, if its rules are known.
    pub game: Option<GameSpec>,
    /// What is seen of Penultima, if that is played.
    pub penultima: Option<PenultimaInfo>,
    /// The side whose turn it is, `w` or `b`.
    #[cfg_attr(test, ts(type = "'w' | 'b'"))]
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

/// What is seen of Penultima in a room.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PenultimaInfo {
    /// The game.
    #[serde(flatten)]
    pub game: UmpiredInfo,
    /// Whether the maker of the room chose the seed, and so can know the rules.
    pub is_chosen: bool,
}

/// Who is in a room now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PresentInfo {
    /// Whether White is.
    pub w: bool,
    /// Whether Black is.
    pub b: bool,
    /// How many others are, by their connections.
    pub others: usize,
}

/// The clock of a room as it is now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ClockInfo {
    /// The time of the players.
    pub time: TimeControl,
    /// Milliseconds that White has left.
    pub w: u64,
    /// Milliseconds that Black has left.
    pub b: u64,
    /// Whose time runs, `w` or `b`.
    #[cfg_attr(test, ts(type = "'w' | 'b' | null"))]
    pub running: Option<char>,
}

/// An offer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OfferInfo {
    /// What is offered.
    pub what: Offer,
    /// By which side, `w` or `b`.
    #[cfg_attr(test, ts(type = "'w' | 'b'"))]
    pub side: char,
}

fn role_name<S: serde::Serializer>(role: &Role, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(match role {
        Role::Seat(_) => "player",
        Role::Invited => "invited",
        Role::Spectator => "spectator",
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use baroque_formats::types::Declarations;

    use super::*;
    use crate::setup::Setup;

    /// With `WRITE_TYPES=1` it writes the file anew.
    #[test]
    fn the_types_of_the_page_are_those_of_the_messages() {
        let mut all = Declarations::of_crate("baroque_rooms", "Message");
        all.add::<Request>();
        all.add::<Response>();
        all.add::<News>();
        all.add::<Setup>();
        all.add::<Made>();
        all.add::<Taking>();
        all.add::<Looking>();
        all.add::<Looked>();
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/message.d.ts");
        all.check("Room", env!("CARGO_PKG_NAME"), &path);
    }
}
