//! The command line.

use std::path::PathBuf;

use clap::Parser;
use clap::value_parser as parser;

use crate::data::{Filter, MAX_SCORE};
use crate::games::Blend;
use crate::loss::{Loss, Target};
use crate::symmetry::Symmetries;
use crate::train::Plan;

/// Trains a network from games of self-play
#[derive(Parser, Debug)]
#[command(version)]
pub struct Arguments {
    /// Files of `baroque selfplay`, all of one game
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// File of the network
    #[arg(long)]
    pub out: PathBuf,
    /// Number of output layers, chosen by the number of pieces
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parser!(u8).range(1..=32))]
    pub outputs: u8,
    /// Add the network to the hand-made evaluation, instead of replacing it
    #[arg(long)]
    pub residual: bool,
    /// Number of times that each position is trained with
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = positive)]
    pub epochs: usize,
    /// Positions for a step
    #[arg(long, value_name = "N", default_value = "4096", value_parser = parser!(u32).range(1..))]
    pub batch: u32,
    /// Learning rate of the first step
    #[arg(long, value_name = "RATE", default_value_t = 0.001, value_parser = part)]
    pub rate: f32,
    /// Learning rate of the last step
    #[arg(long, value_name = "RATE", default_value_t = 1e-5, value_parser = part)]
    pub final_rate: f32,
    /// Weight decay of AdamW, of the hidden layer
    #[arg(long, value_name = "DECAY", default_value_t = 0.2, value_parser = decay)]
    pub decay: f32,
    /// What is made as small as possible
    #[arg(long, value_enum, default_value_t = Loss::CrossEntropy)]
    pub loss: Loss,
    /// Weight of the search's score against the result of the game, from 0 to 1
    #[arg(long, value_name = "WEIGHT", default_value_t = 0.7, value_parser = part)]
    pub lambda: f32,
    /// Centipawns of a logit; default: those at which scores predict results best
    #[arg(long, value_name = "CP", value_parser = parser!(u16).range(1..))]
    pub scale: Option<u16>,
    /// Symmetries to use where the rules have them
    #[arg(long, value_enum, default_value_t = Symmetries::All)]
    pub symmetries: Symmetries,
    /// Greatest score in centipawns of a position that counts; default: 6 logits
    #[arg(long, value_name = "CP", value_parser = parser!(u16).range(..=MAX_SCORE))]
    pub max_score: Option<u16>,
    /// Weight of the scores of later positions of the game against that of the position, from 0 to 1:
    /// that of the next one, to which the same applies
    #[arg(long, value_name = "WEIGHT", requires = "scale", value_parser = part)]
    pub blend: Option<f32>,
    /// Frozen pieces learn only how they differ from free ones
    #[arg(long)]
    pub factorise: bool,
    /// Positions in check count too
    #[arg(long)]
    pub checks: bool,
    /// Positions whose move captures or promotes count too
    #[arg(long)]
    pub captures: bool,
    /// Write the network also after every N epochs
    #[arg(long, value_name = "N", value_parser = positive)]
    pub every: Option<usize>,
    /// Part of the steps, the last ones, whose networks are averaged
    #[arg(long, value_name = "PART", default_value_t = 0.0, value_parser = part)]
    pub average: f32,
    /// Seed of all random numbers
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Number of threads; default: one per processor. Gradients use at most 8
    #[arg(long, value_name = "N", value_parser = parser!(u8).range(1..))]
    pub threads: Option<u8>,
}

impl Arguments {
    /// Which positions count.
    pub fn filter(&self) -> Filter {
        let Self { checks, captures, symmetries, .. } = *self;
        let blend = self.blend.zip(self.scale);
        let blend = blend.map(|(later, scale)| Blend { later, scale: f32::from(scale) });
        Filter { blend, checks, captures, symmetries }
    }

    /// How to train when a logit has as many centipawns.
    pub fn plan(&self, scale: u16) -> Plan {
        Plan {
            epochs: self.epochs,
            batch: self.batch as usize,
            rates: (self.rate, self.final_rate),
            decay: self.decay,
            loss: self.loss,
            target: Target { score_weight: self.lambda, scale: f32::from(scale) },
            residual: self.residual,
            average: self.average,
            factorise: self.factorise,
            seed: self.seed,
        }
    }
}

fn decay(text: &str) -> Result<f32, &'static str> {
    let number = text.parse().ok().filter(|number| (0.0..=10.0).contains(number));
    number.ok_or("allowed is a number from 0 to 10")
}

fn part(text: &str) -> Result<f32, &'static str> {
    let number = text.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or("allowed is a number from 0 to 1")
}

fn positive(text: &str) -> Result<usize, &'static str> {
    text.parse().ok().filter(|&number| number > 0).ok_or("allowed is a number from 1")
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }
}
