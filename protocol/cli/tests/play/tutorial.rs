//! The tutorial.

use super::support::*;

#[test]
fn tries_are_checked_and_explained() {
    let home = Home::with_default_autosave();
    let lines =
        ["d3d5", "d3c3", "? d4", "? W", "moves", "board", "d3d4", "back", "next", "next", "xyz"];
    let parts = [
        "\nLesson 1 of 17: The king\n",
        "'d3d5' is not a legal move: a king goes one step\n",
        "Not yet. Kd3-c3: captures nothing. Capture the pawn on d4.\n",
        "d4: Black's pawn\n",
        "withdrawer: moves like a queen; ",
        "d3c2 d3c3 d3c4 d3d2 d3d4 d3e2 d3e3 d3e4\n",
        "Right! Kd3xd4: captures the pawn on d4.\n",
        "\n  4  .  .  . [K] .  .  .  . \n  3  .  .  . [.] .  .  .  . \n",
        "\nLesson 3 of 17: ",
        "'xyz' is neither a move nor a command.",
    ];
    let text = home.shows(&["--tutorial"], &lines, &parts);
    assert_eq!(text.matches("Lesson 1 of 17").count(), 2, "{text}");
    assert!(home.autosave().is_empty());
}

#[test]
fn every_lesson_has_a_solution() {
    for variant in ["baroque", "abbott1968", "cambridge", "maxima", "rococo", "renaissance"] {
        let home = Home::with_default_autosave();
        let mut process = home.start(&["--tutorial", "--variant", variant]);
        let title = process.read_until(" lessons.");
        let count = title.split_whitespace().rev().nth(1).unwrap().parse::<usize>().unwrap();
        for _ in 0..count {
            let hint = process.ask("hint", "try ");
            let (text, _) = hint.split_once(':').unwrap();
            process.ask(text.strip_prefix("try ").unwrap(), "Right! ");
        }
        process.read_until("That was all. Play a game now: baroque play --variant ");
        assert!(process.wait().success());
    }
}
