//! UCI options: ranges, defaults and effects.

use std::time::Duration;

use crate::common::{Engine, Folder};

/// The value after a keyword of an `option` line.
fn field<'a>(option: &'a str, word: &str) -> Option<&'a str> {
    option.split_once(&format!(" {word} ")).and_then(|(_, rest)| rest.split(' ').next())
}

#[test]
fn options_accept_exactly_their_range_and_ignore_case() {
    let engine = Engine::new();
    let options = engine.query("uci");
    for option in options.iter().filter_map(|line| line.strip_prefix("option name ")) {
        let (name, kind) = option.split_once(" type ").unwrap();
        // The maxima of Hash and Threads need more memory than a test machine may have.
        let limit = if matches!(name, "Hash" | "Threads") { "2" } else { "" };
        let max = field(option, "max").map(|max| if limit.is_empty() { max } else { limit });
        for name in [name.to_uppercase(), name.to_lowercase()] {
            for value in [field(option, "min"), max, field(option, "default")].into_iter().flatten()
            {
                let output = engine.query(&format!("setoption  name {name}  value  {value} "));
                let is_ok = |line: &String| !line.contains("error");
                assert!(output.iter().all(is_ok), "{name} {value}: {output:?}");
            }
        }
        if kind.starts_with("spin") {
            let bound = |word| field(option, word).unwrap().parse::<i64>().unwrap();
            for value in [bound("min") - 1, bound("max") + 1] {
                let output = engine.query_one(&format!("setoption name {name} value {value}"));
                assert!(
                    output.contains(&format!("option {name} is '{value}', allowed is")),
                    "{output}"
                );
            }
        }
        if kind.starts_with("spin") || kind.starts_with("check") {
            for value in ["", " value", " value x", " value 99999999999999999999999"] {
                let output = engine.query_one(&format!("setoption name {name}{value}"));
                assert!(
                    output.starts_with(&format!("info string error option {name} is '")),
                    "{output}"
                );
            }
        }
    }
}

#[test]
fn scores_come_with_chances() {
    let engine = Engine::new();
    engine.query_none("setoption name UCI_ShowWDL value true");
    engine.send("go depth 3");
    let lines = engine.read_until("bestmove");
    let scores = lines.iter().filter(|line| line.contains(" score cp "));
    assert!(scores.clone().count() > 0 && scores.clone().all(|line| line.contains(" wdl ")));
    engine.query_none("position fen 8/8/8/4k3/2K2I2/3w4/8/8 w - - 0 1");
    engine.send("go depth 3");
    let lines = engine.read_until("bestmove");
    assert!(lines.iter().any(|line| line.contains(" score mate 1 wdl 1000 0 0 ")), "{lines:?}");
}

#[test]
fn an_empty_combo_value_is_the_default() {
    let engine = Engine::new();
    for (line, part) in [
        ("setoption name UCI_Variant value abbott1962", "variant abbott1962 "),
        ("setoption name Start value d1a1e8h8", "PPPPPPPP/ILXKWXLC w"),
        ("setoption name Start", "PPPPPPPP/ILXWKXLC w"),
        ("setoption name Start value", "PPPPPPPP/ILXWKXLC w"),
        ("setoption name UCI_Variant", "variant baroque "),
        ("setoption name UCI_Variant value <empty>", "variant baroque "),
    ] {
        let output = engine.query_one(line);
        assert!(output.contains(part), "{line}: {output}");
    }
}

#[test]
fn minimal_prints_only_the_last_info_lines() {
    let engine = Engine::new();
    engine.query_none("setoption name Minimal value true");
    engine.send("go depth 5");
    let lines = engine.read_until("bestmove");
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[0].starts_with("info depth 5 "), "{lines:?}");
    engine.query_none("setoption name MultiPV value 3");
    engine.send("go depth 4");
    let lines = engine.read_until("bestmove");
    assert_eq!(lines.len(), 4, "{lines:?}");
    for (index, line) in lines[..3].iter().enumerate() {
        assert!(line.contains("depth 4 ") && line.contains(&format!("multipv {}", index + 1)));
    }
}

