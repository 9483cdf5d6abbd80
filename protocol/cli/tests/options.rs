//! UCI options: ranges, defaults and effects.

use std::time::Duration;

use crate::common::{Engine, Folder, assert_has};

/// The value after a keyword of an `option` line.
fn field<'a>(option: &'a str, word: &str) -> Option<&'a str> {
    option.split_once(&format!(" {word} ")).and_then(|(_, rest)| rest.split(' ').next())
}

/// Checks that an option refuses these values, and says what it allows.
fn check_refused(engine: &Engine, name: &str, values: &[&str], allowed: &str) {
    let refused = |assignment: &str, value: &str| {
        let error = format!("option {name} is '{value}', allowed is {allowed}");
        let output = engine.query_one(&format!("setoption name {name}{assignment}"));
        assert_eq!(output, format!("info string error {error}"));
    };
    refused("", "");
    refused(" value", "");
    values.iter().for_each(|value| refused(&format!(" value {value}"), value));
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
            let [min, max] =
                ["min", "max"].map(|word| field(option, word).unwrap().parse::<i64>().unwrap());
            let [below, above] = [min - 1, max + 1].map(|value| value.to_string());
            let values = ["x", "1.5", "99999999999999999999999", &below, &above];
            check_refused(&engine, name, &values, &format!("{min} to {max}"));
        }
        if kind.starts_with("check") {
            assert_eq!(engine.query(&format!("setoption name {name} value FALSE")), [""; 0]);
            check_refused(&engine, name, &["x", "1"], "true or false");
        }
    }
}

#[test]
fn scores_come_with_chances() {
    let engine = Engine::new();
    engine.query_none("setoption name UCI_ShowWDL value true");
    let lines = engine.ask("go depth 3", "bestmove");
    let scores = lines.iter().filter(|line| line.contains(" score cp "));
    assert!(scores.clone().count() > 0 && scores.clone().all(|line| line.contains(" wdl ")));
    engine.query_none("position fen 8/8/8/4k3/2K2I2/3w4/8/8 w - - 0 1");
    let lines = engine.ask("go depth 3", "bestmove");
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
    let lines = engine.ask("go depth 5", "bestmove");
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[0].starts_with("info depth 5 "), "{lines:?}");
    engine.query_none("setoption name MultiPV value 3");
    let lines = engine.ask("go depth 4", "bestmove");
    assert_eq!(lines.len(), 4, "{lines:?}");
    for (index, line) in lines[..3].iter().enumerate() {
        assert!(line.contains("depth 4 ") && line.contains(&format!("multipv {}", index + 1)));
    }
}

#[test]
fn the_debug_log_file_holds_input_and_output() {
    let folder = Folder::new("log");
    let path = folder.path("a  log.txt");
    let engine = Engine::new();
    engine.query_none(&format!("setoption name Debug Log File value {}", path.display()));
    engine.query_one("frobnicate");
    engine.query_none("setoption name Debug Log File value <empty>");
    engine.query_one("no longer written");
    // A directory is an error; the session continues.
    let path = std::env::temp_dir();
    let error =
        engine.query_one(&format!("setoption name Debug Log File value {}", path.display()));
    assert_has(error, &["Debug Log File is '", "cannot be written"]);
    let lines = ">> isready\n<< readyok\n>> frobnicate\n\
                 << info string error unknown command 'frobnicate', try help\n\
                 >> isready\n<< readyok\n>> setoption name Debug Log File value <empty>\n";
    assert_eq!(folder.read("a  log.txt"), lines);
}

#[test]
fn speedtest_runs_for_the_given_time_and_can_be_stopped() {
    let engine = Engine::new();
    let lines = engine.ask("speedtest 1 1 1", "Nodes/second");
    assert!(lines.contains(&"Threads         : 1".to_owned()), "{lines:?}");
    let time = lines.iter().find_map(|line| line.strip_prefix("Time            : ")).unwrap();
    let time: u64 = time.trim_end_matches(" ms").parse().unwrap();
    // The search of a decided position ends before its time is over.
    assert!((500..3000).contains(&time), "{time}");
    engine.send("speedtest 2 2");
    std::thread::sleep(Duration::from_millis(100));
    engine.ask("stop", "info string speedtest stopped");
    for (line, part) in [
        ("speedtest 0", "speedtest threads is '0', allowed is 1 to 512"),
        ("speedtest 1 1 -5", "speedtest seconds is '-5', allowed is 1 to 86400"),
    ] {
        assert_has(engine.query_one(line), &[part]);
    }
    engine.send("speedtest 1 33554432 1");
    assert_has(engine.read_line(), &["cannot allocate a hash table of 33554432 MiB"]);
    assert!(engine.finish().is_empty());
}

/// A log that cannot be written is one error, and the session continues.
#[cfg(target_os = "linux")]
#[test]
fn a_log_file_never_blocks_the_session() {
    let folder = Folder::new("log-pipe");
    let pipe = folder.pipe("pipe");
    let path = pipe.display();
    let reason = "which cannot be written: it is not a regular file";
    let engine = Engine::new();
    let error = engine.query_one(&format!("setoption name Debug Log File value {path}"));
    assert_eq!(error, format!("info string error option Debug Log File is '{path}', {reason}"));
    let xboard = Engine::xboard();
    let error = xboard.query_one(&format!("option Debug Log File={path}"));
    assert!(error.starts_with("Error (option Debug Log File is ") && error.contains(reason));

    let full = "option Debug Log File is '/dev/full', which cannot be written: No space left";
    let error = engine.query_one("setoption name Debug Log File value /dev/full\nregister");
    assert!(error.starts_with(&format!("info string error {full}")), "{error}");
    let error = xboard.query_one("option Debug Log File=/dev/full");
    assert!(error.starts_with(&format!("telluser error {full}")), "{error}");
}
