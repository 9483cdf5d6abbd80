//! Work that takes long releases the interpreter, and Ctrl+C ends it.

use std::cell::{Cell, RefCell};
use std::panic::resume_unwind;
use std::rc::Rc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use baroque_movegen::interrupt::{interruptible, is_interrupted};
use baroque_movegen::{AnyGame, GameId, StopFlag};
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError};
use pyo3::prelude::*;

/// Time between two looks for signals.
const INTERVAL: Duration = Duration::from_millis(50);
/// Stack of a thread that works: what searches need.
const STACK_SIZE: usize = 16 << 20;

/// Does work on moves of a game. Games from files can make it as long as they like.
///
/// # Errors
/// The exception of a signal that ended it.
pub fn attentive<T: Send>(
    py: Python,
    game: GameId,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    match game {
        GameId::CustomGame => py.detach(|| interrupted_by_signals(work)),
        _ => Ok(work()),
    }
}

/// [`attentive`] for work that changes the game, by at most a move that is taken back if it is given up.
///
/// # Errors
/// The exception of a signal that ended it.
pub fn attentive_mut<T: Send>(
    py: Python,
    game: &mut AnyGame,
    work: impl FnOnce(&mut AnyGame) -> T + Send,
) -> PyResult<T> {
    let (id, plies) = (game.game(), game.moves().len());
    let result = attentive(py, id, || work(game));
    if result.is_err() && game.moves().len() > plies {
        game.take_back();
    }
    result
}

fn interrupted_by_signals<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    let raised = Rc::new(RefCell::new(None));
    let (slot, last) = (Rc::clone(&raised), Cell::new(Instant::now()));
    let is_due = move || {
        if last.get().elapsed() < INTERVAL {
            return false;
        }
        last.set(Instant::now());
        let signal = Python::attach(|py| py.check_signals());
        signal.is_err_and(|exception| slot.replace(Some(exception)).is_none())
    };
    interruptible(is_due, || {
        let result = work();
        match is_interrupted() {
            false => Ok(result),
            true => Err(raised.take().unwrap_or_else(|| PyKeyboardInterrupt::new_err(()))),
        }
    })
}

/// Does work on another thread, while this one looks for signals; the first sets `stop`, which must end the
/// work soon.
///
/// # Errors
/// The exception of the signal, or no thread can be started.
pub fn watched<T: Send>(
    py: Python,
    stop: &StopFlag,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, finished) = mpsc::channel::<()>();
            let work = move || {
                let _finished = sender;
                work()
            };
            let thread = thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, work);
            let thread = thread.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
            let mut signal = Ok(());
            while finished.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                if signal.is_ok() {
                    signal = Python::attach(|py| py.check_signals());
                    stop.fetch_or(signal.is_err(), Ordering::Relaxed);
                }
            }
            let result = thread.join().unwrap_or_else(|panic| resume_unwind(panic));
            signal.map(|()| result)
        })
    })
}
