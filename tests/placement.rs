//! Games in which pieces are placed before play (rules, 8): order, FEN, ends, text, and search where a
//! side has the move twice in a row.

use baroque_engine::{Engine, Limits, Score};
use baroque_movegen::{
    Color, CustomGame, EndReason, GameHistory, Geometry, Position, perft, read_move, uci,
    with_reason,
};

type Game = Position<CustomGame>;

const GAMES: &str = include_str!("cases/placement.toml");

/// The start of a small game, or of one that is built in.
fn start(name: &str) -> Game {
    let games = baroque_games::parse("placement.toml", GAMES).unwrap().games;
    let game = games.iter().chain(baroque_games::builtin()).find(|game| game.name == name).unwrap();
    Game::from_fen(&game.starts[0].1, game.rules.clone().unwrap()).unwrap()
}

/// A position of a small game.
fn position(name: &str, fen: &str) -> Game {
    Game::from_fen(fen, start(name).rules().clone())
        .unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn play(position: &Game, text: &str) -> Game {
    position.play_unchecked(read_move(position, text).unwrap())
}

/// Sides and move numbers from the start to the first move after the placing, with checks at every
/// ply.
fn turns(name: &str) -> String {
    let mut position = start(name);
    let mut turns = Vec::new();
    loop {
        turns.push(format!("{}{}", position.side().letter(), position.fullmove_number()));
        let fen = position.to_fen();
        assert_eq!(Game::from_fen(&fen, position.rules().clone()).unwrap().to_fen(), fen);
        let moves = position.legal_moves();
        let placing = position.is_placing();
        assert!(moves.iter().all(|mv| mv.dropped().is_some() == placing), "{fen}");
        if !placing {
            assert!(fen.contains("[] w "), "{fen}");
            return turns.join(" ");
        }
        assert!(!position.has_spare_moves() && position.outcome().is_none(), "{fen}");
        let ranks = position.geometry().ranks().to_string();
        let home = if position.side() == Color::White { "1" } else { &*ranks };
        assert!(moves.iter().all(|&mv| uci(&position, mv)[3..] == *home), "{fen}");
        // Not always the first kind on the first square.
        position = position.play_unchecked(moves[turns.len() * 7 % moves.len()]);
    }
}

#[test]
fn sides_place_in_turn_and_white_moves_first() {
    assert_eq!(turns("own-1"), "w1 b1 w2 b2 w3 b3 w4");
    assert_eq!(turns("own-2"), "w1 b1 b1 w2 w2 b2 w3");
    // Five pieces: White places the last one and moves.
    assert_eq!(turns("pool-1"), "w1 b1 w2 b2 w3 w3");
    assert_eq!(turns("pool-2"), "w1 b1 b1 w2 w2 b2 w3");
    // Eight pieces: White's last turn is one.
    assert_eq!(turns("two-royals"), "w1 b1 b1 w2 w2 b2 b2 w3 w3");
    // Nine pieces: it is two.
    assert_eq!(turns("two-royals-odd"), "w1 b1 b1 w2 w2 b2 b2 w3 w3 w3");
    assert_eq!(turns("bare"), "w1 b1 b1 w2 w2");
    let pairs = |last: usize| (1..=last).map(|n| format!("w{n} b{n} ")).collect::<String>();
    assert_eq!(turns("optima-house"), pairs(10) + "w11");
    assert_eq!(turns("optima-house-9"), pairs(6) + "w7");
    assert_eq!(turns("optima-frame"), pairs(1) + "w2");
    let twice = |n: usize| format!("b{0} b{0} w{1} w{1} ", n, n + 1);
    // White's single last turn and its first move have one number.
    let expected = "w1 ".to_owned() + &(1..=5).map(twice).collect::<String>();
    assert_eq!(turns("optima-house-pool"), expected.trim_end());
}

#[test]
fn the_placements_are_counted() {
    let counts = |name: &str, depth: u32| -> Vec<u64> {
        (1..=depth).map(|depth| perft(&start(name), depth)).collect()
    };
    // Three kinds on five squares for each side, then two on four, then one on three.
    assert_eq!(counts("own-1", 6), [15, 225, 1_800, 14_400, 43_200, 129_600]);
    // Kings on five squares each; Q, A or I on four; after Q three kinds are left on White's four
    // squares, after A or I two: 5 * 5 * 4 * (3 + 2 + 2) * 4.
    assert_eq!(counts("pool-2", 4), [5, 25, 300, 2_800]);
    // Black's two royals in either order on 5 * 4 squares, then White's other one on four.
    assert_eq!(counts("two-royals", 4), [10, 100, 400, 1_600]);
}

#[test]
fn own_royals_come_before_the_pool() {
    let game = start("pool-2");
    assert!(game.to_fen().contains("[Kk;AIQQ] w "), "{}", game.to_fen());
    let why = |text: &str| with_reason(&game, read_move(&game, text).unwrap_err()).to_string();
    for (text, reason) in [
        ("Q@a1", "royal pieces are placed before others"),
        ("a2a3", "all pieces are placed before the first one moves"),
    ] {
        assert_eq!(why(text), format!("'{text}' is not a legal move: {reason}"));
    }
    let game = play(&game, "K@a1");
    assert!(game.to_fen().starts_with("5/ppppp/5/PPPPP/K4[k;AIQQ] b - - 0 1"));
    assert!(read_move(&game, "Q@a5").is_err());
    let game = play(&play(&game, "K@c5"), "Q@d5");
    assert_eq!(game.to_fen(), "2kq1/ppppp/5/PPPPP/K4[;AIQ] w - - 0 2");
    for text in ["Q@a1", "Q@b5", "Q@b2", "Q@b3", "Z@b1", "a2a3", "a1b1"] {
        assert!(read_move(&game, text).is_err(), "{text}");
    }
    let mv = read_move(&game, "I@b1").unwrap();
    assert_eq!(uci(&game, mv), "I@b1");
}

#[test]
fn hands_are_in_alphabetical_order() {
    assert!(start("own-1").to_fen().contains("[AKQakq]"));
    let given = position("own-1", "5/ppppp/5/PPPPP/5[KQAqak] w");
    assert_eq!(given.to_fen(), start("own-1").to_fen());
}

#[test]
fn wrong_hands_are_explained() {
    let turn = "the pieces in hand cannot be placed";
    for (name, fen, expected) in [
        ("own-1", "5/ppppp/5/PPPPP/5[AKQakq] b", turn),
        ("own-1", "5/ppppp/5/PPPPP/K4[AQakq] w", turn),
        // White would have to place, but holds nothing.
        ("own-1", "5/ppppp/5/PPPPP/KA3[kq] w", turn),
        ("pool-2", "2k2/ppppp/5/PPPPP/K4[;AIQQ] w", turn),
        ("pool-2", "2k2/ppppp/5/PPPPP/5[K;] b", turn),
        ("pool-2", "2k2/ppppp/5/PPPPP/KPPPP[;AIQ] w", turn),
        ("pool-2", "5/ppppp/5/PPPPP/5[Kk;AAAAAIQQ] w", turn),
        ("pool-2", "5/ppppp/5/PPPPP/5[Kk;AIQJ] w", "'J'"),
        ("pool-2", "5/ppppp/5/PPPPP/5[Kk;AIQK] w", "'K'"),
        ("pool-2", "5/ppppp/5/PPPPP/5[Kk;AIQq] w", "'q'"),
        ("pool-2", "5/ppppp/5/PPPPP/5[KQk;AIQ] w", "'Q'"),
        ("own-1", "5/ppppp/5/PPPPP/5[AKQ;akq] w", "';'"),
        ("own-1", "5/ppppp/5/PPPPP/5[AKKakq] w", "king"),
    ] {
        let error = Game::from_fen(fen, start(name).rules().clone()).expect_err(fen).to_string();
        assert!(error.contains(expected) && error.lines().count() == 1, "{fen}: {error}");
    }
}

fn end(position: &Game) -> Option<(Option<Color>, EndReason)> {
    position.board_outcome().map(|outcome| (outcome.winner, outcome.reason))
}

#[test]
fn the_loss_of_one_of_two_royals_loses() {
    let game = position("two-royals", "2k1r/5/5/5/K1R1q[] b");
    assert_eq!(end(&game), None);
    let expected = Some((Some(Color::Black), EndReason::KingTaken));
    assert_eq!(end(&play(&game, "e1c1")), expected);
}

#[test]
fn a_side_without_a_move_loses() {
    // Frozen by the immobilizer.
    let frozen = position("own-1", "4k/5/5/1i3/K4[] w");
    assert_eq!(end(&frozen), Some((Some(Color::Black), EndReason::Stalemate)));
    // All squares beside the king are its own, and no pawn can go.
    let blocked = position("own-1", "4k/5/1p3/pp3/K4[] w");
    assert_eq!(end(&blocked), None);
    let placing = position("own-1", "2k2/ppppp/5/PPPPP/2K2[AQaq] w - - 0 1");
    assert_eq!(end(&placing), None);
}

#[test]
fn the_last_piece_does_not_leave_a_king_to_be_taken_where_that_is_checkmate() {
    let game = position("bare-mate", "1k1q/4/4/K3[;Q] w");
    let mut moves: Vec<String> = game.legal_moves().into_iter().map(|mv| uci(&game, mv)).collect();
    moves.sort();
    // From b1 the queen would take the king on b4.
    assert_eq!(moves, ["Q@c1", "Q@d1"]);
}

#[test]
fn the_third_occurrence_draws() {
    let mut game = GameHistory::new(position("own-1", "4k/5/5/5/K4[] w"));
    for text in ["a1a2", "e5e4", "a2a1", "e4e5", "a1a2", "e5e4", "a2a1", "e4e5"] {
        assert!(game.outcome().is_none());
        game.push(read_move(game.position(), text).unwrap()).unwrap();
    }
    let outcome = game.outcome().unwrap();
    assert_eq!((outcome.winner, outcome.reason), (None, EndReason::Repetition));
}

#[test]
fn captured_pieces_go_to_no_hand() {
    for name in ["own-1", "pool-2"] {
        let game = position(name, "4k/5/5/3q1/K2Q1[] w");
        assert!(!game.takes_to_hand());
        assert_eq!(play(&game, "d1d2").to_fen(), "4k/5/5/3Q1/K4[] b - - 0 1");
    }
}

#[test]
fn pawns_promote_to_absent_kinds_or_to_the_wizard() {
    let promotions = |fen: &str| -> Vec<String> {
        let game = position("own-1", fen);
        let moves = game.legal_moves();
        let mut texts: Vec<String> = moves.into_iter().map(|mv| uci(&game, mv)).collect();
        texts.retain(|text| text.starts_with("e4e5"));
        texts.sort();
        texts
    };
    assert_eq!(promotions("k4/4P/5/5/K4[] w"), ["e4e5", "e4e5a", "e4e5q", "e4e5z"]);
    assert_eq!(promotions("k4/4P/5/5/K3Q[] w"), ["e4e5", "e4e5a", "e4e5z"]);
    assert_eq!(promotions("k4/4P/5/5/KZ1AQ[] w"), ["e4e5", "e4e5z"]);
}

#[test]
fn sides_alternate_or_not() {
    let found: Vec<bool> =
        ["own-1", "own-2", "pool-1", "pool-2", "optima-house", "optima-house-pool", "fugue"]
            .map(|name| start(name).sides_alternate())
            .to_vec();
    assert_eq!(found, [true, false, false, false, true, false, true]);
}

/// Who wins by force within some plies, by plain search of all moves.
fn winner(position: &Game, plies: u32) -> Option<Color> {
    if let Some(outcome) = position.board_outcome() {
        return outcome.winner;
    }
    if plies == 0 {
        return None;
    }
    let (mut all_lose, side) = (true, position.side());
    for mv in position.legal_moves() {
        match winner(&position.play_unchecked(mv), plies - 1) {
            Some(winner) if winner == side => return Some(side),
            None => all_lose = false,
            Some(_) => {}
        }
    }
    all_lose.then_some(!side)
}

/// White may place its queen on an open line to the king and take it with the move that follows.
#[test]
fn forced_wins_are_found_where_a_side_moves_twice() {
    const PLIES: u32 = 4;
    let limits = Limits { depth: Some(PLIES + 2), ..Limits::default() };
    let mut engine = Engine::new();
    let mut positions = vec![start("bare")];
    let mut found = [0, 0];
    for _ in 0..4 {
        let next = |game: &Game| -> Vec<Game> {
            game.legal_moves().into_iter().map(|mv| game.play_unchecked(mv)).collect()
        };
        positions = positions.iter().flat_map(next).collect();
        for game in &positions {
            let history = GameHistory::new(game.clone());
            let result = engine.search(&history, &limits);
            let score = result.score().unwrap();
            match winner(game, PLIES) {
                Some(winner) if winner == game.side() => {
                    assert!(score.is_win(), "{}: {score:?}", game.to_fen());
                    found[0] += 1;
                }
                Some(_) => {
                    assert!(score.is_loss(), "{}: {score:?}", game.to_fen());
                    found[1] += 1;
                }
                None => assert!(
                    score < Score::win_at(PLIES as usize) && score > Score::loss_at(PLIES as usize),
                    "{}: {score:?}",
                    game.to_fen()
                ),
            }
        }
    }
    assert!(found.into_iter().all(|number| number > 0), "{found:?}");
}
