//! The files of a study for use elsewhere: the report, the network, the book, the puzzles, and all of them in
//! the one file that is read wherever the game is played.

use std::fmt::Display;
use std::fs;

use baroque_engine::network::MAX_NETWORK_BYTES;
use baroque_formats::knowledge::{BookEntry, KNOWLEDGE_FILE, KnowledgeFile, Puzzle};
use baroque_formats::{Rejected, epd, files};
use baroque_protocol::html::REPORT_STYLE;

use crate::opening::{BookPosition, Choice};
use crate::portrait::portrait;
use crate::report::Report;
use crate::study::Study;
use crate::{html, markdown};

/// The copy of the file of a game in the folder of its study.
pub const GAME_FILE: &str = "game.toml";

/// Writes all files of a report.
///
/// # Errors
/// A file cannot be read or written.
pub fn publish(study: &Study, report: &Report) -> Result<(), Rejected> {
    let (folder, spec) = (&study.folder, &study.journal.game);
    let name = &spec.variant;
    let (title, picture) = (format!("{}: a study", report.title), portrait(report, &study.game));
    let text = markdown::text(report, &study.game, &format!("{name}.svg"));
    let page = html::page(&title, &text, &picture.inline(&report.title), &study.game);
    folder.write("report.json", &report.json())?;
    folder.write("report.html", &page)?;
    folder.write(&format!("{name}.md"), &text)?;
    folder.write(&format!("{name}.svg"), &picture.file(&report.title, REPORT_STYLE))?;
    let header = epd::header(name, &spec.rules);
    folder.write(&format!("{name}.epd"), &(header.clone() + &book(report)))?;
    folder.write(&format!("{name}-puzzles.epd"), &(header + &puzzles(report)))?;
    let bad = |path: &dyn Display, error| Rejected::at(path, error);
    let game_file = folder.file(GAME_FILE);
    let text = game_file.exists().then(|| {
        let text = files::read_text(&game_file, baroque_games::MAX_FILE as u64);
        text.map_err(|error| bad(&game_file.display(), error))
    });
    let mut knowledge = KnowledgeFile::new(spec.clone(), text.transpose()?);
    let network = folder.file(&format!("{name}.nnue"));
    match study.best() {
        Some(best) => {
            let bytes = files::read_regular(&best, MAX_NETWORK_BYTES as u64);
            let bytes = bytes.map_err(|error| bad(&best.display(), error))?;
            knowledge.set_network(&bytes);
            let written = files::write_atomically(&network, bytes);
            written.map_err(|error| bad(&network.display(), error))?;
        }
        // An earlier call may have had a better one.
        None => drop(fs::remove_file(&network)),
    }
    knowledge.levels = report.measures.placed.clone();
    knowledge.book = report
        .finds
        .book
        .iter()
        .map(|position| BookEntry {
            fen: position.fen.clone(),
            moves: position.best().map(|choice| choice.uci.clone()).collect(),
        })
        .collect();
    knowledge.puzzles = report.finds.puzzles.clone();
    knowledge.report = page;
    folder.write(KNOWLEDGE_FILE, &knowledge.text())
}

/// The positions of the book with their best moves and the score of the first.
fn book(report: &Report) -> String {
    let line = |position: &BookPosition| {
        let best: Vec<&str> = position.best().map(|choice| choice.text.as_str()).collect();
        let score = position.choices.first().map_or(0, |Choice { score, .. }| *score);
        let moves =
            if best.is_empty() { String::new() } else { format!(" bm {};", best.join(" ")) };
        format!("{}{moves} ce {score};\n", position.fen)
    };
    report.finds.book.iter().map(line).collect()
}

/// The puzzles with their solutions, the moves to the win, and their themes.
fn puzzles(report: &Report) -> String {
    let name = &report.game.variant;
    let line = |(index, puzzle): (usize, &Puzzle)| {
        let solution = puzzle.line.first().unwrap_or(&puzzle.solution);
        let themes: Vec<&str> = puzzle.themes.iter().map(String::as_str).collect();
        let (fen, moves, themes) = (&puzzle.fen, puzzle.moves, themes.join(", "));
        let number = index + 1;
        format!("{fen} bm {solution}; dm {moves}; id \"{name} {number}\"; c0 \"{themes}\";\n")
    };
    report.finds.puzzles.iter().enumerate().map(line).collect()
}
