//! Matches that are killed, interrupted or resumed, and readers that close the output.

use std::io::{BufRead, BufReader};
use std::process::Child;
use std::thread;
use std::time::Duration;

use super::support::{BAROQUE, Folder, assert_has, sorted};
use crate::common::{self, signal, text};

/// A deterministic match of twelve games.
fn options(concurrency: usize) -> String {
    format!(
        "-engine cmd=builtin name=A nodes=400 -engine cmd={BAROQUE} name=B nodes=300 \
         -openings random plies=6 -srand 9 -rounds 6 -concurrency {concurrency} \
         -force-concurrency -pgnout file=g.pgn min=true -epdout file=g.epd -jsonout file=g.jsonl"
    )
}

/// A match of twelve short games.
fn short_options() -> String {
    format!("{} -maxmoves 8", options(1))
}

/// Waits until the match has printed these words `times` times. Later output stays unread.
fn await_lines(child: &mut Child, words: &str, times: usize) {
    let lines = BufReader::new(child.stdout.as_mut().unwrap()).lines();
    let count = lines.map_while(Result::ok).filter(|line| line.contains(words)).take(times).count();
    assert_eq!(count, times, "{words}");
}

/// The number of games in the state file.
fn saved(folder: &Folder) -> usize {
    let is_game = |line: &&str| line.starts_with("{\"game\":") && line.ends_with('}');
    folder.read("config.json").lines().filter(is_game).count()
}

/// The number of last positions, without the lines before them that name the rules.
fn positions(folder: &Folder) -> usize {
    folder.read("g.epd").lines().filter(|line| !line.starts_with('#')).count()
}

#[test]
fn a_kill_loses_only_games_in_progress() {
    let whole = Folder::new("whole");
    whole.printed(&options(1));
    let expected = sorted(&whole.read("g.pgn"));
    assert_eq!(expected.len(), 12);
    for concurrency in [1, 2] {
        let folder = Folder::new(&format!("killed-{concurrency}"));
        let mut child = folder.spawn(&options(concurrency));
        let mut finished = 0;
        for kill in 1..=4_usize {
            await_lines(&mut child, "Finished game", 1 + kill % 2);
            finished += 1 + kill % 2;
            // The kill comes at a random moment of the next game.
            thread::sleep(Duration::from_millis(7 * kill as u64));
            child.kill().unwrap();
            child.wait().unwrap();
            assert!(saved(&folder) >= finished, "a finished game is lost");
            finished = saved(&folder);
            if finished == 12 {
                break;
            }
            child = folder.spawn("-config file=config.json");
        }
        child.wait_with_output().unwrap();
        if saved(&folder) < 12 {
            folder.printed("-config file=config.json");
        }
        assert_eq!(sorted(&folder.read("g.pgn")), expected, "concurrency {concurrency}");
        assert_eq!(positions(&folder), 12);
        assert_eq!(folder.read("g.jsonl").lines().count(), 12);
        // Resuming a complete match plays nothing and prints the same report.
        let report = folder.printed("-config file=config.json");
        assert!(report.contains("Games: 12, ") && !report.contains("Started"), "{report}");
        assert!(!report.contains("NULL"), "{report}");
    }
}

/// As on a cluster that starts the jobs of a machine that failed again.
#[test]
fn the_same_command_begins_and_resumes_a_shard() {
    let whole = Folder::new("whole-shard");
    let shard = format!("{} -shard 2/2", options(1));
    whole.printed(&shard);
    let expected = sorted(&whole.read("g.pgn"));
    assert_eq!(expected.len(), 6);
    let folder = Folder::new("killed-shard");
    let command = format!("{shard} -resume part.json");
    let mut child = folder.spawn(&command);
    await_lines(&mut child, "Finished game", 2);
    child.kill().unwrap();
    child.wait().unwrap();
    let text = folder.printed(&command);
    assert_has(&text, &["Resuming part.json: ", " of 6 games done: A ("]);
    assert_eq!(sorted(&folder.read("g.pgn")), expected);
    assert!(!folder.printed(&command).contains("Started"));
    let other = folder.error(&command.replace("-shard 2/2", "-shard 1/2"));
    assert_eq!(other, "error: part.json: it is of another match: 'shard' differs\n");
}

