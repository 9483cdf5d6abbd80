//! Positions in memory, small enough for ten million of them in 1 GB.

use std::path::PathBuf;

use baroque_engine::network::{Inputs, game_of};
use baroque_engine::{TunedGame, hand_made};
use baroque_formats::Rejected;
use baroque_games::Games;
use baroque_movegen::Position;
use rayon::prelude::*;

use crate::labelled::{self, Blend, Labelled};
use crate::records::TrainingGames;
use crate::symmetry::Symmetries;

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
    ) -> Result<(), Rejected> {
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
    fn append(&mut self, other: Self) -> Result<(), Rejected> {
        let by = offset(self.inputs.len())?;
        offset(self.inputs.len() + other.inputs.len())?;
        self.inputs.extend(other.inputs);
        let moved = |sample: Sample| Sample { start: sample.start + by, ..sample };
        self.samples.extend(other.samples.into_iter().map(moved));
        Ok(())
    }
}

fn offset(inputs: usize) -> Result<u32, Rejected> {
    let reason = "there are too many positions, more than about 140 million";
    u32::try_from(inputs).map_err(|_| reason.into())
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
    /// Reads files of the game of a position.
    ///
    /// # Errors
    /// A file cannot be read, is damaged or is of another game, or there are no positions for training or validation.
    pub fn load(
        files: &[PathBuf],
        (known, position): (&Games, &Position<G>),
        filter: &Filter,
    ) -> Result<Self, Rejected> {
        let mut data = Self::empty();
        let most_checked = MAX_CHECKED / files.len().max(1);
        // As many files at a time as there are threads, so that no data wait to be put together.
        for files in files.chunks(rayon::current_num_threads()) {
            let read = |path: &PathBuf| {
                let mut data = Self::empty();
                let mut pushed = Ok(());
                let games = TrainingGames::open(path, known)?;
                let start = games.start::<G>()?;
                if game_of(&start) != game_of(position) {
                    let wanted = game_of(position);
                    let reason = format_args!("the games are not of {wanted}, as those before");
                    return Err(Rejected::at(path.display(), reason));
                }
                let symmetries = Symmetries::of(&start);
                labelled::read(games, filter.blend, |labelled| {
                    if pushed.is_ok() && filter.accepts(&labelled) {
                        pushed = data.push(&labelled, symmetries, most_checked);
                    }
                })?;
                pushed.map(|()| data)
            };
            let parts: Result<Vec<Self>, Rejected> = files.par_iter().map(read).collect();
            parts?.into_iter().try_for_each(|part| data.append(part))?;
        }
        if data.training.is_empty() || data.validation.is_empty() {
            let (training, validation) = (data.training.len(), data.validation.len());
            return Err(Rejected(format!(
                "there are {training} positions to train and {validation} to validate; a tenth of \
                 the games is for validation"
            )));
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
        symmetries: Symmetries,
        most_checked: usize,
    ) -> Result<(), Rejected> {
        let is_held_out = labelled.is_held_out;
        if is_held_out && self.checked.len() < most_checked {
            self.checked.push((self.validation.len(), labelled.position.clone()));
        }
        let samples = if is_held_out { &mut self.validation } else { &mut self.training };
        samples.push(labelled, symmetries)
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

    fn append(&mut self, other: Self) -> Result<(), Rejected> {
        let before = self.validation.len();
        self.checked.extend(other.checked.into_iter().map(|(index, it)| (before + index, it)));
        self.training.append(other.training)?;
        self.validation.append(other.validation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Plan;
    use crate::records::GameRecord;
    use crate::selfplay::SelfPlay;
    use crate::shard::{Shard, ShardPlace};
    use crate::train::Training;
    use baroque_movegen::{CustomGame, RuleSwitches, StopFlag, Ultima};
    use std::fs;

    const FILTER: Filter = Filter { blend: None, checks: false, captures: false };

    fn labelled(is_held_out: bool, score: i16, is_check: bool) -> Labelled<Ultima> {
        let rules = Position::<Ultima>::variant("baroque").unwrap().rules;
        let rules = rules.with_overrides("ranklimit=on").unwrap();
        let start = Position::<Ultima>::default().to_fen();
        let position = Position::from_fen(&start, rules).unwrap();
        Labelled { position, is_held_out, score, half_points: 1, is_check, is_capture: false }
    }

    #[test]
    fn games_are_split_and_positions_filtered() {
        let mut data = Data::empty();
        let mut all: Vec<_> = (0..20).map(|game| labelled(game % 10 == 9, -300, false)).collect();
        let decided = [false, true].map(|is_held_out| labelled(is_held_out, -301, false));
        all.extend(decided.into_iter().chain([labelled(true, 0, true)]));
        for labelled in &all {
            if FILTER.accepts(labelled) {
                data.push(labelled, Symmetries::Mirror, 9).unwrap();
            }
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

    fn load<G: TunedGame>(files: &[PathBuf], position: &Position<G>) -> Result<Data<G>, Rejected> {
        Data::load(files, (&Games::default(), position), &FILTER)
    }

    /// A file of short games of a rule set.
    fn played(variant: &str) -> PathBuf {
        play(variant, 10, Shard::WHOLE)
    }

    /// The file of a shard of so many short games.
    fn play(variant: &str, count: u64, shard: Shard) -> PathBuf {
        let games = SelfPlay::quick(variant);
        let dir =
            std::env::temp_dir().join(format!("baroque-{variant}-{}-{count}", std::process::id()));
        let place = ShardPlace { dir, shard, resume: false };
        let recording = games.open(&place, count).unwrap();
        let each = |_: &GameRecord| Ok::<_, Rejected>(());
        recording.play(1, (&StopFlag::default(), |_| true), each).unwrap();
        SelfPlay::file(&place)
    }

    #[test]
    fn a_game_is_on_the_same_side_however_files_divide_the_games() {
        let game = Games::default().open("fugue").unwrap();
        let start = game.history().of::<CustomGame>().unwrap().position().clone();
        let divided = |of: u64| {
            let shards = Shard { index: 1, of }.all();
            let files: Vec<PathBuf> = shards.map(|shard| play("fugue", 60, shard)).collect();
            let data = load(&files, &start).unwrap();
            fs::remove_dir_all(files[0].parent().unwrap()).unwrap();
            [data.training, data.validation].map(|samples| {
                let position = |index| {
                    let (sample, inputs) = samples.get(index);
                    (inputs.to_vec(), sample.score, sample.half_points)
                };
                let mut positions: Vec<_> = (0..samples.len()).map(position).collect();
                positions.sort_unstable();
                positions
            })
        };
        let whole = divided(1);
        assert!(whole.iter().all(|positions| positions.len() > 20));
        for of in [2, 3, 7] {
            assert!(divided(of) == whole, "{of} files");
        }
    }

    #[test]
    fn files_are_of_one_game_and_any_of_its_rule_sets() {
        let [limited, usual] = ["abbott1968", "baroque"].map(played);
        // With other symmetries than the first file.
        for files in [[&limited, &usual], [&usual, &limited]] {
            let files = files.map(Clone::clone);
            let start = TrainingGames::open(&files[0], &Games::default()).unwrap();
            let start = start.start::<Ultima>().unwrap();
            let plan = Plan { epochs: 1, ..Plan::default() };
            let mut training = Training::new(&files, (&Games::default(), start), plan).unwrap();
            assert!(training.epoch(|_| ()).is_some() && training.epoch(|_| ()).is_none());
            let state = training.state();
            let network = training.network();
            let mut other = Training::new(&files, (&Games::default(), start), plan).unwrap();
            assert!(other.restore(&state) && other.network() == network);
            assert!(!other.restore(&state[1..]) && !other.restore(&[]));
        }
        let [fugue, skirmish] = ["fugue", "skirmish"].map(played);
        let game = Games::default().open("fugue").unwrap();
        let start = game.history().of::<CustomGame>().unwrap().position();
        assert!(load(std::slice::from_ref(&fugue), start).is_ok());
        let error = load(&[fugue.clone(), skirmish.clone()], start).err().unwrap().to_string();
        assert!(error.contains("the games are not of "), "{error}");
        for path in [limited, usual, fugue, skirmish] {
            fs::remove_dir_all(path.parent().unwrap()).unwrap();
        }
    }

    #[test]
    fn other_files_are_errors() {
        let file = format!("baroque-training-other-{}.jsonl", std::process::id());
        let path = std::env::temp_dir().join(file);
        fs::write(&path, "{}\n").unwrap();
        let error =
            load(std::slice::from_ref(&path), &Position::<Ultima>::default()).err().unwrap();
        fs::remove_file(&path).unwrap();
        assert!(error.to_string().starts_with(&format!("{}:1: ", path.display())), "{error}");
    }
}
