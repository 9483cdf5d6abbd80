//! A slow reference of the games that files describe, written from the text of the rules (rules, 1
//! to 8 and 10) and of the format (games, 2 and 3) alone, to check the fast generator in tests. It
//! shares no code with it and reads the files itself. It covers all words but `draw` and `value`.
//! Boards are mailboxes: a square is rank times files plus file, both from 0, missing
//! squares too.

mod acts;
mod betza;
mod board;
mod ends;
mod forced;
mod geometry;
mod kinds;
mod moves;
mod placement;
mod play;
mod powers;
mod read;
mod taking;
mod ways;

use std::sync::Arc;

use super::{End, MoveRecord, win_for};
use board::Board;
use moves::{Action, Deed};
use read::Game;

/// A game of a file.
#[derive(Clone, Debug)]
pub struct Definition {
    game: Arc<Game>,
}

/// A position of a game; `clock` and `number` are the last FEN fields (rules, 1.3). The swap ban
/// names the two squares that may not be swapped now, the lower one first (rules, 4).
#[derive(Clone, Debug)]
pub struct Position {
    game: Arc<Game>,
    board: Board,
    white_to_move: bool,
    ban: Option<(usize, usize)>,
    clock: u32,
    number: u32,
    /// Whether the piece that is asked for has been lifted from its square already.
    lifted: bool,
}

impl Definition {
    /// Reads a game of a file. `builtin` are the texts of further files whose games may be
    /// inherited from.
    pub fn read(text: &str, game: &str, builtin: &[&str]) -> Result<Self, String> {
        let definition = Self { game: Arc::new(Game::read(text, game, builtin)?) };
        definition.first()?;
        Ok(definition)
    }

    /// The position at the start.
    pub fn start(&self) -> Position {
        self.first().expect("`read` has tried it")
    }

    /// The position of the start FEN; without hands there all pieces to be placed are in hand.
    fn first(&self) -> Result<Position, String> {
        let mut position = self.position(&self.game.start)?;
        if self.game.placement.is_some() && !self.game.start.contains('[') {
            position.board = self.game.first.clone();
        }
        Ok(position)
    }

    /// The position of a FEN; fields after the first may be missing (rules, 1.3). What is not
    /// written back unchanged is an error, but for the order of a swap ban and of the hands.
    pub fn position(&self, fen: &str) -> Result<Position, String> {
        let error = || format!("`{fen}` is no FEN");
        let given: Vec<&str> = fen.split(' ').collect();
        let mut fields = ["", "w", "-", "-", "0", "1"];
        fields.get_mut(..given.len()).ok_or_else(error)?.copy_from_slice(&given);
        let number = |text: &str| {
            let number = text.parse::<u16>().ok().filter(|number| number.to_string() == text);
            number.map(u32::from).ok_or_else(error)
        };
        let (geometry, letters) = (&self.game.geometry, self.game.letters());
        let position = Position {
            game: Arc::clone(&self.game),
            board: Board::read(fields[0], geometry, &letters, self.game.has_hands())?,
            white_to_move: fields[1] == "w",
            ban: self.read_ban(fields[3])?,
            clock: number(fields[4])?,
            number: number(fields[5])?,
            lifted: false,
        };
        let known = ["w", "b"].contains(&fields[1]) && fields[2] == "-" && position.number > 0;
        if known { Ok(position) } else { Err(error()) }
    }

    /// The two squares of a swap ban in either order, or `-`.
    fn read_ban(&self, text: &str) -> Result<Option<(usize, usize)>, String> {
        if text == "-" {
            return Ok(None);
        }
        let geometry = &self.game.geometry;
        let squares = || (0..geometry.len()).filter(|&square| geometry.exists(square));
        let mut pairs = squares().flat_map(|one| squares().map(move |other| (one, other)));
        let named = |&(one, other): &(usize, usize)| {
            one != other && geometry.name(one) + &geometry.name(other) == text
        };
        let pair = pairs.find(named).filter(|_| self.game.bans_swaps());
        let (one, other) = pair.ok_or(format!("`{text}` is no swap ban"))?;
        Ok(Some((one.min(other), one.max(other))))
    }
}

