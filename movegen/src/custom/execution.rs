//! Execution of the rules of custom games: by the generator of definitions, or by that of tables where
//! the definition says no more than a table.

use std::any::Any;
use std::borrow::Cow;
use std::cell::RefCell;
use std::ops::ControlFlow;

use super::definition::{Act, Definition, Squares};
use super::generator::placement::Placing;
use super::generator::program::Program;
use super::{CustomGame, CustomRules, generator};
use crate::position::attack::Attack;
use crate::position::execution::{Execution, Visitor};
use crate::table::TableExecution;
use crate::{
    CaptureHint, Color, CustomBoard, FenError, FenProblem, Game, GenType, IllegalReason, Kinds,
    Methods, Move, Outcome, Piece, PieceKind, PositionErrors, RuleFlags, Setup, Slides, Square,
};

type Position = crate::Position<CustomGame>;

/// Executes the rules of custom games.
pub struct CustomExecution;

/// What the generator of definitions plays; `None` where that of tables does.
#[inline(always)]
fn program(position: &Position) -> Option<&Program> {
    position.rules().program()
}

/// How pieces are placed before play.
#[inline(always)]
fn placing(rules: &CustomRules) -> Option<&Placing> {
    rules.program()?.placing.as_ref()
}

impl Execution<CustomGame> for CustomExecution {
    fn generate(
        position: &Position,
        gen_type: GenType,
        visitor: Visitor<CustomGame>,
    ) -> ControlFlow<()> {
        match program(position) {
            Some(program) => generator::generate(program, position, gen_type, visitor),
            None => TableExecution::generate(position, gen_type, visitor),
        }
    }

    fn captures_of(
        position: &Position,
        target: Square,
        visitor: Visitor<CustomGame>,
    ) -> ControlFlow<()> {
        match program(position) {
            Some(program) => generator::generate(program, position, GenType::Captures, visitor),
            None => TableExecution::captures_of(position, target, visitor),
        }
    }

    fn has_moves(position: &Position) -> bool {
        match program(position) {
            Some(program) => generator::has_moves(program, position),
            None => TableExecution::has_moves(position),
        }
    }

    fn count(position: &Position) -> u64 {
        let Some(program) = program(position) else { return TableExecution::count(position) };
        let mut count = 0;
        let _ = generator::generate(program, position, GenType::All, &mut |group| {
            count += u64::from(group.destinations().len());
            ControlFlow::Continue(())
        });
        count
    }

    fn is_legal(position: &Position, mv: Move) -> bool {
        match program(position) {
            Some(program) => generator::is_legal(program, position, mv),
            None => TableExecution::is_legal(position, mv),
        }
    }

    fn is_pseudo_legal(position: &Position, mv: Move) -> bool {
        match program(position) {
            Some(program) => generator::is_pseudo_legal(program, position, mv),
            None => TableExecution::is_pseudo_legal(position, mv),
        }
    }

    fn play(position: &Position, mv: Move, next: &mut Setup<CustomGame>) -> bool {
        match program(position) {
            Some(program) => generator::play(program, position, mv, next),
            None => TableExecution::play(position, mv, next),
        }
    }

    fn victims(position: &Position, mv: Move) -> Squares {
        match program(position) {
            Some(program) => generator::victims(program, position, mv),
            None => TableExecution::victims(position, mv),
        }
    }

    fn for_each_capture(position: &Position, mv: Move, visitor: impl FnMut(Square, Piece)) {
        match program(position) {
            Some(program) => generator::for_each_capture(program, position, mv, visitor),
            None => TableExecution::for_each_capture(position, mv, visitor),
        }
    }

    fn in_check(position: &Position, color: Color) -> bool {
        match program(position) {
            Some(program) => generator::in_check(program, position, color),
            None => TableExecution::in_check(position, color),
        }
    }

