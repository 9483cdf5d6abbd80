//! The command line.

use std::io::{self, BufReader, BufWriter, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::{Args, Parser, Subcommand};
use thiserror::Error;

use crate::arena::MatchError;
use crate::arena::stats::SprtError;
use crate::error::Error;
use crate::game::{AnyGame, Place};
use crate::option::{DEFAULT_HASH, DEFAULT_THREADS, MAX_HASH, MAX_THREADS};
use crate::output::{one_line, quoted};
use crate::play::{self, PlayArgs};
use crate::shard::ShardError;
use crate::variants;

mod analyze;
mod convert;
mod merge;
mod perft;
mod selfplay;
mod solve;
mod split;
mod stats;

/// Plays Baroque chess (Ultima), Maxima, Rococo and Renaissance. Without a sub-command it speaks UCI on standard input and output.
#[derive(Parser, Debug)]
#[command(name = "baroque", version)]
struct Cli {
    #[command(subcommand)]
    command: Option<Sub>,
}

#[derive(Subcommand, Debug)]
enum Sub {
    /// List the legal moves: UCI text, a tab, readable text
    Moves {
        #[command(flatten)]
        game: GameArgs,
    },
    /// Count legal move sequences; the node count is the last number of the last line
    Perft(perft::PerftArgs),
    /// Search fixed positions to a fixed depth; the node count is the same on every machine
    Bench {
        /// Rule set of the game to search; all games if not given
        variant: Option<String>,
    },
    /// Search a position and tell about it in plain words
    Analyze(analyze::AnalyzeArgs),
    /// Speak with XBoard or WinBoard (CECP, version 2) on standard input and output
    Xboard,
    /// Write games (PGN) in the export format, or positions in our letters or vchess's
    Convert(convert::ConvertArgs),
    /// Play against the engine in the terminal; 'help' there tells all commands
    Play(PlayArgs),
    /// Let engines play each other: 'match --help' tells all options, which are those of fastchess
    #[command(disable_help_flag = true)]
    Match {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        options: Vec<String>,
    },
    /// Tell how strong engines are by the games they played (PGN)
    Stats(stats::StatsArgs),
    /// Look for the best moves of positions (EPD)
    Solve(solve::SolveArgs),
    /// Let the engine play itself and write positions with scores and results
    Selfplay(selfplay::SelfplayArgs),
    /// Lines of UCI, carried out one after the other: baroque "position startpos" "go depth 9"
    #[command(external_subcommand)]
    Lines(Vec<String>),
}

/// Which position.
#[derive(Args, Debug)]
pub(crate) struct GameArgs {
    /// Rule set
    #[arg(long, default_value = variants::DEFAULT)]
    variant: String,
    /// Switches laid over the rule set: key=value, separated by commas
    #[arg(long, default_value = "")]
    rules: String,
    /// Start position by its name, such as the squares of kings and immobilizers
    #[arg(long)]
    start: Option<String>,
    /// Position
    #[arg(long, conflicts_with = "start")]
    fen: Option<String>,
}

impl GameArgs {
    pub(crate) fn open(&self) -> Result<Box<dyn AnyGame>, Error> {
        let mut game = variants::open_with(&self.variant, &self.rules)?;
        if let Some(start) = &self.start {
            game.set_start(start)?;
        }
        if let Some(fen) = self.fen.clone() {
            let place = Place { fen: Some(fen), moves: Vec::new() };
            game.set_place(&place)?;
        }
        Ok(game)
    }
}

/// What the engine gets.
#[derive(Args, Debug)]
pub(crate) struct EngineArgs {
    /// Search threads
    #[arg(
        long,
        default_value_t = DEFAULT_THREADS,
        value_parser = clap::value_parser!(u64).range(1..=MAX_THREADS)
    )]
    threads: u64,
    /// Hash table in MiB
    #[arg(
        long,
        default_value_t = DEFAULT_HASH,
        value_parser = clap::value_parser!(u64).range(1..=MAX_HASH)
    )]
    hash: u64,
}

impl EngineArgs {
    pub(crate) fn equip(&self, game: &mut dyn AnyGame) -> Result<(), Error> {
        game.set_threads(self.threads.try_into().unwrap_or(usize::MAX));
        let mebibytes = self.hash.try_into().unwrap_or(usize::MAX);
        let memory = Error::Memory { wanted: self.hash, kept: DEFAULT_HASH };
        game.set_hash(mebibytes).map_err(|_| memory)
    }
}

