//! What the program is given besides its own games: files of games, and what studies learned.

use std::sync::Arc;

use baroque_engine::Levels;
use baroque_engine::network::{Evaluation, Network};
use baroque_games::{FileError, Games};
use baroque_movegen::{AnyGame, Move};

use crate::games::{self, GamesFileError};
use crate::knowledge::Knowledge;
use crate::rejected::Rejected;

/// Games that can be chosen, and what was learned of some of them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Loaded {
    /// The games.
    pub games: Games,
    /// The files that some of them come from.
    pub files: Vec<String>,
    /// The folders and files of the studies.
    pub study_paths: Vec<String>,
    /// The last one first: it goes before others of the same game.
    studies: Vec<Arc<Knowledge>>,
}

impl Loaded {
    /// Games, and the files that some of them come from.
    pub fn new(games: Games, files: Vec<String>) -> Self {
        Self { games, files, ..Self::default() }
    }

    /// Reads a file of games. Returns what is probably not intended in it.
    ///
    /// # Errors
    /// The file cannot be read, or something in it is wrong; then none of its games is used.
    pub fn load_games(&mut self, path: &str) -> Result<Vec<FileError>, GamesFileError> {
        let warnings = games::load(&mut self.games, path)?;
        self.files.push(path.to_owned());
        Ok(warnings)
    }

    /// Reads what a study learned, from its folder or its file; its game is added, if it is one of a file.
    ///
    /// # Errors
    /// It cannot be read, or something in it is wrong; then nothing of it is used.
    pub fn load_study(&mut self, path: &str) -> Result<Arc<Knowledge>, Rejected> {
        let knowledge = Arc::new(Knowledge::read(path, &mut self.games)?);
        self.add_study(Arc::clone(&knowledge));
        self.study_paths.push(path.to_owned());
        Ok(knowledge)
    }

    /// Adds what a study learned of a game that is known.
    pub fn add_study(&mut self, knowledge: Arc<Knowledge>) {
        self.studies.retain(|known| !known.fits(knowledge.start()));
        self.studies.insert(0, knowledge);
    }

    /// The start of the game that is meant where none is named: that of the last study, or Baroque's.
    pub fn default_start(&self) -> AnyGame {
        self.studies.first().map(|study| study.start().clone()).unwrap_or_default()
    }

    /// What was learned of the game of a position, under its rules.
    pub fn study(&self, position: &AnyGame) -> Option<&Knowledge> {
        self.studies.iter().find(|study| study.fits(position)).map(Arc::as_ref)
    }

    /// The networks of the studies, that of the last one first.
    pub fn networks(&self) -> Vec<Arc<Network>> {
        self.studies.iter().filter_map(|study| study.network()).collect()
    }

    /// The networks of the studies; other games are evaluated by their own.
    pub fn evaluation(&self) -> Evaluation {
        self.networks().into()
    }

    /// The moves of a study's book in a position; none outside of books.
    pub fn book_moves(&self, position: &AnyGame) -> &[Move] {
        self.study(position).map_or(&[], |study| study.book_moves(position))
    }

    /// What was learned of the game of a position, by its own rules or else by others.
    pub fn study_by_any_rules(&self, position: &AnyGame) -> Option<&Knowledge> {
        let other = || self.studies.iter().find(|study| study.is_of(position));
        self.study(position).or_else(|| other().map(Arc::as_ref))
    }

    /// The levels of strength of the game of a position, if a study measured them.
    pub fn levels(&self, position: &AnyGame) -> Option<Levels> {
        self.study(position)?.levels
    }

    /// A move of a study's book in a position, another one with another seed; `None` outside of books.
    pub fn book_move(&self, position: &AnyGame, seed: u64) -> Option<Move> {
        let moves = self.book_moves(position);
        let drawn = seed.wrapping_add(position.key()).checked_rem(moves.len() as u64)?;
        moves.get(usize::try_from(drawn).ok()?).copied()
    }
}
