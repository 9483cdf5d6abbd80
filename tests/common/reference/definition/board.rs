//! Pieces on squares and in hands, and their text (rules, 1.3, FEN).

use super::geometry::Geometry;

/// A piece; `kind` is its upper case letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    pub white: bool,
    pub kind: char,
}

impl Piece {
    /// The piece of a letter; upper case is White.
    fn read(letter: char, kinds: &str) -> Result<Self, String> {
        let piece = Self { white: letter.is_ascii_uppercase(), kind: letter.to_ascii_uppercase() };
        kinds.contains(piece.kind).then_some(piece).ok_or(format!("`{letter}` is no piece"))
    }

    /// Its letter.
    fn letter(self) -> char {
        if self.white { self.kind } else { self.kind.to_ascii_lowercase() }
    }
}

/// A set of capital letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Letters(u32);

impl Letters {
    /// All letters.
    pub const ALL: Self = Self(u32::MAX);

    /// Whether a letter is in the set.
    pub fn has(self, letter: char) -> bool {
        self.0 >> (letter as u32 - 'A' as u32) & 1 > 0
    }

    /// The set with a letter.
    pub fn with(self, letter: char) -> Self {
        Self(self.0 | 1 << (letter as u32 - 'A' as u32))
    }
}

/// The pieces on all squares, the missing ones too, and those in both hands and in the pool, in
/// alphabetical order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    pub pieces: Vec<Option<Piece>>,
    pub hands: Vec<Piece>,
    /// The kinds that either side may place (rules, 8).
    pub pool: Vec<char>,
}

impl Board {
    /// Reads the first field of a FEN; `hands` says whether the game has hands. What is not
    /// written back unchanged is an error: a rank that is too short, `44`, a piece on a missing
    /// square. Missing brackets are empty ones, and a hand may be in any order.
    pub fn read(text: &str, geometry: &Geometry, kinds: &str, hands: bool) -> Result<Self, String> {
        let (placement, bracket) = match text.split_once('[') {
            Some((placement, bracket)) if hands => (placement, bracket),
            _ => (text, "]"),
        };
        let held = bracket.strip_suffix(']').ok_or("no closing bracket")?;
        let (held, pool) = held.split_once(';').unwrap_or((held, ""));
        let pieces = vec![None; geometry.len()];
        let mut board = Self { pieces, hands: Vec::new(), pool: Vec::new() };
        for (rank, row) in placement.split('/').rev().enumerate() {
            let mut file = 0;
            let mut rest = row;
            while let Some(letter) = rest.chars().next() {
                let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
                let length = digits.max(letter.len_utf8());
                if digits > 0 {
                    let run: Result<u8, _> = rest[..digits].parse();
                    file += usize::from(run.map_err(|error| error.to_string())?);
                } else {
                    let square = rank * geometry.files as usize + file;
                    let place = board.pieces.get_mut(square).ok_or("too many squares")?;
                    if letter != '*' {
                        *place = Some(Piece::read(letter, kinds)?);
                    }
                    file += 1;
                }
                rest = &rest[length..];
            }
        }
        for letter in held.chars() {
            board.hold(Piece::read(letter, kinds)?);
        }
        for letter in pool.chars() {
            let piece = Piece::read(letter, kinds)?;
            if !piece.white {
                return Err(format!("`{letter}` in the pool is no capital"));
            }
            board.pool(letter);
        }
        if board.placement(geometry) != placement {
            return Err(format!("`{placement}` is no placement"));
        }
        Ok(board)
    }

    /// Puts a piece into its owner's hand.
    pub fn hold(&mut self, piece: Piece) {
        self.hands.push(piece);
        self.hands.sort_by_key(|piece| piece.letter());
    }

    /// Puts a piece into the pool.
    pub fn pool(&mut self, kind: char) {
        self.pool.push(kind);
        self.pool.sort_unstable();
    }

    /// Takes a piece out of its owner's hand, or else out of the pool.
    pub fn release(&mut self, piece: Piece) {
        if let Some(place) = self.hands.iter().position(|&held| held == piece) {
            self.hands.remove(place);
        } else {
            let place = self.pool.iter().position(|&kind| kind == piece.kind);
            self.pool.remove(place.expect("a held piece"));
        }
    }

    /// The placement: empty squares counted, missing ones as `*`.
    pub fn placement(&self, geometry: &Geometry) -> String {
        let row = |rank: i32| {
            let (mut text, mut run) = (String::new(), 0);
            for file in 0..geometry.files {
                let square = (rank * geometry.files + file) as usize;
                let letter = match self.pieces[square] {
                    _ if !geometry.exists(square) => '*',
                    Some(piece) => piece.letter(),
                    None => {
                        run += 1;
                        continue;
                    }
                };
                if run > 0 {
                    text += &run.to_string();
                    run = 0;
                }
                text.push(letter);
            }
            if run > 0 { text + &run.to_string() } else { text }
        };
        (0..geometry.ranks).rev().map(row).collect::<Vec<_>>().join("/")
    }

    /// The hands in brackets, White's first and in the order of these letters, and after a semicolon
    /// the pool in alphabetical order (rules, 8).
    pub fn held(&self, order: &str) -> String {
        let mut hands = self.hands.clone();
        hands.sort_by_key(|piece| (!piece.white, order.find(piece.kind)));
        let hands: String = hands.into_iter().map(Piece::letter).collect();
        let pool: String = self.pool.iter().collect();
        if pool.is_empty() { format!("[{hands}]") } else { format!("[{hands};{pool}]") }
    }

    /// The kinds in the hand of a side.
    pub fn hand_of(&self, white: bool) -> impl Iterator<Item = char> {
        let held = self.hands.iter().filter(move |piece| piece.white == white);
        held.map(|piece| piece.kind)
    }

    /// The number of pieces in hands and pool.
    pub fn unplaced(&self) -> usize {
        self.hands.len() + self.pool.len()
    }

    /// The pieces of a side on the board, with their squares.
    pub fn pieces_of(&self, white: bool) -> impl Iterator<Item = (usize, Piece)> {
        let pieces = self.pieces.iter().enumerate();
        let pieces = pieces.filter_map(|(square, piece)| Some((square, (*piece)?)));
        pieces.filter(move |(_, piece)| piece.white == white)
    }

    /// The kinds of which a side has a piece on the board.
    pub fn kinds_of(&self, white: bool) -> Letters {
        let kinds = self.pieces_of(white).map(|(_, piece)| piece.kind);
        kinds.fold(Letters::default(), Letters::with)
    }

    /// All pieces of a side, those in hand too.
    pub fn men_of(&self, white: bool) -> impl Iterator<Item = Piece> {
        let held = self.hands.iter().copied().filter(move |piece| piece.white == white);
        self.pieces_of(white).map(|(_, piece)| piece).chain(held)
    }
}
