//! `baroque stats`.

use crate::common::{self, Temporary, assert_has};

fn words(args: &str) -> Vec<&str> {
    ["stats"].into_iter().chain(args.split_whitespace()).collect()
}

/// Exit status, standard output and standard error.
fn stats(args: &str, input: &str) -> (i32, String, String) {
    common::run(&words(args), input)
}

/// The report of a run without an error or a note.
fn report(args: &str, input: &str) -> String {
    common::clean(&words(args), input)
}

/// The error of a run without a report.
fn error(args: &str, input: &str) -> String {
    common::error(&words(args), input)
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
    assert_eq!(report("- --sprt elo0=0 elo1=10", &games), REPORT);
    // Two pairs WL. Pairing in the order of the games would give WW and LL.
    let games = game("A", "B", "1", "", "1-0")
        + &game("B", "A", "2", "", "0-1")
        + &game("A", "B", "2", "", "0-1")
        + &game("B", "A", "1", "", "1-0");
    assert_has(report("-", &games), &["Ptnml(0-2): [0, 0, 2, 0, 0], WL/DD Ratio: n/a"]);
    let games = games.replace("[Round \"2\"]", "[Round \"1\"]");
    assert_has(report("-", &games), &["Ptnml(0-2): [1, 0, 0, 0, 1], WL/DD Ratio: n/a"]);
}

#[test]
fn games_are_paired_by_opening_if_rounds_do_not_match() {
    for rounds in [["?"; 6], ["1", "2", "3", "4", "5", "6"]] {
        let games = six_games(rounds, STARTS);
        let test = "--sprt elo0=0 elo1=10 model=normalized alpha=0.05 beta=0.05 -";
        assert_eq!(report(test, &games), REPORT);
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
    assert_has(report("-", &games(book, book, ["1", "2"])), &["Ptnml(0-2): [0, 0, 0, 0, 1]"]);
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
    let counts = "Games: 7, Wins: 5, Losses: 1, Draws: 1, Points: 5.5";
    assert_has(text, &[counts, "Ptnml(0-2): [0, 0, 1, 0, 2]"]);
    let [first, hint, notes @ ..] = &error.lines().collect::<Vec<_>>()[..] else { panic!() };
    assert!(first.starts_with("error: -: line ") && hint.contains("--results-only"), "{error}");
    let expected = [
        "note: games without result, not counted: 1",
        "note: games of one player, not counted: 1",
        "note: games that are not part of a pair: 1",
    ];
    assert_eq!(*notes, expected);
}

#[test]
fn single_games_are_counted_if_there_are_no_pairs() {
    let games = game("A", "B", "1", "", "1-0") + &game("A", "B", "2", "", "1/2-1/2");
    let (code, text, error) = stats("-", &games);
    assert_eq!(code, 0);
    assert!(text.contains("LOS: 92.14 %, DrawRatio: 50.00 %\nGames: 2, Wins: 1,"), "{text}");
    assert_eq!(error, "note: there are no pairs with colours swapped: single games are counted\n");
    assert_eq!(report("--no-penta -", &games), text);
    assert_eq!(stats("-", ""), (0, String::new(), "note: there are no finished games\n".into()));
}

#[test]
fn reports_of_three_players_are_ranking_and_cross_table() {
    let games = six_games(["1", "1", "2", "2", "3", "3"], [""; 3])
        + &game("C", "B", "1", "", "1/2-1/2")
        + &game("B", "C", "1", "", "0-1");
    let text = report("-", &games);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[1].starts_with("Rank Name  ") && lines[1].ends_with(" Ptnml(0-2)"), "{text}");
    assert!(lines[2].starts_with("   1 A ") && lines[2].contains(" 279.59        n/a"), "{text}");
    assert!(lines[2].ends_with("83.3%      33.3%      [0, 0, 1, 0, 2]"), "{text}");
    assert!(lines[3].starts_with("   2 C ") && lines[4].starts_with("   3 B "), "{text}");
    assert!(lines[7].ends_with("  -              -  5.0/6 (5-0-1)"), "{text}");
    let reason = "error: --sprt needs two players, but there are 3, try --help\n";
    assert_eq!(error("- --sprt elo0=0 elo1=5", &games), reason);
}

