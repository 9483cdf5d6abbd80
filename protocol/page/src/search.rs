//! Searches that a page asks for, without a thread or a transport.

use baroque_engine::{Bound, Info, LEVELS, Limits, Report, SearchOptions, Strength, Wdl};
use baroque_formats::json::{JsonMove, JsonScore};
use baroque_movegen::{AnyGame, ByColor, Color};

use super::message::{Answer, EngineBounds, LineInfo, Response, SearchLimits};

/// Most best lines of a search.
const MAX_LINES: usize = 8;
/// Milliseconds of a move at full strength if nothing else limits it.
const FULL_STRENGTH_TIME: u64 = 1000;

/// A search to be run: limits and options for the engine, and what turns its reports into answers.
#[derive(Debug)]
pub struct Search {
    /// The number of the request.
    pub id: u32,
    /// The game up to the position.
    pub position: AnyGame,
    /// When it ends. It is never infinite: the time is bounded.
    pub limits: Limits,
    /// Lines and strength.
    pub options: SearchOptions,
}

impl Search {
    /// Checks what a page asks for.
    ///
    /// # Errors
    /// One line that says what is wrong.
    pub fn new(
        id: u32,
        position: AnyGame,
        limits: &SearchLimits,
        options: SearchOptions,
        bounds: EngineBounds,
    ) -> Result<Self, String> {
        if !(1..=MAX_LINES).contains(&options.multi_pv) {
            return Err(format!("lines is {}, allowed is 1 to {MAX_LINES}", options.multi_pv));
        }
        let limits = limits_of(limits, options.strength, bounds);
        Ok(Self { id, position, limits, options })
    }

    /// The answer to a report of the engine, if it is worth one.
    pub fn response(&self, report: &Report) -> Option<Response> {
        let answer = match report {
            Report::Info(info) => Answer::Line(line(info, &self.position)),
            Report::Best { best, .. } => {
                Answer::Best { best: best.map(|mv| self.position.uci(mv)) }
            }
            Report::CurrentMove { .. } | Report::NoMate { .. } => return None,
        };
        Some(Response { id: self.id, answer })
    }
}

/// The options of a search.
///
/// # Errors
/// There is no such level.
pub fn options(lines: usize, level: Option<u8>, seed: u64) -> Result<SearchOptions, String> {
    let strength = match level {
        None => Strength::Full,
        Some(level) if (1..=LEVELS).contains(&level) => Strength::Level(level),
        Some(level) => return Err(format!("level is {level}, allowed is 1 to {LEVELS}")),
    };
    Ok(SearchOptions { multi_pv: lines, strength, seed, ..SearchOptions::default() })
}

fn limits_of(limits: &SearchLimits, strength: Strength, bounds: EngineBounds) -> Limits {
    let mut result = Limits {
        move_time: limits.time,
        nodes: limits.nodes,
        depth: limits.depth,
        ..Limits::default()
    };
    let signed = |milliseconds: u64| i64::try_from(milliseconds).unwrap_or(i64::MAX);
    if let Some(clock) = &limits.clock {
        result.time = ByColor([Some(signed(clock.w)), Some(signed(clock.b))]);
        result.increment = ByColor([signed(clock.increment); Color::ALL.len()]);
    } else if strength == Strength::Level(LEVELS) && result == Limits::default() {
        result.move_time = Some(FULL_STRENGTH_TIME);
    }
    result.move_time = Some(result.move_time.map_or(bounds.time, |time| time.min(bounds.time)));
    result
}

fn line(info: &Info, position: &AnyGame) -> LineInfo {
    let is_white = position.side() == Color::White;
    let text = info.score.text();
    let (score, text) = if is_white { (info.score, text) } else { (-info.score, -text) };
    let bound = match (info.bound, is_white) {
        (Bound::Exact, _) => None,
        (Bound::Lower, true) | (Bound::Upper, false) => Some("higher"),
        (Bound::Upper, true) | (Bound::Lower, false) => Some("lower"),
    };
    let pv = JsonMove::line(position, &info.pv).into_iter();
    LineInfo {
        rank: info.multi_pv,
        depth: info.depth,
        seldepth: info.seldepth,
        score: JsonScore::from(text),
        bound,
        expected: Wdl::of_any(position, score).expected(),
        nodes: info.nodes,
        time: u64::try_from(info.time.as_millis()).unwrap_or(u64::MAX),
        pv: pv.map(|mv| (mv.uci, mv.readable)).collect(),
    }
}
