//! What the program writes it reads back: for a compiled game, a preset, switches that override it,
//! and a game of a file.

use std::fs;

use baroque_movegen::EpdFile;
use serde_json::Value;

use crate::common::{Folder, program};

/// A game of a file, whose rules are not those of the one that it inherits from.
const FILE: &str = "format = 1\n[mini]\ninherits = \"fugue\"\nend = { movelimit = 50 }\n";
/// Variants and switches.
const GAMES: [(&str, &str); 6] = [
    ("rococo", ""),
    ("delft", ""),
    ("baroque", "suicide=off,movelimit=70"),
    ("maxima", "movelimit=9"),
    ("mini", ""),
    ("mini", "repetition=draw"),
];

/// A folder in which games are written.
struct Written {
    folder: Folder,
    variant: &'static str,
    rules: &'static str,
}

impl Written {
    fn new(what: &str, (variant, rules): (&'static str, &'static str)) -> Self {
        let folder = Folder::new(&format!("{what}-of-{variant}-{}", rules.len()));
        fs::write(folder.0.join("mini.toml"), FILE).unwrap();
        Self { folder, variant, rules }
    }

    /// Runs a command, which must succeed, and returns its output.
    fn run(&self, command: &str) -> String {
        let mut words = shlex::split(command).unwrap();
        if self.variant == "mini" {
            words.splice(1..1, ["--games", "mini.toml"].map(str::to_owned));
        }
        let mut program = program(&[]);
        let output = program.args(words).current_dir(&self.folder.0).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {command}: {error}", self.variant);
        String::from_utf8(output.stdout).unwrap()
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.folder.0.join(name)).unwrap()
    }

    /// The options that choose the rules, before which stand so many hyphens.
    fn choice(&self, hyphens: &str) -> String {
        match self.rules {
            "" => format!("{hyphens}variant {}", self.variant),
            rules => format!("{hyphens}variant {} {hyphens}rules {rules}", self.variant),
        }
    }

    /// The rules that a record in JSON has.
    fn check_json(&self, record: &Value) {
        assert_eq!(record["variant"], self.variant, "{record}");
        assert_eq!(record["rules"].as_str().unwrap_or_default(), self.rules, "{record}");
    }
}

const MATCH: &str = "match -engine cmd=builtin name=A -engine cmd=builtin name=B \
                     -each nodes=20 timemargin=9000 -maxmoves 4 -rounds 1 -games 2";

#[test]
fn matches_are_read_back_as_games_openings_and_states() {
    for game in GAMES {
        let written = Written::new("matches", game);
        let choice = written.choice("-");
        let text =
            written.run(&format!("{MATCH} {choice} -pgnout g.pgn -epdout e.epd -jsonout j.json"));
        assert!(text.contains("Finished game 2"), "{text}");
        // PGN.
        let pgn = written.read("g.pgn");
        let first = pgn.lines().find(|line| line.starts_with("[Rules "));
        let rules = (!written.rules.is_empty()).then(|| format!("[Rules \"{}\"]", written.rules));
        assert_eq!(first, rules.as_deref(), "{}", written.variant);
        let again = written.run("convert g.pgn");
        assert_eq!(again, written.run("convert g.pgn"));
        fs::write(written.folder.0.join("again.pgn"), &again).unwrap();
        assert_eq!(written.run("convert again.pgn"), again);
        // JSON of both writers.
        let games = written.run("convert --json g.pgn");
        let games: Vec<Value> =
            games.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let lines = written.read("j.json");
        for (line, game) in lines.lines().zip(&games) {
            let line: Value = serde_json::from_str(line).unwrap();
            written.check_json(&line);
            written.check_json(&game["position"]);
            assert_eq!(line["last_fen"], game["last_fen"]);
        }
        // Last positions as openings, whose header chooses the rules.
        let epd = written.read("e.epd");
        let file = EpdFile::parse(&epd).unwrap();
        assert_eq!(file.entries.len(), 2);
        assert_eq!(file.variant.unwrap().value, written.variant);
        assert_eq!(file.rules.map_or(String::new(), |header| header.value), written.rules);
        let more = "-openings file=e.epd -jsonout more.json -config outname=more-config.json";
        written.run(&format!("{MATCH} {more}"));
        for line in written.read("more.json").lines() {
            written.check_json(&serde_json::from_str(line).unwrap());
        }
        // PGN as openings.
        let more = "-openings file=g.pgn plies=2 -jsonout pgn.json -config outname=c3.json";
        written.run(&format!("{MATCH} {choice} {more}"));
        // The state: nothing is left to play.
        let text = written.run("match -config file=config.json");
        assert!(!text.contains("Started game"), "{text}");
        assert_eq!(written.read("g.pgn"), pgn);
        assert_eq!(written.read("e.epd"), epd);
        // A match that was killed in its second game goes on by the same rules.
        let state = written.read("config.json");
        let end = state.find("{\"game\":2").unwrap();
        fs::write(written.folder.0.join("config.json"), &state[..end]).unwrap();
        let text = written.run("match -config file=config.json");
        assert!(text.contains("Started game 2") && !text.contains("Started game 1"), "{text}");
        for line in written.read("j.json").lines() {
            written.check_json(&serde_json::from_str(line).unwrap());
        }
        assert_eq!(written.run("convert --json g.pgn").lines().count(), 2);
    }
}

