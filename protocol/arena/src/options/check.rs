//! Checks across options, and settings that follow from others.

use std::path::Path;

use baroque_formats::text::{is_hidden, quoted};
use baroque_formats::{GameSpec, Rejected};
use baroque_protocol::error::Error;
use baroque_protocol::tools::args::processors;
use baroque_training::shard::Shard;

use crate::book;
use crate::schedule::TournamentType;
use crate::settings::{EngineEntry, Settings, Source};
use crate::stats::ReportStyle;

/// Fills in the settings that follow from others, and checks that the match can be played.
///
/// # Errors
/// The first contradiction.
pub fn complete(settings: &mut Settings) -> Result<(), Error> {
    if settings.engines.len() < 2 {
        let reason = "a match needs at least two engines: -engine cmd=A -engine cmd=B";
        return Err(Rejected::from(reason).into());
    }
    let mut names = Vec::new();
    for (index, entry) in settings.engines.iter_mut().enumerate() {
        check_engine(index + 1, entry)?;
        entry.engine.name = unique(&entry.engine.name, &names);
        names.push(entry.engine.name.clone());
    }
    pair_games(settings);
    adopt_rules(settings)?;
    let rules = &mut settings.rules;
    let position = rules.open(&settings.loaded.games)?;
    rules.variant = position.variant().to_owned();
    rules.definition = position.definition().map(str::to_owned);
    let (run, engines, available) = (&settings.run, settings.engines.len(), processors());
    if run.concurrency > available && !run.force {
        return Err(Rejected(format!(
            "-concurrency is {}, but there are {available} processors; -force-concurrency allows it",
            run.concurrency
        ))
        .into());
    }
    if !run.columns.is_empty() && run.style != ReportStyle::Cutechess {
        return Err(Rejected::from("-resultformat requires -output format=cutechess").into());
    }
    if settings.sprt.is_some() && engines > 2 {
        return Err(Rejected(format!("-sprt requires two engines, not {engines}")).into());
    }
    if settings.sprt.is_some() && settings.shard != Shard::WHOLE {
        let reason = "-sprt and -shard exclude each other: test all games by baroque stats --sprt";
        return Err(Rejected::from(reason).into());
    }
    Ok(())
}

/// Names an engine after its program if it has no name, and checks the keys of the engine.
fn check_engine(number: usize, entry: &mut EngineEntry) -> Result<(), Rejected> {
    let EngineEntry { engine, time, .. } = entry;
    if engine.cmd.is_empty() {
        return Err(Rejected(format!("engine {number} has no cmd=")));
    }
    if engine.name.is_empty() {
        let stem = Path::new(&engine.cmd).file_stem();
        engine.name =
            stem.map_or_else(|| engine.cmd.clone(), |stem| stem.to_string_lossy().into_owned());
    }
    let name = &engine.name;
    if time.is_unlimited() {
        let limits = "tc=, st=, nodes= or depth=";
        return Err(Rejected(format!(
            "engine '{name}' has no time control or limit: give it {limits}"
        )));
    }
    if time.period.is_some() && time.move_time.is_some() {
        return Err(Rejected(format!("engine '{name}' has tc= and st=, which exclude each other")));
    }
    if name.contains(is_hidden) {
        let name = quoted(name);
        return Err(Rejected(format!("engine name '{name}' contains control characters")));
    }
    Ok(())
}

/// The name, or `name_2` and so on if it is taken.
fn unique(name: &str, taken: &[String]) -> String {
    let numbered = (2..).map(|number| format!("{name}_{number}"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    names.find(|name| !taken.contains(name)).unwrap_or_default()
}

/// An encounter has one game, or two so that each opening is played from both sides. More games
/// are played as more rounds.
fn pair_games(settings: &mut Settings) {
    if settings.games > 2 {
        let pairs = settings.games.div_ceil(2);
        // Without rounds an SPRT has as many as it needs.
        let rounds = settings.rounds.or(settings.sprt.is_none().then_some(1));
        settings.rounds = rounds.map(|rounds| rounds.saturating_mul(pairs));
        settings.games = 2;
    }
    if let TournamentType::Gauntlet { seeds } = &mut settings.form {
        *seeds = (*seeds).min(settings.engines.len());
    }
}

/// Moves the rules from the options of the engines, which must agree with the command line, to the
/// settings. If there are none, the header of the openings file counts.
fn adopt_rules(settings: &mut Settings) -> Result<(), Rejected> {
    let header = match &settings.openings.source {
        Source::Epd(path) => book::header(path),
        _ => None,
    };
    let header = header.unwrap_or_default();
    let variant = adopted(settings, "UCI_Variant", |rules| &rules.variant, header.variant)?;
    let rules = adopted(settings, "Rules", |rules| &rules.rules, header.rules)?;
    // The rules of a study go with its game, if no other is named.
    let default = match variant {
        Some(variant) => GameSpec::new(&variant, ""),
        None => GameSpec::of(&settings.loaded.default_start()),
    };
    settings.rules.variant = default.variant;
    settings.rules.rules = rules.unwrap_or(default.rules);
    Ok(())
}

/// What the settings, the options of the engines or else a header say of a part of the rules, if they do.
fn adopted(
    settings: &mut Settings,
    option: &str,
    part: fn(&GameSpec) -> &String,
    header: String,
) -> Result<Option<String>, Rejected> {
    let own = part(&settings.rules);
    let mut values = Vec::new();
    values.extend((!own.is_empty()).then(|| own.clone()));
    for entry in &mut settings.engines {
        let own =
            entry.engine.options.extract_if(.., |(name, _)| name.eq_ignore_ascii_case(option));
        values.extend(own.map(|(_, value)| value.to_ascii_lowercase()));
    }
    values.sort_unstable();
    values.dedup();
    match values.as_slice() {
        [] => Ok((!header.is_empty()).then_some(header)),
        [one] => Ok(Some(one.clone())),
        _ => {
            let values = values.join(" and ");
            Err(Rejected(format!("engines and -variant or -rules disagree: {option} is {values}")))
        }
    }
}

/// Games at a time. From 0 down, `-number` processors stay free.
pub fn concurrency(number: i64) -> usize {
    let games = if number > 0 { number } else { processors() as i64 + number };
    usize::try_from(games).unwrap_or(0).max(1)
}
