//! The keys of the options: a table for each option that has `key=value` arguments.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use regex::Regex;
use baroque_formats::Rejected;

use super::args::Pair;
use super::conf;
use super::spec::Value::{Bool, Choice, Custom, Number, Switch, Text};
use super::spec::{Key, spec};
use crate::adjudication::{DrawAdjudication, ResignAdjudication};
use crate::player::Protocol;
use crate::settings::{
    EngineEntry, Extra, FileOut, LogLevel, LogOut, Openings, PgnOut, RunOptions,
};
use crate::stats::{self, ReportStyle};
use crate::time_control::{Period, milliseconds};

pub const ANY: i64 = i64::MAX;
pub const MILLION: i64 = 1_000_000;
pub const MAX_DEPTH: i64 = 1_000;
/// Milliseconds by which a move may be late.
pub const MAX_MARGIN: i64 = 1_000_000_000;
/// Plies of an opening.
pub const MAX_PLIES: i64 = 10_000;
/// Processors, and games at a time.
pub const MAX_PROCESSORS: i64 = 4096;
/// Numbers that the first shard may have.
pub const FIRST_SHARD: RangeInclusive<i64> = 0..=1;

/// The keys of `-openings`. The source follows from several of them.
pub struct OpeningKeys {
    pub openings: Openings,
    pub file: Option<PathBuf>,
    pub is_pgn: Option<bool>,
}

/// The keys of `-config`.
#[derive(Default)]
pub struct ConfigKeys {
    pub outname: Option<PathBuf>,
    pub file: Option<PathBuf>,
    pub discard: bool,
    /// Whether the match is played again from its beginning.
    pub replay: bool,
}

pub const CONF: &[Key<EngineEntry>] = &[
    spec("conf NAME", "engine of engines.json, as cutechess writes it; other keys override it",
        Custom(|entry, pair| { *entry = conf::read(pair.value)?; Ok(()) })),
];

pub const ENGINE: &[Key<EngineEntry>] = &[
    spec("cmd PROGRAM", "program to start; builtin is this program's own engine",
        Text(|e, text| e.engine.cmd = text.into())),
    spec("dir FOLDER", "working folder", Text(|e, text| e.engine.dir = text.into())),
    spec("args|arg WORDS", "arguments, quoted as in a shell",
        Custom(|e, pair| {
            let words = shlex::split(pair.value).ok_or_else(|| pair.bad("words of a shell"))?;
            e.engine.args.extend(words);
            Ok(())
        })),
    spec("name NAME", "name in reports (default: that of the program)",
        Text(|e, text| e.engine.name = text.into())),
    spec("proto", "protocol (default uci)",
        Choice(&[("uci", |e| e.engine.proto = Protocol::Uci),
                 ("xboard", |e| e.engine.proto = Protocol::Xboard)], &[])),
    spec("initstr LINES", "lines to send after the handshake, separated by \\n",
        Text(|e, text| e.engine.init.extend(text.split("\\n").map(str::to_owned)))),
    spec("stderr FILE", "file for the standard error",
        Text(|e, text| e.engine.stderr = Some(text.into()))),
    spec("tc [MOVES/][MINUTES:]SECONDS[+INCREMENT]|inf", "clock; SECONDS may have a fraction",
        Custom(|e, pair| {
            e.time.period = Period::parse(pair.value).map_err(|allowed| pair.bad(allowed))?;
            Ok(())
        })),
    spec("st SECONDS", "time per move, instead of a clock",
        Custom(|e, pair| {
            let time = milliseconds(pair.value).ok_or_else(|| pair.bad("seconds, such as 0.5"))?;
            e.time.move_time = Some(time).filter(|&time| time > 0);
            Ok(())
        })),
    spec("timeout SECONDS", "time per move where no clock runs (default 60)",
        Custom(|e, pair| {
            let time = milliseconds(pair.value).filter(|&time| time > 0);
            e.time.timeout = Some(time.ok_or_else(|| pair.bad("seconds, such as 0.5"))?);
            Ok(())
        })),
    spec("timemargin MS", "time by which a move may be late (default 0)",
        Number(0..=MAX_MARGIN, |e, n| e.time.margin = n as u64)),
    spec("depth|plies N", "search depth", Number(1..=MAX_DEPTH, |e, n| e.time.depth = Some(n as u32))),
    spec("nodes N", "nodes per move", Number(1..=ANY, |e, n| e.time.nodes = Some(n as u64))),
    spec("option.NAME VALUE", "option of the engine, as in option.Hash=64 or option.Slow Mover=80",
        Custom(|e, pair| {
            let name = pair.key.strip_prefix("option.").unwrap_or_default();
            e.engine.options.retain(|(other, _)| !other.eq_ignore_ascii_case(name));
            e.engine.options.push((name.to_owned(), pair.value.to_owned()));
            Ok(())
        })),
    spec("restart", "restart the engine for every game (default off)",
        Choice(&[("on", |e| e.restart = true), ("off", |e| e.restart = false),
                 ("auto", |e| e.restart = false)], &[])),
    spec("whitepov", "scores are from White's side", Switch(|e, on| e.white_view = on)),
    spec("trust", "accept results that the engine claims", Switch(|e, on| e.trust = on)),
    spec("ponder", "ponder on the opponent's time", Switch(|e, on| e.engine.ponder = on)),
    spec("tscale FACTOR", "factor for -startup-ms etc., 0.2 to 120 (default 1)",
        Custom(|e, pair| {
            let factor = pair.value.parse().ok().filter(|factor| conf::FACTORS.contains(factor));
            e.time_scale = Some(factor.ok_or_else(|| pair.bad("a number from 0.2 to 120"))?);
            Ok(())
        })),
];

