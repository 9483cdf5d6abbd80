//! Random numbers that are the same on every machine and in every version (SplitMix64; Steele, Lea
//! and Flood 2014).

use baroque_movegen::zobrist::split_mix;

/// A reproducible stretch of random numbers.
pub struct Random(u64);

impl Random {
    /// The numbers of a seed. `stream` keeps those for different purposes apart.
    pub fn new(seed: u64, stream: u64) -> Self {
        Self(split_mix(split_mix(seed).wrapping_add(stream)))
    }

    /// A number below the bound; `None` if the bound is 0. The modulo bias is negligible for bounds
    /// far below 2⁶⁴.
    pub fn below(&mut self, bound: usize) -> Option<usize> {
        self.next().checked_rem(bound as u64).map(|number| number as usize)
    }

    /// The number at an index, from 1, after the present place.
    pub(crate) fn at(&self, index: u64) -> u64 {
        split_mix(self.0.wrapping_add(index))
    }

    /// A number from −1 to 1.
    pub(crate) fn signed(&mut self) -> f32 {
        // The upper 24 bits, as many as the fraction of a float has.
        (self.next() >> 40) as f32 / (1 << 23) as f32 - 1.0
    }

    /// Puts items into a random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1).unwrap_or(last));
        }
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(1);
        split_mix(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_numbers_match_split_mix() {
        // The first numbers of the seed 0 as published with the generator.
        assert_eq!(split_mix(0), 0xe220_a839_7b1d_cdaf);
        assert_eq!(split_mix(1), 0x6e78_9e6a_a1b9_65f4);
        let mut random = Random::new(3, 5);
        assert_eq!(random.below(0), None);
        assert!((0..100).all(|_| random.below(3).is_some_and(|number| number < 3)));
    }

    #[test]
    fn a_shuffle_keeps_the_items_and_is_repeated_by_the_seed() {
        let shuffled = |seed| {
            let mut items: Vec<u32> = (0..100).collect();
            Random::new(seed, 0).shuffle(&mut items);
            items
        };
        assert_eq!(shuffled(1), shuffled(1));
        assert_ne!(shuffled(1), shuffled(2));
        let mut sorted = shuffled(1);
        sorted.sort_unstable();
        assert_eq!(sorted, (0..100).collect::<Vec<u32>>());
    }

    #[test]
    fn signed_numbers_fill_their_range() {
        let mut random = Random::new(7, 0);
        let numbers: Vec<f32> = (0..1000).map(|_| random.signed()).collect();
        assert!(numbers.iter().all(|number| (-1.0..=1.0).contains(number)));
        assert!(numbers.iter().any(|&number| number > 0.9));
        assert!(numbers.iter().any(|&number| number < -0.9));
    }
}
