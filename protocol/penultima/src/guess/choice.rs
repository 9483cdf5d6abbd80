//! The choice of a try: the chance that it is legal times its score, summed over the samples.

use std::collections::BTreeMap;
use std::time::Duration;

use baroque_engine::{Engine, Limits, SearchResult};
use baroque_movegen::interrupt::is_interrupted;
use baroque_movegen::{AnyHistory, CustomGame, GameHistory, Move, Position, StopFlag};

use super::samples::Sample;
use crate::attempt::Attempt;
use crate::outcome::shown_outcome;
use crate::public::View;
use crate::random::ShaRandom;
use crate::settings::TurnRule;

/// The samples in which tries are searched.
const SEARCHED: usize = 3;
/// Nodes of the search for the best move of a sample.
const NODES: u64 = 200;
/// Nodes of the search of one move.
const MOVE_NODES: u64 = 40;
/// The most tries whose score is searched besides the best ones of the samples.
const CANDIDATES: usize = 5;
/// The centipawns of a score of three quarters.
const SCALE: f64 = 300.0;
/// The score that a lost turn costs.
const TURN: f64 = 0.08;
/// What it is worth that a try splits the samples.
const SPLIT: f64 = 0.1;

/// The score of a draw.
const DRAW: f64 = 0.5;

/// What is known whatever the rules are.
pub struct Known<'a> {
    /// Whether a position with a key has occurred.
    pub is_repeated: &'a dyn Fn(u64) -> bool,
    /// What an illegal try costs.
    pub turn: TurnRule,
    /// How likely the opponent is to lose the next turn.
    pub idle: f64,
}

/// The moves of the samples in a position.
struct Sampled {
    position: Position<CustomGame>,
    /// The legal tries with their moves, and whether these take a royal piece.
    legal: BTreeMap<Attempt, (Move, bool)>,
}

/// What samples say of a try.
#[derive(Clone, Copy, Default)]
struct Tried {
    /// How many samples allow it.
    legal: usize,
    /// How many samples say that it takes a royal piece.
    wins: usize,
    /// The probability that two samples give different answers.
    split: f64,
}

/// What can be tried in a turn. All that is left to chance is drawn, and nothing is searched yet.
pub struct Choice {
    sampled: Vec<Sampled>,
    /// The first of the samples in which tries are searched.
    first: usize,
    /// What is legal in a sample and not known to be illegal.
    tried: BTreeMap<Attempt, Tried>,
    /// Those that promise most without a search; chance breaks ties.
    promising: Vec<Attempt>,
}

impl Choice {
    /// What can be tried by some samples.
    pub fn new(
        samples: &[Sample],
        view: &View,
        is_illegal: impl Fn(Attempt) -> bool,
        random: &mut ShaRandom,
    ) -> Self {
        let sampled: Vec<Sampled> =
            samples.iter().map(|sample| Sampled::new(sample, view)).collect();
        let mut tried = tries(&sampled);
        tried.retain(|&attempt, _| !is_illegal(attempt));
        let first = random.below(sampled.len().max(1) as u64) as usize;
        let mut all: Vec<(Attempt, Tried)> = tried.iter().map(|(a, t)| (*a, *t)).collect();
        for index in (1..all.len()).rev() {
            all.swap(index, random.below(index as u64 + 1) as usize);
        }
        let promise = |tried: &Tried| tried.wins as f64 * 4.0 + tried.legal as f64 + tried.split;
        all.sort_by(|(_, a), (_, b)| promise(b).total_cmp(&promise(a)));
        let promising = all.iter().take(CANDIDATES).map(|(attempt, _)| *attempt).collect();
        Self { sampled, first, tried, promising }
    }

    /// Whether there is nothing to choose from.
    pub fn is_empty(&self) -> bool {
        self.promising.is_empty()
    }

    /// The try that searches find best; `None` if there is none, or the work was given up.
    pub fn best(&self, known: &Known) -> Option<Attempt> {
        let mut searcher = Searcher::new()?;
        let (sampled, tried) = (&self.sampled, &self.tried);
        let chosen: Vec<&Sampled> =
            sampled.iter().cycle().skip(self.first).take(SEARCHED.min(sampled.len())).collect();
        let mut candidates = self.promising.clone();
        for sampled in &chosen {
            candidates.extend(searcher.best(sampled).filter(|attempt| tried.contains_key(attempt)));
        }
        candidates.sort_unstable();
        candidates.dedup();
        let count = sampled.len() as f64;
        let mut best: Option<(f64, Attempt)> = None;
        for attempt in candidates {
            if is_interrupted() {
                return None;
            }
            let Some(&tried) = tried.get(&attempt) else { continue };
            let (scores, losses) = searcher.scores(&chosen, attempt, known);
            let chance = tried.legal as f64 / count;
            let worth = chance * scores
                + (1.0 - chance) * losses
                + SPLIT * tried.split
                + tried.wins as f64 / count;
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, attempt));
            }
        }
        best.map(|(_, attempt)| attempt)
    }
}

