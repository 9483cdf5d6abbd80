//! `baroque check`: reads files of games, tells what was understood, and plays random games.

use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use baroque_engine::values;
use baroque_formats::games;
use baroque_games::{DescribedGame, WHY_UNPLAYABLE};
use baroque_movegen::{
    CustomGame, CustomRules, PieceKind, Position, read_move, readable_unchecked, uci,
};
use clap::Args;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::error::{MISMATCH, ToolError};
use crate::signals;

/// Longest random game, in plies.
const MAX_PLIES: usize = 200;

/// Arguments of `baroque check`.
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// Files of games
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Random games to play for each game
    #[arg(long = "random", value_name = "N", default_value_t = 1000)]
    random_games: u64,
}

/// Checks files of games.
///
/// # Errors
/// An argument or an input is bad, or the output cannot be written.
pub fn run(args: &CheckArgs, output: &mut impl Write) -> Result<ExitCode, ToolError> {
    let stop = signals::stop_flag();
    let mut faults = 0;
    for path in &args.files {
        let file = match games::read(path) {
            Ok(file) => file,
            Err(error) => {
                writeln!(output, "{error}")?;
                faults += 1;
                continue;
            }
        };
        for warning in &file.warnings {
            writeln!(output, "{warning}")?;
        }
        for game in &file.games {
            describe(game, output)?;
            let Some(rules) = &game.rules else { continue };
            let is_stopped = || stop.load(Ordering::Relaxed);
            match play(game, rules.clone(), args.random_games, is_stopped) {
                Ok(_) if is_stopped() => return Err(ToolError::Interrupted),
                Ok(plies) => match plies.checked_div(args.random_games) {
                    Some(each) => writeln!(
                        output,
                        "{} random games of about {each} moves: no inconsistency\n",
                        args.random_games
                    )?,
                    None => writeln!(output)?,
                },
                Err(fault) => {
                    writeln!(output, "{path}: {}: {fault}\n", game.name)?;
                    faults += 1;
                }
            }
        }
    }
    Ok(if faults == 0 { ExitCode::SUCCESS } else { ExitCode::from(MISMATCH) })
}

/// Tells in sentences what was understood.
fn describe(game: &DescribedGame, output: &mut impl Write) -> Result<(), ToolError> {
    let title = game.title.as_ref().map_or(String::new(), |title| format!(": {title}"));
    writeln!(output, "{}{title}", game.name)?;
    for (what, text) in [("Source", &game.source), ("Note", &game.note)] {
        if let Some(text) = text {
            writeln!(output, "{what}: {text}")?;
        }
    }
    writeln!(output, "Definition {}", game.hash)?;
    if let [_, _, ..] = game.starts[..] {
        let names: Vec<&str> = game.starts.iter().map(|(name, _)| &**name).collect();
        writeln!(output, "Starts: {}", names.join(", "))?;
    }
    let start = game.rules.clone().zip(game.starts.first());
    let start =
        start.and_then(|(rules, (_, fen))| Position::<CustomGame>::from_fen(fen, rules).ok());
    if let Some(start) = &start {
        write!(output, "{start}")?;
        values::estimate(start);
    }
    for (number, piece) in game.definition.pieces.iter().enumerate() {
        let mut text = game.definition.sentences(piece).join("; ");
        if let Some(start) = start.as_ref().filter(|_| !piece.royal) {
            let value = start.rules().value(PieceKind::new(number));
            text += &format!("; worth {value} centipawns");
        }
        writeln!(output, "{} {}: {text}.", piece.letter, piece.name)?;
    }
    let rules = game.definition.rule_sentences().into_iter();
    for sentence in rules.chain(game.definition.notation_sentences()) {
        writeln!(output, "{sentence}")?;
    }
    if let Some(draw) = &game.draw {
        for sentence in draw.sentences() {
            writeln!(output, "{sentence}")?;
        }
        writeln!(output, "This game cannot be played yet: {WHY_UNPLAYABLE}.\n")?;
    }
    Ok(())
}

/// Plays random games and looks at every position; returns the number of moves, or what is wrong.
fn play(
    game: &DescribedGame,
    rules: CustomRules,
    games: u64,
    is_stopped: impl Fn() -> bool,
) -> Result<u64, String> {
    let mut plies = 0;
    for number in 0..games {
        let mut random = StdRng::seed_from_u64(number);
        let start = usize::try_from(number).unwrap_or(0) % game.starts.len().max(1);
        let (_, fen) = game.starts.get(start).ok_or("there is no start position")?;
        let mut position = Position::<CustomGame>::from_fen(fen, rules.clone())
            .map_err(|error| error.to_string())?;
        for _ in 0..MAX_PLIES {
            let moves = position.legal_moves();
            if is_stopped() {
                return Ok(plies);
            }
            if moves.is_empty() || position.outcome().is_some() {
                break;
            }
            let mv = *moves.get(random.random_range(0..moves.len())).ok_or("there is no move")?;
            look(&position, moves.len())?;
            let text = uci(&position, mv);
            let is_read = |text: &str| read_move(&position, text).ok() == Some(mv);
            let read = match position.is_legal(mv) {
                false => Err("is listed, but not legal"),
                true if is_read(&text) && is_read(&readable_unchecked(&position, mv)) => Ok(()),
                true => Err("is not read as it is written"),
            };
            read.map_err(|fault| format!("the move {text} {fault} in {}", position.to_fen()))?;
            position = position.play_unchecked(mv);
            plies += 1;
        }
    }
    Ok(plies)
}

/// Whether a position is read as it is written, and its moves are counted as they are listed.
fn look(position: &Position<CustomGame>, moves: usize) -> Result<(), String> {
    let fen = position.to_fen();
    match Position::<CustomGame>::from_fen(&fen, position.rules().clone()) {
        Ok(read) if read == *position => {}
        Ok(_) => return Err(format!("the position {fen} is read as another one")),
        Err(error) => {
            return Err(format!("a legal move leads to {fen}, which is no position: {error}"));
        }
    }
    match position.count_moves() == moves as u64 {
        true => Ok(()),
        false => Err(format!("the moves of {fen} are counted wrongly")),
    }
}
