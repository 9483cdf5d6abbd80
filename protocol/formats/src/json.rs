//! Positions, moves and scores in JSON.

use baroque_engine::{MAX_PLY, Score, ScoreText};
use baroque_movegen::{AnyGame, Attack, Color, Move, PieceOn};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::game_spec::overriding_switches;
use super::rejected::Rejected;
use super::text::one_line;

/// A position with its rules.
#[derive(Serialize)]
pub struct JsonPosition {
    variant: &'static str,
    /// The switches in which the rules differ from the rule set, as `key=value` pairs.
    rules: String,
    /// Its FEN.
    pub fen: String,
}

impl JsonPosition {
    /// The rules and the FEN of a position.
    pub fn new(position: &AnyGame) -> Self {
        let (variant, fen) = (position.variant(), position.fen());
        Self { variant, rules: overriding_switches(position), fen }
    }
}

/// A move.
#[derive(Clone, Serialize)]
pub struct JsonMove {
    /// As UCI text.
    pub uci: String,
    /// As people write it.
    pub readable: String,
}

impl JsonMove {
    /// A legal move.
    pub fn new(position: &AnyGame, mv: Move) -> Self {
        Self { uci: position.uci(mv), readable: position.readable_unchecked(mv) }
    }

    /// A variation, up to the first illegal move.
    pub fn line(position: &AnyGame, moves: &[Move]) -> Vec<Self> {
        let mut position = position.clone();
        let mut line = Vec::new();
        for &mv in moves {
            if !position.legal_moves().contains(&mv) {
                break;
            }
            line.push(Self::new(&position, mv));
            // It is legal.
            let _ = position.play(mv);
        }
        line
    }
}

/// A piece and its square.
#[derive(Clone, Serialize)]
pub struct JsonPiece {
    /// The name of its square.
    pub square: String,
    /// Its FEN letter.
    pub piece: char,
}

impl JsonPiece {
    fn new(position: &AnyGame, PieceOn { color, kind, square, .. }: &PieceOn) -> Self {
        let capital = position.letter(*kind);
        let is_white = *color == Color::White;
        let piece = if is_white { capital } else { capital.to_ascii_lowercase() };
        Self { square: square.clone(), piece }
    }
}

/// How a piece could be captured ([`Attack`]).
#[derive(Clone, Serialize)]
pub struct JsonAttack {
    by: JsonPiece,
    to: String,
    via: Option<String>,
    victim: JsonPiece,
    method: String,
    taker: Option<JsonPiece>,
    imitates: Option<&'static str>,
    helpers: Vec<JsonPiece>,
    legal: bool,
    text: String,
}

impl JsonAttack {
    /// An attack in a position.
    pub fn new(position: &AnyGame, attack: &Attack) -> Self {
        let piece = |piece: &PieceOn| JsonPiece::new(position, piece);
        Self {
            by: piece(&attack.by),
            to: attack.to.clone(),
            via: attack.via.clone(),
            victim: piece(&attack.victim),
            method: attack.method.to_string(),
            taker: attack.taker.as_ref().map(piece),
            imitates: attack.imitates,
            helpers: attack.helpers.iter().map(piece).collect(),
            legal: attack.is_legal,
            text: attack.to_string(),
        }
    }
}

/// A score; the field that has it says for whom.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JsonScore {
    /// Centipawns.
    Cp(i32),
    /// Moves until the end of the game; zero or negative if the side to move loses.
    Mate(i32),
}

impl From<ScoreText> for JsonScore {
    fn from(score: ScoreText) -> Self {
        match score {
            ScoreText::Centipawns(value) => Self::Cp(value),
            ScoreText::Mate(moves) => Self::Mate(moves),
        }
    }
}

impl From<JsonScore> for Score {
    fn from(score: JsonScore) -> Self {
        let plies = |moves: i32| usize::try_from(moves).unwrap_or(0).saturating_mul(2).min(MAX_PLY);
        match score {
            JsonScore::Cp(value) => Self::cp(value),
            JsonScore::Mate(moves) if moves > 0 => Self::win_at(plies(moves) - 1),
            JsonScore::Mate(moves) => Self::loss_at(plies(moves.saturating_neg())),
        }
    }
}

impl From<Score> for JsonScore {
    fn from(score: Score) -> Self {
        score.text().into()
    }
}

/// Reads an object whose field `format` is the version of its fields; `what` says what it should be.
///
/// # Errors
/// It is no such object, or one of another version.
pub fn read_versioned<T: DeserializeOwned>(
    bytes: &[u8],
    version: u32,
    what: &str,
) -> Result<T, Rejected> {
    let none = |error| Rejected(format!("no {what}: {}", one_line(error)));
    let fields: Value = serde_json::from_slice(bytes).map_err(none)?;
    // Another version may have other fields.
    match fields.get("format").and_then(Value::as_u64) {
        Some(format) if format != u64::from(version) => {
            Err(Rejected(format!("format {format} is unknown; this program reads {version}")))
        }
        _ => serde_json::from_value(fields).map_err(none),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(value: impl Serialize) -> String {
        serde_json::to_string(&value).unwrap()
    }

    #[test]
    fn a_line_ends_before_the_first_illegal_move() {
        let mut position = AnyGame::default();
        let moves = ["e2e4", "d7d5"].map(|text| position.play_text(text).unwrap());
        let line = [moves[0], moves[1], moves[1]];
        let expected = r#"[{"uci":"e2e4","readable":"Pe2-e4"},{"uci":"d7d5","readable":"Pd7-d5"}]"#;
        assert_eq!(json(JsonMove::line(&position.first(), &line)), expected);
    }

    #[test]
    fn scores_are_centipawns_or_mates() {
        assert_eq!(json(JsonScore::from(Score::cp(-12))), r#"{"cp":-12}"#);
        assert_eq!(json(JsonScore::from(Score::loss_at(4))), r#"{"mate":-2}"#);
        for score in [Score::cp(35), Score::win_at(3), Score::loss_at(4), Score::loss_at(0)] {
            assert_eq!(Score::from(JsonScore::from(score)), score);
        }
        for moves in [i32::MIN, i32::MAX] {
            let score = Score::from(JsonScore::Mate(moves));
            assert_eq!((score.is_win(), score.is_loss()), (moves > 0, moves < 0));
        }
    }
}
