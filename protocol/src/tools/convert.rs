//! `baroque convert`: games to the PGN export format, FENs to and from vchess's letters, drawn boards to
//! FENs, games of self-play to their other format.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use baroque_formats::diagram::{self, Letters};
use baroque_formats::files::{LineEnd, MAX_LINE, TextLines};
use baroque_formats::json::{JsonMove, JsonPosition, JsonScore};
use baroque_formats::pgn::{Comment, PgnGame, PgnMove, Remark};
use baroque_formats::position_spec::{PositionError, PositionSpec};
use baroque_formats::vchess;
use baroque_games::Games;
use baroque_movegen::AnyGame;
use clap::{Args, ValueEnum};
use serde::Serialize;

use super::args::VARIANT_PARSER;
use super::error::ToolError;
use super::games::{STDIN, games_progress, read_file, read_games};
use super::output::{Forms, OutputArgs, Printer};
use super::reformat::reformat;
use crate::error::Error;

/// Arguments of `baroque convert`.
#[derive(Args, Debug)]
pub struct ConvertArgs {
    /// Rule set of positions; games have a Variant tag
    #[arg(long, value_name = "NAME", default_value = AnyGame::DEFAULT_VARIANT, value_parser = VARIANT_PARSER)]
    variant: String,
    /// Convert FENs from this notation, baroque or vchess, or drawn boards: diagram, or letters=i=x,…
    /// with their letters and ours; default: the opposite of --to
    #[arg(long, value_name = "NOTATION", value_parser = Source::parse)]
    from: Option<Source>,
    /// Convert FENs to this notation; default: the opposite of --from
    #[arg(long, value_enum)]
    to: Option<Style>,
    /// Folder for files of selfplay in their other format, JSON lines (.jsonl) or binary (.bin)
    #[arg(long, value_name = "DIR", conflicts_with_all = ["from", "to", "json"])]
    out: Option<PathBuf>,
    /// PGN files; with --from or --to FENs, quoted or not. - is stdin, with one FEN per line. For
    /// drawn boards files with one each, for --out files of selfplay
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

/// What positions are read from.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Source {
    Fen(Style),
    /// A drawn board with these letters.
    Diagram(Letters),
}

impl Source {
    fn parse(text: &str) -> Result<Self, String> {
        match (text, text.strip_prefix("letters=")) {
            ("baroque", _) => Ok(Self::Fen(Style::Baroque)),
            (vchess::WORD, _) => Ok(Self::Fen(Style::Vchess)),
            ("diagram", _) => Ok(Self::Diagram(Letters::default())),
            (_, Some(letters)) => Letters::parse(letters).map(Self::Diagram),
            _ => Err("allowed are baroque, vchess, diagram and letters=i=x,…".to_owned()),
        }
    }

    fn name(&self) -> &'static str {
        match self {
            Self::Fen(Style::Baroque) => "baroque",
            Self::Fen(Style::Vchess) => vchess::WORD,
            Self::Diagram(_) => "diagram",
        }
    }
}

