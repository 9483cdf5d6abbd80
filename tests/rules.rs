//! The differences between Ultima's rule sets, and the ends of a game, each in a small position.
//! Quotations are from the rules text. The reference must agree in every case.

use baroque_movegen::{GameHistory, Ultima, read_move};

use crate::common::backend::{Backend, PositionSummary, Slow, both};
use crate::common::reference::{End, Game};

/// The victims of moves under a preset with switches that override it: square names, `-` for none,
/// or `illegal`.
fn takes<const MOVES: usize>(
    variant: &str,
    switches: &str,
    fen: &str,
    moves: [&str; MOVES],
) -> [String; MOVES] {
    let (fast, slow) = both::<Ultima>(variant, switches, fen);
    assert_eq!(fast.move_records(), slow.move_records(), "{variant} {switches} {fen}");
    moves.map(|mv| match fast.move_records().into_iter().find(|record| record.uci == mv) {
        None => "illegal".to_owned(),
        Some(record) if record.victims.is_empty() => "-".to_owned(),
        Some(record) => names(&slow, &record.victims),
    })
}

/// The names of squares.
fn names(board: &Slow, squares: &[usize]) -> String {
    squares.iter().map(|&square| board.name(square)).collect::<Vec<_>>().join(",")
}

/// The state of a position, equal in both backends.
fn summary(variant: &str, fen: &str) -> PositionSummary {
    let (fast, slow) = both::<Ultima>(variant, "-", fen);
    assert_eq!(fast.summary(), slow.summary(), "{variant} {fen}");
    fast.summary()
}

/// The names of the frozen pieces of both sides.
fn frozen(variant: &str, fen: &str) -> String {
    let (_, board) = both::<Ultima>(variant, "-", fen);
    names(&board, &summary(variant, fen).frozen)
}

/// A leaper on a4, with pieces to jump up the file and along the rank.
const LEAPS: &str = "7k/8/8/p7/L1p1p3/8/8/K7 w - - 0 1";
/// The same with a chameleon that jumps leapers.
const CHAMELEON_LEAPS: &str = "7k/8/8/l7/X1l1l3/8/8/K7 w - - 0 1";
/// Up the file: over one piece, landing behind it and beyond. Along the rank: over one piece, over
/// two, and beyond.
const LEAPING_MOVES: [&str; 5] = ["a4a6", "a4a8", "a4d4", "a4f4", "a4h4"];

#[test]
fn abbott1962_leapers_jump_once_and_stop() {
    // "`single`: jumps a move may make"; "`stop`: must stop on the square behind the victim".
    for fen in [LEAPS, CHAMELEON_LEAPS] {
        let baroque = takes("baroque", "-", fen, LEAPING_MOVES);
        assert_eq!(baroque, ["a5", "a5", "c4", "c4,e4", "c4,e4"]);
        let abbott = takes("abbott1962", "-", fen, LEAPING_MOVES);
        assert_eq!(abbott, ["a5", "illegal", "c4", "illegal", "illegal"]);
    }
}

#[test]
fn leap_and_land_are_two_switches() {
    // "with `multi`: or jump again at once from there".
    for fen in [LEAPS, CHAMELEON_LEAPS] {
        let multi_stop = takes("baroque", "land=stop", fen, LEAPING_MOVES);
        assert_eq!(multi_stop, ["a5", "illegal", "c4", "c4,e4", "illegal"]);
        let single_slide = takes("baroque", "leap=single", fen, LEAPING_MOVES);
        assert_eq!(single_slide, ["a5", "a5", "c4", "illegal", "illegal"]);
    }
    // Before the first jump the leaper slides as far as it likes, but not between two jumps.
    let fen = "7k/8/8/8/8/8/8/KL2p2p w - - 0 1";
    assert_eq!(takes("abbott1962", "-", fen, ["b1f1", "b1g1"]), ["e1", "illegal"]);
    let fen = "7k/8/8/8/8/8/8/KLp2p2 w - - 0 1";
    assert_eq!(takes("baroque", "-", fen, ["b1d1", "b1e1", "b1g1"]), ["c1", "c1", "c1,f1"]);
    assert_eq!(takes("baroque", "land=stop", fen, ["b1e1", "b1g1"]), ["illegal", "illegal"]);
}

#[test]
fn cambridge_chameleons_leap_purely() {
    // "`pure`: a move that jumps takes only the jumped L; otherwise everything that fits combines."
    let jump = "7k/8/8/3l4/3X4/3w4/8/K7 w - - 0 1";
    assert_eq!(takes("baroque", "-", jump, ["d4d6"]), ["d3,d5"]);
    assert_eq!(takes("cambridge", "-", jump, ["d4d6"]), ["d5"]);
    let slide = "7k/8/8/8/2pP4/8/1X6/1w5K w - - 0 1";
    for variant in ["baroque", "cambridge"] {
        assert_eq!(takes(variant, "-", slide, ["b2b4"]), ["b1,c4"]);
    }
}

