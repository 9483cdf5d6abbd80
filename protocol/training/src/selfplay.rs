//! Games of the engine against itself.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use baroque_engine::network::{Evaluation, Network};
use baroque_engine::{Engine, Limits, Score, TunedGame};
use baroque_formats::Rejected;
use baroque_movegen::{AnyGame, GameHistory, StopFlag, with_history};

use crate::agreement::Agreement;
use crate::openings::RandomOpenings;
use crate::records::{GameFormat, GameItems, GameRecord, GamesHeader, Plies, Resign, read_record};
use crate::shard::{Shard, ShardFile, ShardPlace, parallel_ordered};

/// MiB of the hash table: the searches are short, and each game begins with an empty one.
const HASH: usize = 1;
/// Plies after which an unfinished game is a draw.
const MAX_PLIES: usize = 1000;

/// The beginning and the extension of the names of files.
const FILE: (&str, &str) = (GamesHeader::JOB, GameFormat::Binary.extension());

/// What games to play.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// The game, whose first position is that of the games, before their random openings.
    pub start: AnyGame,
    /// What evaluates positions.
    pub evaluation: Evaluation,
    /// Nodes to search for each move, if limited.
    pub nodes: Option<u64>,
    /// Depth in plies to search for each move, if limited.
    pub depth: Option<u32>,
    /// Random plies at the beginning of each game.
    pub plies: Plies,
    /// Adjudication of decided games.
    pub resign: Option<Resign>,
    /// Seed of the random openings.
    pub seed: u64,
}

impl SelfPlay {
    /// Plays the games of some numbers without writing them, and passes them to `each` in their order.
    /// Those in progress are given up when `stop` is set.
    ///
    /// # Errors
    /// There is not enough memory or threads, or the first error of `each`.
    pub fn play<E: Send + From<Rejected>>(
        &self,
        numbers: Range<u64>,
        threads: usize,
        stop: &StopFlag,
        each: impl FnMut(GameRecord) -> Result<(), E>,
    ) -> Result<(), E> {
        let worker = self.worker(Shard::WHOLE, stop, |_| true);
        parallel_ordered(numbers, threads, worker, each)
    }

    /// What makes players of a shard's games, by their numbers in the shard.
    fn worker<'a, E: From<Rejected>>(
        &'a self,
        shard: Shard,
        stop: &'a StopFlag,
        goes_on: impl Fn(u64) -> bool + Sync + Copy + 'a,
    ) -> impl Fn() -> Result<Player<'a>, E> + Sync {
        move || {
            let mut player = SelfPlayer::new(self, stop)?;
            Ok(Box::new(move |index| {
                goes_on(index).then(|| player.play(shard.number(index))).flatten()
            }))
        }
    }

    /// The file that [`Self::open`] opens.
    pub fn file(place: &ShardPlace) -> PathBuf {
        place.file(FILE)
    }

    /// Opens the file of a shard of so many games of all shards together, after those that it has.
    ///
    /// # Errors
    /// The file is of other games, damaged or cannot be written.
    pub fn open(&self, place: &ShardPlace, count: u64) -> Result<Recording<'_>, Rejected> {
        let header = self.header(count, place.shard);
        let items = GameItems::new(GameFormat::Binary, &header, self.start.clone());
        let (file, done) = ShardFile::open(place, FILE, &header, |reader, game| {
            Ok(read_record(reader, game)?.is_some())
        })?;
        let left = done..place.shard.len(count);
        Ok(Recording { games: self, shard: place.shard, items, file, left })
    }

    /// The header of a file of a shard of so many games.
    pub(crate) fn header(&self, games: u64, shard: Shard) -> GamesHeader {
        let start = &self.start;
        let (network, scale) =
            with_history!(start.history(), game => describe(game, &self.evaluation));
        let header = GamesHeader {
            job: GamesHeader::JOB.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            variant: start.variant().to_owned(),
            definition: start.definition().map(str::to_owned),
            rules: start.rules(),
            games,
            nodes: self.nodes,
            depth: self.depth,
            plies: self.plies,
            resign: self.resign,
            network: network.map(|network| format!("{:08x}", network.crc())),
            scale,
            seed: self.seed,
            shard: shard.index,
            shards: shard.of,
            format: None,
        };
        header.with(GameFormat::Binary)
    }
}

/// The network that evaluates a game, and the scale of its scores.
fn describe<'a, G: TunedGame>(
    game: &GameHistory<G>,
    evaluation: &'a Evaluation,
) -> (Option<&'a Network>, u16) {
    (evaluation.network(game.position()), Score::scale::<G>())
}

/// Games that are being played and written to the file of a shard.
pub struct Recording<'a> {
    games: &'a SelfPlay,
    shard: Shard,
    items: GameItems,
    file: ShardFile,
    /// The games that the file lacks, by their numbers in the shard.
    left: Range<u64>,
}

