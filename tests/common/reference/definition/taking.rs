//! What a move takes (rules, 1.1 and 10).

use super::Position;
use super::board::{Letters, Piece};
use super::geometry::{ALL, Squares, Step, seen_by};
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
#[derive(Clone, Copy, Debug)]
struct Trial<'a> {
    way: &'a Way,
    white: bool,
    /// The kind of the mover and, when it imitates, the imitated one.
    taker: char,
    imitated: Option<char>,
    /// d at the start and at the end, as the taking kind goes.
    first: Step,
    last: Step,
    /// Whether the taking kind could displace at the end of this way.
    displaces: bool,
    /// Whether a mount counts as jumped.
    mount_is_jumped: bool,
    /// The kinds that a chameleon may imitate.
    imitable: Letters,
}

impl<'a> Trial<'a> {
    /// A piece takes by its own methods.
    fn new(piece: Piece, way: &'a Way, imitable: Letters) -> Self {
        Self {
            way,
            white: piece.white,
            taker: piece.kind,
            imitated: None,
            first: way.first,
            last: way.last,
            displaces: !way.only_empty,
            mount_is_jumped: false,
            imitable,
        }
    }
}

impl Position {
    /// Whether a piece of the mover's side and of fitting kinds, other than the mover, is there,
    /// when the mover has left its square.
    fn is_partner(&self, trial: &Trial, square: usize, fits: impl Fn(char) -> bool) -> bool {
        let is_mover = square == trial.way.to || (square == trial.way.from && !self.lifted);
        let partner = self.board.pieces[square].filter(|_| !is_mover);
        partner.is_some_and(|partner| partner.white == trial.white && fits(partner.kind))
    }

