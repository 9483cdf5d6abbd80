//! Where something may stand that a piece can take, whatever the board: a quick test before the
//! search for check.

use super::paths::queen_line;
use super::program::{Kind, Program};
use crate::custom::definition::{Act, Method, Squares};
use crate::{Bitboard, Color, CustomBoard, Direction, Geometry, Square};

impl Program {
    /// For each square on which a piece of a side may stand, the squares on which it could take
    /// something: a superset, for whatever stands on its ways.
    pub fn threats(&self, geometry: CustomBoard, side: Color, kind: &Kind) -> Vec<Squares> {
        let squares = geometry.squares();
        let threats = |from| match squares.has(from) {
            true => {
                self.threats_by_acts(squares, kind, from)
                    | self.threats_by_moving(squares, side, kind, from)
            }
            false => Bitboard::EMPTY,
        };
        (0..128).map(Square::new).map(threats).collect()
    }

    fn threats_by_acts(&self, squares: Squares, kind: &Kind, from: Square) -> Squares {
        let threats = kind.piece.acts.iter().map(|act| match act {
            Act::Destroy | Act::Explode => self.beside(from),
            Act::Rifle { .. } => {
                let lines = Direction::ALL.map(|direction| queen_line(direction).shape);
                let squares = lines.into_iter().flat_map(|line| self.squares(line, from, u8::MAX));
                squares.map(|(_, to)| to).collect()
            }
            Act::Imitate => squares,
            Act::Push | Act::Pull => squares.masked(self.forced_captures),
            Act::Swap { .. } | Act::Attract { .. } | Act::Repel | Act::Leave => Bitboard::EMPTY,
        });
        threats.fold(Bitboard::EMPTY, |all, squares| all | squares)
    }

    fn threats_by_moving(
        &self,
        squares: Squares,
        side: Color,
        kind: &Kind,
        from: Square,
    ) -> Squares {
        let step = |table, square| self.step(table, square).into_iter().collect();
        let mut threats = Bitboard::EMPTY;
        for path in &kind.paths[side] {
            let (mut before, mut last) = (from, path.shape.first);
            for (_, to) in self.squares(path.shape, from, path.farthest) {
                for take in &kind.piece.takes {
                    threats |= match take.method {
                        Method::Displace | Method::Leap { .. } => to.into(),
                        Method::Withdraw => step(path.shape.back, from),
                        Method::Approach => step(last, to),
                        Method::Fly => before.into(),
                        Method::Around { .. } | Method::Pincer { .. } => self.beside(to),
                        Method::Offset(_) => {
                            let offsets = kind.offsets[side].iter();
                            offsets.filter_map(|&table| self.step(table, to)).collect()
                        }
                        Method::Coordinate { .. } | Method::Plow | Method::Imitate { .. } => {
                            squares
                        }
                    };
                }
                (before, last) = (to, path.shape.then.unwrap_or(last));
            }
        }
        threats
    }
}
