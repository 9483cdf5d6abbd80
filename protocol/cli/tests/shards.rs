//! Sharded jobs: `perft --split`, `perft merge` and `selfplay`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use baroque_formats::PositionSpec;
use baroque_games::Games;
use baroque_movegen::{AnyGame, Color};
use baroque_training::records::{GameRecord, TrainingGames};

use crate::common;

fn run(arguments: &str) -> (i32, String, String) {
    common::run(&arguments.split(' ').collect::<Vec<_>>(), "")
}

/// Runs the program, which must succeed, and returns what it prints.
fn printed(arguments: &str) -> String {
    common::printed(&arguments.split(' ').collect::<Vec<_>>(), "")
}

/// Runs the program, which must exit with status 2, and returns its error message.
fn error(arguments: &str) -> String {
    let (code, _, errors) = run(arguments);
    assert_eq!(code, 2, "{arguments}");
    errors.strip_prefix("error: ").unwrap().trim_end().to_owned()
}

/// Creates an empty folder, which is left behind.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("shards-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// Runs all shards of a perft and returns their folder.
fn run_shards(name: &str, options: &str, shards: u64) -> String {
    let dir = folder(name).display().to_string();
    for index in 1..=shards {
        printed(&format!("perft {options} --shard {index}/{shards} --out {dir}"));
    }
    dir
}

/// A changed line with the CRC-32 that fits it.
fn with_crc(line: &str) -> String {
    let fields =
        line.rsplit_once(",\"crc32\":").map_or(line.strip_suffix('}'), |(fields, _)| Some(fields));
    let fields = fields.unwrap();
    let crc = crc32fast::hash(format!("{fields}}}").as_bytes());
    format!("{fields},\"crc32\":{crc}}}")
}

