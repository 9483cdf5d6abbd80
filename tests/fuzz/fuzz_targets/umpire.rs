#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| baroque_arena::fuzzing::check_log(data));
