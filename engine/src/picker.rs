//! Move ordering.

use std::ops::ControlFlow;

use baroque_movegen::{GenType, Methods, Move, Options, Piece, PieceKind, Position, Special};

use crate::history::History;
use crate::params::Evaluable;

/// A move with the properties that search and pruning use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PickedMove {
    pub mv: Move,
    /// Material that the move wins at once, in centipawns: victims and promotion, less own pieces
    /// that leave the board.
    pub gain: i32,
    /// Neither a capture nor a promotion.
    pub quiet: bool,
}

impl PickedMove {
    fn quiet(mv: Move) -> Self {
        Self { mv, gain: 0, quiet: true }
    }

    /// Computes the gain of a legal move.
    pub fn new<G: Evaluable>(position: &Position<G>, mv: Move) -> Self {
        let mut picked = Self::quiet(mv);
        let side = position.side();
        position.for_each_capture(mv, |_, Piece { color, kind }| {
            let value = if kind == PieceKind::KING { KING } else { G::VALUES[kind] };
            // A captured piece changes sides: one side loses it and the other gains it.
            let value = if position.options().contains(Options::HANDS) && !mv.is_suicide() {
                2 * value
            } else {
                value
            };
            picked.gain += if color == side { -value } else { value };
            picked.quiet = false;
        });
        let value = || position.kind_at(mv.from()).map_or(0, |kind| G::VALUES[kind]);
        match mv.special() {
            Special::Piece(piece) if promotes(position, mv) => {
                picked.gain += G::VALUES[piece] - value();
                picked.quiet = false;
            }
            Special::Destruction => picked.gain -= value(),
            _ if mv.is_suicide() => picked.gain -= value(),
            _ => {}
        }
        picked
    }
}

/// Whether a move with the letter of a piece is a promotion to it.
fn promotes<G: Evaluable>(position: &Position<G>, mv: Move) -> bool {
    let mover = position.kind_at(mv.from()).filter(|_| mv.dropped().is_none());
    mover.is_some_and(|mover| position.pieces().info(mover).has(Methods::PROMOTE))
}

/// A move with its ordering score.
#[derive(Clone, Copy, Debug)]
pub struct ScoredMove {
    picked: PickedMove,
    score: i32,
}

/// Yields the legal moves of a position in stages: the table's move before any are generated, then
/// captures and promotions by gain, killers, and quiet moves by history.
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

/// Puts captures and promotions before all quiet moves.
const CAPTURE: i32 = 1 << 20;
/// Puts killers before the other quiet moves.
const KILLER: i32 = 1 << 16;
/// Weight of the gain against the value of the capturing piece (MVV/LVA).
const GAIN_WEIGHT: i32 = 256;
/// Value of a captured king where kings can be captured: more than all other pieces together.
pub const KING: i32 = 1 << 18;

impl<'a, G: Evaluable> Picker<'a, G> {
    /// `tt_move` may be illegal: it may come from another position with the same key. `buffer` is
    /// reused to avoid an allocation; [`Self::into_buffer`] returns it.
    pub fn new(
        position: &'a Position<G>,
        gen_type: GenType,
        tt_move: Option<Move>,
        killers: [Option<Move>; 2],
        buffer: Vec<ScoredMove>,
    ) -> Self {
        let tt_move = tt_move
            .filter(|&mv| position.is_legal(mv))
            .map(|mv| PickedMove::new(position, mv))
            .filter(|picked| gen_type == GenType::All || !picked.quiet);
        let mut moves = buffer;
        moves.clear();
        Self { position, gen_type, tt_move, killers, stage: Stage::TtMove, moves, next: 0 }
    }

    pub fn into_buffer(self) -> Vec<ScoredMove> {
        self.moves
    }

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
        let best = (0..rest.len()).max_by_key(|&index| (rest[index].score, rest.len() - index))?;
        rest.swap(0, best);
        self.next += 1;
        Some(rest[0].picked)
    }

    fn generate(&mut self, history: &History) {
        let Self { position, tt_move, killers, moves, .. } = self;
        let side = position.side();
        let first = tt_move.map(|picked| picked.mv);
        let _ = position.generate(self.gen_type, |group| {
            let mut push = |picked: PickedMove, score: i32| {
                if Some(picked.mv) != first {
                    moves.push(ScoredMove { picked, score });
                }
            };
            for to in group.captures {
                let picked = PickedMove::new(position, group.to(to));
                push(picked, CAPTURE + GAIN_WEIGHT * picked.gain - G::VALUES[group.kind]);
            }
            let promotes = matches!(group.special, Special::Piece(_))
                && position.pieces().info(group.kind).has(Methods::PROMOTE);
            for to in group.quiets {
                let mv = group.to(to);
                if promotes && group.from.is_some() {
                    let picked = PickedMove::new(position, mv);
                    push(picked, CAPTURE + GAIN_WEIGHT * picked.gain);
                    continue;
                }
                let killer = if killers.contains(&Some(mv)) { KILLER } else { 0 };
                push(PickedMove::quiet(mv), killer + history.quiet(side, mv));
            }
            ControlFlow::Continue(())
        });
    }
}
