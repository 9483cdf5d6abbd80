//! Shared by the tests: the reference, what is specific to each game, the two backends, case files
//! and random positions.

pub mod backend;
mod choice;
pub mod drawn;
pub mod game_files;
pub mod games;
pub mod mate_finder;
pub mod random;
pub mod reference;
pub mod solver;
pub mod strategies;
pub mod tables;
