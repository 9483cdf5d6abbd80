//! The log of a game, and its verification. `docs/penultima.md` describes the format.

use std::io::{self, Write};
use std::sync::Arc;

use baroque_movegen::{Color, PieceKind};
use sha2::{Digest, Sha256};

use crate::game::{End, UmpiredGame};
use crate::public::Announced;
use crate::secret::{Secret, hex};
use crate::settings::{Player, Settings, TurnRule};
use crate::tried::Tried;

/// The first line.
const TITLE: &str = "baroque umpire log 1";
/// What the line before the rules begins with; their length in bytes follows.
const RULES: &str = "rules ";
/// What the announcement of a kind with an invoke ends with.
const INVOKE: &str = ", invoke";
/// What the line after the last try begins with.
pub const END: &str = "end ";
/// What a legal and an illegal try end with; the new position follows the former.
const LEGAL: &str = " legal";
const ILLEGAL: &str = " illegal";

/// Writes a log.
pub struct Log<W> {
    writer: W,
    hasher: Sha256,
}

impl<W: Write> Log<W> {
    /// Begins a log.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn new(writer: W, game: &UmpiredGame) -> io::Result<Self> {
        let (secret, settings) = (game.secret(), game.settings());
        let mut log = Self { writer, hasher: Sha256::new() };
        log.line(TITLE)?;
        log.line(&format!("game {}", secret.table))?;
        log.line(&format!("illegal {}", settings.illegal.word()))?;
        for (side, player) in [("white", settings.white), ("black", settings.black)] {
            log.line(&format!("{side} {}", player.word()))?;
        }
        for kind in &secret.public.kinds {
            let invoke = if kind.has_invoke { INVOKE } else { "" };
            log.line(&format!("piece {} {}{invoke}", kind.letter, kind.name))?;
        }
        log.line(&format!("hash {}", secret.hash()))?;
        log.line(&format!("start {}", secret.start.to_fen()))?;
        Ok(log)
    }

    /// Adds a try.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn add(&mut self, tried: &Tried) -> io::Result<()> {
        let Tried { number, side, text, fen } = tried;
        let answer = match fen {
            Some(fen) => format!("{LEGAL} {fen}"),
            None => ILLEGAL.to_owned(),
        };
        self.line(&format!("{number} {} {text}{answer}", side_name(*side)))
    }

    /// Ends the log: result, salt, rules and checksum.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn finish(&mut self, game: &UmpiredGame) -> io::Result<()> {
        let secret = game.secret();
        self.line(&format!("{END}{}", game.end().unwrap_or(End::Unfinished).text()))?;
        self.line(&format!("salt {}", secret.salt))?;
        self.line(&format!("{RULES}{}", secret.text.len()))?;
        self.line(secret.text.strip_suffix('\n').unwrap_or(&secret.text))?;
        let checksum = hex(&self.hasher.clone().finalize());
        self.line(&format!("checksum {checksum}"))
    }

    fn line(&mut self, text: &str) -> io::Result<()> {
        let line = format!("{text}\n");
        self.hasher.update(&line);
        self.writer.write_all(line.as_bytes())
    }
}

/// The whole log of a game. One that goes on is unfinished.
pub fn of(game: &UmpiredGame) -> String {
    let mut text = Vec::new();
    let write = |text| {
        let mut log = Log::new(text, game)?;
        game.tries().iter().try_for_each(|tried| log.add(tried))?;
        log.finish(game)
    };
    // Memory takes all lines, and they are text.
    let _: io::Result<()> = write(&mut text);
    String::from_utf8(text).unwrap_or_default()
}

/// Splits the line of a try into its text and, if it was legal, the FEN after it.
pub fn split_try(line: &str) -> Option<(&str, Option<&str>)> {
    let text = line.splitn(3, ' ').nth(2)?;
    let illegal = text.strip_suffix(ILLEGAL).map(|text| (text, None));
    illegal.or_else(|| {
        let (text, fen) = text.split_once(LEGAL)?;
        Some((text, Some(fen.strip_prefix(' ')?)))
    })
}

/// What a log says before the start position.
#[derive(Default)]
pub struct Head {
    /// The game with the table.
    pub game: String,
    /// What an illegal try costs.
    pub illegal: Option<TurnRule>,
    /// What was announced.
    pub kinds: Vec<Announced>,
}

