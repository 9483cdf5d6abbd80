//! `baroque convert`: games to the PGN export format, FENs to and from vchess's letters.

use std::io::{self, Write};
use std::process::ExitCode;

use baroque_movegen::AnyPosition;
use clap::{Args, ValueEnum};

use super::args::VariantParser;
use super::error::{BAD_INPUT, ToolError, print_error};
use crate::error::Error;
use crate::files::{self, MAX_FILE};
use crate::formats::position_spec::{PositionError, PositionSpec};
use crate::formats::{pgn, vchess};

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
}

/// A FEN notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
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
    match styles {
        None => convert_games(&args.inputs, output),
        Some((from, to)) => {
            Positions { variant: &args.variant, from, to }.convert(&args.inputs, output)?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Writes each game of the files as soon as it is read.
fn convert_games(files: &[String], output: &mut impl Write) -> Result<ExitCode, ToolError> {
    let mut first = true;
    read_games(files, |game| {
        if !std::mem::take(&mut first) {
            writeln!(output)?;
        }
        Ok(write!(output, "{game}")?)
    })
}

/// Reads the games of all files and passes each to `take`. Errors in games are printed to stderr
/// and the games skipped; the returned exit status is then 2.
///
/// # Errors
/// A file cannot be read, or the first error of `take`.
pub fn read_games(
    files: &[String],
    mut take: impl FnMut(pgn::PgnGame) -> Result<(), ToolError>,
) -> Result<ExitCode, ToolError> {
    let mut code = ExitCode::SUCCESS;
    for name in files {
        let bad = |reason: String| ToolError::File { path: name.clone(), reason };
        let text = read_file(name).map_err(|error| bad(error.to_string()))?;
        for game in pgn::PgnReader::new(&text) {
            match game {
                Ok(game) => take(game)?,
                Err(error) => {
                    print_error(bad(error.to_string()));
                    code = ExitCode::from(BAD_INPUT);
                }
            }
        }
    }
    Ok(code)
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
    fn convert(&self, inputs: &[String], output: &mut impl Write) -> Result<(), ToolError> {
        if inputs == [STDIN] {
            return self.convert_lines(output);
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
            writeln!(output, "{}", self.converted(&fen)?)?;
        }
        Ok(())
    }

    fn convert_lines(&self, output: &mut impl Write) -> Result<(), ToolError> {
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
                let fen = self.converted(&line).map_err(|error| bad(error.to_string()))?;
                writeln!(output, "{fen}")?;
            }
        }
        Ok(())
    }

    fn converted(&self, fen: &str) -> Result<String, Error> {
        let mut position = AnyPosition::new(self.variant)?;
        let fen = match self.from {
            Style::Baroque => fen.to_owned(),
            Style::Vchess => format!("{} {fen}", vchess::WORD),
        };
        PositionSpec::fen(fen).set_up(&mut position)?;
        Ok(match self.to {
            Style::Baroque => position.fen(),
            Style::Vchess => vchess::write(&position).map_err(PositionError::from)?,
        })
    }
}
