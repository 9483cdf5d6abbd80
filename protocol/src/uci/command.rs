//! Parsing of UCI commands.

use std::iter::Peekable;
use std::ops::RangeInclusive;
use std::time::Duration;

use baroque_engine::{Limits, SpeedTest};
use baroque_formats::position_spec::PositionSpec;
use baroque_formats::rejected::{Rejected, number};
use baroque_formats::text::quoted;
use baroque_formats::vchess;
use baroque_movegen::Color;

use crate::error::Error;
use crate::options::{MAX_HASH, MAX_THREADS, Setting};
use crate::tools::args::processors;
use crate::tools::count::MAX_DEPTH;
use crate::tools::genfens::GenFens;

/// A UCI command, or one of this program's own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UciCommand {
    /// Print name and options.
    Uci,
    /// Print `readyok`.
    IsReady,
    /// Turn the echo of input lines on or off.
    Debug(bool),
    /// Has no effect: there is nothing to register.
    Register,
    /// Set an option.
    SetOption(Setting),
    /// The next search belongs to another game.
    NewGame,
    /// Set up a position. An invalid command is queued like a valid one, and then invalidates the
    /// position.
    Position(Result<PositionSpec, Rejected>),
    /// Start a search.
    Go(Go),
    /// Count nodes to a depth in plies.
    Perft(u32),
    /// End the task.
    Stop,
    /// The opponent played the expected move.
    PonderHit,
    /// Print the position.
    Display,
    /// Print the static evaluation.
    Eval,
    /// Swap the colours.
    Flip,
    /// Search fixed positions to a fixed depth, of the game of a rule set or of all games.
    Bench(Option<String>),
    /// Search fixed positions for a fixed time.
    SpeedTest(SpeedTest),
    /// Print random opening positions.
    GenFens(GenFens),
    /// Print build information.
    Compiler,
    /// Print the licence.
    License,
    /// Print the list of commands.
    Help,
    /// End the program.
    Quit,
}

/// The parameters of a search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// The limits, without the root moves.
    pub limits: Limits,
    /// The root moves of `searchmoves`, which depend on the position.
    pub search_moves: Vec<String>,
    /// What is wrong with a parameter, which is left out. The search takes place nevertheless.
    pub error: Option<Rejected>,
}

impl UciCommand {
    /// The name of the command in messages.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Uci => "uci",
            Self::IsReady => "isready",
            Self::Debug(_) => "debug",
            Self::Register => "register",
            Self::SetOption(_) => "setoption",
            Self::NewGame => "ucinewgame",
            Self::Position(_) => "position",
            Self::Go(_) => "go",
            Self::Perft(_) => "go perft",
            Self::Stop => "stop",
            Self::PonderHit => "ponderhit",
            Self::Display => "d",
            Self::Eval => "eval",
            Self::Flip => "flip",
            Self::Bench(_) => "bench",
            Self::SpeedTest(_) => "speedtest",
            Self::GenFens(_) => "genfens",
            Self::Compiler => "compiler",
            Self::License => "license",
            Self::Help => "help",
            Self::Quit => "quit",
        }
    }

    /// Whether it starts a task, of which only one runs at a time.
    pub fn is_task(&self) -> bool {
        matches!(self, Self::Go(_)) || self.is_job()
    }

    /// Whether it starts a task other than a search.
    pub fn is_job(&self) -> bool {
        matches!(self, Self::Perft(_) | Self::Bench(_) | Self::SpeedTest(_) | Self::GenFens(_))
    }

    /// Whether it changes state that a running task uses.
    pub fn changes_state(&self) -> bool {
        self.is_position() || matches!(self, Self::SetOption(_) | Self::NewGame | Self::Flip)
    }

    /// Whether it is `position`, valid or not.
    pub fn is_position(&self) -> bool {
        matches!(self, Self::Position(_))
    }
}

/// The commands with parameters.
pub const WITH_PARAMETERS: &[&str] =
    &["debug", "load", "register", "setoption", "position", "go", "bench", "speedtest", "genfens"];

/// Parses a line. Words before the first command are skipped, as the UCI specification requires.
/// Returns `None` for a blank line or one that begins with `#`.
///
/// # Errors
/// No word is a command, or its parameters are invalid.
pub fn parse(line: &str) -> Result<Option<UciCommand>, Error> {
    match (first_command(line), split_word(line)) {
        (Some(command), _) => command.map(Some),
        (None, Some((word, _))) if !word.starts_with('#') => {
            Err(Rejected(format!("unknown command '{}', try help", quoted(line.trim()))).into())
        }
        _ => Ok(None),
    }
}

