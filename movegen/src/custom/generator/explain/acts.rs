//! Why acts are not possible.

use super::Explainer;
use crate::custom::definition::{Act, Immune};
use crate::custom::generator::paths::queen_line;
use crate::position::illegal::IllegalReason;
use crate::position::phrase::{listed, piece_on};
use crate::{Direction, Geometry, PieceKind, Special, Square};

impl Explainer<'_> {
    /// Why no act is possible on the piece that stands on the destination. `None` if no act leads to
    /// it.
    pub fn acts(&self) -> Option<IllegalReason> {
        let aiming = || self.content.piece.acts.iter().filter(|act| self.aims(**act));
        let rule = || self.rule(&aiming().next()?.sentence());
        aiming().find_map(|act| self.act(*act)).or_else(rule)
    }

    /// Why the act with a special effect is not possible.
    pub fn special(&self, special: Special) -> Option<IllegalReason> {
        let held = |kind| self.context.board.hand(self.context.side).count(kind) > 0;
        match (self.act_of(special), special) {
            (Some(_), Special::Piece(left)) if !held(left) => {
                let (color, name) = (self.context.side, self.position.pieces().info(left).name);
                Some(IllegalReason::NotInHand { color, name })
            }
            (Some(act), _) => {
                let why = || match act {
                    Act::Pull => self.alone(),
                    _ => self.act(act).filter(|_| self.aims(act)),
                };
                self.neutralized().or_else(why).or_else(|| self.beside(act, special))
            }
            (None, _) => Some(IllegalReason::Cannot { name: self.name, limit: cannot(special) }),
        }
    }

    /// That an act is possible only with what is adjacent, or the rule of another act.
    fn beside(&self, act: Act, special: Special) -> Option<IllegalReason> {
        match act {
            Act::Destroy => self.rule("destroys only an adjacent enemy"),
            Act::Pull => self.rule("pulls only when it goes one step"),
            Act::Leave => self.rule("leaves a piece behind only when it goes one step"),
            Act::Imitate if special == Special::Destruction => {
                let pieces = self.position.pieces();
                let destroys =
                    |kind: &PieceKind| self.context.kind(*kind).piece.acts.contains(&Act::Destroy);
                let names = pieces.kinds().filter(destroys).map(|kind| pieces.info(kind).name);
                let names = listed(&names.collect::<Vec<_>>(), "or");
                self.rule(&format!("destroys only an adjacent enemy {names}"))
            }
            _ => self.rule(&act.sentence()),
        }
    }

    /// The act of the piece that has a special effect.
    pub fn act_of(&self, special: Special) -> Option<Act> {
        let has_it = |act: &Act| match act {
            Act::Destroy => special == Special::Destruction,
            Act::Imitate => matches!(special, Special::Destruction | Special::Swap),
            Act::Pull => special == Special::Pull,
            Act::Swap { .. } => special == Special::Swap,
            Act::Push => special == Special::Push,
            Act::Rifle { .. } => special == Special::Rifle,
            Act::Attract { .. } => special == Special::Attract,
            Act::Repel => special == Special::Repel,
            Act::Leave => matches!(special, Special::Piece(_)),
            Act::Explode => false,
        };
        self.content.piece.acts.iter().copied().find(has_it)
    }

    /// Whether an act of the piece is about such pieces as the one on the destination.
    fn aims(&self, act: Act) -> bool {
        let context = &self.context;
        let beside = context.program.beside(self.from).has(self.to);
        let in_line = || self.first_in_line().is_some();
        match act {
            Act::Swap { enemies_only: false, .. } => context.occupied.has(self.to) && in_line(),
            Act::Swap { .. } | Act::Attract { .. } | Act::Rifle { .. } => {
                context.enemy.has(self.to) && in_line()
            }
            Act::Destroy | Act::Repel => context.enemy.has(self.to) && beside,
            Act::Push | Act::Leave => context.occupied.has(self.to) && beside,
            Act::Pull | Act::Explode | Act::Imitate => false,
        }
    }

    /// What keeps an act from being possible on the piece that stands on the destination, apart from
    /// its own rule.
    fn act(&self, act: Act) -> Option<IllegalReason> {
        let context = &self.context;
        let flag = match act {
            Act::Swap { .. } => Immune::SWAP,
            Act::Attract { .. } => Immune::ATTRACT,
            Act::Rifle { .. } => Immune::RIFLE,
            Act::Destroy => Immune::DESTROY,
            Act::Repel => Immune::REPEL,
            Act::Push => Immune::PUSH,
            Act::Leave => Immune::LEAVE,
            Act::Pull | Act::Explode | Act::Imitate => return None,
        };
        let takes = matches!(act, Act::Rifle { .. } | Act::Destroy);
        let blocked = || match act {
            Act::Swap { .. } | Act::Attract { .. } | Act::Rifle { .. } => {
                let first = self.first_in_line().filter(|&first| first != self.to)?;
                piece_on(self.position, first).map(IllegalReason::Blocked)
            }
            _ => None,
        };
        let safe = || self.safe(self.to, flag, takes).filter(|_| context.enemy.has(self.to));
        let place = || match act {
            Act::Swap { .. } => self.banned(),
            Act::Push | Act::Repel => self.held_up(),
            _ => None,
        };
        blocked().or_else(|| self.neutralized()).or_else(safe).or_else(place)
    }

    /// Why the piece on the destination cannot be sent away.
    fn held_up(&self) -> Option<IllegalReason> {
        let (program, target) = (self.context.program, piece_on(self.position, self.to)?);
        let mut lines = Direction::ALL.into_iter().map(|direction| direction as usize);
        let line = lines.find(|&line| program.step(line, self.from) == Some(self.to))?;
        let Some(behind) = program.step(line, self.to) else {
            let why = format!("{target} is at the edge of the board and cannot be pushed on");
            return Some(IllegalReason::rule(why));
        };
        let behind = piece_on(self.position, behind)?;
        let why = format!("{target} cannot be pushed on: {behind} is behind it");
        Some(IllegalReason::rule(why))
    }

    /// Why there is nothing to pull on a step to an empty square.
    fn alone(&self) -> Option<IllegalReason> {
        let (program, occupied) = (self.context.program, self.context.occupied);
        let steps = |line: &usize| program.step(*line, self.to) == Some(self.from);
        let line = (0..Direction::ALL.len()).find(steps).filter(|_| !occupied.has(self.to))?;
        let Some(behind) = program.step(line, self.from) else {
            return self.rule("at the edge of the board has no piece behind it to pull");
        };
        let why = format!("there is no piece on {} to pull", self.position.geometry().name(behind));
        (!occupied.has(behind)).then(|| IllegalReason::rule(why))
    }

    /// Why a swap cannot be reversed.
    fn banned(&self) -> Option<IllegalReason> {
        let [from, to] = [self.from, self.to].map(|square| self.position.geometry().name(square));
        let why = format!("the swap of {from} and {to} cannot be reversed at once");
        self.context.is_banned(self.from, self.to).then(|| IllegalReason::rule(why))
    }

    /// The first piece on a queen line to the piece on the destination.
    fn first_in_line(&self) -> Option<Square> {
        let first = |direction| {
            let shape = queen_line(direction).shape;
            let squares = self.context.program.squares(shape, self.from, u8::MAX);
            let mut pieces =
                squares.map(|(_, square)| square).filter(|&one| self.context.occupied.has(one));
            let first = pieces.next()?;
            (first == self.to || pieces.any(|piece| piece == self.to)).then_some(first)
        };
        let all: Vec<Square> = Direction::ALL.into_iter().filter_map(first).collect();
        all.iter().find(|&&first| first == self.to).or(all.first()).copied()
    }
}

/// That a piece has no act with a special effect.
const fn cannot(special: Special) -> &'static str {
    match special {
        Special::Destruction => "cannot destroy itself and an adjacent piece",
        Special::Pull => "cannot pull",
        Special::Swap => "cannot change places with another piece",
        Special::Push => "cannot push",
        Special::Rifle => "cannot shoot",
        Special::Attract => "cannot attract",
        Special::Repel => "cannot repel",
        Special::Piece(_) => "cannot become or leave behind another piece",
        Special::Normal | Special::Leap | Special::Plow => "cannot go there",
    }
}
