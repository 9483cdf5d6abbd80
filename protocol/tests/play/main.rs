//! `baroque play`: games in the terminal, through pipes.

mod support;

mod files;
mod table;
