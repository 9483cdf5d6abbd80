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
    let text = home.play(&["--fen", ENDING], &["? c4d5", "c4d5", "e5e6", "quit"]);
    assert!(text.contains("Kc4-d5#: captures nothing; wins the game"), "{text}");
    assert!(text.contains("\n  5  .  .  . [K](k)"), "{text}");
    assert!(text.contains("Last: 1. Kc4-d5#\n1-0, checkmate. undo, new, save FILE or quit\n"));
    assert!(text.contains("the game is over (checkmate)"), "{text}");
    assert!(!text.contains("--resume"), "{text}");
    let autosave = home.autosave();
    assert!(
        autosave.contains("[Result \"1-0\"]") && autosave.contains("1. Kc4-d5# {checkmate} 1-0")
    );
}

#[test]
fn the_engine_mates_and_the_board_is_flipped_for_black() {
    let home = Home::new();
    let text = home.play(&["--fen", ENDING, "--side", "b", "--level", "5"], &["fen"]);
    // Kc4-d5 is checkmate, Kc4xd3 leaves Black's frozen king without a move.
    assert!(text.contains("1. Kc4") && text.contains("#\n"), "{text}");
    assert!(text.contains("\n1-0, "), "{text}");
    // The board is shown from the side of Black.
    assert!(text.contains("\n  8  .  .  .  .  .  .  .  . \n     h  g  f  e"), "{text}");
}

#[test]
fn a_game_begins_at_level_3_and_hides_what_the_engine_thinks() {
    let play = |arguments: &[&str], lines: &[&str]| Home::new().play(arguments, lines);
    let text = play(&[], &["e2e4", "thinking on", "d2d3", "thinking off", "a2a3"]);
    let greeting = "Variant baroque. You are White; the engine plays at level 3 of 8 ('level N' changes \
                    it).\n";
    assert!(text.starts_with(greeting), "{text}");
    assert!(text.contains("\nthe engine's line and score are shown\n"), "{text}");
    assert!(text.contains("\nthe engine's line and score are hidden\n"), "{text}");
    assert_eq!(text.matches("   (depth ").count(), 1, "{text}");
    let text = play(&["--thinking", "--level", "1"], &["e2e4", "fen"]);
    assert_eq!(text.matches("   (depth ").count(), 1, "{text}");
    let text = play(&["--movetime", "7"], &["hint"]);
    assert!(text.contains("; the engine plays at full strength, 7 ms per move ("), "{text}");
    assert!(text.contains("hint: P") && text.contains(", depth "), "{text}");
}

#[test]
fn a_strength_that_takes_the_place_of_another_one_is_told() {
    let home = Home::new();
    home.play(&["--movetime", "7"], &["e2e4"]);
    let text = home.play(&["--resume"], &[]);
    assert!(text.contains("the engine plays at full strength, 7 ms per move ("), "{text}");
    let text = home.play(&["--resume", "--level", "2"], &[]);
    assert!(text.contains("the engine plays at level 2 of 8, instead of movetime 7 ("), "{text}");
    let load = format!("load {}", home.file("game.pgn").display());
    let text = Home::new().play(&["--level", "4"], &["level 5", &load, "level"]);
    assert!(text.contains("\nlevel 5 of 8\n"), "{text}");
    assert!(text.contains("\nfull strength, 7 ms per move, instead of level 5\n"), "{text}");
    assert!(text.contains("\nfull strength, 7 ms per move\n"), "{text}");
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
    let error = Home::with_default_autosave().error(&["--tutorial", "--variant", "fugue"]);
    assert!(
        error.starts_with("error: 'fugue' has no tutorial; these have one: baroque "),
        "{error}"
    );
}

