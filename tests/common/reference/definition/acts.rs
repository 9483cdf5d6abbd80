//! The acts of pieces besides moving (rules, 4, 6, 7 and 10).

use super::Position;
use super::board::Piece;
use super::geometry::{ALL, Squares, Step};
use super::kinds::{Act, Effect, Imitated};
use super::moves::{Action, Deed};
use super::taking::Victim;
use super::ways::Way;

impl Position {
    /// All acts of a piece that is neither frozen nor neutralized.
    pub(super) fn acts(&self, piece: Piece, from: usize) -> Vec<Action> {
        let mut actions = Vec::new();
        for act in &self.kind(piece).acts {
            match act {
                Act::Swap { friends, take_back } => {
                    let ways = self.swap_ways(from, piece.white, None);
                    let swaps =
                        ways.iter().filter(|way| self.swaps(piece, way, *friends, &["swap"]));
                    actions.extend(swaps.map(|way| swap(way, Vec::new(), !take_back)));
                }
                Act::Destroy => {
                    actions.extend(self.destructions(piece, from, |_| vec![piece.kind]))
                }
                Act::Push => {
                    actions.extend(ALL.into_iter().filter_map(|d| self.push(piece, from, d)))
                }
                Act::Pull => {
                    actions.extend(ALL.into_iter().filter_map(|d| self.pull(piece, from, d)))
                }
                Act::Attract { range } => {
                    let attract = |d| self.attract(piece, from, d, *range);
                    actions.extend(ALL.into_iter().filter_map(attract));
                }
                Act::Repel => {
                    actions.extend(ALL.into_iter().filter_map(|d| self.repel(piece, from, d)));
                }
                Act::Explode => actions.push(self.explosion(piece, from)),
                Act::Leave => actions.extend(self.leavings(piece, from)),
                Act::Rifle { .. } => {
                    actions.extend(ALL.into_iter().filter_map(|d| self.rifle(piece, from, d, act)));
                }
                Act::Imitate => actions.extend(self.imitated_acts(piece, from)),
            }
        }
        actions
    }

    /// Whether a piece may change places by these acts with the piece at the end of the way.
    fn swaps(&self, piece: Piece, way: &Way, friends: bool, acts: &[&str]) -> bool {
        let fits = self.board.pieces[way.to].is_some_and(|partner| {
            let enemy = partner.white != piece.white;
            if enemy { !acts.iter().any(|act| self.is_immune(partner, act)) } else { friends }
        });
        fits && !self.is_banned(way.from, way.to)
    }

    /// Whether the two squares were swapped by the last move and may not be swapped again.
    fn is_banned(&self, one: usize, other: usize) -> bool {
        self.ban == Some((one.min(other), one.max(other)))
    }

    /// Mutual destruction with adjacent enemies; `takers` names the takers for a kind of enemies.
    fn destructions(
        &self,
        piece: Piece,
        from: usize,
        takers: impl Fn(char) -> Vec<char>,
    ) -> Vec<Action> {
        let near = self.game.geometry.neighbours(from).iter();
        let near = near.filter(|&to| {
            let takers = self.board.pieces[to].map(|target| takers(target.kind));
            let takers = takers.unwrap_or_default();
            !takers.is_empty() && self.can_take(piece.white, to, "destroy", &takers)
        });
        let destroy = |to| {
            let victims = vec![Victim {
                square: to,
                effect: Effect::Remove,
                name: "destroy",
                imitated: false,
                kills: false,
            }];
            Action { victims, ..Action::quiet(from, to, Deed::Destroy) }
        };
        near.map(destroy).collect()
    }

    /// A chameleon's swaps with kinds that swap, with what the move takes besides, and its mutual
    /// destruction with kinds that destroy (rules, 4, X).
    fn imitated_acts(&self, piece: Piece, from: usize) -> Vec<Action> {
        let acts_of = |kind: char| {
            let kind = self.game.kind(kind);
            let own = kind.imitated == Imitated::Own;
            kind.acts.iter().filter(move |_| own)
        };
        let takers = |kind| {
            let destroys = acts_of(kind).any(|act| matches!(act, Act::Destroy));
            if destroys { vec![piece.kind, kind] } else { Vec::new() }
        };
        let mut actions = self.destructions(piece, from, takers);
        actions.retain(|action| {
            !self.board.pieces[action.to].is_some_and(|target| self.is_immune(target, "imitate"))
        });
        for way in self.swap_ways(from, piece.white, self.leaping_of(piece)) {
            let Some(partner) = self.board.pieces[way.to] else {
                continue;
            };
            for act in acts_of(partner.kind) {
                let Act::Swap { friends, take_back } = act else {
                    continue;
                };
                let Some(victims) = self.victims(piece, &way) else {
                    continue;
                };
                if self.swaps(piece, &way, *friends, &["swap", "imitate"]) {
                    actions.push(swap(&way, victims, !take_back));
                }
            }
        }
        actions
    }

    /// Whether an act by `piece` can displace what stands on the square: an enemy may be immune.
    fn is_movable(&self, piece: Piece, square: usize, act: &str) -> bool {
        let target = self.board.pieces[square];
        target.is_some_and(|target| target.white == piece.white || !self.is_immune(target, act))
    }

    /// Whether a square is empty.
    fn is_empty(&self, square: usize) -> bool {
        self.board.pieces[square].is_none()
    }

