//! Plays a move of Rococo, then searches for a second and prints the best answer.
//!
//! `cargo run --release --example best_move`

use std::error::Error;

use baroque_engine::{Engine, Limits};
use baroque_movegen::AnyGame;

fn main() -> Result<(), Box<dyn Error>> {
    let mut position = AnyGame::new("rococo")?;
    position.play_text("d2d3")?;
    let limits = Limits { move_time: Some(1000), ..Limits::default() };
    let best = Engine::new().search_any(&position, &limits).best;
    println!("{position}{:?}", best.and_then(|mv| position.readable(mv).ok()));
    Ok(())
}
