//! Every kind of end of a game, reached by a list of moves from a start position:
//! `cases/endings.tsv`.

use std::collections::BTreeSet;

use baroque_movegen::{GameHistory, Position, read_move};

use crate::common::backend::both;
use crate::common::reference::Game;
use crate::common::tables::rows;

/// Plays every list of a game with the generator and the reference. Returns the ends reached:
/// preset, switches, reason and result.
fn check<G: baroque_movegen::Game>() -> BTreeSet<[String; 4]> {
    let own = |variant: &str| G::VARIANTS.iter().any(|preset| preset.name == variant);
    let mut ends = BTreeSet::new();
    for [variant, switches, reason, result, moves] in rows::<5>("endings.tsv") {
        if !own(&variant) {
            continue;
        }
        let start = Position::<G>::start(&variant).unwrap().to_fen();
        let (fast, slow) = both::<G>(&variant, &switches, &start);
        let (mut history, mut game) = (GameHistory::new(fast), Game::new(slow));
        for mv in moves.split(' ') {
            assert_eq!((history.outcome(), game.end()), (None, None), "{variant} {moves}");
            history.push(read_move(history.position(), mv).unwrap()).unwrap();
            game.push(mv).unwrap();
        }
        let end = history.outcome().map(|end| (end.result(), end.reason.text()));
        assert_eq!(end, Some((result.as_str(), reason.as_str())), "{variant} {moves}");
        assert_eq!(game.end(), end, "{variant} {moves}");
        ends.insert([variant, switches, reason, result]);
    }
    ends
}

/// Checks that exactly these ends are reached under a preset, decisive ones by White and by Black.
fn reaches(ends: &BTreeSet<[String; 4]>, variant: &str, won: &[&str], drawn: &[&str]) {
    let own = ends.iter().filter(|[preset, switches, ..]| preset == variant && switches == "-");
    let reached: BTreeSet<[&str; 2]> =
        own.map(|[_, _, reason, result]| [reason.as_str(), result.as_str()]).collect();
    let wins = won.iter().flat_map(|&reason| [[reason, "1-0"], [reason, "0-1"]]);
    let draws = drawn.iter().map(|&reason| [reason, "1/2-1/2"]);
    assert_eq!(reached, wins.chain(draws).collect(), "{variant}");
}

#[test]
fn ultima_ends_in_every_way() {
    let ends = check::<baroque_movegen::Ultima>();
    reaches(&ends, "baroque", &["checkmate", "stalemate"], &["repetition", "move-limit"]);
    reaches(&ends, "vchess", &["checkmate"], &["stalemate", "repetition", "move-limit"]);
    let by_switch = |reason: &str| ends.iter().any(|end| end[1] != "-" && end[2] == reason);
    assert!(by_switch("king-taken") && by_switch("repetition"));
}

#[test]
fn maxima_ends_in_every_way() {
    let won = ["checkmate", "invasion", "bare-king"];
    let drawn = ["stalemate", "repetition", "move-limit"];
    reaches(&check::<baroque_movegen::Maxima>(), "maxima", &won, &drawn);
}

#[test]
fn rococo_ends_in_every_way() {
    let won = ["king-taken", "stalemate", "repetition"];
    reaches(&check::<baroque_movegen::Rococo>(), "rococo", &won, &["move-limit"]);
}

#[test]
fn renaissance_ends_in_every_way() {
    let drawn = ["repetition", "move-limit"];
    let ends = check::<baroque_movegen::Renaissance>();
    reaches(&ends, "renaissance", &["checkmate", "stalemate"], &drawn);
}
