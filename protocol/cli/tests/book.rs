//! `baroque book`, and the books in `perft-suites/openings/`.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use baroque_movegen::{AnyGame, EpdFile, with_history};

use crate::common::{Folder, Temporary, assert_has, clean, error};

const GAMES: [&str; 4] = ["baroque", "maxima", "rococo", "renaissance"];

fn words(arguments: &str) -> Vec<&str> {
    ["book"].into_iter().chain(arguments.split(' ')).collect()
}

/// The output of a successful `baroque book`.
fn book(arguments: &str) -> String {
    clean(&words(arguments), "")
}

/// Checks that a book has so many different positions in which the game is not over, within a
/// margin.
fn check(text: &str, count: usize, margin: i32) {
    let file = EpdFile::parse(text).unwrap();
    let rules = file.rules.map(|header| header.value).unwrap_or_default();
    let mut position = AnyGame::with_rules(&file.variant.unwrap().value, &rules).unwrap();
    let mut keys = HashSet::new();
    for entry in &file.entries {
        position.set_fen(&entry.fen).unwrap_or_else(|error| panic!("{}: {error}", entry.line));
        assert_eq!(position.fen(), entry.fen);
        assert_eq!(position.outcome(), None, "line {}", entry.line);
        let score: i32 = entry.operand("ce").unwrap().parse().unwrap();
        assert!(score.abs() <= margin, "line {}: {score}", entry.line);
        keys.insert(with_history!(position.history(), game => game.position().key()));
    }
    assert_eq!((file.entries.len(), keys.len()), (count, count));
}

#[test]
fn a_book_depends_on_the_seed_and_not_on_the_threads() {
    let options = "--variant rococo --count 4 --plies 4 --nodes 300 --margin 80";
    let first = book(&format!("{options} --seed 7 --threads 1"));
    check(&first, 4, 80);
    let header = format!("# variant rococo\n# baroque book {options} --seed 7\n");
    assert!(first.starts_with(&header), "{first}");
    assert_eq!(book(&format!("{options} --seed 7 --threads 3")), first);
    assert_ne!(book(&format!("{options} --seed 8")), first);
    let out = Temporary::new("book.epd", "old");
    assert_eq!(book(&format!("{options} --seed 7 --out {}", out.path())), "");
    assert_eq!(std::fs::read_to_string(out.path()).unwrap(), first);
}

#[test]
fn the_engine_may_play_on_after_the_random_plies() {
    let options = "--variant maxima --count 1 --plies 0 --nodes 100 --margin 3000 --seed 1";
    let text = book(&format!("{options} --selfplay 3"));
    let header = "# variant maxima\n# baroque book --variant maxima --selfplay 3 --count 1 ";
    assert!(text.starts_with(header), "{text}");
    // White, Black, White.
    let position = text.lines().nth(2).unwrap();
    assert!(position.contains(" b - - ") && position.contains(" 2 ce "), "{text}");
}

#[test]
fn switches_are_in_the_header() {
    let book = book("--rules leap=single --count 2 --plies 2 --nodes 1 --margin 100");
    let (rules, command) = (book.lines().nth(1).unwrap(), book.lines().nth(2).unwrap());
    assert!(rules.starts_with("# rules leap=single,"), "{book}");
    assert!(command.contains(" --rules leap=single,"), "{book}");
    check(&book, 2, 100);
}

#[test]
fn errors_name_the_option() {
    for (arguments, part) in [
        ("--variant chess", "unknown variant 'chess'"),
        ("--count 0", "1..=1000000"),
        ("--margin -1", "-1"),
        ("--plies 101", "0..=100"),
        ("--count 1 --nodes 1 --out /no-such/book.epd", "/no-such/book.epd: there is no directory"),
        // Without moves there is only the start position.
        ("--count 2 --plies 0 --nodes 1 --margin 100", "only 1 of 2 openings found"),
    ] {
        assert_has(error(&words(arguments), ""), &[part]);
    }
}

fn path(game: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../perft-suites/openings");
    folder.join(format!("{game}.epd"))
}

#[test]
fn the_books_of_the_games_are_complete() {
    for game in GAMES {
        let text = std::fs::read_to_string(path(game)).unwrap();
        assert!(text.starts_with(&format!("# variant {game}\n")));
        check(&text, 500, 50);
    }
}

/// A match checks all openings of its book before it begins.
#[test]
fn matches_read_the_books_of_the_games() {
    for game in GAMES {
        let text = Folder::new("book").printed(&format!(
            "-engine cmd=builtin name=a -engine cmd=builtin name=b -each nodes=1 -rounds 1 \
             -maxmoves 1 -openings file={} format=epd",
            path(game).display()
        ));
        assert_has(text, &["Games: 2, "]);
    }
}
