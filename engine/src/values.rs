//! The values of pieces that nobody has tuned: an estimate from what they do in random games.

use std::iter;
use std::ops::ControlFlow;
use std::sync::Mutex;

use baroque_movegen::interrupt::{self, is_interrupted};
use baroque_movegen::{
    AnyGame, ByKind, Color, CustomGame, CustomRules, Game, GenType, Geometry, Kinds, Piece,
    PieceKind, Position, Setup, Square, with_history,
};
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};

use crate::control::lock;
use crate::params::TunedGame;

/// Random games from which values are estimated.
const GAMES: u64 = 300;
/// Longest of them, in plies.
const PLIES: usize = 60;
/// No game is begun after so many steps of the generator, which take up to 200 ms: on a large board full of
/// pieces fewer games tell as much. No game of ours makes more than 330,000.
const MOST_STEPS: u64 = 600_000;

/// What a piece of a kind does on average in a position in which its side is to move.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct PieceStats {
    /// Enemies that it can capture, each as often as it can.
    pub offers: f64,
    /// Enemies that it freezes.
    pub freezes: f64,
    /// Pieces of the kind that a side has at the start, held ones too, the mean of both sides.
    pub number: f64,
}

/// The value of a piece in centipawns: a constant, and the weights of [`PieceStats`] in their order.
///
/// The least squares fit to the tuned values of the four games with parameters of their own, which
/// the example `values` repeats. Without the game whose values are predicted it is wrong by 126
/// centipawns on average.
const FIT: [f64; 4] = [189.5, 423.6, 1183.4, -13.3];
/// Least value of a piece.
const LEAST: i32 = 30;

impl TunedGame for CustomGame {
    const PARAM_SET: usize = 0;

    #[inline]
    fn value(rules: &CustomRules, kind: PieceKind) -> i32 {
        rules.value(kind)
    }

    fn prepare(rules: &CustomRules) {
        if !rules.has_values()
            && let Some(start) = first_start::<Self>(rules)
        {
            estimate(&start);
        }
    }
}

/// Most estimates that were interrupted and are kept, so that games that are gone are freed.
const MAX_UNDER_WAY: usize = 16;
/// Estimates that were interrupted, to go on from; the last one first.
static UNDER_WAY: Mutex<Vec<(CustomRules, Estimate)>> = Mutex::new(Vec::new());

/// Most estimates that are kept.
const MAX_KNOWN: usize = 64;
/// Estimates of games, the last one first.
static KNOWN: Mutex<Vec<KnownValues>> = Mutex::new(Vec::new());

/// The estimate of a game.
struct KnownValues {
    /// The hash of what is played.
    hash: String,
    /// Kinds of games with one hash may be in different orders.
    by_letter: Vec<(char, i32)>,
}

/// Estimates the values of the pieces of a position's game, unless they are known. If it is interrupted
/// ([`interrupt`]), the values are those of the games that were finished, and the next call goes on.
pub fn prepare(position: &AnyGame) {
    fn ask<G: TunedGame>(position: &Position<G>) {
        G::prepare(position.rules());
    }
    with_history!(position.history(), game => ask(game.position()));
}

/// [`prepare`] for a game that begins at a position.
pub fn estimate(start: &Position<CustomGame>) {
    let rules = start.rules();
    if rules.has_values() {
        return;
    }
    let hash = rules.about().map(|about| about.hash.as_str());
    let letter = |kind| start.pieces().info(kind).letter;
    if let Some(same) = lock(&KNOWN).iter().find(|known| Some(&*known.hash) == hash) {
        let mut values = ByKind([0; PieceKind::MAX]);
        for kind in start.pieces().kinds() {
            let of_kind = same.by_letter.iter().find(|(known, _)| *known == letter(kind));
            values[kind] = of_kind.map_or(LEAST, |&(_, value)| value);
        }
        rules.set_estimates(&values, true);
        return;
    }
    // Two threads may make the same estimate: it comes out the same.
    let begun = |under_way: &mut Vec<(CustomRules, Estimate)>| {
        let index = under_way.iter().position(|(other, _)| other == rules)?;
        Some(under_way.swap_remove(index).1)
    };
    let mut estimate = begun(&mut lock(&UNDER_WAY)).unwrap_or_else(|| Estimate::new(start));
    estimate.go_on(start);
    let values = ByKind(estimate.stats().0.map(PieceStats::value));
    rules.set_estimates(&values, estimate.is_done());
    if estimate.is_done() {
        if let Some(hash) = hash {
            let kinds = start.pieces().kinds();
            let by_letter = kinds.map(|kind| (letter(kind), values[kind])).collect();
            let mut known = lock(&KNOWN);
            known.truncate(MAX_KNOWN - 1);
            known.insert(0, KnownValues { hash: hash.to_owned(), by_letter });
        }
    } else {
        let mut under_way = lock(&UNDER_WAY);
        under_way.truncate(MAX_UNDER_WAY - 1);
        under_way.insert(0, (rules.clone(), estimate));
    }
}

/// The first start position of a game.
pub fn first_start<G: Game>(rules: &G::Rules) -> Option<Position<G>> {
    Position::from_fen(&G::starts(rules).first()?.fen, rules.clone()).ok()
}

impl PieceStats {
    /// A constant 1 and the stats, which a fit weighs.
    pub fn terms(self) -> [f64; 4] {
        [1.0, self.offers, self.freezes, self.number]
    }

