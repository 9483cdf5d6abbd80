//! An engine that guesses the rules from what everybody sees.
//!
//! It knows only what is [public](crate::public): the table, the announcements, the tries and answers of both
//! sides, which are its `evidence`, and a seed of its own. From the `odds` of the rules of each
//! kind it draws `samples`, whole games that agree with all answers, and makes a `choice` of a try
//! by searches in them. A [`Follower`] plays by the log alone. All bounds are numbers of games, answers
//! and nodes, never time: the same seed and the same answers lead to the same try on every machine.

use baroque_movegen::{Color, CustomRules};

mod choice;
mod evidence;
mod follower;
mod game;
mod odds;
mod samples;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use choice::{Choice, Known};
use evidence::Evidence;
use odds::{MAX_RULES, Odds};
use samples::Samples;

use crate::attempt::Attempt;
use crate::public::{Public, View};
use crate::random::ShaRandom;
use crate::settings::TurnRule;

pub use follower::Follower;

/// A player that guesses.
pub struct Guesser {
    public: Public,
    /// What an illegal try costs.
    turn: TurnRule,
    /// Rules that nobody plays by, for what can be tried.
    blank: Option<CustomRules>,
    random: ShaRandom,
    odds: Odds,
    samples: Samples,
    evidence: Vec<Evidence>,
    /// The tries that are known to be illegal, with keys of their positions.
    illegal: BTreeSet<(u64, Attempt)>,
    /// How often positions followed a legal move, by their keys.
    occurrences: BTreeMap<u64, usize>,
}

impl Guesser {
    /// A player that knows what is public, and draws its own random numbers from a seed.
    pub fn new(public: Public, turn: TurnRule, seed: u64) -> Self {
        Self::bounded(public, turn, seed, usize::MAX)
    }

    /// The same player, whose games hold at most `most` bytes; `None` if it needs more to judge the rules of the table.
    pub fn within(most: usize, public: Public, turn: TurnRule, seed: u64) -> Option<Self> {
        if public.count_rules() > MAX_RULES {
            return None;
        }
        Some(Self::bounded(public, turn, seed, most)).filter(|guesser| guesser.odds.held() <= most)
    }

    fn bounded(public: Public, turn: TurnRule, seed: u64, most: usize) -> Self {
        let mut random = ShaRandom::new("guesser", seed);
        let odds = Odds::new(&public, &mut random, most);
        Self {
            blank: public.blank(),
            public,
            turn,
            random,
            samples: Samples::new(most.saturating_sub(odds.held())),
            odds,
            evidence: Vec::new(),
            illegal: BTreeSet::new(),
            occurrences: BTreeMap::new(),
        }
    }

    /// Sees a try of either side, and its answer: the position after it if it was legal.
    pub fn see(&mut self, before: View, attempt: Attempt, after: Option<View>) {
        let kind = attempt.from().and_then(|from| before.board.kind_at(from));
        let evidence = Evidence { before, attempt, kind, after };
        if after.is_none() && !self.illegal.insert((before.key(), attempt)) {
            return;
        }
        if let Some(after) = &after {
            *self.occurrences.entry(after.key()).or_default() += 1;
        }
        self.odds.learn(&self.public, &evidence);
        self.samples.judge(&self.public, &evidence);
        self.evidence.push(evidence);
    }

    /// The next try; `None` if there is nothing to try.
    pub fn attempt(&mut self, view: &View) -> Option<Attempt> {
        let choice = self.choice(view);
        let known = Known {
            is_repeated: &|after| self.occurrences.contains_key(&after),
            turn: self.turn,
            idle: self.idle(view.side),
        };
        choice.best(&known).or_else(|| self.any(view))
    }

    /// Goes through a turn again in which the try is known: what [`Self::attempt`] does but for its searches, which
    /// change nothing.
    pub fn pass(&mut self, view: &View) {
        if self.choice(view).is_empty() {
            self.any(view);
        }
    }

    fn choice(&mut self, view: &View) -> Choice {
        self.samples.improve(&self.public, &self.odds, &self.evidence, &mut self.random);
        let key = view.key();
        let is_illegal = |attempt| self.illegal.contains(&(key, attempt));
        Choice::new(self.samples.best(), view, is_illegal, &mut self.random)
    }

    /// How likely the opponent of a side is to lose the next turn, judged by the last ones.
    fn idle(&self, side: Color) -> f64 {
        /// The number of tries that are looked at.
        const TRIES: usize = 20;
        if self.turn == TurnRule::Retry {
            return 0.0;
        }
        let tries = self.evidence.iter().rev().filter(|seen| seen.before.side != side).take(TRIES);
        let (all, lost) = tries
            .fold((0, 0), |(all, lost), seen| (all + 1, lost + usize::from(seen.after.is_none())));
        (lost + 1) as f64 / (all + 2) as f64
    }

    /// Any try that is not known to be illegal, or any at all.
    fn any(&mut self, view: &View) -> Option<Attempt> {
        let has_invoke = |letter| self.public.has_invoke(letter);
        let all = Attempt::possible(&view.under(self.blank.clone()?), has_invoke);
        let key = view.key();
        let new = |attempt: &&Attempt| !self.illegal.contains(&(key, **attempt));
        let untried: Vec<Attempt> = all.iter().filter(new).copied().collect();
        self.random.choose(if untried.is_empty() { &all } else { &untried }).copied()
    }
}