#[test]
fn partially_written_games_are_truncated_on_resume() {
    let folder = Folder::new("torn");
    folder.printed(&short_options());
    let (whole, state) = (folder.read("g.pgn"), folder.read("config.json"));
    // The program was killed during the last game.
    let lines: Vec<&str> = state.lines().collect();
    let torn = format!("{}\n{}", lines[..12].join("\n"), &lines[12][..9]);
    folder.write("config.json", &torn);
    folder.write("g.pgn", &whole[..whole.len() - 30]);
    folder.write("g.epd", &folder.read("g.epd"));
    folder.printed("-config file=config.json");
    assert_eq!(folder.read("g.pgn"), whole);
    assert_eq!(folder.read("g.jsonl").lines().count(), 12);
    // The text of another program is not changed.
    folder.write("config.json", &torn);
    folder.write("g.pgn", &format!("{whole}; a remark\n"));
    let errors = folder.error("-config file=config.json");
    assert!(errors.starts_with("error: g.pgn: something was written to it"), "{errors}");
}

/// As after a loss of power, when the disk may hold a part of each file.
#[test]
fn games_that_the_files_lack_are_played_again() {
    let folder = Folder::new("lost");
    folder.printed(&short_options());
    let (whole, state) = (folder.read("g.pgn"), folder.read("config.json"));
    let ends: Vec<usize> = whole.match_indices("[Event ").map(|(start, _)| start).collect();
    for (kept, length) in
        [(12, whole.len()), (7, ends[7]), (6, ends[7] - 1), (6, ends[6] + 1), (0, 0)]
    {
        folder.write("config.json", &state);
        folder.write("g.pgn", &whole[..length]);
        let text = folder.printed("-config file=config.json");
        let lost = match 12 - kept {
            0 => String::new(),
            lost => format!(", {lost} again that the files of games lack"),
        };
        let start =
            format!("Resuming config.json: {kept} of 12 games done{lost}: A (builtin) vs B (");
        assert!(text.starts_with(&start), "{text}");
        assert_eq!(text.matches("Started game").count(), 12 - kept);
        assert_eq!((folder.read("g.pgn"), saved(&folder)), (whole.clone(), 12), "{length}");
        assert_eq!(folder.read("g.jsonl").lines().count(), 12);
        assert_eq!(positions(&folder), 12);
    }
    // A file that is gone is empty.
    std::fs::remove_file(folder.path("g.epd")).unwrap();
    assert!(folder.printed("-resume").contains(": 0 of 12 games done, 12 again that "));
    assert_eq!((folder.read("g.pgn"), positions(&folder)), (whole.clone(), 12));
    // The games before the match are no games of the match.
    folder.write("g.pgn", &whole);
    folder.printed(&short_options());
    folder.write("g.pgn", &whole[..whole.len() - 1]);
    let errors = folder.error("-config file=config.json");
    assert!(errors.starts_with("error: g.pgn: it has become shorter"), "{errors}");
}

/// Games beyond the last round do not count, and hide no other.
#[test]
fn a_missing_game_is_played_in_a_shortened_match() {
    let folder = Folder::new("missing");
    folder.printed(&short_options());
    let state = folder.read("config.json");
    let lines = state.lines().filter(|line| !line.starts_with("{\"game\":3,"));
    folder.write("config.json", &lines.map(|line| format!("{line}\n")).collect::<String>());
    let text = folder.printed("-resume -rounds 2");
    assert!(text.starts_with("Resuming config.json: 3 of 4 games done: "), "{text}");
    assert_has(text, &["\nStarted game 3 of 4 ", "Games: 4, "]);
}