    fn frozen(position: &Position, color: Color) -> Squares {
        match program(position) {
            Some(program) => generator::frozen(program, position, color),
            None => TableExecution::frozen(position, color),
        }
    }

    fn shielded(position: &Position, color: Color) -> Squares {
        program(position)
            .map_or(Squares::EMPTY, |program| generator::shielded(program, position, color))
    }

    #[inline]
    fn immediate_outcome(position: &Position) -> Option<Outcome> {
        match program(position) {
            Some(program) => generator::immediate_outcome(program, position),
            None => TableExecution::immediate_outcome(position),
        }
    }

    fn errors(position: &Position) -> PositionErrors {
        let mut errors = TableExecution::errors(position);
        if let Some(program) = program(position) {
            let [missing, surplus] = program.wrong_royals(position.board());
            let needs_king = position.options().contains(RuleFlags::LOST_WITHOUT_KING);
            errors.set(PositionErrors::SEVERAL_KINGS, surplus);
            errors.set(PositionErrors::NO_KINGS, needs_king && missing);
            let is_wrong = |placing: &Placing| placing.is_wrong(&position.setup);
            let is_wrong = program.placing.as_ref().is_some_and(is_wrong);
            errors.set(PositionErrors::WRONG_PLACEMENT, is_wrong);
        }
        errors
    }

    fn readable(position: &Position, mv: Move) -> Option<String> {
        let kind = position.kind_at(mv.from())?;
        let action = generator::action(program(position)?, position, mv)?;
        Some(generator::readable(position, mv, kind, action))
    }

    fn has_lettered_acts(position: &Position) -> bool {
        program(position).is_some()
    }

    #[inline(always)]
    fn next_to_place(setup: &Setup<CustomGame>) -> Option<Color> {
        placing(&setup.rules)?.side(&setup.board)
    }

    fn sides_alternate(position: &Position) -> bool {
        placing(position.rules()).is_none_or(Placing::alternates)
    }

    fn pool_without(rules: &CustomRules) -> Option<Kinds> {
        placing(rules)?.pool_without()
    }

    fn holds_kings(rules: &CustomRules) -> bool {
        placing(rules).is_some()
    }

    fn sorts_hands(rules: &CustomRules) -> bool {
        // Their tables begin with the royal kinds.
        rules.program().is_some()
    }

    #[inline(always)]
    fn takes_to_hand(position: &Position) -> bool {
        match program(position) {
            Some(program) => program.takes_to_hand,
            None => TableExecution::takes_to_hand(position),
        }
    }

    #[inline(always)]
    fn is_royal(rules: &CustomRules, kind: PieceKind) -> bool {
        rules.program().map_or(kind == PieceKind::KING, |program| program.royal.has(kind))
    }

    #[inline(always)]
    fn royals(position: &Position, color: Color) -> Squares {
        match program(position) {
            Some(program) => position.board().color(color) & position.board().kinds(program.royal),
            None => TableExecution::royals(position, color),
        }
    }

    #[inline(always)]
    fn slides(
        position: &Position,
        color: Color,
        kind: PieceKind,
        from: Square,
        occupied: Squares,
    ) -> Slides<CustomBoard> {
        match program(position) {
            Some(program) => program.slides(color, kind, from, (position.geometry(), occupied)),
            None => TableExecution::slides(position, color, kind, from, occupied),
        }
    }
}

thread_local! {
    /// A position of the last game of another execution that was asked about, and its rules here, which take
    /// long to make.
    static LAST: RefCell<Option<(Box<dyn Any>, CustomRules)>> = const { RefCell::new(None) };
}

