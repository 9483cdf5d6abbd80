//! The moves of one piece: as sets where they can be, and in a list.

use std::cell::RefCell;

use super::candidates::{Action, Candidate, Fate};
use super::context::MoveContext;
use super::forms::Form;
use super::paths::{king_steps, queen_line};
use super::rays::Reached;
use super::sight::{Mover, Sight};
use super::takes::{Attempt, Captures};
use crate::custom::definition::Squares;
use crate::table::area::relative_rank;
use crate::{Bitboard, Direction, Geometry, PieceKind, Special, Square, interrupt};

/// The moves of one piece.
pub struct Moves {
    /// The empty squares to which it goes, jumps over nothing, and takes nothing.
    pub quiets: Squares,
    /// The squares to which it goes, and takes something ([`MoveContext::landing_on`]).
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
        others.extend(captures.iter().map(|to| self.landing_on(kind, from, to)));
        moves
    }

    /// The same in place of others, where they can be as sets.
    pub fn moves(&self, mover: &Mover, moves: &mut Moves) {
        let &Mover { kind, from, sight } = mover;
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
        if sight.form != Form::Asked && self.kind(kind).is_known_by_squares() {
            [moves.quiets, moves.captures] = self.moves_as_sets(mover);
            return;
        }
        self.add_moves(mover, moves);
        if !moves.others.is_empty() || self.program.has_limits() {
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
        let &Mover { kind, from, .. } = mover;
        let content = self.kind(kind);
        self.add_moves_by_form(mover, moves);
        if !self.neutralized.has(from) && !content.piece.acts.is_empty() {
            self.acts(kind, from, &mut moves.others);
            if let Some(to) = self.to {
                moves.others.retain(|candidate| candidate.to == to);
            }
        }
    }

    /// Adds the moves of a piece, but for its acts.
    fn add_moves_by_form(&self, mover: &Mover, moves: &mut Moves) {
        match mover.sight.form {
            Form::Asked => self.add_along_ways(mover, moves),
            _ => [moves.quiets, moves.captures] = self.moves_as_sets(mover),
        }
    }

    /// The moves of a piece that is not frozen, but for its acts: those that take nothing, and those that do. Its
    /// form is not [`Form::Asked`].
    pub fn moves_as_sets(&self, mover: &Mover) -> [Squares; 2] {
        match mover.sight.form {
            Form::Lands => self.moves_by_landing(mover),
            Form::Imitates => self.moves_by_imitation(mover),
            Form::Displaces | Form::Asked => self.plain_moves(mover),
        }
    }

    /// The same of a piece that takes only what it displaces.
    fn plain_moves(&self, mover: &Mover) -> [Squares; 2] {
        let &Mover { from, sight, .. } = mover;
        let (reached, _) = self.program.reached(sight.sets, from, (self.geometry, self.occupied));
        let wanted = self.to.map_or(!Bitboard::EMPTY, Bitboard::from);
        let quiets = (reached.quiet & wanted).masked(self.targets.is_none());
        let captures = reached.displacing & sight.landings.displaced & wanted;
        [quiets, captures.masked(!self.neutralized.has(from))]
    }

    /// The same of a piece of the form [`Form::Lands`].
    fn moves_by_landing(&self, mover: &Mover) -> [Squares; 2] {
        let &Mover { from, sight, .. } = mover;
        let (sets, landings) = (sight.sets, &sight.landings);
        let (Reached { quiet, displacing }, seen) =
            self.program.reached(sets, from, (self.geometry, self.occupied));
        if self.neutralized.has(from) {
            return [quiet, Bitboard::EMPTY];
        }
        let mut displaced = displacing & landings.displaced;
        let (withdrawn, along) = (self.withdrawn(from, landings), self.along(from, landings));
        let taking = withdrawn | along | self.taking_anywhere(from, landings);
        let [a, b, c] = [(displaced, 0), (withdrawn, 1), (along, 2)]
            .map(|(squares, method)| squares.masked(landings.either[method]));
        let twice = (a & b) | (a & c) | (b & c);
        displaced &= taking | self.wanted();
        let mut captures = displaced | (quiet & taking);
        if landings.jumps.over.intersects(seen) {
            let reach = self.program.ray(sets.lines.quiet, from);
            captures |= self.behind_jumps(from, seen, landings.jumps) & reach;
        }
        [quiet - taking, captures - twice]
    }

    /// Whether a piece that is not frozen goes to a square. Its form is not [`Form::Asked`].
    pub fn goes(&self, kind: PieceKind, from: Square, to: Square) -> bool {
        let [quiets, captures] =
            self.moves_as_sets(&Mover { kind, from, sight: &self.sight(kind) });
        (quiets | captures).has(to)
    }

    /// What a piece does that goes to a square to which it can go. Its form is not [`Form::Asked`].
    pub fn landing_on(&self, kind: PieceKind, from: Square, to: Square) -> Candidate {
        let content = self.kind(kind);
        let displacing = self.occupied.has(to);
        if content.form == Form::Displaces {
            return Candidate::going(kind, from, to, displacing.then_some(content.effect));
        }
        // A leap may have any shape: what it takes does not depend on that.
        let direction = self.geometry.direction(from, to).unwrap_or(Direction::North);
        let shape = queen_line(direction).shape;
        let passed = self.geometry.between(from, to);
        let last = passed & self.program.beside(to);
        let jumped =
            (passed & self.occupied).masked(content.leaps.is_some() || content.imitates.is_some());
        let attempt = Attempt {
            kind,
            from,
            mover: from.into(),
            to,
            shape,
            distance: passed.len() as u8 + 1,
            before: last.first().unwrap_or(from),
            jumped,
            mount: Bitboard::EMPTY,
            displacing,
        };
        let captures = self.captures(&attempt).unwrap_or(Captures::NONE);
        let jumps = !jumped.is_empty();
        Candidate::new(kind, from, to, Action::Go { jumps }, captures)
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
        let promotion = self.kind(kind).promotion.as_ref();
        let Some(promotion) = promotion.filter(|_| self.targets.is_none()) else { return };
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
            add(others, self.landing_on(kind, from, to));
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
