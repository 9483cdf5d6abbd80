//! Measures the levels of playing strength of a game (`engine/src/strength.rs`) and places them anew:
//!
//! `cargo run --release --example calibrate -- VARIANT GAMES NODES...`
//!
//! NODES are those of the levels; the last is full strength, with as many as are searched in a second.
//! A player who always takes the most meets level 1, and each level the next. Printed are their scores
//! and the nodes of levels that would be equally far apart in Elo. Measure those again, until the
//! scores are equal. Games begin from random openings, each of them played from both sides.

use std::process::ExitCode;

use baroque_engine::{Engine, Evaluable, LEVELS, Limits, Options, Strength};
use baroque_movegen::{AnyPosition, Color, Move, PieceKind, Position, with_history};
use baroque_protocol::RandomOpenings;
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

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Result<(), Error> {
    let number = |text: &String| text.parse::<u64>().map_err(|_| format!("'{text}' is no number"));
    let [variant, games, nodes @ ..] = arguments else {
        return Err("usage: calibrate VARIANT GAMES NODES...".into());
    };
    let games = number(games)?;
    let nodes: Vec<u64> = nodes.iter().map(number).collect::<Result<_, _>>()?;
    let Some((&most, fewer)) = nodes.split_last().filter(|_| nodes.len() == usize::from(LEVELS))
    else {
        return Err(format!("{} numbers of nodes for {LEVELS} levels", nodes.len()).into());
    };
    let mut players = vec![Player::Greedy];
    players.extend(fewer.iter().map(|&nodes| Player::Weak(nodes)));
    players.push(Player::Full(most));
    let (mut rating, mut curve) = (0.0, Vec::new());
    for ((level, &nodes), pair) in (1..).zip(&nodes).zip(players.windows(2)) {
        let score = score(variant, [pair[1], pair[0]], games)?;
        rating += elo(score);
        curve.push((rating, (nodes as f64).ln()));
        println!("level {level}, {nodes} nodes: {:.1} % against the one below", 100.0 * score);
    }
    let step = rating / f64::from(LEVELS - 1);
    println!("nodes of levels {step:.0} Elo apart:");
    for level in 0..LEVELS {
        print!("{:.0} ", at(&curve, step * f64::from(level)).exp());
    }
    println!();
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
    /// The engine below full strength, limited to a number of nodes a move.
    Weak(u64),
    /// The engine at full strength, limited to a number of nodes a move.
    Full(u64),
}

/// The score of the first of two players, from 0 to 1 without the ends.
fn score(variant: &str, players: [Player; 2], games: u64) -> Result<f64, Error> {
    let games = (0..games).into_par_iter();
    let results: Vec<f64> =
        games.map(|game| play(variant, players, game)).collect::<Result<_, _>>()?;
    // Half a draw more keeps the difference in Elo finite.
    Ok((results.iter().sum::<f64>() + 0.25) / (results.len() as f64 + 0.5))
}

/// The first player's score in one game. Two games in a row have the same opening.
fn play(variant: &str, players: [Player; 2], number: u64) -> Result<f64, Error> {
    let opening = RandomOpenings::new(variant, "", 0, OPENING)?.opening(number / 2);
    let mut position = AnyPosition::new(variant)?;
    opening.set_up(&mut position)?;
    let mut random = StdRng::seed_from_u64(number);
    let mut engines = [Engine::new(), Engine::new()];
    for (engine, player) in engines.iter_mut().zip(players) {
        engine.set_hash(HASH).map_err(|_| "no memory for a small table")?;
        if let Player::Weak(nodes) = player {
            let strength = Strength::Nodes(nodes);
            engine.set_options(Options { strength, seed: number, ..Options::default() });
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
                (found.best, found.score)
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
fn greedy_move<G: Evaluable>(position: &Position<G>, random: &mut StdRng) -> Option<Move> {
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