#[test]
fn cambridge_immobilizers_are_held_by_chameleons_and_immobilizers() {
    // "p is frozen iff (a) p is an I and an enemy X is adjacent, or (b) an enemy I, q, is adjacent
    // to p and no X or I of p's side other than p is adjacent to q."
    for (fen, strict, pure) in [
        // A pawn alone beside the immobilizer.
        ("7k/8/8/4i3/3P4/8/8/K7 w", "d4", "d4"),
        // A chameleon frees other pieces from it, not itself.
        ("7k/8/4X3/4i3/3P4/8/8/K7 w", "d4,e5,e6", "e5,e6"),
        // An immobilizer does the same, and is not frozen by the pawn's side.
        ("7k/8/4I3/4i3/3P4/8/8/K7 w", "d4,e5,e6", "e5,e6"),
        // Of two, each frees the other.
        ("7k/8/4X3/4i3/3PI3/8/8/K7 w", "d4,e4,e5,e6", "e5"),
        // "A frozen X or I still counts in (b)": e6 is held by d7, but frees d4 from e5.
        ("7k/3i4/4X3/4i3/3P4/8/8/K7 w", "d4,e5,e6,d7", "e5,e6,d7"),
    ] {
        assert_eq!(frozen("baroque", fen), strict, "{fen}");
        assert_eq!(frozen("cambridge", fen), pure, "{fen}");
    }
}

#[test]
fn delft_coordinators_need_a_new_file_and_a_new_rank() {
    // "(tf, kr) is taken only if tf differs from o's file, (kf, tr) only if tr differs from o's
    // rank; binds X against C too."
    for (mover, victim) in [('C', 'p'), ('X', 'c')] {
        // King on b2; the corners of e5 are e2 and b5.
        let board = |from: &str| {
            let ranks = match from {
                "e8" => "4C3/7k/8/1p6/8/8/1K2p3/8 w",
                "h5" => "8/7k/8/1p5C/8/8/1K2p3/8 w",
                _ => "7C/k7/8/1p6/8/8/1K2p3/8 w",
            };
            ranks.replace('C', &mover.to_string()).replace('p', &victim.to_string())
        };
        for (from, delft) in [("e8", "b5"), ("h5", "e2"), ("h8", "e2,b5")] {
            let mv = format!("{from}e5");
            assert_eq!(takes("baroque", "-", &board(from), [&mv]), ["e2,b5"]);
            assert_eq!(takes("delft", "-", &board(from), [&mv]), [delft]);
        }
    }
}

#[test]
fn abbott1968_ranks_limit_the_distance() {
    // "a piece on the n-th rank from its owner's side goes at most n squares (o to t, leaps
    // included)".
    let fen = "7k/8/8/7W/8/8/W7/4K3 w - - 0 1";
    let slides = ["a2a4", "a2a5", "a2c4", "a2d5", "h5c5", "h5b5"];
    assert_eq!(takes("baroque", "-", fen, slides), ["-"; 6]);
    let limited = ["-", "illegal", "-", "illegal", "-", "illegal"];
    assert_eq!(takes("abbott1968", "-", fen, slides), limited);
    let fen = fen.replace(" w ", " b ").replace('W', "w");
    assert_eq!(takes("abbott1968", "-", &fen, ["h5h1", "h5d5", "h5c5"]), ["-", "-", "illegal"]);

    let leaps = "7k/8/8/8/1p6/L6p/p7/K2p2L1 w - - 0 1";
    let moves = ["a3c5", "a3a1", "g1c1", "g1e1"];
    let limited = takes("abbott1968", "-", leaps, moves);
    assert_eq!(limited, ["b4", "illegal", "illegal", "illegal"]);
    assert_eq!(takes("baroque", "-", leaps, ["a3c5", "g1c1"]), ["b4", "d1"]);
}

#[test]
fn abbott1968_kings_and_suicides_are_not_limited() {
    // "the king and suicide are unaffected".
    let fen = "7k/8/8/8/8/8/iP6/4K3 w - - 0 1";
    assert_eq!(takes("abbott1968", "-", fen, ["b2b2", "e1e2", "b2b3"]), ["-", "-", "illegal"]);
}

#[test]
fn abbott1968_threats_out_of_reach_are_no_check() {
    let within = "8/4k3/4L3/8/8/8/8/K7 b - - 0 1";
    assert_eq!(summary("abbott1968", within).status, "check");
    let beyond = "8/8/8/8/8/8/4k3/K3L3 b - - 0 1";
    assert_eq!(summary("baroque", beyond).status, "check");
    assert_eq!(summary("abbott1968", beyond).status, "ongoing");
}

/// Plays moves, of which only the last may end the game. Returns the result and the reason if the
/// game is over then.
fn played(variant: &str, switches: &str, fen: &str, moves: &str) -> Option<End> {
    let (fast, slow) = both::<Ultima>(variant, switches, fen);
    let (mut history, mut game) = (GameHistory::new(fast), Game::new(slow));
    for mv in moves.split_whitespace() {
        assert_eq!(history.outcome(), None, "before {mv}");
        history.push(read_move(history.position(), mv).unwrap()).unwrap();
        game.push(mv).unwrap();
    }
    let end = history.outcome().map(|outcome| (outcome.result(), outcome.reason.text()));
    assert_eq!(end, game.end());
    end
}

