//! `baroque convert`: games to the PGN export format, FENs to and from vchess's letters.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use baroque_movegen::AnyPosition;
use clap::{Args, ValueEnum};
use serde::Serialize;

use super::args::VariantParser;
use super::error::{BAD_INPUT, ToolError, print_error};
use super::output::{OutputArgs, Printer, Record};
use crate::error::Error;
use crate::files::{self, MAX_FILE};
use crate::formats::json::{JsonMove, JsonPosition, JsonScore};
use crate::formats::pgn::{self, Comment, PgnGame, PgnMove, PgnReader};
use crate::formats::position_spec::{PositionError, PositionSpec};
use crate::formats::vchess;
use crate::progress::Progress;
use crate::signals;

/// The file name of stdin.
const STDIN: &str = "-";

#[derive(Args, Debug)]
pub struct ConvertArgs {
    /// Rule set of positions; games have a Variant tag
    #[arg(long, value_name = "NAME", default_value = AnyPosition::DEFAULT_VARIANT, value_parser = VariantParser)]
    variant: String,
    /// Convert FENs from this notation; default: the opposite of --to
    #[arg(long, value_enum)]
    from: Option<Style>,
    /// Convert FENs to this notation; default: the opposite of --from
    #[arg(long, value_enum)]
    to: Option<Style>,
    /// PGN files; with --from or --to FENs, quoted or not. - is stdin, with one FEN per line
    #[arg(required = true, value_name = "FILE|FEN")]
    inputs: Vec<String>,
    #[command(flatten)]
    output: OutputArgs,
}

/// A FEN notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
enum Style {
    /// The letters of this program
    Baroque,
    /// The letters of vchess
    Vchess,
}

impl Style {
    fn other(self) -> Self {
        match self {
            Self::Baroque => Self::Vchess,
            Self::Vchess => Self::Baroque,
        }
    }
}

pub fn run(args: &ConvertArgs, output: &mut impl Write) -> Result<ExitCode, ToolError> {
    let styles = match (args.from, args.to) {
        (None, None) => None,
        (Some(from), to) => Some((from, to.unwrap_or(from.other()))),
        (None, Some(to)) => Some((to.other(), to)),
    };
    let mut printer = args.output.printer(output);
    match styles {
        None => convert_games(&args.inputs, &mut printer),
        Some((from, to)) => {
            Positions { variant: &args.variant, from, to }.convert(&args.inputs, &mut printer)?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Writes each game of the files as soon as it is read.
fn convert_games(
    files: &[String],
    printer: &mut Printer<impl Write>,
) -> Result<ExitCode, ToolError> {
    let mut first = true;
    let progress = games_progress("convert", files);
    read_games(files, &progress, |game, _| {
        let game = ConvertedGame { game, first: std::mem::take(&mut first) };
        Ok(printer.print_during(&progress, &game)?)
    })
}

/// The progress of reading files, in bytes. Those of stdin are not known before.
pub fn games_progress(title: &str, files: &[String]) -> Progress {
    let length = |name: &String| fs::metadata(name).map_or(0, |data| data.len());
    Progress::new(title, files.iter().map(length).sum(), "bytes")
}

/// Reads the games of all files and passes each to `take`, with the flag that an interrupt sets. Errors in games are printed to stderr
/// and the games skipped; the returned exit status is then 2.
///
/// # Errors
/// A file cannot be read, the first error of `take`, or an interrupt.
pub fn read_games(
    files: &[String],
    progress: &Progress,
    mut take: impl FnMut(PgnGame, &AtomicBool) -> Result<(), ToolError>,
) -> Result<ExitCode, ToolError> {
    let mut code = ExitCode::SUCCESS;
    let (mut read, mut stop) = (0, None);
    for name in files {
        let bad = |reason: String| ToolError::File { path: name.clone(), reason };
        let text = read_file(name).map_err(|error| bad(error.to_string()))?;
        // Not before, because nothing else ends the wait for stdin.
        let stop = stop.get_or_insert_with(signals::stop_flag);
        let mut reader = PgnReader::new(&text);
        while let Some(game) = reader.next() {
            if stop.load(Ordering::Relaxed) {
                return Err(ToolError::Interrupted);
            }
            match game {
                Ok(game) => take(game, stop)?,
                Err(error) => {
                    progress.suspend(|| print_error(bad(error.to_string())));
                    code = ExitCode::from(BAD_INPUT);
                }
            }
            progress.set(read + reader.offset() as u64);
        }
        read += text.len() as u64;
    }
    Ok(code)
}

/// A game in the export format.
struct ConvertedGame {
    game: PgnGame,
    /// Whether it is the first one; an empty line precedes the others.
    first: bool,
}

impl fmt::Display for ConvertedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.first { "" } else { "\n" }, self.game)
    }
}

