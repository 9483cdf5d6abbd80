//! Games of `baroque selfplay` as positions with what came of them.

use std::path::Path;

use baroque_engine::TunedGame;
use baroque_games::Games;
use baroque_movegen::{Game, GameId, Move, Position, Special};
use baroque_protocol::training::TrainingGames;

use crate::Error;

/// A position in which the engine made a move, and what came of it for the side to move.
pub struct Labelled<G: Game> {
    pub position: Position<G>,
    /// The number of the game in its job.
    pub game: u64,
    /// Centipawns of the evaluation; 32000 − n for a win in n plies, n − 32000 for a loss.
    pub score: i16,
    /// The result of the game: 0, 1 or 2.
    pub half_points: u8,
    /// Whether the side to move is in check.
    pub is_check: bool,
    /// Whether the move played captures or promotes.
    pub is_capture: bool,
}

/// The game of a file.
///
/// # Errors
/// The file cannot be read or is not one of self-play.
pub fn game_of(path: &Path) -> Result<GameId, Error> {
    Ok(TrainingGames::open(path, &Games::default())?.position().game())
}

/// Calls a function with each position of a file, in order.
///
/// # Errors
/// The file cannot be read, is damaged, or is one of another game. The message names the file.
pub fn read<G: TunedGame>(path: &Path, mut each: impl FnMut(Labelled<G>)) -> Result<(), Error> {
    let games = TrainingGames::open(path, &Games::default())?;
    let in_file = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let header = games.header().clone();
    let rules = header.rules_of::<G>().map_err(|error| in_file(&error))?;
    for game in games {
        let game = game?;
        let replayed = game.replay::<G>(rules.clone(), |position, mv, score| {
            let half_points = match game.winner {
                None => 1,
                Some(winner) if winner == position.side() => 2,
                Some(_) => 0,
            };
            each(Labelled {
                position: position.clone(),
                game: game.number,
                score: header.evaluation(score).value() as i16,
                half_points,
                is_check: position.in_check(),
                is_capture: !position.victims(mv).is_empty() || is_promotion(position, mv),
            });
        });
        replayed.map_err(|error| in_file(&format!("game {}: {error}", game.number)))?;
    }
    Ok(())
}

fn is_promotion<G: Game>(position: &Position<G>, mv: Move) -> bool {
    let promotes = |kind| position.pieces().info(kind).promotion.is_some();
    matches!(mv.special(), Special::Piece(_)) && position.kind_at(mv.from()).is_some_and(promotes)
}
