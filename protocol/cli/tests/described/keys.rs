//! Every key of the files: what `check` says depends on it, and its values and its default are those
//! of the manual.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use baroque_games::keys::{self, Key, Values};

use crate::common::{self, Temporary};

/// The lines of a game. Those of a case replace the ones with the same key.
const BASE: &str = r#"
start = "k1xq2n1/pppppppp/8/8/8/8/PPPPPPPP/K1XQ2N1 w - - 0 1"
K = { name = "king", move = "K", take = "displace", royal = true }
P = { name = "pawn", move = "fW", take = "displace", value = 100 }
Q = { name = "queen", move = "Q", take = "displace", value = 900 }
N = { name = "knight", move = "N", take = "displace", value = 300 }
X = { name = "stranger", move = "Q", value = 500 }
"#;

const ZONE: &str = r#"zones = { far = { white = "*8", black = "*1" }, mid = "d4 e4" }"#;
const PLACED: &str = "start = \"8/8/8/8/8/8/8/8 w\"\n\
                      zones = { near = { white = \"*1\", black = \"*8\" }, \
                      two = { white = \"*1 *2\", black = \"*7 *8\" } }";
const DRAWN: &str = r#"start = "k1dq2n1/pppppppp/8/8/8/8/PPPPPPPP/K1DQ2N1 w""#;

/// A key, and lines with `?` where it stands with its value, if it does.
struct Case {
    path: String,
    lines: String,
    /// A value; `None` where the key stands in one of the values below.
    default: Option<String>,
    /// Values, as the file writes them, or "" for none.
    values: [String; 2],
}

/// All cases. A line of them is a key, what stands around it, perhaps its default where that is
/// neither true or false nor a number nor a word, and another value.
fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    let mut add = |path: &str, lines: &str, default: Option<&str>, values: [&str; 2]| {
        cases.push(Case {
            path: path.to_owned(),
            lines: lines.to_owned(),
            default: default.map(str::to_owned),
            values: values.map(str::to_owned),
        });
    };
    game_cases(&mut add);
    hand_and_placement_cases(&mut add);
    end_cases(&mut add);
    draw_cases(&mut add);
    piece_cases(&mut add);
    method_cases(&mut add);
    act_cases(&mut add);
    cases
}

type Add<'a> = &'a mut dyn FnMut(&str, &str, Option<&str>, [&str; 2]);

fn game_cases(add: Add) {
    for key in ["title", "source", "note"] {
        add(key, "?", None, ["", "\"Text\""]);
    }
    add("inherits", "board = \"8x8\"\n?", None, ["", "\"skirmish\""]);
    let start = |middle: &str| {
        format!("start = \"k1xq2n1/pppppppp/8/{middle}/8/PPPPPPPP/K1XQ2N1 w - - 0 1\"")
    };
    let other = format!("\"8x9\"\n{}", start("8/8/8"));
    add("board", "?", Some("\"8x8\""), ["", &other]);
    add("files", "?", Some("\"abcdefgh\""), ["", "\"stuvwxyz\""]);
    add("first-rank", "?", Some("1"), ["", "0"]);
    let other = format!("\"d4 e5\"\n{}", start("4*3/3*4"));
    add("holes", "?", None, ["", &other]);
    add("wrap", "?", None, ["", "\"files\""]);
    let reach = "end = { reach = { pieces = \"K\", in = \"mid\" } }\n";
    add("zones", "?", None, ["", &format!("{{ mid = \"d4\" }}\n{reach}")]);
    let zone = |half: &str| format!("{reach}zones = {{ mid = {half} }}");
    add("zones.NAME", &zone("?"), None, ["\"d4\"", "\"d5\""]);
    add("zones.NAME.white", &zone("{ ?, black = \"d5\" }"), None, ["\"d4\"", "\"e4\""]);
    add("zones.NAME.black", &zone("{ ?, white = \"d5\" }"), None, ["\"d4\"", "\"e4\""]);
    let start = "\"k1xq2n1/pppppppp/8/8/8/8/PPPPPPPP/K1XQ2N1 w - - 0 1\"";
    add("start", "?", None, [start, &start.replace("xq2n1", "x3n1")]);
    add("starts", "?", None, ["", &format!("{{ other = {start} }}")]);
    add("pieces", "", None, ["", "Y = { name = \"other\", move = \"R\" }"]);
    add("suicide", "?", None, ["", "true"]);
    add("ranklimit", "?", None, ["", "true"]);
    add("forced-captures", "?", None, ["", "true"]);
    add("limit", &format!("{ZONE}\n?"), None, ["", "{ in = \"far\", pieces = 3 }"]);
    let limit = format!("{ZONE}\nlimit = ");
    add("limit.in", &format!("{limit}{{ ?, pieces = 9 }}"), None, ["\"far\"", "\"mid\""]);
    add("limit.pieces", &format!("{limit}{{ ?, in = \"mid\" }}"), None, ["3", "4"]);
    add("only-to-take", &format!("{ZONE}\n?"), None, ["", "\"mid\""]);
}

