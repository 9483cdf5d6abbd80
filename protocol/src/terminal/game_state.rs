//! The state of a game: moves and comments, who plays, and a result that a player declared.

use std::time::SystemTime;

use baroque_movegen::{AnyPosition, BoardView, Color, Coord, Move, PieceKind, PieceView};

use super::board::Marks;
use super::strength::EngineStrength;
use crate::formats::pgn::{self, Comment, GameResult};

/// The sides that people play; the engine plays the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HumanSides {
    One(Color),
    Both,
}

impl HumanSides {
    /// Parses `w`, `white`, `b`, `black` or `both`; ignores case.
    pub fn parse(text: &str) -> Option<Self> {
        Some(match text.to_ascii_lowercase().as_str() {
            "w" | "white" => Self::One(Color::White),
            "b" | "black" => Self::One(Color::Black),
            "both" => Self::Both,
            _ => return None,
        })
    }

    pub fn contains(self, side: Color) -> bool {
        match self {
            Self::One(human) => human == side,
            Self::Both => true,
        }
    }
}

/// A result that does not follow from the moves: a resignation, or the result of a loaded game.
#[derive(Clone, PartialEq, Eq, Debug)]
struct DeclaredResult {
    result: GameResult,
    /// `None` if the loaded game has no reason.
    reason: Option<String>,
}

/// PGN annotations of a move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct MoveNote {
    nags: Vec<u8>,
    comment: Comment,
}

pub struct LastMove {
    /// Number, move and captures: `3... Wg6-d3xh7, took the pawn on h7`.
    pub text: String,
    pub marks: Marks,
}

pub struct GameState {
    /// The current position with its history.
    pub position: AnyPosition,
    pub humans: HumanSides,
    pub strength: EngineStrength,
    /// Whether the board is drawn from Black's side.
    pub flipped: bool,
    /// One note for each move of the history.
    notes: Vec<MoveNote>,
    declared: Option<DeclaredResult>,
    /// The loaded PGN game, whose tags and comments [`GameState::to_pgn`] keeps.
    loaded: Option<pgn::PgnGame>,
    /// Whether the game is still as it was loaded.
    unchanged_since_load: bool,
}

/// Values of the tags `WhiteType` and `BlackType`.
const HUMAN: &str = "human";
const PROGRAM: &str = "program";
/// Default names of the players. The version follows the name of the engine.
const HUMAN_NAME: &str = "Player";
const ENGINE_NAME: &str = "Baroque ";

/// The tags that are derived from the game and not copied from a loaded one.
const DERIVED_TAGS: [&str; 5] = ["Variant", "Rules", "SetUp", "FEN", "Termination"];
/// Separates the reason of a result from the comment before it.
const SEPARATOR: &str = "; ";

impl GameState {
    /// The board is drawn from the human side.
    pub fn new(position: AnyPosition, humans: HumanSides, strength: EngineStrength) -> Self {
        let flipped = humans == HumanSides::One(Color::Black);
        let notes = vec![MoveNote::default(); position.moves().len()];
        let (declared, loaded, unchanged_since_load) = (None, None, false);
        Self { position, humans, strength, flipped, notes, declared, loaded, unchanged_since_load }
    }

    /// Result and reason, if the game is over.
    pub fn end(&self) -> Option<(GameResult, String)> {
        if let Some(outcome) = self.position.outcome() {
            return Some((outcome.into(), outcome.reason.to_string()));
        }
        let declared = self.declared.as_ref()?;
        let reason = declared.reason.clone().unwrap_or_else(|| "according to the file".to_owned());
        Some((declared.result, reason))
    }

    /// Whether it is the engine's turn.
    pub fn is_engine_turn(&self) -> bool {
        self.end().is_none() && !self.humans.contains(self.position.side())
    }

    /// Whether the game has begun and is not over.
    pub fn is_unfinished(&self) -> bool {
        self.end().is_none() && !self.position.moves().is_empty()
    }

    /// Resigns for the human side, or for the side to move if both are human.
    pub fn resign(&mut self) {
        let loser = match self.humans {
            HumanSides::One(side) => side,
            HumanSides::Both => self.position.side(),
        };
        let result = match loser {
            Color::White => GameResult::BlackWins,
            Color::Black => GameResult::WhiteWins,
        };
        self.declared = Some(DeclaredResult { result, reason: Some(resignation(loser)) });
        self.unchanged_since_load = false;
    }

