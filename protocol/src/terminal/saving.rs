//! Saving and loading the game of a session.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use baroque_formats::files::{self, MAX_FILE};
use baroque_formats::pgn::{GameResult, PgnGame, PgnReader};
use baroque_movegen::interrupt::is_interrupted;

use super::input::Input;
use super::session::{CONTINUE, QUIT, SessionFlow, TerminalSession, is_yes};

impl<W: Write> TerminalSession<W> {
    /// Autosaves the game; reports only the first of consecutive errors.
    pub(super) fn autosave(&mut self) -> io::Result<()> {
        let text = self.game.to_pgn();
        if is_interrupted() {
            // The moves would have other texts.
            return Ok(());
        }
        let result = self.autosave.save(&text);
        let is_reported = std::mem::replace(&mut self.autosave_failed, result.is_err());
        match result {
            Err(error) if !is_reported => self
                .screen
                .print_error(&format!("the game cannot be saved: {error}; try 'save FILE'")),
            _ => Ok(()),
        }
    }

    /// Resets what belongs to the previous game.
    pub(super) fn reset_session(&mut self) {
        self.searcher.new_game();
        self.autosave.start_new_game();
        self.autosave_failed = false;
    }

    /// Writes the game to a file.
    pub(super) fn save(&mut self, file: &Path) -> SessionFlow {
        if let Err(error) = files::resolve_target(file) {
            return self.print_error(&format!("{}: {error}", file.display()));
        }
        if file.exists() {
            match self.ask(&format!("{} exists. Replace it? [y/N] ", file.display()))? {
                Input::Line(answer) if is_yes(&answer) => {}
                Input::End => return QUIT,
                _ => return CONTINUE,
            }
        }
        let text = self.game.to_pgn();
        if is_interrupted() {
            return CONTINUE;
        }
        match files::write_atomically(file, &text) {
            Ok(()) => {
                self.autosave.note_saved(file, &text);
                self.screen.print_line(&format!("saved in {}", file.display()))?;
            }
            Err(error) => self.screen.print_error(&format!("{}: {error}", file.display()))?,
        }
        CONTINUE
    }

    /// Loads the last game of a file, or the autosaved one.
    pub(super) fn load(&mut self, file: Option<PathBuf>) -> io::Result<()> {
        let (is_autosave, strength) = (file.is_none(), self.game.strength);
        let Some(file) = file.or_else(|| self.autosave.previous_game()) else {
            return self.screen.print_error("there is no saved game");
        };
        let loaded = files::read_regular(&file, MAX_FILE)
            .map_err(|error| error.to_string())
            .and_then(|bytes| {
                let text = files::decode(&bytes).map_err(|error| error.to_string())?;
                let (games, warnings) = self.game.load_pgn(&text, &self.games)?;
                Ok((bytes, games, warnings))
            });
        let (bytes, games, warnings) = match loaded {
            Ok(loaded) => loaded,
            Err(error) => {
                return self.screen.print_error(&format!("{}: {error}", file.display()));
            }
        };
        // The autosave file holds the loaded game already, unless a newer game was saved there.
        let is_saved = is_autosave && !self.autosave.is_written() && games == 1;
        self.reset_session();
        for warning in warnings {
            self.screen.print_line(&format!("warning: {}: {warning}", file.display()))?;
        }
        if is_saved {
            self.autosave.resume(bytes);
        }
        if games > 1 {
            self.screen.print_line(&format!("game {games} of {games}"))?;
        }
        if self.game.strength != strength {
            self.screen.print_line(&self.game.strength.description_after(strength))?;
        }
        self.show()
    }

    /// Prints a note if an unfinished game can be loaded.
    pub(super) fn print_saved_game_note(&mut self) -> io::Result<()> {
        if self.autosave.is_written() || !self.game.position.moves().is_empty() {
            return Ok(());
        }
        let saved = self.autosave.previous_game();
        let saved = saved.and_then(|path| files::read_text(path, MAX_FILE).ok());
        let last = saved.and_then(|text| {
            let games: Result<Vec<PgnGame>, _> =
                PgnReader::new(&text).with_games(&self.games).collect();
            games.ok()?.pop()
        });
        let unfinished = last.filter(|game| game.result == GameResult::Unknown);
        if unfinished.is_some_and(|game| !game.moves.is_empty()) {
            self.screen.print_line("An unfinished game is saved; 'load' continues it.")?;
        }
        Ok(())
    }

    /// Prints a note if another session uses the default autosave file.
    pub(super) fn print_other_session_note(&mut self) -> io::Result<()> {
        match self.autosave.path().filter(|_| self.autosave.is_secondary()) {
            Some(path) => {
                let path = path.display();
                let text = format!("Another session is running; this game is saved in {path}.");
                self.screen.print_line(&text)
            }
            None => Ok(()),
        }
    }

    /// Prints how to resume an unfinished game, or the game itself if it could not be saved.
    pub(super) fn print_resume_advice(mut self) -> io::Result<()> {
        if !self.game.is_unfinished() {
            return Ok(());
        }
        if !self.autosave_failed {
            return match self.autosave.is_written() {
                true => self.screen.print_line(&self.autosave.resume_advice()),
                false => self.screen.print_line("Nothing was played since the game was loaded."),
            };
        }
        self.screen.print_line("The game could not be saved; here it is:")?;
        self.screen.print_unwrapped(&self.game.to_pgn())
    }
}
