//! Random openings.

use std::sync::atomic::Ordering;

use baroque_engine::{Engine, Limits, Score};
use baroque_formats::Rejected;
use baroque_formats::position_spec::PositionSpec;
use baroque_movegen::AnyGame;
use baroque_movegen::interrupt::StopFlag;

use crate::random::Random;

/// Nodes of the search that evaluates an opening.
const NODES: u64 = 1000;
/// Greatest imbalance of an opening in centipawns.
const MAX_IMBALANCE: i32 = 150;
/// Rejected openings after which the most balanced of them is used.
const MAX_TRIES: usize = 100;
/// Size of the hash table in MiB.
const HASH: usize = 1;

/// Openings of uniformly random legal moves after which the game is not over. An opening is
/// rejected if a search of 1,000 nodes scores it outside ±150 centipawns.
///
/// The same seed and number give the same opening on every machine, until they are stopped.
pub struct RandomOpenings {
    position: AnyGame,
    first: PositionSpec,
    engine: Engine,
    seed: u64,
    plies: usize,
    stop: StopFlag,
}

impl RandomOpenings {
    /// Openings of `plies` plies from the first position of a game. When `stop` is set the search for one
    /// ends, with any that was found.
    ///
    /// # Errors
    /// The hash table cannot be allocated.
    pub fn new(
        start: &AnyGame,
        seed: u64,
        plies: usize,
        stop: &StopFlag,
    ) -> Result<Self, Rejected> {
        let position = start.first();
        let fen = (!start.is_from_default_start()).then(|| position.fen());
        let first = PositionSpec { fen, ..PositionSpec::default() };
        let mut engine = Engine::new();
        engine.set_hash(HASH).map_err(|error| Rejected(error.to_string()))?;
        Ok(Self { position, first, engine, seed, plies, stop: stop.clone() })
    }

    /// Whether openings need not be balanced any more.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Changes the number of plies of the next openings.
    pub fn set_plies(&mut self, plies: usize) {
        self.plies = plies;
    }

    /// Returns the opening of a number, independent of earlier calls.
    ///
    /// If 100 openings in a row are rejected, it is the most balanced of them, or one without moves
    /// if the game ended in all of them.
    pub fn opening(&mut self, number: u64) -> PositionSpec {
        self.opening_from(&self.first.clone(), number)
    }

    /// [`Self::opening`] from another valid position.
    pub fn opening_from(&mut self, first: &PositionSpec, number: u64) -> PositionSpec {
        let mut random = Random::new(self.seed, number);
        let mut nearest: Option<(i32, PositionSpec)> = None;
        for _ in 0..MAX_TRIES {
            if self.is_stopped() {
                break;
            }
            let Some(opening) = self.walk(first, &mut random) else { continue };
            let imbalance = self.score().value().abs();
            if imbalance <= MAX_IMBALANCE {
                return opening;
            }
            if nearest.as_ref().is_none_or(|(least, _)| imbalance < *least) {
                nearest = Some((imbalance, opening));
            }
        }
        nearest.map_or_else(|| first.clone(), |(_, opening)| opening)
    }

    /// Plays random moves; `None` if the game ends.
    fn walk(&mut self, first: &PositionSpec, random: &mut Random) -> Option<PositionSpec> {
        let position = &mut self.position;
        let mut opening = first.clone();
        first.set_up(position).ok()?;
        for _ in 0..self.plies {
            let moves = position.legal_moves().into_iter();
            let mut moves: Vec<_> = moves.map(|mv| (position.uci(mv), mv)).collect();
            // Sorted, because the order of move generation may change.
            moves.sort_unstable();
            let (text, mv) = moves.get(random.below(moves.len())?)?;
            position.play(*mv).ok()?;
            opening.moves.push(text.clone());
            if position.outcome().is_some() {
                return None;
            }
        }
        Some(opening)
    }

    /// The score of the current position for the side to move.
    fn score(&mut self) -> Score {
        self.engine.clear();
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let history = self.position.history();
        let result = self.engine.search_any_with(history, &limits, &self.stop, &mut |_| ());
        match result.best {
            Some(_) => result.score().unwrap_or(Score::DRAW),
            None => Score::LOWEST,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn openings(variant: &str, seed: u64, plies: usize) -> RandomOpenings {
        let start = AnyGame::new(variant).unwrap();
        RandomOpenings::new(&start, seed, plies, &StopFlag::default()).unwrap()
    }

    #[test]
    fn openings_are_not_looked_for_once_they_are_stopped() {
        let stop = StopFlag::new(true.into());
        let mut stopped = RandomOpenings::new(&AnyGame::default(), 1, 8, &stop).unwrap();
        assert_eq!((stopped.opening(0), stopped.is_stopped()), (PositionSpec::default(), true));
    }

    #[test]
    fn an_opening_depends_on_seed_and_number_only() {
        let mut reused = openings("renaissance", 7, 6);
        let backwards: Vec<PositionSpec> =
            (0..5).rev().map(|number| reused.opening(number)).collect();
        for (number, opening) in (0..5).rev().zip(&backwards) {
            assert_eq!(openings("renaissance", 7, 6).opening(number), *opening);
            assert_eq!((opening.fen.as_deref(), opening.moves.len()), (None, 6));
        }
        assert_ne!(backwards[0], backwards[1]);
        assert_ne!(openings("renaissance", 8, 6).opening(0), reused.opening(0));
    }

    #[test]
    fn openings_are_legal_and_balanced() {
        for variant in AnyGame::variants() {
            let mut openings = openings(variant, 1, 8);
            let mut game = AnyGame::new(variant).unwrap();
            for number in 0..10 {
                openings.opening(number).set_up(&mut game).unwrap();
                assert_eq!((game.moves().len(), game.outcome()), (8, None));
                let limits = Limits { nodes: Some(20_000), ..Limits::default() };
                let score = Engine::new().search_any(&game, &limits).score().unwrap();
                assert!(score.value().abs() < 400, "{variant} {number}: {score:?}");
            }
        }
    }

    #[test]
    fn openings_begin_where_the_game_does() {
        let fen = "4k3/3p4/8/8/8/8/3P4/4K3 b - - 3 9";
        let mut game = AnyGame::default();
        game.set_fen(fen).unwrap();
        let opening = RandomOpenings::new(&game, 1, 2, &StopFlag::default()).unwrap().opening(0);
        assert_eq!((opening.fen.as_deref(), opening.moves.len()), (Some(fen), 2));
        opening.set_up(&mut AnyGame::default()).unwrap();
    }

    #[test]
    fn openings_are_found_or_empty_under_all_rules() {
        let rules = AnyGame::with_rules("baroque", "movelimit=3").unwrap();
        let mut drawn = RandomOpenings::new(&rules, 1, 30, &StopFlag::default()).unwrap();
        assert_eq!(drawn.opening(0), PositionSpec::default());
        // Black is far ahead, so every opening is rejected.
        let fen = Some("clxwkxli/pppppppp/8/8/8/8/8/3K1P2 w - - 0 1".to_owned());
        let opening =
            openings("baroque", 1, 2).opening_from(&PositionSpec { fen, moves: Vec::new() }, 0);
        assert_eq!(opening.moves.len(), 2);
    }
}