    /// Takes back a declared result, or else moves until a human side is to move. Returns the number of
    /// moves, 1 for a result, or 0 if nothing can be taken back.
    pub fn undo(&mut self) -> usize {
        if self.declared.take().is_some() {
            self.unchanged_since_load = false;
            return 1;
        }
        let is_human_turn = |count: &usize| match self.humans {
            // Moves of the engine before the first human move are not taken back.
            HumanSides::One(side) => {
                let remaining = self.position.moves().len() - count;
                let even = remaining.is_multiple_of(2);
                even == (self.first_side() == side)
            }
            HumanSides::Both => true,
        };
        let Some(count) = (1..=self.position.moves().len()).find(is_human_turn) else {
            return 0;
        };
        for _ in 0..count {
            let _ = self.position.take_back();
            self.notes.pop();
        }
        self.unchanged_since_load = false;
        count
    }

    /// The side that made the first move.
    fn first_side(&self) -> Color {
        let even = self.position.moves().len().is_multiple_of(2);
        if even { self.position.side() } else { !self.position.side() }
    }

    /// The prefix of the next move: `3.` or `3...`.
    pub fn move_number(&self) -> String {
        let dots = if self.position.side() == Color::White { "." } else { "..." };
        format!("{}{dots}", self.position.fullmove_number())
    }

    /// Plies to the move limit; `None` if there is none.
    pub fn plies_left(&self) -> Option<u16> {
        let limit = Some(self.position.move_limit()).filter(|&limit| limit > 0)?;
        Some(limit.saturating_sub(self.position.halfmove_clock()))
    }

    /// The numbered moves, a pair per line.
    pub fn score_sheet(&self) -> String {
        let texts = self.position.move_texts();
        let mut white = self.first_side() == Color::White;
        let mut number = self.position.first().fullmove_number();
        let mut lines: Vec<String> = Vec::new();
        for text in &texts {
            match (white, lines.last_mut()) {
                (true, _) => lines.push(format!("{number:>3}. {text:<20}")),
                (false, Some(line)) => *line += &format!(" {text}"),
                (false, None) => lines.push(format!("{number:>3}. {:<20} {text}", "...")),
            }
            number = number.saturating_add(u16::from(!white));
            white = !white;
        }
        match lines.is_empty() {
            true => "no move has been played".to_owned(),
            false => lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n"),
        }
    }

    pub fn last_move(&self) -> Option<LastMove> {
        let mut before = self.position.clone();
        let mv = before.take_back()?;
        let view = before.view();
        let captures = before.captures(mv);
        let dots = if before.side() == Color::White { "." } else { "..." };
        let mut text = format!("{}{dots} {}", before.fullmove_number(), before.readable(mv));
        if !captures.is_empty() {
            let name = |&(coord, piece): &(Coord, PieceView)| {
                format!("the {} on {}", piece.name, view.name(coord))
            };
            let names: Vec<String> = captures.iter().map(name).collect();
            text += &format!(", took {}", names.join(", "));
        }
        let ends = match mv.dropped() {
            Some(_) => vec![view.coord(mv.to())],
            None => vec![view.coord(mv.from()), view.coord(mv.to())],
        };
        let captured = captures.into_iter().map(|(coord, _)| coord).collect();
        Some(LastMove { text, marks: Marks { ends, captured } })
    }

    /// The pieces that each side has lost since the first position, such as `Black PP`; empty if there
    /// are none or captured pieces go to a hand.
    pub fn lost_pieces(&self) -> String {
        let (first, now) = (self.position.first().view(), self.position.view());
        if now.hands.is_some() {
            return String::new();
        }
        let lost_by = |color: Color| {
            let mut letters = String::new();
            for kind in self.position.kinds() {
                let lost = count(&first, color, kind).saturating_sub(count(&now, color, kind));
                letters += &self.position.letter(kind).to_string().repeat(lost);
            }
            (!letters.is_empty()).then(|| format!("{color} {letters}"))
        };
        let sides: Vec<String> = Color::ALL.into_iter().filter_map(lost_by).collect();
        sides.join(", ")
    }

