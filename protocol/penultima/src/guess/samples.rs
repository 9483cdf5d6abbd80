//! A few games that agree with what was answered so far.

use std::collections::BTreeSet;

use super::evidence::Evidence;
use super::game::Game;
use super::odds::Odds;
use crate::public::{Public, Rule};
use crate::random::ShaRandom;

/// The number of samples.
const SAMPLES: usize = 32;
/// The most answers that a game must agree with, the last ones.
const MAX_EVIDENCE: usize = 300;
/// The most games that are proposed after an answer.
const PROPOSALS: usize = 96;
/// The most games that are made ready after an answer.
const NEW_GAMES: usize = 16;
/// The most rules of which games are made ready at all: something of each is never freed.
const MAX_GAMES: usize = 6000;
/// The most answers that are compared after an answer.
const CHECKS: usize = 1500;

/// A game with the rules of its drawn kinds.
pub struct Sample {
    /// The rules, in the order of the table's letters.
    pub rules: Vec<Rule>,
    /// The game.
    pub game: Game,
    /// The number of answers that are others in this game.
    pub faults: usize,
}

/// Samples, and how they are found.
pub struct Samples {
    /// The best samples, those with the fewest faults first.
    pub all: Vec<Sample>,
    /// The rules of which a game was made ready. Only samples keep it: few rules are proposed again.
    known: BTreeSet<Vec<Rule>>,
    /// The most bytes that the games of samples hold.
    most: usize,
    /// The drawn kind that was tried when a sample was last refuted.
    suspect: Option<usize>,
}

impl Samples {
    /// No samples yet; the games of those to come hold at most so many bytes.
    pub fn new(most: usize) -> Self {
        Self { all: Vec::new(), known: BTreeSet::new(), most, suspect: None }
    }

    /// The samples without faults, or those with the fewest.
    pub fn best(&self) -> &[Sample] {
        let least = self.all.first().map_or(0, |sample| sample.faults);
        let count = self.all.iter().take_while(|sample| sample.faults == least).count();
        self.all.get(..count).unwrap_or_default()
    }

    /// Judges the samples by a new answer, the last one.
    pub fn judge(&mut self, public: &Public, evidence: &Evidence) {
        for sample in &mut self.all {
            if !evidence.agrees(&sample.game) {
                sample.faults += 1;
                self.suspect = evidence.kind.and_then(|kind| public.drawn(kind.index()));
            }
        }
        self.all.sort_by_key(|sample| sample.faults);
    }

    /// Looks for better samples, kind by kind.
    pub fn improve(
        &mut self,
        public: &Public,
        odds: &Odds,
        evidence: &[Evidence],
        random: &mut ShaRandom,
    ) {
        let (mut checks, mut new) = (CHECKS, NEW_GAMES);
        for _ in 0..PROPOSALS {
            let is_full = self.all.len() >= SAMPLES;
            let worst = self.all.last().map_or(0, |sample| sample.faults);
            if is_full && worst == 0 || checks == 0 {
                return;
            }
            let Some(rules) = self.proposal(public, odds, random) else { return };
            if self.all.iter().any(|sample| sample.rules == rules) {
                continue;
            }
            let most = if is_full { worst } else { usize::MAX };
            let Some(game) = self.game(public, &rules, &mut new) else { continue };
            let mut faults = 0;
            // Later answers are more often about what is not known yet.
            for evidence in evidence.iter().rev().take(MAX_EVIDENCE) {
                checks = checks.saturating_sub(1);
                faults += usize::from(!evidence.agrees(&game));
                if faults > most || checks == 0 {
                    faults = usize::MAX;
                    break;
                }
            }
            if faults == usize::MAX {
                continue;
            }
            if is_full {
                self.all.pop();
            }
            let place = self.all.partition_point(|sample| sample.faults <= faults);
            self.all.insert(place, Sample { rules, game, faults });
        }
    }

    /// Rules for all kinds: by the odds, or those of a sample with another one for one kind.
    fn proposal(&self, public: &Public, odds: &Odds, random: &mut ShaRandom) -> Option<Vec<Rule>> {
        let kinds = public.draw.pieces.len();
        if random.below(3) == 0 || self.all.is_empty() {
            return (0..kinds).map(|drawn| odds.choose(drawn, random)).collect();
        }
        let mut rules = random.choose(&self.all)?.rules.clone();
        let any = usize::try_from(random.below(kinds as u64)).unwrap_or(0);
        let drawn = self.suspect.filter(|_| random.below(2) == 0).unwrap_or(any);
        *rules.get_mut(drawn)? = odds.choose(drawn, random)?;
        Some(rules)
    }

    /// The game with some rules, if these are known or not too many are, and there is room for it.
    fn game(&mut self, public: &Public, rules: &[Rule], new: &mut usize) -> Option<Game> {
        if !self.known.contains(rules) {
            if *new == 0 || self.known.len() >= MAX_GAMES {
                return None;
            }
            *new -= 1;
            self.known.insert(rules.to_vec());
        }
        let held: usize = self.all.iter().map(|sample| sample.game.bytes()).sum();
        let game = Game::new(&public.game(rules), &public.draw)?;
        (held.saturating_add(game.bytes()) <= self.most).then_some(game)
    }
}
