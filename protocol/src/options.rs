//! Engine options: their announcement to UCI and CECP, and the parsing of their values.

use std::fmt::Write;

#[cfg(feature = "tune")]
use baroque_engine::params::{PARAMS, Param};
use baroque_engine::{HIGHEST_ELO, LEVELS, LOWEST_ELO, SearchOptions};
use baroque_formats::Loaded;
use baroque_games::Games;
use baroque_movegen::AnyGame;

use baroque_formats::rejected::{Rejected, number};
use baroque_formats::text::quoted;

/// An option with its new value, as `setoption` gives it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Setting {
    /// Size of the hash table in MiB.
    Hash(u64),
    /// Clear the hash table.
    ClearHash,
    /// Search threads.
    Threads(u64),
    /// Number of best lines to report.
    MultiPv(u64),
    /// Milliseconds reserved per move for communication delays.
    MoveOverhead(u64),
    /// Name of the rule set; that of the last study, or Baroque, if empty, as some GUIs send it.
    Variant(String),
    /// Path of a file of games, whose names are then allowed.
    Games(String),
    /// Switches that override the rule set, as `key=value` pairs.
    Rules(String),
    /// Name of the start position.
    Start(String),
    /// Percent of the normal thinking time on the clock.
    SlowMover(u64),
    /// Nodes that count as a millisecond; 0 uses real time.
    NodeTime(u64),
    /// Centipawns by which a draw is rated below an even position.
    Contempt(i64),
    /// Whether positions are analysed: contempt is then 0.
    Analyse(bool),
    /// Whether scores come with chances to win, draw and lose.
    ShowWdl(bool),
    /// Level to play at.
    SkillLevel(u64),
    /// Whether to play at the rating of [`Self::Elo`], not at the level.
    LimitStrength(bool),
    /// Rating to play at.
    Elo(u64),
    /// What play below full strength depends on; 0 for another number in each game.
    Seed(u64),
    /// Whether only the last lines of a search are printed.
    Minimal(bool),
    /// Folder or file of a study, whose network, levels and book are used from then on.
    Study(String),
    /// Whether moves of a study's book are played at once.
    OwnBook(bool),
    /// Path of a network for the game that is played; the game's own if empty.
    EvalFile(String),
    /// Path of the log file of the session; no log if empty.
    Log(String),
    /// `Ponder`, which informs the engine but changes nothing.
    Ignored,
    /// A parameter of search or evaluation.
    #[cfg(feature = "tune")]
    Param(&'static Param, i32),
}

/// Type, range and default of an option.
enum OptionType {
    /// An integer in a range.
    Spin { default: fn() -> i64, min: i64, max: i64, setting: fn(i64) -> Setting },
    /// A boolean, false by default.
    Check(fn(bool) -> Setting),
    /// An action without a value.
    Button(Setting),
    /// The name of a rule set.
    Variants,
    /// The name of a start position of the current rules.
    Starts,
    /// Any text, empty by default.
    Text(fn(String) -> Setting),
    /// The path of a file. UCI has no type for it.
    Path(fn(String) -> Setting),
}

/// The engine accepts a draw at this score or below, in centipawns.
pub const DRAW_SCORE: i32 = -50;
/// Default size of the hash table in MiB.
pub const DEFAULT_HASH: u64 = baroque_engine::DEFAULT_HASH as u64;
/// Default number of search threads.
pub const DEFAULT_THREADS: u64 = 1;
/// Maximum number of search threads.
pub const MAX_THREADS: u64 = 512;
/// Maximum size of the hash table in MiB.
pub const MAX_HASH: u64 = 33_554_432;
/// Maximum of `MultiPV`.
pub const MAX_LINES: u64 = 500;
/// Maximum of `Move Overhead` in milliseconds.
const MAX_OVERHEAD: u64 = 5000;

/// Default of `MultiPV`.
pub fn default_lines() -> u64 {
    SearchOptions::default().multi_pv as u64
}

/// Maximum of `Slow Mover` in percent.
const MAX_SLOW_MOVER: u64 = 1000;
/// Maximum of `nodestime`.
const MAX_NODE_TIME: u64 = 10_000;
/// Greatest absolute value of `Contempt` in centipawns.
const MAX_CONTEMPT: i64 = 1000;

