//! Matches without faults.

use baroque_formats::pgn;
use baroque_games::Games;
use baroque_movegen::EpdFile;

#[cfg(unix)]
use super::support::sorted;
use super::support::{BAROQUE, Folder, assert_has};

#[test]
fn a_match_prints_the_lines_of_fastchess() {
    let folder = Folder::new("lines");
    let text = folder.printed(&format!(
        "-engine cmd=builtin name=A -engine cmd={BAROQUE} name=B -each nodes=100 option.Hash=4 \
         -openings random plies=4 -srand 3 -rounds 2 -ratinginterval 1"
    ));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "Started game 1 of 4 (A vs B)");
    let finished = lines[1].strip_prefix("Finished game 1 (A vs B): ").unwrap();
    assert!(finished.contains(" {") && finished.ends_with('}'), "{finished}");
    assert_eq!(lines[2], "Started game 2 of 4 (B vs A)");
    assert_eq!(lines[4], "-".repeat(50));
    assert_eq!(lines[5], "Results of A vs B (100 nodes, 1t, 4MB, random):");
    assert!(lines[8].starts_with("Games: 2, "), "{}", lines[8]);
    assert!(lines[9].starts_with("Ptnml(0-2): ["), "{}", lines[9]);
    let [.., finished, time] = lines.as_slice() else { panic!("{text}") };
    assert_eq!(*finished, "Finished match");
    assert!(time.starts_with("Total Time: 00:0"), "{time}");
    assert!(lines.contains(&"Tournament finished"));
    // Both engines are this program.
    assert_eq!(text.matches("Ptnml(0-2): [0, 0, 2, 0, 0]").count(), 1);
}

#[test]
fn output_files_can_be_read_back() {
    for variant in ["baroque", "maxima", "rococo", "renaissance"] {
        let folder = Folder::new(&format!("written-{variant}"));
        folder.printed(&format!(
            "-engine cmd=builtin name=A -engine cmd=builtin name=B -each nodes=60 -maxmoves 60 \
             -variant {variant} -openings random plies=5 -srand 8 -rounds 2 -concurrency 2 \
             -force-concurrency -pgnout file=g.pgn nodes=true seldepth=true pv=true timeleft=true \
             -epdout file=g.epd -event 'An event'"
        ));
        let games = pgn::read(&folder.read("g.pgn")).unwrap();
        assert_eq!(games.len(), 4);
        let mut last: Vec<String> = Vec::new();
        for game in &games {
            assert_eq!((game.tag("Event"), game.tag("Variant")), (Some("An event"), Some(variant)));
            let played = game.open(&Games::default()).unwrap();
            last.push(played.fen());
            let normal = game.tag("Termination") == Some("normal");
            assert_eq!(played.outcome().map(pgn::GameResult::from).is_some(), normal);
            assert_eq!(game.moves[4].comment.text, "book");
            assert!(game.moves[5].comment.text.contains(", n="), "{:?}", game.moves[5]);
        }
        let positions = EpdFile::parse(&folder.read("g.epd")).unwrap().entries;
        let fens: Vec<String> = positions.into_iter().map(|entry| entry.fen).collect();
        assert_eq!(fens, last);
    }
}

#[test]
fn games_name_the_networks_of_the_engines() {
    let folder = Folder::new("networks");
    folder.printed(&format!(
        "-engine cmd=builtin name=A -engine cmd={BAROQUE} name=B 'option.EvalFile=<none>' -each depth=1 \
         -maxmoves 1 -variant rococo -openings random plies=2 -srand 8 -rounds 1 -games 2 -pgnout g.pgn \
         -jsonout g.jsonl"
    ));
    let games = pgn::read(&folder.read("g.pgn")).unwrap();
    let network = |game: &pgn::PgnGame, side| {
        let name = game.tag(&format!("{side}Network"));
        (game.tag(side).unwrap().to_owned(), name.unwrap().to_owned())
    };
    for game in &games {
        let mut networks = ["White", "Black"].map(|side| network(game, side));
        networks.sort();
        let [(_, ours), (_, none)] = networks;
        assert!(u32::from_str_radix(&ours, 16).is_ok() && ours.len() == 8, "{ours}");
        assert_eq!(none, "none");
    }
    let lines = folder.read("g.jsonl");
    let game: serde_json::Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    let first = &games[0];
    assert_eq!(game["networks"][0], first.tag("WhiteNetwork").unwrap());
    assert_eq!(game["networks"][1], first.tag("BlackNetwork").unwrap());
}

#[test]
fn both_colours_are_played_from_each_opening() {
    let folder = Folder::new("openings");
    folder.write(
        "book.epd",
        "# variant rococo\n\
         10/1iwlkxlas1/1pppppppp1/10/10/10/10/1PPPPPPPP1/1IWLKXLAS1/10 b - - 0 1\n\
         10/1iwlkxlas1/1pppppppp1/10/10/10/2P7/2PPPPPPP1/1IWLKXLAS1/10 b - - hmvc 0; fmvn 1;\n",
    );
    let options = "-engine cmd=builtin name=A -engine cmd=builtin name=B -each depth=1 -maxmoves 2 \
                   -openings file=book.epd order=random -srand 5 -rounds 3 -pgnout file=g.pgn min";
    folder.printed(options);
    let games = pgn::read(&folder.read("g.pgn")).unwrap();
    assert_eq!(games.len(), 6);
    for pair in games.chunks(2) {
        assert_eq!(pair[0].tag("FEN"), pair[1].tag("FEN"));
        assert_eq!(pair[0].tag("White"), pair[1].tag("Black"));
        assert_eq!(pair[0].tag("Variant"), Some("rococo"), "as the book says");
    }
    assert_ne!(games[0].tag("FEN"), games[2].tag("FEN"));
    assert_eq!(games[0].tag("FEN"), games[4].tag("FEN"), "the book begins anew");
    // The openings of a PGN book are its moves.
    let more = "-engine cmd=builtin -engine cmd=builtin -each depth=1 -maxmoves 1 -variant rococo \
                -openings file=g.pgn plies=3 start=2 -rounds 1 -pgnout file=h.pgn";
    folder.printed(more);
    let again = pgn::read(&folder.read("h.pgn")).unwrap();
    let texts =
        |game: &pgn::PgnGame| game.moves[..3].iter().map(|mv| mv.text.clone()).collect::<Vec<_>>();
    assert_eq!(texts(&again[0]), texts(&games[1]));
    assert_eq!(again[0].tag("FEN"), games[1].tag("FEN"));
}

