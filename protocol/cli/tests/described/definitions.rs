//! Files that name the definition of their game are refused if it is another one.

use super::*;
use crate::common::{Folder, Temporary};

/// A file of other games of the same names, and the hashes of `mini` in both.
fn others(name: &str) -> (Temporary, [String; 2]) {
    let changed = GAMES.replace("range = 2", "range = 3");
    let hashes = [GAMES, &changed].map(|text| hash_in(text, "mini"));
    assert_ne!(hashes[0], hashes[1]);
    (Temporary::new(&format!("{name}.toml"), &changed), hashes)
}

/// What is said of a file of a game with another definition.
pub fn differs(name: &str, found: &str, known: &str) -> String {
    format!("'{name}' is another game here: its definition is {found}, that of the file {known}")
}

#[test]
fn pgn_names_the_definition() {
    let (other, [known, found]) = others("pgn");
    let mv = reference("mini").legal()[0].uci.clone();
    let game = |tag: &str| format!("[Variant \"mini\"]\n{tag}\n\n1. {mv} *\n");
    let text = printed(&["convert", "-"], &game(""));
    let tagged = Temporary::new("tagged.pgn", &text);
    assert_has(text, &[&format!("[Variant \"mini\"]\n[VariantDefinition \"{known}\"]\n")]);
    let path = tagged.path();
    let expected = format!("error: {path}: line 9, column 1: {}", differs("mini", &found, &known));
    for arguments in [
        &["convert", path][..],
        &["explore", "--variant", "mini", path],
        &["analyze", "--depth", "1", "--pgn", path],
        &["stats", path],
    ] {
        printed(arguments, "");
        let (code, _, errors) = run_with(other.path(), arguments, "");
        assert_eq!((code, errors.lines().next()), (2, Some(&*expected)));
    }
    let text = "[Variant \"maxima\"]\n[VariantDefinition \"a\u{7}b\"]\n\n*\n";
    let compiled = Temporary::new("compiled.pgn", text);
    let path = compiled.path();
    let error = format!("{path}: line 2, column 1: {}", differs("maxima", "none", "a?b"));
    assert_eq!(error_with(FILE, &["convert", path]), error);
}

#[test]
fn shards_name_the_definition() {
    let (other, [known, found]) = others("shards");
    let folder = Folder::new("described-shards");
    let dir = folder.name("");
    let perft = ["perft", "--variant", "mini", "--split", "1", "--out", &dir, "--resume", "2"];
    printed(&perft, "");
    let file = folder.name("perft-1-of-1.jsonl");
    let error = error_with(other.path(), &perft);
    let job = format!("definition is \"{known}\", not \"{found}\"");
    assert_eq!(error, format!("{file}:1: the file belongs to another job: {job}"));
    let merge = format!("{file}:1: {}", differs("mini", &found, &known));
    assert_eq!(error_with(other.path(), &["perft", "merge", &dir]), merge);
}

#[test]
fn games_of_self_play_name_the_definition() {
    let (other, [known, found]) = others("selfplay");
    let folder = Folder::new("described-definitions");
    let [dir, converted] = ["games", "converted"].map(|name| folder.name(name));
    let job = ["selfplay", "--variant", "mini", "--count", "1", "--nodes", "2", "--plies", "2"];
    let output = ["--resign", "movecount=1,score=1", "--out", &dir, "--resume"];
    let job = [&job[..], &output].concat();
    printed(&job, "");
    let [binary, lines] = ["bin", "jsonl"].map(|end| format!("{dir}/selfplay-1-of-1.{end}"));
    printed(&["convert", "--out", &dir, &binary], "");
    let belongs = format!("the file belongs to another job: definition is \"{known}\", not");
    let error = format!("{binary}:1: {belongs} \"{found}\"");
    assert_eq!(error_with(other.path(), &job), error);
    for file in [binary, lines] {
        let error = format!("{file}:1: {}", differs("mini", &found, &known));
        assert_eq!(error_with(other.path(), &["convert", "--out", &converted, &file]), error);
    }
}

#[test]
fn headers_of_compiled_games_name_none() {
    let folder = Folder::new("described-compiled");
    let dir = folder.name("");
    printed(&["perft", "--split", "1", "--out", &dir, "1"], "");
    printed(&["selfplay", "--count", "0", "--nodes", "1", "--out", &dir], "");
    for name in ["perft-1-of-1.jsonl", "selfplay-1-of-1.bin"] {
        let text = folder.read(name);
        assert!(!text.contains("definition"), "{text}");
    }
    assert!(!printed(&["convert", "-"], "1. e4 *").contains("Definition"));
}

#[test]
fn the_terminal_refuses_a_saved_game_of_another_definition() {
    let (other, [known, found]) = others("play");
    let folder = Folder::new("described-refused");
    let file = folder.name("game.pgn");
    let mv = reference("mini").legal()[0].uci.clone();
    let play = ["play", "--side", "both", "--variant", "mini", "--autosave", &file];
    printed(&play, &format!("{mv}\nquit\n"));
    let error = error_with(other.path(), &["play", "--resume", "--autosave", &file]);
    let expected = differs("mini", &found, &known);
    assert!(error.starts_with(&format!("{file}: line ")) && error.ends_with(&expected), "{error}");
}
