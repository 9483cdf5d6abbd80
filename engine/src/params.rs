//! Tunable parameters of the search and the evaluation, with their ranges.

#[cfg(not(feature = "tune"))]
use baroque_movegen::ByKind;
use baroque_movegen::{Game, Maxima, PieceKind, Renaissance, Rococo, Ultima};

#[cfg(feature = "tune")]
use std::sync::atomic::{AtomicI32, Ordering};

/// A tunable parameter: a constant, or with the cargo feature `tune` a variable.
#[derive(Debug)]
pub struct Param {
    /// Name of the parameter.
    pub name: &'static str,
    /// The value in use unless it is changed.
    pub default: i32,
    /// Lower end of the tuning range.
    pub min: i32,
    /// Upper end of the tuning range.
    pub max: i32,
    #[cfg(feature = "tune")]
    value: AtomicI32,
}

#[cfg(not(feature = "tune"))]
impl Param {
    const fn new(name: &'static str, default: i32, min: i32, max: i32) -> Self {
        Self { name, default, min, max }
    }

    /// The value in use.
    #[inline]
    pub const fn get(&self) -> i32 {
        self.default
    }
}

#[cfg(feature = "tune")]
impl Param {
    const fn new(name: &'static str, default: i32, min: i32, max: i32) -> Self {
        Self { name, default, min, max, value: AtomicI32::new(default) }
    }

    /// The value in use.
    #[inline]
    pub fn get(&self) -> i32 {
        self.value.load(Ordering::Relaxed)
    }

    /// Changes the value for all engines of the process. Tables and histories that depend on it
    /// are not cleared.
    pub fn set(&self, value: i32) {
        self.value.store(value, Ordering::Relaxed);
    }
}

