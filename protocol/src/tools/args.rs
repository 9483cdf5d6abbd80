//! Arguments shared by several subcommands, and their defaults.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::thread;

use baroque_engine::Engine;
use baroque_formats::{GameSpec, Loaded, PositionSpec, Rejected};
use baroque_games::Games;
use baroque_movegen::{AnyGame, Game, GameId, RuleSwitches, Switch, with_game};
use baroque_training::shard::{Shard, ShardPlace};
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Args, Command};

use crate::error::Error;
use crate::options::{DEFAULT_HASH, DEFAULT_THREADS, MAX_HASH, MAX_THREADS};
use crate::wrap::help_columns;

/// The arguments that choose the rules.
#[derive(Args, Debug)]
pub struct RulesArgs {
    /// Rule set; default: that of '--study', or baroque
    #[arg(long, value_name = "NAME", value_parser = VARIANT_PARSER)]
    pub variant: Option<String>,
    /// Rule switches, such as leap=single,suicide=off; all are listed at the end
    #[arg(long, value_name = "KEY=VALUE,...", default_value = "", hide_default_value = true)]
    pub rules: String,
}

impl RulesArgs {
    /// The default start of the rule set.
    ///
    /// # Errors
    /// Unknown rules.
    pub fn position(&self, loaded: &Loaded) -> Result<AnyGame, Error> {
        let Some(variant) = &self.variant else {
            let mut start = loaded.default_start();
            if !self.rules.is_empty() {
                start.set_rules(&self.rules)?;
            }
            return Ok(start);
        };
        Ok(GameSpec::new(variant, &self.rules).open(&loaded.games)?)
    }
}

/// The arguments that choose a position.
#[derive(Args, Debug)]
pub struct PositionArgs {
    #[command(flatten)]
    rules: RulesArgs,
    /// Start position, such as e1a1e8h8; all are listed at the end
    #[arg(long, value_name = "NAME")]
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
    pub fn position(&self, loaded: &Loaded) -> Result<AnyGame, Error> {
        let mut position = self.rules.position(loaded)?;
        if let Some(start) = &self.start {
            position.set_start(start)?;
        }
        if let Some(fen) = &self.fen {
            PositionSpec::fen(fen).set_up(&mut position)?;
        }
        Ok(position)
    }
}

/// Accepts any text, which is checked later, and offers names for help and completions.
#[derive(Clone, Copy, Debug)]
pub struct NamesParser(pub fn() -> Vec<&'static str>);

/// Offers the rule sets.
pub const VARIANT_PARSER: NamesParser = NamesParser(|| Games::default().names());

impl TypedValueParser for NamesParser {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0().into_iter().map(PossibleValue::new)))
    }
}

/// The end of the help of commands with rules: the rule sets of each game, with their rule switches
/// and start positions.
pub fn rules_help() -> String {
    let games = GameId::ALL.iter().map(|&game| with_game!(game, G => game_help::<G>()));
    let compiled = AnyGame::variants();
    let custom = Games::default().names().into_iter().filter(|name| !compiled.contains(name));
    format!(
        "Rule sets, with their rule switches and start positions:\n{}\
         Games from files that come with the program:\n{}",
        games.collect::<String>(),
        wrapped("--variant", custom.map(str::to_owned)),
    )
}

fn game_help<G: Game>() -> String {
    let value = |switch: &Switch| match switch.values {
        [] => "PLIES".to_owned(),
        values => values.join("|"),
    };
    let switch = |switch: Switch| format!("{}={}", switch.key, value(&switch));
    let names = G::VARIANTS.iter().map(|variant| variant.name.to_owned());
    let starts = G::VARIANTS.first().map(|variant| G::starts(&variant.rules));
    let starts = starts.into_iter().flatten().map(|start| start.name);
    wrapped("--variant", names)
        + &wrapped("  --rules", G::Rules::switches().map(switch))
        + &wrapped("  --start", starts)
}

/// A title and words, on lines of at most 72 columns, for `man` indents them, and on those of the terminal.
fn wrapped(title: &str, words: impl Iterator<Item = String>) -> String {
    let width = help_columns(72);
    let mut text = format!("  {title:<9}");
    let mut column = text.len();
    for word in words {
        if column + 1 + word.len() > width {
            text += "\n           ";
            column = 11;
        }
        text += &format!(" {word}");
        column += 1 + word.len();
    }
    text + "\n"
}

