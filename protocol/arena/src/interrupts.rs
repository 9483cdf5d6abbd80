//! Requests to end a match, by a user or a batch system.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use baroque_movegen::interrupt::StopFlag;
use baroque_protocol::signals::{self, INTERRUPTED};

/// Time from SIGTERM until games in progress are aborted. What sends it kills soon after.
const GRACE: Duration = Duration::from_secs(5);

/// The signals that the program has received.
#[derive(Default)]
pub struct Interrupts {
    count: AtomicUsize,
    /// Set by the first one.
    stop: StopFlag,
    /// When games in progress are to be aborted, after SIGTERM.
    deadline: OnceLock<Instant>,
}

/// What the signals so far ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopRequest {
    None,
    /// Start no more games: the time is up.
    TimeUp,
    /// Start no more games.
    Finish,
    /// Abort the games in progress, too.
    Abort,
}

impl Interrupts {
    /// Counts Ctrl-C and SIGTERM, in all matches of the process. The third one ends the program at once,
    /// even if it waits to write its output.
    pub fn listen() -> Arc<Self> {
        static LISTENING: OnceLock<Arc<Interrupts>> = OnceLock::new();
        let listen = || {
            let interrupts = Arc::new(Self::default());
            let [user, system] = [(); 2].map(|()| Arc::clone(&interrupts));
            signals::on_ctrl_c(move || user.add());
            signals::on_terminate(move || {
                let _ = system.deadline.set(Instant::now() + GRACE);
                system.add();
            });
            interrupts
        };
        Arc::clone(LISTENING.get_or_init(listen))
    }

    /// A flag that the first signal sets.
    pub fn stop(&self) -> &StopFlag {
        &self.stop
    }

    fn add(&self) {
        self.stop.store(true, Ordering::Relaxed);
        if self.count.fetch_add(1, Ordering::Relaxed) >= 2 {
            std::process::exit(INTERRUPTED.into());
        }
    }

    /// The request of the signals, or of the time: from `until` on no more games are to be started.
    pub fn request(&self, until: Option<Instant>) -> StopRequest {
        let is_over = self.deadline.get().is_some_and(|end| Instant::now() >= *end);
        match self.count.load(Ordering::Relaxed) {
            0 if until.is_some_and(|until| Instant::now() >= until) => StopRequest::TimeUp,
            0 => StopRequest::None,
            1 if !is_over => StopRequest::Finish,
            _ => StopRequest::Abort,
        }
    }
}
