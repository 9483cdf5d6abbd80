//! What XBoard's board shows. XBoard moves one piece at a time and takes off at most two others, so
//! that its board and the game come apart: pieces that were taken stay there as *ghosts*, and pieces that
//! an opponent displaced are *lost*.

use std::collections::BTreeMap;

use baroque_movegen::{BoardView, Coord, Piece, PieceKind, SquareView};

use super::text::{Grid, Shown};

/// XBoard's board. It follows `ApplyMove` of XBoard 4.9.1 without legality testing.
#[derive(Clone, Debug)]
pub struct Mirror {
    /// The coordinates.
    pub grid: Grid,
    pieces: BTreeMap<Coord, Piece>,
    habits: Habits,
    advance: Advance,
}

/// What XBoard does of its own accord in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Habits {
    /// It draws pawns as chess pawns, and lets them capture in passing.
    pub chess_pawns: bool,
    /// It swaps a piece with one of its own side onto which it moves.
    pub swaps: bool,
}

/// What XBoard remembers of a pawn's advance over two or more squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Advance {
    /// The file.
    file: Option<usize>,
    /// The rank of a pawn that advanced by more than two squares.
    long: Option<usize>,
}

impl Mirror {
    /// XBoard's board after it was told a position.
    pub fn of(view: &BoardView, habits: Habits) -> Self {
        Self {
            grid: Grid { files: view.files.len(), ranks: view.ranks.len() },
            pieces: pieces(view).collect(),
            habits,
            advance: Advance::default(),
        }
    }

    /// What stands on a square.
    pub fn piece(&self, coord: Coord) -> Option<Piece> {
        self.pieces.get(&coord).copied()
    }

    /// The squares of pieces that are no longer there.
    pub fn ghosts(&self, view: &BoardView) -> Vec<Coord> {
        let is_ghost = |coord: &Coord| !matches!(view.at(*coord), SquareView::Piece(..));
        self.pieces.keys().copied().filter(is_ghost).collect()
    }

    /// The squares of pieces that do not show, or show as something else.
    pub fn lost(&self, view: &BoardView) -> Vec<Coord> {
        let is_lost = |&(coord, piece): &(Coord, Piece)| self.piece(coord) != Some(piece);
        pieces(view).filter(is_lost).map(|(coord, _)| coord).collect()
    }

    /// Whether XBoard takes a piece for a chess pawn that stands, or comes to stand, on its last rank.
    pub fn is_last_rank(&self, piece: Coord, coord: Coord) -> bool {
        self.piece(piece).is_some_and(|piece| {
            let last = if is_white(piece) { self.grid.ranks - 1 } else { 0 };
            self.counts_as_chess_pawn(piece) && coord.rank == last
        })
    }

    /// Whether XBoard takes what stands on a square for a chess pawn.
    pub fn is_chess_pawn(&self, coord: Coord) -> bool {
        self.piece(coord).is_some_and(|piece| self.counts_as_chess_pawn(piece))
    }

    /// Makes a move as XBoard makes it.
    pub fn apply(&mut self, mv: &Shown) {
        let advance = std::mem::take(&mut self.advance);
        if let Some(piece) = mv.dropped {
            self.pieces.insert(mv.to, piece);
            return;
        }
        for kill in &mv.kills {
            self.pieces.remove(kill);
        }
        let Some(mover) = self.pieces.remove(&mv.from) else {
            // It moves an empty square onto the other.
            self.pieces.remove(&mv.to);
            return;
        };
        let met = self.pieces.get(&mv.to).copied();
        self.note_advance(mover, mv);
        self.pieces.insert(mv.to, mover);
        match met {
            Some(own) if own.color == mover.color && self.habits.swaps => {
                self.pieces.insert(mv.from, own);
                self.advance = Advance::default();
            }
            None => self.take_in_passing(mover, mv, advance),
            Some(_) => {}
        }
        if let Some(promoted) = mv.promotion.and_then(|letter| promoted(mover, letter)) {
            self.pieces.insert(mv.to, promoted);
        }
    }

    fn counts_as_chess_pawn(&self, piece: Piece) -> bool {
        self.habits.chess_pawns && piece.kind == PieceKind::Pawn
    }

    /// How many ranks a move goes forward for its side.
    fn forward(mover: Piece, mv: &Shown) -> isize {
        let (from, to) = (mv.from.rank.cast_signed(), mv.to.rank.cast_signed());
        if is_white(mover) { to - from } else { from - to }
    }

    fn note_advance(&mut self, mover: Piece, mv: &Shown) {
        let steps = Self::forward(mover, mv);
        if !self.counts_as_chess_pawn(mover) || steps < 2 {
            return;
        }
        self.advance = Advance { file: Some(mv.to.file), long: (steps > 2).then_some(mv.to.rank) };
    }

    /// XBoard takes a pawn that goes sideways in the enemy's half for one that captures in passing
    /// if it goes far or to the file where a pawn just advanced: what stands behind it goes.
    fn take_in_passing(&mut self, mover: Piece, mv: &Shown, advance: Advance) {
        let distance = mv.to.file.abs_diff(mv.from.file);
        let white = is_white(mover);
        let half = self.grid.ranks / 2;
        let beyond = if white { mv.from.rank >= half } else { mv.from.rank < half };
        let invited = advance.file == Some(mv.to.file) || distance > 4;
        if !self.counts_as_chess_pawn(mover) || distance == 0 || !beyond || !invited {
            return;
        }
        let steps = |back: isize| {
            let back = if white { -back } else { back };
            mv.to.rank.checked_add_signed(back)
        };
        let two_behind = steps(2).is_some_and(|rank| advance.long == Some(rank));
        if let Some(rank) = steps(if two_behind { 2 } else { 1 }) {
            self.pieces.remove(&Coord { rank, ..mv.to });
        }
    }
}

