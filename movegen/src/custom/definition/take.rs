//! What a piece takes, and what becomes of it.

use crate::Kinds;

/// A capture method and what becomes of its victims.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Take {
    /// The method.
    pub method: Method,
    /// What becomes of the victims.
    pub effect: Effect,
    /// Whether it is one of several methods of which only one may have a victim.
    ///
    /// ```
    /// use baroque_movegen::definition::{Definition, Method, PieceDefinition, Shape, Take, Way};
    /// use baroque_movegen::{Direction, readable_unchecked};
    /// let ways = vec![Way::new(Shape::Line(Direction::North), u8::MAX)];
    /// let one_of = |method: Method| Take { either: true, ..method.into() };
    /// let takes = [Method::Withdraw, Method::Approach].map(one_of).to_vec();
    /// let pushme = PieceDefinition { ways, takes, ..PieceDefinition::new('U', "pushme-pullyu") };
    /// let drawing = "
    ///   5  .  p  .  p  .
    ///   4  .  .  .  .  .
    ///   3  .  .  .  .  .
    ///   2  .  U  .  U  .
    ///   1  .  p  .  .  k
    ///      a  b  c  d  e
    /// ";
    /// let pieces = vec![PieceDefinition::king(), pushme, PieceDefinition::new('P', "pawn")];
    /// let start = Definition::from_drawing(drawing, pieces).unwrap().start_position().unwrap();
    /// let moves = start.legal_moves().into_iter().map(|mv| readable_unchecked(&start, mv));
    /// // On b4 it would take both b1 and b5.
    /// assert_eq!(moves.collect::<Vec<_>>(), ["Ub2-b3xb1", "Ud2-d3", "Ud2-d4xd5"]);
    /// ```
    pub either: bool,
}

impl From<Method> for Take {
    /// The method alone, with the usual effect.
    fn from(method: Method) -> Self {
        Self { method, effect: Effect::Capture, either: false }
    }
}

/// A capture method with its options.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Method {
    /// Takes the enemy on its destination.
    Displace,
    /// Takes enemies between its destination and an own piece.
    Pincer {
        /// Whether along files and ranks.
        orthogonal: bool,
        /// Whether along diagonals.
        diagonal: bool,
        /// The kinds of the own pieces.
        partners: Kinds,
    },
    /// Takes the enemy that it moves straight away from.
    Withdraw,
    /// Takes the enemy that it moves straight up to.
    Approach,
    /// Takes the enemies that it jumps over.
    Leap {
        /// Whether several in one move.
        several: bool,
        /// Whether it may go on after a jump.
        slide_on: bool,
    },
    /// Takes enemies on the corners between its destination and own pieces of some kinds.
    Coordinate {
        /// The kinds of the own pieces.
        with: Kinds,
        /// Whether a corner counts only if the move changed the line on which it lies.
        moved: bool,
    },
    /// Takes what is beside its destination.
    Around {
        /// Own pieces too.
        all: bool,
        /// Itself too, if it takes anything.
        itself: bool,
    },
    /// Enters the first occupied square of a slide and pushes the pieces in line on by one.
    Plow,
    /// Takes the enemy on the last square before its destination.
    Fly,
    /// Takes enemies at fixed distances from its destination: files and ranks, as White sees them.
    Offset(Vec<(i8, i8)>),
    /// Takes each enemy as that enemy would.
    Imitate {
        /// A move that jumps takes only what it jumps over.
        leap_alone: bool,
        /// A move onto a royal piece takes nothing else.
        royal_alone: bool,
        /// The piece over which a move with [`Mode::Jump`](super::Mode::Jump) goes counts as jumped.
        mount_is_jumped: bool,
    },
}

impl Method {
    /// Whether two ways between the same squares may take different pieces.
    pub(crate) const fn depends_on_way(&self) -> bool {
        matches!(
            self,
            Self::Withdraw
                | Self::Approach
                | Self::Fly
                | Self::Plow
                | Self::Leap { .. }
                | Self::Imitate { .. }
        )
    }
}

/// What becomes of a victim.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Effect {
    /// It leaves the board, for a hand where all captured pieces go to one.
    Capture,
    /// It leaves the game.
    Remove,
    /// It goes to the hand of the side that takes it.
    Hand,
    /// It changes sides where it stands.
    ///
    /// ```
    /// use baroque_movegen::definition::{Definition, Effect, Method, PieceDefinition, Take, Way};
    /// use baroque_movegen::{Directions, read_move, readable_unchecked};
    /// let ways = Way::lines(Directions::ROOK, u8::MAX);
    /// let takes = vec![Take { effect: Effect::Convert, ..Method::Approach.into() }];
    /// let turncoat = PieceDefinition { ways, takes, ..PieceDefinition::new('T', "turncoat") };
    /// let pieces = vec![PieceDefinition::king(), turncoat, PieceDefinition::new('R', "runner")];
    /// let drawn =
    ///     |drawing| Definition::from_drawing(drawing, pieces.clone()).unwrap().start_position();
    /// let before = drawn("
    ///   3  .  .  .  .  k
    ///   2  .  .  .  .  .
    ///   1  T  .  .  r  .
    ///      a  b  c  d  e
    /// ").unwrap();
    /// let after = drawn("
    ///   3  .  .  .  .  k
    ///   2  .  .  .  .  .
    ///   1  .  .  T  R  .
    ///      a  b  c  d  e
    /// ").unwrap();
    /// let mv = read_move(&before, "a1c1").unwrap();
    /// assert_eq!(readable_unchecked(&before, mv), "Ta1-c1xd1");
    /// assert_eq!(before.play_unchecked(mv).to_string(), after.to_string());
    /// ```
    Convert,
    /// It becomes another kind where it stands.
    ///
    /// ```
    /// use baroque_movegen::definition::{Definition, Effect, Method, PieceDefinition, Take, Way};
    /// use baroque_movegen::{Directions, PieceKind, read_move, readable_unchecked};
    /// let ways = Way::lines(Directions::ROOK, u8::MAX);
    /// let takes = vec![Take { effect: Effect::Demote, ..Method::Approach.into() }];
    /// let judge = PieceDefinition { ways, takes, ..PieceDefinition::new('J', "judge") };
    /// let pawn = PieceDefinition::new('P', "pawn");
    /// let taken_becomes = Some(PieceKind::new(2));
    /// let runner = PieceDefinition { taken_becomes, ..PieceDefinition::new('R', "runner") };
    /// let pieces = vec![PieceDefinition::king(), judge, pawn, runner];
    /// let drawn =
    ///     |drawing| Definition::from_drawing(drawing, pieces.clone()).unwrap().start_position();
    /// let before = drawn("
    ///   3  .  .  .  .  k
    ///   2  .  .  .  .  .
    ///   1  J  .  .  r  .
    ///      a  b  c  d  e
    /// ").unwrap();
    /// let after = drawn("
    ///   3  .  .  .  .  k
    ///   2  .  .  .  .  .
    ///   1  .  .  J  p  .
    ///      a  b  c  d  e
    /// ").unwrap();
    /// let mv = read_move(&before, "a1c1").unwrap();
    /// assert_eq!(readable_unchecked(&before, mv), "Ja1-c1xd1");
    /// assert_eq!(before.play_unchecked(mv).to_string(), after.to_string());
    /// ```
    Demote,
}

impl Effect {
    /// Number of effects.
    pub(crate) const NUM: usize = 5;
}
