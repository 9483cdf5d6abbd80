//! The order in which moves are searched.

use std::ops::ControlFlow;

use arrayvec::ArrayVec;
use baroque_movegen::{Game, MAX_MOVES, Move, Position, Scope};

use crate::history::History;
use crate::params::VALUES;

/// A move and what speaks for it.
#[derive(Clone, Copy)]
struct Scored {
    mv: Move,
    value: i32,
}

/// What a picked move is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Picked {
    /// The move.
    pub mv: Move,
    /// Whether it takes nothing.
    pub quiet: bool,
}

/// Hands out the legal moves of a position: the table's move without generating anything, then
/// captures by the value of their victims, killers, and quiet moves by their history.
pub struct Picker<'a, G: Game> {
    position: &'a Position<G>,
    scope: Scope,
    table_move: Option<Move>,
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
/// What a captured king counts where kings are taken.
const KING: i32 = 1 << 18;

impl<'a, G: Game> Picker<'a, G> {
    /// `table_move` may come from another position with the same key.
    pub fn new(
        position: &'a Position<G>,
        scope: Scope,
        table_move: Option<Move>,
        killers: [Option<Move>; 2],
    ) -> Self {
        let wanted = |mv: &Move| {
            position.is_legal(*mv) && (scope == Scope::All || !position.victims(*mv).is_empty())
        };
        let table_move = table_move.filter(wanted);
        let moves = ArrayVec::new();
        Self {
            position,
            scope,
            table_move,
            killers,
            stage: Stage::TableMove,
            moves,
            next: 0,
        }
    }

    /// The next move.
    pub fn next(&mut self, history: &History) -> Option<Picked> {
        if self.stage == Stage::TableMove {
            self.stage = Stage::Generate;
            if let Some(mv) = self.table_move {
                return Some(Picked {
                    mv,
                    quiet: self.position.victims(mv).is_empty(),
                });
            }
        }
        if self.stage == Stage::Generate {
            self.stage = Stage::Rest;
            self.generate(history);
        }
        let rest = self.moves.get_mut(self.next..)?;
        let best = (0..rest.len()).max_by_key(|&index| (rest[index].value, rest.len() - index))?;
        rest.swap(0, best);
        let Scored { mv, value } = rest[0];
        self.next += 1;
        Some(Picked {
            mv,
            quiet: value < CAPTURE,
        })
    }

    fn generate(&mut self, history: &History) {
        let Self {
            position,
            table_move,
            killers,
            moves,
            ..
        } = self;
        let side = position.side();
        let _ = position.generate(self.scope, |group| {
            let mut push = |mv: Move, value: i32| {
                if Some(mv) != *table_move {
                    moves.push(Scored { mv, value });
                }
            };
            for to in group.captures {
                let mv = Move::new(group.from, to);
                push(
                    mv,
                    CAPTURE + 16 * prize(position, mv) - VALUES[group.kind] / 16,
                );
            }
            for to in group.quiets {
                let mv = Move::new(group.from, to);
                let killer = if killers.contains(&Some(mv)) {
                    KILLER
                } else {
                    0
                };
                push(mv, killer + history.quiet(side, mv));
            }
            ControlFlow::Continue(())
        });
    }
}

/// The value of all that a move takes, in centipawns.
pub fn prize<G: Game>(position: &Position<G>, mv: Move) -> i32 {
    let kinds = position
        .victims(mv)
        .iter()
        .filter_map(|square| position.kind_at(square));
    kinds
        .map(|kind| {
            if VALUES[kind] == 0 {
                KING
            } else {
                VALUES[kind]
            }
        })
        .sum()
}