impl fmt::Debug for Guesser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Guesser")
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::draw::Table;
    use crate::game::UmpiredGame;
    use crate::secret::Secret;
    use crate::settings::{Player, Settings};

    const SETTINGS: Settings =
        Settings { white: Player::Human, black: Player::Human, illegal: TurnRule::Lose };

    /// The revealed file of a small game with a rule for the only kind.
    fn secret(rule: &str) -> Arc<Secret> {
        let text = format!(
            r#"format = 1
[small]
board = "6x6"
start = "r1k3/6/6/6/6/3K1R w - - 0 1"
[small.pieces]
K = {{ name = "king", move = "K", take = "displace", royal = true }}
[small.draw]
pieces = "R"
move = {{ R = 1, B = 1, Q = 1, N = 1, K = 1 }}
take = {{ displace = 1, approach = 1, none = 1 }}
power = {{ none = 2, freezes = 1 }}
[small-drawn]
inherits = "small"
draw = false
[small-drawn.pieces]
R = {{ name = "r", {rule} }}
"#
        );
        Arc::new(Secret::new(text, String::new()).unwrap())
    }

    /// What a player who is no umpire is given.
    fn guesser(secret: &Secret) -> Guesser {
        let new: fn(Public, TurnRule, u64) -> Guesser = Guesser::new;
        new(secret.public.clone(), TurnRule::Lose, 1)
    }

    /// Answers a try before a player.
    fn answer(game: &mut UmpiredGame, guesser: &mut Guesser, attempt: Attempt) -> bool {
        let before = View::of(game.position());
        let is_legal = game.answer(attempt).is_legal();
        guesser.see(before, attempt, is_legal.then(|| View::of(game.position())));
        is_legal
    }

    #[test]
    fn what_nobody_has_tried_changes_no_guess() {
        let guess = |secret: &Arc<Secret>| {
            let (mut game, mut guesser) =
                (UmpiredGame::new(Arc::clone(secret), SETTINGS), guesser(secret));
            for (text, is_legal) in [("f1f3", true), ("a6b5", false), ("f3e4", false)] {
                let attempt = Attempt::parse(text, game.position().geometry()).unwrap();
                assert_eq!(answer(&mut game, &mut guesser, attempt), is_legal, "{text}");
            }
            guesser.attempt(&View::of(game.position())).unwrap()
        };
        let plain = secret("move = \"R\", take = \"displace\"");
        let other = secret("move = \"R\", take = \"approach\", freezes = \"*\"");
        assert_eq!(guess(&plain), guess(&other));
    }

    #[test]
    fn the_move_of_a_kind_is_found() {
        let secret = secret("move = \"N\", take = \"displace\"");
        let (mut game, mut guesser) =
            (UmpiredGame::new(Arc::clone(&secret), SETTINGS), guesser(&secret));
        for text in ["f1f2", "a6b4", "f1e2", "b4c6", "f1e3"] {
            let attempt = Attempt::parse(text, game.position().geometry()).unwrap();
            answer(&mut game, &mut guesser, attempt);
        }
        guesser.attempt(&View::of(game.position())).unwrap();
        let moves = &secret.public.draw.moves;
        let samples = guesser.samples.best();
        assert!(!samples.is_empty());
        for sample in samples {
            assert_eq!((sample.faults, &*moves[sample.rules[0].way].word), (0, "N"));
        }
    }

    #[test]
    fn a_guesser_holds_what_it_may() {
        let secret = Table::penultima().unwrap().draw(7).unwrap();
        let within = |most| Guesser::within(most, secret.public.clone(), TurnRule::Lose, 0);
        let judges = within(usize::MAX).unwrap().odds.held();
        assert!(within(judges - 1).is_none());
        for (more, samples) in [(0, 0..=0), (500_000, 2..=10), (50_000_000, 16..=32)] {
            let mut guesser = within(judges + more).unwrap();
            let view = View::of(&secret.start);
            guesser.pass(&view);
            assert!(guesser.attempt(&view).is_some());
            let all = &guesser.samples.all;
            assert!(all.iter().map(|sample| sample.game.bytes()).sum::<usize>() <= more);
            assert!(samples.contains(&all.len()), "{more}: {}", all.len());
        }
    }

    #[test]
    fn the_pieces_are_those_that_a_file_describes() {
        let table = Table::penultima().unwrap();
        for seed in 0..3 {
            let secret = table.draw(seed).unwrap();
            let public = secret.public.clone();
            let drawn = baroque_games::parse("drawn", &secret.text).unwrap().games.pop().unwrap();
            for piece in &drawn.definition.pieces[1..] {
                let rules = public.rules(piece.letter);
                let same = |rule| format!("{:?}", public.piece(piece.letter, rule));
                let piece = format!("{piece:?}");
                assert!(rules.iter().any(|(rule, _)| same(*rule) == piece), "{piece}");
            }
        }
    }
}
