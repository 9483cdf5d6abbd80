//! `baroque study compare`: the figures of two studies side by side.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use baroque_formats::files;
use baroque_protocol::tools::error::ToolError;
use clap::Args;

use crate::figures::MEASURES;
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
    for measure in &MEASURES {
        let difference = measure.difference([first, second]);
        let difference =
            difference.map(|(text, is_significant)| text + if is_significant { " *" } else { "" });
        let [one, other] = [first, second].map(|figures| measure.text(figures));
        rows.push([measure.name.to_owned(), one, other, difference.unwrap_or_default()]);
    }
    let [one, other] = [first, second].map(|figures| figures.games.to_string());
    rows.push(["games".to_owned(), one, other, String::new()]);
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
