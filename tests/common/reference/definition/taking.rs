//! What a move takes (rules, 1.1 and 10).

use std::collections::BTreeSet;

use super::Position;
use super::board::Piece;
use super::geometry::{DIAGONAL, ORTHOGONAL, Step, seen_by};
use super::kinds::{Effect, Imitated, Kind, Method, Taking};
use super::ways::{Style, Way};

/// A victim, on its square when it is taken, and what becomes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Victim {
    pub square: usize,
    pub effect: Effect,
    /// The name of the method or act.
    pub name: &'static str,
    /// Whether a chameleon takes it as another kind would.
    pub imitated: bool,
    /// Whether the method removes the taker too (rules, 10, `around`).
    pub kills: bool,
}

/// A move whose victims are asked for.
#[derive(Clone, Debug)]
pub struct Trial<'a> {
    pub way: &'a Way,
    pub white: bool,
    /// The kind of the mover and, when it imitates, the imitated one.
    takers: Vec<char>,
    /// d at the start and at the end, as the taking kind goes.
    first: Step,
    last: Step,
    /// Whether the taking kind could displace at the end of this way.
    displaces: bool,
    /// Whether a mount counts as jumped.
    mount_is_jumped: bool,
    /// The board as it stood before the move, with the mover put on its new square.
    after: &'a [Option<Piece>],
}

impl Trial<'_> {
    /// Whether a piece of the mover's side and of fitting kinds, other than the mover, is there.
    fn has_partner(&self, square: usize, fits: impl Fn(char) -> bool) -> bool {
        let partner = self.after[square].filter(|_| square != self.way.to);
        partner.is_some_and(|partner| partner.white == self.white && fits(partner.kind))
    }
}

impl Position {
    /// All victims of a way of a piece, ascending; none at all if it is illegal, because more than
    /// one method of an `either` has a victim, or because a piece is jumped that no leaping takes.
    pub(super) fn victims(&self, piece: Piece, way: &Way) -> Option<Vec<Victim>> {
        let mut after = self.board.pieces.clone();
        if !self.lifted {
            after[way.from] = None;
        }
        after[way.to] = Some(piece);
        let trial = Trial {
            way,
            white: piece.white,
            takers: vec![piece.kind],
            first: way.first,
            last: way.last,
            displaces: !way.only_empty,
            mount_is_jumped: false,
            after: &after,
        };
        let kind = self.kind(piece);
        let mut victims = self.taken_by(kind, &trial)?;
        self.leave_alone(kind, way, &mut victims);
        let leapt = |&jumped: &usize| {
            victims.iter().any(|victim| victim.square == jumped && victim.name == "leap")
        };
        if !way.jumped.iter().all(leapt) {
            return None;
        }
        // When two methods take one piece, the first one counts.
        victims.sort_by_key(|victim| victim.square);
        victims.dedup_by(|later, first| {
            let same = later.square == first.square;
            first.imitated |= same && later.imitated;
            first.kills |= same && later.kills;
            same
        });
        Some(victims)
    }

    /// Leaves what a chameleon takes alone: a royal onto which it moves, or what it jumps over.
    fn leave_alone(&self, kind: &Kind, way: &Way, victims: &mut Vec<Victim>) {
        for method in kind.methods() {
            let &Method::Imitate { leap_alone, royal_alone, mount_is_jumped } = method else {
                continue;
            };
            let there = victims.iter().any(|victim| victim.square == way.to);
            let royal = self.board.pieces[way.to].is_some_and(|piece| self.kind(piece).royal);
            if royal_alone && royal && there {
                victims.retain(|victim| victim.square == way.to);
                continue;
            }
            let jumped = self.leapt(way, mount_is_jumped);
            if leap_alone && victims.iter().any(|victim| jumped.contains(&victim.square)) {
                victims.retain(|victim| jumped.contains(&victim.square));
            }
        }
    }

    /// The victims of all methods of a kind, in their order.
    fn taken_by(&self, kind: &Kind, trial: &Trial) -> Option<Vec<Victim>> {
        let mut victims = Vec::new();
        for group in &kind.takes {
            let found: Vec<_> = group.iter().map(|taking| self.taken(taking, trial)).collect();
            if found.iter().filter(|victims| !victims.is_empty()).count() > 1 {
                return None;
            }
            victims.extend(found.concat());
        }
        Some(victims)
    }

