//! Many games of one kind at once.

use baroque_movegen::interrupt::stoppable;
use baroque_movegen::zobrist::split_mix;
use baroque_movegen::{AnyGame, Color, Game, Move, Playout, Position, StopFlag, with_history};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::encoding::Encoding;

/// Games that a task has at least.
const TASK: usize = 16;

/// What all games have in common.
#[derive(Clone)]
pub struct Settings {
    /// The numbers of their moves, and their planes.
    pub encoding: Encoding,
    /// Plies after which a game is broken off.
    pub max_plies: Option<usize>,
    /// Whether a game that is over begins anew.
    pub auto_reset: bool,
    /// Whether there are several threads.
    pub is_parallel: bool,
    /// Gives up what takes long; the games are in disorder then, until they are ended.
    pub stop: StopFlag,
}

/// The results of a step, a row for each game.
pub struct Rows<'a> {
    /// The planes.
    pub observations: &'a mut [u8],
    /// Which actions are legal.
    pub masks: &'a mut [bool],
    /// For the side that moved: 1 for a win, -1 for a loss, else 0.
    pub rewards: &'a mut [f32],
    /// Whether the game ended by its rules.
    pub terminated: &'a mut [bool],
    /// Whether it was broken off.
    pub truncated: &'a mut [bool],
    /// Whether White is to move.
    pub turns: &'a mut [bool],
}

/// A game for a file.
#[derive(Serialize, Deserialize)]
pub struct LaneState {
    actions: Vec<u32>,
    random: u64,
}

/// The games, whatever they are.
pub trait Lanes: Send + Sync {
    /// Returns the games that are asked for to the start.
    fn reset(&mut self, which: &(dyn Fn(usize) -> bool + Sync), rows: Rows);

    /// Plays an action in each game that is not over; in others any will do.
    ///
    /// # Errors
    /// The first game in which its action is not legal; none was played.
    fn step(&mut self, actions: &[i64], rows: Rows) -> Result<(), usize>;

    /// A legal action for each game, each as likely as others; -1 in games that are over.
    fn sample(&mut self) -> Vec<i64>;

    /// Ends all games, after a step that was given up.
    fn end(&mut self, rows: Rows);

    /// The games for a file.
    fn states(&self) -> Vec<LaneState>;

    /// Returns to the games of a file; `None` if one is not a game.
    fn restore(&mut self, states: &[LaneState], rows: Rows) -> Option<()>;
}

/// Games from a position, with random numbers of a seed.
pub fn lanes(start: &AnyGame, count: usize, seed: u64, settings: Settings) -> Box<dyn Lanes> {
    with_history!(start.history(), history => {
        Box::new(LanesOf::new(history.position(), count, seed, settings))
    })
}

struct LanesOf<G: Game> {
    start: Position<G>,
    lanes: Vec<Lane<G>>,
    settings: Settings,
}

/// One game.
struct Lane<G: Game> {
    game: Playout<G>,
    /// The actions of the moves played.
    played: Vec<u32>,
    /// The actions of the legal moves; none if the game is over.
    actions: Vec<u32>,
    /// The state of the random numbers.
    random: u64,
}

/// The results of a step in one game.
struct Row<'a> {
    observation: &'a mut [u8],
    mask: &'a mut [bool],
    reward: &'a mut f32,
    is_terminated: &'a mut bool,
    is_truncated: &'a mut bool,
    is_whites_turn: &'a mut bool,
}

impl<'a> Rows<'a> {
    fn split(self, encoding: &Encoding) -> impl Iterator<Item = Row<'a>> {
        let observations = self.observations.chunks_exact_mut(encoding.values());
        let masks = self.masks.chunks_exact_mut(encoding.actions());
        let ends = self.rewards.iter_mut().zip(self.terminated.iter_mut().zip(self.truncated));
        let rows = observations.zip(masks).zip(ends.zip(self.turns));
        rows.map(|((observation, mask), ((reward, (is_terminated, is_truncated)), turn))| Row {
            observation,
            mask,
            reward,
            is_terminated,
            is_truncated,
            is_whites_turn: turn,
        })
    }
}

impl<G: Game> LanesOf<G> {
    fn new(start: &Position<G>, count: usize, seed: u64, settings: Settings) -> Self {
        let lane = |number: u64| Lane::new(start, split_mix(split_mix(seed).wrapping_add(number)));
        let lanes = (0..count as u64).map(lane).collect();
        Self { start: start.clone(), lanes, settings }
    }

    /// Changes each game with its number and row, on this thread or on all threads of its pool.
    fn for_each(
        &mut self,
        rows: Rows,
        change: impl Fn(usize, &mut Lane<G>, Row, &Position<G>, &Settings) + Sync,
    ) {
        let Self { start, lanes, settings } = self;
        let games = lanes.iter_mut().zip(rows.split(&settings.encoding)).enumerate();
        let change = |(number, (lane, row)): (usize, (&mut Lane<G>, Row))| {
            let change = || change(number, lane, row, start, settings);
            match G::IS_CUSTOM {
                true => stoppable(&settings.stop, change),
                false => change(),
            }
        };
        match settings.is_parallel {
            false => games.for_each(change),
            true => {
                let games: Vec<_> = games.collect();
                games.into_par_iter().with_min_len(TASK).for_each(change);
            }
        }
    }
}