fn hand_and_placement_cases(add: Add) {
    add("hands", "?", None, ["", "{}"]);
    add("hands.takes", "hands = { ? }", None, ["", "false"]);
    add("hands.turns", "hands = { ? }", None, ["", "{ Q = \"N\" }"]);
    add("hands.drop", &format!("{ZONE}\nhands = {{ ? }}"), None, ["", "\"far\""]);
    let whole = "{ mode = \"own\", zone = \"near\", pieces = \"KQN\" }";
    let pieces = "zones = { near = { white = \"*1\", black = \"*8\" } }\n?";
    add("placement", pieces, None, ["", &format!("{whole}\nstart = \"8/8/8/8/8/8/8/8 w\"")]);
    let placement = |rest: &str| format!("{PLACED}\nplacement = {{ ?, {rest} }}");
    let own = "mode = \"own\", zone = \"near\", pieces = \"KQN\"";
    let zone = "zone = \"near\", pieces = \"QN\"";
    add("placement.mode", &placement(zone), None, ["\"own\"", "\"pool\""]);
    let pieces = "mode = \"own\", pieces = \"KQN\"";
    add("placement.zone", &placement(pieces), None, ["\"near\"", "\"two\""]);
    let mode = "mode = \"own\", zone = \"near\"";
    add("placement.pieces", &placement(mode), None, ["\"KQN\"", "\"KQQN\""]);
    add("placement.order", &placement(own), None, ["", "\"1,2\""]);
}

fn end_cases(add: Add) {
    add("end", "?", None, ["", "{ royal = \"capture\" }"]);
    for (key, other) in [
        ("royal", "\"capture\""),
        ("stalemate", "\"loss\""),
        ("missing", "\"loss\""),
        ("bare", "\"loss\""),
        ("extinct", "\"P\""),
        ("repetition", "\"off\""),
        ("movelimit", "40"),
    ] {
        add(&format!("end.{key}"), "end = { ? }", None, ["", other]);
    }
    let reach = format!("{ZONE}\nend = {{ ? }}");
    add("end.reach", &reach, None, ["", "{ pieces = \"K\", in = \"far\" }"]);
    let reach = |rest: &str| format!("{ZONE}\nend = {{ reach = {{ ?, {rest} }} }}");
    add("end.reach.pieces", &reach("in = \"far\""), None, ["\"K\"", "\"KQ\""]);
    add("end.reach.in", &reach("pieces = \"K\""), None, ["\"far\"", "\"mid\""]);
    add("end.reach.count", &reach("in = \"far\", pieces = \"Q\""), None, ["", "2"]);
    add("end.reach.before-check", &reach("in = \"far\", pieces = \"Q\""), None, ["", "true"]);
}