#[test]
fn a_bent_state_file_is_an_error() {
    let folder = Folder::new("bent");
    folder.printed(&short_options());
    let state = folder.read("config.json");
    let negative = "line 1: not a record of a match: invalid value: integer `-1`, expected u64";
    for (from, to, reason) in [
        ("\"games\":2", "\"games\":3", "games is 3, allowed is 1 to 2"),
        ("\"games\":2", "\"games\":-1", negative),
        ("\"game\":5", "\"game\":4", "game 4 is there twice"),
        ("\"game\":5", "\"game\":0", "there is no game 0"),
        ("\"game\":5", "\"game\":\"5\"", "line 6: not a record of a match: invalid type: string"),
    ] {
        folder.write("config.json", &state.replacen(from, to, 1));
        let errors = folder.error("-resume");
        assert!(errors.starts_with(&format!("error: config.json: {reason}")), "{errors}");
        assert_eq!(errors.lines().count(), 1);
        assert_eq!(folder.read("config.json"), state.replacen(from, to, 1), "it is not changed");
    }
}

/// The file may come from somebody else.
#[test]
fn the_commands_of_a_resumed_match_are_shown_before_they_run() {
    let folder = Folder::new("shown");
    folder.printed(&format!("{} -rounds 1", options(1)));
    let state = folder.read("config.json").replace(
        "\"cmd\":\"builtin\",\"dir\":\"\",\"args\":[]",
        "\"cmd\":\"sh\",\"dir\":\".\",\"args\":[\"-c\",\"> gotcha\\n\\u001b[2J\"]",
    );
    folder.write("config.json", &state);
    let text = text(&folder.run("-resume -rounds 2").stdout);
    let line = "Resuming config.json: 2 of 4 games done: A (sh -c '> gotcha??[2J' in .) vs B (";
    assert!(text.starts_with(line), "{text}");
    assert!(folder.path("gotcha").exists());
    let again = folder.run("-config file=config.json stats=false -rounds 1");
    let text = common::text(&again.stdout);
    assert!(text.starts_with("Playing config.json again: 2 games: A (sh "), "{text}");
}

#[test]
fn an_interrupted_match_is_saved_and_resumed() {
    let folder = Folder::new("interrupted");
    let mut child = folder.spawn(&options(1));
    await_lines(&mut child, "Started game", 3);
    signal("INT", &child);
    let status = child.wait_with_output().unwrap().status;
    assert_eq!(status.code(), Some(0));
    assert_eq!((saved(&folder), sorted(&folder.read("g.pgn")).len()), (3, 3));
    let text = folder.printed("-config file=config.json -rounds 2");
    let parts = [" done: A (builtin) vs B (", "\nStarted game 4 of 4 ", "Games: 4, "];
    assert_has(text, &parts);
    let fixed = folder.error("-config file=config.json -srand 1");
    assert_eq!(fixed, "error: -srand cannot change when a match is resumed\n");
    // A restarted match appends to the games in the file.
    let text = folder.printed("-config file=config.json stats=false -rounds 1");
    assert_has(text, &["\nStarted game 1 of 2 "]);
    assert_eq!(folder.read("g.pgn").matches("[Event ").count(), 6);
}

#[test]
fn a_closed_output_ends_the_match_in_order() {
    let folder = Folder::new("pipe");
    let mut child = folder.spawn(&format!("{} -crc32 pgn=true", options(2)));
    await_lines(&mut child, "Finished game", 1);
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.success(), &*text(&output.stderr)), (true, ""));
    let games = saved(&folder);
    assert!((1..12).contains(&games), "{games}");
    // A game without a printed result counts.
    assert_eq!(sorted(&folder.read("g.pgn")).len(), games);
    folder.printed("-config file=config.json");
    assert_eq!((saved(&folder), sorted(&folder.read("g.pgn")).len()), (12, 12));
}

/// A short match.
const QUICK: &str = "-engine cmd=builtin -engine cmd=builtin -each depth=1 -rounds 1 -maxmoves 2";

