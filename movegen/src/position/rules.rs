//! Rule switches: reading and writing them, and the switches that all games share.

use std::fmt::{Debug, Display};
use std::marker::PhantomData;

use thiserror::Error;

use crate::{Game, RuleFlags};

/// What the third occurrence of a position means (rules, 2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Repetition {
    /// The game is drawn.
    Draw,
    /// The side whose move repeated the position loses.
    Loss,
    /// Nothing happens.
    Off,
}

impl Repetition {
    /// All variants, in the order of the switch's values.
    const ALL: [Self; 3] = [Self::Draw, Self::Loss, Self::Off];
}

/// A rule switch and its allowed values.
///
/// ```
/// use baroque_movegen::{EndRules, RuleSwitches, ultima::Rules};
/// let leap = Rules::switches().find(|switch| switch.key == "leap").unwrap();
/// assert_eq!(leap.allowed(), "multi or single");
/// let [repetition, move_limit] = EndRules::SWITCHES;
/// assert_eq!(repetition.allowed(), "draw, loss or off");
/// assert_eq!(move_limit.allowed(), "a number of plies from 0 (off) to 65535");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Switch {
    /// Key, as in `leap=multi`.
    pub key: &'static str,
    /// Allowed values; empty if the value is a number of plies.
    pub values: &'static [&'static str],
}

impl Switch {
    /// The allowed values in words.
    pub fn allowed(&self) -> String {
        match self.values {
            [] => format!("a number of plies from 0 (off) to {}", u16::MAX),
            [only] => (*only).to_owned(),
            [others @ .., last] => format!("{} or {last}", others.join(", ")),
        }
    }

    /// Index of a value.
    pub(crate) fn index_of(&self, value: &str) -> Option<usize> {
        self.values.iter().position(|&allowed| allowed == value)
    }
}

/// The switches that every game has: `repetition` and `movelimit`.
///
/// ```
/// use baroque_movegen::{EndRules, Repetition};
/// let mut rules = EndRules { repetition: Repetition::Draw, move_limit: 100 };
/// assert_eq!(rules.set("movelimit", "0"), Some(()));
/// assert_eq!(rules.set("repetition", "win"), None);
/// assert_eq!(rules.to_string(), "repetition=draw,movelimit=0");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EndRules {
    /// Effect of the third occurrence of a position.
    pub repetition: Repetition,
    /// Plies without an irreversible move that draw the game; 0 if none do.
    pub move_limit: u16,
}

impl EndRules {
    /// The two switches, `repetition` first.
    pub const SWITCHES: [Switch; 2] = [
        Switch { key: "repetition", values: &["draw", "loss", "off"] },
        Switch { key: "movelimit", values: &[] },
    ];

    /// Sets one of the two switches; `None` if the value is not allowed, or the key is neither.
    pub fn set(&mut self, key: &str, value: &str) -> Option<()> {
        let [repetition, move_limit] = Self::SWITCHES;
        if key == repetition.key {
            self.repetition = Repetition::ALL[repetition.index_of(value)?];
        } else if key == move_limit.key && value.bytes().all(|byte| byte.is_ascii_digit()) {
            self.move_limit = value.parse().ok()?;
        } else {
            return None;
        }
        Some(())
    }
}

impl Display for EndRules {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let [repetition, move_limit] = Self::SWITCHES;
        let chosen = repetition.values[self.repetition as usize];
        write!(f, "{}={chosen},{}={}", repetition.key, move_limit.key, self.move_limit)
    }
}

