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
mod text;
mod ways;

use std::cell::OnceCell;
use std::sync::Arc;

use super::{End, MoveRecord, Repetition, win_for};
use board::Board;
use moves::Action;
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
    moves: Moves,
}

/// A legal move and the position after it.
#[derive(Clone, Debug)]
struct LegalMove {
    record: MoveRecord,
    action: Action,
    next: Position,
}

/// The legal moves of a position, found when they are first asked for. A copy of the position may
/// be changed, so it finds its own.
#[derive(Debug, Default)]
struct Moves(OnceCell<Vec<LegalMove>>);

impl Clone for Moves {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Definition {
    /// Reads a game of a file. `builtin` are the texts of further files whose games may be
    /// inherited from.
    pub fn read(text: &str, game: &str, builtin: &[&str]) -> Result<Self, String> {
        let definition = Self { game: Arc::new(Game::read(text, game, builtin, "")?) };
        definition.first()?;
        Ok(definition)
    }

    /// Reads a compiled game in our file of it, with keys laid over those of the file, deeply.
    pub fn compiled(text: &str, game: &str, changes: &str) -> Result<Self, String> {
        let game = Game::read(text, game, &[], changes)?;
        Ok(Self { game: Arc::new(Game { compiled: true, ..game }) })
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
            moves: Moves::default(),
        };
        let known = ["w", "b"].contains(&fields[1]) && fields[2] == "-" && position.number > 0;
        // A royal is only held until it is placed (rules, 6, hands, and 8).
        let mut held = position.board.hands.iter();
        let holds_royal =
            self.game.placement.is_none() && held.any(|&piece| position.kind(piece).royal);
        if known && !holds_royal { Ok(position) } else { Err(error()) }
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
        let [place, side, ban] = self.key_fields();
        format!("{place} {side} - {ban} {} {}", self.clock, self.number)
    }

    /// Equal for equal positions in the sense of repetition: placement, hands, side and swap ban
    /// (rules, 2).
    pub fn repetition_key(&self) -> String {
        self.key_fields().join(" ")
    }

    /// Placement with hands, side, and swap ban.
    fn key_fields(&self) -> [String; 3] {
        let geometry = &self.game.geometry;
        let mut place = self.board.placement(geometry);
        if self.game.has_hands() {
            place += &self.board.held(self.game.hand_order());
        }
        let side = if self.white_to_move { "w" } else { "b" };
        let ban = self.ban.map(|(one, other)| geometry.name(one) + &geometry.name(other));
        [place, side.to_owned(), ban.unwrap_or("-".to_owned())]
    }

    /// The side to move (rules, 1).
    pub fn white_to_move(&self) -> bool {
        self.white_to_move
    }

    /// Plies since the last irreversible move (rules, 1.3).
    pub fn clock(&self) -> u32 {
        self.clock
    }

    /// Effect of the third occurrence, and the move limit in plies, 0 for none (rules, 2).
    pub fn end_rules(&self) -> (Repetition, u32) {
        (self.game.end.repetition, self.game.end.move_limit)
    }

    /// Whether the position has none of the errors of rules, 1.3.
    pub fn is_position(&self) -> bool {
        self.is_valid()
    }

    /// Whether the piece on the square is frozen (rules, 1.2); false for empty squares.
    pub fn is_frozen(&self, square: usize) -> bool {
        self.frozen(square)
    }

    /// The squares of all frozen pieces.
    pub fn all_frozen(&self) -> Vec<usize> {
        (0..self.squares()).filter(|&square| self.is_frozen(square)).collect()
    }

    /// Whether a royal of a side could be taken if the other side were to move. Always false where
    /// there is no check (rules, 2, check, 4 and 6).
    pub fn is_check(&self, white: bool) -> bool {
        self.in_check(white)
    }

    /// The status of the position in a word (rules, 1.4): `ongoing`, `check`, or the reason of its
    /// end.
    pub fn status(&self) -> &'static str {
        match self.shown_end() {
            Some((_, reason)) => reason,
            None if self.in_check(self.white_to_move) => "check",
            None => "ongoing",
        }
    }

    /// The end by the move limit (rules, 2).
    pub fn limit_end(&self) -> Option<End> {
        let limit = self.game.end.move_limit;
        (limit > 0 && self.clock >= limit).then_some(("1/2-1/2", "move-limit"))
    }

    /// The end that the board shows, or by the move limit, which comes after it (rules, 1.4).
    pub fn end(&self) -> Option<End> {
        self.shown_end().or(self.limit_end())
    }

    /// The number of files.
    pub fn files(&self) -> usize {
        self.game.geometry.files as usize
    }

    /// The number of ranks.
    pub fn ranks(&self) -> usize {
        self.game.geometry.ranks as usize
    }

    /// The number of squares, the missing ones too.
    pub fn squares(&self) -> usize {
        self.game.geometry.len()
    }

    /// The name of a square (rules, 1.3).
    pub fn name(&self, square: usize) -> String {
        self.game.geometry.name(square)
    }

    /// The legal moves, sorted; none if the board shows the end of the game (rules, 1.5).
    pub fn legal(&self) -> Vec<MoveRecord> {
        let mut moves: Vec<MoveRecord> =
            self.legal_moves().iter().map(|legal| legal.record.clone()).collect();
        moves.sort();
        moves
    }

    /// The legal moves with the positions after them.
    pub fn nexts(&self) -> Vec<(MoveRecord, Self)> {
        let moves = self.legal_moves().iter();
        moves.map(|legal| (legal.record.clone(), legal.next.clone())).collect()
    }

    /// The position after a legal move.
    pub fn play(&self, mv: &MoveRecord) -> Self {
        self.legal_move(mv).next.clone()
    }

    /// The readable text of a legal move, without the suffix (rules, 1.3).
    pub fn readable(&self, mv: &MoveRecord) -> String {
        self.readable_text(&self.legal_move(mv).action)
    }

    /// Node count (rules, 1.5).
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.legal_actions().len() as u64,
            _ => self.legal_actions().iter().map(|(_, next)| next.perft(depth - 1)).sum(),
        }
    }

    fn legal_move(&self, mv: &MoveRecord) -> &LegalMove {
        self.legal_moves().iter().find(|legal| legal.record == *mv).expect("a legal move")
    }

    fn legal_moves(&self) -> &[LegalMove] {
        self.moves.0.get_or_init(|| {
            let actions = self.legal_actions();
            let all: Vec<Action> = actions.iter().map(|(action, _)| action.clone()).collect();
            let legal = |(action, next): (Action, Self)| {
                let (from, to, uci) = (action.from, action.to, self.uci(&action, &all));
                let record = MoveRecord { uci, from, to, victims: action.squares() };
                LegalMove { record, action, next }
            };
            actions.into_iter().map(legal).collect()
        })
    }
}
