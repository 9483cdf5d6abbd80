//! Positions in memory, small enough for ten million of them in 1 GB.

use std::path::PathBuf;

use baroque_engine::network::Inputs;
use baroque_engine::{TunedGame, hand_made};
use baroque_movegen::Position;
use rayon::prelude::*;

use crate::Error;
use crate::games::{self, Blend, Labelled};
use crate::symmetry::Symmetries;

/// One of this many games only measures the loss.
const SPLIT: u64 = 10;
/// Most positions of all files together on which the quantised network is measured.
const MAX_CHECKED: usize = 100_000;

/// Greatest absolute score in centipawns of a game that is not decided.
pub const MAX_SCORE: i64 = 30_000;

/// Which positions count.
#[derive(Clone, Copy, Debug)]
pub struct Filter {
    /// How scores are mixed with those of later positions, if they are.
    pub blend: Option<Blend>,
    /// Whether positions in check count.
    pub checks: bool,
    /// Whether positions whose move captures or promotes count.
    pub captures: bool,
    /// The symmetries that are used where the rules have them.
    pub symmetries: Symmetries,
}

impl Filter {
    fn accepts<G: TunedGame>(&self, labelled: &Labelled<G>) -> bool {
        (self.checks || !labelled.is_check)
            && (self.captures || !labelled.is_capture)
            && i64::from(labelled.score).abs() <= MAX_SCORE
    }
}

/// A position, apart from its inputs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// Where the inputs are.
    start: u32,
    inputs: u8,
    /// Pieces on the board, which choose the output layer.
    pub pieces: u8,
    /// Result for the side to move.
    pub half_points: u8,
    /// Number of symmetries of its rules.
    pub symmetries: u8,
    /// Score of the search in centipawns for the side to move.
    pub score: i16,
    /// The hand-made evaluation in centipawns for the side to move.
    pub hand_made: i16,
}

/// Many positions.
#[derive(Default)]
pub struct Samples {
    /// The inputs of all positions one after the other, as the side to move sees them. A kind in a
    /// hand is there as often as it is held.
    inputs: Vec<u16>,
    samples: Vec<Sample>,
}

impl Samples {
    /// The number of positions.
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// Whether there is no position.
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    /// All positions.
    pub fn iter(&self) -> impl Iterator<Item = &Sample> {
        self.samples.iter()
    }

    /// A position, and its inputs as the side to move sees them.
    #[inline]
    pub fn get(&self, index: usize) -> (Sample, &[u16]) {
        let sample = self.samples[index];
        let start = sample.start as usize;
        (sample, &self.inputs[start..start + usize::from(sample.inputs)])
    }

    /// Adds a position.
    ///
    /// # Errors
    /// There are too many.
    pub fn push<G: TunedGame>(
        &mut self,
        labelled: &Labelled<G>,
        symmetries: Symmetries,
    ) -> Result<(), Error> {
        let (position, begin) = (&labelled.position, self.inputs.len());
        Inputs::of(position).for_each(position, position.side(), |input, count| {
            self.inputs.extend(std::iter::repeat_n(input as u16, count.into()));
        });
        // No game has more than 128 pieces.
        let inputs = (self.inputs.len() - begin) as u8;
        self.samples.push(Sample {
            start: offset(begin)?,
            inputs,
            pieces: position.board().occupied().len() as u8,
            half_points: labelled.half_points,
            symmetries: symmetries.count() as u8,
            score: labelled.score,
            hand_made: hand_made(position).value() as i16,
        });
        Ok(())
    }

    /// Adds other positions.
    ///
    /// # Errors
    /// There are too many.
    fn append(&mut self, other: Self) -> Result<(), Error> {
        let by = offset(self.inputs.len())?;
        offset(self.inputs.len() + other.inputs.len())?;
        self.inputs.extend(other.inputs);
        let moved = |sample: Sample| Sample { start: sample.start + by, ..sample };
        self.samples.extend(other.samples.into_iter().map(moved));
        Ok(())
    }
}

fn offset(inputs: usize) -> Result<u32, Error> {
    Ok(u32::try_from(inputs)
        .map_err(|_| "there are too many positions, more than about 140 million")?)
}

/// The positions of files, split by game: those of one game are alike, and would tell in advance
/// what is to be measured.
pub struct Data<G: TunedGame> {
    pub training: Samples,
    pub validation: Samples,
    /// Some positions of the validation, with their numbers there.
    pub checked: Vec<(usize, Position<G>)>,
}

