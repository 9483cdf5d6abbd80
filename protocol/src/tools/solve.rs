//! `baroque solve`: searches test positions with known best moves.

use std::fmt;
use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use baroque_engine::{Bound, Engine, Info, Limits, Report, Score};
use baroque_formats::Loaded;
use baroque_formats::human;
use baroque_formats::json::{JsonMove, JsonPosition, JsonScore};
use baroque_formats::position_spec::PositionSpec;
use baroque_formats::rejected::number;
use baroque_movegen::{AnyGame, EpdEntry, EpdFile, EpdHeader, Move, StopFlag};
use clap::Args;
use serde::Serialize;

use super::args::{EngineArgs, RulesArgs, VARIANT_PARSER};
use super::count::Speed;
use super::error::{ToolError, exit_code};
use super::games::read_file;
use super::output::{Forms, OutputArgs};
use crate::progress::Progress;
use crate::signals;

/// Time per position in milliseconds if no limit is given.
const DEFAULT_TIME: u64 = 1000;

/// Arguments of `baroque solve`.
#[derive(Args, Debug)]
pub struct SolveArgs {
    /// EPD files with operations bm (best moves), am (moves to avoid) or dm (mate in N moves); - is
    /// stdin
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Rule set of files without a header line '# variant'; default: that of '--study', or baroque
    #[arg(long, value_name = "NAME", value_parser = VARIANT_PARSER)]
    variant: Option<String>,
    /// Rule switches of files without a header line '# rules', such as leap=single,suicide=off; all
    /// are listed at the end
    #[arg(long, value_name = "KEY=VALUE,...", default_value = "", hide_default_value = true)]
    rules: String,
    /// Milliseconds per position; 1000 if no limit is given
    #[arg(long)]
    movetime: Option<u64>,
    /// Nodes per position
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Depth in plies
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Search positions with dm for a proof of a mate in that many moves, like the UCI command 'go
    /// mate', and count only proved ones
    #[arg(long)]
    mate: bool,
    #[command(flatten)]
    engine: EngineArgs,
    /// Search only the first N positions of each file
    #[arg(long, value_name = "N")]
    first: Option<usize>,
    #[command(flatten)]
    output: OutputArgs,
}

/// All files are parsed before the first search, so that errors are reported at once.
pub fn run(
    args: &SolveArgs,
    loaded: &Loaded,
    output: &mut impl Write,
) -> Result<ExitCode, ToolError> {
    let suites = args.files.iter().map(|name| Suite::open(name, args, loaded));
    let suites: Vec<Suite> = suites.collect::<Result<_, _>>()?;
    let several = suites.len() > 1;
    let positions: usize = suites.iter().map(|suite| suite.tasks.len()).sum();
    let progress = Progress::new("solve", positions as u64, "positions");
    let mut printer = args.output.printer(output);
    let (mut total, stop) = (SolveCounts::default(), signals::stop_flag());
    for Suite { name: file, mut engine, tasks } in suites {
        let (file, mut counts) = (&file, SolveCounts::default());
        for (task, number) in tasks.iter().zip(1..) {
            engine.clear();
            let attempt = task.search(&mut engine, &stop);
            // An interrupted search says nothing about the position.
            if stop.load(Ordering::Relaxed) {
                break;
            }
            counts.add(&attempt.counts());
            progress.advance(1);
            let solved = SolvedTask { file, number, task, attempt };
            let record = Forms(|| solved.text(), || solved.json());
            printer.print_during(&progress, &record)?;
        }
        total.add(&counts);
        if several {
            printer.print_during(&progress, &Total { file: Some(file), counts: &counts })?;
        }
    }
    drop(progress);
    printer.print(&Total { file: None, counts: &total })?;
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
    fn open(name: &str, args: &SolveArgs, loaded: &Loaded) -> Result<Self, ToolError> {
        let bad = |reason: String| ToolError::file(name, reason);
        let text = read_file(name).map_err(|error| bad(error.to_string()))?;
        let file = EpdFile::parse(&text).map_err(|error| bad(error.to_string()))?;
        if file.entries.is_empty() {
            return Err(bad("the file contains no position".to_owned()));
        }
        let header = |header: Option<&EpdHeader>| header.map(|header| header.value.clone());
        let rules = RulesArgs {
            variant: header(file.variant.as_ref()).or_else(|| args.variant.clone()),
            rules: header(file.rules.as_ref()).unwrap_or_else(|| args.rules.clone()),
        };
        let position = rules.position(loaded);
        let mut position = position.map_err(|error| bad(error.to_string()))?;
        let engine = args.engine.engine(loaded).map_err(|error| bad(error.to_string()))?;
        let mut tasks = Vec::new();
        for entry in file.entries.into_iter().take(args.first.unwrap_or(usize::MAX)) {
            let line = entry.line;
            let task = SolveTask::new(entry, &mut position, args);
            tasks.push(task.map_err(|reason| bad(format!("line {line}: {reason}")))?);
        }
        Ok(Self { name: name.to_owned(), engine, tasks })
    }
}

