//! The state of a game: moves and comments, who plays, and a result that a player declared.

use std::time::{Duration, Instant};

use baroque_engine::{Limits, ScoreText};
use baroque_formats::pgn::{self, Comment, GameResult};
use baroque_movegen::{AnyGame, BoardView, ByColor, Color, Coord, Move, PieceKind, PieceView};
use clap::ValueEnum;
use clap::builder::PossibleValue;

use super::board::Marks;
use super::clock::milliseconds;
use super::strength::EngineStrength;
use crate::options::DRAW_SCORE;

/// The sides that people play; the engine plays the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HumanSides {
    One(Color),
    Both,
}

impl HumanSides {
    pub fn contains(self, side: Color) -> bool {
        match self {
            Self::One(human) => human == side,
            Self::Both => true,
        }
    }
}

impl ValueEnum for HumanSides {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self::One(Color::White), Self::One(Color::Black), Self::Both]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Self::One(Color::White) => PossibleValue::new("w").alias("white").help("White"),
            Self::One(Color::Black) => PossibleValue::new("b").alias("black").help("Black"),
            Self::Both => PossibleValue::new("both").help("Two players"),
        })
    }
}

/// An end of the game that players declare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Declaration {
    /// This side resigns.
    Resignation(Color),
    /// This side has used up its time.
    TimeForfeit(Color),
    /// Both players have agreed on a draw.
    DrawAgreement,
}

impl Declaration {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Resignation(Color::White),
        Self::Resignation(Color::Black),
        Self::TimeForfeit(Color::White),
        Self::TimeForfeit(Color::Black),
        Self::DrawAgreement,
    ];

    fn result(self) -> GameResult {
        match self {
            Self::Resignation(loser) | Self::TimeForfeit(loser) => match loser {
                Color::White => GameResult::BlackWins,
                Color::Black => GameResult::WhiteWins,
            },
            Self::DrawAgreement => GameResult::Draw,
        }
    }

    pub fn reason(self) -> String {
        match self {
            Self::Resignation(loser) => format!("{loser} resigns"),
            Self::TimeForfeit(loser) => format!("{loser} loses on time"),
            Self::DrawAgreement => "draw by agreement".to_owned(),
        }
    }
}

/// A result that does not follow from the moves: a declaration, or the result of a loaded game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct DeclaredResult {
    pub result: GameResult,
    /// `None` if the loaded game has no reason.
    pub reason: Option<String>,
}

/// PGN annotations of a move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct MoveNote {
    pub nags: Vec<u8>,
    pub comment: Comment,
}

#[derive(Clone)]
pub struct GameState {
    /// The position on the board with the moves that led to it: the current one, or an earlier one
    /// that the player is looking at.
    pub position: AnyGame,
    pub humans: HumanSides,
    pub strength: EngineStrength,
    /// Whether the board is drawn from Black's side.
    pub flipped: bool,
    /// One note for each move of the history.
    pub(super) notes: Vec<MoveNote>,
    /// The moves after an earlier position on the board, the next one last.
    later: Vec<(Move, MoveNote)>,
    pub(super) declared: Option<DeclaredResult>,
    /// When the turn of the side to move began.
    turn_start: Instant,
    /// The loaded PGN game, whose tags and comments [`GameState::to_pgn`] keeps.
    pub(super) loaded: Option<pgn::PgnGame>,
    /// Whether the game is still as it was loaded.
    pub(super) unchanged_since_load: bool,
}

impl GameState {
    /// The board is drawn from the human side.
    pub fn new(position: AnyGame, humans: HumanSides, strength: EngineStrength) -> Self {
        let flipped = humans == HumanSides::One(Color::Black);
        let notes = vec![MoveNote::default(); position.moves().len()];
        Self {
            position,
            humans,
            strength,
            flipped,
            notes,
            later: Vec::new(),
            declared: None,
            turn_start: Instant::now(),
            loaded: None,
            unchanged_since_load: false,
        }
    }

    /// Result and reason, if the game is over.
    pub fn end(&self) -> Option<(GameResult, String)> {
        if let Some(outcome) = self.position.outcome() {
            return Some((outcome.into(), outcome.reason.to_string()));
        }
        let declared = self.declared.as_ref().filter(|_| !self.is_earlier())?;
        let reason = declared.reason.clone().unwrap_or_else(|| "according to the file".to_owned());
        Some((declared.result, reason))
    }

    /// Whether it is the engine's turn.
    pub fn is_engine_turn(&self) -> bool {
        !self.is_earlier() && self.end().is_none() && !self.humans.contains(self.position.side())
    }

    /// Whether the game has begun and is not over.
    pub fn is_unfinished(&self) -> bool {
        self.end().is_none() && !self.position.moves().is_empty()
    }

    /// The human side, or the side to move if both are human.
    pub fn player(&self) -> Color {
        match self.humans {
            HumanSides::One(side) => side,
            HumanSides::Both => self.position.side(),
        }
    }

