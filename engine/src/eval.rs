//! The value of a position without search: pieces on the board and in hand, mobility, freezing, king
//! danger and goals.

use baroque_movegen::{Bitboard, ByColor, Color, Description, Geometry, PieceKind, Position};

use crate::Score;
use crate::params::{
    Evaluable, FROZEN_KING, FROZEN_LOSS, GOAL_REACH, IN_HAND, NEAR_KING, ON_GOAL, OPEN_KING,
    PAWN_MOBILITY, PAWN_NEAR_GOAL, PAWN_SIGHT, PIECE_MOBILITY, TEMPO,
};

type Set<G> = Bitboard<<<G as Description>::Geometry as Geometry>::Bits>;

/// One line of an evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term {
    /// What is valued.
    pub name: &'static str,
    /// Centipawns for White.
    pub white: i32,
    /// Centipawns for Black.
    pub black: i32,
}

/// The value of a position for the side to move. The position is not over.
pub fn evaluate<G: Evaluable>(position: &Position<G>) -> Score {
    let terms = both_sides(position);
    Score::cp(terms[position.side()].total() - terms[!position.side()].total())
}

/// The value of the pieces alone, for the side to move.
pub fn material<G: Evaluable>(position: &Position<G>) -> Score {
    let side = position.side();
    Score::cp(pieces(position, side) - pieces(position, !side))
}

/// The terms whose sum, White's minus Black's, is the evaluation from White's side.
pub fn trace<G: Evaluable>(position: &Position<G>) -> Vec<Term> {
    let ByColor([white, black]) = both_sides(position);
    let term = |name, of: fn(&Terms) -> i32| Term { name, white: of(&white), black: of(&black) };
    vec![
        term("material", |terms| terms.material),
        term("mobility", |terms| terms.mobility),
        term("freezing", |terms| terms.freezing),
        term("king danger", |terms| terms.king_danger),
        term("goals", |terms| terms.goals),
        term("tempo", |terms| terms.tempo),
    ]
}

/// What one side has, in centipawns.
struct Terms {
    material: i32,
    mobility: i32,
    freezing: i32,
    king_danger: i32,
    goals: i32,
    tempo: i32,
}

impl Terms {
    fn total(&self) -> i32 {
        self.material + self.mobility + self.freezing + self.king_danger + self.goals + self.tempo
    }
}

fn both_sides<G: Evaluable>(position: &Position<G>) -> ByColor<Terms> {
    let activity = ByColor(Color::ALL.map(|color| Activity::of(position, color)));
    ByColor(Color::ALL.map(|color| Terms {
        material: pieces(position, color),
        mobility: activity[color].mobility,
        freezing: -frozen_loss(position, color, activity[color].frozen),
        king_danger: -king_danger(position, color, &activity[!color]),
        goals: activity[color].goals,
        tempo: if position.side() == color { TEMPO } else { 0 },
    }))
}

/// What the pieces of a side can do.
struct Activity<G: Evaluable> {
    frozen: Set<G>,
    /// Squares that free pieces other than the king can slide to.
    reach: Set<G>,
    mobility: i32,
    goals: i32,
}

impl<G: Evaluable> Activity<G> {
    fn of(position: &Position<G>, color: Color) -> Self {
        let board = position.board();
        let occupied = board.occupied();
        let frozen = position.frozen(color);
        let (mut reach, mut mobility, mut goals) = (Set::<G>::EMPTY, 0, 0);
        for &kind in G::KINDS.iter().filter(|&&kind| kind != PieceKind::King) {
            let weight = if kind == PieceKind::Pawn { PAWN_MOBILITY } else { PIECE_MOBILITY };
            let goal = G::goal(position, color, kind);
            goals += ON_GOAL * (board.pieces(color, kind) & goal).len() as i32;
            for from in board.pieces(color, kind) - frozen {
                let slides = G::slides(kind, from, occupied);
                mobility += weight * slides.len() as i32;
                reach |= slides;
                goals += GOAL_REACH * (slides & goal).len() as i32;
                if kind == PieceKind::Pawn && !goal.is_empty() {
                    let near = (1..=PAWN_SIGHT as usize)
                        .filter(|&steps| G::Geometry::within(from, steps).intersects(goal));
                    goals += PAWN_NEAR_GOAL * near.count() as i32;
                }
            }
        }
        Self { frozen, reach, mobility, goals }
    }
}

fn pieces<G: Evaluable>(position: &Position<G>, color: Color) -> i32 {
    let count = |kind| position.board().pieces(color, kind).len() as i32;
    let hand = position.board().hand(color);
    let held = |kind| if G::HANDS { i32::from(hand.count(kind)) } else { 0 };
    let value = |kind| G::VALUES[kind] * count(kind) + G::VALUES[kind] * held(kind) * IN_HAND / 100;
    G::KINDS.iter().map(|&kind| value(kind)).sum()
}

/// What a side loses because some of its pieces are held.
fn frozen_loss<G: Evaluable>(position: &Position<G>, color: Color, frozen: Set<G>) -> i32 {
    let loss = |kind| match kind {
        PieceKind::King => FROZEN_KING,
        _ => G::VALUES[kind] * FROZEN_LOSS / 100,
    };
    let held = |kind| (frozen & position.board().pieces(color, kind)).len() as i32;
    G::KINDS.iter().map(|&kind| loss(kind) * held(kind)).sum()
}

/// How much the king of a side has to fear from enemies that can move.
fn king_danger<G: Evaluable>(position: &Position<G>, color: Color, enemy: &Activity<G>) -> i32 {
    let board = position.board();
    let Some(king) = board.king(color) else {
        return 0;
    };
    let harmless = board.kind(PieceKind::Pawn) | board.kind(PieceKind::King) | enemy.frozen;
    let near = G::Geometry::within(king, 2) & (board.color(!color) - harmless);
    let open = G::Geometry::neighbours(king) & enemy.reach;
    NEAR_KING * near.len() as i32 + OPEN_KING * open.len() as i32
}
