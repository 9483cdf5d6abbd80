//! Robert Abbott's Ultima, also called Baroque chess, and its published rule sets on 64 squares
//! (rules, 2).

use arrayvec::ArrayVec;

use crate::capture::coordinate::Corners;
use crate::capture::leap::LeapRules;
use crate::game::common::{self, Pieces, SpecialRules};
use crate::game::play::{king_taken, mate_or_stalemate};
use crate::piece::table::PieceTable;
use crate::{
    Bitboard, Board8x8, BoardTypes, Color, Description, Freeze, Game, Geometry, Grid,
    IllegalReason, Move, Outcome, PieceKind, Position, PositionErrors, Square, Start, Variant,
};

mod rules;

pub use rules::{Rules, Switches};

type Set = Bitboard<Board8x8>;

/// Ultima (Baroque chess) under any of its rule sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ultima;

/// Number of pieces of both sides at the start, the maximum for one side.
const MAX_PIECES: u32 = 32;

impl BoardTypes for Ultima {
    type Geometry = Board8x8;
    type Sets = [u64; 7];
    type Counts = [u8; 0];
}

impl Description for Ultima {
    type Rules = Rules;
    const PIECES: PieceTable<u64> = PieceTable(&[
        Pieces::KING,
        Pieces::PAWN,
        Pieces::WITHDRAWER,
        Pieces::LEAPER,
        Pieces::CHAMELEON,
        Pieces::IMMOBILIZER,
        Pieces::COORDINATOR,
    ]);
    const VARIANTS: &'static [Variant<Rules>] = rules::VARIANTS;
    const ALIASES: &'static [(&'static str, &'static str)] = &[("ultima", "baroque")];
    const SUITES: &'static [(&'static str, &'static str)] = &[
        ("baroque", baroque_perft_suites::BAROQUE),
        ("abbott1962", baroque_perft_suites::ABBOTT1962),
        ("abbott1968", baroque_perft_suites::ABBOTT1968),
        ("cambridge", baroque_perft_suites::CAMBRIDGE),
        ("delft", baroque_perft_suites::DELFT),
        ("vchess", baroque_perft_suites::VCHESS),
    ];

    /// The sixteen combinations of the squares of kings and immobilizers, which name them:
    /// `e1a1e8h8`.
    fn starts() -> Vec<Start> {
        let mut starts = Vec::new();
        for (white_king, white_corner) in FIRST_RANKS {
            for (black_king, black_corner) in FIRST_RANKS {
                let white = first_rank(white_king, white_corner);
                let black = first_rank(black_king, black_corner).to_ascii_lowercase();
                starts.push(Start {
                    name: format!("{white_king}1{white_corner}1{black_king}8{black_corner}8"),
                    fen: format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w - - 0 1"),
                });
            }
        }
        starts
    }

    fn geometry(_rules: &Rules) -> Board8x8 {
        Board8x8
    }
}

impl Game for Ultima {
    /// 32 pieces, each with at most one move to each square of its queen lines; suicide replaces
    /// all other moves of a piece.
    type MoveList = ArrayVec<Move, 776>;

    fn errors(position: &Position<Self>) -> PositionErrors {
        let needs_king = position.rules().has(Switches::CAPTURE_THE_KING);
        let errors = PositionErrors::of_piece_counts(&position.setup, MAX_PIECES, needs_king);
        common::with_check_error(position, errors)
    }

    fn no_moves_outcome(position: &Position<Self>) -> Outcome {
        mate_or_stalemate(position, position.rules().has(Switches::STALEMATE_DRAWS))
    }
}

impl SpecialRules for Ultima {
    fn immediate_outcome(position: &Position<Self>) -> Option<Outcome> {
        if position.rules().has(Switches::CAPTURE_THE_KING) { king_taken(position) } else { None }
    }

    #[inline(always)]
    fn leap(rules: &Rules) -> LeapRules {
        LeapRules {
            several: !rules.has(Switches::SINGLE_LEAP),
            slide_on: !rules.has(Switches::STOP_BEHIND),
        }
    }

    #[inline(always)]
    fn corners(rules: &Rules) -> Corners {
        if rules.has(Switches::DELFT_CORNERS) { Corners::Changed } else { Corners::All }
    }

