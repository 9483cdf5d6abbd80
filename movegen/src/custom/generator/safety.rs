//! The safety of royal pieces. Most moves need not be played to be judged: a side that is not in check
//! stays safe unless a piece leaves or enters a square on which a capture of its royal pieces depends
//! ([`super::guards`]), and one that is in check is not helped by most moves that take nothing.

use std::ops::ControlFlow;

use super::candidates::{Action, Candidate};
use super::context::MoveContext;
use super::forms::Form;
use super::guards::Guards;
use super::moves::Moves;
use super::program::Program;
use super::sight::Mover;
use super::{is_attacker, is_placing, is_safe, may_ignore_safety, suspects};
use crate::custom::definition::{Effect, Squares};
use crate::{Bitboard, CustomGame, Geometry, PieceKind, Position, Special, Square};

/// The safety of the royal pieces of the side to move.
pub struct Safety<'a> {
    program: &'a Program,
    position: &'a Position<CustomGame>,
    danger: Danger,
}

/// What decides whether royal pieces can be taken after a move.
enum Danger {
    /// Every move has to be played.
    Unknown,
    /// They can be taken now. A piece without power that takes nothing helps only if it leaves or enters one of
    /// these squares.
    Check(Squares),
    /// They cannot.
    Safe(Guards),
}

impl<'a> Safety<'a> {
    /// In a position that is not over.
    pub fn new(program: &'a Program, position: &'a Position<CustomGame>) -> Self {
        Self { program, position, danger: danger(program, position) }
    }

    /// Whether a move that is otherwise legal keeps the limits of zones and the own royal pieces safe,
    /// or wins at once.
    pub fn is_kept(&self, mv: &Candidate) -> bool {
        match &self.danger {
            Danger::Safe(guards) if self.is_harmless(guards, mv) => true,
            Danger::Check(decisive) if self.is_useless(*decisive, mv) => false,
            _ => is_safe(self.program, self.position, mv),
        }
    }

    /// Those of the squares to which a piece may go, taking nothing, that a move keeps so.
    pub fn quiets_kept(&self, kind: PieceKind, from: Square, quiets: Squares) -> Squares {
        if may_ignore_safety(self.program) {
            return quiets;
        }
        let (certain, doubtful) = match &self.danger {
            Danger::Safe(guards) if !(guards.alone | guards.special).has(from) => {
                (quiets - guards.entries, quiets & guards.entries)
            }
            Danger::Check(decisive) if !decisive.has(from) && !self.is_special(kind) => {
                (Bitboard::EMPTY, quiets & *decisive)
            }
            _ => (Bitboard::EMPTY, quiets),
        };
        let is_kept =
            |&to: &Square| is_safe(self.program, self.position, &Candidate::quiet(kind, from, to));
        certain | doubtful.iter().filter(is_kept).collect()
    }

    /// Those of the squares on which a piece may take something that a move keeps so.
    pub fn captures_kept(
        &self,
        context: &MoveContext,
        kind: PieceKind,
        from: Square,
        captures: Squares,
    ) -> Squares {
        if captures.is_empty() || may_ignore_safety(self.program) {
            return captures;
        }
        let is_kept = |&to: &Square| self.is_kept(&context.landing_on(kind, from, to));
        captures.iter().filter(is_kept).collect()
    }

    /// Whether no capture of a royal piece can depend on what a move changes.
    fn is_harmless(&self, guards: &Guards, mv: &Candidate) -> bool {
        let enemies = self.position.board().color(!self.position.side());
        let becomes_royal =
            matches!(mv.special, Special::Piece(kind) if self.program.royal.has(kind));
        // A piece of another kind, or an own one that changes sides, may take what those before did not.
        let makes_enemies = !mv.captures.of(Effect::Demote).is_empty()
            || !mv.captures.of(Effect::Convert).is_subset(enemies);
        if becomes_royal || mv.captures.mover_too || makes_enemies {
            return false;
        }
        let victims = mv.captures.all();
        let left = victims | mv.from.map_or(Bitboard::EMPTY, Bitboard::from);
        if matches!(mv.action, Action::Go { .. }) && mv.captures.leave_all() {
            let in_the_way = if victims.is_empty() { guards.alone } else { guards.all };
            return !left.intersects(in_the_way | guards.special) && !guards.entries.has(mv.to);
        }
        let entered = match mv.action {
            Action::Go { .. } | Action::Leave(_) | Action::Drop(_) => mv.to.into(),
            Action::Explode | Action::Destroy | Action::Rifle | Action::Suicide => Bitboard::EMPTY,
            Action::Swap { .. } if !enemies.has(mv.to) => mv.to.into(),
            // What is pushed may take, in some games, with effects that are not among those of the move.
            Action::Push(beyond) if !enemies.has(mv.to) && victims.is_empty() => {
                Bitboard::from(mv.to) | beyond.into()
            }
            _ => return false,
        };
        let changed = left | entered;
        !changed.intersects(guards.all | guards.special | guards.entries)
    }

