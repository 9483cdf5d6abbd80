//! What OpenBench (commit 9906bad) expects. Its client (Client/worker.py, bench.py, genfens.py and
//! pgn_util.py) renames the program that `make` built to `fastchess-ob` and parses its output with
//! these patterns. Its server (OpenBench/config.py) checks the files that `openbench/` provides.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use baroque_formats::pgn;
use regex::Regex;
use serde_json::{Value, json};

#[cfg(unix)]
use super::support::assert_has;
use super::support::{BAROQUE, Folder};
use crate::common::printed;

/// The pattern of a move and its comment.
const MOVE: &str = r"\s*(?:\d+\.{1,3} )?([a-zA-Z0-9+=#*-]+) (?:\s*\{\s*([^}]*)\s*\})?";

/// The counts of the client.
#[derive(Default, PartialEq, Debug)]
struct Counts {
    pentanomial: [u64; 5],
    crashes: u64,
    time_losses: u64,
    illegals: u64,
}

/// Parses the output of the runner as the client does.
fn read(output: &[u8]) -> Counts {
    assert!(output.is_ascii(), "the client decodes ASCII");
    let text = str::from_utf8(output).unwrap();
    let mut counts = Counts::default();
    let mut games: HashMap<u64, usize> = HashMap::new();
    // The client stops at an empty line.
    for line in text.lines().take_while(|line| !line.trim().is_empty()) {
        if !line.contains("Finished game") {
            continue;
        }
        let reason = line.split(':').nth(1).unwrap();
        counts.crashes += u64::from(reason.contains("disconnect") || reason.contains("stalls"));
        counts.time_losses += u64::from(reason.contains("on time"));
        counts.illegals += u64::from(reason.contains("illegal"));
        let words: Vec<&str> = line.split_whitespace().collect();
        let score = ["0-1", "1/2-1/2", "1-0"].iter().position(|result| *result == words[6]);
        games.insert(words[2].parse().unwrap(), score.unwrap());
    }
    for (number, first) in games.iter().filter(|(number, _)| **number % 2 == 1) {
        counts.pentanomial[first + 2 - games[&(number + 1)]] += 1;
    }
    counts
}

/// A folder like the client's, with runner, engines, books and games.
fn workplace(name: &str) -> Folder {
    let folder = Folder::new(name);
    for sub in ["Engines", "Books", "PGNs"] {
        fs::create_dir(folder.path(sub)).unwrap();
    }
    for copy in ["fastchess-ob", "Engines/Baroque-1A2B3C4D"] {
        fs::copy(BAROQUE, folder.path(copy)).unwrap();
    }
    folder.write(
        "Books/rococo.epd",
        "10/1iwlkxlas1/1pppppppp1/10/10/10/10/1PPPPPPPP1/1IWLKXLAS1/10 b - - hmvc 0; fmvn 1;\n\
         10/1iwlkxlas1/1pppppppp1/10/10/10/2P7/2PPPPPPP1/1IWLKXLAS1/10 b - - hmvc 0; fmvn 1;\n",
    );
    folder
}

/// The first options of all matches of the client.
const START: &str = "-recover -variant standard -testEnv -concurrency 1";

/// Two engines with these options.
fn engines(options: &str) -> String {
    let engine = |name: &str| {
        format!(
            "-engine dir=Engines/ cmd=./Baroque-1A2B3C4D proto=uci tc=inf {options} \
             name=Baroque-{name}"
        )
    };
    engine("dev") + " " + &engine("base")
}

fn runner(folder: &Folder, line: &str) -> Command {
    let mut command = Command::new(folder.path("fastchess-ob"));
    command.args(shlex::split(line).unwrap()).current_dir(folder.path("")).stdin(Stdio::null());
    command
}

