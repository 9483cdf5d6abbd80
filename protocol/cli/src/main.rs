//! The program `baroque`: a UCI and CECP engine for Baroque chess (Ultima) and its relatives, with tools
//! for games and positions. This is its command line.
#![forbid(unsafe_code)]
#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::todo,
    clippy::indexing_slicing
)]

use std::fmt::Display;
use std::io::{self, BufReader, BufWriter, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use baroque_formats::text::{Sanitized, quoted};
use baroque_formats::{Loaded, Rejected};
use baroque_games::Games;
use baroque_protocol::session::output::is_stdout_closed;
use baroque_protocol::session::stdin_reader::listen;
use baroque_protocol::signals::INTERRUPTED;
use baroque_protocol::terminal::{self, PlayArgs};
use baroque_protocol::tools::args::rules_help;
use baroque_protocol::tools::error::{BAD_INPUT, ToolError, print_error};
use baroque_protocol::tools::{
    analyze, bench, book, check, convert, explore, moves, perft, selfplay, solve, threats,
};
use baroque_protocol::umpire::{self, UmpireArgs};
use baroque_protocol::wrap::{Wrapped, on_stderr};
use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;

mod help;
mod man;

use baroque_arena::evaluation::{self, StatsArgs};

/// Engine for Baroque chess (Ultima), Maxima, Rococo and Renaissance
#[derive(Parser, Debug)]
#[command(name = "baroque", version, disable_help_subcommand = true, after_help = after_help())]
struct Cli {
    /// File of games whose names '--variant' then allows; repeat the option for several
    #[arg(long, value_name = "FILE", global = true)]
    games: Vec<String>,
    /// Study whose game, network, levels and book are used: its folder, or its file; repeat the option for
    /// several
    #[arg(long, value_name = "DIR", global = true)]
    study: Vec<String>,
    #[command(subcommand)]
    command: Option<Sub>,
}

/// The end of `--help`.
fn after_help() -> String {
    format!("Games: {}.\n\n{AFTER_HELP}", Games::default().names().join(", "))
}

const AFTER_HELP: &str = "\
Without a command: UCI on stdin and stdout, or the XBoard protocol if the first line is 'xboard'. \
'baroque play' is a game in the terminal, 'baroque help' lists the topics of the manual.

Errors go to stderr, those of UCI commands to stdout; the exit status is 2. It is 1 after a failed \
check and 130 after an interrupt.";

#[derive(Subcommand, Debug)]
enum Sub {
    /// List the legal moves as UCI text, tab, readable text
    #[command(after_help = rules_help())]
    Moves(moves::MovesArgs),
    /// List what each side could capture, how, and with whose help
    #[command(after_help = rules_help())]
    Threats(threats::ThreatsArgs),
    /// Count legal move sequences, or check known counts
    #[command(after_help = rules_help(), disable_help_subcommand = true)]
    Perft(perft::PerftArgs),
    /// Search fixed positions to a fixed depth and measure the speed
    #[command(after_help = rules_help())]
    Bench(bench::BenchArgs),
    /// Analyse a position, or annotate games
    #[command(after_help = rules_help())]
    Analyze(analyze::AnalyzeArgs),
    /// XBoard/WinBoard protocol (CECP 2) on stdin and stdout
    Xboard,
    /// Convert games to clean PGN, or FENs to and from vchess's letters
    #[command(after_help = rules_help())]
    Convert(convert::ConvertArgs),
    /// Play in the terminal; type 'help' there for all commands
    #[command(after_help = rules_help())]
    Play(PlayArgs),
    /// Play matches between engines, with the options of fastchess
    #[command(disable_help_flag = true, after_help = baroque_arena::help())]
    Match {
        /// Options of fastchess, which 'baroque match -help' lists
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        options: Vec<String>,
    },
    /// Estimate engine ratings from PGN games
    Stats(StatsArgs),
    /// Search EPD positions and count those whose best move is found
    #[command(after_help = rules_help())]
    Solve(solve::SolveArgs),
    /// Sum up games by position: moves played and results
    #[command(after_help = rules_help())]
    Explore(explore::ExploreArgs),
    /// Check files of games: say how they are understood, and play random games
    Check(check::CheckArgs),
    /// Serve the page in the browser: play, analyse, learn
    #[cfg(feature = "serve")]
    Serve(baroque_protocol::server::ServeArgs),
    /// Answer messages in JSON on stdin, one per line, as the page's socket does
    #[cfg(feature = "serve")]
    Json,
    /// Umpire Penultima, whose rules only the umpire knows
    Umpire(UmpireArgs),
    /// Make a book of balanced openings (EPD)
    #[command(after_help = rules_help())]
    Book(book::BookArgs),
    /// Play the engine against itself and write positions for tuning
    #[command(after_help = rules_help())]
    Selfplay(selfplay::SelfplayArgs),
    /// Train a network on games of self-play
    #[cfg(feature = "study")]
    Train(baroque_protocol::tools::train::TrainArgs),
    /// Learn a game, and measure what it is like
    #[cfg(feature = "study")]
    #[command(after_help = rules_help())]
    Study(baroque_study::StudyArgs),
    /// Make a pool of puzzles (EPD): positions in which only one move wins fastest
    #[cfg(feature = "study")]
    #[command(after_help = rules_help())]
    Puzzles(baroque_study::PuzzlesArgs),
    /// Print a script that completes arguments in a shell
    Completions { shell: Shell },
    /// Write manual pages for 'man' into a folder
    Man(man::ManArgs),
    /// Show a topic of the manual, or list all topics and commands
    Help(help::HelpArgs),
    /// Execute UCI commands one after the other: baroque position startpos go depth 9
    #[command(external_subcommand)]
    Commands(Vec<String>),
}

/// Runs the program on the arguments of the process and returns its exit status.
fn main() -> ExitCode {
    let mut args = std::env::args_os();
    if args.next().is_some_and(|program| baroque_arena::is_runner(Path::new(&program))) {
        let options = args.map(|option| option.to_string_lossy().into_owned()).collect();
        return exit_code(run_buffered(&Sub::Match { options }, &Loaded::default()));
    }
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => return usage_error(&error),
        // The help and the version.
        Err(text) => text.exit(),
    };
    let loaded = match load(&cli) {
        Ok(loaded) => loaded,
        Err(error) => {
            print_line(&error);
            return ExitCode::from(BAD_INPUT);
        }
    };
    exit_code(match &cli.command {
        None => run_uci(loaded),
        // The line editor and the pager write to the terminal too, so stdout must not be locked.
        Some(sub @ (Sub::Play(_) | Sub::Help(_))) => run(sub, &loaded, &mut io::sink()),
        // Its searches write from another thread.
        #[cfg(feature = "serve")]
        Some(sub @ Sub::Json) => run(sub, &loaded, &mut io::sink()),
        Some(sub) => run_buffered(sub, &loaded),
    })
}

