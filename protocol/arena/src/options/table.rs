//! The table of options. Parsing, range checks, what is fixed when a match is resumed, what is not
//! supported and `-help` all follow from it.

use std::time::Duration;

use super::keys::{
    ANY, CONF, CONFIG, CRC, DRAW, ENGINE, FILE, FIRST_SHARD, LOG, MAX_PROCESSORS, MILLION, OPENINGS,
    OUTPUT, PGN, REPORT, RESIGN, SPRT,
};
use super::spec::Arguments::{Any, Flag, Keys, One, Optional, Unsupported};
use super::spec::Value::{Choice, Custom, Number, Text};
use super::spec::{Section, key_help, spec};
use super::{check, random_seed, setters};
use crate::adjudication::{DrawAdjudication, ResignAdjudication};
use crate::schedule::TournamentType;

pub const SECTIONS: &[Section] = &[
    Section { title: "Engines", fixed: true, options: &[
        spec("engine KEY=VALUE...", "add an engine",
            Keys(setters::engine, || key_help(CONF) + &key_help(ENGINE))),
        spec("each KEY=VALUE...", "set keys of all engines, except conf; overrides -engine",
            Any(setters::each)),
    ] },
    Section { title: "Games", fixed: true, options: &[
        // OpenBench knows two variants: it sends `fischerandom` if the name of the book contains
        // FRC, 960 or FISCHER, else `standard`.
        spec("variant NAME", "rule set, such as rococo (default, also with standard or \
              fischerandom: that of option.UCI_Variant, of the file of openings, or baroque)",
            One(Text(|s, name| {
                s.rules.variant = name.to_ascii_lowercase();
                if matches!(name, "standard" | "fischerandom") { s.rules.variant.clear(); }
            }))),
        spec("rules KEY=VALUE,...", "rule switches that override those of the rule set",
            One(Text(|s, switches| s.rules.rules = switches.into()))),
        spec("openings [random] KEY=VALUE...", "openings from a file, or random moves to a \
              balanced position (default: the start position)",
            Keys(setters::openings, || key_help(OPENINGS))),
        spec("srand SEED", "seed of all random choices (default: random)",
            One(Number(0..=ANY, |s, n| s.seed = n as u64))),
        spec("randomseed", "a random seed, the default", Flag(|s| s.seed = random_seed())),
        spec("tournament", "pairing of the engines (default roundrobin)",
            One(Choice(&[
                ("roundrobin", |s| s.form = TournamentType::RoundRobin),
                ("gauntlet", |s| if s.form == TournamentType::RoundRobin {
                    s.form = TournamentType::Gauntlet { seeds: 1 };
                }),
            ], &["knockout", "pyramid"]))),
        spec("seeds N", "gauntlet of the first N engines against all others",
            One(Number(1..=ANY, |s, n| s.form = TournamentType::Gauntlet { seeds: n as usize }))),
        spec("games N", "games per encounter, 1 or 2 (default 2); more are played as N/2 rounds",
            One(Number(1..=ANY, |s, n| s.games = n as u64))),
        spec("repeat [N]", "the same as -games N (default 2)",
            Optional("2", Number(1..=ANY, |s, n| s.games = n as u64))),
        spec("noswap", "keep the colours within an encounter", Flag(|s| s.no_swap = true)),
        spec("reverse", "start with the second engine as White", Flag(|s| s.reverse = true)),
        // These two are read together, before the others.
        spec("shard I/N", "play every Nth encounter from the Ith on: the part of one machine of N",
            One(Text(|_, _| ()))),
        spec("index-from 0|1", "number of the first shard (default 1)",
            One(Number(FIRST_SHARD, |_, _| ()))),
        spec("draw KEY=VALUE...", "adjudicate a draw when both engines report an even score",
            Keys(|s, args| {
                let draw = DrawAdjudication { move_number: 0, move_count: 1, score: 0 };
                args.some()?.store(DRAW, s.adjudication.draw.insert(draw))
            }, || key_help(DRAW))),
        spec("resign KEY=VALUE...", "adjudicate a loss when an engine reports a lost score",
            Keys(|s, args| {
                let resign = ResignAdjudication { move_count: 1, score: 0, two_sided: false };
                args.some()?.store(RESIGN, s.adjudication.resign.insert(resign))
            }, || key_help(RESIGN))),
        spec("maxmoves N", "adjudicate a draw after N moves of each side",
            One(Number(1..=MILLION, |s, n| s.adjudication.max_moves = Some(n as u32)))),
    ] },
    Section { title: "Match", fixed: false, options: &[
        spec("rounds N", "how often all engines meet (default 2, or 500000 with -sprt)",
            One(Number(1..=1_000_000_000, |s, n| s.rounds = Some(n as u64)))),
        spec("sprt KEY=VALUE...", "stop when a sequential probability ratio test is decided",
            Keys(setters::sprt, || key_help(SPRT))),
        spec("concurrency N", "games at a time (default 1); N <= 0 leaves -N processors free",
            One(Number(-MAX_PROCESSORS..=MAX_PROCESSORS,
                |s, n| s.run.concurrency = check::concurrency(n)))),
        spec("force-concurrency", "allow more games at a time than processors",
            Flag(|s| s.run.force = true)),
        spec("use-affinity [LIST]", "bind games to processors: all, or a list like 3,5,7-11",
            Optional("", Custom(setters::affinity))),
        spec("wait MS", "pause between games (default 0)",
            One(Number(0..=ANY, |s, n| s.run.wait = n as u64))),
        spec("recover", "continue after an engine crashes or hangs",
            Flag(|s| s.run.recover = true)),
        spec("strict", "stop with exit status 1 at the first warning",
            Flag(|s| s.run.strict = true)),
        spec("startup-ms MS", "time limit for starting an engine (default 10000)",
            One(Number(1..=ANY, |s, n| s.run.timeouts.startup = Duration::from_millis(n as u64)))),
        spec("ucinewgame-ms MS", "time limit for preparing a new game (default 60000)",
            One(Number(1..=ANY, |s, n| s.run.timeouts.new_game = Duration::from_millis(n as u64)))),
        spec("ping-ms MS", "time limit for answering isready or ping (default 60000)",
            One(Number(1..=ANY, |s, n| s.run.timeouts.ping = Duration::from_millis(n as u64)))),
        spec("resume [FILE]", "the same as -config file=FILE (default config.json)",
            Optional("config.json", Text(|_, _| ()))),
        spec("config KEY=VALUE...", "save the match, or resume it; options that are not fixed may \
              change then",
            Keys(setters::config, || key_help(CONFIG))),
        spec("autosaveinterval N", "flush files to disk every N games (default 20, 0: at the end)",
            One(Number(0..=ANY, |s, n| s.run.save_interval = n as u64))),
        spec("testEnv", "for testing frameworks: warnings on one line, UCI moves in PGN",
            Flag(|s| s.run.test_env = true)),
    ] },
    Section { title: "Reports", fixed: false, options: &[
        spec("output KEY=VALUE", "style of the reports",
            Keys(|s, args| args.some()?.store(OUTPUT, &mut s.run), || key_help(OUTPUT))),
        spec("report KEY=VALUE", "statistics of the reports",
            Keys(|s, args| args.some()?.store(REPORT, &mut s.run), || key_help(REPORT))),
        spec("ratinginterval N", "report every N pairs of games (default 10, 0: at the end)",
            One(Number(0..=ANY, |s, n| s.run.rating_interval = n as u64))),
        spec("scoreinterval N", "print the score every N games (default 1, 0: at the end)",
            One(Number(0..=ANY, |s, n| s.run.score_interval = n as u64))),
        spec("outcomeinterval N", "print how games ended, every N games and at the end (0: only \
              at the end, the default with format=cutechess)",
            One(Number(0..=ANY, |s, n| s.run.outcome_interval = Some(n as u64)))),
        spec("resultformat FORMAT", "columns of the table of more than two engines, with \
              format=cutechess: minimal, small, short, concise, default, with-points, wide, \
              wide2, wide3, per-color, ordo, term, draws, or a list such as \
              Rank,Name,W,D,L,wScore,bScore",
            Any(setters::columns)),
        spec("show-latency", "report measured time minus the time that engines report",
            Flag(|s| s.run.show_latency = true)),
    ] },
    Section { title: "Files", fixed: false, options: &[
        spec("pgnout [FILE] [KEY=VALUE...]", "write games as PGN",
            Keys(setters::pgn, || key_help(PGN))),
        spec("epdout [FILE] [KEY=VALUE...]", "write final positions",
            Keys(|s, args| setters::file(&mut s.run.epd, args, "epd"), || key_help(FILE))),
        spec("jsonout [FILE] [KEY=VALUE...]", "write a line of JSON per game",
            Keys(|s, args| setters::file(&mut s.run.json, args, "jsonl"), || key_help(FILE))),
        spec("crc32 KEY=VALUE", "print a checksum after each game",
            Keys(|s, args| args.some()?.store(CRC, &mut s.run), || key_help(CRC))),
        spec("log KEY=VALUE...", "write messages to a file", Keys(setters::log, || key_help(LOG))),
        spec("event TEXT", "PGN tag Event", Any(|s, args| { s.run.event = args.text(); Ok(()) })),
        spec("site TEXT", "PGN tag Site", Any(|s, args| { s.run.site = args.text(); Ok(()) })),
    ] },
    Section { title: "Other", fixed: false, options: &[
        spec("debug", "print the communication with engines", Flag(|s| s.run.debug = true)),
        // These two are answered before any option is stored.
        spec("version|v", "print the version", Flag(|_| ())),
        spec("help|h", "print this text", Flag(|_| ())),
        // Opening books are read as a whole.
        spec("bookmode", "no effect, for compatibility",
            One(Choice(&[("ram", |_| ()), ("disk", |_| ())], &[]))),
        spec("tb|tbpieces|tbignore50|tbadjudicate|quick|check-mate-pvs|livepgnout|livesgfout|\
              pgnin|compliance|engines|protocols|variants", "", Unsupported),
    ] },
];
