//! Parser of the lines that XBoard sends.

use baroque_formats::Rejected;
use baroque_movegen::Color;

use super::clock::XboardLevel;
use crate::error::Error;
use crate::options::Setting;

#[derive(Clone, PartialEq, Debug)]
pub enum XboardCommand {
    /// A command without effect on this engine.
    Ignored,
    /// `protover`: the version.
    Protover(u64),
    /// `new`: the default variant, the engine plays Black.
    New,
    Variant(String),
    Quit,
    Force,
    /// Play the side to move.
    Go,
    /// Play the side not to move.
    PlayOther,
    /// `white` or `black`: this side is to move, the engine plays the opponent.
    ToMove(Color),
    Level(XboardLevel),
    /// `st`, in milliseconds.
    MoveTime(u64),
    /// `sd`.
    Depth(u32),
    /// `nps`; 0 for real time.
    NodesPerSecond(u64),
    /// The engine's clock in milliseconds.
    Time(i64),
    /// The opponent's clock in milliseconds.
    OpponentTime(i64),
    UserMove(String),
    /// `?`.
    MoveNow,
    /// `ping`: the number to send back.
    Ping(String),
    /// The opponent offers a draw.
    Draw,
    /// The game is over.
    Result,
    /// A FEN.
    SetBoard(String),
    Hint,
    /// `bk`: list the book moves.
    Book,
    /// Number of plies to take back.
    Undo(usize),
    /// `hard` (true) or `easy`.
    Ponder(bool),
    /// `post` (true) or `nopost`.
    Post(bool),
    Analyze,
    /// Leave analyze mode.
    Exit,
    /// `.`: print the progress of the analysis.
    Status,
    /// `exclude` (true) or `include`.
    Exclude(MoveSelector, bool),
    Set(XboardSetting),
    /// The user picks up the piece on this square.
    Lift(String),
    /// The user puts the piece down on this square.
    Put(String),
    /// The mouse is over this square.
    Hover(String),
}

/// Root moves to exclude from the analysis or to include again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveSelector {
    All,
    /// The best move so far.
    Best,
    /// All but the best move so far.
    Tail,
    Move(String),
}

/// An option with its new value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum XboardSetting {
    /// An option that UCI has too.
    Engine(Setting),
    /// Whether the engine lists Renaissance, which XBoard displays incompletely.
    OfferRenaissance(bool),
    /// Whether the engine completes a capture that the user enters, by `click` commands.
    CompleteCaptures(bool),
}

/// Name of the option [`XboardSetting::OfferRenaissance`].
pub const OFFER_RENAISSANCE: &str = "Offer Renaissance";
/// Name of the option [`XboardSetting::CompleteCaptures`].
pub const COMPLETE_CAPTURES: &str = "Complete Captures";

/// Parses a line; `None` for an empty line or a comment after `#`.
///
/// # Errors
/// The command is unknown or its parameters are invalid.
pub fn parse(line: &str) -> Result<Option<XboardCommand>, Error> {
    let line = line.trim_ascii();
    let (word, rest) = line.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((line, ""));
    let rest = rest.trim_ascii();
    if word.is_empty() || word.starts_with('#') {
        return Ok(None);
    }
    parse_command(word, rest).map(Some)
}

fn parse_command(word: &str, rest: &str) -> Result<XboardCommand, Error> {
    Ok(match word {
        "xboard" | "accepted" | "rejected" | "random" | "computer" | "name" | "rating" | "ics"
        | "egtpath" => XboardCommand::Ignored,
        "protover" => XboardCommand::Protover(number("protover", rest, 0, u64::MAX)?),
        "new" => XboardCommand::New,
        "variant" => XboardCommand::Variant(required("variant", rest)?),
        "quit" => XboardCommand::Quit,
        "force" => XboardCommand::Force,
        "go" => XboardCommand::Go,
        "playother" => XboardCommand::PlayOther,
        "white" => XboardCommand::ToMove(Color::White),
        "black" => XboardCommand::ToMove(Color::Black),
        "level" => XboardCommand::Level(parse_level(rest)?),
        "st" => XboardCommand::MoveTime(seconds("st", rest)?),
        "sd" | "depth" => XboardCommand::Depth(saturated(number("sd", rest, 1, u64::MAX)?)),
        "nps" => XboardCommand::NodesPerSecond(number("nps", rest, 0, u64::MAX)?),
        "time" => XboardCommand::Time(centiseconds("time", rest)?),
        "otim" => XboardCommand::OpponentTime(centiseconds("otim", rest)?),
        "usermove" => XboardCommand::UserMove(required("usermove", rest)?),
        "?" => XboardCommand::MoveNow,
        "ping" => XboardCommand::Ping(number("ping", rest, 0, u64::MAX)?.to_string()),
        "draw" => XboardCommand::Draw,
        "result" => XboardCommand::Result,
        "setboard" => XboardCommand::SetBoard(rest.to_owned()),
        "hint" => XboardCommand::Hint,
        "bk" => XboardCommand::Book,
        "undo" => XboardCommand::Undo(1),
        "remove" => XboardCommand::Undo(2),
        "hard" => XboardCommand::Ponder(true),
        "easy" => XboardCommand::Ponder(false),
        "post" => XboardCommand::Post(true),
        "nopost" => XboardCommand::Post(false),
        "analyze" => XboardCommand::Analyze,
        "exit" => XboardCommand::Exit,
        "." => XboardCommand::Status,
        "exclude" => XboardCommand::Exclude(parse_selector("exclude", rest)?, true),
        "include" => XboardCommand::Exclude(parse_selector("include", rest)?, false),
        "option" => XboardCommand::Set(parse_option(rest)?),
        "memory" => engine_option("Hash", rest)?,
        "cores" => engine_option("Threads", rest)?,
        "lift" => XboardCommand::Lift(required("lift", rest)?),
        "put" => XboardCommand::Put(required("put", rest)?),
        "hover" => XboardCommand::Hover(required("hover", rest)?),
        "edit" => return Err(Rejected::from("obsolete, use setboard").into()),
        _ if rest.is_empty() && looks_like_move(word) => XboardCommand::UserMove(word.to_owned()),
        _ => return Err(Rejected::from("unknown command").into()),
    })
}

