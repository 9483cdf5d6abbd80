//! The functions that the worker calls. Texts and files go through two buffers of the module: the
//! worker writes into the one that [`input`] makes, and reads the one at [`output`]. Every call may
//! move both.

// The names of exported functions must be theirs alone, which only their author can promise.
#![allow(unsafe_code)]

use std::cell::RefCell;
use std::time::Duration;

use crate::Host;

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Milliseconds since a fixed moment.
    // SAFETY: takes no pointer, and the worker gives the module such a function.
    safe fn now() -> f64;
}

/// The module's only session, with its buffers.
struct Module {
    host: Host,
    input: Vec<u8>,
    output: Vec<u8>,
}

thread_local! {
    static MODULE: RefCell<Module> = RefCell::new(Module {
        host: Host::new(clock),
        input: Vec::new(),
        output: Vec::new(),
    });
}

fn clock() -> Duration {
    Duration::from_micros((now() * 1000.0) as u64)
}

fn with<T>(run: impl FnOnce(&mut Module) -> T) -> T {
    MODULE.with_borrow_mut(run)
}

/// Makes room for an input of so many bytes; returns its address.
// SAFETY: no other function has this name, here and below.
#[unsafe(no_mangle)]
extern "C" fn input(length: usize) -> *mut u8 {
    with(|module| {
        module.input.clear();
        module.input.shrink_to(1 << 16);
        module.input.resize(length, 0);
        module.input.as_mut_ptr()
    })
}

/// The address of the output.
#[unsafe(no_mangle)]
extern "C" fn output() -> *const u8 {
    with(|module| module.output.as_ptr())
}

/// Receives the message that the input holds.
#[unsafe(no_mangle)]
extern "C" fn receive() {
    with(|module| module.host.receive(&String::from_utf8_lossy(&module.input)));
}

/// Puts the next answer into the output; returns its length, 0 if there is none.
#[unsafe(no_mangle)]
extern "C" fn answer() -> usize {
    with(|module| {
        module.output.clear();
        module.output.extend(module.host.answer().unwrap_or_default().into_bytes());
        module.output.len()
    })
}

/// Puts the name of the game whose network the search waits for into the output; returns its length,
/// 0 if the search waits for none.
#[unsafe(no_mangle)]
extern "C" fn wanted() -> usize {
    with(|module| {
        module.output.clear();
        module.output.extend(module.host.wanted().unwrap_or_default().bytes());
        module.output.len()
    })
}

/// Takes the network of a game: the input holds the name, of `length` bytes, and then the file, which
/// is empty if it cannot be had.
#[unsafe(no_mangle)]
extern "C" fn network(length: usize) {
    with(|module| {
        let (name, file) = module.input.split_at(length.min(module.input.len()));
        module.host.network(&String::from_utf8_lossy(name), file);
    });
}

/// Does the next part of the search; returns whether there is more to do.
#[unsafe(no_mangle)]
extern "C" fn step() -> bool {
    with(|module| module.host.step())
}
