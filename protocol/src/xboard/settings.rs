//! Options and variants.

use std::io::{self, Write};

use super::command::XboardSetting;
use super::{Failure, MOST_WAITING, Mode, Purpose, Session, setup};
use crate::error::{Error, XboardError};
use crate::game::Place;
use crate::host::Change;
use crate::option::Setting;
use crate::variants;

impl<W: Write> Session<W> {
    /// A new game of the default variant, the engine with Black.
    pub(super) fn new_game(&mut self) -> Result<(), Failure> {
        self.cancel()?;
        self.open(variants::DEFAULT)?;
        self.clock.reset();
        self.score = None;
        if self.mode != Mode::Analyze {
            self.mode = Mode::Play(baroque_movegen::Color::Black);
        }
        self.begin()
    }

    /// The variant that is played from now on. XBoard wants its board before anything else.
    pub(super) fn choose_variant(&mut self, name: &str) -> Result<(), Failure> {
        // An unknown name must change nothing.
        variants::open(name)?;
        self.cancel()?;
        self.open(name)?;
        self.output.lines(setup::lines(self.host.game.as_ref()))?;
        self.begin()
    }

    /// Begins a game under a rule set, with the rules and the start that the user wants where the game
    /// has them.
    fn open(&mut self, name: &str) -> Result<(), Error> {
        if self.host.game.variant() == name {
            self.host.game.clear();
        } else if let Change::Rules(Some(error)) =
            self.host.set(Setting::Variant(name.to_owned()))?
        {
            return Err(error);
        }
        // The wishes were accepted by some game, which need not be this one.
        let game = &mut self.host.game;
        if game.set_rules(&self.wishes.rules).is_err() {
            game.set_rules("")?;
        }
        if game.set_start(&self.wishes.start).is_err() {
            let default = game.default_start().to_owned();
            game.set_start(&default)?;
        }
        Ok(game.set_place(&Place::default())?)
    }

    pub(super) fn set(&mut self, setting: XboardSetting) -> Result<(), Failure> {
        match setting {
            XboardSetting::OfferRenaissance(offer) => {
                self.wishes.offer_renaissance = offer;
                self.output.lines(setup::variants(offer))?;
            }
            XboardSetting::CompleteCaptures(complete) => {
                self.wishes.complete_captures = complete;
            }
            XboardSetting::Engine(Setting::Variant(name)) => self.choose_variant(&name)?,
            // XBoard takes no other start during a game: rules and start change with the next.
            XboardSetting::Engine(Setting::Rules(rules)) => {
                variants::open(self.host.game.variant())?.set_rules(&rules)?;
                self.wishes.rules = rules;
            }
            XboardSetting::Engine(Setting::Start(start)) => {
                variants::open(self.host.game.variant())?.set_start(&start)?;
                self.wishes.start = start;
            }
            XboardSetting::Engine(Setting::Log(path)) => self.output.log_to(&path)?,
            XboardSetting::Engine(setting) => self.set_engine(setting)?,
        }
        Ok(())
    }

    /// A setting of the engine waits for its move; other searches make room for it.
    fn set_engine(&mut self, setting: Setting) -> Result<(), Failure> {
        if self.is_thinking() {
            if self.waiting.len() >= MOST_WAITING {
                return Err(XboardError::TooMany.into());
            }
            self.waiting.push(setting);
            return Ok(());
        }
        let interrupted = self.search.as_ref().map(|search| search.purpose);
        self.cancel()?;
        let result = self.host.set(setting);
        match interrupted {
            Some(Purpose::Analysis) => self.restart_analysis(),
            Some(Purpose::Ponder(_)) => self.start_pondering(),
            _ => {}
        }
        result?;
        Ok(())
    }

    /// Carries out what waited for the engine's move.
    pub(super) fn set_what_waits(&mut self) -> io::Result<()> {
        for setting in std::mem::take(&mut self.waiting) {
            if let Err(error) = self.host.set(setting) {
                self.refuse(error, "option")?;
            }
        }
        Ok(())
    }
}