/// The games themselves are the same, not only their openings: the nodes of each move are fixed.
#[test]
#[cfg(unix)]
fn shards_play_the_games_of_one_machine() {
    let folder = Folder::new("shards");
    let options = "-engine cmd=builtin name=A nodes=60 -engine cmd=builtin name=B nodes=40 \
                   -engine cmd=builtin name=C nodes=20 -openings random plies=4 -srand 3 \
                   -maxmoves 8 -rounds 3";
    folder.printed(&format!("{options} -pgnout file=whole.pgn min"));
    let mut parts = String::new();
    for index in 0..4 {
        let shard = format!("-shard {index}/4 -index-from 0 -concurrency 2 -force-concurrency");
        let name = format!("part-{index}.pgn");
        let text = folder.printed(&format!("{options} {shard} -pgnout file={name} min"));
        // Of two games at once either may start first.
        let number = 2 * index + 1;
        assert_has(text, &[&format!("Started game {number} of 18 (")]);
        let part = folder.read(&name);
        assert_eq!(sorted(&part).len(), if index == 0 { 6 } else { 4 });
        parts += &part;
    }
    assert_eq!(sorted(&parts), sorted(&folder.read("whole.pgn")));
    assert_eq!(sorted(&parts).len(), 18);
}

#[test]
fn a_round_robin_pairs_all_engines() {
    let folder = Folder::new("many");
    let engines = "-engine cmd=builtin name=A -engine cmd=builtin name=B -engine cmd=builtin name=C \
                   -each depth=1 -openings random plies=6 -maxmoves 4 -rounds 2 -ratinginterval 0";
    let text = folder.printed(engines);
    assert_eq!(text.matches("Finished game").count(), 12);
    assert!(text.contains("Rank Name"), "{text}");
    assert!(!text.contains("\n\n"), "an empty line would end it for some readers");
    let gauntlet = folder.printed(&format!("{engines} -tournament gauntlet"));
    assert_eq!(gauntlet.matches("Finished game").count(), 8);
    assert!(!gauntlet.contains("(B vs C)") && !gauntlet.contains("(C vs B)"));
}

#[test]
fn checksums_logs_and_latencies_are_written() {
    let folder = Folder::new("extras");
    let text = folder.printed(&format!(
        "-engine cmd={BAROQUE} name=A -engine cmd=builtin name=B -each nodes=50 -maxmoves 3 \
         -rounds 1 -pgnout g.pgn -crc32 pgn=true -log file=log.txt engine=true level=info \
         -show-latency"
    ));
    let sum = crc32fast::hash(folder.read("g.pgn").as_bytes());
    assert_has(text, &[&format!("File g.pgn has CRC32: {sum:#x}"), "Latency of A: mean "]);
    let lines = ["A <--- go nodes 50", "A ---> bestmove ", "Finished game 1"];
    assert_has(folder.read("log.txt"), &lines);
}

#[test]
fn bad_options_and_files_are_errors() {
    let folder = Folder::new("refused");
    folder.write("bad.epd", "8/8/8/8/8/8/8/8 w - - 0 1\n");
    folder.write("over.epd", "k7/8/8/8/8/8/8/7K b - - 100 80\n");
    let two = "-engine cmd=builtin -engine cmd=builtin -each depth=1";
    for (options, words) in [
        (two.replace("depth", "dept"), "error: -each has no key 'dept'"),
        (format!("{two} -openings file=none.epd"), "error: none.epd: "),
        (format!("{two} -openings file=bad.epd"), "error: bad.epd: line 1: "),
        (format!("{two} -openings file=over.epd"), "error: over.epd: line 1: the game is over"),
        (format!("{two} -pgnout file=no/such/folder"), "error: no/such/folder: "),
        ("-config file=bad.epd".to_owned(), "error: bad.epd: line 1: not a record of a match: "),
        ("-config file=none.json".to_owned(), "error: none.json: "),
    ] {
        let errors = folder.error(&options);
        assert!(errors.starts_with(words) && errors.lines().count() == 1, "{options}: {errors}");
    }
    // No file is overwritten before all options are checked.
    folder.write("g.pgn", "precious");
    let errors =
        folder.error(&format!("{two} -pgnout g.pgn append=false -config outname=no/x.json"));
    assert!(errors.starts_with("error: no/x.json: "), "{errors}");
    assert_eq!(folder.read("g.pgn"), "precious");
    let missing = folder.run("-engine cmd=./none -engine cmd=builtin -each depth=1");
    assert_eq!(missing.status.code(), Some(1));
    let text = String::from_utf8(missing.stdout).unwrap();
    assert_has(text, &["Fatal; none engine startup failure"]);
}
