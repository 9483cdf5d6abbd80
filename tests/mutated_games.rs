//! Files of games with random changes: they are refused, or their games can be played.

use std::sync::LazyLock;

use baroque_games::SHIPPED;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::common::drawn::DRAWN;
use crate::common::game_files::check_file;
use crate::common::strategies::check_property;

/// The games that come with the program, examples, and drawn games.
static TEXTS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut texts: Vec<String> = SHIPPED.iter().map(|(_, text)| (*text).to_owned()).collect();
    texts.push(include_str!("cases/words.toml").to_owned());
    texts.extend(DRAWN.iter().map(|game| game.text.clone()));
    texts
});

/// Where the words of a text stand: texts between quotation marks, keys, numbers.
fn words(text: &str) -> Vec<(usize, usize)> {
    let mut words = Vec::new();
    let (mut start, mut is_quoted) = (None, false);
    for (index, c) in text.char_indices() {
        let is_part = is_quoted || c == '"' || c.is_ascii_alphanumeric() || c == '-';
        match start {
            Some(first) if !is_part => {
                words.push((first, index));
                start = None;
            }
            None if is_part => start = Some(index),
            _ => {}
        }
        is_quoted ^= c == '"';
    }
    words
}

#[test]
fn files_with_other_bytes_can_be_played_if_they_are_read() {
    let change = (any::<Index>(), 0..4_usize, vec(any::<u8>(), 0..3));
    check_property(300, (any::<Index>(), vec(change, 1..3)), |(which, changes)| {
        let mut bytes = which.get(&TEXTS).clone().into_bytes();
        for (place, removed, inserted) in changes {
            let start = place.index(bytes.len() + 1);
            let end = (start + removed).min(bytes.len());
            // Mostly letters and digits, which leave it TOML.
            bytes.splice(start..end, inserted.into_iter().map(|byte| b' ' + byte % 95));
        }
        check_file(&bytes, u64::MAX);
        Ok(())
    });
}

/// Most of these are TOML still, and many are games.
#[test]
fn files_with_other_words_can_be_played_if_they_are_read() {
    let change = (any::<Index>(), select(vec![true, false]), any::<Index>(), any::<Index>());
    check_property(300, (any::<Index>(), vec(change, 1..4)), |(which, changes)| {
        let mut text = which.get(&TEXTS).clone();
        for (place, is_own, source, word) in changes {
            let source = if is_own { text.clone() } else { source.get(&TEXTS).clone() };
            let (start, end) = *word.get(&words(&source));
            let (first, last) = *place.get(&words(&text));
            text.replace_range(first..last, &source[start..end]);
        }
        check_file(text.as_bytes(), u64::MAX);
        Ok(())
    });
}
