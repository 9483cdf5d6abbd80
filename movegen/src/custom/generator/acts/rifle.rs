//! Shooting (rules, 10): without moving, a piece takes the first piece on a queen line, if that is
//! an enemy within `range`. Beyond `free` it must be spotted: an own piece other than the shooter,
//! king and frozen ones too, is at most `spotter` squares from the target on a straight line with
//! only empty squares between.

use crate::custom::definition::Immune;
use crate::custom::generator::candidates::Candidate;
use crate::custom::generator::context::MoveContext;
use crate::{Direction, PieceKind, Square};

impl MoveContext<'_> {
    /// Adds the shots of a piece.
    ///
    /// ```
    /// use baroque_movegen::definition::{Act, Definition, PieceDefinition};
    /// use baroque_movegen::readable_unchecked;
    /// let rifle = Act::Rifle { range: 3, free: 2, spotter: 1 };
    /// let archer = PieceDefinition { acts: vec![rifle], ..PieceDefinition::new('A', "archer") };
    /// let pieces = vec![PieceDefinition::king(), archer, PieceDefinition::new('P', "pawn")];
    /// let drawing = "
    ///   4  p  P  .  p  .  .  k
    ///   3  .  .  .  .  .  .  .
    ///   2  .  .  .  .  .  .  .
    ///   1  p  P  .  A  .  p  .
    ///      a  b  c  d  e  f  g
    /// ";
    /// let start = Definition::from_drawing(drawing, pieces).unwrap().start_position().unwrap();
    /// let moves = start.legal_moves().into_iter().map(|mv| readable_unchecked(&start, mv));
    /// // The pawn on b4 spots a4, and nobody spots d4.
    /// assert_eq!(moves.collect::<Vec<_>>(), ["Ad1*xf1", "Ad1*xa4"]);
    /// ```
    pub fn rifle(
        &self,
        kind: PieceKind,
        from: Square,
        [range, free, spotter]: [u8; 3],
        all: &mut Vec<Candidate>,
    ) {
        let takeable = self.takeable(kind, Immune::RIFLE);
        for direction in Direction::ALL {
            let Some((_, target, distance)) = self.first(from, direction) else { continue };
            let spotted = || {
                let sees = |direction| self.spotter(target, direction, spotter, from);
                Direction::ALL.into_iter().any(|direction| sees(direction).is_some())
            };
            if takeable.has(target) && distance <= range && (distance <= free || spotted()) {
                all.push(Candidate::shot(kind, from, target));
            }
        }
    }

    /// The own piece other than the shooter that sees a target from a direction.
    pub fn spotter(
        &self,
        target: Square,
        direction: Direction,
        range: u8,
        shooter: Square,
    ) -> Option<Square> {
        let (_, spotter, distance) = self.first(target, direction)?;
        let sees = distance <= range && spotter != shooter && self.own.has(spotter);
        sees.then_some(spotter)
    }
}
