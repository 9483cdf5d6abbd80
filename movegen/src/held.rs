//! What described games hold until the program ends: positions are `Copy` and refer to it.

use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Bytes that all threads hold.
static HELD: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// Bytes that this thread holds.
    static HELD_HERE: Cell<usize> = const { Cell::new(0) };
}

/// The bytes that described games hold until the program ends, about: those of the whole program, and
/// those of games that this thread has made. A game that is the same in all its parts as another one
/// holds nothing more.
pub fn held() -> (usize, usize) {
    (HELD.load(Ordering::Relaxed), HELD_HERE.get())
}

/// Counts bytes as held.
pub(crate) fn count(bytes: usize) {
    HELD.fetch_add(bytes, Ordering::Relaxed);
    HELD_HERE.set(HELD_HERE.get() + bytes);
}

/// Holds a value.
pub(crate) fn hold<T>(value: T) -> &'static T {
    count(size_of::<T>());
    Box::leak(Box::new(value))
}

/// Holds a list.
pub(crate) fn hold_list<T>(list: Vec<T>) -> &'static [T] {
    count(size_of::<T>() * list.len());
    list.leak()
}
