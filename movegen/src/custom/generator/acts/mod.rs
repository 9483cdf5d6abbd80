//! What pieces do besides moving (rules, 10). The acts that no compiled game has are a file each.

mod attract;
pub mod forced;
mod repel;
mod rifle;

use super::candidates::{Action, Candidate};
use super::context::MoveContext;
use super::paths::queen_line;
use super::takes::Captures;
use super::ways::Found;
use crate::custom::definition::{Act, Effect, ImitatedBy, Immune, Squares};
use crate::{Bitboard, Direction, PieceKind, Square};

impl MoveContext<'_> {
    /// Adds the acts of a piece that is neither frozen nor neutralized.
    pub fn acts(&self, kind: PieceKind, from: Square, all: &mut Vec<Candidate>) {
        let acts = &self.kind(kind).piece.acts;
        if self.targets.is_some() && !self.kind(kind).acts_take {
            return;
        }
        for &act in acts {
            match act {
                Act::Swap { enemies_only, take_back } => {
                    let partners = self.swap_partners(kind, Immune::SWAP, enemies_only);
                    self.swaps(kind, from, partners, take_back, all);
                }
                Act::Destroy => {
                    let targets = self.takeable(kind, Immune::DESTROY);
                    self.destroy(kind, from, targets, all);
                }
                Act::Push => self.push(kind, from, all),
                Act::Pull => self.pull(kind, from, all),
                Act::Attract { range } => self.attract(kind, from, range, all),
                Act::Repel => self.repel(kind, from, all),
                Act::Explode => self.explode(kind, from, all),
                Act::Leave => self.leave(kind, from, all),
                Act::Rifle { range, free, spotter } => {
                    self.rifle(kind, from, [range, free, spotter], all);
                }
                Act::Imitate => self.imitate_acts(kind, from, all),
            }
        }
    }

    /// The first piece in a direction, with the square before it and the number of squares to it.
    pub fn first(&self, from: Square, direction: Direction) -> Option<(Square, Square, u8)> {
        let (mut before, mut distance) = (from, 1);
        loop {
            let next =
                self.program.step(direction as usize, before).filter(|&next| next != from)?;
            if self.occupied.has(next) {
                return Some((before, next, distance));
            }
            (before, distance) = (next, distance + 1);
        }
    }

    fn swap_partners(&self, kind: PieceKind, by: Immune, enemies_only: bool) -> Squares {
        self.open_to(kind, by) | self.own.masked(!enemies_only)
    }

    /// Whether the two squares were swapped a ply ago.
    pub fn is_banned(&self, a: Square, b: Square) -> bool {
        self.swap_ban == Some(crate::position::setup::sorted([a, b]))
    }

    fn swaps(
        &self,
        kind: PieceKind,
        from: Square,
        partners: Squares,
        take_back: bool,
        all: &mut Vec<Candidate>,
    ) {
        let imitates = self.kind(kind).piece.acts.contains(&Act::Imitate);
        let jumps = self.jumps(kind);
        let leads = |direction: &Direction| {
            self.program.ray(*direction as usize, from).intersects(partners)
        };
        for direction in Direction::ALL.into_iter().filter(leads) {
            let path = queen_line(direction);
            self.travel(from, &path, jumps, |found: Found| {
                let jumps = !found.jumped.is_empty();
                let fits = partners.has(found.to) && !self.is_banned(from, found.to);
                if !fits || jumps && !imitates {
                    return;
                }
                let attempt = self.attempt(kind, from, &path, &found, false);
                // Only an imitator takes something besides.
                let captures =
                    if imitates { self.captures(&attempt) } else { Some(Captures::NONE) };
                let Some(captures) =
                    captures.filter(|captures| found.jumped.is_subset(captures.leapt))
                else {
                    return;
                };
                let action = Action::Swap { take_back };
                let mut candidate = Candidate::new(kind, from, found.to, action, captures);
                candidate.ring = self.ring_squares(&found);
                all.push(candidate);
            });
        }
    }

    fn destroy(&self, kind: PieceKind, from: Square, targets: Squares, all: &mut Vec<Candidate>) {
        for to in self.program.beside(from) & targets {
            let captures = Captures::only(Effect::Remove, to.into());
            all.push(Candidate::new(kind, from, to, Action::Destroy, captures));
        }
    }

    fn push(&self, kind: PieceKind, from: Square, all: &mut Vec<Candidate>) {
        let movable = self.movable(kind, Immune::PUSH);
        for direction in Direction::ALL {
            let step = |square| self.program.step(direction as usize, square);
            let Some(target) = step(from).filter(|&target| movable.has(target)) else { continue };
            let Some(beyond) = step(target).filter(|&beyond| {
                !self.occupied.has(beyond) || self.may_be_pushed_onto([from, target, beyond])
            }) else {
                continue;
            };
            let push = Candidate::new(kind, from, target, Action::Push(beyond), Captures::NONE);
            all.push(self.with_forced_captures(push));
        }
    }

    fn pull(&self, kind: PieceKind, from: Square, all: &mut Vec<Candidate>) {
        let movable = self.movable(kind, Immune::PULL);
        let pullers = self.board.kinds(self.program.pulling);
        for direction in Direction::ALL {
            let ahead = self.program.step(direction as usize, from);
            let Some(to) = ahead.filter(|&to| !self.occupied.has(to)) else { continue };
            let behind = |square| {
                let back = self.program.step(direction.opposite() as usize, square);
                back.filter(|&back| movable.has(back) && back != to)
            };
            let Some(mut last) = behind(from) else { continue };
            let mut followers = 1;
            // A piece that pulls takes the next one along.
            while let Some(next) = behind(last).filter(|&next| pullers.has(last) && next != from) {
                (last, followers) = (next, followers + 1);
            }
            let action = Action::Pull { steps: direction as usize, followers };
            let pull = Candidate::new(kind, from, to, action, Captures::NONE);
            all.push(self.with_forced_captures(pull));
        }
    }

    fn explode(&self, kind: PieceKind, from: Square, all: &mut Vec<Candidate>) {
        let beside = self.program.beside(from);
        let victims = beside & (self.own | self.takeable(kind, Immune::EXPLODE));
        let captures = Captures::only(Effect::Remove, victims);
        all.push(Candidate::new(kind, from, from, Action::Explode, captures));
    }

    fn leave(&self, kind: PieceKind, from: Square, all: &mut Vec<Candidate>) {
        let movable = self.movable(kind, Immune::LEAVE);
        for to in self.program.beside(from) & movable {
            let action = Action::Swap { take_back: true };
            all.push(Candidate::new(kind, from, to, action, Captures::NONE));
        }
        for left in self.board.hand(self.side).kinds() {
            for to in self.program.beside(from) - self.occupied {
                all.push(Candidate::new(kind, from, to, Action::Leave(left), Captures::NONE));
            }
        }
    }

    /// Swaps with pieces that swap, and destroys enemies that destroy.
    fn imitate_acts(&self, kind: PieceKind, from: Square, all: &mut Vec<Candidate>) {
        let mut targets = Bitboard::EMPTY;
        let imitated = self.kinds().filter(|(_, other)| other.piece.imitated == ImitatedBy::Own);
        for (other, content) in imitated {
            for act in &content.piece.acts {
                let pieces = self.board.kind(other);
                match *act {
                    Act::Swap { enemies_only, take_back } => {
                        let by = Immune::SWAP | Immune::IMITATE;
                        let partners = pieces & self.swap_partners(kind, by, enemies_only);
                        self.swaps(kind, from, partners, take_back, all);
                    }
                    // A kind may be immune to itself.
                    Act::Destroy if !content.piece.immune.kinds.has(other) => {
                        targets |= pieces & self.takeable(kind, Immune::DESTROY | Immune::IMITATE);
                    }
                    _ => {}
                }
            }
        }
        self.destroy(kind, from, targets, all);
    }
}
