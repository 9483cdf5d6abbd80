#![no_main]

#[path = "../../../protocol/cli/tests/common/hostile.rs"]
mod hostile;

libfuzzer_sys::fuzz_target!(|data: &[u8]| hostile::check_study(data));