pub const OPENINGS: &[Key<OpeningKeys>] = &[
    spec("file NAME", "file of positions or games",
        Custom(|keys, pair| match pair.value {
            "" => Err(pair.bad("the name of a file")),
            name => { keys.file = Some(name.into()); Ok(()) }
        })),
    spec("format", "format of the file (default: pgn for *.pgn, else epd)",
        Choice(&[("epd", |keys| keys.is_pgn = Some(false)),
                 ("pgn", |keys| keys.is_pgn = Some(true))], &[])),
    spec("order", "order of the openings (default sequential)",
        Choice(&[("sequential", |keys| keys.openings.shuffled = false),
                 ("random", |keys| keys.openings.shuffled = true)], &[])),
    spec("plies N", "plies of each opening (default: all of a game, or 8 random)",
        Number(0..=MAX_PLIES, |keys, n| keys.openings.plies = Some(n as usize))),
    spec("start N", "number of the first opening (default 1)",
        Number(1..=ANY, |keys, n| keys.openings.start = n as u64)),
    spec("policy encounter|round", "new opening for each (default encounter)",
        Custom(|keys, pair| {
            keys.openings.by_round = match pair.value {
                "encounter" | "default" => false,
                "round" => true,
                _ => return Err(pair.unsupported()),
            };
            Ok(())
        })),
];

pub const DRAW: &[Key<DrawAdjudication>] = &[
    spec("movenumber N", "full moves that must be over, by the number in the FEN (default 0)",
        Number(0..=MILLION, |draw, n| draw.move_number = n as u32)),
    spec("movecount N", "moves of each side in a row, counted anew after every irreversible move \
          (default 1)",
        Number(1..=MILLION, |draw, n| draw.move_count = n as u32)),
    spec("score CENTIPAWNS", "greatest absolute score (default 0)",
        Number(0..=MILLION, |draw, n| draw.score = n as u32)),
];

pub const RESIGN: &[Key<ResignAdjudication>] = &[
    spec("movecount N", "consecutive moves (default 1)",
        Number(1..=MILLION, |resign, n| resign.move_count = n as u32)),
    spec("score CENTIPAWNS", "smallest deficit (default 0)",
        Number(0..=MILLION, |resign, n| resign.score = n as u32)),
    spec("twosided", "the opponent must agree (default false)",
        Bool(|resign, yes| resign.two_sided = yes)),
];

pub const SPRT: &[Key<stats::SprtSettings>] = &[
    spec("elo0 ELO", "null hypothesis (default 0)", Custom(sprt_key)),
    spec("elo1 ELO", "alternative hypothesis, greater than elo0", Custom(sprt_key)),
    spec("alpha P", "chance of wrongly accepting elo1 (default 0.05)", Custom(sprt_key)),
    spec("beta P", "chance of wrongly accepting elo0 (default 0.05)", Custom(sprt_key)),
    spec("model normalized|logistic|bayesian", "unit (default normalized)", Custom(sprt_key)),
];

