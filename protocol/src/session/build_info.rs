//! What the program says of itself.

/// The lines that identify the engine.
pub const IDENTITY: &str = concat!(
    "id name Baroque ",
    env!("CARGO_PKG_VERSION"),
    "\nid author ",
    env!("CARGO_PKG_AUTHORS"),
    "\n"
);

/// The licence.
pub const LICENSE: &str = include_str!("../../../LICENSE");

/// All commands on one screen.
pub const HELP: &str = "\
uci                                 tell name and options
isready                             answer readyok
setoption name NAME [value VALUE]   change an option
ucinewgame                          forget the last game
position startpos|fen FEN|vchess FEN [moves MOVE...]
go [depth N] [nodes N] [mate N] [movetime MS] [wtime MS] [btime MS] [winc MS] [binc MS]
   [movestogo N] [infinite] [ponder] [searchmoves MOVE...]
go perft N                          count nodes, divided by moves
stop, ponderhit                     end the search, or let its clock run
debug on|off                        repeat each line that is heard
d                                   show the position and its legal moves
eval                                show the evaluation
flip                                exchange the colours
bench [VARIANT]                     search fixed positions to a fixed depth
speedtest [THREADS [HASH [SECONDS]]]  search fixed positions for a fixed time
genfens N [seed N] [book None|FILE] [variant NAME] [rules KEY=VALUE,...] [plies N]
                                    positions after random openings, as OpenBench wants them
compiler, license                   tell how the program was built, and its licence
help                                this text
quit                                end the program
";

/// How the program was built.
pub fn text() -> String {
    let features = [
        ("sse2", cfg!(target_feature = "sse2")),
        ("sse4.2", cfg!(target_feature = "sse4.2")),
        ("popcnt", cfg!(target_feature = "popcnt")),
        ("bmi1", cfg!(target_feature = "bmi1")),
        ("bmi2", cfg!(target_feature = "bmi2")),
        ("avx2", cfg!(target_feature = "avx2")),
        ("avx512f", cfg!(target_feature = "avx512f")),
        ("neon", cfg!(target_feature = "neon")),
    ];
    let enabled: Vec<&str> =
        features.iter().filter_map(|&(name, enabled)| enabled.then_some(name)).collect();
    let features = match enabled.is_empty() {
        true => "none of note".to_owned(),
        false => enabled.join(" "),
    };
    let profile = match cfg!(debug_assertions) {
        true => concat!(env!("BAROQUE_PROFILE"), " with debug assertions"),
        false => env!("BAROQUE_PROFILE"),
    };
    format!(
        "Baroque {}, commit {}\ncompiler: {}\ntarget: {}\ntarget features: {features}\n\
         profile: {profile}, optimisation level {}\n",
        env!("CARGO_PKG_VERSION"),
        env!("BAROQUE_COMMIT"),
        env!("BAROQUE_RUSTC"),
        env!("BAROQUE_TARGET"),
        env!("BAROQUE_OPT_LEVEL"),
    )
}
