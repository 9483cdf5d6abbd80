//! What everybody knows: the table, the announcements and the board.

use baroque_games::{Draw, Power};
use baroque_movegen::definition::{Backend, Definition, Field, PieceDefinition, Way};
use baroque_movegen::{
    Board, Color, CustomGame, CustomRules, Directions, Kinds, Position, Setup, Square,
};
use serde::Serialize;

/// What is announced of a kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Announced {
    /// Its letter.
    pub letter: char,
    /// Its name.
    pub name: String,
    /// Whether it makes acts as invokes.
    pub has_invoke: bool,
}

/// What everybody knows before the first move.
#[derive(Clone)]
pub struct Public {
    /// The game with the table, which lacks the drawn kinds.
    pub base: Definition,
    /// The table.
    pub draw: Draw,
    /// What was announced, in the order of the kinds.
    pub kinds: Vec<Announced>,
}

/// A position without its rules: what everybody sees.
#[derive(Clone, Copy)]
pub struct View {
    /// The pieces.
    pub board: Board<CustomGame>,
    /// The side to move.
    pub side: Color,
    /// The squares that may not be swapped again at once.
    pub swap_ban: Option<[Square; 2]>,
    /// Plies since the last irreversible move.
    pub halfmove_clock: u16,
    /// Number of the full move.
    pub fullmove_number: u16,
}

/// One of the rules that may be drawn for a kind: numbers in the parts of the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Rule {
    /// How it moves.
    pub way: usize,
    /// How it takes.
    pub take: usize,
    /// What it does besides.
    pub power: usize,
}

impl View {
    /// What is seen of a position.
    pub fn of(position: &Position<CustomGame>) -> Self {
        Self {
            board: *position.board(),
            side: position.side(),
            swap_ban: position.swap_ban(),
            halfmove_clock: position.halfmove_clock(),
            fullmove_number: position.fullmove_number(),
        }
    }

    /// A key that equal positions share.
    pub fn key(&self) -> u64 {
        let ban =
            self.swap_ban.map_or(0, |[a, b]| 1 + ((a.index() as u64) << 8 | b.index() as u64));
        // An odd factor keeps keys apart.
        self.board.key().wrapping_mul(3) ^ ban << 1 ^ self.side as u64
    }

    /// The position under some rules.
    pub fn under(&self, rules: CustomRules) -> Position<CustomGame> {
        let &Self { board, side, swap_ban, halfmove_clock, fullmove_number } = self;
        // After a lost turn a king may be in check that the rules do not know.
        Position::unchecked(Setup { rules, board, side, swap_ban, halfmove_clock, fullmove_number })
    }
}

impl Public {
    /// Whether the kind with this letter has an invoke.
    pub fn has_invoke(&self, letter: char) -> bool {
        self.kinds.iter().any(|kind| kind.letter == letter && kind.has_invoke)
    }

    /// The number of the drawn kind that is the n-th one of the game; `None` for a fixed one.
    pub fn drawn(&self, kind: usize) -> Option<usize> {
        let letter = self.kinds.get(kind)?.letter;
        self.draw.pieces.iter().position(|&drawn| drawn == letter)
    }

    /// The number of rules that may be drawn for a kind, whatever was announced of it.
    pub fn count_rules(&self) -> usize {
        let Draw { moves, takes, powers, .. } = &self.draw;
        moves.len().saturating_mul(takes.len()).saturating_mul(powers.len().max(1))
    }

    /// The rules of a kind that fit what was announced of it, with their weights.
    pub fn rules(&self, letter: char) -> Vec<(Rule, f64)> {
        let Draw { moves, takes, powers, .. } = &self.draw;
        let mut all = Vec::new();
        for (way, moves) in moves.iter().enumerate() {
            for (take, takes) in takes.iter().enumerate() {
                let weight = f64::from(moves.weight) * f64::from(takes.weight);
                // A table without powers gives none.
                for power in 0..powers.len().max(1) {
                    let rule = Rule { way, take, power };
                    let own = powers.get(power).map_or(1, |power| power.weight);
                    if self.is_invoked(rule) == self.has_invoke(letter) {
                        all.push((rule, weight * f64::from(own)));
                    }
                }
            }
        }
        all
    }

    fn is_invoked(&self, rule: Rule) -> bool {
        match self.draw.powers.get(rule.power).and_then(|power| power.item) {
            Some(Power::Act(act)) => self.draw.is_invoked(act),
            _ => false,
        }
    }

    /// A kind with a rule.
    pub fn piece(&self, letter: char, rule: Rule) -> PieceDefinition {
        let announced = self.kinds.iter().find(|kind| kind.letter == letter);
        let mut piece =
            PieceDefinition::new(letter, announced.map_or("drawn piece", |kind| &kind.name));
        let Draw { moves, takes, powers, .. } = &self.draw;
        piece.ways = moves.get(rule.way).map_or(Vec::new(), |way| way.item.clone());
        piece.takes = takes.get(rule.take).iter().filter_map(|take| take.item.clone()).collect();
        let field = |range| Some(Field { kinds: Kinds::ALL, range });
        match powers.get(rule.power).and_then(|power| power.item) {
            None => {}
            Some(Power::Act(act)) => piece.acts.push(act),
            Some(Power::Freezes(range)) => piece.freezes = field(range),
            Some(Power::Shields(range)) => piece.shields = field(range),
            Some(Power::Neutralizes(range)) => piece.neutralizes = field(range),
        }
        piece
    }

    /// The game with a rule for each drawn kind.
    pub fn game(&self, rules: &[Rule]) -> Definition {
        let piece = |letter: char| {
            let fixed = self.base.pieces.iter().find(|piece| piece.letter == letter);
            let drawn = self.draw.pieces.iter().position(|&drawn| drawn == letter);
            let rule = drawn.and_then(|drawn| rules.get(drawn));
            fixed.cloned().or_else(|| rule.map(|&rule| self.piece(letter, rule)))
        };
        let pieces = self.kinds.iter().filter_map(|kind| piece(kind.letter)).collect();
        Definition { pieces, ..self.base.clone() }
    }

    /// Rules under which the drawn kinds are queens that take nothing, and kings may be left where
    /// they can be taken. They know all positions that can be seen.
    pub fn blank(&self) -> Option<CustomRules> {
        let mut game = self.base.clone();
        game.end.royals_are_taken = true;
        let piece = |kind: &Announced| {
            let fixed = self.base.pieces.iter().find(|piece| piece.letter == kind.letter);
            fixed.cloned().unwrap_or_else(|| stone(kind.letter))
        };
        game.pieces = self.kinds.iter().map(piece).collect();
        game.rules(Backend::General).ok()
    }
}

/// A kind that takes nothing. It moves, so that the game is not over at the start.
pub fn stone(letter: char) -> PieceDefinition {
    let ways = Way::lines(Directions::QUEEN, u8::MAX);
    PieceDefinition { ways, ..PieceDefinition::new(letter, "drawn piece") }
}
