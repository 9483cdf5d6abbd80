//! Plowing (rules, 10): a slide may enter the first occupied square of its line and pushes the
//! unbroken line of pieces on by one. A piece that is pushed off the board, or onto a square that
//! does not exist, is taken, whoever owns it; the move is illegal if that is an own royal piece or
//! a shielded enemy. The plow stops on the square that it entered, and takes nothing else.

use crate::custom::definition::{ImitatedBy, Immune, Method};
use crate::custom::generator::candidates::{Action, Candidate};
use crate::custom::generator::context::MoveContext;
use crate::custom::generator::paths::{Path, Reach};
use crate::custom::generator::takes::Captures;
use crate::custom::generator::ways::Found;
use crate::{Bitboard, PieceKind, Square};

impl MoveContext<'_> {
    /// The push of all pieces in line from the one that a slide comes to. An imitator pushes off an
    /// enemy that would push it off.
    ///
    /// ```
    /// use baroque_movegen::definition::{Definition, Method, PieceDefinition, Way};
    /// use baroque_movegen::{Directions, read_move, readable_unchecked};
    /// let (ways, takes) = (Way::lines(Directions::ROOK, u8::MAX), vec![Method::Plow.into()]);
    /// let plow = PieceDefinition { ways, takes, ..PieceDefinition::new('S', "snowplow") };
    /// let pieces = vec![PieceDefinition::king(), plow, PieceDefinition::new('P', "pawn")];
    /// let drawn =
    ///     |drawing| Definition::from_drawing(drawing, pieces.clone()).unwrap().start_position();
    /// let before = drawn("
    ///   4  .  .  .  .  .  k
    ///   3  .  .  p  .  .  .
    ///   2  P  .  S  p  P  p
    ///   1  .  .  K  .  .  .
    ///      a  b  c  d  e  f
    /// ").unwrap();
    /// let moves = before.legal_moves().into_iter().map(|mv| readable_unchecked(&before, mv));
    /// let moves: Vec<_> = moves.filter(|text| text.starts_with('S')).collect();
    /// // It cannot push its own king off the board.
    /// assert_eq!(moves, ["Sc2>>a2xa2", "Sc2-b2", "Sc2>>d2xf2", "Sc2>>c3"]);
    /// let after = drawn("
    ///   4  .  .  .  .  .  k
    ///   3  .  .  p  .  .  .
    ///   2  P  .  .  S  p  P
    ///   1  .  .  K  .  .  .
    ///      a  b  c  d  e  f
    /// ").unwrap();
    /// let mv = read_move(&before, "c2d2").unwrap();
    /// assert_eq!(before.play_unchecked(mv).to_string(), after.to_string());
    /// ```
    pub fn plow(
        &self,
        kind: PieceKind,
        from: Square,
        path: &Path,
        found: &Found,
    ) -> Option<Candidate> {
        let table = if found.distance > 1 { path.shape.then? } else { path.shape.first };
        let last = self.last_in_line(table, from, found.to)?;
        let is_off = self.program.step(table, last).is_none();
        let pushed_off = Bitboard::from(last).masked(is_off);
        let goes = |reach: Reach| [true, false].iter().all(|&on| reach.covers(found.distance, on));
        let (content, victim) = (self.kind(kind), self.board.kind_at(last)?);
        let imitates = || {
            let open = self.open_to(kind, Immune::IMITATE) & self.enemy;
            let way = (path.shape, found.distance);
            let other = self.kind(victim);
            let would = |reach: Reach| reach.quiet && reach.displacing;
            let is_alike =
                other.piece.imitated == ImitatedBy::Own && other.goes(self.side, way, false, would);
            // A kind may be immune to itself.
            let is_open = open.has(last) && !other.piece.immune.kinds.has(victim);
            content.imitates.is_some() && is_off && is_open && is_alike
        };
        let by = match () {
            () if self.neutralized.has(from) => return None,
            () if content.has(&Method::Plow) && path.own.is_some_and(goes) => kind,
            () if imitates() => victim,
            () => return None,
        };
        let take = self.kind(by).piece.takes.iter().find(|take| take.method == Method::Plow)?;
        let own_royals = self.own & self.board.kinds(self.program.royal);
        let cannot_be = own_royals | (self.enemy - self.takeable(kind, Immune::PLOW));
        let captures = Captures::only(take.effect, pushed_off);
        let mut candidate = Candidate::new(kind, from, found.to, Action::Plow(table), captures);
        candidate.ring = self.ring_squares(found);
        (!pushed_off.intersects(cannot_be)).then_some(candidate)
    }

    /// The last piece of an unbroken line; `None` if it has no end, as on a cylinder.
    pub fn last_in_line(&self, table: usize, from: Square, first: Square) -> Option<Square> {
        let mut last = first;
        loop {
            // The plow has left its square.
            let stands = |next: &Square| self.occupied.has(*next) && *next != from;
            match self.program.step(table, last).filter(stands) {
                None => return Some(last),
                Some(next) if next == first => return None,
                Some(next) => last = next,
            }
        }
    }
}
