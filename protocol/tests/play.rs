//! Whole games in the terminal, through pipes.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// Nothing may take longer than this.
const PATIENCE: Duration = Duration::from_secs(60);
/// White to move mates with c4d5.
const ENDING: &str = "8/8/8/4k3/2K2I2/3w4/8/8 w - - 0 1";

/// A directory for what the program keeps, and whether it keeps games in the usual place there.
struct Home(PathBuf, bool);

impl Home {
    fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("baroque-play-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Self(fs::canonicalize(path).unwrap(), false)
    }

    #[cfg(unix)]
    fn usual() -> Self {
        let mut home = Self::new();
        home.1 = true;
        home
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The game that was kept.
    fn kept(&self) -> String {
        let name = if self.1 { "baroque/last-game.pgn" } else { "game.pgn" };
        self.read(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.file(name)).unwrap_or_default()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_baroque"));
        command.arg("play");
        if !self.1 {
            command.arg("--autosave").arg(self.file("game.pgn"));
        }
        command.args(arguments);
        command.env("HOME", &self.0).env("XDG_STATE_HOME", &self.0);
        command.env_remove("CLICOLOR_FORCE").env_remove("NO_COLOR");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn start(&self, arguments: &[&str]) -> Talk {
        let mut child = self.command(arguments).spawn().unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        Talk { child, input, output }
    }

    /// What is said on standard error where the program does not start.
    fn refused(&self, arguments: &[&str]) -> String {
        let output = self.command(arguments).stdin(Stdio::null()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        String::from_utf8(output.stderr).unwrap()
    }

    /// Says all lines at once and returns all that is answered.
    fn play(&self, arguments: &[&str], lines: &[&str]) -> String {
        let mut talk = self.start(arguments);
        talk.say(&lines.join("\n"));
        talk.input = None;
        let text = talk.rest();
        assert!(talk.wait().success(), "{text}");
        assert!(!text.contains('\u{1b}'), "{text}");
        text
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

struct Talk {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Talk {
    fn say(&mut self, text: &str) {
        let line = format!("{text}\n");
        self.input.as_mut().unwrap().write_all(line.as_bytes()).unwrap();
    }

    /// The first line that contains this.
    fn until(&mut self, part: &str) -> String {
        let mut line = String::new();
        while !line.contains(part) {
            line.clear();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "no {part}");
        }
        line
    }

    fn rest(&mut self) -> String {
        let mut text = String::new();
        while self.output.read_line(&mut text).unwrap() > 0 {}
        text
    }

    #[cfg(unix)]
    fn signal(&self, name: &str) {
        let process = self.child.id().to_string();
        assert!(Command::new("kill").args([name, &process]).status().unwrap().success());
    }

    fn wait(&mut self) -> ExitStatus {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            if start.elapsed() > PATIENCE {
                let _ = self.child.kill();
                panic!("the program does not end");
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

#[test]
fn a_game_to_mate() {
    let home = Home::new();
    let text = home.play(&["--fen", ENDING], &["? c4d5", "c4d5", "e5e6", "quit"]);
    assert!(text.contains("Kc4-d5#: takes nothing; wins the game"), "{text}");
    assert!(text.contains("\n  5  .  .  . [K](k)"), "{text}");
    assert!(text.contains("Last: 1. Kc4-d5#\n1-0, checkmate. undo, new, save FILE or quit\n"));
    assert!(text.contains("the game is over (checkmate)"), "{text}");
    assert!(!text.contains("--resume"), "{text}");
    let kept = home.kept();
    assert!(kept.contains("[Result \"1-0\"]") && kept.contains("1. Kc4-d5# {checkmate} 1-0"));
}

#[test]
fn the_engine_mates_too() {
    let home = Home::new();
    let text = home.play(&["--fen", ENDING, "--side", "b", "--level", "5"], &["fen"]);
    assert!(text.contains("1. Kc4-d5#   (depth"), "{text}");
    assert!(text.contains("1-0, checkmate."), "{text}");
    // Black sits below.
    assert!(text.contains("\n  8  .  .  .  .  .  .  .  . \n     h  g  f  e"), "{text}");
}

#[test]
fn why_a_move_is_illegal() {
    let home = Home::new();
    let fen = "7k/8/4W3/3i4/8/8/8/K7 w";
    let lines = ["e6e8", "e6", "Wh3", "a1a3", "xyz", "? e6e8", "? e6", "? d5", "new chess"];
    let text = home.play(&["--fen", fen], &lines);
    let frozen = "'e6e8' is not a legal move: the withdrawer on e6 is frozen by the immobilizer \
                  on d5\n";
    assert_eq!(text.matches(frozen).count(), 2, "{text}");
    assert!(text.contains("'Wh3' is not a legal move: the withdrawer on e6 is frozen"), "{text}");
    assert!(text.contains("'a1a3' is not a legal move: a king goes one step\n"), "{text}");
    assert!(text.contains("'xyz' is not a move, and no command; try help\n"), "{text}");
    assert!(text.contains("e6: White's withdrawer, frozen by the immobilizer on d5\n"), "{text}");
    assert!(text.contains("d5: Black's immobilizer\n"), "{text}");
    assert!(text.contains("unknown variant 'chess', allowed are: baroque"), "{text}");
    assert!(home.kept().is_empty());
}

#[test]
fn moves_in_short_forms() {
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
fn what_was_taken_is_seen() {
    let home = Home::new();
    let fen = "7k/7p/6W1/8/8/8/8/K7 w";
    let text = home.play(&["--fen", fen, "--side", "both"], &["? Wf5", "Wf5"]);
    assert!(text.contains("Wg6-f5xh7: takes the pawn on h7\n"), "{text}");
    assert!(text.contains("\n  7  .  .  .  .  .  .  .  * \n"), "{text}");
    assert!(text.contains("\n  6  .  .  .  .  .  . [.] . \n"), "{text}");
    assert!(text.contains("\n  5  .  .  .  .  . [W] .  . \n"), "{text}");
    assert!(text.contains("Lost: Black P\nLast: 1. Wg6-f5xh7, took the pawn on h7\n"), "{text}");
}

#[test]
fn files_are_not_replaced_unasked() {
    let home = Home::new();
    let file = home.file("precious.pgn");
    fs::write(&file, "precious").unwrap();
    let save = format!("save {}", file.display());
    let text = home.play(&["--side", "both"], &["e2e4", &save, "n", &save]);
    assert_eq!(text.matches("exists. Replace it? [y/N]").count(), 2, "{text}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "precious");
    fs::remove_file(home.file("game.pgn")).unwrap();
    let text = home.play(&["--side", "both"], &["e2e4", &save, "yes"]);
    assert!(text.contains("saved in "), "{text}");
    assert!(fs::read_to_string(&file).unwrap().contains("1. Pe2-e4 *"));
}

#[test]
#[cfg(unix)]
fn a_game_that_cannot_be_kept_is_written_out() {
    let home = Home::usual();
    fs::create_dir_all(home.file("baroque/last-game.pgn")).unwrap();
    let text = home.play(&["--side", "both"], &["e2e4", "e7e5"]);
    assert_eq!(text.matches("the game cannot be kept: it is a directory").count(), 1, "{text}");
    assert!(text.contains("here it is:\n[Event ") && text.contains("1. Pe2-e4 Pe7-e5 *"), "{text}");
}

#[test]
fn a_session_with_all_commands() {
    let home = Home::new();
    let saved = home.file("saved.pgn");
    let save = format!("save {}", saved.display());
    let load = format!("load {}", saved.display());
    let lines = [
        "help",
        "moves e2",
        "moves zz",
        "hint",
        "e2e4",
        "fen",
        "game",
        "undo",
        "undo",
        "flip",
        "flip",
        "level",
        "level 2",
        "level 99",
        "movetime 5",
        "level 1",
        "d2d4",
        &save,
        "resign",
        "resign",
        "undo",
        "new",
        "fen",
        &load,
        "game",
        "load nowhere.pgn",
        "go",
        "side both",
        "board",
        "",
        "quit",
    ];
    let text = home.play(&["--level", "1"], &lines);
    for part in [
        "Tab completes moves and commands.",
        "e2e3 Pe2-e3  e2e4 Pe2-e4",
        "no legal move\n",
        "hint: depth ",
        "1. Pe2-e4\n",
        "there is no move of yours to take back\n",
        "level 1 (50 positions a move)\n",
        "level 2 (250 positions a move)\n",
        "level is '99', allowed is 1 to 8\n",
        "5 ms a move\n",
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
    assert!(text.contains("--resume' goes on with it.\n"), "{text}");
    let saved = fs::read_to_string(saved).unwrap();
    assert!(saved.contains("[WhiteType \"human\"]") && saved.contains("1. Pd2-d4 "), "{saved}");
}

#[test]
fn a_game_goes_on_after_the_end_of_input() {
    let home = Home::new();
    let text = home.play(&["--level", "2", "--variant", "rococo"], &["d2d3", "fen"]);
    assert!(text.contains("The game is kept; 'baroque play --autosave "), "{text}");
    let kept = home.kept();
    assert!(kept.contains("[Variant \"rococo\"]") && kept.contains("[PlyCount \"2\"]"), "{kept}");
    let text = home.play(&["--resume"], &["e2e3", "undo", "game"]);
    assert!(text.contains("Variant rococo. You are White; the engine plays level 2"), "{text}");
    assert!(text.contains("Last: 1... ") && text.contains("2. Pe2-e3\n"), "{text}");
}

#[test]
#[cfg(unix)]
fn a_new_game_does_not_destroy_the_one_before() {
    let home = Home::usual();
    let text = home.play(&["--level", "1"], &["load", "d2d3", "fen"]);
    assert!(text.contains("\nno game is kept\n"), "{text}");
    assert!(text.contains("'baroque play --resume' goes on with it."), "{text}");
    let text = home.play(&["--level", "1"], &["e2e4", "fen", "load", "game"]);
    assert!(text.contains("An unfinished game is kept; 'load' goes on with it.\n"), "{text}");
    assert!(text.contains("  1. Pd2-d3 "), "{text}");
    assert!(Home::usual().refused(&["--resume"]).contains("last-game.pgn: no game is kept"));
}

#[test]
fn every_game_can_be_played() {
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
fn colours_are_shown_to_those_who_ask() {
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
    // The program may leave before it has read all.
    let _ = input.write_all(b"e2e4\nd2d3\n");
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty());
}

#[test]
fn bad_arguments_are_refused() {
    let refused = |arguments: &[&str]| Home::new().refused(arguments);
    assert!(refused(&["--level", "9"]).contains("1..=8"));
    assert!(refused(&["--level", "1", "--movetime", "5"]).contains("cannot be used with"));
    assert!(refused(&["--resume"]).contains("game.pgn"));
    assert!(refused(&["--side", "x"]).contains("possible values"));
    assert!(refused(&["--fen", "8/8 w"]).contains("FEN"));
}

#[test]
#[cfg(unix)]
fn ctrl_c_stops_the_search_and_asks() {
    for (answer, expected) in [("p", "Last: 1... "), ("u", "White to move"), ("t", "Stopped. ")] {
        let home = Home::new();
        let mut talk = home.start(&["--movetime", "86400000"]);
        talk.say("e2e4");
        talk.until("1. Pe2-e4");
        std::thread::sleep(Duration::from_millis(300));
        talk.signal("-INT");
        let question = talk.until("Stopped. [p]lay P");
        assert!(question.ends_with("[t]hink again, [u]ndo, or [q]uit?\n"), "{question}");
        talk.say(answer);
        if answer == "t" {
            std::thread::sleep(Duration::from_millis(300));
            talk.signal("-INT");
        }
        talk.until(expected);
        talk.input = None;
        talk.rest();
        assert!(talk.wait().success());
    }
}

#[test]
#[cfg(unix)]
fn ctrl_c_where_a_move_is_asked_for_leaves_when_it_comes_twice() {
    let home = Home::new();
    let mut talk = home.start(&["--level", "1"]);
    talk.say("e2e4");
    talk.until("Last: 1... ");
    talk.until("White to move");
    talk.signal("-INT");
    talk.until("Leave? The game is kept. [y/N]");
    talk.say("n");
    talk.say("fen");
    talk.until(" w - - ");
    talk.signal("-INT");
    talk.until("Leave?");
    talk.signal("-INT");
    talk.until("--resume");
    assert!(talk.wait().success());
}

#[test]
#[cfg(unix)]
fn nothing_is_lost_when_the_program_is_killed() {
    for signal in ["-TERM", "-KILL"] {
        let home = Home::new();
        let mut talk = home.start(&["--movetime", "86400000"]);
        talk.say("e2e4");
        talk.until("1. Pe2-e4");
        talk.signal(signal);
        assert!(!talk.wait().success());
        let kept = home.kept();
        assert!(kept.contains("1. Pe2-e4 *"), "{kept}");
        assert!(no_drafts(&home.0));
    }
}

/// Whether no half-written file is left.
#[cfg(unix)]
fn no_drafts(directory: &Path) -> bool {
    let mut paths = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    paths.all(|path| path.extension().is_none_or(|extension| extension != "tmp"))
}

/// Two games, the second one by others and over.
const GAMES: &str = r#"[Event "First"]

1. e2e4 *

[Event "Open"]
[Site "Here"]
[Date "1999.12.31"]
[Round "7"]
[White "Robert"]
[Black "Baroness"]
[Result "1-0"]
[Annotator "me"]

{begins} 1. e2e4 $1 {fine} d7d5 {Black is tired} 1-0
"#;

#[test]
fn autosave_leaves_other_files_alone() {
    let home = Home::new();
    for name in ["game.pgn", "games.txt", "game.previous.pgn"] {
        fs::write(home.file(name), GAMES).unwrap();
    }
    assert!(home.refused(&[]).contains("game.pgn: there is such a file already; "));
    assert!(home.refused(&["--resume"]).contains("game.pgn: 2 games; only a file with one game"));
    fs::remove_file(home.file("game.pgn")).unwrap();
    home.play(&["--side", "both"], &["e2e4", "new", "d2d4", "new", "b2b4"]);
    assert!(home.kept().contains("1. Pb2-b4 *"));
    assert!(home.read("game.previous.2.pgn").contains("1. Pe2-e4 *"));
    assert!(home.read("game.previous.3.pgn").contains("1. Pd2-d4 *"));
    assert_eq!(
        (home.read("games.txt"), home.read("game.previous.pgn")),
        (GAMES.into(), GAMES.into())
    );
    let mut talk = home.start(&["--resume"]);
    talk.until("to move");
    fs::write(home.file("game.pgn"), "not ours").unwrap();
    talk.say("undo\nundo");
    talk.until("the game cannot be kept: another program wrote ");
    talk.input = None;
    talk.rest();
    assert!(talk.wait().success());
    assert_eq!(home.kept(), "not ours");
    fs::remove_file(home.file("game.pgn")).unwrap();
    assert!(home.refused(&["--resume"]).contains("game.pgn: no game is kept"));
}

#[test]
#[cfg(unix)]
fn only_regular_files_are_written() {
    let home = Home::new();
    let path = home.file("game.pgn");
    std::os::unix::fs::symlink("nowhere", &path).unwrap();
    assert!(home.refused(&[]).contains("game.pgn: it is a link to a file that does not exist"));
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    assert!(home.refused(&[]).contains("game.pgn: it is a directory"));
    fs::remove_dir(&path).unwrap();
    assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    assert!(home.refused(&[]).contains("game.pgn: it is no regular file"));
    assert!(home.refused(&["--resume"]).contains("game.pgn: it is no regular file"));
    fs::remove_file(&path).unwrap();
    fs::write(home.file("real.pgn"), "").unwrap();
    std::os::unix::fs::symlink("real.pgn", home.file("link.pgn")).unwrap();
    let saves =
        ["link.pgn", "none/x.pgn", ""].map(|name| format!("save {}/{name}", home.0.display()));
    let [link, none, directory] = saves.each_ref().map(String::as_str);
    let lines = ["e2e4", link, "y", none, directory, "save /dev/null", "undo"];
    let text = home.play(&["--side", "both"], &lines);
    assert!(text.contains("/none/x.pgn: there is no directory "), "{text}");
    assert!(text.contains("/: it is a directory\n"), "{text}");
    assert!(text.contains("/dev/null: it is no regular file\n"), "{text}");
    assert_eq!(text.matches("Replace it?").count(), 1, "{text}");
    assert!(home.file("link.pgn").is_symlink() && !home.file("none").exists());
    assert!(home.read("real.pgn").contains("1. Pe2-e4 *"));
    // A game that is kept behind a link stays there.
    fs::remove_file(&path).unwrap();
    std::os::unix::fs::symlink("real.pgn", &path).unwrap();
    home.play(&["--resume"], &["e7e5"]);
    assert!(path.is_symlink() && home.read("real.pgn").contains("1. Pe2-e4 Pe7-e5 *"));
    assert!(no_drafts(&home.0));
}

#[test]
#[cfg(unix)]
fn two_sessions_keep_two_games() {
    let home = Home::usual();
    let mut first = home.start(&["--side", "both"]);
    first.say("e2e4");
    first.until("Last: 1. Pe2-e4");
    let text = home.play(&["--side", "both"], &["d2d4"]);
    let second = home.file("baroque/last-game.2.pgn");
    let path = second.display();
    assert!(text.contains(&format!("this game is kept in {path}.\n")), "{text}");
    assert!(text.contains(&format!("'baroque play --autosave {path} --resume'")), "{text}");
    assert!(home.refused(&["--resume"]).contains("another session plays the game"));
    first.say("e7e5");
    first.until("Last: 1... Pe7-e5");
    first.input = None;
    first.rest();
    assert!(first.wait().success());
    assert!(home.kept().contains("1. Pe2-e4 Pe7-e5 *"));
    assert!(home.read("baroque/last-game.2.pgn").contains("1. Pd2-d4 *"));
    let text = home.play(&["--resume"], &["d7d5", "game"]);
    assert!(text.contains("'d7d5' is not a legal move") && !text.contains("Another session"));
}

#[test]
fn nobody_changes_sides_in_a_game_that_is_over() {
    let home = Home::new();
    let lines = ["resign", "go", "side b", "undo", "e2e4", "e7e5"];
    let text = home.play(&["--side", "both"], &lines);
    assert_eq!(text.matches("the game is over\n").count(), 2, "{text}");
    assert!(text.contains("Last: 1... Pe7-e5"), "{text}");
}

#[test]
fn what_was_loaded_is_said_again() {
    let home = Home::new();
    fs::write(home.file("games.pgn"), GAMES).unwrap();
    let [load, save, again] = [("load", "games"), ("save", "same"), ("save", "other")]
        .map(|(word, name)| format!("{word} {}", home.file(&format!("{name}.pgn")).display()));
    let lines = [&load, &save, "undo", "resign", &again, "undo", "e4e5", "quit"];
    let text = home.play(&["--side", "both"], &lines);
    assert!(text.contains("game 2 of 2\n"), "{text}");
    assert!(text.contains("1-0, as the file says. undo"), "{text}");
    let same = home.read("same.pgn");
    let moves = "{begins} 1. Pe2-e4 $1 {fine} 1... Pd7-d5 {Black is tired} 1-0\n";
    assert!(same.ends_with(moves) && !same.contains("human"), "{same}");
    let other = home.read("other.pgn");
    assert!(other.contains("Pd7-d5 {Black is tired; White resigns} 0-1\n"), "{other}");
    let kept = home.kept();
    assert!(kept.contains("Pd7-d5 {Black is tired} 2. Pe4-e5 *\n"), "{kept}");
    for tag in ["Event \"Open", "Site \"Here", "Date \"1999.12.31", "Round \"7", "White \"Robert"] {
        assert!(same.contains(tag) && other.contains(tag) && kept.contains(tag), "{tag}");
    }
    assert!(kept.contains("[WhiteType \"human\"]") && kept.contains("[Annotator \"me\"]"));
    // The reason is said once, however often the game is loaded.
    let load = format!("load {}", home.file("other.pgn").display());
    let save = format!("save {}", home.file("third.pgn").display());
    let text = home.play(&["--resume"], &[&load, "undo", "resign", &save]);
    assert!(text.contains("0-1, White resigns. undo"), "{text}");
    assert!(home.read("third.pgn").contains("{Black is tired; White resigns} 0-1\n"));
}

#[test]
fn a_loaded_game_is_not_lost() {
    let home = Home::new();
    fs::write(home.file("good.pgn"), "1. e2e4 *").unwrap();
    let load = format!("load {}", home.file("good.pgn").display());
    let text = home.play(&["--side", "both"], &[&load, "quit"]);
    assert!(text.contains("\nNothing was played since the game was loaded.\n"), "{text}");
    assert!(!text.contains("could not be kept") && home.kept().is_empty(), "{text}");
}

#[test]
fn superfluous_words_are_refused() {
    let home = Home::new();
    let lines = ["e2e4", "undo 3", "resign now", "quit now", "go on", "fen"];
    let text = home.play(&["--side", "both"], &lines);
    assert!(text.contains("\n'3' after undo, allowed is nothing\n"), "{text}");
    assert!(text.contains("'now' after resign, ") && text.contains("'now' after quit, "), "{text}");
    assert!(text.contains(" b - - 1 1\n") && home.kept().contains("1. Pe2-e4 *"), "{text}");
}

#[test]
fn some_things_do_not_wait_for_the_engine() {
    for (line, expected) in [
        (Some("quit"), "The game is kept; "),
        (None, "The game is kept; "),
        (Some("undo"), "White to move"),
        (Some("resign"), "0-1, White resigns."),
    ] {
        let home = Home::new();
        let mut talk = home.start(&["--movetime", "86400000"]);
        talk.until("White to move");
        talk.say("e2e4");
        talk.until("1. Pe2-e4");
        std::thread::sleep(Duration::from_millis(100));
        match line {
            Some(line) => talk.say(line),
            None => talk.input = None,
        }
        talk.until(expected);
        talk.input = None;
        talk.rest();
        assert!(talk.wait().success());
    }
    // They do not overtake anything.
    let home = Home::new();
    let text = home.play(&["--level", "1"], &["e2e4", "d2d4", "game", "quit"]);
    assert!(text.contains("  2. Pd2-d4 "), "{text}");
}
