//! Files and streams from outside: nothing is read without a bound, and no output waits for the
//! reader of a pipe.

mod network;
mod read;
mod text;
mod write;

pub use network::{NO_NETWORK, read_evaluation};
pub use read::{
    LineEnd, MAX_FILE, MAX_LINE, read, read_bounded_line, read_line, read_regular, read_stream,
};
pub use text::{NulError, TextLine, TextLines, decode, read_text};
pub use write::{
    NewFile, claim, numbered, open, open_regular, remove_leftovers, resolve_target, sync,
    write_atomically,
};
