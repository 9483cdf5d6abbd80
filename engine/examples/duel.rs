//! Two configurations of the engine play each other at equal nodes, each from both sides of
//! random openings; what is left out of the second one is named on the command line:
//!
//! `cargo run --release --example duel -- GAME GAMES NODES [table] [null-move] [reductions] [aspiration] [positional]`

use std::sync::{Arc, Mutex};

use baroque_engine::{Engine, Features, Limits, Options, Report, Valued};
use baroque_movegen::{Color, Maxima, Move, Position, Record, Renaissance, Rococo, Ultima};
use rayon::prelude::*;

/// Plies of random play before the engines take over.
const OPENING: usize = 8;

fn main() {
    let mut arguments = std::env::args().skip(1);
    match arguments.next().as_deref() {
        Some("baroque") => duel::<Ultima>(arguments),
        Some("maxima") => duel::<Maxima>(arguments),
        Some("rococo") => duel::<Rococo>(arguments),
        Some("renaissance") => duel::<Renaissance>(arguments),
        _ => eprintln!("which game? baroque, maxima, rococo or renaissance"),
    }
}

fn duel<G: Valued>(mut arguments: impl Iterator<Item = String>) {
    let mut number =
        |default| arguments.next().and_then(|text| text.parse().ok()).unwrap_or(default);
    let (games, nodes): (u64, u64) = (number(400), number(5000));
    let mut reduced = Features::all();
    for name in arguments {
        reduced -= Features::from_name(&name.replace('-', "_").to_uppercase()).expect("a feature");
    }
    let variants = G::VARIANTS;
    let results: Vec<f64> = (0..games)
        .into_par_iter()
        .map(|game| {
            let variant = variants[(game / 2) as usize % variants.len()].name;
            let side = if game % 2 == 0 { Color::White } else { Color::Black };
            play::<G>(opening(variant, game / 2), side, reduced, nodes)
        })
        .collect();
    let count = |score| results.iter().filter(|&&result| result == score).count();
    let score = results.iter().sum::<f64>() / games as f64;
    let spread = results.iter().map(|result| (result - score).powi(2)).sum::<f64>();
    let error = 1.96 * spread.sqrt() / games as f64;
    let elo = |score: f64| -400.0 * (1.0 / score.clamp(0.001, 0.999) - 1.0).log10();
    println!(
        "{games} games at {nodes} nodes, all features against {reduced:?}: +{} ={} -{}, \
         Elo {:.0} [{:.0}, {:.0}]",
        count(1.0),
        count(0.5),
        count(0.0),
        elo(score),
        elo(score - error),
        elo(score + error),
    );
}

/// A position after some random moves that is not over.
fn opening<G: Valued>(variant: &str, seed: u64) -> Record<G> {
    let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    loop {
        let mut game = Record::new(Position::start(variant).expect("a variant"));
        while game.moves().len() < OPENING && game.outcome().is_none() {
            let moves = game.position().legal_moves();
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            game.push(moves[(random % moves.len() as u64) as usize]).expect("a legal move");
        }
        if game.outcome().is_none() {
            return game;
        }
    }
}

/// The score of the full engine, which plays `side`.
fn play<G: Valued>(mut game: Record<G>, side: Color, reduced: Features, nodes: u64) -> f64 {
    let mut full = Engine::new();
    let mut other = Engine::new();
    other.set_options(Options { features: reduced, ..Options::default() });
    for engine in [&mut full, &mut other] {
        engine.set_hash(4).expect("memory for a small table");
    }
    loop {
        if let Some(outcome) = game.outcome() {
            return match outcome.winner {
                Some(winner) => f64::from(winner == side),
                None => 0.5,
            };
        }
        let engine = if game.position().side() == side { &mut full } else { &mut other };
        let mv = best_move(engine, &game, nodes);
        game.push(mv).expect("a legal move");
    }
}

fn best_move<G: Valued>(engine: &mut Engine<G>, game: &Record<G>, nodes: u64) -> Move {
    let answer = Arc::new(Mutex::new(None));
    let slot = Arc::clone(&answer);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    engine.go(game, limits, move |report| {
        if let Report::Best { best, .. } = report {
            *slot.lock().expect("no panic") = best;
        }
    });
    engine.wait();
    let best = *answer.lock().expect("no panic");
    best.expect("a move, for the game is not over")
}
