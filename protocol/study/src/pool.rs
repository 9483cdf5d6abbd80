//! `baroque puzzles`: a pool of puzzles, from quick games of the engine against itself. Each is a position
//! in which one move alone wins soonest, which a search of all moves proves.

use std::collections::HashSet;
use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use baroque_engine::network::Evaluation;
use baroque_engine::{Engine, Limits, ScoreText};
use baroque_formats::{Loaded, epd};
use baroque_movegen::interrupt::StopFlag;
use baroque_movegen::{AnyGame, with_history};
use baroque_protocol::options::MAX_THREADS;
use baroque_protocol::progress::Progress;
use baroque_protocol::signals;
use baroque_protocol::tools::args::{RulesArgs, threads};
use baroque_protocol::tools::error::ToolError;
use baroque_protocol::tools::output::FileArgs;
use baroque_training::openings::RandomOpenings;
use baroque_training::shard::parallel_ordered;
use baroque_training::symmetry::position_moved;
use clap::Args;

use crate::puzzles::{Candidate, Proved, Prover};
use crate::study::{Deadline, engine};

/// Most moves to the win.
const MOVES: u32 = 5;
/// MiB of the table of the players.
const HASH: usize = 8;
/// Random plies of the openings: from, and how many numbers.
const PLIES: (usize, u64) = (4, 8);
/// Plies after which a game is given up.
const LONGEST: usize = 300;
/// Games in a row without a new puzzle after which the pool is as large as it gets.
const MAX_MISSES: u64 = 3000;
/// Longer than the nodes of a proof take, so that the puzzles do not depend on the machine.
const PROOF: Duration = Duration::from_secs(3600);

/// Arguments of `baroque puzzles`.
#[derive(Args, Debug)]
pub struct PuzzlesArgs {
    #[command(flatten)]
    rules: RulesArgs,
    /// Number of puzzles; fewer if there are no more after thousands of games
    #[arg(
        long,
        value_name = "N",
        default_value_t = 500,
        value_parser = clap::value_parser!(u64).range(1..=100_000)
    )]
    count: u64,
    /// Nodes for each move of the games
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1000,
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    nodes: u64,
    /// Seed of the games
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Threads; the puzzles do not depend on their number. Default: one per processor
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MAX_THREADS))]
    threads: Option<u64>,
    #[command(flatten)]
    file: FileArgs,
}

/// Makes a pool of puzzles. After an interrupt those that were found are written.
///
/// # Errors
/// An argument is bad, the output cannot be written, or the user ends the command.
pub fn run_puzzles(
    args: &PuzzlesArgs,
    loaded: &Loaded,
    output: &mut impl Write,
) -> Result<ExitCode, ToolError> {
    let (start, evaluation) = (args.rules.position(loaded)?, loaded.evaluation());
    let mut pool = Pool { count: args.count as usize, ..Pool::default() };
    let (stop, done) = (signals::stop_flag(), AtomicBool::new(false));
    let is_over = || stop.load(Ordering::Relaxed) || done.load(Ordering::Relaxed);
    let progress = Progress::new("puzzles", args.count, "puzzles");
    let worker = || {
        let mut seeker = Seeker::new(args, &start, &evaluation, &stop)?;
        let (is_over, stop) = (&is_over, &stop);
        Ok::<_, ToolError>(move |number| {
            let deadline = Deadline::new(stop.clone(), PROOF);
            (!is_over()).then(|| seeker.puzzle(number, &deadline))
        })
    };
    parallel_ordered(0..u64::MAX, threads(args.threads), worker, |found| {
        pool.add(found);
        progress.set(pool.puzzles.len() as u64);
        done.store(pool.is_full(), Ordering::Relaxed);
        Ok(())
    })?;
    drop(progress);
    args.file.write(&pool.text(args, &start), output)?;
    match stop.load(Ordering::Relaxed) {
        true => Err(ToolError::Interrupted),
        false => Ok(ExitCode::SUCCESS),
    }
}

/// Plays games and proves the wins that their players see.
struct Seeker<'a> {
    openings: RandomOpenings,
    engine: Engine,
    prover: Prover,
    game: AnyGame,
    args: &'a PuzzlesArgs,
    stop: &'a StopFlag,
}

impl<'a> Seeker<'a> {
    fn new(
        args: &'a PuzzlesArgs,
        start: &AnyGame,
        evaluation: &Evaluation,
        stop: &'a StopFlag,
    ) -> Result<Self, ToolError> {
        Ok(Self {
            openings: RandomOpenings::new(start, args.seed, PLIES.0, stop)?,
            engine: engine(evaluation, HASH)?,
            prover: Prover::new(evaluation, 1)?,
            game: start.clone(),
            args,
            stop,
        })
    }

    /// The puzzle of the game of a number, independent of earlier calls, if it has one.
    fn puzzle(&mut self, number: u64, deadline: &Deadline) -> Option<(u64, Proved)> {
        let (first, more) = PLIES;
        self.openings.set_plies(first + (number % more) as usize);
        self.openings.opening(number).set_up(&mut self.game).ok()?;
        self.engine.clear();
        let limits = Limits { nodes: Some(self.args.nodes), ..Limits::default() };
        for _ in 0..LONGEST {
            let history = self.game.history();
            let result = self.engine.search_any_with(history, &limits, self.stop, &mut |_| ());
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            if let ScoreText::Mate(moves @ 1..) = result.score()?.text() {
                return self.proved(u32::try_from(moves).ok()?, deadline);
            }
            self.game.play(result.best?).ok()?;
        }
        None
    }