/// The number of processors available to the program, at least 1.
pub fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// The number of threads to use: the argument, or one per processor.
pub fn threads(wanted: Option<u64>) -> usize {
    match wanted {
        Some(threads) => usize::try_from(threads).unwrap_or(usize::MAX),
        None => processors(),
    }
}

/// Which shard of a job to run.
#[derive(Args, Debug)]
pub struct ShardArg {
    /// Shard of the job to run: 3/64 is the third of 64; default: all
    #[arg(long, value_name = "I/N")]
    shard: Option<String>,
    /// Number of the first shard, for clusters that count from 0: 2/64 is then the third of 64. The
    /// names of files count from 1 all the same
    #[arg(
        long,
        value_name = "0|1",
        default_value_t = 1,
        requires = "shard",
        value_parser = clap::value_parser!(u64).range(0..=1)
    )]
    index_from: u64,
}

impl ShardArg {
    /// The shard; without `--shard` that of a whole job.
    ///
    /// # Errors
    /// The job has no such shard.
    pub fn shard(&self) -> Result<Shard, Rejected> {
        let Some(text) = &self.shard else { return Ok(Shard::WHOLE) };
        let shard = Shard::parse(text, self.index_from);
        shard.map_err(|allowed| Rejected::value("--shard", text, allowed))
    }
}

/// The arguments of a sharded job that writes a file.
#[derive(Args, Debug)]
pub struct ShardArgs {
    #[command(flatten)]
    shard: ShardArg,
    /// Folder for the output files, one per shard
    // Required by the subcommands' `count` and `split`.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Continue the file of this shard if it exists
    #[arg(long)]
    resume: bool,
}

impl ShardArgs {
    /// Whether any is given.
    pub fn are_given(&self) -> bool {
        self.shard.shard.is_some() || self.out.is_some() || self.resume
    }

    /// Where the shard to run writes.
    ///
    /// # Errors
    /// The job has no such shard.
    pub fn place(&self) -> Result<ShardPlace, Rejected> {
        let dir = self.out.clone().unwrap_or_default();
        Ok(ShardPlace { dir, shard: self.shard.shard()?, resume: self.resume })
    }
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
    /// Makes an engine with these threads, this hash table and the networks of studies.
    ///
    /// # Errors
    /// The hash table cannot be allocated.
    pub fn engine(&self, loaded: &Loaded) -> Result<Engine, Error> {
        let mut engine = Engine::new();
        engine.set_evaluation(loaded.evaluation());
        engine.set_threads(self.threads.try_into().unwrap_or(usize::MAX));
        let mebibytes = self.hash.try_into().unwrap_or(usize::MAX);
        let memory = Error::no_hash(self.hash, DEFAULT_HASH);
        engine.set_hash(mebibytes).map_err(|_| memory)?;
        Ok(engine)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_lists_all_rules_on_72_columns() {
        let help = rules_help();
        assert!(help.lines().all(|line| line.len() <= 72), "{help}");
        let words: Vec<&str> = help.split_ascii_whitespace().collect();
        for variant in AnyGame::variants() {
            let position = AnyGame::new(variant).unwrap();
            assert!(words.contains(&variant), "{variant}");
            let starts = position.starts();
            assert!(starts.iter().all(|start| words.contains(&start.as_str())), "{variant}");
        }
        for switch in ["leap=multi|single", "movelimit=PLIES", "swapfriends=on|off"] {
            assert!(words.contains(&switch), "{help}");
        }
    }

    #[test]
    fn shards_are_numbered_from_one_or_zero() {
        let shard =
            |text: &str, index_from| ShardArg { shard: Some(text.to_owned()), index_from }.shard();
        for (text, from_zero) in [("1/3", "0/3"), ("2/3", "1/3"), ("3/3", "2/3")] {
            let shard_from_one = shard(text, 1).unwrap();
            assert_eq!(shard_from_one.to_string(), text);
            assert_eq!(shard(from_zero, 0).unwrap(), shard_from_one);
        }
        for bad in ["", "3", "0/4", "5/4", "1/0", "-1/4", "a/b", "1/4/2"] {
            let error = shard(bad, 1).unwrap_err().to_string();
            let allowed = "I/N with I from 1 to N, or with --index-from 0 from 0 to N - 1";
            assert_eq!(error, format!("--shard is '{bad}', allowed is {allowed}"));
        }
        for bad in ["4/4", "0/0", "18446744073709551615/18446744073709551615"] {
            let error = shard(bad, 0).unwrap_err().to_string();
            assert_eq!(error, format!("--shard is '{bad}', allowed is I/N with I from 0 to N - 1"));
        }
    }
}