    #[inline(always)]
    fn freeze(rules: &Rules) -> Freeze {
        rules.freeze()
    }

    #[inline(always)]
    fn pure_chameleon(rules: &Rules) -> bool {
        rules.has(Switches::PURE_CHAMELEON)
    }

    #[inline(always)]
    fn suicide(rules: &Rules) -> bool {
        rules.has(Switches::SUICIDE)
    }

    #[inline(always)]
    fn has_check(rules: &Rules) -> bool {
        !rules.has(Switches::CAPTURE_THE_KING)
    }

    #[inline(always)]
    fn area_exempt(position: &Position<Self>) -> Set {
        let pieces = position.board().color(position.side());
        pieces.masked(position.rules().has(Switches::RANK_LIMIT))
    }

    fn extra_restriction(
        position: &Position<Self>,
        kind: PieceKind,
        mv: Move,
    ) -> Option<IllegalReason> {
        let (side, from) = (position.side(), mv.from());
        if kind == PieceKind::KING || Self::reach(position.rules(), side, from).has(mv.to()) {
            return None;
        }
        let rank = relative_rank(side, from);
        let squares = if rank == 1 { "square" } else { "squares" };
        let limit = format!("a piece on its side's rank {rank} goes {rank} {squares} at most");
        Some(IllegalReason::rule(limit))
    }

    /// Under the rank limit a piece on the n-th rank of its side goes at most n squares (Abbott
    /// 1968).
    #[inline(always)]
    fn reach(rules: &Rules, side: Color, from: Square) -> Set {
        if !rules.has(Switches::RANK_LIMIT) {
            return !Set::EMPTY;
        }
        Board8x8.within(from, relative_rank(side, from))
    }
}

/// The rank of a square as seen by a side, from 1.
#[inline(always)]
fn relative_rank(side: Color, square: Square) -> usize {
    match side {
        Color::White => Board8x8.rank(square) + 1,
        Color::Black => Board8x8::RANKS - Board8x8.rank(square),
    }
}

/// Files of king and immobilizer.
const FIRST_RANKS: [(char, char); 4] = [('e', 'a'), ('e', 'h'), ('d', 'a'), ('d', 'h')];

fn first_rank(king: char, immobilizer: char) -> String {
    let (left, right) = if immobilizer == 'a' { ('I', 'C') } else { ('C', 'I') };
    let (queen_side, king_side) = if king == 'd' { ('K', 'W') } else { ('W', 'K') };
    format!("{left}LX{queen_side}{king_side}XL{right}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RuleSet;

    #[test]
    fn sixteen_starts_with_the_published_placements() {
        let starts = Ultima::starts();
        assert_eq!(starts.len(), 16);
        for (name, placement) in [
            ("d1a1e8h8", "clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/ILXKWXLC"),
            ("e1a1e8h8", "clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/ILXWKXLC"),
            ("e1a1d8h8", "clxkwxli/pppppppp/8/8/8/8/PPPPPPPP/ILXWKXLC"),
        ] {
            let start = starts.iter().find(|start| start.name == name).unwrap();
            assert_eq!(start.fen, format!("{placement} w - - 0 1"));
        }
        for variant in Ultima::VARIANTS {
            assert!(starts.iter().any(|start| start.name == variant.start));
        }
    }

    #[test]
    fn invalid_setups_are_rejected() {
        let errors = |fen: &str, pairs: &str| {
            let rules = Rules::default().with_overrides(pairs).unwrap();
            Position::<Ultima>::from_fen(fen, rules).map(|_| ()).map_err(|e| e.to_string())
        };
        assert!(errors("kk6/8/8/8/8/8/8/K7", "").unwrap_err().contains("more than one king"));
        assert!(errors("8/8/8/8/8/8/8/P7", "").is_ok());
        assert!(errors("8/8/8/8/8/8/8/P7", "object=capture").unwrap_err().contains("missing"));
        assert!(errors("k7/8/8/8/8/8/8/P7", "object=capture").is_ok());
        let crowd = "k7/8/8/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/7K";
        assert!(errors(crowd, "").unwrap_err().contains("more pieces than both sides"));
        let touching = "8/8/8/3k4/2K5/8/8/8";
        assert!(errors(touching, "").unwrap_err().contains("not to move is in check"));
        assert!(errors(touching, "object=capture").is_ok());
    }
}