/// The text without the seconds, which differ in every run.
fn untimed(text: &str) -> String {
    let line = |line: &str| line.split(",\"seconds\"").next().unwrap().to_owned();
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn merged_shards_give_the_whole_count() {
    // Counts of perft-suites.
    for (name, options, shards, nodes, moves) in [
        ("whole", "--split 2 3", 3, 42_762, 32),
        ("shallow", "--split 1 1", 1, 32, 32),
        ("threads", "--split 3 --threads 2 3", 2, 42_762, 32),
        ("rococo", "--variant rococo --split 2 3", 5, 23_863, 25),
    ] {
        let dir = run_shards(name, options, shards);
        assert_eq!(printed(&format!("perft merge {dir}")), format!("Nodes searched: {nodes}\n"));
        let divided = printed(&format!("perft merge {dir} --divide"));
        let counts = divided.lines().map(|line| line.rsplit(": ").next().unwrap());
        let counts: Vec<u64> = counts.map(|count| count.parse().unwrap()).collect();
        let (total, parts) = counts.split_last().unwrap();
        assert_eq!((parts.len(), parts.iter().sum()), (moves, *total), "{options}");
    }
}

#[test]
fn any_position_can_be_split() {
    let fen = "10/3kp2p2/3pSp4/6pal1/4l5/1wX1A5/1iPW2PLP1/1PP1Kx4/1I1L3s2/10 w - - 5 36";
    let dir = folder("position").display().to_string();
    let perft = ["perft", "--variant", "rococo", "--fen", fen, "--split", "1", "2", "--out", &dir];
    let summary = "shard 1/1: 78 of 78 prefixes complete, 78 counted in this run with 8120 nodes\n";
    assert_eq!(common::run(&perft, "").2, summary);
    assert_eq!(printed(&format!("perft merge {dir}")), "Nodes searched: 8120\n");
}

#[test]
fn the_header_of_a_shard_describes_its_job() {
    let dir = run_shards("header", "--variant abbott1968 --split 1 2", 2);
    let text = fs::read_to_string(format!("{dir}/perft-2-of-2.jsonl")).unwrap();
    let mut lines = text.lines();
    let header = lines.next().unwrap();
    let parts = [
        r#""job":"perft","version":""#,
        r#""variant":"abbott1968","rules":""#,
        r#""depth":2,"split":1,"prefixes":16,"shard":2,"shards":2,"crc32":"#,
    ];
    common::assert_has(header, &parts);
    // Both sides have 16 moves.
    let second = r#"{"number":1,"moves":"a2a4","depth":1,"nodes":16,"seconds":"#;
    assert!(lines.next().unwrap().starts_with(second), "{text}");
    assert_eq!(lines.count(), 7);
    for line in text.lines() {
        assert_eq!(with_crc(line), line);
    }
}

#[test]
fn inconsistent_files_are_rejected() {
    let dir = run_shards("refused", "--split 1 3", 2);
    let merge = || error(&format!("perft merge {dir}"));
    let [first, second] = [1, 2].map(|index| format!("{dir}/perft-{index}-of-2.jsonl"));
    let whole = fs::read_to_string(&second).unwrap();
    let lines: Vec<&str> = whole.lines().collect();
    let write = |lines: &[&str]| fs::write(&second, lines.join("\n") + "\n").unwrap();

    // Prefixes 5 and 9 are the third and fifth of the shard.
    write(&[&lines[..3], &lines[4..5], &lines[6..]].concat());
    let gaps = |count: u32, first: u32| {
        format!(
            "{dir}: {count} of 32 prefixes are missing, the first is {first}; shards with gaps: 2/2"
        )
    };
    assert_eq!(merge(), gaps(2, 5));
    fs::remove_file(&second).unwrap();
    assert_eq!(merge(), gaps(16, 1));

    write(&[&lines[..], &lines[3..4]].concat());
    assert_eq!(merge(), format!("{second}:18: prefix 5 is a duplicate"));
    write(&lines);
    fs::copy(&second, format!("{dir}/perft-copy.jsonl")).unwrap();
    let twice = format!("{dir}/perft-copy.jsonl:2: prefix 1 is a duplicate");
    fs::remove_file(&first).unwrap();
    assert_eq!(merge(), twice);
    fs::remove_file(format!("{dir}/perft-copy.jsonl")).unwrap();
    printed(&format!("perft --split 1 3 --shard 1/2 --out {dir}"));

    let changed = |line: &str, old: &str, new: &str| with_crc(&line.replace(old, new));
    let foreign = changed(lines[1], "\"number\":1", "\"number\":2");
    write(&[&lines[..1], &[&foreign]].concat());
    assert_eq!(merge(), format!("{second}:2: prefix 2 does not belong to shard 2/2"));
    write(&[&lines[..1], &[&changed(lines[1], "\"depth\":2", "\"depth\":1")]].concat());
    assert_eq!(merge(), format!("{second}:2: the depth is 1, not 2"));
    write(&[&lines[..2], &[&with_crc("{\"number\":3}")]].concat());
    assert!(merge().starts_with(&format!("{second}:3: the line is damaged: missing field")));
    for line in ["{\"number\":3,", "{}", "", "\0", "{\"crc32\":1}", "[,\"crc32\":x}"] {
        write(&[&lines[..2], &[line]].concat());
        let old = format!("{second}:3: the line has no crc32: damaged, or of an older version");
        assert_eq!(merge(), old, "{line}");
    }
    write(&[&lines[..2], &[&"9".repeat(1 << 20)]].concat());
    assert_eq!(merge(), format!("{second}:3: the line is longer than 1048576 bytes"));
    fs::write(&second, &whole[..whole.len() - 1]).unwrap();
    let cut = format!("{second}:17: the last line is incomplete, continue the shard with --resume");
    assert_eq!(merge(), cut);

    for (field, old, new) in
        [("depth", "3", "4"), ("variant", "\"baroque\"", "\"delft\""), ("shards", "2", "3")]
    {
        let [before, after] = [old, new].map(|value| format!("\"{field}\":{value}"));
        write(&[&changed(lines[0], &before, &after), lines[1]]);
        let difference = format!("{field} is {new}, not {old}");
        let message = format!("{second}:1: the job differs from that of {first}: {difference}");
        assert_eq!(merge(), message);
    }
    for header in [
        with_crc("{\"job\":\"selfplay\"}"),
        changed(lines[0], "\"shard\":2", "\"shard\":0"),
        changed(lines[0], "\"split\":1", "\"split\":4"),
        changed(lines[0], "\"depth\":3,\"split\":1", "\"depth\":31,\"split\":31"),
    ] {
        write(&[&header, lines[1]]);
        assert_eq!(merge(), format!("{second}:1: not the header of a split perft"));
    }
    let empty = folder("empty").display().to_string();
    assert_eq!(error(&format!("perft merge {empty}")), format!("{empty}: no files *.jsonl"));
}

#[test]
fn changed_counts_and_foreign_prefixes_are_rejected() {
    let dir = run_shards("changed", "--split 1 3", 1);
    let file = format!("{dir}/perft-1-of-1.jsonl");
    let whole = fs::read_to_string(&file).unwrap();
    let lines: Vec<&str> = whole.lines().collect();
    let write = |lines: &[&str]| fs::write(&file, lines.join("\n") + "\n").unwrap();
    let errors = |lines: &[&str]| {
        write(lines);
        let resumed = error(&format!("perft --split 1 3 --out {dir} --resume"));
        (error(&format!("perft merge {dir}")), resumed)
    };
    // Every byte of a line counts.
    for (old, new) in
        [("\"nodes\":", "\"nodes\":1"), ("a2a3", "a2a4"), ("\"number\":0", "\"number\":1")]
    {
        assert!(lines[1].contains(old));
        let (merged, resumed) =
            errors(&[&lines[..1], &[&lines[1].replace(old, new)], &lines[2..]].concat());
        let damaged = format!("{file}:2: the line is damaged: crc32 is ");
        assert!(merged.starts_with(&damaged) && merged == resumed, "{merged}");
    }
    // The first two prefixes are a2a3 and a2a4.
    for (moves, quoted) in [("a2a4", "a2a4"), ("\\u001b[31ma2a3", "?[31ma2a3")] {
        let foreign = with_crc(&lines[1].replace("a2a3", moves));
        let (merged, resumed) = errors(&[&lines[..1], &[&foreign], &lines[2..]].concat());
        let message = format!("{file}:2: the moves of prefix 0 are 'a2a3', not '{quoted}'");
        assert_eq!([merged, resumed], [&*message; 2]);
    }
    for (prefixes, reason) in [(31, "more than 31 prefixes"), (33, "32 prefixes, not 33")] {
        let header = lines[0].replace("\"prefixes\":32", &format!("\"prefixes\":{prefixes}"));
        let more = with_crc(&lines[1].replace("\"number\":0", "\"number\":32"));
        let body =
            if prefixes < 32 { lines[1..32].to_vec() } else { [&lines[1..], &[&more]].concat() };
        write(&[&[&*with_crc(&header)], &body[..]].concat());
        let message = format!("{file}:1: the position has {reason}");
        assert_eq!(error(&format!("perft merge {dir}")), message);
    }
    let header = with_crc(&lines[0].replace("clxwkxli", "clxwkxlz"));
    let (merged, _) = errors(&[&[&*header], &lines[1..]].concat());
    assert!(merged.starts_with(&format!("{file}:1: FEN: ")), "{merged}");
}

#[test]
fn shards_with_gaps_are_listed_in_one_line() {
    let shard = |dir: &str, of: u32, index: u32| {
        printed(&format!("perft --split 1 1 --shard {index}/{of} --out {dir}"));
    };
    let merge = |dir: &str| {
        let message = error(&format!("perft merge {dir}"));
        message.strip_prefix(&format!("{dir}: ")).unwrap().to_owned()
    };
    // Of 32 prefixes the first eight of twelve shards have three each, the others two.
    let dir = folder("gaps").display().to_string();
    for index in [1, 3, 7, 8, 10] {
        shard(&dir, 12, index);
    }
    let message = "18 of 32 prefixes are missing, the first is 1; shards with gaps: 2/12, \
                 4/12 to 6/12, 9/12, 11/12 to 12/12";
    assert_eq!(merge(&dir), message);
    // Shards after the 32nd are empty.
    let dir = folder("few").display().to_string();
    shard(&dir, 1_000_000, 2);
    let message = "31 of 32 prefixes are missing, the first is 0; shards with gaps: 1/1000000, \
                 3/1000000 to 32/1000000";
    assert_eq!(merge(&dir), message);
    // 64 gaps, as in a damaged job with many shards.
    let dir = folder("many");
    let header = r#"{"job":"perft","version":"0","variant":"baroque","rules":"","fen":"",
        "depth":2,"split":1,"prefixes":18446744073709551615,"shards":18446744073709551615,"shard":"#;
    for number in (1..128).step_by(2) {
        let prefix = r#""moves":"a2a3","depth":1,"nodes":1,"seconds":0}"#;
        let header = with_crc(&format!("{}{}}}", header.replace('\n', " "), number + 1));
        let prefix = with_crc(&format!("{{\"number\":{number},{prefix}"));
        let text = format!("{header}\n{prefix}\n");
        fs::write(dir.join(format!("{number}.jsonl")), text).unwrap();
    }
    let message = merge(&dir.display().to_string());
    common::assert_has(&message, &[" are missing, the first is 0; shards with gaps: 1/1844"]);
    assert!(message.ends_with(" and 45 more") && message.chars().count() <= 610, "{message}");
}

#[test]
fn an_interrupted_perft_is_resumed() {
    let dir = run_shards("resume", "--split 1 3", 2);
    let file = format!("{dir}/perft-1-of-2.jsonl");
    let shard = format!("perft --split 1 3 --shard 1/2 --out {dir}");
    assert_eq!(error(&shard), format!("{file}: the file exists, continue it with --resume"));
    let whole = fs::read_to_string(&file).unwrap();
    let header = whole.find('\n').unwrap();
    for length in [0, 10, header, header + 1, header + 20, whole.len() / 2, whole.len() - 1] {
        fs::write(&file, &whole[..length]).unwrap();
        printed(&format!("{shard} --resume --threads 2"));
        let again = fs::read_to_string(&file).unwrap();
        assert_eq!(untimed(&again), untimed(&whole), "{length}");
        // Complete lines are not counted again.
        let kept = whole[..length].rfind('\n').map_or(0, |end| end + 1);
        assert_eq!(again[..kept], whole[..kept]);
    }
    assert_eq!(printed(&format!("perft merge {dir}")), "Nodes searched: 42762\n");

    let other = format!("perft --split 1 2 --shard 1/2 --out {dir} --resume");
    let message = format!("{file}:1: the file belongs to another job: depth is 3, not 2");
    assert_eq!(error(&other), message);
    let lines: Vec<&str> = whole.lines().collect();
    fs::write(&file, [lines[0], lines[2], ""].join("\n")).unwrap();
    let message = format!("{file}:2: number is 2, expected 0");
    assert_eq!(error(&format!("{shard} --resume")), message);
}

/// Some clusters number their jobs from 0.
#[test]
fn shards_are_counted_from_zero_if_asked() {
    let files = |dir: &str| {
        let entries = std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<String> = entries.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        names
    };
    let dir = folder("zero").display().to_string();
    for index in 0..3 {
        let shard = format!("--shard {index}/3 --index-from 0");
        printed(&format!("perft --split 1 3 {shard} --out {dir}/perft"));
        printed(&format!("selfplay --count 3 --nodes 10 {shard} --out {dir}/games"));
    }
    let names = |job: &str, end: &str| [1, 2, 3].map(|index| format!("{job}-{index}-of-3.{end}"));
    assert_eq!(files(&format!("{dir}/perft")), names("perft", "jsonl"));
    assert_eq!(files(&format!("{dir}/games")), names("selfplay", "bin"));
    assert!(printed(&format!("perft merge {dir}/perft")).ends_with("Nodes searched: 42762\n"));
}

#[test]
fn invalid_arguments_are_errors() {
    let dir = folder("arguments").display().to_string();
    let shallow = error(&format!("perft --split 3 --out {dir} 2"));
    assert_eq!(shallow, "the depth is 2, less than --split 3");
    let whole = error(&format!("perft --out {dir} 2"));
    assert_eq!(whole, "--shard, --out and --resume need --split");
    for arguments in [
        "perft --split 1 2",
        "perft --shard 1/2 2",
        "perft --split 1 --resume 2",
        "perft --split 1 --divide --out x 2",
        "perft --suite x --out x",
        "perft --split 0 --out x 2",
        "perft --split 1 --shard 3/2 --out x 2",
        "perft --split 1 --index-from 0 --out x 2",
        "perft --split 1 --shard 1/2 --index-from 2 --out x 2",
        "perft merge",
        "selfplay --count 2 --nodes 10",
        "selfplay --count 2 --out x",
        "selfplay --count 2 --depth 1 --out x --plies 101",
        "selfplay --count 2 --depth 1 --out x --plies 9..8",
        "selfplay --count 2 --depth 1 --out x --resign movecount=3",
    ] {
        assert_eq!(run(arguments).0, 2, "{arguments}");
    }
}

/// Eight short games.
const GAMES: &str = "selfplay --count 8 --nodes 60 --seed 3 --rules movelimit=20";

/// The games of a file.
fn games(path: &Path) -> Vec<GameRecord> {
    TrainingGames::open(path, &Games::default()).unwrap().map(Result::unwrap).collect()
}

#[test]
fn shards_play_the_games_of_an_unsharded_run() {
    let [whole, busy, parts] =
        ["whole", "busy", "parts"].map(|name| folder(&format!("play-{name}")));
    printed(&format!("{GAMES} --threads 1 --out {}", whole.display()));
    printed(&format!("{GAMES} --threads 4 --out {}", busy.display()));
    for shard in ["1/3", "2/3", "3/3"] {
        printed(&format!("{GAMES} --threads 2 --shard {shard} --out {}", parts.display()));
    }
    let [whole, busy] = [whole, busy].map(|dir| dir.join("selfplay-1-of-1.bin"));
    assert!(fs::read(&whole).unwrap() == fs::read(busy).unwrap());
    let files = fs::read_dir(&parts).unwrap().map(|entry| entry.unwrap().path());
    let mut joined: Vec<GameRecord> = files.flat_map(|file| games(&file)).collect();
    joined.sort_by_key(|game| game.number);
    assert_eq!(joined, games(&whole));
    assert_eq!(fs::read_dir(&parts).unwrap().count(), 3);
}

#[test]
fn interrupted_selfplay_is_resumed() {
    let dir = folder("play-resume");
    let path = dir.join("selfplay-1-of-1.bin");
    let play = format!("{GAMES} --out {}", dir.display());
    printed(&play);
    let whole = fs::read(&path).unwrap();
    // Within the header or a game, and at the end.
    for length in [5, whole.len() / 3, whole.len() / 2, whole.len() - 3, whole.len()] {
        fs::write(&path, &whole[..length]).unwrap();
        printed(&format!("{play} --resume"));
        assert!(fs::read(&path).unwrap() == whole, "{length}");
    }
    let other = error(&format!("{} --resume", play.replace("--seed 3", "--seed 4")));
    let message = ":1: the file belongs to another job: seed is 3, not 4";
    assert!(other.ends_with(message), "{other}");
}

#[test]
fn damaged_records_are_not_resumed() {
    let dir = folder("play-records");
    let path = dir.join("selfplay-1-of-1.bin");
    let games = GAMES.replace("--count 8", "--count 3");
    let play = format!("{games} --resume --out {}", dir.display());
    printed(&play);
    let whole = fs::read(&path).unwrap();
    let mut starts = vec![whole.iter().position(|byte| *byte == b'\n').unwrap() + 1];
    while let Some(length) = whole[starts[starts.len() - 1]..].first_chunk() {
        starts.push(starts[starts.len() - 1] + 8 + u32::from_le_bytes(*length) as usize);
    }
    assert_eq!((starts.len(), starts[3]), (4, whole.len()));
    let resumed = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        let message = error(&play);
        assert!(fs::read(&path).unwrap() == bytes);
        message.strip_prefix(&format!("{}: ", path.display())).unwrap().to_owned()
    };
    let changed = |index: usize| {
        let mut bytes = whole.clone();
        bytes[index] ^= 1;
        bytes
    };
    let [first, second, last] = [0, 1, 2].map(|game| starts[game]);
    // A length that reaches beyond the end is no incomplete game.
    let mut long = whole.clone();
    long[last + 1] += 1;
    let length = u32::from_le_bytes(*whole[last..].first_chunk().unwrap());
    let reason =
        format!("byte {last}: the record is damaged: its length is {}, not {length}", length + 256);
    assert_eq!(resumed(&long), reason);
    let reason = format!("byte {second}: the record is damaged: crc32 is ");
    assert!(resumed(&changed(second + 40)).starts_with(&reason));
    assert!(resumed(&changed(last - 1)).starts_with(&reason));
    let reason = format!("byte {first}: number is 1, expected 0");
    assert_eq!(resumed(&[&whole[..first], &whole[second..]].concat()), reason);
    let reason = format!("byte {second}: number is 0, expected 1");
    assert_eq!(resumed(&[&whole[..second], &whole[first..]].concat()), reason);
}

