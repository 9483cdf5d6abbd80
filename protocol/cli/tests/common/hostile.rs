//! Malformed input and the properties that hold for it. Shared by the property tests in
//! `tests/hostile.rs` and the fuzz targets in `tests/fuzz` of the workspace.
#![allow(dead_code)]

use std::io::Cursor;
use std::path::PathBuf;
use std::thread;

use baroque_engine::network::Network;
use baroque_engine::{Engine, Limits};
use baroque_formats::knowledge::Knowledge;
use baroque_formats::pgn;
use baroque_games::Games;
use baroque_movegen::{
    AnyGame, Game, Maxima, Position, Renaissance, Rococo, RuleSwitches, Ultima, Variant, read_move,
    readable_unchecked, uci, with_reason,
};
use baroque_page::message::{Answer, EngineBounds, Refusal};
use baroque_page::{Reply, Session};
use baroque_training::records::TrainingGames;

/// Words of UCI except `quit`.
#[rustfmt::skip]
pub const UCI: &[&str] = &[
    "uci", "isready", "debug", "on", "off", "setoption", "name", "value", "Hash", "Threads",
    "MultiPV", "UCI_Variant", "Rules", "Start", "nodestime", "Contempt", "Minimal", "Clear",
    "ucinewgame", "position", "startpos", "fen", "vchess", "moves", "go", "depth", "nodes", "mate",
    "movetime", "wtime", "btime", "winc", "binc", "movestogo", "infinite", "ponder", "perft",
    "searchmoves", "stop", "ponderhit", "d", "eval", "flip", "bench", "speedtest", "compiler",
    "license", "help", "register", "#", "true", "false", "<empty>",
];

/// Words of CECP except `quit`.
#[rustfmt::skip]
pub const XBOARD: &[&str] = &[
    "xboard", "protover", "new", "variant", "force", "go", "playother", "white", "black", "level",
    "st", "sd", "nps", "time", "otim", "usermove", "?", "ping", "draw", "result", "1-0", "setboard",
    "hint", "bk", "undo", "remove", "hard", "easy", "post", "nopost", "analyze", "exit", ".", "name",
    "rating", "computer", "memory", "cores", "egtpath", "option", "Hash", "MultiPV", "Rules",
    "exclude", "include", "all", "lift", "put", "hover", "accepted", "rejected", "edit", "random",
    "0:30", "40", "{", "}", "Offer", "Renaissance", "Complete", "Captures",
];

/// Tokens of PGN.
#[rustfmt::skip]
pub const PGN: &[&str] = &[
    "[Event", "[Variant", "[Rules", "[FEN", "[SetUp", "[Result", "[Termination", "\"", "\\", "]", "\n",
    "{", "}", "(", ")", ";", "%", "$", "$1", "!", "!?", "1.", "1...", "2.", "1-0", "0-1", "1/2-1/2",
    "*", "+0.35/12", "1.20s", "+M3/20", "Pe2-e4", "Pe7-e5", "Pd2-d4", "Ke1-e2", "We1-e3", "book",
];

/// Variants, rules, moves and FENs, for both protocols.
#[rustfmt::skip]
const COMMON: &[&str] = &[
    "baroque", "abbott1968", "vchess", "maxima", "rococo", "renaissance", "leap=single",
    "object=capture", "repetition=loss", "movelimit=4", "=", ",", "d1a1e8h8", "w", "b", "-", "e2e4",
    "e7e5", "d2d4", "Wg6-d3xh7", "L@a9", "a1a1", "c5c5", "g8h8d", "d4d3t", "g7g8l", "e4xd5-e5",
    "0000", "@@@@", "e2", "8/8/8/4k3/2K2I2/3w4/8/8", "clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/ILXKWXLC",
    "10/1iwlkxlas1/1pppppppp1/10/10/10/10/1PPPPPPPP1/1IWLKXLAS1/10",
    "curbkwxli/pppppppp1/9/9/9/9/9/PPPPPPP2/ILXWKBRUC[LPu]",
];

/// Numbers, some of them malformed or out of range.
#[rustfmt::skip]
const NUMBERS: &[&str] = &[
    "0", "1", "2", "3", "5", "16", "100", "-1", "-0", "+1", "007", "1.5", "1e9", "0x10",
    "99999999999999999999", "-99999999999999999999", "2147483648", "18446744073709551616", "NaN",
];

/// Complete valid commands.
#[rustfmt::skip]
const LINES: &[&str] = &[
    "position startpos moves e2e4 e7e5", "go depth 2", "go infinite", "stop", "go nodes 100",
    "setoption name UCI_Variant value rococo", "setoption name UCI_Variant value baroque",
    "go perft 2", "position startpos", "isready", "go movetime 1", "ucinewgame",
];

