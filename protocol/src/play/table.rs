//! The game on the table: who plays which side, and how it ended if the players ended it.

use std::time::SystemTime;

use baroque_movegen::{Cell, Color, Move, Piece, PieceKind, Spot, View};

use super::board::Marks;
use super::strength::Strength;
use crate::game::AnyGame;
use crate::pgn::{self, Comment, GameResult};
use crate::variants;

/// Who plays the men that the engine does not play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Player {
    /// One side.
    One(Color),
    /// Two players; the engine only gives hints.
    Both,
}

impl Player {
    /// Reads `w`, `b` or `both`.
    pub fn parse(text: &str) -> Option<Self> {
        Some(match text.to_ascii_lowercase().as_str() {
            "w" | "white" => Self::One(Color::White),
            "b" | "black" => Self::One(Color::Black),
            "both" => Self::Both,
            _ => return None,
        })
    }

    /// Whether a side is played by a person.
    pub fn plays(self, side: Color) -> bool {
        match self {
            Self::One(own) => own == side,
            Self::Both => true,
        }
    }
}

/// A result that does not follow from the moves.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Called {
    result: GameResult,
    reason: String,
}

/// The last move, as it is shown.
pub struct Last {
    /// With its number and what it took: `3... Wg6-d3xh7, took the pawn on h7`.
    pub text: String,
    /// Its squares.
    pub marks: Marks,
}

/// The game on the table.
pub struct Table {
    /// The game and the engine.
    pub game: Box<dyn AnyGame>,
    /// Who plays against whom.
    pub player: Player,
    /// How strongly the engine plays.
    pub strength: Strength,
    /// Whether the board is seen from Black's side.
    pub flipped: bool,
    /// What is said about each move played.
    comments: Vec<Comment>,
    called: Option<Called>,
}

/// How the tags name the two kinds of players (`WhiteType`, `BlackType`).
const HUMAN: &str = "human";
const PROGRAM: &str = "program";

impl Table {
    /// A game that the player sees from the own side.
    pub fn new(game: Box<dyn AnyGame>, player: Player, strength: Strength) -> Self {
        let flipped = player == Player::One(Color::Black);
        let comments = vec![Comment::default(); game.moves().len()];
        Self { game, player, strength, flipped, comments, called: None }
    }

    /// Result and reason, if the game is over.
    pub fn end(&self) -> Option<(GameResult, String)> {
        if let Some(outcome) = self.game.outcome() {
            return Some((outcome.into(), outcome.reason.text().replace('-', " ")));
        }
        self.called.as_ref().map(|called| (called.result, called.reason.clone()))
    }

    /// Whether it is the engine's turn.
    pub fn engine_moves(&self) -> bool {
        self.end().is_none() && !self.player.plays(self.game.side())
    }

    /// Whether the game has begun and is not over.
    pub fn is_unfinished(&self) -> bool {
        self.end().is_none() && !self.game.moves().is_empty()
    }

    /// The player to move gives up, or the one who plays against the engine.
    pub fn resign(&mut self) {
        let loser = match self.player {
            Player::One(side) => side,
            Player::Both => self.game.side(),
        };
        let result = match loser {
            Color::White => GameResult::BlackWins,
            Color::Black => GameResult::WhiteWins,
        };
        self.called = Some(Called { result, reason: format!("{loser} resigns") });
    }

    /// Takes back until a person is to move, at least one move; how many were taken back. First a
    /// resignation is taken back.
    pub fn undo(&mut self) -> usize {
        if self.called.take().is_some() {
            return 1;
        }
        let own = |count: &usize| match self.player {
            // What the engine played before a person's first move stays.
            Player::One(side) => {
                let before = self.game.moves().len() - count;
                let even = before.is_multiple_of(2);
                even == (self.first_side() == side)
            }
            Player::Both => true,
        };
        let Some(count) = (1..=self.game.moves().len()).find(own) else {
            return 0;
        };
        for _ in 0..count {
            let _ = self.game.take_back();
            self.comments.pop();
        }
        count
    }

    fn first_side(&self) -> Color {
        let even = self.game.moves().len().is_multiple_of(2);
        if even { self.game.side() } else { !self.game.side() }
    }

    /// The number of a move as it stands before the move of the side to move.
    pub fn number(&self) -> String {
        let fen = self.game.fen();
        let number = fen.split(' ').next_back().unwrap_or("1");
        let dots = if self.game.side() == Color::White { "." } else { "..." };
        format!("{number}{dots}")
    }

