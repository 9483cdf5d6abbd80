//! Random rules and positions, from random play and from random placement.

use std::fmt;
use std::ops::RangeInclusive;

use baroque_movegen::{Game, Geometry, Grid, Move, RuleFlags, RuleSwitches, Square, uci};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{RngSeed, TestCaseResult, TestRunner};

use super::backend::{Backend, Fast, Slow, both};
use super::games::{MoveContext, TestGame};

/// The text of a position.
#[derive(Clone)]
pub struct Sample {
    pub variant: &'static str,
    pub switches: String,
    pub fen: String,
}

impl Sample {
    /// The position in the generator and in the reference.
    pub fn both<G: Game>(&self) -> (Fast<G>, Slow) {
        both::<G>(self.variant, &self.switches, &self.fen)
    }

    /// The position in the generator.
    pub fn fast<G: Game>(&self) -> Fast<G> {
        Fast::set_up(self.variant, &self.switches, &self.fen).unwrap()
    }
}

impl fmt::Debug for Sample {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {} {}", self.variant, self.switches, self.fen)
    }
}

/// A first position and moves from there.
#[derive(Clone, Debug)]
pub struct MoveSequence {
    pub start: Sample,
    pub moves: Vec<String>,
}

impl MoveSequence {
    /// All positions of the sequence.
    pub fn positions<G: Game>(&self) -> Vec<Fast<G>> {
        let mut positions = vec![self.start.fast()];
        positions.extend(self.moves.iter().scan(self.start.fast::<G>(), |position, mv| {
            *position = position.after(mv);
            Some(position.clone())
        }));
        positions
    }
}

/// Tests a property with random values, the same in every run. `PROPTEST_RNG_SEED` sets another
/// seed, and `PROPTEST_CASES` scales the number of cases, by default 256.
///
/// # Panics
/// The property fails; the message contains the smallest failing value found.
pub fn check_property<S: Strategy<Value: 'static> + 'static>(
    cases: u32,
    strategy: S,
    test: impl Fn(S::Value) -> TestCaseResult,
) {
    run_property(cases, &strategy.boxed(), &test);
}

/// [`check_property`], compiled once for each type of values.
fn run_property<T: fmt::Debug>(
    cases: u32,
    strategy: &BoxedStrategy<T>,
    test: &dyn Fn(T) -> TestCaseResult,
) {
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
    if let Err(error) = TestRunner::new(config).run(strategy, test) {
        panic!("{error}");
    }
}

/// Any values of the switches, except the end rules, which [`shuffles`] chooses.
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

/// What a random player prefers to do next.
#[derive(Clone, Copy, Debug)]
enum Preference {
    Anything,
    Capture,
    MultipleCapture,
    Check,
    Reversal,
    /// One of [`TestGame::MOVE_FEATURES`].
    Feature(usize),
}

fn preference<G: TestGame>() -> impl Strategy<Value = Preference> {
    prop_oneof![
        2 => Just(Preference::Anything),
        1 => Just(Preference::Capture),
        2 => Just(Preference::MultipleCapture),
        1 => Just(Preference::Check),
        G::MOVE_FEATURES.len() as u32 => (0..G::MOVE_FEATURES.len()).prop_map(Preference::Feature),
    ]
}

/// Whether a legal move satisfies the preference of a player whose last move was `last`.
fn satisfies<G: TestGame>(
    position: &Fast<G>,
    mv: Move,
    preference: Preference,
    last: Option<Move>,
) -> bool {
    match preference {
        Preference::Anything => true,
        Preference::Capture => !position.victims(mv).is_empty(),
        Preference::MultipleCapture => position.victims(mv).len() > 1,
        Preference::Check => position.play_unchecked(mv).in_check(),
        Preference::Reversal => {
            last.is_some_and(|last| (last.to(), last.from()) == (mv.from(), mv.to()))
        }
        Preference::Feature(number) => G::MOVE_FEATURES[number].1(&MoveContext { position, mv }),
    }
}

