//! `baroque analyze --pgn`: games with evaluations, marks and better lines.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use baroque_engine::{Engine, Judgement, Limits};
use baroque_formats::files::{self, MAX_FILE, NewFile};
use baroque_formats::json::{JsonMove, JsonPosition, JsonScore};
use baroque_formats::pgn::{PgnGame, PgnMove};
use baroque_formats::text::quoted;
use baroque_games::Games;
use baroque_movegen::{ByColor, Color};
use clap::Args;
use serde::Serialize;

use super::chart;
use super::error::{ToolError, print_note};
use super::games::{STDIN, read_games};
use super::output::{Forms, OutputArgs, Printer};
use super::review::{Review, Summary};
use crate::progress::Progress;
use crate::wrap::on_stderr;

/// Time per position in milliseconds if no limit is given.
pub const DEFAULT_TIME: u64 = 200;
/// The marks of moves, `!` to `?!`. A move has one of them at most.
const MARKS: std::ops::RangeInclusive<u8> = 1..=6;

#[derive(Args, Debug)]
pub struct AnnotateArgs {
    /// Annotate the games of PGN files, - is stdin, with evaluations, ?! ? ?? and better lines;
    /// 200 ms per move without another limit
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
    /// Draw the scores of the first game to FILE (SVG), those of the second to FILE-2, and so on
    #[arg(long, visible_alias = "svg", value_name = "FILE", requires = "pgn")]
    chart: Option<PathBuf>,
}

/// Annotates the games of the files, one after another. After an interrupt the games so far are
/// written.
pub fn run(
    args: &AnnotateArgs,
    known: &Games,
    engine: Engine,
    limits: Limits,
    form: OutputArgs,
    output: &mut impl Write,
) -> Result<ExitCode, ToolError> {
    if let Some(chart) = &args.chart {
        check_chart(chart, args)?;
    }
    let mut annotator = Annotator { args, known, engine, limits, games: 0 };
    let Some(path) = &args.out else { return annotator.annotate_all(form.printer(output)) };
    let bad = |error| file_error(path, error);
    let mut file = NewFile::create(path).map_err(bad)?;
    let result = annotator.annotate_all(form.printer(&mut file));
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

/// Checks that a chart replaces neither an input nor the output.
fn check_chart(chart: &Path, args: &AnnotateArgs) -> Result<(), ToolError> {
    let target = files::resolve_target(chart).map_err(|error| file_error(chart, error))?;
    let files = args.pgn.iter().filter(|name| *name != STDIN).map(Path::new);
    let mut others =
        files.chain(args.out.as_deref()).filter_map(|path| files::resolve_target(path).ok());
    match others.any(|path| path == target) {
        true => Err(ToolError::file(chart.display(), "the chart would replace the games")),
        false => Ok(()),
    }
}

/// Writes a chart, in place of an older one only.
fn write_chart(path: &Path, chart: &str) -> Result<(), ToolError> {
    match files::read_regular(path, MAX_FILE) {
        Ok(old) if !old.starts_with(chart::START.as_bytes()) => {
            Err(ToolError::file(path.display(), "the file exists and is no chart"))
        }
        _ => files::write_atomically(path, chart).map_err(|error| file_error(path, error)),
    }
}

fn file_error(path: &Path, error: io::Error) -> ToolError {
    ToolError::file(path.display(), error)
}

struct Annotator<'a> {
    args: &'a AnnotateArgs,
    known: &'a Games,
    engine: Engine,
    limits: Limits,
    /// Number of games written.
    games: usize,
}

