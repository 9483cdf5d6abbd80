//! Translation of moves and square markers between XBoard's board and the game.

use std::collections::BTreeSet;

use crate::common::{Engine, forced};

/// The engine's move in a position at depth 3.
fn best_move(variant: &str, fen: &str) -> String {
    let engine = forced(variant, fen);
    engine.engine_move("sd 3\ngo")
}

/// The `highlight` placement after `lift` of a square.
fn marks(engine: &Engine, square: &str) -> String {
    let line = engine.query_one(&format!("lift {square}"));
    line.strip_prefix("highlight ").unwrap().to_owned()
}

#[test]
fn illegal_move_reasons_are_safe_for_xboards_parser() {
    let engine = forced("baroque", "4k3/8/8/8/3i4/8/3L4/3LK3 w - - 0 1");
    let landing = "a long-leaper cannot land on the immobilizer on d4: it captures what it jumps over, \
                   several in a line; it captures the immobilizer on d4 by going to d5";
    for (text, reason) in [
        ("e8e7", "the piece belongs to the other side"),
        ("a3a4", "there is no piece on that square"),
        ("d2c4", "a long-leaper moves like a queen"),
        ("d2d4", landing),
        ("d2d9", "it is not a move"),
        ("hello", "it is not a move"),
        ("d2", "it is not a move"),
        ("d2d3,", "it is not a move"),
        ("d2d3,e4f5,f5f6,f6f7", "it is not a move"),
        ("d2xd4", landing),
        ("@@@@", "it is not a move"),
        ("L@e5", "this game has no pieces in hand"),
        ("d2d2", "the long-leaper on d2 is not frozen, so it cannot commit suicide"),
        ("\u{e9}2\u{e9}4", "it is not a move"),
    ] {
        assert_parsed_as_illegal_move(&engine.refused(text, reason));
    }
    assert_eq!(engine.query_one("usermove"), "Error (usermove is missing): usermove");
    // A move without `usermove`.
    let reason = "the piece belongs to the other side";
    assert_eq!(engine.query_one("e8e7"), format!("Illegal move ({reason}): e8e7"));
    let frozen = forced("cambridge", "4k3/8/8/8/3i4/3L4/8/4K3 w - - 0 1");
    frozen.refused("d3d2", "the long-leaper on d3 is frozen by the immobilizer on d4");
}

/// Checks that an error has no word that XBoard parses as part of another message.
fn assert_parsed_as_illegal_move(line: &str) {
    for word in [
        "name", "rating", "result", "board", "bk", "computer", "variant", "hint", "random",
        "depth", "accepted", "protover", "draw", "time", "otim", "analyze", "?",
    ] {
        assert!(!line.contains(word), "{line}");
    }
}

#[test]
fn illegal_move_reasons_use_xboards_squares() {
    let start = "10/1iwlkxlas1/1pppppppp1/10/10/10/10/1PPPPPPPP1/1IWLKXLAS1/10 w - - 0 1";
    let promotion = "10/2k7/6P3/10/10/10/10/10/KW8/10 w - - 0 1";
    let check = |variant: &str, fen: &str, text: &str, reason: &str| {
        assert_parsed_as_illegal_move(&forced(variant, fen).refused(text, reason));
    };
    check("rococo", start, "c2c4", "there is no piece on c3 to leap over");
    let free = "the immobilizer on b1 is not frozen, so it cannot commit suicide";
    check("rococo", start, "b1b1", free);
    check("rococo", promotion, "g7g8w", "a pawn cannot become a W while White has 1");
    let landing = "a long-leaper cannot land on the pawn on c4: it captures what it jumps over, several in a \
                   line; it captures the pawn on c4 by going to c5";
    check("rococo", "10/7k2/10/10/10/2p7/10/2L7/7K2/10 w - - 0 1", "c2c4", landing);
    let frozen = "the W on e6 is frozen by the immobilizer on d5";
    check("baroque", "8/8/4W3/3i4/8/8/8/K6k w - - 0 1", "e6e8", frozen);
    let attacked = "the king on a2 could then be captured by the W on b3";
    check("baroque", "7k/8/8/8/8/1w6/8/K7 w - - 0 1", "a1a2", attacked);
    let mate = "8/8/8/3Kk3/5I2/3w4/8/8 b - - 0 1";
    check("baroque", mate, "e5e6", "the game is over (checkmate)");
    let edge = "the pawn on i9 is at the edge and cannot be pushed on";
    check("renaissance", "k6Up/9/9/9/9/9/9/9/K8[] w - - 0 1", "h9i9", edge);
    let bomb = "8k/9/9/9/9/9/9/1B7/K8[] w - - 0 1";
    check("renaissance", bomb, "b2b2", "that would remove your own king");
    let bare = "8k/9/9/9/9/9/9/9/K8[] w - - 0 1";
    check("renaissance", bare, "W@e5", "White has no W in hand");
}