#[derive(Serialize)]
#[serde(tag = "type", rename = "game")]
struct JsonGame<'a> {
    tags: BTreeMap<&'a str, &'a str>,
    position: JsonPosition,
    comment: &'a str,
    moves: Vec<JsonPly<'a>>,
    result: &'static str,
    last_fen: String,
}

/// A move of a game with its annotations.
#[derive(Serialize)]
struct JsonPly<'a> {
    #[serde(flatten)]
    mv: JsonMove,
    nags: &'a [u8],
    score: Option<JsonScore>,
    depth: Option<u32>,
    time_ms: Option<u128>,
    comment: &'a str,
}

impl<'a> JsonPly<'a> {
    fn new(mv: JsonMove, annotated: &'a PgnMove) -> Self {
        let Comment { score, depth, time, text } = &annotated.comment;
        Self {
            mv,
            nags: &annotated.nags,
            score: score.map(JsonScore::from),
            depth: *depth,
            time_ms: time.map(|time| time.as_millis()),
            comment: text,
        }
    }
}

impl Record for ConvertedGame {
    fn json(&self) -> impl Serialize {
        let PgnGame { tags, comment, moves, result } = &self.game;
        // The reader has played the game.
        let last = self.game.open().unwrap_or_default();
        let first = last.first();
        let plies = JsonMove::line(&first, last.moves()).into_iter().zip(moves);
        JsonGame {
            tags: tags.iter().map(|tag| (tag.name.as_str(), tag.value.as_str())).collect(),
            position: JsonPosition::new(&first),
            comment,
            moves: plies.map(|(mv, annotated)| JsonPly::new(mv, annotated)).collect(),
            result: result.text(),
            last_fen: last.fen(),
        }
    }
}

/// Reads a file, or stdin for `-`.
///
/// # Errors
/// It cannot be read or is larger than 256 MiB.
pub fn read_file(name: &str) -> io::Result<String> {
    let bytes = match name {
        STDIN => files::read_stream(io::stdin().lock(), MAX_FILE),
        _ => files::read(name, MAX_FILE),
    };
    Ok(pgn::decode(&bytes?))
}

/// A conversion of positions.
struct Positions<'a> {
    variant: &'a str,
    from: Style,
    to: Style,
}

impl Positions<'_> {
    fn convert(
        &self,
        inputs: &[String],
        printer: &mut Printer<impl Write>,
    ) -> Result<(), ToolError> {
        if inputs == [STDIN] {
            return self.convert_lines(printer);
        }
        // Only placements contain a slash, so the fields of an unquoted FEN can be joined.
        let mut fens: Vec<String> = Vec::new();
        for input in inputs {
            match fens.last_mut() {
                Some(last) if !input.contains('/') => {
                    last.push(' ');
                    last.push_str(input);
                }
                _ => fens.push(input.clone()),
            }
        }
        for fen in fens {
            printer.print(&self.converted(&fen)?)?;
        }
        Ok(())
    }

    fn convert_lines(&self, printer: &mut Printer<impl Write>) -> Result<(), ToolError> {
        let (mut input, mut line) = (io::stdin().lock(), Vec::new());
        for number in 1.. {
            let bad = |reason: String| ToolError::File {
                path: STDIN.to_owned(),
                reason: format!("line {number}: {reason}"),
            };
            let length = files::read_bounded_line(&mut input, &mut line);
            if length.map_err(|error| bad(error.to_string()))? == 0 {
                break;
            }
            let line = pgn::decode(&line);
            if !line.trim().is_empty() {
                let line = self.converted(&line).map_err(|error| bad(error.to_string()))?;
                printer.print(&line)?;
            }
        }
        Ok(())
    }

    fn converted(&self, input: &str) -> Result<ConvertedFen, Error> {
        let mut position = AnyPosition::new(self.variant)?;
        let fen = match self.from {
            Style::Baroque => input.to_owned(),
            Style::Vchess => format!("{} {input}", vchess::WORD),
        };
        PositionSpec::fen(fen).set_up(&mut position)?;
        let output = match self.to {
            Style::Baroque => position.fen(),
            Style::Vchess => vchess::write(&position).map_err(PositionError::from)?,
        };
        let (variant, from, to) = (position.variant(), self.from, self.to);
        Ok(ConvertedFen { variant, from, input: input.trim().to_owned(), to, output })
    }
}

/// A position in two notations.
#[derive(Serialize)]
#[serde(tag = "type", rename = "fen")]
struct ConvertedFen {
    variant: &'static str,
    from: Style,
    input: String,
    to: Style,
    output: String,
}

impl fmt::Display for ConvertedFen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.output)
    }
}

impl Record for ConvertedFen {
    fn json(&self) -> impl Serialize {
        self
    }
}