    /// The puzzle of the position in which a player sees a win.
    fn proved(&mut self, moves: u32, deadline: &Deadline) -> Option<(u64, Proved)> {
        if moves > MOVES {
            return None;
        }
        let mut game = self.game.first();
        game.set_fen(&without_clocks(&self.game.fen())).ok()?;
        let key = canonical(&game);
        Some((key, self.prover.prove(&Candidate { game, moves }, deadline)?))
    }
}

/// The puzzles found so far.
#[derive(Default)]
struct Pool {
    count: usize,
    seen: HashSet<u64>,
    puzzles: Vec<Proved>,
    /// Games since the last puzzle.
    misses: u64,
    /// Puzzles that are won at once: at most a fifth.
    short: usize,
}

impl Pool {
    /// Adds what a game led to, unless there is the same but for symmetry.
    fn add(&mut self, found: Option<(u64, Proved)>) {
        self.misses += 1;
        let Some((key, proved)) = found.filter(|_| !self.is_full()) else { return };
        let is_short = proved.puzzle.moves == 1;
        if is_short && self.short >= self.count / 5 || !self.seen.insert(key) {
            return;
        }
        self.short += usize::from(is_short);
        self.puzzles.push(proved);
        self.misses = 0;
    }

    fn is_full(&self) -> bool {
        self.puzzles.len() >= self.count || self.misses >= MAX_MISSES
    }

    /// The pool as an EPD file, the easiest puzzles first: those that take the fewest nodes.
    fn text(mut self, args: &PuzzlesArgs, start: &AnyGame) -> String {
        self.puzzles.sort_by_cached_key(|proved| (proved.nodes, proved.puzzle.fen.clone()));
        // Where there are fewer puzzles than asked for, a fifth is less, too: the hardest.
        let (mut short, longer) = (self.short, self.puzzles.len() - self.short);
        self.puzzles.retain(|proved| {
            let is_short = proved.puzzle.moves == 1;
            short -= usize::from(is_short);
            !is_short || short < longer / 4
        });
        let variant = start.variant();
        let rules = if args.rules.rules.is_empty() { String::new() } else { start.rules() };
        let mut command = format!("baroque puzzles --variant {variant}");
        if !rules.is_empty() {
            command += &format!(" --rules {rules}");
        }
        let mut text = epd::header(variant, &rules);
        let PuzzlesArgs { count, nodes, seed, .. } = args;
        text += &format!(
            "# {command} --count {count} --nodes {nodes} --seed {seed}\n\
             # bm: the only move that wins within dm moves; acn: nodes of the proof; c0: what happens.\n"
        );
        for (index, Proved { puzzle, nodes }) in self.puzzles.iter().enumerate() {
            let themes: Vec<&str> = puzzle.themes.iter().map(String::as_str).collect();
            text += &format!(
                "{} bm {}; dm {}; acn {nodes}; c0 \"{}\"; id \"{variant} p{}\";\n",
                puzzle.fen,
                puzzle.line.first().unwrap_or(&puzzle.solution),
                puzzle.moves,
                themes.join(", "),
                index + 1,
            );
        }
        text
    }
}

/// A FEN with its counters at their start.
fn without_clocks(fen: &str) -> String {
    let mut fields: Vec<&str> = fen.split(' ').collect();
    for (index, start) in [(4, "0"), (5, "1")] {
        if let Some(field) = fields.get_mut(index) {
            *field = start;
        }
    }
    fields.join(" ")
}

/// The same number for positions that are the same but for the colours and the sides of the board.
fn canonical(game: &AnyGame) -> u64 {
    with_history!(game.history(), history => {
        let position = history.position();
        let key = |position: &_| {
            let mirrored = position_moved(position, 1).map(|mirrored| mirrored.key());
            mirrored.map_or(position.key(), |key| key.min(position.key()))
        };
        key(position).min(key(&position.flipped()))
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn positions_that_are_mirrored_or_turned_are_the_same() {
        let game = |fen: &str| AnyGame::from_fen("rococo", fen).unwrap();
        let one = canonical(&game("10/10/1k8/4p5/5I4/1P4X3/1P2K5/8P1/10/10 w - - 0 1"));
        let mirrored = game("10/10/8k1/5p4/4I5/3X4P1/5K2P1/1P8/10/10 w - - 0 1");
        assert_eq!(canonical(&mirrored), one);
        let mut turned = mirrored.first();
        turned.flip();
        assert_eq!(canonical(&turned), one);
    }

    #[test]
    fn a_small_pool_has_few_mates_in_one_and_none_twice() {
        let rules = RulesArgs { variant: Some("skirmish".to_owned()), rules: String::new() };
        let file = FileArgs { out: None };
        let args = PuzzlesArgs { rules, count: 10, nodes: 200, seed: 0, threads: Some(2), file };
        let mut output = Vec::new();
        run_puzzles(&args, &Loaded::default(), &mut output).unwrap();
        let text = String::from_utf8(output).unwrap();
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(lines.len(), 10, "{text}");
        assert!(lines.iter().filter(|line| line.contains("dm 1;")).count() <= 2, "{text}");
        let positions: HashSet<&str> =
            lines.iter().filter_map(|line| line.split(" bm ").next()).collect();
        assert_eq!(positions.len(), lines.len());
    }
}