/// The values of all switches of a game. `Display` writes them as `key=value` pairs with commas.
pub trait RuleSwitches: Clone + Eq + Debug + Display + Send + Sync + 'static {
    /// All switches of the game, in the order in which `Display` writes them.
    fn switches() -> impl Iterator<Item = Switch>;

    /// The options that the switches set, in addition to those of the table.
    fn options(&self) -> RuleFlags;

    /// The switches about repetition and move limit.
    fn end_rules(&self) -> EndRules;

    /// The hash of the game's definition; `None` for compiled games.
    fn definition_hash(&self) -> Option<&str> {
        None
    }

    /// Sets the switch `key`, which exists; `None` if the value is not allowed.
    fn set(&mut self, key: &str, value: &str) -> Option<()>;

    /// These rules with `key=value` pairs, separated by a comma or blanks, that override them; a
    /// blank text overrides nothing.
    ///
    /// # Errors
    /// A comma without a pair on both sides, or the first entry that is not a pair, not a switch of
    /// the game or not an allowed value.
    ///
    /// ```
    /// use baroque_movegen::{RuleSwitches, ultima::Rules};
    /// let rules = Rules::default().with_overrides("leap=single, land=stop").unwrap();
    /// assert!(rules.to_string().starts_with("leap=single,land=stop,"));
    /// assert!(rules.with_overrides("leap=twice").unwrap_err().to_string().contains("multi or single"));
    /// ```
    fn with_overrides(mut self, pairs: &str) -> Result<Self, RuleError> {
        let parts = || pairs.split(',').map(str::trim_ascii);
        if pairs.contains(',') && parts().any(str::is_empty) {
            return Err(RuleError::LoneComma(pairs.to_owned()));
        }
        for entry in parts().flat_map(str::split_ascii_whitespace) {
            let (key, value) =
                entry.split_once('=').ok_or_else(|| RuleError::NotAPair(entry.to_owned()))?;
            let switch = Self::switches().find(|switch| switch.key == key).ok_or_else(|| {
                let keys: Vec<&str> = Self::switches().map(|switch| switch.key).collect();
                RuleError::UnknownKey { key: key.to_owned(), allowed: keys.join(" ") }
            })?;
            self.set(key, value).ok_or_else(|| RuleError::BadValue {
                key: switch.key,
                value: value.to_owned(),
                allowed: switch.allowed(),
            })?;
        }
        Ok(self)
    }
}

/// Why a list of rule switches was rejected.
///
/// ```
/// use baroque_movegen::{RuleError, RuleSwitches, ultima::Rules};
/// let error = Rules::default().with_overrides("leap").unwrap_err();
/// assert_eq!(error, RuleError::NotAPair("leap".to_owned()));
/// assert_eq!(error.to_string(), "rules: 'leap' is not of the form key=value");
/// let error = Rules::default().with_overrides("leap=single,,").unwrap_err();
/// assert_eq!(error.to_string(), "rules: 'leap=single,,' has a comma without key=value on both sides");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum RuleError {
    /// A comma at the beginning, at the end or after another one.
    #[error("rules: '{0}' has a comma without key=value on both sides")]
    LoneComma(String),
    /// An entry without `=`.
    #[error("rules: '{0}' is not of the form key=value")]
    NotAPair(String),
    /// A key that the game does not have.
    #[error("rules: unknown switch '{key}', allowed are: {allowed}")]
    UnknownKey {
        /// The key that was given.
        key: String,
        /// The keys of the game.
        allowed: String,
    },
    /// A value that the switch does not allow.
    #[error("rules: {key} is '{value}', allowed is {allowed}")]
    BadValue {
        /// The switch.
        key: &'static str,
        /// The value that was given.
        value: String,
        /// The allowed values in words ([`Switch::allowed`]).
        allowed: String,
    },
}

/// A switch of a game with two values, of which one sets options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionSwitch {
    /// The switch.
    pub switch: Switch,
    /// The value that sets the options: 0 or 1.
    pub set_by: usize,
    /// The options.
    pub options: RuleFlags,
}

impl OptionSwitch {
    /// A switch and the options that one of its values, number `set_by`, sets.
    pub const fn new(
        key: &'static str,
        values: &'static [&'static str; 2],
        set_by: usize,
        options: RuleFlags,
    ) -> Self {
        Self { switch: Switch { key, values }, set_by, options }
    }
}

