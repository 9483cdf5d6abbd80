//! The command line.

use std::io::{self, BufReader, BufWriter, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::{Parser, Subcommand};
use thiserror::Error;

use crate::arena::MatchError;
use crate::error::Error;
use crate::formats::describe;
use crate::terminal::{self, PlayArgs};
use crate::text::quoted;
use crate::tools::args::PositionArgs;
use crate::tools::error::{BAD_INPUT, ToolError, print_error};
use crate::tools::{analyze, convert, perft, selfplay, solve};

mod stats;

use stats::StatsError;

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
        position: PositionArgs,
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

/// Why the program ends early.
#[derive(Debug, Error)]
enum CliError {
    /// A sub-command.
    #[error(transparent)]
    Tool(#[from] ToolError),
    /// A match that could not be played.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// Statistics of finished games.
    #[error(transparent)]
    Stats(#[from] StatsError),
    /// An argument that is neither a sub-command nor a line of UCI.
    #[error("'{0}' is neither a sub-command nor a line of UCI, try --help")]
    NoCommand(String),
}

impl From<io::Error> for CliError {
    fn from(error: io::Error) -> Self {
        Self::Tool(error.into())
    }
}

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
        Some(Sub::Play(args)) => terminal::run(args).map_err(CliError::from),
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
        Err(
            CliError::Tool(ToolError::Output(error))
            | CliError::Stats(StatsError::Tool(ToolError::Output(error)))
            | CliError::Match(MatchError::Output(error)),
        ) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            print_error(&failure);
            ExitCode::from(BAD_INPUT)
        }
    }
}

/// UCI on standard input and output.
fn converse() -> Result<ExitCode, CliError> {
    let (input, output) = (BufReader::new(io::stdin()), io::stdout().lock());
    match io::stdin().is_terminal() {
        true => crate::uci::run_human(input, output)?,
        false => crate::uci::run(input, output)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// CECP on standard input and output.
fn converse_with_xboard() -> Result<ExitCode, CliError> {
    crate::xboard::run(BufReader::new(io::stdin()), io::stdout().lock())?;
    Ok(ExitCode::SUCCESS)
}

fn run(sub: &Sub, output: &mut impl Write) -> Result<ExitCode, CliError> {
    match sub {
        Sub::Moves { position } => list_moves(position, output),
        Sub::Perft(args) => Ok(perft::run(args, output)?),
        Sub::Bench { variant } => bench(variant.as_deref(), output),
        Sub::Analyze(args) => Ok(analyze::run(args, output)?),
        Sub::Xboard => converse_with_xboard(),
        Sub::Convert(args) => Ok(convert::run(args, output)?),
        Sub::Play(args) => Ok(terminal::run(args)?),
        Sub::Match { options } => Ok(crate::arena::run(options, output)?),
        Sub::Stats(args) => Ok(stats::run(args, output)?),
        Sub::Solve(args) => Ok(solve::run(args, output)?),
        Sub::Selfplay(args) => Ok(selfplay::run(args)?),
        Sub::Lines(lines) => carry_out(lines, output),
    }
}

fn list_moves(args: &PositionArgs, output: &mut impl Write) -> Result<ExitCode, CliError> {
    let position = args.position().map_err(ToolError::from)?;
    for (uci, readable) in describe::move_texts(&position) {
        writeln!(output, "{uci}\t{readable}")?;
    }
    Ok(ExitCode::SUCCESS)
}

fn carry_out(lines: &[String], output: &mut impl Write) -> Result<ExitCode, CliError> {
    if let Some(line) = lines.iter().find(|line| !crate::uci::is_command(line)) {
        return Err(CliError::NoCommand(quoted(line)));
    }
    crate::uci::run_lines(lines, output)?;
    Ok(ExitCode::SUCCESS)
}

fn bench(variant: Option<&str>, output: &mut impl Write) -> Result<ExitCode, CliError> {
    let games =
        crate::tools::bench::games(variant).map_err(|e| ToolError::Input(Error::from(e)))?;
    let stop = AtomicBool::new(false);
    let mut result = Ok(());
    let sums = crate::tools::bench::run(&games, &stop, &mut |line| {
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
