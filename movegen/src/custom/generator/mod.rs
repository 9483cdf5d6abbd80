//! The generator of definitions: moves of games with words that tables do not have, or whose threats the
//! generator of tables does not know (rules, 10).
//!
//! Each kind of piece has the cheapest form that plays it exactly ([`forms`]): what takes only what it
//! displaces moves by sets ([`rays`]); so do what takes in ways on which the landing square decides
//! ([`landings`]) and what imitates such pieces ([`imitations`]); for others each square where it may take
//! something ([`sight`]) is asked ([`ways`]), method by method ([`takes`]). A move on which the safety of royal
//! pieces may depend is played to be judged ([`safety`]).

mod acts;
mod candidates;
mod context;
mod explain;
pub mod forms;
mod guards;
mod imitations;
mod landings;
mod moves;
pub mod paths;
pub mod placement;
mod play;
mod powers;
pub mod program;
mod rays;
mod readable;
mod safety;
mod sight;
mod takes;
mod threats;
mod ways;

use std::ops::ControlFlow;

pub use candidates::Action;
use candidates::Candidate;
use context::MoveContext;
pub use explain::{attacks, capture_hint, explain_captures, illegal_movement, why_not_taken};
use forms::{Form, Goes};
use moves::Moves;
use program::Program;
pub use readable::readable;
use safety::Safety;
use sight::Mover;

use crate::custom::definition::Squares;
use crate::interrupt::{self, is_interrupted};
use crate::position::execution::Visitor;
use crate::table::ends::reached_goal;
use crate::{
    Bitboard, Board, Color, CustomBoard, CustomGame, EndReason, GenType, Geometry, Move, MoveGroup,
    Outcome, Piece, PieceKind, Position, Setup, Special, Square,
};

/// Calls the visitor with groups of legal moves.
pub fn generate(
    program: &Program,
    position: &Position<CustomGame>,
    gen_type: GenType,
    visitor: Visitor<CustomGame>,
) -> ControlFlow<()> {
    let context = MoveContext::new(program, position, position.side());
    let safety = Safety::new(program, position);
    let legal = |mv: &Candidate| safety.is_kept(mv);
    let wanted = |mv: &Candidate| gen_type == GenType::All || !mv.captures.all().is_empty();
    let movable = context.own.masked(!is_placing(program, position));
    let mut moves = Moves::default();
    for (kind, _) in context.kinds() {
        let pieces = movable & context.board.kind(kind);
        if pieces.is_empty() {
            continue;
        }
        let sight = context.sight(kind);
        for from in pieces {
            context.moves(&Mover { kind, from, sight: &sight }, &mut moves);
            let Moves { quiets, captures, others } = &mut moves;
            if !others.is_empty() {
                candidates::tell_apart(others, legal, |mv| result(program, position, mv));
                others.retain(|mv| wanted(mv) && legal(mv));
            }
            let quiets = quiets.masked(gen_type == GenType::All);
            let quiets = safety.quiets_kept(kind, from, quiets);
            let captures = safety.captures_kept(&context, kind, from, *captures);
            // Then moves may be among them that are not legal.
            if is_interrupted() {
                return ControlFlow::Break(());
            }
            visit(MoveGroup::plain(kind, from, quiets, captures), others, visitor)?;
        }
    }
    if gen_type == GenType::All {
        for kind in held(program, position) {
            let safe = |&to: &Square| legal(&Candidate::drop(kind, to));
            let quiets = drops(&context, position).iter().filter(safe).collect();
            let special = Special::Piece(kind);
            visitor(MoveGroup { kind, from: None, special, quiets, captures: Bitboard::EMPTY })?;
        }
    }
    ControlFlow::Continue(())
}

/// Whether there is a legal move. Looks only for the first one.
pub fn has_moves(program: &Program, position: &Position<CustomGame>) -> bool {
    let context = MoveContext::new(program, position, position.side());
    let legal = |mv: &Candidate| is_safe(program, position, mv);
    let moves = |(from, kind)| context.candidates(kind, from).others.iter().any(legal);
    let may_drop =
        |kind| drops(&context, position).iter().any(|to| legal(&Candidate::drop(kind, to)));
    let movable = context.own.masked(!is_placing(program, position)).iter();
    let mut pieces = movable.filter_map(|from| Some((from, position.kind_at(from)?)));
    pieces.any(moves) || held(program, position).any(may_drop)
}

