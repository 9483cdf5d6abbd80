//! Robert Abbott's Ultima, also called Baroque chess, and its published rule sets on 64 squares
//! (rules, 2).

use arrayvec::ArrayVec;

use super::Pieces;
use crate::piece::PieceSpec;
use crate::piece::table::PieceSpecs;
use crate::table::{TableExecution, TableFunctions, TableGame};
use crate::{
    Board8x8, BoardTypes, Game, GameTable, Move, OptionSwitch, Repetition, RuleFlags, Start,
    Variant,
};

/// Ultima (Baroque chess) under any of its rule sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ultima;

/// The rules of Ultima.
pub type Rules = crate::Rules<Ultima>;

const PIECES: &[PieceSpec<u64>] = &[
    Pieces::KING,
    Pieces::PAWN,
    Pieces::WITHDRAWER,
    Pieces::LEAPER,
    Pieces::CHAMELEON,
    Pieces::IMMOBILIZER,
    Pieces::COORDINATOR,
];

const TABLE: GameTable<Board8x8> =
    GameTable::new(Board8x8, PieceSpecs::new(PIECES), 32, RuleFlags::empty());

impl BoardTypes for Ultima {
    type Geometry = Board8x8;
    type Sets = [u64; 7];
    type Counts = [u8; 0];
}

impl Game for Ultima {
    type Rules = Rules;
    /// 32 pieces, each with at most one move to each square of its queen lines; suicide replaces
    /// all other moves of a piece.
    type MoveList = ArrayVec<Move, 776>;
    type Execution = TableExecution;
    const PIECES: PieceSpecs<u64> = TABLE.pieces;
    const OPTIONS: RuleFlags = TABLE.options;
    const SWITCHES: &'static [OptionSwitch] = &[
        OptionSwitch::new("leap", &["multi", "single"], 1, RuleFlags::SINGLE_LEAP),
        OptionSwitch::new("land", &["slide", "stop"], 1, RuleFlags::STOP_BEHIND),
        OptionSwitch::new("chameleon", &["all", "pure"], 1, RuleFlags::LEAP_ALONE),
        OptionSwitch::new("freeze", &["strict", "pure"], 1, RuleFlags::PURE_FREEZE),
        OptionSwitch::new("suicide", &["on", "off"], 0, RuleFlags::SUICIDE),
        OptionSwitch::new("coordinator", &["usual", "delft"], 1, RuleFlags::DELFT_CORNERS),
        OptionSwitch::new("ranklimit", &["off", "on"], 1, RuleFlags::RANK_LIMIT),
        OptionSwitch::new("object", &["mate", "capture"], 1, CAPTURE_THE_KING),
        OptionSwitch::new("stalemate", &["loss", "draw"], 1, RuleFlags::STALEMATE_DRAWS),
    ];
    const VARIANTS: &'static [Variant<Rules>] = &[
        variant("baroque", "d1a1e8h8", RuleFlags::SUICIDE),
        variant("abbott1962", "e1a1e8h8", RuleFlags::SUICIDE.union(SINGLE_STOP)),
        variant("abbott1968", "e1a1e8h8", RuleFlags::SUICIDE.union(RuleFlags::RANK_LIMIT)),
        variant("cambridge", "d1a1e8h8", RuleFlags::LEAP_ALONE.union(RuleFlags::PURE_FREEZE)),
        variant("delft", "d1a1e8h8", RuleFlags::SUICIDE.union(RuleFlags::DELFT_CORNERS)),
        variant("vchess", "e1a1d8h8", RuleFlags::PURE_FREEZE.union(RuleFlags::STALEMATE_DRAWS)),
    ];
    const ALIASES: &'static [(&'static str, &'static str)] = &[("ultima", "baroque")];

    #[inline(always)]
    fn table(_: &Rules) -> &'static GameTable<Board8x8> {
        &TABLE
    }

    /// The sixteen combinations of the squares of kings and immobilizers, which name them:
    /// `e1a1e8h8`.
    fn starts(_: &Self::Rules) -> Vec<Start> {
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
}

impl TableGame for Ultima {
    #[inline]
    fn functions() -> &'static TableFunctions<Self> {
        static FUNCTIONS: TableFunctions<Ultima> = TableFunctions::new();
        &FUNCTIONS
    }
}

const CAPTURE_THE_KING: RuleFlags = RuleFlags::NO_CHECK.union(RuleFlags::LOST_WITHOUT_KING);
const SINGLE_STOP: RuleFlags = RuleFlags::SINGLE_LEAP.union(RuleFlags::STOP_BEHIND);

const fn variant(name: &'static str, start: &'static str, options: RuleFlags) -> Variant<Rules> {
    Variant { name, rules: Rules::new(options, Repetition::Draw, 100), start }
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
    use crate::Position;
    use crate::RuleSwitches;

    #[test]
    fn sixteen_starts_with_the_published_placements() {
        let starts = Ultima::starts(&Rules::default());
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
