#![no_main]

#[path = "../../common/game_files.rs"]
mod game_files;
#[path = "../../common/random.rs"]
mod random;

/// Steps of the generator that are enough for a file: about a second.
const ENOUGH: u64 = 1_000_000;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    game_files::check_file(data, ENOUGH);
});
