//! Moves and marks between XBoard's board and the game.

mod common;

use std::collections::BTreeSet;

use common::Talk;

/// A conversation that is ready for moves of both sides.
fn forced(variant: &str, fen: &str) -> Talk {
    let talk = Talk::xboard();
    talk.told(&format!("new\nvariant {variant}\nforce"));
    talk.told_nothing(&format!("setboard {fen}"));
    talk
}

/// The engine's move in a position, to a small depth.
fn answer(variant: &str, fen: &str) -> String {
    let talk = forced(variant, fen);
    talk.say("sd 3\ngo");
    talk.engine_move()
}

/// The targets that are marked when the user lifts what stands on a square.
fn marks(talk: &Talk, square: &str) -> String {
    let line = talk.told_one(&format!("lift {square}"));
    line.strip_prefix("highlight ").unwrap().to_owned()
}

/// Whether a square is marked like that.
fn is_marked(marks: &str, files: usize, square: &str, colour: char) -> bool {
    let ranks: Vec<&str> = marks.split('/').collect();
    let file = usize::from(square.as_bytes()[0] - b'a');
    let lowest = if ranks.len() == 10 { 0 } else { 1 };
    let rank = square[1..].parse::<usize>().unwrap() - lowest;
    let mut cells = String::new();
    let mut run = 0;
    for letter in ranks[ranks.len() - 1 - rank].chars().chain(['.']) {
        match letter.to_digit(10) {
            Some(digit) => run = 10 * run + digit,
            None => {
                cells.extend((0..run).map(|_| ' '));
                cells.push(letter);
                run = 0;
            }
        }
    }
    assert_eq!(cells.len(), files + 1, "{marks}");
    cells.chars().nth(file) == Some(colour)
}

#[test]
fn illegal_moves_are_refused_in_words_that_xboard_understands() {
    let talk = forced("baroque", "4k3/8/8/8/3i4/8/3L4/3LK3 w - - 0 1");
    for (text, reason) in [
        ("e8e7", "the piece belongs to the other side"),
        ("a3a4", "there is no piece on that square"),
        ("d2c4", "a long-leaper moves like a queen"),
        (
            "d2d4",
            "a long-leaper cannot land on the immobilizer on d4: it captures what it jumps over",
        ),
        ("d2d9", "it is not a move"),
        ("hello", "it is not a move"),
        ("d2", "it is not a move"),
        ("d2d3,", "it is not a move"),
        ("d2d3,e4f5,f5f6,f6f7", "it is not a move"),
        (
            "d2xd4",
            "a long-leaper cannot land on the immobilizer on d4: it captures what it jumps over",
        ),
        ("@@@@", "it is not a move"),
        ("L@e5", "this game has no pieces in hand"),
        ("d2d2", "the long-leaper on d2 is not frozen, so it cannot commit suicide"),
        ("\u{e9}2\u{e9}4", "it is not a move"),
    ] {
        let line = talk.told_one(&format!("usermove {text}"));
        assert_eq!(line, format!("Illegal move ({reason}): {text}"));
        assert_xboard_understands(&line);
    }
    assert_eq!(talk.told_one("usermove"), "Error (usermove is missing): usermove");
    // Without the word it is a move too.
    assert_eq!(talk.told_one("e8e7"), "Illegal move (the piece belongs to the other side): e8e7");
    let frozen = forced("cambridge", "4k3/8/8/8/3i4/3L4/8/4K3 w - - 0 1");
    let line = frozen.told_one("usermove d3d2");
    assert_eq!(
        line,
        "Illegal move (the long-leaper on d3 is frozen by the immobilizer on d4): d3d2"
    );
}

/// XBoard takes a message with such a word for something else.
fn assert_xboard_understands(line: &str) {
    for word in [
        "name", "rating", "result", "board", "bk", "computer", "variant", "hint", "random",
        "depth", "accepted", "protover", "draw", "time", "otim", "analyze", "?",
    ] {
        assert!(!line.contains(word), "{line}");
    }
}