#[test]
fn selfplay_samples_are_legal_games_with_the_result() {
    let dir = folder("play-legal");
    let games = "selfplay --variant rococo --count 4 --nodes 200 --plies 4";
    let (_, _, summary) = run(&format!("{games} --out {}", dir.display()));
    assert!(summary.starts_with("shard 1/1: 4 games, White won "), "{summary}");
    printed(&format!("convert --out {0} {0}/selfplay-1-of-1.bin", dir.display()));
    let text = fs::read_to_string(dir.join("selfplay-1-of-1.jsonl")).unwrap();
    let lines: Vec<serde_json::Value> =
        text.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(summary.contains(&format!(", {} positions, ", lines.len())), "{summary}");
    let mut position = AnyGame::new("rococo").unwrap();
    for (index, line) in lines.iter().enumerate() {
        let text = |key: &str| line[key].as_str().unwrap().to_owned();
        let spec = PositionSpec::fen(text("fen"));
        spec.set_up(&mut position).unwrap();
        assert_eq!(line["check"], position.in_check());
        let side = position.side();
        position.play(position.read_move(&text("move")).unwrap()).unwrap();
        let ply = line["ply"].as_u64().unwrap();
        if ply + 1 < line["plies"].as_u64().unwrap() {
            let next = &lines[index + 1];
            assert_eq!((&next["fen"], &next["game"]), (&position.fen().into(), &line["game"]));
        } else if let Some(winner) = position.outcome().and_then(|outcome| outcome.winner) {
            assert_eq!(line["result"], if winner == side { 1.0 } else { 0.0 });
            // The side that captures the king has a mate score.
            assert_eq!(line["score"].as_i64().unwrap() > 31_000, winner == side);
        }
    }
    let firsts = lines.iter().filter(|line| line["ply"] == 4).count();
    assert_eq!(firsts, 4);
}

