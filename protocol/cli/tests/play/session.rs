//! Games, commands and the display.

use std::fs;
use std::io::Write;
use std::process::Stdio;
use std::time::{Duration, Instant};

use super::support::*;
#[cfg(unix)]
use crate::common;

#[test]
fn a_game_ends_with_mate() {
    let home = Home::new();
    let parts = [
        "Kc4-d5#: captures nothing; wins the game",
        "\n  5  .  .  . [K](k)",
        "Last: 1. Kc4-d5#\n1-0, checkmate. undo, new, save FILE or quit\n",
        "the game is over (checkmate)",
    ];
    let text = home.shows(&["--fen", ENDING], &["? c4d5", "c4d5", "e5e6", "quit"], &parts);
    assert!(!text.contains("--resume"), "{text}");
    assert_has(home.autosave(), &["[Result \"1-0\"]", "1. Kc4-d5# {checkmate} 1-0"]);
}

#[test]
fn the_engine_mates_and_the_board_is_flipped_for_black() {
    let arguments = ["--fen", ENDING, "--side", "b", "--level", "5"];
    // Kc4-d5 is checkmate, Kc4xd3 leaves Black's frozen king without a move.
    let mates = ["1. Kc4", "#\n", "\n1-0, "];
    let text = Home::new().shows(&arguments, &["fen"], &mates);
    // The board is shown from the side of Black.
    assert_has(text, &["\n  8  .  .  .  .  .  .  .  . \n     h  g  f  e"]);
}

#[test]
fn a_game_begins_at_level_3_and_hides_what_the_engine_thinks() {
    // The same move each time: what level 3 answers may stop any other.
    let lines = ["e2e4", "thinking on", "undo", "e2e4", "thinking off", "undo", "e2e4"];
    let shown =
        ["shown", "hidden"].map(|word| format!("\nthe engine's line and score are {word}\n"));
    let text = Home::new().shows(&[], &lines, &shown.each_ref().map(String::as_str));
    let greeting = "Variant baroque. You are White; the engine plays at level 3 of 8";
    assert!(text.starts_with(&format!("{greeting} ('level N' changes it).\n")), "{text}");
    assert_eq!(text.matches("   (depth ").count(), 1, "{text}");
    let text = Home::new().play(&["--thinking", "--level", "1"], &["e2e4", "fen"]);
    assert_eq!(text.matches("   (depth ").count(), 1, "{text}");
    let full = "; the engine plays at full strength, 7 ms per move (";
    Home::new().shows(&["--movetime", "7"], &["hint"], &[full, "hint: P", ", depth "]);
}

#[test]
fn a_strength_that_takes_the_place_of_another_one_is_told() {
    let home = Home::new();
    home.play(&["--movetime", "7"], &["e2e4"]);
    home.shows(&["--resume"], &[], &["the engine plays at full strength, 7 ms per move ("]);
    let instead = "the engine plays at level 2 of 8, instead of movetime 7 (";
    home.shows(&["--resume", "--level", "2"], &[], &[instead]);
    let load = format!("load {}", home.file("game.pgn").display());
    let parts = [
        "\nlevel 5 of 8\n",
        "\nfull strength, 7 ms per move, instead of level 5\n",
        "\nfull strength, 7 ms per move\n",
    ];
    Home::new().shows(&["--level", "4"], &["level 5", &load, "level"], &parts);
}

#[test]
fn the_tutorial_is_offered_where_there_is_one() {
    let greeting = |variant| Home::new().play(&["--variant", variant], &[]);
    for (variant, option) in
        [("baroque", ""), ("cambridge", " --variant cambridge"), ("rococo", " --variant rococo")]
    {
        let offer = format!(" To learn: baroque play --tutorial{option}\n");
        assert!(greeting(variant).contains(&offer), "{variant}");
    }
    for variant in ["fugue", "skirmish"] {
        assert!(!greeting(variant).contains("tutorial"), "{variant}");
    }
    let error = Home::with_default_autosave().error(&["--tutorial", "--level", "1"]);
    assert_has(error, &["cannot be used with"]);
}

