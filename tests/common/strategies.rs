//! Random rules and random positions, from random play and from random placement.

use std::fmt;

use baroque_movegen::{Game as _, Move, PieceKind, Ultima, uci};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{RngSeed, TestCaseResult, TestRunner};

use super::judge::{Fast, Judge, Slow, both};

/// A position that is yet to be read.
#[derive(Clone)]
pub struct Sample {
    pub variant: &'static str,
    pub switches: String,
    pub fen: String,
}

impl Sample {
    /// The position before the generator and before the reference.
    pub fn both(&self) -> (Fast, Slow) {
        both(self.variant, &self.switches, &self.fen)
    }

    /// The position before the generator.
    pub fn fast(&self) -> Fast {
        self.both().0
    }
}

impl fmt::Debug for Sample {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {} {}", self.variant, self.switches, self.fen)
    }
}

/// A first position and moves from there.
#[derive(Clone, Debug)]
pub struct Line {
    pub start: Sample,
    pub moves: Vec<String>,
}

impl Line {
    /// All positions of the line.
    pub fn positions(&self) -> Vec<Fast> {
        let mut positions = vec![self.start.fast()];
        positions.extend(self.moves.iter().scan(self.start.fast(), |position, mv| {
            *position = position.after(mv);
            Some(*position)
        }));
        positions
    }
}

/// Puts random values to a test, the same in every run; `PROPTEST_RNG_SEED` asks for others, and
/// `PROPTEST_CASES` for more, where 256 stands for as many as usual.
///
/// # Panics
/// The test fails; the message names the smallest value found.
pub fn examine<S: Strategy>(cases: u32, strategy: S, test: impl Fn(S::Value) -> TestCaseResult) {
    let usual = ProptestConfig::default();
    let seed = match usual.rng_seed {
        RngSeed::Random => RngSeed::Fixed(1962),
        asked => asked,
    };
    let config = ProptestConfig {
        cases: cases * usual.cases / 256,
        failure_persistence: None,
        rng_seed: seed,
        ..usual
    };
    if let Err(error) = TestRunner::new(config).run(&strategy, test) {
        panic!("{error}");
    }
}

/// The nine switches with two values.
const SWITCHES: [(&str, [&str; 2]); 9] = [
    ("leap", ["multi", "single"]),
    ("land", ["slide", "stop"]),
    ("chameleon", ["all", "pure"]),
    ("freeze", ["strict", "pure"]),
    ("suicide", ["on", "off"]),
    ("coordinator", ["usual", "delft"]),
    ("ranklimit", ["off", "on"]),
    ("object", ["mate", "capture"]),
    ("stalemate", ["loss", "draw"]),
];

/// The presets.
pub fn presets() -> Vec<&'static str> {
    Ultima::VARIANTS.iter().map(|variant| variant.name).collect()
}

/// Any values of the nine switches.
pub fn switches() -> impl Strategy<Value = String> {
    any::<[bool; 9]>().prop_map(|set| {
        let pairs = SWITCHES.iter().zip(set);
        let pairs = pairs.map(|((key, values), set)| format!("{key}={}", values[usize::from(set)]));
        pairs.collect::<Vec<_>>().join(",")
    })
}

/// A preset, or any values of the nine switches.
pub fn rules() -> impl Strategy<Value = (&'static str, String)> {
    prop_oneof![
        select(presets()).prop_map(|variant| (variant, String::new())),
        switches().prop_map(|switches| ("baroque", switches)),
    ]
}

/// What a random player would like to do next.
#[derive(Clone, Copy, Debug)]
enum Wish {
    Anything,
    Capture,
    TakeSeveral,
    ChameleonCapture,
    LeapOverSeveral,
    MoveImmobilizer,
    Suicide,
    Check,
    TakeBack,
}

fn wish() -> impl Strategy<Value = Wish> {
    prop_oneof![
        2 => Just(Wish::Anything),
        1 => Just(Wish::Capture),
        2 => Just(Wish::TakeSeveral),
        1 => Just(Wish::ChameleonCapture),
        1 => Just(Wish::LeapOverSeveral),
        1 => Just(Wish::MoveImmobilizer),
        1 => Just(Wish::Suicide),
        1 => Just(Wish::Check),
    ]
}

/// Whether a legal move is what the player wants, whose last move was `last`.
fn grants(position: &Fast, mv: Move, wish: Wish, last: Option<Move>) -> bool {
    let kind = position.kind_at(mv.from());
    let victims = position.victims(mv).len();
    match wish {
        Wish::Anything => true,
        Wish::Capture => victims > 0,
        Wish::TakeSeveral => victims > 1,
        Wish::ChameleonCapture => kind == Some(PieceKind::Chameleon) && victims > 0,
        Wish::LeapOverSeveral => kind == Some(PieceKind::Leaper) && victims > 1,
        Wish::MoveImmobilizer => kind == Some(PieceKind::Immobilizer) && !mv.is_suicide(),
        Wish::Suicide => mv.is_suicide(),
        Wish::Check => position.play_unchecked(mv).in_check(),
        Wish::TakeBack => last.is_some_and(|last| (last.to(), last.from()) == (mv.from(), mv.to())),
    }
}

