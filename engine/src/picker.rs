//! Move ordering.

use std::cell::LazyCell;
use std::cmp::Reverse;
use std::ops::ControlFlow;

use baroque_movegen::{
    Bitboard, BoardTypes, GenType, Geometry, Move, MoveGroup, Position, Special,
};

use crate::exchange;
use crate::gain::{PickedMove, promotes};
use crate::history::{History, Previous};
use crate::params::{CAPTURE_HISTORY_WEIGHT, FREEZE_WEIGHT, TunedGame};

/// A move with its ordering score.
#[derive(Clone, Copy, Debug)]
struct ScoredMove {
    picked: PickedMove,
    score: i32,
}

/// The lists of a [`Picker`], reused to avoid allocations.
pub struct MoveBuffer<G: BoardTypes> {
    moves: Vec<ScoredMove>,
    losing: Vec<PickedMove>,
    quiets: Vec<MoveGroup<G::Geometry>>,
}

impl<G: BoardTypes> Default for MoveBuffer<G> {
    fn default() -> Self {
        Self { moves: Vec::new(), losing: Vec::new(), quiets: Vec::new() }
    }
}

/// What a node knows of good moves before it generates them.
#[derive(Clone, Copy, Default)]
pub struct Hints {
    /// The table's move; may be illegal, for it may come from another position with the same key.
    pub tt_move: Option<Move>,
    pub killers: [Option<Move>; 2],
    pub previous: Previous,
}

/// Yields the legal moves of a position in stages: the table's move before any are generated,
/// captures and promotions that lose no material, killers, quiet moves by history and by what they freeze,
/// other captures.
/// Quiet moves stay bitboards until they are needed. With [`GenType::Captures`] all captures come by
/// score.
pub struct Picker<'a, G: TunedGame> {
    position: &'a Position<G>,
    gen_type: GenType,
    tt_move: Option<PickedMove>,
    killers: [Option<Move>; 2],
    previous: Previous,
    stage: Stage,
    buffer: MoveBuffer<G>,
    next: usize,
    without_quiets: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    TtMove,
    Generate,
    Captures,
    Killers,
    ScoreQuiets,
    Quiets,
    Losing,
}

/// Moves of a stage that are found by selection; the rest is sorted.
const SELECTED: usize = 6;

/// Weight of the gain against the value of the capturing piece and history.
const GAIN_WEIGHT: i32 = 64;

impl<'a, G: TunedGame> Picker<'a, G> {
    /// `buffer` is reused; [`Self::into_buffer`] returns it.
    pub fn new(
        position: &'a Position<G>,
        gen_type: GenType,
        hints: Hints,
        mut buffer: MoveBuffer<G>,
    ) -> Self {
        let Hints { tt_move, killers, previous } = hints;
        let tt_move = tt_move
            .filter(|&mv| position.is_legal(mv))
            .map(|mv| PickedMove::new(position, mv))
            .filter(|picked| gen_type == GenType::All || !picked.quiet);
        buffer.moves.clear();
        buffer.losing.clear();
        buffer.quiets.clear();
        let without_quiets = gen_type == GenType::Captures;
        let stage = Stage::TtMove;
        Self {
            position,
            gen_type,
            tt_move,
            killers,
            previous,
            stage,
            buffer,
            next: 0,
            without_quiets,
        }
    }

    /// The buffer that [`Self::new`] took.
    pub fn into_buffer(self) -> MoveBuffer<G> {
        self.buffer
    }

    /// Yields no more quiet moves.
    pub fn skip_quiets(&mut self) {
        self.without_quiets = true;
    }

    /// Whether the last move was a capture that loses material.
    pub fn is_losing(&self) -> bool {
        self.stage == Stage::Losing
    }