#[test]
fn openings_have_lengths_of_a_range() {
    let options = GAMES.replace("--count 8", "--count 12 --plies 2..5");
    let [whole, parts] = ["range", "range-parts"].map(folder);
    printed(&format!("{options} --out {}", whole.display()));
    let all = games(&whole.join("selfplay-1-of-1.bin"));
    let lengths: BTreeSet<u16> = all.iter().map(|game| game.first_ply).collect();
    assert_eq!(lengths, BTreeSet::from([2, 3, 4, 5]));
    for game in &all {
        let side = if game.first_ply % 2 == 0 { " w " } else { " b " };
        assert!(game.fen.contains(side), "{}", game.fen);
    }
    let mut joined = Vec::new();
    for shard in ["1/2", "2/2"] {
        printed(&format!("{options} --shard {shard} --out {}", parts.display()));
        let name = format!("selfplay-{}.bin", shard.replace('/', "-of-"));
        joined.extend(games(&parts.join(name)));
    }
    joined.sort_by_key(|game| game.number);
    assert_eq!(joined, all);
    // A missing first line is noticed, although its ply is in the range.
    printed(&format!("convert --out {0} {0}/selfplay-1-of-1.bin", whole.display()));
    let path = whole.join("selfplay-1-of-1.jsonl");
    assert_eq!(games(&path), all);
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    fs::write(&path, [&lines[..1], &lines[2..], &[""]].concat().join("\n")).unwrap();
    let message = error(&format!("convert --out {} {}", whole.display(), path.display()));
    let first = all[0].first_ply;
    let reason = format!(":2: game 0 is damaged: ply is {}, expected {first}", first + 1);
    assert!(message.ends_with(&reason), "{message}");
}

