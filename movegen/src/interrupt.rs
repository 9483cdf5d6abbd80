//! Interrupting the work on one position. A game from a file can make its moves as costly as it likes,
//! so its generator asks now and then whether to give up; compiled games never ask.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that ends work on any thread when it is set.
pub type StopFlag = Arc<AtomicBool>;

/// Steps of the generator, each from one square to the next, between two questions.
const INTERVAL: u32 = 256;

type Question = Rc<dyn Fn() -> bool>;

thread_local! {
    static QUESTION: RefCell<Option<Question>> = const { RefCell::new(None) };
    /// Steps made up to the last question.
    static STEPS: Cell<u64> = const { Cell::new(0) };
    /// Steps until the next question.
    static LEFT: Cell<u32> = const { Cell::new(INTERVAL) };
    static INTERRUPTED: Cell<bool> = const { Cell::new(false) };
}

/// Does work on this thread that is given up soon after `is_due` returns true: from then on games from
/// files have no moves, so nothing that the work finds counts if [`is_interrupted`] says so. Work inside
/// of other work asks its own question only.
///
/// ```
/// use baroque_movegen::interrupt::{interruptible, is_interrupted};
/// assert!(interruptible(|| true, || !is_interrupted()), "compiled games and no games never ask");
/// ```
pub fn interruptible<T>(is_due: impl Fn() -> bool + 'static, work: impl FnOnce() -> T) -> T {
    /// Restores the work around it, also after a panic.
    struct Around(Option<Question>, bool, u32);
    impl Drop for Around {
        fn drop(&mut self) {
            QUESTION.set(self.0.take());
            INTERRUPTED.set(self.1);
            set_left(self.2);
        }
    }
    let question: Question = Rc::new(is_due);
    let _around = Around(QUESTION.replace(Some(question)), INTERRUPTED.replace(false), LEFT.get());
    // What was done before must not matter to when the question is asked.
    set_left(INTERVAL);
    work()
}

/// Changes the steps until the next question, but not those that were made.
fn set_left(left: u32) {
    let made = steps();
    LEFT.set(left);
    STEPS.set(made - u64::from(INTERVAL - left));
}

/// [`interruptible`] by a flag.
pub fn stoppable<T>(stop: &StopFlag, work: impl FnOnce() -> T) -> T {
    let stop = Arc::clone(stop);
    interruptible(move || stop.load(Ordering::Relaxed), work)
}

/// Whether the work of this thread was given up.
#[inline]
pub fn is_interrupted() -> bool {
    INTERRUPTED.get()
}

/// Steps that the generator of custom games has made on this thread: what its work costs, the same on
/// every machine.
pub fn steps() -> u64 {
    STEPS.get() + u64::from(INTERVAL - LEFT.get())
}

/// Counts a step, and asks if it is time to. Returns whether the work was given up.
#[inline]
pub(crate) fn step() -> bool {
    LEFT.set(LEFT.get() - 1);
    if LEFT.get() == 0 {
        ask();
    }
    is_interrupted()
}

#[cold]
fn ask() {
    STEPS.set(STEPS.get() + u64::from(INTERVAL));
    LEFT.set(INTERVAL);
    let question = QUESTION.with_borrow(Clone::clone);
    if question.is_some_and(|is_due| is_due()) {
        INTERRUPTED.set(true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_asked_after_as_many_steps_of_its_own_work() {
        let take = |count: u32| (0..count).filter(|_| step()).count();
        take(7);
        let before = steps();
        let asked = Rc::new(Cell::new(0));
        let question = {
            let asked = Rc::clone(&asked);
            move || {
                asked.set(asked.get() + 1);
                false
            }
        };
        interruptible(question, || {
            for _ in 0..INTERVAL - 1 {
                take(1);
                interruptible(|| true, || assert_eq!(take(10), 0));
            }
            assert_eq!(asked.get(), 0);
            take(1);
            assert_eq!(asked.get(), 1);
            interruptible(|| true, || assert_eq!(take(INTERVAL + 2), 3));
        });
        assert_eq!(steps() - before, u64::from(INTERVAL - 1) * 11 + 1 + u64::from(INTERVAL + 2));
    }
}
