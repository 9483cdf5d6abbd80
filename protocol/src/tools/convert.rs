//! `baroque convert`: games into the export format of PGN, positions into and out of vchess's letters.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::ExitCode;

use baroque_movegen::AnyPosition;
use clap::{Args, ValueEnum};

use super::error::{BAD_INPUT, ToolError, print_error};
use crate::error::Error;
use crate::formats::position_spec::{PositionError, PositionSpec};
use crate::formats::{pgn, vchess};

/// Largest file of games that is read, in bytes.
const LARGEST: u64 = 256 << 20;
/// The name of standard input.
const STANDARD_INPUT: &str = "-";

#[derive(Args, Debug)]
pub struct ConvertArgs {
    /// Rule set of positions; games name theirs
    #[arg(long, default_value = AnyPosition::DEFAULT_VARIANT)]
    variant: String,
    /// Convert positions, which have these letters; the other ones if only --to is given
    #[arg(long, value_enum)]
    from: Option<Style>,
    /// Convert positions into these letters; the other ones if only --from is given
    #[arg(long, value_enum)]
    to: Option<Style>,
    /// Files of games (PGN); with --from or --to positions (FEN), with or without quotation marks.
    /// - is standard input, with one position a line
    #[arg(required = true, value_name = "FILE|FEN")]
    inputs: Vec<String>,
}

/// How a FEN is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Style {
    /// As everywhere in this program
    Baroque,
    /// As vchess does
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

/// Writes the games of all files, each as soon as it is read.
fn convert_games(files: &[String], output: &mut impl Write) -> Result<ExitCode, ToolError> {
    let mut first = true;
    read_games(files, |game| {
        if !std::mem::take(&mut first) {
            writeln!(output)?;
        }
        Ok(write!(output, "{game}")?)
    })
}

/// Reads the games of all files, each of which is taken as soon as it is read. A game with an error
/// is told and left out; the exit status tells of it again.
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

/// The text of a file, or of standard input.
pub fn read_file(name: &str) -> io::Result<String> {
    let mut bytes = Vec::new();
    let read = match name {
        STANDARD_INPUT => io::stdin().lock().take(LARGEST + 1).read_to_end(&mut bytes)?,
        _ => File::open(name)?.take(LARGEST + 1).read_to_end(&mut bytes)?,
    };
    match read as u64 > LARGEST {
        true => Err(io::Error::other(format!("larger than {LARGEST} bytes"))),
        false => Ok(pgn::decode(&bytes)),
    }
}

/// How positions are converted.
struct Positions<'a> {
    variant: &'a str,
    from: Style,
    to: Style,
}

impl Positions<'_> {
    fn convert(&self, inputs: &[String], output: &mut impl Write) -> Result<(), ToolError> {
        if inputs == [STANDARD_INPUT] {
            return self.convert_lines(output);
        }
        // Only placements contain a slash, so that fields without quotation marks find together.
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
        let input = BufReader::new(io::stdin().lock().take(LARGEST));
        for (index, line) in input.split(b'\n').enumerate() {
            let bad = |reason: String| ToolError::File {
                path: STANDARD_INPUT.to_owned(),
                reason: format!("line {}: {reason}", index + 1),
            };
            let line = pgn::decode(&line.map_err(|error| bad(error.to_string()))?);
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
