//! What a move wins at once.

use baroque_movegen::{Methods, Move, Piece, PieceKind, Position, Special};

use crate::params::TunedGame;

/// Value of a captured king where kings can be captured: more than all other pieces together.
pub const KING: i32 = 1 << 18;

/// A move with the properties that search and pruning use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PickedMove {
    pub mv: Move,
    /// Kind of the moving piece.
    pub kind: PieceKind,
    /// Neither a capture nor a promotion.
    pub quiet: bool,
    /// Number of enemy pieces captured.
    pub victims: u8,
    /// The most valuable of them.
    pub best_victim: Option<PieceKind>,
    /// Material that the move wins at once, in centipawns: victims and promotion, less own pieces
    /// that leave the board.
    pub gain: i32,
    /// Ordering score of a quiet move: history, and what it freezes; of a killer history alone, of the
    /// table's move 0.
    pub history: i32,
}

impl PickedMove {
    /// A move that captures nothing.
    pub fn quiet(mv: Move, kind: PieceKind, history: i32) -> Self {
        Self { mv, kind, quiet: true, victims: 0, best_victim: None, gain: 0, history }
    }

    /// Computes the gain of a legal move.
    pub fn new<G: TunedGame>(position: &Position<G>, mv: Move) -> Self {
        let kind = mv.dropped().or_else(|| position.kind_at(mv.from()));
        Self::of_kind(position, mv, kind.unwrap_or(PieceKind::KING))
    }

    /// Computes the gain of a legal move of a piece of a kind.
    pub fn of_kind<G: TunedGame>(position: &Position<G>, mv: Move, mover: PieceKind) -> Self {
        let mut picked = Self::quiet(mv, mover, 0);
        let side = position.side();
        let value = |kind| G::value(position.rules(), kind);
        let mut best = 0;
        position.for_each_capture(mv, |_, Piece { color, kind }| {
            let stake = if mv.is_suicide() { value(kind) } else { stake(position, kind) };
            picked.quiet = false;
            if color == side {
                picked.gain -= stake;
                return;
            }
            picked.gain += stake;
            picked.victims += 1;
            if stake > best {
                best = stake;
                picked.best_victim = Some(kind);
            }
        });
        match mv.special() {
            Special::Piece(piece) if promotes(position, mover) && mv.dropped().is_none() => {
                picked.gain += value(piece) - value(mover);
                picked.quiet = false;
            }
            Special::Destruction => picked.gain -= value(mover),
            _ if mv.is_suicide() => picked.gain -= value(mover),
            _ => {}
        }
        picked
    }

    /// Whether the move captures a king, which wins.
    pub fn wins(&self) -> bool {
        self.gain >= KING
    }
}

/// Moves of a node that were searched before the one that failed high.
#[derive(Default)]
pub struct Tried {
    pub quiets: arrayvec::ArrayVec<PickedMove, 64>,
    pub captures: arrayvec::ArrayVec<PickedMove, 32>,
}

impl Tried {
    /// Remembers a move that did not fail high.
    pub fn add(&mut self, picked: PickedMove) {
        // Moves beyond the capacity are not penalized.
        let _ = match picked.quiet {
            true => self.quiets.try_push(picked),
            false => self.captures.try_push(picked),
        };
    }
}

/// What the capture of a piece changes in the balance, in centipawns.
pub fn stake<G: TunedGame>(position: &Position<G>, kind: PieceKind) -> i32 {
    let value = if position.is_royal(kind) { KING } else { G::value(position.rules(), kind) };
    // Where captured pieces change sides, one side loses it and the other gains it.
    if position.takes_to_hand() { 2 * value } else { value }
}

/// Whether moves of a kind with the letter of another are promotions.
pub fn promotes<G: TunedGame>(position: &Position<G>, kind: PieceKind) -> bool {
    position.pieces().info(kind).has(Methods::PROMOTE)
}