/// Plays moves that satisfy the preferences, or any moves if none does, until there are no moves.
fn play<G: TestGame>(start: Sample, preferences: Vec<(Preference, Index)>) -> MoveSequence {
    let mut position = start.fast::<G>();
    let (mut played, mut moves): (Vec<Move>, Vec<String>) = Default::default();
    for (preference, choice) in preferences {
        let legal = position.legal_moves();
        let last = played.len().checked_sub(2).map(|index| played[index]);
        let preferred: Vec<Move> = legal
            .iter()
            .copied()
            .filter(|&mv| satisfies(&position, mv, preference, last))
            .collect();
        let choices = if preferred.is_empty() { &legal[..] } else { &preferred };
        if choices.is_empty() {
            break;
        }
        let mv = *choice.get(choices);
        moves.push(uci(&position, mv));
        position = position.play_unchecked(mv);
        played.push(mv);
    }
    MoveSequence { start, moves }
}

/// Any start position of the game under any rules.
fn starts<G: Game>() -> impl Strategy<Value = Sample> {
    let starts: Vec<String> =
        G::starts(&G::VARIANTS[0].rules).into_iter().map(|start| start.fen).collect();
    let sample = |((variant, switches), fen)| Sample { variant, switches, fen };
    (rules::<G>(), select(starts)).prop_map(sample)
}

/// Random play from start positions and random placements, with preferences for special moves.
pub fn move_sequences<G: TestGame>() -> impl Strategy<Value = MoveSequence> {
    let firsts = prop_oneof![
        2 => starts::<G>(),
        1 => random_placements::<G>(),
    ];
    (firsts, vec((preference::<G>(), any::<Index>()), 0..=80))
        .prop_map(|(start, preferences)| play::<G>(start, preferences))
}

/// The last position of random play.
pub fn random_play<G: TestGame>() -> impl Strategy<Value = Sample> {
    move_sequences::<G>().prop_map(|line| {
        let fen = line.positions::<G>().last().map_or_else(String::new, Fast::to_fen);
        Sample { fen, ..line.start }
    })
}

