//! Rule switches: what every game's set of them has in common.

use std::fmt::{Debug, Display};

use thiserror::Error;

/// What the third occurrence of a position means.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Repetition {
    /// The game is drawn.
    Draw,
    /// The side that brought it about loses.
    Loss,
    /// Nothing.
    Off,
}

/// A switch and the values that it may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Switch {
    /// Key, as in `leap=multi`.
    pub key: &'static str,
    /// Allowed values in words.
    pub values: &'static str,
}

/// The switches that every game has: `repetition` and `movelimit`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EndRules {
    /// What a third occurrence means.
    pub repetition: Repetition,
    /// Plies without an irreversible move that draw the game; 0 if none do.
    pub move_limit: u16,
}

impl EndRules {
    /// The two switches.
    pub const SWITCHES: [Switch; 2] = [
        Switch {
            key: "repetition",
            values: "draw, loss or off",
        },
        Switch {
            key: "movelimit",
            values: "a number of plies from 0 (off) to 65535",
        },
    ];

    /// Sets one of the two switches; `None` if the value is not allowed.
    pub fn set(&mut self, key: &str, value: &str) -> Option<()> {
        match (key, value) {
            ("repetition", "draw") => self.repetition = Repetition::Draw,
            ("repetition", "loss") => self.repetition = Repetition::Loss,
            ("repetition", "off") => self.repetition = Repetition::Off,
            ("movelimit", _) if value.bytes().all(|byte| byte.is_ascii_digit()) => {
                self.move_limit = value.parse().ok()?;
            }
            _ => return None,
        }
        Some(())
    }
}

impl Display for EndRules {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let repetition = match self.repetition {
            Repetition::Draw => "draw",
            Repetition::Loss => "loss",
            Repetition::Off => "off",
        };
        write!(f, "repetition={repetition},movelimit={}", self.move_limit)
    }
}

/// All switches of one game. `Display` writes them as `key=value` pairs with commas.
pub trait RuleSet: Copy + Eq + Debug + Display + Send + Sync + 'static {
    /// The switches there are.
    const SWITCHES: &'static [Switch];

    /// The switches about repetition and move limit.
    fn end_rules(&self) -> EndRules;

    /// Sets the switch `key`, which exists; `None` if the value is not allowed.
    fn set(&mut self, key: &str, value: &str) -> Option<()>;

    /// These rules with `key=value` pairs laid over them, which are separated by commas or blanks.
    ///
    /// # Errors
    /// Names the first entry that is no pair, no switch of the game or no value of the switch.
    ///
    /// ```
    /// use baroque_movegen::{RuleSet, ultima::Rules};
    /// let rules = Rules::default().overlaid("leap=single, land=stop").unwrap();
    /// assert!(rules.to_string().starts_with("leap=single,land=stop,"));
    /// assert!(rules.overlaid("leap=twice").unwrap_err().to_string().contains("multi or single"));
    /// ```
    fn overlaid(mut self, pairs: &str) -> Result<Self, RuleError> {
        let separator = |c: char| c == ',' || c.is_ascii_whitespace();
        for entry in pairs.split(separator).filter(|entry| !entry.is_empty()) {
            let (key, value) = entry
                .split_once('=')
                .ok_or_else(|| RuleError::NotAPair(entry.to_owned()))?;
            let switch = Self::SWITCHES
                .iter()
                .find(|switch| switch.key == key)
                .ok_or_else(|| {
                    let keys: Vec<&str> = Self::SWITCHES.iter().map(|switch| switch.key).collect();
                    RuleError::UnknownKey {
                        key: key.to_owned(),
                        allowed: keys.join(" "),
                    }
                })?;
            self.set(key, value).ok_or_else(|| RuleError::BadValue {
                key: switch.key,
                value: value.to_owned(),
                allowed: switch.values,
            })?;
        }
        Ok(self)
    }
}

/// Why a text of rule switches was refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RuleError {
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
    /// A value that the switch does not take.
    #[error("rules: {key} is '{value}', allowed is {allowed}")]
    BadValue {
        /// The switch.
        key: &'static str,
        /// The value that was given.
        value: String,
        /// What the switch takes.
        allowed: &'static str,
    },
}
