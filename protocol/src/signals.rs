//! Signals by which a person or a system asks the program to end.

/// Calls this whenever that happens, from a thread of its own: on Ctrl-C, and on Unix on SIGTERM
/// too, which batch systems send before they kill. SIGHUP ends the program as ever, because who
/// has it ignored (`nohup`) wants to go on.
///
/// Where no handler can be had, a signal ends the program at once.
#[cfg(unix)]
pub fn on_interrupt(mut call: impl FnMut() + Send + 'static) {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) else { return };
    // Without a thread nobody hears the signals, which is as bad as it can get.
    let _ = std::thread::Builder::new().spawn(move || signals.forever().for_each(|_| call()));
}

/// Calls this whenever that happens, from a thread of its own.
#[cfg(not(unix))]
pub fn on_interrupt(call: impl FnMut() + Send + 'static) {
    let _ = ctrlc::set_handler(call);
}
