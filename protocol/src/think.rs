//! A search that is waited for.

use std::sync::mpsc;

use baroque_engine::{Bound, Info, Limits, Report, Score};
use baroque_movegen::Move;

use crate::AnyGame;

/// What a search found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thought {
    /// The move to play.
    pub best: Move,
    /// What the position is worth to the side to move.
    pub score: Score,
}

/// Searches the position at hand to its end; `None` if there is no legal move.
///
/// With one thread, limits of nodes or depth and an engine that was just cleared the answer is the
/// same on every machine.
pub fn think(game: &mut dyn AnyGame, limits: Limits) -> Option<Thought> {
    let mut score = None;
    let best = search(game, limits, |info| {
        // A bound counts only as long as nothing better is known.
        if info.multi_pv == 1 && (info.bound == Bound::Exact || score.is_none()) {
            score = Some(info.score);
        }
    });
    best.map(|best| Thought { best, score: score.unwrap_or(Score::DRAW) })
}

/// The same for those who want to hear what is found on the way; returns the move to play.
pub(crate) fn search(
    game: &mut dyn AnyGame,
    limits: Limits,
    mut hear: impl FnMut(&Info),
) -> Option<Move> {
    let (sender, reports) = mpsc::channel();
    let listener = move |report| {
        // The other end listens until the last report.
        let _ = sender.send(report);
    };
    game.go(limits, Box::new(listener));
    for report in reports {
        match report {
            Report::Info(info) => hear(&info),
            Report::CurrentMove { .. } => {}
            Report::Best { best, .. } => return best,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Place, variants};

    #[test]
    fn a_thought_can_be_repeated() {
        let mut game = variants::open("rococo").unwrap();
        let limits = || Limits { nodes: Some(500), ..Limits::default() };
        let first = think(game.as_mut(), limits()).unwrap();
        game.clear();
        assert_eq!(think(game.as_mut(), limits()), Some(first));
        assert!(game.legal().contains(&first.best));
    }

    #[test]
    fn a_lost_game_has_no_best_move() {
        let mut game = variants::open("baroque").unwrap();
        let fen = Some("8/8/8/4k3/2K2I2/3w4/8/8 w - - 0 1".to_owned());
        game.set_place(&Place { fen, moves: vec!["c4d5".to_owned()] }).unwrap();
        assert_eq!(think(game.as_mut(), Limits::default()), None);
    }
}