#[test]
fn illegal_moves_are_explained() {
    let home = Home::new();
    let fen = "7k/8/4W3/3i4/8/8/8/K7 w";
    let lines =
        ["e6e8", "e6", "Wh3", "a1a3", "xyz", "? e6e8", "? e6", "? d5", "new chess", "udno 2"];
    let text = home.play(&["--fen", fen], &lines);
    let frozen = "'e6e8' is not a legal move: the withdrawer on e6 is frozen by the immobilizer \
                  on d5\n";
    assert_eq!(text.matches(frozen).count(), 2, "{text}");
    assert!(text.contains("'Wh3' is not a legal move: the withdrawer on e6 is frozen"), "{text}");
    assert!(text.contains("'a1a3' is not a legal move: a king goes one step\n"), "{text}");
    assert!(text.contains("'xyz' is not a move, nor a command; try help\n"), "{text}");
    assert!(text.contains("'udno 2' is not a move, nor a command; try undo\n"), "{text}");
    assert!(text.contains("e6: White's withdrawer, frozen by the immobilizer on d5\n"), "{text}");
    assert!(text.contains("d5: Black's immobilizer\n"), "{text}");
    assert!(text.contains("unknown variant 'chess', allowed are: baroque"), "{text}");
    assert!(home.autosave().is_empty());
}

#[test]
fn short_move_notation_is_accepted() {
    let home = Home::new();
    let text = home.play(&["--side", "both"], &["e4", "Pd5", "Pb2-b4", "L", "Xd3", "game"]);
    assert!(text.contains("'Xd3' is not a legal move: "), "{text}");
    assert!(text.contains("  1. Pe2-e4               Pd7-d5\n  2. Pb2-b4\n"), "{text}");
    let home = Home::new();
    let open = "7k/8/8/8/8/8/8/K2X2X1 w";
    let text = home.play(&["--fen", open, "--side", "both"], &["Xe1", "Xe2"]);
    assert!(text.contains("'Xe1' may be Xd1-e1 or Xg1-e1\n"), "{text}");
    assert!(text.contains("Last: 1. Xd1-e2"), "{text}");
}

#[test]
fn captures_are_shown() {
    let home = Home::new();
    let fen = "7k/7p/6W1/8/8/8/8/K7 w";
    let text = home.play(&["--fen", fen, "--side", "both"], &["? Wf5", "Wf5"]);
    assert!(text.contains("Wg6-f5xh7: captures the pawn on h7\n"), "{text}");
    assert!(text.contains("\n  7  .  .  .  .  .  .  .  * \n"), "{text}");
    assert!(text.contains("\n  6  .  .  .  .  .  . [.] . \n"), "{text}");
    assert!(text.contains("\n  5  .  .  .  .  . [W] .  . \n"), "{text}");
    assert!(text.contains("Lost: Black P\nLast: 1. Wg6-f5xh7, took the pawn on h7\n"), "{text}");
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
    let text = home.play(&["--level", "1"], &lines);
    for part in [
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
    ] {
        assert!(text.contains(part), "no '{part}' in {text}");
    }
    assert!(text.contains("--resume' continues it.\n"), "{text}");
    let saved = fs::read_to_string(saved).unwrap();
    assert!(saved.contains("[WhiteType \"human\"]") && saved.contains("1. Pd2-d4 "), "{saved}");
}

