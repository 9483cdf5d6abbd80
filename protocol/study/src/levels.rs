//! Levels of playing strength that are equally far apart in Elo.

use baroque_engine::{FULL_NODES, LEVELS, Levels};

use crate::contest::Comparison;
use crate::estimate::LEAST;

/// Least Elo between two levels that were measured, so that more nodes are always taken for stronger.
const LEAST_STEP: f64 = 10.0;

/// Places the levels anew. `old` are those that were measured, each from the second on against the one
/// before, as far as there was time. Between two of them Elo grow evenly with the logarithm of the nodes,
/// and above the last as between the last two. `None` if there were too few games.
pub fn place(old: &Levels, measured: &[Comparison]) -> Option<Levels> {
    let mut curve = vec![(0.0, ln(*old.nodes.first()?))];
    for (comparison, &nodes) in measured.iter().zip(old.nodes.get(1..)?) {
        let Some(step) = elo(comparison) else { break };
        let below = curve.last().map_or(0.0, |(elo, _)| *elo);
        curve.push((below + step.max(LEAST_STEP), ln(nodes)));
    }
    let [.., before, last] = *curve.as_slice() else { return None };
    let slope = (last.0 - before.0) / (last.1 - before.1);
    curve.push((last.0 + slope * (ln(FULL_NODES) - last.1), ln(FULL_NODES)));
    let total = curve.last()?.0;
    let step = total / f64::from(LEVELS - 1);
    let mut levels = *old;
    let (mut least, mut wanted) = (1, 0.0);
    for nodes in &mut levels.nodes {
        *nodes = (at(&curve, wanted).exp().round() as u64).max(least);
        (least, wanted) = (*nodes + 1, wanted + step);
    }
    levels.step = (step.round() as u32).max(1);
    Some(levels)
}

fn ln(nodes: u64) -> f64 {
    (nodes as f64).ln()
}

/// Elo of a player over another one, as if it had also won and lost half a game each: who loses no game is
/// not infinitely better.
fn elo(comparison: &Comparison) -> Option<f64> {
    let [wins, draws, losses] = comparison.score.map(|count| count as f64);
    let games = wins + draws + losses;
    let points = (wins + draws / 2.0 + 0.5) / (games + 1.0);
    (games >= LEAST as f64).then(|| 400.0 * (points / (1.0 - points)).log10())
}

/// The logarithm of the nodes that reach some Elo.
fn at(curve: &[(f64, f64)], elo: f64) -> f64 {
    let between = |pair: &[(f64, f64)]| match *pair {
        [(below, low), (above, high)] if elo <= above => {
            Some(low + (high - low) * (elo - below) / (above - below))
        }
        _ => None,
    };
    let last = curve.last().map_or(0.0, |(_, nodes)| *nodes);
    curve.windows(2).find_map(between).unwrap_or(last)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn compared(score: [u64; 3]) -> Comparison {
        Comparison { score, points: None, elo: None }
    }

    #[test]
    fn levels_are_equally_far_apart() {
        // Nodes times four each, and 75 % each time: 191 Elo.
        let old = Levels { nodes: [10, 40, 160, 640, 2560, 10_240, 40_960], step: 1 };
        let measured = vec![compared([750, 0, 250]); 5];
        let new = place(&old, &measured).unwrap();
        assert_eq!(new.nodes.first(), Some(&10));
        // Full strength is 90,000 times as many nodes as the first level: 8.23 times four.
        let steps = (90_000.0_f64).ln() / 4.0_f64.ln();
        assert!((f64::from(new.step) - steps * 190.8 / 7.0).abs() < 2.0, "{new:?}");
        for pair in new.nodes.windows(2) {
            let [low, high] = *pair else { unreachable!() };
            let ratio = high as f64 / low as f64;
            assert!((ratio - 90_000.0_f64.powf(1.0 / 7.0)).abs() < 0.3, "{new:?}");
        }
        // The last measured step is less than the others, and so are those above it.
        let mut flat = measured.clone();
        flat[4] = compared([55, 0, 45]);
        let flat = place(&old, &flat).unwrap();
        assert!(flat.step < new.step && flat.nodes.is_sorted(), "{flat:?}");
        assert_eq!(place(&old, &measured[..0]), None);
        assert_eq!(place(&old, &[compared([20, 0, 9])]), None);
        assert!(place(&old, &[compared([100, 0, 0]), compared([0, 0, 100])]).is_some());
    }
}
