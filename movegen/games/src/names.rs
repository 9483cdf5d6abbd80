//! Names of games, zones and start positions.

use baroque_movegen::{Game, GameId, with_game};

/// Longest name.
const MAX_NAME: usize = 32;
/// Names that are kept for games which are not described in a file.
const RESERVED: &[&str] = &["ultima", "optima"];

/// Whether a text is a name: `[a-z0-9-]{1,32}`.
pub fn is_name(text: &str) -> bool {
    let is_fine = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=MAX_NAME).contains(&text.len()) && text.bytes().all(is_fine)
}

/// Whether a name belongs to a compiled game, or is kept for one.
pub fn is_compiled(name: &str) -> bool {
    RESERVED.contains(&name) || compiled().any(|known| known == name)
}

/// The names of the rule sets of the compiled games.
fn compiled() -> impl Iterator<Item = &'static str> {
    fn names<G: Game>() -> Vec<&'static str> {
        G::VARIANTS.iter().map(|variant| variant.name).collect()
    }
    GameId::ALL.iter().flat_map(|&game| with_game!(game, G => names::<G>()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_plain() {
        assert!(is_name("e1a1-x") && is_name(&"a".repeat(32)));
        assert!(!is_name("") && !is_name("A") && !is_name("a b") && !is_name(&"a".repeat(33)));
    }

    #[test]
    fn compiled_games_have_names() {
        for name in ["baroque", "vchess", "maxima", "rococo", "renaissance", "ultima", "optima"] {
            assert!(is_compiled(name), "{name}");
        }
        assert!(!is_compiled("fugue"));
    }
}
