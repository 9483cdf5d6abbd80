//! Options about files that are written.

use std::time::SystemTime;

use regex::Regex;

use super::words::{Pair, Words};
use super::{FileOut, OptionsError, appended};
use crate::arena::settings::{Extra, Level, Log, PgnOut};
use crate::output::quoted;
use crate::pgn;

/// Games.
pub fn pgn(option: &Words<'_>) -> Result<PgnOut, OptionsError> {
    let (name, option) = option.leading();
    let mut games = PgnOut { out: appended(usual_name("pgn")), ..PgnOut::default() };
    if let Some(name) = name {
        games.out.file = name.into();
    }
    for pair in option.pairs_or_words(&["min"])? {
        match pair.key {
            "file" => games.out.file = pair.value.into(),
            "append" => games.out.overwrite = !pair.truth()?,
            "notation" => {
                let notations = [("san", false), ("lan", false), ("uci", true)];
                games.uci = Some(pair.choice(&notations)?);
            }
            "min" => games.min = pair.truth()?,
            "match_line" => games.match_lines.push(expression(&pair)?),
            key => {
                let known = EXTRAS.iter().find(|(name, _)| *name == key);
                let &(_, extra) = known.ok_or_else(|| pair.unknown())?;
                games.extras.retain(|&other| other != extra);
                if pair.truth()? {
                    games.extras.push(extra);
                }
            }
        }
    }
    games.extras.sort_by_key(|extra| EXTRAS.iter().position(|(_, other)| other == extra));
    Ok(games)
}

/// What can be told of a move, in the order in which it is told.
const EXTRAS: [(&str, Extra); 8] = [
    ("timeleft", Extra::TimeLeft),
    ("latency", Extra::Latency),
    ("nodes", Extra::Nodes),
    ("seldepth", Extra::SelDepth),
    ("nps", Extra::Nps),
    ("hashfull", Extra::HashFull),
    ("tbhits", Extra::TbHits),
    ("pv", Extra::Pv),
];

fn expression(pair: &Pair<'_>) -> Result<String, OptionsError> {
    match Regex::new(pair.value) {
        Ok(_) => Ok(pair.value.to_owned()),
        Err(_) => Err(OptionsError::Regex(quoted(pair.value))),
    }
}

/// Any other file.
pub fn file(option: &Words<'_>, ending: &str) -> Result<FileOut, OptionsError> {
    let (name, option) = option.leading();
    let mut out = appended(name.map_or_else(|| usual_name(ending), str::to_owned));
    for pair in option.pairs_or_words(&[])? {
        match pair.key {
            "file" => out.file = pair.value.into(),
            "append" => out.overwrite = !pair.truth()?,
            _ => return Err(pair.unknown()),
        }
    }
    Ok(out)
}

/// `baroque_20260102.pgn` and the like.
fn usual_name(ending: &str) -> String {
    format!("baroque_{}.{ending}", pgn::date(SystemTime::now()).replace('.', ""))
}

/// Whether checksums are told.
pub fn crc(option: &Words<'_>) -> Result<bool, OptionsError> {
    let mut told = false;
    for pair in option.pairs()? {
        match pair.key {
            "pgn" => told = pair.truth()?,
            _ => return Err(pair.unknown()),
        }
    }
    Ok(told)
}

/// What a match says and hears.
pub fn log(option: &Words<'_>) -> Result<Log, OptionsError> {
    let mut log = Log::default();
    for pair in option.pairs()? {
        match pair.key {
            "file" => log.out.file = pair.value.into(),
            "append" => log.out.overwrite = !pair.truth()?,
            "engine" => log.engines = pair.truth()?,
            "level" => log.level = pair.choice(&LEVELS)?,
            // Lines go to the file as they come, which is more than was asked for.
            "realtime" => drop(pair.truth()?),
            "compress" if !pair.truth()? => {}
            "compress" => return Err(pair.unsupported()),
            _ => return Err(pair.unknown()),
        }
    }
    match log.out.file.as_os_str().is_empty() {
        true => Err(option.bad(&option.text(), "file=NAME and more")),
        false => Ok(log),
    }
}

const LEVELS: [(&str, Level); 5] = [
    ("trace", Level::Info),
    ("info", Level::Info),
    ("warn", Level::Warning),
    ("err", Level::Error),
    ("fatal", Level::Error),
];
