//! Threads of what Python keeps.

use pyo3::PyResult;
use pyo3::exceptions::PyRuntimeError;

/// Greatest number of threads.
pub const MAX_THREADS: usize = 512;

/// What has threads of its own, which a fork does not copy.
pub struct Threads {
    /// The process that has them; none if there are none.
    home: Option<u32>,
}

impl Threads {
    /// So many, in this process; one is that of the caller.
    pub fn new(count: usize) -> Self {
        Self { home: (count > 1).then(std::process::id) }
    }

    /// Checks that they are in this process.
    ///
    /// # Errors
    /// They are in one from which this one was forked.
    pub fn check(&self) -> PyResult<()> {
        match self.home.is_none_or(|home| home == std::process::id()) {
            true => Ok(()),
            false => {
                Err(PyRuntimeError::new_err("a fork has no threads of its parent: make a new one"))
            }
        }
    }
}
