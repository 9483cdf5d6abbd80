//! Integration tests of the reader of game files.

mod broken;
mod catalogue;
mod examples;
mod inheritance;
mod interrupted;
mod mutated;
mod shipped;
mod warnings;
