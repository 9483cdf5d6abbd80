//! `--json`: the program prints what `docs/json.md` says, for the examples there.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde_json::{Deserializer, Value};

use crate::common::{self, BAROQUE, Folder, Temporary, error, printed};
use crate::docs::blocks;

const DOCUMENT: &str = include_str!("../../docs/json.md");

/// The tables of the document: the fields of each kind of object, with what the values are.
pub struct Tables(BTreeMap<&'static str, Vec<(&'static str, &'static str)>>);

impl Tables {
    pub fn read() -> Self {
        let (mut tables, mut current) = (BTreeMap::<_, Vec<_>>::new(), None);
        let code = |text: &'static str| text.strip_prefix('`')?.strip_suffix('`');
        for line in DOCUMENT.lines() {
            if let Some(heading) = line.strip_prefix('#') {
                current = code(heading.trim_start_matches('#').trim());
            }
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            if let (Some(name), ["", field, value, ..]) = (current, cells.as_slice())
                && let Some(field) = code(field)
            {
                tables.entry(name).or_default().push((field, *value));
            }
        }
        Self(tables)
    }

    /// Panics unless the value is what a cell of a table says.
    fn check(&self, value: &Value, cell: &str, place: &str) {
        let nullable = cell.strip_suffix(", or null").or(cell.strip_suffix(" or null"));
        if let Some(cell) = nullable {
            if !value.is_null() {
                self.check(value, cell, place);
            }
            return;
        }
        if let Some(item) = cell.strip_prefix("list of ") {
            let items = value.as_array().unwrap_or_else(|| panic!("{place}: {value}"));
            return items.iter().for_each(|value| self.check(value, item, place));
        }
        if let Some(item) = cell.strip_prefix("map of ") {
            let items = value.as_object().unwrap_or_else(|| panic!("{place}: {value}"));
            return items.values().for_each(|value| self.check(value, item, place));
        }
        let matches = match cell {
            "text" => value.is_string(),
            "integer" => value.is_u64() || value.is_i64(),
            "number" => value.is_number(),
            "boolean" => value.is_boolean(),
            "object" => value.is_object(),
            name if self.0.contains_key(name) => return self.check_object(value, name, place),
            quoted => value.as_str().is_some_and(|text| format!("`\"{text}\"`") == quoted),
        };
        assert!(matches, "{place}: {value} is not {cell}");
    }

    pub fn check_object(&self, value: &Value, name: &str, place: &str) {
        let object = value.as_object().unwrap_or_else(|| panic!("{place}: {value}"));
        let documented: BTreeSet<&str> = self.0[name].iter().map(|(field, _)| *field).collect();
        let found: BTreeSet<&str> = object.keys().map(String::as_str).collect();
        match name {
            "score" => {
                assert!(found.len() == 1 && found.is_subset(&documented), "{place}: {value}")
            }
            _ => assert_eq!(found, documented, "{place}: {name}"),
        }
        for (field, cell) in self.0[name].iter().filter(|(field, _)| found.contains(field)) {
            self.check(&object[*field], cell, &format!("{place}: {name}.{field}"));
        }
    }
}

/// The commands of the examples, and their output.
fn examples() -> Vec<(String, Vec<Value>)> {
    let [commands, outputs] = ["sh", "json"].map(|language| blocks(DOCUMENT, language));
    assert_eq!(commands.len(), outputs.len());
    let objects =
        |text: String| Deserializer::from_str(&text).into_iter().map(Result::unwrap).collect();
    commands.into_iter().zip(outputs.into_iter().map(objects)).collect()
}

/// Removes what differs from run to run, and the last digits, which differ between systems.
fn comparable(value: &Value) -> Value {
    let is_time = |name: &str| name.ends_with("time_ms") || name == "nodes_per_second";
    match value {
        Value::Object(fields) => {
            let fields = fields.iter().filter(|(name, _)| !is_time(name));
            fields.map(|(name, value)| (name.clone(), comparable(value))).collect()
        }
        Value::Array(items) => items.iter().map(comparable).collect(),
        Value::Number(number) if number.is_f64() => {
            format!("{:.9}", number.as_f64().unwrap()).into()
        }
        other => other.clone(),
    }
}

fn kinds(values: &[Value]) -> BTreeSet<&str> {
    values.iter().map(|value| value["type"].as_str().unwrap()).collect()
}

#[test]
fn the_examples_print_the_documented_objects() {
    let (tables, folder) = (Tables::read(), Folder::new("json-examples"));
    let suites = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../perft-suites");
    std::os::unix::fs::symlink(suites, folder.path("perft-suites")).unwrap();
    let program = Path::new(BAROQUE).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let mut found = BTreeSet::new();
    for (commands, documented) in examples() {
        let mut shell = Command::new("sh");
        shell.args(["-e", "-c", &commands]).env("PATH", &path).current_dir(&folder.0);
        let output = shell.output().unwrap();
        assert!(output.status.success(), "{commands}: {output:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        let printed: Vec<Value> =
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        for value in documented.iter().chain(&printed) {
            tables.check_object(value, value["type"].as_str().unwrap(), &commands);
        }
        assert_eq!(kinds(&printed), kinds(&documented), "{commands}");
        found.extend(kinds(&printed).into_iter().map(str::to_owned));
        // Other searches may find other moves with every change of the engine.
        let searches = ["analyze", "solve", "bench"];
        if !searches.iter().any(|name| commands.contains(&format!("baroque {name}"))) {
            let [printed, documented] = [Value::Array(printed), Value::Array(documented)];
            assert_eq!(comparable(&printed), comparable(&documented), "{commands}");
        }
    }
    let with_type = |(name, fields): (&&str, &Vec<(&str, &str)>)| {
        fields.iter().any(|(field, _)| *field == "type").then(|| name.to_string())
    };
    // No table is of an object that nothing prints.
    assert_eq!(found, tables.0.iter().filter_map(with_type).collect());
}

/// The only object that a successful command prints.
fn one(arguments: &[&str]) -> Value {
    serde_json::from_str(&printed(arguments, "")).unwrap()
}

/// The objects that a command prints.
fn all(arguments: &[&str]) -> Vec<Value> {
    let (_, text, _) = common::run(arguments, "");
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn json_and_text_agree() {
    let text = printed(&["moves", "--variant", "renaissance"], "");
    let moves = all(&["moves", "--variant", "renaissance", "--json"]);
    let texts = moves.iter().map(|mv| {
        format!("{}\t{}\n", mv["uci"].as_str().unwrap(), mv["readable"].as_str().unwrap())
    });
    assert_eq!(texts.collect::<String>(), text);
    let divided = one(&["perft", "--json", "--divide", "2"]);
    let moves = divided["moves"].as_array().unwrap();
    let sum: u64 = moves.iter().map(|mv| mv["nodes"].as_u64().unwrap()).sum();
    assert_eq!((moves.len(), sum), (32, 944));
}

#[test]
fn moves_tell_squares_captures_and_the_position_after_them() {
    let (leaper, drop) = ("k7/8/8/8/8/8/L1p1i3/7K w", "9/9/9/9/9/8k/9/9/3K5[P] w");
    for (variant, fen, uci, from, to, captures, after) in [
        // A withdrawer captures the pawn that it leaves, a long leaper two pieces.
        ("baroque", "k7/7p/6W1/8/8/8/8/K7 w", "g6d3", "g6", "d3", "h7p", "k7/8/8/8/8/3W4/8/K7"),
        ("baroque", leaper, "a2f2", "a2", "f2", "c2p e2i", "k7/8/8/8/8/8/5L2/7K"),
        ("baroque", "k7/8/8/8/8/2i5/2W5/K7 w", "c2c2", "c2", "c2", "", "k7/8/8/8/8/2i5/8/K7"),
        ("renaissance", drop, "P@c2", "", "c2", "", "9/9/9/9/9/8k/9/2P6/3K5[]"),
    ] {
        let moves = all(&["moves", "--json", "--variant", variant, "--fen", fen]);
        let mv = moves.iter().find(|mv| mv["uci"] == uci).unwrap();
        assert_eq!((mv["from"].as_str().unwrap_or_default(), &mv["to"]), (from, &to.into()));
        let captured = mv["captures"].as_array().unwrap().iter().map(|piece| {
            let part = |field| piece[field].as_str().unwrap();
            format!("{}{}", part("square"), part("piece"))
        });
        assert_eq!(captured.collect::<Vec<_>>().join(" "), captures, "{uci}");
        let found = mv["fen_after"].as_str().unwrap();
        assert!(found.starts_with(&format!("{after} b ")), "{uci}: {found}");
    }
}

#[test]
fn rules_that_differ_from_the_rule_set_are_named() {
    let rules = |arguments: &[&str]| {
        let perft = one(&[&["perft", "--json", "0"], arguments].concat());
        perft["position"]["rules"].as_str().unwrap().to_owned()
    };
    assert_eq!(rules(&["--variant", "cambridge"]), "");
    assert_eq!(rules(&["--rules", "movelimit=7,leap=single"]), "leap=single,movelimit=7");
}

#[test]
fn the_end_of_the_game_and_mates_are_reported() {
    let mate = all(&["analyze", "--json", "--fen", common::ENDING, "--mate", "1"]);
    let best = mate.last().unwrap();
    assert_eq!((&best["mate_found"], &best["score"]["mate"]), (&true.into(), &1.into()));
    assert_eq!(best["mate_excluded"], false);
    for (depth, excluded) in [("1", false), ("2", true)] {
        let none = all(&["analyze", "--json", "--mate", "1", "--depth", depth]);
        let best = none.last().unwrap();
        assert_eq!([&best["mate_found"], &best["mate_excluded"]], [false, excluded]);
    }
    let over = all(&["analyze", "--json", "--fen", "8/8/8/3Kk3/5I2/3w4/8/8 b - - 1 1"]);
    let best = over.last().unwrap();
    assert_eq!((&best["move"], &best["end"]), (&Value::Null, &"checkmate".into()));
}

#[test]
fn wrong_counts_are_reported() {
    let start = "clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/ILXKWXLC w - - 0 1";
    let file = Temporary::new("wrong.epd", &format!("\n{start} ;D1 32 ;D2 945\n"));
    let arguments = ["perft", "--json", "--suite", file.path()];
    let [right, wrong, suite] = &all(&arguments)[..] else { panic!() };
    assert_eq!((&right["correct"], &wrong["correct"]), (&true.into(), &false.into()));
    assert_eq!((&wrong["line"], &wrong["nodes"]), (&2.into(), &944.into()));
    assert_eq!((&suite["counts"], &suite["wrong"]), (&2.into(), &1.into()));
    assert_eq!(common::run(&arguments, "").0, 1);
}

/// With JSON too, errors are one line of text on stderr.
#[test]
fn errors_are_text() {
    for arguments in [
        &["moves", "--fen", "8/8"][..],
        &["perft", "--suite", "no-such-file"],
        &["perft", "merge", "no-such-folder"],
        &["analyze", "--variant", "chess", "--depth", "1"],
        &["solve", "no-such-file"],
        &["stats", "no-such-file"],
        &["bench", "chess"],
        &["convert", "no-such-file"],
    ] {
        let errors = error(&[arguments, &["--json"]].concat(), "");
        assert_eq!(errors, error(arguments, ""));
        assert!(errors.starts_with("error: ") && errors.lines().count() == 1, "{errors}");
    }
}
