//! The files that are part of the program.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::faults::Faults;
use crate::tree::TomlTable;
use crate::{DescribedGame, games, inherit, tree};

/// Names and texts of the files that are part of the program.
pub const SHIPPED: &[(&str, &str)] = &[
    ("baroque.toml", include_str!("../baroque.toml")),
    ("maxima.toml", include_str!("../maxima.toml")),
    ("rococo.toml", include_str!("../rococo.toml")),
    ("renaissance.toml", include_str!("../renaissance.toml")),
    ("fugue.toml", include_str!("../fugue.toml")),
    ("skirmish.toml", include_str!("../skirmish.toml")),
    ("optima.toml", include_str!("../optima.toml")),
    ("vchess.toml", include_str!("../vchess.toml")),
    ("penultima.toml", include_str!("../penultima.toml")),
];

/// The files whose games are not compiled too.
const NOT_COMPILED: &[&str] =
    &["fugue.toml", "skirmish.toml", "optima.toml", "vchess.toml", "penultima.toml"];
/// The end of the names of games that are compiled too, under the name before it.
const OF_FILE: &str = "-file";

/// The games that are part of the program and are not compiled.
pub fn builtin() -> &'static [DescribedGame] {
    static GAMES: OnceLock<Vec<DescribedGame>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let files = SHIPPED.iter().filter(|(name, _)| NOT_COMPILED.contains(name));
        files.flat_map(|(name, text)| read(name, text)).collect()
    })
}

/// The games of one of our files.
fn read(name: &str, text: &str) -> Vec<DescribedGame> {
    let faults = Faults::new(name, text);
    let tree = tree::read(text, true, &faults);
    games(&tree, tables(), &faults)
}

/// The keys of all our games, by the names by which other games inherit from them.
pub fn tables() -> &'static BTreeMap<String, TomlTable> {
    static TABLES: OnceLock<BTreeMap<String, TomlTable>> = OnceLock::new();
    TABLES.get_or_init(|| {
        let mut tables = BTreeMap::new();
        for (name, text) in SHIPPED {
            let faults = Faults::new(name, text);
            let tree = tree::read(text, true, &faults);
            for game in inherit::resolve(&tree, &BTreeMap::new(), &faults) {
                let name = game.name.strip_suffix(OF_FILE).unwrap_or(&game.name);
                tables.insert(name.to_owned(), game.table);
            }
        }
        tables
    })
}

#[cfg(test)]
mod tests {
    use baroque_movegen::definition::Definition;
    use baroque_movegen::{Game, Maxima, Renaissance, Rococo, Ultima};

    use super::*;
    use crate::canonical;

    /// Compares the files of a game's rule sets with the definitions of its table, start positions
    /// included.
    fn compare<G: Game>(files: &[DescribedGame]) -> usize {
        for variant in G::VARIANTS {
            let name = format!("{}{OF_FILE}", variant.name);
            let file = files.iter().find(|file| file.name == name).unwrap();
            let mut starts = G::starts(&variant.rules);
            let default = starts.iter().position(|start| start.name == variant.start).unwrap();
            starts.swap(0, default);
            let fen = |fen: &str| canonical::fen(fen, file.rules.as_ref());
            let starts: Vec<_> =
                starts.iter().map(|start| (&*start.name, fen(&start.fen))).collect();
            let definition = Definition::of::<G>(&variant.rules);
            assert_eq!(canonical::hash(&definition, &starts, None), file.hash, "{name}");
        }
        G::VARIANTS.len()
    }

    #[test]
    fn our_files_say_the_same_as_the_tables_of_compiled_games() {
        let files: Vec<_> = SHIPPED.iter().flat_map(|(name, text)| read(name, text)).collect();
        let compared = compare::<Ultima>(&files)
            + compare::<Maxima>(&files)
            + compare::<Rococo>(&files)
            + compare::<Renaissance>(&files);
        assert_eq!(files.iter().filter(|file| file.name.ends_with(OF_FILE)).count(), compared);
    }
}
