//! `baroque selfplay`: games of the engine against itself, position by position.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use baroque_engine::{DEFAULT_HASH, Engine, Limits, Score};
use baroque_movegen::{AnyPosition, Color};
use clap::Args;
use serde::{Deserialize, Serialize};

use super::error::{INTERRUPTED, ToolError};
use super::openings::RandomOpenings;
use super::shard::{self, Line, ShardArgs, ShardFile};
use crate::error::Error;
use crate::options::MAX_THREADS;
use crate::signals;

/// The name of the job, with which its files begin.
const JOB: &str = "selfplay";
/// Plies after which a game that no rule ends is called a draw.
const MAX_PLIES: usize = 1000;

#[derive(Args, Debug)]
pub struct SelfplayArgs {
    /// Rule set
    #[arg(long, default_value = AnyPosition::DEFAULT_VARIANT)]
    variant: String,
    /// Switches laid over the rule set: key=value, separated by commas
    #[arg(long, default_value = "")]
    rules: String,
    /// Games of all shards together
    #[arg(long, value_name = "N", requires = "out")]
    games: u64,
    /// Positions searched for each move
    #[arg(
        long,
        value_name = "N",
        required_unless_present = "depth",
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    nodes: Option<u64>,
    /// Depth in plies of the search for each move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Random plies before the engine takes over
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
    /// Games at a time; as many as there are processors if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MAX_THREADS))]
    threads: Option<u64>,
    #[command(flatten)]
    place: ShardArgs,
}

/// The header of a file.
#[derive(Serialize)]
struct Header<'a> {
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

/// A position of a game in which the engine made a move. Score and result are those of the side to
/// move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Sample {
    /// The number of the game, from 0.
    game: u64,
    /// Plies played before, those of the opening included.
    ply: usize,
    /// Plies of the whole game: the last position has `ply` one less.
    plies: usize,
    fen: String,
    check: bool,
    /// The move played, in UCI text.
    #[serde(rename = "move")]
    mv: String,
    /// Centipawns; a win in n plies is 32000 - n, a loss n - 32000.
    score: i32,
    /// How the game ended: 1 a win, 0.5 a draw, 0 a loss.
    result: f64,
}

impl Line for Sample {
    fn number(&self) -> u64 {
        self.game
    }

    fn is_last(&self) -> bool {
        self.plies.checked_sub(1) == Some(self.ply)
    }
}

/// A finished game.
struct PlayedGame {
    samples: Vec<Sample>,
    winner: Option<Color>,
}

pub fn run(args: &SelfplayArgs) -> Result<ExitCode, ToolError> {
    let position = AnyPosition::with_rules(&args.variant, &args.rules).map_err(Error::from)?;
    let header = Header {
        job: JOB,
        version: env!("CARGO_PKG_VERSION"),
        variant: position.variant(),
        rules: &position.rules(),
        games: args.games,
        nodes: args.nodes,
        depth: args.depth,
        plies: args.plies,
        seed: args.seed,
        shard: args.place.shard.index,
        shards: args.place.shard.of,
    };
    let shard = args.place.shard;
    let (mut file, done) = ShardFile::open::<Sample>(&args.place, JOB, &header)?;
    let stop = signals::stop_flag();
    let worker = || {
        let mut player = SelfPlayer::new(args, &stop)?;
        Ok::<_, ToolError>(move |piece| player.play(shard.number(piece)))
    };
    let mut tally = Tally::default();
    let start = Instant::now();
    let threads = shard::threads(args.threads);
    shard::parallel_ordered(done..shard.pieces(args.games), threads, worker, |game| {
        tally.count(&game);
        Ok(file.append(&game.samples)?)
    })?;
    let seconds = start.elapsed().as_secs_f64();
    // If standard error is closed, there is nobody to tell.
    let _ = writeln!(io::stderr(), "shard {shard}: {}", tally.text(seconds));
    Ok(match stop.load(Ordering::Relaxed) {
        true => ExitCode::from(INTERRUPTED),
        false => ExitCode::SUCCESS,
    })
}

/// Plays one game after the other.
struct SelfPlayer<'a> {
    position: AnyPosition,
    engine: Engine,
    openings: RandomOpenings,
    limits: Limits,
    stop: &'a AtomicBool,
}

impl<'a> SelfPlayer<'a> {
    fn new(args: &SelfplayArgs, stop: &'a AtomicBool) -> Result<Self, Error> {
        let SelfplayArgs { variant, rules, seed, plies, nodes, depth, .. } = args;
        let openings = RandomOpenings::new(variant, rules, *seed, *plies as usize)?;
        let position = AnyPosition::with_rules(variant, rules)?;
        let mut engine = Engine::new();
        engine
            .set_hash(DEFAULT_HASH)
            .map_err(|_| Error::TestMemory { wanted: DEFAULT_HASH as u64 })?;
        let limits = Limits { nodes: *nodes, depth: *depth, ..Limits::default() };
        Ok(Self { position, engine, openings, limits, stop })
    }

    /// The game with a number, which does not depend on the games before; `None` if `stop` was set
    /// before its end.
    fn play(&mut self, number: u64) -> Option<PlayedGame> {
        let position = &mut self.position;
        self.openings.opening(number).set_up(position).ok()?;
        self.engine.clear();
        let mut samples = Vec::new();
        let mut sides = Vec::new();
        while position.outcome().is_none() && position.moves().len() < MAX_PLIES {
            let result = self.engine.search_any(position, &self.limits, self.stop, &mut |_| ());
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            let best = result.best?;
            sides.push(position.side());
            samples.push(Sample {
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
        for (sample, side) in samples.iter_mut().zip(sides) {
            sample.plies = position.moves().len();
            sample.result = winner.map_or(0.5, |winner| f64::from(winner == side));
        }
        Some(PlayedGame { samples, winner })
    }
}

/// What was played.
#[derive(Default)]
struct Tally {
    white: u64,
    draws: u64,
    black: u64,
    positions: usize,
}

impl Tally {
    fn count(&mut self, game: &PlayedGame) {
        self.positions += game.samples.len();
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
