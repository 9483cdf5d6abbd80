//! Random numbers that are the same on every machine: SHA-256 in counter mode.
//!
//! Block n of a stream is SHA-256 of the text `baroque umpire`, a blank, the name of the stream, a zero
//! byte, and seed and n as 8 bytes each, lowest first. A block is four numbers of 8 bytes, lowest first.

use sha2::{Digest, Sha256};

/// A stream of random numbers.
pub struct ShaRandom {
    name: &'static str,
    seed: u64,
    block: u64,
    /// The numbers of the last block that are still to be used, last one first.
    numbers: Vec<u64>,
}

impl ShaRandom {
    /// A stream of a seed. Streams of different names are independent.
    pub fn new(name: &'static str, seed: u64) -> Self {
        Self { name, seed, block: 0, numbers: Vec::new() }
    }

    /// The next block.
    pub fn block(&mut self) -> [u8; 32] {
        let digest = Sha256::new()
            .chain_update("baroque umpire ")
            .chain_update(self.name)
            .chain_update([0])
            .chain_update(self.seed.to_le_bytes())
            .chain_update(self.block.to_le_bytes())
            .finalize();
        self.block = self.block.wrapping_add(1);
        digest.into()
    }

    /// The next number.
    pub fn number(&mut self) -> u64 {
        if self.numbers.is_empty() {
            let block = self.block();
            let number =
                |bytes: &[u8]| bytes.iter().rev().fold(0, |n, &byte| n << 8 | u64::from(byte));
            self.numbers = block.chunks(8).rev().map(number).collect();
        }
        self.numbers.pop().unwrap_or(0)
    }

    /// A number less than `bound`, each equally often; 0 if there is none.
    pub fn below(&mut self, bound: u64) -> u64 {
        // Numbers from here on would favour low remainders.
        let end = u64::MAX - u64::MAX.checked_rem(bound).unwrap_or(0);
        loop {
            let number = self.number();
            if number < end || bound == 0 {
                return number.checked_rem(bound).unwrap_or(0);
            }
        }
    }

    /// One of several.
    pub fn choose<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        all.get(usize::try_from(self.below(all.len() as u64)).ok()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By Python's hashlib.
    #[test]
    fn the_numbers_are_those_of_the_description() {
        let mut random = ShaRandom::new("draw", 42);
        let numbers = [(); 5].map(|()| random.number());
        let expected = [
            0xc9fb44c5c4c2371e,
            0xdaee8a1ee82e9b04,
            0x68065449497639de,
            0xb24c72f0e23f5062,
            0x78a07ff98736fa8f,
        ];
        assert_eq!(numbers, expected);
    }

    #[test]
    fn numbers_are_below_their_bound() {
        let mut random = ShaRandom::new("draw", 1);
        assert!((0..1000).all(|_| random.below(3) < 3));
        assert_eq!((random.below(1), random.below(0)), (0, 0));
        assert_eq!(random.choose(&[0; 0]), None);
    }
}
