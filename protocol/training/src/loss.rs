//! What a network is trained for: chances to win, from results and from the scores of searches.

/// Least and greatest scale in centipawns that [`best_scale`] tries.
const SCALES: (f64, f64) = (20.0, 5000.0);

/// The cross-entropy of an expected result in logits and a target t from 0 to 1, which is
/// −t·ln p − (1 − t)·ln(1 − p) for an expectation p, and its slope by the logits.
#[inline]
pub fn loss_and_slope(logit: f32, target: f32) -> (f32, f32) {
    // ln(1 + exp(logit)) − target · logit, without overflow.
    let value = logit.max(0.0) - target * logit + (-logit.abs()).exp().ln_1p();
    (value, chance(logit) - target)
}

/// The loss of the best possible expectation, the target itself.
pub fn least_loss(target: f32) -> f32 {
    if target <= 0.0 || target >= 1.0 {
        return 0.0;
    }
    -target * target.ln() - (1.0 - target) * (1.0 - target).ln()
}

/// The expected result from 0 to 1 of a value in logits.
#[inline]
pub fn chance(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// What a position should be worth.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Weight of the search's score, from 0 to 1; the rest is that of the result.
    pub score_weight: f32,
    /// Centipawns of a logit.
    pub scale: f32,
}

impl Target {
    /// The target from 0 to 1, of a score in centipawns and a result in half points.
    #[inline]
    pub fn of(self, score: i16, half_points: u8) -> f32 {
        let result = f32::from(half_points) / 2.0;
        self.score_weight * chance(f32::from(score) / self.scale)
            + (1.0 - self.score_weight) * result
    }
}

/// The centipawns of a logit at which scores predict results best, by ternary search. Takes scores
/// in centipawns and results in half points.
pub fn best_scale(scores: impl Iterator<Item = (i16, u8)>) -> u16 {
    // Sums by score: the scores are few and the positions many.
    let mut counts = vec![[0_u64; 3]; 1 << 16];
    for (score, half_points) in scores {
        counts[usize::from(score as u16)][usize::from(half_points)] += 1;
    }
    let loss = |scale: f64| -> f64 {
        let of_score = |(bits, counts): (usize, &[u64; 3])| {
            let logit = f64::from(bits as u16 as i16) / scale;
            let [losses, draws, wins] = counts.map(|count| count as f64);
            let points = wins + draws / 2.0;
            (losses + draws + wins) * (logit.max(0.0) + (-logit.abs()).exp().ln_1p())
                - points * logit
        };
        let found = counts.iter().enumerate().filter(|(_, counts)| **counts != [0; 3]);
        found.map(of_score).sum()
    };
    let (mut low, mut high) = SCALES;
    while high - low > 0.5 {
        let third = (high - low) / 3.0;
        if loss(low + third) < loss(high - third) {
            high -= third;
        } else {
            low += third;
        }
    }
    low.round() as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_of_scores_is_found() {
        // At 200 centipawns 73 of 100 points are made: a logit of 1.
        let scores = [(200, 2, 73), (200, 0, 27), (-200, 2, 27), (-200, 0, 73), (0, 1, 50)];
        let scores = scores
            .iter()
            .flat_map(|&(score, result, times)| std::iter::repeat_n((score, result), times));
        let scale = best_scale(scores);
        assert!((198..=203).contains(&scale), "{scale}");
    }

    #[test]
    fn the_least_loss_is_that_of_the_target() {
        for target in [0.1_f32, 0.5, 0.8] {
            let logit = (target / (1.0 - target)).ln();
            let (value, slope) = loss_and_slope(logit, target);
            assert!((value - least_loss(target)).abs() < 1e-6 && slope.abs() < 1e-6);
        }
        assert_eq!(least_loss(0.0), 0.0);
    }
}
