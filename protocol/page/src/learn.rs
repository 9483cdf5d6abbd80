//! Lessons and puzzles.

use baroque_formats::Loaded;
use baroque_formats::game_spec::overriding_switches;
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

/// The puzzles of the game of a position: those of the program, then those of a study.
///
/// # Errors
/// The game has none.
pub fn puzzles(position: &AnyGame, loaded: &Loaded) -> Result<Vec<PuzzleInfo>, String> {
    let variant = position.variant();
    let file = suite(variant).and_then(|text| EpdFile::parse(text).ok()).unwrap_or_default();
    let known = file.entries.iter().filter_map(|entry| puzzle(variant, entry));
    let study = loaded.study(position).into_iter().flat_map(|study| &study.puzzles);
    let learned = study.enumerate().map(|(index, puzzle)| PuzzleInfo {
        name: format!("study {}", index + 1),
        variant: variant.to_owned(),
        definition: position.definition().map(str::to_owned),
        rules: overriding_switches(position),
        fen: puzzle.fen.clone(),
        moves: puzzle.moves,
        solutions: vec![puzzle.solution.clone()],
        themes: puzzle.themes.iter().cloned().collect(),
    });
    let puzzles: Vec<PuzzleInfo> = known.chain(learned).collect();
    match puzzles.is_empty() {
        true => Err(format!("'{variant}' has no puzzles")),
        false => Ok(puzzles),
    }
}

/// The positions of the program with one winning move, if a game has such.
pub fn suite(variant: &str) -> Option<&'static str> {
    let suites = baroque_perft_suites::TACTICS.iter();
    suites.clone().find(|(name, _)| *name == variant).map(|&(_, text)| text)
}

fn puzzle(variant: &str, entry: &EpdEntry) -> Option<PuzzleInfo> {
    let position = AnyGame::from_fen(variant, &entry.fen).ok()?;
    let operands = |opcode: &str| entry.operands(opcode).unwrap_or_default();
    let moves = operands("bm").iter().filter_map(|text| position.read_move(text).ok());
    Some(PuzzleInfo {
        name: operands("id").join(" "),
        variant: variant.to_owned(),
        definition: None,
        rules: String::new(),
        fen: position.fen(),
        moves: entry.operand("dm")?.parse().ok()?,
        solutions: moves.map(|mv| position.uci(mv)).collect(),
        themes: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_puzzle_has_a_name_and_a_solution() {
        let mut count = 0;
        for (variant, text) in baroque_perft_suites::TACTICS {
            let position = AnyGame::new(variant).unwrap();
            let puzzles = puzzles(&position, &Loaded::default()).unwrap();
            assert_eq!(puzzles.len(), EpdFile::parse(text).unwrap().entries.len());
            assert!(puzzles.iter().all(|p| !p.solutions.is_empty() && !p.name.is_empty()));
            count += puzzles.len();
        }
        assert_eq!(count, 96);
        let delft = AnyGame::new("delft").unwrap();
        assert_eq!(puzzles(&delft, &Loaded::default()).unwrap_err(), "'delft' has no puzzles");
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
