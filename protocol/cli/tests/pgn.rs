//! PGN: written games are read back, and games of other programs are read.

use std::time::{Duration, Instant};

use baroque_engine::ScoreText;
use baroque_formats::PositionSpec;
use baroque_formats::pgn::{self, Comment, GameResult, PgnGame, PgnReader};
use baroque_games::Games;
use baroque_movegen::AnyGame;
use proptest::prelude::*;
use proptest::sample::{Index, select};

fn score() -> impl Strategy<Value = ScoreText> {
    prop_oneof![
        (-3_000..3_000).prop_map(ScoreText::Centipawns),
        (1..60).prop_map(ScoreText::Mate),
        (-60..0).prop_map(ScoreText::Mate),
    ]
}

fn comment() -> impl Strategy<Value = Comment> {
    let time = (0..10_000_000_u64).prop_map(Duration::from_millis);
    let words =
        "(([a-z%\\[\\];({é][a-z0-9.,;:()\\[%{!?*é]{0,9})( [a-z%\\[;(][^} \\pC\\pZ]{0,9}){0,9})?";
    let (score, depth) = (prop::option::of(score()), prop::option::of(0..99_u32));
    (score, depth, prop::option::of(time), words).prop_map(|(score, depth, time, text)| Comment {
        score,
        depth,
        time,
        text,
    })
}

/// A game of random moves. With `custom`, under non-default rules, from a random start position,
/// and with a FEN set up in the middle.
fn play(name: &str, choices: &[Index], custom: bool) -> AnyGame {
    let mut position = AnyGame::new(name).unwrap();
    if custom {
        position.set_rules("movelimit=40,repetition=off").unwrap();
        let starts = position.starts();
        position.set_start(choices[0].get::<String>(&starts)).unwrap();
    }
    for (ply, choice) in choices.iter().enumerate() {
        let moves = position.legal_moves();
        if position.outcome().is_some() || moves.is_empty() {
            break;
        }
        // Random games would contain few captures.
        let captures: Vec<_> =
            moves.iter().copied().filter(|&mv| !position.victims(mv).is_empty()).collect();
        let moves = if captures.is_empty() || ply % 3 == 0 { moves } else { captures };
        position.play(*choice.get(&moves)).unwrap();
        if custom && ply == 20 {
            let spec = PositionSpec::fen(position.fen());
            spec.set_up(&mut position).unwrap();
        }
    }
    position
}

fn check(
    name: &str,
    (choices, custom): (Vec<Index>, bool),
    annotations: &[(Comment, u8)],
    value: &str,
) {
    let position = play(name, &choices, custom);
    let mut text = PgnGame::of(&position);
    for (mv, (comment, nag)) in text.moves.iter_mut().zip(annotations) {
        mv.comment = comment.clone();
        mv.nags = if *nag < 6 { vec![*nag, 140] } else { vec![] };
    }
    text.set_tag("Site", value);
    text.set_tag("TimeControl", "40/60+0.5");
    text.set_tag("Odd", value);
    text.comment = "before the first move".to_owned();
    let written = text.to_string();
    assert_eq!(pgn::read(&written).as_deref(), Ok(&[text.clone()][..]), "{written}");
    let twice = pgn::write(&[text.clone(), text.clone()]);
    let games = pgn::read(&twice).unwrap();
    assert_eq!(pgn::write(&games), twice);
    let again = text.open(&Games::default()).unwrap();
    assert_eq!(again.history(), position.history());
    assert_eq!((again.moves(), again.first().fen()), (position.moves(), position.first().fen()));
    assert_eq!((again.variant(), again.rules()), (position.variant(), position.rules()));
    assert_eq!((again.fen(), again.outcome()), (position.fen(), position.outcome()));
    check_lines(&written);
}

fn check_lines(written: &str) {
    let (tags, moves) = written.split_once("\n\n").unwrap();
    assert!(tags.lines().all(|line| line.starts_with('[') && line.ends_with("\"]")));
    for line in moves.lines() {
        let short = line.chars().count() < 80;
        // Lines are longer where the next one would start with a character of special meaning.
        assert!(short || line.contains([' ']) && line.contains(['%', '[', ';']), "{line}");
        assert!(!line.starts_with(['%', '[', ';']) && !line.ends_with(' '), "{line}");
    }
}

