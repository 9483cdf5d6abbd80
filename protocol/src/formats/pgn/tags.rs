//! The order of tags in the export format.

/// The seven tag roster without `Result`, which follows it, with the values for unknown.
pub(super) const ROSTER: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
];

/// The tag with the hash of the definition of a game that is described in a file.
pub(super) const DEFINITION: &str = "VariantDefinition";
/// The tags of rules and first position, after the roster and in order; `PlyCount` follows them.
pub(crate) const POSITION_TAGS: [&str; 5] = ["Variant", DEFINITION, "Rules", "SetUp", "FEN"];
/// The tags after `PlyCount`, in order; all others follow.
pub(super) const GAME_TAGS: [&str; 2] = ["Termination", "TimeControl"];

/// The rank of a tag in the order of the export format.
pub(super) fn rank(name: &str) -> usize {
    let roster = ROSTER.iter().map(|(known, _)| *known);
    let mut known = roster.chain(POSITION_TAGS).chain(GAME_TAGS);
    known
        .position(|known| known == name)
        .unwrap_or(ROSTER.len() + POSITION_TAGS.len() + GAME_TAGS.len())
}

/// Whether a tag name may contain the character.
pub(super) fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}
