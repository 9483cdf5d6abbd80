//! The moves of one piece, with all that they do.

use std::cell::RefCell;

use super::context::MoveContext;
use super::paths::{Line, Path, Reach, king_steps};
use super::program::Form;
use super::rays::NUMBERED;
use super::sight::{Jumps, Mover, Sight};
use super::takes::{Attempt, Captures};
use crate::custom::definition::{Act, Effect, Mode, Squares};
use crate::table::area::relative_rank;
use crate::{Bitboard, Geometry, PieceKind, Special, Square, interrupt};

/// What a move does besides taking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// The piece goes to its destination, jumping over pieces to take them or not.
    Go { jumps: bool },
    /// It changes places with the piece on its destination; whether they may change back at once.
    Swap { take_back: bool },
    /// It pushes the piece on its destination to another square.
    Push(Square),
    /// It takes the piece on its destination from where it stands.
    Rifle,
    /// The piece on its destination comes to another square.
    Attract(Square),
    /// The same, away from it.
    Repel(Square),
    /// It pushes the pieces in line from its destination on, along a table of steps.
    Plow(usize),
    /// It leaves the board together with the piece on its destination.
    Destroy,
    /// It goes to its destination, and some pieces behind it follow, along a table of steps.
    Pull { steps: usize, followers: usize },
    /// It leaves the board with what it takes.
    Explode,
    /// It goes to its destination and leaves a piece of the hand behind.
    Leave(PieceKind),
    /// It leaves the board, frozen.
    Suicide,
    /// It comes from the hand.
    Drop(PieceKind),
}

impl Action {
    /// Its place among those whose start and destination are not enough to tell them apart (rules, 10,
    /// text); `None` for the others.
    pub fn rank(self) -> Option<u8> {
        Some(match self {
            Self::Go { jumps: false } => 0,
            Self::Go { jumps: true } => 1,
            Self::Swap { .. } => 2,
            Self::Push(_) => 3,
            Self::Rifle => 4,
            Self::Attract(_) => 5,
            Self::Repel(_) => 6,
            Self::Plow(_) => 7,
            _ => return None,
        })
    }

    /// Whether it comes from an act, whatever the act's options.
    pub fn is_from(self, act: Act) -> bool {
        match self {
            // What leaves a piece of its hand behind may trade places, too.
            Self::Swap { .. } => matches!(act, Act::Swap { .. } | Act::Imitate | Act::Leave),
            Self::Destroy => matches!(act, Act::Destroy | Act::Imitate),
            Self::Push(_) => act == Act::Push,
            Self::Rifle => matches!(act, Act::Rifle { .. }),
            Self::Attract(_) => matches!(act, Act::Attract { .. }),
            Self::Repel(_) => act == Act::Repel,
            Self::Pull { .. } => act == Act::Pull,
            Self::Explode => act == Act::Explode,
            Self::Leave(_) => act == Act::Leave,
            Self::Go { .. } | Self::Plow(_) | Self::Suicide | Self::Drop(_) => false,
        }
    }

    /// Whether the piece goes to the destination.
    fn moves(self) -> bool {
        matches!(
            self,
            Self::Go { .. }
                | Self::Swap { .. }
                | Self::Push(_)
                | Self::Pull { .. }
                | Self::Plow(_)
                | Self::Leave(_)
        )
    }

    /// What tells it apart where its start and destination do not.
    pub(super) fn special(self) -> Special {
        match self {
            Self::Go { jumps: false } | Self::Explode | Self::Suicide => Special::Normal,
            Self::Go { jumps: true } => Special::Leap,
            Self::Swap { .. } => Special::Swap,
            Self::Push(_) => Special::Push,
            Self::Rifle => Special::Rifle,
            Self::Attract(_) => Special::Attract,
            Self::Repel(_) => Special::Repel,
            Self::Plow(_) => Special::Plow,
            Self::Destroy => Special::Destruction,
            Self::Pull { .. } => Special::Pull,
            Self::Leave(kind) | Self::Drop(kind) => Special::Piece(kind),
        }
    }
}