#[test]
fn refusals_give_the_reason_with_the_squares_of_xboard() {
    let start = "10/1iwlkxlas1/1pppppppp1/10/10/10/10/1PPPPPPPP1/1IWLKXLAS1/10 w - - 0 1";
    let promotion = "10/2k7/6P3/10/10/10/10/10/KW8/10 w - - 0 1";
    for (variant, fen, text, reason) in [
        ("rococo", start, "c2c4", "there is no piece on c3 to leap over"),
        (
            "rococo",
            start,
            "b1b1",
            "the immobilizer on b1 is not frozen, so it cannot commit suicide",
        ),
        ("rococo", promotion, "g7g8w", "no W of White is missing, so a pawn cannot become one"),
        (
            "baroque",
            "8/8/4W3/3i4/8/8/8/K6k w - - 0 1",
            "e6e8",
            "the W on e6 is frozen by the immobilizer on d5",
        ),
        (
            "baroque",
            "7k/8/8/8/8/1w6/8/K7 w - - 0 1",
            "a1a2",
            "the king on a2 could then be captured by the W on b3",
        ),
        ("baroque", "8/8/8/3Kk3/5I2/3w4/8/8 b - - 0 1", "e5e6", "the game is over (checkmate)"),
        (
            "renaissance",
            "k6Up/9/9/9/9/9/9/9/K8[] w - - 0 1",
            "h9i9",
            "the pawn on i9 is at the edge and cannot be pushed on",
        ),
        (
            "renaissance",
            "8k/9/9/9/9/9/9/1B7/K8[] w - - 0 1",
            "b2b2",
            "that would remove your own king",
        ),
        ("renaissance", "8k/9/9/9/9/9/9/9/K8[] w - - 0 1", "W@e5", "White has no W in hand"),
    ] {
        let line = forced(variant, fen).told_one(&format!("usermove {text}"));
        assert_eq!(line, format!("Illegal move ({reason}): {text}"));
        assert_xboard_understands(&line);
    }
}

#[test]
fn engine_moves_name_one_or_two_victims() {
    // e4e5 takes d5, or d5 and f5.
    assert_eq!(answer("baroque", "8/8/8/2Pw4/4P3/8/8/K6k w - - 0 1"), "e4xd5-e5");
    assert_eq!(answer("baroque", "8/8/8/2Pw1wP1/4P3/8/8/K6k w - - 0 1"), "e4xd5xf5-e5");
    // A king displaces what it takes.
    assert_eq!(answer("baroque", "8/8/8/8/8/8/1w6/K6k w - - 0 1"), "a1b2");
}

#[test]
fn more_victims_go_with_later_moves() {
    // The leaper takes four pieces in a line and jumps on.
    let talk = forced("baroque", "7k/8/8/8/8/8/8/Lw1w1w1K w - - 0 1");
    talk.told_nothing("usermove a1xb1xd1-g1");
    // f1 still shows; black does not know it, and its next move takes it off.
    talk.say("sd 1\ngo");
    let mv = talk.engine_move();
    assert!(mv.starts_with("h8xf1-"), "{mv}");
    talk.say("force\nsd 1\ngo");
    let mv = talk.engine_move();
    assert!(!mv.contains("xf1"), "{mv}");
}

#[test]
fn victims_that_the_user_does_not_name_are_taken_off_later() {
    let talk = forced("baroque", "7k/8/8/2Pw1wP1/4P3/8/8/K7 w - - 0 1");
    talk.told_nothing("usermove e4e5");
    talk.say("sd 1\ngo");
    let mv = talk.engine_move();
    assert!(mv.contains("xd5") && mv.contains("xf5"), "{mv}");
    // Taken back, they are there again.
    talk.told_nothing("force\nundo");
    talk.say("sd 1\ngo");
    assert!(talk.engine_move().contains("xd5"));
}

#[test]
fn moves_are_read_in_every_form_that_xboard_sends() {
    let two = "7k/8/8/2Pw1wP1/4P3/8/8/K7 w - - 0 1";
    for text in ["e4e5", "e4d5,d5e5", "e4d5,d5f5,f5e5", "e4xd5xf5-e5", "e4a7,a7e5", "e4e5,a7f5"] {
        let talk = forced("baroque", two);
        talk.told_nothing(&format!("usermove {text}"));
        let line = talk.told_one("usermove e4e6");
        assert_eq!(line, "Illegal move (there is no piece on that square): e4e6", "{text}");
        talk.told_nothing("undo\nusermove a1a2");
    }
    // To XBoard a pawn on the last rank becomes something.
    let talk = forced("baroque", "7k/3P4/8/8/8/8/8/K7 w - - 0 1");
    let line = talk.told_one("usermove d7d8w\nusermove h8h7\nusermove d8a8\nusermove h7h6");
    assert!(line.starts_with("telluser \\\\XBoard cannot show the move Pd7-d8\\n"), "{line}");
    let talk = forced("baroque", "7k/3P4/8/8/8/8/8/K7 w - - 0 1");
    talk.told_nothing("usermove d7d8p\nusermove h8h7\nusermove d8a8p\nusermove h7h6");
    // Eleven ranks.
    let talk = Talk::xboard();
    talk.told("new\nvariant maxima\nforce");
    talk.told_nothing("usermove a4a5\nusermove a8a7\nusermove h4h5\nusermove b8b7\nusermove a5a6");
}

