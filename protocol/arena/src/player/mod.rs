//! The engines of a match. They speak UCI (`uci`) or CECP (`cecp`) over a `connection` to a child
//! `process` or to the engine of this program (`builtin`).

mod builtin;
mod cecp;
mod connection;
mod info;
mod interface;
mod options;
mod process;
#[cfg(test)]
#[cfg(unix)]
mod tests;
mod uci;

pub use info::EngineInfo;
pub use interface::{
    Direction, EngineConfig, EngineContext, EngineLog, EnginePlayer, PlayerAction, PlayerError,
    Protocol, Timeouts, Turn, TurnResult,
};
pub use uci::{go, position};

use builtin::Builtin;
use cecp::Cecp;
use connection::{Connection, Transport};
use interface::BUILTIN;
use process::Process;
use uci::Uci;

/// Starts an engine and waits until it has reported its options.
///
/// # Errors
/// All but [`PlayerError::NoMove`].
pub fn start(
    config: &EngineConfig,
    context: &EngineContext,
) -> Result<Box<dyn EnginePlayer>, PlayerError> {
    let connection = connect(config, context)?;
    Ok(match config.proto {
        Protocol::Xboard if config.cmd != BUILTIN => {
            Box::new(Cecp::start(connection, config, context)?)
        }
        _ => Box::new(Uci::start(connection, config, context)?),
    })
}

fn connect(config: &EngineConfig, context: &EngineContext) -> Result<Connection, PlayerError> {
    let transport: Box<dyn Transport> = match config.cmd == BUILTIN {
        true => Box::new(Builtin::start(context.loaded.clone())),
        false => Box::new(Process::start(config)?),
    };
    Ok(Connection::new(transport, config, context))
}