/// Whether a word looks like a move sent without `usermove`: two squares, or a drop.
fn looks_like_move(word: &str) -> bool {
    let is_digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
    let is_letter = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphabetic);
    let bytes = word.as_bytes();
    let squares = bytes.len() >= 4 && is_letter(bytes.first()) && is_digit(bytes.get(1));
    let drop = bytes.get(1) == Some(&b'@') && is_letter(bytes.first());
    squares || drop
}

fn required(what: &'static str, rest: &str) -> Result<String, Rejected> {
    match rest {
        "" => Err(Rejected(format!("{what} is missing"))),
        _ => Ok(rest.to_owned()),
    }
}

/// Parses a number from `least` to `most`; values above `u64::MAX` are clamped to it.
fn number(what: &'static str, rest: &str, least: u64, most: u64) -> Result<u64, Rejected> {
    let all_digits = !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit());
    let number = all_digits.then(|| rest.parse().unwrap_or(u64::MAX));
    let number = number.filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| Rejected::value(what, rest, format_args!("a number from {least}")))
}

fn saturated(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Parses a clock in centiseconds, possibly negative; returns milliseconds.
fn centiseconds(what: &'static str, rest: &str) -> Result<i64, Rejected> {
    let (sign, digits) = match rest.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, rest),
    };
    let bad = |_| Rejected::value(what, rest, "hundredths of a second");
    let number = number(what, digits, 0, u64::MAX).map_err(bad)?;
    Ok(i64::try_from(number).unwrap_or(i64::MAX).saturating_mul(10 * sign))
}

/// Largest accepted time in seconds, about thirty years; larger values are clamped.
const MAX_SECONDS: f64 = 1e9;

/// Parses a time in seconds, possibly with a fraction; returns milliseconds.
fn seconds(what: &'static str, rest: &str) -> Result<u64, Rejected> {
    let seconds = rest.parse().ok().filter(|seconds: &f64| seconds.is_finite() && *seconds >= 0.0);
    let bad = || Rejected::value(what, rest, "a number of seconds");
    // The cast cannot overflow: the value is at most `MAX_SECONDS * 1000`.
    seconds.map(|seconds| (seconds.min(MAX_SECONDS) * 1000.0).round() as u64).ok_or_else(bad)
}

/// Parses `MOVES BASE INCREMENT`: base in minutes or minutes:seconds, increment in seconds.
fn parse_level(rest: &str) -> Result<XboardLevel, Rejected> {
    let words: Vec<&str> = rest.split_ascii_whitespace().collect();
    let &[moves, base, increment] = words.as_slice() else {
        return Err(Rejected::value("level", rest, "MOVES MINUTES[:SECONDS] INCREMENT"));
    };
    let (minutes, rest) = base.split_once(':').unwrap_or((base, "0"));
    let base = seconds("level", minutes)?.saturating_mul(60) + seconds("level", rest)?;
    Ok(XboardLevel {
        moves: saturated(number("level", moves, 0, u64::MAX)?),
        base: base.cast_signed(),
        increment: seconds("level", increment)?.cast_signed(),
    })
}

fn parse_selector(what: &'static str, rest: &str) -> Result<MoveSelector, Rejected> {
    Ok(match rest {
        "all" => MoveSelector::All,
        "best" => MoveSelector::Best,
        "tail" => MoveSelector::Tail,
        _ => MoveSelector::Move(required(what, rest)?),
    })
}