    /// All victims of a way of a piece, ascending; none at all if it is illegal, because more than
    /// one method of an `either` has a victim, or because a piece is jumped that no leaping takes.
    pub(super) fn victims(&self, piece: Piece, way: &Way) -> Option<Vec<Victim>> {
        let kind = self.kind(piece);
        let enemies = self.board.kinds_of(!piece.white);
        let mut victims = self.taken_by(kind, &Trial::new(piece, way, enemies))?;
        self.leave_alone(kind, way, &mut victims);
        let leapt = |jumped: usize| {
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

    /// Whether one of the `wanted` kinds is among what the methods of a piece aim at. Of the kinds
    /// that a chameleon imitates only these matter.
    pub(super) fn takes_some_of(&self, piece: Piece, way: &Way, wanted: Letters) -> bool {
        let victims = self.taken_by(self.kind(piece), &Trial::new(piece, way, wanted));
        let kinds = victims.into_iter().flatten().map(|victim| self.board.pieces[victim.square]);
        kinds.flatten().any(|victim| wanted.has(victim.kind))
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
            let jumped = leapt(way, mount_is_jumped);
            if leap_alone && victims.iter().any(|victim| jumped.has(victim.square)) {
                victims.retain(|victim| jumped.has(victim.square));
            }
        }
    }

    /// The victims of all methods of a kind, in their order.
    fn taken_by(&self, kind: &Kind, trial: &Trial) -> Option<Vec<Victim>> {
        let mut victims = Vec::new();
        for group in &kind.takes {
            let mut fitting = 0;
            for taking in group {
                let found = self.taken(taking, trial);
                fitting += usize::from(!found.is_empty());
                victims.extend(found);
            }
            if fitting > 1 {
                return None;
            }
        }
        Some(victims)
    }

    /// The victims of one method.
    fn taken(&self, taking: &Taking, trial: &Trial) -> Vec<Victim> {
        let (geometry, way) = (&self.game.geometry, trial.way);
        let at = |step, times, from| geometry.step(from, step, times, way.crossing);
        let effect = self.game.effect(taking.effect);
        let name = taking.name;
        let kills = matches!(taking.method, Method::Around { itself: true, .. });
        let victim = |square| Victim { square, effect, name, imitated: false, kills };
        let takers = [trial.taker, trial.imitated.unwrap_or(trial.taker)];
        let mut victims = Vec::new();
        let mut aim = |square| {
            // A displaced piece stands where the mover is put, all others stay as they are.
            let there = matches!(taking.method, Method::Displace) || square != way.to;
            if there && self.can_take(trial.white, square, name, &takers) {
                victims.push(victim(square));
            }
        };
        match &taking.method {
            Method::Displace => {
                let meets = trial.displaces && matches!(way.style, Style::Line | Style::Jump);
                Some(way.to).filter(|_| meets).into_iter().for_each(aim);
            }
            Method::Withdraw => at(trial.first, -1, way.from).into_iter().for_each(aim),
            Method::Approach => at(trial.last, 1, way.to).into_iter().for_each(aim),
            Method::Fly => at(trial.last, -1, way.to).into_iter().for_each(aim),
            Method::Leap { .. } => leapt(way, trial.mount_is_jumped).iter().for_each(aim),
            Method::Pincer { along, partners } => {
                for &u in along {
                    let partner = geometry.step(way.to, u, 2, false);
                    let fits = |kind| partners.has(kind);
                    if partner.is_some_and(|partner| self.is_partner(trial, partner, fits)) {
                        geometry.step(way.to, u, 1, false).into_iter().for_each(&mut aim);
                    }
                }
            }
            Method::Coordinate { with, moved } => {
                let fits = |kind| match with {
                    Some(kinds) => kinds.has(kind),
                    None => self.game.kind(kind).royal,
                };
                let own = self.board.pieces_of(trial.white).map(|(square, _)| square);
                let partners = own.filter(|&square| self.is_partner(trial, square, fits));
                partners.flat_map(|partner| self.corners(way, partner, *moved)).for_each(aim);
            }
            Method::Around { all, .. } => {
                let near = geometry.neighbours(way.to);
                near.iter().for_each(aim);
                let own = near.iter().filter(|&square| self.is_partner(trial, square, |_| true));
                victims.extend(own.filter(|_| *all).map(victim));
            }
            Method::Offset(vectors) => {
                let vectors = vectors.iter().map(|&vector| seen_by(trial.white, vector));
                vectors.filter_map(|step| geometry.step(way.to, step, 1, false)).for_each(aim);
            }
            // The plow's moves are found in `moves.rs`. A chameleon takes nothing of what another
            // one takes by imitating.
            Method::Plow => {}
            Method::Imitate { .. } if trial.imitated.is_some() => {}
            Method::Imitate { mount_is_jumped, .. } => {
                return self.imitated(&Trial { mount_is_jumped: *mount_is_jumped, ..*trial });
            }
        }
        victims
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
    fn imitated(&self, trial: &Trial) -> Vec<Victim> {
        let mut victims = Vec::new();
        let kinds = self.game.kinds.iter().filter(|(letter, _)| trial.imitable.has(*letter));
        for (letter, kind) in kinds {
            let mut found = match kind.imitated {
                Imitated::Own => self.taken_as(letter, kind, trial),
                Imitated::Step => self.taken_by_step(trial),
                Imitated::Never => continue,
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
    fn taken_as(&self, letter: char, kind: &Kind, trial: &Trial) -> Vec<Victim> {
        let mut victims = Vec::new();
        if kind.takes.is_empty() {
            return victims;
        }
        let mut ways = Vec::new();
        for motion in &kind.motions {
            self.same_ways(trial.way, trial.white, motion, &mut ways);
        }
        ways.sort_unstable();
        ways.dedup();
        for &(first, last, displaces) in &ways {
            if !displaces && ways.contains(&(first, last, true)) {
                continue;
            }
            let same = Trial { imitated: Some(letter), first, last, displaces, ..*trial };
            victims.extend(self.taken_by(kind, &same).unwrap_or_default());
        }
        victims
    }

    /// The victim of a chameleon's step onto it.
    fn taken_by_step(&self, trial: &Trial) -> Vec<Victim> {
        let there = trial.way.style == Style::Line && ALL.contains(&trial.way.shift);
        let takes = self.can_take(trial.white, trial.way.to, "displace", &[trial.taker]);
        let effect = self.game.effect(None);
        let (square, name) = (trial.way.to, "displace");
        let victim = Victim { square, effect, name, imitated: true, kills: false };
        Some(victim).filter(|_| there && takes).into_iter().collect()
    }
}

/// The pieces that a leaper jumps, the mount too if it counts as jumped.
fn leapt(way: &Way, mount_is_jumped: bool) -> Squares {
    if mount_is_jumped && way.style == Style::Jump {
        return way.passed.without(way.to);
    }
    way.jumped
}
