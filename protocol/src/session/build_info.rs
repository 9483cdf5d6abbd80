//! Name, licence, command list and build of the program.

/// The `id` lines of UCI.
pub const IDENTITY: &str = concat!(
    "id name Baroque ",
    env!("CARGO_PKG_VERSION"),
    "\nid author ",
    env!("CARGO_PKG_AUTHORS"),
    "\n"
);

/// The commit that the program was built from; `unknown` if that cannot be determined.
pub const COMMIT: &str = env!("BAROQUE_COMMIT");

/// The text of the licence.
pub const LICENSE: &str = include_str!("../../LICENSE");

/// The output of `help`: all UCI commands on one screen.
pub const HELP: &str = "\
uci                                 print name and options
isready                             answer readyok
setoption name NAME [value VALUE]   change an option
load FILE                           make the games of a file known
ucinewgame                          clear the hash table, set up the start position
position startpos|fen FEN|vchess FEN [moves MOVE...]
go [depth N] [nodes N] [mate N] [movetime MS] [wtime MS] [btime MS] [winc MS] [binc MS]
   [movestogo N] [infinite] [ponder] [searchmoves MOVE...]
go perft N                          count nodes, divided by moves
stop, ponderhit                     end the search; start its clock
debug on|off                        echo each input line
d                                   show the position and its legal moves
eval                                show the evaluation
flip                                swap the colours
bench [VARIANT]                     search fixed positions to a fixed depth
speedtest [THREADS [HASH [SECONDS]]]  search fixed positions for a fixed time
genfens N [seed N] [book None|FILE] [variant NAME] [rules KEY=VALUE,...] [plies N]
                                    print random opening positions, for OpenBench
compiler, license                   print build information; print the licence
help                                print this text
quit                                end the program
";

/// The output of `compiler`: version, compiler, target and profile.
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
        true => "none".to_owned(),
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
        COMMIT,
        env!("BAROQUE_RUSTC"),
        env!("BAROQUE_TARGET"),
        env!("BAROQUE_OPT_LEVEL"),
    )
}