/// An integer option whose minimum is not negative.
macro_rules! spin {
    ($default:expr, $min:expr, $max:expr, $setting:expr) => {
        OptionType::Spin {
            default: || $default as i64,
            min: $min,
            max: $max as i64,
            setting: |number| $setting(number.unsigned_abs()),
        }
    };
}

const OPTIONS: &[(&str, OptionType)] = &[
    ("Hash", spin!(DEFAULT_HASH, 1, MAX_HASH, Setting::Hash)),
    ("Clear Hash", OptionType::Button(Setting::ClearHash)),
    ("Threads", spin!(DEFAULT_THREADS, 1, MAX_THREADS, Setting::Threads)),
    ("MultiPV", spin!(default_lines(), 1, MAX_LINES, Setting::MultiPv)),
    ("Ponder", OptionType::Check(|_| Setting::Ignored)),
    (
        "Move Overhead",
        spin!(SearchOptions::default().move_overhead, 0, MAX_OVERHEAD, Setting::MoveOverhead),
    ),
    (
        "Slow Mover",
        spin!(SearchOptions::default().slow_mover, 10, MAX_SLOW_MOVER, Setting::SlowMover),
    ),
    ("nodestime", spin!(SearchOptions::default().node_time, 0, MAX_NODE_TIME, Setting::NodeTime)),
    (
        "Contempt",
        OptionType::Spin {
            default: || SearchOptions::default().contempt.into(),
            min: -MAX_CONTEMPT,
            max: MAX_CONTEMPT,
            setting: Setting::Contempt,
        },
    ),
    ("VariantPath", OptionType::Path(Setting::Games)),
    ("UCI_Variant", OptionType::Variants),
    ("EvalFile", OptionType::Path(Setting::EvalFile)),
    ("Study", OptionType::Path(Setting::Study)),
    ("OwnBook", OptionType::Check(Setting::OwnBook)),
    ("Rules", OptionType::Text(Setting::Rules)),
    ("Start", OptionType::Starts),
    ("UCI_AnalyseMode", OptionType::Check(Setting::Analyse)),
    ("UCI_ShowWDL", OptionType::Check(Setting::ShowWdl)),
    ("Skill Level", spin!(LEVELS, 1, LEVELS, Setting::SkillLevel)),
    ("UCI_LimitStrength", OptionType::Check(Setting::LimitStrength)),
    ("UCI_Elo", spin!(LOWEST_ELO, LOWEST_ELO as i64, HIGHEST_ELO, Setting::Elo)),
    ("Seed", spin!(0, 0, u32::MAX, Setting::Seed)),
    ("Minimal", OptionType::Check(Setting::Minimal)),
    ("Debug Log File", OptionType::Path(Setting::Log)),
];

/// The `option` lines of UCI, with the start positions of the current rules.
pub fn describe(loaded: &Loaded, position: &AnyGame) -> String {
    let mut text = String::new();
    for (name, kind) in OPTIONS {
        let details = match kind {
            OptionType::Spin { default, min, max, .. } => {
                format!("spin default {} min {min} max {max}", default())
            }
            OptionType::Check(_) => "check default false".to_owned(),
            OptionType::Button(_) => "button".to_owned(),
            OptionType::Variants => variants(loaded),
            OptionType::Starts => combo(position.default_start(), &position.starts()),
            OptionType::Text(_) | OptionType::Path(_) => "string default <empty>".to_owned(),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "option name {name} type {details}");
    }
    #[cfg(feature = "tune")]
    for Param { name, default, min, max, .. } in PARAMS {
        let _ =
            writeln!(text, "option name {name} type spin default {default} min {min} max {max}");
    }
    text
}

/// The `option` line of UCI that lists the rule sets.
pub fn describe_variants(loaded: &Loaded) -> String {
    format!("option name UCI_Variant type {}", variants(loaded))
}

fn variants(loaded: &Loaded) -> String {
    combo(loaded.default_start().variant(), &loaded.games.names())
}