    /// Whether a move in check leaves the capture of a royal piece possible.
    fn is_useless(&self, decisive: Squares, mv: &Candidate) -> bool {
        let is_quiet = matches!(mv.action, Action::Go { .. }) && mv.captures.all().is_empty();
        let is_decisive = decisive.has(mv.to) || mv.from.is_some_and(|from| decisive.has(from));
        is_quiet && mv.special == Special::Normal && !is_decisive && !self.is_special(mv.kind)
    }

    /// Whether pieces of a kind are royal or have a power.
    fn is_special(&self, kind: PieceKind) -> bool {
        self.program.powers.kinds.union(self.program.royal).has(kind)
    }
}

fn danger(program: &Program, position: &Position<CustomGame>) -> Danger {
    let side = position.side();
    let royals = position.board().color(side) & position.board().kinds(program.royal);
    if program.royals_are_taken || is_placing(program, position) {
        return Danger::Unknown;
    }
    let entries = program.limit.map_or(Bitboard::EMPTY, |(zone, _)| zone[side]);
    let mut guards =
        Guards { alone: Bitboard::EMPTY, all: Bitboard::EMPTY, entries, special: royals };
    let context = MoveContext::new(program, position, !side).attacking(royals);
    let with_powers = context.enemy & context.board.kinds(program.powers.kinds);
    let found = suspects(&context, |suspect| {
        if (context.frozen | context.neutralized).has(suspect.from) {
            // It may be free when a piece with a power has moved.
            guards.special |= with_powers;
        }
        if context.frozen.has(suspect.from) {
            return ControlFlow::Continue(());
        }
        if context.kind(suspect.kind).is_intricate {
            return ControlFlow::Break(Danger::Unknown);
        }
        if is_attacker(&context, suspect) {
            let decisive = context.decisive(suspect);
            return ControlFlow::Break(decisive.map_or(Danger::Unknown, Danger::Check));
        }
        if !context.neutralized.has(suspect.from) {
            context.guard_ways(suspect, &mut guards);
            context.guard_acts(suspect, &mut guards);
        }
        ControlFlow::Continue(())
    });
    if context.shielded.intersects(royals) {
        guards.special |= with_powers;
    }
    match found {
        ControlFlow::Break(danger) => danger,
        ControlFlow::Continue(()) => Danger::Safe(guards),
    }
}

impl MoveContext<'_> {
    /// The squares on which the capture of a royal piece depends that is possible, but for pieces with powers and
    /// for what is taken; `None` if it may depend on others.
    fn decisive(&self, mover: &Mover) -> Option<Squares> {
        let &Mover { kind, from, sight } = mover;
        let content = self.kind(kind);
        let wins_in_check = self.position.table().goal.is_some_and(|goal| goal.before_check);
        if self.program.wraps || wins_in_check {
            return None;
        }
        let royals = self.wanted();
        let way = |to| self.geometry.between(from, to) | to.into();
        let mut moves = Moves::default();
        self.moves(mover, &mut moves);
        let takes = |to: &Square| match sight.form {
            Form::Lands | Form::Imitates => {
                self.landing_on(kind, from, *to).captures.all().intersects(royals)
            }
            Form::Displaces | Form::Asked => royals.has(*to),
        };
        if let Some(to) = moves.captures.iter().find(takes) {
            return Some(way(to));
        }
        let is_on_lines = content.sets[self.side].others.is_empty()
            && !content.may_plow
            && content.imitates.is_none();
        let mut others = moves.others.iter().filter(|mv| mv.captures.all().intersects(royals));
        others.find_map(|mv| match mv.action {
            Action::Destroy | Action::Explode => Some(Bitboard::EMPTY),
            Action::Go { .. } if is_on_lines => Some(way(mv.to)),
            _ => None,
        })
    }
}