#[test]
fn concurrent_matches_share_a_pgn_file_and_no_state() {
    let folder = Folder::new("shared");
    let options = format!("{} -pgnout shared.pgn min", QUICK.replace("-rounds 1", "-rounds 20"));
    let children: Vec<Child> = (0..3).map(|_| folder.spawn(&options)).collect();
    for child in children {
        assert!(child.wait_with_output().unwrap().status.success());
    }
    assert_eq!(baroque_formats::pgn::read(&folder.read("shared.pgn")).unwrap().len(), 120);
}

#[test]
fn the_state_of_a_running_match_is_not_overwritten() {
    let folder = Folder::new("two");
    let mut first = folder.spawn(&QUICK.replace("depth=1", "st=1").replace("es 2", "es 99"));
    await_lines(&mut first, "Started game", 1);
    let resumed = folder.error("-config file=config.json");
    assert_eq!(resumed, "error: config.json: another process is running this match\n");
    folder.printed(QUICK);
    assert_eq!(folder.read("config.2.json").lines().count(), 3);
    first.kill().unwrap();
    first.wait().unwrap();
    folder.printed(QUICK);
    assert_eq!(folder.read("config.json").lines().count(), 3);
    assert_eq!(folder.read("config.previous.json").lines().count(), 1);
}

#[test]
fn matches_that_do_not_begin_keep_the_state_of_an_older_one() {
    let folder = Folder::new("typo");
    folder.printed(&format!("{QUICK} -pgnout g.pgn"));
    let (state, games) = (folder.read("config.json"), folder.read("g.pgn"));
    // What can be known before the first game is known before a file is touched.
    let text = folder.error(&format!("{QUICK} -pgnout g.pgn append=false -log file=no/log"));
    assert!(text.starts_with("error: no/log: "), "{text}");
    assert_eq!((folder.read("config.json"), folder.read("g.pgn")), (state.clone(), games));
    for _ in 0..3 {
        let output = folder.run(&format!("-engine cmd=./none {QUICK}"));
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(folder.read("config.previous.json"), state);
    }
}

#[test]
fn other_files_are_not_overwritten() {
    let folder = Folder::new("foreign");
    folder.write("config.json", "{\"mine\": true}\n");
    folder.printed(QUICK);
    assert_eq!(folder.read("config.json"), "{\"mine\": true}\n");
    assert_eq!(folder.read("config.2.json").lines().count(), 3);
    // A resumed match does not overwrite the state of another one either.
    folder.printed(&format!("{QUICK} -config outname=other.json"));
    let other = folder.read("other.json");
    folder.printed("-config file=config.2.json outname=other.json -rounds 2");
    assert_eq!(folder.read("other.previous.json"), other);
    assert_eq!(folder.read("config.2.json").lines().count(), 3);
    assert_has(folder.printed("-config file=other.json"), &["Games: 4, "]);
}

#[test]
fn a_match_can_be_resumed_with_other_files() {
    let folder = Folder::new("other-files");
    folder.printed(&format!("{QUICK} -pgnout one.pgn"));
    let mut child = folder
        .spawn("-config file=config.json -rounds 2 -pgnout two.pgn -log file=log.txt engine=true");
    await_lines(&mut child, "Started game", 1);
    child.kill().unwrap();
    child.wait().unwrap();
    folder.printed("-config file=config.json");
    let games = |name: &str| sorted(&folder.read(name)).len();
    assert_eq!((games("one.pgn"), games("two.pgn")), (2, 2));
}

/// Before its first game the options of an engine are unknown.
#[test]
fn unknown_options_are_left_out() {
    let folder = Folder::new("unknown");
    let options = QUICK.replacen("cmd=builtin", "cmd=builtin option.Threads=1 option.Hash=4", 1);
    assert_has(folder.printed(&options), &["(1 plies, 1t, 4MB - 16MB)"]);
    let text = folder.printed("-config file=config.json");
    assert!(text.contains("(1 plies)") && !text.contains("NULL"), "{text}");
}