/// A position to solve.
struct SolveTask {
    /// The operand of `id`, or the FEN.
    name: String,
    position: AnyGame,
    solution: Solution,
    limits: Limits,
}

impl SolveTask {
    /// # Errors
    /// The FEN or an operation is invalid.
    fn new(entry: EpdEntry, position: &mut AnyGame, args: &SolveArgs) -> Result<Self, String> {
        PositionSpec::fen(&entry.fen).set_up(position).map_err(|error| error.to_string())?;
        let solution = Solution::new(&entry, position, args.mate)?;
        let limits = Limits { mate: solution.mate.filter(|_| args.mate), ..args.limits() };
        let name = entry.operand("id").unwrap_or(&entry.fen).to_owned();
        Ok(Self { name, position: position.clone(), solution, limits })
    }

    fn search(&self, engine: &mut Engine, stop: &StopFlag) -> Attempt {
        let start = Instant::now();
        let mut attempt = Attempt::default();
        let mut update = |report| {
            if let Report::Info(info) = report {
                attempt.update(&info, &self.solution);
            }
        };
        let history = self.position.history();
        let result = engine.search_any_with(history, &self.limits, stop, &mut update);
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
    /// The greatest number of moves of a proved win; ignored if there are best moves and proofs are
    /// not asked for.
    mate: Option<u32>,
}

impl Solution {
    fn new(entry: &EpdEntry, position: &AnyGame, proved: bool) -> Result<Self, String> {
        let moves = |opcode| {
            let texts = entry.operands(opcode).unwrap_or_default().iter();
            let bad = |error| format!("{opcode}: {error}");
            texts
                .map(|text| position.read_move(text).map_err(bad))
                .collect::<Result<Vec<Move>, _>>()
        };
        let (best, avoid) = (moves("bm")?, moves("am")?);
        let mate = entry.operands("dm").map(|operands| {
            let moves = operands.first().map(String::as_str).unwrap_or_default();
            let moves = number("dm", moves, 1..=u32::MAX, "1 or more");
            moves.map_err(|error| error.to_string())
        });
        let mate = mate.transpose()?;
        if best.is_empty() && avoid.is_empty() && mate.is_none() {
            return Err("no operation bm, am or dm".to_owned());
        }
        let mate = mate.filter(|_| proved || best.is_empty());
        Ok(Self { best, avoid, mate })
    }

    fn is_met(&self, mv: Move, score: Option<Score>) -> bool {
        let proved = |most: u32| score.is_some_and(|score| score.is_win_in(most));
        (self.best.is_empty() || self.best.contains(&mv))
            && !self.avoid.contains(&mv)
            && self.mate.is_none_or(proved)
    }

