//! The program `baroque`: a UCI engine for Baroque chess (Ultima), Maxima, Rococo and Renaissance, and
//! tools around it.
#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    baroque_protocol::cli::main()
}
