//! `genfens`: random opening positions, which OpenBench requests for data generation.

use std::fmt::Display;
use std::ops::RangeInclusive;

use baroque_formats::epd;
use baroque_formats::files::{self, MAX_FILE};
use baroque_formats::rejected::{self, Rejected};
use baroque_formats::text::quoted;
use baroque_formats::{GameSpec, PositionSpec};
use baroque_games::Games;
use baroque_movegen::{AnyGame, EpdFile, StopFlag};
use baroque_training::openings::RandomOpenings;
use baroque_training::random::Random;

use crate::error::Error;

/// Random plies from the start position.
const PLIES: usize = 8;
/// Random plies from a book position, which is an opening already.
const BOOK_PLIES: usize = 4;
/// Maximum number of random plies.
const MAX_PLIES: u64 = 100;
/// Maximum number of positions.
const MAX_POSITIONS: u64 = 1_000_000_000;

/// The parameters: `N [seed S] [book None|FILE] [variant V] [rules R] [plies P]`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GenFens {
    number: u64,
    seed: u64,
    book: Option<String>,
    variant: Option<String>,
    rules: Option<String>,
    plies: Option<usize>,
}

impl GenFens {
    /// Parses the parameters after the word `genfens`.
    ///
    /// # Errors
    /// The number of positions is missing, a parameter is unknown, or a value is missing or bad.
    pub fn parse(rest: &str) -> Result<Self, Rejected> {
        let mut words = rest.split_ascii_whitespace();
        let number =
            number("number", words.next(), 1..=MAX_POSITIONS, "a number from 1 to 1000000000")?;
        let mut wanted = Self { number, ..Self::default() };
        while let Some(word) = words.next() {
            let value = words.next();
            match word {
                "seed" => wanted.seed = self::number("seed", value, 0..=u64::MAX, "a number")?,
                "book" => {
                    let file = text("book", value, "None or a file")?;
                    wanted.book = (!file.eq_ignore_ascii_case("none")).then_some(file);
                }
                "variant" => wanted.variant = Some(text("variant", value, "a name")?),
                "rules" => wanted.rules = Some(text("rules", value, "key=value,…")?),
                "plies" => {
                    let allowed = "a number from 0 to 100";
                    let plies = self::number("plies", value, 0..=MAX_PLIES, allowed)?;
                    wanted.plies = Some(plies as usize);
                }
                _ => {
                    return Err(Rejected(format!(
                        "unknown genfens parameter '{}', allowed are seed, book, variant, rules and \
                         plies, each with its value",
                        quoted(word)
                    )));
                }
            }
        }
        Ok(wanted)
    }

    /// Fills in variant and rules of a position where no variant is given.
    pub fn with_defaults_of(mut self, position: &AnyGame) -> Self {
        if self.variant.is_none() {
            self.variant = Some(position.variant().to_owned());
            self.rules.get_or_insert_with(|| position.rules());
        }
        self
    }

    /// Prints all positions except the last, which it returns; `None` if `stop` is set before.
    ///
    /// # Errors
    /// The variant or the rules are unknown, or the book cannot be read.
    pub fn run(
        &self,
        games: &Games,
        stop: &StopFlag,
        print: &mut dyn FnMut(String),
    ) -> Result<Option<String>, Error> {
        let variant = self.variant.as_deref().unwrap_or(AnyGame::DEFAULT_VARIANT);
        let rules = self.rules.as_deref().unwrap_or_default();
        let plies = match self.book {
            None => self.plies.unwrap_or(PLIES),
            Some(_) => self.plies.unwrap_or(BOOK_PLIES),
        };
        let mut position = GameSpec::new(variant, rules).open(games)?;
        let mut openings = RandomOpenings::new(&position, self.seed, plies, stop)?;
        let book = match &self.book {
            None => vec![PositionSpec::default()],
            Some(path) => read_book(path, games, &position)?,
        };
        for number in 0..self.number {
            // The inverted seed keeps this choice independent of the random moves.
            let choice = Random::new(!self.seed, number).below(book.len());
            let Some(first) = choice.and_then(|choice| book.get(choice)) else { break };
            let opening = openings.opening_from(first, number);
            if openings.is_stopped() {
                break;
            }
            opening.set_up(&mut position)?;
            let line = format!("info string genfens {}", position.fen());
            if number + 1 == self.number {
                return Ok(Some(line));
            }
            print(line);
        }
        Ok(None)
    }
}

fn text(parameter: &str, value: Option<&str>, allowed: &str) -> Result<String, Rejected> {
    let missing = || Rejected::value(format_args!("genfens {parameter}"), "", allowed);
    value.map(str::to_owned).ok_or_else(missing)
}

fn number(
    parameter: &str,
    value: Option<&str>,
    range: RangeInclusive<u64>,
    allowed: &str,
) -> Result<u64, Rejected> {
    let what = format_args!("genfens {parameter}");
    rejected::number(what, value.unwrap_or_default(), range, allowed)
}

/// Reads an opening book (EPD).
fn read_book(path: &str, games: &Games, position: &AnyGame) -> Result<Vec<PositionSpec>, Rejected> {
    let bad = |reason: &dyn Display| Rejected(format!("genfens book '{}': {reason}", quoted(path)));
    let text = files::read_text(path, MAX_FILE).map_err(|error| bad(&error))?;
    let file = EpdFile::parse(&text).map_err(|error| bad(&error))?;
    epd::openings(&file, games, position.clone()).map_err(|error| bad(&error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_may_come_in_any_order() {
        let wanted = GenFens::parse("5 seed 7 book None plies 3 rules leap=single").unwrap();
        let (variant, rules, plies) = (None, Some("leap=single".to_owned()), Some(3));
        let expected = GenFens { number: 5, seed: 7, book: None, variant, rules, plies };
        assert_eq!(wanted, expected);
        let again = "5 plies 3 rules leap=single book none seed 7";
        assert_eq!(GenFens::parse(again), Ok(expected));
    }

    #[test]
    fn the_position_fills_in_rules_of_its_own_variant_only() {
        let mut game = AnyGame::new("rococo").unwrap();
        game.set_rules("movelimit=7").unwrap();
        let filled = |text| GenFens::parse(text).unwrap().with_defaults_of(&game);
        let own = filled("1");
        assert_eq!((own.variant.as_deref(), own.rules), (Some("rococo"), Some(game.rules())));
        assert_eq!(filled("1 rules movelimit=9").rules.as_deref(), Some("movelimit=9"));
        let other = filled("1 variant maxima");
        assert_eq!((other.variant.as_deref(), other.rules), (Some("maxima"), None));
    }

    #[test]
    fn errors_name_parameter_value_and_range() {
        let unknown = "unknown genfens parameter 'chess960', allowed are seed, book, variant, rules \
                       and plies, each with its value";
        for (text, error) in [
            ("", "genfens number is '', allowed is a number from 1 to 1000000000"),
            ("0", "genfens number is '0', allowed is a number from 1 to 1000000000"),
            ("3 seed x", "genfens seed is 'x', allowed is a number"),
            ("3 plies 101", "genfens plies is '101', allowed is a number from 0 to 100"),
            ("3 book", "genfens book is '', allowed is None or a file"),
            ("3 chess960", unknown),
        ] {
            assert_eq!(GenFens::parse(text).unwrap_err().to_string(), error);
        }
    }
}