/// Whether pieces are placed before play.
fn is_placing(program: &Program, position: &Position<CustomGame>) -> bool {
    program.next_to_place(position.board()).is_some()
}

/// The kinds that the side to move may drop.
fn held(program: &Program, position: &Position<CustomGame>) -> impl Iterator<Item = PieceKind> {
    let (board, side) = (*position.board(), position.side());
    let may_drop = move |kind: &PieceKind| {
        program.placing.as_ref().is_none_or(|placing| placing.may_place(&board, side, *kind))
    };
    board.hand(side).kinds().filter(may_drop)
}

/// The squares on which the side to move may drop.
fn drops(context: &MoveContext, position: &Position<CustomGame>) -> Squares {
    if let Some(placing) = &context.program.placing {
        return placing.squares(position.board(), context.side);
    }
    let empty = position.geometry().squares() - context.occupied;
    context.program.drop.map_or(empty, |zone| empty & zone[context.side])
}

/// Calls the visitor with the moves of a piece, those with the same special effect together; those of `plain`
/// have none.
fn visit(
    mut plain: MoveGroup<CustomBoard>,
    others: &[Candidate],
    visitor: Visitor<CustomGame>,
) -> ControlFlow<()> {
    let add = |group: &mut MoveGroup<CustomBoard>, mv: &Candidate| {
        let captures = !mv.captures.all().is_empty();
        group.captures |= Bitboard::from(mv.to).masked(captures);
        group.quiets |= Bitboard::from(mv.to).masked(!captures);
    };
    for mv in others.iter().filter(|mv| mv.special == Special::Normal) {
        add(&mut plain, mv);
    }
    if !(plain.quiets | plain.captures).is_empty() {
        visitor(plain)?;
    }
    for (index, Candidate { special, .. }) in others.iter().enumerate() {
        let is_same = |mv: &&Candidate| mv.special == *special;
        if *special == Special::Normal || others[..index].iter().any(|mv| is_same(&mv)) {
            continue;
        }
        let (quiets, captures) = (Bitboard::EMPTY, Bitboard::EMPTY);
        let mut group = MoveGroup { special: *special, quiets, captures, ..plain };
        others[index..].iter().filter(is_same).for_each(|mv| add(&mut group, mv));
        visitor(group)?;
    }
    ControlFlow::Continue(())
}

/// The move of the side to move that a [`Move`] stands for, legal but for the safety of royal pieces;
/// `None` if there is none.
fn find(program: &Program, position: &Position<CustomGame>, mv: Move) -> Option<Candidate> {
    let (from, to) = (mv.from(), mv.to());
    let squares = position.geometry().squares();
    if !squares.has(from) || !squares.has(to) {
        return None;
    }
    let context = MoveContext::new(program, position, position.side());
    if let Some(kind) = mv.dropped() {
        let held = held(program, position).any(|held| held == kind);
        return (held && drops(&context, position).has(to)).then(|| Candidate::drop(kind, to));
    }
    let movable = context.own.masked(!is_placing(program, position));
    let kind = position.kind_at(from).filter(|_| movable.has(from))?;
    let content = context.kind(kind);
    if content.is_known_by_squares() && !context.frozen.has(from) && mv.special() == Special::Normal
    {
        return context.goes(kind, from, to).then(|| context.landing_on(kind, from, to));
    }
    let mut candidates = context.leading_to(to).candidates(kind, from);
    candidates.others.retain(|mv| mv.to == to);
    candidates::tell_apart(
        &mut candidates.others,
        |mv| is_safe(program, position, mv),
        |mv| result(program, position, mv),
    );
    candidates.others.iter().find(|found| found.special == mv.special()).copied()
}

/// What a legal move does.
fn legal(program: &Program, position: &Position<CustomGame>, mv: Move) -> Option<Candidate> {
    known_by_squares(program, position, mv).or_else(|| find(program, position, mv))
}