    /// A push (rules, 6, U).
    fn push(&self, piece: Piece, from: usize, d: Step) -> Option<Action> {
        let geometry = &self.game.geometry;
        let to = geometry.step(from, d, 1, false)?;
        let beyond = geometry.step(from, d, 2, false)?;
        let enters = self.is_empty(beyond) || self.is_pushed_onto(from, to, beyond);
        let action = Action { passed: Squares::only(to), ..Action::quiet(from, to, Deed::Push(d)) };
        let free = self.is_movable(piece, to, "push") && enters;
        free.then(|| self.with_forced_victims(action))
    }

    /// A step that pulls (rules, 6, Y).
    fn pull(&self, piece: Piece, from: usize, d: Step) -> Option<Action> {
        let geometry = &self.game.geometry;
        let to = geometry.step(from, d, 1, false).filter(|&to| self.is_empty(to))?;
        let behind = geometry.step(from, d, -1, false).filter(|&behind| behind != to)?;
        let movable = self.is_movable(piece, behind, "pull");
        let action = Action { passed: Squares::only(to), ..Action::quiet(from, to, Deed::Pull(d)) };
        movable.then(|| self.with_forced_victims(action))
    }

    /// Draws the first piece of a line, an enemy, one square nearer (rules, 10).
    fn attract(&self, piece: Piece, from: usize, d: Step, range: i32) -> Option<Action> {
        let line = self.game.geometry.line(from, d);
        let place = line.iter().position(|&square| !self.is_empty(square))?;
        let (to, near) = (line[place], *line.get(place.checked_sub(1)?)?);
        let enemy = self.board.pieces[to].is_some_and(|target| target.white != piece.white);
        let fits = enemy && place < range as usize && self.is_movable(piece, to, "attract");
        fits.then(|| Action::quiet(from, to, Deed::Attract(near)))
    }

    /// Drives an adjacent enemy one square away (rules, 10).
    fn repel(&self, piece: Piece, from: usize, d: Step) -> Option<Action> {
        let geometry = &self.game.geometry;
        let to = geometry.step(from, d, 1, false)?;
        let away = geometry.step(from, d, 2, false).filter(|&away| self.is_empty(away))?;
        let enemy = self.board.pieces[to].is_some_and(|target| target.white != piece.white);
        let fits = enemy && self.is_movable(piece, to, "repel");
        fits.then(|| Action::quiet(from, to, Deed::Repel(away)))
    }

    /// The explosion with all adjacent pieces of both sides (rules, 6, B). Shields and immunity are
    /// against the enemy.
    fn explosion(&self, piece: Piece, from: usize) -> Action {
        let near = self.game.geometry.neighbours(from).iter();
        let caught = near.filter(|&square| {
            let own = self.board.pieces[square].is_some_and(|other| other.white == piece.white);
            own || self.can_take(piece.white, square, "explode", &[piece.kind])
        });
        let effect = Effect::Remove;
        let victims = caught
            .map(|square| Victim { square, effect, name: "explode", imitated: false, kills: false })
            .collect();
        Action { victims, ..Action::quiet(from, from, Deed::Explode) }
    }

    /// A resurrector's trades with adjacent pieces, and its steps that leave a piece of the hand
    /// (rules, 6, R).
    fn leavings(&self, piece: Piece, from: usize) -> Vec<Action> {
        let mut actions = Vec::new();
        for to in self.game.geometry.neighbours(from).iter() {
            let bound =
                |deed| Action { passed: Squares::only(to), ..Action::quiet(from, to, deed) };
            if !self.is_empty(to) {
                if self.is_movable(piece, to, "leave") {
                    actions.push(bound(Deed::Swap { banned: false }));
                }
                continue;
            }
            let mut held: Vec<char> = self
                .board
                .hands
                .iter()
                .filter(|h| h.white == piece.white)
                .map(|h| h.kind)
                .collect();
            held.dedup();
            actions.extend(held.into_iter().map(|kind| bound(Deed::Leave(kind))));
        }
        actions
    }

    /// A shot (rules, 10, rifle).
    fn rifle(&self, piece: Piece, from: usize, d: Step, act: &Act) -> Option<Action> {
        let &Act::Rifle { range, free, spotter, effect } = act else {
            return None;
        };
        let line = self.game.geometry.line(from, d);
        let place = line.iter().position(|&square| !self.is_empty(square))?;
        let (to, distance) = (line[place], place as i32 + 1);
        let seen = distance <= free || self.is_spotted(piece, from, to, spotter);
        let fits =
            distance <= range && seen && self.can_take(piece.white, to, "rifle", &[piece.kind]);
        let victims = vec![Victim {
            square: to,
            effect: self.game.effect(effect),
            name: "rifle",
            imitated: false,
            kills: false,
        }];
        fits.then(|| Action { victims, ..Action::quiet(from, to, Deed::Rifle) })
    }

    /// Whether an own piece other than the shooter is near the target, on a straight line with empty
    /// squares between.
    fn is_spotted(&self, piece: Piece, from: usize, target: usize, spotter: i32) -> bool {
        ALL.into_iter().any(|d| {
            let line = self.game.geometry.line(target, d).into_iter().take(spotter as usize);
            let first = line.into_iter().find(|&square| !self.is_empty(square));
            let first = first.filter(|&square| square != from);
            first.is_some_and(|s| self.board.pieces[s].is_some_and(|p| p.white == piece.white))
        })
    }
}

/// The swap along a way.
fn swap(way: &Way, victims: Vec<Victim>, banned: bool) -> Action {
    let (from, to, passed) = (way.from, way.to, way.passed);
    Action { from, to, deed: Deed::Swap { banned }, victims, passed }
}
