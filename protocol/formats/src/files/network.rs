//! Networks from files.

use baroque_engine::network::{Evaluation, MAX_NETWORK_BYTES, Network};
use baroque_movegen::{AnyGame, with_history};

use super::read_regular;
use crate::rejected::Rejected;
use crate::text::quoted;

/// The name in place of a file that asks for no network.
pub const NO_NETWORK: &str = "<none>";

/// Reads what the option `EvalFile` says: a network for the game of a position, [`NO_NETWORK`], or with an
/// empty path the networks that games have.
///
/// # Errors
/// The file cannot be read, is no network, or one for another game.
pub fn read_evaluation(path: &str, position: &AnyGame) -> Result<Evaluation, Rejected> {
    match path {
        "" => Ok(Evaluation::Own),
        NO_NETWORK => Ok(Evaluation::ByHand),
        path => read_network(path, position).map(Evaluation::from),
    }
}

fn read_network(path: &str, position: &AnyGame) -> Result<Network, Rejected> {
    let error = |reason: String| {
        let path = quoted(path);
        Rejected(format!("option EvalFile is '{path}', which cannot be used: {reason}"))
    };
    let bytes = read_regular(path, MAX_NETWORK_BYTES as u64);
    let bytes = bytes.map_err(|reason| error(reason.to_string()))?;
    let network = Network::from_bytes(&bytes).map_err(|reason| error(reason.to_string()))?;
    with_history!(position.history(), game => network.check(game.position()))
        .map_err(|reason| error(reason.to_string()))?;
    Ok(network)
}
