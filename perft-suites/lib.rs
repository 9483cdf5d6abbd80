#![doc = include_str!("README.md")]
#![no_std]

/// The text of `README.md`: the format, the files, and how the counts were checked.
pub const README: &str = include_str!("README.md");

macro_rules! suites {
    ($($name:ident $file:literal)+) => {$(
        #[doc = concat!("The text of `", $file, "`.")]
        pub const $name: &str = include_str!($file);
    )+};
}

/// The tactical suites: the name of a rule set, and the text of an EPD file of positions with one
/// winning move each.
pub const TACTICS: &[(&str, &str)] = &[
    ("baroque", include_str!("tactics/baroque.epd")),
    ("maxima", include_str!("tactics/maxima.epd")),
    ("rococo", include_str!("tactics/rococo.epd")),
    ("renaissance", include_str!("tactics/renaissance.epd")),
];

/// The pools of puzzles: the name of a rule set, and an EPD file that gzip has compressed.
pub const POOLS: &[(&str, &[u8])] = &[
    ("baroque", include_bytes!("puzzles/baroque.epd.gz")),
    ("maxima", include_bytes!("puzzles/maxima.epd.gz")),
    ("rococo", include_bytes!("puzzles/rococo.epd.gz")),
    ("renaissance", include_bytes!("puzzles/renaissance.epd.gz")),
    ("fugue", include_bytes!("puzzles/fugue.epd.gz")),
    ("skirmish", include_bytes!("puzzles/skirmish.epd.gz")),
    ("optima-house", include_bytes!("puzzles/optima-house.epd.gz")),
];

/// The perft suites of the rule sets: the name of each, and the text of an EPD file of typical positions.
pub const SUITES: &[(&str, &str)] = &[
    ("baroque", BAROQUE),
    ("abbott1962", ABBOTT1962),
    ("abbott1968", ABBOTT1968),
    ("cambridge", CAMBRIDGE),
    ("delft", DELFT),
    ("vchess", VCHESS),
    ("maxima", MAXIMA),
    ("rococo", ROCOCO),
    ("renaissance", RENAISSANCE),
];

/// The perft suite of a rule set.
pub fn of(variant: &str) -> Option<&'static str> {
    SUITES.iter().find(|(name, _)| *name == variant).map(|&(_, text)| text)
}

suites! {
    ABBOTT1962 "abbott1962.epd"
    ABBOTT1968 "abbott1968.epd"
    BAROQUE "baroque.epd"
    BAROQUE_CAPTURE "baroque-capture.epd"
    CAMBRIDGE "cambridge.epd"
    DELFT "delft.epd"
    MAXIMA "maxima.epd"
    RENAISSANCE "renaissance.epd"
    ROCOCO "rococo.epd"
    ROCOCO_FOES "rococo-foes.epd"
    VCHESS "vchess.epd"
}
