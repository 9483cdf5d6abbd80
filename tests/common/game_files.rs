//! What holds for any text that is given as a file of games. Shared by the tests and by the fuzz
//! target `games`.

use baroque_games::{DescribedGame, FileErrors};
use baroque_movegen::definition::Backend;
use baroque_movegen::interrupt::steps;
use baroque_movegen::{CustomGame, CustomRules, Position, read_move, readable_unchecked, uci};

use super::random::SplitMix64;

/// Longest random game, in plies.
const PLIES: usize = 50;
/// Positions with more moves are not looked at: they take long.
const MAX_MOVES: usize = 400;

/// Most steps of the generator for the moves of a position: seconds in an optimised program.
const MAX_STEPS: u64 = 100_000_000;

/// Bytes are refused as a file of games with some lines of text, or their games can be played, until
/// the generator has made enough steps; whether there are any.
pub fn check_file(bytes: &[u8], enough: u64) -> bool {
    let last_step = steps().saturating_add(enough);
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    match baroque_games::parse("games.toml", text) {
        Err(errors) => check_errors(&errors),
        Ok(file) => {
            let seed =
                bytes.iter().fold(0, |seed: u64, &byte| seed.rotate_left(5) ^ u64::from(byte));
            file.games.iter().for_each(|game| check_game(game, seed, last_step));
            return !file.games.is_empty();
        }
    }
    false
}

fn check_errors(errors: &FileErrors) {
    assert!(!errors.errors.is_empty());
    for error in &errors.errors {
        let line = error.to_string();
        assert!(!line.contains(|c: char| c.is_control()), "{line:?}");
        assert!(line.chars().count() < 1500, "{line}");
    }
}

/// Plays from each start position, by the generator of definitions and, where it is another one, by the
/// fastest.
fn check_game(game: &DescribedGame, seed: u64, last_step: u64) {
    let Some(fastest) = &game.rules else { return };
    let mut all = vec![fastest.clone()];
    if !fastest.is_general() {
        all.push(game.definition.rules(Backend::General).unwrap());
    }
    for (_, fen) in &game.starts {
        check_play(fen, &all, &mut SplitMix64(seed), last_step);
    }
}

/// Random moves, the same under all rules.
fn check_play(fen: &str, all: &[CustomRules], random: &mut SplitMix64, last_step: u64) {
    let start = |rules: &CustomRules| Position::<CustomGame>::from_fen(fen, rules.clone()).unwrap();
    let mut positions: Vec<_> = all.iter().map(start).collect();
    for _ in 0..PLIES {
        if steps() > last_step {
            return;
        }
        let texts: Vec<Vec<String>> = positions.iter().map(check_position).collect();
        let fen = positions[0].to_fen();
        assert!(texts.iter().all(|other| *other == texts[0]), "{fen}: {texts:?}");
        assert!(positions.iter().all(|other| other.to_fen() == fen), "{fen}");
        if texts[0].is_empty() || texts[0].len() > MAX_MOVES {
            return;
        }
        let text = &texts[0][random.below(texts[0].len())];
        for position in &mut positions {
            let mv = read_move(position, text).unwrap_or_else(|_| panic!("{fen} {text}"));
            assert!(position.is_legal(mv), "{fen} {text}");
            let spelled = readable_unchecked(position, mv);
            assert_eq!(read_move(position, &spelled), Ok(mv), "{fen} {spelled}");
            *position = position.play_unchecked(mv);
        }
    }
}

/// The position is read as it is written, unless the game is over, and its moves are counted as they
/// are listed. Returns their texts, sorted.
fn check_position(position: &Position<CustomGame>) -> Vec<String> {
    let fen = position.to_fen();
    let before = steps();
    let moves = position.legal_moves();
    assert!(steps() - before < MAX_STEPS, "{fen}: {} steps", steps() - before);
    assert_eq!(position.count_moves(), moves.len() as u64, "{fen}");
    if position.board_outcome().is_some() {
        assert!(moves.is_empty(), "{fen}");
        return Vec::new();
    }
    assert_eq!(Position::from_fen(&fen, position.rules().clone()), Ok(position.clone()), "{fen}");
    let mut texts: Vec<String> = moves.iter().map(|&mv| uci(position, mv)).collect();
    texts.sort_unstable();
    let number = texts.len();
    texts.dedup();
    assert_eq!(texts.len(), number, "{fen}: a text is that of two moves");
    texts
}
