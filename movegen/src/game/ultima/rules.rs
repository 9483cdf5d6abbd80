//! The rule switches of Ultima and the named rule sets (rules, 2).

use std::fmt;

use bitflags::bitflags;

use crate::{EndRules, Freeze, Repetition, RuleSet, Switch, Variant};

bitflags! {
    /// The switches with two values, as flags. Each constant is named after the value that sets it
    /// (rules, 2).
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub struct Switches: u16 {
        /// `leap=single`
        const SINGLE_LEAP = 1 << 0;
        /// `land=stop`
        const STOP_BEHIND = 1 << 1;
        /// `chameleon=pure`
        const PURE_CHAMELEON = 1 << 2;
        /// `freeze=pure`
        const PURE_FREEZE = 1 << 3;
        /// `suicide=on`
        const SUICIDE = 1 << 4;
        /// `coordinator=delft`
        const DELFT_CORNERS = 1 << 5;
        /// `ranklimit=on`
        const RANK_LIMIT = 1 << 6;
        /// `object=capture`
        const CAPTURE_THE_KING = 1 << 7;
        /// `stalemate=draw`
        const STALEMATE_DRAWS = 1 << 8;
    }
}

/// A switch with two values, the flag for it, and the index of the value that sets the flag.
struct Row {
    switch: Switch,
    flag: Switches,
    set: usize,
}

const fn row(
    key: &'static str,
    values: &'static [&'static str; 2],
    set: usize,
    flag: Switches,
) -> Row {
    Row { switch: Switch { key, values }, flag, set }
}

/// All switches with two values, the value of the `baroque` rule set first.
const TABLE: [Row; 9] = [
    row("leap", &["multi", "single"], 1, Switches::SINGLE_LEAP),
    row("land", &["slide", "stop"], 1, Switches::STOP_BEHIND),
    row("chameleon", &["all", "pure"], 1, Switches::PURE_CHAMELEON),
    row("freeze", &["strict", "pure"], 1, Switches::PURE_FREEZE),
    row("suicide", &["on", "off"], 0, Switches::SUICIDE),
    row("coordinator", &["usual", "delft"], 1, Switches::DELFT_CORNERS),
    row("ranklimit", &["off", "on"], 1, Switches::RANK_LIMIT),
    row("object", &["mate", "capture"], 1, Switches::CAPTURE_THE_KING),
    row("stalemate", &["loss", "draw"], 1, Switches::STALEMATE_DRAWS),
];

/// The values of all switches. The default is the rule set `baroque`.
///
/// ```
/// use baroque_movegen::{RuleSet, ultima::{Rules, Switches}};
/// let rules = Rules::default().with_overrides("ranklimit=on movelimit=200").unwrap();
/// assert!(rules.has(Switches::RANK_LIMIT | Switches::SUICIDE));
/// assert_eq!(rules.end_rules().move_limit, 200);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    switches: Switches,
    end: EndRules,
}

impl Rules {
    const fn preset(switches: Switches) -> Self {
        Self { switches, end: EndRules { repetition: Repetition::Draw, move_limit: 100 } }
    }

    /// Whether all of the given flags are set.
    #[inline(always)]
    pub fn has(&self, switch: Switches) -> bool {
        self.switches.contains(switch)
    }

    /// Which pieces immobilizers freeze.
    #[inline(always)]
    pub fn freeze(&self) -> Freeze {
        if self.has(Switches::PURE_FREEZE) { Freeze::Pure } else { Freeze::Strict }
    }
}

impl Default for Rules {
    fn default() -> Self {
        VARIANTS[0].rules
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for Row { switch, flag, set } in &TABLE {
            let chosen = if self.has(*flag) { *set } else { 1 - set };
            write!(f, "{}={},", switch.key, switch.values[chosen])?;
        }
        write!(f, "{}", self.end)
    }
}

impl RuleSet for Rules {
    fn switches() -> impl Iterator<Item = Switch> {
        TABLE.iter().map(|row| row.switch).chain(EndRules::SWITCHES)
    }

    #[inline(always)]
    fn end_rules(&self) -> EndRules {
        self.end
    }

    fn set(&mut self, key: &str, value: &str) -> Option<()> {
        let Some(row) = TABLE.iter().find(|row| row.switch.key == key) else {
            return self.end.set(key, value);
        };
        let chosen = row.switch.index_of(value)?;
        self.switches.set(row.flag, chosen == row.set);
        Some(())
    }
}

/// The flags of the rule set `baroque`.
const BAROQUE: Switches = Switches::SUICIDE;
const SINGLE_STOP: Switches = Switches::SINGLE_LEAP.union(Switches::STOP_BEHIND);

/// The presets, the default first.
pub const VARIANTS: &[Variant<Rules>] = &[
    Variant { name: "baroque", rules: Rules::preset(BAROQUE), start: "d1a1e8h8" },
    Variant {
        name: "abbott1962",
        rules: Rules::preset(BAROQUE.union(SINGLE_STOP)),
        start: "e1a1e8h8",
    },
    Variant {
        name: "abbott1968",
        rules: Rules::preset(BAROQUE.union(Switches::RANK_LIMIT)),
        start: "e1a1e8h8",
    },
    Variant {
        name: "cambridge",
        rules: Rules::preset(Switches::PURE_CHAMELEON.union(Switches::PURE_FREEZE)),
        start: "d1a1e8h8",
    },
    Variant {
        name: "delft",
        rules: Rules::preset(BAROQUE.union(Switches::DELFT_CORNERS)),
        start: "d1a1e8h8",
    },
    Variant {
        name: "vchess",
        rules: Rules::preset(Switches::PURE_FREEZE.union(Switches::STALEMATE_DRAWS)),
        start: "e1a1d8h8",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_switch_round_trips_and_has_an_effect() {
        for Row { switch, flag, set } in &TABLE {
            let with = |value: usize| {
                let pair = format!("{}={}", switch.key, switch.values[value]);
                Rules::default().with_overrides(&pair).unwrap()
            };
            assert!(with(*set).has(*flag) && !with(1 - set).has(*flag));
            assert_eq!(with(0), Rules::default(), "the first value is that of baroque");
        }
        for variant in VARIANTS {
            let text = variant.rules.to_string();
            assert_eq!(Rules::default().with_overrides(&text), Ok(variant.rules), "{text}");
        }
    }

    #[test]
    fn errors_name_the_allowed_values() {
        let error = |text| Rules::default().with_overrides(text).unwrap_err().to_string();
        assert!(error("leap").contains("'leap' is not of the form key=value"));
        assert!(error("hop=multi").contains("unknown switch 'hop', allowed are: leap land"));
        assert!(error("object=king").contains("object is 'king', allowed is mate or capture"));
        assert!(error("suicide=yes").contains("suicide is 'yes', allowed is on or off"));
        assert!(error("repetition=win").contains("allowed is draw, loss or off"));
        assert!(error("movelimit=-1").contains("from 0 (off) to 65535"));
        assert!(error("movelimit=").contains("movelimit is ''"));
    }
}
