//! Attracting (rules, 10): without moving, a piece brings the first piece on a queen line one
//! square nearer, if that is an enemy within range and not adjacent.

use crate::custom::definition::Immune;
use crate::custom::generator::candidates::{Action, Candidate};
use crate::custom::generator::context::MoveContext;
use crate::custom::generator::takes::Captures;
use crate::{Direction, PieceKind, Square};

impl MoveContext<'_> {
    /// Adds the acts of a piece that attracts.
    ///
    /// ```
    /// use baroque_movegen::definition::{Act, Definition, PieceDefinition};
    /// use baroque_movegen::{read_move, readable_unchecked};
    /// let acts = vec![Act::Attract { range: 3 }];
    /// let siren = PieceDefinition { acts, ..PieceDefinition::new('S', "siren") };
    /// let pieces = vec![PieceDefinition::king(), siren, PieceDefinition::new('P', "pawn")];
    /// let drawn =
    ///     |drawing| Definition::from_drawing(drawing, pieces.clone()).unwrap().start_position();
    /// let before = drawn("
    ///   4  K  .  .  .  k
    ///   3  .  .  p  .  .
    ///   2  p  .  .  .  .
    ///   1  S  .  .  .  p
    ///      a  b  c  d  e
    /// ").unwrap();
    /// let after = drawn("
    ///   4  K  .  .  .  k
    ///   3  .  .  .  .  .
    ///   2  p  p  .  .  .
    ///   1  S  .  .  .  p
    ///      a  b  c  d  e
    /// ").unwrap();
    /// let mv = read_move(&before, "a1c3").unwrap();
    /// assert_eq!(readable_unchecked(&before, mv), "Sa1<*c3");
    /// assert_eq!(before.play_unchecked(mv).to_string(), after.to_string());
    /// // The pawn on a2 is adjacent, that on e1 out of range.
    /// assert!(["a1a2", "a1e1"].iter().all(|text| read_move(&before, text).is_err()));
    /// ```
    pub fn attract(&self, kind: PieceKind, from: Square, range: u8, all: &mut Vec<Candidate>) {
        let open = self.open_to(kind, Immune::ATTRACT);
        for direction in Direction::ALL {
            let Some((before, target, distance)) = self.first(from, direction) else { continue };
            if open.has(target) && before != from && distance <= range {
                all.push(Candidate::new(
                    kind,
                    from,
                    target,
                    Action::Attract(before),
                    Captures::NONE,
                ));
            }
        }
    }
}