/// The first command of a line, even with bad parameters.
pub fn first_command(line: &str) -> Option<Result<UciCommand, Error>> {
    let mut rest = line;
    while let Some((word, after)) = split_word(rest).filter(|(word, _)| !word.starts_with('#')) {
        let command = parse_command(word, after).transpose();
        if command.is_some() {
            return command;
        }
        rest = after;
    }
    None
}

/// Parses a line that cannot be obeyed because of an error. `position` returns an invalid position,
/// and `go` a search with nothing but this error.
///
/// # Errors
/// The error, for all other lines.
pub fn parse_bad(line: &str, error: Rejected) -> Result<Option<UciCommand>, Error> {
    match parse(line) {
        Ok(Some(UciCommand::Position(_))) => Ok(Some(UciCommand::Position(Err(error)))),
        Ok(Some(UciCommand::Go(_))) => {
            Ok(Some(UciCommand::Go(Go { error: Some(error), ..Go::default() })))
        }
        _ => Err(error.into()),
    }
}

/// Splits off the first word; `None` if there is none.
fn split_word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_ascii_start();
    let end = text.find(|c: char| c.is_ascii_whitespace()).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    (!word.is_empty()).then_some((word, rest))
}

/// Parses a command with its parameters; `None` if the word is none.
fn parse_command(word: &str, rest: &str) -> Result<Option<UciCommand>, Error> {
    Ok(Some(match word {
        "uci" => UciCommand::Uci,
        "isready" => UciCommand::IsReady,
        "debug" => match rest.trim() {
            "on" => UciCommand::Debug(true),
            "off" => UciCommand::Debug(false),
            other => return Err(Rejected::value("debug", other, "on or off").into()),
        },
        "register" => UciCommand::Register,
        "setoption" => parse_option(rest)?,
        // The option `VariantPath`.
        "load" => match rest.trim() {
            "" => return Err(Rejected::from("load needs a file of games").into()),
            path => UciCommand::SetOption(Setting::Games(path.to_owned())),
        },
        "ucinewgame" => UciCommand::NewGame,
        "position" => UciCommand::Position(parse_position(rest)),
        "go" => parse_go(rest)?,
        "stop" => UciCommand::Stop,
        "ponderhit" => UciCommand::PonderHit,
        "d" => UciCommand::Display,
        "eval" => UciCommand::Eval,
        "flip" => UciCommand::Flip,
        "bench" => UciCommand::Bench(split_word(rest).map(|(name, _)| name.to_owned())),
        "speedtest" => parse_speed_test(rest)?,
        "genfens" => UciCommand::GenFens(GenFens::parse(rest)?),
        "compiler" => UciCommand::Compiler,
        "license" => UciCommand::License,
        "help" => UciCommand::Help,
        "quit" => UciCommand::Quit,
        _ => return Ok(None),
    }))
}

/// Default and maximum duration of a speed test in seconds.
const TEST_SECONDS: u64 = 60;
const MAX_TEST_SECONDS: u64 = 86_400;
/// Default hash size of a speed test in MiB per thread.
const TEST_HASH: u64 = 64;

/// Parses `[THREADS [HASH [SECONDS]]]`; the default is one thread per processor.
fn parse_speed_test(rest: &str) -> Result<UciCommand, Rejected> {
    let mut words = rest.split_ascii_whitespace();
    let mut read = |parameter, default: u64, max: u64| match words.next() {
        None => Ok(default),
        Some(word) => {
            number(format_args!("speedtest {parameter}"), word, 1..=max, format_args!("1 to {max}"))
        }
    };
    let processors = processors() as u64;
    let threads = read("threads", processors.min(MAX_THREADS), MAX_THREADS)?;
    let hash = read("hash", TEST_HASH * threads, MAX_HASH)?;
    let seconds = read("seconds", TEST_SECONDS, MAX_TEST_SECONDS)?;
    Ok(UciCommand::SpeedTest(SpeedTest {
        threads: threads as usize,
        hash: hash as usize,
        time: Duration::from_secs(seconds),
    }))
}

/// Parses `name NAME [value VALUE]`. Both may contain blanks; blanks inside the value are kept.
fn parse_option(rest: &str) -> Result<UciCommand, Error> {
    let missing = || Rejected::value("setoption", rest.trim(), "name NAME [value VALUE]");
    let (_, mut after) =
        split_word(rest).filter(|(word, _)| *word == "name").ok_or_else(missing)?;
    let mut name = Vec::new();
    let mut value = "";
    while let Some((word, rest)) = split_word(after) {
        if word == "value" {
            value = rest.trim();
            break;
        }
        name.push(word);
        after = rest;
    }
    if name.is_empty() {
        return Err(missing().into());
    }
    Ok(UciCommand::SetOption(Setting::parse(&name.join(" "), value)?))
}