impl Position {
    /// The six fields (rules, 1.3), with brackets where the game has hands.
    pub fn fen(&self) -> String {
        let geometry = &self.game.geometry;
        let mut text = self.board.placement(geometry);
        if self.game.has_hands() {
            text += &self.board.held();
        }
        let side = if self.white_to_move { "w" } else { "b" };
        let ban = self.ban.map(|(one, other)| geometry.name(one) + &geometry.name(other));
        let ban = ban.unwrap_or("-".to_owned());
        format!("{text} {side} - {ban} {} {}", self.clock, self.number)
    }

    /// The side to move.
    pub fn white_to_move(&self) -> bool {
        self.white_to_move
    }

    /// Whether the position has none of the errors of rules, 1.3.
    pub fn is_position(&self) -> bool {
        self.is_valid()
    }

    /// Whether the piece on the square is frozen; false for empty squares.
    pub fn is_frozen(&self, square: usize) -> bool {
        self.frozen(square)
    }

    /// Whether a royal of a side could be taken if the other side were to move. Always false where
    /// there is no check.
    pub fn is_check(&self, white: bool) -> bool {
        self.in_check(white)
    }

    /// The end of the game that the board shows, without repetition and move limit (rules, 1.4).
    pub fn shown_end(&self) -> Option<End> {
        self.end()
    }

    /// The number of squares, the missing ones too.
    pub fn squares(&self) -> usize {
        self.game.geometry.len()
    }

    /// The name of a square.
    pub fn name(&self, square: usize) -> String {
        self.game.geometry.name(square)
    }

    /// The legal moves, sorted; none if the board shows the end of the game.
    pub fn legal(&self) -> Vec<MoveRecord> {
        let mut moves: Vec<MoveRecord> = self.nexts().into_iter().map(|(mv, _)| mv).collect();
        moves.sort();
        moves
    }

    /// The position after a legal move.
    pub fn play(&self, mv: &MoveRecord) -> Self {
        let found = self.nexts().into_iter().find(|(own, _)| own == mv);
        found.expect("a legal move").1
    }

    /// Node count (rules, 1.5).
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.legal_actions().len() as u64,
            _ => self.nexts().iter().map(|(_, next)| next.perft(depth - 1)).sum(),
        }
    }

    /// The legal moves with the positions after them.
    pub fn nexts(&self) -> Vec<(MoveRecord, Self)> {
        let actions = self.legal_actions();
        let record = |action: &Action| {
            let same = actions.iter().map(|(other, _)| other);
            let same = same.filter(|other| (other.from, other.to) == (action.from, action.to));
            let first = same.filter_map(|other| ends::order(&other.deed)).min();
            let bare = ends::order(&action.deed) == first;
            let uci = self.uci(action, bare);
            MoveRecord { uci, from: action.from, to: action.to, victims: action.squares() }
        };
        actions.iter().map(|(action, next)| (record(action), next.clone())).collect()
    }

    /// The UCI text of a move (rules, 1.3 and 10, text); `bare` says that it is the first of the
    /// moves with the same squares.
    fn uci(&self, action: &Action, bare: bool) -> String {
        let [from, to] = [action.from, action.to].map(|square| self.name(square));
        let small = |kind: char| kind.to_ascii_lowercase().to_string();
        let letter = match action.deed {
            Deed::Drop(kind) => return format!("{kind}@{to}"),
            Deed::Suicide | Deed::Explode => String::new(),
            Deed::Destroy => "d".to_owned(),
            Deed::Pull(_) => "t".to_owned(),
            Deed::Leave(kind) => small(kind),
            Deed::Go { promotion: Some(kind), .. } => small(kind),
            _ if bare => String::new(),
            _ => {
                let place = ends::order(&action.deed).unwrap_or(0);
                "dlwhfaro"[place..=place].to_owned()
            }
        };
        from + &to + &letter
    }
}