    /// Ends the game.
    pub fn declare(&mut self, end: Declaration) {
        let (result, reason) = (end.result(), Some(end.reason()));
        self.declared = Some(DeclaredResult { result, reason });
        self.unchanged_since_load = false;
    }

    /// Whether the board shows an earlier position of the game.
    pub fn is_earlier(&self) -> bool {
        !self.later.is_empty()
    }

    /// Number of the moves after the position on the board.
    pub fn later_moves(&self) -> usize {
        self.later.len()
    }

    /// The next move of the game after an earlier position.
    pub fn next_move(&self) -> Option<Move> {
        self.later.last().map(|&(mv, _)| mv)
    }

    /// Shows the position before the last move; false if there is none.
    pub fn back(&mut self) -> bool {
        let Some(mv) = self.position.take_back() else { return false };
        self.later.push((mv, self.notes.pop().unwrap_or_default()));
        true
    }

    /// Shows the position after the next move; false if there is none.
    pub fn forward(&mut self) -> bool {
        let Some((mv, note)) = self.later.pop() else { return false };
        let is_played = self.position.play(mv).is_ok();
        self.notes.extend(is_played.then_some(note));
        is_played
    }

    /// Shows the current position.
    pub fn go_to_end(&mut self) {
        while self.forward() {}
    }

    /// Shows the position before a move, by its number: the position before White's move, or before
    /// Black's if White made none with this number. False if the game has no such position.
    pub fn go_to(&mut self, number: u16) -> bool {
        let mut shown = self.clone();
        shown.go_to_end();
        while shown.position.fullmove_number() >= number && shown.back() {}
        if shown.position.fullmove_number() < number && !shown.forward() {
            return false;
        }
        let found = shown.position.fullmove_number() == number;
        if found {
            *self = shown;
        }
        found
    }

    /// The time that a side has left at the beginning of its turn; `None` without a clock.
    fn time_left(&self, side: Color) -> Option<Duration> {
        let EngineStrength::Clock(control) = self.strength else { return None };
        let notes = self.notes.iter().zip(self.position.move_sides());
        let own = notes.filter(|(_, mover)| *mover == side);
        Some(control.remaining(own.map(|(note, _)| note.comment.time.unwrap_or_default())))
    }

    /// The time that both sides have left now; `None` without a clock.
    pub fn clocks(&self) -> Option<ByColor<Duration>> {
        let mut left = ByColor([self.time_left(Color::White)?, self.time_left(Color::Black)?]);
        if self.end().is_none() && !self.is_earlier() {
            let own = &mut left[self.position.side()];
            *own = own.saturating_sub(self.turn_start.elapsed());
        }
        Some(left)
    }

    /// The time since the turn began, if the game has a clock.
    pub fn turn_time(&self) -> Option<Duration> {
        let has_clock = matches!(self.strength, EngineStrength::Clock(_));
        has_clock.then(|| self.turn_start.elapsed())
    }

    /// Starts to count the time of a turn.
    pub fn start_turn(&mut self) {
        self.turn_start = Instant::now();
    }

    /// The limits of the engine's next search.
    pub fn limits(&self) -> Limits {
        let mut limits = self.strength.limits();
        if let (EngineStrength::Clock(control), Some(clocks)) = (self.strength, self.clocks()) {
            for side in Color::ALL {
                limits.time[side] = Some(milliseconds(clocks[side]));
                limits.increment[side] = control.increment();
            }
        }
        limits
    }