/// Reads the files of games and the studies.
fn load(cli: &Cli) -> Result<Loaded, Rejected> {
    let mut loaded = Loaded::default();
    for path in &cli.games {
        let warnings = loaded.load_games(path).map_err(|error| Rejected(error.to_string()))?;
        warnings.iter().for_each(print_line);
    }
    for path in &cli.study {
        loaded.load_study(path)?;
    }
    Ok(loaded)
}

/// Prints an error in the arguments, which it quotes, to stderr.
fn usage_error(error: &clap::Error) -> ExitCode {
    // A closed stderr is ignored.
    let _ = write!(Sanitized(io::stderr()), "{}", error.render());
    ExitCode::from(BAD_INPUT)
}

/// Prints what is to be said about a file of games to stderr.
fn print_line(text: &impl Display) {
    // A closed stderr is ignored.
    let _ = writeln!(Sanitized(io::stderr()), "{}", on_stderr(&text.to_string()));
}

/// Runs a subcommand with locked, buffered and sanitized stdout, whose lines fit the terminal.
fn run_buffered(sub: &Sub, loaded: &Loaded) -> Result<ExitCode, ToolError> {
    let mut output = Sanitized(Wrapped::stdout(BufWriter::new(io::stdout().lock())));
    let result = run(sub, loaded, &mut output);
    let flushed = output.flush();
    result.and_then(|code| Ok(flushed.map(|()| code)?))
}

