//! The memory of custom games. They leave behind their boards and the names and rows of pieces, which are
//! constants in compiled games; each is kept once, whatever games have it.

use std::cell::Cell;
use std::collections::HashSet;
use std::hash::Hash;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex, PoisonError};

/// Bytes of games that exist, and of what is never freed.
static HELD: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// Bytes that this thread made and are never freed.
    static HELD_HERE: Cell<usize> = const { Cell::new(0) };
}

/// The bytes that custom games hold, about: all of them now, and, until the program ends, the boards and
/// pieces that this thread was the first to need.
pub fn held() -> (usize, usize) {
    (HELD.load(Ordering::Relaxed), HELD_HERE.get())
}

/// Values of a type that last until the program ends.
pub(crate) type Values<T> = LazyLock<Mutex<HashSet<&'static T>>>;

/// The value that is kept, equal to the one given.
pub(crate) fn intern<T: Eq + Hash + ?Sized>(known: &Values<T>, value: Box<T>) -> &'static T {
    let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(&same) = known.get(&*value) {
        return same;
    }
    let value = hold(value);
    known.insert(value);
    value
}

/// A name that lasts until the program ends.
pub(crate) fn intern_name(name: &str) -> &'static str {
    static NAMES: Values<str> = LazyLock::new(Mutex::default);
    intern(&NAMES, name.into())
}

/// Bytes that count as held as long as this exists.
#[derive(Debug)]
pub(crate) struct Holding(pub usize);

impl Holding {
    pub fn new(bytes: usize) -> Self {
        HELD.fetch_add(bytes, Ordering::Relaxed);
        Self(bytes)
    }
}

impl Drop for Holding {
    fn drop(&mut self) {
        HELD.fetch_sub(self.0, Ordering::Relaxed);
    }
}

/// Holds a value until the program ends.
pub(crate) fn hold<T: ?Sized>(value: Box<T>) -> &'static T {
    let bytes = size_of_val(&*value);
    HELD.fetch_add(bytes, Ordering::Relaxed);
    HELD_HERE.set(HELD_HERE.get() + bytes);
    Box::leak(value)
}
