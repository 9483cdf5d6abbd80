//! Positions of games from files.

use baroque_games::{DescribedGame, SHIPPED, builtin, parse};
use baroque_movegen::{CustomGame, Game, Position};

/// Maximum number of middlegames per game.
pub const MIDDLEGAMES: usize = 12;
/// Plies of the shortest random game before its middlegame; each has one more.
const PLIES: u64 = 30;

/// A game's name and positions.
pub type CustomPositions = (String, Vec<Position<CustomGame>>);

/// Middlegames of the games that are not compiled too, if they can be played as they stand.
pub fn middlegames() -> Vec<CustomPositions> {
    let of_game = |game: &DescribedGame| {
        let start = start(game)?;
        let numbers = 0..MIDDLEGAMES as u64;
        let positions: Vec<_> = numbers.filter_map(|n| middlegame(start.clone(), n)).collect();
        (!positions.is_empty()).then(|| (game.name.clone(), positions))
    };
    builtin().iter().filter_map(of_game).collect()
}

/// Positions of a compiled game, in the game that a file of ours describes by the same rules.
pub fn by_file<G: Game>(positions: &[Position<G>]) -> CustomPositions {
    let file = format!("{}.toml", G::VARIANTS[0].name);
    let (_, text) = SHIPPED.iter().find(|(name, _)| *name == file).expect("a file for each game");
    let game = parse(&file, text).expect("a valid file").games.swap_remove(0);
    let rules = game.rules.expect("a game that is played as it stands");
    let same = |position: &Position<G>| Position::from_fen(&position.to_fen(), rules.clone());
    let positions = positions.iter().map(|position| same(position).expect("the same position"));
    (game.name, positions.collect())
}

/// The default start of a game; `None` if it is not played as it stands.
fn start(game: &DescribedGame) -> Option<Position<CustomGame>> {
    Position::from_fen(&game.starts.first()?.1, game.rules.clone()?).ok()
}

/// A position of a random game with a number; `None` if the game ends before.
fn middlegame(start: Position<CustomGame>, number: u64) -> Option<Position<CustomGame>> {
    let (mut position, mut state) = (start, number);
    for _ in 0..PLIES + number {
        // Knuth's linear congruential generator.
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let moves = position.legal_moves();
        let index = (state >> 33) as usize % moves.len().max(1);
        position = position.play_unchecked(*moves.get(index)?);
    }
    position.has_moves().then_some(position)
}
