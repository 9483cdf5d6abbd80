//! EPD files of positions with node counts: `FEN ;D1 n ;D2 n …` (see [`EpdFile`]).

use thiserror::Error;

use crate::{EpdEntry, EpdFile, Game, Position, RuleSwitches};

/// Positions of one game with node counts.
#[derive(Clone, Debug)]
pub struct Suite<G: Game> {
    /// The positions, in the order of the file.
    pub entries: Vec<SuiteEntry<G>>,
}

/// A position of a suite.
#[derive(Clone, Debug)]
pub struct SuiteEntry<G: Game> {
    /// Line number in the file, from 1.
    pub line: usize,
    /// The position.
    pub position: Position<G>,
    /// Depths in plies and node counts.
    pub counts: Vec<(u32, u64)>,
}

/// The first error in a suite, with its line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct SuiteError(String);

impl<G: Game> Suite<G> {
    /// Parses a suite of this game. Without a `# variant` line it has the default rule set.
    ///
    /// # Errors
    /// The first error, with its line.
    pub fn parse(text: &str) -> Result<Self, SuiteError> {
        let file = EpdFile::parse(text).map_err(|error| SuiteError(error.to_string()))?;
        let bad = |line: usize, problem: String| SuiteError(format!("line {line}: {problem}"));
        let default = G::VARIANTS.first().map(|variant| variant.rules.clone());
        let mut rules = default.ok_or_else(|| SuiteError("the game has no rule set".to_owned()))?;
        if let Some(header) = file.variant {
            let variant = Position::<G>::variant(&header.value);
            rules = variant.map_err(|error| bad(header.line, error.to_string()))?.rules;
        }
        if let Some(header) = file.rules {
            let switches = rules.with_overrides(&header.value);
            rules = switches.map_err(|error| bad(header.line, error.to_string()))?;
        }
        let entry = |entry: EpdEntry| {
            let line = entry.line;
            let position = Position::from_fen(&entry.fen, rules.clone());
            let position = position.map_err(|error| bad(line, error.to_string()))?;
            let counts = entry.node_counts().map_err(|problem| bad(line, problem.to_string()))?;
            Ok(SuiteEntry { line, position, counts })
        };
        Ok(Self { entries: file.entries.into_iter().map(entry).collect::<Result<_, _>>()? })
    }

    /// The positions for a bench: the first one and those after move 1, without the other start
    /// positions.
    pub fn typical(self) -> Vec<Position<G>> {
        let positions = self.entries.into_iter().map(|entry| entry.position).enumerate();
        let wanted =
            positions.filter(|(index, position)| *index == 0 || position.fullmove_number() > 1);
        wanted.map(|(_, position)| position).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Maxima, Renaissance, Rococo, Ultima, Variant};

    #[test]
    fn errors_name_their_line() {
        let error = |text| Suite::<Ultima>::parse(text).unwrap_err().to_string();
        assert!(error("# variant chess").starts_with("line 1: unknown variant 'chess'"));
        assert!(error("\n# rules leap=2").starts_with("line 2: rules: leap is '2'"));
        assert!(error("# x\nk7/8/8/8/8/8/8/K7 w ;D1 x").starts_with("line 2: 'D1 x' is not"));
        assert!(error("8/8").starts_with("line 1: FEN: 2 ranks"));
    }

    fn suites_are_valid<G: Game>() {
        for Variant { name: variant, .. } in G::VARIANTS {
            let text = baroque_perft_suites::of(variant).unwrap();
            assert_eq!(EpdFile::parse(text).unwrap().variant.unwrap().value, *variant);
            let entries = Suite::<G>::parse(text).unwrap().entries;
            assert!(entries.len() > 12, "{variant}");
            assert_eq!(entries[0].position, Position::start(variant).unwrap(), "{variant}");
        }
    }

    #[test]
    fn built_in_suites_are_valid() {
        suites_are_valid::<Ultima>();
        suites_are_valid::<Maxima>();
        suites_are_valid::<Rococo>();
        suites_are_valid::<Renaissance>();
    }
}
