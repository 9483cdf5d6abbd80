//! `baroque play` through pipes.

mod support;
mod tutorial;

mod files;
mod session;
