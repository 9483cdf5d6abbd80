//! Repelling (rules, 10): without moving, a piece sends an adjacent enemy one square straight away,
//! if that square is empty.

use crate::custom::definition::Immune;
use crate::custom::generator::candidates::{Action, Candidate};
use crate::custom::generator::context::MoveContext;
use crate::custom::generator::takes::Captures;
use crate::{Direction, PieceKind, Square};

impl MoveContext<'_> {
    /// Adds the acts of a piece that repels.
    ///
    /// ```
    /// use baroque_movegen::definition::{Act, Definition, PieceDefinition};
    /// use baroque_movegen::{read_move, readable_unchecked};
    /// let siren = PieceDefinition { acts: vec![Act::Repel], ..PieceDefinition::new('S', "siren") };
    /// let pieces = vec![PieceDefinition::king(), siren, PieceDefinition::new('P', "pawn")];
    /// let drawn =
    ///     |drawing| Definition::from_drawing(drawing, pieces.clone()).unwrap().start_position();
    /// let before = drawn("
    ///   4  K  .  .  .  k
    ///   3  .  .  p  .  .
    ///   2  .  .  S  p  P
    ///   1  .  .  p  .  .
    ///      a  b  c  d  e
    /// ").unwrap();
    /// let after = drawn("
    ///   4  K  .  p  .  k
    ///   3  .  .  .  .  .
    ///   2  .  .  S  p  P
    ///   1  .  .  p  .  .
    ///      a  b  c  d  e
    /// ").unwrap();
    /// let mv = read_move(&before, "c2c3").unwrap();
    /// assert_eq!(readable_unchecked(&before, mv), "Sc2*>c3");
    /// assert_eq!(before.play_unchecked(mv).to_string(), after.to_string());
    /// // Behind d2 stands a pawn, behind c1 the board ends.
    /// assert!(["c2d2", "c2c1"].iter().all(|text| read_move(&before, text).is_err()));
    /// ```
    pub fn repel(&self, kind: PieceKind, from: Square, all: &mut Vec<Candidate>) {
        let open = self.open_to(kind, Immune::REPEL);
        for direction in Direction::ALL {
            let step = |square| self.program.step(direction as usize, square);
            let Some(target) = step(from).filter(|&target| open.has(target)) else { continue };
            let Some(beyond) = step(target).filter(|&beyond| !self.occupied.has(beyond)) else {
                continue;
            };
            all.push(Candidate::new(kind, from, target, Action::Repel(beyond), Captures::NONE));
        }
    }
}
