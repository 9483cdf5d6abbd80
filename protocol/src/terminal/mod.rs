//! `baroque play`: a game against the engine in the terminal.
//!
//! `session` executes the commands, which `command` lists, on a `game_state`: those that explain
//! the game are in `learning`, those about files in `saving`. `board` and [`explain`](baroque_formats::explain) produce the
//! output, `input` reads lines, `autosave` saves the game as `saved_game` writes it. `tutorial`
//! goes through the [`lessons`](baroque_formats::lessons).

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc::channel;

use baroque_engine::LEVELS;
use baroque_formats::Loaded;
use baroque_formats::files::{self, MAX_FILE};
use baroque_formats::games::require_compiled;
use baroque_games::Games;
use baroque_movegen::AnyGame;
use clap::Args;

use crate::error::Error;
use crate::session::stdin_reader::PlayerEvent;
use crate::signals;
use crate::tools::args::PositionArgs;
use crate::tools::error::ToolError;

mod autosave;
mod board;
mod clock;
mod command;
mod completion;
mod game_state;
mod input;
mod learning;
mod saved_game;
mod saving;
mod screen;
mod search;
mod session;
mod strength;
mod tutorial;

use autosave::Autosave;
use clock::TimeControl;
use game_state::{GameState, HumanSides};
use input::InputReader;
use screen::Screen;
use search::Searcher;
use session::TerminalSession;
use strength::{DEFAULT_LEVEL, EngineStrength, MAX_TIME};
use tutorial::Tutorial;

/// Arguments of `baroque play`.
#[derive(Args, Debug)]
pub struct PlayArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Learn the pieces: small positions with a task for each way of capturing
    #[arg(
        long,
        conflicts_with_all =
            [
                "rules", "start", "fen", "side", "level", "movetime", "tc", "thinking", "resume",
                "autosave",
            ]
    )]
    tutorial: bool,
    /// Your side
    #[arg(long, value_enum, ignore_case = true, default_value = "w")]
    side: HumanSides,
    /// Strength of the engine in equal steps, from 1 (as strong as a player who always captures the
    /// most) to 8 (full strength at 1 s per move); default: 3
    #[arg(
        long,
        conflicts_with = "movetime",
        value_parser = clap::value_parser!(u8).range(1..=i64::from(LEVELS))
    )]
    level: Option<u8>,
    /// Seed of the engine's moves below level 8; default: a new one for each game
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Full strength, with this many milliseconds per move, instead of a level
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=MAX_TIME))]
    movetime: Option<u64>,
    /// Full strength, with clocks for both sides: minutes per game and seconds per move, such as
    /// 5+3
    #[arg(long, value_name = "MIN+SEC", conflicts_with_all = ["level", "movetime"], value_parser = TimeControl::parse)]
    tc: Option<TimeControl>,
    /// Show the engine's line while it thinks, and its score with each move
    #[arg(long)]
    thinking: bool,
    /// Resume the game that was saved when the program ended
    #[arg(long, conflicts_with_all = ["variant", "rules", "start", "fen"])]
    resume: bool,
    /// Save the game to this file after each move instead of the default one; the file must not
    /// exist yet, except with --resume
    #[arg(long, value_name = "FILE")]
    autosave: Option<PathBuf>,
}

/// Runs a session until the player quits.
pub fn run(args: &PlayArgs, loaded: &Loaded) -> Result<ExitCode, ToolError> {
    // One of them at most.
    let time = args.movetime.map(EngineStrength::Time);
    let chosen = args.level.map(EngineStrength::Level).or(time);
    let chosen = chosen.or(args.tc.map(EngineStrength::Clock));
    let position = args.position.position(loaded)?;
    if args.tutorial {
        return run_tutorial(&position);
    }
    let strength = chosen.unwrap_or(EngineStrength::Level(DEFAULT_LEVEL));
    let mut game = GameState::new(position, args.side, strength);
    let mut autosave = Autosave::open(args.autosave.as_deref(), args.resume)
        .map_err(|(path, reason)| ToolError::file(path.display(), reason))?;
    if args.resume {
        resume(&mut game, &loaded.games, &mut autosave)?;
    }
    let saved_strength = game.strength;
    game.strength = chosen.unwrap_or(saved_strength);
    let (sender, events) = channel();
    let interrupts = sender.clone();
    // Without a handler Ctrl-C ends the program, which loses nothing: each move is saved.
    signals::on_ctrl_c(move || drop(interrupts.send(PlayerEvent::Interrupt)));
    let history = autosave::state_directory().map(|directory| directory.join("history.txt"));
    let input = InputReader::new(events, sender.clone(), history)?;
    let searcher = Searcher::new(sender, args.seed, loaded.clone());
    TerminalSession {
        games: loaded.games.clone(),
        game,
        screen: stdout_screen(),
        input,
        autosave,
        searcher,
        autosave_failed: false,
        thinking: args.thinking,
    }
    .run(saved_strength)?;
    Ok(ExitCode::SUCCESS)
}

/// Runs the tutorial of a rule set. Ctrl-C ends the program.
fn run_tutorial(rules: &AnyGame) -> Result<ExitCode, ToolError> {
    require_compiled(rules, "tutorial").map_err(Error::from)?;
    let (sender, events) = channel();
    let input = InputReader::new(events, sender, None)?;
    Tutorial::new(rules, stdout_screen(), input).run()?;
    Ok(ExitCode::SUCCESS)
}

fn stdout_screen() -> Screen<io::Stdout> {
    let choice = anstream::AutoStream::choice(&io::stdout());
    let colour = choice != anstream::ColorChoice::Never;
    Screen { writer: io::stdout(), colour }
}

/// Loads the autosaved game.
fn resume(game: &mut GameState, known: &Games, autosave: &mut Autosave) -> Result<(), ToolError> {
    let unavailable = |reason| Err(ToolError::file("--resume", reason));
    let Some(path) = autosave.path().map(Path::to_owned) else {
        return unavailable("there is no directory for saved games");
    };
    if autosave.is_secondary() {
        return unavailable("another session is using the saved game");
    }
    let bad = |reason: String| ToolError::file(path.display(), reason);
    let bytes = files::read_regular(&path, MAX_FILE).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => bad("there is no saved game".to_owned()),
        _ => bad(error.to_string()),
    })?;
    let text = files::decode(&bytes).map_err(|error| bad(error.to_string()))?;
    let (games, _) = game.load_pgn(&text, known).map_err(bad)?;
    if games > 1 {
        return Err(bad(format!("{games} games; only a file with one game can be resumed")));
    }
    autosave.resume(bytes);
    Ok(())
}
