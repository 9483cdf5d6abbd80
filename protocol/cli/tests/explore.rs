//! `baroque explore`.

use serde_json::{Value, json};

use crate::common::{assert_has, clean, error, run};

/// The second game transposes to the position after 1. e2e4 e7e5 2. d2d4 d7d6, and goes on.
const GAMES: &str = "\
[Event \"a\"]\n[WhiteElo \"1800\"]\n[BlackElo \"1900\"]\n1. e2e4 e7e5 2. d2d4 d7d6 1-0\n
[Event \"b\"]\n[WhiteElo \"2000\"]\n1. d2d4 d7d6 2. e2e4 e7e5 3. c2c3 0-1\n
[Event \"c\"]\n1. e2e4 e7e5 2. d2d4 c7c6 1/2-1/2\n
[Event \"d\"]\n1. h2h4 *\n
[Event \"e\"]\n[Variant \"rococo\"]\n*\n
[Event \"f\"]\n[Rules \"movelimit=7\"]\n1. e2e4 *\n";

/// The output of a successful run.
fn explore(arguments: &[&str], input: &str) -> String {
    clean(&[&["explore", "-"], arguments].concat(), input)
}

/// The lines of the table.
fn table(arguments: &[&str]) -> Vec<String> {
    let output = explore(arguments, GAMES);
    let (_, table) = output.split_once("\n\nmove ").unwrap();
    table.lines().skip(1).map(str::to_owned).collect()
}

fn report(arguments: &[&str]) -> Value {
    let output = explore(&[&["--json"], arguments].concat(), GAMES);
    assert_eq!(output.lines().count(), 1);
    serde_json::from_str(&output).unwrap()
}

#[test]
fn the_table_has_the_moves_of_a_position_with_their_results() {
    let output = explore(&[], GAMES);
    let lines = [
        "Games: 4 of 4 reached the position, 2 of other rules skipped (--variant rococo)\n",
        "Results: White won 1, drawn 1, Black won 1, unfinished 1\n",
        "move    games   share  White  drawn  Black   score  rating\n",
        "Pe2-e4      2  50.0 %      1      1      0  75.0 %    1800\n",
        "Pd2-d4      1  25.0 %      0      0      1   0.0 %    2000\n",
        "Ph2-h4      1  25.0 %      0      0      0       -       -\n",
    ];
    let mut rest = output.as_str();
    for line in lines {
        let Some((_, after)) = rest.split_once(line) else { panic!("{line}{output}") };
        rest = after;
    }
    assert_eq!(rest, "");
}

#[test]
fn transpositions_count() {
    // Two orders of moves reach the position; only one goes on.
    let report = report(&["--moves", "e2e4 e7e5 d2d4 d7d6"]);
    let counts = ["games_read", "games_of_other_rules", "games", "white", "black"];
    assert_eq!(counts.map(|name| &report[name]), [4, 2, 2, 1, 1]);
    assert_eq!(report["points"], 0.5);
    let [row] = report["moves"].as_array().unwrap().as_slice() else { panic!("{report}") };
    let expected = json!({
        "uci": "c2c3", "readable": "Pc2-c3", "games": 1, "white": 0, "draws": 0, "black": 1,
        "unfinished": 0, "share": 1.0, "points": 0.0, "average_rating": 2000, "transposes": false,
        "moves": []
    });
    assert_eq!(*row, expected);
    // The position as a FEN, with other counters.
    let fen = "clxwkxli/ppp2ppp/3p4/4p3/3PP3/8/PPP2PPP/ILXKWXLC w - - 9 30";
    assert_eq!(self::report(&["--fen", fen])["moves"], report["moves"]);
}

#[test]
fn a_tree_ends_at_its_depth_and_where_lines_meet() {
    // Names of moves contain no two blanks, their indents are even.
    let moves = |arguments: &[&str]| -> Vec<String> {
        let name = |line: &String| {
            let indent = line.len() - line.trim_start().len();
            let (name, _) = line.trim_start().split_once("  ").unwrap();
            format!("{}{name}", " ".repeat(indent))
        };
        table(arguments).iter().map(name).collect()
    };
    let expected: Vec<&str> =
        "Pe2-e4|  Pe7-e5|    Pd2-d4|      Pc7-c6|      Pd7-d6|        Pc2-c3|Pd2-d4|\
                               \x20 Pd7-d6|    Pe2-e4|      Pe7-e5 (transposes)|Ph2-h4"
            .split('|')
            .collect();
    assert_eq!(moves(&["--depth", "9"]), expected);
    assert_eq!(moves(&["--depth", "3", "--min-games", "2"]), expected[..3]);
    // The position has been reached before, but at the end of the tree.
    assert_eq!(moves(&["--depth", "1", "--moves", "d2d4 d7d6 e2e4 e7e5"]), ["Pc2-c3"]);
}

#[test]
fn a_game_counts_once_in_a_position_to_which_it_returns() {
    let game = "1. e2e3 e7e6 2. e3e2 e6e7 3. d2d3 *";
    let report: Value = serde_json::from_str(&explore(&["--json", "--depth", "9"], game)).unwrap();
    assert_eq!(report["games"], 1);
    let [row] = report["moves"].as_array().unwrap().as_slice() else { panic!("{report}") };
    assert_eq!((&row["readable"], &row["games"]), (&json!("Pe2-e3"), &json!(1)));
}

#[test]
fn bad_input_is_reported() {
    for (arguments, part) in [
        (&["--moves", "e2e4 e7e9"][..], "error: position: move 2 of 2: 'e7e9' is not a legal move"),
        (&["--fen", "8/8 w"], "error: FEN: 2 ranks"),
        (&["--variant", "chess"], "error: unknown variant 'chess'"),
        (&["--depth", "0"], "1..=40"),
        (&["no-such-file"], "error: no-such-file: "),
    ] {
        assert_has(error(&[&["explore", "-"], arguments].concat(), ""), &[part]);
    }
    let games = "[Event \"a\"]\n1. e9 *\n\n[Event \"b\"]\n1. e4 *\n";
    let (code, output, errors) = run(&["explore", "-"], games);
    assert!(code == 2 && errors.starts_with("error: -: line 2, column 4: "), "{errors}");
    assert_has(output, &["Games: 1 of 1 reached"]);
    assert_has(explore(&[], ""), &["Games: 0 of 0 reached"]);
}
