//! Changing options.

use std::io::Write;

use baroque_engine::Options;

use super::{Failure, Session};
use crate::error::Error;
use crate::option::{DEFAULT_HASH, DEFAULT_THREADS, Setting};
use crate::variants;

/// Settings that outlive a game.
pub(super) struct Settings {
    hash: u64,
    pub(super) threads: usize,
    options: Options,
}

impl Default for Settings {
    fn default() -> Self {
        Self { hash: DEFAULT_HASH, threads: clamped(DEFAULT_THREADS), options: Options::default() }
    }
}

impl<W: Write> Session<W> {
    pub(super) fn set(&mut self, setting: Setting) -> Result<(), Failure> {
        match setting {
            Setting::Ignored => {}
            Setting::ClearHash => self.game.clear(),
            Setting::Hash(mebibytes) => self.set_hash(mebibytes)?,
            Setting::Threads(threads) => {
                self.settings.threads = clamped(threads);
                self.game.set_threads(self.settings.threads);
            }
            Setting::MultiPv(lines) => {
                self.settings.options.multi_pv = clamped(lines);
                self.game.set_options(self.settings.options);
            }
            Setting::MoveOverhead(milliseconds) => {
                self.settings.options.move_overhead = milliseconds;
                self.game.set_options(self.settings.options);
            }
            Setting::Variant(name) => {
                self.game = variants::open(&name)?;
                self.equip()?;
                self.announce_rules()?;
            }
            Setting::Rules(pairs) => {
                self.game.set_rules(&pairs)?;
                self.announce_rules()?;
            }
            Setting::Start(name) => {
                self.game.set_start(&name)?;
                self.announce_rules()?;
            }
        }
        Ok(())
    }

    fn set_hash(&mut self, mebibytes: u64) -> Result<(), Failure> {
        let refused = Error::Memory { wanted: mebibytes, kept: self.settings.hash };
        self.game.set_hash(clamped(mebibytes)).map_err(|_| refused)?;
        self.settings.hash = mebibytes;
        Ok(())
    }

    /// Gives a new game the settings of the old one.
    fn equip(&mut self) -> Result<(), Failure> {
        self.game.set_threads(self.settings.threads);
        self.game.set_options(self.settings.options);
        let hash = std::mem::replace(&mut self.settings.hash, DEFAULT_HASH);
        if hash == DEFAULT_HASH {
            return Ok(());
        }
        match self.set_hash(hash) {
            Err(Failure::Refused(error)) => Ok(self.output.error(error)?),
            result => result,
        }
    }

    /// The rules or the start changed, and the game went to the start position.
    fn announce_rules(&mut self) -> Result<(), Failure> {
        let description = self.game.description();
        Ok(self.output.note(description)?)
    }
}

/// A number of an option, which its range keeps small enough for every machine.
fn clamped(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