#[test]
fn illegal_moves_are_explained() {
    let home = Home::new();
    let fen = "7k/8/4W3/3i4/8/8/8/K7 w";
    let lines =
        ["e6e8", "e6", "Wh3", "a1a3", "xyz", "? e6e8", "? e6", "? d5", "new chess", "udno 2"];
    let frozen = "the withdrawer on e6 is frozen by the immobilizer on d5\n";
    let parts = [
        "'Wh3' is not a legal move: the withdrawer on e6 is frozen",
        "'a1a3' is not a legal move: a king goes one step\n",
        "'xyz' is not a move, nor a command; try help\n",
        "'udno 2' is not a move, nor a command; try undo\n",
        "e6: White's withdrawer, frozen by the immobilizer on d5\n",
        "d5: Black's immobilizer\n",
        "unknown variant 'chess', allowed are: baroque",
    ];
    let text = home.shows(&["--fen", fen], &lines, &parts);
    let reason = format!("'e6e8' is not a legal move: {frozen}");
    assert_eq!(text.matches(&reason).count(), 2, "{text}");
    assert!(home.autosave().is_empty());
}

#[test]
fn short_move_notation_is_accepted() {
    let lines = ["e4", "Pd5", "Pb2-b4", "L", "Xd3", "game"];
    let sheet = "  1. Pe2-e4               Pd7-d5\n  2. Pb2-b4\n";
    Home::new().shows(&["--side", "both"], &lines, &["'Xd3' is not a legal move: ", sheet]);
    let open = ["--fen", "7k/8/8/8/8/8/8/K2X2X1 w", "--side", "both"];
    let parts = ["'Xe1' may be Xd1-e1 or Xg1-e1\n", "Last: 1. Xd1-e2"];
    Home::new().shows(&open, &["Xe1", "Xe2"], &parts);
}

#[test]
fn captures_are_shown() {
    let arguments = ["--fen", "7k/7p/6W1/8/8/8/8/K7 w", "--side", "both"];
    let parts = [
        "Wg6-f5xh7: captures the pawn on h7\n",
        "\n  7  .  .  .  .  .  .  .  * \n  6  .  .  .  .  .  . [.] . \n",
        "\n  5  .  .  .  .  . [W] .  . \n",
        "Lost: Black P\nLast: 1. Wg6-f5xh7, took the pawn on h7\n",
    ];
    Home::new().shows(&arguments, &["? Wf5", "Wf5"], &parts);
}

#[test]
fn all_commands_work_in_one_session() {
    let home = Home::new();
    let saved = home.file("saved.pgn");
    let save = format!("save {}", saved.display());
    let load = format!("load {}", saved.display());
    let lines = format!(
        "help|moves e2|moves zz|moves i|side|hint|e2e4|fen|game|undo|undo|flip|flip|level|level 2|\
         level 99|movetime 5|level 1|d2d4|{save}|resign|resign|undo|new|fen|{load}|game|\
         load nowhere.pgn|go|side both|board||quit"
    );
    let lines: Vec<&str> = lines.split('|').collect();
    let parts = [
        "Tab completes, Ctrl-C stops the engine",
        "e2e3 Pe2-e3  e2e4 Pe2-e4",
        "no legal move begins with 'zz'\n",
        "no legal move begins with 'i'\n",
        "side needs w, b or both\n",
        "hint: P",
        "1. Pe2-e4\n",
        "you have no move to take back\n",
        "level 1 of 8\n",
        "level 2 of 8\n",
        "level is '99', allowed is 1 to 8\n",
        "full strength, 5 ms per move, instead of level 2\n",
        "level 1 of 8, instead of movetime 5\n",
        "saved in ",
        "0-1, White resigns. undo, new, save FILE or quit\n",
        "the game is over\n",
        "clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/ILXKWXLC w - - 0 1\n",
        "  1. Pd2-d4 ",
        "nowhere.pgn: ",
        "2. ",
        "--resume' continues it.\n",
    ];
    home.shows(&["--level", "1"], &lines, &parts);
    assert_has(home.read("saved.pgn"), &["[WhiteType \"human\"]", "1. Pd2-d4 "]);
}