#[test]
fn decided_games_end_early() {
    let dir = folder("resign");
    let whole = GAMES.replace("movelimit=20", "movelimit=50");
    printed(&format!("{whole} --out {}/whole", dir.display()));
    let resign = format!("{whole} --resign movecount=2,score=300");
    printed(&format!("{resign} --out {}", dir.display()));
    let path = dir.join("selfplay-1-of-1.bin");
    let shortened = games(&path);
    let header = fs::read(&path).unwrap();
    let header = String::from_utf8_lossy(&header);
    let field = r#","plies":8,"resign":"movecount=2,score=300","#;
    assert!(header.contains(field), "{header}");
    let mut adjudicated = 0;
    for (game, whole) in shortened.iter().zip(games(&dir.join("whole/selfplay-1-of-1.bin"))) {
        // White's lead after each move.
        let is_white = |index: usize| (usize::from(game.first_ply) + index).is_multiple_of(2);
        let leads = game.moves.iter().enumerate();
        let leads: Vec<i32> = leads
            .map(|(index, (_, score))| i32::from(*score) * if is_white(index) { 1 } else { -1 })
            .collect();
        let winner = |leads: &[i32]| match leads {
            leads if leads.iter().all(|lead| *lead >= 300) => Some(Color::White),
            leads if leads.iter().all(|lead| *lead <= -300) => Some(Color::Black),
            _ => None,
        };
        let decided = leads.windows(4).position(|leads| winner(leads).is_some());
        assert_eq!(whole.moves[..game.moves.len()], game.moves);
        if game.moves.len() < whole.moves.len() {
            adjudicated += 1;
            assert_eq!(decided, Some(leads.len() - 4));
            assert_eq!(winner(&leads[leads.len() - 4..]), game.winner);
        } else {
            assert_eq!(*game, whole);
        }
    }
    assert!(adjudicated > 3, "{adjudicated}");
    let other = error(&format!("{whole} --resume --out {}", dir.display()));
    assert!(other.ends_with("resign is \"movecount=2,score=300\", not null"), "{other}");
}

