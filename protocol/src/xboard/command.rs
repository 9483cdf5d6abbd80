//! Parser of the parameters of XBoard's commands.

use baroque_formats::Rejected;

use super::clock::XboardLevel;
use crate::options::Setting;

/// The option whether the engine lists Renaissance, which XBoard displays incompletely.
pub const OFFER_RENAISSANCE: &str = "Offer Renaissance";
/// The option whether the engine completes a capture that the user enters, by `click` commands.
pub const COMPLETE_CAPTURES: &str = "Complete Captures";

/// The first word of a line, and its parameters.
pub fn split(line: &str) -> (&str, &str) {
    let line = line.trim_ascii();
    let (word, rest) = line.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((line, ""));
    (word, rest.trim_ascii())
}

/// Whether a word looks like a move sent without `usermove`: two squares, or a drop.
pub fn looks_like_move(word: &str) -> bool {
    let is_digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
    let is_letter = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphabetic);
    let bytes = word.as_bytes();
    let squares = bytes.len() >= 4 && is_letter(bytes.first()) && is_digit(bytes.get(1));
    let drop = bytes.get(1) == Some(&b'@') && is_letter(bytes.first());
    squares || drop
}

pub fn required(what: &'static str, rest: &str) -> Result<String, Rejected> {
    match rest {
        "" => Err(Rejected(format!("{what} is missing"))),
        _ => Ok(rest.to_owned()),
    }
}

/// Parses a number from `least`; values above `u64::MAX` are clamped to it.
pub fn number(what: &'static str, rest: &str, least: u64) -> Result<u64, Rejected> {
    let all_digits = !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit());
    let number = all_digits.then(|| rest.parse().unwrap_or(u64::MAX));
    let number = number.filter(|number| *number >= least);
    number.ok_or_else(|| Rejected::value(what, rest, format_args!("a number from {least}")))
}

pub fn saturated(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Parses a clock in centiseconds, possibly negative; returns milliseconds.
pub fn centiseconds(what: &'static str, rest: &str) -> Result<i64, Rejected> {
    let (sign, digits) = match rest.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, rest),
    };
    let bad = |_| Rejected::value(what, rest, "hundredths of a second");
    let number = number(what, digits, 0).map_err(bad)?;
    Ok(i64::try_from(number).unwrap_or(i64::MAX).saturating_mul(10 * sign))
}

/// Largest accepted time in seconds, about thirty years; larger values are clamped.
const MAX_SECONDS: f64 = 1e9;

/// Parses a time in seconds, possibly with a fraction; returns milliseconds.
pub fn seconds(what: &'static str, rest: &str) -> Result<u64, Rejected> {
    let seconds = rest.parse().ok().filter(|seconds: &f64| seconds.is_finite() && *seconds >= 0.0);
    let bad = || Rejected::value(what, rest, "a number of seconds");
    // The cast cannot overflow: the value is at most `MAX_SECONDS * 1000`.
    seconds.map(|seconds| (seconds.min(MAX_SECONDS) * 1000.0).round() as u64).ok_or_else(bad)
}

/// Parses `MOVES BASE INCREMENT`: base in minutes or minutes:seconds, increment in seconds.
pub fn parse_level(rest: &str) -> Result<XboardLevel, Rejected> {
    let words: Vec<&str> = rest.split_ascii_whitespace().collect();
    let &[moves, base, increment] = words.as_slice() else {
        return Err(Rejected::value("level", rest, "MOVES MINUTES[:SECONDS] INCREMENT"));
    };
    let (minutes, rest) = base.split_once(':').unwrap_or((base, "0"));
    let base = seconds("level", minutes)?.saturating_mul(60) + seconds("level", rest)?;
    Ok(XboardLevel {
        moves: saturated(number("level", moves, 0)?),
        base: base.cast_signed(),
        increment: seconds("level", increment)?.cast_signed(),
    })
}

/// Parses `NAME` or `NAME=VALUE` of an option that UCI has too; XBoard sends check values as 0 and 1.
pub fn parse_setting(name: &str, value: &str) -> Result<Setting, Rejected> {
    let value = match (Setting::is_check(name), value) {
        (true, "0") => "false",
        (true, "1") => "true",
        _ => value,
    };
    Setting::parse(name, value)
}

pub fn parse_check(what: &'static str, value: &str) -> Result<bool, Rejected> {
    match value.to_ascii_lowercase().as_str() {
        "0" | "false" => Ok(false),
        "1" | "true" => Ok(true),
        _ => Err(Rejected::value(what, value, "0 or 1")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_parse_in_all_formats() {
        let level = |moves, base, increment| Ok(XboardLevel { moves, base, increment });
        assert_eq!(parse_level("40 5 0"), level(40, 300_000, 0));
        assert_eq!(parse_level("0 2:30 1.5"), level(0, 150_000, 1500));
        assert_eq!(parse_level("0 0:03 0"), level(0, 3000, 0));
        assert_eq!(seconds("st", "5"), Ok(5000));
        assert_eq!(seconds("st", "0.1"), Ok(100));
        assert_eq!(centiseconds("time", "-250"), Ok(-2500));
        assert_eq!(centiseconds("otim", "99999999999999999999"), Ok(i64::MAX));
        assert_eq!(number("sd", "99999999999999999999", 1).map(saturated), Ok(u32::MAX));
        for rest in ["", "40 5", "x 5 0", "40 5:x 0", "1 -5 0"] {
            assert!(parse_level(rest).unwrap_err().0.starts_with("level is '"), "{rest}");
        }
        for rest in ["soon", "nan"] {
            let error = format!("st is '{rest}', allowed is a number of seconds");
            assert_eq!(seconds("st", rest), Err(Rejected(error)));
        }
        let error = "time is '', allowed is hundredths of a second".into();
        assert_eq!(centiseconds("time", ""), Err(error));
    }

    #[test]
    fn uci_options_accept_the_values_of_xboard() {
        assert_eq!(parse_setting("Hash", "32"), Ok(Setting::Hash(32)));
        assert_eq!(parse_setting("Clear Hash", ""), Ok(Setting::ClearHash));
        assert_eq!(parse_setting("Ponder", "1"), Ok(Setting::Ignored));
        let rules = "leap=single,land=stop".to_owned();
        assert_eq!(parse_setting("Rules", &rules), Ok(Setting::Rules(rules.clone())));
        assert_eq!(parse_check(OFFER_RENAISSANCE, "1"), Ok(true));
        let error = "option Hash is '0', allowed is 1 to 33554432".into();
        assert_eq!(parse_setting("Hash", "0"), Err(error));
        let error = "Complete Captures is 'x', allowed is 0 or 1".into();
        assert_eq!(parse_check(COMPLETE_CAPTURES, "x"), Err(error));
    }

    #[test]
    fn moves_are_known_without_usermove() {
        assert_eq!(split("usermove e2e4"), ("usermove", "e2e4"));
        assert_eq!(split(" e2e4\t"), ("e2e4", ""));
        assert!(looks_like_move("e2e4") && looks_like_move("L@e4"));
        assert!(!looks_like_move("hello"));
        assert_eq!(required("usermove", ""), Err("usermove is missing".into()));
    }
}
