//! Games of the engine against itself.

use std::sync::atomic::Ordering;

use baroque_engine::network::{Evaluation, Network};
use baroque_engine::{Engine, Limits, Score, TunedGame};
use baroque_formats::Rejected;
use baroque_movegen::{AnyGame, GameHistory, StopFlag, with_history};

use crate::agreement::Agreement;
use crate::openings::RandomOpenings;
use crate::records::{GameFormat, GameRecord, GamesHeader, Plies, Resign};
use crate::shard::Shard;

/// MiB of the hash table: the searches are short, and each game begins with an empty one.
const HASH: usize = 1;
/// Plies after which an unfinished game is a draw.
const MAX_PLIES: usize = 1000;

/// What games to play.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// The start position of the games, before their random openings, under their rules.
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
    /// The header of a file of a shard of so many games.
    pub fn header(&self, games: u64, shard: Shard) -> GamesHeader {
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

/// Plays games of the engine against itself, one at a time.
pub struct SelfPlayer<'a> {
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
    pub fn new(games: &'a SelfPlay, stop: &'a StopFlag) -> Result<Self, Rejected> {
        let openings = RandomOpenings::new(&games.start, games.seed, 0)?;
        let mut engine = Engine::new();
        engine.set_evaluation(games.evaluation.clone());
        engine.set_hash(HASH).map_err(|error| Rejected(error.to_string()))?;
        Ok(Self { position: games.start.clone(), engine, openings, games, stop })
    }

    /// Plays the game of a number, independent of earlier games; `None` if `stop` is set before its
    /// end.
    pub fn play(&mut self, number: u64) -> Option<GameRecord> {
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
