//! The command line of a match, with the options of fastchess and cutechess-cli, so that existing
//! scripts work. Options that this program lacks are rejected with `not supported`, never silently
//! ignored. [`table`] and [`keys`] have a row for every option and every key.

use baroque_formats::Loaded;
use std::path::PathBuf;

use baroque_formats::Rejected;
use baroque_formats::text::quoted;
use baroque_protocol::error::Error;
use baroque_protocol::wrap::{help_columns, wrapped};
use baroque_training::shard::Shard;

use super::settings::Settings;

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
    if let ConfigKeys { file: Some(file), discard: false, replay, .. } = config {
        return Ok(Request::Resume { file, replay, options: args.to_vec() });
    }
    let shard = shard(&options)?.unwrap_or(Shard::WHOLE);
    if shard != Shard::WHOLE && (!asks("srand") || asks("randomseed")) {
        return Err(Rejected::from("-shard requires -srand, the same for all shards").into());
    }
    let mut settings =
        Settings { loaded: loaded.clone(), shard, seed: random_seed(), ..Settings::default() };
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
/// The first error in them, such as an option that is fixed.
pub fn amend(settings: &mut Settings, args: &[String]) -> Result<(), Error> {
    let options = args::split(args)?;
    let is_fixed = |args: &&Args<'_>| find(args.name).is_some_and(|(section, _)| section.fixed);
    match options.iter().find(is_fixed) {
        Some(fixed) => {
            let reason = format!("-{} cannot change when a match is resumed", fixed.name);
            Err(Rejected(reason).into())
        }
        None => apply(settings, &options),
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