#[test]
fn pawns_do_not_capture_in_passing() {
    // To XBoard the pawn takes what stands behind its landing square, if it goes so far.
    let talk = forced("baroque", "7k/8/8/P6w/5W2/8/8/K7 w - - 0 1");
    let line = talk.told_one("usermove a5f5");
    assert!(line.starts_with("telluser \\\\XBoard cannot show the move Pa5-f5\\n"), "{line}");
    // The engine makes no such move, for XBoard would not let the one behind go on.
    assert_eq!(answer("baroque", "8/8/8/P5wP/8/8/8/K6k w - - 0 1"), "a5xg5-f5");
    assert_ne!(answer("baroque", "8/8/8/P5wP/5W2/8/8/K6k w - - 0 1"), "a5xg5-f5");
}

#[test]
fn suicide_is_told_and_read_as_xboard_has_it() {
    let fen = "7k/8/8/8/3i4/3L4/8/K7 w - - 0 1";
    for text in ["d3d3,d3c3", "d3xd3-d3", "d3d3"] {
        let talk = forced("baroque", fen);
        talk.told_nothing(&format!("usermove {text}"));
        let line = talk.told_one("usermove d4d4");
        assert_eq!(
            line,
            "Illegal move (the immobilizer on d4 is not frozen, so it cannot commit suicide): d4d4"
        );
        talk.told_nothing("usermove d4d3");
    }
    // On the first file XBoard's second leg is beside the board.
    let talk = forced("baroque", "7k/8/8/8/1i6/L7/8/7K w - - 0 1");
    talk.told_nothing("usermove a3a3,a3`3");
    // The only legal move.
    let talk = forced("baroque", "K7/8/8/8/3i4/3L4/8/7k w - - 0 1".replace("K7", "8").as_str());
    talk.say("sd 1\ngo");
    assert_eq!(talk.engine_move(), "d3xd3-d3");
}

#[test]
fn rococo_has_ten_ranks_from_zero_swaps_destruction_and_promotion() {
    let talk = Talk::xboard();
    talk.told("new\nvariant rococo\nforce");
    // Our e2 is XBoard's f2.
    talk.told_nothing("usermove f2f3");
    assert_eq!(
        talk.told_one("usermove e9e8"),
        "Illegal move (there is no piece on that square): e9e8"
    );

    // Only a destruction takes the king.
    let fen = "10/10/10/10/10/3k6/2S7/10/K9/10 w - - 0 1";
    assert_eq!(answer("rococo", fen), "c3xd4xc3-c3");
    let fen = "10/10/10/10/10/3k6/2S7/1p8/K9/10 w - - 0 1";
    assert_eq!(answer("rococo", fen), "c3xc3xd4-c3");
    for text in ["c3c3,c3b3", "c3c3,c3d4,d4c3", "c3xd4xc3-c3", "c3d4d", "c3d4,d4c3"] {
        let talk = forced("rococo", "10/10/10/10/8k1/3p6/2S7/10/K9/10 w - - 0 1");
        let lines = talk.told(&format!("usermove {text}"));
        assert!(lines.iter().all(|line| !line.starts_with("Ill")), "{text}: {lines:?}");
        let line = talk.told_one("usermove d4d3");
        assert_eq!(line, "Illegal move (there is no piece on that square): d4d3", "{text}");
    }
    // With an enemy the swapper changes places, which XBoard cannot show.
    let talk = forced("rococo", "10/10/10/10/8k1/3p6/2S7/10/K9/10 w - - 0 1");
    let line = talk.told_one("usermove c3d4");
    assert!(line.starts_with("telluser \\\\XBoard cannot show the move Sb3<>c4\\n"), "{line}");
    assert!(line.contains("\\n10/10/10/10/8k1/3S6/2p7/10/K9/10 b - b3c4 1 1\\n"), "{line}");
    // With a friend XBoard swaps too.
    let talk = forced("rococo", "10/10/10/10/8k1/3P6/2S7/10/K9/10 w - - 0 1");
    talk.told_nothing("usermove c3d4\nusermove i5i6\nusermove c3c4");

    let talk = forced("rococo", "10/2k7/6P3/10/10/10/10/10/K9/10 w - - 0 1");
    talk.told_nothing("usermove g7g8l\nusermove c8c7\nusermove g8g3");
    let talk = forced("rococo", "10/2k7/6P3/10/10/10/10/10/KW8/10 w - - 0 1");
    let line = talk.told_one("usermove g7g8w");
    assert!(line.starts_with("Illegal move (no W of White is missing"), "{line}");
    let talk = forced("rococo", "10/2k7/6P3/10/10/10/10/10/K9/10 w - - 0 1");
    talk.told_nothing("usermove g7g8\nusermove c8c7");
    let line = talk.told_one("usermove g8g3");
    assert_eq!(line, "Illegal move (a pawn goes one step or leaps over a piece beside it): g8g3");
}