/// The pieces of a position and where they stand.
fn pieces(view: &BoardView) -> impl Iterator<Item = (Coord, Piece)> {
    view.ranks.iter().enumerate().flat_map(|(rank, cells)| {
        cells.iter().enumerate().filter_map(move |(file, cell)| match cell {
            SquareView::Piece(piece, _) => Some((Coord { file, rank }, *piece)),
            _ => None,
        })
    })
}

fn is_white(piece: Piece) -> bool {
    piece.color == baroque_movegen::Color::White
}

fn promoted(mover: Piece, letter: char) -> Option<Piece> {
    Piece::try_from_letter(letter).map(|piece| Piece { color: mover.color, ..piece })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AnyGame, Place, variants};

    const HABITS: Habits = Habits { chess_pawns: true, swaps: true };

    fn game(variant: &str, fen: &str) -> Box<dyn AnyGame> {
        let mut game = variants::open(variant).unwrap();
        game.set_place(&Place { fen: Some(fen.to_owned()), moves: Vec::new() }).unwrap();
        game
    }

    fn mirror(fen: &str) -> Mirror {
        Mirror::of(&game("baroque", fen).view(), HABITS)
    }

    fn apply(mirror: &mut Mirror, from: &str, kills: &[&str], to: &str) {
        let coord = |name: &&str| mirror.grid.square(name).unwrap();
        let kills = kills.iter().map(coord).collect();
        let mv = Shown { kills, ..Shown::plain(coord(&from), coord(&to)) };
        mirror.apply(&mv);
    }

    fn letters(mirror: &Mirror) -> String {
        let piece = |(coord, piece): (&Coord, &Piece)| {
            format!("{}{} ", piece.letter(), mirror.grid.name(*coord))
        };
        mirror.pieces.iter().map(piece).collect::<String>().trim_end().to_owned()
    }

    #[test]
    fn kill_squares_are_emptied_and_own_pieces_swap() {
        let mut board = mirror("8/3p1p2/8/4P3/8/8/8/K6k");
        apply(&mut board, "e5", &["d7", "f7"], "e6");
        assert_eq!(letters(&board), "Ka1 Pe6 kh1");
        apply(&mut board, "e6", &["e6"], "e6");
        assert_eq!(letters(&board), "Ka1 kh1");
        let mut board = mirror("8/8/8/8/8/8/8/KP5k");
        apply(&mut board, "a1", &[], "b1");
        assert_eq!(letters(&board), "Pa1 Kb1 kh1");
        apply(&mut board, "b1", &["a1"], "a1");
        assert_eq!(letters(&board), "Ka1 kh1");
    }

    #[test]
    fn ghosts_and_lost_pieces_are_found() {
        let now = game("baroque", "8/8/8/4P3/8/8/8/K6k").view();
        let board = mirror("8/8/8/4p3/8/8/8/KP5k");
        let names = |coords: Vec<Coord>| -> Vec<String> {
            coords.into_iter().map(|coord| board.grid.name(coord)).collect()
        };
        assert_eq!(names(board.ghosts(&now)), ["b1"]);
        assert_eq!(names(board.lost(&now)), ["e5"]);
    }

    #[test]
    fn pawns_take_in_passing_as_xboard_has_it() {
        // More than four files along the fifth rank: what stands behind goes.
        let mut board = mirror("8/8/8/P7/5W2/8/8/K6k");
        apply(&mut board, "a5", &[], "f5");
        assert_eq!(letters(&board), "Ka1 Pf5 kh1");
        // Not in the own half, not four files, and not a piece that is no pawn.
        for (fen, from, to) in [
            ("8/8/8/8/P7/5W2/8/K6k", "a4", "f4"),
            ("8/8/8/1P6/5W2/8/8/K6k", "b5", "f5"),
            ("8/8/8/L7/5W2/8/8/K6k", "a5", "f5"),
        ] {
            let mut board = mirror(fen);
            apply(&mut board, from, &[], to);
            assert_eq!(board.pieces.len(), 4, "{fen}");
        }
        // Behind a pawn that just advanced by two squares, or by three.
        for (fen, advance, from, to) in [
            ("8/4p3/P7/5P2/8/8/8/K6k", "e7", "a6", "e6"),
            ("4p3/P7/8/5P2/8/8/8/K6k", "e8", "a7", "e7"),
        ] {
            let mut board = mirror(fen);
            apply(&mut board, advance, &[], "e5");
            apply(&mut board, from, &[], to);
            assert_eq!(letters(&board), format!("Ka1 P{to} Pf5 kh1"), "{fen}");
            let mut board = mirror(fen);
            apply(&mut board, advance, &[], "e5");
            apply(&mut board, "a1", &[], "a2");
            apply(&mut board, from, &[], to);
            assert_eq!(board.pieces.len(), 5, "{fen}");
        }
    }
}