#[test]
fn an_sprt_ends_the_match_and_stays_decided_on_resume() {
    let folder = Folder::new("decided");
    let options = "-engine cmd=builtin name=A nodes=400 -engine cmd=builtin name=B nodes=20 \
                   -openings random -srand 1 -sprt elo0=0 elo1=200";
    let text = folder.printed(options);
    assert_has(&text, &["LLR: ", "SPRT ([0.00, 200.00]) completed - H1 was accepted\n"]);
    assert!(text.matches("Started game").count() < 1000);
    let games = saved(&folder);
    let text = folder.printed("-config file=config.json");
    let head = "Results of A vs B (400 nodes - 20 nodes, random):\n";
    assert_has(&text, &[head, "completed - H1 was accepted"]);
    assert!(!text.contains("Started"), "{text}");
    assert_eq!(saved(&folder), games);
}

/// Neither a pipe without a reader nor a device without an end or without room blocks a match, fills
/// the memory, or loses games with exit status 0.
#[test]
#[cfg(target_os = "linux")]
fn only_suitable_files_are_read_and_written() {
    let folder = Folder::new("devices");
    folder.pipe("pipe");
    let error = |options: &str| folder.error(options);
    let options = "-pgnout file|-epdout file|-jsonout file|-log file|-config outname|\
                   -openings format=epd file|-openings format=pgn file";
    for option in options.split('|') {
        let text = error(&format!("{QUICK} {option}=pipe"));
        assert_eq!(text, "error: pipe: it is not a regular file\n", "{option}");
    }
    let endless = "error: /dev/zero: it is not a regular file\n";
    assert_eq!(error(&format!("{QUICK} -config outname=/dev/zero")), endless);
    assert_eq!(error(&format!("{QUICK} -openings file=/dev/zero")), endless);
    assert_eq!(error("-config file=/dev/zero"), endless);
    std::os::unix::fs::symlink("/dev/zero", folder.path("engines.json")).unwrap();
    let text = error("-engine conf=a -engine cmd=builtin -each depth=1");
    assert_eq!(text, "error: -engine conf=a: engines.json: it is not a regular file\n");
    let output = folder.run(&format!("-engine cmd={BAROQUE} stderr=pipe {QUICK}"));
    assert_eq!(output.status.code(), Some(1));
    assert_has(
        common::text(&output.stdout),
        &["cannot be started: pipe: it is not a regular file\n"],
    );

    for option in ["-pgnout file", "-epdout file", "-jsonout file"] {
        let text = error(&format!("{QUICK} {option}=/dev/full"));
        assert!(text.starts_with("error: /dev/full: No space left on device"), "{text}");
        // What was played is told.
        let output = folder.run(&format!("{QUICK} {option}=/dev/full"));
        assert_has(common::text(&output.stdout), &["To resume the tournament, run: "]);
        // A game is in all files before the state counts it.
        assert_eq!(saved(&folder), 0, "{option}");
    }
    let text = folder.printed(&format!("{QUICK} -log file=/dev/full engine=true level=info"));
    assert_eq!(text.matches("Warning; the log ends: /dev/full: No space left").count(), 1);
    // The checksum is that of the games, not of all that can be read.
    folder.printed(&format!("{QUICK} -pgnout file=/dev/zero -crc32 pgn=true"));
    assert_has(folder.printed("-resume -rounds 2"), &["Started game 4 of 4"]);
}

#[test]
fn a_state_file_with_an_endless_line_is_an_error() {
    let folder = Folder::new("line");
    folder.write("config.json", &" ".repeat(2 << 20));
    let long = folder.error("-config file=config.json");
    assert_eq!(long, "error: config.json: a line is longer than 1048576 bytes\n");
    // It is not overwritten.
    folder.printed(QUICK);
    assert_eq!(folder.read("config.json").len(), 2 << 20);
}
