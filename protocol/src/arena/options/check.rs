//! What options must be together.

use std::thread;

use super::words::Words;
use super::{OptionsError, Settings};
use crate::arena::book;
use crate::arena::player::GameRules;
use crate::arena::schedule::Form;
use crate::arena::settings::Source;
use crate::arena::stats::Style;
use crate::output::quoted;
use crate::variants;

/// Fills in what follows from the rest, and checks that a match can be played.
///
/// # Errors
/// The first thing that is wrong.
pub fn complete(settings: &mut Settings) -> Result<(), OptionsError> {
    engines(settings)?;
    games(settings);
    adopt_rules(settings)?;
    rules(&mut settings.rules)?;
    let conduct = &settings.conduct;
    let there = available();
    if conduct.concurrency > there && !conduct.force {
        return Err(OptionsError::Concurrency { wanted: conduct.concurrency, there });
    }
    if !conduct.columns.is_empty() && conduct.style != Style::Cutechess {
        return Err(OptionsError::Columns);
    }
    match settings.sprt {
        Some(_) if settings.engines.len() > 2 => {
            Err(OptionsError::SprtOfMany(settings.engines.len()))
        }
        _ => Ok(()),
    }
}

fn engines(settings: &mut Settings) -> Result<(), OptionsError> {
    if settings.engines.len() < 2 {
        return Err(OptionsError::TooFew);
    }
    let mut names: Vec<String> = Vec::new();
    for (index, entrant) in settings.engines.iter_mut().enumerate() {
        if entrant.engine.cmd.is_empty() {
            return Err(OptionsError::NoCommand(index + 1));
        }
        if entrant.engine.name.is_empty() {
            entrant.engine.name = program(&entrant.engine.cmd);
        }
        let name = entrant.engine.name.clone();
        if entrant.time.is_endless() {
            return Err(OptionsError::Endless(name));
        }
        if entrant.time.period.is_some() && entrant.time.move_time.is_some() {
            return Err(OptionsError::TwoClocks(name));
        }
        if name.contains(char::is_control) {
            return Err(OptionsError::Name(quoted(&name)));
        }
        let mut number = 2;
        while names.contains(&entrant.engine.name) {
            entrant.engine.name = format!("{name}_{number}");
            number += 1;
        }
        names.push(entrant.engine.name.clone());
    }
    Ok(())
}

/// The name of a program without folder and ending.
fn program(cmd: &str) -> String {
    let stem = std::path::Path::new(cmd).file_stem();
    stem.map_or_else(|| cmd.to_owned(), |stem| stem.to_string_lossy().into_owned())
}

/// Two engines meet once or twice, so that each opening is played from both sides; more games than
/// that are taken as rounds.
fn games(settings: &mut Settings) {
    if settings.games > 2 {
        let rounds = settings.rounds.unwrap_or(1);
        settings.rounds = Some(rounds.saturating_mul(settings.games.div_ceil(2)));
        settings.games = 2;
    }
    if let Form::Gauntlet { seeds } = &mut settings.form {
        *seeds = (*seeds).min(settings.engines.len());
    }
}

/// The rules that the options of the engines or the header of the openings name, if the command
/// line names none. All engines play by the same.
fn adopt_rules(settings: &mut Settings) -> Result<(), OptionsError> {
    let header = match &settings.openings.source {
        Source::Epd(path) => book::header(path),
        _ => None,
    };
    let header = header.unwrap_or_default();
    for (option, usual, header) in
        [("UCI_Variant", variants::DEFAULT, header.variant), ("Rules", "", header.rules)]
    {
        let mut said = Vec::new();
        for entrant in &mut settings.engines {
            entrant.engine.options.retain(|(name, value)| {
                let other = !name.eq_ignore_ascii_case(option);
                if !other {
                    said.push(value.to_ascii_lowercase());
                }
                other
            });
        }
        let rules = &mut settings.rules;
        let place = if option == "Rules" { &mut rules.rules } else { &mut rules.variant };
        said.extend((!place.is_empty()).then(|| place.clone()));
        said.sort_unstable();
        said.dedup();
        *place = match said.as_slice() {
            [] if header.is_empty() => usual.to_owned(),
            [] => header,
            [one] => one.clone(),
            _ => return Err(OptionsError::Contradiction { option, said: said.join(" and ") }),
        };
    }
    Ok(())
}

/// Checks that there are such rules, and gives them their usual name.
fn rules(rules: &mut GameRules) -> Result<(), OptionsError> {
    rules.variant = rules.open()?.variant().to_owned();
    Ok(())
}

fn available() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Games at a time; from 0 down so many processors stay free.
pub fn concurrency(number: i64) -> usize {
    let games = if number > 0 { number } else { available() as i64 + number };
    usize::try_from(games).unwrap_or(0).max(1)
}

/// A list of processors, such as `3,5,7-11`; empty if there is none.
pub fn processors(option: &Words<'_>) -> Result<Vec<usize>, OptionsError> {
    let Some(text) = option.optional()? else { return Ok(Vec::new()) };
    let range = |part: &str| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last) = (first.parse().ok()?, last.parse().ok()?);
        (first <= last && last < 4096).then_some(first..=last)
    };
    let ranges: Option<Vec<_>> = text.split(',').map(range).collect();
    let ranges = ranges.ok_or_else(|| option.bad(text, "processors such as 3,5,7-11"))?;
    Ok(ranges.into_iter().flatten().collect())
}