#[test]
fn engine_moves_name_one_or_two_victims() {
    // e4e5 captures d5, or d5 and f5.
    assert_eq!(best_move("baroque", "8/8/8/2Pw4/4P3/8/8/K6k w - - 0 1"), "e4xd5-e5");
    assert_eq!(best_move("baroque", "8/8/8/2Pw1wP1/4P3/8/8/K6k w - - 0 1"), "e4xd5xf5-e5");
    // A king captures by displacement.
    assert_eq!(best_move("baroque", "8/8/8/8/8/8/1w6/K6k w - - 0 1"), "a1b2");
}

#[test]
fn further_victims_are_removed_with_later_moves() {
    // The leaper captures several pieces in a line.
    let engine = forced("baroque", "7k/8/8/8/8/8/8/Lw1w1w1K w - - 0 1");
    engine.query_none("usermove a1xb1xd1-g1");
    // XBoard still shows the piece on f1; the next move of the engine removes it.
    let mv = engine.engine_move("sd 1\ngo");
    assert!(mv.starts_with("h8xf1-"), "{mv}");
    let mv = engine.engine_move("force\nsd 1\ngo");
    assert!(!mv.contains("xf1"), "{mv}");
}

#[test]
fn victims_missing_in_a_user_move_are_removed_later() {
    let engine = forced("baroque", "7k/8/8/2Pw1wP1/4P3/8/8/K7 w - - 0 1");
    engine.query_none("usermove e4e5");
    let mv = engine.engine_move("sd 1\ngo");
    assert!(mv.contains("xd5") && mv.contains("xf5"), "{mv}");
    // `undo` restores them.
    engine.query_none("force\nundo");
    assert!(engine.engine_move("sd 1\ngo").contains("xd5"));
}

#[test]
fn moves_are_parsed_in_every_form_that_xboard_sends() {
    let two = "7k/8/8/2Pw1wP1/4P3/8/8/K7 w - - 0 1";
    for text in ["e4e5", "e4d5,d5e5", "e4d5,d5f5,f5e5", "e4xd5xf5-e5", "e4a7,a7e5", "e4e5,a7f5"] {
        let engine = forced("baroque", two);
        engine.query_none(&format!("usermove {text}"));
        engine.refused("e4e6", "there is no piece on that square");
        engine.query_none("undo\nusermove a1a2");
    }
    // XBoard promotes a pawn on the last rank.
    let engine = forced("baroque", "7k/3P4/8/8/8/8/8/K7 w - - 0 1");
    let line = engine.query_one("usermove d7d8w\nusermove h8h7\nusermove d8a8\nusermove h7h6");
    assert!(line.starts_with("telluser \\\\XBoard cannot show the move Pd7-d8\\n"), "{line}");
    let engine = forced("baroque", "7k/3P4/8/8/8/8/8/K7 w - - 0 1");
    engine.query_none("usermove d7d8p\nusermove h8h7\nusermove d8a8p\nusermove h7h6");
    // Eleven ranks.
    let engine = Engine::xboard();
    engine.query("new\nvariant maxima\nforce");
    engine.query_none("usermove a4a5\nusermove a8a7\nusermove h4h5\nusermove b8b7\nusermove a5a6");
}

