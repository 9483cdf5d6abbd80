//! `baroque stats`.

use crate::common::run;

/// Exit status, standard output and standard error.
fn stats(args: &str, input: &str) -> (i32, String, String) {
    let arguments: Vec<&str> = ["stats"].into_iter().chain(args.split_whitespace()).collect();
    run(&arguments, input)
}

/// A game of one move. `tags` may contain further tags and, after them, earlier moves.
fn game(white: &str, black: &str, round: &str, tags: &str, result: &str) -> String {
    format!(
        "[Event \"x\"]\n[Round \"{round}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\
         [TimeControl \"1+0.01\"]\n{tags}\ne4 {result}\n\n"
    )
}

/// Six games of A and B: two pairs won by A and a drawn one.
fn six_games(rounds: [&str; 6], tags: [&str; 3]) -> String {
    let mut text = String::new();
    for (index, result) in ["1-0", "0-1", "1-0", "0-1", "0-1", "0-1"].iter().enumerate() {
        let (white, black) = if index % 2 == 0 { ("A", "B") } else { ("B", "A") };
        text += &game(white, black, rounds[index], tags[index / 2], result);
    }
    text
}

/// The output of fastchess for these games, with n/a instead of nan and inf.
const REPORT: &str = "\
--------------------------------------------------
Results of A vs B (1+0.01):
Elo: 279.59 +/- n/a, nElo: 347.44 +/- 278.00
LOS: 99.28 %, DrawRatio: 33.33 %, PairsRatio: n/a
Games: 6, Wins: 5, Losses: 1, Draws: 0, Points: 5.0 (83.33 %)
Ptnml(0-2): [0, 0, 1, 0, 2], WL/DD Ratio: n/a
LLR: 0.10 (3.3%) (-2.94, 2.94) [0.00, 10.00]
--------------------------------------------------
";

/// A start position with one pawn missing.
const FEN: &str =
    "[SetUp \"1\"]\n[FEN \"clxwkxli/pppppppp/8/8/8/8/1PPPPPPP/ILXKWXLC w - - 0 1\"]\n";
/// Openings: book moves, a position, and a position with other rules.
const STARTS: [&str; 3] = [
    "\n1. h3 {book} h6 {book, and no more}",
    FEN,
    "[Rules \"movelimit=7\"]\n[SetUp \"1\"]\n\
     [FEN \"clxwkxli/pppppppp/8/8/8/8/1PPPPPPP/ILXKWXLC w - - 0 1\"]\n",
];

#[test]
fn games_are_paired_by_round() {
    let games = six_games(["1", "1", "2", "2", "3", "3"], [""; 3]);
    let text = stats("- --sprt elo0=0 elo1=10", &games);
    assert_eq!(text, (0, REPORT.to_owned(), String::new()));
    // Two pairs WL. Pairing in the order of the games would give WW and LL.
    let games = game("A", "B", "1", "", "1-0")
        + &game("B", "A", "2", "", "0-1")
        + &game("A", "B", "2", "", "0-1")
        + &game("B", "A", "1", "", "1-0");
    let (_, text, _) = stats("-", &games);
    assert!(text.contains("Ptnml(0-2): [0, 0, 2, 0, 0], WL/DD Ratio: n/a"), "{text}");
    let (_, text, _) = stats("-", &games.replace("[Round \"2\"]", "[Round \"1\"]"));
    assert!(text.contains("Ptnml(0-2): [1, 0, 0, 0, 1], WL/DD Ratio: n/a"), "{text}");
}

#[test]
fn games_are_paired_by_opening_if_rounds_do_not_match() {
    for rounds in [["?"; 6], ["1", "2", "3", "4", "5", "6"]] {
        let games = six_games(rounds, STARTS);
        let text = stats("--sprt elo0=0 elo1=10 model=normalized alpha=0.05 beta=0.05 -", &games);
        assert_eq!(text, (0, REPORT.to_owned(), String::new()));
    }
}

