//! The game on the table: who plays which side, and how it ended if the players ended it.

use std::time::SystemTime;

use baroque_movegen::{BoardView, Color, Coord, Move, Piece, PieceKind, SquareView};

use super::board::Marks;
use super::strength::Strength;
use crate::game::AnyGame;
use crate::pgn::{self, Comment, GameResult};
use crate::variants;

/// Who plays the pieces that the engine does not play.
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
    /// `None` if a file does not say it.
    reason: Option<String>,
}

/// What is said about a move played.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Note {
    nags: Vec<u8>,
    comment: Comment,
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
    notes: Vec<Note>,
    called: Option<Called>,
    /// The game as it was loaded.
    loaded: Option<pgn::Game>,
    /// Whether it has been loaded and nothing has happened since.
    untouched: bool,
}

/// How the tags name the two kinds of players (`WhiteType`, `BlackType`).
const HUMAN: &str = "human";
const PROGRAM: &str = "program";
/// How the players are called, unless a file names them. Behind the engine's name stands its
/// version.
const PERSON: &str = "Player";
const ENGINE: &str = "Baroque ";

/// The tags that follow from the game as it stands, whatever was loaded.
const OWN_TAGS: [&str; 5] = ["Variant", "Rules", "SetUp", "FEN", "Termination"];
/// What stands between other words and the reason of a result.
const SEPARATOR: &str = "; ";

impl Table {
    /// A game that the player sees from the own side.
    pub fn new(game: Box<dyn AnyGame>, player: Player, strength: Strength) -> Self {
        let flipped = player == Player::One(Color::Black);
        let notes = vec![Note::default(); game.moves().len()];
        let (called, loaded, untouched) = (None, None, false);
        Self { game, player, strength, flipped, notes, called, loaded, untouched }
    }

    /// Result and reason, if the game is over.
    pub fn end(&self) -> Option<(GameResult, String)> {
        if let Some(outcome) = self.game.outcome() {
            return Some((outcome.into(), outcome.reason.to_string()));
        }
        let called = self.called.as_ref()?;
        let reason = called.reason.clone().unwrap_or_else(|| "as the file says".to_owned());
        Some((called.result, reason))
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
        self.called = Some(Called { result, reason: Some(resignation(loser)) });
        self.untouched = false;
    }

    /// Takes back until a person is to move, at least one move; how many were taken back. First a
    /// resignation is taken back.
    pub fn undo(&mut self) -> usize {
        if self.called.take().is_some() {
            self.untouched = false;
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
            self.notes.pop();
        }
        self.untouched = false;
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
            let name = |&(coord, piece): &(Coord, Piece)| {
                format!("the {} on {}", piece.kind.name(), view.name(coord))
            };
            let names: Vec<String> = taken.iter().map(name).collect();
            text += &format!(", took {}", names.join(", "));
        }
        let ends = match mv.dropped() {
            Some(_) => vec![view.coord(mv.to())],
            None => vec![view.coord(mv.from()), view.coord(mv.to())],
        };
        let taken = taken.into_iter().map(|(coord, _)| coord).collect();
        // It was played before, so it is legal.
        let _ = self.game.play(mv);
        Some(Last { text, marks: Marks { ends, taken } })
    }

    /// Pieces that the sides have lost since the game began, in words; nothing if there are none or if
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

    /// The game in PGN. What was loaded is said again, but for what has changed since.
    pub fn to_pgn(&self) -> String {
        if let Some(loaded) = self.loaded.as_ref().filter(|_| self.untouched) {
            return loaded.to_string();
        }
        let mut text = pgn::Game::of(self.game.as_ref());
        for (mv, note) in text.moves.iter_mut().zip(&self.notes) {
            mv.nags = note.nags.clone();
            mv.comment = note.comment.clone();
        }
        if let Some(loaded) = &self.loaded {
            text.comment = loaded.comment.clone();
            for tag in loaded.tags.iter().filter(|tag| !OWN_TAGS.contains(&tag.name.as_str())) {
                text.set_tag(&tag.name, tag.value.clone());
            }
        }
        self.name_players(&mut text);
        if text.tag("Date").is_none_or(|date| date.starts_with('?')) {
            text.set_tag("Date", pgn::date(SystemTime::now()));
        }
        text.set_tag("Strength", self.strength.to_string());
        if let Some((result, _)) = self.end() {
            text.result = result;
            text.set_tag("Termination", "normal");
        }
        if let (Some(reason), Some(last)) = (self.reason(), text.moves.last_mut()) {
            let words = &mut last.comment.text;
            let separator = if words.is_empty() { "" } else { SEPARATOR };
            *words += &format!("{separator}{reason}");
        }
        text.to_string()
    }

    /// The reason of the result, if it is known.
    fn reason(&self) -> Option<String> {
        let (_, reason) = self.end()?;
        let unknown = self.called.as_ref().is_some_and(|called| called.reason.is_none());
        (self.game.outcome().is_some() || !unknown).then_some(reason)
    }

    /// Says who plays. Names of others stay.
    fn name_players(&self, text: &mut pgn::Game) {
        for (color, name, sort) in
            [(Color::White, "White", "WhiteType"), (Color::Black, "Black", "BlackType")]
        {
            let human = self.player.plays(color);
            let known = text.tag(name).unwrap_or("?");
            if known == "?" || known == PERSON || known.starts_with(ENGINE) {
                let engine = format!("{ENGINE}{}", env!("CARGO_PKG_VERSION"));
                text.set_tag(name, if human { PERSON.to_owned() } else { engine });
            }
            text.set_tag(sort, if human { HUMAN } else { PROGRAM });
        }
    }

    /// Puts the last game of a PGN text on the table, with the players and the strength that it
    /// names; how many games there are.
    ///
    /// # Errors
    /// There is no game, or one with an error; nothing has changed then.
    pub fn take_pgn(&mut self, text: &str) -> Result<usize, String> {
        let mut games = pgn::read(text).map_err(|error| error.to_string())?;
        let count = games.len();
        let text = games.pop().ok_or("there is no game in it")?;
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
        let note = |mv: &pgn::GameMove| Note { nags: mv.nags.clone(), comment: mv.comment.clone() };
        self.notes = text.moves.iter().map(note).collect();
        let reason = self.take_reason();
        if text.result != GameResult::Unknown && self.game.outcome().is_none() {
            self.called = Some(Called { result: text.result, reason });
        }
        self.loaded = Some(text);
        self.untouched = true;
        Ok(count)
    }

    /// Takes the reason of a result out of the last comment, if this program may have put it
    /// there: it is said again as long as the game is over.
    fn take_reason(&mut self) -> Option<String> {
        let mut reasons = Color::ALL.map(resignation).to_vec();
        reasons.extend(self.end().map(|(_, reason)| reason));
        let words = &mut self.notes.last_mut()?.comment.text;
        let reason = reasons.into_iter().find(|reason| {
            let before = words.strip_suffix(reason.as_str());
            before.is_some_and(|before| before.is_empty() || before.ends_with(SEPARATOR))
        })?;
        let before = words.strip_suffix(reason.as_str()).unwrap_or_default();
        *words = before.strip_suffix(SEPARATOR).unwrap_or(before).to_owned();
        Some(reason)
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
            self.notes.push(Note { nags: Vec::new(), comment });
            self.untouched = false;
        }
    }
}

fn resignation(loser: Color) -> String {
    format!("{loser} resigns")
}

fn count(view: &BoardView, color: Color, kind: PieceKind) -> usize {
    let is_one = |cell: &&SquareView| matches!(cell, SquareView::Piece(piece, _) if piece.color == color && piece.kind == kind);
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