#[test]
fn pawns_do_not_capture_en_passant() {
    // XBoard treats this long sideways move as en passant and removes the piece behind the destination.
    let engine = forced("baroque", "7k/8/8/P6w/5W2/8/8/K7 w - - 0 1");
    let line = engine.query_one("usermove a5f5");
    assert!(line.starts_with("telluser \\\\XBoard cannot show the move Pa5-f5\\n"), "{line}");
    // The engine avoids such moves, because XBoard would remove the piece behind.
    assert_eq!(best_move("baroque", "8/8/8/P5wP/8/8/8/K6k w - - 0 1"), "a5xg5-f5");
    assert_ne!(best_move("baroque", "8/8/8/P5wP/5W2/8/8/K6k w - - 0 1"), "a5xg5-f5");
}

#[test]
fn suicide_uses_the_notation_of_xboard() {
    let fen = "7k/8/8/8/3i4/3L4/8/K7 w - - 0 1";
    for text in ["d3d3,d3c3", "d3xd3-d3", "d3d3"] {
        let engine = forced("baroque", fen);
        engine.query_none(&format!("usermove {text}"));
        engine.refused("d4d4", "the immobilizer on d4 is not frozen, so it cannot commit suicide");
        engine.query_none("usermove d4d3");
    }
    // On the first file XBoard's second leg is off the board.
    let engine = forced("baroque", "7k/8/8/8/1i6/L7/8/7K w - - 0 1");
    engine.query_none("usermove a3a3,a3`3");
    // The only legal move.
    let engine = forced("baroque", "8/8/8/8/3i4/3L4/8/7k w - - 0 1");
    assert_eq!(engine.engine_move("sd 1\ngo"), "d3xd3-d3");
}

#[test]
fn rococo_ranks_swaps_destruction_and_promotion_are_translated() {
    let engine = Engine::xboard();
    engine.query("new\nvariant rococo\nforce");
    // The game's e2 is f2 for XBoard, whose files include the ring.
    engine.query_none("usermove f2f3");
    engine.refused("e9e8", "there is no piece on that square");

    // Only a mutual destruction captures the king.
    let fen = "10/10/10/10/10/3k6/2S7/10/K9/10 w - - 0 1";
    assert_eq!(best_move("rococo", fen), "c3xd4xc3-c3");
    let fen = "10/10/10/10/10/3k6/2S7/1p8/K9/10 w - - 0 1";
    assert_eq!(best_move("rococo", fen), "c3xc3xd4-c3");
    for text in ["c3c3,c3b3", "c3c3,c3d4,d4c3", "c3xd4xc3-c3", "c3d4d", "c3d4,d4c3"] {
        let engine = forced("rococo", "10/10/10/10/8k1/3p6/2S7/10/K9/10 w - - 0 1");
        let lines = engine.query(&format!("usermove {text}"));
        assert!(lines.iter().all(|line| !line.starts_with("Ill")), "{text}: {lines:?}");
        engine.refused("d4d3", "there is no piece on that square");
    }
    // XBoard cannot show a swap with an enemy piece.
    let engine = forced("rococo", "10/10/10/10/8k1/3p6/2S7/10/K9/10 w - - 0 1");
    let line = engine.query_one("usermove c3d4");
    assert!(line.starts_with("telluser \\\\XBoard cannot show the move Sb3<>c4\\n"), "{line}");
    assert!(line.contains("\\n10/10/10/10/8k1/3S6/2p7/10/K9/10 b - b3c4 1 1\\n"), "{line}");
    // XBoard can show a swap with a friendly piece.
    let engine = forced("rococo", "10/10/10/10/8k1/3P6/2S7/10/K9/10 w - - 0 1");
    engine.query_none("usermove c3d4\nusermove i5i6\nusermove c3c4");

    let engine = forced("rococo", "10/2k7/6P3/10/10/10/10/10/K9/10 w - - 0 1");
    engine.query_none("usermove g7g8l\nusermove c8c7\nusermove g8g3");
    let engine = forced("rococo", "10/2k7/6P3/10/10/10/10/10/K9/10 w - - 0 1");
    engine.query_none("usermove g7g8\nusermove c8c7");
    let pawn =
        "a pawn goes one step, only to empty squares; leaps over an adjacent piece of either side";
    engine.refused("g8g3", pawn);
}

