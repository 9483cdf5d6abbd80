//! UCI and XBoard, with several games of files in one session.

use super::{Definition, FILE, GAMES, common};
use crate::common::Temporary;

/// The output of UCI commands, each executed to its end.
fn executed(commands: &[String]) -> Vec<String> {
    let commands: Vec<&str> = commands.iter().map(String::as_str).collect();
    let text = common::clean(&commands, "");
    text.lines().map(str::to_owned).collect()
}

/// The commands that choose a game and search its start.
fn search(name: &str) -> Vec<String> {
    let commands = [&format!("setoption name UCI_Variant value {name}"), "go depth 4"];
    commands.map(str::to_owned).to_vec()
}

/// The moves that searches find, each with the last line before it without its times.
fn found(lines: &[String]) -> Vec<[String; 2]> {
    let searches = lines.windows(2).filter(|lines| lines[1].starts_with("bestmove "));
    let untimed =
        |line: &str| line.split(" time ").next().unwrap().split(" nps ").next().unwrap().to_owned();
    searches.map(|lines| [untimed(&lines[0]), lines[1].clone()]).collect()
}

#[test]
fn a_session_switches_between_games_of_two_files() {
    let (mini, wide) = GAMES.split_once("[wide]").unwrap();
    let mini = Temporary::new("mini.toml", mini);
    let wide = Temporary::new("wide.toml", &format!("format = 1\n[wide]{wide}"));
    let load = vec![
        format!("load {}", mini.path()),
        format!("setoption name VariantPath value {}", wide.path()),
    ];
    let alone = |name: &str| found(&executed(&[load.clone(), search(name)].concat()));
    let expected: Vec<_> = ["mini", "wide", "mini"].into_iter().flat_map(alone).collect();
    let commands = [load.clone(), search("mini"), search("wide"), search("mini")].concat();
    let lines = executed(&commands);
    assert_eq!(found(&lines), expected);
    assert_eq!(expected.len(), 3);
    let is_listed = |names: &str| lines.iter().any(|line| line.ends_with(names));
    assert!(is_listed(" var mini") && is_listed(" var mini var wide"), "{lines:?}");
    let start = |name: &str, size: &str| {
        let text = format!("info string variant {name} {size} pocket 0 template fairy startpos ");
        lines.iter().filter(|line| line.starts_with(&text)).count()
    };
    assert_eq!([start("mini", "files 6 ranks 6"), start("wide", "files 10 ranks 6")], [2, 1]);
}

#[test]
fn a_file_that_was_changed_is_loaded_again() {
    let old = Temporary::new("again-old.toml", GAMES);
    let changed =
        GAMES.replace("move = \"R\", take = \"pincer\"", "move = \"W\", take = \"pincer\"");
    let new = Temporary::new("again-new.toml", &changed);
    let count = |file: &Temporary| {
        let text = ["go perft 1", "setoption name UCI_Variant value mini", "go perft 1"];
        let text = text.map(str::to_owned).to_vec();
        [vec![format!("load {}", file.path())], text].concat()
    };
    let lines = executed(&[count(&old), count(&new)].concat());
    let counts: Vec<&str> =
        lines.iter().filter_map(|line| line.strip_prefix("Nodes searched: ")).collect();
    let reference =
        |text: &str| Definition::read(text, "mini", &[]).unwrap().start().legal().len().to_string();
    let [before, after] =
        [&old, &new].map(|file| reference(&std::fs::read_to_string(file.path()).unwrap()));
    // A position stays one of the old game until the game is chosen again.
    assert_eq!(counts, ["32", &*before, &*before, &*after]);
    assert_ne!(before, after);
}

#[test]
fn xboard_learns_of_games_by_an_option() {
    let input = format!(
        "xboard\nprotover 2\nnew\nvariant mini\noption VariantPath={FILE}\nvariant mini\nforce\n\
         usermove a2a3\nusermove a3a3\nvariant wide\nusermove e2e3\nusermove e5e4\n"
    );
    let text = common::clean(&["xboard"], input);
    let lines: Vec<&str> = text.lines().collect();
    let at = |start: &str| lines.iter().position(|line| line.starts_with(start)).unwrap();
    let variants = lines.iter().filter(|line| line.starts_with("feature variants="));
    let is_full = variants.map(|line| line.ends_with(",mini,wide\""));
    assert_eq!(is_full.collect::<Vec<_>>(), [false, true], "{text}");
    let mini = "setup (PRWX......................Kprwx......................k) 6x6+0_nocastle ";
    let order = [
        at("feature done=1"),
        at("Error (unknown variant 'mini', allowed are: "),
        at(mini),
        at("Illegal move ("),
        at("setup (.SRLWA"),
    ];
    assert!(order.is_sorted(), "{order:?} {text}");
}
