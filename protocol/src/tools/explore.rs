//! `baroque explore`: games summed up by position.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;
use std::io::Write;
use std::process::ExitCode;

use baroque_formats::Loaded;
use baroque_formats::describe;
use baroque_formats::json::{JsonMove, JsonPosition};
use baroque_formats::pgn::{GameResult, PgnGame};
use baroque_formats::position_spec::PositionSpec;
use baroque_games::Games;
use baroque_movegen::{AnyGame, Color, Move};
use clap::Args;
use serde::Serialize;

use super::args::PositionArgs;
use super::error::ToolError;
use super::games::{games_progress, read_games};
use super::output::OutputArgs;
use crate::error::Error;

/// Greatest depth of the tree in plies. Parsers of JSON accept a hundred levels or so, and a ply has
/// two.
const MAX_DEPTH: u64 = 40;

/// Arguments of `baroque explore`.
#[derive(Args, Debug)]
pub struct ExploreArgs {
    /// PGN files, - is stdin; games of other rules are skipped
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    #[command(flatten)]
    position: PositionArgs,
    /// Moves that lead from there to the position to explore: "e2e4 d7d5"
    #[arg(long, value_name = "MOVES", default_value = "")]
    moves: String,
    /// Plies of the tree to print
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = clap::value_parser!(u64).range(1..=MAX_DEPTH)
    )]
    depth: u64,
    /// Print only moves played in at least K games
    #[arg(long, value_name = "K", default_value_t = 1)]
    min_games: u64,
    #[command(flatten)]
    output: OutputArgs,
}

/// Sums up games by position.
///
/// # Errors
/// An argument or an input is bad, or the output cannot be written.
pub fn run(
    args: &ExploreArgs,
    loaded: &Loaded,
    output: &mut impl Write,
) -> Result<ExitCode, ToolError> {
    let mut position = args.position.position(loaded)?;
    let moves = args.moves.split_whitespace().map(str::to_owned).collect();
    let spec = PositionSpec { fen: Some(position.fen()), moves };
    spec.set_up(&mut position).map_err(Error::from)?;
    let mut explorer = Explorer {
        variant: position.variant(),
        rules: position.rules(),
        key: position.key(),
        depth: args.depth as usize,
        ..Explorer::default()
    };
    let progress = games_progress("explore", &args.files);
    let code = read_games(&args.files, &loaded.games, &progress, |game, _| {
        explorer.add(game, &loaded.games);
        Ok(())
    })?;
    drop(progress);
    args.output.printer(output).print(&explorer.report(&position, args.min_games))?;
    Ok(code)
}

/// Results of games.
#[derive(Clone, Copy, Default, Serialize)]
struct Results {
    games: u64,
    white: u64,
    draws: u64,
    black: u64,
    /// Games without a result.
    unfinished: u64,
}

impl Results {
    fn add(&mut self, result: GameResult) {
        self.games += 1;
        *match result {
            GameResult::WhiteWins => &mut self.white,
            GameResult::Draw => &mut self.draws,
            GameResult::BlackWins => &mut self.black,
            GameResult::Unknown => &mut self.unfinished,
        } += 1;
    }

    /// The share of the points that a side made in finished games, from 0 to 1.
    fn score(&self, color: Color) -> Option<f64> {
        let wins = if color == Color::White { self.white } else { self.black };
        let finished = self.games - self.unfinished;
        (finished > 0).then(|| (wins as f64 + self.draws as f64 / 2.0) / finished as f64)
    }
}

/// A move played in a position.
struct Branch {
    mv: JsonMove,
    /// The key of the position after the move.
    next: u64,
    tally: Results,
    /// Sum and number of the ratings of the players who played it.
    ratings: (u64, u64),
}

/// The games read so far.
#[derive(Default)]
struct Explorer {
    variant: &'static str,
    rules: String,
    /// The position to explore.
    key: u64,
    depth: usize,
    /// Games of these rules, and of others.
    games: u64,
    other_games: u64,
    /// The rule set of the first game of other rules.
    other_variant: Option<&'static str>,
    /// Games that reached the position.
    reached: Results,
    /// The moves played in the positions of the tree, by their keys: transpositions meet there. The
    /// memory grows with the number of these positions, not with the number of games.
    branches: HashMap<u64, BTreeMap<Move, Branch>>,
}

