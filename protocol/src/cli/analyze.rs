//! `baroque analyze`: a search told in plain words.

use std::io::Write;
use std::process::ExitCode;
use std::sync::mpsc::channel;

use baroque_engine::{Bound, Info, Limits, Options, Report, ScoreText};
use baroque_movegen::Move;
use clap::Args;

use super::{CliError, EngineArgs, GameArgs};
use crate::game::AnyGame;
use crate::option::{MAX_LINES, default_lines};
use crate::plain;

/// Time of a search that nothing else is sure to end, in milliseconds.
const DEFAULT_TIME: u64 = 5000;

#[derive(Args, Debug)]
pub(super) struct AnalyzeArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Milliseconds; 5000 if neither this nor a depth is given
    #[arg(long)]
    movetime: Option<u64>,
    /// Depth in plies
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Look for a win in so many moves
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
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
}

pub(super) fn run(args: &AnalyzeArgs, output: &mut impl Write) -> Result<ExitCode, CliError> {
    let mut game = args.game.open()?;
    args.engine.equip(game.as_mut())?;
    game.set_options(Options {
        multi_pv: args.multipv.try_into().unwrap_or(usize::MAX),
        ..Options::default()
    });
    let limits = Limits {
        // A mate that is not there would be looked for without end.
        move_time: match args.depth {
            None => args.movetime.or(Some(DEFAULT_TIME)),
            Some(_) => args.movetime,
        },
        depth: args.depth,
        mate: args.mate,
        ..Limits::default()
    };
    output.write_all(game.picture().as_bytes())?;
    output.flush()?;
    let (sender, reports) = channel();
    let listener = move |report| {
        // If nobody listens any more, the output is closed and the program ends.
        let _ = sender.send(report);
    };
    game.go(limits, Box::new(listener));
    let mut proved = false;
    for report in reports {
        match report {
            Report::Info(info) => {
                proved |= args.mate.is_some_and(|moves| proves(&info, moves));
                writeln!(output, "{}", plain::line(&info, game.as_ref()))?;
            }
            Report::CurrentMove { .. } => {}
            Report::Best { best, .. } => {
                if let Some(moves) = args.mate.filter(|_| !proved) {
                    writeln!(output, "no mate in {moves} found")?;
                }
                writeln!(output, "best move: {}", best_move(best, game.as_ref()))?;
            }
        }
        output.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Whether the side to move wins in so many moves.
fn proves(info: &Info, most: u32) -> bool {
    let ScoreText::Mate(moves) = info.score.text() else { return false };
    moves > 0 && moves.unsigned_abs() <= most && info.bound != Bound::Upper
}

fn best_move(best: Option<Move>, game: &dyn AnyGame) -> String {
    let Some(mv) = best else {
        let reason = game.outcome().map(|outcome| outcome.reason.text());
        return format!("none, {}", reason.unwrap_or("no legal move"));
    };
    game.readable(&[mv])
}
