//! Static evaluation: pieces on the board and in hand, mobility, freezing, king danger and goals.

use baroque_movegen::{
    Bitboard, Board, BoardTypes, ByColor, ByKind, Color, Geometry, PieceKind, Position, Slides,
};

use crate::params::{
    FROZEN_KING, FROZEN_LOSS, GOAL_REACH, IN_HAND, NEAR_KING, ON_GOAL, OPEN_KING,
    PAWN_GOAL_DISTANCE, PAWN_MOBILITY, PAWN_NEAR_GOAL, PIECE_MOBILITY, TEMPO, TunedGame,
};
use crate::score::Score;

/// No board has more squares.
pub const MAX_SQUARES: usize = 128;

type Set<G> = Bitboard<<G as BoardTypes>::Geometry>;

/// One term of the evaluation, for both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term {
    /// `material`, `mobility`, `freezing`, `king danger`, `goals` or `tempo`.
    pub name: &'static str,
    /// Centipawns for White.
    pub white: i32,
    /// Centipawns for Black.
    pub black: i32,
}

/// The hand-made evaluation for the side to move of a position in which the game is not over. In a game
/// from a file it counts only once the values of pieces are known ([`TunedGame::prepare`]).
pub fn hand_made<G: TunedGame>(position: &Position<G>) -> Score {
    HandMade::default().evaluate(position)
}

/// The hand-made evaluation of one position after another of a game, with the mobility of the last one's
/// pieces: that of most pieces stays.
pub struct HandMade<G: TunedGame> {
    board: Board<G>,
    /// Numbers of pieces on the board.
    counts: ByColor<ByKind<u8>>,
    /// By square.
    mobility: Box<[Mobility<G>]>,
}

#[derive(Clone, Copy)]
struct Mobility<G: TunedGame> {
    slides: Slides<G::Geometry>,
    /// Number of squares to which the piece slides.
    count: u32,
}

impl<G: TunedGame> Default for HandMade<G> {
    fn default() -> Self {
        let (to, seen) = (Set::<G>::EMPTY, Set::<G>::EMPTY);
        let none = Mobility { slides: Slides { to, seen }, count: 0 };
        Self {
            board: Board::default(),
            counts: ByColor([ByKind([0; PieceKind::MAX]); Color::NUM]),
            mobility: vec![none; MAX_SQUARES].into(),
        }
    }
}

impl<G: TunedGame> HandMade<G> {
    /// [`hand_made`].
    pub fn evaluate(&mut self, position: &Position<G>) -> Score {
        let terms = self.both_sides(position);
        Score::cp(terms[position.side()].total() - terms[!position.side()].total())
    }

    fn both_sides(&mut self, position: &Position<G>) -> ByColor<Terms> {
        let changed = self.update(position);
        let Self { counts, mobility, .. } = self;
        let activity =
            ByColor(Color::ALL.map(|color| Activity::of(position, color, changed, mobility)));
        ByColor(Color::ALL.map(|color| Terms {
            material: material_of(position, color, &counts[color]),
            mobility: activity[color].mobility,
            freezing: -frozen_loss(position, color, activity[color].frozen),
            king_danger: -king_danger(position, color, &activity[!color]),
            goals: activity[color].goals,
            tempo: if position.side() == color { TEMPO.of::<G>() } else { 0 },
        }))
    }

    /// Takes the board of a position and counts its pieces. Returns the squares whose pieces differ from those
    /// before.
    fn update(&mut self, position: &Position<G>) -> Set<G> {
        let board = position.board();
        let sides = board.color(Color::White) ^ self.board.color(Color::White);
        let mut changed = sides;
        for kind in position.pieces().kinds() {
            let of_kind = (board.kind(kind) ^ self.board.kind(kind)) | (board.kind(kind) & sides);
            if !of_kind.is_empty() {
                changed |= of_kind;
                for color in Color::ALL {
                    self.counts[color][kind] = board.pieces(color, kind).len() as u8;
                }
            }
        }
        self.board = *board;
        changed
    }
}

/// The material balance alone, for the side to move.
pub fn material<G: TunedGame>(position: &Position<G>) -> Score {
    let of = |color| {
        let count = |row| match PieceKind::new(row) {
            kind if row < position.pieces().len() => {
                position.board().pieces(color, kind).len() as u8
            }
            _ => 0,
        };
        material_of(position, color, &ByKind(std::array::from_fn(count)))
    };
    Score::cp(of(position.side()) - of(!position.side()))
}