#[test]
fn the_debug_log_file_holds_input_and_output() {
    let folder = Folder::new("log");
    let path = folder.path("a log.txt");
    let engine = Engine::new();
    engine.query_none(&format!("setoption name Debug Log File value {}", path.display()));
    engine.query_one("frobnicate");
    engine.query_none("setoption name Debug Log File value <empty>");
    engine.query_one("no longer written");
    // A directory is an error; the session continues.
    let error = engine.query_one(&format!(
        "setoption name Debug Log File value {}",
        std::env::temp_dir().display()
    ));
    assert!(
        error.contains("Debug Log File is '") && error.contains("cannot be written"),
        "{error}"
    );
    let log = folder.read("a log.txt");
    let lines: Vec<&str> = log.lines().collect();
    assert_eq!(
        lines,
        [
            ">> isready",
            "<< readyok",
            ">> frobnicate",
            "<< info string error unknown command 'frobnicate', try help",
            ">> isready",
            "<< readyok",
            ">> setoption name Debug Log File value <empty>",
        ]
    );
}

#[test]
fn speedtest_runs_for_the_given_time_and_can_be_stopped() {
    let engine = Engine::new();
    engine.send("speedtest 1 1 1");
    let lines = engine.read_until("Nodes/second");
    assert!(lines.contains(&"Threads         : 1".to_owned()), "{lines:?}");
    let time = lines.iter().find_map(|line| line.strip_prefix("Time            : ")).unwrap();
    let time: u64 = time.trim_end_matches(" ms").parse().unwrap();
    // The search of a decided position ends before its time is over.
    assert!((500..3000).contains(&time), "{time}");
    engine.send("speedtest 2 2");
    std::thread::sleep(Duration::from_millis(100));
    engine.send("stop");
    engine.read_until("info string speedtest stopped");
    for (line, part) in [
        ("speedtest 0", "speedtest threads is '0', allowed is 1 to 512"),
        ("speedtest 1 x", "speedtest hash is 'x', allowed is 1 to"),
        ("speedtest 1 1 -5", "speedtest seconds is '-5', allowed is 1 to 86400"),
        ("bench chess", "unknown variant 'chess'"),
    ] {
        let error = engine.query_one(line);
        assert!(error.contains(part), "{error}");
    }
    let error = {
        engine.send("speedtest 1 33554432 1");
        engine.read_line()
    };
    assert!(error.contains("cannot allocate a hash table of 33554432 MiB"), "{error}");
    assert!(engine.finish().is_empty());
}

/// A log that cannot be written is one error, and the session continues.
#[cfg(target_os = "linux")]
#[test]
fn a_log_file_never_blocks_the_session() {
    use std::process::Command;

    let folder = Folder::new("log-pipe");
    let pipe = folder.path("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let path = pipe.display();
    let reason = "which cannot be written: it is not a regular file";
    let engine = Engine::new();
    let error = engine.query_one(&format!("setoption name Debug Log File value {path}"));
    assert_eq!(error, format!("info string error option Debug Log File is '{path}', {reason}"));
    let xboard = Engine::xboard();
    let error = xboard.cecp_query_one(&format!("option Debug Log File={path}"));
    assert!(error.starts_with("Error (option Debug Log File is ") && error.contains(reason));

    let full = "option Debug Log File is '/dev/full', which cannot be written: No space left";
    let lines = engine.query("setoption name Debug Log File value /dev/full\nregister");
    assert!(lines[0].starts_with(&format!("info string error {full}")), "{lines:?}");
    assert_eq!(lines.len(), 1, "{lines:?}");
    let lines = xboard.cecp_query("option Debug Log File=/dev/full");
    assert!(lines[0].starts_with(&format!("telluser error {full}")), "{lines:?}");
    assert_eq!(lines.len(), 1, "{lines:?}");
}
