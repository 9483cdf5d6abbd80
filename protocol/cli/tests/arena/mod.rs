//! `baroque match` as a program: whole matches, resumed matches, faulty engines, and what testing
//! frameworks expect.

mod support;

#[cfg(unix)]
mod claims;
mod matches;
#[cfg(unix)]
mod misbehaviour;
mod openbench;
mod pondering;
mod reports;
#[cfg(unix)]
mod survival;
