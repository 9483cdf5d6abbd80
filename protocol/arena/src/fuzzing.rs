//! What holds for any bytes in the formats that only this crate reads. Shared by its tests and by the
//! fuzz targets in `tests/fuzz` of the workspace.

use std::fs;
use std::thread;

use baroque_penultima::log;

use crate::state::SavedMatch;

/// Any bytes are refused as the state of a match, or are one that can be resumed and read again.
pub fn check_state(bytes: &[u8]) {
    let thread = format!("{:?}", thread::current().id()).replace(['(', ')'], "-");
    let path = std::env::temp_dir().join(format!("baroque-state-{}-{thread}", std::process::id()));
    fs::write(&path, bytes).unwrap();
    match SavedMatch::read(&path) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(mut saved) => {
            // As if the power had failed before the files of later games were on the disk.
            let first = saved.games.first().map(|game| game.lengths.clone());
            let lost = saved.forget_lost(&first.unwrap_or_else(|| saved.lengths())) > 0;
            let (games, settings, lengths) =
                (saved.games.clone(), saved.settings.clone(), saved.lengths());
            drop(saved.resume(&settings, &lengths, lost).unwrap());
            let again = SavedMatch::read(&path).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(again.games, games);
            let json = |settings| serde_json::to_string(settings).unwrap();
            assert_eq!(json(&again.settings), json(&settings));
        }
    }
    fs::remove_file(&path).unwrap();
}

/// Any text is refused as a log of the umpire, or is one that the umpire writes.
pub fn check_log(bytes: &[u8]) {
    if let Ok(text) = str::from_utf8(bytes)
        && let Err(error) = log::verify(text)
    {
        assert!(!error.is_empty());
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    /// The seeds of a fuzz target, and each with every byte changed in turn.
    fn check_changed(target: &str, check: fn(&[u8])) {
        let folder =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fuzz/seeds").join(target);
        for entry in fs::read_dir(folder).unwrap() {
            let mut data = fs::read(entry.unwrap().path()).unwrap();
            check(&data);
            for index in 0..data.len() {
                let byte = data[index];
                data[index] = b'9';
                check(&data);
                data[index] = byte;
            }
        }
    }

    #[test]
    fn states_with_a_changed_byte() {
        check_changed("state", check_state);
    }

    #[test]
    fn logs_with_a_changed_byte() {
        check_changed("umpire", check_log);
    }
}