    fn value(self) -> i32 {
        let value: f64 = self.terms().iter().zip(FIT).map(|(term, weight)| term * weight).sum();
        (value as i32).max(LEAST)
    }
}

/// What the pieces of a game do in random games from a start position, as far as that is not interrupted.
pub fn stats<G: Game>(start: &Position<G>) -> ByKind<PieceStats> {
    let mut estimate = Estimate::new(start);
    estimate.go_on(start);
    estimate.stats()
}

/// What the pieces of a game did in random games so far.
#[derive(Clone)]
struct Estimate {
    /// The sums over all positions.
    sums: ByKind<PieceStats>,
    /// For each kind the number of its pieces in all positions.
    pieces: ByKind<f64>,
    /// The kinds that pieces only become, which take turns in the place of others, and no kind.
    guests: Vec<Option<PieceKind>>,
    games: u64,
    steps: u64,
}

impl Estimate {
    fn new<G: Game>(start: &Position<G>) -> Self {
        let mut sums = ByKind([PieceStats::default(); PieceKind::MAX]);
        for kind in start.pieces().kinds() {
            let held = |side| u32::from(start.board().hand(side).count(kind));
            let held: u32 = Color::ALL.into_iter().map(held).sum();
            sums[kind].number = f64::from(start.board().kind(kind).len() + held) / 2.0;
        }
        let absent = start.pieces().kinds().filter(|&kind| sums[kind].number == 0.0);
        let guests = iter::once(None).chain(absent.map(Some)).collect();
        Self { sums, pieces: ByKind([0.0; PieceKind::MAX]), guests, games: 0, steps: 0 }
    }

    fn is_done(&self) -> bool {
        self.games >= GAMES || self.steps >= MOST_STEPS
    }

    /// Plays until it is done or interrupted.
    fn go_on<G: Game>(&mut self, start: &Position<G>) {
        while !self.is_done() && !is_interrupted() {
            self.add_game(start);
        }
    }

    /// Plays a game. One that is interrupted does not count, so that the sum of all is always the same.
    fn add_game<G: Game>(&mut self, start: &Position<G>) {
        let mut random = StdRng::seed_from_u64(self.games);
        let guest = self.guests[self.games as usize % self.guests.len()];
        let (before, mut next) = (interrupt::steps(), self.clone());
        play(thinned(start, guest, &mut random), &mut random, &mut next);
        if !is_interrupted() {
            next.games += 1;
            next.steps += interrupt::steps() - before;
            *self = next;
        }
    }

    /// The means.
    fn stats(&self) -> ByKind<PieceStats> {
        let mut stats = self.sums;
        for (stats, pieces) in stats.0.iter_mut().zip(self.pieces.0) {
            stats.offers /= pieces.max(1.0);
            stats.freezes /= pieces.max(1.0);
        }
        stats
    }
}

/// A position after placement in which each side has lost about half of its pieces, as in the middle
/// of a game, and has one of a kind in place of another piece. The full board tells less of what
/// pieces are worth: without a game the error for it is 158 centipawns.
fn thinned<G: Game>(
    start: &Position<G>,
    guest: Option<PieceKind>,
    random: &mut StdRng,
) -> Position<G> {
    let mut start = start.clone();
    while start.is_placing() {
        let moves = start.legal_moves();
        let Some(&mv) = moves.choose(random) else { break };
        start = start.play_unchecked(mv);
    }
    let mut board = *start.board();
    for side in Color::ALL {
        let mut guest = guest;
        let mut squares: Vec<Square> = board.color(side).into_iter().collect();
        squares.shuffle(random);
        for square in squares {
            if start.kind_at(square).is_none_or(|kind| start.is_royal(kind)) {
                continue;
            }
            if let Some(kind) = guest.take() {
                board.set(square, Piece { color: side, kind });
            } else if random.random() {
                board.remove(square);
            }
        }
    }
    Position::new(Setup { board, ..start.setup() }).unwrap_or(start)
}

/// Plays a random game and adds what the pieces could do in its positions, and their number.
fn play<G: Game>(mut position: Position<G>, random: &mut StdRng, estimate: &mut Estimate) {
    for _ in 0..PLIES {
        if position.immediate_outcome().is_some() {
            break;
        }
        let side = position.side();
        for kind in position.pieces().kinds() {
            estimate.pieces[kind] += f64::from(position.board().pieces(side, kind).len());
            estimate.sums[kind].freezes += freezes(&position, side, kind);
        }
        let mut moves = Vec::new();
        let _ = position.generate(GenType::All, |group| {
            moves.extend(group.destinations().iter().map(|to| group.to(to)));
            for to in group.captures.masked(group.from.is_some()) {
                let victims = position.victims(group.to(to)) & position.board().color(!side);
                estimate.sums[group.kind].offers += f64::from(victims.len());
            }
            ControlFlow::Continue(())
        });
        let Some(&mv) = moves.choose(random).filter(|_| !is_interrupted()) else { break };
        position = position.play_unchecked(mv);
    }
}

/// Number of enemies that are frozen beside pieces of a kind that freezes.
fn freezes<G: Game>(position: &Position<G>, side: Color, kind: PieceKind) -> f64 {
    if position.pieces().info(kind).freezes == Kinds::NONE {
        return 0.0;
    }
    let beside = position.geometry().neighbours_of_all(position.board().pieces(side, kind));
    f64::from((position.frozen(!side) & beside).len())
}
