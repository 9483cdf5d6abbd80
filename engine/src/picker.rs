//! The order in which moves are searched.

use std::ops::ControlFlow;

use baroque_movegen::{Move, Piece, PieceKind, Position, Scope, Special};

use crate::history::History;
use crate::params::Valued;

/// A move as the search sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Picked {
    /// The move.
    pub mv: Move,
    /// What it wins at once, in centipawns: the value of all that it takes and of the man that a
    /// pawn becomes, less that of own men that go.
    pub prize: i32,
    /// Whether it takes nothing and promotes nothing.
    pub quiet: bool,
}

impl Picked {
    /// A move known to take nothing and to promote nothing.
    fn quiet(mv: Move) -> Self {
        Self { mv, prize: 0, quiet: true }
    }

    /// Looks at the victims of a move.
    pub fn of<G: Valued>(position: &Position<G>, mv: Move) -> Self {
        let mut picked = Self::quiet(mv);
        let side = position.side();
        G::each_taken(position, mv, |_, Piece { color, kind }| {
            let value = if kind == PieceKind::King { KING } else { G::VALUES[kind] };
            // What goes into a hand is not only lost to the one but also won by the other.
            let value = if G::HANDS && !mv.is_suicide() { 2 * value } else { value };
            picked.prize += if color == side { -value } else { value };
            picked.quiet = false;
        });
        let mover = || position.kind_at(mv.from());
        match mv.special() {
            Special::Man(man) if mover() == Some(PieceKind::Pawn) => {
                picked.prize += G::VALUES[man] - G::VALUES[PieceKind::Pawn];
                picked.quiet = false;
            }
            Special::Destruction => picked.prize -= mover().map_or(0, |kind| G::VALUES[kind]),
            _ if mv.is_suicide() => picked.prize -= mover().map_or(0, |kind| G::VALUES[kind]),
            _ => {}
        }
        picked
    }
}

/// A move and what speaks for it.
#[derive(Clone, Copy, Debug)]
pub struct Scored {
    picked: Picked,
    value: i32,
}

/// Hands out the legal moves of a position: the table's move without generating anything, then
/// captures by the value of their victims, killers, and quiet moves by their history.
pub struct Picker<'a, G: Valued> {
    position: &'a Position<G>,
    scope: Scope,
    table_move: Option<Picked>,
    killers: [Option<Move>; 2],
    stage: Stage,
    moves: Vec<Scored>,
    next: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    TableMove,
    Generate,
    Rest,
}

/// Captures come before all quiet moves.
const CAPTURE: i32 = 1 << 20;
/// Killers come before the other quiet moves.
const KILLER: i32 = 1 << 16;
/// Centipawns of victims weigh so much more than centipawns of the man that takes them.
const VICTIMS_FIRST: i32 = 256;
/// What a captured king counts where kings are taken: more than everything else together.
pub const KING: i32 = 1 << 18;

impl<'a, G: Valued> Picker<'a, G> {
    /// `table_move` may come from another position with the same key. `room` is a list to use, so
    /// that nothing need be allocated; [`Self::into_room`] gives it back.
    pub fn new(
        position: &'a Position<G>,
        scope: Scope,
        table_move: Option<Move>,
        killers: [Option<Move>; 2],
        room: Vec<Scored>,
    ) -> Self {
        let table_move = table_move
            .filter(|&mv| position.is_legal(mv))
            .map(|mv| Picked::of(position, mv))
            .filter(|picked| scope == Scope::All || !picked.quiet);
        let mut moves = room;
        moves.clear();
        Self { position, scope, table_move, killers, stage: Stage::TableMove, moves, next: 0 }
    }

    /// The list for another picker.
    pub fn into_room(self) -> Vec<Scored> {
        self.moves
    }

    /// The next move.
    pub fn next(&mut self, history: &History) -> Option<Picked> {
        if self.stage == Stage::TableMove {
            self.stage = Stage::Generate;
            if self.table_move.is_some() {
                return self.table_move;
            }
        }
        if self.stage == Stage::Generate {
            self.stage = Stage::Rest;
            self.generate(history);
        }
        let rest = self.moves.get_mut(self.next..)?;
        let best = (0..rest.len()).max_by_key(|&index| (rest[index].value, rest.len() - index))?;
        rest.swap(0, best);
        self.next += 1;
        Some(rest[0].picked)
    }

    fn generate(&mut self, history: &History) {
        let Self { position, table_move, killers, moves, .. } = self;
        let side = position.side();
        let first = table_move.map(|picked| picked.mv);
        let _ = position.generate(self.scope, |group| {
            let mut push = |picked: Picked, value: i32| {
                if Some(picked.mv) != first {
                    moves.push(Scored { picked, value });
                }
            };
            for to in group.captures {
                let picked = Picked::of(position, group.to(to));
                push(picked, CAPTURE + VICTIMS_FIRST * picked.prize - G::VALUES[group.kind]);
            }
            let promotes = group.kind == PieceKind::Pawn && group.special != Special::Nothing;
            for to in group.quiets {
                let mv = group.to(to);
                if promotes && group.from.is_some() {
                    let picked = Picked::of(position, mv);
                    push(picked, CAPTURE + VICTIMS_FIRST * picked.prize);
                    continue;
                }
                let killer = if killers.contains(&Some(mv)) { KILLER } else { 0 };
                push(Picked::quiet(mv), killer + history.quiet(side, mv));
            }
            ControlFlow::Continue(())
        });
    }
}
