//! Assisting: a process of a divided study plays its part of the games until the leading one needs no more.

use std::time::Instant;

use baroque_formats::Rejected;
use baroque_protocol::tools::error::ToolError;

use crate::learn;
use crate::shared::{Shared, TICK, Work};
use crate::study::Study;

/// Does what the leading process names, as long as the study may take.
///
/// # Errors
/// A file cannot be read or written, or the user ends the call.
pub fn assist(study: &mut Study) -> Result<(), ToolError> {
    let end = Instant::now() + study.total;
    while Instant::now() < end {
        study.check()?;
        if let Some(shared) = Shared::read(&study.folder)? {
            match (&shared.work, shared.until()) {
                (Work::Over(seconds), _) if *seconds >= study.total.as_secs_f64() => return Ok(()),
                (Work::Games(round), Some(until)) => {
                    reload(study)?;
                    learn::assist(study, *round, (&shared, until))?;
                }
                (Work::Match(contest), Some(until)) => {
                    reload(study)?;
                    contest.assist(study, until)?;
                }
                _ => {}
            }
        }
        std::thread::sleep(TICK);
    }
    Ok(())
}

/// Reads the journal, which has the best player.
fn reload(study: &mut Study) -> Result<(), Rejected> {
    if let Some(journal) = study.folder.journal()? {
        journal.check(&study.journal.game, None, study.shard)?;
        study.journal = journal;
    }
    Ok(())
}