/// A move, legal but for the safety of royal pieces.
#[derive(Clone, Copy)]
pub struct Candidate {
    pub kind: PieceKind,
    /// `None` for a drop.
    pub from: Option<Square>,
    pub to: Square,
    pub action: Action,
    pub special: Special,
    pub captures: Captures,
    /// Number of squares entered or crossed that are only for captures.
    pub(super) ring: u32,
    fate: Fate,
}

/// What becomes of a move that has to be told apart from others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fate {
    Open,
    /// It is legal, and another one than those before.
    Told,
    Dropped,
}

impl Candidate {
    pub(super) fn new(
        kind: PieceKind,
        from: Square,
        to: Square,
        action: Action,
        captures: Captures,
    ) -> Self {
        let special = action.special();
        Self { kind, from: Some(from), to, action, special, captures, ring: 0, fate: Fate::Open }
    }

    /// The move to an empty square that takes nothing.
    pub fn quiet(kind: PieceKind, from: Square, to: Square) -> Self {
        Self::new(kind, from, to, Action::Go { jumps: false }, Captures::NONE)
    }

    /// The move of a piece that takes only what it displaces, with the effect of that if it does.
    pub fn going(kind: PieceKind, from: Square, to: Square, displaces: Option<Effect>) -> Self {
        let captures = |effect| Captures::only(effect, to.into());
        let captures = displaces.map_or(Captures::NONE, captures);
        Self::new(kind, from, to, Action::Go { jumps: false }, captures)
    }

    /// The capture of an enemy from afar.
    pub fn shot(kind: PieceKind, from: Square, to: Square) -> Self {
        let captures = Captures::only(Effect::Capture, to.into());
        Self::new(kind, from, to, Action::Rifle, captures)
    }

    /// The drop of a piece.
    pub fn drop(kind: PieceKind, to: Square) -> Self {
        let action = Action::Drop(kind);
        let special = Special::Piece(kind);
        Self {
            kind,
            from: None,
            to,
            action,
            special,
            captures: Captures::NONE,
            ring: 0,
            fate: Fate::Open,
        }
    }

    /// Whether it and another move of its piece could have the same result.
    fn may_equal(&self, other: &Self) -> bool {
        let leaves = |mv: &Self| mv.action == Action::Destroy || mv.captures.mover_too;
        leaves(self) == leaves(other)
    }

    /// What the ring rule compares: the victims, and the partner of a swap; `None` for a move that it
    /// does not bind, because the piece leaves the board or stays.
    fn gains(&self) -> Option<(Squares, Option<Square>)> {
        let partner = matches!(self.action, Action::Swap { .. }).then_some(self.to);
        self.action.moves().then(|| (self.captures.all(), partner))
    }
}

/// How far a piece goes along a line of squares, over which pieces, and what it finds.
pub struct Found {
    pub to: Square,
    pub distance: u8,
    pub before: Square,
    pub jumped: Squares,
    pub passed: Squares,
}

/// The moves of one piece.
pub struct Moves {
    /// The empty squares to which it goes, jumps over nothing, and takes nothing.
    pub quiets: Squares,
    /// The squares to which it goes, and takes something that it alone tells.
    pub captures: Squares,
    pub others: Vec<Candidate>,
}

thread_local! {
    /// Lists that are not in use, so that a search allocates none.
    static SPARE: RefCell<Vec<Vec<Candidate>>> = const { RefCell::new(Vec::new()) };
}

impl Default for Moves {
    /// No moves.
    fn default() -> Self {
        let others = SPARE.with_borrow_mut(Vec::pop).unwrap_or_default();
        Self { quiets: Bitboard::EMPTY, captures: Bitboard::EMPTY, others }
    }
}

impl Drop for Moves {
    fn drop(&mut self) {
        self.others.clear();
        let others = std::mem::take(&mut self.others);
        // A thread that ends has no list any more.
        let _ = SPARE.try_with(|spare| spare.borrow_mut().push(others));
    }
}

