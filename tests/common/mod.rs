//! Shared by the tests: the references, what is specific to each game, the two backends, case files
//! and random positions.

pub mod backend;
pub mod games;
pub mod mate_finder;
pub mod random;
pub mod reference;
pub mod solver;
pub mod strategies;
pub mod tables;
