//! The order in which moves are searched.

use std::ops::ControlFlow;

use arrayvec::ArrayVec;
use baroque_movegen::{Game, MAX_MOVES, Move, Position, Scope};

use crate::history::History;
use crate::params::VALUES;

/// A move as the search sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Picked {
    /// The move.
    pub mv: Move,
    /// The value of all that it takes, in centipawns; nothing for a quiet move.
    pub prize: i32,
}

impl Picked {
    /// Looks at the victims of a move.
    pub fn of<G: Game>(position: &Position<G>, mv: Move) -> Self {
        let kinds = position.victims(mv).iter().filter_map(|square| position.kind_at(square));
        let prize = kinds.map(|kind| if VALUES[kind] == 0 { KING } else { VALUES[kind] }).sum();
        Self { mv, prize }
    }

    /// Whether it takes nothing.
    pub fn is_quiet(self) -> bool {
        self.prize == 0
    }
}

/// A move and what speaks for it.
#[derive(Clone, Copy)]
struct Scored {
    picked: Picked,
    value: i32,
}

/// Hands out the legal moves of a position: the table's move without generating anything, then
/// captures by the value of their victims, killers, and quiet moves by their history.
pub struct Picker<'a, G: Game> {
    position: &'a Position<G>,
    scope: Scope,
    table_move: Option<Picked>,
    killers: [Option<Move>; 2],
    stage: Stage,
    moves: ArrayVec<Scored, MAX_MOVES>,
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

impl<'a, G: Game> Picker<'a, G> {
    /// `table_move` may come from another position with the same key.
    pub fn new(
        position: &'a Position<G>,
        scope: Scope,
        table_move: Option<Move>,
        killers: [Option<Move>; 2],
    ) -> Self {
        let table_move = table_move
            .filter(|&mv| position.is_legal(mv))
            .map(|mv| Picked::of(position, mv))
            .filter(|picked| scope == Scope::All || !picked.is_quiet());
        let moves = ArrayVec::new();
        Self { position, scope, table_move, killers, stage: Stage::TableMove, moves, next: 0 }
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
                let picked = Picked::of(position, Move::new(group.from, to));
                push(picked, CAPTURE + VICTIMS_FIRST * picked.prize - VALUES[group.kind]);
            }
            for to in group.quiets {
                let mv = Move::new(group.from, to);
                let killer = if killers.contains(&Some(mv)) { KILLER } else { 0 };
                push(Picked { mv, prize: 0 }, killer + history.quiet(side, mv));
            }
            ControlFlow::Continue(())
        });
    }
}
