//! `baroque json`: the messages of the page at standard input and output.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use serde_json::{Value, json};

use crate::common;

/// The answers to some lines.
fn answers(lines: &[String]) -> Vec<Value> {
    let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let (status, output, errors) = common::run(&["json"], input);
    assert_eq!((status, errors.as_str()), (0, ""));
    output.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn asked(id: u32, ask: &Value) -> String {
    json!({ "id": id, "ask": ask }).to_string()
}

#[test]
fn lines_are_answered_in_turn_and_bad_ones_end_nothing() {
    let position =
        json!({ "type": "position", "game": { "variant": "rococo", "moves": ["b2b3"] } });
    let lines = [
        "".to_owned(),
        "{".to_owned(),
        asked(7, &json!({ "type": "nothing" })),
        asked(1, &position),
    ];
    let all = answers(&lines);
    let kinds: Vec<_> = all.iter().map(|line| (&line["id"], &line["answer"]["type"])).collect();
    let (error, found) = (json!("error"), json!("position"));
    assert_eq!(kinds, [(&json!(0), &error), (&json!(7), &error), (&json!(1), &found)]);
    assert_eq!(all[2]["answer"]["side"], "b");
}

#[test]
fn a_line_that_is_too_long_is_skipped() {
    let catalog = asked(2, &json!({ "type": "catalog" }));
    for length in [(4 << 20) + 1, 9 << 20] {
        let all = answers(&["x".repeat(length), catalog.clone()]);
        assert!(all[0]["answer"]["message"].as_str().unwrap().contains("4 MiB"));
        assert_eq!((all.len(), &all[1]["answer"]["type"]), (2, &json!("catalog")));
    }
}

#[test]
fn the_last_search_is_answered_after_the_end_of_the_input() {
    let search =
        json!({ "type": "search", "game": { "variant": "maxima" }, "limits": { "depth": 3 } });
    let all = answers(&[asked(3, &search)]);
    let best = &all.last().unwrap()["answer"];
    assert!(best["type"] == "best" && best["best"].is_string(), "{best}");
    assert!(all.iter().any(|line| line["answer"]["type"] == "line"));
}

#[test]
fn a_search_that_nobody_waits_for_ends() {
    let mut program = common::program(&["json"]);
    let mut child = program.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let search =
        json!({ "type": "search", "game": { "variant": "maxima" }, "limits": { "time": 600_000 } });
    writeln!(child.stdin.take().unwrap(), "{}", asked(3, &search)).unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert!(first.contains("\"line\""), "{first}");
    assert!(child.wait().unwrap().success());
}
