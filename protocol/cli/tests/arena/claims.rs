//! Engines that claim results, timeout factors, and engines from a file.

use super::support::{Folder, assert_has};

/// A script that speaks CECP, with these cases before the default ones.
fn xboard(folder: &Folder, cases: &str) {
    let features = "protover*) echo 'feature ping=1 setboard=1 usermove=1 done=1';;";
    let pong = "ping*) echo \"pong ${line#ping }\";;";
    folder.script("claims", &format!("{cases}\n{features}\n{pong}"));
}

/// A game of the script, as White or as Black, against the built-in engine.
fn game(folder: &Folder, white: bool, more: &str) -> String {
    let script = format!("-engine cmd=./claims name=C proto=xboard {more}");
    let good = "-engine cmd=builtin name=G";
    let engines = if white { format!("{script} {good}") } else { format!("{good} {script}") };
    folder.printed(&format!("{engines} -each depth=1 -rounds 1 -games 1 -pgnout file=g.pgn"))
}

#[test]
fn a_claim_counts_if_the_engine_is_trusted() {
    let folder = Folder::new("claims");
    for (claim, trusted, line) in [
        ("1-0 {I win}", true, "1-0 {White wins by claim}"),
        ("1-0 {I win}", false, "0-1 {Black wins by adjudication: Invalid result claim}"),
        ("1/2-1/2 {enough}", true, "1/2-1/2 {Draw by claim}"),
        ("1/2-1/2 {enough}", false, "0-1 {Black wins by adjudication: Invalid result claim}"),
        ("0-1 {I lose}", true, "0-1 {White resigns}"),
        ("0-1 {I lose}", false, "0-1 {White resigns}"),
    ] {
        xboard(&folder, &format!("go) echo '{claim}';;"));
        let text = game(&folder, true, if trusted { "trust" } else { "" });
        assert!(text.contains(&format!("Finished game 1 (C vs G): {line}\n")), "{text}");
        let warning = format!("Warning; Wrong claim of C; {claim}\nPosition; position startpos\n");
        assert_eq!(text.contains(&warning), line.contains("Invalid"), "{text}");
    }
    let pgn = folder.read("g.pgn");
    assert_eq!(pgn.matches("[Termination \"normal\"]").count(), 4);
    assert_eq!(pgn.matches("[Termination \"adjudication\"]").count(), 2);
}

#[test]
fn an_engine_that_rejects_a_legal_move_loses() {
    let folder = Folder::new("protest");
    xboard(&folder, "usermove*) echo \"Illegal move: ${line#usermove }\";;");
    for trust in ["", "trust"] {
        let text = game(&folder, false, trust);
        let end = "1-0 {White wins by adjudication: Black claims an illegal move}\n";
        let warning = "Warning; Wrong claim of C; Illegal move: ";
        assert_has(text, &[warning, "Rules; baroque leap=", end]);
    }
}

#[test]
fn a_message_for_the_user_is_no_claim() {
    let folder = Folder::new("message");
    let end = "Finished game 1 (C vs G): 0-1 {White resigns}\n";
    for case in [
        "go) echo tellusererror book not found; echo resign;;",
        "force) echo tellusererror book not found;;\ngo) echo resign;;",
        "force) echo 'Error (book not found): force';;\ngo) echo resign;;",
    ] {
        xboard(&folder, case);
        assert_has(game(&folder, true, ""), &[end, "Warning; C: ", "book not found"]);
    }
}

#[test]
fn tscale_multiplies_the_timeouts() {
    let folder = Folder::new("slow");
    folder.script("slow", "isready) sleep 0.4; echo readyok;;\ngo*) echo bestmove none;;");
    let play = |more: &str| {
        folder.printed(&format!(
            "-engine cmd=./slow name=S {more} -engine cmd=builtin name=G -each depth=1 -rounds 1 \
             -games 1 -recover -ping-ms 100"
        ))
    };
    assert!(play("").contains("{White's connection stalls}"));
    assert!(play("tscale=100").contains("{White makes an illegal move}"));
}

#[test]
fn engines_are_read_from_a_file_of_cutechess() {
    let folder = Folder::new("conf");
    folder.write(
        "engines.json",
        r#"[ { "name" : "Own", "command" : "builtin", "protocol" : "uci",
               "options" : [ { "name" : "Hash", "type" : "spin", "value" : 4 } ] },
             { "name" : "Bad", "command" : "./bad", "protocol" : "uci" } ]"#,
    );
    folder.script("bad", "go*) echo bestmove none;;");
    let text = folder.printed(
        "-engine option.Hash=8 conf=Own name=Mine -engine conf=Bad -each depth=1 -rounds 1 -games 1 \
         -maxmoves 5",
    );
    let end = "Finished game 1 (Mine vs Bad): 1-0 {Black makes an illegal move}";
    assert_has(text, &[end, "(1 plies, 1t - NULL, 8MB - NULL):"]);
    for (text, name, reason) in [
        (Some("[]"), "Own", "there is no engine of this name"),
        (Some("["), "Own", "EOF while parsing a list at line 1 column 1"),
        (None, "A", "No such file or directory (os error 2)"),
    ] {
        match text {
            Some(text) => folder.write("engines.json", text),
            None => std::fs::remove_file(folder.path("engines.json")).unwrap(),
        }
        let errors =
            folder.error(&format!("-engine conf={name} -engine cmd=builtin -each depth=1"));
        assert_eq!(errors, format!("error: -engine conf={name}: engines.json: {reason}\n"));
    }
}
