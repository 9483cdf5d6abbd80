//! Every number of the search and the evaluation that may be tuned, once.

use baroque_movegen::{ByKind, Game, Maxima, PieceKind, Renaissance, Rococo, Ultima};

/// A tunable number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Param {
    /// Name.
    pub name: &'static str,
    /// The value in use.
    pub value: i32,
    /// Least sensible value.
    pub least: i32,
    /// Greatest sensible value.
    pub most: i32,
}

macro_rules! params {
    ($($(#[$doc:meta])+ $name:ident = $value:literal in $least:literal..=$most:literal;)+) => {
        $($(#[$doc])+ pub const $name: i32 = $value;)+

        /// All of them, with their ranges.
        pub const PARAMS: &[Param] = &[$(Param {
            name: stringify!($name),
            value: $value,
            least: $least,
            most: $most,
        },)+];
    };
}

params! {
    /// Centipawns for a Baroque pawn.
    BAROQUE_PAWN = 100 in 5..=1500;
    /// Centipawns for a Baroque withdrawer.
    BAROQUE_WITHDRAWER = 420 in 5..=1500;
    /// Centipawns for a Baroque long-leaper.
    BAROQUE_LEAPER = 620 in 5..=1500;
    /// Centipawns for a Baroque chameleon.
    BAROQUE_CHAMELEON = 420 in 5..=1500;
    /// Centipawns for a Baroque immobilizer.
    BAROQUE_IMMOBILIZER = 850 in 5..=1500;
    /// Centipawns for a Baroque coordinator.
    BAROQUE_COORDINATOR = 470 in 5..=1500;
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
    /// Percent of its value that a piece in hand is worth.
    IN_HAND = 140 in 50..=200;
    /// Centipawns for each step that a pawn stands nearer to a goal, from as far as it looks.
    PAWN_NEAR_GOAL = 8 in 0..=50;
    /// Steps to a goal from which on a pawn is drawn to it.
    PAWN_SIGHT = 5 in 1..=9;
    /// Centipawns for each square of a goal, an enemy palace say, that a piece can slide to.
    GOAL_REACH = 15 in 0..=100;
    /// Centipawns for a piece on a goal.
    ON_GOAL = 150 in 0..=1000;
    /// Centipawns for each square that a pawn can slide to.
    PAWN_MOBILITY = 2 in 0..=20;
    /// Centipawns for each square that another piece can slide to.
    PIECE_MOBILITY = 3 in 0..=20;
    /// Percent of its value that a frozen piece loses.
    FROZEN_LOSS = 25 in 0..=100;
    /// Centipawns that a side loses whose king is frozen.
    FROZEN_KING = 60 in 0..=300;
    /// Centipawns for each free enemy piece, other than a pawn, at most two steps from the king.
    NEAR_KING = 12 in 0..=100;
    /// Centipawns for each square beside the king that is empty and in an enemy piece's reach.
    OPEN_KING = 3 in 0..=50;
    /// Centipawns for having the move.
    TEMPO = 12 in 0..=50;

    /// What a capture in quiescence may be worth beyond its victims, in centipawns.
    DELTA = 200 in 0..=1000;
    /// Plies of quiescence in which a king in danger may be saved by moves that take nothing.
    EVASION_PLIES = 4 in 1..=20;
    /// Plies of quiescence in which all captures are searched.
    WIDE_PLIES = 8 in 2..=20;
    /// How many captures are searched after that.
    NARROW_MOVES = 1 in 1..=10;
    /// First half-width of the aspiration window in centipawns.
    ASPIRATION_WINDOW = 25 in 5..=200;
    /// Half-width in centipawns beyond which the window is opened.
    ASPIRATION_MOST = 1000 in 100..=5000;
    /// Least depth with an aspiration window.
    ASPIRATION_DEPTH = 4 in 1..=10;
    /// Least depth of a null move.
    NULL_DEPTH = 3 in 1..=8;
    /// Plies that a null move saves at least.
    NULL_REDUCTION = 3 in 1..=6;
    /// Depth for each ply more that a null move saves.
    NULL_DEPTH_DIVISOR = 4 in 2..=10;
    /// Least depth of late move reductions.
    LATE_DEPTH = 3 in 1..=8;
    /// How many moves are searched in full before reductions begin.
    LATE_MOVES = 3 in 1..=10;
    /// The part of a late move's reduction that all have, in hundredths of a ply.
    LATE_BASE = 160 in 0..=200;
    /// Divisor of the part that grows with depth and number of the move: the product of their
    /// logarithms, in hundredths.
    LATE_DIVISOR = 220 in 100..=500;
    /// History that changes the reduction by a ply.
    LATE_HISTORY = 6000 in 1000..=16000;
    /// Plies before the move limit from which the table's scores are not trusted any more.
    NEAR_MOVE_LIMIT = 20 in 0..=50;
    /// What a cut-off adds to the history of its move, times the square of the depth.
    HISTORY_BONUS = 8 in 1..=64;
    /// The most that it adds.
    HISTORY_BONUS_MOST = 1600 in 100..=8000;
    /// Plies of depth that a table entry may lose and yet replace one of the same position.
    REPLACE_SHALLOWER = 3 in 0..=20;
    /// Plies of depth that a table entry is worth less for each search since.
    AGE_COST = 4 in 0..=20;

    /// Moves that a game is expected to last still, where no time control is announced.
    MOVES_LEFT = 30 in 10..=100;
    /// Percent of the increment that is spent with each move.
    INCREMENT_SPENT = 75 in 0..=100;
    /// Percent of its share of the clock after which a move begins no new iteration.
    SOFT_SHARE = 60 in 10..=200;
    /// Percent of its share of the clock that a move may take.
    HARD_SHARE = 250 in 50..=1000;
    /// Percent of the clock that a move may take.
    CLOCK_SHARE = 50 in 10..=90;
    /// The same for the last move before the time control.
    LAST_MOVE_SHARE = 90 in 10..=95;
}

/// A game whose pieces have values.
pub trait Evaluable: Game {
    /// Centipawns for a piece of each kind. A king has no price: losing it loses the game.
    const VALUES: ByKind<i32>;
}

macro_rules! values {
    ($($game:ident { $($kind:ident $value:ident)+ })+) => {$(
        impl Evaluable for $game {
            const VALUES: ByKind<i32> = {
                let mut values = [0; PieceKind::NUM];
                $(values[PieceKind::$kind as usize] = $value;)+
                ByKind(values)
            };
        }
    )+};
}

values! {
    Ultima {
        Pawn BAROQUE_PAWN
        Withdrawer BAROQUE_WITHDRAWER
        Leaper BAROQUE_LEAPER
        Chameleon BAROQUE_CHAMELEON
        Immobilizer BAROQUE_IMMOBILIZER
        Coordinator BAROQUE_COORDINATOR
    }
    Maxima {
        Pawn MAXIMA_PAWN
        Withdrawer MAXIMA_WITHDRAWER
        Leaper MAXIMA_LEAPER
        Chameleon MAXIMA_CHAMELEON
        Immobilizer MAXIMA_IMMOBILIZER
        Coordinator MAXIMA_COORDINATOR
        Mage MAXIMA_MAGE
        Guard MAXIMA_GUARD
    }
    Rococo {
        Pawn ROCOCO_PAWN
        Withdrawer ROCOCO_WITHDRAWER
        Leaper ROCOCO_LEAPER
        Chameleon ROCOCO_CHAMELEON
        Immobilizer ROCOCO_IMMOBILIZER
        Advancer ROCOCO_ADVANCER
        Swapper ROCOCO_SWAPPER
    }
    Renaissance {
        Pawn RENAISSANCE_PAWN
        Withdrawer RENAISSANCE_WITHDRAWER
        Leaper RENAISSANCE_LEAPER
        Chameleon RENAISSANCE_CHAMELEON
        Immobilizer RENAISSANCE_IMMOBILIZER
        Coordinator RENAISSANCE_COORDINATOR
        Resurrector RENAISSANCE_RESURRECTOR
        Bomb RENAISSANCE_BOMB
        Pusher RENAISSANCE_PUSHER
        Puller RENAISSANCE_PULLER
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_lie_in_their_ranges() {
        for param in PARAMS {
            assert!((param.least..=param.most).contains(&param.value), "{param:?}");
        }
    }
}
