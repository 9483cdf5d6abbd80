//! `baroque study compare`: the figures of two studies side by side.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use baroque_formats::files;
use baroque_protocol::tools::error::ToolError;
use clap::Args;

use crate::estimate::{Estimate, plain};
use crate::figures::Figures;
use crate::report::Report;

/// Most bytes of a report.
const MAX_REPORT: u64 = 16 << 20;

/// Arguments of `baroque study compare`.
#[derive(Args, Debug)]
pub struct CompareArgs {
    /// Folder of a study
    #[arg(value_name = "A")]
    first: PathBuf,
    /// Folder of another one
    #[arg(value_name = "B")]
    second: PathBuf,
}

/// A figure: its name, the number of its decimals, and where it is.
type Row = (&'static str, usize, fn(&Figures) -> Option<Estimate>);

const ROWS: [Row; 10] = [
    ("first player's score, %", 1, |it| hundred(it.first)),
    ("draws, %", 1, |it| hundred(it.draws)),
    ("completion, %", 1, |it| hundred(it.completion)),
    ("length, moves of both sides", 0, |it| it.length),
    ("choices in a position", 1, |it| it.branching),
    ("captures, %", 1, |it| hundred(it.captures)),
    ("lead changes in a game", 2, |it| it.lead_changes),
    ("comebacks, %", 1, |it| hundred(it.comebacks)),
    ("drama", 3, |it| it.drama),
    ("games", 0, |_| None),
];

fn hundred(estimate: Option<Estimate>) -> Option<Estimate> {
    estimate.map(|estimate| estimate.scaled(100.0))
}

/// Prints a table of both studies' figures of the stronger player, with their differences.
///
/// # Errors
/// A report cannot be read, or the output not be written.
pub fn compare(args: &CompareArgs, output: &mut impl Write) -> Result<ExitCode, ToolError> {
    let [first, second] = [read(&args.first)?, read(&args.second)?];
    let titles = [&first, &second].map(|report| {
        let rules = &report.game.rules;
        if rules.is_empty() { report.title.clone() } else { format!("{} ({rules})", report.title) }
    });
    let [first, second] = [&first, &second].map(|report| &report.measures.strong);
    let mut rows = vec![[
        "figure".to_owned(),
        titles[0].clone(),
        titles[1].clone(),
        "second − first".to_owned(),
    ]];
    for (name, decimals, of) in ROWS {
        let [one, other] = [of(first), of(second)];
        let texts = match name {
            "games" => [first.games.to_string(), second.games.to_string(), String::new()],
            _ => {
                let difference = other.zip(one).map(|(other, one)| other.minus(one));
                let is_sure = difference.is_some_and(|it| it.low > 0.0 || it.high < 0.0);
                let mark = if is_sure { " *" } else { "" };
                let text = format!("{}{mark}", plain(difference, decimals));
                [plain(one, decimals), plain(other, decimals), text]
            }
        };
        let [one, other, difference] = texts;
        rows.push([name.to_owned(), one, other, difference]);
    }
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or_default()
    };
    let widths = [0, 1, 2, 3].map(width);
    for row in &rows {
        let cells: Vec<String> =
            row.iter().zip(widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        writeln!(output, "{}", cells.join("  ").trim_end())?;
    }
    writeln!(output, "\n* the difference is significant: its range of 95 % does not hold 0")?;
    Ok(ExitCode::SUCCESS)
}

fn read(folder: &Path) -> Result<Report, ToolError> {
    let path = folder.join("report.json");
    let text = files::read_text(&path, MAX_REPORT);
    let text = text.map_err(|error| ToolError::file(path.display(), error))?;
    serde_json::from_str(&text).map_err(|error| {
        ToolError::file(path.display(), format_args!("no report of a study: {error}"))
    })
}
