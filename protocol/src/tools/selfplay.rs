//! `baroque selfplay`: games of the engine against itself, as training data.

use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Instant;

use baroque_engine::network::Network;
use baroque_engine::{Engine, Limits, Score, TunedGame};
use baroque_formats::files;
use baroque_games::Games;
use baroque_movegen::{AnyGame, Color, GameHistory, StopFlag, with_history};
use clap::Args;

use super::agreement::Agreement;
use super::args::RulesArgs;
use super::error::{ToolError, exit_code, print_note};
use super::openings::RandomOpenings;
use super::shard::{self, Shard, ShardArgs, ShardFile};
use super::training::{self, GameFormat, GameItems, GameRecord, GamesHeader, Plies, Resign};
use crate::error::Error;
use crate::options::MAX_THREADS;
use crate::progress::Progress;
use crate::signals;

/// MiB of the hash table: the searches are short, and each game begins with an empty one.
const HASH: usize = 1;
/// Plies after which an unfinished game is a draw.
const MAX_PLIES: usize = 1000;

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
    /// Random plies at the beginning of each game; 6..11 is a number from 6 to 11 for each
    #[arg(long, value_name = "N|N..N", default_value = "8")]
    plies: Plies,
    /// End games as won, such as movecount=4,score=1000: the scores of 4 moves of each side in a
    /// row agree on a lead of 1000 centipawns
    #[arg(long, value_name = "movecount=N,score=CP")]
    resign: Option<Resign>,
    /// Network to play by, instead of the game's own
    #[arg(long, value_name = "FILE")]
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
    /// The header of the output file.
    fn header(&self, position: &AnyGame, engine: &Engine, shard: Shard) -> GamesHeader {
        let (network, scale) = with_history!(position.history(), game => describe(game, engine));
        let header = GamesHeader {
            job: GamesHeader::JOB.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            variant: position.variant().to_owned(),
            definition: position.definition().map(str::to_owned),
            rules: position.rules(),
            games: self.count,
            nodes: self.nodes,
            depth: self.depth,
            plies: self.plies,
            resign: self.resign,
            network: network.map(|network| format!("{:08x}", network.crc())),
            scale,
            seed: self.seed,
            shard: shard.index,
            shards: shard.of,
            format: None,
        };
        header.with(GameFormat::Binary)
    }
}

/// Plays the engine against itself and writes training data.
///
/// # Errors
/// An argument or an input is bad, or the output cannot be written.
pub fn run(args: &SelfplayArgs, games: &Games) -> Result<ExitCode, ToolError> {
    let position = args.rules.position(games)?;
    let network = match &args.eval_file {
        Some(path) => Some(files::read_network(path, &position).map_err(Error::from)?),
        None => None,
    };
    let mut engine = Engine::new();
    engine.set_network(network.clone());
    let shard = args.shard_args.shard()?;
    let header = args.header(&position, &engine, shard);
    let items = GameItems::new(GameFormat::Binary, &header, position.clone());
    let name = (GamesHeader::JOB, GameFormat::Binary.extension());
    let (mut file, done) =
        ShardFile::open(&args.shard_args, shard, name, &header, |reader, game| {
            Ok(training::read_record(reader, game)?.is_some())
        })?;
    let stop = signals::stop_flag();
    let worker = || {
        let mut player = SelfPlayer::new(args, position.clone(), network.clone(), &stop)?;
        Ok::<_, ToolError>(move |index| player.play(shard.number(index)))
    };
    let mut counts = SampleCounts::default();
    let start = Instant::now();
    let threads = shard::threads(args.threads);
    let all = shard.len(args.count);
    let progress = Progress::new("selfplay", all.saturating_sub(done), "games");
    shard::parallel_ordered(done..all, threads, worker, |game| {
        counts.add(&game);
        progress.advance(1);
        let bytes = items.write(&game).map_err(|reason| file.bad(reason))?;
        Ok(file.append(&bytes)?)
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

/// The network that an engine plays a game by, and the scale of its scores.
fn describe<'a, G: TunedGame>(
    game: &GameHistory<G>,
    engine: &'a Engine,
) -> (Option<&'a Network>, u16) {
    (engine.network(game.position()), Score::scale::<G>())
}

/// Plays games of the engine against itself.
struct SelfPlayer<'a> {
    position: AnyGame,
    engine: Engine,
    openings: RandomOpenings,
    args: &'a SelfplayArgs,
    stop: &'a StopFlag,
}

impl<'a> SelfPlayer<'a> {
    fn new(
        args: &'a SelfplayArgs,
        position: AnyGame,
        network: Option<Network>,
        stop: &'a StopFlag,
    ) -> Result<Self, Error> {
        let openings = RandomOpenings::new(&position, args.seed, 0)?;
        let mut engine = Engine::new();
        engine.set_network(network);
        engine.set_hash(HASH).map_err(|_| Error::no_memory(HASH as u64))?;
        Ok(Self { position, engine, openings, args, stop })
    }

    /// Plays the game of a number, independent of earlier games; `None` if `stop` is set before its
    /// end.
    fn play(&mut self, number: u64) -> Option<GameRecord> {
        let position = &mut self.position;
        let &SelfplayArgs { seed, plies, resign, nodes, depth, .. } = self.args;
        let limits = Limits { nodes, depth, ..Limits::default() };
        self.openings.set_plies(plies.of(seed, number) as usize);
        self.openings.opening(number).set_up(position).ok()?;
        self.engine.clear();
        let mut game = GameRecord {
            number,
            first_ply: position.moves().len().try_into().ok()?,
            fen: position.fen(),
            winner: None,
            moves: Vec::new(),
        };
        let (mut scores, mut adjudicated) = (Agreement::START, None);
        while position.outcome().is_none()
            && adjudicated.is_none()
            && position.moves().len() < MAX_PLIES
        {
            let result =
                self.engine.search_any_with(position.history(), &limits, self.stop, &mut |_| ());
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            let best = result.best?;
            let score = result.score().unwrap_or(Score::DRAW).value().try_into().ok()?;
            game.moves.push((best, score));
            let side = position.side();
            adjudicated = resign.and_then(|resign| resign.add(&mut scores, side, score));
            position.play(best).ok()?;
        }
        game.winner = position.outcome().map_or(adjudicated, |outcome| outcome.winner);
        Some(game)
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
    fn add(&mut self, game: &GameRecord) {
        self.positions += game.moves.len();
        *match game.winner {
            Some(Color::White) => &mut self.white,
            None => &mut self.draws,
            Some(Color::Black) => &mut self.black,
        } += 1;
    }
}
