//! Check for tables whose threats [`threats`](super::threats) does not know: a move is legal if
//! after it no move of the other side captures the king. Slow, and right for any table.

use std::ops::ControlFlow;

use super::ends::winning;
use super::generate::Generator;
use super::{play, victims};
use crate::piece::{Methods, PieceInfo};
use crate::position::table::Table;
use crate::{Bits, Color, Game, GenType, Grid, Move, MoveGroup, Options, Position, Square};

/// Whether check in a game must be found this way.
pub fn is_needed<G: Grid>(table: &Table<G>) -> bool {
    let rows = table.pieces.0;
    let any = |test: fn(&PieceInfo<G::Bits>) -> bool| rows.iter().any(test);
    let [king, others @ ..] = rows else {
        return false;
    };
    let freezes_captor = |row: &PieceInfo<G::Bits>| {
        let is_frozen = |kind| row.freezes.has(kind) && !row.freezes_all();
        table.pieces.kinds().any(|kind| is_frozen(kind) && threatens(table.pieces.info(kind)))
    };
    table.only_to_take.is_some()
        || any(|row| row.methods.intersects(Methods::SWAP | Methods::DESTROY | Methods::PROMOTE))
        || any(|row| row.displaces.jumps())
        || any(|row| row.methods.intersects(BY_SLIDES) && !row.moves.slides_only())
        || any(|row| row.has(Methods::LEAP) && !row.only_slides_as_queen())
        || others.iter().any(|row| row.has(Methods::ROYAL))
        || (any(|row| row.has(Methods::IMITATE)) && king.methods.intersects(BY_SLIDES))
        || any(|row| row.freezes_all() && threatens(row))
        || rows.iter().any(freezes_captor)
}

/// The methods whose threats are known for pieces that slide.
const BY_SLIDES: Methods =
    Methods::CAPTURES.difference(Methods::DISPLACE).difference(Methods::IMITATE);

fn threatens<B: Bits>(row: &PieceInfo<B>) -> bool {
    row.captures() || row.has(Methods::EXPLODE)
}

/// The legal moves.
pub fn generate<G: Game>(
    position: &Position<G>,
    gen_type: GenType,
    mut visitor: impl FnMut(MoveGroup<G::Geometry>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    pseudo_legal(position, gen_type, |group| {
        let safe = |&to: &Square| is_safe(position, group.to(to));
        let quiets = group.quiets.iter().filter(safe).collect();
        let captures = group.captures.iter().filter(safe).collect();
        visitor(MoveGroup { quiets, captures, ..group })
    })
}

/// The moves that are legal but for the safety of the own king.
fn pseudo_legal<G: Game>(
    position: &Position<G>,
    gen_type: GenType,
    mut visitor: impl FnMut(MoveGroup<G::Geometry>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let generator = Generator::without_check(position);
    generator.moves(gen_type, &mut visitor)?;
    generator.acts(gen_type, visitor)
}

/// Whether a pseudo-legal move leaves the own king on the board, if there is one, and safe, or wins
/// at once.
pub fn is_safe<G: Game>(position: &Position<G>, mv: Move) -> bool {
    let side = position.side();
    if position.board().king(side).is_none() || winning(position, mv.from()).has(mv.to()) {
        return true;
    }
    let mut next = *position;
    next.setup.swap_ban = None;
    play(position, mv, &mut next.setup);
    next.board().king(side).is_some() && !is_attacked(&next, side)
}

/// Whether the king of a side could be captured if the other side were to move.
pub fn is_attacked<G: Game>(position: &Position<G>, color: Color) -> bool {
    let Some(king) = position.board().king(color) else {
        return false;
    };
    if position.options().contains(Options::NO_CHECK) {
        return false;
    }
    let mut enemy = *position;
    enemy.setup.side = !color;
    let captures_king = |group: MoveGroup<G::Geometry>| {
        let captures = |to| victims(&enemy, group.to(to)).has(king);
        match group.captures.iter().any(captures) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    pseudo_legal(&enemy, GenType::Captures, captures_king).is_break()
}