/// Converts games or FENs.
///
/// # Errors
/// An argument or an input is bad, or the output cannot be written.
pub fn run(
    args: &ConvertArgs,
    games: &Games,
    output: &mut impl Write,
) -> Result<ExitCode, ToolError> {
    if let Some(dir) = &args.out {
        return reformat(&args.inputs, games, dir);
    }
    let notations = match (args.from.clone(), args.to) {
        (None, None) => None,
        (Some(from), to) => {
            let other = match &from {
                Source::Fen(style) => style.other(),
                Source::Diagram(_) => Style::Baroque,
            };
            Some((to.unwrap_or(other), from))
        }
        (None, Some(to)) => Some((to, Source::Fen(to.other()))),
    };
    let mut printer = args.output.printer(output);
    match notations {
        None => convert_games(&args.inputs, games, &mut printer),
        Some((to, from)) => {
            let rules = games.open(&args.variant).map_err(Error::from)?;
            Positions { rules, from, to }.convert(&args.inputs, &mut printer)?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Writes each game of the files as soon as it is read.
fn convert_games(
    files: &[String],
    games: &Games,
    printer: &mut Printer<impl Write>,
) -> Result<ExitCode, ToolError> {
    let mut first = true;
    let progress = games_progress("convert", files);
    read_games(files, games, &progress, |game, _| {
        // An empty line precedes all but the first one.
        let blank = if std::mem::take(&mut first) { "" } else { "\n" };
        let record = Forms(|| format!("{blank}{game}"), || JsonPgnGame::new(&game, games));
        Ok(printer.print_during(&progress, &record)?)
    })
}

#[derive(Serialize)]
#[serde(tag = "type", rename = "game")]
struct JsonPgnGame<'a> {
    tags: BTreeMap<&'a str, &'a str>,
    position: JsonPosition,
    comment: &'a str,
    moves: Vec<JsonPly>,
    result: &'static str,
    last_fen: String,
}

/// A move of a game with its annotations, those after its variations among them.
#[derive(Serialize)]
struct JsonPly {
    #[serde(flatten)]
    mv: JsonMove,
    nags: Vec<u8>,
    score: Option<JsonScore>,
    depth: Option<u32>,
    time_ms: Option<u128>,
    comment: String,
}

impl JsonPly {
    fn new(mv: JsonMove, annotated: &PgnMove) -> Self {
        let Remark { nags, comment: Comment { score, depth, time, text } } = annotated.remark();
        Self {
            mv,
            nags,
            score: score.map(JsonScore::from),
            depth,
            time_ms: time.map(|time| time.as_millis()),
            comment: text,
        }
    }
}

impl<'a> JsonPgnGame<'a> {
    /// A game that was opened among these.
    fn new(game: &'a PgnGame, games: &Games) -> Self {
        let PgnGame { tags, comment, moves, result } = game;
        // The reader has played the game.
        let last = game.open(games).unwrap_or_default();
        let first = last.first();
        let plies = JsonMove::line(&first, last.moves()).into_iter().zip(moves);
        Self {
            tags: tags.iter().map(|tag| (tag.name.as_str(), tag.value.as_str())).collect(),
            position: JsonPosition::new(&first),
            comment,
            moves: plies.map(|(mv, annotated)| JsonPly::new(mv, annotated)).collect(),
            result: result.text(),
            last_fen: last.fen(),
        }
    }
}

/// A conversion of positions.
struct Positions {
    /// A position of their rule set.
    rules: AnyGame,
    from: Source,
    to: Style,
}

impl Positions {
    fn convert(
        &self,
        inputs: &[String],
        printer: &mut Printer<impl Write>,
    ) -> Result<(), ToolError> {
        if let Source::Diagram(letters) = &self.from {
            for name in inputs {
                printer.print(&self.read_diagram(letters, name)?)?;
            }
            return Ok(());
        }
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

    /// Reads a file with a drawn board.
    fn read_diagram(&self, letters: &Letters, name: &str) -> Result<ConvertedFen, ToolError> {
        let bad = |reason: String| ToolError::file(name, reason);
        let text = read_file(name).map_err(|error| bad(error.to_string()))?;
        let fen = diagram::read(&self.rules, letters, &text);
        let fen = fen.map_err(|error| bad(error.to_string()))?;
        let converted = self.converted(&fen).map_err(|error| bad(error.to_string()))?;
        Ok(ConvertedFen { input: text, ..converted })
    }

    fn convert_lines(&self, printer: &mut Printer<impl Write>) -> Result<(), ToolError> {
        let bad = |reason: String| ToolError::file(STDIN, reason);
        let unreadable = |error: io::Error| bad(error.to_string());
        let mut lines = TextLines::new(io::stdin().lock(), MAX_LINE).map_err(unreadable)?;
        while let Some(line) = lines.next_line().map_err(unreadable)? {
            let number = line.number;
            if line.end == LineEnd::TooLong {
                return Err(bad(format!("line {number}: it is longer than {MAX_LINE} bytes")));
            }
            let text = line.checked().map_err(|error| bad(error.to_string()))?;
            if !text.trim().is_empty() {
                let fen = self.converted(text);
                printer.print(&fen.map_err(|error| bad(format!("line {number}: {error}")))?)?;
            }
        }
        Ok(())
    }

    fn converted(&self, input: &str) -> Result<ConvertedFen, Error> {
        let mut position = self.rules.clone();
        let fen = match self.from {
            Source::Fen(Style::Vchess) => format!("{} {input}", vchess::WORD),
            _ => input.to_owned(),
        };
        PositionSpec::fen(fen).set_up(&mut position)?;
        let output = match self.to {
            Style::Baroque => position.fen(),
            Style::Vchess => vchess::write(&position).map_err(PositionError::from)?,
        };
        let (variant, from, to) = (position.variant(), self.from.name(), self.to);
        Ok(ConvertedFen { variant, from, input: input.trim().to_owned(), to, output })
    }
}

/// A position in two notations.
#[derive(Serialize)]
#[serde(tag = "type", rename = "fen")]
struct ConvertedFen {
    variant: &'static str,
    from: &'static str,
    input: String,
    to: Style,
    output: String,
}

impl fmt::Display for ConvertedFen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.output)
    }
}
