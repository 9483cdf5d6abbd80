//! Changing options.

use std::io::Write;

use baroque_engine::Options;

use super::{Failure, Session};
use crate::error::Error;
use crate::option::{DEFAULT_HASH, Setting};
use crate::variants;

/// Settings that outlive a table.
pub(super) struct Settings {
    hash: u64,
    pub(super) threads: usize,
    options: Options,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            hash: DEFAULT_HASH,
            threads: 1,
            options: Options::default(),
        }
    }
}

impl<W: Write> Session<W> {
    pub(super) fn set(&mut self, setting: Setting) -> Result<(), Failure> {
        match setting {
            Setting::Informed => {}
            Setting::ClearHash => self.table.clear(),
            Setting::Hash(mebibytes) => self.set_hash(mebibytes)?,
            Setting::Threads(threads) => {
                self.settings.threads = clamped(threads);
                self.table.set_threads(self.settings.threads);
            }
            Setting::MultiPv(lines) => {
                self.settings.options.multi_pv = clamped(lines);
                self.table.set_options(self.settings.options);
            }
            Setting::MoveOverhead(milliseconds) => {
                self.settings.options.move_overhead = milliseconds;
                self.table.set_options(self.settings.options);
            }
            Setting::Variant(name) => {
                self.table = variants::open(&name)?;
                self.equip()?;
                self.announce_rules()?;
            }
            Setting::Rules(pairs) => {
                self.table.set_rules(&pairs)?;
                self.announce_rules()?;
            }
            Setting::Start(name) => {
                self.table.set_start(&name)?;
                self.announce_rules()?;
            }
        }
        Ok(())
    }

    fn set_hash(&mut self, mebibytes: u64) -> Result<(), Failure> {
        let refused = Error::Memory {
            wanted: mebibytes,
            kept: self.settings.hash,
        };
        self.table
            .set_hash(clamped(mebibytes))
            .map_err(|_| refused)?;
        self.settings.hash = mebibytes;
        Ok(())
    }

    /// Gives a new table the settings of the old one.
    fn equip(&mut self) -> Result<(), Failure> {
        self.table.set_threads(self.settings.threads);
        self.table.set_options(self.settings.options);
        let hash = std::mem::replace(&mut self.settings.hash, DEFAULT_HASH);
        if hash == DEFAULT_HASH {
            return Ok(());
        }
        match self.set_hash(hash) {
            Err(Failure::Refused(error)) => Ok(self.output.error(error)?),
            result => result,
        }
    }

    /// The rules or the start changed, and the table went to the start position.
    fn announce_rules(&mut self) -> Result<(), Failure> {
        self.spoiled = false;
        let description = self.table.description();
        Ok(self.output.note(description)?)
    }
}

/// A number of an option, which its range keeps small enough for every machine.
fn clamped(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
