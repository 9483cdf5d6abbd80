//! The tools, with games of a file.

use super::*;
use crate::common::{Folder, Temporary};

/// White to move mates with c4-c6.
const MATE: &str = "k5/6/1KR3/6/6/6 w - - 0 1";

#[test]
fn moves_and_node_counts_are_those_of_the_reference() {
    for name in NAMES {
        let start = reference(name);
        let text = printed(&["moves", "--variant", name], "");
        let mut moves: Vec<&str> =
            text.lines().filter_map(|line| line.split('\t').next()).collect();
        moves.sort_unstable();
        let expected: Vec<String> = start.legal().into_iter().map(|mv| mv.uci).collect();
        assert_eq!(moves, expected);
        let count = |arguments: &[&str]| -> u64 {
            let text = printed(&[&["perft", "--variant", name], arguments].concat(), "");
            text.split_whitespace().last().unwrap().parse().unwrap()
        };
        assert_eq!(count(&["2"]), start.perft(2), "{name}");
        assert_eq!(count(&["--hash", "1", "--divide", "2"]), start.perft(2), "{name}");
    }
}

#[test]
fn check_plays_random_games() {
    let text = common::clean(&["check", "--random", "3", FILE], "");
    for name in NAMES {
        assert_has(&text, &[&format!("\nDefinition {}\n", hash_in(GAMES, name))]);
    }
    assert_eq!(text.matches("3 random games of about ").count(), 2, "{text}");
    let file = Temporary::new("wrong.toml", &GAMES.replace("pincer", "pinser"));
    let (code, text, _) = common::run(&["check", "--random", "1", file.path(), FILE], "");
    let error = format!("{}:11:47 mini.pieces.P.take: no method 'pinser'; ", file.path());
    assert!(code == 1 && text.starts_with(&error), "{text}");
}

#[test]
fn shards_of_a_perft_are_merged() {
    let folder = Folder::new("described-perft");
    let dir = folder.name("");
    for shard in ["1/2", "2/2"] {
        let job = ["--split", "1", "--shard", shard, "--out", &dir, "--resume", "2"];
        let arguments = [&["perft", "--variant", "wide"], &job[..]].concat();
        printed(&arguments, "");
        printed(&arguments, "");
    }
    let count = format!("Nodes searched: {}\n", reference("wide").perft(2));
    assert_eq!(printed(&["perft", "merge", &dir], ""), count);
}

#[test]
fn positions_are_analysed_and_solved() {
    let text = printed(&["analyze", "--variant", "mini", "--fen", MATE, "--depth", "4"], "");
    assert!(text.ends_with("best move: Rc4-c6#\n"), "{text}");
    let file = Temporary::new("described.epd", &format!("# variant mini\n{MATE} bm c4c6;\n"));
    let text = printed(&["solve", "--depth", "4", file.path()], "");
    assert_has(text, &["\nSolved: 1 of 1 "]);
}

/// A game of each of the two, from the tools' own random openings.
fn games() -> String {
    let game = |name: &str| {
        let mut position = reference(name);
        let mut moves = Vec::new();
        for index in [3, 5, 7, 11, 13, 17] {
            let legal = position.legal();
            let mv = &legal[index % legal.len()];
            moves.push(mv.uci.clone());
            position = position.play(mv);
        }
        format!("[Variant \"{name}\"]\n\n{} *\n\n", moves.join(" "))
    };
    NAMES.map(game).concat()
}

#[test]
fn games_of_several_files_are_annotated_and_summed_up_together() {
    let file = Temporary::new("described.pgn", &games());
    let annotated = printed(&["analyze", "--pgn", file.path(), "--depth", "3"], "");
    assert_eq!(annotated.matches("[%eval ").count(), 12, "{annotated}");
    let converted = printed(&["convert", file.path()], "");
    for (name, text) in [("mini", &annotated), ("wide", &converted)] {
        let definition = format!("[VariantDefinition \"{}\"]", hash_in(GAMES, name));
        let tags = format!("[Variant \"{name}\"]\n{definition}\n[PlyCount \"6\"]\n");
        assert_has(text, &[&tags]);
    }
    assert_eq!(printed(&["convert", "-"], &converted), converted);
    let text = printed(&["explore", "--variant", "wide", file.path()], "");
    assert_has(text, &["Games: 1 of 1 reached the position, 1 of other rules skipped"]);
}

#[test]
fn openings_are_made() {
    for name in NAMES {
        let text = printed(&[&format!("genfens 3 seed 1 variant {name}")], "");
        assert_eq!(text.lines().count(), 3, "{text}");
    }
}

#[test]
fn a_game_in_the_terminal_is_saved_and_loaded() {
    let folder = Folder::new("described-play");
    let [file, own] = ["game.pgn", "own.pgn"].map(|name| folder.name(name));
    let play = |arguments: &[&str], lines: &str| {
        printed(&[&["play", "--side", "both", "--autosave", &own], arguments].concat(), lines)
    };
    let mv = reference("mini").legal()[0].uci.clone();
    let text = play(&["--variant", "mini"], &format!("{mv}\npieces\nsave {file}\nquit\n"));
    assert_has(text, &["archer"]);
    let definition = format!("\n[VariantDefinition \"{}\"]\n", hash_in(GAMES, "mini"));
    assert_has(folder.read("game.pgn"), &[&definition]);
    let text = play(&["--resume"], "moves\nquit\n");
    let reply = reference("mini").play(&reference("mini").legal()[0]).legal()[0].uci.clone();
    assert_has(text, &[&reply]);
}

#[test]
fn only_compiled_games_have_a_bench_and_a_tutorial() {
    let names = "baroque abbott1962 abbott1968 cambridge delft vchess maxima rococo renaissance";
    for name in ["mini", "fugue"] {
        let bench = format!("'{name}' has no bench; these have one: {names}");
        assert_eq!(error_with(FILE, &["bench", name]), bench);
        let tutorial = format!("'{name}' has no tutorial; these have one: {names}");
        assert_eq!(error_with(FILE, &["play", "--tutorial", "--variant", name]), tutorial);
        let (_, text, _) = run_with(FILE, &[], &format!("bench {name}\n"));
        assert_eq!(text, format!("info string error {bench}\n"));
    }
}
