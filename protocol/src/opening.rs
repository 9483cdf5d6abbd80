//! Random openings.

use baroque_engine::{Limits, Score};
use baroque_movegen::zobrist::split_mix;

use crate::think::think;
use crate::{AnyGame, Error, Place, variants};

/// Positions of the search that weighs an opening.
const NODES: u64 = 1000;
/// Most centipawns by which an opening may be off balance. Of 300 openings of 8 plies it let pass
/// 78 % in Baroque, 83 % in Maxima, 70 % in Rococo and 66 % in Renaissance.
const WINDOW: i32 = 150;
/// Openings that are thrown away before the best of them is good enough.
const MOST_TRIES: usize = 100;
/// Size of the hash table in MiB.
const HASH: usize = 1;

/// Openings of random legal moves: each move is as likely as any other, and the game goes on
/// after the last. An opening after which a search of [`NODES`] positions finds the game won, or
/// off balance by more than [`WINDOW`], is thrown away.
///
/// The same numbers give the same openings on every machine.
pub struct RandomOpenings {
    game: Box<dyn AnyGame>,
    seed: u64,
    plies: usize,
}

impl RandomOpenings {
    /// Openings of so many plies from the start position of a rule set with `key=value` pairs laid
    /// over it.
    ///
    /// # Errors
    /// There is no such rule set or switch, or no memory to search.
    pub fn new(variant: &str, rules: &str, seed: u64, plies: usize) -> Result<Self, Error> {
        let mut game = variants::open_with(variant, rules)?;
        game.set_hash(HASH).map_err(|_| Error::TestMemory { wanted: HASH as u64 })?;
        Ok(Self { game, seed, plies })
    }

    /// The opening of a number, whatever was asked before.
    ///
    /// If [`MOST_TRIES`] openings in a row are no good, it is the one of them that is nearest to
    /// balance; none at all if the game ended in each.
    pub fn opening(&mut self, number: u64) -> Place {
        self.opening_from(&Place::default(), number)
    }

    /// The same from another place, whose position must be possible.
    pub(crate) fn opening_from(&mut self, first: &Place, number: u64) -> Place {
        let mut random = Random::new(self.seed, number);
        let mut nearest: Option<(i32, Place)> = None;
        for _ in 0..MOST_TRIES {
            let Some(place) = self.walk(first, &mut random) else { continue };
            let imbalance = self.score().value().abs();
            if imbalance <= WINDOW {
                return place;
            }
            if nearest.as_ref().is_none_or(|(least, _)| imbalance < *least) {
                nearest = Some((imbalance, place));
            }
        }
        nearest.map_or_else(|| first.clone(), |(_, place)| place)
    }

    /// A random walk; `None` if it ends the game.
    fn walk(&mut self, first: &Place, random: &mut Random) -> Option<Place> {
        let game = self.game.as_mut();
        let mut place = first.clone();
        game.set_place(first).ok()?;
        for _ in 0..self.plies {
            let mut moves: Vec<_> = game.legal().into_iter().map(|mv| (game.uci(mv), mv)).collect();
            // The order in which moves are generated may change.
            moves.sort_unstable();
            let (text, mv) = moves.get(random.below(moves.len())?)?;
            game.play(*mv).ok()?;
            place.moves.push(text.clone());
            if game.outcome().is_some() {
                return None;
            }
        }
        Some(place)
    }

    /// What the position at hand is worth.
    fn score(&mut self) -> Score {
        self.game.clear();
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        think(self.game.as_mut(), limits).map_or(Score::LOWEST, |thought| thought.score)
    }
}

/// Random numbers that are the same for ever: a stretch of the SplitMix64 sequence.
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
        let backwards: Vec<Place> = (0..5).rev().map(|number| asked.opening(number)).collect();
        for (number, place) in (0..5).rev().zip(&backwards) {
            assert_eq!(openings("renaissance", 7, 6).opening(number), *place);
            assert_eq!((place.fen.as_deref(), place.moves.len()), (None, 6));
        }
        assert_ne!(backwards[0], backwards[1]);
        assert_ne!(openings("renaissance", 8, 6).opening(0), asked.opening(0));
    }

    #[test]
    fn openings_are_legal_and_in_balance() {
        for variant in variants::names() {
            let mut openings = openings(variant, 1, 8);
            let mut game = variants::open(variant).unwrap();
            for number in 0..10 {
                game.set_place(&openings.opening(number)).unwrap();
                assert_eq!((game.moves().len(), game.outcome()), (8, None));
                game.clear();
                let limits = Limits { nodes: Some(20_000), ..Limits::default() };
                let score = think(game.as_mut(), limits).unwrap().score;
                assert!(score.value().abs() < 400, "{variant} {number}: {score:?}");
            }
        }
    }

    #[test]
    fn no_rules_keep_the_search_for_an_opening_from_its_end() {
        let mut drawn = RandomOpenings::new("baroque", "movelimit=3", 1, 30).unwrap();
        assert_eq!(drawn.opening(0), Place::default());
        // Black has nearly everything.
        let fen = Some("clxwkxli/pppppppp/8/8/8/8/8/3K1P2 w - - 0 1".to_owned());
        let place = openings("baroque", 1, 2).opening_from(&Place { fen, moves: Vec::new() }, 0);
        assert_eq!(place.moves.len(), 2);
    }

    #[test]
    fn what_does_not_exist_is_told() {
        let error = |variant, rules| RandomOpenings::new(variant, rules, 1, 8).err().unwrap();
        assert!(error("chess", "").to_string().starts_with("unknown variant 'chess'"));
        assert!(error("rococo", "leap=far").to_string().contains("leap"));
    }
}
