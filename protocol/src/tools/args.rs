//! Arguments shared by several subcommands, and their defaults.

use std::thread;

use baroque_engine::Engine;
use baroque_movegen::AnyPosition;
use clap::Args;

use crate::error::Error;
use crate::formats::position_spec::PositionSpec;
use crate::options::{DEFAULT_HASH, DEFAULT_THREADS, MAX_HASH, MAX_THREADS};

/// The arguments that choose a position.
#[derive(Args, Debug)]
pub struct PositionArgs {
    /// Rule set
    #[arg(long, default_value = AnyPosition::DEFAULT_VARIANT)]
    variant: String,
    /// Rule switches that override the rule set: key=value,...
    #[arg(long, default_value = "")]
    rules: String,
    /// Start position by name, for example e1a1e8h8: squares of kings and immobilizers
    #[arg(long)]
    start: Option<String>,
    /// Position as FEN, or as 'vchess FEN'
    #[arg(long, conflicts_with = "start")]
    fen: Option<String>,
}

impl PositionArgs {
    /// Sets up the position.
    ///
    /// # Errors
    /// The first invalid argument.
    pub fn position(&self) -> Result<AnyPosition, Error> {
        let mut position = AnyPosition::with_rules(&self.variant, &self.rules)?;
        if let Some(start) = &self.start {
            position.set_start(start)?;
        }
        if let Some(fen) = &self.fen {
            PositionSpec::fen(fen).set_up(&mut position)?;
        }
        Ok(position)
    }
}

/// The number of processors available to the program, at least 1.
pub fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// The arguments that set up the engine.
#[derive(Args, Debug)]
pub struct EngineArgs {
    /// Search threads
    #[arg(
        long,
        default_value_t = DEFAULT_THREADS,
        value_parser = clap::value_parser!(u64).range(1..=MAX_THREADS)
    )]
    threads: u64,
    /// Size of the hash table in MiB
    #[arg(
        long,
        default_value_t = DEFAULT_HASH,
        value_parser = clap::value_parser!(u64).range(1..=MAX_HASH)
    )]
    hash: u64,
}

impl EngineArgs {
    /// Makes an engine with these threads and this hash table.
    ///
    /// # Errors
    /// The hash table cannot be allocated.
    pub fn engine(&self) -> Result<Engine, Error> {
        let mut engine = Engine::new();
        engine.set_threads(self.threads.try_into().unwrap_or(usize::MAX));
        let mebibytes = self.hash.try_into().unwrap_or(usize::MAX);
        let memory = Error::Memory { wanted: self.hash, kept: DEFAULT_HASH };
        engine.set_hash(mebibytes).map_err(|_| memory)?;
        Ok(engine)
    }
}
