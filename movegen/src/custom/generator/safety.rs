//! The safety of royal pieces. Most moves need not be played to be judged: a side that is not in check
//! stays safe unless a piece leaves or enters a square on which a capture of its royal pieces depends.

use std::ops::ControlFlow;

use super::candidates::{Action, Candidate};
use super::context::MoveContext;
use super::paths::{Path, queen_line};
use super::program::Program;
use super::takes::Attempt;
use super::{attacked, is_placing, is_safe, may_ignore_safety, suspects};
use crate::custom::definition::{Act, Mode, Squares};
use crate::{Bitboard, CustomGame, Direction, PieceKind, Position, Special, Square, interrupt};

/// The safety of the royal pieces of the side to move.
pub struct Safety<'a> {
    program: &'a Program,
    position: &'a Position<CustomGame>,
    /// `None` if every move has to be played: in check, or where captures depend on more.
    guards: Option<Guards>,
}

/// The squares on which captures of royal pieces depend that are not possible.
struct Guards {
    /// Those of pieces that stand in the way, each alone.
    alone: Squares,
    /// Those of all pieces in the way.
    all: Squares,
    /// Those where another piece could be what an enemy needs: one to jump, or to take besides.
    entries: Squares,
    /// Those of royal pieces and of pieces with powers.
    special: Squares,
}

impl<'a> Safety<'a> {
    /// In a position that is not over.
    pub fn new(program: &'a Program, position: &'a Position<CustomGame>) -> Self {
        Self { program, position, guards: guards(program, position) }
    }

    /// Whether a move that is otherwise legal keeps the limits of zones and the own royal pieces safe,
    /// or wins at once.
    pub fn is_kept(&self, mv: &Candidate) -> bool {
        self.is_harmless(mv) || is_safe(self.program, self.position, mv)
    }

    /// Those of the squares to which a piece may go, taking nothing, that a move keeps so.
    pub fn quiets_kept(&self, kind: PieceKind, from: Square, quiets: Squares) -> Squares {
        let doubtful = match &self.guards {
            _ if may_ignore_safety(self.program) => return quiets,
            Some(guards) if !(guards.alone | guards.special).has(from) => quiets & guards.entries,
            _ => quiets,
        };
        let is_kept =
            |&to: &Square| is_safe(self.program, self.position, &Candidate::quiet(kind, from, to));
        (quiets - doubtful) | doubtful.iter().filter(is_kept).collect()
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
    fn is_harmless(&self, mv: &Candidate) -> bool {
        let (Some(guards), Some(from)) = (&self.guards, mv.from) else { return false };
        let victims = mv.captures.all();
        let left = victims | from.into();
        let is_plain = matches!(mv.action, Action::Go { .. })
            && !matches!(mv.special, Special::Piece(_))
            && !mv.captures.mover_too
            && mv.captures.leave_all();
        let in_the_way = if victims.is_empty() { guards.alone } else { guards.all };
        is_plain && !left.intersects(in_the_way | guards.special) && !guards.entries.has(mv.to)
    }
}

impl Guards {
    /// Adds a way of an enemy that leads to the capture of a royal piece.
    fn add(&mut self, way: Squares, occupied: Squares, is_plain: bool) {
        let in_the_way = way & occupied;
        self.all |= in_the_way;
        if !is_plain {
            self.entries |= way;
        }
        if !is_plain || in_the_way.len() == 1 {
            self.alone |= in_the_way;
        }
    }

    /// Adds pieces each of which may stand in the way.
    fn add_each(&mut self, pieces: Squares) {
        self.alone |= pieces;
        self.all |= pieces;
    }
}

fn guards(program: &Program, position: &Position<CustomGame>) -> Option<Guards> {
    let side = position.side();
    let royals = position.board().color(side) & position.board().kinds(program.royal);
    if program.royals_are_taken || program.is_intricate || is_placing(program, position) {
        return None;
    }
    let entries = program.limit.map_or(Bitboard::EMPTY, |(zone, _)| zone[side]);
    let special = position.board().kinds(program.powers.kinds.union(program.royal));
    let mut guards = Guards { alone: Bitboard::EMPTY, all: Bitboard::EMPTY, entries, special };
    let context = MoveContext::new(program, position, !side).attacking(royals);
    // What is frozen or neutralized stays so: moves of pieces with powers are played.
    let is_in_check =
        suspects(&context, context.own - context.frozen - context.neutralized, |suspect| {
            if !attacked(&context, suspect).is_empty() {
                return ControlFlow::Break(());
            }
            context.guard_ways(suspect.kind, suspect.from, &mut guards);
            context.guard_acts(suspect.kind, suspect.from, &mut guards);
            ControlFlow::Continue(())
        });
    is_in_check.is_continue().then_some(guards)
}

impl MoveContext<'_> {
    /// Adds what keeps a piece from taking royal pieces by moving.
    fn guard_ways(&self, kind: PieceKind, from: Square, guards: &mut Guards) {
        let content = self.kind(kind);
        let slides = content.leaps.is_none() && content.imitates.is_none();
        for path in &content.paths[self.side] {
            // Then a piece that enters the way only blocks it.
            let is_plain =
                slides && path.mode == Mode::Slide && path.own.is_none_or(|reach| reach.quiet);
            self.guard_way(kind, from, path, is_plain, guards);
        }
    }

    fn guard_way(
        &self,
        kind: PieceKind,
        from: Square,
        path: &Path,
        is_plain: bool,
        guards: &mut Guards,
    ) {
        let royals = self.targets.unwrap_or(Bitboard::EMPTY);
        let (mut before, mut passed) = (from, Bitboard::EMPTY);
        for (distance, to) in self.program.squares(path.shape, from, path.farthest) {
            if interrupt::step() {
                return;
            }
            let attempt = Attempt {
                kind,
                from,
                mover: from.into(),
                to,
                shape: path.shape,
                distance,
                before,
                jumped: passed & royals,
                mount: passed.masked(path.mode == Mode::Jump) & royals,
                displacing: royals.has(to),
            };
            passed |= to.into();
            if self.may_take(&attempt, royals) {
                guards.add(passed - royals, self.occupied, is_plain);
            }
            before = to;
        }
    }

    /// Adds what keeps a piece from taking royal pieces by acts.
    fn guard_acts(&self, kind: PieceKind, from: Square, guards: &mut Guards) {
        let royals = self.targets.unwrap_or(Bitboard::EMPTY);
        for &act in &self.kind(kind).piece.acts {
            match act {
                // An imitator that swaps takes besides.
                Act::Imitate => {
                    for path in Direction::ALL.map(queen_line) {
                        self.guard_way(kind, from, &path, false, guards);
                    }
                }
                Act::Rifle { range, spotter, .. } => {
                    for line in Direction::ALL.map(|direction| queen_line(direction).shape) {
                        let mut passed = Bitboard::EMPTY;
                        for (_, to) in self.program.squares(line, from, range) {
                            passed |= to.into();
                            if royals.has(to) {
                                guards.add(passed - royals, self.occupied, true);
                            }
                        }
                        let seen = |royal| self.program.squares(line, royal, spotter);
                        let seen: Squares =
                            royals.iter().flat_map(seen).map(|(_, to)| to).collect();
                        guards.add_each(seen & self.occupied);
                    }
                }
                // These take from the squares beside, whatever stands elsewhere.
                Act::Destroy | Act::Explode => {}
                // These take only with forced captures, and then every move is played.
                Act::Swap { .. }
                | Act::Push
                | Act::Pull
                | Act::Attract { .. }
                | Act::Repel
                | Act::Leave => {}
            }
        }
    }
}
