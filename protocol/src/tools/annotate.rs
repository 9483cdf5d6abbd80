//! `baroque analyze --pgn`: games with evaluations, marks and better lines.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use baroque_engine::{Engine, Limits, ScoreText};
use baroque_movegen::{ByColor, Color};
use clap::Args;
use serde::Serialize;

use super::chart;
use super::convert::read_games;
use super::error::ToolError;
use super::explore::write_json;
use super::review::{Evaluation, Judgement, Review, Summary};
use crate::files::{self, NewFile};
use crate::formats::pgn::PgnGame;
use crate::signals;
use crate::text::quoted;

/// Time per position in milliseconds if no limit is given.
pub const DEFAULT_TIME: u64 = 200;
/// The marks of moves, `!` to `?!`. A move has one of them at most.
const MARKS: std::ops::RangeInclusive<u8> = 1..=6;

#[derive(Args, Debug)]
pub struct AnnotateArgs {
    /// Annotate the games of PGN files, - is stdin, with evaluations, ?! ? ?? and better lines;
    /// 200 ms a move without another limit
    #[arg(
        long,
        value_name = "FILE",
        num_args = 1..,
        conflicts_with_all = ["variant", "rules", "start", "fen", "mate", "multipv"]
    )]
    pub pgn: Vec<String>,
    /// Write the games to FILE, which is replaced at the end
    #[arg(long, value_name = "FILE", requires = "pgn")]
    out: Option<PathBuf>,
    /// Draw the scores of the first game to FILE (SVG), of the second to FILE-2, and so on
    #[arg(long, visible_alias = "svg", value_name = "FILE", requires = "pgn")]
    chart: Option<PathBuf>,
    /// Write one JSON object a game instead of PGN
    #[arg(long, requires = "pgn")]
    json: bool,
}

/// Annotates the games of the files, one after another. After an interrupt the games so far are
/// written.
pub fn run(
    args: &AnnotateArgs,
    engine: Engine,
    limits: Limits,
    output: &mut impl Write,
) -> Result<ExitCode, ToolError> {
    let mut annotator = Annotator { args, engine, limits, stop: None, games: 0 };
    let Some(path) = &args.out else { return annotator.annotate_all(output) };
    let bad = |error| file_error(path, error);
    let mut file = NewFile::create(path).map_err(bad)?;
    let result = annotator.annotate_all(&mut file);
    let is_complete = match &result {
        Ok(_) => true,
        // The last game may be cut.
        Err(ToolError::Output(_)) => false,
        Err(_) => annotator.games > 0,
    };
    if is_complete {
        file.commit().map_err(bad)?;
    }
    result
}

fn file_error(path: &Path, error: io::Error) -> ToolError {
    ToolError::File { path: path.display().to_string(), reason: error.to_string() }
}

struct Annotator<'a> {
    args: &'a AnnotateArgs,
    engine: Engine,
    limits: Limits,
    /// Set by an interrupt. Made for the first game, so that Ctrl-C ends a wait for stdin before.
    stop: Option<Arc<AtomicBool>>,
    /// Number of games written.
    games: usize,
}

impl Annotator<'_> {
    fn annotate_all(&mut self, output: &mut impl Write) -> Result<ExitCode, ToolError> {
        let code = read_games(&self.args.pgn, |game| self.annotate(game, output))?;
        if self.games == 0 {
            note("there are no games");
        }
        Ok(code)
    }

    /// Reviews a game and writes it with its chart.
    fn annotate(&mut self, mut game: PgnGame, output: &mut impl Write) -> Result<(), ToolError> {
        let number = self.games + 1;
        let stop = self.stop.get_or_insert_with(signals::stop_flag);
        let position = game.open().map_err(|error| ToolError::File {
            path: format!("game {number}"),
            reason: error.to_string(),
        })?;
        let rules = position.rules();
        let fen = position.first().fen();
        let review = Review::of(position, &mut self.engine, &self.limits, stop)
            .ok_or(ToolError::Interrupted)?;
        let names = format!("{} - {}", name(&game, "White"), name(&game, "Black"));
        if let Some(path) = &self.args.chart {
            let path = numbered(path, number);
            let chart = chart::svg(&format!("{names}, {}", game.result), &review);
            files::write_atomically(&path, &chart).map_err(|error| file_error(&path, error))?;
        }
        match self.args.json {
            true => write_json(output, &GameReport::of(number, &game, &rules, &fen, &review))?,
            false => {
                annotate(&mut game, &review);
                let gap = if number > 1 { "\n" } else { "" };
                output.write_all(format!("{gap}{game}").as_bytes())?;
            }
        }
        output.flush()?;
        self.games = number;
        print_summary(number, &names, review.summaries());
        Ok(())
    }
}