#[test]
fn every_variant_can_be_played() {
    for (variant, moves, sign) in [
        ("maxima", ["e4e5", "d4d5", "fen"], "  _  _ "),
        ("rococo", ["d2d3", "e2e3", "fen"], "  9  :  : "),
        ("renaissance", ["e2e4", "d2d3", "fen"], "Hands: White "),
        ("cambridge", ["e2e4", "d2d3", "fen"], "Last: "),
    ] {
        let arguments = ["--level", "1", "--variant", variant];
        Home::new().shows(&arguments, &moves, &[sign, "\n2. ", "Last: 2... "]);
    }
}

#[test]
fn colours_follow_the_environment() {
    let home = Home::new();
    let mut command = home.command(&["--fen", ENDING]);
    let output = command.env("CLICOLOR_FORCE", "1").stdin(Stdio::null()).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("\u{1b}[1m\u{1b}[38;5;231m\u{1b}[48;5;"), "{text}");
    let mut command = home.command(&["--fen", ENDING]);
    let output = command.env("NO_COLOR", "1").stdin(Stdio::null()).output().unwrap();
    assert!(!output.stdout.contains(&0x1b));
}

#[test]
fn a_closed_output_ends_the_program_quietly() {
    let home = Home::new();
    let mut child = home.command(&["--level", "1"]).spawn().unwrap();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    // The program may exit before it has read all input.
    let _ = input.write_all(b"e2e4\nd2d3\n");
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty());
}

#[test]
fn invalid_arguments_are_errors() {
    for (arguments, part) in [
        ("--level 9", "1..=8"),
        ("--level 1 --movetime 5", "cannot be used with"),
        ("--tc 5+3 --movetime 5", "cannot be used with"),
        ("--tc 5+3 --level 5", "cannot be used with"),
        ("--resume", "game.pgn"),
        ("--side x", "possible values"),
        ("--fen 8/8", "FEN"),
    ] {
        assert_has(Home::new().error(&arguments.split(' ').collect::<Vec<_>>()), &[part]);
    }
}

#[test]
#[cfg(unix)]
fn ctrl_c_stops_the_search_and_prompts() {
    for (answer, expected) in [("p", "Last: 1... "), ("u", "White to move"), ("t", "Stopped. ")] {
        let home = Home::new();
        let mut process = home.thinking();
        std::thread::sleep(Duration::from_millis(300));
        common::signal("INT", &process.child);
        let question = process.read_until("Stopped. [p]lay P");
        assert!(question.ends_with("[t]hink again, [u]ndo, or [q]uit?\n"), "{question}");
        process.send(answer);
        if answer == "t" {
            std::thread::sleep(Duration::from_millis(300));
            common::signal("INT", &process.child);
        }
        process.read_until(expected);
        process.finish();
    }
}

#[test]
#[cfg(unix)]
fn a_second_ctrl_c_at_the_prompt_exits() {
    let home = Home::new();
    let mut process = home.start(&["--level", "1"]);
    process.ask("e2e4", "Last: 1... ");
    process.read_until("White to move");
    common::signal("INT", &process.child);
    process.read_until("Leave? The game is saved. [y/N]");
    process.send("n");
    process.ask("fen", " w - - ");
    common::signal("INT", &process.child);
    process.read_until("Leave?");
    common::signal("INT", &process.child);
    process.read_until("--resume");
    assert!(process.wait().success());
}

#[test]
fn sides_cannot_change_after_the_game() {
    let home = Home::new();
    let lines = ["resign", "go", "side b", "undo", "e2e4", "e7e5"];
    let text = home.play(&["--side", "both"], &lines);
    assert_eq!(text.matches("the game is over\n").count(), 2, "{text}");
    assert!(text.contains("Last: 1... Pe7-e5"), "{text}");
}

#[test]
fn extra_arguments_are_rejected() {
    let home = Home::new();
    let lines = ["e2e4", "undo 3", "resign now", "quit now", "go on", "fen"];
    let text = home.play(&["--side", "both"], &lines);
    assert!(text.contains("\nundo takes no argument\n"), "{text}");
    assert!(
        text.contains("\nresign takes no argument\n")
            && text.contains("\nquit takes no argument\n"),
        "{text}"
    );
    assert!(text.contains(" b - - 1 1\n") && home.autosave().contains("1. Pe2-e4 *"), "{text}");
}

