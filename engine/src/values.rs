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
    /// Moves that capture nothing.
    pub quiet: f64,
    /// Enemies that it can capture, each as often as it can.
    pub offers: f64,
    /// Enemies that it freezes.
    pub freezes: f64,
}

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
    fn value(self) -> i32 {
        (30.0 + 12.0 * self.quiet + 250.0 * self.offers + 300.0 * self.freezes) as i32
    }
}

/// What the pieces of a game do in random games from its first start position.
pub fn deeds<G: Game>(rules: &G::Rules) -> ByKind<Deeds> {
    let mut sums = ByKind([(Deeds::default(), 0.0); PieceKind::MAX]);
    let start =
        G::starts(rules).first().and_then(|start| Position::<G>::from_fen(&start.fen, *rules).ok());
    if let Some(start) = start {
        for game in 0..GAMES {
            play(start, &mut StdRng::seed_from_u64(game), &mut sums);
        }
    }
    ByKind(sums.0.map(|(sum, count)| {
        let mean = |of: f64| if count > 0.0 { of / count } else { 0.0 };
        let Deeds { quiet, offers, freezes } = sum;
        Deeds { quiet: mean(quiet), offers: mean(offers), freezes: mean(freezes) }
    }))
}

/// Plays a random game and adds up what the pieces could do in its positions.
fn play<G: Game>(mut position: Position<G>, random: &mut StdRng, sums: &mut ByKind<(Deeds, f64)>) {
    for _ in 0..PLIES {
        let moves = position.legal_moves();
        if moves.is_empty() || position.outcome().is_some() {
            return;
        }
        let side = position.side();
        for kind in position.pieces().kinds() {
            sums[kind].1 += f64::from(position.board().pieces(side, kind).len());
            sums[kind].0.freezes += freezes(&position, side, kind);
        }
        for &mv in moves.iter() {
            let Some(kind) = position.kind_at(mv.from()).filter(|_| mv.dropped().is_none()) else {
                continue;
            };
            let victims = position.victims(mv) & position.board().color(!side);
            sums[kind].0.offers += f64::from(victims.len());
            sums[kind].0.quiet += f64::from(u8::from(victims.is_empty()));
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
