//! Handlers for the signals by which a user or a batch system ends the program.
//!
//! If no handler can be installed, or no thread be started for it, a signal ends the program at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Exit status after an interrupt, as shells report it.
pub const INTERRUPTED: u8 = 130;

/// Returns a flag that is set on Ctrl-C and on SIGTERM, which batch systems send before SIGKILL.
/// Commands that poll it finish the line they are writing and end. A second signal ends the program
/// at once.
pub fn stop_flag() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let handler = Arc::clone(&flag);
    on_stop(move || {
        if handler.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
    });
    flag
}

/// Calls `handler` on Ctrl-C and on SIGTERM, from another thread. SIGHUP is not handled, so `nohup`
/// keeps its effect.
pub fn on_stop(handler: impl FnMut() + Send + 'static) {
    #[cfg(unix)]
    handle([signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM], handler);
    #[cfg(not(unix))]
    on_ctrl_c(handler);
}

/// Calls `handler` on SIGTERM, where there is one, from another thread.
pub fn on_terminate(handler: impl FnMut() + Send + 'static) {
    #[cfg(unix)]
    handle([signal_hook::consts::SIGTERM], handler);
    #[cfg(not(unix))]
    drop(handler);
}

/// Calls `handler` on Ctrl-C, from another thread.
pub fn on_ctrl_c(handler: impl FnMut() + Send + 'static) {
    #[cfg(unix)]
    handle([signal_hook::consts::SIGINT], handler);
    #[cfg(not(unix))]
    let _ = ctrlc::set_handler(handler);
}

#[cfg(unix)]
fn handle<const N: usize>(numbers: [i32; N], mut handler: impl FnMut() + Send + 'static) {
    let Ok(mut signals) = signal_hook::iterator::Signals::new(numbers) else { return };
    let wait = move || signals.forever().for_each(|_| handler());
    if std::thread::Builder::new().spawn(wait).is_err() {
        let always = Arc::new(AtomicBool::new(true));
        for signal in numbers {
            let status = INTERRUPTED.into();
            // There is no other way to hear of it.
            let _ =
                signal_hook::flag::register_conditional_shutdown(signal, status, always.clone());
        }
    }
}
