//! Fits the values of pieces that nobody tuned to those that were, and predicts the values of each
//! game from the other games.
//!
//! `cargo run --release --example values`

use baroque_engine::TunedGame;
use baroque_engine::values::{PieceStats, stats};
use baroque_movegen::{Maxima, NameError, Position, Renaissance, Rococo, Ultima};

/// Numbers that a fit weighs.
const TERMS: usize = 4;

/// A kind of piece with its tuned value.
#[derive(Clone, Copy)]
struct Sample {
    game: &'static str,
    letter: char,
    value: f64,
    stats: PieceStats,
}

fn main() -> Result<(), NameError> {
    let mut samples = of_game::<Ultima>("baroque")?;
    samples.extend(of_game::<Maxima>("maxima")?);
    samples.extend(of_game::<Rococo>("rococo")?);
    samples.extend(of_game::<Renaissance>("renaissance")?);
    println!("{:13} tuned   fit  without the game", "");
    let weights = fit(&samples);
    let mut errors = [0.0, 0.0];
    for sample in &samples {
        let others: Vec<_> =
            samples.iter().filter(|other| other.game != sample.game).copied().collect();
        let values = [weights, fit(&others)].map(|weights| value(weights, sample.stats));
        for (sum, value) in errors.iter_mut().zip(values) {
            *sum += (value - sample.value).abs() / samples.len() as f64;
        }
        let Sample { game, letter, value, .. } = sample;
        println!("{game:11} {letter} {value:5.0} {:5.0} {:5.0}", values[0], values[1]);
    }
    println!("error on average {:5.0} {:5.0}", errors[0], errors[1]);
    println!("weights {weights:.1?}");
    Ok(())
}

/// The kinds of a game that have values.
fn of_game<G: TunedGame>(game: &'static str) -> Result<Vec<Sample>, NameError> {
    let position = Position::<G>::start(game)?;
    let (rules, stats) = (position.rules(), stats(&position));
    let kinds = position.pieces().kinds().filter(|&kind| !position.is_royal(kind));
    let sample = |kind| Sample {
        game,
        letter: position.pieces().info(kind).letter,
        value: G::value(rules, kind).into(),
        stats: stats[kind],
    };
    Ok(kinds.map(sample).collect())
}

fn value(weights: [f64; TERMS], stats: PieceStats) -> f64 {
    stats.terms().iter().zip(weights).map(|(term, weight)| term * weight).sum()
}

/// The weights with the least sum of squared errors: the solution of the normal equations.
fn fit(samples: &[Sample]) -> [f64; TERMS] {
    let mut rows = [[0.0; TERMS + 1]; TERMS];
    for sample in samples {
        let terms = sample.stats.terms();
        for (row, term) in rows.iter_mut().zip(terms) {
            for (sum, other) in row.iter_mut().zip(terms.iter().chain([&sample.value])) {
                *sum += term * other;
            }
        }
    }
    // Gauss and Jordan's elimination. No pivot is 0, because the terms are not dependent.
    for pivot in 0..TERMS {
        let row = rows[pivot].map(|number| number / rows[pivot][pivot]);
        for (index, other) in rows.iter_mut().enumerate() {
            let factor = other[pivot];
            match index == pivot {
                true => *other = row,
                false => other.iter_mut().zip(row).for_each(|(number, by)| *number -= factor * by),
            }
        }
    }
    rows.map(|row| row[TERMS])
}