pub const CONFIG: &[Key<ConfigKeys>] = &[
    spec("outname FILE", "file for the state of the match (default config.json)",
        Text(|config, name| config.outname = Some(name.into()))),
    spec("file FILE", "resume this match; with -engine, begin it if there is no such file",
        Text(|config, name| config.file = Some(name.into()))),
    spec("discard", "ignore file= (default false)", Bool(|config, yes| config.discard = yes)),
    spec("stats", "false restarts the match (default true)",
        Bool(|config, yes| config.replay = !yes)),
];

pub const OUTPUT: &[Key<RunOptions>] = &[
    spec("format", "wording and statistics (default fastchess)",
        Choice(&[("fastchess", |run| run.style = ReportStyle::Fastchess),
                 ("cutechess", |run| run.style = ReportStyle::Cutechess)], &[])),
];

pub const REPORT: &[Key<RunOptions>] = &[
    spec("penta", "count pairs of games (default true)", Bool(|run, yes| run.penta = yes)),
];

pub const CRC: &[Key<RunOptions>] = &[
    spec("pgn", "CRC32 of the PGN file (default false)", Bool(|run, yes| run.crc = yes)),
];

pub const FILE: &[Key<FileOut>] = &[
    spec("file FILE", "default: baroque_DATE.*", Text(|out, name| out.file = name.into())),
    spec("append", "keep old contents (default true)", Bool(|out, yes| out.overwrite = !yes)),
];

pub const PGN: &[Key<PgnOut>] = &[
    spec("file FILE", "default: baroque_DATE.pgn", Text(|pgn, name| pgn.out.file = name.into())),
    spec("append", "keep old contents (default true)", Bool(|pgn, yes| pgn.out.overwrite = !yes)),
    spec("notation", "notation of moves (default san, with -testEnv uci)",
        Choice(&[("san", |pgn| pgn.uci = Some(false)), ("lan", |pgn| pgn.uci = Some(false)),
                 ("uci", |pgn| pgn.uci = Some(true))], &[])),
    spec("min", "only moves and the main tags (default false)", Switch(|pgn, yes| pgn.min = yes)),
    spec("fi", "only finished games, as always",
        Choice(&[("true", |_| ())], &["false"])),
    spec("match_line REGEX", "comments: lines of the engine that match",
        Custom(|pgn, pair| {
            Regex::new(pair.value).map_err(|_| pair.bad("a regular expression"))?;
            pgn.match_lines.push(pair.value.to_owned());
            Ok(())
        })),
    spec("timeleft", "comments: time left", Bool(|pgn, yes| pgn.set(Extra::TimeLeft, yes))),
    spec("latency", "comments: latency", Bool(|pgn, yes| pgn.set(Extra::Latency, yes))),
    spec("nodes", "comments: nodes searched", Bool(|pgn, yes| pgn.set(Extra::Nodes, yes))),
    spec("seldepth", "comments: selective depth", Bool(|pgn, yes| pgn.set(Extra::SelDepth, yes))),
    spec("nps", "comments: nodes per second", Bool(|pgn, yes| pgn.set(Extra::Nps, yes))),
    spec("hashfull", "comments: hash table use", Bool(|pgn, yes| pgn.set(Extra::HashFull, yes))),
    spec("tbhits", "comments: tablebase hits", Bool(|pgn, yes| pgn.set(Extra::TbHits, yes))),
    spec("pv", "comments: principal variation", Bool(|pgn, yes| pgn.set(Extra::Pv, yes))),
];

pub const LOG: &[Key<LogOut>] = &[
    spec("file FILE", "required", Text(|log, name| log.out.file = name.into())),
    spec("append", "keep old contents (default true)", Bool(|log, yes| log.out.overwrite = !yes)),
    spec("level", "least severe messages (default warn)",
        Choice(&[("trace", |log| log.level = LogLevel::Info),
                 ("info", |log| log.level = LogLevel::Info),
                 ("warn", |log| log.level = LogLevel::Warning),
                 ("err", |log| log.level = LogLevel::Error),
                 ("fatal", |log| log.level = LogLevel::Error)], &[])),
    spec("engine", "also the communication with engines (default false)",
        Bool(|log, yes| log.engines = yes)),
    // Lines are always written at once.
    spec("realtime", "no effect, for compatibility", Bool(|_, _| ())),
    spec("compress", "no effect, for compatibility", Choice(&[("false", |_| ())], &["true"])),
];

fn sprt_key(test: &mut stats::SprtSettings, pair: &Pair<'_>) -> Result<(), Rejected> {
    test.set(pair.key, pair.value).map_err(|error| Rejected(format!("-{error}")))
}
