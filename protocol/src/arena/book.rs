//! The openings of a tournament: each has a number, so that it is the same whenever it is asked
//! for.

use std::path::{Path, PathBuf};

use thiserror::Error;

use super::player::GameRules;
use super::schedule::Fixture;
use super::settings::{Openings, Settings, Source};
use crate::epd::{self, OpeningError};
use crate::opening::{Random, RandomOpenings};
use crate::{Place, pgn};

/// Plies of random openings if nothing else is said.
const PLIES: usize = 8;

/// Where the games of a tournament begin.
pub struct Book {
    openings: Openings,
    pages: Pages,
}

enum Pages {
    /// A list in its order; never empty.
    List(Vec<Place>),
    Random(Box<RandomOpenings>),
}

/// What is wrong with openings.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum BookError {
    /// A file that cannot be read, or an opening in it that cannot be played.
    #[error("{}: {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong, and where.
        reason: String,
    },
    /// The rules.
    #[error(transparent)]
    Rules(#[from] crate::Error),
}

impl Book {
    /// Opens the book of a tournament and checks every opening.
    ///
    /// # Errors
    /// The first opening that cannot be played.
    pub fn open(settings: &Settings) -> Result<Self, BookError> {
        let (openings, rules) = (settings.openings.clone(), &settings.rules);
        let mut list = match &openings.source {
            Source::Start => vec![Place::default()],
            Source::Random => {
                let plies = openings.plies.unwrap_or(PLIES);
                let random =
                    RandomOpenings::new(&rules.variant, &rules.rules, settings.seed, plies)?;
                return Ok(Self { openings, pages: Pages::Random(Box::new(random)) });
            }
            Source::Epd(path) => positions(path, rules)?,
            Source::Pgn(path) => games(path, rules, openings.plies)?,
        };
        if openings.shuffled {
            shuffle(&mut list, settings.seed);
        }
        Ok(Self { openings, pages: Pages::List(list) })
    }

    /// The opening of a game.
    pub fn opening(&mut self, fixture: &Fixture) -> Place {
        let number = if self.openings.by_round { fixture.round } else { fixture.encounter };
        let number = (number - 1).saturating_add(self.openings.start - 1);
        match &mut self.pages {
            Pages::Random(random) => random.opening(number),
            Pages::List(list) => {
                let index = number.checked_rem(list.len() as u64).unwrap_or_default();
                list.get(index as usize).cloned().unwrap_or_default()
            }
        }
    }
}

/// The rules that the header of a file of positions names.
pub fn header(path: &Path) -> Option<GameRules> {
    let file = epd::File::parse(&read(path).ok()?).ok()?;
    Some(GameRules { variant: file.variant?, rules: file.rules.unwrap_or_default() })
}

fn read(path: &Path) -> Result<String, BookError> {
    let bytes = std::fs::read(path).map_err(|error| wrong(path, error.to_string()))?;
    Ok(pgn::decode(&bytes))
}

fn wrong(path: &Path, reason: String) -> BookError {
    BookError::File { path: path.to_owned(), reason }
}

fn positions(path: &Path, rules: &GameRules) -> Result<Vec<Place>, BookError> {
    let file = epd::File::parse(&read(path)?).map_err(|error| wrong(path, error.to_string()))?;
    let openings = file.openings(rules.open()?.as_mut());
    openings.map_err(|error| wrong(path, error.to_string()))
}

fn games(path: &Path, rules: &GameRules, plies: Option<usize>) -> Result<Vec<Place>, BookError> {
    let text = read(path)?;
    let expected = rules.open()?;
    let mut places = Vec::new();
    for game in pgn::Reader::new(&text) {
        let mut game = game.map_err(|error| wrong(path, error.to_string()))?;
        let number = places.len() + 1;
        let bad = |reason: String| wrong(path, format!("game {number}: {reason}"));
        game.moves.truncate(plies.unwrap_or(usize::MAX));
        let mut played = game.open().map_err(|error| bad(error.to_string()))?;
        if (played.variant(), played.rules()) != (expected.variant(), expected.rules()) {
            return Err(bad(format!(
                "it is a game of {} with {}, not of {} with {}",
                played.variant(),
                played.rules(),
                expected.variant(),
                expected.rules()
            )));
        }
        // The last move may have ended the game.
        while played.outcome().is_some() {
            if played.take_back().is_none() {
                return Err(bad("it is over before it begins".to_owned()));
            }
        }
        places.push(Place {
            fen: (!played.began_at_start()).then(|| played.first_fen()),
            moves: played.moves().iter().map(|&mv| played.uci(mv)).collect(),
        });
    }
    match places.is_empty() {
        true => Err(wrong(path, OpeningError::Empty.to_string())),
        false => Ok(places),
    }
}

/// Fisher and Yates's shuffle, the same for the same seed on every machine.
fn shuffle(list: &mut [Place], seed: u64) {
    let mut random = Random::new(seed, 0);
    for last in (1..list.len()).rev() {
        if let Some(other) = random.below(last + 1) {
            list.swap(last, other);
        }
    }
}