/// Parses `startpos`, `fen FEN` or `vchess FEN`, then `moves MOVE…` or nothing.
fn parse_position(rest: &str) -> Result<PositionSpec, Rejected> {
    let mut words = rest.split_ascii_whitespace();
    let mut spec = PositionSpec::default();
    match words.next() {
        Some("startpos") => match words.next() {
            None | Some("moves") => {}
            Some(other) => {
                return Err(Rejected(format!(
                    "'{}' after startpos, allowed is moves",
                    quoted(other)
                )));
            }
        },
        Some(style @ ("fen" | vchess::WORD)) => {
            let mut fields: Vec<&str> =
                words.by_ref().take_while(|word| *word != "moves").collect();
            if style == vchess::WORD {
                fields.insert(0, style);
            }
            spec.fen = Some(fields.join(" "));
        }
        _ => {
            let allowed = "startpos, fen FEN or vchess FEN, then moves MOVE…";
            return Err(Rejected::value("position", rest.trim(), allowed));
        }
    }
    spec.moves = words.map(str::to_owned).collect();
    Ok(spec)
}

/// The parameters of `go`.
const GO_WORDS: &[&str] = &[
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

/// Parses the parameters of `go`. If one is malformed, the others count.
///
/// # Errors
/// A parameter is malformed, and `perft` is among them: nobody waits for a `bestmove`.
fn parse_go(rest: &str) -> Result<UciCommand, Rejected> {
    let mut go = Go::default();
    let (mut perft, mut unknown) = (None, None);
    let mut words = rest.split_ascii_whitespace().peekable();
    while let Some(word) = words.next() {
        // The UCI specification requires unknown words to be skipped.
        let Some(&parameter) = GO_WORDS.iter().find(|known| **known == word) else {
            unknown.get_or_insert(word);
            continue;
        };
        let read = match parameter {
            "perft" => read_number(parameter, words.next(), PERFT)
                .map(|depth| perft = Some(Ok(saturated(depth)))),
            _ => go.read(parameter, &mut words),
        };
        match read {
            Ok(()) => {}
            Err(error) if parameter == "perft" => perft = Some(Err(error)),
            Err(error) => drop(go.error.get_or_insert(error)),
        }
    }
    match (perft, go.error.take()) {
        (Some(depth), None) => depth.map(UciCommand::Perft),
        (Some(depth), Some(error)) => depth.and(Err(error)),
        (None, error) => {
            let is_empty = go == Go::default();
            let unknown = unknown.filter(|_| is_empty);
            let unknown =
                unknown.map(|word| Rejected(format!("go has no parameter '{}'", quoted(word))));
            go.error = error.or(unknown);
            Ok(UciCommand::Go(go))
        }
    }
}

impl Go {
    /// Reads the values of a parameter other than `perft`.
    fn read<'a>(
        &mut self,
        parameter: &'static str,
        words: &mut Peekable<impl Iterator<Item = &'a str>>,
    ) -> Result<(), Rejected> {
        let limits = &mut self.limits;
        let mut number = |range| read_number(parameter, words.next(), range);
        match parameter {
            "ponder" => limits.ponder = true,
            "infinite" => limits.infinite = true,
            "wtime" => limits.time[Color::White] = Some(number(ANY)?),
            "btime" => limits.time[Color::Black] = Some(number(ANY)?),
            "winc" => limits.increment[Color::White] = number(ANY)?,
            "binc" => limits.increment[Color::Black] = number(ANY)?,
            "movestogo" => {
                let moves = number(ANY)?;
                limits.moves_to_go = (moves > 0).then(|| saturated(moves));
            }
            "movetime" => limits.move_time = Some(number(ANY)?.max(0).unsigned_abs()),
            // 0 becomes 1: a search visits at least one node and one ply.
            "depth" => limits.depth = Some(saturated(number(FROM_ZERO)?).max(1)),
            "nodes" => limits.nodes = Some(number(FROM_ZERO)?.unsigned_abs().max(1)),
            "mate" => limits.mate = Some(saturated(number(FROM_ZERO)?).max(1)),
            _ => {
                let before = self.search_moves.len();
                while let Some(text) = words.next_if(|word| !GO_WORDS.contains(word)) {
                    self.search_moves.push(text.to_owned());
                }
                if self.search_moves.len() == before {
                    return Err("go searchmoves has no move".into());
                }
            }
        }
        Ok(())
    }
}

/// Any number: GUIs let clocks run below zero.
const ANY: RangeInclusive<i64> = i64::MIN..=i64::MAX;
const FROM_ZERO: RangeInclusive<i64> = 0..=i64::MAX;
/// The depths of perft.
const PERFT: RangeInclusive<i64> = 0..=MAX_DEPTH as i64;