#[test]
fn wrong_arguments_are_rejected_with_the_allowed_ones() {
    let errors = [
        ("level 9", "level is '9', allowed is 1 to 8"),
        ("movetime soon", "movetime is 'soon', allowed is 1 to 86400000"),
        ("movetime ", "movetime needs a number from 1 to 86400000"),
        ("tc soon", "tc is 'soon', allowed is minutes+seconds"),
        ("side k", "side is 'k', allowed is w, b or both"),
        ("thinking", "thinking is '', allowed is on or off"),
        ("save", "save needs the name of a file"),
        ("analyze 0", "analyze is '0', allowed is 1 to 86400000"),
        ("goto x", "goto is 'x', allowed is the number of a move, start or end"),
    ];
    let text = Home::new().play(&["--side", "both"], &errors.map(|(line, _)| line));
    for (_, error) in errors {
        assert!(text.contains(&format!("\n{error}")), "no '{error}' in {text}");
    }
}

#[test]
fn quit_undo_and_resign_do_not_wait_for_the_engine() {
    for (line, expected) in [
        ("quit", "The game is saved; "),
        ("undo", "White to move"),
        ("resign", "0-1, White resigns."),
    ] {
        let home = Home::new();
        let mut process = home.thinking();
        std::thread::sleep(Duration::from_millis(100));
        process.ask(line, expected);
        process.finish();
    }
    // Other commands keep their order.
    let lines = ["e2e4", "d2d4", "game", "quit"];
    Home::new().shows(&["--level", "1"], &lines, &["  2. Pd2-d4 "]);
}

#[test]
fn the_engine_moves_after_the_end_of_input_if_anybody_reads_it() {
    let home = Home::new();
    let start = Instant::now();
    home.shows(&["--movetime", "1000"], &["e2e4"], &["Last: 1... "]);
    // It may end its search a little before the time is up.
    assert!(start.elapsed() >= Duration::from_millis(900), "{:?}", start.elapsed());
    assert_has(home.autosave(), &["[PlyCount \"2\"]"]);
    // Hints are searches, too.
    let home = Home::new();
    home.shows(&["--movetime", "300"], &["hint"], &["hint: "]);
    let mut child = home.command(&["--movetime", "86400000"]).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"e2e4\n").unwrap();
    std::thread::sleep(Duration::from_millis(300));
    drop(child.stdout.take());
    let start = Instant::now();
    assert!(child.wait().unwrap().success());
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

/// Without a bound the estimate of the values of this game's pieces took half a minute.
#[test]
fn the_values_of_a_slow_game_are_estimated_at_once() {
    let home = Home::new();
    let file = home.file("slow.toml");
    fs::write(&file, include_str!("../../../../tests/cases/slow/slow_values.toml")).unwrap();
    let arguments = ["--games", file.to_str().unwrap(), "--variant", "g136", "--side", "both"];
    let start = Instant::now();
    let text = home.play(&arguments, &["eval", "fen", "eval"]);
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    assert!(text.contains(" w - - 0 1\n"), "{text}");
    let evaluations: Vec<_> = text.lines().filter(|line| line.contains("Evaluation: ")).collect();
    assert_eq!(evaluations.len(), 2, "{text}");
    assert_eq!(evaluations[0], evaluations[1]);
}

#[test]
fn hidden_characters_are_not_printed() {
    let home = Home::new();
    let hidden = ["\u{202e}", "\u{200b}", "\u{9b}", "\u{e0041}"];
    let save = format!("save {}/a\u{202e}b.pgn", home.file("").display());
    let mut lines = hidden.map(|text| format!("? {text}")).to_vec();
    lines.extend(hidden.map(|text| format!("side {text}")));
    lines.extend(hidden.map(|text| format!("new {text}")));
    lines.extend([save.clone(), save, "n".to_owned()]);
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let text = home.play(&["--side", "both"], &lines);
    assert!(!hidden.iter().any(|text_of| text.contains(text_of)), "{text:?}");
    assert_has(text, &["/a?b.pgn\n", "/a?b.pgn exists. Replace it?"]);
}

#[test]
fn a_very_long_line_is_one_error() {
    let home = Home::new();
    let long = "x".repeat(3 << 20);
    let text = home.play(&["--side", "both"], &[&long, "e2e4"]);
    assert_eq!(text.matches("is not a move, nor a command").count(), 1, "{text}");
    assert_has(home.autosave(), &["1. Pe2-e4 *"]);
}

