//! What searches allocate: nothing for a node.

use allocation_counter::measure;
use baroque_engine::{Engine, Limits, TunedGame};
use baroque_movegen::{
    CustomGame, Game, GameHistory, Maxima, Position, Renaissance, Rococo, Ultima,
};

use crate::common::random::SplitMix64;

/// Nodes of a long search, and of a short one.
const NODES: [u64; 2] = [40_000, 20_000];
/// Most allocations that the long one needs more, for the lists of further plies and the reports of further
/// iterations.
const MOST: u64 = 500;
/// Random moves before a search.
const PLIES: usize = 40;

/// The position after some random moves, as far as the game goes on.
fn middlegame<G: Game>(start: Position<G>) -> Position<G> {
    let (mut position, mut random) = (start, SplitMix64(1));
    for _ in 0..PLIES {
        let moves = position.legal_moves().to_vec();
        if moves.is_empty() || position.immediate_outcome().is_some() {
            break;
        }
        let next = position.play_unchecked(random.pick(&moves));
        if next.legal_moves().is_empty() {
            break;
        }
        position = next;
    }
    position
}

fn check<G: TunedGame>(start: Position<G>, name: &str) {
    check_position(start.clone(), name);
    check_position(middlegame(start), name);
}

fn check_position<G: TunedGame>(start: Position<G>, name: &str) {
    let mut engine = Engine::new();
    engine.set_hash(1).unwrap();
    let game = GameHistory::new(start);
    let mut allocations = |nodes| {
        engine.clear();
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        measure(|| drop(engine.search(&game, &limits))).count_total
    };
    // Tables and lists are made by the first one.
    allocations(NODES[0]);
    let [long, short] = NODES.map(allocations);
    assert!(long <= short + MOST, "{name}: {long} allocations, {short} in a short search");
}

#[test]
fn searches_of_compiled_games_allocate_nothing_for_a_node() {
    check(Position::<Ultima>::default(), "baroque");
    check(Position::<Maxima>::default(), "maxima");
    check(Position::<Rococo>::default(), "rococo");
    check(Position::<Renaissance>::default(), "renaissance");
}

#[test]
fn searches_of_custom_games_allocate_nothing_for_a_node() {
    for game in baroque_games::builtin() {
        let Some(rules) = &game.rules else { continue };
        let start = Position::<CustomGame>::from_fen(&game.starts[0].1, rules.clone()).unwrap();
        check(start, &game.name);
    }
}
