//! The English of games from files.

use super::run_with;
use crate::common::{self, Folder, Temporary, assert_has, clean};

/// A game with words that no game of ours has, and with names of pieces that are not regular.
const GAME: &str = r#"
format = 1
[court]
board = "6x6"
start = "2ek2/rrmmww/6/6/RRMMWW/2EK2[] w - - 0 1"
zones = { last = { white = "*6", black = "*1" }, keep = { white = "c6 d6", black = "c1 d1" }, sides = "a* f*" }
hands = { takes = true, turns = { M = "W" }, drop = "last" }
end = { royal = "capture", stalemate = "loss", reach = { pieces = "E", in = "keep" }, bare = "loss", extinct = "MW" }
limit = { in = "sides", pieces = 4 }
suicide = true
[court.pieces]
E = { name = "emperor", move = "K", take = "displace", royal = true, value = 0 }
K = { name = "knight-errant", move = "fN", take = "displace", value = 300 }
R = { name = "rifleman", move = "W", act = { rifle = { range = 2 } }, immune = "M", value = 300 }
M = { name = "ox", move = "F", take = "displace", shields = "E", freezes = { kinds = "R", unless-beside = "RM" }, value = 200 }
W = { name = "witch", move = "F-R3", take = { imitate = { royal-alone = true } }, shields = "WR", promote = { in = "last", to = "RM" }, value = 400 }
"#;

#[test]
fn what_a_file_says_is_told_in_english() {
    let file = Temporary::new("court.toml", GAME);
    let text = clean(&["check", "--random", "3", file.path()], "");
    for line in [
        "E emperor: goes one step; captures what it moves onto; its capture ends the game.",
        "K knight-errant: leaps 2 forward and 1 to the left, or 2 forward and 1 to the right; captures \
         what it moves onto; worth 300 centipawns.",
        "R rifleman: goes one step along files and ranks; shoots, without moving, the first piece on a \
         line, if an enemy at most 2 steps away; cannot be captured by an ox; worth 300 centipawns.",
        "M ox: goes one step along diagonals; captures what it moves onto; freezes any adjacent enemy \
         rifleman, unless another ox or rifleman of that side is beside the freezer; protects \
         any adjacent emperor of its side from capture; becomes a witch when it is captured; \
         worth 200 centipawns.",
        "W witch: goes one diagonal step and then at most 3 squares straight on away from there; \
         captures each enemy by that enemy's own method; all that fits is captured at once; a move onto \
         an emperor captures nothing else; protects any other adjacent rifleman or witch of its side \
         from capture; may become, on the last rank, an ox or rifleman; worth 400 centipawns.",
        "Capture the enemy emperor to win; there is no check.",
        "A side without a legal move loses.",
        "A side with an emperor on c6 or d6 (for Black c1 or d1) wins.",
        "A side that has only its emperor left loses.",
        "A side with no ox or witch left loses.",
        "A side may have at most four of its pieces in its sides, file a or f.",
        "Captured pieces go to the hand of the captor's side and can be dropped on an empty square, but \
         only on the last rank, instead of moving (written K@d6).",
        "A frozen piece other than the emperor may leave the board instead of moving.",
        "A frozen piece leaves the board if its square is entered twice (written d4d4).",
    ] {
        assert_has(&text, &[&format!("\n{line}\n")]);
    }
}

#[test]
fn rules_and_squares_are_told_in_a_game_too() {
    let file = Temporary::new("court.toml", GAME);
    let home = Folder::new("court-home");
    let saved = home.name("game.pgn");
    let arguments = ["play", "--variant", "court", "--side", "both", "--autosave", &saved];
    let (_, text, _) = run_with(file.path(), &arguments, "rules\npieces\n? c6\n? a6\nquit\n");
    let parts = [
        "* A side with no ox or witch left loses.",
        "an emperor on c6 or d6.",
        "A witch of White may become another piece here.",
        "White's sides: at most four of White's pieces.",
    ];
    assert_has(text.split_whitespace().collect::<Vec<_>>().join(" "), &parts);
}

#[test]
fn warnings_are_shown_and_the_game_is_read() {
    let text = GAME
        .replace("\"witch\"", "\"ox\"")
        .replace("[court.pieces]\n", "[court.pieces]\nZ = { name = \"zebra\", move = \"Z\" }\n");
    let file = Temporary::new("warned.toml", &text);
    let path = file.path();
    let never = "'Z' can never appear: no start has it, and no piece becomes one";
    let warnings = [
        format!("{path}:12:5 court.pieces.Z: warning: {never}"),
        format!("{path}:17:5 court.pieces.W: warning: 'W' has the same name as 'M', ox"),
    ];
    let text = clean(&["check", "--random", "1", path], "");
    assert!(text.starts_with(&warnings.join("\n")), "{text}");
    let (code, _, errors) = run_with(path, &["perft", "--variant", "court", "1"], "");
    assert_eq!((code, errors), (0, warnings.join("\n") + "\n"));
    let input = format!("load {path}\nsetoption name UCI_Variant value court\nquit\n");
    let (_, text, _) = common::run(&[], &input);
    let shown: Vec<&str> =
        text.lines().filter_map(|line| line.strip_prefix("info string ")).collect();
    assert_eq!(shown[..2], warnings, "{text}");
    assert_has(&text, &["info string variant court files 6 "]);
    let input = format!("xboard\noption VariantPath={path}\nquit\n");
    let (_, text, _) = common::run(&[], &input);
    assert_has(text, &warnings.each_ref().map(String::as_str));
}
