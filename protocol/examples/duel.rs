//! Two configurations of the engine play each other at equal nodes, each from both sides of
//! random openings, under one rule set or several in turn; what is left out of the second one is
//! named on the command line:
//!
//! `cargo run --release --example duel -- VARIANT[,VARIANT…] GAMES NODES [table] [null-move] [reductions] [aspiration] [positional]`

use std::process::ExitCode;
use std::sync::mpsc;

use baroque_engine::{Features, Limits, Options, Report};
use baroque_movegen::Color;
use baroque_protocol::{AnyGame, Place, variants};
use rayon::prelude::*;

/// Plies of random play before the engines take over.
const OPENING: usize = 8;
/// Size of each engine's table in MiB.
const HASH: usize = 4;

type Error = Box<dyn std::error::Error + Send + Sync>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match Duel::read(&arguments).and_then(|duel| duel.run()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// What is played.
struct Duel<'a> {
    variants: Vec<&'a str>,
    games: u64,
    /// Nodes a move.
    nodes: u64,
    /// What the second engine has.
    reduced: Features,
}

impl<'a> Duel<'a> {
    fn read(arguments: &'a [String]) -> Result<Self, Error> {
        let [names, games, nodes, missing @ ..] = arguments else {
            return Err("wanted are: VARIANT[,VARIANT…] GAMES NODES [FEATURE…]".into());
        };
        let feature = |name: &String| {
            let found = Features::from_name(&name.replace('-', "_").to_uppercase());
            found.ok_or_else(|| format!("unknown feature '{name}'"))
        };
        let missing = missing.iter().map(feature).collect::<Result<Features, _>>()?;
        let number = |text: &str| text.parse().map_err(|_| format!("'{text}' is no number"));
        Ok(Self {
            variants: names.split(',').collect(),
            games: number(games)?,
            nodes: number(nodes)?,
            reduced: Features::all() - missing,
        })
    }

    fn run(&self) -> Result<(), Error> {
        let games = (0..self.games).into_par_iter();
        let results: Vec<f64> = games.map(|game| self.play(game)).collect::<Result<_, _>>()?;
        println!("all features against {:?}: {}", self.reduced, summary(&results));
        Ok(())
    }

    /// The score of the full engine in one game. Two games in a row have the same opening.
    fn play(&self, number: u64) -> Result<f64, Error> {
        let variant = self.variants[(number / 2) as usize % self.variants.len()];
        let mut place = opening(variant, number / 2)?;
        let mut engines = [variants::open(variant)?, variants::open(variant)?];
        engines[1].set_options(Options { features: self.reduced, ..Options::default() });
        for engine in &mut engines {
            engine.set_hash(HASH).map_err(|_| "no memory for a small table")?;
        }
        let full = Color::ALL[number as usize % 2];
        loop {
            // White begins.
            let engine = &mut engines[(place.moves.len() + number as usize) % 2];
            engine.set_place(&place)?;
            if let Some(outcome) = engine.outcome() {
                return Ok(outcome.winner.map_or(0.5, |winner| f64::from(winner == full)));
            }
            place.moves.push(best_move(engine.as_mut(), self.nodes)?);
        }
    }
}

/// Some random moves after which the game is not over.
fn opening(variant: &str, seed: u64) -> Result<Place, Error> {
    let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut game = variants::open(variant)?;
    let mut place = Place::default();
    loop {
        game.set_place(&place)?;
        if game.outcome().is_some() {
            place.moves.clear();
        } else if place.moves.len() == OPENING {
            return Ok(place);
        } else {
            let mut moves = game.legal_moves();
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            place.moves.push(moves.swap_remove((random % moves.len() as u64) as usize).0);
        }
    }
}

/// The move that a search of so many nodes finds.
fn best_move(game: &mut dyn AnyGame, nodes: u64) -> Result<String, Error> {
    let (sender, reports) = mpsc::channel();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let listener = move |report| {
        // The other end listens until the last report.
        let _ = sender.send(report);
    };
    game.go(limits, Box::new(listener));
    let best = reports.iter().find_map(|report| match report {
        Report::Best { best, .. } => best,
        _ => None,
    });
    best.map(|mv| game.uci(mv)).ok_or_else(|| "no move in a game that is not over".into())
}

/// Wins, draws, losses and the difference in Elo with its 95 % interval.
fn summary(results: &[f64]) -> String {
    let count = |score| results.iter().filter(|&&result| result == score).count();
    let games = results.len() as f64;
    let score = results.iter().sum::<f64>() / games;
    let spread = results.iter().map(|result| (result - score).powi(2)).sum::<f64>();
    let error = 1.96 * spread.sqrt() / games;
    let elo = |score: f64| -400.0 * (1.0 / score.clamp(0.001, 0.999) - 1.0).log10();
    format!(
        "+{} ={} -{}, Elo {:.0} [{:.0}, {:.0}]",
        count(1.0),
        count(0.5),
        count(0.0),
        elo(score),
        elo(score - error),
        elo(score + error),
    )
}