#[test]
fn renaissance_drops_and_resurrections_are_translated() {
    let fen = "4k4/9/9/9/9/9/9/6R2/4K4[Lp] w - - 0 1";
    let engine = forced("renaissance", fen);
    engine.query_none("usermove L@e5\n P@a3\t");
    let engine = forced("renaissance", fen);
    // XBoard cannot show a piece from the holdings left on the origin square.
    let line = engine.query_one("usermove g2g3l");
    assert!(line.starts_with("telluser \\\\XBoard cannot show the move Rg2-g3^L\\n"), "{line}");
    engine.refused("g2g1", "the piece belongs to the other side");
}

#[test]
fn lift_highlights_destinations_and_victims() {
    let engine = forced("baroque", "7k/8/8/2Pw1wP1/4P3/8/8/K7 w - - 0 1");
    assert_eq!(marks(&engine, "e4"), "4B3/4Y3/4Y3/3CRC2/YYYY1YYY/4Y3/4Y3/4Y3");
    // `hover` on the destination marks both victims green.
    let preview = "highlight 4B3/4Y3/4Y3/3gRg2/YYYY1YYY/4Y3/4Y3/4Y3";
    assert_eq!(engine.query_one("hover e5"), preview);
    // After a click on one victim, e5 and the other victim remain.
    engine.query_none("hover e6\nput d5");
    assert_eq!(marks(&engine, "d5"), "8/8/8/4RC2/8/8/8/8");
    engine.query_none("put f5");
    assert_eq!(marks(&engine, "f5"), "8/8/8/4Y3/8/8/8/8");
    engine.query_none("put e5\nusermove e4d5,d5f5,f5e5");
    // Empty squares and pieces of the side not to move have no marks.
    assert_eq!(marks(&engine, "e5"), "8/8/8/8/8/8/8/8");
    assert_eq!(marks(&engine, "d5"), "8/8/8/8/8/8/8/8");
    engine.query_none("put d5\nhover d5");
    assert_eq!(marks(&engine, "h8"), "6Y1/6YY/8/8/8/8/8/8");
    // XBoard asks for a promotion on the last rank.
    let engine = forced("baroque", "7k/8/8/3P4/8/8/8/K7 w - - 0 1");
    assert_eq!(marks(&engine, "d5"), "3B4/3Y4/3Y4/YYY1YYYY/3Y4/3Y4/3Y4/3Y4");
    assert_eq!(engine.query_one("put d8"), "choice p");
}

#[test]
fn highlights_cover_holes_ring_promotions_and_destruction() {
    let engine = Engine::xboard();
    engine.query("new\nvariant maxima\nforce");
    assert_eq!(marks(&engine, "a4"), "8/8/8/8/8/8/YY6/8/Y7/8/8");
    let engine = forced("rococo", "10/2k7/6P3/10/10/3p6/2S7/10/K9/10 w - - 0 1");
    assert_eq!(marks(&engine, "g7"), "10/5MMM2/5Y1Y2/5YYY2/10/10/10/10/10/10");
    let choice = engine.query_one("put g8");
    let letters: BTreeSet<char> = choice.strip_prefix("choice ").unwrap().chars().collect();
    // No x, which XBoard parses as a capture, and no second swapper.
    assert_eq!(letters, "pwlia".chars().collect());
    let swapper = "10/2Y7/2Y7/2Y7/2Y7/1YYC6/1Y1YYYYYY1/1YYY6/Y1Y1Y5/10";
    assert_eq!(marks(&engine, "c3"), swapper);
    engine.query_none("put d4");
    assert_eq!(marks(&engine, "d4"), "10/10/10/10/10/10/2Y7/10/10/10");
}

#[test]
fn complete_captures_clicks_the_victims() {
    let engine = forced("baroque", "7k/8/8/2Pw4/4P3/8/8/K7 w - - 0 1");
    assert_eq!(marks(&engine, "e4"), "4B3/4Y3/4Y3/3CR3/YYYY1YYY/4Y3/4Y3/4Y3");
    engine.query_none("option Complete Captures=1");
    assert_eq!(marks(&engine, "e4"), "4B3/4Y3/4Y3/3CC3/YYYY1YYY/4Y3/4Y3/4Y3");
    engine.query_none("put e5");
    let clicks =
        ["highlight 8/8/8/3C4/8/8/8/8", "click d5", "highlight 8/8/8/4Y3/8/8/8/8", "click e5"];
    assert_eq!(engine.query("lift e5"), clicks);
    engine.query_none("usermove e4e5,e5d5,d5e5");
}
