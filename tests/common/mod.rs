//! What the test programs share: the references, the games, the two judges, case files and random
//! positions.
#![allow(dead_code, reason = "every test program uses another part of it")]

pub mod games;
pub mod judge;
pub mod mate_finder;
pub mod random;
pub mod reference;
pub mod solver;
pub mod strategies;
pub mod tables;
