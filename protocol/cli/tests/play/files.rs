//! Autosave, `save` and `load`.

use std::fs;

use super::support::*;
#[cfg(unix)]
use crate::common;

/// Two games; the second is finished and has tags of another program.
const GAMES: &str = r#"[Event "First"]

1. e2e4 *

[Event "Open"]
[Site "Here"]
[Date "1999.12.31"]
[Round "7"]
[White "Robert"]
[Black "Baroness"]
[Result "1-0"]
[Annotator "me"]

{begins} 1. e2e4 $1 {fine} d7d5 {Black is tired} 1-0
"#;

#[test]
fn files_are_not_replaced_without_confirmation() {
    let home = Home::new();
    let file = home.file("precious.pgn");
    fs::write(&file, "precious").unwrap();
    let save = format!("save {}", file.display());
    let text = home.play(&["--side", "both"], &["e2e4", &save, "n", &save]);
    assert_eq!(text.matches("exists. Replace it? [y/N]").count(), 2, "{text}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "precious");
    fs::remove_file(home.file("game.pgn")).unwrap();
    home.shows(&["--side", "both"], &["e2e4", &save, "yes"], &["saved in "]);
    assert_has(fs::read_to_string(&file).unwrap(), &["1. Pe2-e4 *"]);
}

#[test]
#[cfg(unix)]
fn a_game_that_cannot_be_saved_is_printed() {
    let home = Home::with_default_autosave();
    fs::create_dir_all(home.file("baroque/last-game.pgn")).unwrap();
    let text = home.play(&["--side", "both"], &["e2e4", "e7e5"]);
    assert_eq!(text.matches("the game cannot be saved: it is a directory").count(), 1, "{text}");
    assert_has(text, &["here it is:\n[Event ", "1. Pe2-e4 Pe7-e5 *"]);
}

#[test]
fn a_game_is_resumed_after_the_end_of_input() {
    let home = Home::new();
    let arguments = ["--level", "2", "--variant", "rococo"];
    home.shows(&arguments, &["d2d3", "fen"], &["The game is saved; 'baroque play --autosave "]);
    assert_has(home.autosave(), &["[Variant \"rococo\"]", "[PlyCount \"2\"]"]);
    let greeting = "Variant rococo. You are White; the engine plays at level 2 of 8";
    let parts = [greeting, "Last: 1... ", "2. Pe2-e3\n"];
    home.shows(&["--resume"], &["e2e3", "undo", "game"], &parts);
}

#[test]
#[cfg(unix)]
fn a_new_game_does_not_overwrite_the_last_one() {
    let home = Home::with_default_autosave();
    let parts = ["\nthere is no saved game\n", "'baroque play --resume' continues it."];
    home.shows(&["--level", "1"], &["load", "d2d3", "fen"], &parts);
    let parts = ["An unfinished game is saved; 'load' continues it.\n", "  1. Pd2-d3 "];
    home.shows(&["--level", "1"], &["e2e4", "fen", "load", "game"], &parts);
    let error = Home::with_default_autosave().error(&["--resume"]);
    assert_has(error, &["last-game.pgn: there is no saved game"]);
}

#[test]
#[cfg(unix)]
fn a_kill_loses_no_moves() {
    for name in ["TERM", "KILL"] {
        let home = Home::new();
        let mut process = home.thinking();
        common::signal(name, &process.child);
        assert!(!process.wait().success());
        assert_has(home.autosave(), &["1. Pe2-e4 *"]);
        assert!(no_temporary_files(&home.file("")));
    }
}

/// Whether no partially written file is left.
#[cfg(unix)]
fn no_temporary_files(directory: &std::path::Path) -> bool {
    let mut paths = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    paths.all(|path| path.extension().is_none_or(|extension| extension != "tmp"))
}

#[test]
fn autosave_does_not_overwrite_other_files() {
    let home = Home::new();
    for name in ["game.pgn", "games.txt", "game.previous.pgn"] {
        fs::write(home.file(name), GAMES).unwrap();
    }
    assert!(home.error(&[]).contains("game.pgn: the file exists already; "));
    assert!(home.error(&["--resume"]).contains("game.pgn: 2 games; only a file with one game"));
    fs::remove_file(home.file("game.pgn")).unwrap();
    home.play(&["--side", "both"], &["e2e4", "new", "d2d4", "new", "b2b4"]);
    assert!(home.autosave().contains("1. Pb2-b4 *"));
    assert!(home.read("game.previous.2.pgn").contains("1. Pe2-e4 *"));
    assert!(home.read("game.previous.3.pgn").contains("1. Pd2-d4 *"));
    assert_eq!(["games.txt", "game.previous.pgn"].map(|name| home.read(name)), [GAMES; 2]);
    let mut process = home.start(&["--resume"]);
    process.read_until("to move");
    fs::write(home.file("game.pgn"), "not ours").unwrap();
    process.ask("undo\nundo", "the game cannot be saved: another program wrote ");
    process.finish();
    assert_eq!(home.autosave(), "not ours");
    fs::remove_file(home.file("game.pgn")).unwrap();
    assert!(home.error(&["--resume"]).contains("game.pgn: there is no saved game"));
}

#[test]
#[cfg(unix)]
fn only_regular_files_are_written() {
    let home = Home::new();
    let path = home.file("game.pgn");
    std::os::unix::fs::symlink("nowhere", &path).unwrap();
    assert!(home.error(&[]).contains("game.pgn: it is a link to a file that does not exist"));
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    assert!(home.error(&[]).contains("game.pgn: it is a directory"));
    fs::remove_dir(&path).unwrap();
    home.0.pipe("game.pgn");
    for arguments in [&[][..], &["--resume"]] {
        assert_has(home.error(arguments), &["game.pgn: it is not a regular file"]);
    }
    fs::remove_file(&path).unwrap();
    fs::write(home.file("real.pgn"), "").unwrap();
    std::os::unix::fs::symlink("real.pgn", home.file("link.pgn")).unwrap();
    let saves = ["link.pgn", "none/x.pgn", ""]
        .map(|name| format!("save {}/{name}", home.file("").display()));
    let [link, none, directory] = saves.each_ref().map(String::as_str);
    let lines = ["e2e4", link, "y", none, directory, "save /dev/null", "undo"];
    let parts = [
        "/none/x.pgn: there is no directory ",
        "/: it is a directory\n",
        "/dev/null: it is not a regular file\n",
    ];
    let text = home.shows(&["--side", "both"], &lines, &parts);
    assert_eq!(text.matches("Replace it?").count(), 1, "{text}");
    assert!(home.file("link.pgn").is_symlink() && !home.file("none").exists());
    assert!(home.read("real.pgn").contains("1. Pe2-e4 *"));
    // Autosave through a symbolic link keeps the link.
    fs::remove_file(&path).unwrap();
    std::os::unix::fs::symlink("real.pgn", &path).unwrap();
    home.play(&["--resume"], &["e7e5"]);
    assert!(path.is_symlink() && home.read("real.pgn").contains("1. Pe2-e4 Pe7-e5 *"));
    assert!(no_temporary_files(&home.file("")));
}

#[test]
#[cfg(unix)]
fn concurrent_sessions_save_separate_games() {
    let home = Home::with_default_autosave();
    let mut first = home.start(&["--side", "both"]);
    first.ask("e2e4", "Last: 1. Pe2-e4");
    let second = home.file("baroque/last-game.2.pgn");
    let path = second.display();
    let saved = format!("this game is saved in {path}.\n");
    let resume = format!("'baroque play --autosave {path} --resume'");
    home.shows(&["--side", "both"], &["d2d4"], &[&saved, &resume]);
    assert!(home.error(&["--resume"]).contains("another session is using the saved game"));
    first.ask("e7e5", "Last: 1... Pe7-e5");
    first.finish();
    assert!(home.autosave().contains("1. Pe2-e4 Pe7-e5 *"));
    assert!(home.read("baroque/last-game.2.pgn").contains("1. Pd2-d4 *"));
    let text = home.play(&["--resume"], &["d7d5", "game"]);
    assert!(text.contains("'d7d5' is not a legal move") && !text.contains("Another session"));
}

#[test]
fn saved_games_keep_tags_and_comments_of_loaded_games() {
    let home = Home::new();
    fs::write(home.file("games.pgn"), GAMES).unwrap();
    let [load, save, again] = [("load", "games"), ("save", "same"), ("save", "other")]
        .map(|(word, name)| format!("{word} {}", home.file(&format!("{name}.pgn")).display()));
    let lines = [&load, &save, "undo", "resign", &again, "undo", "e4e5", "quit"];
    let parts = ["game 2 of 2\n", "1-0, according to the file. undo"];
    home.shows(&["--side", "both"], &lines, &parts);
    let same = home.read("same.pgn");
    let moves = "{begins} 1. Pe2-e4 $1 {fine} 1... Pd7-d5 {Black is tired} 1-0\n";
    assert!(same.ends_with(moves) && !same.contains("human"), "{same}");
    let (other, autosave) = (home.read("other.pgn"), home.autosave());
    assert_has(&other, &["Pd7-d5 {Black is tired; White resigns} 0-1\n"]);
    assert_has(&autosave, &["Pd7-d5 {Black is tired} 2. Pe4-e5 *\n"]);
    let tags = ["Event \"Open", "Site \"Here", "Date \"1999.12.31", "Round \"7", "White \"Robert"];
    [same, other, autosave.clone()].iter().for_each(|text| assert_has(text, &tags));
    assert_has(autosave, &["[WhiteType \"human\"]", "[Annotator \"me\"]"]);
    // The reason is written only once, even if the game is loaded several times.
    let load = format!("load {}", home.file("other.pgn").display());
    let save = format!("save {}", home.file("third.pgn").display());
    let lines = [&*load, "undo", "resign", &save];
    home.shows(&["--resume"], &lines, &["0-1, White resigns. undo"]);
    assert_has(home.read("third.pgn"), &["{Black is tired; White resigns} 0-1\n"]);
}

#[test]
fn a_loaded_game_without_moves_is_not_saved() {
    let home = Home::new();
    fs::write(home.file("good.pgn"), "1. e2e4 *").unwrap();
    let load = format!("load {}", home.file("good.pgn").display());
    let note = "\nNothing was played since the game was loaded.\n";
    let text = home.shows(&["--side", "both"], &[&load, "quit"], &[note]);
    assert!(!text.contains("could not be saved") && home.autosave().is_empty(), "{text}");
}

#[test]
#[cfg(unix)]
fn links_under_guessable_names_are_not_followed() {
    use std::os::unix::fs::symlink;

    let home = Home::with_default_autosave();
    let victim = home.file("victim");
    fs::write(&victim, "precious").unwrap();
    fs::create_dir_all(home.file("baroque")).unwrap();
    symlink(&victim, home.file("baroque/last-game.lock")).unwrap();
    let mut process = home.start(&["--side", "both"]);
    process.read_until("to move");
    let draft = format!("baroque/last-game.pgn.{}.tmp", process.child.id());
    symlink(&victim, home.file(&draft)).unwrap();
    process.ask("e2e4", "1. Pe2-e4");
    process.finish();
    assert!(home.autosave().contains("1. Pe2-e4 *"));
    assert_eq!(fs::read_to_string(&victim).unwrap(), "precious");
    assert!(home.file(&draft).is_symlink());
}

/// Pipes without a writer would block, and devices without an end would fill the memory.
#[test]
#[cfg(unix)]
fn only_regular_files_are_read() {
    let home = Home::with_default_autosave();
    fs::create_dir_all(home.file("baroque")).unwrap();
    home.0.pipe("baroque/last-game.lock");
    let load = format!("load {}", home.0.pipe("pipe").display());
    let text = home.play(&["--side", "both"], &[&load, "load /dev/zero", "e2e4"]);
    assert_eq!(text.matches(": it is not a regular file\n").count(), 2, "{text}");
    assert!(home.autosave().contains("1. Pe2-e4 *"));
}
