//! Boards that are described at run time.

use std::hash::{Hash, Hasher};
use std::sync::{Mutex, PoisonError};

use crate::held::hold;
use crate::{AttackTables, Geometry, Grid};

/// A board of at most 16 files, 16 ranks and 128 squares that is described at run time. There is one of
/// each shape: all games that are played on it share its tables.
///
/// ```
/// use baroque_movegen::{Geometry, CustomBoard};
/// let board = CustomBoard::new(3, 4, "abc", 1, 1 << 2).unwrap();
/// assert_eq!((board.squares().len(), board.parse("c1")), (11, None));
/// assert_eq!(board.name(board.parse("b4").unwrap().0), "b4");
/// assert_eq!(CustomBoard::new(3, 4, "abc", 1, 1 << 2), Some(board));
/// assert!(CustomBoard::new(12, 12, "abcdefghijkl", 1, 0).is_none());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct CustomBoard(&'static Shared);

#[derive(Debug)]
struct Shared {
    shape: Shape,
    is_half_used: bool,
    tables: AttackTables<u128>,
}

/// What tells boards apart.
#[derive(PartialEq, Eq, Debug)]
struct Shape {
    files: usize,
    ranks: usize,
    file_letters: String,
    lowest_rank: usize,
    /// The bits of the squares that do not exist.
    holes: u128,
}

impl CustomBoard {
    /// A board with one letter for each file, the number of its lowest rank, and the bits of the
    /// squares that do not exist; `None` if it is too large, or the letters are not as many
    /// different small ones. The memory, 0.1 MiB for each shape, is never freed, so that
    /// boards stay small and `Copy`.
    pub fn new(
        files: usize,
        ranks: usize,
        file_letters: &str,
        lowest_rank: u8,
        holes: u128,
    ) -> Option<Self> {
        let fits = (1..=16).contains(&files) && (1..=16).contains(&ranks) && files * ranks <= 128;
        let letter_fits = |(file, letter): (usize, char)| {
            letter.is_ascii_lowercase() && !file_letters[..file].contains(letter)
        };
        let letters = file_letters.char_indices().all(letter_fits) && file_letters.len() == files;
        if !fits || !letters {
            return None;
        }
        static BOARDS: Mutex<Vec<CustomBoard>> = Mutex::new(Vec::new());
        let (file_letters, lowest_rank) = (file_letters.to_owned(), lowest_rank.into());
        let shape = Shape { files, ranks, file_letters, lowest_rank, holes };
        let mut boards = BOARDS.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&known) = boards.iter().find(|known| known.0.shape == shape) {
            return Some(known);
        }
        let tables = AttackTables::<u128>::new(files as i32, ranks as i32, !holes);
        let board =
            Self(hold(Box::new(Shared { shape, is_half_used: files * ranks <= 64, tables })));
        boards.push(board);
        Some(board)
    }
}

impl PartialEq for CustomBoard {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for CustomBoard {}

impl Hash for CustomBoard {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::ptr::hash(self.0, state);
    }
}

/// The largest board; [`Geometry::files`] and [`Geometry::ranks`] tell the size.
impl Grid for CustomBoard {
    type Bits = u128;
    const FILES: usize = 16;
    const RANKS: usize = 8;
}

impl Geometry for CustomBoard {
    #[inline(always)]
    fn tables(self) -> &'static AttackTables<u128> {
        &self.0.tables
    }

    #[inline(always)]
    fn files(self) -> usize {
        self.0.shape.files
    }

    #[inline(always)]
    fn ranks(self) -> usize {
        self.0.shape.ranks
    }

    #[inline(always)]
    fn is_half_used(self) -> bool {
        self.0.is_half_used
    }

    fn file_letters(self) -> &'static str {
        &self.0.shape.file_letters
    }

    fn lowest_rank(self) -> usize {
        self.0.shape.lowest_rank
    }
}