/// Reads a number without its fraction, which some GUIs write.
fn read_number(
    parameter: &'static str,
    word: Option<&str>,
    range: RangeInclusive<i64>,
) -> Result<i64, Rejected> {
    let word = word.ok_or_else(|| Rejected(format!("go {parameter} needs a number")))?;
    let (whole, fraction) = word.split_once('.').unwrap_or((word, ""));
    let digits = whole.strip_prefix(['-', '+']).unwrap_or(whole);
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let is_number = !digits.is_empty() && are_digits(digits) && are_digits(fraction);
    let overflow = if word.starts_with('-') { i64::MIN } else { i64::MAX };
    let number = is_number.then(|| whole.parse().unwrap_or(overflow));
    number.filter(|number| range.contains(number)).ok_or_else(|| {
        let allowed = match range.into_inner() {
            (i64::MIN, _) => "a number".to_owned(),
            (least, i64::MAX) => format!("a number from {least}"),
            (least, most) => format!("a number from {least} to {most}"),
        };
        Rejected::value(format_args!("go {parameter}"), word, allowed)
    })
}

/// Converts a number that is not negative, with saturation.
fn saturated(number: i64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(line: &str) -> UciCommand {
        parse(line).unwrap().unwrap()
    }

    fn limits(line: &str) -> Limits {
        match command(line) {
            UciCommand::Go(Go { limits, error: None, .. }) => limits,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn error(line: &str) -> String {
        parse(line).unwrap_err().to_string()
    }

    #[test]
    fn go_takes_its_parameters_in_any_order() {
        let mut expected = Limits {
            moves_to_go: Some(40),
            depth: Some(5),
            nodes: Some(1000),
            mate: Some(3),
            move_time: Some(100),
            infinite: true,
            ponder: true,
            ..Limits::default()
        };
        expected.time[Color::White] = Some(1);
        expected.time[Color::Black] = Some(-2);
        expected.increment[Color::White] = 3;
        expected.increment[Color::Black] = 4;
        let line = "go infinite searchmoves a2a3 b2b3 depth 5 wtime 1 foo binc 4 btime -2 mate 3 \
                    winc 3 ponder movestogo 40 nodes 1000 movetime 100";
        let search_moves = vec!["a2a3".to_owned(), "b2b3".to_owned()];
        let go = Go { limits: expected, search_moves, error: None };
        assert_eq!(command(line), UciCommand::Go(go));
    }

    #[test]
    fn go_accepts_out_of_range_numbers_of_guis() {
        let endless = limits("go wtime 99999999999999999999 btime -99999999999999999999");
        assert_eq!(endless.time[Color::White], Some(i64::MAX));
        assert_eq!(endless.time[Color::Black], Some(i64::MIN));
        assert_eq!(limits("go movestogo 0"), Limits::default());
        assert_eq!(limits("go movestogo -3"), Limits::default());
        assert_eq!(limits("go movetime -5").move_time, Some(0));
        assert_eq!(limits("go depth 99999999999").depth, Some(u32::MAX));
        assert_eq!(limits("go depth 0").depth, Some(1));
    }

    #[test]
    fn malformed_parameters_of_go_are_left_out() {
        let go = |line: &str| match command(line) {
            UciCommand::Go(go) => (go.error.unwrap().to_string(), go.limits),
            other => panic!("{line}: {other:?}"),
        };
        let none = Limits::default();
        let depth = Limits { depth: Some(5), ..Limits::default() };
        for (line, error, limits) in [
            ("go depth", "go depth needs a number", &none),
            ("go nodes depth 5", "go nodes is 'depth', allowed is a number from 0", &none),
            ("go mate -1 depth 5", "go mate is '-1', allowed is a number from 0", &depth),
            ("go depth 5 wtime 1,5 btime", "go wtime is '1,5', allowed is a number", &depth),
            ("go depth +", "go depth is '+', allowed is a number from 0", &none),
            ("go winc .", "go winc is '.', allowed is a number", &none),
            ("go searchmoves depth 5", "go searchmoves has no move", &depth),
            ("go dpeth 5", "go has no parameter 'dpeth'", &none),
        ] {
            assert_eq!(go(line), (error.to_owned(), limits.clone()), "{line}");
        }
        assert_eq!(limits("go depth 5 foo"), depth);
        assert_eq!(limits("go wtime -1.75 nodes 9. movetime 10.9").time[Color::White], Some(-1));
        assert_eq!(error("go perft -1"), "go perft is '-1', allowed is a number from 0 to 30");
        assert_eq!(error("go perft 3 depth x"), "go depth is 'x', allowed is a number from 0");
        assert_eq!(error("go depth x perft"), "go perft needs a number");
        assert_eq!(command("go perft 3"), UciCommand::Perft(3));
    }
}