    /// The victims of one method.
    fn taken(&self, taking: &Taking, trial: &Trial) -> Vec<Victim> {
        let (geometry, way) = (&self.game.geometry, trial.way);
        let at = |step, times, from| geometry.step(from, step, times, way.crossing);
        let mut squares = match &taking.method {
            Method::Displace => {
                let meets = trial.displaces && matches!(way.style, Style::Line | Style::Jump);
                [way.to].into_iter().filter(|_| meets).collect()
            }
            Method::Withdraw => at(trial.first, -1, way.from).into_iter().collect(),
            Method::Approach => at(trial.last, 1, way.to).into_iter().collect(),
            Method::Fly => at(trial.last, -1, way.to).into_iter().collect(),
            Method::Leap { .. } => self.leapt(trial.way, trial.mount_is_jumped),
            Method::Pincer { along, partners } => {
                let squeezed = |&u: &Step| {
                    let partner = geometry.step(way.to, u, 2, false)?;
                    let fits = trial.has_partner(partner, |kind| partners.has(kind));
                    geometry.step(way.to, u, 1, false).filter(|_| fits)
                };
                along.iter().filter_map(squeezed).collect()
            }
            Method::Coordinate { with, moved } => {
                let fits = |kind: char| match with {
                    Some(kinds) => kinds.has(kind),
                    None => self.game.kind(kind).royal,
                };
                let partners = (0..geometry.len()).filter(|&s| trial.has_partner(s, fits));
                partners.flat_map(|partner| self.corners(way, partner, *moved)).collect()
            }
            Method::Around { .. } => geometry.neighbours(way.to),
            Method::Offset(vectors) => {
                let near = |&vector| geometry.step(way.to, seen_by(trial.white, vector), 1, false);
                vectors.iter().filter_map(near).collect()
            }
            // The plow's moves are found in `moves.rs`.
            Method::Plow => Vec::new(),
            // A chameleon takes nothing of what another one takes by imitating.
            Method::Imitate { .. } if trial.takers.len() > 1 => Vec::new(),
            Method::Imitate { .. } => return self.imitated(&taking.method, trial),
        };
        squares.retain(|&square| {
            // A displaced piece stands where the mover is put, all others stay as they are.
            let there = taking.name == "displace" || square != way.to;
            there && self.can_take(trial.white, square, taking.name, &trial.takers)
        });
        if matches!(taking.method, Method::Around { all: true, .. }) {
            let near = geometry.neighbours(way.to).into_iter();
            squares.extend(near.filter(|&square| trial.has_partner(square, |_| true)));
        }
        let effect = self.game.effect(taking.effect);
        let name = taking.name;
        let kills = matches!(taking.method, Method::Around { itself: true, .. });
        let victim = |square| Victim { square, effect, name, imitated: false, kills };
        squares.into_iter().map(victim).collect()
    }

    /// The pieces that a leaper jumps, the mount too if it counts as jumped.
    fn leapt(&self, way: &Way, mount_is_jumped: bool) -> Vec<usize> {
        let mut jumped = way.jumped.clone();
        if mount_is_jumped && way.style == Style::Jump {
            jumped.push(way.passed[0]);
        }
        jumped
    }

    /// The corners of a coordinator with one partner (rules, 1.1, coordinate, and 2, `coordinator`).
    fn corners(&self, way: &Way, partner: usize, moved: bool) -> Vec<usize> {
        let geometry = &self.game.geometry;
        let ((kf, kr), (tf, tr)) = (geometry.coordinates(partner), geometry.coordinates(way.to));
        let (of, or) = geometry.coordinates(way.from);
        let mut found = Vec::new();
        if kf != tf && kr != tr {
            found.extend(geometry.square_at((tf, kr), false).filter(|_| !moved || tf != of));
            found.extend(geometry.square_at((kf, tr), false).filter(|_| !moved || tr != or));
        }
        found
    }

    /// The victims of a chameleon: of each kind those that this kind, going the same way, would
    /// take (rules, 10, imitate).
    fn imitated(&self, method: &Method, trial: &Trial) -> Vec<Victim> {
        let &Method::Imitate { mount_is_jumped, .. } = method else {
            return Vec::new();
        };
        let mut victims = Vec::new();
        for (&letter, kind) in &self.game.kinds {
            let takes = !kind.takes.is_empty() || kind.imitated == Imitated::Step;
            if !takes || !self.board.pieces_of(!trial.white).any(|(_, p)| p.kind == letter) {
                continue;
            }
            let mut found = match kind.imitated {
                Imitated::Own => self.taken_as(letter, &Trial { mount_is_jumped, ..trial.clone() }),
                Imitated::Step => self.taken_by_step(trial),
                Imitated::Never => Vec::new(),
            };
            found.retain(|victim| {
                let piece = self.board.pieces[victim.square];
                piece.is_some_and(|piece| {
                    let open = !self.is_immune(piece, "imitate");
                    piece.kind == letter && piece.white != trial.white && open
                })
            });
            victims.extend(found.into_iter().map(|victim| Victim { imitated: true, ..victim }));
        }
        victims
    }

    /// The victims of a kind that goes the same way as the chameleon.
    fn taken_as(&self, letter: char, trial: &Trial) -> Vec<Victim> {
        let kind = self.game.kind(letter);
        let same = |motion| self.same_ways(trial.way, trial.white, motion);
        let ways: BTreeSet<(Step, Step, bool)> = kind.motions.iter().flat_map(same).collect();
        let mut victims = Vec::new();
        for &(first, last, displaces) in &ways {
            if !displaces && ways.contains(&(first, last, true)) {
                continue;
            }
            let takers = vec![trial.takers[0], letter];
            let same = Trial { takers, first, last, displaces, ..trial.clone() };
            victims.extend(self.taken_by(kind, &same).unwrap_or_default());
        }
        victims
    }

    /// The victim of a chameleon's step onto it.
    fn taken_by_step(&self, trial: &Trial) -> Vec<Victim> {
        let d = trial.way.shift;
        let step = ORTHOGONAL.contains(&d) || DIAGONAL.contains(&d);
        let there = trial.way.style == Style::Line && step;
        let takes = self.can_take(trial.white, trial.way.to, "displace", &trial.takers);
        let effect = self.game.effect(None);
        let (square, name) = (trial.way.to, "displace");
        let victim = Victim { square, effect, name, imitated: true, kills: false };
        [victim].into_iter().filter(|_| there && takes).collect()
    }
}