/// Interrupted and killed processes.
#[cfg(unix)]
mod interrupted {
    use std::process::Child;
    use std::time::{Duration, Instant};

    use crate::common::signal;

    use super::*;

    /// Starts self-play and waits until the file has some games.
    fn start(arguments: &str, file: &Path) -> Child {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let child = common::program(&arguments).spawn().unwrap();
        let start = Instant::now();
        while fs::metadata(file).map_or(0, |data| data.len()) < 900 {
            assert!(start.elapsed() < Duration::from_secs(20), "no games");
            std::thread::sleep(Duration::from_millis(5));
        }
        child
    }

    #[test]
    fn an_interrupt_leaves_complete_games() {
        let dir = folder("interrupted");
        let file = dir.join("selfplay-1-of-1.bin");
        let play = GAMES.replace("--count 8", "--count 1000000");
        let play = format!("{play} --threads 2 --resume --out {}", dir.display());
        let child = start(&play, &file);
        let message = format!("{}: another program writes to the file", file.display());
        assert_eq!(error(&play), message);
        signal("INT", &child);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130));
        assert!(String::from_utf8(output.stderr).unwrap().starts_with("shard 1/1: "));
        assert!(games(&file).len() > 1);
    }

    #[test]
    fn a_kill_loses_no_written_games() {
        let [whole, killed] = ["whole-2", "killed"].map(|name| folder(&format!("play-{name}")));
        printed(&format!("{GAMES} --out {}", whole.display()));
        let play = format!("{GAMES} --resume --out {}", killed.display());
        let mut child = start(&play, &killed.join("selfplay-1-of-1.bin"));
        child.kill().unwrap();
        child.wait().unwrap();
        printed(&play);
        let [whole, killed] = [whole, killed].map(|dir| games(&dir.join("selfplay-1-of-1.bin")));
        assert_eq!(whole, killed);
    }
}
