//! File descriptors, of which each socket takes one.

/// Lets this program have so many of them, or as many as it may: the usual limit of Unix is lower than what is allowed.
pub fn allow(count: usize) {
    #[cfg(unix)]
    {
        use nix::sys::resource::{Resource, getrlimit, rlim_t, setrlimit};
        let Ok((soft, hard)) = getrlimit(Resource::RLIMIT_NOFILE) else { return };
        let wanted = rlim_t::try_from(count).unwrap_or(hard).min(hard);
        if soft < wanted {
            // Connections that find none are refused.
            let _ = setrlimit(Resource::RLIMIT_NOFILE, wanted, hard);
        }
    }
    #[cfg(not(unix))]
    let _ = count;
}
