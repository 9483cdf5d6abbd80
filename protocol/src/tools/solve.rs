//! `baroque solve`: searches test positions with known best moves.

use std::fmt;
use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use baroque_engine::{Bound, Engine, Info, Limits, Report, Score, ScoreText};
use baroque_movegen::{AnyPosition, EpdEntry, EpdFile, Move, with_history};
use clap::Args;

use super::args::{EngineArgs, VariantParser};
use super::convert::read_file;
use super::count::per_second;
use super::error::{ToolError, exit_code};
use crate::formats::human;
use crate::formats::position_spec::PositionSpec;
use crate::signals;
use crate::text::quoted;

/// Time per position in milliseconds if no limit is given.
const DEFAULT_TIME: u64 = 1000;

#[derive(Args, Debug)]
pub struct SolveArgs {
    /// EPD files with operations bm (best moves), am (moves to avoid) or dm (mate in N moves); - is
    /// stdin
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Rule set of files without a header line '# variant'
    #[arg(long, value_name = "NAME", default_value = AnyPosition::DEFAULT_VARIANT, value_parser = VariantParser)]
    variant: String,
    /// Rule switches of files without a header line '# rules', such as leap=single,suicide=off; all
    /// are listed at the end
    #[arg(long, value_name = "KEY=VALUE,...", default_value = "", hide_default_value = true)]
    rules: String,
    /// Milliseconds per position; 1000 if neither this nor nodes nor a depth is given
    #[arg(long)]
    movetime: Option<u64>,
    /// Nodes per position
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Depth in plies
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    #[command(flatten)]
    engine: EngineArgs,
    /// Search only the first N positions of each file
    #[arg(long, value_name = "N")]
    first: Option<usize>,
}

/// All files are parsed before the first search, so that errors are reported at once.
pub fn run(args: &SolveArgs, output: &mut impl Write) -> Result<ExitCode, ToolError> {
    let suites = args.files.iter().map(|name| Suite::open(name, args));
    let suites: Vec<Suite> = suites.collect::<Result<_, _>>()?;
    let several = suites.len() > 1;
    let (mut total, stop) = (SolveCounts::default(), signals::stop_flag());
    for mut suite in suites {
        let counts = suite.solve(&args.limits(), &stop, output)?;
        if several {
            writeln!(output, "{}: {counts}", suite.name)?;
        }
        total.add(&counts);
    }
    writeln!(output, "Solved: {total}")?;
    Ok(exit_code(&stop))
}

impl SolveArgs {
    fn limits(&self) -> Limits {
        let endless = self.nodes.is_none() && self.depth.is_none();
        Limits {
            move_time: self.movetime.or(endless.then_some(DEFAULT_TIME)),
            nodes: self.nodes,
            depth: self.depth,
            ..Limits::default()
        }
    }
}

/// A parsed file.
struct Suite {
    name: String,
    engine: Engine,
    tasks: Vec<SolveTask>,
}

impl Suite {
    fn open(name: &str, args: &SolveArgs) -> Result<Self, ToolError> {
        let bad = |reason: String| ToolError::File { path: name.to_owned(), reason };
        let text = read_file(name).map_err(|error| bad(error.to_string()))?;
        let file = EpdFile::parse(&text).map_err(|error| bad(error.to_string()))?;
        if file.entries.is_empty() {
            return Err(bad("the file contains no position".to_owned()));
        }
        let variant = file.variant.as_ref().map_or(&args.variant, |header| &header.value);
        let rules = file.rules.as_ref().map_or(&args.rules, |header| &header.value);
        let mut position =
            AnyPosition::with_rules(variant, rules).map_err(|error| bad(error.to_string()))?;
        let engine = args.engine.engine().map_err(|error| bad(error.to_string()))?;
        let mut tasks = Vec::new();
        for entry in file.entries.into_iter().take(args.first.unwrap_or(usize::MAX)) {
            let line = entry.line;
            let task = SolveTask::new(entry, &mut position);
            tasks.push(task.map_err(|reason| bad(format!("line {line}: {reason}")))?);
        }
        Ok(Self { name: name.to_owned(), engine, tasks })
    }

    fn solve(
        &mut self,
        limits: &Limits,
        stop: &AtomicBool,
        output: &mut impl Write,
    ) -> Result<SolveCounts, ToolError> {
        let mut counts = SolveCounts::default();
        for (index, task) in self.tasks.iter().enumerate() {
            self.engine.clear();
            let attempt = task.search(&mut self.engine, limits, stop);
            // An interrupted search says nothing about the position.
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let line = attempt.line(&task.solution, &task.position);
            writeln!(output, "{:>3} {line}  {}", index + 1, task.name)?;
            output.flush()?;
            counts.add(&attempt.counts());
        }
        Ok(counts)
    }
}

/// A position to solve.
struct SolveTask {
    /// The operand of `id`, or the FEN.
    name: String,
    position: AnyPosition,
    solution: Solution,
}

impl SolveTask {
    /// # Errors
    /// The FEN or an operation is invalid.
    fn new(entry: EpdEntry, position: &mut AnyPosition) -> Result<Self, String> {
        PositionSpec::fen(&entry.fen).set_up(position).map_err(|error| error.to_string())?;
        let solution = Solution::new(&entry, position)?;
        let name = entry.operand("id").unwrap_or(&entry.fen).to_owned();
        Ok(Self { name, position: position.clone(), solution })
    }