fn draw_cases(add: Add) {
    let drawn = "{ pieces = \"D\", move = { R = 1 }, take = { displace = 1 } }";
    let pieces = "D = { name = \"drawn\", move = \"R\", take = \"displace\", value = 1 }";
    add("draw", DRAWN, None, [&format!("\n{pieces}"), &format!("draw = {drawn}")]);
    let draw = |rest: &str| format!("{DRAWN}\ndraw = {{ ?, {rest} }}");
    let take = "take = { displace = 1 }";
    let both = format!("move = {{ R = 1 }}, {take}");
    add("draw.pieces", &draw(&both), None, ["\"D\"", "\"DE\""]);
    let rest = format!("pieces = \"D\", {take}");
    add("draw.move", &draw(&rest), None, ["{ R = 1 }", "{ R = 2 }"]);
    let rest = "pieces = \"D\", move = { R = 1 }";
    add("draw.take", &draw(rest), None, ["{ displace = 1 }", "{ leap = 1 }"]);
    let rest = format!("pieces = \"D\", {both}");
    add("draw.power", &draw(&rest), None, ["", "{ \"rifle 2\" = 1 }"]);
    add("draw.invoke", &draw(&rest), None, ["", "\"explode\""]);
    add("draw.names", &draw(&rest), None, ["", "[\"Heron\"]"]);
    add("draw.refuse", &draw(&rest), None, ["", "{ no-captures = true }"]);
    let refuse = format!("{DRAWN}\ndraw = {{ {rest}, refuse = {{ ? }} }}");
    add("draw.refuse.first-moves-below", &refuse, None, ["", "5"]);
    add("draw.refuse.no-captures", &refuse, None, ["", "true"]);
    add("draw.refuse.decided-within", &refuse, None, ["", "2"]);
}

fn piece_cases(add: Add) {
    add("name", "X = { ?, move = \"Q\", value = 1 }", None, ["\"one\"", "\"two\""]);
    add("move", "X = { ?, name = \"stranger\", value = 1 }", None, ["", "\"R\""]);
    let row = "X = { ?, name = \"stranger\", move = \"Q\" }";
    add("value", row, None, ["", "123"]);
    let row = "X = { ?, name = \"stranger\", move = \"Q\", value = 500 }";
    add("take", row, None, ["", "\"withdraw\""]);
    add("act", row, None, ["", "\"swap\""]);
    for key in ["freezes", "shields", "neutralizes"] {
        add(key, row, None, ["", "\"P\""]);
        let table = |rest: &str| {
            format!("X = {{ {key} = {{ ?{rest} }}, name = \"stranger\", move = \"Q\", value = 5 }}")
        };
        add(&format!("{key}.kinds"), &table(""), None, ["\"P\"", "\"*\""]);
        let range = format!("{key}.range");
        add(&range, &table(", kinds = \"P\""), None, ["", "2"]);
        if key == "freezes" {
            add("freezes.unless-beside", &table(", kinds = \"P\""), None, ["", "\"Q\""]);
        }
    }
    add("immune", row, None, ["", "\"rifle\""]);
    add("royal", row, None, ["", "true"]);
    add("taken-becomes", row, None, ["", "\"P\""]);
    add("imitated", row, None, ["", "\"step\""]);
    let pawn = |promote: &str| {
        let pawn = "name = \"pawn\", move = \"fW\", take = \"displace\", value = 100";
        format!("{ZONE}\nP = {{ {promote}, {pawn} }}")
    };
    add("promote", &pawn("?"), None, ["", "{ in = \"far\", to = \"Q\" }"]);
    add("promote.in", &pawn("promote = { ?, to = \"Q\" }"), None, ["\"far\"", "\"mid\""]);
    add("promote.to", &pawn("promote = { ?, in = \"far\" }"), None, ["\"Q\"", "\"lost\""]);
    let must = "promote = { ?, in = \"far\", to = \"Q\" }";
    add("promote.must", &pawn(must), None, ["", "true"]);
    let absent = "promote = { in = \"far\", to = { ? } }";
    add("promote.to.absent", &pawn(absent), None, ["\"Q\"", "\"QN\""]);
    let always = "promote = { in = \"far\", to = { ?, absent = \"Q\" } }";
    add("promote.to.always", &pawn(always), None, ["", "\"N\""]);
}

