//! The values of pieces that nobody has tuned: an estimate from what they do in random games.

use baroque_movegen::{
    ByKind, Color, Game, Geometry, Kinds, PieceKind, Position, RuntimeGame, RuntimeRules,
};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::params::Evaluable;

/// Random games from which values are estimated.
const GAMES: u64 = 300;
/// Longest of them, in plies.
const PLIES: usize = 60;

/// What a piece of a kind does on average in a position in which its side is to move.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Deeds {
    /// Enemies that it can capture, each as often as it can.
    pub offers: f64,
    /// Enemies that it freezes.
    pub freezes: f64,
    /// Pieces of the kind that a side has at the start, the mean of both sides.
    pub number: f64,
}

/// The value of a piece in centipawns: a constant, and the weights of [`Deeds`] in their order.
///
/// The least squares fit to the tuned values of the four games with parameters of their own, which
/// the example `values` repeats. Without the game whose values are predicted it is wrong by 155
/// centipawns on average. The number of quiet moves would have a negative weight.
const FIT: [f64; 4] = [244.0, 667.7, 2162.4, -25.0];
/// Least value of a piece.
const LEAST: i32 = 30;

impl Evaluable for RuntimeGame {
    const COLUMN: usize = 0;

    fn value(rules: &RuntimeRules, kind: PieceKind) -> i32 {
        rules.value(kind, || estimates::<Self>(rules))
    }
}

/// The values of the kinds of a game, in centipawns.
pub fn estimates<G: Game>(rules: &G::Rules) -> ByKind<i32> {
    let mut values = ByKind([0; PieceKind::MAX]);
    let deeds = deeds::<G>(rules);
    for kind in G::table(rules).pieces.kinds() {
        values[kind] = deeds[kind].value();
    }
    values
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

/// What the pieces of a game do in random games from its first start position. Nothing if it has
/// none.
pub fn deeds<G: Game>(rules: &G::Rules) -> ByKind<Deeds> {
    let mut deeds = ByKind([Deeds::default(); PieceKind::MAX]);
    let start =
        G::starts(rules).first().and_then(|start| Position::<G>::from_fen(&start.fen, *rules).ok());
    let Some(start) = start else { return deeds };
    // For each kind the number of its pieces in all positions.
    let mut pieces = ByKind([0.0; PieceKind::MAX]);
    for game in 0..GAMES {
        play(start, &mut StdRng::seed_from_u64(game), &mut deeds, &mut pieces);
    }
    for kind in start.pieces().kinds() {
        let mean = |sum: f64| if pieces[kind] > 0.0 { sum / pieces[kind] } else { 0.0 };
        let Deeds { offers, freezes, .. } = deeds[kind];
        let number = f64::from(start.board().kind(kind).len()) / 2.0;
        deeds[kind] = Deeds { offers: mean(offers), freezes: mean(freezes), number };
    }
    deeds
}

/// Plays a random game and adds up what the pieces could do in its positions, and their number.
fn play<G: Game>(
    mut position: Position<G>,
    random: &mut StdRng,
    deeds: &mut ByKind<Deeds>,
    pieces: &mut ByKind<f64>,
) {
    for _ in 0..PLIES {
        let moves = position.legal_moves();
        if moves.is_empty() || position.outcome().is_some() {
            return;
        }
        let side = position.side();
        for kind in position.pieces().kinds() {
            pieces[kind] += f64::from(position.board().pieces(side, kind).len());
            deeds[kind].freezes += freezes(&position, side, kind);
        }
        for &mv in moves.iter().filter(|mv| mv.dropped().is_none()) {
            if let Some(kind) = position.kind_at(mv.from()) {
                let victims = position.victims(mv) & position.board().color(!side);
                deeds[kind].offers += f64::from(victims.len());
            }
        }
        position = position.play_unchecked(moves[random.random_range(0..moves.len())]);
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