#[test]
fn counts_replace_files() {
    // fastchess, app/tests/elo_test.cpp, "EloWDL 2".
    let text = report("--wdl 136 96 111", "");
    assert_has(text, &["Elo: 40.70 +/- 30.43, nElo: 49.77 +/- 36.77\nLOS: 99.60 %"]);
    // fastchess, app/tests/elo_test.cpp, "EloPentanomial 1".
    let text = report("--penta 34 54 31 32 64 75", "");
    assert_has(&text, &["Elo: 55.58 +/- 27.65, nElo: 57.94 +/- 28.28\nLOS: 100.00 %"]);
    let five = "--penta 34 54 63 64 75 --wdl 245 153 182";
    assert_eq!(stats(five, "").1, text);
    let text = report(&format!("{five} --sprt elo0=0 elo1=10 --format cutechess"), "");
    let score = "Score of first vs second: 245 - 153 - 182  [0.579] 580\n";
    assert!(text.starts_with(score), "{text}");
    let end = "ubound 2.94 - H1 was accepted\nSPRT ([0.00, 10.00]) completed - H1";
    assert_has(text, &[end]);
    for wrong in ["--penta 34 54 63 64 75 --wdl 245 153 181", "--penta 1 0 0 0 0 --wdl 1 1 0"] {
        assert_has(error(wrong, ""), &["contradict"]);
    }
}

#[test]
fn five_numbers_of_pairs_suffice_where_even_pairs_are_equal() {
    let six = report("--penta 831 31795 60000 8460 32448 834 --sprt elo0=0 elo1=2", "");
    let five = report("--penta 831 31795 68460 32448 834 --sprt elo0=0 elo1=2", "");
    let differs = |line: &&str| !line.starts_with("Games: ") && !line.starts_with("Ptnml");
    let same = |text: &str| text.lines().filter(differs).collect::<Vec<_>>().join("\n");
    assert_eq!(same(&five), same(&six));
    let line = "Games: 268736, Wins: n/a, Losses: n/a, Draws: n/a, Points: 134697.5 (50.12 %)\n\
                Ptnml(0-2): [831, 31795, 68460, 32448, 834], WL/DD Ratio: n/a\n";
    assert_has(five, &[line]);
    let games = r#""wins":null,"losses":null,"draws":null,"points":20.0"#;
    let pairs = r#""ld":2,"wl":null,"dd":null,"wd":4"#;
    assert_has(report("--json --penta 1 2 3 4 5", ""), &[games, pairs]);
    // Without even pairs all numbers are known.
    let known = "Wins: 14, Losses: 4, Draws: 6, Points: 17.0";
    assert_has(report("--penta 1 2 0 4 5", ""), &[known]);
    for wrong in ["--no-penta", "--format cutechess", "--sprt elo0=0 elo1=5 model=bayesian"] {
        let error = error(&format!("--penta 1 2 3 4 5 {wrong}"), "");
        assert_has(error, &["do not distinguish WL from DD"]);
    }
}

#[test]
fn the_first_player_does_not_depend_on_which_game_finished_first() {
    let numbered = |game: &str, number: u32| {
        game.replace("[Round", &format!("[GameNumber \"{number}\"]\n[Round"))
    };
    let pair = |round: &str| {
        [game("new", "base", round, "", "1-0"), game("base", "new", round, "", "1/2-1/2")]
    };
    let first = |games: &[String]| {
        let text = report("- --sprt elo0=0 elo1=10", &games.concat());
        let names = text.lines().nth(1).unwrap().split_once(" (").unwrap().0.to_owned();
        let won = text.contains("Wins: 1, Losses: 0");
        assert_eq!(won, names == "Results of new vs base", "{text}");
        names
    };
    let [one, two] = pair("1");
    let (first_game, second_game) = (numbered(&one, 1), numbered(&two, 2));
    for games in [[first_game.clone(), second_game.clone()], [second_game, first_game]] {
        assert_eq!(first(&games), "Results of new vs base");
    }
    // Nothing tells which of these began.
    for games in [[one.clone(), two.clone()], [two, one]] {
        assert_eq!(first(&games), "Results of base vs new");
    }
    // Rounds are numbers, also in parts.
    for (earlier, later) in [("9", "10"), ("2.9", "2.10"), ("1.7", "2.1"), ("7", "?")] {
        let ([one, _], [_, two]) = (pair(earlier), pair(later));
        assert_has(stats("-", &[two, one].concat()).1, &["Results of new vs base"]);
    }
    // Without rounds the order is that of the file.
    let [one, two] = pair("?");
    assert_has(stats("-", &[one, two].concat()).1, &["Results of new vs base"]);
}

#[test]
fn the_first_player_can_be_named() {
    let games = six_games(["1", "1", "2", "2", "3", "3"], [""; 3]);
    let text = report("- --first B --sprt elo0=0 elo1=10", &games);
    let head = "Results of B vs A (1+0.01):\nElo: -279.59";
    assert_has(text, &[head, "Ptnml(0-2): [2, 0, 1, 0, 0]", "LLR: -0."]);
    assert_eq!(stats("- --first A --sprt elo0=0 elo1=10", &games).1, REPORT);
    let unknown = "error: --first is 'C', the players are 'A' and 'B', try --help\n";
    assert_eq!(error("- --first C", &games), unknown);
    let three = games + &game("C", "A", "9", "", "1-0");
    assert_has(error("- --first A", &three), &["--first needs two players, but there are 3"]);
    error("--wdl 1 2 3 --first A", "");
}

