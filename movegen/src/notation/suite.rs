//! Files of positions with node counts: `FEN ;D1 n ;D2 n …`, one position a line, with header
//! lines `# variant NAME` and `# rules k=v,…`. Other lines that begin with `#` are comments.

use thiserror::Error;

use crate::{Game, Position, RuleSet};

/// A suite, read and validated.
#[derive(Clone, Debug)]
pub struct Suite<G: Game> {
    /// The positions, in the order of the file.
    pub entries: Vec<SuiteEntry<G>>,
}

/// One position of a suite.
#[derive(Clone, Debug)]
pub struct SuiteEntry<G: Game> {
    /// The line of the file, from 1.
    pub line: usize,
    /// The position.
    pub position: Position<G>,
    /// Depths and node counts.
    pub counts: Vec<(u32, u64)>,
}

/// What is wrong with a suite, and where.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {problem}")]
pub struct SuiteError {
    /// The line of the file, from 1.
    pub line: usize,
    /// The problem in words.
    pub problem: String,
}

/// The value of a header line of a suite, with the number of that line.
fn header<'a>(text: &'a str, key: &str) -> Option<(usize, &'a str)> {
    text.lines().enumerate().find_map(|(number, line)| {
        let comment = line.strip_prefix('#')?.trim();
        Some((number + 1, comment.strip_prefix(key)?.trim()))
    })
}

/// The variant that the header of a suite names, if any.
pub fn suite_variant(text: &str) -> Option<&str> {
    header(text, "variant ").map(|(_, name)| name)
}

/// The switches that the header of a suite lays over the variant, if any.
pub fn suite_rules(text: &str) -> Option<&str> {
    header(text, "rules ").map(|(_, pairs)| pairs)
}

impl<G: Game> Suite<G> {
    /// Reads a suite of this game. Without a `# variant` line it is about the default rule set.
    ///
    /// # Errors
    /// The first problem.
    pub fn parse(text: &str) -> Result<Self, SuiteError> {
        let at = |line: usize| move |problem: String| SuiteError { line, problem };
        let mut rules = G::VARIANTS[0].rules;
        if let Some((line, name)) = header(text, "variant ") {
            rules = Position::<G>::variant(name).map_err(|e| at(line)(e.to_string()))?.rules;
        }
        if let Some((line, pairs)) = header(text, "rules ") {
            rules = rules.with_overrides(pairs).map_err(|e| at(line)(e.to_string()))?;
        }
        let lines = text.lines().enumerate().map(|(number, line)| (number + 1, line.trim()));
        let entries = lines
            .filter(|(_, text)| !text.is_empty() && !text.starts_with('#'))
            .map(|(line, text)| SuiteEntry::parse(line, text, rules).map_err(at(line)))
            .collect::<Result<_, _>>()?;
        Ok(Self { entries })
    }

    /// The positions that a bench wants: the first one and the middlegames, not the other starts.
    pub fn typical(self) -> Vec<Position<G>> {
        let positions = self.entries.into_iter().map(|entry| entry.position).enumerate();
        let wanted =
            positions.filter(|(index, position)| *index == 0 || position.fullmove_number() > 1);
        wanted.map(|(_, position)| position).collect()
    }
}

impl<G: Game> SuiteEntry<G> {
    fn parse(line: usize, text: &str, rules: G::Rules) -> Result<Self, String> {
        let mut parts = text.split(';');
        let fen = parts.next().unwrap_or_default();
        let position = Position::from_fen(fen, rules).map_err(|error| error.to_string())?;
        let count = |part: &str| {
            let (depth, nodes) = part.trim().strip_prefix('D')?.split_once(' ')?;
            Some((depth.parse().ok()?, nodes.trim().parse().ok()?))
        };
        let counts = parts
            .map(|part| count(part).ok_or_else(|| format!("'{part}' is not of the form D1 32")))
            .collect::<Result<_, _>>()?;
        Ok(Self { line, position, counts })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Maxima, Renaissance, Rococo, Ultima};

    #[test]
    fn problems_are_named_with_their_line() {
        let error = |text| Suite::<Ultima>::parse(text).unwrap_err().to_string();
        assert!(error("# variant chess").starts_with("line 1: unknown variant 'chess'"));
        assert!(error("\n# rules leap=2").starts_with("line 2: rules: leap is '2'"));
        assert!(error("# x\nk7/8/8/8/8/8/8/K7 w ;D1 x").starts_with("line 2: 'D1 x' is not"));
        assert!(error("8/8").starts_with("line 1: FEN: 2 ranks"));
    }

    fn suites_are_good<G: Game>() {
        for (variant, text) in G::SUITES {
            assert_eq!(suite_variant(text), Some(*variant));
            let entries = Suite::<G>::parse(text).unwrap().entries;
            assert!(entries.len() > 12, "{variant}");
            assert_eq!(entries[0].position, Position::start(variant).unwrap(), "{variant}");
        }
    }

    #[test]
    fn built_in_suites_are_good() {
        suites_are_good::<Ultima>();
        suites_are_good::<Maxima>();
        suites_are_good::<Rococo>();
        suites_are_good::<Renaissance>();
    }
}