impl Recording<'_> {
    /// The games that the file lacks, by their numbers in the shard.
    pub fn left(&self) -> Range<u64> {
        self.left.clone()
    }

    /// Plays and writes the games that are left. Those are not begun for whose numbers `goes_on` is false;
    /// those in progress are given up when `stop` is set. `each` receives every game that was written.
    ///
    /// # Errors
    /// The file cannot be written, there is not enough memory or threads, or the first error of `each`.
    pub fn play<E: Send + From<Rejected>>(
        mut self,
        threads: usize,
        (stop, goes_on): (&StopFlag, impl Fn(u64) -> bool + Sync),
        mut each: impl FnMut(&GameRecord) -> Result<(), E>,
    ) -> Result<(), E> {
        let worker = self.games.worker(self.shard, stop, &goes_on);
        parallel_ordered(self.left, threads, worker, |game| {
            let bytes = self.items.write(&game).map_err(|reason| self.file.bad(reason))?;
            self.file.append(&bytes)?;
            each(&game)
        })
    }
}

/// Plays the game of a number in its shard.
type Player<'a> = Box<dyn FnMut(u64) -> Option<GameRecord> + 'a>;

/// Plays games of the engine against itself, one at a time.
struct SelfPlayer<'a> {
    position: AnyGame,
    engine: Engine,
    openings: RandomOpenings,
    games: &'a SelfPlay,
    stop: &'a StopFlag,
}

impl<'a> SelfPlayer<'a> {
    /// A player that gives its game up when `stop` is set.
    ///
    /// # Errors
    /// There is not enough memory.
    fn new(games: &'a SelfPlay, stop: &'a StopFlag) -> Result<Self, Rejected> {
        let openings = RandomOpenings::new(&games.start, games.seed, 0, stop)?;
        let mut engine = Engine::new();
        engine.set_evaluation(games.evaluation.clone());
        engine.set_hash(HASH).map_err(|error| Rejected(error.to_string()))?;
        Ok(Self { position: games.start.clone(), engine, openings, games, stop })
    }

    /// Plays the game of a number, independent of earlier games; `None` if `stop` is set before its
    /// end.
    fn play(&mut self, number: u64) -> Option<GameRecord> {
        let position = &mut self.position;
        let &SelfPlay { seed, plies, resign, nodes, depth, .. } = self.games;
        let limits = Limits { nodes, depth, ..Limits::default() };
        self.openings.set_plies(plies.of(seed, number) as usize);
        self.openings.opening(number).set_up(position).ok()?;
        self.engine.clear();
        let mut game = GameRecord {
            number,
            first_ply: position.moves().len().try_into().ok()?,
            fen: position.fen(),
            winner: None,
            moves: Vec::new(),
        };
        let (mut scores, mut adjudicated) = (Agreement::START, None);
        while position.outcome().is_none()
            && adjudicated.is_none()
            && position.moves().len() < MAX_PLIES
        {
            let result =
                self.engine.search_any_with(position.history(), &limits, self.stop, &mut |_| ());
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            let best = result.best?;
            let score = result.score().unwrap_or(Score::DRAW).value().try_into().ok()?;
            game.moves.push((best, score));
            let side = position.side();
            adjudicated = resign.and_then(|resign| resign.add(&mut scores, side, score));
            position.play(best).ok()?;
        }
        game.winner = position.outcome().map_or(adjudicated, |outcome| outcome.winner);
        Some(game)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
impl SelfPlay {
    /// Short games of a rule set.
    pub fn quick(variant: &str) -> Self {
        Self {
            start: baroque_games::Games::default().open(variant).unwrap(),
            evaluation: Evaluation::ByHand,
            nodes: Some(1),
            depth: None,
            plies: "4".parse().unwrap(),
            resign: Some("movecount=1,score=100".parse().unwrap()),
            seed: 0,
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn games_are_the_same_on_any_number_of_threads_and_end_when_stopped() {
        let games = SelfPlay {
            start: AnyGame::default(),
            evaluation: Evaluation::Own,
            nodes: None,
            depth: Some(1),
            plies: "4".parse().unwrap(),
            resign: None,
            seed: 3,
        };
        let played = |numbers, threads, stop: bool| {
            let mut played = Vec::new();
            let each = |game| {
                played.push(game);
                Ok::<_, Rejected>(())
            };
            games.play(numbers, threads, &StopFlag::new(stop.into()), each).unwrap();
            played
        };
        let first = played(0..3, 1, false);
        assert_eq!(first.iter().map(|game| game.number).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(played(0..3, 2, false), first);
        assert_eq!(played(1..3, 1, false), first[1..]);
        assert_eq!(played(0..3, 1, true), []);
    }

    #[test]
    fn a_game_of_a_file_does_not_depend_on_those_before() {
        // Where the nodes run out, the generator may be given up.
        let games = SelfPlay::quick("fugue");
        let stop = StopFlag::default();
        let mut player = SelfPlayer::new(&games, &stop).unwrap();
        for number in 0..45 {
            let alone = SelfPlayer::new(&games, &stop).unwrap().play(number);
            assert_eq!(player.play(number), alone, "game {number}");
        }
    }
}