/// Why a sub-command ended early.
#[derive(Debug, Error)]
pub(crate) enum CliError {
    /// Bad input.
    #[error(transparent)]
    Input(#[from] Error),
    /// A file that cannot be read, or that is not what it should be.
    #[error("{path}: {reason}")]
    File { path: String, reason: String },
    /// A match that could not be played.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// The file of a shard.
    #[error(transparent)]
    Shard(#[from] ShardError),
    /// A shard of a count that is not split.
    #[error("--shard, --out and --resume need --split")]
    NoSplit,
    /// A count that would be over before it is split.
    #[error("the depth is {depth}, but the moves are split after {split} plies")]
    Shallow { depth: u32, split: u32 },
    /// An argument that is neither a sub-command nor a line of UCI.
    #[error("'{0}' is neither a sub-command nor a line of UCI, try --help")]
    NoCommand(String),
    /// A sequential test that makes no sense.
    #[error(transparent)]
    Sprt(#[from] SprtError),
    /// Arguments that do not go together.
    #[error("{0}, try --help")]
    Arguments(String),
    /// The output cannot be written.
    #[error("output: {0}")]
    Output(#[from] io::Error),
}

/// Exit status of a check that failed.
const MISMATCH: u8 = 1;
/// Exit status after bad input.
const BAD_INPUT: u8 = 2;
/// Exit status of work that was interrupted, as shells have it.
const INTERRUPTED: u8 = 130;

/// Runs the program.
pub fn main() -> ExitCode {
    let mut args = std::env::args();
    if args.next().is_some_and(|program| crate::arena::is_runner(&program)) {
        let options = args.collect();
        return conclude(write_out(&Sub::Match { options }));
    }
    let cli = Cli::parse();
    conclude(match &cli.command {
        None => converse(),
        // It shares the terminal with its line editor, so it must not lock the output.
        Some(Sub::Play(args)) => play::run(args),
        Some(sub) => write_out(sub),
    })
}

/// Carries out a sub-command that writes to the output.
fn write_out(sub: &Sub) -> Result<ExitCode, CliError> {
    let mut output = BufWriter::new(io::stdout().lock());
    let result = run(sub, &mut output);
    let flushed = output.flush();
    result.and_then(|code| Ok(flushed.map(|()| code)?))
}

/// The exit status of what came out.
fn conclude(result: Result<ExitCode, CliError>) -> ExitCode {
    match result {
        Ok(code) => code,
        // Whoever read the output has had enough.
        Err(CliError::Output(error) | CliError::Match(MatchError::Output(error)))
            if error.kind() == io::ErrorKind::BrokenPipe =>
        {
            ExitCode::SUCCESS
        }
        Err(failure) => {
            tell(&failure);
            ExitCode::from(BAD_INPUT)
        }
    }
}

/// Tells of an error on standard error.
fn tell(failure: &CliError) {
    // If that is closed too, there is nobody left to tell.
    let _ = writeln!(io::stderr(), "error: {}", one_line(failure));
}

/// UCI on standard input and output.
fn converse() -> Result<ExitCode, CliError> {
    let (input, output) = (BufReader::new(io::stdin()), io::stdout().lock());
    match io::stdin().is_terminal() {
        true => crate::run_plainly(input, output)?,
        false => crate::run(input, output)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// CECP on standard input and output.
fn converse_with_xboard() -> Result<ExitCode, CliError> {
    crate::run_xboard(BufReader::new(io::stdin()), io::stdout().lock())?;
    Ok(ExitCode::SUCCESS)
}

fn run(sub: &Sub, output: &mut impl Write) -> Result<ExitCode, CliError> {
    match sub {
        Sub::Moves { game } => list_moves(game, output),
        Sub::Perft(args) => perft::run(args, output),
        Sub::Bench { variant } => bench(variant.as_deref(), output),
        Sub::Analyze(args) => analyze::run(args, output),
        Sub::Xboard => converse_with_xboard(),
        Sub::Convert(args) => convert::run(args, output),
        Sub::Play(args) => play::run(args),
        Sub::Match { options } => Ok(crate::arena::run(options, output)?),
        Sub::Stats(args) => stats::run(args, output),
        Sub::Solve(args) => solve::run(args, output),
        Sub::Selfplay(args) => selfplay::run(args),
        Sub::Lines(lines) => carry_out(lines, output),
    }
}

fn list_moves(game: &GameArgs, output: &mut impl Write) -> Result<ExitCode, CliError> {
    for (uci, readable) in game.open()?.legal_moves() {
        writeln!(output, "{uci}\t{readable}")?;
    }
    Ok(ExitCode::SUCCESS)
}

fn carry_out(lines: &[String], output: &mut impl Write) -> Result<ExitCode, CliError> {
    if let Some(line) = lines.iter().find(|line| !crate::is_command(line)) {
        return Err(CliError::NoCommand(quoted(line)));
    }
    crate::run_lines(lines, output)?;
    Ok(ExitCode::SUCCESS)
}

fn bench(variant: Option<&str>, output: &mut impl Write) -> Result<ExitCode, CliError> {
    let games = variants::games(variant).map_err(Error::from)?;
    let stop = AtomicBool::new(false);
    let mut result = Ok(());
    let sums = crate::bench::run(games, &stop, &mut |line| {
        if result.is_ok() {
            result = writeln!(output, "{line}").and_then(|()| output.flush());
        }
        // Without readers there is no point in going on.
        stop.store(result.is_err(), Ordering::Relaxed);
    });
    result?;
    output.write_all(sums.unwrap_or_default().as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