    /// The operations with moves as readable text.
    fn text(&self, position: &AnyGame) -> String {
        let moves = |opcode: &str, moves: &[Move]| {
            let texts: Vec<String> =
                moves.iter().map(|&mv| position.readable_unchecked(mv)).collect();
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

    fn counts(&self) -> SolveCounts {
        let &Self { nodes, time, solved, .. } = self;
        let speed = Speed { nodes, time };
        SolveCounts { solved: usize::from(solved.is_some()), positions: 1, speed }
    }
}

/// A searched position.
struct SolvedTask<'a> {
    file: &'a str,
    /// The number of the position in the file, from 1.
    number: usize,
    task: &'a SolveTask,
    attempt: Attempt,
}

impl SolvedTask<'_> {
    fn text(&self) -> String {
        let Self { number, task, attempt, .. } = self;
        let SolveTask { name, position, solution, .. } = task;
        let sign = if attempt.solved.is_some() { '+' } else { '-' };
        let best = attempt.best.map_or("none".to_owned(), |best| position.readable_unchecked(best));
        let score = attempt.score.map(human::pawns).unwrap_or_default();
        let when = match attempt.solved {
            Some((nodes, time)) => format!("{nodes:>9} nodes {:>6} ms", time.as_millis()),
            None => format!("{:>25}", "not found"),
        };
        let (solution, depth) = (solution.text(position), attempt.depth);
        format!(
            "{number:>3} {sign} {best:<12} {solution:<16} {score:>10}  depth {depth:>2}  {when}  {name}\n"
        )
    }

    fn json(&self) -> JsonAttempt<'_> {
        let Self { file, number, task, attempt } = self;
        let SolveTask { name, position, solution, .. } = task;
        let mv = |mv: &Move| JsonMove::new(position, *mv);
        JsonAttempt {
            file,
            number: *number,
            name,
            position: JsonPosition::new(position),
            bm: solution.best.iter().map(mv).collect(),
            am: solution.avoid.iter().map(mv).collect(),
            dm: solution.mate,
            solved: attempt.solved.is_some(),
            mv: attempt.best.as_ref().map(mv),
            score: attempt.score.map(JsonScore::from),
            depth: attempt.depth,
            speed: attempt.counts().speed,
            solved_nodes: attempt.solved.map(|(nodes, _)| nodes),
            solved_time_ms: attempt.solved.map(|(_, time)| time.as_millis()),
        }
    }
}

#[derive(Serialize)]
#[serde(tag = "type", rename = "attempt")]
struct JsonAttempt<'a> {
    file: &'a str,
    number: usize,
    name: &'a str,
    position: JsonPosition,
    bm: Vec<JsonMove>,
    am: Vec<JsonMove>,
    dm: Option<u32>,
    solved: bool,
    #[serde(rename = "move")]
    mv: Option<JsonMove>,
    score: Option<JsonScore>,
    depth: u32,
    #[serde(flatten)]
    speed: Speed,
    solved_nodes: Option<u64>,
    solved_time_ms: Option<u128>,
}

/// Sums over positions.
#[derive(Default, Serialize)]
struct SolveCounts {
    solved: usize,
    positions: usize,
    #[serde(flatten)]
    speed: Speed,
}

impl SolveCounts {
    fn add(&mut self, other: &Self) {
        self.solved += other.solved;
        self.positions += other.positions;
        self.speed += other.speed;
    }
}

/// The sums of a file, or of all files.
#[derive(Serialize)]
#[serde(tag = "type", rename = "total")]
struct Total<'a> {
    file: Option<&'a str>,
    #[serde(flatten)]
    counts: &'a SolveCounts,
}

impl fmt::Display for Total<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SolveCounts { solved, positions, speed } = self.counts;
        let percent = 100.0 * *solved as f64 / (*positions).max(1) as f64;
        let name = self.file.unwrap_or("Solved");
        writeln!(f, "{name}: {solved} of {positions} ({percent:.1} %), {speed}")
    }
}