    /// Plies to the move limit; `None` if there is none.
    pub fn plies_left(&self) -> Option<u16> {
        let rules = self.game.rules();
        let limit = rules.split(',').find_map(|pair| pair.strip_prefix("movelimit="))?;
        let limit: u16 = limit.parse().ok().filter(|&limit| limit > 0)?;
        let fen = self.game.fen();
        let clock: u16 = fen.split(' ').nth(4)?.parse().ok()?;
        Some(limit.saturating_sub(clock))
    }

    /// The moves played, numbered, a pair of moves a line.
    pub fn sheet(&self) -> String {
        let sheet = self.game.sheet();
        let mut white = self.first_side() == Color::White;
        let fen = self.game.first_fen();
        let mut number: u64 = fen.split(' ').next_back().and_then(|n| n.parse().ok()).unwrap_or(1);
        let mut lines: Vec<String> = Vec::new();
        for text in &sheet {
            match (white, lines.last_mut()) {
                (true, _) => lines.push(format!("{number:>3}. {text:<20}")),
                (false, Some(line)) => *line += &format!(" {text}"),
                (false, None) => lines.push(format!("{number:>3}. {:<20} {text}", "...")),
            }
            number += u64::from(!white);
            white = !white;
        }
        match lines.is_empty() {
            true => "no move has been played".to_owned(),
            false => lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n"),
        }
    }

    /// The last move.
    pub fn last(&mut self) -> Option<Last> {
        let mv = self.game.take_back()?;
        let mut text = format!("{} {}", self.number(), self.game.readable(&[mv]));
        let view = self.game.view();
        let taken = self.game.taken(mv);
        if !taken.is_empty() {
            let name = |&(spot, man): &(Spot, Piece)| {
                format!("the {} on {}", man.kind.name(), view.name(spot))
            };
            let names: Vec<String> = taken.iter().map(name).collect();
            text += &format!(", took {}", names.join(", "));
        }
        let ends = match mv.dropped() {
            Some(_) => vec![view.spot(mv.to())],
            None => vec![view.spot(mv.from()), view.spot(mv.to())],
        };
        let taken = taken.into_iter().map(|(spot, _)| spot).collect();
        // It was played before, so it is legal.
        let _ = self.game.play(mv);
        Some(Last { text, marks: Marks { ends, taken } })
    }

    /// Men that the sides have lost since the game began, in words; nothing if there are none or if
    /// they are in hands.
    pub fn losses(&self) -> String {
        let (first, now) = (self.game.first_view(), self.game.view());
        if now.hands.is_some() {
            return String::new();
        }
        let lost = |color: Color| {
            let mut letters = String::new();
            for kind in PieceKind::ALL {
                let gone = count(&first, color, kind).saturating_sub(count(&now, color, kind));
                letters += &kind.letter().to_string().repeat(gone);
            }
            (!letters.is_empty()).then(|| format!("{color} {letters}"))
        };
        let sides: Vec<String> = Color::ALL.into_iter().filter_map(lost).collect();
        sides.join(", ")
    }

    /// The game in PGN.
    pub fn to_pgn(&self) -> String {
        let mut text = pgn::Game::of(self.game.as_ref());
        for (mv, comment) in text.moves.iter_mut().zip(&self.comments) {
            mv.comment = comment.clone();
        }
        let engine = concat!("Baroque ", env!("CARGO_PKG_VERSION"));
        for (color, name, sort) in
            [(Color::White, "White", "WhiteType"), (Color::Black, "Black", "BlackType")]
        {
            let human = self.player.plays(color);
            text.set_tag(name, if human { "Player" } else { engine });
            text.set_tag(sort, if human { HUMAN } else { PROGRAM });
        }
        text.set_tag("Date", pgn::date(SystemTime::now()));
        text.set_tag("Strength", self.strength.to_string());
        if let Some((result, reason)) = self.end() {
            text.result = result;
            text.set_tag("Termination", "normal");
            if let Some(last) = text.moves.last_mut() {
                last.comment.text = reason;
            }
        }
        text.to_string()
    }

