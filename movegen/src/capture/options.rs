//! Options of methods, powers and games.

use bitflags::bitflags;

use super::leap::LeapRules;

bitflags! {
    /// What a rule set changes about methods and powers, and about the end of the game. The usual
    /// rules are without any. A row of the piece table has those of its own methods, a game and a
    /// rule set those of all rows (rules, 2 to 6).
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub struct RuleFlags: u32 {
        /// Leap: one jump a move (`leap=single`).
        const SINGLE_LEAP = 1 << 0;
        /// Leap: no sliding on behind a victim (`land=stop`).
        const STOP_BEHIND = 1 << 1;
        /// Coordinate: only on corners that are new (`coordinator=delft`).
        const DELFT_CORNERS = 1 << 2;
        /// Imitate: a move that leaps captures only what it jumps over (`chameleon=pure`).
        const LEAP_ALONE = 1 << 3;
        /// Imitate: a move onto a king captures only the king.
        const ROYAL_ALONE = 1 << 4;
        /// Swap: only with enemies (`swapfriends=off`).
        const SWAP_ENEMIES = 1 << 5;
        /// Swap: it may not be reversed at once, nor any other with the same two squares (the
        /// fourth FEN field).
        const SWAP_BAN = 1 << 6;
        /// Freezing: a freezer or a piece that freezes freezers, adjacent to the enemy freezer,
        /// frees the other pieces of its side from it, but not itself (`freeze=pure`; MacKay's
        /// "pure" rules).
        ///
        /// ```
        /// use baroque_movegen::{Color, Position, RuleSwitches, Ultima, bitboard, ultima::Rules};
        /// let frozen = |switches| {
        ///     let rules = Rules::default().with_overrides(switches).unwrap();
        ///     let position = Position::<Ultima>::from_fen("8/8/8/3i4/2P1X3/8/8/8", rules).unwrap();
        ///     position.frozen(Color::White)
        /// };
        /// assert_eq!(frozen("freeze=strict"), bitboard! {
        ///     . . . . . . . .
        ///     . . . . . . . .
        ///     . . . . . . . .
        ///     . . . i . . . .
        ///     . . X . X . . .
        ///     . . . . . . . .
        ///     . . . . . . . .
        ///     . . . . . . . .
        /// });
        /// // The chameleon on e4 frees its friend, but not itself.
        /// assert_eq!(frozen("freeze=pure"), bitboard! {
        ///     . . . . . . . .
        ///     . . . . . . . .
        ///     . . . . . . . .
        ///     . . . i . . . .
        ///     . . P . X . . .
        ///     . . . . . . . .
        ///     . . . . . . . .
        ///     . . . . . . . .
        /// });
        /// ```
        const PURE_FREEZE = 1 << 7;
        /// Removing an own frozen piece other than the king is a move (`suicide=on`).
        const SUICIDE = 1 << 8;
        /// A piece on the n-th rank of its side, except the king, goes at most n squares
        /// (`ranklimit=on`; Abbott 1968).
        const RANK_LIMIT = 1 << 9;
        /// Captured pieces go to hands and can be dropped.
        const HANDS = 1 << 10;
        /// A piece that is pushed or pulled captures what it would capture by making that move
        /// itself (rules, 6).
        const FORCED_CAPTURES = 1 << 11;
        /// A side without a king has lost.
        const LOST_WITHOUT_KING = 1 << 12;
        /// The king may be left in check, and be captured (`object=capture`).
        const NO_CHECK = 1 << 13;
        /// A side that has only its king left has lost.
        const BARE_KING_LOSES = 1 << 14;
        /// The side to move draws, and does not lose, if it has no legal move and is not in check
        /// (`stalemate=draw`).
        const STALEMATE_DRAWS = 1 << 15;
    }
}

impl RuleFlags {
    /// How far a leaping move may go.
    #[inline(always)]
    pub const fn leap(self) -> LeapRules {
        LeapRules {
            several: !self.contains(Self::SINGLE_LEAP),
            slide_on: !self.contains(Self::STOP_BEHIND),
        }
    }
}
