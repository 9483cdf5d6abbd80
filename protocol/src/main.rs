//! The program `baroque`: a UCI and CECP engine for Baroque chess (Ultima), Maxima, Rococo and
//! Renaissance, with tools for games and positions.
#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    baroque_protocol::cli::main()
}