    /// The game as PGN, with the tags and comments of the loaded game.
    pub fn to_pgn(&self) -> String {
        if let Some(loaded) = self.loaded.as_ref().filter(|_| self.unchanged_since_load) {
            return loaded.to_string();
        }
        let mut game = pgn::PgnGame::of(&self.position);
        for (mv, note) in game.moves.iter_mut().zip(&self.notes) {
            mv.nags = note.nags.clone();
            mv.comment = note.comment.clone();
        }
        if let Some(loaded) = &self.loaded {
            game.comment = loaded.comment.clone();
            for tag in loaded.tags.iter().filter(|tag| !DERIVED_TAGS.contains(&tag.name.as_str())) {
                game.set_tag(&tag.name, tag.value.clone());
            }
        }
        self.set_player_tags(&mut game);
        if game.tag("Date").is_none_or(|date| date.starts_with('?')) {
            game.set_tag("Date", pgn::date(SystemTime::now()));
        }
        game.set_tag("Strength", self.strength.to_string());
        if let Some((result, _)) = self.end() {
            game.result = result;
            game.set_tag("Termination", "normal");
        }
        if let (Some(reason), Some(last)) = (self.reason(), game.moves.last_mut()) {
            let comment = &mut last.comment.text;
            let separator = if comment.is_empty() { "" } else { SEPARATOR };
            *comment += &format!("{separator}{reason}");
        }
        game.to_string()
    }

    /// The reason of the result; `None` if the game is not over or the reason is unknown.
    fn reason(&self) -> Option<String> {
        let (_, reason) = self.end()?;
        let unknown = self.declared.as_ref().is_some_and(|declared| declared.reason.is_none());
        (self.position.outcome().is_some() || !unknown).then_some(reason)
    }

    /// Sets names and types of the players; names of other players remain.
    fn set_player_tags(&self, game: &mut pgn::PgnGame) {
        for (color, name_tag, type_tag) in
            [(Color::White, "White", "WhiteType"), (Color::Black, "Black", "BlackType")]
        {
            let human = self.humans.contains(color);
            let name = game.tag(name_tag).unwrap_or("?");
            if name == "?" || name == HUMAN_NAME || name.starts_with(ENGINE_NAME) {
                let engine = format!("{ENGINE_NAME}{}", env!("CARGO_PKG_VERSION"));
                game.set_tag(name_tag, if human { HUMAN_NAME.to_owned() } else { engine });
            }
            game.set_tag(type_tag, if human { HUMAN } else { PROGRAM });
        }
    }

    /// Loads the last game of a PGN text, with the players and the strength in its tags. Returns the
    /// number of games in the text.
    ///
    /// # Errors
    /// There is no game or an invalid one; the state is unchanged.
    pub fn load_pgn(&mut self, text: &str) -> Result<usize, String> {
        let mut games = pgn::read(text).map_err(|error| error.to_string())?;
        let count = games.len();
        let game = games.pop().ok_or("there is no game in it")?;
        let position = game.open().map_err(|error| error.to_string())?;
        let types = ["WhiteType", "BlackType"].map(|name| game.tag(name).unwrap_or_default());
        let humans = match types {
            [HUMAN, HUMAN] => HumanSides::Both,
            [HUMAN, _] => HumanSides::One(Color::White),
            [_, HUMAN] => HumanSides::One(Color::Black),
            _ => self.humans,
        };
        let strength = game.tag("Strength").and_then(|tag| EngineStrength::parse(tag).ok());
        *self = Self::new(position, humans, strength.unwrap_or(self.strength));
        let note =
            |mv: &pgn::PgnMove| MoveNote { nags: mv.nags.clone(), comment: mv.comment.clone() };
        self.notes = game.moves.iter().map(note).collect();
        let reason = self.strip_reason();
        if game.result != GameResult::Unknown && self.position.outcome().is_none() {
            self.declared = Some(DeclaredResult { result: game.result, reason });
        }
        self.loaded = Some(game);
        self.unchanged_since_load = true;
        Ok(count)
    }

