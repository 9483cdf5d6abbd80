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
    let text = home.play(&["--side", "both"], &["e2e4", &save, "yes"]);
    assert!(text.contains("saved in "), "{text}");
    assert!(fs::read_to_string(&file).unwrap().contains("1. Pe2-e4 *"));
}

#[test]
#[cfg(unix)]
fn a_game_that_cannot_be_saved_is_printed() {
    let home = Home::with_default_autosave();
    fs::create_dir_all(home.file("baroque/last-game.pgn")).unwrap();
    let text = home.play(&["--side", "both"], &["e2e4", "e7e5"]);
    assert_eq!(text.matches("the game cannot be saved: it is a directory").count(), 1, "{text}");
    assert!(text.contains("here it is:\n[Event ") && text.contains("1. Pe2-e4 Pe7-e5 *"), "{text}");
}

#[test]
fn a_game_is_resumed_after_the_end_of_input() {
    let home = Home::new();
    let text = home.play(&["--level", "2", "--variant", "rococo"], &["d2d3", "fen"]);
    assert!(text.contains("The game is saved; 'baroque play --autosave "), "{text}");
    let autosave = home.autosave();
    assert!(
        autosave.contains("[Variant \"rococo\"]") && autosave.contains("[PlyCount \"2\"]"),
        "{autosave}"
    );
    let text = home.play(&["--resume"], &["e2e3", "undo", "game"]);
    assert!(
        text.contains("Variant rococo. You are White; the engine plays at level 2 of 8"),
        "{text}"
    );
    assert!(text.contains("Last: 1... ") && text.contains("2. Pe2-e3\n"), "{text}");
}

#[test]
#[cfg(unix)]
fn a_new_game_does_not_overwrite_the_last_one() {
    let home = Home::with_default_autosave();
    let text = home.play(&["--level", "1"], &["load", "d2d3", "fen"]);
    assert!(text.contains("\nthere is no saved game\n"), "{text}");
    assert!(text.contains("'baroque play --resume' continues it."), "{text}");
    let text = home.play(&["--level", "1"], &["e2e4", "fen", "load", "game"]);
    assert!(text.contains("An unfinished game is saved; 'load' continues it.\n"), "{text}");
    assert!(text.contains("  1. Pd2-d3 "), "{text}");
    assert!(
        Home::with_default_autosave()
            .error(&["--resume"])
            .contains("last-game.pgn: there is no saved game")
    );
}

#[test]
#[cfg(unix)]
fn a_kill_loses_no_moves() {
    for name in ["TERM", "KILL"] {
        let home = Home::new();
        let mut process = home.start(&["--movetime", "86400000"]);
        process.send("e2e4");
        process.read_until("1. Pe2-e4");
        common::signal(name, &process.child);
        assert!(!process.wait().success());
        let autosave = home.autosave();
        assert!(autosave.contains("1. Pe2-e4 *"), "{autosave}");
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
    assert_eq!(
        (home.read("games.txt"), home.read("game.previous.pgn")),
        (GAMES.into(), GAMES.into())
    );
    let mut process = home.start(&["--resume"]);
    process.read_until("to move");
    fs::write(home.file("game.pgn"), "not ours").unwrap();
    process.send("undo\nundo");
    process.read_until("the game cannot be saved: another program wrote ");
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
    assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
    assert!(home.error(&[]).contains("game.pgn: it is not a regular file"));
    assert!(home.error(&["--resume"]).contains("game.pgn: it is not a regular file"));
    fs::remove_file(&path).unwrap();
    fs::write(home.file("real.pgn"), "").unwrap();
    std::os::unix::fs::symlink("real.pgn", home.file("link.pgn")).unwrap();
    let saves = ["link.pgn", "none/x.pgn", ""]
        .map(|name| format!("save {}/{name}", home.file("").display()));
    let [link, none, directory] = saves.each_ref().map(String::as_str);
    let lines = ["e2e4", link, "y", none, directory, "save /dev/null", "undo"];
    let text = home.play(&["--side", "both"], &lines);
    assert!(text.contains("/none/x.pgn: there is no directory "), "{text}");
    assert!(text.contains("/: it is a directory\n"), "{text}");
    assert!(text.contains("/dev/null: it is not a regular file\n"), "{text}");
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
    first.send("e2e4");
    first.read_until("Last: 1. Pe2-e4");
    let text = home.play(&["--side", "both"], &["d2d4"]);
    let second = home.file("baroque/last-game.2.pgn");
    let path = second.display();
    assert!(text.contains(&format!("this game is saved in {path}.\n")), "{text}");
    assert!(text.contains(&format!("'baroque play --autosave {path} --resume'")), "{text}");
    assert!(home.error(&["--resume"]).contains("another session is using the saved game"));
    first.send("e7e5");
    first.read_until("Last: 1... Pe7-e5");
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
    let text = home.play(&["--side", "both"], &lines);
    assert!(text.contains("game 2 of 2\n"), "{text}");
    assert!(text.contains("1-0, according to the file. undo"), "{text}");
    let same = home.read("same.pgn");
    let moves = "{begins} 1. Pe2-e4 $1 {fine} 1... Pd7-d5 {Black is tired} 1-0\n";
    assert!(same.ends_with(moves) && !same.contains("human"), "{same}");
    let other = home.read("other.pgn");
    assert!(other.contains("Pd7-d5 {Black is tired; White resigns} 0-1\n"), "{other}");
    let autosave = home.autosave();
    assert!(autosave.contains("Pd7-d5 {Black is tired} 2. Pe4-e5 *\n"), "{autosave}");
    for tag in ["Event \"Open", "Site \"Here", "Date \"1999.12.31", "Round \"7", "White \"Robert"] {
        assert!(same.contains(tag) && other.contains(tag) && autosave.contains(tag), "{tag}");
    }
    assert!(autosave.contains("[WhiteType \"human\"]") && autosave.contains("[Annotator \"me\"]"));
    // The reason is written only once, even if the game is loaded several times.
    let load = format!("load {}", home.file("other.pgn").display());
    let save = format!("save {}", home.file("third.pgn").display());
    let text = home.play(&["--resume"], &[&load, "undo", "resign", &save]);
    assert!(text.contains("0-1, White resigns. undo"), "{text}");
    assert!(home.read("third.pgn").contains("{Black is tired; White resigns} 0-1\n"));
}

#[test]
fn a_loaded_game_without_moves_is_not_saved() {
    let home = Home::new();
    fs::write(home.file("good.pgn"), "1. e2e4 *").unwrap();
    let load = format!("load {}", home.file("good.pgn").display());
    let text = home.play(&["--side", "both"], &[&load, "quit"]);
    assert!(text.contains("\nNothing was played since the game was loaded.\n"), "{text}");
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
    process.send("e2e4");
    process.read_until("1. Pe2-e4");
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
    let lock = home.file("baroque/last-game.lock");
    let pipe = home.file("pipe");
    for path in [&lock, &pipe] {
        assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
    }
    let load = format!("load {}", pipe.display());
    let text = home.play(&["--side", "both"], &[&load, "load /dev/zero", "e2e4"]);
    assert_eq!(text.matches(": it is not a regular file\n").count(), 2, "{text}");
    assert!(home.autosave().contains("1. Pe2-e4 *"));
}
