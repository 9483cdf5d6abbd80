//! A model of XBoard's board. XBoard moves one piece at a time and removes at most two others, so its
//! board can differ from the position: captured pieces remain as *stale* pieces, and pieces that XBoard
//! removed or placed elsewhere are *missing*.

use std::collections::BTreeMap;

use baroque_movegen::{BoardView, Color, Coord, PieceView, SquareView};

use super::xboard_move::{BoardSize, XboardMove};

/// XBoard's board. It follows `ApplyMove` of XBoard 4.9.1 without legality testing.
#[derive(Clone, Debug)]
pub struct XboardBoard {
    /// Its size.
    pub size: BoardSize,
    /// FEN letters.
    pieces: BTreeMap<Coord, char>,
    quirks: Quirks,
    advance: Advance,
}

/// Side effects that XBoard adds to moves in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quirks {
    /// Pawns are chess pawns, which capture en passant.
    pub chess_pawns: bool,
    /// A piece that moves onto a piece of the same side swaps places with it.
    pub swaps: bool,
}

/// XBoard's en passant state after a pawn advance of two or more squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Advance {
    file: Option<usize>,
    /// The rank of the pawn if it advanced by more than two squares.
    long_rank: Option<usize>,
}

impl XboardBoard {
    /// XBoard's board after `setup` or `setboard` with a position.
    pub fn of(view: &BoardView, quirks: Quirks) -> Self {
        Self {
            size: BoardSize { files: view.files.len(), ranks: view.ranks.len() },
            pieces: view.pieces().map(|(coord, piece, _)| (coord, piece.letter)).collect(),
            quirks,
            advance: Advance::default(),
        }
    }

    /// The FEN letter of the piece on a square.
    pub fn piece(&self, coord: Coord) -> Option<char> {
        self.pieces.get(&coord).copied()
    }

    /// The squares where XBoard shows a piece and the position has none.
    pub fn stale(&self, view: &BoardView) -> Vec<Coord> {
        let is_stale = |coord: &Coord| !matches!(view.at(*coord), SquareView::Piece(..));
        self.pieces.keys().copied().filter(is_stale).collect()
    }

    /// The squares of pieces that XBoard does not show, or shows as another piece.
    pub fn missing(&self, view: &BoardView) -> Vec<Coord> {
        let is_missing =
            |&(coord, piece, _): &(Coord, PieceView, bool)| self.piece(coord) != Some(piece.letter);
        view.pieces().filter(is_missing).map(|(coord, ..)| coord).collect()
    }

    /// Whether `from` holds a chess pawn for XBoard and `to` is on its last rank.
    pub fn is_last_rank(&self, from: Coord, to: Coord) -> bool {
        self.piece(from).is_some_and(|piece| {
            let last = if is_white(piece) { self.size.ranks - 1 } else { 0 };
            self.counts_as_chess_pawn(piece) && to.rank == last
        })
    }

    /// Whether XBoard treats the piece on a square as a chess pawn.
    pub fn is_chess_pawn(&self, coord: Coord) -> bool {
        self.piece(coord).is_some_and(|piece| self.counts_as_chess_pawn(piece))
    }

    /// Plays a move as XBoard does.
    pub fn apply(&mut self, mv: &XboardMove) {
        let advance = std::mem::take(&mut self.advance);
        if let Some(piece) = mv.dropped {
            self.pieces.insert(mv.to, piece);
            return;
        }
        for kill in &mv.kills {
            self.pieces.remove(kill);
        }
        let Some(mover) = self.pieces.remove(&mv.from) else {
            // XBoard then moves the empty square to the target.
            self.pieces.remove(&mv.to);
            return;
        };
        let on_target = self.pieces.get(&mv.to).copied();
        self.record_advance(mover, mv);
        self.pieces.insert(mv.to, mover);
        match on_target {
            Some(own) if color(own) == color(mover) && self.quirks.swaps => {
                self.pieces.insert(mv.from, own);
                self.advance = Advance::default();
            }
            None => self.capture_en_passant(mover, mv, advance),
            Some(_) => {}
        }
        if let Some(promoted) = mv.promotion.map(|letter| promoted(mover, letter)) {
            self.pieces.insert(mv.to, promoted);
        }
    }

    fn counts_as_chess_pawn(&self, piece: char) -> bool {
        self.quirks.chess_pawns && piece.eq_ignore_ascii_case(&'p')
    }

    /// Number of ranks that the move goes forward for its side.
    fn forward(mover: char, mv: &XboardMove) -> isize {
        let (from, to) = (mv.from.rank.cast_signed(), mv.to.rank.cast_signed());
        if is_white(mover) { to - from } else { from - to }
    }

    fn record_advance(&mut self, mover: char, mv: &XboardMove) {
        let steps = Self::forward(mover, mv);
        if !self.counts_as_chess_pawn(mover) || steps < 2 {
            return;
        }
        self.advance =
            Advance { file: Some(mv.to.file), long_rank: (steps > 2).then_some(mv.to.rank) };
    }

