#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| baroque_protocol::fuzzing::check_log(data));
