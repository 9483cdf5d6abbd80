#![no_main]

#[path = "../../common/game_files.rs"]
mod game_files;
#[path = "../../common/random.rs"]
mod random;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    game_files::check_file(data);
});
