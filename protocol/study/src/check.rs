//! A first look at a game: random games, and what in its rules is never of use.

use std::collections::BTreeMap;
use std::time::Instant;

use baroque_formats::files;
use baroque_movegen::{AnyGame, Coord, Methods, SquareView};
use baroque_protocol::tools::error::ToolError;
use baroque_training::random::Random;
use serde::{Deserialize, Serialize};

use crate::estimate::LEAST;
use crate::observe::Counts;
use crate::study::{SAVE, Study};

/// Most random games.
const GAMES: u64 = 3000;
/// Longest random game, in plies.
const MAX_PLIES: usize = 400;

/// What random games show.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Check {
    /// Counts of the games.
    pub counts: Counts,
    /// What never happened, in sentences.
    pub never: Vec<String>,
}

/// The file that keeps the counts.
const FILE: &str = "check.json";
/// Most bytes of it.
const MAX_FILE: u64 = 1 << 20;

/// Plays random games until the time of the stage is up; those of earlier calls count.
///
/// # Errors
/// A file cannot be read or written, or the user ends the call.
pub fn check(study: &mut Study) -> Result<Check, ToolError> {
    let mut counts = read(study)?;
    let mut written = Instant::now();
    // Of fewer games nothing is said.
    while counts.games < LEAST as u64 || counts.games < GAMES && !study.left().is_zero() {
        play(study, &mut counts);
        let ticked = study.tick();
        if ticked.is_err() || written.elapsed() >= SAVE {
            write(study, &counts)?;
            written = Instant::now();
        }
        ticked?;
    }
    write(study, &counts)?;
    Ok(Check { never: never(&study.game, &counts), counts })
}

fn read(study: &Study) -> Result<Counts, ToolError> {
    let path = study.folder.file(FILE);
    if !path.exists() {
        return Ok(Counts::default());
    }
    let bad = |error: &dyn std::fmt::Display| ToolError::file(path.display(), error);
    let text = files::read_text(&path, MAX_FILE).map_err(|error| bad(&error))?;
    serde_json::from_str(&text).map_err(|error| bad(&error))
}

fn write(study: &Study, counts: &Counts) -> Result<(), ToolError> {
    let text = serde_json::to_string_pretty(counts).unwrap_or_default() + "\n";
    Ok(study.folder.write(FILE, &text)?)
}

/// Plays the next game; its number decides its moves.
fn play(study: &Study, counts: &mut Counts) {
    let mut random = Random::new(study.journal.seed, counts.games);
    let mut game = study.game.clone();
    for _ in 0..MAX_PLIES {
        let moves = game.legal_moves();
        if game.outcome().is_some() {
            break;
        }
        let drawn = random.below(moves.len()).and_then(|drawn| moves.get(drawn));
        if drawn.is_none_or(|&mv| counts.play(&mut game, mv).is_err()) {
            break;
        }
    }
    counts.add_end(game.outcome());
}

/// What pieces never did in some games, in sentences; nothing is said of a few games.
pub fn never(game: &AnyGame, counts: &Counts) -> Vec<String> {
    let mut sentences = Vec::new();
    if counts.games < LEAST as u64 {
        return sentences;
    }
    for kind in game.kinds() {
        let name = game.name(kind);
        let methods = game.methods(kind);
        let mut say = |what: &str| sentences.push(format!("No {name} ever {what}."));
        match counts.pieces.get(name) {
            None => say("was on the board"),
            Some(piece) => {
                if piece.moves == 0 {
                    say("moved");
                } else if piece.captures == 0 && methods.intersects(Methods::CAPTURES) {
                    say("captured anything");
                }
                if piece.captured == 0 && !methods.contains(Methods::ROYAL) {
                    say("was captured");
                }
                if piece.promotions == 0 && methods.contains(Methods::PROMOTE) {
                    say("was promoted");
                }
            }
        }
    }
    let missing = game.possible_ends().into_iter().map(|end| end.to_string());
    let missing = missing.filter(|end| !counts.ends.contains_key(end));
    sentences.extend(missing.map(|end| format!("No game ever ended with “{end}”.")));
    sentences.extend(unreached(game, counts));
    sentences
}

/// The squares that no piece ever came to, those together of which the rules say the same.
fn unreached(game: &AnyGame, counts: &Counts) -> Vec<String> {
    let view = game.view();
    let mut squares: BTreeMap<Vec<String>, Vec<String>> = BTreeMap::new();
    for (rank, cells) in view.ranks.iter().enumerate() {
        for (file, cell) in cells.iter().enumerate() {
            let coord = Coord { file, rank };
            let name = view.name(coord);
            if *cell != SquareView::Missing && !counts.arrivals.contains_key(&name) {
                squares.entry(game.describe_square(coord)).or_default().push(name);
            }
        }
    }
    let sentence = |(rules, squares): (Vec<String>, Vec<String>)| {
        let squares = squares.join(", ");
        match rules.is_empty() {
            true => format!("No piece ever came to {squares}."),
            false => format!("No piece ever came to {squares}. {}", rules.join(" ")),
        }
    };
    squares.into_iter().map(sentence).collect()
}
