//! What the test programs share: the reference, the two judges, case files and random positions.
#![allow(dead_code, reason = "every test program uses another part of it")]

pub mod judge;
pub mod mate_finder;
pub mod reference;
pub mod solver;
pub mod strategies;
pub mod tables;
