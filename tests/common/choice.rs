//! Random choices, for games that are drawn.

use super::random::SplitMix64;

impl SplitMix64 {
    /// A number from `least` to `most`.
    pub fn between(&mut self, least: usize, most: usize) -> usize {
        least + self.below(most + 1 - least)
    }

    /// True in so many cases of a hundred.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of a list.
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    /// Different ones of a list in any order, at most so many.
    pub fn some<T: Copy>(&mut self, list: &[T], number: usize) -> Vec<T> {
        let mut rest = list.to_vec();
        let number = number.min(rest.len());
        (0..number).map(|_| rest.swap_remove(self.below(rest.len()))).collect()
    }
}