/// Maps arbitrary bytes to lines of input: words of a protocol in any order, numbers, complete
/// commands, raw bytes, very long lines, NUL bytes and invalid UTF-8.
pub fn random_input(data: &[u8], words: &[&str]) -> Vec<u8> {
    let mut text = Vec::new();
    let mut bytes = data.iter().copied();
    let pick = |list: &[&str], byte: u8| list[usize::from(byte) % list.len()].as_bytes().to_vec();
    while let Some(byte) = bytes.next() {
        let next = bytes.next().unwrap_or(0);
        match byte {
            0..=119 => text.extend(pick(words, next)),
            120..=159 => text.extend(pick(COMMON, next)),
            160..=184 => text.extend(pick(NUMBERS, next)),
            185..=214 => text.push(b'\n'),
            215..=229 => {
                text.push(b'\n');
                text.extend(pick(LINES, next));
                text.push(b'\n');
            }
            230..=244 => text.extend(bytes.by_ref().take(usize::from(next & 15))),
            245 => text.extend(pick(words, next).repeat(1 << (next & 15))),
            246 => text.extend(pick(COMMON, next).repeat(1 << (next & 15))),
            247 => text.push(0),
            248 => text.extend([0xff, 0xc0, 0x80]),
            249 => text.extend(b"\r\n"),
            250 => text.push(b'\t'),
            _ => text.push(next),
        }
        if !matches!(byte, 230..=244 | 250..) {
            text.push(b' ');
        }
    }
    text
}

/// A UCI session handles any input and then answers `isready`.
pub fn check_uci(data: &[u8]) {
    check_session(data, UCI, "\nstop\nisready\n", "readyok\n", |input, output| {
        baroque_protocol::run(input, output)
    });
}

/// A CECP session handles any input and then answers `ping`.
pub fn check_xboard(data: &[u8]) {
    check_session(data, XBOARD, "\nforce\nexit\nping 77\n", "pong 77\n", |input, output| {
        baroque_protocol::run_xboard(input, output)
    });
}

/// A session that gets any input, and then these lines, gives this answer.
fn check_session(
    data: &[u8],
    words: &[&str],
    end: &str,
    answer: &str,
    run: impl Fn(Cursor<Vec<u8>>, &mut Vec<u8>) -> std::io::Result<()>,
) {
    for mut input in [data.to_vec(), random_input(data, words)] {
        // Input may end the session, or begin with a mark that makes all of it UTF-16.
        let is_utf_16 = matches!(input[..], [0xff, 0xfe, ..] | [0xfe, 0xff, ..]);
        if is_utf_16 || input.windows(4).any(|bytes| bytes == b"quit") {
            continue;
        }
        input.extend(end.as_bytes());
        let mut output = Vec::new();
        run(Cursor::new(input), &mut output).unwrap();
        assert!(output.windows(answer.len()).any(|bytes| bytes == answer.as_bytes()));
    }
}

/// Any text is rejected as PGN or round-trips through the writer.
pub fn check_pgn(data: &[u8]) {
    for bytes in [data.to_vec(), random_input(data, PGN)] {
        let Ok(text) = baroque_formats::files::decode(&bytes) else { continue };
        if let Ok(games) = pgn::read(&text) {
            let written = pgn::write(&games);
            let again = pgn::read(&written).unwrap_or_else(|error| panic!("{error}\n{written}"));
            assert_eq!(pgn::write(&again), written);
            for (game, again) in games.iter().zip(&again) {
                // The writer adds mandatory tags and replaces characters invalid in comments.
                let moves = |game: &pgn::PgnGame| -> Vec<(String, Vec<u8>)> {
                    game.moves.iter().map(|mv| (mv.text.clone(), mv.nags.clone())).collect()
                };
                assert_eq!((moves(game), game.result), (moves(again), again.result), "{written}");
            }
        }
    }
}

/// Characters of FENs, frequent ones repeated.
const FEN_LETTERS: &[u8] =
    b"////88877665544332211100 w b - KkKkPpPpWwLlXxIiCcMmGgAaSsRrBbUuYy*[]zZ9\x00\xff";

/// The bytes as text, and mapped to characters of an alphabet.
fn texts(data: &[u8], letters: &[u8]) -> [String; 2] {
    let mapped: Vec<u8> = data.iter().map(|&b| letters[usize::from(b) % letters.len()]).collect();
    [data, &mapped].map(|bytes| String::from_utf8_lossy(bytes).into_owned())
}

/// Limit of moves checked per position; some positions have thousands.
const MOVE_LIMIT: usize = 200;

