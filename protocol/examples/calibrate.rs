//! Measures how strong the engine is by nodes a move, with the errors of the levels below full
//! strength, and prints the levels of a game (`engine/src/strength.rs`):
//!
//! `cargo run --release --example calibrate -- VARIANT GAMES NODES SECOND`
//!
//! First a player who always takes the most meets engines with 1, 2, 4 … nodes, then each of these
//! engines the next, up to NODES. The last level has as many nodes as are searched in a SECOND; beyond
//! NODES strength is assumed to grow as before. Games begin from random openings, each of them
//! played from both sides.

use std::process::ExitCode;

use baroque_engine::{Engine, Evaluable, LEVELS, LOWEST_ELO, Limits, Options, Strength};
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
/// Nodes from which on neighbouring engines differ by a factor of 4, not of 2, and play a third of the
/// games.
const MANY_NODES: u64 = 16_384;

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
    let [variant, games, nodes, second] = arguments else {
        return Err("usage: calibrate VARIANT GAMES NODES SECOND".into());
    };
    let number = |text: &String| text.parse::<u64>().map_err(|_| format!("'{text}' is no number"));
    let (games, most, second) = (number(games)?, number(nodes)?, number(second)?);
    let next = |&nodes: &u64| Some(nodes * if nodes < MANY_NODES { 2 } else { 4 });
    let rungs: Vec<u64> =
        std::iter::successors(Some(1), next).take_while(|&nodes| nodes <= most).collect();
    let first = as_strong_as_greedy(variant, &rungs, games)?;
    let mut curve = vec![(0.0, 0.0)];
    for pair in rungs.windows(2) {
        let [fewer, more] = [pair[0], pair[1]];
        let games = if more > MANY_NODES { games.div_ceil(3) } else { games };
        let score = score(variant, [Player::Engine(more), Player::Engine(fewer)], games)?;
        curve.push(((more as f64).ln(), curve[curve.len() - 1].1 + elo(score)));
        println!("{more} nodes against {fewer}: {:.1} %, {:.0} Elo", 100.0 * score, elo(score));
    }
    let lowest = at(&curve, first);
    let swapped: Vec<(f64, f64)> = curve.iter().map(|&(nodes, elo)| (elo, nodes)).collect();
    let step = (at(&curve, (second as f64).ln()) - lowest) / f64::from(LEVELS - 1);
    println!("level, nodes, Elo:");
    for level in 0..LEVELS {
        let above = step * f64::from(level);
        let nodes = if level == 0 { first } else { at(&swapped, lowest + above) }.exp();
        println!("{} {nodes:.0} {:.0}", level + 1, f64::from(LOWEST_ELO) + above);
    }
    Ok(())
}

/// Logarithm of the nodes with which an engine scores half against the greedy player.
fn as_strong_as_greedy(variant: &str, rungs: &[u64], games: u64) -> Result<f64, Error> {
    let mut before = None;
    for &nodes in rungs {
        let score = score(variant, [Player::Engine(nodes), Player::Greedy], games)?;
        println!("{nodes} nodes against a greedy player: {:.1} %", 100.0 * score);
        let nodes = (nodes as f64).ln();
        match before {
            _ if score < 0.5 => before = Some((elo(score), nodes)),
            Some(below) => return Ok(at(&[below, (elo(score), nodes)], 0.0)),
            None => return Err("a single node is too strong".into()),
        }
    }
    Err("the greedy player is too strong".into())
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
    /// The engine with so many nodes a move.
    Engine(u64),
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
        if let Player::Engine(nodes) = player {
            let strength = Strength::Nodes(nodes);
            engine.set_options(Options { strength, seed: number, ..Options::default() });
        }
    }
    let first = Color::ALL[number as usize % 2];
    for _ in 0..MAX_PLIES {
        if let Some(outcome) = position.outcome() {
            return Ok(outcome.winner.map_or(0.5, |winner| f64::from(winner == first)));
        }
        let turn = usize::from(position.side() != first);
        let mv = match players[turn] {
            Player::Greedy => with_history!(position.history(), game => {
                greedy_move(game.position(), &mut random)
            }),
            Player::Engine(_) => engines[turn].search_any(&position, &Limits::default()).best,
        };
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