#[test]
fn the_runner_stands_in_for_fastchess() {
    let folder = workplace("openbench");
    let version = Regex::new(r"\d+\.\d+(\.\d+)?").unwrap();
    for option in ["--version", "-version"] {
        let output = runner(&folder, option).output().unwrap().stdout;
        let text = String::from_utf8(output).unwrap();
        let found = version.find(&text).unwrap().as_str();
        let numbers: Vec<u32> = found.split('.').map(|number| number.parse().unwrap()).collect();
        // Newer than every fastchess with these options, one of which a worker may still have.
        assert!(numbers > vec![1, 8, 2], "{text}");
        assert!(text.contains(concat!("Baroque ", env!("CARGO_PKG_VERSION"))), "{text}");
    }
    let line = format!(
        " {START} -rounds 2 -games 2 \
         -resign movecount=3 score=400 -draw movenumber=40 movecount=8 score=10  {} \
         -openings file=Books/rococo.epd format=epd order=random start=17 -srand 42 \
         -pgnout file=PGNs/1.2.3.4.pgn seldepth=true nodes=true \
         match_line='^info string pgncomment .*'",
        engines("nodes=100 option.Threads=1 option.Hash=4 option.UCI_Variant=rococo")
    );
    let output = runner(&folder, &line).output().unwrap();
    let counts = read(&output.stdout);
    assert_eq!(counts.pentanomial.iter().sum::<u64>(), 2, "{counts:?}");
    assert_eq!((counts.crashes, counts.time_losses, counts.illegals), (0, 0, 0));
    // The client splits games at empty lines and finds moves with this pattern.
    let pgn = folder.read("PGNs/1.2.3.4.pgn");
    let blocks: Vec<&str> = pgn.trim_end().split("\n\n").collect();
    assert_eq!(blocks.len(), 8);
    let moves = Regex::new(MOVE).unwrap();
    let comment = Regex::new(r"^[+-]?M?\d+(\.\d+)?/\d+ [\d.]+s, n=\d+, sd=\d+").unwrap();
    let plies = Regex::new(r#"\[PlyCount "(\d+)""#).unwrap();
    for block in blocks.chunks(2) {
        assert!(block[0].starts_with("[Event ") && block[0].contains("[Variant \"rococo\"]"));
        let text = block[1].replace('\n', " ");
        let commented = moves
            .captures_iter(&text)
            .filter(|found| comment.is_match(found.get(2).map_or("", |found| found.as_str())));
        let plies = &plies.captures(block[0]).unwrap()[1];
        assert_eq!(commented.count().to_string(), *plies, "{text}");
    }
}

#[cfg(unix)]
#[test]
fn faults_are_counted() {
    let folder = workplace("openbench-faults");
    folder.script("Engines/bad", "go*) echo bestmove e1e5;;");
    folder.script("Engines/gone", "go*) exit;;");
    for (name, illegals, crashes) in [("bad", 2, 0), ("gone", 0, 2)] {
        let line = format!(
            "{START} -rounds 1 -games 2 \
             -engine dir=Engines/ cmd=./{name} proto=uci tc=1.00+0.01 timemargin=250 name=X-dev \
             -engine dir=Engines/ cmd=./Baroque-1A2B3C4D proto=uci tc=1.00+0.01 timemargin=250 \
             name=X-base -pgnout file=PGNs/{name}.pgn"
        );
        let counts = read(&runner(&folder, &line).output().unwrap().stdout);
        let expected = Counts { pentanomial: [1, 0, 0, 0, 0], crashes, time_losses: 0, illegals };
        assert_eq!(counts, expected);
        let reason = if name == "bad" { "illegal move" } else { "abandoned" };
        let games = folder.read(&format!("PGNs/{name}.pgn"));
        assert_has(games, &[&format!("[Termination \"{reason}\"]")]);
    }
}

/// A game of a PGN file as the client uploads it.
fn uploaded(headers: &str, moves: &str) -> String {
    let kept = ["Event", "Round", "White", "Black", "Result", "FEN", "Variant", "SetUp"];
    let kept = |line: &&str| kept.iter().any(|name| line.starts_with(&format!("[{name} ")));
    let headers: Vec<&str> = headers.lines().filter(kept).collect();
    let text = moves.replace('\n', " ");
    let moves = Regex::new(MOVE).unwrap();
    let moves: String =
        moves.captures_iter(&text).map(|found| format!("{} {{unknown}} ", &found[1])).collect();
    let result = Regex::new(r"1-0|0-1|1/2-1/2|\*").unwrap();
    let result = result.find(&text).map_or("*", |found| found.as_str());
    format!("{}\n\n{moves}{result}\n", headers.join("\n"))
}

#[test]
fn uploaded_games_keep_their_moves() {
    let folder = workplace("openbench-upload");
    let tags = "[Variant \"renaissance\"]\n[SetUp \"1\"]\n\
                [FEN \"4k4/9/9/9/9/9/9/9/4K4[LPu] w - - 0 1\"]";
    folder.write("Books/drops.pgn", &format!("{tags}\n\n1. P@b2 U@c7 2. L@g3 *\n"));
    let line = format!(
        "{START} -rounds 1 -games 2 {} -maxmoves 9 -openings file=Books/drops.pgn format=pgn \
         order=random start=1 -pgnout file=PGNs/a.pgn seldepth=true nodes=true",
        engines("depth=1 option.UCI_Variant=renaissance")
    );
    let output = runner(&folder, &line).output().unwrap();
    assert_eq!(read(&output.stdout).pentanomial.iter().sum::<u64>(), 1, "{output:?}");
    let text = folder.read("PGNs/a.pgn");
    let blocks: Vec<&str> = text.trim_end().split("\n\n").collect();
    let written = pgn::read(&text).unwrap();
    assert_eq!((blocks.len(), written.len()), (4, 2));
    for (block, game) in blocks.chunks(2).zip(written) {
        let [kept] = &*pgn::read(&uploaded(block[0], block[1])).unwrap() else { panic!("{text}") };
        let texts = |game: &pgn::PgnGame| -> Vec<String> {
            game.moves.iter().map(|mv| mv.text.clone()).collect()
        };
        assert_eq!((texts(kept), kept.result), (texts(&game), game.result));
        assert_eq!(texts(kept)[..3], ["P@b2", "U@c7", "L@g3"]);
    }
}

#[test]
fn the_bench_is_parsed() {
    let text = printed(&["bench", "maxima"], "");
    let plain = Regex::new("[^a-zA-Z0-9 ]+").unwrap();
    let nps = Regex::new(r"(?i)(\d+\s+nps)|(nps\s+\d+)|(nodes second\s+\d+)").unwrap();
    let bench = Regex::new(r"(?i)(\d+\s+nodes)|(nodes\s+\d+)|(nodes searched\s+\d+)").unwrap();
    let number = |found: &str| found.split_whitespace().find_map(|word| word.parse::<u64>().ok());
    // The last matching line counts.
    let last = |pattern: &Regex| {
        text.lines().rev().find_map(|line| {
            let line = plain.replace_all(line, " ").into_owned();
            number(pattern.find(&line)?.as_str())
        })
    };
    let summary = |name: &str| {
        let line = text.lines().rev().find(|line| line.starts_with(name)).unwrap();
        line.rsplit(' ').next().unwrap().parse::<u64>().ok()
    };
    assert_eq!(last(&bench), summary("Nodes searched"));
    assert_eq!(last(&nps), summary("Nodes/second"));
}

/// The book that the client makes of the output of `genfens`.
#[cfg(unix)]
fn generated(folder: &Folder, command: &str) -> String {
    let mut engine = Command::new(folder.path("Engines/Baroque-1A2B3C4D"));
    let output = engine.args([command, "quit"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let mut book = String::new();
    for fen in text.lines().filter_map(|line| line.strip_prefix("info string genfens ")) {
        let fields: Vec<&str> = fen.split_whitespace().collect();
        let [placement, side, castling, passant, half, full] = fields[..] else { panic!("{fen}") };
        book += &format!("{placement} {side} {castling} {passant} hmvc {half}; fmvn {full};\n");
    }
    book
}

/// The files for a server.
const FILES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../openbench");

/// Reads a JSON file, whose object must have exactly these keys.
fn read_json(path: impl AsRef<Path>, keys: &str) -> Value {
    let value: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    assert!(value.as_object().unwrap().keys().eq(keys.split(' ')), "{value}");
    value
}

/// The keys of `Config/config.json` that concern this program.
fn config() -> Value {
    let keys = "books engines fastchess_min_version fastchess_repo_ref fastchess_repo_url";
    read_json(format!("{FILES}/config.json"), keys)
}

/// The names of the books.
fn books(config: &Value) -> Vec<&str> {
    config["books"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect()
}

/// `Engines/NAME.json`.
fn engine() -> Value {
    let keys = "build datagen_presets nps private source test_presets tune_presets";
    read_json(format!("{FILES}/Engines/Baroque.json"), keys)
}

type Presets = BTreeMap<String, BTreeMap<String, Value>>;

/// The kinds of workloads.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Kind {
    Test,
    Tune,
    Datagen,
}

impl Kind {
    const ALL: [Self; 3] = [Self::Test, Self::Tune, Self::Datagen];

    /// The presets of this kind.
    fn presets(self, engine: &Value) -> Presets {
        let name = format!("{self:?}_presets").to_lowercase();
        serde_json::from_value(engine[name].clone()).unwrap()
    }

    /// Whether a preset may have this key.
    fn has(self, key: &str) -> bool {
        let own = match self {
            Self::Test => "test_bounds test_confidence test_max_games workload_size",
            Self::Tune => {
                "spsa_reporting_type spsa_distribution_type spsa_alpha spsa_gamma spsa_A_ratio \
                 spsa_iterations spsa_pairs_per"
            }
            Self::Datagen => {
                "datagen_custom_genfens datagen_play_reverses datagen_max_games workload_size"
            }
        };
        let common = "book_name upload_pgns priority throughput syzygy_wdl syzygy_adj win_adj \
                      draw_adj";
        let mut sides = vec!["both_", "dev_"];
        sides.extend((self != Self::Tune).then_some("base_"));
        let is_of_side = || {
            let rest = sides.iter().find_map(|side| key.strip_prefix(side));
            let mut known = "branch bench network options time_control".split(' ');
            rest.is_some_and(|rest| known.any(|known| known == rest))
        };
        is_of_side() || own.split(' ').chain(common.split(' ')).any(|known| known == key)
    }

    /// The form of a new workload after a click on the button of a preset, as far as it has no
    /// valid default.
    fn form(self, presets: &Presets, name: &str) -> BTreeMap<String, String> {
        let mut form = BTreeMap::from([
            ("book_name".to_owned(), "NONE".to_owned()),
            ("syzygy_adj".to_owned(), "OPTIONAL".to_owned()),
        ]);
        for (key, value) in presets["default"].iter().chain(&presets[name]) {
            assert!(self.has(key), "{self:?} {name}: {key}");
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            match key.strip_prefix("both_") {
                None => drop(form.insert(key.clone(), value)),
                Some(rest) => {
                    form.insert(format!("dev_{rest}"), value.clone());
                    form.insert(format!("base_{rest}"), value);
                }
            }
        }
        form
    }
}

/// What the server requires of the fields of a form, as patterns.
fn required(kind: Kind) -> Vec<(&'static str, &'static str)> {
    let options = "^Threads=[1-9][0-9]* Hash=[1-9][0-9]* UCI_Variant=[a-z]+$";
    let time = r"^([0-9]+\.[0-9]\+[0-9]+\.[0-9]+|N=[0-9]+)$";
    let (number, pair) = ("^[1-9][0-9]*$", r"^\[(0\.[0-9]+), ([0-9.]+)\]$");
    let mut fields = vec![
        ("dev_options", options),
        ("dev_time_control", time),
        ("win_adj", "^(None|movecount=[0-9]+ score=[0-9]+)$"),
        ("draw_adj", "^(None|movenumber=[0-9]+ movecount=[0-9]+ score=[0-9]+)$"),
        // A worker with tablebases would pass options that the runner rejects.
        ("syzygy_wdl", "^DISABLED$"),
        ("syzygy_adj", "^DISABLED$"),
    ];
    if kind != Kind::Tune {
        fields.extend([("base_options", options), ("base_time_control", time)]);
        fields.extend([("base_branch", "^main$"), ("workload_size", number)]);
    }
    match kind {
        Kind::Test => fields.extend([("test_bounds", pair), ("test_confidence", pair)]),
        Kind::Tune => {}
        Kind::Datagen => fields.extend([
            ("book_name", "^NONE$"),
            ("datagen_max_games", number),
            ("datagen_custom_genfens", "^[^\"]+$"),
        ]),
    }
    fields
}

#[test]
fn the_files_pass_the_check_of_the_server() {
    let (config, engine) = (config(), engine());
    let version = printed(&["match", "-version"], "");
    let newest = config["fastchess_min_version"].as_str().unwrap();
    assert!(version.starts_with(&format!("baroque match {newest} ")), "{version}");
    assert_eq!(
        (&config["fastchess_repo_ref"], &config["engines"]),
        (&json!("main"), &json!(["Baroque"]))
    );
    let github = Regex::new("^https://github.com/[A-Za-z0-9-]+/[A-Za-z0-9_.-]+$").unwrap();
    assert!(github.is_match(engine["source"].as_str().unwrap()));
    assert_eq!(engine["source"], config["fastchess_repo_url"]);
    // A private engine needs credentials.
    assert!(engine["private"] == false && engine["nps"].as_u64() > Some(0));
    // The Makefile is at the top, and it does without flags.
    let compiler = concat!("cargo>=", env!("CARGO_PKG_RUST_VERSION"));
    let build = json!({
        "path": "", "compilers": [compiler], "cpuflags": [], "systems": ["Linux", "Darwin"]
    });
    assert_eq!(engine["build"], build);
    for kind in Kind::ALL {
        let presets = kind.presets(&engine);
        for name in presets.keys().filter(|name| *name != "default") {
            let form = kind.form(&presets, name);
            for (field, pattern) in required(kind) {
                let value = form.get(field).unwrap_or_else(|| panic!("{name}: no {field}"));
                let fits = Regex::new(pattern).unwrap().is_match(value);
                assert!(fits, "{kind:?} {name}: {field} is {value}");
            }
            let book = &*form["book_name"];
            assert!(books(&config).contains(&book) || kind == Kind::Datagen, "{name}: {book}");
        }
    }
}

#[cfg(unix)]
#[test]
fn every_preset_plays_its_game() {
    let folder = workplace("openbench-presets");
    let script = Command::new(format!("{FILES}/books"))
        .args([BAROQUE, "https://github.com/YOU/books/raw/main/", "Books/new", "5"])
        .current_dir(folder.path(""))
        .status();
    assert!(script.unwrap().success());
    let sha = Regex::new("^[0-9a-fA-F]{64}$").unwrap();
    for name in books(&config()) {
        let book = read_json(folder.path(&format!("Books/new/{name}.json")), "sha source");
        assert!(sha.is_match(book["sha"].as_str().unwrap()), "{book}");
        assert_eq!(book["source"], format!("https://github.com/YOU/books/raw/main/{name}.zip"));
        let positions = folder.read(&format!("Books/new/{name}"));
        assert_eq!(positions.lines().filter(|line| !line.starts_with('#')).count(), 5);
        folder.write(&format!("Books/{name}"), &positions);
    }
    let engine = engine();
    for kind in Kind::ALL {
        let presets = kind.presets(&engine);
        let mut played = std::collections::BTreeSet::new();
        for name in presets.keys().filter(|name| *name != "default") {
            let variant = play(&folder, kind, &kind.form(&presets, name));
            assert!(name.to_lowercase().starts_with(&variant), "{name}: {variant}");
            played.insert(variant);
        }
        assert!(played.iter().eq(["baroque", "maxima", "renaissance", "rococo"]), "{played:?}");
    }
}

/// Plays a pair of games of a workload, and returns the variant in the file of games.
#[cfg(unix)]
fn play(folder: &Folder, kind: Kind, form: &BTreeMap<String, String>) -> String {
    let mut openings = format!("Books/{} format=epd order=random start=3", form["book_name"]);
    let mut games = "-rounds 1 -games 2";
    if kind == Kind::Datagen {
        let command = format!("genfens 2 seed 7 book None {}", form["datagen_custom_genfens"]);
        openings = "Books/openbench.genfens.epd format=epd order=sequential start=1".to_owned();
        games = "-rounds 2 -games 1";
        folder.write("Books/openbench.genfens.epd", &generated(folder, &command));
    }
    let mut options = form["dev_options"].clone();
    if kind == Kind::Tune {
        options += " Slow Mover=80 Move Overhead=20";
    }
    // The client splits options at blanks.
    let options: String = options.split(' ').map(|word| format!(" option.{word}")).collect();
    let line = format!(
        "{START} {games} -maxmoves 2 {} -openings file={openings} -srand 4 \
         -pgnout file=PGNs/new.pgn seldepth=true nodes=true",
        engines(&format!("depth=1{options}"))
    );
    let _ = fs::remove_file(folder.path("PGNs/new.pgn"));
    let output = runner(folder, &line).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let (counts, warned) = (read(&output.stdout), text.contains("Warning"));
    assert_eq!((counts.pentanomial.iter().sum::<u64>(), warned), (1, false), "{line}: {text}");
    assert_eq!((counts.crashes, counts.time_losses, counts.illegals), (0, 0, 0), "{text}");
    let games = pgn::read(&folder.read("PGNs/new.pgn")).unwrap();
    assert!(games.iter().all(|game| game.tag("FEN").is_some()));
    games[0].tag("Variant").unwrap().to_owned()
}
