//! The networks that are part of the program.

use std::sync::{Arc, LazyLock};

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

/// What evaluates positions.
#[derive(Clone, Default, Debug)]
pub enum Evaluation {
    /// The networks that games have in this build. Without one a game is evaluated by hand.
    #[default]
    Own,
    /// The hand-made evaluation, whose values of the pieces in games from files are estimated.
    ByHand,
    /// Networks for some games, of which the first that fits counts; other games are evaluated by their own.
    Networks(Vec<Arc<Network>>),
}

impl Evaluation {
    /// The network that evaluates a position; `None` if it is evaluated by hand.
    pub fn network<G: Game>(&self, position: &Position<G>) -> Option<&Network> {
        match self {
            Self::ByHand => None,
            Self::Own => builtin(position),
            Self::Networks(networks) => {
                let found = networks.iter().find(|network| network.fits(position));
                found.map(Arc::as_ref).or_else(|| builtin(position))
            }
        }
    }
}

impl From<Vec<Arc<Network>>> for Evaluation {
    fn from(networks: Vec<Arc<Network>>) -> Self {
        if networks.is_empty() { Self::Own } else { Self::Networks(networks) }
    }
}

impl From<Network> for Evaluation {
    fn from(network: Network) -> Self {
        Self::Networks(vec![Arc::new(network)])
    }
}

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
