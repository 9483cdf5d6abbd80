//! Lessons and puzzles.

use baroque_formats::Loaded;
use baroque_formats::example::{self, Example};
use baroque_formats::game_spec::overriding_switches;
use baroque_formats::text::one_line;
use baroque_movegen::{AnyGame, EpdEntry, EpdFile};

use super::message::{Answer, LessonInfo, PuzzleInfo};

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

/// The example of what a kind of piece does.
pub fn example(start: &AnyGame, letter: char) -> Answer {
    let shown = start.kind(letter).and_then(|kind| example::example(start, kind));
    let (fen, uci) = shown.map(|Example { fen, uci }| (fen, uci)).unzip();
    Answer::Example { fen, uci }
}

/// Most puzzles of a pool.
const MAX_POOL: usize = 2000;
/// Nodes of a proof from which on a puzzle is of medium difficulty, and from which on it is hard.
const NODES: [u64; 2] = [400, 1_500];

/// The puzzles of the game of a position: those of a study, then those of a pool (EPD) and of the program, the easy ones
/// first.
///
/// # Errors
/// The pool is no EPD file, or the game has no puzzles.
pub fn puzzles(position: &AnyGame, loaded: &Loaded, pool: &str) -> Result<Vec<PuzzleInfo>, String> {
    let variant = position.variant();
    let file = suite(variant).and_then(|text| EpdFile::parse(text).ok()).unwrap_or_default();
    let pool = EpdFile::parse(pool).map_err(|error| one_line(&error))?;
    // A study may override switches, which the other puzzles do not.
    let mut plain = position.first();
    plain.set_rules("").map_err(one_line)?;
    let read = |entry: &EpdEntry| puzzle(&plain, entry);
    let known = file.entries.iter().filter_map(read);
    let pool = pool.entries.iter().take(MAX_POOL).filter_map(read);
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
        difficulty: None,
    });
    let mut puzzles: Vec<PuzzleInfo> = learned.collect();
    puzzles.sort_by_key(|puzzle| puzzle.moves);
    let mut others: Vec<PuzzleInfo> = known.chain(pool).collect();
    // Those of unknown difficulty last.
    others.sort_by_key(|puzzle| (puzzle.difficulty.unwrap_or(u8::MAX), puzzle.moves));
    puzzles.extend(others);
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

/// Whether there is a pool of puzzles of a rule set.
pub fn has_pool(variant: &str) -> bool {
    baroque_perft_suites::POOLS.iter().any(|(name, _)| *name == variant)
}

fn puzzle(start: &AnyGame, entry: &EpdEntry) -> Option<PuzzleInfo> {
    let mut position = start.first();
    position.set_fen(&entry.fen).ok()?;
    let operands = |opcode: &str| entry.operands(opcode).unwrap_or_default();
    let moves = operands("bm").iter().filter_map(|text| position.read_move(text).ok());
    let happens = operands("c0").join(" ");
    let themes = happens.split(',').map(str::trim);
    let nodes: Option<u64> = entry.operand("acn").and_then(|nodes| nodes.parse().ok());
    let difficulty =
        nodes.map(|nodes| 1 + NODES.iter().map(|&least| u8::from(nodes >= least)).sum::<u8>());
    Some(PuzzleInfo {
        name: operands("id").join(" "),
        variant: start.variant().to_owned(),
        definition: start.definition().map(str::to_owned),
        rules: String::new(),
        fen: position.fen(),
        moves: entry.operand("dm")?.parse().ok()?,
        solutions: moves.map(|mv| position.uci(mv)).collect(),
        themes: themes.filter(|theme| !theme.is_empty()).map(str::to_owned).collect(),
        difficulty,
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
            let puzzles = puzzles(&position, &Loaded::default(), "").unwrap();
            assert_eq!(puzzles.len(), EpdFile::parse(text).unwrap().entries.len());
            assert!(puzzles.iter().all(|p| !p.solutions.is_empty() && !p.name.is_empty()));
            count += puzzles.len();
        }
        assert_eq!(count, 96);
        let delft = AnyGame::new("delft").unwrap();
        let none = puzzles(&delft, &Loaded::default(), "").unwrap_err();
        assert_eq!(none, "'delft' has no puzzles");
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
