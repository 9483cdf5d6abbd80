//! Matches of games of a file: engines of all kinds are told of the file.

use std::fs;

use baroque_formats::pgn;

use super::*;
use crate::common::{BAROQUE, Folder};

/// Plays a match in a folder, without an error, and returns its output.
fn played(folder: &Folder, arguments: &str) -> String {
    let (code, text, errors) = folder.run_line(arguments);
    assert_eq!((code, &*errors), (0, ""), "{text}");
    text
}

/// A folder with the file of games.
fn folder(name: &str) -> Folder {
    let folder = Folder::new(&format!("described-{name}"));
    folder.write("games.toml", GAMES);
    fs::create_dir(folder.0.join("engines")).unwrap();
    folder
}

#[test]
fn engines_in_processes_and_of_both_protocols_play_games_of_a_file() {
    for name in NAMES {
        let folder = folder(&format!("match-{name}"));
        let options = format!(
            "--games games.toml match -engine cmd=builtin name=A \
             -engine cmd={BAROQUE} name=B dir=engines \
             -engine cmd={BAROQUE} name=C dir=engines args=xboard proto=xboard \
             -each depth=2 -variant {name} -openings random plies=3 -srand 3 -games 1 -rounds 1 \
             -maxmoves 8 -pgnout file=games.pgn"
        );
        let text = played(&folder, &options);
        assert!(!text.contains("Warning") && text.contains("Tournament finished"), "{text}");
        let tags = format!("[VariantDefinition \"{}\"]\n", hash_in(GAMES, name));
        assert_eq!(folder.read("games.pgn").matches(&tags).count(), 3);
        let text = printed(&["convert", &folder.name("games.pgn")], "");
        let ends = ["{adjudication", "[Termination \""].map(|part| text.matches(part).count());
        assert_eq!(ends.iter().sum::<usize>(), 3);
    }
}

#[test]
fn the_file_may_follow_the_subcommand() {
    let folder = folder("match-order");
    let engines = "-engine cmd=builtin -engine cmd=builtin -each depth=1 -maxmoves 2";
    played(&folder, &format!("match --games games.toml {engines} -variant mini"));
    let errors = folder.error(&format!("{engines} -variant mini"));
    assert!(errors.starts_with("error: unknown variant 'mini', allowed are: "), "{errors}");
}

#[cfg(unix)]
#[test]
fn engines_that_do_not_know_the_game_do_not_play() {
    let folder = folder("match-unknown");
    let variants = "option name UCI_Variant type combo default baroque var baroque";
    folder.script(
        "plain",
        &format!("uci) echo \"{variants}\"; echo uciok;;\nisready) echo readyok;;"),
    );
    folder.script(
        "refusing",
        &format!(
            "uci) echo \"{variants}\"; echo 'option name VariantPath type string default'; echo uciok;;\n\
             setoption*VariantPath*) echo \"info string error no game: $line\";;\n\
             isready) echo readyok;;"
        ),
    );
    folder.script(
        "xboard",
        "protover*) echo 'feature ping=1 setboard=1 variants=\"baroque\" done=1';;\n\
         ping*) echo pong ${line#ping };;",
    );
    let path = folder.name("games.toml");
    let start = "E engine startup failure: E:";
    let none = "none.toml: No such file or directory (os error 2)";
    let unknown = format!("cmd={BAROQUE} option.VariantPath=none.toml");
    for (engine, error) in [
        ("cmd=./plain", "'E' does not take 'mini' for UCI_Variant".to_owned()),
        ("cmd=./refusing", format!("{start} no game: setoption name VariantPath value {path}")),
        ("cmd=./xboard proto=xboard", "'E' does not offer variant mini".to_owned()),
        (&unknown, format!("{start} {none}")),
        (
            &format!("{unknown} args=xboard proto=xboard"),
            format!("{start} Error ({none}): option VariantPath=none.toml"),
        ),
    ] {
        let rest = "name=E -engine cmd=builtin -each depth=1 -variant mini";
        let (code, text, errors) =
            folder.run_line(&format!("--games games.toml match -engine {engine} {rest}"));
        assert_eq!(code, 1, "{text} {errors}");
        assert_has(text, &[&format!("Fatal; {error}\n")]);
    }
}

#[test]
fn a_match_is_resumed_with_the_same_definition_only() {
    let folder = folder("match-resume");
    played(
        &folder,
        "--games games.toml match -engine cmd=builtin name=A -engine cmd=builtin name=B -each depth=1 \
         -variant mini -maxmoves 2 -rounds 1 -srand 1 -pgnout file=games.pgn",
    );
    // The state names the file.
    let resume = "match -config file=config.json -rounds";
    assert_has(played(&folder, &format!("{resume} 2")), &["Finished game 4 "]);
    let changed = GAMES.replace("range = 2", "range = 3");
    folder.write("games.toml", &changed);
    let [before, after] = [GAMES, &changed].map(|text| hash_in(text, "mini"));
    let error = format!("error: {}\n", definitions::differs("mini", &after, &before));
    assert_eq!(folder.run_line(&format!("{resume} 3")), (2, String::new(), error));
    // The old file under another name.
    folder.write("old.toml", GAMES);
    played(&folder, &format!("--games old.toml {resume} 3"));
    let games = folder.read("games.pgn");
    assert_eq!(games.matches(&before).count(), 6);
    // This process knows no such game.
    let error = "line 8, column 1: the game 'mini' is described in a file that is not loaded here";
    assert_eq!(pgn::read(&games).unwrap_err().to_string(), error);
}