#[test]
fn games_with_different_or_unknown_openings_are_not_paired() {
    let note = "note: there are no pairs with colours swapped: single games are counted\n";
    let games = |first: &str, second: &str, rounds: [&str; 2]| {
        game("A", "B", rounds[0], first, "1-0") + &game("B", "A", rounds[1], second, "0-1")
    };
    let book = "\n1. h3 {book} h6 {book}";
    for (first, second) in [
        ("", ""),
        ("[Rules \"movelimit=7\"]\n", "[Rules \"movelimit=7\"]\n"),
        (book, ""),
        (book, "\n1. h3 {book} h5 {book}"),
        (book, "\n1. h3 {book} h6 {+0.10/3 0.1s}"),
        (FEN, &format!("{FEN}{book}")),
    ] {
        for rounds in [["1", "2"], ["?", "?"]] {
            let (_, text, error) = stats("-", &games(first, second, rounds));
            assert_eq!(error, note, "{first} {second}");
            assert!(text.contains("Games: 2, Wins: 2,") && !text.contains("Ptnml"), "{text}");
        }
    }
    let (_, text, error) = stats("-", &games(book, book, ["1", "2"]));
    assert!(text.contains("Ptnml(0-2): [0, 0, 0, 0, 1]"), "{text}");
    assert_eq!(error, "");
}

#[test]
fn games_that_are_not_counted_are_reported() {
    let mut games = six_games(["1", "1", "2", "2", "3", "3"], [""; 3]);
    games += &game("A", "B", "4", "", "1/2-1/2");
    games += &game("B", "A", "5", "", "*");
    games += &game("B", "B", "6", "", "1-0");
    games += "[Event \"x\"]\n[White \"A\"]\n[Black \"B\"]\n\n1. e9 1-0\n\n";
    let (code, text, error) = stats("-", &games);
    assert_eq!(code, 2);
    assert!(text.contains("Games: 7, Wins: 5, Losses: 1, Draws: 1, Points: 5.5"), "{text}");
    assert!(text.contains("Ptnml(0-2): [0, 0, 1, 0, 2]"), "{text}");
    let lines: Vec<&str> = error.lines().collect();
    assert_eq!(lines.len(), 4, "{error}");
    assert!(lines[0].starts_with("error: -: line "), "{error}");
    assert_eq!(
        lines[1..],
        [
            "note: games without result, not counted: 1",
            "note: games of one player, not counted: 1",
            "note: games that are not part of a pair: 1",
        ]
    );
}

#[test]
fn single_games_are_counted_if_there_are_no_pairs() {
    let games = game("A", "B", "1", "", "1-0") + &game("A", "B", "2", "", "1/2-1/2");
    let (code, text, error) = stats("-", &games);
    assert_eq!(code, 0);
    assert!(text.contains("LOS: 92.14 %, DrawRatio: 50.00 %\nGames: 2, Wins: 1,"), "{text}");
    assert_eq!(error, "note: there are no pairs with colours swapped: single games are counted\n");
    let (_, again, error) = stats("--no-penta -", &games);
    assert_eq!((again, error.as_str()), (text, ""));
    assert_eq!(stats("-", ""), (0, String::new(), "note: there are no finished games\n".into()));
}

#[test]
fn reports_of_three_players_are_ranking_and_cross_table() {
    let games = six_games(["1", "1", "2", "2", "3", "3"], [""; 3])
        + &game("C", "B", "1", "", "1/2-1/2")
        + &game("B", "C", "1", "", "0-1");
    let (code, text, error) = stats("-", &games);
    assert_eq!((code, error.as_str()), (0, ""));
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[1].starts_with("Rank Name  ") && lines[1].ends_with(" Ptnml(0-2)"), "{text}");
    assert!(lines[2].starts_with("   1 A ") && lines[2].contains(" 279.59        n/a"), "{text}");
    assert!(lines[2].ends_with("83.3%      33.3%      [0, 0, 1, 0, 2]"), "{text}");
    assert!(lines[3].starts_with("   2 C ") && lines[4].starts_with("   3 B "), "{text}");
    assert!(lines[7].ends_with("  -              -  5.0/6 (5-0-1)"), "{text}");
    let (code, _, error) = stats("- --sprt elo0=0 elo1=5", &games);
    assert_eq!(
        (code, error.as_str()),
        (2, "error: --sprt needs two players, but there are 3, try --help\n")
    );
}

