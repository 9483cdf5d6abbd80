//! Games of `baroque selfplay` as JSON lines: a header, and then a line for each position.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use baroque_movegen::{AnyPosition, Game, GameId, Move, Position, RuleSet, Special, read_move};
use serde::Deserialize;

use crate::Error;

/// A position in which the engine made a move, and what came of it for the side to move.
pub struct Labelled<G: Game> {
    pub position: Position<G>,
    /// The number of the game in its file.
    pub game: u64,
    /// Centipawns of the search; 32000 − n for a win in n plies, n − 32000 for a loss.
    pub score: i32,
    /// The result of the game: 0, 1 or 2.
    pub half_points: u8,
    /// Whether the side to move is in check.
    pub is_check: bool,
    /// Whether the move played captures or promotes.
    pub is_capture: bool,
}

/// The fields of a header that are read.
#[derive(Deserialize)]
struct Header {
    variant: String,
    rules: String,
}

/// The fields of a position that are read.
#[derive(Deserialize)]
struct Line {
    game: u64,
    fen: String,
    check: bool,
    #[serde(rename = "move")]
    mv: String,
    score: i32,
    result: f64,
}

/// The game of a file.
///
/// # Errors
/// The file cannot be read or is not one of self-play.
pub fn game_of(path: &Path) -> Result<GameId, Error> {
    let in_file = |error: Error| -> Error { format!("{}: {error}", path.display()).into() };
    let mut text = String::new();
    let mut open = || -> Result<GameId, Error> {
        BufReader::new(File::open(path)?).read_line(&mut text)?;
        let header = header(&text)?;
        Ok(AnyPosition::with_rules(&header.variant, &header.rules)?.game())
    };
    open().map_err(in_file)
}

/// Calls a function with each position of a file, in order, and with the file's rules first.
///
/// # Errors
/// The file cannot be read, is damaged, or is one of another game; or an error of the function. All
/// name the file.
pub fn read<G: Game>(
    path: &Path,
    mut each: impl FnMut(Labelled<G>) -> Result<(), Error>,
) -> Result<(), Error> {
    let at = |line: usize, error: Error| -> Error {
        format!("{}:{line}: {error}", path.display()).into()
    };
    let file = File::open(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut lines = BufReader::new(file).lines();
    let first = lines.next().unwrap_or_else(|| Ok(String::new()));
    let rules = first.map_err(Error::from).and_then(|text| rules::<G>(&text));
    let rules = rules.map_err(|error| at(1, error))?;
    for (index, line) in lines.enumerate() {
        let position = line.map_err(Error::from).and_then(|text| labelled(&text, rules));
        position.and_then(&mut each).map_err(|error| at(index + 2, error))?;
    }
    Ok(())
}

fn header(text: &str) -> Result<Header, Error> {
    Ok(serde_json::from_str(text).map_err(|_| "the header is not that of games of self-play")?)
}

fn rules<G: Game>(text: &str) -> Result<G::Rules, Error> {
    let header = header(text)?;
    Ok(Position::<G>::variant(&header.variant)?.rules.with_overrides(&header.rules)?)
}

fn labelled<G: Game>(text: &str, rules: G::Rules) -> Result<Labelled<G>, Error> {
    let Line { game, fen, check, mv, score, result } = serde_json::from_str(text)?;
    let position = Position::<G>::from_fen(&fen, rules)?;
    let mv = read_move(&position, &mv)?;
    let half_points = match 2.0 * result {
        0.0 => 0,
        1.0 => 1,
        2.0 => 2,
        _ => return Err(format!("the result is {result}, not 0, 0.5 or 1").into()),
    };
    let is_capture = !position.victims(mv).is_empty() || is_promotion(&position, mv);
    Ok(Labelled { position, game, score, half_points, is_check: check, is_capture })
}

fn is_promotion<G: Game>(position: &Position<G>, mv: Move) -> bool {
    let promotes = |kind| position.pieces().info(kind).promotion.is_some();
    matches!(mv.special(), Special::Piece(_)) && position.kind_at(mv.from()).is_some_and(promotes)
}