/// The same position under the definition of its game, by the generator of definitions, which knows why moves
/// are not legal. `None` if its game is only a table.
pub(crate) fn general<G: Game>(position: &crate::Position<G>) -> Option<Cow<'_, Position>> {
    let custom = (position as &dyn Any).downcast_ref::<Position>();
    if let Some(general) = custom.filter(|position| position.rules().is_general()) {
        return Some(Cow::Borrowed(general));
    }
    LAST.with_borrow_mut(|last| {
        let is_known = |known: &crate::Position<G>| known.rules() == position.rules();
        if !last.as_ref().is_some_and(|(known, _)| known.downcast_ref().is_some_and(is_known)) {
            let rules = Definition::of::<G>(position.rules()).general().ok()?;
            *last = Some((Box::new(position.clone()), rules));
        }
        let rules = last.as_ref().map(|(_, rules)| rules.clone())?;
        // It may be one whose king can be taken.
        let setup = Setup::from_fen(&position.to_fen(), rules).ok()?;
        Some(Cow::Owned(Position::unchecked(setup)))
    })
}

/// Reads and validates a FEN as [`Position::from_fen`](crate::Position::from_fen) does, and says how a king
/// could be taken that was left in check.
///
/// ```
/// use baroque_movegen::{Ultima, read_fen, ultima::Rules};
/// let error = read_fen::<Ultima>("8/8/8/3k4/2K5/8/8/8 w", &Rules::default()).unwrap_err();
/// let check = "FEN: the side not to move is in check: the king on c4 takes the king on d5";
/// assert_eq!(error.to_string(), check);
/// ```
///
/// # Errors
/// All problems at once.
pub fn read_fen<G: Game>(fen: &str, rules: &G::Rules) -> Result<crate::Position<G>, FenError> {
    crate::Position::from_fen(fen, rules.clone()).map_err(|error| {
        let is_left = error.0 == [FenProblem::Position(PositionErrors::KING_LEFT_IN_CHECK)];
        let check = if is_left { check_left::<G>(fen, rules) } else { None };
        check.map_or(error, |check| FenError(vec![FenProblem::Check(Box::new(check))]))
    })
}

/// How the side to move could take a king.
fn check_left<G: Game>(fen: &str, rules: &G::Rules) -> Option<Attack> {
    let position = crate::Position::<G>::unchecked(Setup::from_fen(fen, rules.clone()).ok()?);
    let general = general(&position)?;
    let is_royal = |attack: &Attack| general.pieces().info(attack.victim.kind).has(Methods::ROYAL);
    general.attacks().into_iter().find(is_royal)
}

impl Position {
    /// Why a move of an own piece, frozen only if it stays on its square, or a drop of a kind in hand on
    /// an empty square is not pseudo-legal. `None` if another move between the same squares is.
    pub(crate) fn illegal_movement(&self, mv: Move) -> Option<IllegalReason> {
        generator::illegal_movement(program(self)?, self, mv)
    }

    /// How each capture of the side to move, those of kings too, captures each of its victims.
    pub(crate) fn attacks(&self) -> Vec<Attack> {
        program(self).map_or(Vec::new(), |program| generator::attacks(program, self))
    }

    /// How a legal move captures each of its victims.
    pub(crate) fn explain_captures(&self, mv: Move) -> Vec<Attack> {
        let explain = |program| generator::explain_captures(program, self, mv);
        program(self).map_or(Vec::new(), explain)
    }

    /// Why a legal move does not capture the piece on a square, if that can be said.
    pub(crate) fn why_not_taken(&self, mv: Move, square: Square) -> Option<IllegalReason> {
        generator::why_not_taken(program(self)?, self, mv, square)
    }

    /// How the piece on a square could capture an enemy, if that can be said.
    pub(crate) fn capture_hint(&self, from: Square, enemy: Square) -> Option<CaptureHint> {
        generator::capture_hint(program(self)?, self, from, enemy)
    }

    /// Whether a legal move is an act, whatever the act's options. Always false where the generator of
    /// tables plays.
    pub fn is_act(&self, mv: Move, act: Act) -> bool {
        let action = program(self).and_then(|program| generator::action(program, self, mv));
        action.is_some_and(|action| action.is_from(act))
    }
}
