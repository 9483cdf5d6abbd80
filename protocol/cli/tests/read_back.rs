//! What the program writes it reads back: for a compiled game, a preset, switches that override it,
//! and a game of a file.

use baroque_movegen::EpdFile;
use serde_json::Value;

use crate::common::{Folder, assert_has};
use crate::umpire;

/// A game of a file, whose rules are not those of the one that it inherits from.
const FILE: &str = "format = 1\n[mini]\ninherits = \"fugue\"\nend = { movelimit = 50 }\n";
/// Variants and switches.
const GAMES: [(&str, &str); 7] = [
    ("rococo", ""),
    ("renaissance", ""),
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
        folder.write("mini.toml", FILE);
        Self { folder, variant, rules }
    }

    /// Runs a command, which must succeed, and returns its output.
    fn run(&self, command: &str) -> String {
        let games = if self.variant == "mini" { "--games mini.toml " } else { "" };
        let (code, text, error) = self.folder.run_line(&format!("{games}{command}"));
        assert_eq!(code, 0, "{}: {command}: {error}", self.variant);
        text
    }

    fn read(&self, name: &str) -> String {
        self.folder.read(name)
    }

    /// The options that choose the rules, before which stand so many hyphens.
    fn choice(&self, hyphens: &str) -> String {
        match self.rules {
            "" => format!("{hyphens}variant {}", self.variant),
            rules => format!("{hyphens}variant {} {hyphens}rules {rules}", self.variant),
        }
    }

    /// Checks the rules of all records of a file.
    fn check_lines(&self, name: &str) {
        self.read(name)
            .lines()
            .for_each(|line| self.check_json(&serde_json::from_str(line).unwrap()));
    }

    /// Checks the rules that a record in JSON has.
    fn check_json(&self, record: &Value) {
        assert_eq!(record["variant"], self.variant, "{record}");
        assert_eq!(record["rules"].as_str().unwrap_or_default(), self.rules, "{record}");
    }
}

/// The moves of a game in JSON, its result and its last position.
fn played(game: &Value) -> (Vec<&Value>, &Value, &Value) {
    let moves = game["moves"].as_array().unwrap().iter();
    (moves.map(|mv| &mv["uci"]).collect(), &game["result"], &game["last_fen"])
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
        written.folder.write("again.pgn", &again);
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
            assert_eq!(played(&line), played(game));
        }
        // Last positions as openings, whose header chooses the rules.
        let epd = written.read("e.epd");
        let file = EpdFile::parse(&epd).unwrap();
        assert_eq!(file.entries.len(), 2);
        assert_eq!(file.variant.unwrap().value, written.variant);
        assert_eq!(file.rules.map_or(String::new(), |header| header.value), written.rules);
        let more = "-openings file=e.epd -jsonout more.json -config outname=more-config.json";
        written.run(&format!("{MATCH} {more}"));
        written.check_lines("more.json");
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
        written.folder.write("config.json", &state[..end]);
        let text = written.run("match -config file=config.json");
        assert!(text.contains("Started game 2") && !text.contains("Started game 1"), "{text}");
        written.check_lines("j.json");
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
    let (_, _, error) = written.folder.run_line(&format!("{MATCH} -epdout e.epd"));
    assert_has(error, &["e.epd: its positions are of delft"]);
    assert_eq!(written.read("e.epd"), epd);
}

#[test]
fn logs_of_the_umpire_are_read_back() {
    let written = Written::new("logs", ("small", ""));
    written.folder.write("small.toml", umpire::SMALL);
    for (seed, illegal) in (1..4).zip(["lose", "retry", "lose"]) {
        let log = format!("{seed}.log");
        let players = "--white random --black engine";
        written.run(&format!(
            "umpire small.toml --seed {seed} {players} --illegal {illegal} --log {log}"
        ));
        let tries = written.read(&log).lines().filter(|line| line.contains("legal")).count() - 1;
        assert_has(written.run(&format!("umpire verify {log}")), &[&tries.to_string()]);
    }
}

#[test]
fn books_are_read_back() {
    for game in GAMES {
        let written = Written::new("books", game);
        let choice = written.choice("--");
        let book =
            written.run(&format!("book {choice} --count 3 --plies 2 --nodes 50 --margin 900"));
        written.folder.write("book.epd", &book);
        let openings = "-openings file=book.epd -jsonout j.json";
        written.run(&format!("{MATCH} {openings}"));
        written.check_lines("j.json");
    }
}
