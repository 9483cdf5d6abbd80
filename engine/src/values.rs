//! The values of pieces that nobody has tuned: an estimate from what they do in random games.

use std::iter;
use std::ops::ControlFlow;

use baroque_movegen::{
    AnyPosition, ByKind, Color, Game, GenType, Geometry, Kinds, PieceKind, Position, RuntimeGame,
    RuntimeRules, Setup, Square, with_history,
};
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};

use crate::params::Evaluable;

/// Random games from which values are estimated.
const GAMES: u64 = 300;
/// Longest of them, in plies.
const PLIES: usize = 60;
/// No game is begun after so many moves were generated: on a large board full of pieces fewer games
/// tell as much.
const MOST_MOVES: usize = 2_000_000;

/// What a piece of a kind does on average in a position in which its side is to move.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Deeds {
    /// Enemies that it can capture, each as often as it can.
    pub offers: f64,
    /// Enemies that it freezes.
    pub freezes: f64,
    /// Pieces of the kind that a side has at the start, held ones too, the mean of both sides.
    pub number: f64,
}

/// The value of a piece in centipawns: a constant, and the weights of [`Deeds`] in their order.
///
/// The least squares fit to the tuned values of the four games with parameters of their own, which
/// the example `values` repeats. Without the game whose values are predicted it is wrong by 126
/// centipawns on average.
const FIT: [f64; 4] = [189.5, 423.6, 1183.4, -13.3];
/// Least value of a piece.
const LEAST: i32 = 30;

impl Evaluable for RuntimeGame {
    const COLUMN: usize = 0;

    fn value(rules: &RuntimeRules, kind: PieceKind) -> i32 {
        rules.value(kind, || {
            let start = first_start::<Self>(rules);
            start.map_or(ByKind([Deeds::default().value(); PieceKind::MAX]), |start| {
                estimates(&start)
            })
        })
    }
}

/// The value of a kind in a game that begins at a position, in centipawns: the one that its file
/// gives, or an estimate.
pub fn value(start: &Position<RuntimeGame>, kind: PieceKind) -> i32 {
    start.rules().value(kind, || estimates(start))
}

/// Estimates the values of the pieces of a position's game now, so that no search has to, which
/// could neither be stopped nor keep its time meanwhile.
pub fn prepare(position: &AnyPosition) {
    fn ask<G: Evaluable>(position: &Position<G>) {
        G::value(position.rules(), PieceKind::KING);
    }
    with_history!(position.history(), game => ask(game.position()));
}

fn estimates<G: Game>(start: &Position<G>) -> ByKind<i32> {
    ByKind(deeds(start).0.map(Deeds::value))
}

/// The first start position of a game.
pub fn first_start<G: Game>(rules: &G::Rules) -> Option<Position<G>> {
    Position::from_fen(&G::starts(rules).first()?.fen, *rules).ok()
}

impl Deeds {
    /// A constant 1 and the deeds, which a fit weighs.
    pub fn terms(self) -> [f64; 4] {
        [1.0, self.offers, self.freezes, self.number]
    }

    fn value(self) -> i32 {
        let value: f64 = self.terms().iter().zip(FIT).map(|(term, weight)| term * weight).sum();
        (value as i32).max(LEAST)
    }
}

/// What the pieces of a game do in random games from a start position.
pub fn deeds<G: Game>(start: &Position<G>) -> ByKind<Deeds> {
    let mut deeds = ByKind([Deeds::default(); PieceKind::MAX]);
    for kind in start.pieces().kinds() {
        let held = |side| u32::from(start.board().hand(side).count(kind));
        let held: u32 = Color::ALL.into_iter().map(held).sum();
        deeds[kind].number = f64::from(start.board().kind(kind).len() + held) / 2.0;
    }
    // Kinds that pieces only become take turns in the place of others.
    let absent = start.pieces().kinds().filter(|&kind| deeds[kind].number == 0.0);
    let mut guests =
        iter::once(None).chain(absent.map(Some)).collect::<Vec<_>>().into_iter().cycle();
    // For each kind the number of its pieces in all positions.
    let mut pieces = ByKind([0.0; PieceKind::MAX]);
    let mut generated = 0;
    for game in 0..GAMES {
        if generated >= MOST_MOVES {
            break;
        }
        let mut random = StdRng::seed_from_u64(game);
        let start = thinned(start, guests.next().flatten(), &mut random);
        generated += play(start, &mut random, &mut deeds, &mut pieces);
    }
    for kind in start.pieces().kinds().filter(|&kind| pieces[kind] > 0.0) {
        deeds[kind].offers /= pieces[kind];
        deeds[kind].freezes /= pieces[kind];
    }
    deeds
}

/// A position after placement in which each side has lost about half of its pieces, as in the middle
/// of a game, and has one of a kind in place of another piece. The full board tells less of what
/// pieces are worth: without a game the error for it is 158 centipawns.
fn thinned<G: Game>(
    start: &Position<G>,
    guest: Option<PieceKind>,
    random: &mut StdRng,
) -> Position<G> {
    let mut start = *start;
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
            let Some(kind) = start.kind_at(square).filter(|&kind| !start.is_royal(kind)) else {
                continue;
            };
            if let Some(guest) = guest.take() {
                board.toggle(side, kind, square);
                board.toggle(side, guest, square);
            } else if random.random() {
                board.toggle(side, kind, square);
            }
        }
    }
    Position::new(Setup { board, ..start.setup() }).unwrap_or(start)
}

/// Plays a random game and adds up what the pieces could do in its positions, and their number.
/// Returns how many moves it generated.
fn play<G: Game>(
    mut position: Position<G>,
    random: &mut StdRng,
    deeds: &mut ByKind<Deeds>,
    pieces: &mut ByKind<f64>,
) -> usize {
    let mut generated = 0;
    for _ in 0..PLIES {
        if position.immediate_outcome().is_some() {
            break;
        }
        let side = position.side();
        for kind in position.pieces().kinds() {
            pieces[kind] += f64::from(position.board().pieces(side, kind).len());
            deeds[kind].freezes += freezes(&position, side, kind);
        }
        let mut moves = Vec::new();
        let _ = position.generate(GenType::All, |group| {
            moves.extend(group.destinations().iter().map(|to| group.to(to)));
            for to in group.captures.masked(group.from.is_some()) {
                let victims = position.victims(group.to(to)) & position.board().color(!side);
                deeds[group.kind].offers += f64::from(victims.len());
            }
            ControlFlow::Continue(())
        });
        generated += moves.len();
        let Some(&mv) = moves.choose(random) else { break };
        position = position.play_unchecked(mv);
    }
    generated
}

/// Number of enemies that are frozen beside pieces of a kind that freezes.
fn freezes<G: Game>(position: &Position<G>, side: Color, kind: PieceKind) -> f64 {
    if position.pieces().info(kind).freezes == Kinds::NONE {
        return 0.0;
    }
    let beside = position.geometry().neighbours_of_all(position.board().pieces(side, kind));
    f64::from((position.frozen(!side) & beside).len())
}
