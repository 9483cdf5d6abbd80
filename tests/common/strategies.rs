//! Random rules and random positions, from random play and from random placement.

use std::fmt;
use std::ops::RangeInclusive;

use baroque_movegen::{Game, Geometry, Move, RuleSet, Square, uci};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{RngSeed, TestCaseResult, TestRunner};

use super::games::{Deed, TestGame};
use super::judge::{Fast, Judge, both};

/// A position that is yet to be read.
#[derive(Clone)]
pub struct Sample {
    pub variant: &'static str,
    pub switches: String,
    pub fen: String,
}

impl Sample {
    /// The position before the generator and before the reference.
    pub fn both<G: TestGame>(&self) -> (Fast<G>, G::Slow) {
        both::<G>(self.variant, &self.switches, &self.fen)
    }

    /// The position before the generator.
    pub fn fast<G: Game>(&self) -> Fast<G> {
        Fast::accept(self.variant, &self.switches, &self.fen).unwrap()
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
    pub fn positions<G: Game>(&self) -> Vec<Fast<G>> {
        let mut positions = vec![self.start.fast()];
        positions.extend(self.moves.iter().scan(self.start.fast::<G>(), |position, mv| {
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

/// Any values of the switches about which [`shuffles`] does not decide.
fn switches<G: Game>() -> impl Strategy<Value = String> {
    let switches: Vec<_> = G::Rules::switches()
        .filter(|switch| switch.key != "repetition" && !switch.values.is_empty())
        .collect();
    vec(any::<Index>(), switches.len()).prop_map(move |choices| {
        let pairs = switches.iter().zip(choices);
        let pairs =
            pairs.map(|(switch, choice)| format!("{}={}", switch.key, choice.get(switch.values)));
        pairs.collect::<Vec<_>>().join(",")
    })
}

/// A preset, or any values of the switches.
fn rules<G: Game>() -> impl Strategy<Value = (&'static str, String)> {
    let presets: Vec<&str> = G::VARIANTS.iter().map(|variant| variant.name).collect();
    let default = presets[0];
    prop_oneof![
        select(presets).prop_map(|variant| (variant, String::new())),
        switches::<G>().prop_map(move |switches| (default, switches)),
    ]
}

/// What a random player would like to do next.
#[derive(Clone, Copy, Debug)]
enum Wish {
    Anything,
    Capture,
    TakeSeveral,
    Check,
    TakeBack,
    /// One of [`TestGame::DEEDS`].
    Deed(usize),
}

fn wish<G: TestGame>() -> impl Strategy<Value = Wish> {
    prop_oneof![
        2 => Just(Wish::Anything),
        1 => Just(Wish::Capture),
        2 => Just(Wish::TakeSeveral),
        1 => Just(Wish::Check),
        G::DEEDS.len() as u32 => (0..G::DEEDS.len()).prop_map(Wish::Deed),
    ]
}

/// Whether a legal move is what the player wants, whose last move was `last`.
fn grants<G: TestGame>(position: &Fast<G>, mv: Move, wish: Wish, last: Option<Move>) -> bool {
    match wish {
        Wish::Anything => true,
        Wish::Capture => !position.victims(mv).is_empty(),
        Wish::TakeSeveral => position.victims(mv).len() > 1,
        Wish::Check => position.play_unchecked(mv).in_check(),
        Wish::TakeBack => last.is_some_and(|last| (last.to(), last.from()) == (mv.from(), mv.to())),
        Wish::Deed(number) => G::DEEDS[number].1(&Deed { position, mv }),
    }
}

/// Plays as wished, or anything when the wish cannot be granted, while there are moves.
fn play<G: TestGame>(start: Sample, wishes: Vec<(Wish, Index)>) -> Line {
    let mut position = start.fast::<G>();
    let mut played: Vec<Move> = Vec::new();
    for (wish, choice) in wishes {
        let legal = position.legal_moves();
        let last = played.len().checked_sub(2).map(|index| played[index]);
        let granted: Vec<Move> =
            legal.iter().copied().filter(|&mv| grants(&position, mv, wish, last)).collect();
        let choices = if granted.is_empty() { &legal[..] } else { &granted };
        if choices.is_empty() {
            break;
        }
        let mv = *choice.get(choices);
        position = position.play_unchecked(mv);
        played.push(mv);
    }
    let moves = played.into_iter().map(uci::<G>).collect();
    Line { start, moves }
}

/// Any start of the game under any rules.
fn starts<G: Game>() -> impl Strategy<Value = Sample> {
    let starts: Vec<String> = G::starts().into_iter().map(|start| start.fen).collect();
    let sample = |((variant, switches), fen)| Sample { variant, switches, fen };
    (rules::<G>(), select(starts)).prop_map(sample)
}

/// Random play, from starts and from random placements, in which all that may happen does happen.
pub fn lines<G: TestGame>() -> impl Strategy<Value = Line> {
    let firsts = prop_oneof![
        2 => starts::<G>(),
        1 => placed::<G>(),
    ];
    (firsts, vec((wish::<G>(), any::<Index>()), 0..=80))
        .prop_map(|(start, wishes)| play::<G>(start, wishes))
}

/// The last position of random play.
fn played<G: TestGame>() -> impl Strategy<Value = Sample> {
    lines::<G>().prop_map(|line| {
        let fen = line.positions::<G>().last().map_or_else(String::new, Fast::to_fen);
        Sample { fen, ..line.start }
    })
}

/// All of a position but the side to move.
#[derive(Clone, Debug)]
struct Diagram {
    rules: (&'static str, String),
    /// A letter a square as in FEN, a dot for nobody; by ranks from below.
    board: Vec<char>,
    hands: String,
    ban: String,
    clock: u32,
}

impl Diagram {
    /// With the side to move: a position yet to be read.
    fn sample<G: TestGame>(&self, side: char) -> Sample {
        let Self { rules: (variant, switches), board, hands, ban, clock } = self;
        let ranks: Vec<String> =
            board.chunks(G::Geometry::FILES).rev().map(String::from_iter).collect();
        let runs = (1..=G::Geometry::FILES).rev();
        let placement = runs
            .fold(ranks.join("/"), |text, run| text.replace(&".".repeat(run), &run.to_string()));
        let fen = format!("{placement}{hands} {side} - {ban} {clock} 1");
        Sample { variant, switches: switches.clone(), fen }
    }
}

/// The squares of a board.
fn squares<G: Game>() -> Vec<Square> {
    G::Geometry::squares().iter().collect()
}

/// So many pieces of the given letters on random squares.
fn boards<G: Game>(
    letters: String,
    count: RangeInclusive<usize>,
) -> impl Strategy<Value = Vec<char>> {
    let letters: Vec<char> = letters.chars().collect();
    vec((select(squares::<G>()), select(letters)), count).prop_map(|pieces| {
        let mut board = vec!['*'; G::Geometry::FILES * G::Geometry::RANKS];
        squares::<G>().into_iter().for_each(|square| board[square.index()] = '.');
        pieces.into_iter().for_each(|(square, letter)| board[square.index()] = letter);
        board
    })
}

/// Two pieces that must not swap, as FEN names them.
fn bans<G: TestGame>(board: &[char], choice: Option<[Index; 2]>) -> String {
    let pieces: Vec<Square> =
        squares::<G>().into_iter().filter(|square| board[square.index()] != '.').collect();
    match choice
        .filter(|_| G::SWAP_BAN && !pieces.is_empty())
        .map(|pair| pair.map(|one| *one.get(&pieces)))
    {
        Some(pair) if pair[0] != pair[1] => pair.map(G::Geometry::name).concat(),
        _ => "-".to_owned(),
    }
}

/// A board with all that may belong to a position besides, in the hands so many pieces at most.
fn diagrams<G: TestGame>(
    boards: impl Strategy<Value = Vec<char>>,
    most_held: usize,
) -> impl Strategy<Value = Diagram> {
    let held: Vec<char> = both_colours(G::MEN).chars().collect();
    let hands = vec(select(held), 0..=most_held).prop_map(|pieces| match G::HANDS {
        true => format!("[{}]", String::from_iter(pieces)),
        false => String::new(),
    });
    let ban = prop::option::weighted(0.3, any::<[Index; 2]>());
    (rules::<G>(), boards, hands, ban, 0..90u32).prop_map(|(rules, board, hands, ban, clock)| {
        let ban = bans::<G>(&board, ban);
        Diagram { rules, board, hands, ban, clock }
    })
}

fn both_colours(letters: &str) -> String {
    letters.to_owned() + &letters.to_ascii_lowercase()
}

/// Pieces on random squares, most often with a king each, and in the hands.
fn with_kings<G: TestGame>(
    count: RangeInclusive<usize>,
    most_held: usize,
) -> impl Strategy<Value = Diagram> {
    let king = || prop::option::weighted(0.95, select(squares::<G>()));
    let boards = (boards::<G>(both_colours(G::MEN), count), king(), king());
    let boards = boards.prop_map(|(mut board, white, black)| {
        for (king, letter) in [(white, 'K'), (black, 'k')] {
            king.into_iter().for_each(|square| board[square.index()] = letter);
        }
        board
    });
    diagrams::<G>(boards, most_held)
}

/// Diagrams with a side to move that the generator accepts.
fn accepted<G: TestGame>(
    diagrams: impl Strategy<Value = Diagram>,
) -> impl Strategy<Value = Sample> {
    (diagrams, any::<bool>()).prop_filter_map(
        "the side not to move is in check",
        |(diagram, white)| {
            let sides = if white { ['w', 'b'] } else { ['b', 'w'] };
            let accepts = |sample: &Sample| {
                Fast::<G>::accept(sample.variant, &sample.switches, &sample.fen).is_ok()
            };
            sides.map(|side| diagram.sample::<G>(side)).into_iter().find(accepts)
        },
    )
}

/// Random placement of few pieces, and of up to so many that half of the board is full.
pub fn placed<G: TestGame>() -> impl Strategy<Value = Sample> {
    let half = squares::<G>().len() / 2;
    accepted::<G>(prop_oneof![
        1 => with_kings::<G>(0..=4, 3),
        2 => with_kings::<G>(5..=half, 0),
        1 => with_kings::<G>(5..=half, 12),
    ])
}

/// Positions of both origins.
pub fn positions<G: TestGame>() -> impl Strategy<Value = Sample> {
    prop_oneof![played::<G>(), placed::<G>()]
}

/// Placements good and bad: several kings or none, too many pieces, kings left in check.
pub fn setups<G: TestGame>() -> impl Strategy<Value = Sample> {
    let kings = || format!("K{}", G::MEN);
    let many = squares::<G>().len();
    let odd = prop_oneof![
        boards::<G>(both_colours(G::MEN), 0..=4),
        boards::<G>(both_colours(&kings()), 1..=12),
        boards::<G>(kings() + &kings() + &both_colours(&kings()), many / 2..=many * 3 / 2),
    ];
    let diagrams = prop_oneof![diagrams::<G>(odd, 30), with_kings::<G>(0..=20, 12)];
    (diagrams, select(vec!['w', 'b'])).prop_map(|(diagram, side)| diagram.sample::<G>(side))
}

/// Few pieces that move to and fro, under all kinds of end rules.
pub fn shuffles<G: TestGame>() -> impl Strategy<Value = Line> {
    let ends = (select(vec!["draw", "loss", "off"]), select(vec![0, 3, 7, 8, 9, 12, 100]));
    let wishes = prop_oneof![
        3 => Just(Wish::TakeBack),
        2 => wish::<G>(),
    ];
    // Fields may be missing.
    let diagrams = prop_oneof![
        2 => with_kings::<G>(0..=4, 1),
        1 => with_kings::<G>(5..=9, 3),
    ];
    let start = accepted::<G>(diagrams).prop_map(|sample| Sample {
        fen: sample.fen.split(' ').take(2).collect::<Vec<_>>().join(" "),
        ..sample
    });
    (start, ends, vec((wishes, any::<Index>()), 0..=40)).prop_map(
        |(mut start, (repetition, limit), wishes)| {
            start.switches += &format!(",repetition={repetition},movelimit={limit}");
            play::<G>(start, wishes)
        },
    )
}
