//! No text makes the reader panic.

use std::sync::LazyLock;

use baroque_games::{SHIPPED, parse};
use baroque_movegen::{CustomGame, Position};
use proptest::prelude::*;

use crate::examples::EXAMPLES;

/// The examples one by one, so that each case is quick.
static TEXTS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let body = EXAMPLES.strip_prefix("format = 1\n").unwrap();
    let mut texts: Vec<String> = Vec::new();
    for part in body.split("\n\n") {
        texts.push(format!("format = 1\n{part}"));
    }
    texts.extend(SHIPPED.iter().map(|(_, text)| (*text).to_owned()));
    texts
});

/// Pieces of text that mean something in a game file.
const WORDS: &[&str] = &[
    "\"",
    "{",
    "}",
    "[",
    "]",
    "=",
    ",",
    "\n",
    ".",
    "false",
    "true",
    "0",
    "-1",
    "99999999999999999999",
    "1e9",
    "1979-05-27",
    "\"*\"",
    "\"K\"",
    "'''",
    "inherits = \"baroque\"\n",
    "\"fly\"",
    "\"jump\"",
    "either",
    "offset",
    "plow",
    "imitate",
    "leave",
    "convert",
    "hands = {}\n",
    "wrap = \"files\"\n",
    "\"F-R\"",
    "\u{1b}",
    "é",
    "[fugue]\n",
    "board = \"1x1\"\n",
    "start = \"\"\n",
    "royal = true, ",
];

/// A change of a text: where, how many bytes go, and what comes.
fn change() -> impl Strategy<Value = (prop::sample::Index, usize, String)> {
    let inserted = prop_oneof![
        Just(String::new()),
        prop::sample::select(WORDS).prop_map(str::to_owned),
        "[ -~\n]{0,3}",
        any::<char>().prop_map(String::from),
    ];
    (any::<prop::sample::Index>(), 0..6_usize, inserted)
}

/// Where the words of a text stand: texts between quotation marks, keys, numbers.
fn words(text: &str) -> Vec<(usize, usize)> {
    let mut words = Vec::new();
    let mut start = None;
    let mut is_quoted = false;
    for (index, c) in text.char_indices() {
        let is_part = is_quoted || c == '"' || c.is_ascii_alphanumeric() || c == '-';
        if let Some(first) = start.filter(|_| !is_part) {
            words.push((first, index));
            start = None;
        } else if start.is_none() && is_part {
            start = Some(index);
        }
        is_quoted ^= c == '"';
    }
    words
}

/// Reads a file, checks its errors, or makes the first moves of its games.
fn check(text: &str) -> Result<(), TestCaseError> {
    let games = match parse("mutated.toml", text) {
        Ok(file) => file.games,
        Err(errors) => {
            prop_assert!(!errors.errors.is_empty());
            for error in &errors.errors {
                let line = error.to_string();
                prop_assert!(!line.contains(|c: char| c.is_control()), "{line:?}");
                prop_assert!(line.chars().count() < 1500, "{line}");
            }
            return Ok(());
        }
    };
    for game in games {
        prop_assert_eq!(game.hash.len(), 64);
        let Some(rules) = game.rules else { continue };
        for (_, fen) in &game.starts {
            let position = Position::<CustomGame>::from_fen(fen, rules.clone());
            prop_assert!(position.is_ok(), "{}", fen);
            for mv in position.iter().flat_map(|position| position.legal_moves()) {
                let next = position.as_ref().map(|position| position.play_unchecked(mv));
                prop_assert!(next.is_ok_and(|next| !next.to_fen().is_empty()));
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn mutated_files_do_not_panic(
        which in any::<prop::sample::Index>(),
        changes in prop::collection::vec(change(), 1..4),
    ) {
        let mut bytes = which.get(&TEXTS).clone().into_bytes();
        for (place, removed, inserted) in changes {
            let start = place.index(bytes.len() + 1);
            let end = (start + removed).min(bytes.len());
            bytes.splice(start..end, inserted.into_bytes());
        }
        check(&String::from_utf8_lossy(&bytes))?;
    }

    /// Most of these are TOML still, and some are games.
    #[test]
    fn files_with_other_words_do_not_panic(
        which in any::<prop::sample::Index>(),
        changes in prop::collection::vec(
            (any::<prop::sample::Index>(), any::<prop::sample::Index>(), any::<prop::sample::Index>()),
            1..4,
        ),
    ) {
        let mut text = which.get(&TEXTS).clone();
        for (place, source, word) in changes {
            let source = source.get(&TEXTS);
            let all = words(source);
            let (start, end) = *word.get(&all);
            let all = words(&text);
            let (first, last) = *place.get(&all);
            text.replace_range(first..last, &source[start..end]);
        }
        check(&text)?;
    }
}
