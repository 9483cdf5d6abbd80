//! Games of `baroque selfplay` as positions with what came of them.

use baroque_engine::TunedGame;
use baroque_formats::Rejected;
use baroque_movegen::{Color, Game, Move, Position, Special};

use crate::loss::chance;
use crate::records::TrainingGames;

/// A position in which the engine made a move, and what came of it for the side to move.
pub struct Labelled<G: Game> {
    pub position: Position<G>,
    /// Whether its game only measures.
    pub is_held_out: bool,
    /// Centipawns of the evaluation; 32000 − n for a win in n plies, n − 32000 for a loss.
    pub score: i16,
    /// The result of the game: 0, 1 or 2.
    pub half_points: u8,
    /// Whether the side to move is in check.
    pub is_check: bool,
    /// Whether the move played captures or promotes.
    pub is_capture: bool,
}

/// How the score of a position is mixed with those of later positions of its game, as chances to win.
#[derive(Clone, Copy, Debug)]
pub struct Blend {
    /// Weight of the next position's, to which the same applies.
    pub later: f32,
    /// Centipawns of a logit.
    pub scale: f32,
}

impl Blend {
    fn apply<G: TunedGame>(self, game: &mut [Labelled<G>]) {
        let mut later: Option<(Color, f32)> = None;
        for labelled in game.iter_mut().rev() {
            let side = labelled.position.side();
            let own = chance(f32::from(labelled.score) / self.scale);
            let mixed = later.map_or(own, |(other, later)| {
                let later = if other == side { later } else { 1.0 - later };
                own + self.later * (later - own)
            });
            later = Some((side, mixed));
            let logit = (mixed / (1.0 - mixed)).ln();
            labelled.score = (logit * self.scale).clamp(-32_000.0, 32_000.0) as i16;
        }
    }
}

/// Calls a function with each position of a file, in order.
///
/// # Errors
/// The file cannot be read, is damaged, or is one of another game. The message names the file.
pub fn read<G: TunedGame>(
    games: TrainingGames,
    blend: Option<Blend>,
    mut each: impl FnMut(Labelled<G>),
) -> Result<(), Rejected> {
    let (header, path) = (games.header().clone(), games.path().to_owned());
    let rules = games.start::<G>()?.rules().clone();
    for game in games {
        let game = game?;
        let mut positions = Vec::with_capacity(game.moves.len());
        let replayed = game.replay::<G>(rules.clone(), |position, mv, score| {
            let half_points = match game.winner {
                None => 1,
                Some(winner) if winner == position.side() => 2,
                Some(_) => 0,
            };
            positions.push(Labelled {
                position: position.clone(),
                is_held_out: game.is_held_out(),
                score: header.evaluation(score).value() as i16,
                half_points,
                is_check: position.in_check(),
                is_capture: !position.victims(mv).is_empty() || is_promotion(position, mv),
            });
        });
        replayed.map_err(|error| {
            Rejected::at(path.display(), format_args!("game {}: {error}", game.number))
        })?;
        if let Some(blend) = blend {
            blend.apply(&mut positions);
        }
        positions.into_iter().for_each(&mut each);
    }
    Ok(())
}

fn is_promotion<G: Game>(position: &Position<G>, mv: Move) -> bool {
    let promotes = |kind| position.pieces().info(kind).promotion.is_some();
    matches!(mv.special(), Special::Piece(_)) && position.kind_at(mv.from()).is_some_and(promotes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use baroque_movegen::Ultima;

    #[test]
    fn scores_are_mixed_with_those_of_later_positions() {
        let start = Position::<Ultima>::default();
        let next = start.play_unchecked(start.legal_moves()[0]);
        let labelled = |position: &Position<Ultima>, score| Labelled {
            position: *position,
            is_held_out: false,
            score,
            half_points: 1,
            is_check: false,
            is_capture: false,
        };
        let mut game = [labelled(&start, 0), labelled(&next, -200)];
        Blend { later: 0.5, scale: 200.0 }.apply(&mut game);
        // White's chances are 0.5 and 0.731, the mean of which is a logit of 0.471.
        assert_eq!(game.map(|labelled| labelled.score), [94, -200]);
    }
}
