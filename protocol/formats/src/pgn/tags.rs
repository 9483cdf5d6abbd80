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

/// Longest name of a tag that may be meant for another one.
const MAX_NAME: usize = 40;
/// The tag with the hash of the definition of a game that is described in a file.
pub(super) const DEFINITION: &str = "VariantDefinition";
/// The tags of rules and first position, after the roster and in order; `PlyCount` follows them.
pub(super) const POSITION_TAGS: [&str; 5] = ["Variant", DEFINITION, "Rules", "SetUp", "FEN"];
/// The tags after `PlyCount`, in order; all others follow.
pub(super) const GAME_TAGS: [&str; 2] = ["Termination", "TimeControl"];

/// The tags that are no tags of a [`PgnGame`](super::PgnGame): they follow from it.
pub(super) const DERIVED: [&str; 2] = ["Result", "PlyCount"];

/// Whether a tag sets the rules or the first position.
pub fn is_position_tag(name: &str) -> bool {
    POSITION_TAGS.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// The usual spelling of a tag; letters of known ones may be large or small.
pub(super) fn canonical(name: &str) -> &str {
    let roster = ROSTER.iter().map(|(known, _)| *known);
    let mut known = roster.chain(POSITION_TAGS).chain(GAME_TAGS).chain(DERIVED);
    known.find(|known| known.eq_ignore_ascii_case(name)).unwrap_or(name)
}

/// The tag of rules, first position, clock or result that an unknown one may be meant for.
pub(super) fn meant(name: &str) -> Option<&'static str> {
    let plain = |name: &str| name.to_ascii_lowercase().replace(['_', '-'], "");
    let is_near = |known: &&str| {
        let distance = strsim::osa_distance(&plain(name), &plain(known));
        distance <= if known.len() < 6 { 1 } else { 2 }
    };
    let decisive = POSITION_TAGS.into_iter().chain(GAME_TAGS).chain(["Result"]);
    let is_other = name.len() <= MAX_NAME && canonical(name) == name;
    decisive.filter(|known| is_other && *known != name).find(is_near)
}

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