#[test]
fn positions_are_not_appended_to_those_of_other_rules() {
    let written = Written::new("positions", ("delft", ""));
    written.run(&format!("{MATCH} -variant delft -epdout e.epd"));
    written.run(&format!("{MATCH} -variant delft -epdout e.epd"));
    let epd = written.read("e.epd");
    assert_eq!((epd.matches("# variant delft").count(), epd.lines().count()), (1, 5));
    let mut program = program(&[]);
    let other = shlex::split(&format!("{MATCH} -epdout e.epd")).unwrap();
    let output = program.args(other).current_dir(&written.folder.0).output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("e.epd: its positions are of delft"), "{error}");
    assert_eq!(written.read("e.epd"), epd);
}

/// A game whose rooks are drawn.
const TABLE: &str = r#"format = 1
[table]
start = "r3k3/8/8/8/8/8/8/R3K3 w - - 0 1"
end = { royal = "mate", movelimit = 10 }
[table.pieces]
K = { name = "king", move = "K", take = "displace", royal = true }
[table.draw]
pieces = "R"
move = { R = 1, B = 1 }
take = { displace = 1, withdraw = 1 }
"#;

#[test]
fn logs_of_the_umpire_are_read_back() {
    let written = Written::new("logs", ("table", ""));
    fs::write(written.folder.0.join("table.toml"), TABLE).unwrap();
    for (seed, illegal) in (1..4).zip(["lose", "retry", "lose"]) {
        let log = format!("{seed}.log");
        let players = "--white random --black engine";
        written.run(&format!(
            "umpire table.toml --seed {seed} {players} --illegal {illegal} --log {log}"
        ));
        let tries = written.read(&log).lines().filter(|line| line.contains("legal")).count() - 1;
        let text = written.run(&format!("umpire verify {log}"));
        assert!(text.contains(&tries.to_string()), "{tries}: {text}");
    }
}

#[test]
fn books_are_read_back() {
    for game in GAMES {
        let written = Written::new("books", game);
        let choice = written.choice("--");
        let book =
            written.run(&format!("book {choice} --count 3 --plies 2 --nodes 50 --margin 900"));
        fs::write(written.folder.0.join("book.epd"), &book).unwrap();
        let openings = "-openings file=book.epd -jsonout j.json";
        written.run(&format!("{MATCH} {openings}"));
        for line in written.read("j.json").lines() {
            written.check_json(&serde_json::from_str(line).unwrap());
        }
    }
}
