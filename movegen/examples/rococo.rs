//! Rococo: the start position, its moves, one of them played, and node counts.
//!
//! `cargo run --release --example rococo`

use std::error::Error;

use baroque_movegen::{Position, Rococo, perft, read_move, readable_unchecked, uci};

fn main() -> Result<(), Box<dyn Error>> {
    let start = Position::<Rococo>::default();
    println!("{start}");
    for mv in start.legal_moves() {
        println!("{} {}", uci(&start, mv), readable_unchecked(&start, mv));
    }

    let next = start.try_play(read_move(&start, "d2d3")?)?;
    println!("\n{next}\n{}", next.to_fen());
    for depth in 1..=4 {
        println!("perft {depth}: {}", perft(&next, depth));
    }
    Ok(())
}
