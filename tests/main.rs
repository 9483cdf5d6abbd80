//! Integration tests of the libraries. One program for all of them, so that the generator is compiled
//! once for each game.
mod common;

mod allocations;
mod announced_mates;
mod attacks;
mod cases;
mod deep_perft;
mod described;
mod endings;
mod explain;
mod explain_described;
mod layers;
mod mates;
mod move_text;
mod mutated_games;
mod network;
mod perft;
mod placement;
mod properties;
mod puzzles;
mod readings;
mod rules;
mod rules_text;
mod search;
mod table_game;
mod tactics;
mod zobrist;