fn method_cases(add: Add) {
    let row =
        |take: &str| format!("X = {{ {take}, name = \"stranger\", move = \"Q\", value = 500 }}");
    for key in &keys::METHODS {
        let take = row(&format!("take = \"{}\"", key.name));
        add(&format!("take.{}", key.name), "", None, ["", &take]);
    }
    let both =
        ["\"withdraw\", \"approach\"".to_owned(), row("take = [\"withdraw\", \"approach\"]")];
    let either = row(&format!("take = {{ either = [{}] }}", both[0]));
    add("take.either", "", None, [&both[1], &either]);
    let effects = ["convert", "demote"].map(|word| format!("{{ effect = \"{word}\" }}"));
    let [first, other] = effects.map(|effect| row(&format!("take = {{ approach = {effect} }}")));
    add("take.METHOD", "", None, [&first, &other]);
    add("take.METHOD.effect", &row("take = { leap = { ? } }"), None, ["", "\"convert\""]);
    for (path, default, other) in [
        ("pincer.along", None, "\"A\""),
        ("pincer.partners", Some("\"*\""), "\"P\""),
        ("leap.several", None, "false"),
        ("leap.slide-on", None, "false"),
        ("coordinate.with", Some("\"K\""), "\"P\""),
        ("coordinate.corners", None, "\"moved\""),
        ("around.whom", None, "\"all\""),
        ("around.self", None, "true"),
        ("offset.vectors", Some("[[1, 2], [-1, 2]]"), "[[1, 0]]"),
        ("imitate.leap-alone", None, "true"),
        ("imitate.royal-alone", None, "true"),
        ("imitate.mount-is-jumped", None, "true"),
    ] {
        let method = path.split('.').next().unwrap();
        let lines = row(&format!("take = {{ {method} = {{ ? }} }}"));
        add(&format!("take.{path}"), &lines, default, ["", other]);
    }
}

fn act_cases(add: Add) {
    let row =
        |act: &str| format!("X = {{ act = {act}, name = \"stranger\", move = \"Q\", value = 5 }}");
    for key in &keys::ACTS {
        let act = row(&format!("\"{}\"", key.name));
        add(&format!("act.{}", key.name), "hands = {}", None, ["", &act]);
    }
    for (path, around, default, other) in [
        ("swap.with", "?", None, "\"enemy\""),
        ("swap.take-back", "?", None, "false"),
        ("attract.range", "?", Some("\"any\""), "3"),
        ("rifle.range", "?", Some("\"any\""), "3"),
        ("rifle.free", "?, range = 4", Some("4"), "2"),
        ("rifle.spotter", "?, free = 2", None, "2"),
    ] {
        let act = path.split('.').next().unwrap();
        let lines = row(&format!("{{ {act} = {{ {around} }} }}"));
        add(&format!("act.{path}"), &lines, default, ["", other]);
    }
}

impl Case {
    /// A file of one game in which the key has a value, or is missing.
    fn game(&self, name: &str, value: &str) -> String {
        let key = self.path.rsplit('.').next().unwrap();
        let key = if key == "NAME" { "mid" } else { key };
        let lines = match (self.lines.contains('?'), value) {
            (false, lines) => format!("{}\n{lines}", self.lines),
            (true, "") => self.lines.replace("?, ", "").replace('?', ""),
            // The key of the zone stands around it.
            (true, _) if key == "mid" => self.lines.replace('?', value),
            (true, _) => self.lines.replace('?', &format!("{key} = {value}")),
        };
        let mut all = BTreeMap::new();
        for line in BASE.lines().chain(lines.lines()).filter(|line| !line.trim().is_empty()) {
            all.insert(line.split(" =").next().unwrap(), line);
        }
        let mut text = format!("[{name}]\n");
        let is_piece = |key: &str| key.starts_with(|first: char| first.is_ascii_uppercase());
        let (pieces, game): (Vec<_>, Vec<_>) = all.into_iter().partition(|(key, _)| is_piece(key));
        game.iter().for_each(|(_, line)| writeln!(text, "{line}").unwrap());
        writeln!(text, "[{name}.pieces]").unwrap();
        pieces.iter().for_each(|(_, line)| writeln!(text, "{line}").unwrap());
        text
    }

    /// The default as a file writes it, if the file can write it.
    fn default(&self, key: &Key) -> Option<String> {
        let written = match key.values {
            Values::Flag => Some(key.default.to_owned()),
            Values::Words(words) => {
                words.contains(&key.default).then(|| format!("\"{}\"", key.default))
            }
            Values::Number(..) => key.default.parse::<i64>().ok().map(|number| number.to_string()),
            _ => None,
        };
        written.or(self.default.clone())
    }
}