impl Moves {
    fn clear(&mut self) {
        (self.quiets, self.captures) = (Bitboard::EMPTY, Bitboard::EMPTY);
        self.others.clear();
    }
}

impl MoveContext<'_> {
    /// All moves of the piece on a square, but for the limits of zones, in a list.
    pub fn candidates(&self, kind: PieceKind, from: Square) -> Moves {
        let (mut moves, sight) = (Moves::default(), self.sight(kind));
        self.moves(&Mover { kind, from, sight: &sight }, &mut moves);
        let Moves { quiets, captures, others } = &mut moves;
        others.extend(quiets.iter().map(|to| Candidate::quiet(kind, from, to)));
        others.extend(captures.iter().map(|to| self.told(kind, from, to)));
        moves
    }

    /// The same in place of others, where they can be as sets.
    pub fn moves(&self, mover: &Mover, moves: &mut Moves) {
        let &Mover { kind, from, .. } = mover;
        moves.clear();
        if interrupt::step() {
            return;
        }
        if self.frozen.has(from) {
            if self.program.suicide && !self.program.royal.has(kind) {
                let suicide = Candidate::new(kind, from, from, Action::Suicide, Captures::NONE);
                moves.others.push(suicide);
            }
            return;
        }
        self.add_moves(mover, moves);
        if !moves.others.is_empty() || self.program.has_limits {
            self.limit(mover, moves);
        }
        self.promote(kind, from, moves);
    }

    /// Leaves the moves that the rank limit and the ring rule allow.
    fn limit(&self, mover: &Mover, moves: &mut Moves) {
        let &Mover { kind, from, .. } = mover;
        let in_sets = moves.quiets | moves.captures;
        let is_another = |mv: &Candidate| mv.action.rank().is_some() && in_sets.has(mv.to);
        if moves.others.iter().any(is_another) {
            // To be told apart in the order of the ways.
            *moves = self.unlimited(kind, from);
        }
        let Moves { quiets, others, .. } = moves;
        if self.program.rank_limit && !self.program.royal.has(kind) {
            others.retain(|candidate| self.is_near(candidate));
            let is_near = |&to: &Square| self.is_near(&Candidate::quiet(kind, from, to));
            *quiets = quiets.iter().filter(is_near).collect();
        }
        self.keep_few_ring_squares(others);
        *quiets = *quiets - self.program.capture_only;
    }

    /// The moves of the piece on a square, which is not frozen, without promotions and without regard
    /// to the rank limit and the ring rule.
    pub(super) fn unlimited(&self, kind: PieceKind, from: Square) -> Moves {
        let mut moves = Moves::default();
        let sight = Sight { anywhere: true, ..self.sight_along_ways(kind) };
        self.add_moves(&Mover { kind, from, sight: &sight }, &mut moves);
        moves
    }

    /// Adds the moves of the piece on a square, which takes at some squares only.
    fn add_moves(&self, mover: &Mover, moves: &mut Moves) {
        let &Mover { kind, from, sight } = mover;
        let content = self.kind(kind);
        match content.form {
            Form::Displaces if !sight.anywhere => self.add_plain_moves(mover, moves),
            Form::Told if !sight.anywhere && self.targets.is_none() && self.to.is_none() => {
                self.add_told_moves(mover, moves);
            }
            _ => self.add_along_ways(mover, moves),
        }
        if !self.neutralized.has(from) && !content.piece.acts.is_empty() {
            self.acts(kind, from, &mut moves.others);
            if let Some(to) = self.to {
                moves.others.retain(|candidate| candidate.to == to);
            }
        }
    }

    /// Adds the moves of a piece that takes only what it displaces, but for its acts.
    pub(super) fn add_plain_moves(&self, mover: &Mover, moves: &mut Moves) {
        let &Mover { kind, from, sight } = mover;
        let sets = &self.kind(kind).sets[self.side];
        let (reached, _) = self.program.reached(sets, from, (self.geometry, self.occupied));
        let wanted = self.to.map_or(!Bitboard::EMPTY, Bitboard::from);
        moves.quiets = (reached.quiet & wanted).masked(self.targets.is_none());
        let captures = reached.displacing & sight.landings.displaced & wanted;
        moves.captures = captures.masked(!self.neutralized.has(from));
    }

    /// Adds the moves of a piece, but for its acts, way by way where they are no sets.
    fn add_along_ways(&self, mover: &Mover, moves: &mut Moves) {
        let &Mover { kind, from, .. } = mover;
        let content = self.kind(kind);
        let mut done = self.add_slides(mover, moves);
        done |= self.add_steps(mover, moves);
        for (index, path) in content.paths[self.side].iter().enumerate() {
            let is_done = index < NUMBERED && done & 1 << index != 0;
            if is_done || !self.leads_on(from, path) {
                continue;
            }
            match &path.line {
                Some(line) if self.is_simple(mover, path, line) => {
                    self.attempts_on_line(mover, path, line, moves);
                }
                _ => self.travel(from, path, self.jumps_of(mover), |found| {
                    self.attempt_square(mover, path, &found, moves);
                }),
            }
        }
    }

    /// Whether a way may lead to a wanted square: a jump needs a piece on the first one.
    fn leads_on(&self, from: Square, path: &Path) -> bool {
        let first = || self.program.step(path.shape.first, from);
        let is_off =
            |line: &Line| self.to.is_some_and(|to| !self.program.ray(line.reached, from).has(to));
        (path.mode != Mode::Jump || first().is_some_and(|first| self.occupied.has(first)))
            && !path.line.as_ref().is_some_and(is_off)
    }

    /// Adds the moves of one step or leap. Returns the numbers of their ways, as bits.
    fn add_steps(&self, mover: &Mover, moves: &mut Moves) -> u128 {
        let &Mover { kind, from, sight } = mover;
        let (program, content) = (self.program, self.kind(kind));
        let steps = &content.steps[self.side];
        let all = program.ray(steps.all, from);
        if sight.anywhere || sight.behind || sight.ahead {
            return 0;
        }
        let mut taking = (all & sight.taking) - self.occupied;
        if content.enters {
            taking |= all & if content.may_plow { self.occupied } else { self.enemy };
        }
        let mut quiets = program.ray(steps.quiet, from) - self.occupied - taking;
        if let Some(to) = self.to {
            taking &= to.into();
            quiets &= to.into();
        }
        if self.targets.is_none() {
            moves.quiets |= quiets - program.capture_only;
        }
        let mut done = 0;
        for &path in &steps.paths {
            done |= 1 << path;
            if taking.is_empty() {
                continue;
            }
            let path = &content.paths[self.side][usize::from(path)];
            let to = program.step(path.shape.first, from).filter(|&to| taking.has(to));
            if let Some(to) = to {
                self.attempt_behind(mover, path, Bitboard::EMPTY, to, moves);
            }
        }
        done
    }

    /// Adds the moves along the simple lines that end at the edge. Returns the numbers of the ways that
    /// they follow, as bits.
    fn add_slides(&self, mover: &Mover, moves: &mut Moves) -> u128 {
        let &Mover { kind, from, sight } = mover;
        let (program, content) = (self.program, self.kind(kind));
        let lines = &content.lines[self.side];
        let all = program.ray(lines.all, from);
        if sight.anywhere || all.is_empty() || !self.may_be_simple() {
            return 0;
        }
        let mut seen = self.geometry.queen_attacks(from, self.occupied) & all;
        let mut complex = seen & self.jumps_of(mover).over;
        if sight.behind {
            let behind = program.beside(from) & self.wanted();
            let opposite = |victim| self.geometry.direction(victim, from);
            let fronts = behind.iter().filter_map(opposite);
            complex |= fronts.filter_map(|ahead| self.geometry.step(from, ahead)).collect();
        }
        let mut done = 0;
        for (direction, path) in (0..).zip(lines.paths) {
            let Some(path) = path else { continue };
            let ray = program.ray(direction, from);
            match ray.intersects(complex) {
                true => seen = seen - ray,
                false => done |= 1 << path,
            }
        }
        let mut taking = (seen & sight.taking) - self.occupied;
        if content.enters {
            taking |= seen & if content.may_plow { self.occupied } else { self.enemy };
        }
        if sight.ahead {
            for victim in seen & self.enemy {
                let back = self.geometry.direction(victim, from);
                let before = back.and_then(|back| self.geometry.step(victim, back));
                taking |= before.map_or(Bitboard::EMPTY, Bitboard::from) - from.into();
            }
        }
        if let Some(to) = self.to {
            seen &= to.into();
            taking &= to.into();
        }
        if self.targets.is_none() {
            moves.quiets |= seen - self.occupied - taking - program.capture_only;
        }
        for to in taking {
            let Some(direction) = self.geometry.direction(from, to) else { continue };
            let Some(path) = lines.paths[direction as usize] else { continue };
            let path = &content.paths[self.side][usize::from(path)];
            self.attempt_behind(mover, path, self.geometry.between(from, to), to, moves);
        }
        done
    }

    /// Whether moves that take nothing may be found as sets, where some squares are only for captures.
    fn may_be_simple(&self) -> bool {
        self.program.capture_only.is_empty() || self.program.ends_in_capture_only
    }

    /// Whether a piece takes nothing on most empty squares of a line, and jumps over nothing.
    fn is_simple(&self, mover: &Mover, path: &Path, line: &Line) -> bool {
        let nearest = nearest(self.program.ray(line.all, mover.from) & self.occupied, line.ascends);
        !self.takes_anywhere(mover, path)
            && !nearest.is_some_and(|nearest| self.jumps_of(mover).over.has(nearest))
            && self.may_be_simple()
    }

    /// Whether a piece may take something on any empty square of a way.
    fn takes_anywhere(&self, mover: &Mover, path: &Path) -> bool {
        let &Mover { from, sight, .. } = mover;
        let behind = || self.program.step(path.shape.back, from);
        sight.anywhere
            || path.mode != Mode::Slide && sight.passed
            || sight.behind && behind().is_some_and(|square| self.wanted().has(square))
    }

    /// The moves along a simple line: those that take nothing as a set.
    fn attempts_on_line(&self, mover: &Mover, path: &Path, line: &Line, moves: &mut Moves) {
        let &Mover { kind, from, sight } = mover;
        let (program, content) = (self.program, self.kind(kind));
        let reached = program.ray(line.reached, from);
        let blocker = nearest(program.ray(line.all, from) & self.occupied, line.ascends);
        let beyond = blocker.map_or(Bitboard::EMPTY, |blocker| program.ray(line.all, blocker));
        let seen = reached - beyond;
        let mut taking = (seen & sight.taking) - self.occupied;
        if let Some(blocker) = blocker {
            let enters = content.enters && (content.may_plow || self.enemy.has(blocker));
            taking |= (seen & blocker.into()).masked(enters);
            let before = program.step(path.shape.back, blocker).filter(|&before| before != from);
            let before = before.map_or(Bitboard::EMPTY, Bitboard::from);
            taking |= (seen & before).masked(sight.ahead && self.enemy.has(blocker));
        }
        if let Some(to) = self.to {
            taking &= to.into();
        }
        if self.targets.is_none() {
            let quiet = line.quiet.map_or(Bitboard::EMPTY, |quiet| program.ray(quiet, from));
            let wanted = self.to.map_or(!Bitboard::EMPTY, Bitboard::from);
            moves.quiets |= (seen & quiet & wanted) - self.occupied - taking - program.capture_only;
        }
        for to in taking {
            let passed = program.ray(line.all, from) - program.ray(line.all, to) - to.into();
            self.attempt_behind(mover, path, passed, to, moves);
        }
    }

    /// The moves along a line or a step to the square behind the empty ones that it passes.
    fn attempt_behind(
        &self,
        mover: &Mover,
        path: &Path,
        passed: Squares,
        to: Square,
        moves: &mut Moves,
    ) {
        let distance = passed.len() as u8 + 1;
        let back = || self.program.step(path.shape.back, to).unwrap_or(mover.from);
        let before = if distance > 1 { back() } else { mover.from };
        let found = Found { to, distance, before, jumped: Bitboard::EMPTY, passed };
        self.attempt_square(mover, path, &found, moves);
    }

    /// The moves along a way to one square.
    fn attempt_square(&self, mover: &Mover, path: &Path, found: &Found, moves: &mut Moves) {
        let &Mover { kind, from, sight } = mover;
        let Moves { quiets, others, .. } = moves;
        if interrupt::step() || self.to.is_some_and(|to| to != found.to) {
            return;
        }
        let displacing = self.occupied.has(found.to);
        let may_plow =
            self.kind(kind).may_plow && path.mode == Mode::Slide && path.shape.then.is_some();
        if displacing && may_plow && found.jumped.is_empty() {
            others.extend(self.plow(kind, from, path, found));
        }
        let ahead = || {
            let last = if found.distance > 1 { path.shape.then } else { Some(path.shape.first) };
            let next = last.and_then(|last| self.program.step(last, found.to));
            next.is_some_and(|next| self.enemy.has(next))
        };
        let takes = displacing
            || !found.jumped.is_empty()
            || sight.taking.has(found.to)
            || sight.ahead && ahead()
            || self.takes_anywhere(mover, path);
        if !takes {
            let goes = path.own.is_some_and(|own| own.covers(found.distance, false));
            let wanted = goes && self.targets.is_none() && self.ring_squares(found) == 0;
            *quiets |= Bitboard::from(found.to).masked(wanted);
            return;
        }
        if displacing && !self.enemy.has(found.to) {
            return;
        }
        let attempt = self.attempt(kind, from, path, found, displacing);
        if self.targets.is_some_and(|targets| !self.may_take(&attempt, targets)) {
            return;
        }
        let Some(captures) = self.captures(&attempt) else { return };
        if self.is_possible(path, &attempt, &captures) {
            let jumps = !found.jumped.is_empty();
            let mut candidate =
                Candidate::new(kind, from, found.to, Action::Go { jumps }, captures);
            candidate.ring = self.ring_squares(found);
            others.push(candidate);
        }
    }

    pub(super) fn attempt(
        &self,
        kind: PieceKind,
        from: Square,
        path: &Path,
        found: &Found,
        displacing: bool,
    ) -> Attempt {
        let mount = found.passed.masked(path.mode == Mode::Jump) & self.occupied;
        let &Found { to, distance, before, jumped, .. } = found;
        let shape = path.shape;
        let mover = from.into();
        Attempt { kind, from, mover, to, shape, distance, before, jumped, mount, displacing }
    }

    /// Number of squares on a way that are only for captures.
    pub(super) fn ring_squares(&self, found: &Found) -> u32 {
        ((found.passed | found.to.into()) & self.program.capture_only).len()
    }

    /// Whether a piece may make a move that takes some victims: it must take the piece on its
    /// destination and all that it jumps over, and on a way that only others have one of them.
    pub(super) fn is_possible(&self, path: &Path, attempt: &Attempt, captures: &Captures) -> bool {
        let displaced = Bitboard::from(attempt.to).masked(attempt.displacing);
        let has_all =
            displaced.is_subset(captures.all()) && attempt.jumped.is_subset(captures.leapt);
        let covers = |reach: Reach| reach.covers(attempt.distance, attempt.displacing);
        let imitates = || {
            let mut imitated = path.imitated.iter().filter(|(_, reach)| covers(*reach));
            imitated.any(|&(kind, _)| captures.imitated.intersects(self.board.kind(kind)))
        };
        has_all && (path.own.is_some_and(covers) || imitates())
    }

    /// Calls the visitor with the squares that a piece comes to along a way: empty ones, and the
    /// first piece that it cannot jump.
    pub(super) fn travel(
        &self,
        from: Square,
        path: &Path,
        jumps: Jumps,
        mut visitor: impl FnMut(Found),
    ) {
        let first = Some(path.shape.first);
        let mode = path.mode;
        let Jumps { over, several, slide_on } = jumps;
        let (mut before, mut passed, mut jumped) = (from, Bitboard::EMPTY, Bitboard::EMPTY);
        // The squares entered in the direction of all steps but the first.
        let mut turned = Squares::EMPTY;
        // Whether the piece must jump again at once.
        let mut must_jump = false;
        for distance in 1..=path.farthest {
            if interrupt::step() {
                return;
            }
            let table = if distance == 1 { first } else { path.shape.then };
            let next = |square| table.and_then(|table| self.program.step(table, square));
            // On a cylinder a line comes back.
            let Some(to) = next(before).filter(|&to| to != from) else { return };
            if distance > 1 && turned.has(to) {
                return;
            }
            turned |= Bitboard::from(to).masked(distance > 1);
            let is_occupied = self.occupied.has(to);
            if must_jump && !is_occupied {
                return;
            }
            let lands = match mode {
                Mode::Slide => true,
                Mode::Jump => distance == 2 && passed.intersects(self.occupied),
                Mode::Fly => !is_occupied,
            };
            if lands && !must_jump {
                visitor(Found { to, distance, before, jumped, passed });
            }
            passed |= to.into();
            if mode == Mode::Slide && is_occupied {
                // Nothing is jumped at the corner of a bent way.
                let on = path.shape.then.filter(|_| distance > 1 || path.shape.is_line);
                let behind = on.and_then(|table| self.program.step(table, to));
                let is_free = |square| square != from && !self.occupied.has(square);
                let may_jump = over.has(to) && (several || jumped.is_empty());
                if !may_jump || !behind.is_some_and(is_free) {
                    return;
                }
                jumped |= to.into();
                must_jump = false;
            } else if mode == Mode::Slide && !jumped.is_empty() && !slide_on {
                must_jump = true;
            }
            before = to;
        }
    }

    /// Whether a move goes no farther than the rank of its start.
    pub(super) fn is_near(&self, mv: &Candidate) -> bool {
        mv.from.filter(|_| mv.action.moves()).is_none_or(|from| {
            let most = relative_rank(self.geometry, self.side, from);
            king_steps(self.geometry, self.program.wraps, [from, mv.to]) <= most
        })
    }

    /// Leaves the moves that the ring rule allows (rules, 4).
    fn keep_few_ring_squares(&self, all: &mut Vec<Candidate>) {
        let ring = self.program.capture_only;
        if ring.is_empty() {
            return;
        }
        for mv in all.iter_mut().filter(|mv| mv.ring == 0 && mv.action.moves()) {
            mv.ring = u32::from(ring.has(mv.to));
        }
        let least = |all: &[Candidate], gains| {
            let same = all.iter().filter(|other| other.gains() == Some(gains));
            same.map(|other| other.ring).min().unwrap_or(0)
        };
        for index in 0..all.len() {
            let mv = &all[index];
            let is_allowed = match mv.gains() {
                None => true,
                Some((victims, None)) if victims.is_empty() => mv.ring == 0,
                Some(gains) => mv.ring == 0 || mv.ring == least(all, gains),
            };
            if !is_allowed {
                all[index].fate = Fate::Dropped;
            }
        }
        all.retain(|mv| mv.fate != Fate::Dropped);
    }

    /// Adds the promotions to the moves that end in the zone.
    fn promote(&self, kind: PieceKind, from: Square, moves: &mut Moves) {
        let Some(promotion) = &self.kind(kind).promotion else { return };
        let zone = promotion.zone[self.side];
        let promotes = |candidate: &Candidate| {
            let arrives =
                matches!(candidate.action, Action::Go { .. }) && !candidate.captures.mover_too;
            arrives && zone.has(candidate.to)
        };
        let Moves { quiets, captures, others } = moves;
        if !zone.intersects(*quiets | *captures) && !others.iter().any(promotes) {
            return;
        }
        let fewer_than = &promotion.fewer_than[self.side];
        let can_be = |&kind: &PieceKind| {
            self.board.pieces(self.side, kind).len() < u32::from(fewer_than[kind])
        };
        let kinds = || self.kinds().map(|(kind, _)| kind).filter(can_be);
        if kinds().next().is_none() {
            return;
        }
        let staying = others.len();
        let add = |others: &mut Vec<Candidate>, mv: Candidate| {
            others.extend(kinds().map(|kind| Candidate { special: Special::Piece(kind), ..mv }));
        };
        for index in 0..staying {
            if promotes(&others[index]) {
                add(others, others[index]);
            }
        }
        for to in *quiets & zone {
            add(others, Candidate::quiet(kind, from, to));
        }
        for to in *captures & zone {
            add(others, self.told(kind, from, to));
        }
        if promotion.must {
            let mut index = 0;
            others.retain(|candidate| {
                index += 1;
                index > staying || !promotes(candidate)
            });
            *quiets = *quiets - zone;
            *captures = *captures - zone;
        }
    }
}

