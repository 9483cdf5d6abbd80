//! Symmetries of the rules: ways to turn a position into another one that is worth the same, so
//! that a game teaches more than the positions in it.
//!
//! That the sides are alike is no matter of this module: exchanging them and turning the board top
//! to bottom is what the two views of a network are.

use baroque_engine::network::{Inputs, game_name};
use baroque_movegen::{Game, Geometry, Position, RuleFlags, RuleSwitches};
use clap::ValueEnum;

/// Which symmetries there are. Each set contains those before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum, Debug)]
pub enum Symmetries {
    /// The position itself alone.
    None,
    /// Also the board mirrored left to right.
    Mirror,
    /// All eight of the square.
    All,
}

impl Symmetries {
    /// Those under the rules of a game.
    pub fn of<G: Game>(rules: &G::Rules) -> Self {
        match game_name::<G>() {
            // A square board on which nothing has a direction: pawns move like rooks and never
            // promote, and no square is special. Renaissance only adds drops on any square, and
            // pushes, pulls, trades and explosions, which are alike in all directions.
            "baroque" if !rules.options().contains(RuleFlags::RANK_LIMIT) => Self::All,
            "renaissance" => Self::All,
            // How far a piece may go depends on its rank, but not on its file.
            "baroque" => Self::Mirror,
            // The board is higher than wide, and each palace belongs to a side. The palaces are in
            // the middle, and the kings' cylinder goes round both ways.
            "maxima" => Self::Mirror,
            // Pawns promote on ranks that belong to a side. The ring is the same everywhere.
            "rococo" => Self::Mirror,
            // Nobody looked at the rules of another game.
            _ => Self::None,
        }
    }

    /// Their number.
    pub fn count(self) -> usize {
        match self {
            Self::None => 1,
            Self::Mirror => 2,
            Self::All => 8,
        }
    }
}

/// A symmetry by its number: the identity is 0, the mirror left to right 1. Returns the new file
/// and rank of those given, from 0, on a board of a size. Those from 4 on need a square board.
pub fn moved(
    symmetry: usize,
    (files, ranks): (usize, usize),
    (file, rank): (usize, usize),
) -> (usize, usize) {
    debug_assert!(symmetry & 4 == 0 || files == ranks);
    let file = if symmetry & 1 != 0 { files - 1 - file } else { file };
    let rank = if symmetry & 2 != 0 { ranks - 1 - rank } else { rank };
    if symmetry & 4 != 0 { (rank, file) } else { (file, rank) }
}

/// Both views of each input of the side to move, by symmetry.
pub struct Views(Vec<Vec<[u16; 2]>>);

impl Views {
    /// The views for the game of a position, by as many symmetries as are asked for.
    pub fn new<G: Game>(position: &Position<G>, symmetries: Symmetries) -> Self {
        let (inputs, geometry) = (Inputs::of(position), position.geometry());
        let size = (geometry.files(), geometry.ranks());
        let views = |symmetry| {
            let view = |input| {
                let own = inputs.moved(input, |file, rank| moved(symmetry, size, (file, rank)));
                // The opponent sees the moved position from the other side.
                [own, inputs.opposite(own)].map(|input| input as u16)
            };
            (0..inputs.count()).map(view).collect()
        };
        Self((0..symmetries.count()).map(views).collect())
    }

