//! The vocabulary of game files.

use baroque_movegen::definition::Immune;

use crate::keys::{self, Key};

/// The names of some keys.
const fn names<const COUNT: usize>(keys: &[Key; COUNT]) -> [&'static str; COUNT] {
    let mut names = [""; COUNT];
    let mut index = 0;
    while index < COUNT {
        names[index] = keys[index].name;
        index += 1;
    }
    names
}

/// The keys of a game.
pub const GAME: &[&str] = &names(&keys::GAME);

/// The keys of a game whose values are merged key by key with inherited ones.
pub const MERGED: &[&str] = &["end", "zones", "starts", "pieces"];

/// The keys of `end`.
pub const END: &[&str] = &names(&keys::END);

/// The keys of a piece.
pub const PIECE: &[&str] = &names(&keys::PIECE);

/// Capture methods.
pub const METHODS: &[&str] = &names(&keys::METHODS);

/// Acts.
pub const ACTS: &[&str] = &names(&keys::ACTS);

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