/// Plays as wished, or anything when the wish cannot be granted, while there are moves.
fn play(start: Sample, wishes: Vec<(Wish, usize)>) -> Line {
    let mut position = start.fast();
    let mut played: Vec<Move> = Vec::new();
    for (wish, choice) in wishes {
        let legal = position.legal_moves();
        let last = played.len().checked_sub(2).map(|index| played[index]);
        let granted: Vec<Move> =
            legal.iter().copied().filter(|&mv| grants(&position, mv, wish, last)).collect();
        let choices = if granted.is_empty() { legal.to_vec() } else { granted };
        if choices.is_empty() {
            break;
        }
        let mv = choices[choice % choices.len()];
        position = position.play_unchecked(mv);
        played.push(mv);
    }
    let moves = played.into_iter().map(uci::<Ultima>).collect();
    Line { start, moves }
}

/// Random play from one of the sixteen starts, in which all that may happen does happen.
pub fn lines() -> impl Strategy<Value = Line> {
    let starts: Vec<String> = Ultima::starts().into_iter().map(|start| start.fen).collect();
    (rules(), select(starts), vec((wish(), any::<usize>()), 0..=80)).prop_map(
        |((variant, switches), fen, wishes)| play(Sample { variant, switches, fen }, wishes),
    )
}

/// The last position of random play.
pub fn played() -> impl Strategy<Value = Sample> {
    lines().prop_map(|line| {
        let fen = line.positions().last().map_or_else(String::new, Fast::to_fen);
        Sample { fen, ..line.start }
    })
}

/// Writes a placement.
fn placement(men: &[char; 64]) -> String {
    let rank = |rank: usize| men[rank * 8..][..8].iter().collect::<String>();
    let ranks: Vec<String> = (0..8).rev().map(rank).collect();
    let text = ranks.join("/");
    (1..=8).rev().fold(text, |text, run| text.replace(&".".repeat(run), &run.to_string()))
}

/// So many men of the given letters on random squares, without a side to move.
fn placements(
    letters: &'static str,
    count: std::ops::RangeInclusive<usize>,
) -> impl Strategy<Value = [char; 64]> {
    let letters: Vec<char> = letters.chars().collect();
    vec((0..64usize, select(letters)), count).prop_map(|men| {
        let mut board = ['.'; 64];
        men.into_iter().for_each(|(square, letter)| board[square] = letter);
        board
    })
}

/// Men on random squares, most often with a king each; for the generator to accept or to refuse.
fn with_kings(
    count: std::ops::RangeInclusive<usize>,
) -> impl Strategy<Value = (&'static str, String, String)> {
    let king = || prop::option::weighted(0.95, 0..64usize);
    let men = placements("PPPWLLXXICpppwllxxic", count);
    (rules(), men, king(), king(), 0..90u32).prop_map(
        |((variant, switches), mut men, white, black, clock)| {
            for (king, letter) in [(white, 'K'), (black, 'k')] {
                king.into_iter().for_each(|square| men[square] = letter);
            }
            (variant, switches, format!("{} SIDE - - {clock} 1", placement(&men)))
        },
    )
}

/// Random placement, with a side to move that the generator accepts.
fn accepted(
    setups: impl Strategy<Value = (&'static str, String, String)>,
) -> impl Strategy<Value = Sample> {
    (setups, any::<bool>()).prop_filter_map(
        "the side not to move is in check",
        |((variant, switches, fen), white)| {
            let sides = if white { ["w", "b"] } else { ["b", "w"] };
            let accepts = |fen: &String| Fast::read(variant, &switches, fen).is_ok();
            let fen = sides.map(|side| fen.replace("SIDE", side)).into_iter().find(accepts)?;
            Some(Sample { variant, switches, fen })
        },
    )
}

/// Random placement of 2 to 34 men.
pub fn placed() -> impl Strategy<Value = Sample> {
    accepted(prop_oneof![
        1 => with_kings(0..=4),
        3 => with_kings(5..=32),
    ])
}

/// Positions of both origins.
pub fn positions() -> impl Strategy<Value = Sample> {
    prop_oneof![played(), placed()]
}

/// Placements good and bad: several kings or none, too many men, kings left in check.
pub fn setups() -> impl Strategy<Value = Sample> {
    let men = prop_oneof![
        placements("PWLXICpwlxic", 0..=4),
        placements("KPWLXICkpwlxic", 1..=12),
        placements("KPWLXICPWLXICPWLXICkpwlxic", 30..=90),
    ];
    let odd = (rules(), men)
        .prop_map(|((variant, switches), men)| (variant, switches, placement(&men) + " SIDE"));
    let setups = prop_oneof![1 => odd, 1 => with_kings(0..=20)];
    (setups, select(vec!["w", "b"])).prop_map(|((variant, switches, fen), side)| Sample {
        variant,
        switches,
        fen: fen.replace("SIDE", side),
    })
}

/// Few men that move to and fro, under all kinds of end rules.
pub fn shuffles() -> impl Strategy<Value = Line> {
    let ends = (select(vec!["draw", "loss", "off"]), select(vec![0, 3, 7, 8, 9, 12, 100]));
    let wishes = prop_oneof![
        3 => Just(Wish::TakeBack),
        1 => Just(Wish::Anything),
    ];
    let start = accepted(with_kings(0..=4)).prop_map(|sample| Sample {
        fen: sample.fen.split(' ').take(2).collect::<Vec<_>>().join(" "),
        ..sample
    });
    (start, ends, vec((wishes, any::<usize>()), 0..=40)).prop_map(
        |(mut start, (repetition, limit), wishes)| {
            start.switches += &format!(",repetition={repetition},movelimit={limit}");
            play(start, wishes)
        },
    )
}
