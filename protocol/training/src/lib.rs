#![doc = include_str!("../README.md")]
//!
//! # Layers
//!
//! Each module uses only modules of the lines above it:
//!
//! | modules | contents |
//! |---|---|
//! | [`random`] | random numbers that are the same everywhere |
//! | [`agreement`], [`openings`] | adjudication; random openings |
//! | [`shard`] | jobs in parts, and the files of their items |
//! | [`records`] | games as files |
//! | [`selfplay`] | games of the engine against itself |
//! | [`loss`], `symmetry` | chances to win; positions that are worth the same |
//! | `labelled` | positions with what came of them |
//! | `data` | the same in memory |
//! | [`plan`] | how to train |
//! | `model` | a network in floating point |
//! | `adam`, `quantise` | the optimiser; a network in whole numbers |
//! | `trainer` | steps of training |
//! | [`train`] | the training as a whole |
#![forbid(unsafe_code)]
#![deny(missing_docs)]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod adam;
pub mod agreement;
mod data;
mod labelled;
pub mod loss;
mod model;
pub mod openings;
pub mod plan;
mod quantise;
pub mod random;
pub mod records;
pub mod selfplay;
pub mod shard;
pub mod symmetry;
pub mod train;
mod trainer;