/// What a legal move does, if its squares alone tell that.
#[inline]
fn known_by_squares(
    program: &Program,
    position: &Position<CustomGame>,
    mv: Move,
) -> Option<Candidate> {
    let (from, to, special) = (mv.from(), mv.to(), mv.special());
    if from == to || mv.dropped().is_some() {
        return None;
    }
    let kind = position.kind_at(from)?;
    let content = &program.kinds[kind.index()];
    let is_empty = !position.board().occupied().has(to);
    let mut candidate = match content.goes {
        Goes::OrShoots if !is_empty => Candidate::shot(kind, from, to),
        Goes::OrActsOnPieces if !is_empty => return None,
        Goes::Otherwise => return None,
        _ if content.form == Form::Displaces => {
            Candidate::going(kind, from, to, (!is_empty).then_some(content.effect))
        }
        _ => MoveContext::unfrozen(program, position, position.side()).landing_on(kind, from, to),
    };
    candidate.special = special;
    Some(candidate)
}

/// Whether a move is legal except that it may leave a royal piece in check.
pub fn is_pseudo_legal(program: &Program, position: &Position<CustomGame>, mv: Move) -> bool {
    find(program, position, mv)
        .is_some_and(|mv| keeps_limit(program, &after(program, position, &mv)))
}

/// Whether a move is legal.
pub fn is_legal(program: &Program, position: &Position<CustomGame>, mv: Move) -> bool {
    find(program, position, mv).is_some_and(|mv| is_safe(program, position, &mv))
        && !is_interrupted()
}

/// Plays a legal move on `next`, a copy of the position with the swap ban cleared. Returns whether it
/// is irreversible.
pub fn play(
    program: &Program,
    position: &Position<CustomGame>,
    mv: Move,
    next: &mut Setup<CustomGame>,
) -> bool {
    legal(program, position, mv).is_some_and(|mv| play::play(program, &mv, next, |_, _| ()))
}

/// Calls the visitor with each piece that a legal move takes.
pub fn for_each_capture(
    program: &Program,
    position: &Position<CustomGame>,
    mv: Move,
    visitor: impl FnMut(Square, Piece),
) {
    if let Some(mv) = legal(program, position, mv) {
        play::for_each_capture(program, position, &mv, visitor);
    }
}

/// The squares of the pieces that a legal move takes.
pub fn victims(program: &Program, position: &Position<CustomGame>, mv: Move) -> Squares {
    legal(program, position, mv).map_or(Bitboard::EMPTY, |mv| mv.captures.all())
}

/// What a legal move does; `None` for any other.
pub fn action(program: &Program, position: &Position<CustomGame>, mv: Move) -> Option<Action> {
    find(program, position, mv).map(|mv| mv.action)
}

/// The frozen pieces of a side.
pub fn frozen(program: &Program, position: &Position<CustomGame>, side: Color) -> Squares {
    powers::frozen(program, position, side)
}

/// The pieces of a side that its own pieces shield.
pub fn shielded(program: &Program, position: &Position<CustomGame>, side: Color) -> Squares {
    powers::shielded(program, position, side)
}

/// The position after a candidate move.
fn after(
    program: &Program,
    position: &Position<CustomGame>,
    mv: &Candidate,
) -> Position<CustomGame> {
    let mut next = position.clone();
    next.setup.swap_ban = None;
    play::play(program, mv, &mut next.setup, |_, _| ());
    next
}

/// What a candidate move leads to, as far as moves can differ.
fn result(
    program: &Program,
    position: &Position<CustomGame>,
    mv: &Candidate,
) -> (Board<CustomGame>, Option<[Square; 2]>) {
    let Setup { board, swap_ban, .. } = after(program, position, mv).setup;
    (board, swap_ban)
}

/// Whether a move leaves no more pieces in a zone than its limit allows.
fn keeps_limit(program: &Program, next: &Position<CustomGame>) -> bool {
    program.limit.is_none_or(|(zone, pieces)| {
        let is_kept = |color: Color| (next.board().color(color) & zone[color]).len() <= pieces;
        Color::ALL.into_iter().all(is_kept)
    })
}

/// Whether every move that is otherwise legal is legal.
fn may_ignore_safety(program: &Program) -> bool {
    program.royals_are_taken && program.limit.is_none()
}

/// Whether a move that is otherwise legal keeps the limits of zones and the own royal pieces safe, or
/// wins at once.
fn is_safe(program: &Program, position: &Position<CustomGame>, mv: &Candidate) -> bool {
    if may_ignore_safety(program) {
        return true;
    }
    let next = after(program, position, mv);
    if !keeps_limit(program, &next) {
        return false;
    }
    if is_placing(program, position) {
        // White makes the first move after the last piece.
        return !in_check(program, &next, Color::Black);
    }
    let side = position.side();
    let royals = |board: &Board<CustomGame>| (board.color(side) & board.kinds(program.royal)).len();
    let before = royals(position.board());
    let wins = || {
        position
            .table()
            .goal
            .is_some_and(|goal| goal.before_check && goal.is_reached(next.board(), side))
    };
    program.royals_are_taken
        || before == 0
        || royals(next.board()) == before && (wins() || !in_check(program, &next, side))
}

