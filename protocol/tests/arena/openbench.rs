//! What OpenBench's client expects of engines and of the runner (Client/worker.py, bench.py and
//! genfens.py at commit 9906bad): the program is built by `make`, renamed to `fastchess-ob`, and
//! its output is parsed with these patterns.

use std::collections::HashMap;
use std::process::{Command, Stdio};

use regex::Regex;

use super::support::{BAROQUE, Folder};

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
        std::fs::create_dir(folder.path(sub)).unwrap();
    }
    for copy in ["fastchess-ob", "Engines/Baroque-1A2B3C4D"] {
        std::fs::copy(BAROQUE, folder.path(copy)).unwrap();
    }
    folder.write(
        "Books/rococo.epd",
        "10/1iwlkxlas1/1pppppppp1/10/10/10/10/1PPPPPPPP1/1IWLKXLAS1/10 b - - hmvc 0; fmvn 1;\n\
         10/1iwlkxlas1/1pppppppp1/10/10/10/2P7/2PPPPPPP1/1IWLKXLAS1/10 b - - hmvc 0; fmvn 1;\n",
    );
    folder
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
        assert!(numbers >= vec![1, 8, 1], "the client wants fastchess 1.8.1, at least: {found}");
    }
    let engine = |name: &str| {
        format!(
            "-engine dir=Engines/ cmd=./Baroque-1A2B3C4D proto=uci tc=inf nodes=100 \
             option.Threads=1 option.Hash=4 option.UCI_Variant=rococo name=Baroque-{name}"
        )
    };
    let line = format!(
        " -recover -variant standard -testEnv -concurrency 1 -rounds 2 -games 2 \
         -resign movecount=3 score=400 -draw movenumber=40 movecount=8 score=10  {} {} \
         -openings file=Books/rococo.epd format=epd order=random start=17 -srand 42 \
         -pgnout file=PGNs/1.2.3.4.pgn seldepth=true nodes=true \
         match_line='^info string pgncomment .*'",
        engine("dev"),
        engine("base")
    );
    let output = runner(&folder, &line).output().unwrap();
    let counts = read(&output.stdout);
    assert_eq!(counts.pentanomial.iter().sum::<u64>(), 2, "{counts:?}");
    assert_eq!((counts.crashes, counts.time_losses, counts.illegals), (0, 0, 0));
    // The client splits games at empty lines and finds moves with this pattern.
    let pgn = folder.read("PGNs/1.2.3.4.pgn");
    let blocks: Vec<&str> = pgn.trim_end().split("\n\n").collect();
    assert_eq!(blocks.len(), 8);
    let moves =
        Regex::new(r"\s*(?:\d+\.{1,3} )?([a-zA-Z0-9+=#*-]+) (?:\s*\{\s*([^}]*)\s*\})?").unwrap();
    let comment = Regex::new(r"^[+-]?M?\d+(\.\d+)?/\d+ [\d.]+s, n=\d+, sd=\d+").unwrap();
    for block in blocks.chunks(2) {
        assert!(block[0].starts_with("[Event ") && block[0].contains("[Variant \"rococo\"]"));
        let text = block[1].replace('\n', " ");
        let commented = moves
            .captures_iter(&text)
            .filter(|found| comment.is_match(found.get(2).map_or("", |found| found.as_str())));
        let plies: usize = block[0]
            .split_once("[PlyCount \"")
            .unwrap()
            .1
            .split('"')
            .next()
            .unwrap()
            .parse()
            .unwrap();
        assert_eq!(commented.count(), plies, "{text}");
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
            "-recover -variant standard -testEnv -concurrency 1 -rounds 1 -games 2 \
             -engine dir=Engines/ cmd=./{name} proto=uci tc=1.00+0.01 timemargin=250 name=X-dev \
             -engine dir=Engines/ cmd=./Baroque-1A2B3C4D proto=uci tc=1.00+0.01 timemargin=250 \
             name=X-base -pgnout file=PGNs/{name}.pgn"
        );
        let counts = read(&runner(&folder, &line).output().unwrap().stdout);
        let expected = Counts { pentanomial: [1, 0, 0, 0, 0], crashes, time_losses: 0, illegals };
        assert_eq!(counts, expected);
        let reason = if name == "bad" { "illegal move" } else { "abandoned" };
        assert!(
            folder
                .read(&format!("PGNs/{name}.pgn"))
                .contains(&format!("[Termination \"{reason}\"]"))
        );
    }
}

#[test]
fn the_bench_is_parsed() {
    let output = Command::new(BAROQUE).args(["bench", "maxima"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
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

#[test]
fn genfens_prints_positions() {
    let folder = workplace("openbench-genfens");
    let output = Command::new(folder.path("Engines/Baroque-1A2B3C4D"))
        .args(["genfens 5 seed 42 book None variant maxima", "quit"])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let mut book = String::new();
    for fen in text.lines().filter_map(|line| line.strip_prefix("info string genfens ")) {
        let fields: Vec<&str> = fen.split_whitespace().collect();
        let [placement, side, castling, passant, half, full] = fields[..] else { panic!("{fen}") };
        book += &format!("{placement} {side} {castling} {passant} hmvc {half}; fmvn {full};\n");
    }
    assert_eq!(book.lines().count(), 5);
    folder.write("Books/openbench.genfens.epd", &book);
    let engine = "-engine dir=Engines/ cmd=./Baroque-1A2B3C4D proto=uci tc=inf depth=1 \
                  option.UCI_Variant=maxima";
    let line = format!(
        "-recover -variant standard -testEnv -concurrency 1 -rounds 5 -games 1 {engine} name=a \
         {engine} name=b -maxmoves 3 -pgnout file=PGNs/d.pgn \
         -openings file=Books/openbench.genfens.epd format=epd order=sequential start=1"
    );
    assert!(runner(&folder, &line).output().unwrap().status.success());
    assert_eq!(folder.read("PGNs/d.pgn").matches("[FEN ").count(), 5);
}