impl Sampled {
    fn new(sample: &Sample, view: &View) -> Self {
        let position = sample.game.position(view);
        let moves = position.legal_moves();
        let royals = position.royals(!position.side());
        let mut legal = BTreeMap::new();
        for &mv in moves.iter() {
            let attempt = Attempt::of(&position, mv, &sample.game.invokes);
            let plainest = attempt.find(&position, &moves, &sample.game.invokes);
            if plainest == Some(mv) {
                legal.insert(attempt, (mv, position.victims(mv).intersects(royals)));
            }
        }
        Self { position, legal }
    }
}

/// All tries that are legal in a sample.
fn tries(sampled: &[Sampled]) -> BTreeMap<Attempt, Tried> {
    let mut outcomes: BTreeMap<Attempt, Vec<u64>> = BTreeMap::new();
    let mut tried: BTreeMap<Attempt, Tried> = BTreeMap::new();
    for Sampled { position, legal } in sampled {
        for (&attempt, &(mv, wins)) in legal {
            let entry = tried.entry(attempt).or_default();
            entry.legal += 1;
            entry.wins += usize::from(wins);
            let key = position.play_unchecked(mv).board().key();
            outcomes.entry(attempt).or_default().push(key);
        }
    }
    let count = sampled.len();
    for (attempt, keys) in &mut outcomes {
        keys.sort_unstable();
        let same = |keys: usize| keys * keys;
        let equal: usize = keys.chunk_by(|a, b| a == b).map(|keys| same(keys.len())).sum();
        let equal = equal + same(count - keys.len());
        if let Some(tried) = tried.get_mut(attempt) {
            tried.split = 1.0 - equal as f64 / same(count) as f64;
        }
    }
    tried
}

/// Searches with few nodes.
struct Searcher {
    engine: Engine,
}

impl Searcher {
    fn new() -> Option<Self> {
        // Nothing depends on the time, and not every target has a clock.
        let mut engine = Engine::with_clock(|| Duration::ZERO);
        engine.set_hash(1).ok()?;
        Some(Self { engine })
    }

    /// The best try in a sample.
    fn best(&mut self, sampled: &Sampled) -> Option<Attempt> {
        if let Some((attempt, _)) = sampled.legal.iter().find(|(_, (_, wins))| *wins) {
            return Some(*attempt);
        }
        let best = self.search(sampled.position.clone(), NODES).best?;
        sampled.legal.iter().find(|(_, (mv, _))| *mv == best).map(|(attempt, _)| *attempt)
    }

    /// The mean scores of a try, from 0 to 1, where it is legal and where it is not.
    fn scores(&mut self, sampled: &[&Sampled], attempt: Attempt, known: &Known) -> (f64, f64) {
        let (mut legal, mut illegal) = (Vec::new(), Vec::new());
        for sampled in sampled {
            let position = &sampled.position;
            match sampled.legal.get(&attempt) {
                Some((_, true)) => legal.push(1.0),
                Some(&(mv, false)) => legal.push(self.score(position, mv, known)),
                None if known.turn == TurnRule::Retry => illegal.push(0.5),
                // The king is taken.
                None if position.in_check() => illegal.push(0.0),
                None => {}
            }
        }
        let legal = mean(&legal, 0.5);
        let illegal = match known.turn {
            TurnRule::Retry => mean(&illegal, legal),
            TurnRule::Lose => mean(&illegal, (legal - TURN).max(0.0)),
        };
        (legal, illegal)
    }

    /// The score of a move, from 0 to 1.
    fn score(&mut self, position: &Position<CustomGame>, mv: Move, known: &Known) -> f64 {
        let next = position.play_unchecked(mv);
        if let Some(end) = shown_outcome(position, &next) {
            return end
                .winner
                .map_or(DRAW, |winner| f64::from(u8::from(winner == position.side())));
        }
        // To come back is a step towards a draw by repetition.
        if (known.is_repeated)(View::of(&next).key()) {
            return DRAW;
        }
        let replied = 1.0 - self.value(next.clone());
        if known.idle == 0.0 {
            return replied;
        }
        // Who loses the turn in check loses the king.
        let idle = if next.in_check() { 1.0 } else { self.value(next.play_null()) };
        replied * (1.0 - known.idle) + idle * known.idle
    }

    /// Searches a position for a number of nodes.
    fn search(&mut self, position: Position<CustomGame>, nodes: u64) -> SearchResult {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let game = AnyHistory::from(GameHistory::new(position));
        self.engine.search_any_with(&game, &limits, &StopFlag::default(), &mut |_| ())
    }

    /// The score of a position for the side to move, from 0 to 1.
    fn value(&mut self, position: Position<CustomGame>) -> f64 {
        let result = self.search(position, MOVE_NODES);
        let score = result.score().map_or(0.0, |score| f64::from(score.value()));
        0.5 + 0.5 * score / (score.abs() + SCALE)
    }
}

/// The mean, or another value if there is none.
fn mean(values: &[f64], otherwise: f64) -> f64 {
    if values.is_empty() { otherwise } else { values.iter().sum::<f64>() / values.len() as f64 }
}
