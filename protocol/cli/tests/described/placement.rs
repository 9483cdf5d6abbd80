//! Games in which pieces are placed first, and in which a side may have the move twice in a row.
use super::*;
use crate::common::{Folder, Temporary};

/// Small games, of which `pool-2` gives both sides the move twice in a row.
const PLACED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/cases/placement.toml");

/// Runs the program with these games, which must succeed, and returns what it prints.
fn placed(arguments: &[&str], input: &str) -> String {
    common::printed(&[&["--games", PLACED], arguments].concat(), input)
}

#[test]
fn the_engine_searches_and_expects_replies_of_the_other_side_only() {
    let search = |moves: &str| {
        let position = format!("position startpos moves {moves}");
        let text =
            placed(&["setoption name UCI_Variant value pool-2", &position, "go depth 3"], "");
        let best = text.lines().rfind(|line| line.starts_with("bestmove ")).unwrap();
        best.contains(" ponder ")
    };
    assert!(search("K@a1 K@c5 Q@d5 Q@b1"), "after the second piece Black places");
    assert!(!search("K@a1"), "Black goes on");
    assert!(!search("K@a1 K@c5 Q@d5"), "White goes on");
}

#[test]
fn moves_of_one_side_in_a_row_are_numbered_again_in_pgn() {
    let moves = "1. K@a1 K@c5 1... Q@d5 2. Q@b1 2. A@c1 I@a5 3. Pa2-a3 Pb4-b3";
    let bare: String =
        moves.split(' ').filter(|word| !word.ends_with('.')).collect::<Vec<_>>().join(" ");
    let game = Temporary::new("placed.pgn", &format!("[Variant \"pool-2\"]\n\n{bare} *\n"));
    let written = placed(&["convert", game.path()], "");
    assert!(written.ends_with(&format!("\n{moves} *\n")), "{written}");
    assert_eq!(placed(&["convert", "-"], &written), written);
    let annotated = placed(&["analyze", "--depth", "2", "--pgn", "-"], &written);
    assert_eq!(annotated.matches("[%eval ").count(), 8, "{annotated}");
    assert!(annotated.contains(" 1... Q@d5 "), "{annotated}");
}

#[test]
fn engines_play_matches() {
    let folder = Folder::new("placed-match");
    for name in ["pool-2", "pool-1", "own-1"] {
        let file = folder.name(&format!("{name}.pgn"));
        let line = format!(
            "match -engine cmd=builtin name=A -engine cmd={} name=B -each depth=2 ponder -variant {name} \
             -rounds 2 -maxmoves 12 -pgnout file={file} -config outname={}",
            common::BAROQUE,
            folder.name("state.json")
        );
        let text = placed(&line.split(' ').collect::<Vec<_>>(), "");
        assert!(!text.contains("Warning") && text.contains("Tournament finished"), "{text}");
        assert_has(placed(&["convert", &file], ""), &["[White \"A\"]", "[White \"B\"]"]);
    }
}

#[test]
fn moves_are_taken_back_and_listed_by_side_in_the_terminal() {
    let folder = Folder::new("placed-play");
    let play = |side: &str, lines: &str| {
        let own = folder.name(&format!("{side}.pgn"));
        placed(&["play", "--variant", "pool-2", "--side", side, "--autosave", &own], lines)
    };
    let text = play("both", "K@a1\nK@c5\nQ@d5\nQ@b1\nA@c1\nmoves\nsheet\nundo\nquit\n");
    assert!(!text.contains("panicked"), "{text}");
    // The engine has placed twice before White's next turn.
    assert_has(play("white", "K@a1\nQ@b1\nundo\nundo\nK@b1\nquit\n"), &["K@b1"]);
}

#[test]
fn xboard_plays_only_games_in_which_sides_alternate() {
    let session = |lines: &str| placed(&["xboard"], lines);
    let text = session("protover 2\nquit\n");
    let variants = text.lines().find(|line| line.starts_with("feature variants=")).unwrap();
    let has = |name: &str| variants.split(['"', ',']).any(|listed| listed == name);
    assert!(has("own-1") && has("optima-house"), "{variants}");
    assert!(!["own-2", "pool-1", "pool-2", "optima-house-pool"].into_iter().any(has), "{variants}");
    let reason = "a side has two moves in a row in 'pool-2', which XBoard cannot play";
    assert_eq!(session("variant pool-2\n"), format!("Error ({reason}): variant pool-2\n"));
    let text = session("variant own-1\nforce\nusermove K@a1\nusermove K@a5\nping 1\n");
    assert!(!text.contains("Error") && !text.contains("Illegal"), "{text}");
    assert!(text.ends_with("\npong 1\n"), "{text}");
}
