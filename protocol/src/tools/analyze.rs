//! `baroque analyze`: a search with readable output. With `--pgn` it annotates games.

use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use baroque_engine::{Bound, Info, Limits, Options, Report, ScoreText};
use baroque_movegen::{AnyPosition, Move, with_history};
use clap::Args;

use super::annotate::{self, AnnotateArgs};
use super::args::{EngineArgs, PositionArgs};
use super::error::{ToolError, exit_code};
use crate::formats::{describe, human};
use crate::options::{MAX_LINES, default_lines};
use crate::signals;

/// Time limit in milliseconds if no other limit surely ends the search.
const DEFAULT_TIME: u64 = 5000;

#[derive(Args, Debug)]
pub struct AnalyzeArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Milliseconds to search; 5000 if neither this nor nodes nor a depth is given
    #[arg(long)]
    movetime: Option<u64>,
    /// Nodes to search
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Depth in plies
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Search for a mate in at most N moves
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
}

impl AnalyzeArgs {
    fn limits(&self, default_time: u64) -> Limits {
        // A search for a mate that does not exist would never end.
        let endless = self.nodes.is_none() && self.depth.is_none();
        Limits {
            move_time: self.movetime.or(endless.then_some(default_time)),
            nodes: self.nodes,
            depth: self.depth,
            mate: self.mate,
            ..Limits::default()
        }
    }
}

pub fn run(args: &AnalyzeArgs, output: &mut impl Write) -> Result<ExitCode, ToolError> {
    let mut engine = args.engine.engine()?;
    if !args.games.pgn.is_empty() {
        let limits = args.limits(annotate::DEFAULT_TIME);
        return annotate::run(&args.games, engine, limits, output);
    }
    let position = args.position.position()?;
    engine.set_options(Options {
        multi_pv: args.multipv.try_into().unwrap_or(usize::MAX),
        ..Options::default()
    });
    let limits = args.limits(DEFAULT_TIME);
    let stop = signals::stop_flag();
    output.write_all(describe::board(&position).as_bytes())?;
    output.flush()?;
    let (mut proved, mut written) = (false, Ok(()));
    let mut print = |report| {
        if let Report::Info(info) = report {
            proved |= args.mate.is_some_and(|moves| proves(&info, moves));
            let line = human::line(&info, &position);
            written = writeln!(output, "{line}").and_then(|()| output.flush());
            // A closed output ends the search.
            stop.fetch_or(written.is_err(), Ordering::Relaxed);
        }
    };
    let result = with_history!(position.history(), game => {
        engine.search_with(game, &limits, &stop, &mut print)
    });
    written?;
    if let Some(moves) = args.mate.filter(|_| !proved) {
        writeln!(output, "no mate in {moves} found")?;
    }
    writeln!(output, "best move: {}", best_move(result.best, &position))?;
    output.flush()?;
    Ok(exit_code(&stop))
}

/// Whether the score proves a win of the side to move in at most `most` moves.
fn proves(info: &Info, most: u32) -> bool {
    let ScoreText::Mate(moves) = info.score.text() else { return false };
    moves > 0 && moves.unsigned_abs() <= most && info.bound != Bound::Upper
}

fn best_move(best: Option<Move>, position: &AnyPosition) -> String {
    let Some(mv) = best else {
        let reason = position.outcome().map(|outcome| outcome.reason.text());
        return format!("none, {}", reason.unwrap_or("no legal move"));
    };
    position.readable(mv)
}
