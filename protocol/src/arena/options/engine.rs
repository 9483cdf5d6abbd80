//! `-engine` and `-each`.

use std::path::PathBuf;

use super::words::{Pair, Words};
use super::{OptionsError, Settings, conf};
use crate::arena::player::Protocol;
use crate::arena::settings::Entrant;
use crate::arena::time_control::{Period, milliseconds};

/// Adds an engine.
pub fn add(settings: &mut Settings, option: &Words<'_>) -> Result<(), OptionsError> {
    let pairs = option.pairs_or_words(WORDS)?;
    // Whatever else is said is said of the engine of the file.
    let (conf, others): (Vec<&Pair<'_>>, Vec<_>) =
        pairs.iter().partition(|pair| pair.key == "conf");
    let conf = conf.last().map(|pair| conf::read(pair.value)).transpose()?;
    let mut entrant = conf.unwrap_or_default();
    others.into_iter().try_for_each(|pair| apply(&mut entrant, pair))?;
    settings.engines.push(entrant);
    Ok(())
}

/// Tells all engines something; it counts more than what they have of their own, as with fastchess.
pub fn apply_to_each(settings: &mut Settings, option: &Words<'_>) -> Result<(), OptionsError> {
    let pairs = option.pairs_or_words(WORDS)?;
    for entrant in &mut settings.engines {
        pairs.iter().try_for_each(|pair| apply(entrant, pair))?;
    }
    Ok(())
}

/// Words that need no value.
const WORDS: &[&str] = &["whitepov", "ponder", "trust"];

fn apply(entrant: &mut Entrant, pair: &Pair<'_>) -> Result<(), OptionsError> {
    let Entrant { engine, time, .. } = entrant;
    let duration = || milliseconds(pair.value).ok_or_else(|| pair.bad("seconds, such as 0.5"));
    match pair.key {
        "cmd" => engine.cmd = pair.value.to_owned(),
        "dir" => engine.dir = pair.value.to_owned(),
        "args" | "arg" => {
            let words = shlex::split(pair.value).ok_or_else(|| pair.bad("words of a shell"))?;
            engine.args.extend(words);
        }
        "name" => engine.name = pair.value.to_owned(),
        "proto" => {
            let protocols = [("uci", Protocol::Uci), ("xboard", Protocol::Xboard)];
            engine.proto = pair.choice(&protocols)?;
        }
        "initstr" => engine.init.extend(pair.value.split("\\n").map(str::to_owned)),
        "stderr" => engine.stderr = Some(PathBuf::from(pair.value)),
        "tc" => time.period = Period::parse(pair.value).map_err(|allowed| pair.bad(allowed))?,
        "st" => time.move_time = Some(duration()?).filter(|&time| time > 0),
        "timemargin" => time.margin = pair.number(0..=1_000_000_000)? as u64,
        "depth" | "plies" => time.depth = Some(pair.number(1..=1_000)? as u32),
        "nodes" => time.nodes = Some(pair.number(1..=i64::MAX)? as u64),
        "restart" => {
            let modes = [("on", true), ("off", false), ("auto", false)];
            entrant.restart = pair.choice(&modes)?;
        }
        "whitepov" => entrant.white_view = pair.truth()?,
        "trust" => entrant.trust = pair.truth()?,
        "ponder" => engine.ponder = pair.truth()?,
        "tscale" => entrant.patience = Some(factor(pair)?),
        key => match key.strip_prefix("option.") {
            Some(name) => {
                engine.options.retain(|(other, _)| !other.eq_ignore_ascii_case(name));
                engine.options.push((name.to_owned(), pair.value.to_owned()));
            }
            None => return Err(pair.unknown()),
        },
    }
    Ok(())
}

fn factor(pair: &Pair<'_>) -> Result<f64, OptionsError> {
    let factor = pair.value.parse().ok().filter(|factor| conf::FACTORS.contains(factor));
    factor.ok_or_else(|| pair.bad("a number from 0.2 to 120"))
}