    fn search(&self, engine: &mut Engine, limits: &Limits, stop: &AtomicBool) -> Attempt {
        let start = Instant::now();
        let mut attempt = Attempt::default();
        let mut update = |report| {
            if let Report::Info(info) = report {
                attempt.update(&info, &self.solution);
            }
        };
        let result = with_history!(self.position.history(), game => {
            engine.search_with(game, limits, stop, &mut update)
        });
        attempt.best = result.best;
        attempt.time = start.elapsed();
        attempt.finish(&self.solution);
        attempt
    }
}

/// The solution of a position: the operands of `bm`, `am` and `dm`.
struct Solution {
    /// The best moves; all moves if empty.
    best: Vec<Move>,
    /// The moves to avoid.
    avoid: Vec<Move>,
    /// The greatest number of moves of a proved win; ignored if there are best moves.
    mate: Option<u32>,
}

impl Solution {
    fn new(entry: &EpdEntry, position: &AnyPosition) -> Result<Self, String> {
        let moves = |opcode| {
            let texts = entry.operands(opcode).unwrap_or_default().iter();
            let bad = |error| format!("{opcode}: {error}");
            texts
                .map(|text| position.read_move(text).map_err(bad))
                .collect::<Result<Vec<Move>, _>>()
        };
        let (best, avoid) = (moves("bm")?, moves("am")?);
        let mate = entry.operands("dm").map(|operands| {
            let number = operands.first().map(String::as_str).unwrap_or_default();
            let moves = number.parse().ok().filter(|&moves: &u32| moves > 0);
            moves.ok_or_else(|| format!("dm is '{}', allowed is 1 or more", quoted(number)))
        });
        let mate = mate.transpose()?;
        if best.is_empty() && avoid.is_empty() && mate.is_none() {
            return Err("no operation bm, am or dm".to_owned());
        }
        let mate = mate.filter(|_| best.is_empty());
        Ok(Self { best, avoid, mate })
    }

    fn is_met(&self, mv: Move, score: Option<Score>) -> bool {
        let proved = |most: u32| match score.map(Score::text) {
            Some(ScoreText::Mate(moves)) => moves > 0 && moves.unsigned_abs() <= most,
            _ => false,
        };
        (self.best.is_empty() || self.best.contains(&mv))
            && !self.avoid.contains(&mv)
            && self.mate.is_none_or(proved)
    }

    /// The operations with moves as readable text.
    fn text(&self, position: &AnyPosition) -> String {
        let moves = |opcode: &str, moves: &[Move]| {
            let texts: Vec<String> = moves.iter().map(|&mv| position.readable(mv)).collect();
            (!texts.is_empty()).then(|| format!("{opcode} {}", texts.join(" ")))
        };
        let mate = self.mate.map(|moves| format!("dm {moves}"));
        let all = [moves("bm", &self.best), moves("am", &self.avoid), mate];
        all.into_iter().flatten().collect::<Vec<String>>().join(" ")
    }
}

/// The result of the search of a position.
#[derive(Default)]
struct Attempt {
    best: Option<Move>,
    depth: u32,
    score: Option<Score>,
    nodes: u64,
    time: Duration,
    /// Nodes and time after which the solution was found and not lost again.
    solved: Option<(u64, Duration)>,
}

impl Attempt {
    fn update(&mut self, info: &Info, solution: &Solution) {
        self.nodes = info.nodes;
        let (Some(&mv), false) = (info.pv.first(), info.bound == Bound::Upper) else { return };
        (self.depth, self.score) = (info.depth, Some(info.score));
        match solution.is_met(mv, self.score) {
            true => self.solved = self.solved.or(Some((info.nodes, info.time))),
            false => self.solved = None,
        }
    }

    /// Decides by the move that the search chose at the end.
    fn finish(&mut self, solution: &Solution) {
        let solved = self.best.is_some_and(|best| solution.is_met(best, self.score));
        self.solved = solved.then(|| self.solved.unwrap_or((self.nodes, self.time)));
    }

    fn line(&self, solution: &Solution, position: &AnyPosition) -> String {
        let sign = if self.solved.is_some() { '+' } else { '-' };
        let best = self.best.map_or("none".to_owned(), |best| position.readable(best));
        let score = self.score.map(human::pawns).unwrap_or_default();
        let when = match self.solved {
            Some((nodes, time)) => format!("{nodes:>9} nodes {:>6} ms", time.as_millis()),
            None => format!("{:>25}", "not found"),
        };
        let solution = solution.text(position);
        format!("{sign} {best:<12} {solution:<16} {score:>10}  depth {:>2}  {when}", self.depth)
    }

    fn counts(&self) -> SolveCounts {
        let solved = usize::from(self.solved.is_some());
        SolveCounts { solved, positions: 1, nodes: self.nodes, time: self.time }
    }
}

/// Sums over positions.
#[derive(Default)]
struct SolveCounts {
    solved: usize,
    positions: usize,
    nodes: u64,
    time: Duration,
}

impl SolveCounts {
    fn add(&mut self, other: &Self) {
        self.solved += other.solved;
        self.positions += other.positions;
        self.nodes += other.nodes;
        self.time += other.time;
    }
}

impl fmt::Display for SolveCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { solved, positions, nodes, time } = *self;
        let percent = 100.0 * solved as f64 / positions.max(1) as f64;
        let (milliseconds, speed) = (time.as_millis(), per_second(nodes, time));
        write!(
            f,
            "{solved} of {positions} ({percent:.1} %), {nodes} nodes in {milliseconds} ms, {speed} nodes/s"
        )
    }
}