    /// The moved input of the side to move and that of the opponent, by the input of the side to
    /// move.
    pub fn of(&self, symmetry: usize) -> &[[u16; 2]] {
        &self.0[symmetry]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use baroque_engine::{TunedGame, hand_made};
    use baroque_movegen::{Board, Color, Maxima, Move, Renaissance, Rococo, Setup, Square, Ultima};

    fn square_moved<G: Game>(position: &Position<G>, symmetry: usize, square: Square) -> Square {
        let geometry = position.geometry();
        let size = (geometry.files(), geometry.ranks());
        let (file, rank) = moved(symmetry, size, (geometry.file(square), geometry.rank(square)));
        geometry.square(file, rank).unwrap()
    }

    /// The position moved by a symmetry, which must be a valid one.
    fn position_moved<G: Game>(position: &Position<G>, symmetry: usize) -> Position<G> {
        let to = |square| square_moved(position, symmetry, square);
        let mut board = Board::default();
        for square in position.board().occupied() {
            let piece = position.board().piece_at(square).unwrap();
            board.set(to(square), piece).unwrap();
        }
        for color in Color::ALL {
            let hand = position.board().hand(color);
            hand.kinds().for_each(|kind| board.set_hand(color, kind, hand.count(kind)).unwrap());
        }
        let swap_ban = position.swap_ban().map(|squares| {
            let [a, b] = squares.map(to);
            [a.min(b), a.max(b)]
        });
        Position::new(Setup { board, swap_ban, ..position.setup() }).unwrap()
    }

    /// The legal moves with their victims, moved by a symmetry and sorted.
    fn moves_moved<G: Game>(position: &Position<G>, symmetry: usize) -> Vec<(u32, Vec<Square>)> {
        let to = |square| square_moved(position, symmetry, square);
        let one = |mv: Move| {
            let mut victims: Vec<Square> = position.victims(mv).iter().map(to).collect();
            victims.sort_unstable();
            (Move::with(to(mv.from()), to(mv.to()), mv.special()).to_bits(), victims)
        };
        let mut moves: Vec<_> = position.legal_moves().into_iter().map(one).collect();
        moves.sort_unstable();
        moves
    }

    fn inputs<G: Game>(position: &Position<G>, view: Color) -> Vec<usize> {
        let mut seen = Vec::new();
        Inputs::of(position).for_each(position, view, |input, count| {
            seen.extend(std::iter::repeat_n(input, count.into()));
        });
        seen.sort_unstable();
        seen
    }

    fn check_position<G: TunedGame>(position: &Position<G>, symmetries: Symmetries) {
        let views = Views::new(position, symmetries);
        for symmetry in 0..symmetries.count() {
            let other = position_moved(position, symmetry);
            let text = format!("{} by {symmetry}", position.to_fen());
            assert_eq!(moves_moved(position, symmetry), moves_moved(&other, 0), "{text}");
            assert_eq!(position.board_outcome(), other.board_outcome(), "{text}");
            assert_eq!(position.in_check(), other.in_check(), "{text}");
            // What a network adds to moves with the position too.
            if position.board_outcome().is_none() {
                assert_eq!(hand_made(position), hand_made(&other), "{text}");
            }
            // The views move as the side to move sees the board.
            let other = match position.side() {
                Color::White => other,
                Color::Black => position_moved(&position.flipped(), symmetry).flipped(),
            };
            let own = inputs(position, position.side());
            for (view, side) in [position.side(), !position.side()].into_iter().enumerate() {
                let seen = own.iter().map(|&input| usize::from(views.of(symmetry)[input][view]));
                let mut seen: Vec<usize> = seen.collect();
                seen.sort_unstable();
                assert_eq!(seen, inputs(&other, side), "{text}");
            }
        }
    }

    /// Plays random games under every rule set and moves their positions.
    fn check_game<G: TunedGame>() {
        for variant in G::VARIANTS {
            let symmetries = Symmetries::of::<G>(&variant.rules);
            let mut random = Random::new(5, 0);
            for _ in 0..4 {
                let mut position = Position::<G>::start(variant.name).unwrap();
                for _ in 0..60 {
                    check_position(&position, symmetries);
                    let moves = position.legal_moves();
                    if moves.is_empty() || position.board_outcome().is_some() {
                        break;
                    }
                    position = position.play_unchecked(moves[random.below(moves.len())]);
                }
            }
        }
    }

    #[test]
    fn symmetries_of_ultima_keep_moves_and_values() {
        check_game::<Ultima>();
    }

    #[test]
    fn symmetries_of_maxima_keep_moves_and_values() {
        check_game::<Maxima>();
    }

    #[test]
    fn symmetries_of_rococo_keep_moves_and_values() {
        check_game::<Rococo>();
    }

    #[test]
    fn symmetries_of_renaissance_keep_moves_and_values() {
        check_game::<Renaissance>();
    }

    #[test]
    fn a_limit_by_rank_leaves_the_mirror() {
        let of = |name| Symmetries::of::<Ultima>(&Position::<Ultima>::variant(name).unwrap().rules);
        assert_eq!((of("baroque"), of("abbott1968")), (Symmetries::All, Symmetries::Mirror));
    }

    #[test]
    fn the_eight_symmetries_are_different() {
        let mut images: Vec<_> = (0..8).map(|symmetry| moved(symmetry, (8, 8), (0, 1))).collect();
        images.sort_unstable();
        images.dedup();
        assert_eq!(images.len(), 8);
        assert_eq!(moved(1, (8, 8), (2, 3)), (5, 3));
    }
}
