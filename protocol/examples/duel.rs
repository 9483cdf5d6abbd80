//! Two configurations of the engine play each other at equal nodes, each from both sides of
//! random openings, under one rule set or several in turn. The features named on the command line
//! are switched off in the second one:
//!
//! `cargo run --release --example duel -- VARIANT[,VARIANT…] GAMES NODES [table] [null-move] [reductions] [pruning] [aspiration] [positional]`

use std::process::ExitCode;

use baroque_engine::{Engine, Features, Limits, SearchOptions};
use baroque_movegen::interrupt::StopFlag;
use baroque_movegen::{AnyGame, Color};
use baroque_training::openings::RandomOpenings;
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

/// The options of the match.
struct Duel<'a> {
    variants: Vec<&'a str>,
    games: u64,
    /// Nodes a move.
    nodes: u64,
    /// Features of the second engine.
    reduced: Features,
}

impl<'a> Duel<'a> {
    fn read(arguments: &'a [String]) -> Result<Self, Error> {
        let [names, games, nodes, missing @ ..] = arguments else {
            return Err("usage: duel VARIANT[,VARIANT…] GAMES NODES [FEATURE…]".into());
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
        let count = |score| results.iter().filter(|&&result| result == score).count();
        let (wins, losses, draws) = (count(1.0), count(0.0), count(0.5));
        println!("all features against {:?}: +{wins} ={draws} -{losses}", self.reduced);
        println!("'baroque stats --wdl {wins} {losses} {draws}' prints the Elo difference");
        Ok(())
    }

    /// The score of the full engine in one game. Two games in a row have the same opening.
    fn play(&self, number: u64) -> Result<f64, Error> {
        let variant = self.variants[(number / 2) as usize % self.variants.len()];
        let mut position = AnyGame::new(variant)?;
        let mut place =
            RandomOpenings::new(&position, 0, OPENING, &StopFlag::default())?.opening(number / 2);
        let mut engines = [Engine::new(), Engine::new()];
        engines[1]
            .set_options(SearchOptions { features: self.reduced, ..SearchOptions::default() });
        for engine in &mut engines {
            engine.set_hash(HASH).map_err(|_| "no memory for a small table")?;
        }
        let full = Color::ALL[number as usize % 2];
        loop {
            // White begins.
            let engine = &mut engines[(place.moves.len() + number as usize) % 2];
            place.set_up(&mut position)?;
            if let Some(outcome) = position.outcome() {
                return Ok(outcome.winner.map_or(0.5, |winner| f64::from(winner == full)));
            }
            let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
            let best = engine
                .search_any(&position, &limits)
                .best
                .ok_or("no move in a game that is not over")?;
            place.moves.push(position.uci(best));
        }
    }
}