/// The rules of a game whose table is known at compile time: the options that its switches set
/// ([`Game::SWITCHES`]), and the switches that all games share.
///
/// ```
/// use baroque_movegen::{RuleFlags, RuleSwitches, maxima, ultima};
/// let rules = maxima::Rules::default();
/// assert_eq!(rules.to_string(), "suicide=on,repetition=draw,movelimit=100");
/// let rules = ultima::Rules::default().with_overrides("ranklimit=on movelimit=200").unwrap();
/// assert!(rules.options().contains(RuleFlags::RANK_LIMIT | RuleFlags::SUICIDE));
/// assert_eq!(rules.end_rules().move_limit, 200);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules<G: Game> {
    options: RuleFlags,
    end: EndRules,
    game: PhantomData<G>,
}

impl<G: Game> Rules<G> {
    /// Rules with some options of switches, an effect of repetition and a move limit in plies.
    pub const fn new(options: RuleFlags, repetition: Repetition, move_limit: u16) -> Self {
        Self { options, end: EndRules { repetition, move_limit }, game: PhantomData }
    }
}

impl<G: Game<Rules = Self>> Default for Rules<G> {
    fn default() -> Self {
        G::VARIANTS[0].rules
    }
}

impl<G: Game> Display for Rules<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        for OptionSwitch { switch, set_by, options } in G::SWITCHES {
            let chosen = if self.options.contains(*options) { *set_by } else { 1 - set_by };
            write!(f, "{}={},", switch.key, switch.values[chosen])?;
        }
        write!(f, "{}", self.end)
    }
}

impl<G: Game> RuleSwitches for Rules<G> {
    fn switches() -> impl Iterator<Item = Switch> {
        G::SWITCHES.iter().map(|switch| switch.switch).chain(EndRules::SWITCHES)
    }

    #[inline(always)]
    fn options(&self) -> RuleFlags {
        self.options
    }

    #[inline(always)]
    fn end_rules(&self) -> EndRules {
        self.end
    }

    fn set(&mut self, key: &str, value: &str) -> Option<()> {
        let Some(found) = G::SWITCHES.iter().find(|found| found.switch.key == key) else {
            return self.end.set(key, value);
        };
        let chosen = found.switch.index_of(value)?;
        self.options.set(found.options, chosen == found.set_by);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Maxima, Rococo, Ultima};

    fn every_switch_round_trips<G: Game<Rules = Rules<G>>>() {
        for OptionSwitch { switch, set_by, options } in G::SWITCHES {
            let with = |value: usize| {
                let pair = format!("{}={}", switch.key, switch.values[value]);
                Rules::<G>::default().with_overrides(&pair).unwrap()
            };
            let has = |value| with(value).options().contains(*options);
            assert!(has(*set_by) && !has(1 - set_by));
            assert_eq!(with(0), Rules::default(), "the first value is that of the default");
        }
        for variant in G::VARIANTS {
            let text = variant.rules.to_string();
            assert_eq!(Rules::default().with_overrides(&text), Ok(variant.rules), "{text}");
        }
    }

    #[test]
    fn every_switch_round_trips_and_has_an_effect() {
        every_switch_round_trips::<Ultima>();
        every_switch_round_trips::<Maxima>();
        every_switch_round_trips::<Rococo>();
    }

    #[test]
    fn errors_name_the_allowed_values() {
        let error = |text| Rules::<Ultima>::default().with_overrides(text).unwrap_err().to_string();
        assert!(error("leap").contains("'leap' is not of the form key=value"));
        assert!(error("hop=multi").contains("unknown switch 'hop', allowed are: leap land"));
        assert!(error("object=king").contains("object is 'king', allowed is mate or capture"));
        assert!(error("suicide=yes").contains("suicide is 'yes', allowed is on or off"));
        assert!(error("repetition=win").contains("allowed is draw, loss or off"));
        assert!(error("movelimit=-1").contains("from 0 (off) to 65535"));
        assert!(error("movelimit=").contains("movelimit is ''"));
    }
}