/// Options that CECP replaces by its own commands or does not need.
const NOT_FOR_XBOARD: [&str; 5] =
    ["Ponder", "UCI_Variant", "UCI_AnalyseMode", "UCI_ShowWDL", "Minimal"];

/// The values of CECP's `feature option=`, with the start positions of the current rules.
pub fn describe_for_xboard(games: &Games, position: &AnyGame) -> Vec<String> {
    let offered = OPTIONS.iter().filter(|(name, _)| !NOT_FOR_XBOARD.contains(name));
    let line = |(name, kind): &(&str, OptionType)| match kind {
        OptionType::Spin { default, min, max, .. } => {
            format!("{name} -spin {} {min} {max}", default())
        }
        OptionType::Check(_) => format!("{name} -check 0"),
        OptionType::Button(_) => format!("{name} -button"),
        OptionType::Variants => xboard_combo(name, AnyGame::DEFAULT_VARIANT, &games.names()),
        OptionType::Starts => xboard_combo(name, position.default_start(), &position.starts()),
        // XBoard needs the blank even before an empty text.
        OptionType::Text(_) => format!("{name} -string "),
        OptionType::Path(_) => format!("{name} -file "),
    };
    offered.map(line).collect()
}

/// A combo box of names; a star marks the default.
fn xboard_combo(option: &str, default: &str, names: &[impl AsRef<str>]) -> String {
    let starred = |name: &str| if name == default { format!("*{name}") } else { name.to_owned() };
    let names: Vec<String> = names.iter().map(|name| starred(name.as_ref())).collect();
    format!("{option} -combo {}", names.join(" /// "))
}

fn combo(default: &str, names: &[impl AsRef<str>]) -> String {
    let mut text = format!("combo default {default}");
    for name in names {
        text.push_str(" var ");
        text.push_str(name.as_ref());
    }
    text
}

impl Setting {
    /// Whether the option of this name is a boolean.
    pub fn is_check(name: &str) -> bool {
        let found = OPTIONS.iter().find(|(option, _)| option.eq_ignore_ascii_case(name));
        matches!(found, Some((_, OptionType::Check(_))))
    }

    /// Parses the name of an option, case-insensitively, and its value.
    ///
    /// # Errors
    /// There is no such option, or the value is not allowed. Names of variants and starts and rule
    /// switches are checked only when they are applied.
    pub fn parse(name: &str, value: &str) -> Result<Self, Rejected> {
        #[cfg(feature = "tune")]
        if let Some(param) = PARAMS.iter().find(|param| param.name.eq_ignore_ascii_case(name)) {
            return Self::parse_param(param, value);
        }
        let found = OPTIONS.iter().find(|(option, _)| option.eq_ignore_ascii_case(name));
        let Some((name, kind)) = found else {
            let names: Vec<&str> = OPTIONS.iter().map(|(name, _)| *name).collect();
            let (name, names) = (quoted(name), names.join(", "));
            return Err(Rejected(format!("unknown option '{name}', allowed are: {names}")));
        };
        let value = if value == "<empty>" { "" } else { value };
        let what = format_args!("option {name}");
        match kind {
            OptionType::Spin { min, max, setting, .. } => {
                number(what, value, *min..=*max, format_args!("{min} to {max}")).map(setting)
            }
            OptionType::Check(setting) => match value.to_ascii_lowercase().as_str() {
                "true" => Ok(setting(true)),
                "false" => Ok(setting(false)),
                _ => Err(Rejected::value(what, value, "true or false")),
            },
            OptionType::Button(setting) => Ok(setting.clone()),
            OptionType::Variants => Ok(Self::Variant(value.to_owned())),
            OptionType::Starts => Ok(Self::Start(value.to_owned())),
            OptionType::Text(setting) | OptionType::Path(setting) => Ok(setting(value.to_owned())),
        }
    }

    #[cfg(feature = "tune")]
    fn parse_param(param: &'static Param, value: &str) -> Result<Self, Rejected> {
        let Param { name, min, max, .. } = param;
        let (what, allowed) = (format_args!("option {name}"), format_args!("{min} to {max}"));
        number(what, value, *min..=*max, allowed).map(|number| Self::Param(param, number))
    }
}
