//! `baroque analyze`: a search told in plain words.

use std::io::Write;
use std::process::ExitCode;
use std::sync::mpsc::channel;

use baroque_engine::{Bound, Info, Limits, Options, Report, Score, ScoreText};

use super::{AnalyzeArgs, Failure};
use crate::error::Error;
use crate::option::DEFAULT_HASH;
use crate::table::Table;

/// Time of a search that has no other limit, in milliseconds.
const DEFAULT_TIME: u64 = 5000;

pub(super) fn run(args: &AnalyzeArgs, output: &mut impl Write) -> Result<ExitCode, Failure> {
    let mut table = args.game.open()?;
    equip(table.as_mut(), args)?;
    let limits = Limits {
        move_time: match (args.depth, args.mate) {
            (None, None) => args.movetime.or(Some(DEFAULT_TIME)),
            _ => args.movetime,
        },
        depth: args.depth,
        mate: args.mate,
        ..Limits::default()
    };
    output.write_all(table.picture().as_bytes())?;
    output.flush()?;
    let (sender, reports) = channel();
    let listener = move |report| {
        // If nobody listens any more, the output is closed and the program ends.
        let _ = sender.send(report);
    };
    table.go(limits, Box::new(listener));
    for report in reports {
        match report {
            Report::Info(info) => writeln!(output, "{}", line(&info, args, table.as_ref()))?,
            Report::CurrentMove { .. } => {}
            Report::Best { best: Some(mv), .. } => {
                writeln!(output, "best move: {}", table.readable(&[mv]))?;
            }
            Report::Best { best: None, .. } => {
                let reason = table.outcome().map(|outcome| outcome.reason.text());
                writeln!(
                    output,
                    "best move: none, {}",
                    reason.unwrap_or("no legal move")
                )?;
            }
        }
        output.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

fn equip(table: &mut dyn Table, args: &AnalyzeArgs) -> Result<(), Error> {
    table.set_threads(args.threads.try_into().unwrap_or(usize::MAX));
    table.set_options(Options {
        multi_pv: args.multipv.try_into().unwrap_or(usize::MAX),
        ..Options::default()
    });
    let mebibytes = args.hash.try_into().unwrap_or(usize::MAX);
    table.set_hash(mebibytes).map_err(|_| Error::Memory {
        wanted: args.hash,
        kept: DEFAULT_HASH,
    })
}

fn line(info: &Info, args: &AnalyzeArgs, table: &dyn Table) -> String {
    let bound = match info.bound {
        Bound::Upper => "<=",
        Bound::Lower => ">=",
        Bound::Exact => "",
    };
    let score = format!("{bound}{}", pawns(info.score));
    let place = match args.multipv {
        1 => String::new(),
        _ => format!("  line {}", info.multi_pv),
    };
    format!(
        "depth {:>2}{place}  score {score:>8}  time {:>6} ms  nodes {:>10}  {}",
        info.depth,
        info.time,
        info.nodes,
        table.readable(&info.pv)
    )
}

/// A score in pawns, or the moves to the end of the game.
fn pawns(score: Score) -> String {
    match score.text() {
        ScoreText::Centipawns(value) => format!("{:+.2}", f64::from(value) / 100.0),
        ScoreText::Mate(moves) => format!("mate {moves}"),
    }
}
