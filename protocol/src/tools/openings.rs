//! Random openings.

use std::sync::atomic::AtomicBool;

use baroque_engine::{Engine, Limits, Score};
use baroque_movegen::AnyPosition;
use baroque_movegen::zobrist::split_mix;

use crate::error::Error;
use crate::formats::position_spec::PositionSpec;

/// Nodes of the search that evaluates an opening.
const NODES: u64 = 1000;
/// Greatest imbalance of an opening in centipawns. Of 300 openings of 8 plies it passed 78 % in
/// Baroque, 83 % in Maxima, 70 % in Rococo and 66 % in Renaissance.
const WINDOW: i32 = 150;
/// Openings that are rejected before the best of them is taken.
const MAX_TRIES: usize = 100;
/// Size of the hash table in MiB.
const HASH: usize = 1;

/// Openings of random legal moves: each move is as likely as any other, and the game is not over
/// after the last. An opening is rejected if a search of 1,000 nodes finds the game won, or
/// off balance by more than 150 centipawns.
///
/// The same numbers give the same openings on every machine.
pub struct RandomOpenings {
    position: AnyPosition,
    engine: Engine,
    seed: u64,
    plies: usize,
}

impl RandomOpenings {
    /// Openings of a number of plies from the start position of a rule set with `key=value` pairs
    /// that override it.
    ///
    /// # Errors
    /// There is no such rule set or switch, or no memory for a hash table.
    pub fn new(variant: &str, rules: &str, seed: u64, plies: usize) -> Result<Self, Error> {
        let position = AnyPosition::with_rules(variant, rules)?;
        let mut engine = Engine::new();
        engine.set_hash(HASH).map_err(|_| Error::TestMemory { wanted: HASH as u64 })?;
        Ok(Self { position, engine, seed, plies })
    }

    /// The opening with a number, whatever was asked for before.
    ///
    /// If 100 openings in a row are rejected, it is the most balanced of them; an empty one if the
    /// game ended in each.
    pub fn opening(&mut self, number: u64) -> PositionSpec {
        self.opening_from(&PositionSpec::default(), number)
    }

    /// The same from another position, which must be possible.
    pub(crate) fn opening_from(&mut self, first: &PositionSpec, number: u64) -> PositionSpec {
        let mut random = Random::new(self.seed, number);
        let mut nearest: Option<(i32, PositionSpec)> = None;
        for _ in 0..MAX_TRIES {
            let Some(opening) = self.walk(first, &mut random) else { continue };
            let imbalance = self.score().value().abs();
            if imbalance <= WINDOW {
                return opening;
            }
            if nearest.as_ref().is_none_or(|(least, _)| imbalance < *least) {
                nearest = Some((imbalance, opening));
            }
        }
        nearest.map_or_else(|| first.clone(), |(_, opening)| opening)
    }

    /// A random walk; `None` if it ends the game.
    fn walk(&mut self, first: &PositionSpec, random: &mut Random) -> Option<PositionSpec> {
        let position = &mut self.position;
        let mut opening = first.clone();
        first.set_up(position).ok()?;
        for _ in 0..self.plies {
            let moves = position.legal_moves().into_iter();
            let mut moves: Vec<_> = moves.map(|mv| (position.uci(mv), mv)).collect();
            // The order in which moves are generated may change.
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

    /// The score of the current position.
    fn score(&mut self) -> Score {
        self.engine.clear();
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let never = AtomicBool::new(false);
        let result = self.engine.search_any(&self.position, &limits, &never, &mut |_| ());
        match result.best {
            Some(_) => result.score.unwrap_or(Score::DRAW),
            None => Score::LOWEST,
        }
    }
}

/// Random numbers that never change: a stretch of the SplitMix64 sequence.
pub(crate) struct Random(u64);

impl Random {
    /// The numbers of one of many streams of a seed.
    pub fn new(seed: u64, stream: u64) -> Self {
        Self(split_mix(split_mix(seed).wrapping_add(stream)))
    }

    /// A number below the bound; `None` if there is none. The bound is so far below 2⁶⁴ that
    /// nobody can tell the numbers at the lower end from the others.
    pub fn below(&mut self, bound: usize) -> Option<usize> {
        self.0 = self.0.wrapping_add(1);
        split_mix(self.0).checked_rem(bound as u64).map(|number| number as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn openings(variant: &str, seed: u64, plies: usize) -> RandomOpenings {
        RandomOpenings::new(variant, "", seed, plies).unwrap()
    }

    #[test]
    fn random_numbers_are_those_of_split_mix() {
        // The first numbers of the seed 0 as published with the generator.
        assert_eq!(split_mix(0), 0xe220_a839_7b1d_cdaf);
        assert_eq!(split_mix(1), 0x6e78_9e6a_a1b9_65f4);
        let mut random = Random::new(3, 5);
        assert_eq!(random.below(0), None);
        assert!((0..100).all(|_| random.below(3).is_some_and(|number| number < 3)));
    }

    #[test]
    fn an_opening_depends_on_seed_and_number_only() {
        let mut asked = openings("renaissance", 7, 6);
        let backwards: Vec<PositionSpec> =
            (0..5).rev().map(|number| asked.opening(number)).collect();
        for (number, place) in (0..5).rev().zip(&backwards) {
            assert_eq!(openings("renaissance", 7, 6).opening(number), *place);
            assert_eq!((place.fen.as_deref(), place.moves.len()), (None, 6));
        }
        assert_ne!(backwards[0], backwards[1]);
        assert_ne!(openings("renaissance", 8, 6).opening(0), asked.opening(0));
    }

    #[test]
    fn openings_are_legal_and_in_balance() {
        for variant in AnyPosition::variants() {
            let mut openings = openings(variant, 1, 8);
            let mut game = AnyPosition::new(variant).unwrap();
            for number in 0..10 {
                openings.opening(number).set_up(&mut game).unwrap();
                assert_eq!((game.moves().len(), game.outcome()), (8, None));
                let limits = Limits { nodes: Some(20_000), ..Limits::default() };
                let never = AtomicBool::new(false);
                let result = Engine::new().search_any(&game, &limits, &never, &mut |_| ());
                let score = result.score.unwrap();
                assert!(score.value().abs() < 400, "{variant} {number}: {score:?}");
            }
        }
    }

    #[test]
    fn no_rules_keep_the_search_for_an_opening_from_its_end() {
        let mut drawn = RandomOpenings::new("baroque", "movelimit=3", 1, 30).unwrap();
        assert_eq!(drawn.opening(0), PositionSpec::default());
        // Black has nearly everything.
        let fen = Some("clxwkxli/pppppppp/8/8/8/8/8/3K1P2 w - - 0 1".to_owned());
        let place =
            openings("baroque", 1, 2).opening_from(&PositionSpec { fen, moves: Vec::new() }, 0);
        assert_eq!(place.moves.len(), 2);
    }

    #[test]
    fn what_does_not_exist_is_told() {
        let error = |variant, rules| RandomOpenings::new(variant, rules, 1, 8).err().unwrap();
        assert!(error("chess", "").to_string().starts_with("unknown variant 'chess'"));
        assert!(error("rococo", "leap=far").to_string().contains("leap"));
    }
}