#[test]
fn counts_replace_files() {
    // fastchess, app/tests/elo_test.cpp, "EloWDL 2".
    let (code, text, error) = stats("--wdl 136 96 111", "");
    assert_eq!((code, error.as_str()), (0, ""));
    assert!(text.contains("Elo: 40.70 +/- 30.43, nElo: 49.77 +/- 36.77\nLOS: 99.60 %"), "{text}");
    // fastchess, app/tests/elo_test.cpp, "EloPentanomial 1".
    let six = "--penta 34 54 31 32 64 75";
    let (code, text, _) = stats(six, "");
    assert_eq!(code, 0);
    assert!(text.contains("Elo: 55.58 +/- 27.65, nElo: 57.94 +/- 28.28\nLOS: 100.00 %"), "{text}");
    let five = "--penta 34 54 63 64 75 --wdl 245 153 182";
    assert_eq!(stats(five, "").1, text);
    let (_, with_test, _) = stats(&format!("{five} --sprt elo0=0 elo1=10 --format cutechess"), "");
    assert!(
        with_test.starts_with("Score of first vs second: 245 - 153 - 182  [0.579] 580\n"),
        "{with_test}"
    );
    assert!(
        with_test.contains("ubound 2.94 - H1 was accepted\nSPRT ([0.00, 10.00]) completed - H1"),
        "{with_test}"
    );
    for wrong in ["--penta 34 54 63 64 75 --wdl 245 153 181", "--penta 1 0 0 0 0 --wdl 1 1 0"] {
        let (code, _, error) = stats(wrong, "");
        assert_eq!((code, error.contains("contradict")), (2, true), "{wrong}: {error}");
    }
    let (code, _, error) = stats("--penta 1 2 3 4 5", "");
    assert_eq!((code, error.contains("do not distinguish WL from DD")), (2, true), "{error}");
}

#[test]
fn format_of_cutechess_is_supported() {
    let games = six_games(["1", "1", "2", "2", "3", "3"], [""; 3]);
    let (code, text, _) = stats("- --format cutechess", &games);
    assert_eq!(code, 0);
    assert!(
        text.starts_with(
            "Score of A vs B: 5 - 1 - 0  [0.833] 6\nElo difference: 279.59 +/- n/a, LOS: "
        ),
        "{text}"
    );
}

#[test]
fn invalid_arguments_are_reported() {
    for (args, error) in [
        (
            "- --sprt elo0=5 elo1=0",
            "error: sprt elo0 is 5 and elo1 is 0, but elo0 must be less than elo1\n",
        ),
        ("- --sprt elo0=0 elo1=x", "error: sprt elo1 is 'x', must be a number\n"),
        (
            "- --sprt elo0=0 gamma=1",
            "error: unknown sprt setting 'gamma', must be one of elo0, elo1, alpha, beta, model\n",
        ),
        ("--sprt elo0=0 elo1=5", "error: no file is given, try --help\n"),
        ("elo0=0", "error: elo0=0: "),
        (
            "--wdl 1 2 3 games.pgn",
            "error: files and --wdl or --penta exclude each other, try --help\n",
        ),
    ] {
        let (code, output, message) = stats(args, "");
        assert_eq!((code, output.as_str()), (2, ""), "{args}");
        assert!(message.starts_with(error), "{message}");
    }
    let (code, text, error) = stats("--penta 1 1 1 1 1 2 --sprt elo0=0 elo1=5 model=bayesian", "");
    assert_eq!(code, 0);
    assert_eq!(
        error,
        "note: the bayesian model does not support pairs: single games are counted\n"
    );
    assert!(!text.contains("Ptnml") && text.contains("LLR: "), "{text}");
}
