//! The report of a study, as data and in sentences.

use baroque_formats::text::one_line;
use baroque_formats::{GameSpec, games};
use baroque_movegen::{AnyGame, SquareView};
use serde::{Deserialize, Serialize};

use crate::check::{Check, never};
use crate::estimate::{LEAST, percent, plain};
use crate::find::Finds;
use crate::folder::{Round, Seconds};
use crate::measure::Measures;
use crate::observe::sorted;
use crate::study::Study;

/// A difference to an even score that hardly matters.
const SMALL: f64 = 0.02;
/// Most first moves that are named in a sentence.
const FIRST_MOVES: usize = 5;

/// All that a study found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Report {
    /// The version of the program that began the study.
    pub baroque: String,
    /// Its commit.
    #[serde(default)]
    pub commit: String,
    /// The command that repeats the study.
    pub command: String,
    /// The game.
    pub game: GameSpec,
    /// What people call it.
    pub title: String,
    /// The rules in sentences.
    pub rules: Vec<String>,
    /// The ranks of the start position, the highest first: a blank where there is no square, a point for
    /// an empty one, and the letters of pieces, those of White in upper case.
    pub start: Vec<String>,
    /// Wall time by stage.
    pub seconds: Seconds,
    /// The rounds of learning.
    pub rounds: Vec<Round>,
    /// Random games.
    pub check: Check,
    /// What was measured.
    pub measures: Measures,
    /// First moves, openings and puzzles.
    pub finds: Finds,
    /// What never happened in the games of the learned player, in sentences.
    pub never: Vec<String>,
}

impl Report {
    /// The report of a study.
    pub fn new(study: &Study, check: Check, measures: Measures, finds: Finds) -> Self {
        let game = study.game.first();
        let mut rules = game.describe_rules();
        for kind in game.kinds() {
            let (name, letter) = (game.name(kind), game.letter(kind));
            rules.push(format!("{name} ({letter}): {}.", game.describe_kind(kind).join("; ")));
        }
        let mut all = measures.strong.counts.clone();
        all.add(&measures.start.counts);
        Self {
            baroque: study.journal.baroque.clone(),
            commit: study.journal.commit.clone(),
            command: study.command(),
            game: study.journal.game.clone(),
            title: one_line(games::title(&game)),
            rules,
            start: ranks(&game),
            seconds: study.journal.seconds,
            rounds: study.journal.rounds.clone(),
            check,
            never: never(&game, &all),
            measures,
            finds,
        }
    }

    /// The report as JSON.
    pub fn json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// The most important figures in sentences.
    pub fn sentences(&self) -> Vec<String> {
        let strong = &self.measures.strong;
        let mut sentences = Vec::new();
        // Openings of two random plies are almost the start.
        if let Some(first) = self.measures.start.first {
            let verdict = match (first.low > 0.5, first.high < 0.5) {
                (true, _) => "so moving first is an advantage",
                (_, true) => "so moving first is a disadvantage",
                _ if first.high - first.low < 2.0 * SMALL => "so moving first hardly matters",
                _ => "which does not settle whether moving first is an advantage",
            };
            let score = percent(Some(first));
            sentences.push(format!(
                "From balanced openings of one random move by each side, the first player scores {score}, {verdict}."
            ));
        }
        if let Some(draws) = strong.draws {
            sentences.push(format!("{} of the games are drawn.", percent(Some(draws))));
        }
        if let (Some(length), Some(branching)) = (strong.length, strong.branching) {
            sentences.push(format!(
                "A game lasts {} moves of both sides, with {} legal moves to choose from.",
                plain(Some(length), 0),
                plain(Some(branching), 1)
            ));
        }
        let end = sorted(&strong.counts.ends).next();
        if let Some((end, count)) = end.filter(|_| strong.games >= LEAST as u64) {
            let part = 100.0 * count as f64 / strong.games as f64;
            sentences
                .push(format!("The most common ending is “{end}”, in {part:.0} % of the games."));
        }
        if let (Some(changes), Some(comebacks)) = (strong.lead_changes, strong.comebacks) {
            sentences.push(format!(
                "The lead changes {} times in a game, and {} of the decided games are won by a side that was \
                 nearly lost.",
                plain(Some(changes), 2),
                percent(Some(comebacks))
            ));
        }
        if let Some(worth) = self.measures.worths.first() {
            let all: Vec<String> = self
                .measures
                .worths
                .iter()
                .map(|it| format!("{} {:.0}", it.piece, it.worth.value))
                .collect();
            let unit = worth.worth.count;
            sentences.push(format!(
                "The pieces are worth, where 100 means an expected score of 64 %: {} (from {unit} games).",
                all.join(", ")
            ));
        }
        if let Some(points) = self.measures.depth.points {
            sentences.push(format!(
                "Against itself with a tenth of the nodes, the player scores {}.",
                percent(Some(points))
            ));
        }
        if let Some(start) = self.finds.book.first() {
            let best: Vec<&str> =
                start.best().take(FIRST_MOVES).map(|choice| choice.text.as_str()).collect();
            let what =
                if best.len() == 1 { "The best first move is" } else { "The best first moves are" };
            sentences.push(format!("{what} {}.", best.join(", ")));
        }
        if sentences.is_empty() {
            sentences.push("There was too little time to measure anything.".to_owned());
        }
        sentences
    }
}

/// The ranks of a position, as [`Report::start`] has them.
fn ranks(game: &AnyGame) -> Vec<String> {
    let letter = |square: &SquareView| match square {
        SquareView::Missing => ' ',
        SquareView::Empty(_) => '.',
        SquareView::Piece(piece, _) => piece.letter,
    };
    game.view().ranks.iter().rev().map(|rank| rank.iter().map(letter).collect()).collect()
}
