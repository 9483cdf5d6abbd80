//! Integration tests of the reader of game files.

mod broken;
mod examples;
mod inheritance;
mod interrupted;
mod mutated;
mod registered;
mod shipped;
mod warnings;
