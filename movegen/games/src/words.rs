//! The vocabulary of game files.

use baroque_movegen::definition::Immune;

/// The keys of a game.
pub const GAME: &[&str] = &[
    "inherits",
    "title",
    "source",
    "note",
    "board",
    "files",
    "first-rank",
    "holes",
    "wrap",
    "zones",
    "start",
    "starts",
    "pieces",
    "suicide",
    "ranklimit",
    "limit",
    "only-to-take",
    "hands",
    "placement",
    "end",
    "draw",
];

/// The keys of a game whose values are merged key by key with inherited ones.
pub const MERGED: &[&str] = &["end", "zones", "starts", "pieces"];

/// The keys of games and pieces that are true or false.
pub const FLAGS: &[&str] = &["suicide", "ranklimit", "royal"];

/// The keys of `end`.
pub const END: &[&str] =
    &["royal", "stalemate", "bare", "reach", "extinct", "repetition", "movelimit"];

/// The keys of a piece.
pub const PIECE: &[&str] = &[
    "name",
    "move",
    "take",
    "act",
    "freezes",
    "shields",
    "neutralizes",
    "immune",
    "royal",
    "promote",
    "taken-becomes",
    "imitated",
    "value",
];

/// Capture methods.
pub const METHODS: &[&str] = &[
    "displace",
    "pincer",
    "withdraw",
    "approach",
    "leap",
    "coordinate",
    "around",
    "plow",
    "fly",
    "offset",
    "imitate",
];

/// Acts.
pub const ACTS: &[&str] = &[
    "swap", "destroy", "push", "pull", "attract", "repel", "explode", "leave", "rifle", "imitate",
];

/// What a piece can be immune to, besides kinds.
pub const IMMUNE: &[(&str, Immune)] = &[
    ("displace", Immune::DISPLACE),
    ("pincer", Immune::PINCER),
    ("withdraw", Immune::WITHDRAW),
    ("approach", Immune::APPROACH),
    ("leap", Immune::LEAP),
    ("coordinate", Immune::COORDINATE),
    ("around", Immune::AROUND),
    ("plow", Immune::PLOW),
    ("fly", Immune::FLY),
    ("offset", Immune::OFFSET),
    ("imitate", Immune::IMITATE),
    ("swap", Immune::SWAP),
    ("destroy", Immune::DESTROY),
    ("push", Immune::PUSH),
    ("pull", Immune::PULL),
    ("attract", Immune::ATTRACT),
    ("repel", Immune::REPEL),
    ("explode", Immune::EXPLODE),
    ("leave", Immune::LEAVE),
    ("rifle", Immune::RIFLE),
    ("freezing", Immune::FREEZING),
];