/// Whether a royal piece of a side could be taken if the other side were to move. Always false where
/// the object is to take it.
pub fn in_check(program: &Program, position: &Position<CustomGame>, side: Color) -> bool {
    let royals = position.board().color(side) & position.board().kinds(program.royal);
    if program.royals_are_taken || royals.is_empty() || is_placing(program, position) {
        return false;
    }
    let context = MoveContext::new(program, position, !side).attacking(royals);
    suspects(&context, |suspect| match is_attacker(&context, suspect) {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    })
    .is_break()
}

/// Calls the visitor with the pieces of the side that could take some of the targets on some board.
fn suspects<T>(
    context: &MoveContext,
    mut visitor: impl FnMut(&Mover) -> ControlFlow<T>,
) -> ControlFlow<T> {
    for (kind, content) in context.kinds() {
        let pieces = context.own & context.board.kind(kind);
        if pieces.is_empty() {
            continue;
        }
        let is_near = |from: &Square| context.threats(content, *from).intersects(context.wanted());
        let near: Squares = pieces.iter().filter(is_near).collect();
        if near.is_empty() {
            continue;
        }
        let sight = context.sight(kind);
        if sight.is_blind() && !content.acts_take {
            continue;
        }
        for from in near {
            visitor(&Mover { kind, from, sight: &sight })?;
        }
    }
    ControlFlow::Continue(())
}

/// Whether a piece could take a target if its side were to move.
fn is_attacker(context: &MoveContext, mover: &Mover) -> bool {
    let &Mover { kind, from, sight } = mover;
    if !sight.tells_all() || context.kind(kind).acts_take {
        return !attacked(context, mover).is_empty();
    }
    let is_able = !(context.frozen | context.neutralized).has(from) && !interrupt::step();
    is_able && !context.moves_as_sets(mover)[1].is_empty()
}

/// The targets of a context that a piece could take if its side were to move.
fn attacked(context: &MoveContext, mover: &Mover) -> Squares {
    let &Mover { kind, from, sight } = mover;
    let mut moves = Moves::default();
    context.moves(mover, &mut moves);
    let Moves { captures, others, .. } = &moves;
    let as_sets = match sight.form {
        Form::Lands | Form::Imitates => {
            captures.flat_map(|to| context.landing_on(kind, from, to).captures.all())
        }
        // They are what the piece displaces.
        Form::Displaces | Form::Asked => *captures,
    };
    others.iter().fold(as_sets, |all, mv| all | mv.captures.all()) & context.wanted()
}

/// The end of the game that the board shows without generating moves.
pub fn immediate_outcome(program: &Program, position: &Position<CustomGame>) -> Option<Outcome> {
    if is_placing(program, position) {
        return None;
    }
    without_royals(program, position)
        .or_else(|| reached_goal(position))
        .or_else(|| without_pieces(program, position))
}

/// A side that has lost because of what it has lost: royal pieces. Where both have, the side that just
/// moved has caught its own.
fn without_royals(program: &Program, position: &Position<CustomGame>) -> Option<Outcome> {
    let board = position.board();
    let lost = |color: Color| {
        let royals = (board.color(color) & board.kinds(program.royal)).len();
        program.missing_loses && royals < program.royals[color].max(1)
    };
    lose([!position.side(), position.side()], lost, EndReason::KingTaken)
}

/// The same: all pieces but royal ones, or all of some kinds; the side to move first.
fn without_pieces(program: &Program, position: &Position<CustomGame>) -> Option<Outcome> {
    let board = position.board();
    let is_bare = |color: Color| {
        let pieces = board.color(color);
        let royals = pieces & board.kinds(program.royal);
        let is_bare = pieces == royals && !royals.is_empty() && board.hand(color).is_empty();
        program.bare_loses && is_bare
    };
    let is_extinct = |color: Color| {
        program.extinct.is_some_and(|kinds| {
            let held = board.hand(color).kinds().any(|kind| kinds.has(kind));
            !held && (board.color(color) & board.kinds(kinds)).is_empty()
        })
    };
    let order = [position.side(), !position.side()];
    lose(order, is_bare, EndReason::BareKing)
        .or_else(|| lose(order, is_extinct, EndReason::Extinct))
}

