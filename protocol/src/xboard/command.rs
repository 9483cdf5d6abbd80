//! Reading the lines of XBoard.

use baroque_movegen::Color;

use super::clock::Level;
use crate::error::{Error, XboardError};
use crate::option::Setting;
use crate::output::quoted;

/// A command of the protocol.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// Makes no difference to the engine.
    Ignored,
    /// Tell the features, unless the protocol is older than they are.
    Protover(u64),
    /// A new game of the default variant, the engine with Black.
    New,
    /// The variant to play.
    Variant(String),
    /// End the program.
    Quit,
    /// Play for nobody.
    Force,
    /// Play for the side to move, at once.
    Go,
    /// Play for the side not to move.
    PlayOther,
    /// This side is to move, the engine plays for the other.
    ToMove(Color),
    /// The clock.
    Level(Level),
    /// Milliseconds for each move.
    MoveTime(u64),
    /// Depth of each search.
    Depth(u32),
    /// Nodes that stand for a second.
    NodesPerSecond(u64),
    /// Milliseconds on the engine's clock.
    Time(i64),
    /// Milliseconds on the opponent's clock.
    OpponentTime(i64),
    /// A move.
    UserMove(String),
    /// Move now.
    MoveNow,
    /// Answer when everything before is done.
    Ping(String),
    /// The opponent offers a draw.
    Draw,
    /// The game is over.
    Result,
    /// Set up a position.
    SetBoard(String),
    /// Tell a good move.
    Hint,
    /// Tell book moves.
    Book,
    /// Take back so many moves.
    Undo(usize),
    /// Think on the opponent's time, or no longer.
    Ponder(bool),
    /// Tell what the engine thinks, or no longer.
    Post(bool),
    /// Analyse.
    Analyze,
    /// Stop analysing.
    Exit,
    /// Tell how far the analysis is.
    Status,
    /// Leave root moves out of the analysis, or take them in again.
    Exclude(Choice, bool),
    /// Change an option.
    Set(XboardSetting),
    /// The user lifts what stands on a square.
    Lift(String),
    /// The user puts it down.
    Put(String),
    /// The user points at a square.
    Hover(String),
}

/// Root moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// All of them.
    All,
    /// The best one so far.
    Best,
    /// All but the best one so far.
    Tail,
    /// This one.
    Move(String),
}

/// An option with its new value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum XboardSetting {
    /// One of the engine.
    Engine(Setting),
    /// Whether to offer Renaissance, most of which XBoard cannot show.
    OfferRenaissance(bool),
    /// Whether to finish a capture that the user enters, by clicks of the engine's own.
    CompleteCaptures(bool),
}

/// Name of the option [`XboardSetting::OfferRenaissance`].
pub const OFFER_RENAISSANCE: &str = "Offer Renaissance";
/// Name of the option [`XboardSetting::CompleteCaptures`].
pub const COMPLETE_CAPTURES: &str = "Complete Captures";

/// Reads a line; one without any word, or that begins with `#`, is none.
///
/// # Errors
/// The first word is no command, or what follows cannot be understood.
pub fn parse(line: &str) -> Result<Option<Command>, Error> {
    let line = line.trim_ascii();
    let (word, rest) = line.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((line, ""));
    let rest = rest.trim_ascii();
    if word.is_empty() || word.starts_with('#') {
        return Ok(None);
    }
    parse_command(word, rest).map(Some)
}

fn parse_command(word: &str, rest: &str) -> Result<Command, Error> {
    Ok(match word {
        "xboard" | "accepted" | "rejected" | "random" | "computer" | "name" | "rating" | "ics"
        | "egtpath" => Command::Ignored,
        "protover" => Command::Protover(number("protover", rest, 0, u64::MAX)?),
        "new" => Command::New,
        "variant" => Command::Variant(text("variant", rest)?),
        "quit" => Command::Quit,
        "force" => Command::Force,
        "go" => Command::Go,
        "playother" => Command::PlayOther,
        "white" => Command::ToMove(Color::White),
        "black" => Command::ToMove(Color::Black),
        "level" => Command::Level(parse_level(rest)?),
        "st" => Command::MoveTime(seconds("st", rest)?),
        "sd" | "depth" => Command::Depth(saturated(number("sd", rest, 1, u64::MAX)?)),
        "nps" => Command::NodesPerSecond(number("nps", rest, 0, u64::MAX)?),
        "time" => Command::Time(centiseconds("time", rest)?),
        "otim" => Command::OpponentTime(centiseconds("otim", rest)?),
        "usermove" => Command::UserMove(text("usermove", rest)?),
        "?" => Command::MoveNow,
        "ping" => Command::Ping(number("ping", rest, 0, u64::MAX)?.to_string()),
        "draw" => Command::Draw,
        "result" => Command::Result,
        "setboard" => Command::SetBoard(rest.to_owned()),
        "hint" => Command::Hint,
        "bk" => Command::Book,
        "undo" => Command::Undo(1),
        "remove" => Command::Undo(2),
        "hard" => Command::Ponder(true),
        "easy" => Command::Ponder(false),
        "post" => Command::Post(true),
        "nopost" => Command::Post(false),
        "analyze" => Command::Analyze,
        "exit" => Command::Exit,
        "." => Command::Status,
        "exclude" => Command::Exclude(parse_choice("exclude", rest)?, true),
        "include" => Command::Exclude(parse_choice("include", rest)?, false),
        "option" => Command::Set(parse_option(rest)?),
        "memory" => engine_option("Hash", rest)?,
        "cores" => engine_option("Threads", rest)?,
        "lift" => Command::Lift(text("lift", rest)?),
        "put" => Command::Put(text("put", rest)?),
        "hover" => Command::Hover(text("hover", rest)?),
        "edit" => return Err(XboardError::Obsolete.into()),
        _ if rest.is_empty() && looks_like_move(word) => Command::UserMove(word.to_owned()),
        _ => return Err(XboardError::Unknown.into()),
    })
}