#[test]
fn the_game_explains_itself() {
    let lines =
        ["rules", "rules rococo", "rules chess", "pieces", "? W", "? leaper", "eval", "analyze 50"];
    let parts = [
        "* A side with two pieces on d11 or e11 (for Black d1 or e1) wins, even by a move that",
        "* Capture the enemy king to win; there is no check.",
        "unknown variant 'chess', allowed are: ",
        "M  mage: goes one diagonal step and then straight on away from there; captures what it",
        "withdrawer: moves like a queen; captures what it moves straight away from\nWhite: ",
        "long-leaper: moves like a queen; ",
        "Evaluation: ",
        "  line 2  score ",
    ];
    Home::new().shows(&["--side", "both", "--variant", "maxima"], &lines, &parts);
}

#[test]
fn the_board_can_show_earlier_positions() {
    let home = Home::new();
    let moves = ["e2e4", "d7d5", "d2d3", "back", "goto 1", "undo", "e2e4", "goto 3", "goto end"];
    let parts = [
        "White to move; looking back, 1 later move: forward or goto end\n",
        "White to move; looking back, 3 later moves: forward or goto end\n",
        "the board shows an earlier position; 'goto end' first\n",
        // The move of the game is no change.
        "Black to move; looking back, 2 later moves",
        "the game has no move 3\n",
    ];
    home.shows(&["--side", "both"], &moves, &parts);
    assert_has(home.autosave(), &["1. Pe2-e4 Pd7-d5 2. Pd2-d3 *"]);

    let replace = ["load GAME", "goto 2", "e4e5", "n", "e4e5", "y"].map(str::to_owned);
    let file = home.file("game.pgn").display().to_string();
    let lines = replace.map(|line| line.replace("GAME", &file));
    let other = Home::new();
    let text = other.play(&["--side", "both"], &lines.each_ref().map(String::as_str));
    assert_eq!(text.matches("Replace the 1 move here? [y/N]").count(), 2, "{text}");
    assert_has(other.autosave(), &["1. Pe2-e4 Pd7-d5 2. Pe4-e5 *"]);
}

#[test]
fn a_clock_ends_the_game() {
    let home = Home::new();
    let mut process = home.start(&["--side", "both", "--tc", "0.02+0"]);
    let status = process.ask("e2e4", "Black to move; clocks: White 0:01");
    assert!(status.contains(", Black 0:01."), "{status}");
    std::thread::sleep(Duration::from_millis(1300));
    process.ask("e7e5", "1-0, Black loses on time. undo, new, save FILE or quit");
    process.read_until("the game is over (Black loses on time)");
    process.finish();
    let tags = ["[Termination \"time forfeit\"]", "[Strength \"tc 0.02+0\"]"];
    assert_has(home.autosave(), &tags);
    assert_has(home.autosave(), &["s, Black loses on time} 1-0"]);
    home.shows(&["--resume"], &["game"], &["1-0, Black loses on time"]);
}

#[test]
fn the_engine_plays_with_a_clock() {
    let parts = [
        "full strength, with clocks, 0.05+0, instead of level 3\n",
        "Last: 2... ",
        "clocks can be set only before the first move",
        "level 1 of 8, instead of tc 0.05+0\n",
    ];
    Home::new().shows(&[], &["tc 0.05+0", "e2e4", "d2d3", "tc 5+3", "level 1"], &parts);
}

#[test]
fn draws_are_agreed() {
    let parts = ["1/2-1/2, draw by agreement. undo, new", "the game is over\n"];
    Home::new().shows(&["--side", "both"], &["e2e4", "draw", "draw", "undo"], &parts);
    let engine_ahead = ("lllllllk/8/8/8/8/8/8/K7 w", "a1b1", "The engine declines the draw.\n");
    let engine_behind = ("k7/8/8/8/8/8/8/LLLLLLLK w", "h1h2", "draw by agreement");
    for (fen, mv, answer) in [engine_ahead, engine_behind] {
        Home::new().shows(&["--fen", fen, "--level", "2"], &[mv, "draw"], &[answer]);
    }
}
