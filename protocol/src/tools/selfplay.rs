//! `baroque selfplay`: games of the engine against itself, as training data.

use std::process::ExitCode;
use std::time::Instant;

use baroque_formats::Loaded;
use baroque_formats::files;
use baroque_movegen::Color;
use baroque_training::records::{GameRecord, Plies, Resign};
use baroque_training::selfplay::SelfPlay;
use clap::Args;

use super::args::{RulesArgs, ShardArgs, threads};
use super::error::{ToolError, exit_code, print_note};
use crate::error::Error;
use crate::options::MAX_THREADS;
use crate::progress::Progress;
use crate::signals;

/// Arguments of `baroque selfplay`.
#[derive(Args, Debug)]
pub struct SelfplayArgs {
    #[command(flatten)]
    rules: RulesArgs,
    /// Number of games of all shards together
    #[arg(long, value_name = "N", requires = "out")]
    count: u64,
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
    /// Random plies at the beginning of each game; 6..11 chooses from 6 to 11 each time
    #[arg(long, value_name = "N|N..N", default_value = "8")]
    plies: Plies,
    /// Adjudicate wins: with movecount=4,score=1000, when the last 4 scores of each side agree on a
    /// lead of 1000 centipawns
    #[arg(long, value_name = "movecount=N,score=CP")]
    resign: Option<Resign>,
    /// Network to play with instead of the game's own, or none
    #[arg(long, value_name = "FILE|<none>")]
    eval_file: Option<String>,
    /// Seed of the random openings
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Number of games at a time; default: one per processor
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MAX_THREADS))]
    threads: Option<u64>,
    #[command(flatten)]
    shard_args: ShardArgs,
}

impl SelfplayArgs {
    /// The games to play.
    fn games(&self, loaded: &Loaded) -> Result<SelfPlay, Error> {
        let start = self.rules.position(loaded)?;
        let evaluation = match self.eval_file.as_deref() {
            None => loaded.evaluation(),
            Some(file) => files::read_evaluation(file, &start)?,
        };
        let &Self { nodes, depth, plies, resign, seed, .. } = self;
        Ok(SelfPlay { evaluation, start, nodes, depth, plies, resign, seed })
    }
}

/// Plays the engine against itself and writes training data.
///
/// # Errors
/// An argument or an input is bad, or the output cannot be written.
pub fn run(args: &SelfplayArgs, loaded: &Loaded) -> Result<ExitCode, ToolError> {
    let games = args.games(loaded)?;
    let place = args.shard_args.place()?;
    let shard = place.shard;
    let recording = games.open(&place, args.count)?;
    let stop = signals::stop_flag();
    let mut counts = SampleCounts::default();
    let start = Instant::now();
    let left = recording.left();
    let progress = Progress::new("selfplay", left.end.saturating_sub(left.start), "games");
    recording.play(threads(args.threads), (&stop, |_| true), |game| {
        counts.add(game);
        progress.advance(1);
        Ok::<_, ToolError>(())
    })?;
    drop(progress);
    let SampleCounts { white, draws, black, positions } = counts;
    let games = white + draws + black;
    let rate = games as f64 / start.elapsed().as_secs_f64().max(1e-9);
    print_note(format!(
        "shard {shard}: {games} games, White won {white}, drawn {draws}, Black won {black}, \
         {positions} positions, {rate:.2} games/s"
    ));
    Ok(exit_code(&stop))
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
    fn add(&mut self, game: &GameRecord) {
        self.positions += game.moves.len();
        *match game.winner {
            Some(Color::White) => &mut self.white,
            None => &mut self.draws,
            Some(Color::Black) => &mut self.black,
        } += 1;
    }
}
