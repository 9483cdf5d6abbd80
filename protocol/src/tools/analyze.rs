//! `baroque analyze`: a search with readable output. With `--pgn` it annotates games.

use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use baroque_engine::{Bound, Info, Limits, Report, SearchOptions, SearchResult};
use baroque_formats::Loaded;
use baroque_formats::json::{JsonMove, JsonPosition, JsonScore};
use baroque_formats::{describe, human};
use baroque_movegen::{AnyGame, Move};
use clap::Args;
use serde::Serialize;

use super::annotate::{self, AnnotateArgs};
use super::args::{EngineArgs, PositionArgs};
use super::count::Speed;
use super::error::{ToolError, exit_code};
use super::output::{Forms, OutputArgs};
use crate::options::{MAX_LINES, default_lines};
use crate::signals;

/// Time limit in milliseconds if no other limit surely ends the search.
const DEFAULT_TIME: u64 = 5000;

/// Arguments of `baroque analyze`.
#[derive(Args, Debug)]
pub struct AnalyzeArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Milliseconds to search; 5000 if no limit is given
    #[arg(long)]
    movetime: Option<u64>,
    /// Nodes to search
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Depth in plies
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Prove whether there is a mate in at most N moves
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    mate: Option<u32>,
    /// Best lines to show
    #[arg(
        long,
        default_value_t = default_lines(),
        value_parser = clap::value_parser!(u64).range(1..=MAX_LINES)
    )]
    multipv: u64,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    games: AnnotateArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl AnalyzeArgs {
    fn limits(&self, default_time: u64) -> Limits {
        let endless = self.nodes.is_none() && self.depth.is_none() && self.mate.is_none();
        Limits {
            move_time: self.movetime.or(endless.then_some(default_time)),
            nodes: self.nodes,
            depth: self.depth,
            mate: self.mate,
            ..Limits::default()
        }
    }
}

/// Analyses a position, or annotates games.
///
/// # Errors
/// An argument or an input is bad, or the output cannot be written.
pub fn run(
    args: &AnalyzeArgs,
    loaded: &Loaded,
    output: &mut impl Write,
) -> Result<ExitCode, ToolError> {
    let mut engine = args.engine.engine(loaded)?;
    if !args.games.pgn.is_empty() {
        let limits = args.limits(annotate::DEFAULT_TIME);
        return annotate::run(&args.games, &loaded.games, engine, limits, args.output, output);
    }
    let position = args.position.position(loaded)?;
    engine.set_options(SearchOptions {
        multi_pv: args.multipv.try_into().unwrap_or(usize::MAX),
        ..SearchOptions::default()
    });
    let limits = args.limits(DEFAULT_TIME);
    let (mut printer, stop) = (args.output.printer(output), signals::stop_flag());
    let board = || describe::board(&position);
    printer.print(&Forms(board, || JsonAnalysis { position: JsonPosition::new(&position) }))?;
    // Whether there is a mate; `None` if the search ends before that is known.
    let mut found = None;
    let mut written = Ok(());
    let mut print = |report| match report {
        Report::Info(info) => {
            if args.mate.is_some_and(|moves| proves(&info, moves)) {
                found = Some(true);
            }
            let line = || human::line(&info, &position) + "\n";
            written = printer.print(&Forms(line, || JsonInfo::new(&info, &position)));
            // A closed output ends the search.
            stop.fetch_or(written.is_err(), Ordering::Relaxed);
        }
        Report::NoMate { .. } => found = Some(false),
        Report::CurrentMove { .. } | Report::Best { .. } => {}
    };
    let result = engine.search_any_with(position.history(), &limits, &stop, &mut print);
    written?;
    let mate = args.mate.map(|moves| (moves, found));
    let outcome = SearchOutcome { position: &position, result, mate };
    printer.print(&Forms(|| outcome.text(), || outcome.json()))?;
    Ok(exit_code(&stop))
}

/// Whether the score proves a win of the side to move in at most `most` moves.
fn proves(info: &Info, most: u32) -> bool {
    info.score.is_win_in(most) && info.bound != Bound::Upper
}

#[derive(Serialize)]
#[serde(tag = "type", rename = "analysis")]
struct JsonAnalysis {
    position: JsonPosition,
}

#[derive(Serialize)]
#[serde(tag = "type", rename = "info")]
struct JsonInfo {
    depth: u32,
    seldepth: u32,
    multipv: usize,
    score: JsonScore,
    bound: &'static str,
    #[serde(flatten)]
    speed: Speed,
    hashfull: u32,
    pv: Vec<JsonMove>,
}

impl JsonInfo {
    fn new(info: &Info, position: &AnyGame) -> Self {
        let &Info { depth, seldepth, multi_pv, score, bound, nodes, time, hashfull, ref pv } = info;
        Self {
            depth,
            seldepth,
            multipv: multi_pv,
            score: score.into(),
            bound: match bound {
                Bound::Upper => "upper",
                Bound::Lower => "lower",
                Bound::Exact => "exact",
            },
            speed: Speed { nodes, time },
            hashfull,
            pv: JsonMove::line(position, pv),
        }
    }
}

/// The result of an analysis.
struct SearchOutcome<'a> {
    position: &'a AnyGame,
    result: SearchResult,
    /// The maximum number of moves to a mate, and whether there is one, if that is known.
    mate: Option<(u32, Option<bool>)>,
}

impl SearchOutcome<'_> {
    /// Why there is no best move.
    fn end(&self) -> Option<&'static str> {
        let reason = self.position.outcome().map(|outcome| outcome.reason.text());
        self.result.best.is_none().then_some(reason.unwrap_or("no legal move"))
    }

    fn text(&self) -> String {
        let mate = match self.mate {
            Some((moves, None)) => format!("no mate in {moves} found\n"),
            Some((moves, Some(false))) => format!("there is no mate in {moves}\n"),
            _ => String::new(),
        };
        let best = match self.result.best {
            Some(best) => self.position.readable_unchecked(best),
            None => format!("none, {}", self.end().unwrap_or_default()),
        };
        format!("{mate}best move: {best}\n")
    }

    fn json(&self) -> JsonBest {
        let moves: Vec<Move> = self.result.best.into_iter().chain(self.result.ponder).collect();
        let mut moves = JsonMove::line(self.position, &moves).into_iter();
        JsonBest {
            mv: moves.next(),
            ponder: moves.next(),
            score: self.result.score().map(JsonScore::from),
            end: self.end(),
            mate_found: self.mate.map(|(_, found)| found == Some(true)),
            mate_excluded: self.mate.map(|(_, found)| found == Some(false)),
        }
    }
}

#[derive(Serialize)]
#[serde(tag = "type", rename = "best")]
struct JsonBest {
    #[serde(rename = "move")]
    mv: Option<JsonMove>,
    ponder: Option<JsonMove>,
    score: Option<JsonScore>,
    end: Option<&'static str>,
    mate_found: Option<bool>,
    mate_excluded: Option<bool>,
}
