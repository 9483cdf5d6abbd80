//! Games as JSON, one line for each position.

use baroque_formats::Rejected;
use baroque_movegen::{Game, Position, read_move, uci};
use serde::{Deserialize, Serialize};

use super::GameRecord;
use crate::shard::{ShardReader, with_crc};

/// A position in which the engine made a move. Score and result are for the side to move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TrainingPosition {
    /// The number of the game, from 0.
    game: u64,
    /// Plies played before, the opening included.
    ply: u16,
    /// Plies of the whole game; the `ply` of the last position is one less.
    plies: u16,
    fen: String,
    check: bool,
    /// The move played, as UCI text.
    #[serde(rename = "move")]
    mv: String,
    /// Centipawns; 32000 − n for a win in n plies, n − 32000 for a loss.
    score: i16,
    /// Result of the game: 1 for a win, 0.5 for a draw, 0 for a loss.
    result: f64,
}

impl TrainingPosition {
    fn is_last(&self) -> bool {
        self.plies.checked_sub(1) == Some(self.ply)
    }
}

/// Reads the lines of the game that must have this number; `None` if the file ends before its end.
/// The first one comes after an opening of `plies` plies, or of none if random moves always ended
/// the game.
///
/// # Errors
/// The file cannot be read or is damaged, or a line is missing.
pub fn read_lines(
    reader: &mut ShardReader,
    number: u64,
    plies: u32,
) -> Result<Option<Vec<TrainingPosition>>, Rejected> {
    let mut lines = Vec::new();
    let mut next = None;
    while let Some(line) = reader.line::<TrainingPosition>()? {
        reader.check_number(line.game, number)?;
        let ply = u32::from(line.ply);
        let expected = next.unwrap_or(if ply == 0 { 0 } else { plies });
        if ply != expected {
            let reason = format!("game {number} is damaged: ply is {ply}, expected {expected}");
            return Err(reader.bad(reason));
        }
        next = Some(ply + 1);
        let is_last = line.is_last();
        lines.push(line);
        if is_last {
            return Ok(Some(lines));
        }
    }
    reader.is_truncated |= !lines.is_empty();
    Ok(None)
}

/// The lines of a game under the rules of a position.
///
/// # Errors
/// The game is not one of these rules, or too long.
pub fn write<G: Game>(game: &GameRecord, start: &Position<G>) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    for line in positions(game, start)? {
        bytes.extend(with_crc(&line).map_err(|error| error.to_string())?.into_bytes());
    }
    Ok(bytes)
}

fn positions<G: Game>(
    game: &GameRecord,
    start: &Position<G>,
) -> Result<Vec<TrainingPosition>, String> {
    let plies = game.plies()?;
    let mut lines = Vec::new();
    let mut numbers = game.first_ply..plies;
    game.replay(start.rules().clone(), |position: &Position<G>, mv, score| {
        lines.push(TrainingPosition {
            game: game.number,
            ply: numbers.next().unwrap_or_default(),
            plies,
            fen: position.to_fen(),
            check: position.in_check(),
            mv: uci(position, mv),
            score,
            result: game.winner.map_or(0.5, |winner| f64::from(winner == position.side())),
        });
    })?;
    Ok(lines)
}

/// The game of its lines under the rules of a position.
///
/// # Errors
/// They are not the lines that [`write`] makes for any game.
pub fn read<G: Game>(
    lines: &[TrainingPosition],
    start: &Position<G>,
) -> Result<GameRecord, String> {
    let first = lines.first().ok_or("the game has no lines")?;
    let mut position = Position::<G>::from_fen(&first.fen, start.rules().clone())
        .map_err(|error| format!("ply {}: {error}", first.ply))?;
    let side = position.side();
    let mut game = GameRecord {
        number: first.game,
        first_ply: first.ply,
        fen: first.fen.clone(),
        winner: (first.result != 0.5).then_some(if first.result == 1.0 { side } else { !side }),
        moves: Vec::new(),
    };
    for TrainingPosition { ply, mv, score, .. } in lines {
        let mv = read_move(&position, mv).map_err(|error| format!("ply {ply}: {error}"))?;
        game.moves.push((mv, *score));
        position = position.play_unchecked(mv);
    }
    // The other fields must be those that follow from the moves and the result.
    let written = positions(&game, start)?;
    match lines.iter().zip(&written).find(|(line, right)| line != right) {
        None => Ok(game),
        Some((TrainingPosition { ply, .. }, _)) => {
            Err(format!("the line of ply {ply} does not follow from the moves before it"))
        }
    }
}
