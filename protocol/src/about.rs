//! What the program says of itself.

/// The lines that identify the engine.
pub const IDENTITY: &str = concat!(
    "id name Baroque ",
    env!("CARGO_PKG_VERSION"),
    "\nid author ",
    env!("CARGO_PKG_AUTHORS"),
    "\n"
);

/// All commands on one screen.
pub const HELP: &str = "\
uci                                 tell name and options
isready                             answer readyok
setoption name NAME [value VALUE]   change an option
ucinewgame                          forget the last game
position startpos|fen FEN [moves MOVE...]
go [depth N] [nodes N] [mate N] [movetime MS] [wtime MS] [btime MS] [winc MS] [binc MS]
   [movestogo N] [infinite] [ponder] [searchmoves MOVE...]
go perft N                          count nodes, divided by moves
stop, ponderhit                     end the search, or let its clock run
debug on|off                        repeat commands as they are understood
d                                   show the position and its legal moves
eval                                show the evaluation
flip                                exchange the colours
bench                               search fixed positions
compiler                            tell how the program was built
help                                this text
quit                                end the program
";

/// How the program was built.
pub fn build() -> String {
    let features = [
        ("sse4.2", cfg!(target_feature = "sse4.2")),
        ("popcnt", cfg!(target_feature = "popcnt")),
        ("bmi2", cfg!(target_feature = "bmi2")),
        ("avx2", cfg!(target_feature = "avx2")),
        ("avx512f", cfg!(target_feature = "avx512f")),
        ("neon", cfg!(target_feature = "neon")),
    ];
    let enabled: Vec<&str> = features
        .iter()
        .filter_map(|&(name, enabled)| enabled.then_some(name))
        .collect();
    let features = match enabled.is_empty() {
        true => "none beyond the baseline".to_owned(),
        false => enabled.join(" "),
    };
    format!(
        "Baroque {} for {} on {}, {} bits\nRust {} or later, features: {features}\n\
         debug assertions: {}\n",
        env!("CARGO_PKG_VERSION"),
        std::env::consts::ARCH,
        std::env::consts::OS,
        usize::BITS,
        env!("CARGO_PKG_RUST_VERSION"),
        if cfg!(debug_assertions) { "on" } else { "off" },
    )
}
