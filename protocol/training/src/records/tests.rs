//! Random games in both formats, and damaged files.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use baroque_games::Games;
use baroque_movegen::{Special, with_history};
use proptest::prelude::{ProptestConfig, any, prop_assert_eq, proptest};

use super::*;
use crate::random::Random;
use crate::shard;

const FORMATS: [GameFormat; 2] = [GameFormat::Json, GameFormat::Binary];

fn header(variant: &str, format: GameFormat) -> GamesHeader {
    let position = AnyGame::new(variant).unwrap();
    let header = GamesHeader {
        job: GamesHeader::JOB.to_owned(),
        version: "0.0.0".to_owned(),
        variant: variant.to_owned(),
        definition: position.definition().map(str::to_owned),
        rules: position.rules(),
        games: 100,
        nodes: Some(1),
        depth: None,
        plies: "4".parse().unwrap(),
        resign: None,
        network: None,
        scale: 221,
        seed: 0,
        shard: 2,
        shards: 3,
        format: None,
    };
    header.with(format)
}

fn items(variant: &str, format: GameFormat) -> GameItems {
    GameItems::new(format, &header(variant, format), AnyGame::new(variant).unwrap())
}

/// A game of at most `plies` random moves with random scores and a random result.
fn random_game(variant: &str, number: u64, plies: usize) -> GameRecord {
    let mut random = Random::new(7, number);
    let mut below = |bound: usize| random.below(bound).unwrap();
    let mut position = AnyGame::new(variant).unwrap();
    let mut play = |position: &mut AnyGame| {
        let moves = position.legal_moves();
        let mv = *moves.get(below(moves.len().max(1)))?;
        position.play(mv).unwrap();
        Some((mv, below(65536) as u16 as i16))
    };
    for _ in 0..4 {
        play(&mut position);
    }
    let fen = position.fen();
    let moves: Vec<_> = (0..plies).map_while(|_| play(&mut position)).collect();
    let winner = [None, Some(Color::White), Some(Color::Black)][below(3)];
    GameRecord { number, first_ply: 4, fen, winner, moves }
}

/// The games of the shard in [`header`].
fn random_games(variant: &str, count: u64, plies: usize) -> Vec<GameRecord> {
    let shard = Shard { index: 2, of: 3 };
    (0..count).map(|index| random_game(variant, shard.number(index), plies)).collect()
}

/// A file, and the lengths at which it has a complete number of games.
fn file_of(variant: &str, format: GameFormat, games: &[GameRecord]) -> (Vec<u8>, Vec<usize>) {
    let mut bytes = shard::with_crc(&header(variant, format)).unwrap().into_bytes();
    let mut ends = vec![bytes.len()];
    for game in games {
        bytes.extend(items(variant, format).write(game).unwrap());
        ends.push(bytes.len());
    }
    (bytes, ends)
}