/// The first square of a line on which some stand.
fn nearest(on_line: Squares, ascends: bool) -> Option<Square> {
    match ascends {
        true => on_line.first(),
        false => {
            (!on_line.is_empty()).then(|| Square::new(127 - on_line.0.leading_zeros() as usize))
        }
    }
}

/// Of the legal moves with one start and destination the first in order is told by these alone, and of
/// those with one result only the first is left. Drops an illegal one that would be told like another.
pub fn tell_apart<R: PartialEq>(
    all: &mut Vec<Candidate>,
    is_legal: impl Fn(&Candidate) -> bool,
    result: impl Fn(&Candidate) -> R,
) {
    let rank = |mv: &Candidate| match mv.action {
        // Always told by its letter.
        Action::Destroy => Some(u8::MAX),
        action => action.rank().filter(|_| mv.special == action.special()),
    };
    let mut seen = Squares::EMPTY;
    let is_alone = |mv: &Candidate| {
        let is_alone = rank(mv).is_none() || !seen.has(mv.to);
        seen |= Bitboard::from(mv.to).masked(rank(mv).is_some());
        is_alone
    };
    if all.is_empty() {
        return;
    }
    if all.iter().all(is_alone) {
        for mv in all.iter_mut().filter(|mv| rank(mv).is_some_and(|rank| rank < u8::MAX)) {
            mv.special = Special::Normal;
        }
        return;
    }
    all.sort_by_key(|mv| (mv.to.index(), rank(mv)));
    for same in all.chunk_by_mut(|one, other| one.to == other.to) {
        let ranked = same.iter().position(|mv| rank(mv).is_some()).unwrap_or(same.len());
        tell_apart_to(&mut same[ranked..], &is_legal, &result);
    }
    all.retain(|mv| mv.fate != Fate::Dropped);
}

/// The same for moves with one destination, which are in order.
fn tell_apart_to<R: PartialEq>(
    same: &mut [Candidate],
    is_legal: &impl Fn(&Candidate) -> bool,
    result: &impl Fn(&Candidate) -> R,
) {
    let mut first = if same.len() == 1 { Some(0) } else { None };
    for index in 0..same.len() {
        let (before, mv) = (&same[..index], &same[index]);
        if before.is_empty() && first.is_some() || !is_legal(mv) {
            continue;
        }
        let is_known = |other: &Candidate| {
            other.fate == Fate::Told && mv.may_equal(other) && result(mv) == result(other)
        };
        let is_known = before.iter().any(is_known);
        same[index].fate = if is_known { Fate::Dropped } else { Fate::Told };
        first = first.or(Some(index));
    }
    let Some(first) = first else { return };
    for (index, mv) in same.iter_mut().enumerate() {
        if index == first && mv.action != Action::Destroy {
            mv.special = Special::Normal;
        } else if index != first && mv.special == Special::Normal {
            mv.fate = Fate::Dropped;
        }
    }
}