impl Explorer {
    /// Adds a game. It counts once in each position and for the move that it played there first.
    fn add(&mut self, mut game: PgnGame, games: &Games) {
        let moves = std::mem::take(&mut game.moves);
        let Ok(mut position) = game.open(games) else { return };
        if position.variant() != self.variant || position.rules() != self.rules {
            self.other_games += 1;
            self.other_variant.get_or_insert(position.variant());
            return;
        }
        self.games += 1;
        // Plies left in the tree, from the first time that the game reaches the position.
        let mut left = None;
        let mut seen = HashSet::new();
        for played in moves.iter().map(Some).chain([None]) {
            let (here, side) = (position.key(), position.side());
            if left.is_none() && here == self.key {
                self.reached.add(game.result);
                left = Some(self.depth);
            }
            let Some(played) = played.filter(|_| left != Some(0)) else { break };
            let Ok(mv) = position.read_move(&played.text) else { break };
            let texts = left.map(|_| JsonMove::new(&position, mv));
            // `read_move` returns legal moves only.
            let _ = position.play(mv);
            if let (Some(left), Some(texts)) = (&mut left, texts) {
                *left -= 1;
                if seen.insert(here) {
                    let branch = self.branches.entry(here).or_default().entry(mv);
                    let next = position.key();
                    let tally = Results::default();
                    let new = || Branch { mv: texts, next, tally, ratings: (0, 0) };
                    branch.or_insert_with(new).add(&game, side);
                }
            }
        }
    }

    fn report(&self, position: &AnyGame, min_games: u64) -> Report {
        let side = position.side();
        let mut tree = Tree { explorer: self, min_games, expanded: HashMap::new() };
        Report {
            board: describe::board(position),
            position: JsonPosition::new(position),
            games_read: self.games,
            games_of_other_rules: self.other_games,
            other_variant: self.other_variant,
            tally: self.reached,
            score: self.reached.score(side),
            moves: tree.rows(self.key, side, self.depth),
        }
    }
}

impl Branch {
    fn add(&mut self, game: &PgnGame, side: Color) {
        self.tally.add(game.result);
        let tag = if side == Color::White { "WhiteElo" } else { "BlackElo" };
        let rating = game.tag(tag).and_then(|value| value.trim().parse::<u32>().ok());
        if let Some(rating) = rating.filter(|rating| *rating > 0) {
            self.ratings.0 += u64::from(rating);
            self.ratings.1 += 1;
        }
    }
}

/// The tree below the position while it is written.
struct Tree<'a> {
    explorer: &'a Explorer,
    min_games: u64,
    /// The greatest depth to which a position is in the tree already, by its key.
    expanded: HashMap<u64, usize>,
}

impl Tree<'_> {
    /// The moves of a position, the most frequent first, with the moves after them.
    fn rows(&mut self, key: u64, side: Color, depth: usize) -> Vec<MoveRow> {
        self.expanded.insert(key, depth);
        let Some(branches) = self.explorer.branches.get(&key) else { return Vec::new() };
        let total: u64 = branches.values().map(|branch| branch.tally.games).sum();
        let played = branches.values().filter(|branch| branch.tally.games >= self.min_games);
        let mut played: Vec<&Branch> = played.collect();
        played
            .sort_by(|a, b| (b.tally.games, &a.mv.readable).cmp(&(a.tally.games, &b.mv.readable)));
        let mut rows = Vec::new();
        for branch in played {
            let done = self.expanded.get(&branch.next);
            let transposes = depth > 1 && done.is_some_and(|&done| done >= depth - 1);
            rows.push(MoveRow {
                mv: branch.mv.clone(),
                tally: branch.tally,
                share: branch.tally.games as f64 / total as f64,
                score: branch.tally.score(side),
                average_rating: branch.ratings.0.checked_div(branch.ratings.1),
                transposes,
                moves: match depth > 1 && !transposes {
                    true => self.rows(branch.next, !side, depth - 1),
                    false => Vec::new(),
                },
            });
        }
        rows
    }
}