impl Head {
    /// Reads a line; returns the FEN of the start position, which is the last one.
    ///
    /// # Errors
    /// A log has no such line.
    pub fn read<'a>(&mut self, line: &'a str) -> Result<Option<&'a str>, &'static str> {
        const NO_LINE: &str = "this is no line of a log";
        if line == TITLE {
            return Ok(None);
        }
        let (key, value) = line.split_once(' ').ok_or(NO_LINE)?;
        match key {
            "game" => value.clone_into(&mut self.game),
            "illegal" => self.illegal = Some(TurnRule::parse(value).ok_or(NO_LINE)?),
            "piece" => {
                let (letter, name) = value.split_once(' ').ok_or(NO_LINE)?;
                let letter = letter.parse().map_err(|_| NO_LINE)?;
                let (name, has_invoke) = match name.strip_suffix(INVOKE) {
                    Some(name) => (name, true),
                    None => (name, false),
                };
                self.kinds.push(Announced { letter, name: name.to_owned(), has_invoke });
                if self.kinds.len() > PieceKind::MAX {
                    return Err("there are too many pieces");
                }
            }
            "start" => return Ok(Some(value)),
            "white" | "black" | "hash" => {}
            _ => return Err(NO_LINE),
        }
        Ok(None)
    }
}

/// The name of a side.
pub fn side_name(side: Color) -> &'static str {
    match side {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// Writes a log anew from its rules, salt, settings and tries, and compares all bytes. Returns the
/// number of tries.
///
/// # Errors
/// What differs.
pub fn verify(log: &str) -> Result<usize, String> {
    let read = Read::new(log).ok_or("this is no whole log of the umpire")?;
    let secret = Arc::new(Secret::new(read.rules.to_owned(), read.salt.to_owned())?);
    let mut game = UmpiredGame::new(secret, read.settings);
    for (number, text) in read.tries {
        let attempt = game.read(text).ok().filter(|_| game.end().is_none());
        let Some(attempt) = attempt else {
            return Err(format!("line {number}: this cannot be tried here"));
        };
        game.answer(attempt);
    }
    let anew = of(&game);
    if anew == log {
        return Ok(game.tries().len());
    }
    let same = anew.split('\n').zip(log.split('\n')).take_while(|(one, other)| one == other);
    Err(format!("line {}: the umpire would have written another one", same.count() + 1))
}

/// The parts of a log from which it is written anew.
struct Read<'a> {
    settings: Settings,
    /// Line numbers and texts.
    tries: Vec<(usize, &'a str)>,
    salt: &'a str,
    rules: &'a str,
}

impl<'a> Read<'a> {
    fn new(log: &'a str) -> Option<Self> {
        let (head, rest) = log.split_once(&format!("\n{RULES}"))?;
        let (length, rest) = rest.split_once('\n')?;
        let rules = rest.get(..length.parse().ok()?)?;
        let value = |key: &str| {
            let mut lines = head.lines();
            lines.find_map(|line| line.strip_prefix(key)?.strip_prefix(' '))
        };
        let player = |key| Player::parse(value(key)?);
        let settings = Settings {
            illegal: TurnRule::parse(value("illegal")?)?,
            white: player("white")?,
            black: player("black")?,
        };
        let lines = head.lines().zip(1..);
        let lines = lines.skip_while(|(line, _)| !line.starts_with("start ")).skip(1);
        let lines = lines.take_while(|(line, _)| !line.starts_with(END));
        let attempt = |(line, number)| split_try(line).map(|(text, _)| (number, text));
        let tries = lines.map(attempt).collect::<Option<_>>()?;
        Some(Self { settings, tries, salt: value("salt")?, rules })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: &str = r#"format = 1
[rooks]
start = "r3k3/8/8/8/8/8/8/R3K3 w - - 0 1"
[rooks.pieces]
K = { name = "king", move = "K", take = "displace", royal = true }
[rooks.draw]
pieces = "R"
move = { R = 1 }
take = { displace = 1 }
[rooks-drawn]
inherits = "rooks"
draw = false
[rooks-drawn.pieces]
R = { name = "rôle", move = "R", take = "displace" }
"#;

    fn log() -> String {
        let secret = Secret::new(RULES.to_owned(), "00ff".to_owned()).unwrap();
        let settings =
            Settings { white: Player::Human, black: Player::Random, illegal: TurnRule::Lose };
        let mut game = UmpiredGame::new(Arc::new(secret), settings);
        for line in ["a1a4", "a8b7", "a4a5"] {
            game.answer(game.read(line).unwrap());
        }
        of(&game)
    }

    #[test]
    fn a_log_with_a_changed_byte_is_refused() {
        let log = log();
        assert_eq!(verify(&log), Ok(3));
        for index in 0..log.len() {
            for change in [1, 2, 32] {
                let mut bytes = log.clone().into_bytes();
                bytes[index] ^= change;
                let Ok(changed) = String::from_utf8(bytes) else { continue };
                assert!(verify(&changed).is_err(), "byte {index}: {changed}");
            }
            if log.is_char_boundary(index) {
                assert!(verify(&log[..index]).is_err(), "{index}");
            }
        }
        assert!(verify(&(log.clone() + "\n")).is_err());
        assert!(verify(&log.replace('\n', "\r\n")).is_err());
        // Another try with the same answer.
        assert!(verify(&log.replace("a8b7", "a8b6")).is_err());
    }
}