/// All keys with their paths.
fn all_keys() -> Vec<(String, &'static Key)> {
    let tables: [(&str, &[Key]); 4] =
        [("", &keys::GAME), ("", &keys::PIECE), ("take.", &keys::TAKE), ("act.", &keys::ACTS)];
    tables.into_iter().flat_map(|(above, keys)| keys::all(above, keys)).collect()
}

/// What `check` prints about games, by their names.
fn checked(games: &[(String, String)]) -> BTreeMap<String, String> {
    let (mut texts, mut faults) = (BTreeMap::new(), String::new());
    for games in games.chunks(80) {
        let file: String = games.iter().map(|(_, text)| text.as_str()).collect();
        let file = Temporary::new("keys.toml", &format!("format = 1\n{file}"));
        let (code, text, errors) = common::run(&["check", "--random", "0", file.path()], "");
        if (code, &*errors) != (0, "") {
            faults += &(text + &errors);
            continue;
        }
        for part in format!("\n{text}").split("\ncase-").skip(1) {
            let (number, text) = part.split_at(part.find([':', '\n']).unwrap());
            texts.insert(format!("case-{number}"), text.trim_end().to_owned());
        }
    }
    assert!(faults.is_empty(), "{faults}");
    texts
}

#[test]
fn what_check_says_depends_on_every_key() {
    let (cases, keys) = (cases(), all_keys());
    let paths: BTreeSet<&str> = keys.iter().map(|(path, _)| &**path).collect();
    assert_eq!(cases.iter().map(|case| &*case.path).collect::<BTreeSet<_>>(), paths);
    let mut games = Vec::new();
    let name = |case: usize, part: &str| format!("case-{case}{part}");
    for (number, case) in cases.iter().enumerate() {
        let (_, key) = keys.iter().find(|(path, _)| *path == case.path).unwrap();
        let default = case.default(key);
        assert!(default.is_none() || case.values[0].is_empty(), "{}", case.path);
        let both = ["a", "b"].iter().zip(&case.values).map(|(part, value)| (*part, value));
        for (part, value) in both.chain(default.iter().map(|value| ("c", value))) {
            let name = name(number, part);
            games.push((name.clone(), case.game(&name, value)));
        }
    }
    let texts = checked(&games);
    let without_hash = |text: &str| -> String {
        text.lines().filter(|line| !line.starts_with("Definition ")).collect()
    };
    for (number, case) in cases.iter().enumerate() {
        let [first, other] = ["a", "b"].map(|part| &texts[&name(number, part)]);
        assert_ne!(without_hash(first), without_hash(other), "{}", case.path);
        if let Some(default) = texts.get(&name(number, "c")) {
            assert_eq!(first, default, "{}", case.path);
        }
    }
}

#[test]
fn keys_have_the_values_of_the_manual() {
    let (cases, keys) = (cases(), all_keys());
    for case in &cases {
        let (_, key) = keys.iter().find(|(path, _)| *path == case.path).unwrap();
        let errors = |value: &str| {
            let text = format!("format = 1\n{}", case.game("g", value));
            baroque_games::parse("g", &text)
                .map_or_else(|errors| errors.to_string(), |_| String::new())
        };
        let (right, wrong): (Vec<String>, Vec<String>) = match key.values {
            Values::Flag => (vec!["true".into(), "false".into()], vec!["1".into()]),
            Values::Words(words) => {
                let words = words.iter().map(|word| format!("\"{word}\"")).collect();
                (words, vec!["\"zzz\"".into(), "true".into()])
            }
            Values::Number(least, most) => {
                let numbers = |numbers: [i64; 2]| numbers.map(|number| number.to_string()).to_vec();
                (numbers([least, most]), numbers([least - 1, most + 1]))
            }
            Values::Distance(least) => {
                let wrong = vec![(least - 1).to_string(), "16".to_owned(), "\"far\"".to_owned()];
                (vec![least.to_string(), "15".to_owned(), "\"any\"".to_owned()], wrong)
            }
            Values::Other(_) => continue,
        };
        let refused = ["no word", "is not from", "must be"];
        let is_refused = |value: &String| refused.iter().any(|text| errors(value).contains(text));
        assert!(!right.iter().any(is_refused), "{}: {right:?}", case.path);
        assert!(wrong.iter().all(is_refused), "{}: {wrong:?}", case.path);
    }
}