const START: &str = "clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/ILXKWXLC w - - 0 1";
/// The shortest mate: the chameleon captures like the king.
const FOOLS_MATE: &str = "g2g3 b7b6 f1h3 d7d6 h3d7";
/// Repeats the start position twice, each time by a move of Black.
const SHUFFLE: &str = "e2e3 e7e6 e3e2 e6e7 e2e3 e7e6 e3e2 e6e7";
/// After h5h6 the withdrawer attacks h7, and the king controls g7 and g8.
const STALEMATE: &str = "7k/5K2/8/7W/8/8/8/8 w - - 0 1";

#[test]
fn checkmate_wins() {
    assert_eq!(played("baroque", "-", START, FOOLS_MATE), Some(("1-0", "checkmate")));
    assert_eq!(played("baroque", "stalemate=draw", START, FOOLS_MATE), Some(("1-0", "checkmate")));
}

#[test]
fn stalemate_wins_or_draws() {
    // "result for a side without a legal move that is not in check (`object=capture`: without any
    // move)".
    assert_eq!(played("baroque", "-", STALEMATE, "h5h6"), Some(("1-0", "stalemate")));
    assert_eq!(played("vchess", "-", STALEMATE, "h5h6"), Some(("1/2-1/2", "stalemate")));
    assert_eq!(played("baroque", "object=capture", STALEMATE, "h5h6"), None);
    let frozen = "7k/8/8/8/8/2I5/8/K7 w - - 0 1";
    for switches in ["object=mate", "object=capture"] {
        assert_eq!(played("baroque", switches, frozen, "c3g7"), Some(("1-0", "stalemate")));
    }
    // Suicide "counts against stalemate".
    let suicide = "6wk/8/8/8/8/2I5/8/K7 w - - 0 1";
    assert_eq!(played("baroque", "-", suicide, "c3g7"), None);
    assert_eq!(played("baroque", "suicide=off", suicide, "c3g7"), Some(("1-0", "stalemate")));
}

#[test]
fn taking_the_king_wins_where_that_is_the_object() {
    let fen = "8/8/8/3k4/2K5/8/8/8 b - - 7 1";
    let end = played("baroque", "object=capture,stalemate=draw", fen, "d5c4");
    assert_eq!(end, Some(("0-1", "king-taken")));
    let mated = played("baroque", "object=capture", START, &format!("{FOOLS_MATE} a7a6 d7e8"));
    assert_eq!(mated, Some(("1-0", "king-taken")));
}

#[test]
fn third_occurrences_draw_or_lose() {
    // "third occurrence of a position: draw; or loss for the side that brought it about".
    assert_eq!(played("baroque", "-", START, SHUFFLE), Some(("1/2-1/2", "repetition")));
    assert_eq!(played("baroque", "repetition=loss", START, SHUFFLE), Some(("1-0", "repetition")));
    assert_eq!(played("baroque", "repetition=off", START, SHUFFLE), None);
    let (second, _) = SHUFFLE.split_once(" e2e3 ").unwrap();
    assert_eq!(played("baroque", "-", START, second), None);
    // White repeats the position after the first move.
    let circle = "d2d3 e7e6 e2e3 e6e7 e3e2 e7e6 e2e3 e6e7 e3e2";
    assert_eq!(played("baroque", "repetition=loss", START, circle), Some(("0-1", "repetition")));
}

#[test]
fn the_move_limit_draws() {
    // "the FEN's fifth field reaches that number: draw".
    assert_eq!(
        played("baroque", "movelimit=3", START, "e2e3 e7e6 d2d3"),
        Some(("1/2-1/2", "move-limit"))
    );
    let late = "7k/8/8/8/8/8/p7/KW6 w - - 99 70";
    assert_eq!(played("baroque", "-", late, "b1b2"), Some(("1/2-1/2", "move-limit")));
    assert_eq!(played("baroque", "movelimit=0", late, "b1b2"), None);
    // A capture resets the count.
    assert_eq!(played("baroque", "-", late, "a1a2"), None);
}

#[test]
fn ends_come_in_their_order() {
    // "What the position shows comes before repetition, and repetition before the move limit."
    assert_eq!(played("baroque", "movelimit=5", START, FOOLS_MATE), Some(("1-0", "checkmate")));
    let stalemate = STALEMATE.replace("- - 0", "- - 99");
    assert_eq!(played("baroque", "-", &stalemate, "h5h6"), Some(("1-0", "stalemate")));
    let both_at_once = "repetition=loss,movelimit=8";
    assert_eq!(played("baroque", both_at_once, START, SHUFFLE), Some(("1-0", "repetition")));
    let limit_alone = "repetition=off,movelimit=8";
    assert_eq!(played("baroque", limit_alone, START, SHUFFLE), Some(("1/2-1/2", "move-limit")));
}

#[test]
fn lack_of_pieces_is_no_draw() {
    assert_eq!(played("baroque", "-", "7k/8/8/8/8/8/8/K7 w - - 0 1", "a1a2 h8h7"), None);
}
