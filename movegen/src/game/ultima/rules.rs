//! The rule switches of the Baroque family and the rule sets that have names (rules, 2).

use std::fmt;

use bitflags::bitflags;

use crate::capture::coordinate::Corners;
use crate::capture::leap::LeapRules;
use crate::game::Variant;
use crate::{EndRules, Freeze, Repetition, RuleSet, Switch};

bitflags! {
    /// The switches that differ from the first of their two values, suicide aside.
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

/// Key, value when the flag is not set, value when it is, both in words, flag.
type Row = (&'static str, &'static str, &'static str, Switches);

const TABLE: [Row; 9] = [
    ("leap", "multi", "single", Switches::SINGLE_LEAP),
    ("land", "slide", "stop", Switches::STOP_BEHIND),
    ("chameleon", "all", "pure", Switches::PURE_CHAMELEON),
    ("freeze", "strict", "pure", Switches::PURE_FREEZE),
    ("suicide", "off", "on", Switches::SUICIDE),
    ("coordinator", "usual", "delft", Switches::DELFT_CORNERS),
    ("ranklimit", "off", "on", Switches::RANK_LIMIT),
    ("object", "mate", "capture", Switches::CAPTURE_THE_KING),
    ("stalemate", "loss", "draw", Switches::STALEMATE_DRAWS),
];

/// The rules of one game of the family. The default is `baroque`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    switches: Switches,
    end: EndRules,
}

impl Rules {
    const fn preset(switches: Switches) -> Self {
        Self {
            switches,
            end: EndRules {
                repetition: Repetition::Draw,
                move_limit: 100,
            },
        }
    }

    /// Whether a switch is set.
    #[inline(always)]
    pub fn has(&self, switch: Switches) -> bool {
        self.switches.contains(switch)
    }

    /// How leapers, and chameleons over leapers, leap.
    #[inline(always)]
    pub fn leap(&self) -> LeapRules {
        LeapRules {
            several: !self.has(Switches::SINGLE_LEAP),
            slide_on: !self.has(Switches::STOP_BEHIND),
        }
    }

    /// Whom immobilizers hold.
    #[inline(always)]
    pub fn freeze(&self) -> Freeze {
        if self.has(Switches::PURE_FREEZE) {
            Freeze::Pure
        } else {
            Freeze::Strict
        }
    }

    /// Which corners coordinators take.
    #[inline(always)]
    pub fn corners(&self) -> Corners {
        if self.has(Switches::DELFT_CORNERS) {
            Corners::Changed
        } else {
            Corners::All
        }
    }
}

impl Default for Rules {
    fn default() -> Self {
        VARIANTS[0].rules
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (key, unset, set, flag) in TABLE {
            write!(f, "{key}={},", if self.has(flag) { set } else { unset })?;
        }
        write!(f, "{}", self.end)
    }
}

impl RuleSet for Rules {
    const SWITCHES: &'static [Switch] = &[
        Switch {
            key: "leap",
            values: "multi or single",
        },
        Switch {
            key: "land",
            values: "slide or stop",
        },
        Switch {
            key: "chameleon",
            values: "all or pure",
        },
        Switch {
            key: "freeze",
            values: "strict or pure",
        },
        Switch {
            key: "suicide",
            values: "on or off",
        },
        Switch {
            key: "coordinator",
            values: "usual or delft",
        },
        Switch {
            key: "ranklimit",
            values: "off or on",
        },
        Switch {
            key: "object",
            values: "mate or capture",
        },
        Switch {
            key: "stalemate",
            values: "loss or draw",
        },
        EndRules::SWITCHES[0],
        EndRules::SWITCHES[1],
    ];

    #[inline(always)]
    fn end_rules(&self) -> EndRules {
        self.end
    }

    fn set(&mut self, key: &str, value: &str) -> Option<()> {
        match TABLE.into_iter().find(|row| row.0 == key) {
            Some((_, unset, set, flag)) if value == unset || value == set => {
                self.switches.set(flag, value == set);
                Some(())
            }
            Some(_) => None,
            None => self.end.set(key, value),
        }
    }
}

const STRICT: Switches = Switches::SUICIDE;
const SINGLE_STOP: Switches = Switches::SINGLE_LEAP.union(Switches::STOP_BEHIND);

/// The presets, the default first.
pub const VARIANTS: &[Variant<Rules>] = &[
    Variant {
        name: "baroque",
        rules: Rules::preset(STRICT),
        start: "d1a1e8h8",
    },
    Variant {
        name: "abbott1962",
        rules: Rules::preset(STRICT.union(SINGLE_STOP)),
        start: "e1a1e8h8",
    },
    Variant {
        name: "abbott1968",
        rules: Rules::preset(STRICT.union(Switches::RANK_LIMIT)),
        start: "e1a1e8h8",
    },
    Variant {
        name: "cambridge",
        rules: Rules::preset(Switches::PURE_CHAMELEON.union(Switches::PURE_FREEZE)),
        start: "d1a1e8h8",
    },
    Variant {
        name: "delft",
        rules: Rules::preset(STRICT.union(Switches::DELFT_CORNERS)),
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
    fn every_switch_is_read_back_and_changes_something() {
        for (key, unset, set, flag) in TABLE {
            let on = Rules::default().overlaid(&format!("{key}={set}")).unwrap();
            let off = Rules::default()
                .overlaid(&format!("{key}={unset}"))
                .unwrap();
            assert!(on.has(flag) && !off.has(flag));
        }
        for variant in VARIANTS {
            let text = variant.rules.to_string();
            assert_eq!(
                Rules::default().overlaid(&text),
                Ok(variant.rules),
                "{text}"
            );
        }
    }

    #[test]
    fn bad_switches_are_named_with_what_is_allowed() {
        let error = |text| Rules::default().overlaid(text).unwrap_err().to_string();
        assert!(error("leap").contains("'leap' is not of the form key=value"));
        assert!(error("hop=multi").contains("unknown switch 'hop', allowed are: leap land"));
        assert!(error("object=king").contains("object is 'king', allowed is mate or capture"));
        assert!(error("movelimit=-1").contains("from 0 (off) to 65535"));
        assert!(error("movelimit=").contains("movelimit is ''"));
    }
}
