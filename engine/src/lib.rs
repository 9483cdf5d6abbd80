#![doc = include_str!("../README.md")]
//!
//! # Searches
//!
//! An [`Engine`] plays every [`Game`](baroque_movegen::Game) whose pieces have values ([`TunedGame`]).
//! [`Engine::search`] blocks until the search ends, [`Engine::go`] returns at once and reports through a
//! callback, and [`Engine::search_part`] searches bit by bit, for a target without threads.
//!
//! In a game that is known when the program is compiled, and its evaluation without a search:
//!
//! ```
//! use baroque_engine::{Engine, Limits, evaluate};
//! use baroque_movegen::{GameHistory, Position, Ultima};
//! let game = GameHistory::new(Position::<Ultima>::default());
//! let limits = Limits { nodes: Some(1000), ..Limits::default() };
//! let result = Engine::new().search(&game, &limits);
//! assert!(result.best.is_some() && result.nodes >= 1000);
//! // Even at the start, for the side to move.
//! assert!(evaluate(game.position()).value().abs() < 100);
//! ```
//!
//! # Layers
//!
//! Each module uses only modules of the lines above it:
//!
//! | modules | contents |
//! |---|---|
//! | `score`, [`params`] | scores; tunable parameters and piece values |
//! | `wdl`, `strength` | what scores mean; levels below full strength |
//! | `judgement` | what a move gives away |
//! | `limits`, `control` | limits and reports; stop and ponder hit |
//! | [`values`] | estimates of the values of pieces of custom games |
//! | `eval`, `time`, `tt` | evaluation; time management; transposition table |
//! | [`network`] | evaluation learned from self-play |
//! | `evaluator` | evaluation of positions along a line of play |
//! | `gain` | what a move wins at once |
//! | `exchange` | what it wins after the best reply |
//! | `history` | move statistics |
//! | `picker` | move ordering |
//! | `search` | one thread's search: `root` (iterative deepening), `node` (principal variation |
//! | | search), `prune`, `reduce`, `quiescence`, `stats` (what it learns), `threads` |
//! | `parts`, `pool` | searches in parts; all threads of a search, and tables kept between searches |
//! | `engine` | [`Engine`] |
//! | `bench` | [`bench()`] and [`speed_test`] |
//!
//! # Glossary
//!
//! * *Ply*: one move of one side. Depths and distances are plies; mates are counted in moves.
//! * *Node*: a position the search visits, quiescence included; what [`Limits::nodes`] counts.
//! * *Seldepth*: the greatest ply from the root that a search reached.
//! * *Network*: an evaluation learned from self-play, for games that have one (NNUE). Its *accumulator*
//!   is the hidden layer of a position, brought up to date from that of the position before.
//! * *Quiescence*: the search of captures at depth 0, so that only quiet positions are evaluated.
//! * *Check evasion*: a move out of check; quiescence searches all of them in its first plies.
//! * *Check extension*: nodes in check are searched a ply deeper.
//! * *Delta pruning*: quiescence skips captures whose gain plus a margin cannot raise alpha.
//! * *Gain*: material that a move wins at once, in centipawns.
//! * *Exchange estimate*: whether a capture loses material, by its gain less the best capture of
//!   the piece that moved, in some games less what that gives back. Static exchange evaluation would
//!   not do: most captures in these games do not move to the square of the victim.
//! * *Window*: alpha and beta; scores outside it are bounds. A *null window* contains no score.
//! * *Bound*: whether a score is exact, at least (lower) or at most (upper) the true score.
//! * *PV*: the principal variation, the line of best play for both sides.
//! * *Aspiration window*: a root window around the last iteration's score, widened on failure.
//! * *Null move*: a pass; if a reduced search after it still fails high, the node is pruned.
//! * *Late move reduction*: moves late in the ordering are searched to less depth first.
//! * *Late move pruning*: near the horizon, late quiet moves are not searched at all.
//! * *Futility pruning*: nor are quiet moves where the evaluation is far below alpha.
//! * *Razoring*: where it is further below, quiescence decides.
//! * *Reverse futility pruning*: a node far above beta is not searched, unless the opponent threatens as
//!   much.
//! * *ProbCut*: a capture that fails high with a margin in a shallow search prunes the node.
//! * *Cut node*: a node searched with a null window and expected to fail high.
//! * *Improving*: the evaluation is better than before the side's last move.
//! * *Killers*: the last two quiet moves that failed high at a ply.
//! * *History*: how often moves failed high: quiet ones by side, from and to square (butterfly),
//!   and by kind and destination after those of an earlier move (continuation); captures by kind,
//!   destination and victims.
//! * *Correction history*: by how much the evaluation of similar positions was wrong.
//! * *Transposition table*: results by position key; what `Hash` sizes and `hashfull` measures.
//! * *Generation*: the number of the search that wrote a table entry; older entries are replaced
//!   first.
//! * *Path dependence*: a score depends on the path to its node, by repetition or move limit.
//! * *Lazy SMP*: all threads search the same root and share the transposition table. Here a move that
//!   one thread is searching waits in the others, the first to finish an iteration finishes it for
//!   all, and at the end all vote for a move.
//! * *MultiPV*: the number of best root moves that are each searched for a score and a pv.
//! * *Contempt*: centipawns by which the searching side rates a draw below an even position.
//! * *Ponder*: a search on the opponent's time; a *ponder hit* starts its clock.
//! * *Time budget*: the soft limit starts no new iteration, the hard limit ends the search.
//! * *Node clock* (`nodestime`): time limits count nodes instead of milliseconds.
#![deny(missing_docs, unnameable_types)]

mod bench;
mod control;
mod engine;
mod eval;
mod evaluator;
mod exchange;
mod gain;
mod history;
mod judgement;
mod limits;
pub mod network;
pub mod params;
mod parts;
mod picker;
mod pool;
mod score;
mod search;
mod strength;
mod time;
mod tt;
pub mod values;
mod wdl;

pub use bench::{BenchPosition, BenchResult, SpeedTest, bench, bench_len, bench_with, speed_test};
pub use control::{ClockFn, system_clock};
pub use engine::{Engine, StopHandle};
pub use eval::{Term, hand_made, trace};
pub use evaluator::evaluate;
pub use judgement::Judgement;
pub use limits::{Bound, Features, Info, Limits, Report, SearchOptions, SearchResult};
pub use params::TunedGame;
pub use parts::Parts;
pub use pool::DEFAULT_HASH;
pub use score::{MAX_PLY, Score, ScoreText};
pub use strength::{FULL_NODES, HIGHEST_ELO, LEVELS, LOWEST_ELO, Levels, Strength};
pub use tt::OutOfMemory;
pub use wdl::Wdl;

/// The notebook of experiments in generator, search and evaluation, in Markdown.
pub const NOTEBOOK: &str = include_str!("../NOTEBOOK.md");
