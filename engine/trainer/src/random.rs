//! Random numbers that are the same on every machine and in every version (SplitMix64; Steele, Lea
//! and Flood 2014).

use baroque_movegen::zobrist::split_mix;

/// The numbers of a seed.
pub struct Random {
    seed: u64,
    drawn: u64,
}

impl Random {
    /// The numbers of a seed. `stream` keeps those for different purposes apart.
    pub fn new(seed: u64, stream: u64) -> Self {
        Self { seed: split_mix(split_mix(seed) ^ stream), drawn: 0 }
    }

    /// The number at an index, independent of those drawn before.
    pub fn at(&self, index: u64) -> u64 {
        split_mix(self.seed.wrapping_add(index))
    }

    /// A number below the bound, which is small against 2⁶⁴.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// A number from −1 to 1.
    pub fn signed(&mut self) -> f32 {
        // The upper 24 bits, as many as the fraction of a float has.
        (self.next() >> 40) as f32 / (1 << 23) as f32 - 1.0
    }

    /// Puts items into a random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    fn next(&mut self) -> u64 {
        self.drawn += 1;
        self.at(self.drawn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