/// Whether a word could be a move without `usermove` in front: two squares, or a drop.
fn looks_like_move(word: &str) -> bool {
    let is_digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
    let is_letter = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphabetic);
    let bytes = word.as_bytes();
    let squares = bytes.len() >= 4 && is_letter(bytes.first()) && is_digit(bytes.get(1));
    let drop = bytes.get(1) == Some(&b'@') && is_letter(bytes.first());
    squares || drop
}

fn text(what: &'static str, rest: &str) -> Result<String, XboardError> {
    match rest {
        "" => Err(XboardError::Missing(what)),
        _ => Ok(rest.to_owned()),
    }
}

/// A number of a range, cut off at the greatest there is.
fn number(what: &'static str, rest: &str, least: u64, most: u64) -> Result<u64, XboardError> {
    let all_digits = !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit());
    let number = all_digits.then(|| rest.parse().unwrap_or(u64::MAX));
    number.filter(|number| (least..=most).contains(number)).ok_or_else(|| XboardError::BadValue {
        what,
        value: quoted(rest),
        allowed: format!("a number from {least}"),
    })
}

fn saturated(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// A clock in hundredths of a second, which may be below zero, in milliseconds.
fn centiseconds(what: &'static str, rest: &str) -> Result<i64, XboardError> {
    let (sign, digits) = match rest.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, rest),
    };
    let bad = |_| XboardError::BadValue {
        what,
        value: quoted(rest),
        allowed: "hundredths of a second".to_owned(),
    };
    let number = number(what, digits, 0, u64::MAX).map_err(bad)?;
    Ok(i64::try_from(number).unwrap_or(i64::MAX).saturating_mul(10 * sign))
}

/// Longest time that makes sense, in seconds: thirty years.
const LONGEST: f64 = 1e9;

/// A time in seconds, perhaps with a fraction, in milliseconds.
fn seconds(what: &'static str, rest: &str) -> Result<u64, XboardError> {
    let seconds = rest.parse().ok().filter(|seconds: &f64| seconds.is_finite() && *seconds >= 0.0);
    let bad = || XboardError::BadValue {
        what,
        value: quoted(rest),
        allowed: "a number of seconds".to_owned(),
    };
    // From a number of this range the conversion is exact enough.
    seconds.map(|seconds| (seconds.min(LONGEST) * 1000.0).round() as u64).ok_or_else(bad)
}

/// `level MOVES BASE INCREMENT`: the base in minutes or minutes:seconds, the increment in seconds.
fn parse_level(rest: &str) -> Result<Level, XboardError> {
    let words: Vec<&str> = rest.split_ascii_whitespace().collect();
    let &[moves, base, increment] = words.as_slice() else {
        return Err(XboardError::BadValue {
            what: "level",
            value: quoted(rest),
            allowed: "MOVES MINUTES[:SECONDS] INCREMENT".to_owned(),
        });
    };
    let (minutes, rest) = base.split_once(':').unwrap_or((base, "0"));
    let base = seconds("level", minutes)?.saturating_mul(60) + seconds("level", rest)?;
    Ok(Level {
        moves: saturated(number("level", moves, 0, u64::MAX)?),
        base: base.cast_signed(),
        increment: seconds("level", increment)?.cast_signed(),
    })
}

fn parse_choice(what: &'static str, rest: &str) -> Result<Choice, XboardError> {
    Ok(match rest {
        "all" => Choice::All,
        "best" => Choice::Best,
        "tail" => Choice::Tail,
        _ => Choice::Move(text(what, rest)?),
    })
}

