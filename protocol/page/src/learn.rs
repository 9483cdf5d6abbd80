//! Lessons and puzzles.

use baroque_formats::text::quoted;
use baroque_movegen::{AnyGame, EpdEntry, EpdFile};

use super::message::{LessonInfo, PuzzleInfo};

/// The tutorial of the rule set of a position.
pub fn lessons(rules: &AnyGame) -> Vec<LessonInfo> {
    let lessons = baroque_formats::lessons::lessons(rules).into_iter().map(|(lesson, position)| {
        let moves = position.legal_moves().into_iter();
        let accepted = moves.filter(|&mv| lesson.is_fulfilled(&position, mv));
        LessonInfo {
            title: lesson.title,
            text: lesson.text,
            fen: position.fen(),
            task: lesson.task,
            accepted: accepted.map(|mv| position.uci(mv)).collect(),
            solution: lesson.solution.to_owned(),
        }
    });
    lessons.collect()
}

/// The puzzles of a game.
///
/// # Errors
/// The game has none.
pub fn puzzles(variant: &str) -> Result<Vec<PuzzleInfo>, String> {
    let suites = baroque_perft_suites::TACTICS;
    let Some((name, text)) = suites.iter().find(|(name, _)| *name == variant) else {
        let names: Vec<&str> = suites.iter().map(|(name, _)| *name).collect();
        let variant = quoted(variant);
        return Err(format!("'{variant}' has no puzzles, these have: {}", names.join(" ")));
    };
    let file = EpdFile::parse(text).unwrap_or_default();
    Ok(file.entries.iter().filter_map(|entry| puzzle(name, entry)).collect())
}

fn puzzle(variant: &str, entry: &EpdEntry) -> Option<PuzzleInfo> {
    let position = AnyGame::from_fen(variant, &entry.fen).ok()?;
    let operands = |opcode: &str| entry.operands(opcode).unwrap_or_default();
    let moves = operands("bm").iter().filter_map(|text| position.read_move(text).ok());
    Some(PuzzleInfo {
        name: operands("id").join(" "),
        variant: variant.to_owned(),
        fen: position.fen(),
        moves: entry.operand("dm")?.parse().ok()?,
        solutions: moves.map(|mv| position.uci(mv)).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_puzzle_has_a_name_and_a_solution() {
        let mut count = 0;
        for (variant, text) in baroque_perft_suites::TACTICS {
            let puzzles = puzzles(variant).unwrap();
            assert_eq!(puzzles.len(), EpdFile::parse(text).unwrap().entries.len());
            assert!(puzzles.iter().all(|p| !p.solutions.is_empty() && !p.name.is_empty()));
            count += puzzles.len();
        }
        assert_eq!(count, 96);
        assert!(puzzles("chess").unwrap_err().starts_with("'chess' has no puzzles, these have: "));
    }

    #[test]
    fn solutions_of_lessons_are_accepted() {
        for variant in ["baroque", "maxima", "rococo", "renaissance", "abbott1962"] {
            let lessons = lessons(&AnyGame::new(variant).unwrap());
            assert!(lessons.len() >= 6, "{variant}");
            assert!(lessons.iter().all(|lesson| lesson.accepted.contains(&lesson.solution)));
        }
    }
}
