//! Setters of options that do more than store a value.

use std::time::SystemTime;

use baroque_formats::Rejected;
use baroque_formats::pgn::date;

use super::args::{Args, Pair};
use super::keys::{
    CONF, CONFIG, ConfigKeys, ENGINE, FILE, LOG, MAX_PROCESSORS, OPENINGS, OpeningKeys, PGN, SPRT,
};
use crate::settings::{EngineEntry, FileOut, LogOut, PgnOut, Settings, Source};
use crate::stats::{self, Sprt};

pub fn engine(settings: &mut Settings, args: &Args<'_>) -> Result<(), Rejected> {
    let mut entry = EngineEntry::default();
    // Explicit keys override those of the file in any order.
    let (conf, others) = args.partition("conf=");
    conf.store(CONF, &mut entry)?;
    others.store(ENGINE, &mut entry)?;
    settings.engines.push(entry);
    Ok(())
}

pub fn each(settings: &mut Settings, args: &Args<'_>) -> Result<(), Rejected> {
    settings.engines.iter_mut().try_for_each(|entry| args.store(ENGINE, entry))
}

pub fn openings(settings: &mut Settings, args: &Args<'_>) -> Result<(), Rejected> {
    let (source, args) = args.leading();
    let mut keys = OpeningKeys { openings: settings.openings.clone(), file: None, is_pgn: None };
    args.store(OPENINGS, &mut keys)?;
    keys.openings.source = match (source, keys.file) {
        (Some("random"), None) => Source::Random,
        (None, Some(file)) => {
            let has_pgn_name = || file.extension().is_some_and(|extension| extension == "pgn");
            match keys.is_pgn.unwrap_or_else(has_pgn_name) {
                true => Source::Pgn(file),
                false => Source::Epd(file),
            }
        }
        (source, _) => {
            return Err(args.bad(source.unwrap_or(&args.text()), "random, or file=NAME"));
        }
    };
    settings.openings = keys.openings;
    Ok(())
}

pub fn sprt(settings: &mut Settings, args: &Args<'_>) -> Result<(), Rejected> {
    let mut test = stats::SprtSettings::default();
    args.some()?.store(SPRT, &mut test)?;
    settings.sprt = Some(Sprt::new(test).map_err(|error| Rejected(format!("-{error}")))?);
    Ok(())
}

pub fn config(settings: &mut Settings, args: &Args<'_>) -> Result<(), Rejected> {
    let mut config = ConfigKeys::default();
    args.some()?.store(CONFIG, &mut config)?;
    settings.run.state = config.outname.unwrap_or_else(|| settings.run.state.clone());
    Ok(())
}

/// Processors such as `3,5,7-11`; the empty text means all.
pub fn affinity(settings: &mut Settings, pair: &Pair<'_>) -> Result<(), Rejected> {
    let range = |part: &str| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last): (usize, usize) = (first.parse().ok()?, last.parse().ok()?);
        (first <= last && (last as i64) < MAX_PROCESSORS).then_some(first..=last)
    };
    let parts = pair.value.split(',').filter(|_| !pair.value.is_empty());
    let ranges: Option<Vec<_>> = parts.map(range).collect();
    let ranges = ranges.ok_or_else(|| pair.bad("processors such as 3,5,7-11"))?;
    settings.run.affinity = Some(ranges.into_iter().flatten().collect());
    Ok(())
}

pub fn columns(settings: &mut Settings, args: &Args<'_>) -> Result<(), Rejected> {
    let known = || format!("a list of {}", stats::result_format::known_names());
    let fields = stats::result_format::fields(args.one(None)?.value);
    settings.run.columns = fields.map_err(|unknown| args.bad(&unknown, &known()))?;
    Ok(())
}

pub fn pgn(settings: &mut Settings, args: &Args<'_>) -> Result<(), Rejected> {
    let (name, args) = args.leading();
    let out = PgnOut { out: file_out(name, "pgn"), ..PgnOut::default() };
    args.store(PGN, settings.run.pgn.insert(out))
}

/// Reads the keys of an option for another file than PGN.
pub fn file(out: &mut Option<FileOut>, args: &Args<'_>, extension: &str) -> Result<(), Rejected> {
    let (name, args) = args.leading();
    args.store(FILE, out.insert(file_out(name, extension)))
}

/// A file to append to; without a name `baroque_20260102.pgn` and the like.
fn file_out(name: Option<&str>, extension: &str) -> FileOut {
    let today = || date(SystemTime::now()).replace('.', "");
    let file = name.map_or_else(|| format!("baroque_{}.{extension}", today()), str::to_owned);
    FileOut { file: file.into(), overwrite: false }
}

pub fn log(settings: &mut Settings, args: &Args<'_>) -> Result<(), Rejected> {
    let log = settings.run.log.insert(LogOut::default());
    args.some()?.store(LOG, log)?;
    match log.out.file.as_os_str().is_empty() {
        true => Err(args.bad(&args.text(), "file=NAME and more")),
        false => Ok(()),
    }
}
