//! The ranges of the numbers that are read from a state file. On the command line every option
//! checks its own.

use std::time::Duration;

use baroque_formats::text::quoted;

use super::conf::FACTORS;
use super::keys::{ANY, MAX_DEPTH, MAX_MARGIN, MAX_PLIES, MAX_PROCESSORS, MILLION};
use crate::adjudication::Adjudication;
use crate::schedule::TournamentType;
use crate::settings::{EngineEntry, RunOptions, Settings};
use crate::time_control::{MAX_TIME, Period};

/// What a number is called, its value if it is set, and the least and the greatest one.
type Number = (&'static str, Option<u64>, u64, i64);

/// Checks all numbers of settings that were read.
///
/// # Errors
/// The first number that is out of range.
pub fn check(settings: &Settings) -> Result<(), String> {
    let Settings { form, rounds, games, shard, openings, seed, adjudication, .. } = settings;
    let seeds = match form {
        TournamentType::Gauntlet { seeds } => Some(*seeds as u64),
        TournamentType::RoundRobin => None,
    };
    check_all([
        ("rounds", *rounds, 1, ANY),
        ("games", Some(*games), 1, 2),
        ("seeds", seeds, 1, ANY),
        ("shards", Some(shard.of), 1, ANY),
        ("shard", Some(shard.index), 1, shard.of.min(ANY as u64) as i64),
        ("seed", Some(*seed), 0, ANY),
        ("plies", openings.plies.map(|plies| plies as u64), 0, MAX_PLIES),
        ("start", Some(openings.start), 1, ANY),
    ])?;
    check_adjudication(adjudication)?;
    check_run(&settings.run)?;
    settings.engines.iter().try_for_each(|entry| {
        let name = quoted(&entry.engine.name);
        check_engine(entry).map_err(|reason| format!("engine '{name}': {reason}"))
    })
}

fn check_adjudication(adjudication: &Adjudication) -> Result<(), String> {
    let Adjudication { draw, resign, max_moves } = adjudication;
    check_all([
        ("draw move_number", draw.map(|draw| draw.move_number.into()), 0, MILLION),
        ("draw move_count", draw.map(|draw| draw.move_count.into()), 1, MILLION),
        ("draw score", draw.map(|draw| draw.score.into()), 0, MILLION),
        ("resign move_count", resign.map(|resign| resign.move_count.into()), 1, MILLION),
        ("resign score", resign.map(|resign| resign.score.into()), 0, MILLION),
        ("max_moves", max_moves.map(u64::from), 1, MILLION),
    ])
}

fn check_run(run: &RunOptions) -> Result<(), String> {
    let last = run.affinity.as_ref().and_then(|processors| processors.iter().max());
    let timeout = |time: Duration| Some(u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
    check_all([
        ("concurrency", Some(run.concurrency as u64), 1, MAX_PROCESSORS),
        ("affinity", last.map(|&processor| processor as u64), 0, MAX_PROCESSORS - 1),
        ("wait", Some(run.wait), 0, ANY),
        ("startup timeout", timeout(run.timeouts.startup), 1, ANY),
        ("new_game timeout", timeout(run.timeouts.new_game), 1, ANY),
        ("ping timeout", timeout(run.timeouts.ping), 1, ANY),
        ("rating_interval", Some(run.rating_interval), 0, ANY),
        ("score_interval", Some(run.score_interval), 0, ANY),
        ("outcome_interval", run.outcome_interval, 0, ANY),
        ("save_interval", Some(run.save_interval), 0, ANY),
    ])
}

fn check_engine(entry: &EngineEntry) -> Result<(), String> {
    let time = &entry.time;
    check_all([
        ("time", time.period.map(|Period { time, .. }| time), 0, MAX_TIME),
        ("increment", time.period.map(|Period { increment, .. }| increment), 0, MAX_TIME),
        ("move_time", time.move_time, 1, MAX_TIME),
        ("timeout", time.timeout, 1, MAX_TIME),
        ("margin", Some(time.margin), 0, MAX_MARGIN),
        ("depth", time.depth.map(u64::from), 1, MAX_DEPTH),
        ("nodes", time.nodes, 1, ANY),
    ])?;
    match entry.time_scale.filter(|factor| !FACTORS.contains(factor)) {
        Some(factor) => Err(format!(
            "time_scale is {factor}, allowed is {} to {}",
            FACTORS.start(),
            FACTORS.end()
        )),
        None => Ok(()),
    }
}

fn check_all<const N: usize>(numbers: [Number; N]) -> Result<(), String> {
    let is_wrong = |&(_, value, least, most): &Number| {
        value.is_some_and(|value| value < least || value > most.unsigned_abs())
    };
    match numbers.into_iter().find(is_wrong) {
        Some((name, value, least, most)) => {
            Err(format!("{name} is {}, allowed is {least} to {most}", value.unwrap_or_default()))
        }
        None => Ok(()),
    }
}
