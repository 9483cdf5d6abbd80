//! Matches of games of a file: engines of all kinds are told of the file.

use std::fs;

use baroque_formats::pgn;

use super::*;
use crate::common::{BAROQUE, Folder, program, text};

/// Runs the program in a folder; returns exit status, standard output and standard error.
fn run_in(folder: &Folder, arguments: &str) -> (i32, String, String) {
    let mut command = program(&[]);
    let output =
        command.args(shlex::split(arguments).unwrap()).current_dir(&folder.0).output().unwrap();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
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
        let (code, text, errors) = run_in(
            &folder,
            &format!(
                "--games games.toml match -engine cmd=builtin name=A \
                 -engine cmd={BAROQUE} name=B dir=engines \
                 -engine cmd={BAROQUE} name=C dir=engines args=xboard proto=xboard \
                 -each depth=2 -variant {name} -openings random plies=3 -srand 3 -games 1 -rounds 1 \
                 -maxmoves 8 -pgnout file=games.pgn"
            ),
        );
        assert_eq!((code, &*errors), (0, ""), "{text}");
        assert!(!text.contains("Warning") && text.contains("Tournament finished"), "{text}");
        let file = folder.0.join("games.pgn");
        let tags = format!("[VariantDefinition \"{}\"]\n", hash_in(GAMES, name));
        assert_eq!(fs::read_to_string(&file).unwrap().matches(&tags).count(), 3);
        let text = printed(&["convert", file.to_str().unwrap()], "");
        assert_eq!(
            text.matches("{adjudication").count() + text.matches("[Termination \"").count(),
            3
        );
    }
}

#[test]
fn the_file_may_follow_the_subcommand() {
    let folder = folder("match-order");
    let engines = "-engine cmd=builtin -engine cmd=builtin -each depth=1 -maxmoves 2";
    let (code, text, _) =
        run_in(&folder, &format!("match --games games.toml {engines} -variant mini"));
    assert_eq!(code, 0, "{text}");
    let (code, _, errors) = run_in(&folder, &format!("match {engines} -variant mini"));
    assert_eq!(code, 2);
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
    let path = path_in(&fs::canonicalize(&folder.0).unwrap(), "games.toml");
    for (engine, error) in [
        ("cmd=./plain", "'E' does not take 'mini' for UCI_Variant".to_owned()),
        (
            "cmd=./refusing",
            format!("E engine startup failure: E: no game: setoption name VariantPath value {path}"),
        ),
        ("cmd=./xboard proto=xboard", "'E' does not offer variant mini".to_owned()),
        (
            &format!("cmd={BAROQUE} option.VariantPath=none.toml"),
            "E engine startup failure: E: none.toml: No such file or directory (os error 2)".to_owned(),
        ),
        (
            &format!("cmd={BAROQUE} args=xboard proto=xboard option.VariantPath=none.toml"),
            "E engine startup failure: E: Error (none.toml: No such file or directory (os error 2)): \
             option VariantPath=none.toml"
                .to_owned(),
        ),
    ] {
        let (code, text, errors) = run_in(
            &folder,
            &format!(
                "--games games.toml match -engine {engine} name=E -engine cmd=builtin -each depth=1 \
                 -variant mini"
            ),
        );
        assert_eq!(code, 1, "{text} {errors}");
        assert!(text.contains(&format!("Fatal; {error}\n")), "{engine}: {text}");
    }
}

#[test]
fn a_match_is_resumed_with_the_same_definition_only() {
    let folder = folder("match-resume");
    let (code, text, _) = run_in(
        &folder,
        "--games games.toml match -engine cmd=builtin name=A -engine cmd=builtin name=B -each depth=1 \
         -variant mini -maxmoves 2 -rounds 1 -srand 1 -pgnout file=games.pgn",
    );
    assert_eq!(code, 0, "{text}");
    // The state names the file.
    let resume = "match -config file=config.json -rounds";
    let (code, text, errors) = run_in(&folder, &format!("{resume} 2"));
    assert_eq!(code, 0, "{errors}");
    assert!(text.contains("Finished game 4 "), "{text}");
    let changed = GAMES.replace("range = 2", "range = 3");
    folder.write("games.toml", &changed);
    let [before, after] = [GAMES, &changed].map(|text| hash_in(text, "mini"));
    let error = format!(
        "error: 'mini' is another game here: its definition is {after}, that of the file {before}\n"
    );
    assert_eq!(run_in(&folder, &format!("{resume} 3")), (2, String::new(), error));
    // The old file under another name.
    folder.write("old.toml", GAMES);
    let (code, _, errors) = run_in(&folder, &format!("--games old.toml {resume} 3"));
    assert_eq!(code, 0, "{errors}");
    let games = folder.read("games.pgn");
    assert_eq!(games.matches(&before).count(), 6);
    // This process knows no such game.
    assert_eq!(
        pgn::read(&games).unwrap_err().to_string(),
        "line 8, column 1: the game 'mini' is described in a file that is not loaded here"
    );
}
