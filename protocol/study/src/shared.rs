//! What the processes of a divided study work on together. The first one leads: it names the work in a file,
//! does its own part, and goes on when no other one writes any more.

use std::fs::OpenOptions;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use baroque_formats::{Rejected, files};
use baroque_protocol::tools::error::ToolError;
use baroque_training::shard::Shard;
use serde::{Deserialize, Serialize};

use crate::contest::{Contest, Played};
use crate::folder::Folder;
use crate::study::Study;

/// The file that names the work.
const FILE: &str = "shared.json";
/// Most bytes of it.
const MAX_FILE: u64 = 1 << 20;
/// Time between two looks at files that another process writes.
pub const TICK: Duration = Duration::from_millis(200);

/// What all processes work on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Work {
    /// The self-play of a round.
    Games(usize),
    /// A match.
    Match(Box<Contest>),
    /// Nothing more; the seconds that the study had.
    Over(f64),
}

/// Work, and when it ends.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Shared {
    pub work: Work,
    /// In seconds since 1970.
    until: f64,
}

impl Shared {
    /// The work that the leading process named; none if it did not.
    ///
    /// # Errors
    /// The file cannot be read or names none.
    pub fn read(folder: &Folder) -> Result<Option<Self>, Rejected> {
        let path = folder.file(FILE);
        if !path.exists() {
            return Ok(None);
        }
        let bad = |reason: &dyn std::fmt::Display| Rejected::at(path.display(), reason);
        let text = files::read_text(&path, MAX_FILE).map_err(|error| bad(&error))?;
        serde_json::from_str(&text).map(Some).map_err(|error| bad(&error))
    }

    /// When it ends, if that is not yet.
    pub fn until(&self) -> Option<Instant> {
        let left = Duration::try_from_secs_f64(self.until - now()).ok()?;
        Instant::now().checked_add(left).filter(|_| !left.is_zero())
    }
}

/// Seconds since 1970: processes on several machines share no other clock.
fn now() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64()
}

/// Names work to the other processes, if there are any; without time work that nobody shall begin any more.
///
/// # Errors
/// The journal, which they read too, or the file cannot be written.
pub fn share(study: &mut Study, work: Work, time: Duration) -> Result<(), ToolError> {
    if study.shard == Shard::WHOLE {
        return Ok(());
    }
    study.save()?;
    // Not now, which may be later by the clock of another machine.
    let until = if time.is_zero() { 0.0 } else { now() + time.as_secs_f64() };
    let shared = Shared { work, until };
    let text = serde_json::to_string(&shared).unwrap_or_default();
    Ok(study.folder.write(FILE, &text)?)
}

/// Does its own part of some work while the other processes do theirs, and waits until none of them writes to
/// the files of the work.
///
/// # Errors
/// A file cannot be written, the first error of `own`, or the user ends the call.
pub fn together(
    study: &mut Study,
    (work, time): (Work, Duration),
    own: impl FnOnce(&mut Study) -> Result<(), ToolError>,
    files: &[PathBuf],
) -> Result<(), ToolError> {
    share(study, work.clone(), time)?;
    own(study)?;
    // Who did not begin yet shall not.
    share(study, work, Duration::ZERO)?;
    for path in files {
        while is_in_use(path) {
            study.check()?;
            std::thread::sleep(TICK);
        }
    }
    Ok(())
}

/// Whether another process writes to a file.
fn is_in_use(path: &Path) -> bool {
    let file = files::open_regular(OpenOptions::new().read(true), path);
    file.is_ok_and(|file| !files::claim(&file))
}

/// Plays a match with the other processes, and returns all its games that are distinct.
///
/// # Errors
/// A game cannot be played or written, or the user ends the call.
pub fn play(
    study: &mut Study,
    contest: &Contest,
    time: Duration,
) -> Result<Vec<Played>, ToolError> {
    let work = Work::Match(Box::new(contest.clone()));
    let states: Vec<PathBuf> = study.shard.all().map(|shard| contest.state(study, shard)).collect();
    let own = |study: &mut Study| contest.play(study, study.shard, time).map(drop);
    together(study, (work, time), own, &states)?;
    Ok(contest.distinct(contest.played(study, study.shard.all())?))
}