/// Any text is rejected as a FEN or gives a position that round-trips, as do its successors.
pub fn check_fen(data: &[u8]) {
    fn check<G: Game>(text: &str) {
        for Variant { rules, .. } in G::VARIANTS {
            let Ok(position) = Position::<G>::from_fen(text, rules.clone()) else { continue };
            assert_eq!(Position::from_fen(&position.to_fen(), rules.clone()), Ok(position.clone()));
            for &mv in position.legal_moves().iter().take(MOVE_LIMIT) {
                assert_eq!(read_move(&position, &uci(&position, mv)), Ok(mv));
                assert_eq!(read_move(&position, &readable_unchecked(&position, mv)), Ok(mv));
                let next = position.try_play(mv).unwrap();
                assert_eq!(Position::from_fen(&next.to_fen(), rules.clone()), Ok(next));
            }
        }
    }
    for text in texts(data, FEN_LETTERS) {
        check::<Ultima>(&text);
        check::<Maxima>(&text);
        check::<Rococo>(&text);
        check::<Renaissance>(&text);
    }
}

/// Any text is rejected as rules or round-trips through `Display`.
pub fn check_rules(data: &[u8]) {
    fn check<G: Game>(text: &str) {
        for Variant { rules, .. } in G::VARIANTS {
            if let Ok(changed) = rules.clone().with_overrides(text) {
                assert_eq!(rules.clone().with_overrides(&changed.to_string()), Ok(changed));
            }
        }
    }
    let [raw, _] = texts(data, b" ");
    let words = String::from_utf8_lossy(&random_input(data, RULE_WORDS)).replace(' ', "");
    for text in [raw, words] {
        check::<Ultima>(&text);
        check::<Maxima>(&text);
        check::<Rococo>(&text);
        check::<Renaissance>(&text);
    }
}

#[rustfmt::skip]
const RULE_WORDS: &[&str] = &[
    "leap", "land", "chameleon", "freeze", "suicide", "coordinator", "ranklimit", "object",
    "stalemate", "repetition", "movelimit", "swapfriends", "=", "=", "=", ",", ",", ",", "multi",
    "single", "slide", "stop", "all", "pure", "strict", "on", "off", "usual", "delft", "mate",
    "capture", "loss", "draw", "100", "65535", "65536",
];

/// Characters of moves.
const MOVE_LETTERS: &[u8] = b"abcdefghijxy0123456789KPWLXICMGASRBUY-x@<>!=^*,+#dtslkpw \x00\xff";

/// Any text is rejected as a move with a reason or is a legal move.
pub fn check_move(data: &[u8]) {
    fn check<G: Game>(data: &[u8]) {
        let Some((&index, data)) = data.split_first() else { return };
        let variant = &G::VARIANTS[usize::from(index) % G::VARIANTS.len()];
        let suite = baroque_perft_suites::of(variant.name).unwrap();
        let lines: Vec<&str> = suite.lines().filter(|line| !line.starts_with('#')).collect();
        let (fen, _) = lines[usize::from(index) % lines.len()].split_once(" ;").unwrap();
        // Suites of other rule sets may have positions that are invalid under these rules.
        let Ok(position) = &Position::<G>::from_fen(fen, G::VARIANTS[0].rules.clone()) else {
            return;
        };
        for text in texts(data, MOVE_LETTERS) {
            for text in text.split(' ') {
                match read_move(position, text) {
                    Ok(mv) => {
                        assert!(position.is_legal(mv), "{text}");
                        assert!(position.legal_moves().contains(&mv), "{text}");
                    }
                    Err(error) => drop(with_reason(position, error).to_string()),
                }
            }
        }
    }
    check::<Ultima>(data);
    check::<Maxima>(data);
    check::<Rococo>(data);
    check::<Renaissance>(data);
}

/// Any lines that a page sends each get a reply that can be written, an error in clean text.
pub fn check_page(data: &[u8]) {
    let mut session = Session::new(
        baroque_formats::Loaded::default(),
        EngineBounds { hash: 1, threads: 1, time: 1 },
    );
    for line in String::from_utf8_lossy(data).lines() {
        let (Reply::Answer(response) | Reply::Stop(response) | Reply::Learned(response)) =
            session.reply(line)
        else {
            continue;
        };
        assert!(!serde_json::to_string(&response).unwrap().contains('\n'), "{line}");
        if let Answer::Error(Refusal { message, .. }) = response.answer {
            let is_hidden = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
            assert!(!message.is_empty() && !message.contains(is_hidden), "{message:?}");
        }
    }
}

/// Any bytes are refused as the file of a study, or all in it belongs to its game.
pub fn check_study(data: &[u8]) {
    let mut games = Games::default();
    match Knowledge::parse(data, &mut games) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(study) => {
            let start = study.start().clone();
            assert!(study.is_of(&start) && study.check(&start).is_ok());
            let moves = start.legal_moves();
            assert!(study.book_moves(&start).iter().all(|mv| moves.contains(mv)));
            for puzzle in &study.puzzles {
                let mut position = start.clone();
                position.set_fen(&puzzle.fen).unwrap();
                assert!(position.read_move(&puzzle.solution).is_ok(), "{}", puzzle.solution);
            }
        }
    }
}

