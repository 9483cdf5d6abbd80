//! Signals by which a user or a batch system asks the program to end.
//!
//! Where no handler can be installed, a signal ends the program at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that is set on Ctrl-C and on SIGTERM, which batch systems send before they kill: the
/// command finishes what it has begun to write and ends.
pub fn stop_flag() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let handler = Arc::clone(&flag);
    on_stop(move || handler.store(true, Ordering::Relaxed));
    flag
}

/// Calls `handler` on Ctrl-C and on SIGTERM, from another thread. SIGHUP keeps its effect, because
/// those who ignore it (`nohup`) want the program to go on.
pub fn on_stop(handler: impl FnMut() + Send + 'static) {
    #[cfg(unix)]
    handle([signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM], handler);
    #[cfg(not(unix))]
    on_ctrl_c(handler);
}

/// Calls `handler` on Ctrl-C, from another thread.
pub fn on_ctrl_c(handler: impl FnMut() + Send + 'static) {
    #[cfg(unix)]
    handle([signal_hook::consts::SIGINT], handler);
    #[cfg(not(unix))]
    let _ = ctrlc::set_handler(handler);
}

#[cfg(unix)]
fn handle<const N: usize>(signals: [i32; N], mut handler: impl FnMut() + Send + 'static) {
    let Ok(mut signals) = signal_hook::iterator::Signals::new(signals) else { return };
    // Without a thread the signals are swallowed; nothing better can be done.
    let wait = move || signals.forever().for_each(|_| handler());
    let _ = std::thread::Builder::new().spawn(wait);
}