/// A position without its side to move.
#[derive(Clone, Debug)]
struct Diagram {
    rules: (&'static str, String),
    /// FEN letters by squares from the lowest rank, a dot for an empty square.
    board: Vec<char>,
    hands: String,
    ban: String,
    clock: u32,
}

impl Diagram {
    /// The position with a side to move.
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

/// The board of a game.
fn geometry<G: Game>() -> G::Geometry {
    G::table(&G::VARIANTS[0].rules).geometry
}

/// Whether the default rule set of a game has an option.
fn has<G: Game>(option: RuleFlags) -> bool {
    G::options(&G::VARIANTS[0].rules).contains(option)
}

/// The squares of a board.
fn squares<G: Game>() -> Vec<Square> {
    geometry::<G>().squares().iter().collect()
}

/// Boards with `count` pieces of the given letters on random squares.
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

/// The FEN field of a swap ban of two pieces.
fn bans<G: TestGame>(board: &[char], choice: Option<[Index; 2]>) -> String {
    let pieces: Vec<Square> =
        squares::<G>().into_iter().filter(|square| board[square.index()] != '.').collect();
    match choice
        .filter(|_| has::<G>(RuleFlags::SWAP_BAN) && !pieces.is_empty())
        .map(|pair| pair.map(|one| *one.get(&pieces)))
    {
        Some(pair) if pair[0] != pair[1] => {
            pair.map(|square| geometry::<G>().name(square)).concat()
        }
        _ => "-".to_owned(),
    }
}

/// Boards with random rules, swap ban, clock and hands of at most `max_held` pieces.
fn diagrams<G: TestGame>(
    boards: impl Strategy<Value = Vec<char>>,
    max_held: usize,
) -> impl Strategy<Value = Diagram> {
    let held: Vec<char> = both_colours(G::RANDOM_PIECES).chars().collect();
    let hands =
        vec(select(held), 0..=max_held).prop_map(|pieces| match has::<G>(RuleFlags::HANDS) {
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

/// Pieces on random squares and in hands, usually with a king for each side.
fn with_kings<G: TestGame>(
    count: RangeInclusive<usize>,
    max_held: usize,
) -> impl Strategy<Value = Diagram> {
    with_kings_and::<G>(both_colours(G::RANDOM_PIECES), count, max_held)
}

/// [`with_kings`] with pieces of the given letters on the board.
fn with_kings_and<G: TestGame>(
    letters: String,
    count: RangeInclusive<usize>,
    max_held: usize,
) -> impl Strategy<Value = Diagram> {
    let king = || prop::option::weighted(0.95, select(squares::<G>()));
    let boards = (boards::<G>(letters, count), king(), king());
    let boards = boards.prop_map(|(mut board, white, black)| {
        for (king, letter) in [(white, 'K'), (black, 'k')] {
            king.into_iter().for_each(|square| board[square.index()] = letter);
        }
        board
    });
    diagrams::<G>(boards, max_held)
}

/// Diagrams with a side to move that make a valid position.
fn accepted<G: TestGame>(
    diagrams: impl Strategy<Value = Diagram>,
) -> impl Strategy<Value = Sample> {
    (diagrams, any::<bool>()).prop_filter_map(
        "the side not to move is in check",
        |(diagram, white)| {
            let sides = if white { ['w', 'b'] } else { ['b', 'w'] };
            let accepts = |sample: &Sample| {
                Fast::<G>::set_up(sample.variant, &sample.switches, &sample.fen).is_ok()
            };
            sides.map(|side| diagram.sample::<G>(side)).into_iter().find(accepts)
        },
    )
}

/// Random placements of few pieces, up to half of the squares.
pub fn random_placements<G: TestGame>() -> impl Strategy<Value = Sample> {
    let half = squares::<G>().len() / 2;
    accepted::<G>(prop_oneof![
        1 => with_kings::<G>(0..=4, 3),
        3 => with_kings::<G>(5..=half, 0),
        1 => with_kings::<G>(5..=half, 12),
    ])
}

/// Random play from placements in which one side owns most of the pieces, nearly as many as are
/// allowed.
pub fn lopsided_sequences<G: TestGame>() -> impl Strategy<Value = MoveSequence> {
    let letters = G::RANDOM_PIECES.repeat(8) + &G::RANDOM_PIECES.to_ascii_lowercase();
    let start = accepted::<G>(with_kings_and::<G>(letters, 30..=45, 12));
    (start, vec((preference::<G>(), any::<Index>()), 0..=40))
        .prop_map(|(start, preferences)| play::<G>(start, preferences))
}

/// Positions from random play and from random placement.
pub fn positions<G: TestGame>() -> impl Strategy<Value = Sample> {
    prop_oneof![random_play::<G>(), random_placements::<G>()]
}

/// Valid and invalid placements: several kings or none, too many pieces, kings left in check.
pub fn setups<G: TestGame>() -> impl Strategy<Value = Sample> {
    let kings = || format!("K{}", G::RANDOM_PIECES);
    let many = squares::<G>().len();
    let odd = prop_oneof![
        boards::<G>(both_colours(G::RANDOM_PIECES), 0..=4),
        boards::<G>(both_colours(&kings()), 1..=12),
        boards::<G>(kings() + &kings() + &both_colours(&kings()), many / 2..=many * 3 / 2),
    ];
    let diagrams = prop_oneof![diagrams::<G>(odd, 30), with_kings::<G>(0..=20, 12)];
    (diagrams, select(vec!['w', 'b'])).prop_map(|(diagram, side)| diagram.sample::<G>(side))
}

/// Games of few pieces that often reverse their moves, under all kinds of end rules.
pub fn shuffles<G: TestGame>() -> impl Strategy<Value = MoveSequence> {
    let ends = (select(vec!["draw", "loss", "off"]), select(vec![0, 3, 7, 8, 9, 12, 100]));
    let preferences = prop_oneof![
        3 => Just(Preference::Reversal),
        2 => preference::<G>(),
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
    (start, ends, vec((preferences, any::<Index>()), 0..=40)).prop_map(
        |(mut start, (repetition, limit), preferences)| {
            start.switches += &format!(" repetition={repetition},movelimit={limit}");
            play::<G>(start, preferences)
        },
    )
}
