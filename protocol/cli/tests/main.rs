//! Integration tests of the protocol crate. One program for all of them, because linking takes longer
//! than compiling them.

mod common;
#[path = "../../../tests/common/random.rs"]
mod random;
#[path = "../../../tests/common/reference/mod.rs"]
mod reference;

mod annotate;
mod arena;
mod bad_input;
mod book;
mod convert;
mod described;
mod docs;
mod encodings;
mod eval_file;
mod explore;
mod genfens;
mod help;
mod hostile;
mod interleaving;
#[cfg(unix)]
mod json;
mod limits;
#[cfg(feature = "serve")]
mod messages;
mod options;
mod pgn;
mod play;
mod process;
#[cfg(unix)]
mod progress;
mod read_back;
#[cfg(feature = "serve")]
mod rooms;
#[cfg(feature = "serve")]
mod rooms_hostile;
#[cfg(feature = "serve")]
mod rooms_kept;
mod selfplay;
#[cfg(feature = "serve")]
mod serve;
mod shards;
mod solve;
mod stats;
mod strength;
#[cfg(feature = "study")]
mod study;
mod uci;
mod umpire;
mod xboard;
mod xboard_games;
mod xboard_interleaving;
mod xboard_moves;