/// A file that is removed on drop.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str) -> Self {
        let name = format!("baroque-training-{name}-{}", std::process::id());
        Self(std::env::temp_dir().join(name))
    }

    /// The games of a file with these bytes, or the message of the first error without the path.
    fn read(&self, bytes: &[u8]) -> Result<Vec<GameRecord>, String> {
        fs::write(&self.0, bytes).unwrap();
        let games = TrainingGames::open(&self.0, &Games::default()).and_then(Iterator::collect);
        games.map_err(|error| {
            let message = error.to_string();
            let message = message.strip_prefix(&self.0.display().to_string()).unwrap();
            message.trim_start_matches(':').trim_start().to_owned()
        })
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn random_games_of_all_rules_are_read_as_written() {
    let file = Temporary::new("written");
    let mut effects = BTreeSet::new();
    for variant in AnyGame::variants() {
        let games = random_games(variant, 8, 300);
        for format in FORMATS {
            let (bytes, _) = file_of(variant, format, &games);
            assert_eq!(file.read(&bytes).unwrap(), games, "{variant} {format:?}");
        }
        for (mv, _) in games.into_iter().flat_map(|game| game.moves) {
            effects.insert(match mv.special() {
                Special::Piece(_) if mv.dropped().is_some() => "drop",
                Special::Piece(_) => "piece",
                Special::Destruction => "destruction",
                Special::Pull => "pull",
                Special::Normal if mv.is_suicide() => "suicide",
                Special::Normal => "nothing",
                _ => "apart",
            });
        }
    }
    assert_eq!(effects.len(), 6, "{effects:?}");
}

#[test]
fn a_file_tells_its_rules_and_options() {
    let file = Temporary::new("header");
    fs::write(&file.0, file_of("rococo", GameFormat::Binary, &[]).0).unwrap();
    let mut games = TrainingGames::open(&file.0, &Games::default()).unwrap();
    let header = games.header();
    assert_eq!((header.variant.as_str(), header.games, header.shard), ("rococo", 100, 2));
    assert_eq!(games.position(), AnyGame::new("rococo").unwrap());
    assert!(games.next().is_none());
}

#[test]
fn a_record_has_the_documented_bytes() {
    let position = AnyGame::new("baroque").unwrap();
    let mv = |text: &str| position.read_move(text).unwrap();
    let game = GameRecord {
        number: 0x0102_0304_0506_0708,
        first_ply: 0x0a0b,
        fen: position.fen(),
        winner: Some(Color::White),
        moves: vec![(mv("e2e4"), -2)],
    };
    let fen = position.fen();
    let mut expected = vec![15 + fen.len() as u8 + 5, 0, 0, 0];
    expected.extend([8, 7, 6, 5, 4, 3, 2, 1, 0x0b, 0x0a, fen.len() as u8, 0, 1, 0, 2]);
    expected.extend(fen.as_bytes());
    // Squares 12 and 28: 12 + 28 * 128 = 0xe0c.
    expected.extend([0x0c, 0x0e, 0, 0xfe, 0xff]);
    let crc = crc32fast::hash(&expected[4..]);
    expected.extend(crc.to_le_bytes());
    assert_eq!(items("baroque", GameFormat::Binary).write(&game), Ok(expected));
}

/// A rule set, a position, a move in it as UCI text, and the number of its three bytes.
type NumberedMove = (&'static str, &'static str, &'static str, u32);

/// Start square + 128 times destination + 16384 times effect: 1 is destruction, 2 a pull, 3 the
/// letter A.
const MOVES: &[NumberedMove] = &[
    ("rococo", "10/10/10/10/10/10/4Sl4/10/5K2k1/10 w", "d3e3", 34 + 128 * 35),
    ("rococo", "10/10/10/10/10/10/4Sl4/10/5K2k1/10 w", "d3e3d", 34 + 128 * 35 + 16384),
    ("rococo", "10/4P5/10/10/10/10/10/10/5K2k1/10 w", "d8c8l", 84 + 128 * 83 + 16384 * 14),
    ("renaissance", "9/9/9/9/8k/9/5Yp2/9/3K5[] w", "f3e3t", 23 + 128 * 22 + 16384 * 2),
    ("renaissance", "9/9/9/9/9/8k/9/9/3K5[P] w", "P@c2", 11 + 128 * 11 + 16384 * 18),
    ("baroque", "k7/8/8/8/8/2i5/2W5/K7 w", "c2c2", 10 + 128 * 10),
];

#[test]
fn the_effects_of_moves_have_documented_numbers() {
    for (variant, fen, text, number) in MOVES {
        let mut position = AnyGame::new(variant).unwrap();
        position.set_fen(fen).unwrap();
        let moves = vec![(position.read_move(text).unwrap(), 0)];
        let game = GameRecord { number: 0, first_ply: 0, fen: position.fen(), winner: None, moves };
        let bytes = items(variant, GameFormat::Binary).write(&game).unwrap();
        // A score and the check value follow.
        let end = bytes.len() - 2 - 4;
        assert_eq!(bytes[end - 3..end], number.to_le_bytes()[..3], "{variant} {text}");
    }
}

#[test]
fn truncated_files_are_errors_except_between_games() {
    let file = Temporary::new("truncated");
    let games = random_games("renaissance", 2, 3);
    for format in FORMATS {
        let (bytes, ends) = file_of("renaissance", format, &games);
        for length in 0..bytes.len() {
            let read = file.read(&bytes[..length]);
            match ends.iter().position(|end| *end == length) {
                Some(count) => assert_eq!(read.unwrap(), games[..count]),
                None if length < ends[0] => assert!(read.unwrap_err().contains("no header")),
                None => assert!(read.unwrap_err().contains("the last game is incomplete")),
            }
        }
    }
}

#[test]
fn a_changed_bit_is_an_error() {
    let file = Temporary::new("changed");
    let games = random_games("maxima", 2, 3);
    for format in FORMATS {
        let (bytes, _) = file_of("maxima", format, &games);
        for index in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[index] ^= 1 << (index % 8);
            assert!(file.read(&changed).is_err(), "{format:?} {index}");
        }
    }
}

#[test]
fn nothing_is_read_after_an_error() {
    let file = Temporary::new("fused");
    let (mut bytes, ends) = file_of("baroque", GameFormat::Binary, &random_games("baroque", 3, 5));
    bytes[ends[1] + 30] ^= 1;
    fs::write(&file.0, &bytes).unwrap();
    let read: Vec<_> =
        TrainingGames::open(&file.0, &Games::default()).unwrap().map(|game| game.is_ok()).collect();
    assert_eq!(read, [true, false]);
}

#[test]
fn lines_must_follow_from_the_moves() {
    let file = Temporary::new("lines");
    let mut game = random_game("baroque", 1, 3);
    game.winner = Some(Color::White);
    let (bytes, _) = file_of("baroque", GameFormat::Json, &[game]);
    let text = String::from_utf8(bytes).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let error = |line: usize, old: &str, new: &str| {
        let (fields, _) = lines[line].rsplit_once(",\"crc32\"").unwrap();
        assert!(fields.contains(old), "{fields}");
        let fields = fields.replace(old, new) + "}";
        let value: serde_json::Value = serde_json::from_str(&fields).unwrap();
        let position: lines::TrainingPosition = serde_json::from_value(value).unwrap();
        let changed = shard::with_crc(&position).unwrap();
        let lines = [&lines[..line], &[changed.trim_end()], &lines[line + 1..]].concat();
        file.read((lines.join("\n") + "\n").as_bytes()).unwrap_err()
    };
    for (line, old, new) in [
        (1, "\"check\":false", "\"check\":true"),
        (1, "\"plies\":7", "\"plies\":8"),
        (2, "\"result\":0.0", "\"result\":1.0"),
        (3, "\"result\":1.0", "\"result\":0.5"),
        (3, "- - 6 4", "- - 6 5"),
        (1, "\"result\":1.0", "\"result\":0.7"),
    ] {
        let ply = line + 3;
        let reason = format!("4: the line of ply {ply} does not follow from the moves before it");
        assert_eq!(error(line, old, new), reason);
    }
    assert!(error(2, "\"move\":\"", "\"move\":\"x").starts_with("4: ply 5: 'x"));
    assert!(error(1, "\"fen\":\"", "\"fen\":\"z").starts_with("4: ply 4: FEN: "));
}

#[test]
fn lines_must_come_in_order() {
    let file = Temporary::new("order");
    let (bytes, _) = file_of("baroque", GameFormat::Json, &random_games("baroque", 2, 4));
    let text = String::from_utf8(bytes).unwrap();
    // The header and the plies 4 to 7 of the games 1 and 4.
    let lines: Vec<&str> = text.lines().collect();
    for (order, reason) in [
        (&[0, 1, 2, 3, 4, 6, 7, 8][..], "6: game 4 is damaged: ply is 5, expected 4"),
        (&[0, 1, 2, 3, 4, 5, 6, 8], "8: game 4 is damaged: ply is 7, expected 6"),
        (&[0, 1, 2, 3, 5, 6, 7, 8], "5: number is 4, expected 1"),
        (&[0, 1, 2, 3, 4, 5, 7, 6, 8], "7: game 4 is damaged: ply is 6, expected 5"),
        (&[0, 1, 2, 3, 4, 5, 6, 6, 7, 8], "8: game 4 is damaged: ply is 5, expected 6"),
    ] {
        let text: String = order.iter().map(|&line: &usize| format!("{}\n", lines[line])).collect();
        assert_eq!(file.read(text.as_bytes()).unwrap_err(), reason);
    }
}

/// The message about a file whose only record has these contents.
fn record_error(file: &Temporary, contents: &[u8]) -> String {
    let (mut bytes, _) = file_of("baroque", GameFormat::Binary, &[]);
    let start = bytes.len();
    bytes.extend(shard::record(contents).unwrap());
    let message = file.read(&bytes).unwrap_err();
    message.strip_prefix(&format!("byte {start}: ")).unwrap_or(&message).to_owned()
}

/// The contents of the record of a game of two moves.
fn contents() -> Vec<u8> {
    let bytes = items("baroque", GameFormat::Binary).write(&random_game("baroque", 1, 2)).unwrap();
    bytes[4..bytes.len() - 4].to_vec()
}

#[test]
fn errors_in_records_say_what_is_wrong() {
    let file = Temporary::new("records");
    let right = contents();
    let plies = right.len() - 2 * 5;
    let changed = |index: usize, bytes: &[u8]| {
        let mut contents = right.clone();
        contents[index..index + bytes.len()].copy_from_slice(bytes);
        record_error(&file, &contents)
    };
    assert_eq!(changed(0, &[7]), "number is 7, expected 1");
    assert_eq!(changed(14, &[3]), "the result is 3, not 0, 1 or 2");
    assert_eq!(changed(8, &[0xff, 0xff]), "the game has more than 65535 plies");
    assert_eq!(changed(15, &[0xff]), "the FEN is not text");
    assert!(changed(15, b"z").starts_with("FEN: "));
    assert!(changed(plies - 1, b" ").starts_with("the FEN is not '"));
    // Square 127, an effect of no letter, a piece that the game lacks, another move of the board.
    for mv in [[0x7f, 0, 0], [0, 0, 0xff], [0, 0, 0x40]] {
        assert_eq!(changed(plies + 5, &mv), "there is no move at ply 5");
    }
    assert_eq!(changed(plies + 5, &[0, 0, 0]), "the move at ply 5 is not legal");
    for (length, reason) in [(0, "the record is too short"), (14, "the record is too short")] {
        assert_eq!(record_error(&file, &right[..length]), reason);
    }
    let longer = [&right[..], &[0]].concat();
    let (length, right_length) = (longer.len(), right.len());
    let reason = format!("the record is damaged: its length is {length}, not {right_length}");
    assert_eq!(record_error(&file, &longer), reason);
    let mut none = right[..plies].to_vec();
    none[12] = 0;
    assert_eq!(record_error(&file, &none), "the game has no moves");
}

#[test]
fn errors_in_files_say_what_is_wrong() {
    let file = Temporary::new("files");
    let error =
        |header: GamesHeader| file.read(shard::with_crc(&header).unwrap().as_bytes()).unwrap_err();
    let right = header("baroque", GameFormat::Binary);
    let other = "1: not the header of self-play";
    assert_eq!(error(GamesHeader { job: "perft".to_owned(), ..right.clone() }), other);
    assert_eq!(error(GamesHeader { shard: 0, ..right.clone() }), other);
    assert_eq!(error(GamesHeader { shard: 4, ..right.clone() }), other);
    let unknown = "1: version 2 of the binary format is unknown";
    assert_eq!(error(GamesHeader { format: Some(2), ..right.clone() }), unknown);
    let variant = error(GamesHeader { variant: "chess".to_owned(), ..right.clone() });
    assert!(variant.starts_with("1: unknown variant 'chess'"), "{variant}");
    let perft = shard::with_crc(&serde_json::json!({"job": "perft", "fen": "8"})).unwrap();
    let perft = file.read(perft.as_bytes()).unwrap_err();
    assert!(perft.starts_with("1: not the header of self-play: unknown field `fen`"), "{perft}");
    let (bytes, ends) = file_of("baroque", GameFormat::Binary, &[]);
    let long = [&bytes[..], &[0xff; 8]].concat();
    let reason = format!("byte {}: the record is longer than 1048576 bytes", ends[0]);
    assert_eq!(file.read(&long).unwrap_err(), reason);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..Default::default() })]
    /// Records with a right check value and wrong contents do not panic; what is read is written
    /// as the same bytes.
    #[test]
    fn hostile_records_are_errors_or_games(
        changes in proptest::collection::vec((any::<usize>(), any::<u8>()), 1..4),
    ) {
        let mut contents = contents();
        for (index, byte) in changes {
            let index = index % contents.len();
            contents[index] = byte;
        }
        let items = items("baroque", GameFormat::Binary);
        let game = with_history!(items.start().history(), start => {
            binary::read(&contents, start.position())
        });
        if let Ok(game) = game {
            prop_assert_eq!(items.write(&game), shard::record(&contents));
        }
    }
}

#[test]
fn a_tenth_of_the_games_is_held_out_in_any_shard_too() {
    for of in [1, 2, 3, 10] {
        for shard in (Shard { index: 1, of }).all() {
            let is_held_out = |&index: &u64| {
                let number = shard.number(index);
                GameRecord { number, ..random_game("baroque", 0, 1) }.is_held_out()
            };
            let count = (0..500).filter(is_held_out).count();
            assert!((45..=55).contains(&count), "{count} of 500 in {shard}");
            assert!((0..50).any(|index| is_held_out(&index)), "{shard}");
        }
    }
}
