//! `baroque study`: short studies, interrupted, resumed and compared.

use std::collections::HashSet;
use std::fs;
use std::time::{Duration, Instant};

#[cfg(unix)]
use baroque_games::Games;
#[cfg(unix)]
use baroque_training::records::TrainingGames;
use serde_json::Value;

use crate::common::{Folder, assert_has, error, printed};
#[cfg(unix)]
use crate::common::{ended, program};
#[cfg(unix)]
use crate::json::Tables;

/// The hours of a short study: ten seconds.
const SHORT: &str = "0.003";
/// A game so small that there are many games in some seconds.
const TINY: &str = "
format = 1
[tiny]
title = \"Tiny\"
board = \"5x5\"
start = \"k2ww/5/5/5/WW2K w - - 0 1\"
end = { movelimit = 6 }
[tiny.pieces]
K = { name = \"king\", move = \"K\", take = \"displace\", royal = true }
W = { name = \"withdrawer\", move = \"Q\", take = \"withdraw\", value = 400 }
";

fn json(folder: &Folder, name: &str) -> Value {
    serde_json::from_str(&folder.read(name)).unwrap()
}

/// The games of a match, of all its shards; none if there was no time for it.
fn games(folder: &Folder, name: &str) -> Vec<Value> {
    let read = |shard: &str| {
        let path = folder.path(&format!("study/matches/{name}{shard}.jsonl"));
        fs::read_to_string(path).unwrap_or_default()
    };
    let text: String = ["", "-1-of-2", "-2-of-2"].map(read).concat();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn study(folder: &Folder, options: &[&str]) -> Vec<String> {
    let out = folder.name("study");
    let mut arguments = vec!["study", "--out", &out];
    arguments.extend(options);
    arguments.into_iter().map(str::to_owned).collect()
}

fn run(folder: &Folder, options: &[&str]) -> String {
    let arguments = study(folder, options);
    printed(&arguments.iter().map(String::as_str).collect::<Vec<_>>(), "")
}

fn refused(folder: &Folder, options: &[&str]) -> String {
    let arguments = study(folder, options);
    error(&arguments.iter().map(String::as_str).collect::<Vec<_>>(), "")
}

#[test]
fn a_study_is_made_resumed_and_compared() {
    let folder = Folder::new("study");
    let start = Instant::now();
    folder.write("tiny.toml", TINY);
    let file = folder.name("tiny.toml");
    let text = run(&folder, &[&file, "--hours", SHORT]);
    assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
    assert_has(&text, &["The report is "]);
    let report = json(&folder, "study/report.json");
    assert_eq!((&report["game"]["variant"], &report["title"]), (&"tiny".into(), &"Tiny".into()));
    #[cfg(unix)]
    Tables::read().check_object(&report, "report", "report.json");
    let round = &report["rounds"][0];
    assert!(round["games"].as_u64().unwrap() >= 20 && round["positions"].as_u64().unwrap() > 0);
    assert!(folder.path("study/networks/1.nnue").exists());
    check_figures(&folder, &report);
    let page = folder.read("study/report.html");
    assert_has(&page, &["<h1>", "</html>", "<svg"]);
    assert!(!page.contains("http:") && !page.contains("https:"), "it loads nothing");
    // The time is up: nothing more is played. The file of the game has a copy.
    fs::remove_file(&file).unwrap();
    run(&folder, &["--variant", "tiny", "--hours", SHORT]);
    let again = json(&folder, "study/report.json");
    for part in ["measures", "rounds"] {
        assert_eq!(again[part], report[part], "{part}");
    }
    let error = refused(&folder, &["--variant", "rococo", "--hours", SHORT]);
    assert_has(&error, &["the folder has a study of another game or of other rules"]);
    let out = folder.name("study");
    let table = printed(&["study", "compare", &out, &out], "");
    assert_has(&table, &["first player's score", "Tiny", "second − first"]);
    assert!(!table.lines().any(|line| line.ends_with(" *")), "{table}");
}

/// The games without those that repeat another one, of which colours are a part if the players differ.
fn distinct(mut games: Vec<Value>, colours: impl Fn(&Value) -> String) -> Vec<Value> {
    let mut known = HashSet::new();
    games.retain(|game| {
        let moves = game["moves"].as_array().unwrap();
        let moves: Vec<String> = moves.iter().map(|mv| mv["uci"].to_string()).collect();
        known.insert((colours(game), game["fen"].to_string(), moves))
    });
    games
}

/// Computes figures from the games that were kept, as a script would.
fn check_figures(folder: &Folder, report: &Value) {
    let rounds = report["rounds"].as_array().unwrap();
    let best = rounds.iter().rposition(|round| round["is_better"] == true);
    let best = best.map_or(0, |index| index + 1);
    for field in ["weak", "strong", "start"] {
        let (figures, name) = (&report["measures"][field], format!("{field}-{best}"));
        let games = distinct(games(folder, &name), |_| String::new());
        assert_eq!(figures["games"], games.len(), "{name}");
        let plies: usize = games.iter().map(|game| game["moves"].as_array().unwrap().len()).sum();
        let book = |game: &Value| {
            let moves = game["moves"].as_array().unwrap();
            moves.iter().filter(|mv| mv["book"] == true).count()
        };
        let opening: usize = games.iter().map(book).sum();
        assert_eq!(figures["counts"]["plies"], plies - opening, "{name}");
        let count = |result| games.iter().filter(|game| game["result"] == result).count() as f64;
        let near = |figure: &Value, wanted: f64| match figure["value"].as_f64() {
            Some(value) => assert!((value - wanted).abs() < 1e-9, "{name}: {value} {wanted}"),
            None => assert!(games.len() < 30, "{name}"),
        };
        let all = games.len().max(1) as f64;
        near(&figures["first"], (count("1-0") + count("1/2-1/2") / 2.0) / all);
        near(&figures["draws"], count("1/2-1/2") / all);
        near(&figures["length"], plies as f64 / all);
    }
    for (field, player) in [("depth", "nodes-4000"), ("learned", "learned")] {
        let games = games(folder, &format!("{field}-{best}"));
        let games = distinct(games, |game| game["white"].to_string());
        let result = |game: &&Value, white: &str, black: &str| {
            game["result"] == if game["white"] == player { white } else { black }
        };
        let won = games.iter().filter(|game| result(game, "1-0", "0-1")).count();
        let lost = games.iter().filter(|game| result(game, "0-1", "1-0")).count();
        if !report["measures"][field].is_null() {
            let score = serde_json::json!([won, games.len() - won - lost, lost]);
            assert_eq!(report["measures"][field]["score"], score, "{field}");
        }
    }
}

/// A study of the tiny game: its start has one book move, and levels that are all alike but the last.
fn knowledge(folder: &Folder) -> (String, String) {
    folder.write("tiny.toml", TINY);
    let file = folder.name("tiny.toml");
    let spec = printed(&["moves", "--games", &file, "--variant", "tiny"], "");
    let mv = spec.split_whitespace().next().unwrap().to_owned();
    let display = printed(&["--games", &file, "setoption name UCI_Variant value tiny", "d"], "");
    let fen = display.lines().find_map(|line| line.strip_prefix("Fen: ")).unwrap().to_owned();
    let text = serde_json::json!({
        "format": 1, "baroque": "0.1.0", "game": { "variant": "tiny" }, "file": TINY,
        "network": null, "levels": { "nodes": [1, 2, 3, 4, 5, 6, 7], "step": 50 },
        "book": [{ "fen": fen, "moves": [mv] }], "puzzles": [], "report": "<p>",
    });
    fs::create_dir(folder.path("tiny")).unwrap();
    folder.write("tiny/knowledge.json", &text.to_string());
    (folder.name("tiny"), mv)
}

#[test]
fn what_a_study_learned_is_used() {
    let folder = Folder::new("study-used");
    let (study, mv) = knowledge(&folder);
    // Where no game is named, that of the study is meant.
    let text = printed(&["analyze", "--study", &study, "--depth", "2"], "");
    assert_has(&text, &["best move: "]);
    assert_has(printed(&["moves", "--study", &study], ""), &[&mv]);
    // The move of the book is played at once, if that is asked for; a level has the nodes of the study.
    let uci = |lines: &str| printed(&["--study", &study], lines);
    let option = "setoption name OwnBook value true\n";
    let played = uci(&format!("{option}position startpos\ngo depth 30\n"));
    assert_eq!(played.lines().last(), Some(&*format!("bestmove {mv}")));
    assert!(!played.contains("info depth"), "{played}");
    let searched = uci("setoption name Skill Level value 7\nposition startpos\ngo depth 30\n");
    let nodes = searched.lines().rev().find_map(|line| line.split(" nodes ").nth(1)).unwrap();
    let nodes: u64 = nodes.split(' ').next().unwrap().parse().unwrap();
    assert!(nodes <= 20, "{searched}");
    // As an option of a session, whose game stays until another is chosen.
    let chosen = printed(
        &[],
        &format!(
            "setoption name Study value {study}\nd\nsetoption name UCI_Variant value tiny\n{option}\
             position startpos\ngo depth 30\n"
        ),
    );
    assert_has(&chosen, &["var tiny", &format!("bestmove {mv}")]);
    let bad = printed(&[], "setoption name Study value /nothing\nisready\n");
    assert_has(&bad, &["/nothing", "readyok"]);
    folder.write("other.toml", &TINY.replace("movelimit = 6", "movelimit = 8"));
    let other = printed(
        &[],
        &format!(
            "setoption name VariantPath value {}\nsetoption name UCI_Variant value tiny\n\
             setoption name Study value {study}\n",
            folder.name("other.toml")
        ),
    );
    assert_has(&other, &["the study is one of tiny (", "not of tiny ("]);
    // XBoard names the game; the book can be asked for.
    let xboard =
        printed(&["--study", &study], "xboard\nprotover 2\nvariant tiny\nbk\nnew\nbk\nquit\n");
    let books: Vec<&str> = xboard.lines().filter(|line| line.starts_with('\t')).collect();
    assert!(books.len() == 2 && books[1].contains("There is no opening book"), "{xboard}");
    assert!(!books[0].contains("There is no"), "{xboard}");
    // A match is one of the study's game.
    let config = format!("outname={}", folder.name("match.json"));
    let text = printed(
        &[
            "match",
            "--study",
            &study,
            "-engine",
            "cmd=builtin",
            "name=a",
            "-engine",
            "cmd=builtin",
            "name=b",
            "-each",
            "nodes=50",
            "-rounds",
            "1",
            "-games",
            "2",
            "-maxmoves",
            "10",
            "-config",
            &config,
        ],
        "",
    );
    assert_has(&text, &["Draw by move limit"]);
    assert_has(error(&["play", "--study", "/nothing"], ""), &["/nothing"]);
    // A study of a game that only '--games' knows would be of no use to others.
    let file = folder.name("tiny.toml");
    let text = refused(&folder, &["--games", &file, "--variant", "tiny"]);
    assert_has(&text, &["baroque study FILE --variant tiny"]);
}

#[cfg(unix)]
#[test]
fn a_killed_study_goes_on() {
    let folder = Folder::new("study-killed");
    let arguments = study(&folder, &["--variant", "fugue", "--hours", SHORT]);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    for milliseconds in [300, 1500, 2500, 3500] {
        let mut command = program(&arguments);
        let mut child = command
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(milliseconds));
        child.kill().unwrap();
        ended(&mut child);
    }
    assert_has(printed(&arguments, ""), &["The report is "]);
    check_figures(&folder, &json(&folder, "study/report.json"));
}

#[cfg(unix)]
#[test]
fn a_study_is_that_of_one_process_and_ends_in_order() {
    let folder = Folder::new("study-locked");
    let arguments = study(&folder, &["--variant", "fugue", "--hours", "1"]);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut command = program(&arguments);
    let mut child = command
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    while !folder.path("study/study.json").exists() {
        std::thread::sleep(Duration::from_millis(20));
    }
    let refused = refused(&folder, &["--variant", "fugue"]);
    assert_has(&refused, &["another process is at work on this study"]);
    crate::common::signal("INT", &child);
    assert_eq!(ended(&mut child).code(), Some(130));
    let journal = json(&folder, "study/study.json");
    assert!(journal["seconds"]["check"].as_f64().unwrap() > 0.0);
}

#[cfg(unix)]
#[test]
fn the_processes_of_a_divided_study_play_its_games_together() {
    let folder = Folder::new("study-divided");
    folder.write("tiny.toml", TINY);
    let file = folder.name("tiny.toml");
    let options = |shard: &'static str| ["--hours", "0.0015", "--threads", "1", "--shard", shard];
    let arguments = study(&folder, &[&[&*file], &options("2/2")[..]].concat());
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut assistant = program(&arguments).spawn().unwrap();
    run(&folder, &[&[&*file], &options("1/2")[..]].concat());
    assert!(ended(&mut assistant).success());
    let report = json(&folder, "study/report.json");
    check_figures(&folder, &report);
    // The games of self-play are those of both, and so are those of the matches after it.
    let mut known = Games::default();
    known.add_file(&baroque_games::parse("tiny.toml", TINY).unwrap());
    let count = |shard| {
        let path = folder.path(&format!("study/games/1/selfplay-{shard}-of-2.bin"));
        TrainingGames::open(&path, &known).unwrap().count() as u64
    };
    let journal = json(&folder, "study/study.json");
    // The first round may not be finished.
    let round = journal["rounds"].get(0).unwrap_or(&journal["next"]);
    assert_eq!(round["games"], count(1) + count(2));
    let files = fs::read_dir(folder.path("study/matches")).unwrap().map(|entry| entry.unwrap());
    let theirs = files.filter(|file| file.path().to_string_lossy().ends_with("-2-of-2.jsonl"));
    let bytes: u64 = theirs.map(|file| file.metadata().unwrap().len()).sum();
    assert!(count(2) + bytes > 0);
    let refused = refused(&folder, &["--variant", "tiny"]);
    assert_has(&refused, &["the study is divided into 2 shards, not 1"]);
}

#[test]
fn bad_folders_are_errors() {
    let folder = Folder::new("study-bad");
    fs::create_dir(folder.path("study")).unwrap();
    for (text, reason) in [
        ("", "no journal of a study"),
        ("{\"format\":9}", "format 9 is unknown; this program reads 3"),
    ] {
        folder.write("study/study.json", text);
        assert_has(refused(&folder, &["--variant", "fugue"]), &["study.json", reason]);
        assert_eq!(folder.read("study/study.json"), text);
    }
    let none = folder.name("none");
    assert_has(error(&["study", "compare", &none, &none], ""), &["report.json"]);
    assert_has(error(&["study", "--variant", "fugue"], ""), &["--out"]);
    assert_has(refused(&folder, &["--hours", "0"]), &["allowed is a number from 0.001 to 10000"]);
    assert_has(refused(&folder, &["no-such-file.toml"]), &["no-such-file.toml"]);
}
