//! Tunable parameters of the search and the evaluation, with their ranges.

use baroque_movegen::{ByKind, Game, Maxima, PieceKind, Renaissance, Rococo, Ultima};

/// A tunable parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Param {
    /// Name of the constant.
    pub name: &'static str,
    /// The value in use.
    pub value: i32,
    /// Lower end of the tuning range.
    pub min: i32,
    /// Upper end of the tuning range.
    pub max: i32,
}

macro_rules! params {
    ($($(#[$doc:meta])+ $name:ident = $value:literal in $min:literal..=$max:literal;)+) => {
        $($(#[$doc])+ pub const $name: i32 = $value;)+

        /// All parameters of this module.
        pub const PARAMS: &[Param] = &[$(Param {
            name: stringify!($name),
            value: $value,
            min: $min,
            max: $max,
        },)+];
    };
}

params! {
    /// Centipawns for an Ultima pawn.
    ULTIMA_PAWN = 100 in 5..=1500;
    /// Centipawns for an Ultima withdrawer.
    ULTIMA_WITHDRAWER = 420 in 5..=1500;
    /// Centipawns for an Ultima long-leaper.
    ULTIMA_LEAPER = 620 in 5..=1500;
    /// Centipawns for an Ultima chameleon.
    ULTIMA_CHAMELEON = 420 in 5..=1500;
    /// Centipawns for an Ultima immobilizer.
    ULTIMA_IMMOBILIZER = 850 in 5..=1500;
    /// Centipawns for an Ultima coordinator.
    ULTIMA_COORDINATOR = 470 in 5..=1500;
    /// Centipawns for a Maxima pawn.
    MAXIMA_PAWN = 40 in 5..=1500;
    /// Centipawns for a Maxima withdrawer.
    MAXIMA_WITHDRAWER = 495 in 5..=1500;
    /// Centipawns for a Maxima long-leaper.
    MAXIMA_LEAPER = 620 in 5..=1500;
    /// Centipawns for a Maxima chameleon.
    MAXIMA_CHAMELEON = 365 in 5..=1500;
    /// Centipawns for a Maxima immobilizer.
    MAXIMA_IMMOBILIZER = 880 in 5..=1500;
    /// Centipawns for a Maxima coordinator.
    MAXIMA_COORDINATOR = 700 in 5..=1500;
    /// Centipawns for a Maxima mage.
    MAXIMA_MAGE = 1200 in 5..=1500;
    /// Centipawns for a Maxima guard.
    MAXIMA_GUARD = 213 in 5..=1500;
    /// Centipawns for a Rococo pawn.
    ROCOCO_PAWN = 110 in 5..=1500;
    /// Centipawns for a Rococo withdrawer.
    ROCOCO_WITHDRAWER = 240 in 5..=1500;
    /// Centipawns for a Rococo long-leaper.
    ROCOCO_LEAPER = 620 in 5..=1500;
    /// Centipawns for a Rococo chameleon.
    ROCOCO_CHAMELEON = 230 in 5..=1500;
    /// Centipawns for a Rococo immobilizer.
    ROCOCO_IMMOBILIZER = 830 in 5..=1500;
    /// Centipawns for a Rococo advancer.
    ROCOCO_ADVANCER = 570 in 5..=1500;
    /// Centipawns for a Rococo swapper.
    ROCOCO_SWAPPER = 447 in 5..=1500;
    /// Centipawns for a Renaissance pawn.
    RENAISSANCE_PAWN = 100 in 5..=1500;
    /// Centipawns for a Renaissance withdrawer.
    RENAISSANCE_WITHDRAWER = 390 in 5..=1500;
    /// Centipawns for a Renaissance long-leaper.
    RENAISSANCE_LEAPER = 540 in 5..=1500;
    /// Centipawns for a Renaissance chameleon.
    RENAISSANCE_CHAMELEON = 340 in 5..=1500;
    /// Centipawns for a Renaissance immobilizer.
    RENAISSANCE_IMMOBILIZER = 880 in 5..=1500;
    /// Centipawns for a Renaissance coordinator.
    RENAISSANCE_COORDINATOR = 640 in 5..=1500;
    /// Centipawns for a Renaissance resurrector.
    RENAISSANCE_RESURRECTOR = 120 in 5..=1500;
    /// Centipawns for a Renaissance bomb.
    RENAISSANCE_BOMB = 440 in 5..=1500;
    /// Centipawns for a Renaissance pusher.
    RENAISSANCE_PUSHER = 350 in 5..=1500;
    /// Centipawns for a Renaissance puller.
    RENAISSANCE_PULLER = 80 in 5..=1500;
    /// Value of a piece in hand, in percent of its value on the board.
    IN_HAND = 140 in 50..=200;
    /// Centipawns for each step that a pawn is nearer to a goal than `PAWN_GOAL_DISTANCE` + 1.
    PAWN_NEAR_GOAL = 8 in 0..=50;
    /// Greatest distance in steps at which a pawn gets a bonus for a goal.
    PAWN_GOAL_DISTANCE = 5 in 1..=9;
    /// Centipawns for each goal square, such as the enemy palace, that a piece can slide to.
    GOAL_REACH = 15 in 0..=100;
    /// Centipawns for a piece on a goal square.
    ON_GOAL = 150 in 0..=1000;
    /// Centipawns for each square that a pawn can slide to.
    PAWN_MOBILITY = 2 in 0..=20;
    /// Centipawns for each square that another piece can slide to.
    PIECE_MOBILITY = 3 in 0..=20;
    /// Percent of its value that a frozen piece loses.
    FROZEN_LOSS = 25 in 0..=100;
    /// Penalty for a frozen king in centipawns.
    FROZEN_KING = 60 in 0..=300;
    /// Penalty in centipawns for each free enemy piece, pawns excepted, within two steps of the
    /// king.
    NEAR_KING = 12 in 0..=100;
    /// Penalty in centipawns for each empty square beside the king that an enemy piece can reach.
    OPEN_KING = 3 in 0..=50;
    /// Centipawns for having the move.
    TEMPO = 12 in 0..=50;

    /// Margin of delta pruning in centipawns.
    DELTA_MARGIN = 200 in 0..=1000;
    /// First plies of quiescence, in which check evasions are searched.
    EVASION_PLIES = 4 in 1..=20;
    /// First plies of quiescence, in which all captures are searched.
    WIDE_PLIES = 8 in 2..=20;
    /// Captures searched at each node after that.
    NARROW_MOVES = 1 in 1..=10;
    /// First half-width of the aspiration window in centipawns.
    ASPIRATION_WINDOW = 25 in 5..=200;
    /// Half-width in centipawns beyond which the failing side of the window is opened fully.
    ASPIRATION_MAX = 1000 in 100..=5000;
    /// Least depth of an aspiration window.
    ASPIRATION_MIN_DEPTH = 4 in 1..=10;
    /// Least depth of null move pruning.
    NULL_MIN_DEPTH = 3 in 1..=8;
    /// Least reduction of a null move search in plies.
    NULL_REDUCTION = 3 in 1..=6;
    /// Plies of depth for each further ply of that reduction.
    NULL_DEPTH_DIVISOR = 4 in 2..=10;
    /// Least depth of late move reductions.
    LMR_MIN_DEPTH = 3 in 1..=8;
    /// Moves searched to full depth before reductions begin.
    LMR_FULL_MOVES = 3 in 1..=10;
    /// Constant part of the reduction, in hundredths of a ply.
    LMR_BASE = 160 in 0..=200;
    /// Divisor, in hundredths, of the growing part: ln(depth) × ln(move number).
    LMR_DIVISOR = 220 in 100..=500;
    /// History score that changes the reduction by a ply.
    LMR_HISTORY = 6000 in 1000..=16000;
    /// Plies before the move limit within which the table causes no cutoffs.
    NEAR_MOVE_LIMIT = 20 in 0..=50;
    /// History bonus of a move that fails high, times the square of the depth.
    HISTORY_BONUS = 8 in 1..=64;
    /// Greatest history bonus.
    HISTORY_BONUS_MAX = 1600 in 100..=8000;
    /// Plies by which an entry may be shallower and still replace one of the same position.
    REPLACE_SHALLOWER = 3 in 0..=20;
    /// Plies by which each search since lowers an entry's value for replacement.
    AGE_COST = 4 in 0..=20;

    /// Moves to go assumed where no time control is given.
    MOVES_LEFT = 30 in 10..=100;
    /// Percent of the increment added to a move's share of the clock.
    INCREMENT_SHARE = 75 in 0..=100;
    /// Soft limit in percent of the move's share of the clock.
    SOFT_SHARE = 60 in 10..=200;
    /// Hard limit in percent of the move's share of the clock.
    HARD_SHARE = 250 in 50..=1000;
    /// Upper bound of both limits in percent of the clock.
    CLOCK_SHARE = 50 in 10..=90;
    /// That bound for the last move before the time control.
    LAST_MOVE_SHARE = 90 in 10..=95;
}

/// A game whose pieces have values.
pub trait Evaluable: Game {
    /// Centipawns for a piece of each kind. The king's is 0: losing it ends the game.
    const VALUES: ByKind<i32>;
}

macro_rules! values {
    ($($game:ident [$($letter:literal $value:ident),+])+) => {$(
        impl Evaluable for $game {
            const VALUES: ByKind<i32> = {
                let mut values = [0; PieceKind::MAX];
                let mut row = 0;
                while row < Self::PIECES.len() {
                    values[row] = match Self::PIECES.0[row].letter {
                        $($letter => $value,)+
                        _ => 0,
                    };
                    row += 1;
                }
                ByKind(values)
            };
        }
    )+};
}

values! {
    Ultima [
        'P' ULTIMA_PAWN,
        'W' ULTIMA_WITHDRAWER,
        'L' ULTIMA_LEAPER,
        'X' ULTIMA_CHAMELEON,
        'I' ULTIMA_IMMOBILIZER,
        'C' ULTIMA_COORDINATOR
    ]
    Maxima [
        'P' MAXIMA_PAWN,
        'W' MAXIMA_WITHDRAWER,
        'L' MAXIMA_LEAPER,
        'X' MAXIMA_CHAMELEON,
        'I' MAXIMA_IMMOBILIZER,
        'C' MAXIMA_COORDINATOR,
        'M' MAXIMA_MAGE,
        'G' MAXIMA_GUARD
    ]
    Rococo [
        'P' ROCOCO_PAWN,
        'W' ROCOCO_WITHDRAWER,
        'L' ROCOCO_LEAPER,
        'X' ROCOCO_CHAMELEON,
        'I' ROCOCO_IMMOBILIZER,
        'A' ROCOCO_ADVANCER,
        'S' ROCOCO_SWAPPER
    ]
    Renaissance [
        'P' RENAISSANCE_PAWN,
        'W' RENAISSANCE_WITHDRAWER,
        'L' RENAISSANCE_LEAPER,
        'X' RENAISSANCE_CHAMELEON,
        'I' RENAISSANCE_IMMOBILIZER,
        'C' RENAISSANCE_COORDINATOR,
        'R' RENAISSANCE_RESURRECTOR,
        'B' RENAISSANCE_BOMB,
        'U' RENAISSANCE_PUSHER,
        'Y' RENAISSANCE_PULLER
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_lie_in_their_ranges() {
        for param in PARAMS {
            assert!((param.min..=param.max).contains(&param.value), "{param:?}");
        }
    }
}