/// What the games did in a position.
#[derive(Serialize)]
#[serde(tag = "type", rename = "explore")]
struct Report {
    #[serde(skip)]
    board: String,
    position: JsonPosition,
    /// Games of these rules.
    games_read: u64,
    games_of_other_rules: u64,
    #[serde(skip)]
    other_variant: Option<&'static str>,
    /// The games that reached the position.
    #[serde(flatten)]
    tally: Results,
    /// Of the side to move, from 0 to 1; null without a finished game.
    #[serde(rename = "points")]
    score: Option<f64>,
    moves: Vec<MoveRow>,
}

/// What the games did after a move.
#[derive(Serialize)]
struct MoveRow {
    #[serde(flatten)]
    mv: JsonMove,
    #[serde(flatten)]
    tally: Results,
    /// Of all games that played a move in the position, from 0 to 1.
    share: f64,
    /// Of the side that made the move, from 0 to 1; null without a finished game.
    #[serde(rename = "points")]
    score: Option<f64>,
    /// Of the players who made the move; null without ratings.
    average_rating: Option<u64>,
    /// Whether the position after the move is elsewhere in the tree, with the moves after it.
    transposes: bool,
    moves: Vec<MoveRow>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Results { games, white, draws, black, unfinished } = self.tally;
        write!(f, "{}Games: {games} of {} reached the position", self.board, self.games_read)?;
        if self.games_of_other_rules > 0 {
            write!(f, ", {} of other rules skipped", self.games_of_other_rules)?;
            write!(f, " (--variant {})", self.other_variant.unwrap_or_default())?;
        }
        writeln!(
            f,
            "\nResults: White won {white}, drawn {draws}, Black won {black}, unfinished \
             {unfinished}"
        )?;
        if self.moves.is_empty() {
            return Ok(());
        }
        let mut lines = vec![COLUMNS.map(str::to_owned)];
        MoveRow::lines(&self.moves, 0, &mut lines);
        write!(f, "\n{}", aligned(&lines))
    }
}

const COLUMNS: [&str; 8] = ["move", "games", "share", "White", "drawn", "Black", "score", "rating"];

impl MoveRow {
    /// The lines of a table of moves, indented by their depth.
    fn lines(rows: &[Self], indent: usize, lines: &mut Vec<[String; COLUMNS.len()]>) {
        let percent = |share: f64| format!("{:.1} %", 100.0 * share);
        let dash = || "-".to_owned();
        for row in rows {
            let Results { games, white, draws, black, .. } = row.tally;
            let transposes = if row.transposes { " (transposes)" } else { "" };
            lines.push([
                format!("{}{}{transposes}", "  ".repeat(indent), row.mv.readable),
                games.to_string(),
                percent(row.share),
                white.to_string(),
                draws.to_string(),
                black.to_string(),
                row.score.map_or_else(dash, percent),
                row.average_rating.map_or_else(dash, |rating| rating.to_string()),
            ]);
            Self::lines(&row.moves, indent + 1, lines);
        }
    }
}

/// A table with its first column to the left and the others to the right.
fn aligned(lines: &[[String; COLUMNS.len()]]) -> String {
    let mut widths = [0; COLUMNS.len()];
    for line in lines {
        for (width, cell) in widths.iter_mut().zip(line) {
            *width = cell.chars().count().max(*width);
        }
    }
    let aligned = |line: &[String; COLUMNS.len()]| {
        let mut cells = line.iter().zip(widths);
        let first = cells.next().map(|(cell, width)| format!("{cell:<width$}"));
        let others = cells.map(|(cell, width)| format!("  {cell:>width$}"));
        first.into_iter().chain(others).collect::<String>() + "\n"
    };
    lines.iter().map(aligned).collect()
}
