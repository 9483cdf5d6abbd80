//! How likely each rule of each kind is, judged by the tries of this kind alone.
//!
//! The draw is a product over kinds, and so are these odds: in the games that judge the rules of a
//! kind all other drawn kinds are stones. Such a game knows each move that the kind may have, but not
//! that other kinds freeze, shield or give check. What only those can explain costs a rule most of
//! its weight; what nothing explains costs it all.

use baroque_movegen::definition::Definition;
use baroque_movegen::interrupt::is_interrupted;
use baroque_movegen::{Board, Color, CustomGame, Piece, PieceKind};

use super::evidence::Evidence;
use super::game::Game;
use crate::public::{Public, Rule, View, stone};
use crate::random::ShaRandom;

/// The most rules of a kind that are judged.
pub const MAX_RULES: usize = 1000;
/// The part of its weight that a rule keeps that needs another kind as an explanation.
const UNEXPLAINED: f64 = 0.125;

/// The odds of all rules of all drawn kinds.
pub struct Odds {
    /// The rules of each drawn kind with their weights.
    kinds: Vec<Vec<(Rule, f64)>>,
    /// The games that judge the rules, where a game can be played, in the order of `rules`.
    judges: Vec<(Rule, Option<Game>)>,
    /// The bytes that these hold.
    held: usize,
    /// For each kind its number among the fixed ones. The one that is judged comes after these in
    /// the games of `judges`, and then the stones.
    fixed: Vec<Option<usize>>,
    /// The number of fixed kinds.
    count: usize,
}

impl Odds {
    /// The odds before the first try. They are not whole if their games would hold more than `most` bytes, or if the
    /// work was given up.
    pub fn new(public: &Public, random: &mut ShaRandom, most: usize) -> Self {
        let letters = &public.draw.pieces;
        let mut kinds: Vec<_> = letters.iter().map(|&letter| public.rules(letter)).collect();
        for rules in &mut kinds {
            while rules.len() > MAX_RULES {
                let index = usize::try_from(random.below(rules.len() as u64)).unwrap_or(0);
                rules.swap_remove(index);
            }
        }
        let mut all: Vec<Rule> = kinds.iter().flatten().map(|(rule, _)| *rule).collect();
        all.sort_unstable();
        all.dedup();
        let (mut judges, mut held) = (Vec::new(), 0usize);
        for rule in all {
            if held > most || is_interrupted() {
                break;
            }
            let game = judge(public, rule);
            held = held.saturating_add(game.as_ref().map_or(0, Game::bytes));
            judges.push((rule, game));
        }
        let pieces = &public.base.pieces;
        let fixed = |letter| pieces.iter().position(|piece| piece.letter == letter);
        let fixed = public.kinds.iter().map(|kind| fixed(kind.letter)).collect();
        Self { kinds, judges, held, fixed, count: pieces.len() }
    }

    /// The bytes that the games hold, about.
    pub fn held(&self) -> usize {
        self.held
    }

    /// A rule of a drawn kind by chance.
    pub fn choose(&self, drawn: usize, random: &mut ShaRandom) -> Option<Rule> {
        /// Numbers below it are exact.
        const STEPS: u64 = 1 << 52;
        let rules = self.kinds.get(drawn)?;
        let sum: f64 = rules.iter().map(|(_, weight)| weight).sum();
        let mut rest = random.below(STEPS) as f64 / STEPS as f64 * sum;
        let found = rules.iter().find(|(_, weight)| {
            rest -= weight;
            rest < 0.0
        });
        found.or_else(|| rules.iter().rfind(|(_, weight)| *weight > 0.0)).map(|(rule, _)| *rule)
    }

    /// Judges the rules of the kind that was tried.
    pub fn learn(&mut self, public: &Public, evidence: &Evidence) {
        let kind = evidence.kind.map(PieceKind::index);
        let Some(drawn) = kind.and_then(|kind| public.drawn(kind)) else { return };
        let relabelled = |view: &View| View { board: self.relabelled(&view.board, kind), ..*view };
        let before = relabelled(&evidence.before);
        let after = evidence.after.as_ref().map(relabelled);
        let fit = |rule: Rule| {
            let index = self.judges.binary_search_by_key(&rule, |(rule, _)| *rule).ok()?;
            let game = self.judges.get(index)?.1.as_ref()?;
            let found = game.after(&game.position(&before), evidence.attempt);
            Some(likelihood(before.side, found.map(|found| *found.board()), after.as_ref()))
        };
        let judged = |&(rule, weight): &(Rule, f64)| match weight > 0.0 {
            true => weight * fit(rule).unwrap_or(0.0),
            false => 0.0,
        };
        let weights: Vec<f64> = self.kinds.get(drawn).into_iter().flatten().map(judged).collect();
        let most = weights.iter().copied().fold(0.0, f64::max);
        // Nothing is learnt from what cannot be.
        if most > 0.0 {
            let rules = self.kinds.get_mut(drawn).into_iter().flatten();
            for ((_, old), new) in rules.zip(weights) {
                *old = new / most;
            }
        }
    }

    /// A board on which all drawn kinds but one are stones.
    fn relabelled(&self, board: &Board<CustomGame>, judged: Option<usize>) -> Board<CustomGame> {
        let mut anew = Board::default();
        for color in Color::ALL {
            for square in board.color(color) {
                let Some(kind) = board.kind_at(square) else { continue };
                let index = match self.fixed.get(kind.index()) {
                    Some(&Some(fixed)) => fixed,
                    _ if Some(kind.index()) == judged => self.count,
                    _ => self.count + 1,
                };
                anew.set(square, Piece { color, kind: PieceKind::new(index) });
            }
        }
        anew
    }
}

/// How likely an answer is under a rule that leads to a board, or does not allow the try.
fn likelihood(mover: Color, found: Option<Board<CustomGame>>, seen: Option<&View>) -> f64 {
    match (found, seen.map(|view| view.board)) {
        (None, None) => 1.0,
        (Some(found), Some(seen)) if found == seen => 1.0,
        // The others may have been shielded.
        (Some(found), Some(seen))
            if found.color(mover) == seen.color(mover)
                && found.color(!mover).is_subset(seen.color(!mover)) =>
        {
            UNEXPLAINED
        }
        (Some(_), Some(_)) | (None, Some(_)) => 0.0,
        (Some(_), None) => UNEXPLAINED,
    }
}

/// A game in which one kind has a rule and the other drawn ones are stones; `None` if it cannot be
/// played.
fn judge(public: &Public, rule: Rule) -> Option<Game> {
    let base = &public.base;
    let is_fixed = |letter: &char| base.pieces.iter().any(|piece| piece.letter == *letter);
    let mut letters = ('A'..='Z').filter(|letter| !is_fixed(letter));
    let (judged, other) = (letters.next()?, letters.next()?);
    let mut pieces = base.pieces.clone();
    pieces.extend([public.piece(judged, rule), stone(other)]);
    let (board, rest) = base.start.split_once(' ').unwrap_or((&base.start, "w"));
    let letter = |c: char| match c {
        _ if !c.is_ascii_alphabetic() || is_fixed(&c.to_ascii_uppercase()) => c,
        _ if c.is_ascii_uppercase() => other,
        _ => other.to_ascii_lowercase(),
    };
    let start = format!("{} {rest}", board.chars().map(letter).collect::<String>());
    Game::new(&Definition { start, pieces, ..base.clone() }, &public.draw)
}