    /// Takes back a declared result, or else moves until a human side is to move. Returns the number of
    /// moves, 1 for a result, or 0 if nothing can be taken back.
    pub fn undo(&mut self) -> usize {
        if self.declared.take().is_some() {
            self.unchanged_since_load = false;
            // Otherwise a side that was late would lose again at once.
            self.start_turn();
            return 1;
        }
        let sides = self.position.move_sides();
        let is_human_turn = |count: &usize| match self.humans {
            // Moves of the engine before the first human move are not taken back.
            HumanSides::One(side) => sides.iter().rev().nth(count - 1) == Some(&side),
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
        self.start_turn();
        count
    }

    /// Whether the engine's score of its last move is so low that it accepts a draw.
    pub fn engine_accepts_draw(&self) -> bool {
        let own_moves = usize::from(self.humans.contains(!self.position.side()));
        let note = self.notes.iter().rev().nth(own_moves);
        match note.and_then(|note| note.comment.score) {
            Some(ScoreText::Centipawns(score)) => score <= DRAW_SCORE,
            Some(ScoreText::Mate(moves)) => moves < 0,
            None => false,
        }
    }

    /// The prefix of the next move: `3.` or `3...`.
    pub fn move_number(&self) -> String {
        number(&self.position)
    }

    /// Plies to the move limit; `None` if there is none.
    pub fn plies_left(&self) -> Option<u16> {
        let limit = Some(self.position.move_limit()).filter(|&limit| limit > 0)?;
        Some(limit.saturating_sub(self.position.halfmove_clock()))
    }

    /// The numbered moves, a pair per line.
    pub fn score_sheet(&self) -> String {
        let moves = self.position.move_texts().into_iter().zip(self.position.move_sides());
        let mut number = self.position.first().fullmove_number();
        let mut lines: Vec<String> = Vec::new();
        let mut last = None;
        for (text, side) in moves {
            if (last, side) == (Some(Color::Black), Color::White) {
                number = number.saturating_add(1);
            }
            match (side, lines.last_mut()) {
                (Color::White, _) => lines.push(format!("{number:>3}. {text:<20}")),
                (Color::Black, Some(line)) if last == Some(Color::White) => {
                    *line += &format!(" {text}");
                }
                (Color::Black, _) => lines.push(format!("{number:>3}. {:<20} {text}", "...")),
            }
            last = Some(side);
        }
        match lines.is_empty() {
            true => "no move has been played".to_owned(),
            false => lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n"),
        }
    }

    /// Number, move and captures of the last move, such as `3... Wg6-d3xh7, took the pawn on h7`, and
    /// its marks.
    pub fn last_move(&self) -> Option<(String, Marks)> {
        let mut before = self.position.clone();
        let mv = before.take_back()?;
        let view = before.view();
        let captures = before.captures(mv);
        let mut text = format!("{} {}", number(&before), before.readable_unchecked(mv));
        if !captures.is_empty() {
            let name = |&(coord, piece): &(Coord, PieceView)| {
                format!("the {} on {}", piece.name, view.name(coord))
            };
            let names: Vec<String> = captures.iter().map(name).collect();
            text += &format!(", took {}", names.join(", "));
        }
        let captured = captures.into_iter().map(|(coord, _)| coord).collect();
        Some((text, Marks::of(&view, mv, captured)))
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

    /// Starts another game from the first position, or from the start of another variant.
    pub fn restart(&mut self, other: Option<AnyGame>) {
        let position = other.unwrap_or_else(|| self.position.first());
        *self = Self::new(position, self.humans, self.strength);
    }

    /// Plays a legal move. After an earlier position it replaces the later moves.
    pub fn play(&mut self, mv: Move, comment: Comment) {
        let replaces = self.is_earlier();
        if self.position.play(mv).is_ok() {
            self.notes.push(MoveNote { nags: Vec::new(), comment });
            self.unchanged_since_load = false;
            self.later.clear();
            self.declared = self.declared.take().filter(|_| !replaces);
            self.start_turn();
        }
    }
}

/// The number of the next move: `3.` or `3...`.
fn number(position: &AnyGame) -> String {
    let dots = if position.side() == Color::White { "." } else { "..." };
    format!("{}{dots}", position.fullmove_number())
}

fn count(view: &BoardView, color: Color, kind: PieceKind) -> usize {
    view.pieces().filter(|(_, piece, _)| (piece.color, piece.kind) == (color, kind)).count()
}

#[cfg(test)]
mod tests {
    use baroque_games::Games;

    use super::*;

    fn game_after(humans: HumanSides, moves: &str) -> GameState {
        let mut position = AnyGame::new("baroque").unwrap();
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
        game.declare(Declaration::Resignation(game.player()));
        let end = Some((GameResult::WhiteWins, "Black resigns".to_owned()));
        assert_eq!((game.end(), game.is_unfinished()), (end.clone(), false));
        let text = game.to_pgn();
        let mut other = game_after(HumanSides::Both, "");
        other.load_pgn(&text, &Games::default()).unwrap();
        assert_eq!((other.end(), other.humans), (end, HumanSides::One(Color::Black)));
        assert_eq!(other.strength, EngineStrength::Level(2));
        assert_eq!(other.undo(), 1);
        assert_eq!((other.end(), other.position.moves().len()), (None, 1));
    }

    #[test]
    fn undo_of_a_loss_on_time_begins_the_turn_anew() {
        let mut game = game_after(HumanSides::Both, "e2e4");
        game.strength = EngineStrength::parse("tc 0.02+0").unwrap();
        game.turn_start -= Duration::from_secs(5);
        assert!(game.clocks().unwrap()[Color::Black].is_zero());
        game.declare(Declaration::TimeForfeit(Color::Black));
        assert_eq!(game.undo(), 1);
        assert!(!game.clocks().unwrap()[Color::Black].is_zero());
    }

    #[test]
    fn lost_pieces_and_the_last_move_are_shown() {
        let game = game_after(HumanSides::Both, "c2c4 e7e6 c4c5 e6e5");
        let (text, marks) = game.last_move().unwrap();
        assert_eq!(text, "2... Pe6-e5");
        assert_eq!(marks.ends.len(), 2);
        assert_eq!(game.lost_pieces(), "");
        assert_eq!(game.move_number(), "3.");
    }
}