/// `option NAME` or `option NAME=VALUE`; XBoard tells 0 and 1 for what is off and on.
fn parse_option(rest: &str) -> Result<XboardSetting, Error> {
    let (name, value) = rest.split_once('=').unwrap_or((rest, ""));
    let (name, value) = (name.trim_ascii(), value.trim_ascii());
    if name.is_empty() {
        return Err(XboardError::Missing("the name of the option").into());
    }
    let is = |option: &str| option.eq_ignore_ascii_case(name);
    if is(OFFER_RENAISSANCE) {
        return Ok(XboardSetting::OfferRenaissance(switch(OFFER_RENAISSANCE, value)?));
    }
    if is(COMPLETE_CAPTURES) {
        return Ok(XboardSetting::CompleteCaptures(switch(COMPLETE_CAPTURES, value)?));
    }
    let value = match (Setting::is_check(name), value) {
        (true, "0") => "false",
        (true, "1") => "true",
        _ => value,
    };
    Ok(XboardSetting::Engine(Setting::parse(name, value)?))
}

fn switch(what: &'static str, value: &str) -> Result<bool, XboardError> {
    match value.to_ascii_lowercase().as_str() {
        "0" | "false" => Ok(false),
        "1" | "true" => Ok(true),
        _ => {
            Err(XboardError::BadValue { what, value: quoted(value), allowed: "0 or 1".to_owned() })
        }
    }
}

fn engine_option(name: &str, value: &str) -> Result<Command, Error> {
    Ok(Command::Set(XboardSetting::Engine(Setting::parse(name, value)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(line: &str) -> Command {
        parse(line).unwrap().unwrap()
    }

    fn error(line: &str) -> String {
        parse(line).unwrap_err().to_string()
    }

    #[test]
    fn clocks_are_read_in_all_spellings() {
        let level = |moves, base, increment| Command::Level(Level { moves, base, increment });
        assert_eq!(command("level 40 5 0"), level(40, 300_000, 0));
        assert_eq!(command("level 0 2:30 1.5"), level(0, 150_000, 1500));
        assert_eq!(command("level 0 0:03 0"), level(0, 3000, 0));
        assert_eq!(command("st 5"), Command::MoveTime(5000));
        assert_eq!(command("st 0.1"), Command::MoveTime(100));
        assert_eq!(command("time -250"), Command::Time(-2500));
        assert_eq!(command("otim 99999999999999999999"), Command::OpponentTime(i64::MAX));
        assert_eq!(command("sd 99999999999999999999"), Command::Depth(u32::MAX));
        for line in ["level", "level 40 5", "level x 5 0", "level 40 5:x 0", "level 1 -5 0"] {
            assert!(error(line).starts_with("level is '"), "{line}");
        }
        assert_eq!(error("st soon"), "st is 'soon', allowed is a number of seconds");
        assert_eq!(error("st nan"), "st is 'nan', allowed is a number of seconds");
        assert_eq!(error("time"), "time is '', allowed is hundredths of a second");
    }

    #[test]
    fn options_are_those_of_uci_with_xboards_values() {
        let engine = |setting| Command::Set(XboardSetting::Engine(setting));
        assert_eq!(command("option Hash=32"), engine(Setting::Hash(32)));
        assert_eq!(command("memory 32"), engine(Setting::Hash(32)));
        assert_eq!(command("cores 2"), engine(Setting::Threads(2)));
        assert_eq!(command("option Clear Hash"), engine(Setting::ClearHash));
        assert_eq!(command("option Ponder=1"), engine(Setting::Ignored));
        assert_eq!(
            command("option Rules=leap=single,land=stop"),
            engine(Setting::Rules("leap=single,land=stop".to_owned()))
        );
        let own = Command::Set(XboardSetting::OfferRenaissance(true));
        assert_eq!(command("option offer renaissance=1"), own);
        assert_eq!(error("option Hash=0"), "option Hash is '0', allowed is 1 to 33554432");
        assert_eq!(error("option"), "the name of the option is missing");
        assert_eq!(
            error("option Complete Captures=x"),
            "Complete Captures is 'x', allowed is 0 or 1"
        );
    }

    #[test]
    fn moves_are_known_without_their_word() {
        assert_eq!(command("usermove e2e4"), Command::UserMove("e2e4".to_owned()));
        assert_eq!(command(" e2e4\t"), Command::UserMove("e2e4".to_owned()));
        assert_eq!(command("L@e4"), Command::UserMove("L@e4".to_owned()));
        assert_eq!(error("hello"), "unknown command");
        assert_eq!(error("usermove"), "usermove is missing");
        assert_eq!(parse("  "), Ok(None));
        assert_eq!(parse("#comment"), Ok(None));
    }
}