#[test]
fn games_of_several_files_are_pooled_and_none_counts_twice() {
    let games = six_games(["1", "1", "2", "2", "3", "3"], [""; 3]);
    let starts: Vec<usize> = games.match_indices("[Event").map(|(start, _)| start).collect();
    // A pair may be in two files.
    let parts = games.split_at(starts[3]);
    let [one, two] = [parts.0, parts.1].map(|part| Temporary::new("part.pgn", part));
    let (one, two) = (one.path(), two.path());
    assert_eq!(report(&format!("{one} {two} --sprt elo0=0 elo1=10"), ""), REPORT);
    let twice = format!("error: {two}: the file is given twice\n");
    assert_eq!(error(&format!("{two} {one} {two}"), ""), twice);
    assert_eq!(error(&format!("{two} {two} --results-only"), ""), twice);
    // Another day, another time: the same game nevertheless.
    let again = game("B", "A", "2", "", "0-1")
        .replace("e4 0-1", "1. e4 {+0.10/3 0.1s} 0-1")
        .replace("[Round", "[Date \"2026.01.02\"]\n[Round");
    let new = game("B", "A", "4", "", "0-1");
    let same = format!("error: -: game 2 is the same as game 1 of {two}\n");
    assert_eq!(error(&format!("{two} -"), &format!("{new}{again}")), same);
    for args in ["-", "- --results-only"] {
        assert_eq!(error(args, &games.repeat(2)), "error: -: game 7 is the same as game 1 of -\n");
    }
    assert_has(stats(&format!("{two} -"), &new).1, &["Games: 4, "]);
}

/// Chess with a variation, comments, annotations, and a game without moves.
const CHESS: &str = r#"[Event "x"]
[Round "1"]
[White "A"]
[Black "B"]
[Result "1-0"]

1. e4 e5 2. Nf3 $1 (2. Bc4 {1-0} Nf6 (2... f5)) 2... Nc6 {a [b] comment} 3. O-O-O+!? Qxe1=Q# ) !!!
$999 -- 1-0

[Event "x"]
[Round "1"]
[White "B"]
[Black "A"]
[Variant "Standard"]
[Result "0-1"]

[Event "x"]
[Round "2"]
[White "A"]
[Black "B"]

1. e4 1/2-1/2
"#;

#[test]
fn refused_games_are_explained_and_their_results_can_be_counted() {
    let (code, text, error) = stats("-", CHESS);
    assert_eq!(code, 2);
    assert_has(text, &["Games: 1, Wins: 0, Losses: 0, Draws: 1"]);
    let lines: Vec<&str> = error.lines().collect();
    assert!(lines[0].starts_with("error: -: line 7, column 13: 'Nf3' is not a "), "{error}");
    assert!(lines[1].starts_with("error: -: line ") && lines[1].contains("Standard"), "{error}");
    assert_has(lines[2], &["--results-only", "chess"]);
    let (code, text, error) = stats("- --results-only", CHESS);
    assert_eq!(code, 0, "{error}");
    assert_has(text, &["Results of A vs B", "Games: 3, Wins: 2, Losses: 0, Draws: 1"]);
    // Games of this program count the same either way.
    let games = six_games(["1", "1", "2", "2", "3", "3"], [""; 3]);
    assert_eq!(stats("- --results-only --sprt elo0=0 elo1=10", &games).1, REPORT);
}

#[test]
fn invalid_arguments_are_reported() {
    for (args, start) in [
        ("- --sprt elo0=0 elo1=x", "sprt elo1 is 'x', must be a number\n"),
        ("--sprt elo0=0 elo1=5", "no file is given, try --help\n"),
        ("elo0=0", "elo0=0: "),
        ("--wdl 1 2 3 a.pgn", "files and --wdl or --penta exclude each other, try --help\n"),
    ] {
        let message = error(args, "");
        assert!(message.starts_with(&format!("error: {start}")), "{message}");
    }
    let (code, text, error) = stats("--penta 1 1 1 1 1 2 --sprt elo0=0 elo1=5 model=bayesian", "");
    let note = "note: the bayesian model does not support pairs: single games are counted\n";
    assert_eq!((code, &*error), (0, note));
    assert!(!text.contains("Ptnml") && text.contains("LLR: "), "{text}");
}