    /// The next move to search.
    pub fn next(&mut self, history: &History) -> Option<PickedMove> {
        loop {
            match self.stage {
                Stage::TtMove => {
                    self.stage = Stage::Generate;
                    if self.tt_move.is_some() {
                        return self.tt_move;
                    }
                }
                Stage::Generate => {
                    self.generate(history);
                    self.enter(Stage::Captures);
                }
                Stage::Captures => match self.best() {
                    Some(picked) if self.defers(&picked) => self.buffer.losing.push(picked),
                    Some(picked) => return Some(picked),
                    None => self.enter(Stage::Killers),
                },
                Stage::Killers | Stage::Quiets if self.without_quiets => {
                    self.enter(Stage::Losing);
                }
                Stage::Killers => match self.killers.get(self.next) {
                    Some(&killer) => {
                        self.next += 1;
                        if let Some(picked) = self.take_quiet(killer, history) {
                            return Some(picked);
                        }
                    }
                    None => self.enter(Stage::ScoreQuiets),
                },
                Stage::ScoreQuiets => {
                    self.score_quiets(history);
                    self.enter(Stage::Quiets);
                }
                Stage::Quiets => match self.best() {
                    Some(picked) => return Some(picked),
                    None => self.enter(Stage::Losing),
                },
                Stage::Losing => {
                    self.next += 1;
                    return self.buffer.losing.get(self.next - 1).copied();
                }
            }
        }
    }

    fn enter(&mut self, stage: Stage) {
        self.stage = stage;
        self.next = 0;
    }

    /// Whether a capture loses material and waits for the last stage. Who wants captures alone
    /// tests that for those that matter.
    fn defers(&self, picked: &PickedMove) -> bool {
        self.gen_type == GenType::All && exchange::loses(self.position, picked)
    }

    /// The best of the scored moves that were not yet yielded. The first are selected one by one,
    /// for they are often enough, the others sorted.
    fn best(&mut self) -> Option<PickedMove> {
        let rest = self.buffer.moves.get_mut(self.next..)?;
        if self.next < SELECTED {
            let mut best = 0;
            for index in 1..rest.len() {
                if rest[index].score > rest[best].score {
                    best = index;
                }
            }
            rest.get(best)?;
            rest.swap(0, best);
        } else if self.next == SELECTED {
            rest.sort_unstable_by_key(|scored| Reverse(scored.score));
        }
        self.next += 1;
        rest.first().map(|scored| scored.picked)
    }

    /// Scores captures and promotions, and keeps quiet moves as groups.
    fn generate(&mut self, history: &History) {
        let Self { position, tt_move, buffer, .. } = self;
        let first = tt_move.map(|picked| picked.mv);
        let side = position.side();
        let weight = CAPTURE_HISTORY_WEIGHT.get();
        let _ = position.generate(self.gen_type, |mut group| {
            let mut push = |mv: Move| {
                let picked = PickedMove::of_kind(position, mv, group.kind);
                let history = history.capture(side, &picked) * weight / 16;
                let score = GAIN_WEIGHT * picked.gain - G::value(position.rules(), group.kind) / 4
                    + history;
                if Some(mv) != first {
                    buffer.moves.push(ScoredMove { picked, score });
                }
            };
            for to in group.captures {
                push(group.to(to));
            }
            if group.quiets.is_empty() {
                return ControlFlow::Continue(());
            }
            let promotes = matches!(group.special, Special::Piece(_))
                && group.from.is_some()
                && promotes(position, group.kind);
            if promotes {
                for to in group.quiets {
                    push(group.to(to));
                }
                return ControlFlow::Continue(());
            }
            if let Some(mv) = first
                && group.quiets.has(mv.to())
                && group.to(mv.to()) == mv
            {
                group.quiets = group.quiets - mv.to().into();
            }
            buffer.quiets.push(group);
            ControlFlow::Continue(())
        });
    }

    /// Removes a move from the quiet ones if it is among them.
    fn take_quiet(&mut self, mv: Option<Move>, history: &History) -> Option<PickedMove> {
        let mv = mv?;
        let mut groups = self.buffer.quiets.iter_mut();
        let group = groups.find(|group| group.quiets.has(mv.to()) && group.to(mv.to()) == mv)?;
        group.quiets = group.quiets - mv.to().into();
        let score = history.quiet(self.position.side(), group.kind, mv, &self.previous);
        Some(PickedMove::quiet(mv, group.kind, score))
    }

