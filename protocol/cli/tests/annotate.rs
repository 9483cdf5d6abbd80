//! `baroque analyze --pgn`.

use crate::common::{Temporary, assert_has, error, printed, run};

/// White must capture the immobilizer, because Kc5-d5 would mate the frozen king.
const TAGS: &str = "[SetUp \"1\"]\n[FEN \"8/8/8/2k1K3/5i2/8/8/5L2 w - - 0 1\"]\n";

const ANALYZE: [&str; 3] = ["analyze", "--depth", "3"];
/// Annotates the games of the standard input.
const ANNOTATE: [&str; 5] = ["analyze", "--depth", "3", "--pgn", "-"];

/// The games of a successful run.
fn annotated(input: &str) -> String {
    printed(&ANNOTATE, input)
}

/// The words of the moves of a game, without line breaks.
fn moves(game: &str) -> String {
    let (_tags, moves) = game.split_once("\n\n").unwrap();
    moves.split_whitespace().collect::<Vec<&str>>().join(" ")
}

/// Whether a line begins with a capture of the immobilizer; the leaper may land on several squares.
fn takes_the_immobilizer(line: &str) -> bool {
    let mv = line.split(' ').next().unwrap_or("");
    mv.starts_with("Lf1-f") && mv.contains("xf4")
}

#[test]
fn a_move_that_allows_mate_is_a_blunder_with_a_better_line() {
    let game = annotated(&format!("{TAGS}1. La1 Kd5# 0-1"));
    let moves = moves(&game);
    // Without its immobilizer Black cannot win; after the blunder Black mates at once.
    let better = moves.strip_prefix("1. Lf1-a1 $4 {[%eval #-1]} (1. ").unwrap_or("");
    assert!(takes_the_immobilizer(better), "{moves}");
    // The score of a finished game is its result.
    assert!(moves.ends_with(") 1... Kc5-d5# 0-1"), "{moves}");
    assert!(game.contains("\n[Annotator \"Baroque "), "{game}");
}

#[test]
fn a_missed_mate_is_a_blunder() {
    // It also loses the immobilizer to the leaper.
    let game = annotated(&format!("{TAGS}1. La1 If1 *"));
    let moves = moves(&game);
    assert!(moves.contains(" 1... If4-f1 $4 {[%eval "), "{moves}");
    let variation = moves.split(" (1... ").nth(1).unwrap();
    // Both moves mate.
    assert!(variation.starts_with("Kc5-d5#)") || variation.starts_with("Kc5-d4#)"), "{moves}");
}

#[test]
fn good_moves_only_get_an_evaluation() {
    let moves = moves(&annotated(&format!("{TAGS}1. Lf7 *")));
    assert!(moves.starts_with("1. Lf1-f7xf4 {[%eval "), "{moves}");
    assert!(!moves.contains('$') && !moves.contains('('), "{moves}");
}

#[test]
fn comments_tags_and_marks_are_kept() {
    let input = format!(
        "[Event \"x\"]\n[Annotator \"Ann\"]\n[Odd \"1\"]\n{TAGS}\n{{before}} 1. La1 $3 $140 {{+1.00/9 \
         2s, [%eval 7.5] brave [%clk 0:01:00]}} (1. Lf7 {{lost}}) Kd5# {{over}} 0-1\n"
    );
    let game = annotated(&input);
    assert!(game.contains("\n[Annotator \"Ann\"]\n[Odd \"1\"]\n"), "{game}");
    let moves = moves(&game);
    let expected =
        "{before} 1. Lf1-a1 $3 $140 {+1.00/9 2.000s, [%eval #-1] brave [%clk 0:01:00]} (1. ";
    assert!(moves.starts_with(expected), "{moves}");
    assert!(moves.ends_with(" 1... Kc5-d5# {over} 0-1"), "{moves}");
    // Games that are annotated again stay as they are.
    assert_eq!(annotated(&game), game);
}

#[test]
fn annotations_around_variations_are_kept() {
    let input = format!(
        "{TAGS}1. La1 {{A}} ({{or}} 1. Lf7 {{C}}) {{[%eval 7.5] B}} (1. La6) $10 Kd5# ({{mate, too}} 1... Kd4) 0-1"
    );
    let game = annotated(&input);
    let moves = moves(&game);
    let start = "1. Lf1-a1 $4 {[%eval #-1] A} ({or} 1. Lf1-f7xf4 {C}) {B} (1. Lf1-a6) $10 ";
    assert!(moves.starts_with(start), "{moves}");
    assert!(moves.ends_with(" 1... Kc5-d5# ({mate, too} 1... Kc5-d4#) 0-1"), "{moves}");
    assert_eq!(annotated(&game), game);
}

#[test]
fn the_summary_counts_for_each_side() {
    let (_, _, summary) = run(&ANNOTATE, format!("[White \"A\u{1b}\"]\n{TAGS}1. La1 Kd5# 0-1"));
    let lines: Vec<&str> = summary.lines().collect();
    assert_eq!(lines.len(), 3, "{summary}");
    assert_eq!(lines[0], "game 1: A? - ?");
    let blunder = " cp, inaccuracies 0, mistakes 0, blunders 1";
    assert!(lines[1].starts_with("  White: moves 1, average loss "), "{summary}");
    assert!(lines[1].ends_with(blunder), "{summary}");
    let none = "  Black: moves 1, average loss 0 cp, inaccuracies 0, mistakes 0, blunders 0";
    assert_eq!(lines[2], none);
}