/// Parameters have different names.
#[cfg(feature = "tune")]
impl PartialEq for Param {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

#[cfg(feature = "tune")]
impl Eq for Param {}

/// A parameter of which each game has its own value.
pub struct PerGame([Param; 4]);

impl PerGame {
    /// The value in use in a game.
    #[inline]
    pub fn of<G: TunedGame>(&self) -> i32 {
        self.0[G::PARAM_SET].get()
    }
}

/// Defines a constant, or a static if parameters are variables.
macro_rules! define {
    ($(#[$doc:meta])+ $name:ident: $type:ty = $value:expr) => {
        #[cfg(not(feature = "tune"))]
        $(#[$doc])+ pub const $name: $type = $value;
        #[cfg(feature = "tune")]
        $(#[$doc])+ pub static $name: $type = $value;
    };
}

/// Defines the parameters: those of which each game has its own value in braces, then the others.
macro_rules! params {
    (
        {$($(#[$doc:meta])+ $name:ident = $values:tt in $min:literal..=$max:literal;)+}
        $($(#[$one_doc:meta])+ $one:ident = $value:literal in $one_min:literal..=$one_max:literal;)+
    ) => {
        $(define! { $(#[$doc])+ $name: PerGame = {
            const VALUES: [i32; 4] = $values;
            PerGame([
                Param::new(concat!("ULTIMA_", stringify!($name)), VALUES[0], $min, $max),
                Param::new(concat!("MAXIMA_", stringify!($name)), VALUES[1], $min, $max),
                Param::new(concat!("ROCOCO_", stringify!($name)), VALUES[2], $min, $max),
                Param::new(concat!("RENAISSANCE_", stringify!($name)), VALUES[3], $min, $max),
            ])
        } })+
        $(define! { $(#[$one_doc])+
            $one: Param = Param::new(stringify!($one), $value, $one_min, $one_max) })+

        /// All parameters of this module.
        pub static PARAMS: &[&Param] = &[
            $(&$name.0[0], &$name.0[1], &$name.0[2], &$name.0[3],)+
            $(&$one),+
        ];
    };
}

// The columns are Ultima, Maxima, Rococo and Renaissance.
params! {
    {
        /// Replies that the exchange estimate looks ahead.
        EXCHANGE_REPLIES = [1, 2, 2, 2] in 1..=2;
        /// First plies of quiescence, in which check evasions are searched.
        EVASION_PLIES = [4, 4, 3, 3] in 1..=20;
        /// Moves searched before late moves are pruned; the square of the depth is added. Two thirds of that where
        /// the evaluation does not improve.
        LMP_BASE = [19, 19, 26, 26] in 1..=50;
        /// First plies of quiescence, in which all captures are searched.
        WIDE_PLIES = [8, 8, 5, 5] in 2..=20;
        /// Plies of depth for each further ply of that reduction.
        NULL_DEPTH_DIVISOR = [4, 4, 6, 6] in 2..=10;
        /// Least depth at which quiet moves that give check are pruned at no ply.
        CHECKS_DEPTH = [3, 3, 2, 2] in 0..=127;
        /// Value of a piece in hand, in percent of its value on the board.
        IN_HAND = [140, 140, 140, 128] in 50..=200;
        /// Centipawns for each step that a pawn is nearer to a goal than `PAWN_GOAL_DISTANCE` + 1.
        PAWN_NEAR_GOAL = [8, 7, 19, 8] in 0..=50;
        /// Greatest distance in steps at which a pawn gets a bonus for a goal.
        PAWN_GOAL_DISTANCE = [5, 5, 5, 5] in 1..=9;
        /// Centipawns for each goal square, such as the enemy palace, that a piece can slide to.
        GOAL_REACH = [15, 19, 27, 15] in 0..=100;
        /// Centipawns for a piece on a goal square.
        ON_GOAL = [150, 138, 104, 150] in 0..=1000;
        /// Centipawns for each square that a pawn can slide to.
        PAWN_MOBILITY = [0, 0, 2, 4] in 0..=20;
        /// Centipawns for each square that another piece can slide to.
        PIECE_MOBILITY = [1, 3, 5, 2] in 0..=20;
        /// Percent of its value that a frozen piece loses.
        FROZEN_LOSS = [29, 26, 30, 23] in 0..=100;
        /// Penalty for a frozen king in centipawns.
        FROZEN_KING = [72, 70, 65, 69] in 0..=300;
        /// Penalty in centipawns for each free enemy piece, pawns excepted, within two steps of the
        /// king.
        NEAR_KING = [8, 14, 15, 14] in 0..=100;
        /// Penalty in centipawns for each empty square beside the king that an enemy piece can reach.
        OPEN_KING = [0, 5, 7, 5] in 0..=50;
        /// Centipawns for having the move.
        TEMPO = [10, 12, 10, 12] in 0..=50;
    }

    /// Centipawns for an Ultima pawn.
    ULTIMA_PAWN = 89 in 5..=1500;
    /// Centipawns for an Ultima withdrawer.
    ULTIMA_WITHDRAWER = 359 in 5..=1500;
    /// Centipawns for an Ultima long-leaper.
    ULTIMA_LEAPER = 590 in 5..=1500;
    /// Centipawns for an Ultima chameleon.
    ULTIMA_CHAMELEON = 407 in 5..=1500;
    /// Centipawns for an Ultima immobilizer.
    ULTIMA_IMMOBILIZER = 1003 in 5..=1500;
    /// Centipawns for an Ultima coordinator.
    ULTIMA_COORDINATOR = 500 in 5..=1500;
    /// Centipawns for a Maxima pawn.
    MAXIMA_PAWN = 96 in 5..=1500;
    /// Centipawns for a Maxima withdrawer.
    MAXIMA_WITHDRAWER = 430 in 5..=1500;
    /// Centipawns for a Maxima long-leaper.
    MAXIMA_LEAPER = 681 in 5..=1500;
    /// Centipawns for a Maxima chameleon.
    MAXIMA_CHAMELEON = 377 in 5..=1500;
    /// Centipawns for a Maxima immobilizer.
    MAXIMA_IMMOBILIZER = 788 in 5..=1500;
    /// Centipawns for a Maxima coordinator.
    MAXIMA_COORDINATOR = 670 in 5..=1500;
    /// Centipawns for a Maxima mage.
    MAXIMA_MAGE = 1171 in 5..=1500;
    /// Centipawns for a Maxima guard.
    MAXIMA_GUARD = 211 in 5..=1500;
    /// Centipawns for a Rococo pawn.
    ROCOCO_PAWN = 113 in 5..=1500;
    /// Centipawns for a Rococo withdrawer.
    ROCOCO_WITHDRAWER = 193 in 5..=1500;
    /// Centipawns for a Rococo long-leaper.
    ROCOCO_LEAPER = 714 in 5..=1500;
    /// Centipawns for a Rococo chameleon.
    ROCOCO_CHAMELEON = 259 in 5..=1500;
    /// Centipawns for a Rococo immobilizer.
    ROCOCO_IMMOBILIZER = 690 in 5..=1500;
    /// Centipawns for a Rococo advancer.
    ROCOCO_ADVANCER = 569 in 5..=1500;
    /// Centipawns for a Rococo swapper.
    ROCOCO_SWAPPER = 283 in 5..=1500;
    /// Centipawns for a Renaissance pawn.
    RENAISSANCE_PAWN = 104 in 5..=1500;
    /// Centipawns for a Renaissance withdrawer.
    RENAISSANCE_WITHDRAWER = 294 in 5..=1500;
    /// Centipawns for a Renaissance long-leaper.
    RENAISSANCE_LEAPER = 557 in 5..=1500;
    /// Centipawns for a Renaissance chameleon.
    RENAISSANCE_CHAMELEON = 311 in 5..=1500;
    /// Centipawns for a Renaissance immobilizer.
    RENAISSANCE_IMMOBILIZER = 1043 in 5..=1500;
    /// Centipawns for a Renaissance coordinator.
    RENAISSANCE_COORDINATOR = 610 in 5..=1500;
    /// Centipawns for a Renaissance resurrector.
    RENAISSANCE_RESURRECTOR = 82 in 5..=1500;
    /// Centipawns for a Renaissance bomb.
    RENAISSANCE_BOMB = 354 in 5..=1500;
    /// Centipawns for a Renaissance pusher.
    RENAISSANCE_PUSHER = 290 in 5..=1500;
    /// Centipawns for a Renaissance puller.
    RENAISSANCE_PULLER = 5 in 5..=1500;

    /// Margin of delta pruning in centipawns.
    DELTA_MARGIN = 130 in 0..=600;
    /// Captures searched at each node after that.
    NARROW_MOVES = 1 in 1..=10;
    /// First half-width of the aspiration window in centipawns.
    ASPIRATION_WINDOW = 19 in 5..=200;
    /// Half-width in centipawns beyond which the failing side of the window is opened fully.
    ASPIRATION_MAX = 1000 in 100..=5000;
    /// Least depth of an aspiration window.
    ASPIRATION_MIN_DEPTH = 4 in 1..=10;
    /// Least depth of null move pruning.
    NULL_MIN_DEPTH = 3 in 1..=8;
    /// Least reduction of a null move search in plies.
    NULL_REDUCTION = 3 in 1..=6;
    /// Least depth at which a null move's score is verified if pieces are frozen.
    NULL_VERIFY_DEPTH = 8 in 1..=127;
    /// First ply of reverse futility and razoring, and of pruning moves that check or end the game.
    PRUNING_PLY = 3 in 1..=10;
    /// First ply at which other moves are pruned.
    MOVE_PRUNING_PLY = 2 in 1..=10;
    /// Greatest depth of reverse futility pruning.
    REVERSE_FUTILITY_DEPTH = 3 in 0..=10;
    /// Centipawns above beta for each ply of depth.
    REVERSE_FUTILITY_SLOPE = 90 in 20..=500;
    /// Greatest depth of razoring.
    RAZORING_DEPTH = 3 in 0..=8;
    /// Margin of razoring at depth 0, in centipawns.
    RAZORING_BASE = 219 in 0..=800;
    /// Margin of razoring for each ply of depth.
    RAZORING_SLOPE = 116 in 0..=500;
    /// Least depth of ProbCut.
    PROBCUT_DEPTH = 5 in 3..=127;
    /// Centipawns by which a capture must exceed beta.
    PROBCUT_MARGIN = 148 in 20..=500;
    /// Plies by which its search is reduced.
    PROBCUT_REDUCTION = 3 in 1..=8;
    /// Greatest depth of late move pruning.
    LMP_DEPTH = 6 in 0..=20;
    /// Greatest depth of futility pruning, after the reduction.
    FUTILITY_DEPTH = 4 in 0..=20;
    /// Margin of futility pruning at depth 0, in centipawns.
    FUTILITY_BASE = 108 in 0..=500;
    /// Margin of futility pruning for each ply of depth.
    FUTILITY_SLOPE = 94 in 0..=300;
    /// Greatest depth at which losing captures are pruned.
    LOSING_DEPTH = 6 in 0..=20;
    /// Margin of that pruning at depth 0, in centipawns; for each ply `FUTILITY_SLOPE` is added.
    LOSING_BASE = 75 in 0..=1000;
    /// Greatest depth of history pruning, after the reduction.
    HISTORY_PRUNING_DEPTH = 3 in 0..=20;
    /// History score for each ply of depth below whose negative a quiet move is pruned.
    HISTORY_PRUNING_SLOPE = 3157 in 500..=12000;
    /// Least depth of late move reductions.
    LMR_MIN_DEPTH = 3 in 1..=8;
    /// Moves searched to full depth before reductions begin.
    LMR_FULL_MOVES = 3 in 1..=10;
    /// Constant part of the reduction, in hundredths of a ply.
    LMR_BASE = 187 in 0..=300;
    /// Divisor of the growing part, ln(depth) × ln(move number), in hundredths.
    LMR_DIVISOR = 200 in 100..=500;
    /// History score that changes the reduction by a ply.
    LMR_HISTORY = 6330 in 1000..=24000;
    /// Hundredths of a ply by which moves are reduced less at nodes of the pv.
    LMR_PV = 88 in 0..=300;
    /// Hundredths of a ply by which moves are reduced more at nodes that expect to fail high.
    LMR_CUT_NODE = 101 in 0..=300;
    /// Hundredths of a ply by which moves are reduced more where the evaluation does not improve.
    LMR_NOT_IMPROVING = 51 in 0..=300;
    /// Centipawns above the best score so far at which a re-search goes a ply deeper.
    DEEPER_MARGIN = 90 in 0..=1000;
    /// Plies before the move limit within which the table causes no cutoffs.
    NEAR_MOVE_LIMIT = 20 in 0..=50;
    /// History bonus for each ply of depth of a move that fails high.
    HISTORY_SLOPE = 152 in 20..=400;
    /// Part of the bonus that is subtracted.
    HISTORY_BASE = 50 in 0..=300;
    /// Greatest history bonus.
    HISTORY_MAX_BONUS = 1610 in 200..=4000;
    /// Weight of capture history against the gain of a capture: with 1024 a history score of 1 would
    /// count as much as a centipawn.
    CAPTURE_HISTORY_WEIGHT = 3 in 0..=24;
    /// History score of a quiet move for each 100 centipawns that it freezes.
    FREEZE_WEIGHT = 200 in 0..=1000;
    /// Weight of the correction by pawns, in 1/1024.
    CORRECTION_PAWNS = 17 in 0..=100;
    /// Weight of the correction by the other pieces of a side, in 1/1024.
    CORRECTION_PIECES = 14 in 0..=100;
    /// Weight of the correction by the immobilizers of a side, in 1/1024.
    CORRECTION_FREEZERS = 14 in 0..=100;
    /// Least depth at which moves that another thread searches are deferred.
    SPLIT_DEPTH = 2 in 1..=127;
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
    /// Percent of the soft limit to use if no nodes were spent on the best move.
    TIME_NODES_BASE = 180 in 100..=400;
    /// Percent less if all were.
    TIME_NODES_SLOPE = 130 in 0..=300;
    /// Percent of the soft limit to use when the best move has just changed.
    TIME_STABLE_BASE = 125 in 100..=250;
    /// Percent less for each iteration in which it has been the same.
    TIME_STABLE_STEP = 6 in 0..=20;
    /// Greatest number of iterations counted.
    TIME_STABLE_MAX = 8 in 1..=20;
    /// Percent of the soft limit to use more for each 100 reported centipawns that the score falls.
    TIME_TREND = 110 in 0..=300;
    /// Most percent to use more; half of it is the most to use less.
    TIME_TREND_MAX = 60 in 0..=200;
    /// Upper bound of both limits in percent of the clock.
    CLOCK_SHARE = 50 in 10..=90;
    /// That bound for the last move before the time control.
    LAST_MOVE_SHARE = 90 in 10..=95;
}

/// A game whose pieces have values.
pub trait TunedGame: Game {
    /// The game's column in the parameters of which each game has its own value.
    const PARAM_SET: usize;

    /// Centipawns for a piece of a kind. The king's is 0: losing it ends the game.
    fn value(rules: &Self::Rules, kind: PieceKind) -> i32;

    /// Estimates the values that are not known yet, as far as it is not interrupted.
    fn prepare(_rules: &Self::Rules) {}
}

macro_rules! values {
    ($($game:ident $column:literal [$($letter:literal $value:ident),+])+) => {$(
        #[cfg(not(feature = "tune"))]
        impl TunedGame for $game {
            const PARAM_SET: usize = $column;

            #[inline]
            fn value(_: &Self::Rules, kind: PieceKind) -> i32 {
                const VALUES: ByKind<i32> = {
                    let mut values = [0; PieceKind::MAX];
                    let mut row = 0;
                    while row < $game::PIECES.len() {
                        values[row] = match $game::PIECES.rows[row].letter {
                            $($letter => $value.get(),)+
                            _ => 0,
                        };
                        row += 1;
                    }
                    ByKind(values)
                };
                VALUES[kind]
            }
        }

        #[cfg(feature = "tune")]
        impl TunedGame for $game {
            const PARAM_SET: usize = $column;

            fn value(_: &Self::Rules, kind: PieceKind) -> i32 {
                match Self::PIECES.info(kind).letter {
                    $($letter => $value.get(),)+
                    _ => 0,
                }
            }
        }
    )+};
}

values! {
    Ultima 0 [
        'P' ULTIMA_PAWN,
        'W' ULTIMA_WITHDRAWER,
        'L' ULTIMA_LEAPER,
        'X' ULTIMA_CHAMELEON,
        'I' ULTIMA_IMMOBILIZER,
        'C' ULTIMA_COORDINATOR
    ]
    Maxima 1 [
        'P' MAXIMA_PAWN,
        'W' MAXIMA_WITHDRAWER,
        'L' MAXIMA_LEAPER,
        'X' MAXIMA_CHAMELEON,
        'I' MAXIMA_IMMOBILIZER,
        'C' MAXIMA_COORDINATOR,
        'M' MAXIMA_MAGE,
        'G' MAXIMA_GUARD
    ]
    Rococo 2 [
        'P' ROCOCO_PAWN,
        'W' ROCOCO_WITHDRAWER,
        'L' ROCOCO_LEAPER,
        'X' ROCOCO_CHAMELEON,
        'I' ROCOCO_IMMOBILIZER,
        'A' ROCOCO_ADVANCER,
        'S' ROCOCO_SWAPPER
    ]
    Renaissance 3 [
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
            assert!((param.min..=param.max).contains(&param.default), "{param:?}");
        }
    }
}
