//! `baroque play` through pipes.

mod support;

mod files;
mod session;
