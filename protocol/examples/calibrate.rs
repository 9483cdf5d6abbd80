//! Measures the levels of playing strength of a game (`engine/src/strength.rs`) and places them anew:
//!
//! `cargo run --release --example calibrate -- VARIANT GAMES NODES...`
//!
//! NODES are those of the levels; the last is full strength. A player who always takes the most meets
//! level 1, and each level the next. Printed are their scores and the nodes of levels that would be
//! equally far apart in Elo. Measure those again, until the scores are equal. Games begin from random
//! openings, each of them played from both sides.
//!
//! With `--levels` only those levels meet the one below, and with `--from` games are numbered from there:
//! each game's result is written to stderr, so that a long match can be played in parts.

use std::process::ExitCode;

use baroque_engine::{Engine, LEVELS, Limits, SearchOptions, Strength, TunedGame};
use baroque_movegen::interrupt::StopFlag;
use baroque_movegen::{AnyGame, Color, Move, PieceKind, Position, with_history};
use baroque_training::openings::RandomOpenings;
use clap::Parser;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rayon::prelude::*;

/// Plies of random play before the players take over.
const OPENING: usize = 8;
/// Plies after which a game is drawn.
const MAX_PLIES: usize = 400;
/// Size of each engine's table in MiB.
const HASH: usize = 4;
/// A lead in centipawns that decides a game: between engines of equal strength it is worth
/// 95 % of the points in every game (`engine/src/wdl.rs`).
const WON: i32 = 500;
/// Plies in a row in which the engines report such a lead before the game ends.
const AGREED: i32 = 6;

type Error = Box<dyn std::error::Error + Send + Sync>;

#[derive(Parser)]
struct Arguments {
    /// Rule set of the games
    variant: String,
    /// Games of each level
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Nodes a move of each level
    #[arg(required = true, num_args = usize::from(LEVELS), value_name = "NODES")]
    nodes: Vec<u64>,
    /// Levels to measure, separated by commas [default: all]
    #[arg(long, value_delimiter = ',')]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=i64::from(LEVELS)))]
    levels: Vec<u8>,
    /// Number of each level's first game
    #[arg(long, default_value_t = 0)]
    from: u64,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), Error> {
    let mut below = Player::Greedy;
    let (mut rating, mut curve) = (0.0, Vec::new());
    for (level, &nodes) in (1..=LEVELS).zip(&arguments.nodes) {
        let player = if level == LEVELS { Player::Full(nodes) } else { Player::Weak(nodes) };
        let players = [player, below];
        below = player;
        if !arguments.levels.is_empty() && !arguments.levels.contains(&level) {
            continue;
        }
        let score = score(arguments, level, players)?;
        rating += elo(score);
        curve.push((rating, (nodes as f64).ln()));
        println!("level {level}, {nodes} nodes: {:.1} % against the one below", 100.0 * score);
    }
    if curve.len() == usize::from(LEVELS) {
        let step = rating / f64::from(LEVELS - 1);
        println!("nodes of levels {step:.0} Elo apart:");
        for level in 0..LEVELS {
            print!("{:.0} ", at(&curve, step * f64::from(level)).exp());
        }
        println!();
    }
    Ok(())
}

/// The value of a piecewise linear function, whose last piece goes on for ever.
fn at(points: &[(f64, f64)], x: f64) -> f64 {
    let last = points.len() - 1;
    let end = (1..last).find(|&end| points[end].0 >= x).unwrap_or(last);
    let ((x0, y0), (x1, y1)) = (points[end - 1], points[end]);
    y0 + (y1 - y0) * (x - x0) / (x1 - x0)
}

/// The difference in Elo of a score from 0 to 1.
fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// Who plays.
#[derive(Clone, Copy)]
enum Player {
    /// Takes what is worth most at once, or else moves at random.
    Greedy,
    /// The engine below full strength, limited to a number of nodes per move.
    Weak(u64),
    /// The engine at full strength, limited to a number of nodes per move.
    Full(u64),
}

/// The score of the first of two players, from 0 to 1 without the ends. Games are begun in the order of
/// their numbers.
fn score(arguments: &Arguments, level: u8, players: [Player; 2]) -> Result<f64, Error> {
    let end = arguments.from.saturating_add(arguments.games);
    let results: Vec<f64> = (arguments.from..end)
        .par_bridge()
        .map(|game| {
            let result = play(&arguments.variant, players, game)?;
            eprintln!("level {level}, game {game}: {result}");
            Ok::<_, Error>(result)
        })
        .collect::<Result<_, _>>()?;
    // Half a draw more keeps the difference in Elo finite.
    Ok((results.iter().sum::<f64>() + 0.25) / (results.len() as f64 + 0.5))
}

/// The first player's score in one game. Two games in a row have the same opening.
fn play(variant: &str, players: [Player; 2], number: u64) -> Result<f64, Error> {
    let mut position = AnyGame::new(variant)?;
    let opening =
        RandomOpenings::new(&position, 0, OPENING, &StopFlag::default())?.opening(number / 2);
    opening.set_up(&mut position)?;
    let mut random = StdRng::seed_from_u64(number);
    let mut engines = [Engine::new(), Engine::new()];
    for (engine, player) in engines.iter_mut().zip(players) {
        engine.set_hash(HASH).map_err(|_| "no memory for a small table")?;
        if let Player::Weak(nodes) = player {
            let strength = Strength::Nodes(nodes);
            engine.set_options(SearchOptions {
                strength,
                seed: number,
                ..SearchOptions::default()
            });
        }
    }
    let first = Color::ALL[number as usize % 2];
    let mut agreed: i32 = 0;
    for _ in 0..MAX_PLIES {
        if let Some(outcome) = position.outcome() {
            return Ok(outcome.winner.map_or(0.5, |winner| f64::from(winner == first)));
        }
        let turn = usize::from(position.side() != first);
        let (mv, score) = match players[turn] {
            Player::Greedy => with_history!(position.history(), game => {
                (greedy_move(game.position(), &mut random), None)
            }),
            Player::Weak(nodes) | Player::Full(nodes) => {
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                let found = engines[turn].search_any(&position, &limits);
                (found.best, found.score())
            }
        };
        let score = score.map_or(0, |score| if turn == 0 { score.value() } else { -score.value() });
        agreed = if score >= WON {
            agreed.max(0) + 1
        } else if score <= -WON {
            agreed.min(0) - 1
        } else {
            0
        };
        if agreed.abs() == AGREED {
            return Ok(f64::from(agreed > 0));
        }
        position.play(mv.ok_or("no move in a game that is not over")?)?;
    }
    Ok(0.5)
}

/// One of the moves that win most at once: pieces by their values, the king above all.
fn greedy_move<G: TunedGame>(position: &Position<G>, random: &mut StdRng) -> Option<Move> {
    let value =
        |kind| if kind == PieceKind::KING { 100_000 } else { G::value(position.rules(), kind) };
    let gain = |mv: Move| {
        let mut gain = 0;
        position.for_each_capture(mv, |_, piece| {
            gain +=
                if piece.color == position.side() { -value(piece.kind) } else { value(piece.kind) };
        });
        gain
    };
    let moves: Vec<(i32, Move)> =
        position.legal_moves().into_iter().map(|mv| (gain(mv), mv)).collect();
    let most = moves.iter().map(|&(gain, _)| gain).max()?;
    let best: Vec<Move> =
        moves.iter().filter(|(gain, _)| *gain == most).map(|&(_, mv)| mv).collect();
    best.choose(random).copied()
}
