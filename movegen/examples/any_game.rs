//! A rule set chosen by its name, and moves read from the command line.
//!
//! `cargo run --release --example any_game -- renaissance e2e4 e8e6`

use std::error::Error;

use baroque_movegen::AnyGame;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let variant = arguments.next().unwrap_or(AnyGame::DEFAULT_VARIANT.to_owned());
    let mut position = AnyGame::new(&variant)?;
    for text in arguments {
        position.play_text(&text)?;
    }

    println!("{position}\n{}", position.fen());
    match position.outcome() {
        Some(outcome) => println!("{} {}", outcome.result(), outcome.reason.text()),
        None => println!("{} to move, {} moves", position.side(), position.legal_moves().len()),
    }
    Ok(())
}