#[test]
fn every_variant_can_be_played() {
    for (variant, moves, sign) in [
        ("maxima", ["e4e5", "d4d5", "fen"], "  _  _ "),
        ("rococo", ["d2d3", "e2e3", "fen"], "  9  :  : "),
        ("renaissance", ["e2e4", "d2d3", "fen"], "Hands: White "),
        ("cambridge", ["e2e4", "d2d3", "fen"], "Last: "),
    ] {
        let home = Home::new();
        let text = home.play(&["--level", "1", "--variant", variant], &moves);
        assert!(text.contains(sign), "{text}");
        assert!(text.contains("\n2. ") && text.contains("Last: 2... "), "{text}");
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
    let error = |arguments: &[&str]| Home::new().error(arguments);
    assert!(error(&["--level", "9"]).contains("1..=8"));
    assert!(error(&["--level", "1", "--movetime", "5"]).contains("cannot be used with"));
    assert!(error(&["--tc", "5+3", "--movetime", "5"]).contains("cannot be used with"));
    assert!(error(&["--tc", "5+3", "--level", "5"]).contains("cannot be used with"));
    assert!(error(&["--resume"]).contains("game.pgn"));
    assert!(error(&["--side", "x"]).contains("possible values"));
    assert!(error(&["--fen", "8/8 w"]).contains("FEN"));
}

#[test]
#[cfg(unix)]
fn ctrl_c_stops_the_search_and_prompts() {
    for (answer, expected) in [("p", "Last: 1... "), ("u", "White to move"), ("t", "Stopped. ")] {
        let home = Home::new();
        let mut process = home.start(&["--movetime", "86400000"]);
        process.send("e2e4");
        process.read_until("1. Pe2-e4");
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
    process.send("e2e4");
    process.read_until("Last: 1... ");
    process.read_until("White to move");
    common::signal("INT", &process.child);
    process.read_until("Leave? The game is saved. [y/N]");
    process.send("n");
    process.send("fen");
    process.read_until(" w - - ");
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
        let mut process = home.start(&["--movetime", "86400000"]);
        process.read_until("White to move");
        process.send("e2e4");
        process.read_until("1. Pe2-e4");
        std::thread::sleep(Duration::from_millis(100));
        process.send(line);
        process.read_until(expected);
        process.finish();
    }
    // Other commands keep their order.
    let home = Home::new();
    let text = home.play(&["--level", "1"], &["e2e4", "d2d4", "game", "quit"]);
    assert!(text.contains("  2. Pd2-d4 "), "{text}");
}

#[test]
fn the_engine_moves_after_the_end_of_input_if_anybody_reads_it() {
    let home = Home::new();
    let start = Instant::now();
    let text = home.play(&["--movetime", "1000"], &["e2e4"]);
    // It may end its search a little before the time is up.
    assert!(start.elapsed() >= Duration::from_millis(900), "{:?}", start.elapsed());
    assert!(text.contains("Last: 1... "), "{text}");
    assert!(home.autosave().contains("[PlyCount \"2\"]"));
    // Hints are searches, too.
    let home = Home::new();
    let text = home.play(&["--movetime", "300"], &["hint"]);
    assert!(text.contains("hint: "), "{text}");
    let mut child = home.command(&["--movetime", "86400000"]).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"e2e4\n").unwrap();
    std::thread::sleep(Duration::from_millis(300));
    drop(child.stdout.take());
    let start = Instant::now();
    assert!(child.wait().unwrap().success());
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

/// The estimate of the values of this game's pieces takes half a minute.
#[test]
fn a_turn_of_a_slow_game_is_given_up() {
    let home = Home::new();
    let file = home.file("slow.toml");
    fs::write(&file, include_str!("../../../../tests/cases/slow/slow_values.toml")).unwrap();
    let arguments = ["--games", file.to_str().unwrap(), "--variant", "g136", "--side", "both"];
    let text = home.play(&arguments, &["eval", "fen", "eval"]);
    assert_eq!(text.matches("the moves of this game take too long").count(), 2, "{text}");
    assert!(text.contains(" w - - 0 1\n") && !text.contains("Evaluation"), "{text}");
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
    assert!(text.contains("/a?b.pgn\n") && text.contains("/a?b.pgn exists. Replace it?"), "{text}");
}

#[test]
fn a_very_long_line_is_one_error() {
    let home = Home::new();
    let long = "x".repeat(3 << 20);
    let text = home.play(&["--side", "both"], &[&long, "e2e4"]);
    assert_eq!(text.matches("is not a move, nor a command").count(), 1, "{text}");
    assert!(home.autosave().contains("1. Pe2-e4 *"));
}

#[test]
fn the_game_explains_itself() {
    let home = Home::new();
    let lines =
        ["rules", "rules rococo", "rules chess", "pieces", "? W", "? leaper", "eval", "analyze 50"];
    let text = home.play(&["--side", "both", "--variant", "maxima"], &lines);
    for part in [
        "* A side with two pieces on d11 or e11 (for Black d1 or e1) wins, even by a move that",
        "* Capture the enemy king to win; there is no check.",
        "unknown variant 'chess', allowed are: ",
        "M  mage: goes one diagonal step and then straight on away from there; captures what it",
        "withdrawer: moves like a queen; captures what it moves straight away from\nWhite: ",
        "long-leaper: moves like a queen; ",
        "Evaluation: ",
        "  line 2  score ",
    ] {
        assert!(text.contains(part), "no '{part}' in {text}");
    }
}

#[test]
fn the_board_can_show_earlier_positions() {
    let home = Home::new();
    let moves = ["e2e4", "d7d5", "d2d3", "back", "goto 1", "undo", "e2e4", "goto 3", "goto end"];
    let text = home.play(&["--side", "both"], &moves);
    assert!(text.contains("White to move; looking back, 1 later move: forward or goto end\n"));
    assert!(text.contains("White to move; looking back, 3 later moves: forward or goto end\n"));
    assert!(text.contains("the board shows an earlier position; 'goto end' first\n"), "{text}");
    // The move of the game is no change.
    assert!(text.contains("Black to move; looking back, 2 later moves"), "{text}");
    assert!(text.contains("the game has no move 3\n"), "{text}");
    assert!(home.autosave().contains("1. Pe2-e4 Pd7-d5 2. Pd2-d3 *"), "{}", home.autosave());

    let replace = ["load GAME", "goto 2", "e4e5", "n", "e4e5", "y"].map(str::to_owned);
    let file = home.file("game.pgn").display().to_string();
    let lines = replace.map(|line| line.replace("GAME", &file));
    let other = Home::new();
    let text = other.play(&["--side", "both"], &lines.each_ref().map(String::as_str));
    assert_eq!(text.matches("Replace the 1 move here? [y/N]").count(), 2, "{text}");
    assert!(other.autosave().contains("1. Pe2-e4 Pd7-d5 2. Pe4-e5 *"), "{}", other.autosave());
}

#[test]
fn a_clock_ends_the_game() {
    let home = Home::new();
    let mut process = home.start(&["--side", "both", "--tc", "0.02+0"]);
    process.send("e2e4");
    let status = process.read_until("Black to move; clocks: White 0:01");
    assert!(status.contains(", Black 0:01."), "{status}");
    std::thread::sleep(Duration::from_millis(1300));
    process.send("e7e5");
    process.read_until("1-0, Black loses on time. undo, new, save FILE or quit");
    process.read_until("the game is over (Black loses on time)");
    process.finish();
    let saved = home.autosave();
    assert!(saved.contains("[Termination \"time forfeit\"]"), "{saved}");
    assert!(
        saved.contains("[Strength \"tc 0.02+0\"]") && saved.contains("s, Black loses on time} 1-0"),
        "{saved}"
    );
    let text = home.play(&["--resume"], &["game"]);
    assert!(text.contains("1-0, Black loses on time"), "{text}");
}

#[test]
fn the_engine_plays_with_a_clock() {
    let home = Home::new();
    let lines = ["tc 0.05+0", "e2e4", "d2d3", "tc 5+3", "level 1"];
    let text = home.play(&[], &lines);
    assert!(text.contains("full strength, with clocks, 0.05+0, instead of level 3\n"), "{text}");
    assert!(text.contains("Last: 2... "), "{text}");
    assert!(text.contains("clocks can be set only before the first move"), "{text}");
    assert!(text.contains("level 1 of 8, instead of tc 0.05+0\n"), "{text}");
}

#[test]
fn draws_are_agreed() {
    let home = Home::new();
    let text = home.play(&["--side", "both"], &["e2e4", "draw", "draw", "undo"]);
    assert!(text.contains("1/2-1/2, draw by agreement. undo, new"), "{text}");
    assert!(text.contains("the game is over\n"), "{text}");
    let engine_ahead = ("lllllllk/8/8/8/8/8/8/K7 w", "a1b1", "The engine declines the draw.\n");
    let engine_behind = ("k7/8/8/8/8/8/8/LLLLLLLK w", "h1h2", "draw by agreement");
    for (fen, mv, answer) in [engine_ahead, engine_behind] {
        let text = Home::new().play(&["--fen", fen, "--level", "2"], &[mv, "draw"]);
        assert!(text.contains(answer), "{text}");
    }
}