    /// XBoard treats a sideways pawn move in the enemy's half as an en passant capture if it crosses
    /// more than four files or goes to the file of the last advance; it removes the piece behind the
    /// target.
    fn capture_en_passant(&mut self, mover: char, mv: &XboardMove, advance: Advance) {
        let distance = mv.to.file.abs_diff(mv.from.file);
        let white = is_white(mover);
        let half = self.size.ranks / 2;
        let in_enemy_half = if white { mv.from.rank >= half } else { mv.from.rank < half };
        let is_en_passant = advance.file == Some(mv.to.file) || distance > 4;
        if !self.counts_as_chess_pawn(mover) || distance == 0 || !in_enemy_half || !is_en_passant {
            return;
        }
        let steps = |back: isize| {
            let back = if white { -back } else { back };
            mv.to.rank.checked_add_signed(back)
        };
        let two_behind = steps(2).is_some_and(|rank| advance.long_rank == Some(rank));
        if let Some(rank) = steps(if two_behind { 2 } else { 1 }) {
            self.pieces.remove(&Coord { rank, ..mv.to });
        }
    }
}

fn is_white(piece: char) -> bool {
    piece.is_ascii_uppercase()
}

/// The owner of the piece with a FEN letter.
pub fn color(piece: char) -> Color {
    if is_white(piece) { Color::White } else { Color::Black }
}

/// The FEN letter of a piece of the mover's side with another letter.
fn promoted(mover: char, letter: char) -> char {
    if is_white(mover) { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
}

#[cfg(test)]
mod tests {
    use baroque_movegen::AnyGame;

    use super::*;

    const QUIRKS: Quirks = Quirks { chess_pawns: true, swaps: true };

    fn position(variant: &str, fen: &str) -> AnyGame {
        let mut position = AnyGame::new(variant).unwrap();
        position.set_fen(fen).unwrap();
        position
    }

    fn board_of(fen: &str) -> XboardBoard {
        XboardBoard::of(&position("baroque", fen).view(), QUIRKS)
    }

    fn apply(board: &mut XboardBoard, from: &str, kills: &[&str], to: &str) {
        let coord = |name: &&str| board.size.parse_square(name).unwrap();
        let kills = kills.iter().map(coord).collect();
        let mv = XboardMove { kills, ..XboardMove::plain(coord(&from), coord(&to)) };
        board.apply(&mv);
    }

    fn letters(board: &XboardBoard) -> String {
        let piece =
            |(coord, piece): (&Coord, &char)| format!("{piece}{} ", board.size.square_name(*coord));
        board.pieces.iter().map(piece).collect::<String>().trim_end().to_owned()
    }

    #[test]
    fn kill_squares_are_emptied_and_own_pieces_swap() {
        let mut board = board_of("8/3p1p2/8/4P3/8/8/8/K6k");
        apply(&mut board, "e5", &["d7", "f7"], "e6");
        assert_eq!(letters(&board), "Ka1 Pe6 kh1");
        apply(&mut board, "e6", &["e6"], "e6");
        assert_eq!(letters(&board), "Ka1 kh1");
        let mut board = board_of("8/8/8/8/8/8/8/KP5k");
        apply(&mut board, "a1", &[], "b1");
        assert_eq!(letters(&board), "Pa1 Kb1 kh1");
        apply(&mut board, "b1", &["a1"], "a1");
        assert_eq!(letters(&board), "Ka1 kh1");
    }

    #[test]
    fn stale_and_missing_pieces_are_found() {
        let view = position("baroque", "8/8/8/4P3/8/8/8/K6k").view();
        let board = board_of("8/8/8/4p3/8/8/8/KP5k");
        let names = |coords: Vec<Coord>| -> Vec<String> {
            coords.into_iter().map(|coord| board.size.square_name(coord)).collect()
        };
        assert_eq!(names(board.stale(&view)), ["b1"]);
        assert_eq!(names(board.missing(&view)), ["e5"]);
    }

    #[test]
    fn pawns_capture_en_passant_as_in_xboard() {
        // More than four files along the fifth rank: XBoard removes the piece behind the target.
        let mut board = board_of("8/8/8/P7/5W2/8/8/K6k");
        apply(&mut board, "a5", &[], "f5");
        assert_eq!(letters(&board), "Ka1 Pf5 kh1");
        // Nothing is removed in the own half, after four files, or by another piece.
        for (fen, from, to) in [
            ("8/8/8/8/P7/5W2/8/K6k", "a4", "f4"),
            ("8/8/8/1P6/5W2/8/8/K6k", "b5", "f5"),
            ("8/8/8/L7/5W2/8/8/K6k", "a5", "f5"),
        ] {
            let mut board = board_of(fen);
            apply(&mut board, from, &[], to);
            assert_eq!(board.pieces.len(), 4, "{fen}");
        }
        // The target is behind a pawn that just advanced by two or three squares.
        for (fen, advance, from, to) in [
            ("8/4p3/P7/5P2/8/8/8/K6k", "e7", "a6", "e6"),
            ("4p3/P7/8/5P2/8/8/8/K6k", "e8", "a7", "e7"),
        ] {
            let mut board = board_of(fen);
            apply(&mut board, advance, &[], "e5");
            apply(&mut board, from, &[], to);
            assert_eq!(letters(&board), format!("Ka1 P{to} Pf5 kh1"), "{fen}");
            let mut board = board_of(fen);
            apply(&mut board, advance, &[], "e5");
            apply(&mut board, "a1", &[], "a2");
            apply(&mut board, from, &[], to);
            assert_eq!(board.pieces.len(), 5, "{fen}");
        }
    }
}