impl<G: TunedGame> Data<G> {
    /// Reads files.
    ///
    /// # Errors
    /// A file cannot be read or is damaged, or there are no positions for training or validation.
    pub fn load(files: &[PathBuf], filter: &Filter) -> Result<Self, Error> {
        let mut data = Self::empty();
        let most_checked = MAX_CHECKED / files.len().max(1);
        // As many files at a time as there are threads, so that no data wait to be put together.
        for files in files.chunks(rayon::current_num_threads()) {
            let read = |path: &PathBuf| {
                let mut data = Self::empty();
                let mut pushed = Ok(());
                games::read(path, filter.blend, |labelled| {
                    if pushed.is_ok() {
                        pushed = data.push(&labelled, filter, most_checked);
                    }
                })?;
                pushed.map(|()| data)
            };
            let parts: Result<Vec<Self>, Error> = files.par_iter().map(read).collect();
            parts?.into_iter().try_for_each(|part| data.append(part))?;
        }
        if data.training.is_empty() || data.validation.is_empty() {
            let (training, validation) = (data.training.len(), data.validation.len());
            return Err(format!(
                "there are {training} positions to train and {validation} to validate; every tenth \
                 game is for validation"
            )
            .into());
        }
        Ok(data)
    }

    fn empty() -> Self {
        let (training, validation) = Default::default();
        Self { training, validation, checked: Vec::new() }
    }

    fn push(
        &mut self,
        labelled: &Labelled<G>,
        filter: &Filter,
        most_checked: usize,
    ) -> Result<(), Error> {
        if !filter.accepts(labelled) {
            return Ok(());
        }
        let held_out = labelled.game % SPLIT == SPLIT - 1;
        if held_out && self.checked.len() < most_checked {
            self.checked.push((self.validation.len(), labelled.position.clone()));
        }
        let symmetries = Symmetries::of::<G>(labelled.position.rules()).min(filter.symmetries);
        if held_out { &mut self.validation } else { &mut self.training }.push(labelled, symmetries)
    }

    /// Keeps the positions with an absolute score of at most `most` centipawns.
    pub fn retain(&mut self, most: u16) {
        let is_kept = |sample: &Sample| sample.score.unsigned_abs() <= most;
        let (mut numbers, mut kept) = (Vec::new(), 0);
        for sample in self.validation.iter() {
            numbers.push(is_kept(sample).then_some(kept));
            kept += usize::from(is_kept(sample));
        }
        let checked = std::mem::take(&mut self.checked).into_iter();
        let renumbered = |(index, position): (usize, _)| Some((numbers[index]?, position));
        self.checked = checked.filter_map(renumbered).collect();
        self.training.samples.retain(is_kept);
        self.validation.samples.retain(is_kept);
    }

    fn append(&mut self, other: Self) -> Result<(), Error> {
        let before = self.validation.len();
        self.checked.extend(other.checked.into_iter().map(|(index, it)| (before + index, it)));
        self.training.append(other.training)?;
        self.validation.append(other.validation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use baroque_movegen::{RuleSwitches, Ultima};
    use std::fs;

    const FILTER: Filter =
        Filter { blend: None, checks: false, captures: false, symmetries: Symmetries::All };

    fn labelled(game: u64, score: i16, is_check: bool) -> Labelled<Ultima> {
        let rules = Position::<Ultima>::variant("baroque").unwrap().rules;
        let rules = rules.with_overrides("ranklimit=on").unwrap();
        let start = Position::<Ultima>::default().to_fen();
        let position = Position::from_fen(&start, rules).unwrap();
        Labelled { position, game, score, half_points: 1, is_check, is_capture: false }
    }

    #[test]
    fn games_are_split_and_positions_filtered() {
        let mut data = Data::empty();
        let mut all: Vec<_> = (0..20).map(|game| labelled(game, -300, false)).collect();
        all.extend([labelled(3, 301, false), labelled(9, -301, false), labelled(19, 0, true)]);
        for labelled in &all {
            data.push(labelled, &FILTER, 9).unwrap();
        }
        data.retain(300);
        assert_eq!((data.training.len(), data.validation.len(), data.checked.len()), (18, 2, 2));
        let (sample, inputs) = data.training.get(17);
        assert_eq!((sample.score, sample.half_points, sample.pieces), (-300, 1, 32));
        assert_eq!(usize::from(sample.symmetries), Symmetries::Mirror.count());
        let switches = Inputs::of(&all[0].position).switches::<Ultima>(all[0].position.options());
        assert_eq!(inputs.len(), 32 + switches.count());
        assert_eq!(inputs, data.training.get(0).1);
    }

    #[test]
    fn other_files_are_errors() {
        let file = format!("baroque-trainer-other-{}.jsonl", std::process::id());
        let path = std::env::temp_dir().join(file);
        fs::write(&path, "{}\n").unwrap();
        let error = Data::<Ultima>::load(std::slice::from_ref(&path), &FILTER).err().unwrap();
        fs::remove_file(&path).unwrap();
        assert!(error.to_string().starts_with(&format!("{}:1: ", path.display())), "{error}");
    }
}