fn round_trips(names: &'static [&'static str], cases: u32) {
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    let choices = prop::collection::vec(any::<Index>(), 1..120);
    let annotations = prop::collection::vec((comment(), 0..9_u8), 40);
    proptest!(config, |(
        name in select(names),
        game in (choices, any::<bool>()),
        annotations in annotations,
        value in "[^\\pC]{0,20}",
    )| check(name, game, &annotations, &value));
}

#[test]
fn games_round_trip() {
    round_trips(&["baroque", "abbott1962", "abbott1968", "cambridge", "delft", "vchess"], 60);
    for names in [&["maxima"], &["rococo"], &["renaissance"]] {
        round_trips(names, 30);
    }
}

#[test]
fn the_export_format_is_standard() {
    let mut position = AnyGame::new("baroque").unwrap();
    for text in ["Pe2-e4", "Pd7-d5", "Ph2-h4"] {
        position.play(position.read_move(text).unwrap()).unwrap();
    }
    let mut text = PgnGame::of(&position);
    text.set_tag("White", "a \"b\" \\");
    text.set_tag("Annotator", "me");
    text.set_tag("Termination", "time forfeit");
    text.result = GameResult::WhiteWins;
    text.moves[0].comment = Comment {
        score: Some(ScoreText::Centipawns(35)),
        depth: Some(12),
        time: Some(Duration::from_millis(1200)),
        text: String::new(),
    };
    text.moves[1].nags.push(6);
    text.moves[2].comment = Comment::words("book");
    assert_eq!(
        text.to_string(),
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n\
         [White \"a \\\"b\\\" \\\\\"]\n[Black \"?\"]\n[Result \"1-0\"]\n[Variant \"baroque\"]\n\
         [PlyCount \"3\"]\n[Termination \"time forfeit\"]\n[Annotator \"me\"]\n\n\
         1. Pe2-e4 {+0.35/12 1.200s} 1... Pd7-d5 $6 2. Ph2-h4 {book} 1-0\n"
    );
}

#[test]
fn a_finished_game_names_the_reason() {
    let mut position = AnyGame::new("baroque").unwrap();
    let fen = Some("4k3/8/8/8/8/8/P7/4K3 b - - 0 7".to_owned());
    let spec = PositionSpec { fen, moves: vec!["e8e7".to_owned()] };
    spec.set_up(&mut position).unwrap();
    let text = PgnGame::of(&position);
    assert_eq!((text.result, text.tag("Termination")), (GameResult::Unknown, Some("unterminated")));
    assert!(text.to_string().ends_with("\n\n7... Ke8-e7 *\n"), "{text}");
    position.set_rules("repetition=draw").unwrap();
    for text in ["e2e3", "e7e6", "e3e2", "e6e7", "e2e3", "e7e6", "e3e2", "e6e7"] {
        position.play(position.read_move(text).unwrap()).unwrap();
    }
    let text = PgnGame::of(&position);
    assert_eq!((text.result, text.tag("Termination")), (GameResult::Draw, Some("normal")));
    assert!(text.to_string().ends_with("4. Pe3-e2 Pe6-e7\n{repetition} 1/2-1/2\n"), "{text}");
}

#[test]
fn import_accepts_variations_comments_and_loose_notation() {
    let text = "\u{feff}; a file of games\r\n% escaped\r\n[Event \"Caf\u{e9} \\\"X\\\"\"]\r\n[Variant \"ULTIMA\"]\r\n\
        [White \"A\"][Black \"B\"]\r\n[Result \"0-1\"]\r\n[SetUp \"0\"]\r\n\r\n\
        {well} 1.Pe2-e4! {+0.35/12 1.2s, good} (1. d4 d5 (1... e5 {nested ) } 2. e5) 2. x9) ; yes\r\n\
        1... d7d5?? $1 2 h3 e6 {A} {B} 3... Ph5 4.... 0-1\r\n\r\n\
        [Variant \"Rococo\"]\r\n1 Pbb3 Pg7-g6 *\r\n1. Kc3 [Event \"third\"]\r\n\r\n\r\n; the end\r\n";
    let error = "line 14, column 4: 'Kc3' is not a legal move: a king goes one step";
    assert_eq!(pgn::read(text).unwrap_err().to_string(), error);
    let text = text.replace("1. Kc3 [Event", "1. e4 [Event");
    let games = pgn::read(&text).unwrap();
    let moves = |game: &PgnGame| {
        let moves: Vec<String> = game.moves.iter().map(|mv| mv.text.clone()).collect();
        moves.join(" ")
    };
    assert_eq!(games.len(), 4);
    let [first, second, third, last] = &games[..] else { panic!() };
    assert_eq!(moves(first), "Pe2-e4 Pd7-d5 Ph2-h3 Pe7-e6 Ph3-h5");
    assert_eq!((first.tag("Event"), first.tag("Variant")), (Some("Café \"X\""), Some("baroque")));
    let comment = "a file of games well";
    assert_eq!((first.result, &*first.comment), (GameResult::BlackWins, comment));
    assert_eq!(first.moves[0].nags, [1]);
    assert_eq!(first.moves[0].comment.text, "good");
    assert_eq!(first.moves[0].variations[0][0].after.comment.text, "yes");
    assert_eq!(first.moves[0].comment.time, Some(Duration::from_millis(1200)));
    assert_eq!(first.moves[1].nags, [4, 1]);
    assert_eq!(first.moves[3].comment.text, "A B");
    assert_eq!(moves(second), "Pb2-b3 Pg7-g6");
    assert_eq!(moves(third), "Pe2-e4");
    assert_eq!((last.moves.len(), last.tag("Event")), (0, Some("third")));
}

#[test]
fn suffix_annotations_are_separated_from_moves() {
    let text = "[Variant \"rococo\"]\n[FEN \"10/1k8/10/10/10/3Sw5/10/10/1K8/10 w - - 0 1\"]\n\n\
        1. Sc4!!d4! Kb8 (1... Ka7)! 2. Kb2?! *";
    let games = pgn::read(text).unwrap();
    let moves: Vec<&str> = games[0].moves.iter().map(|mv| mv.text.as_str()).collect();
    assert_eq!(moves[0], "Sc4!!d4");
    assert_eq!(games[0].moves[0].nags, [1]);
    assert_eq!(games[0].moves.last().unwrap().nags, [6]);
}

#[test]
fn errors_name_line_and_column() {
    let variants = "line 2, column 2: unknown variant 'chess', allowed are: baroque abbott1962 \
                    abbott1968 cambridge delft vchess maxima rococo renaissance";
    let ambiguous = "[FEN \"1k6/8/8/6X1/8/8/8/K1X5 w\"]\n\n1. Xg1 *";
    for (text, error) in [
        ("\n\n1. e4 Ke5 *", "line 3, column 7: 'Ke5' is not a legal move"),
        ("1. e4 e5 2. -- *", "line 1, column 13: '--' is not a move"),
        ("1. e4 }", "line 1, column 7: '}' is not a move"),
        ("1. e4 )", "line 1, column 7: unmatched ')'"),
        ("1. e4 (1. d4 (", "line 1, column 7: unterminated variation"),
        ("1. e4\r\n{é", "line 2, column 1: unterminated comment"),
        ("1. e4\r\re5 $300", "line 3, column 4: '$300' is not an annotation"),
        ("1. e4 !!!", "line 1, column 7: '!!!' is not an annotation"),
        ("\u{feff}$", "line 1, column 1: '$' is not an annotation"),
        ("[Event \"x\"]\n [Variant \"chess\"]\n*", variants),
        ("[Rules \"leap=7\"]", "line 1, column 1: rules: leap is '7', allowed is multi or single"),
        ("[SetUp \"1\"]\n\n*", "line 1, column 1: [SetUp \"1\"] without [FEN]"),
        ("[FEN \"8/8 w\"]\n1. e4", "line 1, column 1: FEN: 2 ranks where the board has 8"),
        (ambiguous, "line 3, column 4: 'Xg1' may be Xc1-g1 or Xg5-g1"),
        ("[FEN 8/8 w]\n1. e4", "line 1, column 1: malformed tag, expected [Name \"value\"]"),
    ] {
        let found = pgn::read(text).unwrap_err().to_string();
        assert!(found.starts_with(error), "{text}: {found}");
    }
}

#[test]
fn large_inputs_are_limited_and_linear() {
    let deep = format!("1. e4 {}", "(".repeat(200_000));
    assert!(pgn::read(&deep).unwrap_err().to_string().contains("variation"));
    let long = "e4 e5 e3 e6 ".repeat(pgn::MAX_GAME_MOVES / 4 + 1);
    let error = pgn::read(&format!("[Rules \"repetition=off\"] {long}")).unwrap_err().to_string();
    let ends = ["is not a legal move", "more than 20000 moves"];
    assert!(ends.iter().any(|end| error.ends_with(end)), "{error}");
    let tags: String = (0..=pgn::MAX_TAGS).map(|n| format!("[T{n} \"\"]\n")).collect();
    let error = pgn::read(&tags).unwrap_err().to_string();
    assert_eq!(error, "line 1001, column 1: more than 1000 tags");
    // The time must not be quadratic in the length of a line.
    for part in ["[A \"b\"]*", "{c}", ";", "(e4)", "1.", "$1 ", "* "] {
        let _ = pgn::read(&format!("1. e4 {}", part.repeat(20_000)));
    }
    assert_eq!(pgn::read("; nothing\n\n{at all}\n"), Ok(vec![]));
}

/// Reads many copies of a game and returns the numbers of good and of all games, and the time.
fn read_copies(game: &str, copies: usize) -> (usize, usize, Duration) {
    let text = format!("[Event \"x\"]\n[Result \"*\"]\n{game}\n\n").repeat(copies);
    let start = Instant::now();
    let games: Vec<bool> = PgnReader::new(&text).map(|game| game.is_ok()).collect();
    (games.iter().filter(|good| **good).count(), games.len(), start.elapsed())
}

#[test]
fn every_bad_game_is_one_error() {
    for game in [
        "[FEN \"a]\n\n1. e4 e5 *",
        "[Variant \"chess\"]\n\n1. e4 e5 *",
        "[Rules \"leap=far\"]\n\n1. e4 e5 *",
        "[Rules \",\"]\n\n1. e4 e5 *",
        "[FEN \"8/8 w\"]\n\n1. e4 e5 *",
        "\n1. e4 Ke5 *",
        "\n1. e4 {never closed *",
        "\n1. e4 (1. d4 *",
        "\n1. e4 [ e5 *",
        "\n1. e4 $999 *",
    ] {
        let (good, all, _) = read_copies(game, 500);
        assert_eq!((good, all), (0, 500), "{game}");
    }
    assert_eq!(read_copies("\n1. e4 e5", 500).0, 500);
}

#[test]
fn bad_games_take_no_longer_than_good_ones() {
    const GAMES: usize = 8_000;
    let (_, _, usual) = read_copies("\n1. e4 e5 *", GAMES);
    for game in ["[White \"a]", "\n{never closed *", "\n$999 *", "\n(1. d4 *"] {
        let (_, all, time) = read_copies(game, GAMES);
        assert_eq!(all, GAMES, "{game}");
        // Quadratic time was at least five times as long.
        assert!(time < 3 * usual, "{game}: {time:?}, good games {usual:?}");
    }
}

#[test]
fn the_place_of_every_error_is_exact() {
    let text =
        "\u{feff}[Event \"é\"]\r\n1. e4 é\r\r[Event \"b\"]\r\n\n1. e4 e5 é é\n[Event \"c\"] é {";
    let place = |error: String| error.split(':').next().unwrap().to_owned();
    let places = PgnReader::new(text).map(|game| place(game.unwrap_err().to_string()));
    let expected = ["line 2, column 7", "line 6, column 10", "line 7, column 13"];
    assert_eq!(places.collect::<Vec<_>>(), expected);
}

/// The games of a text, and its warnings.
fn with_warnings(text: &str) -> (Vec<PgnGame>, Vec<String>) {
    let mut reader = PgnReader::new(text);
    let games = reader.by_ref().collect::<Result<_, _>>().unwrap();
    (games, reader.warnings().iter().map(ToString::to_string).collect())
}

/// The moves of a game as they are written, on one line.
fn moves_of(game: &PgnGame) -> String {
    let written = game.to_string();
    let (_, moves) = written.split_once("\n\n").unwrap();
    moves.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn names_of_tags_with_a_meaning_may_be_in_any_case() {
    let fen = "8/8/8/2k1K3/5i2/8/8/5L2 w - - 0 1";
    for (variant, setup, name, result) in
        [("variant", "setup", "Fen", "RESULT"), ("VARIANT", "Setup", "fen", "result")]
    {
        let text = format!(
            "[{variant} \"delft\"]\n[rules \"movelimit=50\"]\n[{setup} \"1\"]\n[{name} \"{fen}\"]\n\
             [{result} \"0-1\"]\n[white \"Ann\"]\n[timecontrol \"40/60\"]\n[TERMINATION \"normal\"]\n\
             [odd \"1\"]\n[Odd \"2\"]\n\n1. La1"
        );
        let (games, warnings) = with_warnings(&text);
        assert_eq!(warnings, [""; 0]);
        let game = &games[0];
        assert_eq!((game.tag("Variant"), game.tag("FEN")), (Some("delft"), Some(fen)));
        assert_eq!((game.tag("Rules"), game.result), (Some("movelimit=50"), GameResult::BlackWins));
        let written = game.to_string();
        for tag in ["White \"Ann", "TimeControl \"40/60", "Termination \"normal", "SetUp \"1"] {
            assert!(written.contains(&format!("\n[{tag}\"]\n")), "{written}");
        }
        assert!(written.contains("\n[odd \"1\"]\n[Odd \"2\"]\n"), "{written}");
    }
    // A game may have neither moves nor a result.
    let text = "[Event \"a\"]\n[FEN \"8/8/8/2k1K3/5i2/8/8/5L2 w\"]\n\n[EVENT \"b\"]\n\n1. e4 *\n";
    let (games, _) = with_warnings(text);
    assert_eq!((games.len(), games[1].moves.len(), games[1].tag("Event")), (2, 1, Some("b")));
    // An error is at the tag, and the next game follows after an empty line or any `Event`.
    let text = "[Site \"x\"]\n[fen \"8/8\"]\n\n1. e4 *\n\n[Site \"y\"]\n\n1. e5 {\n[event \"z\"]\n\n1. d4 *\n";
    let games: Vec<_> = PgnReader::new(text).collect();
    assert_eq!(games.len(), 3);
    assert!(games[0].as_ref().unwrap_err().to_string().starts_with("line 2, column 1: FEN"));
    assert_eq!(games[2].as_ref().unwrap().tag("Event"), Some("z"));
}

#[test]
fn near_misses_of_tags_are_warned_of() {
    for (name, meant) in [
        ("Varient", "Variant"),
        ("Variants", "Variant"),
        ("Variant_Definition", "VariantDefinition"),
        ("Rule", "Rules"),
        ("FENN", "FEN"),
        ("set_up", "SetUp"),
        ("Reslut", "Result"),
        ("Time_Control", "TimeControl"),
        ("Terminaton", "Termination"),
    ] {
        let (_, warnings) = with_warnings(&format!("[Event \"x\"]\n[{name} \"x\"]\n\n1. e4 *\n"));
        let text = format!("line 2, column 1: unknown tag '{name}', did you mean '{meant}'?");
        assert_eq!(warnings, [text]);
    }
    let usual = "Event Site Date Round White Black Result Variation SubVariation Opening ECO Time UTCTime \
                 EventDate WhiteElo WhiteTimeControl Mode Annotator Strength PlyCount Url Cadence Options Rated";
    let tags: String = usual.split(' ').map(|name| format!("[{name} \"1-0\"]\n")).collect();
    assert_eq!(with_warnings(&format!("{tags}\n1. e4 1-0\n")).1, [""; 0]);
}

#[test]
fn an_odd_tag_costs_no_more_than_itself() {
    let long = "x".repeat(40_000);
    let kept = [
        (r#"[White "SF /Level 6\"]"#.to_owned(), r"SF /Level 6\".to_owned()),
        (format!("[White \"{long}\"]"), long.clone()),
        ("[White \"two\nlines\"]".to_owned(), "two lines".to_owned()),
        (r#"[White "{"a":1}"]"#.to_owned(), r#"{"a":1}"#.to_owned()),
    ];
    for (tag, value) in kept {
        let text = format!("[Event \"x\"]\n{tag}\n[Black \"B\"]\n\n1. e4 *\n");
        let (games, warnings) = with_warnings(&text);
        assert_eq!((games[0].tag("White"), warnings.len()), (Some(&*value), 0), "{tag}");
        assert_eq!((games[0].tag("Black"), games[0].moves.len()), (Some("B"), 1));
        let again = pgn::read(&games[0].to_string()).unwrap();
        assert_eq!(again[0].tag("White"), Some(&*value));
    }
    let unclosed = ["[White \"a]", "[White", "[White \"a\""].into_iter();
    for tag in unclosed.chain(["[White a]", "[Time Control \"5\"]", "[]", "[é \"b\"]"]) {
        let text = format!("[Event \"x\"]\n{tag}\n[Black \"B\"]\n\n1. e4 *\n");
        let (games, warnings) = with_warnings(&text);
        let warning = "line 2, column 1: malformed tag, expected [Name \"value\"]";
        assert_eq!(warnings, [warning], "{tag}");
        assert_eq!((games[0].tag("Black"), games[0].moves.len()), (Some("B"), 1), "{tag}");
    }
    // It would change the moves.
    for tag in ["[fen 8/8 w]", "[Variant \"rococo]", "[FEN=8/8 w]", "[Rules]"] {
        let error = pgn::read(&format!("{tag}\n\n1. e4 *\n")).unwrap_err();
        assert!(error.to_string().contains("malformed tag"), "{tag}");
    }
    let text = "[Event \"a\"]\n\n1. e4\n[Event \"b]\n[Site \"b\"]\n\n1. d4 *\n";
    let (games, warnings) = with_warnings(text);
    assert_eq!((games.len(), games[1].tag("Site"), warnings.len()), (2, Some("b"), 1));
}

#[test]
fn annotations_around_variations_come_back() {
    for moves in [
        "1. Pe2-e4 {A} (1. Pd2-d4) {B} 1... Pe7-e5 *",
        "1. Pe2-e4 Pe7-e5 ({SL} 1... Pc7-c5) 2. Pd2-d3 *",
        "1. Pe2-e4 $1 {A} ({B} 1. Pd2-d4 $2 {C} 1... Pd7-d5) $3 {D} (1. Pc2-c4) $146 *",
        "1. Pe2-e4 ($142 {better} 1. Pd2-d4 ({or} 1. Pc2-c4 {E}) {F} 1... Pd7-d5) {G} 1... Pe7-e5 *",
        "{before} 1. Pe2-e4 (1. Pd2-d4 Pd7-d5 (1... Pc7-c5) {H}) 1... Pe7-e5 (1... Pc7-c5) {[%eval 0.10] I} *",
    ] {
        let (games, warnings) = with_warnings(moves);
        assert_eq!((moves_of(&games[0]).as_str(), warnings.len()), (moves, 0));
        assert_eq!(pgn::read(&games[0].to_string()).unwrap()[0].moves, games[0].moves);
    }
    // Annotations in parentheses, several comments, and a line comment behind a variation.
    let text = "1. e4 ({why} $1) e5 ({a} {b} 1... c5) ; c\n(1... d5) $4 {d} {e} *";
    let expected =
        "1. Pe2-e4 $1 {why} 1... Pe7-e5 ({a b} 1... Pc7-c5) {c} (1... Pd7-d5) $4 {d e} *";
    assert_eq!(moves_of(&with_warnings(text).0[0]), expected);
}

#[test]
fn what_is_left_out_of_variations_is_said() {
    let nested = |depth: usize| {
        let (open, close) = ("(1. d4 ".repeat(depth), ")".repeat(depth));
        with_warnings(&format!("1. e4 {open}{close} e5 *"))
    };
    assert_eq!(nested(pgn::MAX_NESTING).1, [""; 0]);
    let (games, warnings) = nested(pgn::MAX_NESTING + 3);
    assert_eq!(warnings, ["line 1, column 231: variations deeper than 32 are left out"]);
    assert_eq!(games[0].moves.len(), 2);
    let long = "d4 d5 d3 d6 ".repeat(pgn::MAX_GAME_MOVES / 4 + 1);
    let game = format!("[Rules \"repetition=off,movelimit=0\"] 1. e4 (1. {long}) *");
    assert_eq!(with_warnings(&game).1.len(), 1);
    let (ends, alone) = ("the variation ends here:", "a variation without a move before it");
    for (text, warning) in [
        ("1. e4 (1. x9 e5) (1. d4 e5) e5 *", format!("column 11: {ends} 'x9' is not a move")),
        ("(1. d4) 1. e4 *", format!("column 1: {alone} is left out")),
        ("1. e4 (1. d4 d4) (1. Kd4) *", format!("column 14: {ends} 'd4' is not a legal move")),
    ] {
        let (_, warnings) = with_warnings(text);
        assert_eq!(warnings.len(), 1, "{text}");
        assert!(warnings[0].starts_with(&format!("line 1, {warning}")), "{warnings:?}");
    }
    // Of invalid games there is only the error.
    let mut reader = PgnReader::new("[Varient \"x\"]\n\n1. e4 e9 *\n\n[Rule \"x\"]\n\n1. e4 *\n");
    assert_eq!(reader.by_ref().filter(Result::is_ok).count(), 1);
    let warnings = reader.warnings();
    assert_eq!((warnings.len(), warnings[0].line), (1, 5));
}

#[test]
fn records_of_other_programs_are_read() {
    let same = "1. Pe2-e4 Pd7-d5 2. Pd2-d4 Pe7-e5 1–0";
    for text in [
        same,
        "1. P e2-e4\n1... p d7-d5\n2. P d2-d4\n2... p e7-e5\n1-0",
        "1. Pawn e2 - e4\n1. Pawn d7 - d5\n2. Pincer Pawn\nd2 - d4 Pawn e7 -\ne5 1-0",
        "1. e2–e4 d7—d5 2. ♙d2-d4 ♟\u{fe0e} e7-e5 1–0",
        "\u{200b}1.\u{200b} e2\u{200b}-e4 {\u{200b}}d7-d5\u{200b} 2. d2d4 e7e5 1-0\u{200b}",
        "1. Pe2-e4*0 Pd7-d5*0 2. Pd2-d4! Pe7-e5*0?! 1-0",
    ] {
        let (games, warnings) = with_warnings(text);
        let moves: Vec<_> = games[0].moves.iter().map(|mv| &*mv.text).collect();
        assert_eq!(moves, ["Pe2-e4", "Pd7-d5", "Pd2-d4", "Pe7-e5"], "{text}");
        assert_eq!((games[0].result, games.len()), (GameResult::WhiteWins, 1), "{text}");
        assert!(warnings.is_empty() && games[0].moves.iter().all(|mv| mv.nags.len() < 2), "{text}");
    }
    let fen = "[FEN \"1k4iW/8/3p4/8/3p4/8/3L4/K7 w\"]\n\n";
    for (text, expected) in [
        ("1. @-h8 *", "1. Wh8@ *"),
        ("1. Wh8-h8(suicide) *", "1. Wh8@ *"),
        ("1. L d2-d7; @-d4; @-d6\n1... k b8-c8 *", "1. Ld2-d7xd4,d6 Kb8-c8 *"),
        ("1. L d2-d5 ; by hand\n *", "1. Ld2-d5xd4 {by hand} *"),
    ] {
        assert_eq!(moves_of(&with_warnings(&format!("{fen}{text}")).0[0]), expected);
    }
    let error = pgn::read(&format!("{fen}1. L d2-d7; @-d4; @-e6 *")).unwrap_err().to_string();
    let illegal = "line 3, column 4: 'L d2-d7; @-d4; @-e6' is not a legal move";
    assert!(error.starts_with(illegal), "{error}");
}

#[test]
fn the_ranks_of_zillions_are_told_by_the_first_move() {
    let maxima = |text: &str| format!("[Variant \"maxima\"]\n\n{text}\n");
    let record = "1. Pawn g3 - g4 Pawn c7 - c4 2. Pawn f3 - f4 Pawn d7 - d4 *";
    let (games, warnings) = with_warnings(&maxima(record));
    assert_eq!(moves_of(&games[0]), "1. Pg4-g5 Pc8-c5 2. Pf4-f5 Pd8-d5 *");
    let note = "line 3, column 4: 'Pawn g3 - g4' is read as 'Pawn g4 - g5', and so on: ranks as in Zillions, one lower";
    assert_eq!(warnings, [note]);
    // Maxima's own ranks, by the same form.
    let (games, warnings) = with_warnings(&maxima("1. Pawn g4 - g5 Pawn c8 - c5 *"));
    assert_eq!((moves_of(&games[0]).as_str(), warnings.len()), ("1. Pg4-g5 Pc8-c5 *", 0));
    // Never both in one game.
    for text in ["1. Pawn g3 - g4 Pawn c8 - c5 *", "1. Pawn g4 - g5 Pawn c7 - c4 *"] {
        assert!(pgn::read(&maxima(text)).is_err(), "{text}");
    }
    // Other forms are Maxima's own.
    assert!(pgn::read(&maxima("1. Pg3-g4 *")).is_err());
    let fen = "[FEN \"***2***/4k3/1p4p1/8/8/8/6P1/6P1/8/4K3/***2*** w\"]\n\n1. Pawn g4 - f4 *";
    let error = pgn::read(&format!("[Variant \"maxima\"]\n{fen}")).unwrap_err().to_string();
    let expected =
        "line 4, column 4: 'Pawn g4 - f4' may be 'Pawn g5 - f5': Zillions counts ranks from 0";
    assert_eq!(error, expected);
}
