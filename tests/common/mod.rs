//! Shared by the tests: the references, what is specific to each game, the two backends, case files
//! and random positions.
#![allow(dead_code, reason = "each test program uses a part of it")]

pub mod backend;
pub mod games;
pub mod mate_finder;
pub mod random;
pub mod reference;
pub mod solver;
pub mod strategies;
pub mod tables;
