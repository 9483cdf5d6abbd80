//! Searches the start position of Baroque for a second and prints the best move.
//!
//! `cargo run --release --example best_move`

use baroque_engine::{Engine, Limits};
use baroque_movegen::AnyPosition;

fn main() {
    let position = AnyPosition::default();
    println!("{position}");

    let limits = Limits { move_time: Some(1000), ..Limits::default() };
    let result = Engine::new().search_any(&position, &limits);
    match result.best {
        Some(best) => println!("best move: {}", position.readable(best)),
        None => println!("the game is over"),
    }
}
