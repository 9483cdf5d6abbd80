//! `baroque book`: books of balanced openings.

use std::collections::HashSet;
use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use baroque_engine::{Engine, Limits};
use baroque_formats::Loaded;
use baroque_formats::Rejected;
use baroque_formats::epd;
use baroque_movegen::AnyGame;
use baroque_movegen::interrupt::StopFlag;
use baroque_training::openings::RandomOpenings;
use baroque_training::shard;
use clap::Args;

use super::args::{RulesArgs, threads};
use super::error::ToolError;
use super::output::FileArgs;
use crate::error::Error;
use crate::options::MAX_THREADS;
use crate::progress::Progress;
use crate::signals;

/// Size of the hash table of each thread in MiB.
const HASH: usize = 4;
/// Attempts in a row without a new opening after which there is no book.
const MAX_MISSES: u64 = 500;
/// Maximum number of openings.
const MAX_COUNT: u64 = 1_000_000;

/// Arguments of `baroque book`.
#[derive(Args, Debug)]
pub struct BookArgs {
    #[command(flatten)]
    rules: RulesArgs,
    /// Number of openings
    #[arg(
        long,
        value_name = "N",
        default_value_t = 500,
        value_parser = clap::value_parser!(u64).range(1..=MAX_COUNT)
    )]
    count: u64,
    /// Random plies from the start position
    #[arg(
        long,
        value_name = "N",
        default_value_t = 8,
        value_parser = clap::value_parser!(u32).range(0..=100)
    )]
    plies: u32,
    /// Plies that the engine plays after the random ones
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0,
        value_parser = clap::value_parser!(u32).range(0..=100)
    )]
    selfplay: u32,
    /// Nodes of each search, for the moves of the engine and for the evaluation of the opening
    #[arg(
        long,
        value_name = "N",
        default_value_t = 20_000,
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    nodes: u64,
    /// Greatest advantage of either side in centipawns
    #[arg(
        long,
        value_name = "CP",
        default_value_t = 50,
        value_parser = clap::value_parser!(i32).range(0..)
    )]
    margin: i32,
    /// Seed of the random moves
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Threads; the book does not depend on their number. Default: one per processor
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MAX_THREADS))]
    threads: Option<u64>,
    #[command(flatten)]
    file: FileArgs,
}

/// Makes a book of balanced openings.
///
/// # Errors
/// An argument or an input is bad, or the output cannot be written.
pub fn run(
    args: &BookArgs,
    loaded: &Loaded,
    output: &mut impl Write,
) -> Result<ExitCode, ToolError> {
    let position = args.rules.position(loaded)?;
    let mut book = Book::new(args, &position);
    let (stop, done) = (signals::stop_flag(), AtomicBool::new(false));
    let is_over = || stop.load(Ordering::Relaxed) || done.load(Ordering::Relaxed);
    let progress = Progress::new("book", args.count, "openings");
    let worker = || {
        let mut judge = Judge::new(args, position.clone(), &stop)?;
        Ok::<_, ToolError>(move |number| (!is_over()).then(|| judge.opening(number)))
    };
    shard::parallel_ordered(0..u64::MAX, threads(args.threads), worker, |opening| {
        book.add(opening);
        progress.set(book.keys.len() as u64);
        done.store(book.is_full() || book.misses == MAX_MISSES, Ordering::Relaxed);
        Ok(())
    })?;
    drop(progress);
    if stop.load(Ordering::Relaxed) {
        return Err(ToolError::Interrupted);
    }
    if !book.is_full() {
        let (found, wanted) = (book.keys.len(), book.count);
        return Err(Rejected(format!(
            "only {found} of {wanted} openings found, allow a greater --margin or more --plies"
        ))
        .into());
    }
    args.file.write(&book.text, output)?;
    Ok(ExitCode::SUCCESS)
}

/// A balanced position.
struct Opening {
    key: u64,
    /// FEN, and the score for the side to move as the operation `ce`.
    line: String,
}

/// Makes openings and tells which are balanced.
struct Judge<'a> {
    openings: RandomOpenings,
    engine: Engine,
    position: AnyGame,
    args: &'a BookArgs,
    stop: &'a StopFlag,
}

impl<'a> Judge<'a> {
    fn new(args: &'a BookArgs, position: AnyGame, stop: &'a StopFlag) -> Result<Self, Error> {
        let openings = RandomOpenings::new(&position, args.seed, args.plies as usize, stop)?;
        let mut engine = Engine::new();
        engine.set_hash(HASH).map_err(|_| Error::no_memory(HASH as u64))?;
        Ok(Self { openings, engine, position, args, stop })
    }

    /// The opening of a number, independent of earlier calls; `None` if it is not balanced, or not known to
    /// be when the command was stopped.
    fn opening(&mut self, number: u64) -> Option<Opening> {
        let (position, args, stop) = (&mut self.position, self.args, self.stop);
        let limits = Limits { nodes: Some(args.nodes), ..Limits::default() };
        self.openings.opening(number).set_up(position).ok()?;
        self.engine.clear();
        let mut search = |position: &AnyGame| {
            let history = position.history();
            let result = self.engine.search_any_with(history, &limits, stop, &mut |_| ());
            (!stop.load(Ordering::Relaxed)).then_some(result)
        };
        for _ in 0..args.selfplay {
            position.play(search(position)?.best?).ok()?;
        }
        if position.outcome().is_some() {
            return None;
        }
        let score = search(position)?.score()?.value();
        (score.abs() <= args.margin).then(|| Opening {
            key: position.key(),
            line: format!("{} ce {score};\n", position.fen()),
        })
    }
}

/// The openings found so far.
struct Book {
    count: usize,
    keys: HashSet<u64>,
    /// Attempts since the last opening.
    misses: u64,
    text: String,
}

impl Book {
    /// A book with only a header, which names the rules and the command.
    fn new(args: &BookArgs, position: &AnyGame) -> Self {
        let BookArgs { count, plies, nodes, margin, seed, .. } = args;
        let variant = position.variant();
        let mut command = format!("baroque book --variant {variant}");
        let rules = if args.rules.rules.is_empty() { String::new() } else { position.rules() };
        let mut text = epd::header(variant, &rules);
        if !rules.is_empty() {
            command += &format!(" --rules {rules}");
        }
        if args.selfplay > 0 {
            command += &format!(" --selfplay {}", args.selfplay);
        }
        text += &format!(
            "# {command} --count {count} --plies {plies} --nodes {nodes} --margin {margin} \
             --seed {seed}\n"
        );
        Self { count: *count as usize, keys: HashSet::new(), misses: 0, text }
    }

    /// Adds the result of an attempt. Openings whose position is in the book, and those after the
    /// last, are ignored.
    fn add(&mut self, opening: Option<Opening>) {
        if self.is_full() || self.misses == MAX_MISSES {
            return;
        }
        self.misses += 1;
        if let Some(Opening { key, line }) = opening
            && self.keys.insert(key)
        {
            self.text += &line;
            self.misses = 0;
        }
    }

    fn is_full(&self) -> bool {
        self.keys.len() >= self.count
    }
}