#[test]
fn renaissance_drops_and_leaves_pieces_behind() {
    let fen = "4k4/9/9/9/9/9/9/6R2/4K4[Lp] w - - 0 1";
    let talk = forced("renaissance", fen);
    talk.told_nothing("usermove L@e5\nusermove P@a3");
    let talk = forced("renaissance", fen);
    // XBoard has no holdings to leave from in this setup.
    let line = talk.told_one("usermove g2g3l");
    assert!(line.starts_with("telluser \\\\XBoard cannot show the move Rg2-g3^L\\n"), "{line}");
    assert_eq!(
        talk.told_one("usermove g2g1"),
        "Illegal move (the piece belongs to the other side): g2g1"
    );
}

#[test]
fn lifted_pieces_show_where_they_may_go() {
    let talk = forced("baroque", "7k/8/8/2Pw1wP1/4P3/8/8/K7 w - - 0 1");
    let all = marks(&talk, "e4");
    for (square, colour) in [("e5", 'R'), ("e6", 'Y'), ("e1", 'Y'), ("d4", 'Y'), ("d5", 'C')] {
        assert!(is_marked(&all, 8, square, colour), "{square} {colour} {all}");
    }
    assert_eq!(all.matches('C').count(), 2);
    // Over the capture both victims are green.
    let preview = talk.told_one("hover e5");
    let preview = preview.strip_prefix("highlight ").unwrap();
    assert!(is_marked(preview, 8, "d5", 'g') && is_marked(preview, 8, "f5", 'g'));
    talk.told_nothing("hover e6");
    // One victim clicked: only e5 is left, and the other victim.
    talk.told_nothing("put d5");
    let rest = marks(&talk, "d5");
    assert!(is_marked(&rest, 8, "e5", 'R') && is_marked(&rest, 8, "f5", 'C'), "{rest}");
    talk.told_nothing("put f5");
    assert_eq!(marks(&talk, "f5"), "8/8/8/4Y3/8/8/8/8");
    talk.told_nothing("put e5\nusermove e4d5,d5f5,f5e5");
    // Nobody there, or not to move.
    assert_eq!(marks(&talk, "e5"), "8/8/8/8/8/8/8/8");
    assert_eq!(marks(&talk, "d5"), "8/8/8/8/8/8/8/8");
    talk.told_nothing("put d5\nhover d5");
    assert!(is_marked(&marks(&talk, "h8"), 8, "g8", 'Y'));
    // On the last rank XBoard asks what a pawn becomes.
    let talk = forced("baroque", "7k/8/8/3P4/8/8/8/K7 w - - 0 1");
    assert!(is_marked(&marks(&talk, "d5"), 8, "d8", 'B'));
    assert_eq!(talk.told_one("put d8"), "choice p");
}

#[test]
fn marks_know_holes_rings_promotions_and_destruction() {
    let talk = Talk::xboard();
    talk.told("new\nvariant maxima\nforce");
    let all = marks(&talk, "a4");
    assert!(is_marked(&all, 8, "a5", 'Y') && all.split('/').count() == 11, "{all}");
    let talk = forced("rococo", "10/2k7/6P3/10/10/3p6/2S7/10/K9/10 w - - 0 1");
    let all = marks(&talk, "g7");
    assert!(is_marked(&all, 10, "g8", 'M'), "{all}");
    let choice = talk.told_one("put g8");
    let letters: BTreeSet<char> = choice.strip_prefix("choice ").unwrap().chars().collect();
    // Not x, which XBoard takes for a capture, and no second swapper.
    assert_eq!(letters, "pwlia".chars().collect());
    let all = marks(&talk, "c3");
    assert!(is_marked(&all, 10, "d4", 'C'), "{all}");
    talk.told_nothing("put d4");
    assert!(is_marked(&marks(&talk, "d4"), 10, "c3", 'Y'));
}

#[test]
fn captures_are_completed_by_clicks_on_demand() {
    let talk = forced("baroque", "7k/8/8/2Pw4/4P3/8/8/K7 w - - 0 1");
    assert!(is_marked(&marks(&talk, "e4"), 8, "e5", 'R'));
    talk.told_nothing("option Complete Captures=1");
    assert!(is_marked(&marks(&talk, "e4"), 8, "e5", 'C'));
    talk.told_nothing("put e5");
    assert_eq!(
        talk.told("lift e5"),
        ["highlight 8/8/8/3C4/8/8/8/8", "click d5", "highlight 8/8/8/4Y3/8/8/8/8", "click e5"]
    );
    talk.told_nothing("usermove e4e5,e5d5,d5e5");
}
