#![doc = include_str!("../README.md")]
//!
//! # Layers
//!
//! Each module uses only modules of the lines above it:
//!
//! | modules | contents |
//! |---|---|
//! | `estimate`, `folder`, `lines` | figures; the files of a study |
//! | `observe` | what happens in games |
//! | `regression`, `study` | logistic regression; a study at work |
//! | `contest` | matches |
//! | `shared` | work that is divided among processes |
//! | `course`, `worth` | games as figures need them; what pieces are worth |
//! | `figures` | what games are like |
//! | `analysis` | games and what follows from them |
//! | `levels`, `opening` | levels of strength; first moves and a book |
//! | `puzzles` | puzzles |
//! | `pool` | the command that makes many |
//! | `check`, `learn`, `measure`, `find` | the stages |
//! | `assist` | the part of another process |
//! | `report`, `svg` | what was found; charts |
//! | `html`, `markdown`, `portrait`, `compare` | the report as a page, as text and as a picture; two of them |
//! | `publish` | the files for use |
//! | `run` | the command |
#![forbid(unsafe_code)]
#![deny(missing_docs)]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod analysis;
mod assist;
mod check;
mod compare;
mod contest;
mod course;
mod estimate;
mod figures;
mod find;
mod folder;
mod html;
mod learn;
mod levels;
mod lines;
mod markdown;
mod measure;
mod observe;
mod opening;
mod pool;
mod portrait;
mod publish;
mod puzzles;
mod regression;
mod report;
mod run;
mod shared;
mod study;
mod svg;
mod worth;

pub use pool::{PuzzlesArgs, run_puzzles};
pub use run::{StudyArgs, run};