impl<G: Game> Lanes for LanesOf<G> {
    fn reset(&mut self, which: &(dyn Fn(usize) -> bool + Sync), rows: Rows) {
        self.for_each(rows, |number, lane, mut row, start, settings| {
            if which(number) {
                row.forget(lane);
                lane.restart(start, &settings.encoding);
                row.show(lane, settings);
            }
        });
    }

    fn step(&mut self, actions: &[i64], rows: Rows) -> Result<(), usize> {
        let is_illegal = |(lane, &action): (&Lane<G>, &i64)| {
            let is_legal = |action: u32| lane.actions.contains(&action);
            !lane.actions.is_empty() && !u32::try_from(action).is_ok_and(is_legal)
        };
        let illegal = self.lanes.iter().zip(actions).position(is_illegal);
        if let Some(illegal) = illegal {
            return Err(illegal);
        }
        self.for_each(rows, |number, lane, mut row, start, settings| {
            row.forget(lane);
            if let Some(&action) = actions.get(number) {
                lane.step(action as u32, &mut row, start, settings);
            }
            row.show(lane, settings);
        });
        Ok(())
    }

    fn sample(&mut self) -> Vec<i64> {
        self.lanes.iter_mut().map(Lane::sample).collect()
    }

    fn end(&mut self, rows: Rows) {
        self.lanes.iter_mut().for_each(|lane| lane.actions.clear());
        rows.masks.fill(false);
    }

    fn states(&self) -> Vec<LaneState> {
        let state =
            |lane: &Lane<G>| LaneState { actions: lane.played.clone(), random: lane.random };
        self.lanes.iter().map(state).collect()
    }

    fn restore(&mut self, states: &[LaneState], rows: Rows) -> Option<()> {
        let Settings { encoding, max_plies, .. } = &self.settings;
        for (lane, state) in self.lanes.iter_mut().zip(states) {
            lane.restart(&self.start, encoding);
            lane.random = state.random;
            for &action in &state.actions {
                let mv = lane.actions.contains(&action).then(|| encoding.mv(action))??;
                lane.play(action, mv, encoding);
            }
            let plies = lane.played.len();
            if lane.game.outcome().is_some() || max_plies.is_some_and(|max| plies >= max) {
                lane.actions.clear();
            }
        }
        rows.masks.fill(false);
        self.for_each(rows, |_, lane, mut row, _, settings| row.show(lane, settings));
        Some(())
    }
}

impl<G: Game> Lane<G> {
    /// A game whose moves are not known yet.
    fn new(start: &Position<G>, random: u64) -> Self {
        let game = Playout::new(start.for_thread());
        Self { game, played: Vec::new(), actions: Vec::new(), random }
    }

    fn restart(&mut self, start: &Position<G>, encoding: &Encoding) {
        self.game = Playout::new(start.for_thread());
        self.played.clear();
        self.find_actions(encoding);
    }

    /// Plays the legal move of an action.
    fn play(&mut self, action: u32, mv: Move, encoding: &Encoding) {
        self.game.play_unchecked(mv);
        self.played.push(action);
        self.find_actions(encoding);
    }

    fn find_actions(&mut self, encoding: &Encoding) {
        let Self { game, actions, .. } = self;
        actions.clear();
        encoding.for_each_legal(game.position(), |action| actions.push(action));
    }

    /// Plays a legal action, unless the game is over.
    fn step(&mut self, action: u32, row: &mut Row, start: &Position<G>, settings: &Settings) {
        let mv = settings.encoding.mv(action);
        let Some(mv) = mv.filter(|_| !self.actions.is_empty()) else { return };
        let mover = self.game.position().side();
        self.play(action, mv, &settings.encoding);
        let outcome = match self.actions.is_empty() {
            true => self.game.outcome(),
            false => self.game.counted_outcome(),
        };
        let plies = self.played.len();
        *row.is_terminated = outcome.is_some();
        *row.is_truncated = outcome.is_none() && settings.max_plies.is_some_and(|max| plies >= max);
        *row.reward = match outcome.and_then(|outcome| outcome.winner) {
            None => 0.0,
            Some(winner) if winner == mover => 1.0,
            Some(_) => -1.0,
        };
        match *row.is_terminated || *row.is_truncated {
            false => {}
            true if settings.auto_reset => self.restart(start, &settings.encoding),
            true => self.actions.clear(),
        }
    }

    fn sample(&mut self) -> i64 {
        self.random = self.random.wrapping_add(1);
        let place = split_mix(self.random).checked_rem(self.actions.len() as u64);
        let action = place.and_then(|place| self.actions.get(place as usize));
        action.map_or(-1, |&action| action.into())
    }
}

impl Row<'_> {
    /// Clears the row of a game.
    fn forget<G: Game>(&mut self, lane: &Lane<G>) {
        self.mark(lane, false);
        (*self.reward, *self.is_terminated, *self.is_truncated) = (0.0, false, false);
    }

    /// Writes the position of a game.
    fn show<G: Game>(&mut self, lane: &Lane<G>, settings: &Settings) {
        self.mark(lane, true);
        settings.encoding.observe(&lane.game, self.observation);
        *self.is_whites_turn = lane.game.position().side() == Color::White;
    }

    fn mark<G: Game>(&mut self, lane: &Lane<G>, value: bool) {
        for &action in &lane.actions {
            if let Some(is_legal) = self.mask.get_mut(action as usize) {
                *is_legal = value;
            }
        }
    }
}
