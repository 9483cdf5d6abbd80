//! `baroque selfplay`: games of the engine against itself, written as training positions.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use baroque_engine::{DEFAULT_HASH, Engine, Limits, Score};
use baroque_movegen::{AnyPosition, Color, with_history};
use clap::Args;
use serde::{Deserialize, Serialize};

use super::args::RulesArgs;
use super::error::{ToolError, exit_code};
use super::openings::RandomOpenings;
use super::shard::{self, ShardArgs, ShardFile, ShardLine};
use crate::error::Error;
use crate::options::MAX_THREADS;
use crate::progress::Progress;
use crate::signals;

/// The name of the job and of its files.
const JOB: &str = "selfplay";
/// Plies after which an unfinished game is a draw.
const MAX_PLIES: usize = 1000;

#[derive(Args, Debug)]
pub struct SelfplayArgs {
    #[command(flatten)]
    rules: RulesArgs,
    /// Number of games of all shards together
    #[arg(long, value_name = "N", requires = "out")]
    games: u64,
    /// Nodes to search for each move
    #[arg(
        long,
        value_name = "N",
        required_unless_present = "depth",
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    nodes: Option<u64>,
    /// Depth in plies to search for each move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Random plies at the beginning of each game
    #[arg(
        long,
        value_name = "N",
        default_value_t = 8,
        value_parser = clap::value_parser!(u32).range(0..=100)
    )]
    plies: u32,
    /// Seed of the random openings
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Number of games at a time; default: one per processor
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MAX_THREADS))]
    threads: Option<u64>,
    #[command(flatten)]
    shard_args: ShardArgs,
}

/// The header of a shard file.
#[derive(Serialize)]
struct SelfplayHeader<'a> {
    job: &'a str,
    version: &'a str,
    variant: &'a str,
    rules: &'a str,
    games: u64,
    nodes: Option<u64>,
    depth: Option<u32>,
    plies: u32,
    seed: u64,
    shard: u64,
    shards: u64,
}

/// A position in which the engine made a move. Score and result are for the side to move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct TrainingPosition {
    /// The number of the game, from 0.
    game: u64,
    /// Plies played before, the opening included.
    ply: usize,
    /// Plies of the whole game; the `ply` of the last position is one less.
    plies: usize,
    fen: String,
    check: bool,
    /// The move played, as UCI text.
    #[serde(rename = "move")]
    mv: String,
    /// Centipawns; 32000 − n for a win in n plies, n − 32000 for a loss.
    score: i32,
    /// Result of the game: 1 for a win, 0.5 for a draw, 0 for a loss.
    result: f64,
}

impl ShardLine for TrainingPosition {
    fn number(&self) -> u64 {
        self.game
    }

    fn is_last(&self) -> bool {
        self.plies.checked_sub(1) == Some(self.ply)
    }
}

/// A finished game.
struct PlayedGame {
    positions: Vec<TrainingPosition>,
    winner: Option<Color>,
}

pub fn run(args: &SelfplayArgs) -> Result<ExitCode, ToolError> {
    let position = args.rules.position()?;
    let header = SelfplayHeader {
        job: JOB,
        version: env!("CARGO_PKG_VERSION"),
        variant: position.variant(),
        rules: &position.rules(),
        games: args.games,
        nodes: args.nodes,
        depth: args.depth,
        plies: args.plies,
        seed: args.seed,
        shard: args.shard_args.shard.index,
        shards: args.shard_args.shard.of,
    };
    let shard = args.shard_args.shard;
    let (mut file, done) = ShardFile::open(&args.shard_args, JOB, &header, ply_check(args.plies))?;
    let stop = signals::stop_flag();
    let worker = || {
        let mut player = SelfPlayer::new(args, &stop)?;
        Ok::<_, ToolError>(move |index| player.play(shard.number(index)))
    };
    let mut counts = SampleCounts::default();
    let start = Instant::now();
    let threads = shard::threads(args.threads);
    let all = shard.len(args.games);
    let progress = Progress::new("selfplay", all.saturating_sub(done), "games");
    shard::parallel_ordered(done..all, threads, worker, |game| {
        counts.add(&game);
        progress.advance(1);
        Ok(file.append(&game.positions)?)
    })?;
    drop(progress);
    let seconds = start.elapsed().as_secs_f64();
    // A closed stderr is ignored.
    let _ = writeln!(io::stderr(), "shard {shard}: {}", counts.text(seconds));
    Ok(exit_code(&stop))
}