/// Prints a line to stderr. A closed stderr is ignored.
fn note(line: &str) {
    let _ = writeln!(io::stderr(), "note: {line}");
}

fn name(game: &PgnGame, tag: &str) -> String {
    quoted(game.tag(tag).unwrap_or("?"))
}

/// The path of the chart of a game: `chart.svg`, `chart-2.svg`, …
fn numbered(path: &Path, number: usize) -> PathBuf {
    if number == 1 {
        return path.to_owned();
    }
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

/// Adds evaluations, marks and better lines to the moves of a game. Comments are kept, and so are
/// marks that moves already have.
fn annotate(game: &mut PgnGame, review: &Review) {
    for (mv, reviewed) in game.moves.iter_mut().zip(&review.moves) {
        mv.comment.set_eval(reviewed.after.white());
        let Some(judgement) = reviewed.judgement else { continue };
        if !mv.nags.iter().any(|nag| MARKS.contains(nag)) {
            mv.nags.push(judgement.nag());
        }
        mv.variation.clone_from(&reviewed.best_line);
    }
    if game.tag("Annotator").is_none() {
        game.set_tag("Annotator", concat!("Baroque ", env!("CARGO_PKG_VERSION")));
    }
}

fn print_summary(number: usize, names: &str, summaries: ByColor<Summary>) {
    let mut text = format!("game {number}: {names}\n");
    for color in Color::ALL {
        let Summary { moves, average_loss, inaccuracies, mistakes, blunders } = summaries[color];
        text += &format!(
            "  {color}: moves {moves}, average loss {average_loss:.0} centipawns, inaccuracies \
             {inaccuracies}, mistakes {mistakes}, blunders {blunders}\n"
        );
    }
    // A closed stderr is ignored.
    let _ = io::stderr().write_all(text.as_bytes());
}

/// A game as JSON.
#[derive(Serialize)]
struct GameReport<'a> {
    /// Number of the game, from 1.
    game: usize,
    white: &'a str,
    black: &'a str,
    result: &'a str,
    variant: &'a str,
    rules: &'a str,
    /// The first position.
    fen: &'a str,
    /// The evaluation of the first position.
    evaluation: WhiteScore,
    moves: Vec<MoveReport<'a>>,
    summary: SummaryReport,
}

/// A score for White; without either number the game is over and won.
#[derive(Serialize)]
struct WhiteScore {
    centipawns: Option<i32>,
    /// Moves to mate, negative if Black wins.
    mate: Option<i32>,
}

#[derive(Serialize)]
struct MoveReport<'a> {
    #[serde(rename = "move")]
    text: &'a str,
    uci: &'a str,
    /// The evaluation after the move.
    evaluation: WhiteScore,
    /// The best line before the move.
    best_line: &'a [String],
    loss: i32,
    judgement: Option<Judgement>,
}

#[derive(Serialize)]
struct SummaryReport {
    white: Summary,
    black: Summary,
}

impl WhiteScore {
    fn of(evaluation: &Evaluation) -> Self {
        match evaluation.white() {
            None => Self { centipawns: None, mate: None },
            Some(ScoreText::Centipawns(value)) => Self { centipawns: Some(value), mate: None },
            Some(ScoreText::Mate(moves)) => Self { centipawns: None, mate: Some(moves) },
        }
    }
}

impl<'a> GameReport<'a> {
    fn of(
        number: usize,
        game: &'a PgnGame,
        rules: &'a str,
        fen: &'a str,
        review: &'a Review,
    ) -> Self {
        let moves = review.moves.iter().map(|mv| MoveReport {
            text: &mv.text,
            uci: &mv.uci,
            evaluation: WhiteScore::of(&mv.after),
            best_line: &mv.best_line,
            loss: mv.loss,
            judgement: mv.judgement,
        });
        let summaries = review.summaries();
        Self {
            game: number,
            white: game.tag("White").unwrap_or("?"),
            black: game.tag("Black").unwrap_or("?"),
            result: game.result.text(),
            variant: game.tag("Variant").unwrap_or_default(),
            rules,
            fen,
            evaluation: WhiteScore::of(&review.first),
            moves: moves.collect(),
            summary: SummaryReport {
                white: summaries[Color::White],
                black: summaries[Color::Black],
            },
        }
    }
}
