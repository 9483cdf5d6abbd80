//! Judgements of the moves of a game.

use baroque_engine::{Judgement, Score, Wdl};
use baroque_movegen::{AnyGame, Color};

use super::message::{Found, JudgedMove};

/// Judges the moves of a game by what searches of its positions found, from the first to the last.
///
/// # Errors
/// The number of positions is another one, or the search of one is missing.
pub fn moves(game: &AnyGame, found: &[Option<Found>]) -> Result<Vec<JudgedMove>, String> {
    let positions = game.moves().len() + 1;
    if found.len() != positions {
        return Err(format!("found has {} positions, the game {positions}", found.len()));
    }
    let mut position = game.first();
    let mut judged = Vec::new();
    for (&mv, found) in game.moves().iter().zip(found.windows(2)) {
        let [Some(before), after] = found else {
            return Err(format!("found has no position {}", judged.len() + 1));
        };
        let (side, is_best) = (position.side(), before.best == position.uci(mv));
        // It was legal when it was played.
        let _ = position.play(mv);
        let kept = match after {
            Some(after) => after.score.into(),
            // White's score at the end of the game.
            None => match position.outcome().map(|outcome| outcome.winner) {
                None => return Err("found has no last position, but the game goes on".to_owned()),
                Some(None) => Score::DRAW,
                Some(Some(Color::White)) => Score::win_at(0),
                Some(Some(Color::Black)) => Score::loss_at(0),
            },
        };
        let [had, kept] = [Score::from(before.score), kept]
            .map(|score| if side == Color::White { score } else { -score });
        let expected = |score| Wdl::of_any(&position, score).expected();
        judged.push(match is_best {
            true => JudgedMove { loss: 0.0, nag: None },
            false => JudgedMove {
                loss: (expected(had) - expected(kept)).max(0.0),
                nag: Judgement::of(&position, had, kept).map(Judgement::nag),
            },
        });
    }
    Ok(judged)
}
