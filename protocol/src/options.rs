//! The options: what `uci` says of them, and what `setoption` accepts.

use std::fmt::Write;

use baroque_engine::Options;
use baroque_movegen::AnyPosition;

use crate::error::OptionError;
use crate::text::quoted;

/// An option with its new value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Setting {
    /// Size of the hash table in MiB.
    Hash(u64),
    /// Forget everything.
    ClearHash,
    /// Search threads.
    Threads(u64),
    /// Best lines to tell.
    MultiPv(u64),
    /// Milliseconds that a move needs on its way to the clock.
    MoveOverhead(u64),
    /// Name of the rule set.
    Variant(String),
    /// Switches laid over the rule set.
    Rules(String),
    /// Name of the start position.
    Start(String),
    /// Percent of the usual time on the clock.
    SlowMover(u64),
    /// Positions that count as a millisecond, 0 if time is time.
    NodeTime(u64),
    /// Centipawns by which a draw is worse than an even position.
    Contempt(i64),
    /// Whether positions are analysed, so that a draw is just a draw.
    Analyse(bool),
    /// Whether only the last lines of a search are told.
    Minimal(bool),
    /// File to which the conversation is written, none if empty.
    Log(String),
    /// Makes no difference to the engine: `Ponder`.
    Ignored,
}

/// What an option looks like from outside.
enum Kind {
    /// A number of a range.
    Spin { default: fn() -> i64, min: i64, max: i64, setting: fn(i64) -> Setting },
    /// On or off, off at the beginning.
    Check(fn(bool) -> Setting),
    /// Something to do.
    Button(Setting),
    /// The name of a rule set.
    Variants,
    /// The name of a start position of the game at hand.
    Starts,
    /// Any text, empty at the beginning.
    Text(fn(String) -> Setting),
}

/// Hash size at the beginning.
pub const DEFAULT_HASH: u64 = baroque_engine::DEFAULT_HASH as u64;
/// Threads at the beginning.
pub const DEFAULT_THREADS: u64 = 1;
/// Most threads.
pub const MAX_THREADS: u64 = 512;
/// Most MiB of hash table.
pub const MAX_HASH: u64 = 33_554_432;
/// Most best lines.
pub const MAX_LINES: u64 = 500;
/// Most milliseconds that a move needs on its way to the clock.
const MAX_OVERHEAD: u64 = 5000;

/// Best lines at the beginning.
pub fn default_lines() -> u64 {
    Options::default().multi_pv as u64
}

/// Most percent of the usual time on the clock.
const MAX_SLOW_MOVER: u64 = 1000;
/// Most positions that count as a millisecond.
const MAX_NODE_TIME: u64 = 10_000;
/// Most centipawns by which a draw is worse, or better, than an even position.
const MAX_CONTEMPT: i64 = 1000;

/// A number that is never negative.
macro_rules! spin {
    ($default:expr, $min:expr, $max:expr, $setting:expr) => {
        Kind::Spin {
            default: || $default as i64,
            min: $min,
            max: $max as i64,
            setting: |number| $setting(number.unsigned_abs()),
        }
    };
}

const OPTIONS: &[(&str, Kind)] = &[
    ("Hash", spin!(DEFAULT_HASH, 1, MAX_HASH, Setting::Hash)),
    ("Clear Hash", Kind::Button(Setting::ClearHash)),
    ("Threads", spin!(DEFAULT_THREADS, 1, MAX_THREADS, Setting::Threads)),
    ("MultiPV", spin!(default_lines(), 1, MAX_LINES, Setting::MultiPv)),
    ("Ponder", Kind::Check(|_| Setting::Ignored)),
    (
        "Move Overhead",
        spin!(Options::default().move_overhead, 0, MAX_OVERHEAD, Setting::MoveOverhead),
    ),
    ("Slow Mover", spin!(Options::default().slow_mover, 10, MAX_SLOW_MOVER, Setting::SlowMover)),
    ("nodestime", spin!(Options::default().node_time, 0, MAX_NODE_TIME, Setting::NodeTime)),
    (
        "Contempt",
        Kind::Spin {
            default: || Options::default().contempt.into(),
            min: -MAX_CONTEMPT,
            max: MAX_CONTEMPT,
            setting: Setting::Contempt,
        },
    ),
    ("UCI_Variant", Kind::Variants),
    ("Rules", Kind::Text(Setting::Rules)),
    ("Start", Kind::Starts),
    ("UCI_AnalyseMode", Kind::Check(Setting::Analyse)),
    ("Minimal", Kind::Check(Setting::Minimal)),
    ("Debug Log File", Kind::Text(Setting::Log)),
];

/// The lines about the options, as the game at hand offers them.
pub fn describe(position: &AnyPosition) -> String {
    let mut text = String::new();
    for (name, kind) in OPTIONS {
        let details = match kind {
            Kind::Spin { default, min, max, .. } => {
                format!("spin default {} min {min} max {max}", default())
            }
            Kind::Check(_) => "check default false".to_owned(),
            Kind::Button(_) => "button".to_owned(),
            Kind::Variants => combo(AnyPosition::DEFAULT_VARIANT, &AnyPosition::variants()),
            Kind::Starts => combo(position.default_start(), &position.starts()),
            Kind::Text(_) => "string default <empty>".to_owned(),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "option name {name} type {details}");
    }
    text
}

