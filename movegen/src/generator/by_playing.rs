//! Check for tables whose threats [`threats`](super::threats) does not know: a move is legal if
//! after it no move of the other side captures the king. Slow, and right for any table.

use std::ops::ControlFlow;

use super::ends::winning;
use super::generate::Generator;
use super::{Visitor, play, victims};
use crate::piece::movement::Directions;
use crate::piece::{Methods, PieceInfo};
use crate::position::table::Table;
use crate::{Bits, Color, Game, GenType, Grid, Kinds, Move, MoveGroup, Options, Position, Square};

/// Whether check in a game must be found this way: unless kings may be captured, or all pieces are
/// of sorts whose threats are known.
pub fn is_needed<G: Grid>(table: &Table<G>) -> bool {
    let (rows, options) = (table.pieces.rows, table.options);
    let is_known = |(row, info): (usize, &PieceInfo<G::Bits>)| match row {
        0 => info.has(Methods::ROYAL) && info.freezes == Kinds::NONE && is_displacer(info),
        _ => is_known_piece(table, info),
    };
    let limits_displacers = options.contains(Options::RANK_LIMIT)
        && rows.iter().skip(1).any(|row| row.has(Methods::DISPLACE));
    let known = rows.iter().enumerate().all(is_known)
        && table.only_to_take.is_none()
        && !limits_displacers
        && !options.contains(Options::HANDS);
    !known && !options.contains(Options::NO_CHECK)
}

/// Whether the threats of a piece other than a king are known: it displaces, leaps or imitates and
/// does nothing else, or it slides and captures by methods that depend on where it lands.
fn is_known_piece<G: Grid>(table: &Table<G>, row: &PieceInfo<G::Bits>) -> bool {
    let methods = row.methods.difference(Methods::UNFREEZABLE);
    let captures = match methods {
        Methods::DISPLACE => is_displacer(row),
        Methods::LEAP | Methods::IMITATE => {
            row.moves.directions() == Directions::QUEEN && row.moves.is_far_reaching()
        }
        _ => Methods::LANDING.union(Methods::PINCER).contains(methods),
    };
    let freezes_captors = || {
        let captures = |kind| table.pieces.info(kind).captures();
        table.pieces.kinds().any(|kind| row.freezes.has(kind) && captures(kind))
    };
    let freezing = match row.freezes {
        Kinds::NONE => true,
        Kinds::ALL => !row.captures(),
        _ => !freezes_captors(),
    };
    let moves = row.moves.only_slides() || methods == Methods::DISPLACE;
    captures && freezing && moves
}

/// Whether a piece displaces, without jumps, and has no other method.
fn is_displacer<B: Bits>(row: &PieceInfo<B>) -> bool {
    let others = Methods::DISPLACE.union(Methods::ROYAL).union(Methods::UNFREEZABLE);
    others.contains(row.methods) && !row.displaces.jumps()
}

/// The legal moves.
pub fn generate<G: Game>(
    position: &Position<G>,
    gen_type: GenType,
    visitor: Visitor<G>,
) -> ControlFlow<()> {
    let generator = Generator::without_check(position);
    pseudo_legal(generator, gen_type, &mut |group| {
        let safe = |&to: &Square| is_safe(position, group.to(to));
        let quiets = group.quiets.iter().filter(safe).collect();
        let captures = group.captures.iter().filter(safe).collect();
        visitor(MoveGroup { quiets, captures, ..group })
    })
}

/// The moves that are legal but for the safety of the own king.
fn pseudo_legal<G: Game>(
    generator: Generator<G>,
    gen_type: GenType,
    visitor: Visitor<G>,
) -> ControlFlow<()> {
    generator.moves(gen_type, visitor)?;
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
    let mut captures_king = |group: MoveGroup<G::Geometry>| {
        let captures = |to| victims(&enemy, group.to(to)).has(king);
        match group.captures.iter().any(captures) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    // A piece gives check on squares that it may not enter for other reasons.
    let generator = Generator { unlimited: true, ..Generator::without_check(&enemy) };
    pseudo_legal(generator, GenType::Captures, &mut captures_king).is_break()
}
