//! The order in which moves are searched.

use std::ops::ControlFlow;

use baroque_movegen::{GenType, Move, Piece, PieceKind, Position, Special};

use crate::history::History;
use crate::params::Evaluable;

/// A move as the search sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PickedMove {
    /// The move.
    pub mv: Move,
    /// What it wins at once, in centipawns: the value of all that it takes and of the piece that a
    /// pawn becomes, less that of own pieces that go.
    pub gain: i32,
    /// Whether it takes nothing and promotes nothing.
    pub quiet: bool,
}

impl PickedMove {
    /// A move known to take nothing and to promote nothing.
    fn quiet(mv: Move) -> Self {
        Self { mv, gain: 0, quiet: true }
    }

    /// Looks at the victims of a move.
    pub fn of<G: Evaluable>(position: &Position<G>, mv: Move) -> Self {
        let mut picked = Self::quiet(mv);
        let side = position.side();
        G::for_each_capture(position, mv, |_, Piece { color, kind }| {
            let value = if kind == PieceKind::King { KING } else { G::VALUES[kind] };
            // What goes into a hand is not only lost to the one but also won by the other.
            let value = if G::HANDS && !mv.is_suicide() { 2 * value } else { value };
            picked.gain += if color == side { -value } else { value };
            picked.quiet = false;
        });
        let mover = || position.kind_at(mv.from());
        match mv.special() {
            Special::Piece(piece) if mover() == Some(PieceKind::Pawn) => {
                picked.gain += G::VALUES[piece] - G::VALUES[PieceKind::Pawn];
                picked.quiet = false;
            }
            Special::Destruction => picked.gain -= mover().map_or(0, |kind| G::VALUES[kind]),
            _ if mv.is_suicide() => picked.gain -= mover().map_or(0, |kind| G::VALUES[kind]),
            _ => {}
        }
        picked
    }
}

/// A move and what speaks for it.
#[derive(Clone, Copy, Debug)]
pub struct ScoredMove {
    picked: PickedMove,
    value: i32,
}

/// Hands out the legal moves of a position: the table's move without generating anything, then
/// captures by the value of their victims, killers, and quiet moves by their history.
pub struct Picker<'a, G: Evaluable> {
    position: &'a Position<G>,
    gen_type: GenType,
    tt_move: Option<PickedMove>,
    killers: [Option<Move>; 2],
    stage: Stage,
    moves: Vec<ScoredMove>,
    next: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    TtMove,
    Generate,
    Rest,
}

/// Captures come before all quiet moves.
const CAPTURE: i32 = 1 << 20;
/// Killers come before the other quiet moves.
const KILLER: i32 = 1 << 16;
/// Centipawns of victims weigh so much more than centipawns of the piece that takes them.
const VICTIMS_FIRST: i32 = 256;
/// What a captured king counts where kings are taken: more than everything else together.
pub const KING: i32 = 1 << 18;

impl<'a, G: Evaluable> Picker<'a, G> {
    /// `tt_move` may come from another position with the same key. `buffer` is a list to use, so
    /// that nothing need be allocated; [`Self::into_buffer`] gives it back.
    pub fn new(
        position: &'a Position<G>,
        gen_type: GenType,
        tt_move: Option<Move>,
        killers: [Option<Move>; 2],
        buffer: Vec<ScoredMove>,
    ) -> Self {
        let tt_move = tt_move
            .filter(|&mv| position.is_legal(mv))
            .map(|mv| PickedMove::of(position, mv))
            .filter(|picked| gen_type == GenType::All || !picked.quiet);
        let mut moves = buffer;
        moves.clear();
        Self { position, gen_type, tt_move, killers, stage: Stage::TtMove, moves, next: 0 }
    }

    /// The list for another picker.
    pub fn into_buffer(self) -> Vec<ScoredMove> {
        self.moves
    }

    /// The next move.
    pub fn next(&mut self, history: &History) -> Option<PickedMove> {
        if self.stage == Stage::TtMove {
            self.stage = Stage::Generate;
            if self.tt_move.is_some() {
                return self.tt_move;
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
        let Self { position, tt_move, killers, moves, .. } = self;
        let side = position.side();
        let first = tt_move.map(|picked| picked.mv);
        let _ = position.generate(self.gen_type, |group| {
            let mut push = |picked: PickedMove, value: i32| {
                if Some(picked.mv) != first {
                    moves.push(ScoredMove { picked, value });
                }
            };
            for to in group.captures {
                let picked = PickedMove::of(position, group.to(to));
                push(picked, CAPTURE + VICTIMS_FIRST * picked.gain - G::VALUES[group.kind]);
            }
            let promotes = group.kind == PieceKind::Pawn && group.special != Special::Nothing;
            for to in group.quiets {
                let mv = group.to(to);
                if promotes && group.from.is_some() {
                    let picked = PickedMove::of(position, mv);
                    push(picked, CAPTURE + VICTIMS_FIRST * picked.gain);
                    continue;
                }
                let killer = if killers.contains(&Some(mv)) { KILLER } else { 0 };
                push(PickedMove::quiet(mv), killer + history.quiet(side, mv));
            }
            ControlFlow::Continue(())
        });
    }
}