fn lose(order: [Color; 2], has_lost: impl Fn(Color) -> bool, reason: EndReason) -> Option<Outcome> {
    let loser = order.into_iter().find(|&color| has_lost(color))?;
    Some(Outcome::win(!loser, reason))
}

#[cfg(test)]
mod tests {
    use crate::custom::definition::{
        Act, Backend, Definition, Method, PieceDefinition, Shape, Way,
    };
    use crate::{CustomGame, Directions, Position, read_move, readable_unchecked, uci};

    /// More than a set of numbers holds.
    #[test]
    fn a_piece_with_hundreds_of_ways_has_all_its_moves() {
        let leaps = (-15..=15).flat_map(|files| (-7..=7).map(move |ranks| (files, ranks)));
        let way = |(files, ranks)| Way::new(Shape::Leap(files, ranks), 1);
        let is_far = |&(files, ranks): &(i8, i8)| files.abs().max(ranks.abs()) > 1;
        let ways = leaps.filter(is_far).map(way).collect();
        let takes = vec![Method::Displace.into()];
        let jumper = PieceDefinition { ways, takes, ..PieceDefinition::new('J', "jumper") };
        let imitator = PieceDefinition {
            takes: vec![
                Method::Imitate { leap_alone: false, royal_alone: false, mount_is_jumped: false }
                    .into(),
            ],
            ..PieceDefinition::new('X', "imitator")
        };
        let empty = "  .".repeat(16);
        let rows: String = (2..=7).rev().map(|rank| format!("  {rank}{empty}\n")).collect();
        let dots = "  .".repeat(13);
        let files: String = ('a'..='p').map(|file| format!("  {file}")).collect();
        let drawing = format!("\n  8  j{dots}  j  k\n{rows}  1  X{dots}  J  K\n   {files}\n");
        let pieces = vec![PieceDefinition::king(), jumper, imitator];
        let mut game = Definition::from_drawing(&drawing, pieces).unwrap();
        game.end.royals_are_taken = true;
        let start = game.start_position().unwrap();
        let moves = start.legal_moves();
        let of = |from| moves.iter().filter(|mv| mv.from().index() == from).count();
        // All squares but its own, the five beside it and that of the imitator; both enemies that leap.
        assert_eq!((of(14), of(0)), (128 - 7, 2), "{start}");
    }

    #[test]
    fn a_move_stands_for_the_legal_one_of_its_text() {
        let rows = |letter, directions| PieceDefinition {
            ways: Way::lines(directions, u8::MAX),
            takes: vec![Method::Displace.into()],
            ..PieceDefinition::new(letter, "piece")
        };
        let pusher = PieceDefinition { acts: vec![Act::Push], ..rows('P', Directions::QUEEN) };
        let rook = rows('R', Directions::ROOK);
        let pieces =
            vec![PieceDefinition::king(), pusher, rook, PieceDefinition::new('N', "stone")];
        // To take on b3 leaves the king in check, to push parries it.
        let drawing = "
  4  r  .  .  .
  3  .  n  P  .
  2  .  .  .  .
  1  K  .  .  k
     a  b  c  d
";
        let game = Definition::from_drawing(drawing, pieces).unwrap();
        let rules = game.rules(Backend::General).unwrap();
        let start = Position::<CustomGame>::from_fen(&game.start, rules).unwrap();
        let moves = start.legal_moves();
        let texts: Vec<String> = moves.iter().map(|&mv| uci(&start, mv)).collect();
        assert!(
            texts.iter().any(|text| text == "c3b3") && texts.iter().all(|text| text != "c3b3h")
        );
        assert!(moves.iter().all(|&mv| start.is_legal(mv)), "{texts:?}");
        let push = read_move(&start, "c3b3").unwrap();
        assert!(readable_unchecked(&start, push).starts_with("Pc3>b3>a3"));
        assert!(start.is_act(push, Act::Push) && !start.is_act(push, Act::Pull));
        let next = start.play_unchecked(push);
        assert!(next.to_fen().starts_with("r3/nP2/4/K2k b "), "{}", next.to_fen());
    }
}
