//! What the options do, and how they are set.

mod common;

use std::time::Duration;

use common::Talk;

/// The value that `uci` gives an option behind a word.
fn told<'a>(option: &'a str, word: &str) -> Option<&'a str> {
    option.split_once(&format!(" {word} ")).and_then(|(_, rest)| rest.split(' ').next())
}

#[test]
fn every_option_takes_its_range_in_any_case_and_nothing_beyond() {
    let talk = Talk::new();
    let options = talk.ask("uci");
    for option in options.iter().filter_map(|line| line.strip_prefix("option name ")) {
        let (name, kind) = option.split_once(" type ").unwrap();
        // Memory and threads of the largest kind are not to be had everywhere.
        let most = if matches!(name, "Hash" | "Threads") { "2" } else { "" };
        let most = told(option, "max").map(|max| if most.is_empty() { max } else { most });
        for name in [name.to_uppercase(), name.to_lowercase()] {
            for value in [told(option, "min"), most, told(option, "default")].into_iter().flatten()
            {
                let said = talk.ask(&format!("setoption  name {name}  value  {value} "));
                let fine = |line: &String| !line.contains("error");
                assert!(said.iter().all(fine), "{name} {value}: {said:?}");
            }
        }
        if kind.starts_with("spin") {
            let beyond = |word| told(option, word).unwrap().parse::<i64>().unwrap();
            for value in [beyond("min") - 1, beyond("max") + 1] {
                let said = talk.ask_one(&format!("setoption name {name} value {value}"));
                assert!(
                    said.contains(&format!("option {name} is '{value}', allowed is")),
                    "{said}"
                );
            }
        }
        if kind.starts_with("spin") || kind.starts_with("check") {
            for value in ["", " value", " value x", " value 99999999999999999999999"] {
                let said = talk.ask_one(&format!("setoption name {name}{value}"));
                assert!(
                    said.starts_with(&format!("info string error option {name} is '")),
                    "{said}"
                );
            }
        }
    }
}

#[test]
fn an_option_set_during_a_search_counts_after_it() {
    let talk = Talk::new();
    talk.say("go infinite");
    talk.say("setoption name MULTIPV value 3");
    talk.until("info string setoption waits");
    talk.say("stop");
    let lines = talk.until("bestmove");
    assert!(lines.iter().all(|line| !line.contains("multipv 2")), "{lines:?}");
    talk.say("go depth 2");
    let lines = talk.until("bestmove");
    assert!(lines.iter().any(|line| line.contains("multipv 3")), "{lines:?}");
}

#[test]
fn no_value_is_the_default_of_a_list() {
    let talk = Talk::new();
    for (line, part) in [
        ("setoption name UCI_Variant value abbott1962", "variant abbott1962 "),
        ("setoption name Start value d1a1e8h8", "PPPPPPPP/ILXKWXLC w"),
        ("setoption name Start", "PPPPPPPP/ILXWKXLC w"),
        ("setoption name Start value", "PPPPPPPP/ILXWKXLC w"),
        ("setoption name UCI_Variant", "variant baroque "),
        ("setoption name UCI_Variant value <empty>", "variant baroque "),
    ] {
        let said = talk.ask_one(line);
        assert!(said.contains(part), "{line}: {said}");
    }
}

#[test]
fn minimal_output_is_the_last_lines_only() {
    let talk = Talk::new();
    talk.tell("setoption name Minimal value true");
    talk.say("go depth 5");
    let lines = talk.until("bestmove");
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[0].starts_with("info depth 5 "), "{lines:?}");
    talk.tell("setoption name MultiPV value 3");
    talk.say("go depth 4");
    let lines = talk.until("bestmove");
    assert_eq!(lines.len(), 4, "{lines:?}");
    for (index, line) in lines[..3].iter().enumerate() {
        assert!(line.contains("depth 4 ") && line.contains(&format!("multipv {}", index + 1)));
    }
}

#[test]
fn the_log_file_holds_both_sides_of_the_conversation() {
    let path = std::env::temp_dir().join(format!("baroque log {}.txt", std::process::id()));
    let talk = Talk::new();
    talk.tell(&format!("setoption name Debug Log File value {}", path.display()));
    talk.ask_one("frobnicate");
    talk.tell("setoption name Debug Log File value <empty>");
    talk.ask_one("no longer written");
    // The name of a folder is no file; the conversation goes on.
    let error = talk.ask_one(&format!(
        "setoption name Debug Log File value {}",
        std::env::temp_dir().display()
    ));
    assert!(
        error.contains("Debug Log File is '") && error.contains("cannot be written"),
        "{error}"
    );
    let log = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
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
fn the_speed_test_runs_as_long_as_asked_and_can_be_stopped() {
    let talk = Talk::new();
    talk.say("speedtest 1 1 1");
    let lines = talk.until("Nodes/second");
    assert!(lines.contains(&"Threads         : 1".to_owned()), "{lines:?}");
    let time = lines.iter().find_map(|line| line.strip_prefix("Time            : ")).unwrap();
    let time: u64 = time.trim_end_matches(" ms").parse().unwrap();
    // A position in which all is immediate_outcome is not searched to the end of its time.
    assert!((500..3000).contains(&time), "{time}");
    talk.say("speedtest 2 2");
    std::thread::sleep(Duration::from_millis(100));
    talk.say("stop");
    talk.until("info string speedtest stopped");
    for (line, part) in [
        ("speedtest 0", "speedtest threads is '0', allowed is 1 to 512"),
        ("speedtest 1 x", "speedtest hash is 'x', allowed is 1 to"),
        ("speedtest 1 1 -5", "speedtest seconds is '-5', allowed is 1 to 86400"),
        ("bench chess", "unknown variant 'chess'"),
    ] {
        let error = talk.ask_one(line);
        assert!(error.contains(part), "{error}");
    }
    let error = {
        talk.say("speedtest 1 33554432 1");
        talk.line()
    };
    assert!(error.contains("cannot allocate a hash table of 33554432 MiB"), "{error}");
    assert!(talk.end().is_empty());
}
