//! What a search learns from its results: move statistics and correction of the evaluation.

use baroque_movegen::{Bits, Color, Geometry, Grid, PieceKind, Position, RuleSwitches};

use super::Search;
use super::node::Node;
use crate::gain::{PickedMove, Tried};
use crate::history::{self, CorrectionKeys};
use crate::limits::Bound;
use crate::params::{CORRECTION_FREEZERS, CORRECTION_PAWNS, CORRECTION_PIECES, TunedGame};
use crate::score::Score;

impl<G: TunedGame> Search<'_, G> {
    /// Updates the statistics after a move that failed high.
    pub(super) fn reward(&mut self, node: &Node<G>, best: PickedMove, tried: &Tried) {
        let side = node.position.side();
        let previous = self.previous(node.ply);
        let bonus = history::bonus(node.depth);
        if best.quiet {
            self.history.add_killer(node.ply, best.mv);
            self.history.update_quiet(side, &best, &previous, bonus);
            for other in &tried.quiets {
                self.history.update_quiet(side, other, &previous, -bonus);
            }
        } else {
            self.history.update_capture(side, &best, bonus);
        }
        for other in &tried.captures {
            self.history.update_capture(side, other, -bonus);
        }
    }

    /// Records the error of the static evaluation of a node, if its score shows one.
    pub(super) fn learn_correction(
        &mut self,
        node: &Node<G>,
        best: Score,
        bound: Bound,
        best_move: Option<PickedMove>,
    ) {
        let quiet = best_move.is_none_or(|picked| picked.quiet);
        let shows = match bound {
            Bound::Exact => true,
            Bound::Lower => best > node.eval,
            Bound::Upper => best < node.eval,
        };
        if node.in_check || !quiet || !shows || best.is_decisive() || certainty(node.position) < 100
        {
            return;
        }
        let error = best.value() - node.eval.value();
        let side = node.position.side();
        self.history.update_corrections(side, &correction_keys(node.position), error, node.depth);
    }

    /// A static evaluation less the error that similar positions had, and nearer to 0 where the move
    /// limit is near.
    pub(super) fn corrected(&self, position: &Position<G>, eval: Score) -> Score {
        let errors = self.history.corrections(position.side(), &correction_keys(position));
        let [pawns, white, black, own, enemy] = errors;
        let sum = CORRECTION_PAWNS.get() * pawns
            + CORRECTION_PIECES.get() * (white + black)
            + CORRECTION_FREEZERS.get() * (own + enemy);
        Score::cp((eval.value() + sum / 1024) * certainty(position) / 100)
    }
}

/// Percent of the evaluation that a position is worth whose move limit may draw it: all in the
/// first half of the plies to the limit, none at the limit.
fn certainty<G: TunedGame>(position: &Position<G>) -> i32 {
    let limit = i32::from(position.rules().end_rules().move_limit);
    let left = limit - i32::from(position.halfmove_clock());
    if limit == 0 || 2 * left >= limit { 100 } else { (200 * left / limit).max(0) }
}

/// Keys of the pawns, of the other pieces of each side, and of each side's immobilizers with the
/// occupied squares beside them.
fn correction_keys<G: TunedGame>(position: &Position<G>) -> CorrectionKeys {
    let board = position.board();
    let pieces = position.pieces();
    let key = |hash: u64| (hash >> 48) as u16;
    let mix = |hash: u64, bits: <G::Geometry as Grid>::Bits| {
        (hash ^ bits.mixed()).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    };
    // Each set by itself, so that none has to wait for another.
    let of = |color: Color, kind: PieceKind| {
        board.pieces(color, kind).0.mixed().rotate_left(5 * kind.index() as u32)
    };
    let pawn = pieces.pawn().unwrap_or(PieceKind::KING);
    let pawns = of(Color::White, pawn) ^ of(Color::Black, pawn).rotate_left(32);
    let others = |color: Color| {
        let kinds = pieces.kinds().filter(|&kind| kind != pawn);
        kinds.fold(0, |hash, kind| hash ^ of(color, kind))
    };
    let occupied = board.occupied();
    let freezers = |color: Color| {
        let mut hash: u64 = 3;
        for kind in pieces.kinds().filter(|&kind| pieces.info(kind).freezes_all()) {
            for square in board.pieces(color, kind) {
                let neighbours = position.geometry().neighbours(square) & occupied;
                hash = mix(hash.rotate_left(7) ^ square.index() as u64, neighbours.0);
            }
        }
        hash
    };
    let (own, enemy) = (freezers(position.side()), freezers(!position.side()));
    [key(pawns), key(others(Color::White)), key(others(Color::Black)), key(own), key(enemy)]
}
