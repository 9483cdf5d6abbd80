//! Those who are in rooms.

use std::sync::Arc;

use baroque_formats::Rejected;
use baroque_formats::games::File;
use baroque_formats::text::quoted;
use baroque_games::Games;
use tokio::sync::watch;

use super::{Hall, Live, MOVE_TIME, OPENING_TIME, check_memory, lock, within};
use crate::message::{Command, Line, RoomInfo};
use crate::secret::Role;
use crate::setup::Setup;

/// Somebody in a room, until this is dropped.
#[derive(Debug)]
pub struct Visitor {
    pub(super) hall: Arc<Hall>,
    pub(super) live: Arc<Live>,
    pub(super) role: Role,
    /// Changes whenever something has happened, or somebody came or left.
    pub changes: watch::Receiver<u64>,
}

impl Visitor {
    /// Who that is.
    pub fn role(&self) -> Role {
        self.role
    }

    /// Held by whoever does something in the room, so that the others wait without a thread.
    pub fn turn(&self) -> Arc<tokio::sync::Mutex<()>> {
        Arc::clone(&self.live.turn)
    }

    /// What can be seen of the room.
    ///
    /// # Errors
    /// The room cannot be read; never once it could be entered.
    pub fn info(&self, at: u64) -> Result<RoomInfo, Rejected> {
        let present = lock(&self.live.present).clone();
        self.hall.with_live(&self.live, |_, room| Ok(room.info(self.role, &present, at)))
    }

    /// The games that can be played in the room.
    pub fn games(&self) -> Games {
        lock(&self.live.loaded).as_ref().map(|loaded| loaded.games.clone()).unwrap_or_default()
    }

    /// The file that describes the game, if it is not one of the program's.
    ///
    /// # Errors
    /// Those of [`Self::info`].
    pub fn file(&self) -> Result<Option<File>, Rejected> {
        let named = |File { name, text }: &File| File { name: quoted(name), text: text.clone() };
        self.hall.with_live(&self.live, |_, room| Ok(room.setup().file.as_ref().map(named)))
    }

    /// Whether the game is described by a file.
    ///
    /// # Errors
    /// Those of [`Self::info`].
    pub fn has_file(&self) -> Result<bool, Rejected> {
        self.hall.with_live(&self.live, |_, room| Ok(room.setup().file.is_some()))
    }

    /// Whether the rules of another game in the room are drawn, which may take long.
    ///
    /// # Errors
    /// Those of [`Self::info`].
    pub fn draws_rules(&self) -> Result<bool, Rejected> {
        self.hall.with_live(&self.live, |_, room| Ok(room.setup().penultima.is_some()))
    }

    /// The log of the game before the one in the room, if its rules were secret.
    ///
    /// # Errors
    /// Those of [`Self::info`].
    pub fn log_before(&self) -> Result<Option<String>, Rejected> {
        self.hall.with_live(&self.live, |_, room| Ok(room.log_before().map(str::to_owned)))
    }

    /// The lines of the chat from a number on, and the number of the next one.
    ///
    /// # Errors
    /// Those of [`Self::info`].
    pub fn lines_from(&self, first: usize) -> Result<(Vec<Line>, usize), Rejected> {
        self.hall.with_live(&self.live, |_, room| Ok(room.lines_from(first)))
    }

    /// Does what a player wants. When this returns it is on disk.
    ///
    /// # Errors
    /// It cannot be done; for the player.
    pub fn act(&self, command: &Command, at: u64) -> Result<(), Rejected> {
        let Role::Seat(player) = self.role else {
            return Err("only players can do this".into());
        };
        self.hall.catch_up(at)?;
        self.hall.with_live(&self.live, |live, room| {
            self.hall.settle(live, room, at)?;
            if let Command::Say { .. } = command {
                self.hall.check_disk()?;
            }
            let time = match room.setup() {
                Setup { penultima: Some(_), file, .. } if command.is_of_rematch() => {
                    // Rules are drawn.
                    check_memory(file.is_some())?;
                    OPENING_TIME
                }
                _ => MOVE_TIME,
            };
            let happens = within(time, || room.decide(player, command))??;
            self.hall.happen(live, room, happens, Vec::new(), at)
        })
    }
}

impl Drop for Visitor {
    fn drop(&mut self) {
        lock(&self.live.present).leave(self.role);
        let loaded = lock(&self.live.loaded);
        let is_seated = loaded.as_ref().is_some_and(|loaded| loaded.room.is_seated());
        drop(loaded);
        if is_seated {
            let at = *lock(&self.hall.awake);
            self.hall.note_visit(self.live.id, at);
        }
        self.live.changes.send_modify(|count| *count += 1);
        self.hall.release(&self.live);
    }
}
