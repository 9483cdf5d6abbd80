//! Immunity (rules, 10): a piece that is immune to a method or an act is not taken or moved that way,
//! nor by an imitator of the method; one that is immune to the pieces of a kind is not taken by them.
//! It keeps its immunity while it is neutralized. To be immune to freezing is to be never frozen.

use crate::PieceKind;
use crate::custom::definition::{Immune, Immunity, Squares};
use crate::custom::generator::context::MoveContext;

impl MoveContext<'_> {
    /// The enemies on which a piece of a kind can use a method or an act, shielded ones included.
    ///
    /// ```
    /// use baroque_movegen::definition::{
    ///     Act, Definition, Immune, Immunity, Method, PieceDefinition, Shape, Way,
    /// };
    /// use baroque_movegen::{Direction, Kinds, PieceKind, readable_unchecked};
    /// let ways = vec![Way::new(Shape::Line(Direction::North), u8::MAX)];
    /// let takes = vec![Method::Displace.into()];
    /// let rook = PieceDefinition { ways, takes, ..PieceDefinition::new('R', "rook") };
    /// let acts = vec![Act::Rifle { range: u8::MAX, free: u8::MAX, spotter: 1 }];
    /// let archer = PieceDefinition { acts, ..PieceDefinition::new('A', "archer") };
    /// let to_rifles = Immunity { to: Immune::RIFLE, ..Immunity::default() };
    /// let guard = PieceDefinition { immune: to_rifles, ..PieceDefinition::new('G', "guard") };
    /// let to_rooks = Immunity { kinds: Kinds::one(PieceKind::new(1)), ..Immunity::default() };
    /// let herald = PieceDefinition { immune: to_rooks, ..PieceDefinition::new('H', "herald") };
    /// let pieces = vec![PieceDefinition::king(), rook, archer, guard, herald];
    /// let drawing = "
    ///   3  g  h  g  h  .  k
    ///   2  .  .  .  .  .  .
    ///   1  A  A  R  R  .  .
    ///      a  b  c  d  e  f
    /// ";
    /// let start = Definition::from_drawing(drawing, pieces).unwrap().start_position().unwrap();
    /// let moves = start.legal_moves().into_iter().map(|mv| readable_unchecked(&start, mv));
    /// assert_eq!(
    ///     moves.collect::<Vec<_>>(),
    ///     ["Rc1-c2", "Rc1xc3", "Rd1-d2", "Ab1*xb3", "Ab1*xd3"]
    /// );
    /// ```
    #[inline]
    pub fn open_to(&self, by: PieceKind, method: Immune) -> Squares {
        let takes = !method.intersects(Immune::MOVING);
        let mut open = self.enemy;
        for &(kind, Immunity { to, kinds }) in &self.program.powers.immune {
            let immune = to.intersects(method) || takes && kinds.has(by);
            open = open - self.board.kind(kind).masked(immune);
        }
        open
    }
}
