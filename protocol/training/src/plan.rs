//! How to train a network.

use std::f32::consts::PI;

use baroque_formats::Rejected;

use crate::data::{Filter, Sample, Samples};
use crate::labelled::Blend;
use crate::loss::{Target, least_loss, loss_and_slope};

/// Logits of the greatest score of a position that counts by default: beyond it the game is decided.
const LOGITS: u16 = 6;

/// How to train a network.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Number of passes over all positions.
    pub epochs: u16,
    /// Positions of a step; `None` for a four-hundredth of all, from 256 to 4,096.
    pub batch: Option<usize>,
    /// Learning rates of the first step and of the last; between them it falls as a cosine.
    pub rates: (f32, f32),
    /// Weight decay of AdamW, of the hidden layer; `None` for one that suits the number of positions.
    pub decay: Option<f32>,
    /// Weight of the search's score against the result of the game, from 0 to 1.
    pub score_weight: f32,
    /// Centipawns of a logit; `None` for those at which scores predict results best.
    pub scale: Option<u16>,
    /// Greatest score, in centipawns, of a position that counts; `None` for 6 logits.
    pub max_score: Option<u16>,
    /// Number of output layers, chosen by the number of pieces.
    pub outputs: u8,
    /// Whether the network is added to the hand-made evaluation, instead of replacing it.
    pub residual: bool,
    /// Weight of the next position's score, blended in the same way, against the position's own,
    /// from 0 to 1. It needs a scale.
    pub blend: Option<f32>,
    /// Part of the steps, the last ones, whose parameters are averaged.
    pub average: f32,
    /// Whether positions in check count.
    pub checks: bool,
    /// Whether positions whose move captures or promotes count.
    pub captures: bool,
    /// Seed of all random numbers.
    pub seed: u64,
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            epochs: 12,
            batch: None,
            rates: (1e-3, 1e-5),
            decay: None,
            score_weight: 0.7,
            scale: None,
            max_score: None,
            outputs: 1,
            residual: false,
            blend: None,
            average: 0.0,
            checks: false,
            captures: false,
            seed: 0,
        }
    }
}

impl Plan {
    /// Which positions count, apart from their scores.
    ///
    /// # Errors
    /// Later scores are to be blended in, but there is no scale.
    pub(crate) fn filter(&self) -> Result<Filter, Rejected> {
        let no_scale = || Rejected::from("to blend later scores, a scale is needed");
        let blend = self.blend.map(|later| {
            let scale = self.scale.ok_or_else(no_scale)?;
            Ok::<_, Rejected>(Blend { later, scale: scale.into() })
        });
        let Self { checks, captures, .. } = *self;
        Ok(Filter { blend: blend.transpose()?, checks, captures })
    }

    /// The greatest score in centipawns of a position that counts, at a scale.
    pub(crate) fn max_score(&self, scale: u16) -> u16 {
        self.max_score.unwrap_or(scale.saturating_mul(LOGITS))
    }

    /// The plan with all that depends on the number of positions.
    #[must_use]
    pub(crate) fn fitting(self, positions: usize) -> Self {
        // Between what was best for 0.4 and for 10 million positions (`engine/nets/README.md`).
        let decay = (1e7 / positions.max(1) as f32).powf(0.4).clamp(0.2, 8.0);
        Self {
            batch: self.batch.or(Some((positions / 400).clamp(256, 4096))),
            decay: self.decay.or(Some(decay)),
            ..self
        }
    }

    /// Positions of a step.
    pub(crate) fn batch(&self) -> usize {
        self.batch.unwrap_or(1)
    }

    /// The learning rate of a step.
    pub(crate) fn rate(&self, step: usize, steps: usize) -> f32 {
        let (first, last) = self.rates;
        let done = step as f32 / steps.saturating_sub(1).max(1) as f32;
        last + (first - last) * (1.0 + (PI * done).cos()) / 2.0
    }
}

/// What the values of a network are compared with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Goal {
    pub target: Target,
    /// Whether the network's value is added to the hand-made evaluation.
    pub residual: bool,
}

impl Goal {
    /// The logits that the network's output is added to.
    #[inline]
    pub fn base(&self, sample: Sample) -> f32 {
        if self.residual { self.hand_made(sample) } else { 0.0 }
    }

    fn hand_made(&self, sample: Sample) -> f32 {
        f32::from(sample.hand_made) / self.target.scale
    }

    /// The loss of a value in logits and its slope.
    #[inline]
    pub fn loss_and_slope(&self, logit: f32, sample: Sample) -> (f32, f32) {
        loss_and_slope(logit, self.target.of(sample.score, sample.half_points))
    }

    /// The mean losses of the hand-made evaluation and of the best possible value.
    pub fn bounds(&self, samples: &Samples) -> (f64, f64) {
        let mut sums = (0.0, 0.0);
        for &sample in samples.iter() {
            sums.0 += f64::from(self.loss_and_slope(self.hand_made(sample), sample).0);
            let target = self.target.of(sample.score, sample.half_points);
            sums.1 += f64::from(least_loss(target));
        }
        let count = samples.len().max(1) as f64;
        (sums.0 / count, sums.1 / count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_learning_rate_falls_from_the_first_to_the_last() {
        let plan = Plan { rates: (1e-3, 1e-5), ..Plan::default() };
        assert_eq!((plan.rate(0, 101), plan.rate(100, 101)), (1e-3, 1e-5));
        assert!(plan.rate(50, 101) < plan.rate(49, 101));
        assert_eq!(plan.rate(0, 1), 1e-3);
    }

    #[test]
    fn few_positions_want_much_decay() {
        let decay = |positions| Plan::default().fitting(positions).decay.unwrap();
        // What matches told (`engine/nets/README.md`), and the limits.
        assert!((3.0..8.0).contains(&decay(371_000)));
        assert_eq!([10_000_000, 1, 1_000_000_000].map(decay), [1.0, 8.0, 0.2]);
        let given = Plan { decay: Some(0.5), ..Plan::default() };
        assert_eq!(given.fitting(371_000).decay, Some(0.5));
    }

    #[test]
    fn blending_needs_a_scale() {
        let plan = Plan { blend: Some(0.5), ..Plan::default() };
        assert!(plan.filter().is_err());
        assert!(Plan { scale: Some(400), ..plan }.filter().is_ok());
    }
}