/// Options that XBoard has words of its own for, or no use.
const NOT_FOR_XBOARD: [&str; 4] = ["Ponder", "UCI_Variant", "UCI_AnalyseMode", "Minimal"];

/// The options as XBoard reads them, as the game at hand offers them.
pub fn describe_for_xboard(position: &AnyPosition) -> Vec<String> {
    let offered = OPTIONS.iter().filter(|(name, _)| !NOT_FOR_XBOARD.contains(name));
    let line = |(name, kind): &(&str, Kind)| match kind {
        Kind::Spin { default, min, max, .. } => format!("{name} -spin {} {min} {max}", default()),
        Kind::Check(_) => format!("{name} -check 0"),
        Kind::Button(_) => format!("{name} -button"),
        Kind::Variants => {
            xboard_combo(name, AnyPosition::DEFAULT_VARIANT, &AnyPosition::variants())
        }
        Kind::Starts => xboard_combo(name, position.default_start(), &position.starts()),
        // XBoard wants the blank even where the text is empty.
        Kind::Text(_) => format!("{name} -string "),
    };
    offered.map(line).collect()
}

/// A choice of names, the default with a star.
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
    /// Whether the option of this name is on or off.
    pub fn is_check(name: &str) -> bool {
        let found = OPTIONS.iter().find(|(option, _)| option.eq_ignore_ascii_case(name));
        matches!(found, Some((_, Kind::Check(_))))
    }

    /// Reads the name of an option, in any case of letters, and its value.
    ///
    /// # Errors
    /// There is no such option, or it does not take the value. Whether a name or a rule switch
    /// exists is known to the game only.
    pub fn parse(name: &str, value: &str) -> Result<Self, OptionError> {
        let found = OPTIONS.iter().find(|(option, _)| option.eq_ignore_ascii_case(name));
        let Some((name, kind)) = found else {
            let names: Vec<&str> = OPTIONS.iter().map(|(name, _)| *name).collect();
            return Err(OptionError::Unknown { name: quoted(name), allowed: names.join(", ") });
        };
        let value = if value == "<empty>" { "" } else { value };
        let refused =
            |allowed: String| OptionError::BadValue { name, value: quoted(value), allowed };
        match kind {
            Kind::Spin { min, max, setting, .. } => value
                .parse()
                .ok()
                .filter(|number| (min..=max).contains(&number))
                .map(setting)
                .ok_or_else(|| refused(format!("{min} to {max}"))),
            Kind::Check(setting) => match value.to_ascii_lowercase().as_str() {
                "true" => Ok(setting(true)),
                "false" => Ok(setting(false)),
                _ => Err(refused("true or false".to_owned())),
            },
            Kind::Button(setting) => Ok(setting.clone()),
            // Some front-ends name the default by saying nothing.
            Kind::Variants if value.is_empty() => {
                Ok(Self::Variant(AnyPosition::DEFAULT_VARIANT.to_owned()))
            }
            Kind::Variants => Ok(Self::Variant(value.to_owned())),
            Kind::Starts => Ok(Self::Start(value.to_owned())),
            Kind::Text(setting) => Ok(setting(value.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_values_are_read_in_any_case() {
        assert_eq!(Setting::parse("hash", "32"), Ok(Setting::Hash(32)));
        assert_eq!(Setting::parse("CLEAR hash", ""), Ok(Setting::ClearHash));
        assert_eq!(Setting::parse("move overhead", "0"), Ok(Setting::MoveOverhead(0)));
        assert_eq!(Setting::parse("Ponder", "TRUE"), Ok(Setting::Ignored));
        assert_eq!(Setting::parse("minimal", "True"), Ok(Setting::Minimal(true)));
        assert_eq!(Setting::parse("contempt", "-20"), Ok(Setting::Contempt(-20)));
        let log = Setting::Log("a  b.log".to_owned());
        assert_eq!(Setting::parse("debug LOG file", "a  b.log"), Ok(log));
        assert_eq!(Setting::parse("Rules", "<empty>"), Ok(Setting::Rules(String::new())));
        let rules = "leap=single land=stop";
        assert_eq!(Setting::parse("rules", rules), Ok(Setting::Rules(rules.to_owned())));
    }

    #[test]
    fn refusals_name_option_value_and_range() {
        for value in ["abc", "", "0", "-1", "1.5", "99999999999999999999", "33554433"] {
            assert_eq!(
                Setting::parse("Hash", value).unwrap_err().to_string(),
                format!("option Hash is '{value}', allowed is 1 to 33554432")
            );
        }
        assert_eq!(
            Setting::parse("ponder", "maybe").unwrap_err().to_string(),
            "option Ponder is 'maybe', allowed is true or false"
        );
        let unknown = Setting::parse("Aggression", "1").unwrap_err().to_string();
        assert!(unknown.starts_with("unknown option 'Aggression', allowed are: Hash, Clear Hash,"));
    }

    #[test]
    fn every_default_is_accepted() {
        let game = AnyPosition::new(AnyPosition::DEFAULT_VARIANT).unwrap();
        for line in describe(&game).lines() {
            let (name, details) = line
                .strip_prefix("option name ")
                .and_then(|rest| rest.split_once(" type "))
                .unwrap();
            let default = details.split(' ').skip_while(|word| *word != "default").nth(1);
            assert!(Setting::parse(name, default.unwrap_or("")).is_ok(), "{line}");
        }
    }
}
