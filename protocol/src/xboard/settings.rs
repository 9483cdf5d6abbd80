//! New games, variants and options.

use std::io::{self, Write};

use baroque_formats::Rejected;
use baroque_movegen::{AnyGame, Color};

use super::command::{COMPLETE_CAPTURES, OFFER_RENAISSANCE, parse_check, parse_setting};
use super::{MAX_QUEUED, Mode, SearchKind, SessionError, XboardSession, setup};
use crate::error::Error;
use crate::options::Setting;
use crate::session::Change;

impl<W: Write> XboardSession<W> {
    /// Starts a game of the default variant with the engine as Black.
    pub(super) fn new_game(&mut self) -> Result<(), SessionError> {
        self.cancel_search()?;
        self.start_variant(AnyGame::DEFAULT_VARIANT)?;
        self.clock.reset();
        self.last_score = None;
        if self.mode != Mode::Analyze {
            self.mode = Mode::Play(Color::Black);
        }
        self.reset_board()
    }

    /// Starts a game of another variant and first sends its `setup`, which XBoard expects at once.
    pub(super) fn set_variant(&mut self, name: &str) -> Result<(), SessionError> {
        // Fails on an unknown name before anything changes.
        if !self.state.loaded.games.open(name)?.sides_alternate() {
            return Err(Rejected(format!(
                "a side has two moves in a row in '{name}', which XBoard cannot play"
            ))
            .into());
        }
        self.cancel_search()?;
        self.start_variant(name)?;
        self.output.lines(setup::commands(&self.state.position))?;
        self.reset_board()
    }

    /// Starts a game of a variant with the preferred rules and start position, or with the defaults
    /// if the variant does not support them.
    fn start_variant(&mut self, name: &str) -> Result<(), Error> {
        self.state.set(Setting::Variant(name.to_owned()))?;
        let position = &mut self.state.position;
        if position.set_rules(&self.preferences.rules).is_err() {
            position.set_rules("")?;
        }
        if position.set_start(&self.preferences.start).is_err() {
            let default = position.default_start().to_owned();
            position.set_start(&default)?;
        }
        self.state.new_game();
        Ok(())
    }

    /// Changes the option of `NAME` or `NAME=VALUE`.
    pub(super) fn set_option(&mut self, text: &str) -> Result<(), SessionError> {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        let (name, value) = (name.trim_ascii(), value.trim_ascii());
        let is = |option: &str| option.eq_ignore_ascii_case(name);
        if name.is_empty() {
            return Err(Rejected::from("the name of the option is missing").into());
        } else if is(OFFER_RENAISSANCE) {
            let offer = parse_check(OFFER_RENAISSANCE, value)?;
            self.preferences.offer_renaissance = offer;
            return Ok(self.output.lines(setup::variants(&self.state.loaded.games, offer))?);
        } else if is(COMPLETE_CAPTURES) {
            self.preferences.complete_captures = parse_check(COMPLETE_CAPTURES, value)?;
            return Ok(());
        }
        self.set(parse_setting(name, value)?)
    }

    pub(super) fn set(&mut self, setting: Setting) -> Result<(), SessionError> {
        match setting {
            Setting::Variant(name) => self.set_variant(&name)?,
            // XBoard accepts no new `setup` during a game: both apply from the next game on.
            Setting::Rules(rules) => {
                self.state.position.first().set_rules(&rules)?;
                self.preferences.rules = rules;
            }
            Setting::Start(start) => {
                self.state.position.first().set_start(&start)?;
                self.preferences.start = start;
            }
            Setting::Log(path) => self.output.log_to(&path)?,
            setting => self.set_engine_option(setting)?,
        }
        Ok(())
    }

    /// Applies an engine option: queued while the engine searches its move; any other search is
    /// interrupted and restarted.
    fn set_engine_option(&mut self, setting: Setting) -> Result<(), SessionError> {
        if self.is_thinking() {
            if self.queued_settings.len() >= MAX_QUEUED {
                return Err(Rejected::from("too many options are queued").into());
            }
            self.queued_settings.push(setting);
            return Ok(());
        }
        let interrupted = self.search.as_ref().map(|search| search.kind);
        self.cancel_search()?;
        let result = self.state.set(setting);
        match interrupted {
            Some(SearchKind::Analysis) => self.restart_analysis(),
            Some(SearchKind::Ponder(_)) => self.start_pondering(),
            _ => {}
        }
        self.report_change(result?)?;
        Ok(())
    }

    /// Lists the variants again if there are others.
    fn report_change(&mut self, change: Change) -> io::Result<()> {
        match change {
            Change::Games(warnings) => {
                self.output.lines(setup::variants(
                    &self.state.loaded.games,
                    self.preferences.offer_renaissance,
                ))?;
                warnings.iter().try_for_each(|warning| self.output.note(warning))
            }
            Change::Nothing | Change::Rules => Ok(()),
        }
    }

    /// Applies the settings that were queued during the engine's move.
    pub(super) fn apply_queued_settings(&mut self) -> io::Result<()> {
        for setting in std::mem::take(&mut self.queued_settings) {
            match self.state.set(setting) {
                Ok(change) => self.report_change(change)?,
                Err(error) => self.print_error(error, "option")?,
            }
        }
        Ok(())
    }
}
