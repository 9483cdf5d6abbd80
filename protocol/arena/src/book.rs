//! The openings of a match. Each has a number, and the same number always gives the same opening.

use std::fmt::Display;
use std::path::Path;

use baroque_formats::GameSpec;
use baroque_formats::Rejected;
use baroque_formats::epd;
use baroque_formats::files::{self, MAX_FILE};
use baroque_formats::pgn;
use baroque_formats::position_spec::PositionSpec;
use baroque_games::Games;
use baroque_movegen::{AnyGame, EpdFile};
use baroque_protocol::error::Error;
use baroque_protocol::tools::error::print_warning;
use baroque_training::openings::RandomOpenings;
use baroque_training::random::Random;

use super::interrupts::Interrupts;
use super::schedule::Pairing;
use super::settings::{Openings, Settings, Source};

/// The default length of random openings.
const PLIES: usize = 8;

/// The openings of a match.
pub struct Book {
    openings: Openings,
    contents: Contents,
    /// The last random opening, by its number: a pair of games has one together.
    last: Option<(u64, PositionSpec)>,
}

enum Contents {
    /// In the order of play; never empty.
    List(Vec<PositionSpec>),
    Random(Box<RandomOpenings>),
}

impl Book {
    /// Reads the openings of a match and checks all of them.
    ///
    /// # Errors
    /// The file cannot be read, or one of its openings cannot be played.
    pub fn open(settings: &Settings) -> Result<Self, Error> {
        let Settings { openings, rules, loaded, .. } = settings;
        let known = &loaded.games;
        let openings = openings.clone();
        let mut list = match &openings.source {
            Source::Start => vec![PositionSpec::default()],
            Source::Random => {
                let plies = openings.plies.unwrap_or(PLIES);
                let (start, interrupts) = (rules.open(known)?, Interrupts::listen());
                let random = RandomOpenings::new(&start, settings.seed, plies, interrupts.stop())?;
                let contents = Contents::Random(Box::new(random));
                return Ok(Self { openings, contents, last: None });
            }
            Source::Epd(path) => positions(path, rules.open(known)?, known)?,
            Source::Pgn(path) => games(path, rules, known, openings.plies)?,
        };
        if openings.shuffled {
            Random::new(settings.seed, 0).shuffle(&mut list);
        }
        Ok(Self { openings, contents: Contents::List(list), last: None })
    }

    /// The opening of a game; `None` if the user ends the match before one is found. The openings of a file
    /// are repeated when they run out.
    pub fn opening(&mut self, pairing: &Pairing) -> Option<PositionSpec> {
        let number = if self.openings.by_round { pairing.round } else { pairing.encounter };
        let number = (number - 1).saturating_add(self.openings.start - 1);
        match &mut self.contents {
            Contents::Random(random) => {
                let known = self.last.take().filter(|(last, _)| *last == number);
                let (_, opening) = known.unwrap_or_else(|| (number, random.opening(number)));
                self.last = (!random.is_stopped()).then(|| (number, opening.clone()));
                self.last.is_some().then_some(opening)
            }
            Contents::List(list) => {
                let index = number.checked_rem(list.len() as u64).unwrap_or_default();
                Some(list.get(index as usize).cloned().unwrap_or_default())
            }
        }
    }
}

/// The rules in the header of an EPD file, if it can be read and has them.
pub fn header(path: &Path) -> Option<GameSpec> {
    let file = EpdFile::parse(&read(path).ok()?).ok()?;
    let rules = file.rules.map(|header| header.value).unwrap_or_default();
    Some(GameSpec::new(&file.variant?.value, &rules))
}

fn read(path: &Path) -> Result<String, Error> {
    files::read_text(path, MAX_FILE).map_err(|error| file_error(path, error))
}

fn file_error(path: &Path, reason: impl Display) -> Error {
    Rejected::at(path.display(), reason).into()
}

fn positions(path: &Path, start: AnyGame, known: &Games) -> Result<Vec<PositionSpec>, Error> {
    let file = EpdFile::parse(&read(path)?).map_err(|error| file_error(path, error))?;
    let openings = epd::openings(&file, known, start);
    openings.map_err(|error| file_error(path, error))
}

fn games(
    path: &Path,
    rules: &GameSpec,
    known: &Games,
    plies: Option<usize>,
) -> Result<Vec<PositionSpec>, Error> {
    let text = read(path)?;
    let expected = rules.open(known)?;
    let mut openings = Vec::new();
    let mut reader = pgn::PgnReader::new(&text).with_games(known);
    while let Some(game) = reader.next() {
        for warning in reader.warnings() {
            print_warning(file_error(path, warning));
        }
        let mut game = game.map_err(|error| file_error(path, error))?;
        let number = openings.len() + 1;
        let game_error = |reason: String| file_error(path, format!("game {number}: {reason}"));
        game.moves.truncate(plies.unwrap_or(usize::MAX));
        let mut position = game.open(known).map_err(|error| game_error(error.to_string()))?;
        if (position.variant(), position.rules()) != (expected.variant(), expected.rules()) {
            return Err(game_error(format!(
                "the game is {} with {}, not {} with {}",
                position.variant(),
                position.rules(),
                expected.variant(),
                expected.rules()
            )));
        }
        // An opening cannot end with a finished game.
        while position.outcome().is_some() {
            if position.take_back().is_none() {
                return Err(game_error("the game is over at its start".to_owned()));
            }
        }
        openings.push(PositionSpec {
            fen: (!position.is_from_default_start()).then(|| position.first().fen()),
            moves: position.moves().iter().map(|&mv| position.uci(mv)).collect(),
        });
    }
    match openings.is_empty() {
        true => Err(file_error(path, epd::EMPTY)),
        false => Ok(openings),
    }
}
