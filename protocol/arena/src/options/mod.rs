//! The command line of a match, with the options of fastchess and cutechess-cli, so that existing
//! scripts work. Options that this program lacks are rejected with `not supported`, never silently
//! ignored. [`table`] and [`keys`] have a row for every option and every key.

use baroque_formats::Loaded;
use std::fs;
use std::path::PathBuf;

use baroque_formats::Rejected;
use baroque_formats::text::quoted;
use baroque_protocol::error::Error;
use baroque_protocol::wrap::{help_columns, wrapped};
use baroque_training::shard::Shard;
use serde_json::{Map, Value};

use super::settings::{RunOptions, Settings};

mod args;
mod check;
mod conf;
#[rustfmt::skip]
mod keys;
mod ranges;
mod setters;
mod spec;
#[rustfmt::skip]
mod table;
#[cfg(test)]
mod tests;

pub use ranges::check as check_numbers;

use args::Args;
use keys::{CONFIG, ConfigKeys, FIRST_SHARD};
use spec::{Arguments, Section, Spec};
use table::SECTIONS;

/// The task that a command line sets.
#[derive(Clone, PartialEq, Debug)]
pub enum Request {
    Help,
    Version,
    /// A new match.
    Start(Box<Settings>),
    /// A saved match.
    Resume {
        /// The file of the match.
        file: PathBuf,
        /// Whether to play it from its beginning again.
        replay: bool,
        /// Options that change its settings.
        options: Vec<String>,
    },
}

/// Parses a command line.
///
/// # Errors
/// The first error in it.
pub fn parse(args: &[String], loaded: &Loaded) -> Result<Request, Error> {
    let options = args::split(args)?;
    let is_row = |args: &Args<'_>, name| find(args.name).is_some_and(|(_, row)| row.is_named(name));
    let asks = |name| options.iter().any(|args| is_row(args, name));
    if args.is_empty() || asks("help") {
        return Ok(Request::Help);
    }
    if asks("version") {
        return Ok(Request::Version);
    }
    let mut config = ConfigKeys::default();
    for args in &options {
        match args.name {
            "config" => args.some()?.store(CONFIG, &mut config)?,
            "resume" => config.file = Some(args.one(Some("config.json"))?.value.into()),
            _ => {}
        }
    }
    let ConfigKeys { file, discard, replay, .. } = config;
    let file = file.filter(|_| !discard);
    // A file without contents was being made when the program was killed.
    let is_begun = |file: &PathBuf| fs::metadata(file).is_ok_and(|data| data.len() > 0);
    if let Some(file) = file.clone().filter(|file| !asks("engine") || is_begun(file)) {
        return Ok(Request::Resume { file, replay, options: args.to_vec() });
    }
    let shard = shard(&options)?.unwrap_or(Shard::WHOLE);
    if shard != Shard::WHOLE && (!asks("srand") || asks("randomseed")) {
        return Err(Rejected::from("-shard requires -srand, the same for all shards").into());
    }
    let mut settings =
        Settings { loaded: loaded.clone(), shard, seed: random_seed(), ..Settings::default() };
    settings.run.state = file.unwrap_or(settings.run.state);
    apply(&mut settings, &options)?;
    Ok(Request::Start(Box::new(settings)))
}

/// The shard that options name.
fn shard(options: &[Args<'_>]) -> Result<Option<Shard>, Rejected> {
    let find = |name| options.iter().rfind(|args| args.name == name);
    let first = match find("index-from") {
        Some(args) => args.one(None)?.number(&FIRST_SHARD)? as u64,
        None => 1,
    };
    let Some(args) = find("shard") else { return Ok(None) };
    let pair = args.one(None)?;
    Shard::parse(pair.value, first).map(Some).map_err(|allowed| pair.bad(allowed))
}

/// A seed that is easy to type.
fn random_seed() -> u64 {
    rand::random::<u32>().into()
}

/// Applies options to the settings of a match that is resumed.
///
/// # Errors
/// The first error in them, such as an option that is fixed; or they are those of another match.
pub fn amend(settings: &mut Settings, args: &[String]) -> Result<(), Error> {
    let options = args::split(args)?;
    if options.iter().any(|args| args.name == "engine") {
        return repeat(settings, &options);
    }
    let is_fixed = |args: &&Args<'_>| find(args.name).is_some_and(|(section, _)| section.fixed);
    match options.iter().find(is_fixed) {
        Some(fixed) => {
            let reason = format!("-{} cannot change when a match is resumed", fixed.name);
            Err(Rejected(reason).into())
        }
        None => apply(settings, &options),
    }
}

/// Replaces the settings of a match that is resumed by those of a whole command line.
///
/// # Errors
/// The first error in it, or the first setting that is fixed and differs.
fn repeat(settings: &mut Settings, options: &[Args<'_>]) -> Result<(), Error> {
    let run = RunOptions { state: settings.run.state.clone(), ..RunOptions::default() };
    let mut repeated = Settings {
        run,
        loaded: settings.loaded.clone(),
        game_files: settings.game_files.clone(),
        studies: settings.studies.clone(),
        seed: settings.seed,
        shard: shard(options)?.unwrap_or(Shard::WHOLE),
        ..Settings::default()
    };
    apply(&mut repeated, options)?;
    let [saved, now] = [&*settings, &repeated].map(|all| serde_json::to_value(all).ok());
    let of = |all: &Option<Value>, key: &str| all.as_ref()?.get(key).cloned();
    let is_fixed = |key: &&String| !["rounds", "sprt", "run"].contains(&key.as_str());
    let keys = saved.as_ref().and_then(Value::as_object).into_iter().flat_map(Map::keys);
    match keys.filter(is_fixed).find(|key| of(&saved, key) != of(&now, key)) {
        Some(key) => {
            let reason = format!("it is of another match: '{key}' differs");
            Err(Rejected::at(settings.run.state.display(), reason).into())
        }
        None => {
            *settings = repeated;
            Ok(())
        }
    }
}

/// The text of `-help`.
pub fn help() -> String {
    let options = spec::help(SECTIONS);
    let text = format!(
        "\
Usage: baroque match [--games FILE] [--study DIR] OPTIONS

Plays a match between engines. The options are those of fastchess and cutechess-cli. Options that this \
program lacks are rejected, never ignored.
{options}
The first Ctrl-C lets the games in progress finish, as SIGTERM does for five seconds; the second aborts \
them, the third ends the program at once. The exit status is 0 after the first two, as with fastchess, \
and 1 if the match failed.
"
    );
    wrapped(&text, help_columns(80))
}

/// The row of an option, and its section.
fn find(name: &str) -> Option<(&'static Section, &'static Spec<Arguments>)> {
    let rows = |section: &'static Section| section.options.iter().map(move |row| (section, row));
    SECTIONS.iter().flat_map(rows).find(|(_, row)| row.is_named(name))
}

fn apply(settings: &mut Settings, options: &[Args<'_>]) -> Result<(), Error> {
    // `-each` applies to the engines after it, too.
    let (each, others): (Vec<_>, Vec<_>) = options.iter().partition(|args| args.name == "each");
    for args in others.into_iter().chain(each) {
        let (_, row) = find(args.name).ok_or_else(|| {
            Rejected(format!("unknown option '-{}', try -help", quoted(args.name)))
        })?;
        row.apply(settings, args)?;
    }
    check::complete(settings)
}