/// Where the head of a network has the numbers that tell its shape.
const SHAPE: std::ops::Range<usize> = 8..20;

/// Any bytes are refused as a network, or are one that is written as it was read and that the engine
/// can search with.
pub fn check_network(data: &[u8]) {
    for bytes in [Some(data.to_vec()), with_body(data)].into_iter().flatten() {
        match Network::from_bytes(&bytes) {
            Err(error) => assert!(!error.to_string().is_empty()),
            Ok(network) => {
                assert_eq!(network.to_bytes(), bytes);
                check_search(network);
            }
        }
    }
}

/// The head of a network with a body of the length that belongs to it, which repeats the other bytes,
/// and with the right check value. `None` if there are no other bytes.
fn with_body(data: &[u8]) -> Option<Vec<u8>> {
    /// Lengths in bytes of the head and of the check value.
    const HEAD: usize = 40;
    const CRC: usize = 4;

    let (head, rest) = data.split_at_checked(HEAD)?;
    let number = |index: usize| {
        let bytes = &head[SHAPE][2 * index..][..2];
        usize::from(u16::from_le_bytes([bytes[0], bytes[1]]))
    };
    let (neurons, outputs, inputs) = (number(1), number(2), number(5));
    if rest.is_empty() || neurons > 64 || outputs > 32 || inputs > 1 << 14 {
        return None;
    }
    let length = 2 * neurons * (inputs + 1) + outputs * (4 * neurons + 4);
    let mut bytes = head.to_vec();
    bytes.extend(rest.iter().cycle().take(length));
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    assert_eq!(bytes.len(), HEAD + length + CRC);
    Some(bytes)
}

/// Searches the start positions of the game of a network.
fn check_search(network: Network) {
    let games = ["baroque", "maxima", "rococo", "renaissance"].map(AnyGame::new);
    let mut engine = Engine::new();
    engine.set_hash(1).unwrap();
    engine.set_evaluation(network.into());
    for position in games.map(Result::unwrap) {
        let fits = baroque_movegen::with_history!(position.history(), game => {
            engine.network(game.position()).is_some()
        });
        if fits {
            engine.search_any(&position, &Limits { nodes: Some(100), ..Limits::default() });
        }
    }
}

/// Any bytes are refused as games of self-play with a place, or are games whose moves are legal.
/// Check values are also made right, so that more than these is checked.
pub fn check_training(data: &[u8]) {
    let path = scratch_file("training");
    for bytes in [data.to_vec(), with_check_values(data)] {
        std::fs::write(&path, bytes).unwrap();
        match TrainingGames::open(&path, &Games::default()) {
            Err(error) => assert!(!error.to_string().is_empty()),
            Ok(mut games) => {
                if let Some(Err(error)) = games.find(Result::is_err) {
                    assert!(!error.to_string().is_empty());
                    assert!(games.next().is_none());
                }
            }
        }
    }
    std::fs::remove_file(&path).unwrap();
}

/// A file of games whose lines and records have the right check values and lengths. In the input a
/// record has a length of two bytes in front.
fn with_check_values(data: &[u8]) -> Vec<u8> {
    const FIELD: &[u8] = br#","crc32":"#;

    let mut lines = data.splitn(2, |&byte| byte == b'\n');
    let (header, mut rest) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
    let mut bytes = Vec::new();
    let add_line = |bytes: &mut Vec<u8>, line: &[u8]| {
        let end = line.windows(FIELD.len()).rposition(|window| window == FIELD);
        let fields = &line[..end.unwrap_or(line.len())];
        let fields = fields.strip_suffix(b"}").filter(|_| end.is_none()).unwrap_or(fields);
        let crc = crc32fast::hash(&[fields, b"}"].concat());
        bytes.extend([fields, FIELD, crc.to_string().as_bytes(), b"}\n"].concat());
    };
    add_line(&mut bytes, header);
    if !header.windows(10).any(|window| window == br#""format":1"#) {
        rest.split(|&byte| byte == b'\n').for_each(|line| add_line(&mut bytes, line));
        return bytes;
    }
    while let Some((&length, more)) = rest.split_first_chunk() {
        let length = usize::from(u16::from_le_bytes(length)).min(more.len());
        let (contents, more) = more.split_at(length);
        bytes.extend((length as u32).to_le_bytes());
        bytes.extend(contents);
        bytes.extend(crc32fast::hash(contents).to_le_bytes());
        rest = more;
    }
    bytes
}

/// A file of this thread.
fn scratch_file(name: &str) -> PathBuf {
    let thread = format!("{:?}", thread::current().id()).replace(['(', ')'], "-");
    std::env::temp_dir().join(format!("baroque-{name}-{}-{thread}", std::process::id()))
}
