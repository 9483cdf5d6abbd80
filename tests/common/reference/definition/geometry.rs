//! Squares of a board of any size, with holes and round a cylinder (games, 2, `board` to `zones`).

/// A direction, or the whole vector of a leap, as (file, rank) step.
pub type Step = (i32, i32);
/// The orthogonal directions O (rules, words used).
pub const ORTHOGONAL: [Step; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
/// The diagonal directions.
pub const DIAGONAL: [Step; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
/// All eight directions, A.
pub const ALL: [Step; 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];

/// A set of squares, of which no board has more than 128.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Squares(u128);

impl Squares {
    /// A single square.
    pub fn only(square: usize) -> Self {
        Self(1 << square)
    }

    /// Whether a square is in the set.
    pub fn has(self, square: usize) -> bool {
        self.0 >> square & 1 > 0
    }

    /// The set with a square.
    pub fn with(self, square: usize) -> Self {
        Self(self.0 | 1 << square)
    }

    /// The set without a square.
    pub fn without(self, square: usize) -> Self {
        Self(self.0 & !(1 << square))
    }

    /// The squares that are in another set too.
    pub fn also_in(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The number of squares.
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is no square.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The squares, ascending.
    pub fn iter(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || {
            let square = (!self.is_empty()).then(|| self.0.trailing_zeros() as usize)?;
            self = self.without(square);
            Some(square)
        })
    }
}

/// A zone: the half in which White's pieces count, and Black's (games, 2, `end`).
#[derive(Clone, Debug)]
pub struct Zone {
    pub white: Squares,
    pub black: Squares,
}

impl Zone {
    /// Whether the square is in that side's half.
    pub fn has(&self, white: bool, square: usize) -> bool {
        if white { self.white.has(square) } else { self.black.has(square) }
    }
}

/// The board without its pieces.
#[derive(Clone, Debug)]
pub struct Geometry {
    pub files: i32,
    pub ranks: i32,
    letters: Vec<char>,
    first_rank: i32,
    missing: Squares,
    /// Whether the first and the last file touch for every piece.
    pub cylinder: bool,
}

impl Geometry {
    /// A board `FxR` with its file letters, the number of its lowest rank, its holes, and whether
    /// it is a cylinder (games, 2).
    pub fn new(
        board: &str,
        letters: Option<&str>,
        first_rank: i32,
        holes: &str,
        cylinder: bool,
    ) -> Result<Self, String> {
        let size = |text: &str| text.parse::<i32>().ok().filter(|size| (1..=16).contains(size));
        let read = board.split_once('x').and_then(|(f, r)| Some((size(f)?, size(r)?)));
        let (files, ranks) = read.ok_or(format!("`{board}` is no board"))?;
        let letters: Vec<char> = letters.unwrap_or("abcdefghijklmnop").chars().collect();
        let letters: Vec<char> = letters.into_iter().take(files as usize).collect();
        if letters.len() != files as usize || files * ranks > 128 {
            return Err(format!("the board `{board}` has too few file letters or is too big"));
        }
        let missing = Squares::default();
        let mut geometry = Self { files, ranks, letters, first_rank, missing, cylinder };
        geometry.missing = geometry.read_squares(holes)?;
        Ok(geometry)
    }

    /// The number of squares, the missing ones too.
    pub fn len(&self) -> usize {
        (self.files * self.ranks) as usize
    }

    /// Whether a square exists.
    pub fn exists(&self, square: usize) -> bool {
        !self.missing.has(square)
    }

    /// The square's (file, rank), both from 0.
    pub fn coordinates(&self, square: usize) -> (i32, i32) {
        (square as i32 % self.files, square as i32 / self.files)
    }

    /// The square on (file, rank), if it exists; round the cylinder if the board is one, or if the
    /// move may cross the edge (games, 3, `o`).
    pub fn square_at(&self, (file, rank): Step, crossing: bool) -> Option<usize> {
        let round = self.cylinder || crossing;
        let file = if round { file.rem_euclid(self.files) } else { file };
        let inside = (0..self.files).contains(&file) && (0..self.ranks).contains(&rank);
        let square = inside.then_some((rank * self.files + file) as usize);
        square.filter(|&square| self.exists(square))
    }

    /// The square `times` vectors from a square, backwards if `times` is negative.
    pub fn step(&self, from: usize, step: Step, times: i32, crossing: bool) -> Option<usize> {
        let (file, rank) = self.coordinates(from);
        self.square_at((file + step.0 * times, rank + step.1 * times), crossing)
    }

    /// The squares of a queen line, nearest first. Round a cylinder it ends before its start.
    pub fn line(&self, from: usize, d: Step) -> Vec<usize> {
        let mut found = Vec::new();
        let mut last = from;
        while let Some(next) = self.step(last, d, 1, false).filter(|&next| next != from) {
            found.push(next);
            last = next;
        }
        found
    }

    /// The adjacent squares (rules, words used).
    pub fn neighbours(&self, square: usize) -> Squares {
        let near = ALL.into_iter().filter_map(|d| self.step(square, d, 1, false));
        near.fold(Squares::default(), Squares::with).without(square)
    }

    /// The distance in king's steps; lines and missing squares do not matter (rules, 10, `range`).
    pub fn distance(&self, one: usize, other: usize) -> i32 {
        let ((f, r), (g, s)) = (self.coordinates(one), self.coordinates(other));
        let (across, along) = ((f - g).abs(), (r - s).abs());
        let across = if self.cylinder { across.min(self.files - across) } else { across };
        across.max(along)
    }

    /// File letter and rank number (rules, 1.3).
    pub fn name(&self, square: usize) -> String {
        let (file, rank) = self.coordinates(square);
        format!("{}{}", self.letters[file as usize], rank + self.first_rank)
    }

    /// A set of squares in words: a square, `*1` a rank, `a*` a file, `-x` takes away, from left to
    /// right (games, 2, `zones`).
    pub fn read_squares(&self, text: &str) -> Result<Squares, String> {
        let mut squares = Squares::default();
        for word in text.split_whitespace() {
            let (pattern, put) = word.strip_prefix('-').map_or((word, true), |rest| (rest, false));
            let (file, rank) = pattern.split_at(pattern.chars().next().map_or(0, char::len_utf8));
            let mut some = false;
            for square in (0..self.len()).filter(|&square| self.exists(square)) {
                let name = self.name(square);
                let own = name.split_at(name.chars().next().map_or(0, char::len_utf8));
                let fits = (file == "*" || file == own.0) && (rank == "*" || rank == own.1);
                if fits {
                    squares = if put { squares.with(square) } else { squares.without(square) };
                    some = true;
                }
            }
            if !some {
                return Err(format!("`{word}` is no square, file or rank"));
            }
        }
        Ok(squares)
    }
}

/// Whether two vectors have the same direction, whatever their lengths.
pub fn is_same_direction(one: Step, other: Step) -> bool {
    one.0 * other.1 == one.1 * other.0 && one.0 * other.0 + one.1 * other.1 > 0
}

/// The vector as the side sees it: ranks are mirrored for Black (rules, 10, `offset`).
pub fn seen_by(white: bool, (df, dr): Step) -> Step {
    (df, if white { dr } else { -dr })
}
