//! The command line of a match: fastchess's and cutechess-cli's words, with the same meaning, so
//! that scripts carry over. Whatever of theirs is not built is an error; nothing is ignored.

use std::path::PathBuf;
use std::time::Duration;

use thiserror::Error;

use super::adjudication::{Draw, Resign};
use super::schedule::Form;
use super::settings::{FileOut, Settings, Source};
use super::stats::{self, Sprt, SprtError, Style};
use crate::Error;
use crate::output::quoted;

mod check;
mod conf;
mod engine;
mod output;
#[cfg(test)]
mod tests;
mod words;

pub use check::complete;
use words::Words;

/// What is wrong with a command line.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum OptionsError {
    /// A word before all options.
    #[error("'{0}' belongs to no option, try -help")]
    Stray(String),
    /// An option that nobody has.
    #[error("unknown option '-{0}', try -help")]
    Unknown(String),
    /// Something that other runners have.
    #[error("{0} is not supported")]
    Unsupported(String),
    /// An option without a value.
    #[error("-{0} has no value")]
    NoValue(String),
    /// A value that is not allowed.
    #[error("{place} is '{value}', allowed is {allowed}")]
    Bad {
        /// Option and key.
        place: String,
        /// What was given.
        value: String,
        /// What is taken.
        allowed: String,
    },
    /// A key that an option does not have.
    #[error("-{option} has no key '{key}'")]
    UnknownKey {
        /// The option.
        option: String,
        /// The key.
        key: String,
    },
    /// Fewer engines than two.
    #[error("a match needs two engines, -engine cmd=… twice")]
    TooFew,
    /// An engine without a program.
    #[error("engine {0} has no cmd=")]
    NoCommand(usize),
    /// An engine of a file that cannot be read, or does not have it.
    #[error("-engine conf={name}: engines.json: {reason}")]
    Conf {
        /// The engine.
        name: String,
        /// What is wrong.
        reason: String,
    },
    /// A name that would forge lines of the output.
    #[error("an engine's name '{0}' has control characters")]
    Name(String),
    /// An engine that could think for ever.
    #[error("engine '{0}' has no end of thinking: give it tc=, st=, nodes= or depth=")]
    Endless(String),
    /// Two bounds that exclude each other.
    #[error("engine '{0}' has tc= and st=, which exclude each other")]
    TwoClocks(String),
    /// More games at a time than processors.
    #[error(
        "-concurrency is {wanted}, but there are {there} processors; -force-concurrency allows it"
    )]
    Concurrency {
        /// Games at a time.
        wanted: usize,
        /// Processors.
        there: usize,
    },
    /// A test of more than two engines.
    #[error("-sprt is a test of two engines, not of {0}")]
    SprtOfMany(usize),
    /// Columns of a table that the reports do not have.
    #[error("-resultformat is for -output format=cutechess")]
    Columns,
    /// A test that makes no sense.
    #[error("-{0}")]
    Sprt(#[from] SprtError),
    /// A rule set that does not exist.
    #[error("{0}")]
    Rules(#[from] Error),
    /// Engines that are to play by different rules.
    #[error("engines and -variant or -rules disagree: {option} is {said}")]
    Contradiction {
        /// The engines' option.
        option: &'static str,
        /// What was said.
        said: String,
    },
    /// A bad regular expression.
    #[error("-pgnout match_line is '{0}', which is no regular expression")]
    Regex(String),
    /// Something that would change what is played.
    #[error("-{0} cannot change when a match is resumed")]
    Fixed(String),
}

/// What a command line asks for.
#[derive(Clone, PartialEq, Debug)]
pub enum Request {
    /// The options.
    Help,
    /// The version.
    Version,
    /// A tournament from its beginning.
    Start(Box<Settings>),
    /// A tournament that was begun, which the file knows, and options that change its conduct.
    Resume {
        /// The file.
        file: PathBuf,
        /// Whether what was played is forgotten.
        anew: bool,
        /// The options.
        options: Vec<String>,
    },
}

/// Options of other runners that this one lacks.
const UNSUPPORTED: &[&str] = &[
    "tb",
    "tbpieces",
    "tbignore50",
    "tbadjudicate",
    "quick",
    "debug",
    "check-mate-pvs",
    "bookmode",
    "livepgnout",
    "livesgfout",
    "pgnin",
    "compliance",
    "engines",
    "protocols",
    "variants",
];

/// Options that say what is played: a tournament that goes on keeps its own.
const FIXED: &[&str] = &[
    "engine",
    "each",
    "variant",
    "rules",
    "tournament",
    "seeds",
    "games",
    "repeat",
    "noswap",
    "reverse",
    "openings",
    "srand",
    "draw",
    "resign",
    "maxmoves",
];

/// Reads a command line.
///
/// # Errors
/// The first thing that is wrong.
pub fn parse(args: &[String]) -> Result<Request, OptionsError> {
    let options = words::split(args)?;
    let asks = |names: &[&str]| options.iter().any(|option| names.contains(&option.name));
    if args.is_empty() || asks(&["help", "h"]) {
        return Ok(Request::Help);
    }
    if asks(&["version", "v"]) {
        return Ok(Request::Version);
    }
    if let Some(request) = resume(args, &options)? {
        return Ok(request);
    }
    let mut settings = Settings { seed: rand::random::<u32>().into(), ..Settings::default() };
    apply(&mut settings, &options)?;
    complete(&mut settings)?;
    Ok(Request::Start(Box::new(settings)))
}

/// Lays options over the settings of a tournament that is gone on with.
///
/// # Errors
/// The first thing that is wrong.
pub fn reconsider(settings: &mut Settings, args: &[String]) -> Result<(), OptionsError> {
    let options = words::split(args)?;
    if let Some(fixed) = options.iter().find(|option| FIXED.contains(&option.name)) {
        return Err(OptionsError::Fixed(fixed.name.to_owned()));
    }
    apply(settings, &options)?;
    complete(settings)
}

/// The tournament to be gone on with, if `-config` names one.
fn resume(args: &[String], options: &[Words<'_>]) -> Result<Option<Request>, OptionsError> {
    let (mut file, mut discard, mut anew) = (None, false, false);
    for option in options.iter().filter(|option| option.name == "config") {
        for pair in option.pairs()? {
            match pair.key {
                "file" => file = Some(PathBuf::from(pair.value)),
                "discard" => discard = pair.truth()?,
                "stats" => anew = !pair.truth()?,
                _ => {}
            }
        }
    }
    let request = |file| Request::Resume { file, anew, options: args.to_vec() };
    Ok(file.filter(|_| !discard).map(request))
}

fn apply(settings: &mut Settings, options: &[Words<'_>]) -> Result<(), OptionsError> {
    // What holds for each engine holds for those that come later on the line, too.
    let (each, others): (Vec<_>, Vec<_>) = options.iter().partition(|option| option.name == "each");
    for option in others {
        apply_one(settings, option)?;
    }
    for option in each {
        engine::apply_to_each(settings, option)?;
    }
    Ok(())
}

fn apply_one(settings: &mut Settings, option: &Words<'_>) -> Result<(), OptionsError> {
    match option.name {
        "engine" => engine::add(settings, option)?,
        "variant" => settings.rules.variant = variant(option.word()?),
        "rules" => settings.rules.rules = option.word()?.to_owned(),
        "tournament" => settings.form = form(settings.form, option)?,
        "seeds" => settings.form = Form::Gauntlet { seeds: option.number(1..=i64::MAX)? as usize },
        "rounds" => settings.rounds = Some(option.number(1..=1_000_000_000)? as u64),
        "games" => settings.games = option.number(1..=i64::MAX)? as u64,
        "repeat" => {
            settings.games = match option.optional()? {
                None => 2,
                Some(_) => option.number(1..=i64::MAX)? as u64,
            }
        }
        "noswap" => settings.no_swap = option.nothing().map(|()| true)?,
        "reverse" => settings.reverse = option.nothing().map(|()| true)?,
        "openings" => openings(settings, option)?,
        "srand" => settings.seed = option.number(0..=i64::MAX)? as u64,
        "draw" => settings.adjudication.draw = Some(draw(option)?),
        "resign" => settings.adjudication.resign = Some(resign(option)?),
        "maxmoves" => settings.adjudication.max_moves = Some(option.number(1..=1_000_000)? as u32),
        "sprt" => settings.sprt = Some(sprt(option)?),
        _ => return conduct(settings, option),
    }
    Ok(())
}

/// Options that change nothing of what is played.
fn conduct(settings: &mut Settings, option: &Words<'_>) -> Result<(), OptionsError> {
    let conduct = &mut settings.conduct;
    let milliseconds = || option.number(1..=i64::MAX).map(|ms| Duration::from_millis(ms as u64));
    match option.name {
        "concurrency" => conduct.concurrency = check::concurrency(option.number(-4096..=4096)?),
        "force-concurrency" => conduct.force = option.nothing().map(|()| true)?,
        "wait" => conduct.wait = option.number(0..=i64::MAX)? as u64,
        "recover" => conduct.recover = option.nothing().map(|()| true)?,
        "strict" => conduct.strict = option.nothing().map(|()| true)?,
        "show-latency" => conduct.show_latency = option.nothing().map(|()| true)?,
        "testEnv" => conduct.test_env = option.nothing().map(|()| true)?,
        "startup-ms" => conduct.patience.startup = milliseconds()?,
        "ucinewgame-ms" => conduct.patience.new_game = milliseconds()?,
        "ping-ms" => conduct.patience.ping = milliseconds()?,
        "event" => conduct.event = option.text(),
        "site" => conduct.site = option.text(),
        "ratinginterval" => conduct.rating_interval = option.number(0..=i64::MAX)? as u64,
        "scoreinterval" => conduct.score_interval = option.number(0..=i64::MAX)? as u64,
        "outcomeinterval" => {
            conduct.outcome_interval = Some(option.number(0..=i64::MAX)? as u64);
        }
        "resultformat" => conduct.columns = columns(option)?,
        "autosaveinterval" => conduct.save_interval = option.number(0..=i64::MAX)? as u64,
        "output" => {
            for pair in option.pairs()? {
                match pair.key {
                    "format" => {
                        let styles =
                            [("fastchess", Style::Fastchess), ("cutechess", Style::Cutechess)];
                        conduct.style = pair.choice(&styles)?;
                    }
                    _ => return Err(pair.unknown()),
                }
            }
        }
        "report" => {
            for pair in option.pairs()? {
                match pair.key {
                    "penta" => conduct.penta = pair.truth()?,
                    _ => return Err(pair.unknown()),
                }
            }
        }
        "config" => {
            for pair in option.pairs()? {
                match pair.key {
                    "outname" => conduct.state = PathBuf::from(pair.value),
                    "file" | "discard" | "stats" => {}
                    _ => return Err(pair.unknown()),
                }
            }
        }
        "pgnout" => conduct.pgn = Some(output::pgn(option)?),
        "epdout" => conduct.epd = Some(output::file(option, "epd")?),
        "jsonout" => conduct.json = Some(output::file(option, "jsonl")?),
        "crc32" => conduct.crc = output::crc(option)?,
        "log" => conduct.log = Some(output::log(option)?),
        "use-affinity" => conduct.affinity = Some(check::processors(option)?),
        name if UNSUPPORTED.contains(&name) => {
            return Err(OptionsError::Unsupported(format!("-{name}")));
        }
        name => return Err(OptionsError::Unknown(quoted(name))),
    }
    Ok(())
}

/// `standard` is what others say: OpenBench knows no better.
fn variant(name: &str) -> String {
    if name == "standard" { String::new() } else { name.to_ascii_lowercase() }
}

fn form(before: Form, option: &Words<'_>) -> Result<Form, OptionsError> {
    match (option.word()?, before) {
        ("roundrobin", _) => Ok(Form::RoundRobin),
        ("gauntlet", Form::RoundRobin) => Ok(Form::Gauntlet { seeds: 1 }),
        ("gauntlet", gauntlet) => Ok(gauntlet),
        (other @ ("knockout" | "pyramid"), _) => {
            Err(OptionsError::Unsupported(format!("-tournament {other}")))
        }
        (other, _) => Err(option.bad(&quoted(other), "roundrobin or gauntlet")),
    }
}

/// `file=NAME format=epd|pgn`, or `random`, and how to take them.
fn openings(settings: &mut Settings, option: &Words<'_>) -> Result<(), OptionsError> {
    let openings = &mut settings.openings;
    let (source, option) = option.leading();
    let mut file = None;
    let mut format = None;
    for pair in option.pairs_or_words(&[])? {
        match pair.key {
            "file" if pair.value.is_empty() => return Err(pair.bad("the name of a file")),
            "file" => file = Some(PathBuf::from(pair.value)),
            "format" => format = Some(pair.choice(&[("epd", "epd"), ("pgn", "pgn")])?),
            "order" => {
                openings.shuffled = pair.choice(&[("sequential", false), ("random", true)])?;
            }
            "plies" => openings.plies = Some(pair.number(0..=10_000)? as usize),
            "start" => openings.start = pair.number(1..=i64::MAX)? as u64,
            "policy" => match pair.value {
                "encounter" | "default" => openings.by_round = false,
                "round" => openings.by_round = true,
                _ => return Err(pair.unsupported()),
            },
            _ => return Err(pair.unknown()),
        }
    }
    openings.source = match (source, file) {
        (Some("random"), None) => Source::Random,
        (Some(word), _) => return Err(option.bad(word, "random, or file=NAME")),
        (None, None) => return Err(option.bad(&option.text(), "random, or file=NAME")),
        (None, Some(file)) => {
            let ending = file.extension().is_some_and(|ending| ending == "pgn");
            match format.unwrap_or(if ending { "pgn" } else { "epd" }) {
                "pgn" => Source::Pgn(file),
                _ => Source::Epd(file),
            }
        }
    };
    Ok(())
}

fn draw(option: &Words<'_>) -> Result<Draw, OptionsError> {
    let mut draw = Draw { move_number: 0, move_count: 1, score: 0 };
    for pair in option.pairs()? {
        match pair.key {
            "movenumber" => draw.move_number = pair.number(0..=1_000_000)? as u32,
            "movecount" => draw.move_count = pair.number(1..=1_000_000)? as u32,
            "score" => draw.score = pair.number(0..=1_000_000)? as u32,
            _ => return Err(pair.unknown()),
        }
    }
    Ok(draw)
}

fn resign(option: &Words<'_>) -> Result<Resign, OptionsError> {
    let mut resign = Resign { move_count: 1, score: 0, two_sided: false };
    for pair in option.pairs()? {
        match pair.key {
            "movecount" => resign.move_count = pair.number(1..=1_000_000)? as u32,
            "score" => resign.score = pair.number(0..=1_000_000)? as u32,
            "twosided" => resign.two_sided = pair.truth()?,
            _ => return Err(pair.unknown()),
        }
    }
    Ok(resign)
}

fn sprt(option: &Words<'_>) -> Result<Sprt, OptionsError> {
    let mut test = stats::Settings::default();
    for pair in option.pairs()? {
        test.set(pair.key, pair.value)?;
    }
    Ok(Sprt::new(test)?)
}

/// The columns of the table of more than two engines.
fn columns(option: &Words<'_>) -> Result<Vec<String>, OptionsError> {
    let known = || format!("a list of {}", stats::columns::known());
    let fields = stats::columns::fields(option.word()?);
    fields.map_err(|unknown| option.bad(&unknown, &known()))
}

/// A file that is written, behind what it holds.
fn appended(file: impl Into<PathBuf>) -> FileOut {
    FileOut { file: file.into(), overwrite: false }
}
