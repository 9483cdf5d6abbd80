//! The networks that are part of the program.

use std::sync::LazyLock;

use baroque_movegen::{Game, Position};

use super::Network;

/// The files, one for each game that has a network. How each was made: `engine/nets/README.md`.
#[cfg(feature = "networks")]
const FILES: &[&[u8]] = &[
    include_bytes!("../../nets/baroque.nnue"),
    include_bytes!("../../nets/maxima.nnue"),
    include_bytes!("../../nets/rococo.nnue"),
    include_bytes!("../../nets/renaissance.nnue"),
];
#[cfg(not(feature = "networks"))]
const FILES: &[&[u8]] = &[];

static NETWORKS: LazyLock<Vec<Network>> =
    LazyLock::new(|| FILES.iter().filter_map(|file| Network::from_bytes(file).ok()).collect());

/// The network for the game of a position, if there is one.
pub fn builtin<G: Game>(position: &Position<G>) -> Option<&'static Network> {
    NETWORKS.iter().find(|network| network.fits(position))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::game_name;
    use baroque_movegen::{Maxima, Renaissance, Rococo, Ultima};

    fn has_network<G: Game>() -> bool {
        builtin(&Position::<G>::start(game_name::<G>()).unwrap()).is_some()
    }

    #[test]
    fn all_games_have_networks_in_a_build_with_networks() {
        let found = [
            has_network::<Ultima>(),
            has_network::<Maxima>(),
            has_network::<Rococo>(),
            has_network::<Renaissance>(),
        ];
        assert_eq!(found, [cfg!(feature = "networks"); 4]);
    }
}