    fn score_quiets(&mut self, history: &History) {
        let position = self.position;
        let (side, pieces) = (position.side(), position.pieces());
        let MoveBuffer { moves, quiets, .. } = &mut self.buffer;
        moves.clear();
        // Only a freezing piece asks for them.
        let free = LazyCell::new(|| position.board().color(!side) - position.frozen(!side));
        for group in quiets {
            let freezes = pieces.info(group.kind).freezes_all();
            for to in group.quiets {
                let mv = group.to(to);
                let mut score = history.quiet(side, group.kind, mv, &self.previous);
                if freezes {
                    let beside = position.geometry().neighbours(to) & *free;
                    score += FREEZE_WEIGHT.get() * value(position, beside) / 100;
                }
                moves.push(ScoredMove { picked: PickedMove::quiet(mv, group.kind, score), score });
            }
        }
    }
}

/// Centipawns for the pieces on some squares.
fn value<G: TunedGame>(position: &Position<G>, squares: Bitboard<G::Geometry>) -> i32 {
    let kinds = squares.iter().filter_map(|square| position.kind_at(square));
    kinds.map(|kind| G::value(position.rules(), kind)).sum()
}

#[cfg(test)]
mod tests {
    use baroque_movegen::{Maxima, Renaissance, Rococo, Ultima, uci};

    use super::*;

    /// Picks the moves of positions of random games, with hints from the same position and from
    /// the one before.
    fn check<G: TunedGame>(variant: &str) {
        let mut seed = 7_u64;
        let mut below = |bound: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as usize % bound
        };
        let mut position = Position::<G>::start(variant).unwrap();
        let history = History::new(&position);
        let mut old = None;
        for _ in 0..150 {
            let mut legal = position.legal_moves().to_vec();
            if position.outcome().is_some() {
                position = Position::start(variant).unwrap();
                continue;
            }
            let hints = Hints {
                tt_move: if below(3) > 0 { Some(legal[below(legal.len())]) } else { old },
                killers: [old, Some(legal[below(legal.len())])],
                previous: [Some(3), None, Some(5)],
            };
            let picked = |gen_type| {
                let mut picker = Picker::new(&position, gen_type, hints, MoveBuffer::default());
                std::iter::from_fn(|| picker.next(&history)).collect::<Vec<PickedMove>>()
            };
            let all = picked(GenType::All);
            let mut moves: Vec<Move> = all.iter().map(|picked| picked.mv).collect();
            moves.sort();
            legal.sort();
            assert_eq!(moves, legal, "{}", position.to_fen());
            // Suicides are ordered like quiet moves, whatever they cost.
            for picked in all.iter().filter(|picked| !picked.mv.is_suicide()) {
                let history = picked.history;
                let new = PickedMove { history, ..PickedMove::new(&position, picked.mv) };
                assert_eq!(*picked, new, "{}", position.to_fen());
            }
            let captures = picked(GenType::Captures);
            assert!(captures.iter().all(|picked| !picked.quiet && legal.contains(&picked.mv)));
            old = Some(legal[below(legal.len())]);
            position = position.play_unchecked(legal[below(legal.len())]);
        }
    }

    #[test]
    fn every_legal_move_is_picked_once() {
        check::<Ultima>("baroque");
        check::<Ultima>("abbott1962");
        check::<Maxima>("maxima");
        check::<Rococo>("rococo");
        check::<Renaissance>("renaissance");
    }

    #[test]
    fn moves_that_freeze_come_first() {
        let position: Position<Ultima> = "7k/8/8/4l3/8/8/1I6/K7 w".parse().unwrap();
        let hints = Hints::default();
        let mut picker = Picker::new(&position, GenType::All, hints, MoveBuffer::default());
        let first = picker.next(&History::new(&position)).unwrap();
        assert_eq!(uci(&position, first.mv), "b2d4");
        assert!(first.quiet && first.history > 0);
    }
}