/// A check that no line of a game is missing. The first one comes after an opening of `plies` plies,
/// or of none if random moves always ended the game.
fn ply_check(plies: u32) -> impl FnMut(&TrainingPosition) -> Result<(), String> {
    let mut next = None;
    move |line| {
        let first = if line.ply == 0 { 0 } else { plies as usize };
        let expected = next.take().unwrap_or(first);
        next = (!line.is_last()).then_some(expected + 1);
        match line.ply == expected {
            true => Ok(()),
            false => {
                let TrainingPosition { game, ply, .. } = line;
                Err(format!("game {game} is damaged: ply is {ply}, expected {expected}"))
            }
        }
    }
}

/// Plays games of the engine against itself.
struct SelfPlayer<'a> {
    position: AnyPosition,
    engine: Engine,
    openings: RandomOpenings,
    limits: Limits,
    stop: &'a AtomicBool,
}

impl<'a> SelfPlayer<'a> {
    fn new(args: &SelfplayArgs, stop: &'a AtomicBool) -> Result<Self, Error> {
        let SelfplayArgs { rules, seed, plies, nodes, depth, .. } = args;
        let openings = RandomOpenings::new(&rules.variant, &rules.rules, *seed, *plies as usize)?;
        let position = rules.position()?;
        let mut engine = Engine::new();
        engine
            .set_hash(DEFAULT_HASH)
            .map_err(|_| Error::TestMemory { wanted: DEFAULT_HASH as u64 })?;
        let limits = Limits { nodes: *nodes, depth: *depth, ..Limits::default() };
        Ok(Self { position, engine, openings, limits, stop })
    }

    /// Plays the game of a number, independent of earlier games; `None` if `stop` is set before its
    /// end.
    fn play(&mut self, number: u64) -> Option<PlayedGame> {
        let position = &mut self.position;
        self.openings.opening(number).set_up(position).ok()?;
        self.engine.clear();
        let mut positions: Vec<TrainingPosition> = Vec::new();
        let mut sides = Vec::new();
        while position.outcome().is_none() && position.moves().len() < MAX_PLIES {
            let result = with_history!(position.history(), game => {
                self.engine.search_with(game, &self.limits, self.stop, &mut |_| ())
            });
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            let best = result.best?;
            sides.push(position.side());
            positions.push(TrainingPosition {
                game: number,
                ply: position.moves().len(),
                plies: 0,
                fen: position.fen(),
                check: position.in_check(),
                mv: position.uci(best),
                score: result.score.unwrap_or(Score::DRAW).value(),
                result: 0.5,
            });
            position.play(best).ok()?;
        }
        let winner = position.outcome().and_then(|outcome| outcome.winner);
        for (sample, side) in positions.iter_mut().zip(sides) {
            sample.plies = position.moves().len();
            sample.result = winner.map_or(0.5, |winner| f64::from(winner == side));
        }
        Some(PlayedGame { positions, winner })
    }
}

/// Sums over games.
#[derive(Default)]
struct SampleCounts {
    white: u64,
    draws: u64,
    black: u64,
    positions: usize,
}

impl SampleCounts {
    fn add(&mut self, game: &PlayedGame) {
        self.positions += game.positions.len();
        *match game.winner {
            Some(Color::White) => &mut self.white,
            None => &mut self.draws,
            Some(Color::Black) => &mut self.black,
        } += 1;
    }

    fn text(&self, seconds: f64) -> String {
        let Self { white, draws, black, positions } = self;
        let games = white + draws + black;
        let rate = games as f64 / seconds.max(1e-9);
        format!(
            "{games} games, White won {white}, drawn {draws}, Black won {black}, {positions} \
             positions, {rate:.2} games/s"
        )
    }
}