/// The terms of the hand-made evaluation. White's sum minus Black's is [`hand_made`] from White's side.
pub fn trace<G: TunedGame>(position: &Position<G>) -> Vec<Term> {
    let ByColor([white, black]) = HandMade::default().both_sides(position);
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

/// The terms of one side, in centipawns.
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

/// Reach, mobility and goals of one side's pieces.
struct Activity<G: TunedGame> {
    frozen: Set<G>,
    /// Squares that pieces other than the king can slide to, if not frozen.
    reach: Set<G>,
    mobility: i32,
    goals: i32,
}

impl<G: TunedGame> Activity<G> {
    /// Brings the mobility of pieces up to date that may have changed with the pieces on some squares.
    fn of(
        position: &Position<G>,
        color: Color,
        changed: Set<G>,
        known: &mut [Mobility<G>],
    ) -> Self {
        let board = position.board();
        let (occupied, geometry) = (board.occupied(), position.geometry());
        let frozen = position.frozen(color);
        let (mut reach, mut mobility, mut goals) = (Set::<G>::EMPTY, 0, 0);
        let pieces = position.pieces();
        let pawn = pieces.pawn();
        for kind in pieces.kinds() {
            let of_kind = board.pieces(color, kind);
            if of_kind.is_empty() || position.is_royal(kind) {
                continue;
            }
            let is_pawn = Some(kind) == pawn;
            let weight = if is_pawn { PAWN_MOBILITY.of::<G>() } else { PIECE_MOBILITY.of::<G>() };
            let goal = position.goal(color, kind);
            if of_kind.intersects(goal) {
                goals += ON_GOAL.of::<G>() * (of_kind & goal).len() as i32;
            }
            for from in of_kind {
                let Some(Mobility { slides, count }) = known.get_mut(from.index()) else {
                    continue;
                };
                if changed.has(from) || changed.intersects(slides.seen) {
                    *slides = position.slides(color, kind, from, occupied);
                    *count = slides.to.len();
                }
                if frozen.has(from) {
                    continue;
                }
                mobility += weight * *count as i32;
                reach |= slides.to;
                if slides.to.intersects(goal) {
                    goals += GOAL_REACH.of::<G>() * (slides.to & goal).len() as i32;
                }
                if is_pawn && !goal.is_empty() {
                    let steps = (1..=PAWN_GOAL_DISTANCE.of::<G>() as usize).rev();
                    let near =
                        steps.take_while(|&steps| geometry.within(from, steps).intersects(goal));
                    goals += PAWN_NEAR_GOAL.of::<G>() * near.count() as i32;
                }
            }
        }
        Self { frozen, reach, mobility, goals }
    }
}

fn material_of<G: TunedGame>(position: &Position<G>, color: Color, counts: &ByKind<u8>) -> i32 {
    let hand = position.board().hand(color);
    let value = |kind| if position.is_royal(kind) { 0 } else { G::value(position.rules(), kind) };
    let mut material = 0;
    for kind in position.pieces().kinds() {
        let (count, held) = (i32::from(counts[kind]), i32::from(hand.count(kind)));
        if count + held > 0 {
            material += value(kind) * count + value(kind) * held * IN_HAND.of::<G>() / 100;
        }
    }
    material
}

/// The penalty for a side's frozen pieces.
fn frozen_loss<G: TunedGame>(position: &Position<G>, color: Color, frozen: Set<G>) -> i32 {
    if frozen.is_empty() {
        return 0;
    }
    let loss = |kind| match position.is_royal(kind) {
        true => FROZEN_KING.of::<G>(),
        false => G::value(position.rules(), kind) * FROZEN_LOSS.of::<G>() / 100,
    };
    let count = |kind| (frozen & position.board().pieces(color, kind)).len() as i32;
    position.pieces().kinds().map(|kind| loss(kind) * count(kind)).sum()
}

/// The penalty for free enemy pieces near a side's king.
fn king_danger<G: TunedGame>(position: &Position<G>, color: Color, enemy: &Activity<G>) -> i32 {
    let (board, geometry) = (position.board(), position.geometry());
    let pawns = position.pieces().pawn().map_or(Set::<G>::EMPTY, |pawn| board.kind(pawn));
    let harmless = pawns | position.royals(!color) | enemy.frozen;
    let danger = |king| {
        let near = geometry.within(king, 2) & (board.color(!color) - harmless);
        let open = geometry.neighbours(king) & enemy.reach;
        NEAR_KING.of::<G>() * near.len() as i32 + OPEN_KING.of::<G>() * open.len() as i32
    };
    position.royals(color).iter().map(danger).sum()
}

#[cfg(test)]
mod tests {
    use baroque_movegen::definition::{Backend, Definition};
    use baroque_movegen::{CustomGame, Maxima, Renaissance, Rococo, Ultima};

    use super::*;

    /// Evaluates positions of random games and some of their successors one after another, with what is known
    /// of the position before.
    fn check<G: TunedGame>(start: Position<G>) {
        let (mut known, mut seed) = (HandMade::default(), 7_u64);
        let mut below = |bound: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as usize % bound
        };
        let mut position = start.clone();
        for _ in 0..200 {
            let moves = position.legal_moves();
            if position.outcome().is_some() || moves.is_empty() {
                position = start.clone();
                continue;
            }
            let mut next = || position.play_unchecked(moves[below(moves.len())]);
            for other in [next(), next(), next()] {
                assert_eq!(known.evaluate(&other), hand_made(&other), "{}", other.to_fen());
            }
            position = next();
        }
    }

    /// A compiled game, and the same as a definition.
    fn check_both<G: TunedGame>(start: Position<G>) {
        let rules = Definition::of::<G>(start.rules()).rules(Backend::General).unwrap();
        check(Position::<CustomGame>::from_fen(&start.to_fen(), rules).unwrap());
        check(start);
    }

    #[test]
    fn what_is_known_of_the_position_before_changes_no_evaluation() {
        check_both(Position::<Ultima>::default());
        check_both(Position::<Maxima>::default());
        check_both(Position::<Rococo>::default());
        check_both(Position::<Renaissance>::default());
    }
}