impl Annotator<'_> {
    fn annotate_all(&mut self, mut printer: Printer<impl Write>) -> Result<ExitCode, ToolError> {
        let code = read_games(&self.args.pgn, self.known, &Progress::none(), |game, stop| {
            let position = game.open(self.known);
            let position = position
                .map_err(|error| ToolError::file(format!("game {}", self.games + 1), error))?;
            let positions = position.moves().len() as u64 + 1;
            let title = format!("game {}", self.games + 1);
            let progress = Progress::new(&title, positions, "positions");
            let review = Review::of(position, &mut self.engine, &self.limits, stop, &progress)
                .ok_or(ToolError::Interrupted)?;
            drop(progress);
            self.print(game, &review, &mut printer)
        })?;
        if self.games == 0 {
            print_note("note: there are no games");
        }
        Ok(code)
    }

    /// Writes a reviewed game and its chart, and its summary to stderr.
    fn print(
        &mut self,
        mut game: PgnGame,
        review: &Review,
        printer: &mut Printer<impl Write>,
    ) -> Result<(), ToolError> {
        let number = self.games + 1;
        let names = format!("{} - {}", name(&game, "White"), name(&game, "Black"));
        if let Some(path) = &self.args.chart {
            let path = numbered(path, number);
            let chart = chart::svg(&format!("{names}, {}", game.result), review);
            write_chart(&path, &chart)?;
        }
        annotate(&mut game, review);
        let blank = if number > 1 { "\n" } else { "" };
        let json = || JsonAnnotatedGame::new(number, &game, review);
        printer.print(&Forms(|| format!("{blank}{game}"), json))?;
        self.games = number;
        print_summary(number, &names, review.summaries());
        Ok(())
    }
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
    // Where a side places pieces twice in a row it does so in any line.
    let moves_again: Vec<bool> = game.moves.iter().map(|mv| mv.moves_again).collect();
    for (ply, (mv, reviewed)) in game.moves.iter_mut().zip(&review.moves).enumerate() {
        mv.comment.set_eval(reviewed.after.white());
        // An earlier one may stand after a variation.
        for first in mv.variations.iter_mut().filter_map(|line| line.first_mut()) {
            first.after.comment.set_eval(None);
        }
        let Some(judgement) = reviewed.judgement else { continue };
        if !mv.nags.iter().any(|nag| MARKS.contains(nag)) {
            mv.nags.push(judgement.nag());
        }
        let moves_again = moves_again.iter().skip(ply).chain(std::iter::repeat(&false));
        let better = reviewed.best_line.iter().zip(moves_again).map(|(mv, &moves_again)| PgnMove {
            text: mv.readable.clone(),
            moves_again,
            ..PgnMove::default()
        });
        add_variation(mv, better.collect());
    }
    if game.tag("Annotator").is_none() {
        game.set_tag("Annotator", concat!("Baroque ", env!("CARGO_PKG_VERSION")));
    }
}

/// Adds a better line, unless the move has one that begins with it.
fn add_variation(mv: &mut PgnMove, line: Vec<PgnMove>) {
    let begins = |variation: &Vec<PgnMove>| {
        let moves = variation.iter().zip(&line);
        variation.len() >= line.len()
            && moves.into_iter().all(|(one, other)| one.text == other.text)
    };
    if !mv.variations.iter().any(begins) {
        mv.variations.push(line);
    }
}

fn print_summary(number: usize, names: &str, summaries: ByColor<Summary>) {
    let mut text = format!("game {number}: {names}\n");
    for color in Color::ALL {
        let Summary { moves, average_loss, inaccuracies, mistakes, blunders } = summaries[color];
        text += &format!(
            "  {color}: moves {moves}, average loss {average_loss:.0} cp, inaccuracies \
             {inaccuracies}, mistakes {mistakes}, blunders {blunders}\n"
        );
    }
    // A closed stderr is ignored.
    let _ = io::stderr().write_all(on_stderr(&text).as_bytes());
}

/// An annotated game, with its number from 1.
#[derive(Serialize)]
#[serde(tag = "type", rename = "annotated_game")]
struct JsonAnnotatedGame<'a> {
    game: usize,
    white: &'a str,
    black: &'a str,
    result: &'static str,
    position: JsonPosition,
    white_score: Option<JsonScore>,
    moves: Vec<JsonReviewedMove<'a>>,
    summary: JsonSummary,
}

#[derive(Serialize)]
struct JsonReviewedMove<'a> {
    #[serde(flatten)]
    mv: &'a JsonMove,
    white_score: Option<JsonScore>,
    best_line: &'a [JsonMove],
    loss: i32,
    judgement: Option<&'static str>,
}

#[derive(Serialize)]
struct JsonSummary {
    white: Summary,
    black: Summary,
}

impl<'a> JsonAnnotatedGame<'a> {
    fn new(number: usize, game: &'a PgnGame, review: &'a Review) -> Self {
        let moves = review.moves.iter().map(|mv| JsonReviewedMove {
            mv: &mv.mv,
            white_score: mv.after.white().map(JsonScore::from),
            best_line: &mv.best_line,
            loss: mv.loss,
            judgement: mv.judgement.map(Judgement::name),
        });
        let ByColor([white, black]) = review.summaries();
        Self {
            game: number,
            white: game.tag("White").unwrap_or("?"),
            black: game.tag("Black").unwrap_or("?"),
            result: game.result.text(),
            position: JsonPosition::new(&review.start),
            white_score: review.first.white().map(JsonScore::from),
            moves: moves.collect(),
            summary: JsonSummary { white, black },
        }
    }
}