#[test]
fn json_has_one_object_a_game() {
    let input = format!("{TAGS}1. La1 Kd5# 0-1\n\n{TAGS}*");
    let stdout = printed(&[&ANNOTATE[..], &["--json"]].concat(), &input);
    let games: Vec<serde_json::Value> =
        stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let [game, empty] = games.as_slice() else { panic!("{stdout}") };
    assert_eq!((&game["game"], &game["result"]), (&1.into(), &"0-1".into()));
    assert_eq!(game["position"]["variant"], "baroque");
    assert_eq!(game["position"]["fen"], "8/8/8/2k1K3/5i2/8/8/5L2 w - - 0 1");
    let [blunder, mate] = game["moves"].as_array().unwrap().as_slice() else { panic!("{game}") };
    assert_eq!((&blunder["readable"], &blunder["uci"]), (&"Lf1-a1".into(), &"f1a1".into()));
    assert_eq!(blunder["white_score"]["mate"], -1);
    assert_eq!(blunder["judgement"], "blunder");
    let better = &blunder["best_line"][0]["readable"];
    assert!(better.as_str().is_some_and(takes_the_immobilizer), "{better}");
    assert!(mate["judgement"].is_null() && mate["white_score"].is_null());
    assert_eq!(["white", "black"].map(|side| &game["summary"][side]["blunders"]), [1, 0]);
    assert_eq!((&empty["game"], empty["moves"].as_array().unwrap().len()), (&2.into(), 0));
}

#[test]
fn bad_games_are_reported_and_skipped() {
    let input = format!("[Event \"a\"]\n1. e9 *\n\n[Event \"b\"]\n{TAGS}1. Lf7 *\n");
    let (code, games, errors) = run(&ANNOTATE, input);
    assert!(code == 2 && errors.starts_with("error: -: line 2, column 4: 'e9' "), "{errors}");
    assert!(games.starts_with("[Event \"b\"]"));
    let empty = (0, String::new(), "note: there are no games\n".to_owned());
    assert_eq!(run(&ANNOTATE, ""), empty);
    for (arguments, part) in [
        (&["--pgn", "no-such-file"][..], "error: no-such-file: "),
        (&["--pgn", "-", "--fen", "8/8 w"], "cannot be used with"),
        (
            &["--pgn", "-", "--out", "/no such/a.pgn"],
            "error: /no such/a.pgn: there is no directory",
        ),
        (&["--chart", "x.svg"], "--pgn <FILE>"),
    ] {
        assert_has(error(&[&ANALYZE, arguments].concat(), ""), &[part]);
    }
}

#[test]
fn charts_are_drawn_for_each_game() {
    let chart = Temporary::new("chart.svg", "old");
    let arguments = [&ANNOTATE[..], &["--chart", chart.path()]].concat();
    let refused = error(&arguments, format!("{TAGS}1. La1 Kd5# 0-1\n"));
    assert!(refused.ends_with("chart.svg: the file exists and is no chart\n"), "{refused}");
    std::fs::remove_file(chart.path()).unwrap();
    let second = chart.path().replace("chart.svg", "chart-2.svg");
    let game = format!("[White \"<A&B>\\\"\u{7}\"]\n{TAGS}1. La1 Kd5# 0-1\n\n");
    printed(&arguments, &game.repeat(2));
    let svg = std::fs::read_to_string(chart.path()).unwrap();
    assert_eq!(std::fs::read_to_string(&second).unwrap(), svg);
    std::fs::remove_file(second).unwrap();
    assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" "), "{svg}");
    assert!(svg.ends_with("</svg>\n"), "{svg}");
    let game = "<title>&lt;A&amp;B&gt;&quot;? - ?, 0-1</title>";
    assert_has(&svg, &[game, "<title>1. Lf1-a1?? #-1</title>"]);
    // Elements that are opened are closed.
    for element in ["svg", "title", "text", "circle"] {
        let opened = svg.matches(&format!("<{element}>")).count()
            + svg.matches(&format!("<{element} ")).count();
        assert_eq!(svg.matches(&format!("</{element}>")).count(), opened, "{element}");
    }
    assert!(!svg.contains("NaN") && !svg.contains('\u{7}'));
}

/// The games so far are written, to a file too.
#[cfg(unix)]
#[test]
fn an_interrupt_keeps_the_finished_games() {
    use std::io::{BufRead, BufReader, Read};

    use crate::common::signal;

    let text = format!("[Event \"x\"]\n{TAGS}1. La1 Kb6 2. La2 Kb7 *\n\n");
    let games = Temporary::new("many.pgn", &text.repeat(5000));
    let out = Temporary::new("annotated.pgn", "old");
    let arguments = ["--pgn", games.path(), "--out", out.path()];
    let mut child = crate::common::program(&[&ANALYZE[..], &arguments].concat()).spawn().unwrap();
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    errors.read_line(&mut String::new()).unwrap();
    assert_eq!(std::fs::read_to_string(out.path()).unwrap(), "old");
    signal("INT", &child);
    errors.read_to_string(&mut String::new()).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let written = std::fs::read_to_string(out.path()).unwrap();
    let count = baroque_formats::pgn::read(&written).unwrap().len();
    assert!((1..5000).contains(&count), "{count}");
}

#[test]
fn a_chart_does_not_replace_games() {
    let games = Temporary::new("games.pgn", &format!("{TAGS}1. La1 Kd5# 0-1\n"));
    let arguments = ["--pgn", games.path(), "--chart", games.path()];
    let refused = error(&[&ANALYZE[..], &arguments].concat(), "");
    assert!(refused.ends_with(": the chart would replace the games\n"), "{refused}");
    assert!(std::fs::read_to_string(games.path()).unwrap().contains("1. La1 Kd5#"));
}