/// Parses `NAME` or `NAME=VALUE`; XBoard sends check values as 0 and 1.
fn parse_option(rest: &str) -> Result<XboardSetting, Error> {
    let (name, value) = rest.split_once('=').unwrap_or((rest, ""));
    let (name, value) = (name.trim_ascii(), value.trim_ascii());
    if name.is_empty() {
        return Err(Rejected::from("the name of the option is missing").into());
    }
    let is = |option: &str| option.eq_ignore_ascii_case(name);
    if is(OFFER_RENAISSANCE) {
        return Ok(XboardSetting::OfferRenaissance(parse_check(OFFER_RENAISSANCE, value)?));
    }
    if is(COMPLETE_CAPTURES) {
        return Ok(XboardSetting::CompleteCaptures(parse_check(COMPLETE_CAPTURES, value)?));
    }
    let value = match (Setting::is_check(name), value) {
        (true, "0") => "false",
        (true, "1") => "true",
        _ => value,
    };
    Ok(XboardSetting::Engine(Setting::parse(name, value)?))
}

fn parse_check(what: &'static str, value: &str) -> Result<bool, Rejected> {
    match value.to_ascii_lowercase().as_str() {
        "0" | "false" => Ok(false),
        "1" | "true" => Ok(true),
        _ => Err(Rejected::value(what, value, "0 or 1")),
    }
}

fn engine_option(name: &str, value: &str) -> Result<XboardCommand, Error> {
    Ok(XboardCommand::Set(XboardSetting::Engine(Setting::parse(name, value)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(line: &str) -> XboardCommand {
        parse(line).unwrap().unwrap()
    }

    fn error(line: &str) -> String {
        parse(line).unwrap_err().to_string()
    }

    #[test]
    fn time_controls_parse_in_all_formats() {
        let level =
            |moves, base, increment| XboardCommand::Level(XboardLevel { moves, base, increment });
        assert_eq!(command("level 40 5 0"), level(40, 300_000, 0));
        assert_eq!(command("level 0 2:30 1.5"), level(0, 150_000, 1500));
        assert_eq!(command("level 0 0:03 0"), level(0, 3000, 0));
        assert_eq!(command("st 5"), XboardCommand::MoveTime(5000));
        assert_eq!(command("st 0.1"), XboardCommand::MoveTime(100));
        assert_eq!(command("time -250"), XboardCommand::Time(-2500));
        assert_eq!(command("otim 99999999999999999999"), XboardCommand::OpponentTime(i64::MAX));
        assert_eq!(command("sd 99999999999999999999"), XboardCommand::Depth(u32::MAX));
        for line in ["level", "level 40 5", "level x 5 0", "level 40 5:x 0", "level 1 -5 0"] {
            assert!(error(line).starts_with("level is '"), "{line}");
        }
        assert_eq!(error("st soon"), "st is 'soon', allowed is a number of seconds");
        assert_eq!(error("st nan"), "st is 'nan', allowed is a number of seconds");
        assert_eq!(error("time"), "time is '', allowed is hundredths of a second");
    }

    #[test]
    fn uci_options_accept_the_values_of_xboard() {
        let engine = |setting| XboardCommand::Set(XboardSetting::Engine(setting));
        assert_eq!(command("option Hash=32"), engine(Setting::Hash(32)));
        assert_eq!(command("memory 32"), engine(Setting::Hash(32)));
        assert_eq!(command("cores 2"), engine(Setting::Threads(2)));
        assert_eq!(command("option Clear Hash"), engine(Setting::ClearHash));
        assert_eq!(command("option Ponder=1"), engine(Setting::Ignored));
        assert_eq!(
            command("option Rules=leap=single,land=stop"),
            engine(Setting::Rules("leap=single,land=stop".to_owned()))
        );
        let offer = XboardCommand::Set(XboardSetting::OfferRenaissance(true));
        assert_eq!(command("option offer renaissance=1"), offer);
        assert_eq!(error("option Hash=0"), "option Hash is '0', allowed is 1 to 33554432");
        assert_eq!(error("option"), "the name of the option is missing");
        assert_eq!(
            error("option Complete Captures=x"),
            "Complete Captures is 'x', allowed is 0 or 1"
        );
    }

    #[test]
    fn moves_parse_with_and_without_usermove() {
        assert_eq!(command("usermove e2e4"), XboardCommand::UserMove("e2e4".to_owned()));
        assert_eq!(command(" e2e4\t"), XboardCommand::UserMove("e2e4".to_owned()));
        assert_eq!(command("L@e4"), XboardCommand::UserMove("L@e4".to_owned()));
        assert_eq!(error("hello"), "unknown command");
        assert_eq!(error("usermove"), "usermove is missing");
        assert_eq!(parse("  "), Ok(None));
        assert_eq!(parse("#comment"), Ok(None));
    }
}
