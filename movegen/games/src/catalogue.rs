//! The games that can be chosen by name.

use std::sync::{Arc, OnceLock};

use baroque_movegen::about::About;
use baroque_movegen::{AnyGame, NameError, Start};

use crate::{DescribedGame, FileErrors, GameFile, builtin, parse};

/// Why a game that has no rules cannot be played.
pub const WHY_UNPLAYABLE: &str = "an umpire draws its pieces";
/// Why Optima cannot be played.
const WHY_NOT_OPTIMA: &str = "the rules of Michael Howe's pieces are not known to us; optima-frame \
                              has his board, placement and aim, and optima-house, \
                              optima-house-pool and optima-house-9 add pieces of ours";

/// The games that can be chosen by name: the compiled ones, those of the files that are part of the
/// program, and those that the owner adds. Clones share what was added before.
///
/// ```
/// use baroque_games::Games;
/// let mut games = Games::default();
/// let fugue = games.open("fugue").unwrap();
/// assert_eq!(fugue.legal_moves().len(), 22);
///
/// let text = r#"
/// format = 1
/// [quick]
/// inherits = "rococo"
/// end = { movelimit = 40 }
/// "#;
/// games.add_file(&baroque_games::parse("quick.toml", text).unwrap());
/// assert!(games.open("quick").unwrap().rules().contains("movelimit=40"));
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Games(Arc<Vec<Known>>);

/// A name and what it means.
#[derive(Clone, PartialEq, Debug)]
struct Known {
    name: String,
    /// The default start, or why the game cannot be played.
    start: Result<AnyGame, &'static str>,
}

impl Known {
    fn of(game: &DescribedGame) -> Self {
        Self { name: game.name.clone(), start: game.start().map_err(|_| WHY_UNPLAYABLE) }
    }

    fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    fn definition(&self) -> Option<&str> {
        self.start.as_ref().ok()?.definition()
    }
}

/// The games of our files that can be played. A constant, for reading the files takes longer than all
/// else at the start of the program.
const SHIPPED: &[&str] = &[
    "fugue",
    "skirmish",
    "optima-house",
    "optima-house-pool",
    "optima-house-9",
    "optima-frame",
    "optima-frame-9",
    "rococo-vchess",
];

/// What is known besides the compiled games.
fn shipped() -> &'static [Known] {
    static KNOWN: OnceLock<Vec<Known>> = OnceLock::new();
    KNOWN.get_or_init(|| {
        let optima = Known { name: "optima".to_owned(), start: Err(WHY_NOT_OPTIMA) };
        builtin().iter().map(Known::of).chain([optima]).collect()
    })
}

impl Games {
    /// Adds the games of a file.
    pub fn add_file(&mut self, file: &GameFile) {
        file.games.iter().for_each(|game| self.add(Known::of(game)));
    }

    /// Adds a game, as its default start. It goes before others of its name, and takes the place of
    /// one of the same name that is played alike.
    pub fn add_game(&mut self, start: AnyGame) {
        self.add(Known { name: start.variant().to_owned(), start: Ok(start) });
    }

    fn add(&mut self, added: Known) {
        let games = Arc::make_mut(&mut self.0);
        let is_same =
            |known: &Known| known.name == added.name && known.definition() == added.definition();
        games.retain(|known| !is_same(known));
        games.push(added);
    }

    /// The bytes of the games that were added, about.
    pub fn bytes(&self) -> usize {
        self.0.iter().flat_map(|known| &known.start).map(AnyGame::bytes).sum()
    }

    /// The number of the games that were added.
    pub fn count_added(&self) -> usize {
        self.0.len()
    }

    /// The names of all games that can be played: the compiled ones first, the added ones last.
    pub fn names(&self) -> Vec<&'static str> {
        let mut names = AnyGame::variants();
        names.extend(SHIPPED);
        for known in self.0.iter() {
            names.retain(|name| *name != known.name);
            names.extend(known.start.as_ref().map(AnyGame::variant));
        }
        names
    }

    /// The default start of the game with a name, whose case does not matter.
    ///
    /// # Errors
    /// No game has this name, or the one that has it cannot be played.
    pub fn open(&self, name: &str) -> Result<AnyGame, NameError> {
        self.open_defined(name, None)
    }

    /// [`Self::open`], where several games have the name: the one with the hash of its definition, or
    /// else the last one.
    ///
    /// # Errors
    /// Those of [`Self::open`].
    pub fn open_defined(&self, name: &str, hash: Option<&str>) -> Result<AnyGame, NameError> {
        let mut added = self.0.iter().rev().filter(|known| known.is(name));
        let last = added.clone().next();
        let found = hash.and_then(|_| added.find(|known| known.definition() == hash)).or(last);
        let known = match (found, AnyGame::new(name)) {
            (None, Ok(compiled)) => return Ok(compiled),
            (found, _) => found.or_else(|| shipped().iter().find(|known| known.is(name))),
        };
        match known {
            Some(Known { start, .. }) => {
                start.clone().map_err(|why| NameError::Unplayable { name: name.to_owned(), why })
            }
            None => Err(NameError::Unknown {
                what: "variant",
                name: name.to_owned(),
                allowed: self.names().join(" "),
            }),
        }
    }
}

impl DescribedGame {
    /// The default start.
    ///
    /// # Errors
    /// An umpire draws its pieces.
    pub fn start(&self) -> Result<AnyGame, NameError> {
        let error = || NameError::Unplayable { name: self.name.clone(), why: WHY_UNPLAYABLE };
        let start = |(name, fen): &(String, String)| Start { name: name.clone(), fen: fen.clone() };
        let about = About {
            name: self.name.clone(),
            title: self.title.clone().unwrap_or_else(|| self.name.clone()),
            hash: self.hash.clone(),
            starts: self.starts.iter().map(start).collect(),
        };
        let rules = self.rules.clone().ok_or_else(error)?;
        // The parser refuses names of compiled games and games without a start.
        AnyGame::custom(about, rules).map_err(|_| error())
    }
}

/// The games of a file in one call, each as its default start, without those that cannot be played.
///
/// ```
/// let text = "format = 1\n[quick]\ninherits = 'rococo'\nend = { movelimit = 40 }\n";
/// let games = baroque_games::load(text).unwrap();
/// assert_eq!(games[0].legal_moves().len(), 25);
/// ```
///
/// # Errors
/// All that is wrong with the file.
pub fn load(text: &str) -> Result<Vec<AnyGame>, FileErrors> {
    let file = parse("the text", text)?;
    Ok(file.games.iter().filter_map(|game| game.start().ok()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_games_are_those_that_can_be_played() {
        let playable = builtin().iter().filter(|game| game.rules.is_some());
        assert_eq!(playable.map(|game| &*game.name).collect::<Vec<_>>(), SHIPPED);
    }
}
