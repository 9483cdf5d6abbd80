//! Boards, zones and start positions.

use crate::common::random::SplitMix64;

/// Files and ranks.
const SIZES: &[(usize, usize)] = &[
    (4, 6),
    (4, 8),
    (5, 5),
    (5, 6),
    (5, 7),
    (6, 5),
    (6, 6),
    (6, 7),
    (7, 5),
    (7, 7),
    (8, 8),
    (9, 6),
    (9, 9),
    (8, 16),
    (16, 8),
];

pub struct Board {
    files: usize,
    ranks: usize,
    letters: Vec<char>,
    first_rank: usize,
    /// The squares that do not exist, by files and then ranks.
    holes: Vec<(usize, usize)>,
    pub wraps: bool,
    is_plain: bool,
}

impl Board {
    /// A plain one is whole, and its sides begin alike.
    pub fn draw(random: &mut SplitMix64, is_plain: bool) -> Self {
        let (files, ranks) = random.pick(SIZES);
        let letters: Vec<char> = match random.chance(25) {
            true => random.some(&('a'..='z').collect::<Vec<char>>(), files),
            false => ('a'..).take(files).collect(),
        };
        let wraps = !is_plain && files > 5 && random.chance(35);
        let first_rank = if random.chance(25) { random.below(100 - ranks) } else { 1 };
        let mut holes = Vec::new();
        if !is_plain && random.chance(35) {
            for _ in 0..random.between(1, 5) {
                // Between the pieces of the start.
                holes.push((random.below(files), random.between(2, ranks - 3)));
            }
        }
        Self { files, ranks, letters, first_rank, holes, wraps, is_plain }
    }

    /// The number of a rank.
    fn rank(&self, rank: usize) -> usize {
        self.first_rank + rank
    }

    fn square(&self, (file, rank): (usize, usize)) -> String {
        format!("{}{}", self.letters[file], self.rank(rank))
    }

    /// The longest way that meets no other one on the far side of the cylinder.
    pub fn half(&self) -> usize {
        (self.files - 1) / 2
    }

    /// The keys for the board, and its zones.
    pub fn text(&self, random: &mut SplitMix64) -> String {
        let (files, ranks) = (self.files, self.ranks);
        let mut text = format!("board = \"{files}x{ranks}\"\n");
        let letters: String = self.letters.iter().collect();
        if !letters.starts_with("ab") {
            text += &format!("files = \"{letters}\"\n");
        }
        if self.first_rank != 1 {
            text += &format!("first-rank = {}\n", self.first_rank);
        }
        if !self.holes.is_empty() {
            let holes: Vec<String> = self.holes.iter().map(|&hole| self.square(hole)).collect();
            text += &format!("holes = \"{}\"\n", holes.join(" "));
        }
        if self.wraps {
            text += "wrap = \"files\"\n";
        }
        let zones = self.zones(random);
        text + &format!("zones = {{ {zones} }}\n")
    }

    /// The zone of the own ranks, of the last rank, of the edge, and one in the middle of the board.
    fn zones(&self, random: &mut SplitMix64) -> String {
        let ranks = |ranks: &[usize]| {
            let names = ranks.iter().map(|&rank| format!("*{}", self.rank(rank)));
            names.collect::<Vec<_>>().join(" ")
        };
        let top = self.ranks - 1;
        let (near, far) = match random.chance(50) {
            true => (ranks(&[0, 1]), ranks(&[top, top - 1])),
            false => (ranks(&[0, 1, 2]), ranks(&[top, top - 1, top - 2])),
        };
        let (first, last) = (self.letters[0], self.letters[self.files - 1]);
        let corner = self.square((0, 0));
        let edge = match random.chance(50) {
            true => format!("{first}* {last}* -{corner}"),
            false => format!("{first}* {last}* {}", ranks(&[0, top])),
        };
        let middle = ranks(&[self.ranks / 2, self.ranks / 2 - 1]);
        format!(
            "home = {{ white = \"{near}\", black = \"{far}\" }}, \
             last = {{ white = \"{}\", black = \"{}\" }}, edge = \"{edge}\", middle = \"{middle}\"",
            ranks(&[top]),
            ranks(&[0])
        )
    }

    /// A placement: each side's pieces on its two first ranks, royal ones on the first.
    pub fn arrange(&self, random: &mut SplitMix64, letters: &[char], royals: usize) -> String {
        let mut rows = vec![vec!['.'; self.files]; self.ranks];
        for &(file, rank) in &self.holes {
            rows[rank][file] = '*';
        }
        let is_alike = self.is_plain || random.chance(75);
        let [white, black] =
            [self.side(random, letters, royals), self.side(random, letters, royals)];
        let black = if is_alike { white.clone() } else { black };
        for (rank, (white, black)) in white.into_iter().zip(black).enumerate() {
            rows[rank] = white;
            rows[self.ranks - 1 - rank] = black.iter().map(char::to_ascii_lowercase).collect();
        }
        placement(&rows)
    }

    /// The two first ranks of White.
    fn side(&self, random: &mut SplitMix64, letters: &[char], royals: usize) -> [Vec<char>; 2] {
        let others = &letters[royals..];
        let empty = if self.files * self.ranks > 64 { 60 } else { random.pick(&[10, 30, 50]) };
        let mut piece = || if random.chance(empty) { '.' } else { random.pick(others) };
        let mut first: Vec<char> = (0..self.files).map(|_| piece()).collect();
        let second: Vec<char> = (0..self.files).map(|_| piece()).collect();
        let files = random.some(&(0..self.files).collect::<Vec<usize>>(), royals);
        for (&royal, file) in letters.iter().zip(files) {
            first[file] = royal;
        }
        // Many of one kind, such as pawns.
        let common = random.pick(others);
        let is_common = random.chance(60);
        let second = second.into_iter().map(|letter| match letter {
            '.' => '.',
            _ if is_common => common,
            letter => letter,
        });
        [first, second.collect()]
    }
}

/// The first field of a FEN, from rows of letters and dots, the lowest one first.
fn placement(rows: &[Vec<char>]) -> String {
    let row = |row: &Vec<char>| {
        let text: String = row.iter().collect();
        let runs = (1..=row.len()).rev();
        runs.fold(text, |text, run| text.replace(&".".repeat(run), &run.to_string()))
    };
    rows.iter().rev().map(row).collect::<Vec<_>>().join("/")
}