    /// Removes the reason of the result from the end of the last comment and returns it.
    /// [`GameState::to_pgn`] appends it again while the game is over.
    fn strip_reason(&mut self) -> Option<String> {
        let mut reasons = Color::ALL.map(resignation).to_vec();
        reasons.extend(self.end().map(|(_, reason)| reason));
        let comment = &mut self.notes.last_mut()?.comment.text;
        let reason = reasons.into_iter().find(|reason| {
            let before = comment.strip_suffix(reason.as_str());
            before.is_some_and(|before| before.is_empty() || before.ends_with(SEPARATOR))
        })?;
        let before = comment.strip_suffix(reason.as_str()).unwrap_or_default();
        *comment = before.strip_suffix(SEPARATOR).unwrap_or(before).to_owned();
        Some(reason)
    }

    /// Starts another game from the first position, or from the start of another variant.
    ///
    /// # Errors
    /// The variant is unknown.
    pub fn restart(&mut self, variant: Option<&str>) -> Result<(), String> {
        let position = match variant {
            Some(name) => AnyPosition::new(name).map_err(|error| error.to_string())?,
            None => self.position.first(),
        };
        *self = Self::new(position, self.humans, self.strength);
        Ok(())
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: Move, comment: Comment) {
        if self.position.play(mv).is_ok() {
            self.notes.push(MoveNote { nags: Vec::new(), comment });
            self.unchanged_since_load = false;
        }
    }
}

fn resignation(loser: Color) -> String {
    format!("{loser} resigns")
}

fn count(view: &BoardView, color: Color, kind: PieceKind) -> usize {
    view.pieces().filter(|(_, piece, _)| (piece.color, piece.kind) == (color, kind)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game_after(humans: HumanSides, moves: &str) -> GameState {
        let mut position = AnyPosition::new("baroque").unwrap();
        for text in moves.split_whitespace() {
            position.play_text(text).unwrap();
        }
        GameState::new(position, humans, EngineStrength::Level(2))
    }

    #[test]
    fn undo_goes_back_to_a_human_turn() {
        let undone = |humans, moves| {
            let mut game = game_after(humans, moves);
            (game.undo(), game.position.moves().len())
        };
        assert_eq!(undone(HumanSides::One(Color::White), "e2e4 e7e5"), (2, 0));
        assert_eq!(undone(HumanSides::One(Color::White), "e2e4"), (1, 0));
        assert_eq!(undone(HumanSides::One(Color::White), ""), (0, 0));
        assert_eq!(undone(HumanSides::One(Color::Black), "e2e4"), (0, 1));
        assert_eq!(undone(HumanSides::One(Color::Black), "e2e4 e7e5"), (1, 1));
        assert_eq!(undone(HumanSides::One(Color::Black), "e2e4 e7e5 d2d4"), (2, 1));
        assert_eq!(undone(HumanSides::Both, "e2e4 e7e5 d2d4"), (1, 2));
    }

    #[test]
    fn a_resignation_is_kept_and_taken_back() {
        let mut game = game_after(HumanSides::One(Color::Black), "e2e4");
        assert_eq!((game.end(), game.is_unfinished()), (None, true));
        game.resign();
        let end = Some((GameResult::WhiteWins, "Black resigns".to_owned()));
        assert_eq!((game.end(), game.is_unfinished()), (end.clone(), false));
        let text = game.to_pgn();
        let mut other = game_after(HumanSides::Both, "");
        other.load_pgn(&text).unwrap();
        assert_eq!((other.end(), other.humans), (end, HumanSides::One(Color::Black)));
        assert_eq!(other.strength, EngineStrength::Level(2));
        assert_eq!(other.undo(), 1);
        assert_eq!((other.end(), other.position.moves().len()), (None, 1));
    }

    #[test]
    fn lost_pieces_and_the_last_move_are_shown() {
        let game = game_after(HumanSides::Both, "c2c4 e7e6 c4c5 e6e5");
        let last = game.last_move().unwrap();
        assert_eq!(last.text, "2... Pe6-e5");
        assert_eq!(last.marks.ends.len(), 2);
        assert_eq!(game.lost_pieces(), "");
        assert_eq!(game.move_number(), "3.");
    }
}