    /// Puts the last game of a PGN text on the table, with the players and the strength that it
    /// names.
    ///
    /// # Errors
    /// There is no game, or one with an error; nothing has changed then.
    pub fn take_pgn(&mut self, text: &str) -> Result<(), String> {
        let games = pgn::read(text).map_err(|error| error.to_string())?;
        let text = games.last().ok_or("there is no game in it")?;
        let game = text.open().map_err(|error| error.to_string())?;
        let sorts = ["WhiteType", "BlackType"].map(|name| text.tag(name).unwrap_or_default());
        let player = match sorts {
            [HUMAN, HUMAN] => Player::Both,
            [HUMAN, _] => Player::One(Color::White),
            [_, HUMAN] => Player::One(Color::Black),
            _ => self.player,
        };
        let strength = text.tag("Strength").and_then(|tag| Strength::parse(tag).ok());
        *self = Self::new(game, player, strength.unwrap_or(self.strength));
        self.comments = text.moves.iter().map(|mv| mv.comment.clone()).collect();
        if text.result != GameResult::Unknown {
            // It is said again as long as the game is over.
            let reason = self.comments.last_mut().map(|last| std::mem::take(&mut last.text));
            let reason = reason.filter(|reason| !reason.is_empty());
            let reason = reason.unwrap_or_else(|| "as the file says".to_owned());
            self.called = Some(Called { result: text.result, reason });
        }
        Ok(())
    }

    /// Begins another game between the same players, under other rules if a variant is named.
    ///
    /// # Errors
    /// No rule set has this name.
    pub fn renew(&mut self, variant: Option<&str>) -> Result<(), String> {
        let game = match variant {
            Some(name) => variants::open(name).map_err(|error| error.to_string())?,
            None => {
                let mut game =
                    variants::open(self.game.variant()).map_err(|error| error.to_string())?;
                game.set_rules(&self.game.rules()).map_err(|error| error.to_string())?;
                let place = crate::Place { fen: Some(self.game.first_fen()), moves: Vec::new() };
                game.set_place(&place).map_err(|error| error.to_string())?;
                game
            }
        };
        *self = Self::new(game, self.player, self.strength);
        Ok(())
    }

    /// Plays a legal move, about which something may be said.
    pub fn play(&mut self, mv: Move, comment: Comment) {
        // Whoever calls this got the move from the game.
        if self.game.play(mv).is_ok() {
            self.comments.push(comment);
        }
    }
}

fn count(view: &View, color: Color, kind: PieceKind) -> usize {
    let is_one =
        |cell: &&Cell| matches!(cell, Cell::Man(man, _) if man.color == color && man.kind == kind);
    view.ranks.iter().flatten().filter(is_one).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(player: Player, moves: &str) -> Table {
        let mut game = variants::open("baroque").unwrap();
        for text in moves.split_whitespace() {
            let mv = game.read_move(text).unwrap();
            game.play(mv).unwrap();
        }
        Table::new(game, player, Strength::Level(2))
    }

    #[test]
    fn undo_goes_back_to_the_turn_of_a_person() {
        let undone = |player, moves| {
            let mut table = table(player, moves);
            (table.undo(), table.game.moves().len())
        };
        assert_eq!(undone(Player::One(Color::White), "e2e4 e7e5"), (2, 0));
        assert_eq!(undone(Player::One(Color::White), "e2e4"), (1, 0));
        assert_eq!(undone(Player::One(Color::White), ""), (0, 0));
        assert_eq!(undone(Player::One(Color::Black), "e2e4"), (0, 1));
        assert_eq!(undone(Player::One(Color::Black), "e2e4 e7e5"), (1, 1));
        assert_eq!(undone(Player::One(Color::Black), "e2e4 e7e5 d2d4"), (2, 1));
        assert_eq!(undone(Player::Both, "e2e4 e7e5 d2d4"), (1, 2));
    }

    #[test]
    fn a_resignation_is_kept_and_taken_back() {
        let mut table = table(Player::One(Color::Black), "e2e4");
        assert_eq!((table.end(), table.is_unfinished()), (None, true));
        table.resign();
        let end = Some((GameResult::WhiteWins, "Black resigns".to_owned()));
        assert_eq!((table.end(), table.is_unfinished()), (end.clone(), false));
        let text = table.to_pgn();
        let mut other = super::tests::table(Player::Both, "");
        other.take_pgn(&text).unwrap();
        assert_eq!((other.end(), other.player), (end, Player::One(Color::Black)));
        assert_eq!(other.strength, Strength::Level(2));
        assert_eq!(other.undo(), 1);
        assert_eq!((other.end(), other.game.moves().len()), (None, 1));
    }

    #[test]
    fn losses_and_the_last_move_are_told() {
        let mut table = table(Player::Both, "c2c4 e7e6 c4c5 e6e5");
        let last = table.last().unwrap();
        assert_eq!(last.text, "2... Pe6-e5");
        assert_eq!(last.marks.ends.len(), 2);
        assert_eq!(table.losses(), "");
        assert_eq!(table.number(), "3.");
    }
}