/// Prints the error, if any, and returns the exit status.
fn exit_code(result: Result<ExitCode, ToolError>) -> ExitCode {
    match result {
        Ok(code) => code,
        // The reader of the output closed the pipe, as `head` does.
        Err(ToolError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(ToolError::Interrupted) => ExitCode::from(INTERRUPTED),
        Err(error) => {
            print_error(&error);
            ExitCode::from(BAD_INPUT)
        }
    }
}

/// What a person sees who starts the program without arguments; a GUI sees nothing of it.
const GREETING: &str = concat!(
    "Baroque ",
    env!("CARGO_PKG_VERSION"),
    ": Baroque chess (Ultima), Maxima, Rococo and Renaissance.\n\
     Waiting for UCI: type help or quit. In the shell: baroque play, baroque help."
);

/// UCI on stdin and stdout.
fn run_uci(loaded: Loaded) -> Result<ExitCode, ToolError> {
    let (sender, events) = listen(BufReader::new(io::stdin()))?;
    if !io::stdin().is_terminal() {
        baroque_protocol::uci::run_on(
            loaded,
            sender,
            events,
            io::stdout().lock(),
            is_stdout_closed,
            false,
        )?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut output = Wrapped::stdout(io::stdout().lock());
    if io::stdout().is_terminal() {
        writeln!(output, "{GREETING}")?;
    }
    baroque_protocol::uci::run_on(loaded, sender, events, output, is_stdout_closed, true)?;
    Ok(ExitCode::SUCCESS)
}

/// CECP on stdin and stdout.
fn run_xboard(loaded: Loaded) -> Result<ExitCode, ToolError> {
    let (sender, events) = listen(BufReader::new(io::stdin()))?;
    baroque_protocol::xboard::run_on(
        loaded,
        sender,
        events,
        io::stdout().lock(),
        is_stdout_closed,
    )?;
    Ok(ExitCode::SUCCESS)
}

/// Runs a subcommand.
fn run(sub: &Sub, loaded: &Loaded, output: &mut impl Write) -> Result<ExitCode, ToolError> {
    let games = &loaded.games;
    match sub {
        Sub::Moves(args) => Ok(moves::run(args, loaded, output)?),
        Sub::Threats(args) => Ok(threats::run(args, loaded, output)?),
        Sub::Perft(args) => Ok(perft::run(args, loaded, output)?),
        Sub::Bench(args) => Ok(bench::run(args, games, output)?),
        Sub::Analyze(args) => Ok(analyze::run(args, loaded, output)?),
        Sub::Xboard => run_xboard(loaded.clone()),
        Sub::Convert(args) => Ok(convert::run(args, games, output)?),
        Sub::Play(args) => Ok(terminal::run(args, loaded)?),
        Sub::Match { options } => Ok(baroque_arena::run(options, loaded, None, output)?),
        Sub::Stats(args) => Ok(evaluation::run(args, games, output)?),
        Sub::Solve(args) => Ok(solve::run(args, loaded, output)?),
        Sub::Explore(args) => Ok(explore::run(args, loaded, output)?),
        Sub::Check(args) => Ok(check::run(args, output)?),
        #[cfg(feature = "serve")]
        Sub::Serve(args) => Ok(baroque_protocol::server::run(args, loaded, output)?),
        #[cfg(feature = "serve")]
        Sub::Json => Ok(baroque_protocol::json::run(loaded, io::stdin().lock())?),
        Sub::Umpire(args) => Ok(umpire::run(args, output)?),
        Sub::Book(args) => Ok(book::run(args, loaded, output)?),
        Sub::Selfplay(args) => Ok(selfplay::run(args, loaded)?),
        #[cfg(feature = "study")]
        Sub::Train(args) => Ok(baroque_protocol::tools::train::run(args, games, output)?),
        #[cfg(feature = "study")]
        Sub::Study(args) => Ok(baroque_study::run(args, games, output)?),
        #[cfg(feature = "study")]
        Sub::Puzzles(args) => Ok(baroque_study::run_puzzles(args, loaded, output)?),
        Sub::Completions { shell } => Ok(write_completions(*shell, output)?),
        Sub::Man(args) => {
            man::run(args, Cli::command(), output)?;
            Ok(ExitCode::SUCCESS)
        }
        Sub::Help(args) => show_help(args, games),
        Sub::Commands(lines) => run_commands(loaded.clone(), lines, output),
    }
}

fn show_help(args: &help::HelpArgs, games: &Games) -> Result<ExitCode, ToolError> {
    help::run(args, games, Cli::command())?;
    Ok(ExitCode::SUCCESS)
}

fn write_completions(shell: Shell, output: &mut impl Write) -> io::Result<ExitCode> {
    // The generator panics where it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "baroque", &mut script);
    output.write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}

fn no_command(argument: &str) -> ToolError {
    let program = Cli::command();
    let commands = program.get_subcommands().map(clap::Command::get_name);
    let nearest = baroque_games::nearest(argument, commands).unwrap_or("help");
    let argument = quoted(argument);
    let reason = format!("'{argument}' is neither a subcommand nor a UCI command");
    Rejected(format!("{reason}, try 'baroque {nearest}'")).into()
}

fn run_commands(
    loaded: Loaded,
    arguments: &[String],
    output: &mut impl Write,
) -> Result<ExitCode, ToolError> {
    let lines = baroque_protocol::uci::command_lines(arguments);
    let lines = lines.map_err(no_command)?;
    Ok(match baroque_protocol::uci::run_lines(loaded, &lines, output)? {
        true => ExitCode::SUCCESS,
        false => ExitCode::from(BAD_INPUT),
    })
}
