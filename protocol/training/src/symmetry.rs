//! Symmetries of the rules: ways to turn a position into another one that is worth the same, so
//! that a game teaches more than the positions in it.
//!
//! That the sides are alike is no matter of this module: exchanging them and turning the board top
//! to bottom is what the two views of a network are.

use baroque_engine::network::{Inputs, game_name};
use baroque_movegen::{
    Board, Color, Game, Geometry, Move, Position, RuleFlags, RuleSwitches, Setup, Square,
};

use crate::random::Random;

/// Positions of random games in which rules are looked at.
const LOOKS: usize = 400;

/// Which symmetries there are. Each set contains those before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Symmetries {
    /// The position itself alone.
    None,
    /// Also the board mirrored left to right.
    Mirror,
    /// All eight of the square.
    All,
}

impl Symmetries {
    /// Those of the rules of a position.
    pub fn of<G: Game>(position: &Position<G>) -> Self {
        let limits_ranks = || position.rules().options().contains(RuleFlags::RANK_LIMIT);
        match game_name::<G>() {
            // A square board on which nothing has a direction: pawns move like rooks and never
            // promote, and no square is special. Renaissance only adds drops on any square, and
            // pushes, pulls, trades and explosions, which are alike in all directions.
            "baroque" if !limits_ranks() => Self::All,
            "renaissance" => Self::All,
            // How far a piece may go depends on its rank, but not on its file.
            "baroque" => Self::Mirror,
            // The board is higher than wide, and each palace belongs to a side. The palaces are in
            // the middle, and the kings' cylinder goes round both ways.
            "maxima" => Self::Mirror,
            // Pawns promote on ranks that belong to a side. The ring is the same everywhere.
            "rococo" => Self::Mirror,
            // Nobody thought about the rules of another game.
            _ => Self::found(position),
        }
    }

    /// All that a board like that of a position can have.
    pub fn most<G: Game>(position: &Position<G>) -> Self {
        let geometry = position.geometry();
        if geometry.files() == geometry.ranks() { Self::All } else { Self::Mirror }
    }

    /// Those that no position of some random games contradicts.
    fn found<G: Game>(start: &Position<G>) -> Self {
        let mut found = Self::most(start);
        let (mut position, mut random) = (start.clone(), Random::new(0, 0));
        for _ in 0..LOOKS {
            while !found.generators().iter().all(|&symmetry| holds(&position, symmetry)) {
                found = if found == Self::All { Self::Mirror } else { Self::None };
            }
            let moves = position.legal_moves();
            let drawn = random.below(moves.len()).filter(|_| position.board_outcome().is_none());
            position =
                drawn.map_or_else(|| start.clone(), |drawn| position.play_unchecked(moves[drawn]));
        }
        found
    }

    /// Symmetries, by their numbers, of which all are made.
    fn generators(self) -> &'static [usize] {
        match self {
            Self::None => &[],
            Self::Mirror => &[1],
            Self::All => &[1, 2, 4],
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

/// Whether a position has the same moves, captures and end after a symmetry.
fn holds<G: Game>(position: &Position<G>, symmetry: usize) -> bool {
    position_moved(position, symmetry).is_some_and(|other| {
        position.board_outcome() == other.board_outcome()
            && position.in_check() == other.in_check()
            && moves_moved(position, symmetry) == moves_moved(&other, 0)
    })
}

fn square_moved<G: Game>(
    position: &Position<G>,
    symmetry: usize,
    square: Square,
) -> Option<Square> {
    let geometry = position.geometry();
    let size = (geometry.files(), geometry.ranks());
    let (file, rank) = moved(symmetry, size, (geometry.file(square), geometry.rank(square)));
    geometry.square(file, rank)
}

/// The position moved by a symmetry, by its number; `None` if that is no valid one.
pub fn position_moved<G: Game>(position: &Position<G>, symmetry: usize) -> Option<Position<G>> {
    let to = |square| square_moved(position, symmetry, square);
    let mut board = Board::default();
    for square in position.board().occupied() {
        board.set(to(square)?, position.board().piece_at(square)?)?;
    }
    for color in Color::ALL {
        let hand = position.board().hand(color);
        for kind in hand.kinds() {
            board.set_hand(color, kind, hand.count(kind))?;
        }
    }
    let swap_ban = match position.swap_ban() {
        Some([a, b]) => {
            let (a, b) = (to(a)?, to(b)?);
            Some([a.min(b), a.max(b)])
        }
        None => None,
    };
    Position::new(Setup { board, swap_ban, ..position.setup() }).ok()
}

/// The legal moves with their victims, moved by a symmetry and sorted; `None` if a square leaves the
/// board.
fn moves_moved<G: Game>(
    position: &Position<G>,
    symmetry: usize,
) -> Option<Vec<(u32, Vec<Square>)>> {
    let to = |square| square_moved(position, symmetry, square);
    let one = |mv: Move| {
        let mut victims: Vec<Square> =
            position.victims(mv).iter().map(to).collect::<Option<_>>()?;
        victims.sort_unstable();
        Some((Move::with(to(mv.from())?, to(mv.to())?, mv.special()).to_bits(), victims))
    };
    let mut moves: Vec<_> = position.legal_moves().into_iter().map(one).collect::<Option<_>>()?;
    moves.sort_unstable();
    Some(moves)
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
    use baroque_engine::{TunedGame, hand_made};
    use baroque_games::Games;
    use baroque_movegen::{CustomGame, Maxima, Renaissance, Rococo, Ultima};

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
            let text = format!("{} by {symmetry}", position.to_fen());
            assert!(holds(position, symmetry), "{text}");
            let other = position_moved(position, symmetry).unwrap();
            // What a network adds to moves with the position too.
            if position.board_outcome().is_none() {
                assert_eq!(hand_made(position), hand_made(&other), "{text}");
            }
            // The views move as the side to move sees the board.
            let other = match position.side() {
                Color::White => other,
                Color::Black => position_moved(&position.flipped(), symmetry).unwrap().flipped(),
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
            let start = Position::<G>::start(variant.name).unwrap();
            let symmetries = Symmetries::of(&start);
            assert_eq!(Symmetries::found(&start), symmetries, "{}", variant.name);
            let mut random = Random::new(5, 0);
            for _ in 0..4 {
                let mut position = start.clone();
                for _ in 0..60 {
                    check_position(&position, symmetries);
                    let moves = position.legal_moves();
                    if moves.is_empty() || position.board_outcome().is_some() {
                        break;
                    }
                    position = position.play_unchecked(moves[random.below(moves.len()).unwrap()]);
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
        let of = |name| Symmetries::of(&Position::<Ultima>::start(name).unwrap());
        assert_eq!((of("baroque"), of("abbott1968")), (Symmetries::All, Symmetries::Mirror));
    }

    #[test]
    fn symmetries_of_games_in_files_are_found() {
        let of = |name| {
            let game = Games::default().open(name).unwrap();
            Symmetries::of(game.history().of::<CustomGame>().unwrap().position())
        };
        // Pawns promote on one side.
        assert_eq!((of("fugue"), of("skirmish")), (Symmetries::Mirror, Symmetries::Mirror));
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
