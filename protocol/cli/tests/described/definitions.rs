//! Files that name the definition of their game are refused if it is another one.

use std::fs;

use super::*;
use crate::common::{Folder, Temporary};

/// A file of other games of the same names, and the hashes of `mini` in both.
fn others(name: &str) -> (Temporary, [String; 2]) {
    let changed = GAMES.replace("range = 2", "range = 3");
    let hashes = [GAMES, &changed].map(|text| hash_in(text, "mini"));
    assert_ne!(hashes[0], hashes[1]);
    (Temporary::new(&format!("{name}.toml"), &changed), hashes)
}

#[test]
fn pgn_names_the_definition() {
    let (other, [known, found]) = others("pgn");
    let mv = reference("mini").legal()[0].uci.clone();
    let game = |tag: &str| format!("[Variant \"mini\"]\n{tag}\n\n1. {mv} *\n");
    let text = printed(&["convert", "-"], &game(""));
    let tagged = Temporary::new("tagged.pgn", &text);
    assert!(
        text.contains(&format!("[Variant \"mini\"]\n[VariantDefinition \"{known}\"]\n")),
        "{text}"
    );
    let wrong =
        format!("'mini' is another game here: its definition is {found}, that of the file {known}");
    let path = tagged.path();
    let cases: [(&[&str], String); 4] = [
        (&["convert", path], format!("{path}: line 9, column 1: {wrong}")),
        (&["explore", "--variant", "mini", path], format!("{path}: line 9, column 1: {wrong}")),
        (&["analyze", "--depth", "1", "--pgn", path], format!("{path}: line 9, column 1: {wrong}")),
        (&["stats", path], format!("{path}: line 9, column 1: {wrong}")),
    ];
    for (arguments, expected) in cases {
        printed(arguments, "");
        let (code, _, errors) = run_with(other.path(), arguments, "");
        assert_eq!((code, errors.lines().next()), (2, Some(&*format!("error: {expected}"))));
    }
    let compiled = Temporary::new(
        "compiled.pgn",
        "[Variant \"maxima\"]\n[VariantDefinition \"a\u{7}b\"]\n\n*\n",
    );
    let error = format!(
        "{}: line 2, column 1: 'maxima' is another game here: its definition is none, that of the file a?b",
        compiled.path()
    );
    assert_eq!(error_with(FILE, &["convert", compiled.path()]), error);
}

#[test]
fn shards_name_the_definition() {
    let (other, [known, found]) = others("shards");
    let folder = Folder::new("described-shards");
    let dir = path_in(&folder.0, "");
    let perft = ["perft", "--variant", "mini", "--split", "1", "--out", &dir, "--resume", "2"];
    printed(&perft, "");
    let file = folder.0.join("perft-1-of-1.jsonl").display().to_string();
    let error = error_with(other.path(), &perft);
    let job = format!("definition is \"{known}\", not \"{found}\"");
    assert_eq!(error, format!("{file}:1: the file belongs to another job: {job}"));
    let merge = format!(
        "{file}:1: 'mini' is another game here: its definition is {found}, that of the file {known}"
    );
    assert_eq!(error_with(other.path(), &["perft", "merge", &dir]), merge);
}

#[test]
fn games_of_self_play_name_the_definition() {
    let (other, [known, found]) = others("selfplay");
    let folder = Folder::new("described-definitions");
    let [dir, converted] = ["games", "converted"].map(|name| path_in(&folder.0, name));
    let job = ["selfplay", "--variant", "mini", "--count", "1", "--nodes", "2", "--plies", "2"];
    let output = ["--resign", "movecount=1,score=1", "--out", &dir, "--resume"];
    let job = [&job[..], &output].concat();
    printed(&job, "");
    let [binary, lines] = ["bin", "jsonl"].map(|end| format!("{dir}/selfplay-1-of-1.{end}"));
    printed(&["convert", "--out", &dir, &binary], "");
    let differs = format!("definition is \"{known}\", not \"{found}\"");
    let error = format!("{binary}:1: the file belongs to another job: {differs}");
    assert_eq!(error_with(other.path(), &job), error);
    for file in [binary, lines] {
        let error = format!(
            "{file}:1: 'mini' is another game here: its definition is {found}, that of the file {known}"
        );
        assert_eq!(error_with(other.path(), &["convert", "--out", &converted, &file]), error);
    }
}

#[test]
fn headers_of_compiled_games_name_none() {
    let folder = Folder::new("described-compiled");
    let dir = path_in(&folder.0, "");
    printed(&["perft", "--split", "1", "--out", &dir, "1"], "");
    printed(&["selfplay", "--count", "0", "--nodes", "1", "--out", &dir], "");
    for name in ["perft-1-of-1.jsonl", "selfplay-1-of-1.bin"] {
        let text = fs::read_to_string(folder.0.join(name)).unwrap();
        assert!(!text.contains("definition"), "{text}");
    }
    assert!(!printed(&["convert", "-"], "1. e4 *").contains("Definition"));
}

#[test]
fn the_terminal_refuses_a_saved_game_of_another_definition() {
    let (other, [known, found]) = others("play");
    let folder = Folder::new("described-refused");
    let file = path_in(&folder.0, "game.pgn");
    let mv = reference("mini").legal()[0].uci.clone();
    let play = ["play", "--side", "both", "--variant", "mini", "--autosave", &file];
    printed(&play, &format!("{mv}\nquit\n"));
    let error = error_with(other.path(), &["play", "--resume", "--autosave", &file]);
    let expected =
        format!("'mini' is another game here: its definition is {found}, that of the file {known}");
    assert!(error.starts_with(&format!("{file}: line ")) && error.ends_with(&expected), "{error}");
}
