//! The information that engines send about a search.

use std::str::FromStr;
use std::time::Duration;

use baroque_engine::{Bound, ScoreText};

/// What an engine reported about its best line. Any part may be missing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EngineInfo {
    /// Search depth in plies.
    pub depth: Option<u32>,
    /// Maximum ply that was reached.
    pub seldepth: Option<u32>,
    /// The score from the engine's side.
    pub score: Option<ScoreText>,
    /// Whether the score is exact; `None` without a score.
    pub bound: Option<Bound>,
    pub nodes: Option<u64>,
    /// Nodes per second.
    pub nps: Option<u64>,
    /// Hash table usage in permille.
    pub hashfull: Option<u64>,
    /// Tablebase hits.
    pub tbhits: Option<u64>,
    /// Search time by the engine's clock.
    pub time: Option<Duration>,
    /// The principal variation as the engine writes it.
    pub pv: Vec<String>,
}

/// The keywords of `info`, which end the moves after `pv`.
#[rustfmt::skip]
const KEYWORDS: [&str; 15] = [
    "depth", "seldepth", "multipv", "score", "nodes", "nps", "hashfull", "tbhits", "time", "pv",
    "currmove", "currmovenumber", "string", "refutation", "currline",
];

impl EngineInfo {
    /// Updates from a UCI line. Lines with `multipv` above 1 are ignored.
    pub fn parse_uci(&mut self, line: &str) {
        if let Some((1, info)) = uci(line) {
            self.merge(info);
        }
    }

    /// Updates from a thinking line of CECP.
    pub fn parse_cecp(&mut self, line: &str) {
        if let Some(info) = cecp(line) {
            self.merge(info);
        }
    }

    /// Takes counters from the last line that has them, and everything else from the last line with an
    /// exact score, or with any score if none is exact.
    fn merge(&mut self, new: Self) {
        let counts = [
            (&mut self.nodes, new.nodes),
            (&mut self.nps, new.nps),
            (&mut self.hashfull, new.hashfull),
            (&mut self.tbhits, new.tbhits),
        ];
        for (count, new) in counts {
            *count = new.or(*count);
        }
        self.time = new.time.or(self.time);
        let is_exact = |info: &Self| info.score.is_some() && info.bound == Some(Bound::Exact);
        if new.score.is_some() && (is_exact(&new) || !is_exact(self)) {
            self.depth = new.depth;
            self.seldepth = new.seldepth;
            self.score = new.score;
            self.bound = new.bound;
            self.pv = new.pv;
        }
    }
}

/// Parses an `info` line. Returns its `multipv`, 1 by default, and its fields; malformed ones are
/// left out.
fn uci(line: &str) -> Option<(u32, EngineInfo)> {
    let mut words = line.split_ascii_whitespace().peekable();
    if words.next() != Some("info") {
        return None;
    }
    let (mut number, mut info) = (1, EngineInfo::default());
    while let Some(word) = words.next() {
        match word {
            "depth" => info.depth = parsed(words.peek()),
            "seldepth" => info.seldepth = parsed(words.peek()),
            "multipv" => number = parsed(words.peek()).unwrap_or(number),
            "nodes" => info.nodes = parsed(words.peek()),
            "nps" => info.nps = parsed(words.peek()),
            "hashfull" => info.hashfull = parsed(words.peek()),
            "tbhits" => info.tbhits = parsed(words.peek()),
            "time" => info.time = parsed(words.peek()).map(Duration::from_millis),
            "score" => {
                let kind = words.next();
                info.score = match (kind, parsed(words.peek())) {
                    (Some("cp"), Some(value)) => Some(ScoreText::Centipawns(value)),
                    (Some("mate"), Some(moves)) => Some(ScoreText::Mate(moves)),
                    _ => None,
                };
                info.bound = info.score.map(|_| Bound::Exact);
            }
            "lowerbound" => info.bound = info.score.map(|_| Bound::Lower),
            "upperbound" => info.bound = info.score.map(|_| Bound::Upper),
            "pv" => {
                while let Some(mv) = words.next_if(|word| !KEYWORDS.contains(word)) {
                    info.pv.push(mv.to_owned());
                }
            }
            "string" | "refutation" | "currline" => break,
            _ => {}
        }
    }
    Some((number, info))
}

fn parsed<T: FromStr>(word: Option<&&str>) -> Option<T> {
    word?.parse().ok()
}

/// The CECP score of mate in 0 moves.
const MATE: i32 = 100_000;

/// Parses a thinking line: depth, score, centiseconds, nodes, principal variation. With a tab before
/// the variation, selective depth, nodes per second and tablebase hits may follow the nodes.
fn cecp(line: &str) -> Option<EngineInfo> {
    let (numbers, pv) = match line.split_once('\t') {
        Some((numbers, pv)) => (numbers, Some(pv)),
        None => (line, None),
    };
    let mut words = numbers.split_ascii_whitespace();
    // Some engines write punctuation after the depth.
    let depth = words.next()?.trim_end_matches(|sign: char| sign.is_ascii_punctuation());
    let depth: u32 = depth.parse().ok()?;
    let score: i32 = words.next()?.parse().ok()?;
    let centiseconds: u64 = words.next()?.parse().ok()?;
    let nodes: u64 = words.next()?.parse().ok()?;
    let mut info = EngineInfo {
        depth: Some(depth),
        score: Some(match score {
            MATE.. => ScoreText::Mate(score - MATE),
            ..=-100_000 => ScoreText::Mate(score + MATE),
            _ => ScoreText::Centipawns(score),
        }),
        nodes: Some(nodes),
        time: Some(Duration::from_millis(centiseconds.saturating_mul(10))),
        ..EngineInfo::default()
    };
    if pv.is_some() {
        info.seldepth = parsed(words.next().as_ref());
        info.nps = parsed(words.next().as_ref());
        info.tbhits = parsed(words.next().as_ref());
    }
    let pv: Vec<&str> = pv.map_or_else(|| words.collect(), |pv| pv.split_whitespace().collect());
    info.bound = Some(match pv.last() {
        Some(last) if last.ends_with('!') => Bound::Lower,
        Some(last) if last.ends_with('?') => Bound::Upper,
        _ => Bound::Exact,
    });
    info.pv = pv.iter().map(|mv| mv.trim_end_matches(['!', '?']).to_owned()).collect();
    info.pv.retain(|mv| !mv.is_empty());
    Some(info)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_lines(lines: &[&str]) -> EngineInfo {
        let mut info = EngineInfo::default();
        for line in lines {
            info.parse_uci(line);
        }
        info
    }

    fn moves(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn all_fields_of_an_info_line_are_parsed() {
        let line = "info depth 7 seldepth 12 multipv 1 score cp -35 lowerbound nodes 1234 nps 117523 \
                    hashfull 3 tbhits 2 time 10 pv e2e4 xa9b8";
        let expected = EngineInfo {
            depth: Some(7),
            seldepth: Some(12),
            score: Some(ScoreText::Centipawns(-35)),
            bound: Some(Bound::Lower),
            nodes: Some(1234),
            nps: Some(117_523),
            hashfull: Some(3),
            tbhits: Some(2),
            time: Some(Duration::from_millis(10)),
            pv: moves("e2e4 xa9b8"),
        };
        assert_eq!(parse_lines(&[line]), expected);
        assert_eq!(parse_lines(&["info score mate -3"]).score, Some(ScoreText::Mate(-3)));
        assert_eq!(parse_lines(&["info pv e2e4 e7e5 depth 3 score cp 1"]).pv, moves("e2e4 e7e5"));
    }

    #[test]
    fn malformed_fields_are_left_out() {
        for line in [
            "",
            "info",
            "information depth 3 score cp 5",
            "info string depth 3 score cp 5",
            "info depth 3",
            "info depth x score cp",
            "info score",
            "info score cp 1.5",
            "info score wdl 1 2 3",
            "info depth 3 currmove e2e4 currmovenumber 1",
            "bestmove e2e4",
        ] {
            assert_eq!(parse_lines(&[line]), EngineInfo::default(), "{line}");
        }
        let odd = parse_lines(&["info depth 99999999999 nodes -1 score cp 5 time soon nps 3"]);
        let expected = EngineInfo {
            score: Some(ScoreText::Centipawns(5)),
            bound: Some(Bound::Exact),
            nps: Some(3),
            ..EngineInfo::default()
        };
        assert_eq!(odd, expected);
    }

    #[test]
    fn the_last_exact_score_of_the_first_line_counts() {
        let info = parse_lines(&[
            "info depth 5 multipv 1 score cp 10 nodes 100 pv a2a3",
            "info depth 5 multipv 2 score cp 9 nodes 110 pv b2b3",
            "info depth 6 score cp 40 lowerbound nodes 200 pv c2c3",
            "info nodes 300 time 7",
        ]);
        assert_eq!((info.depth, info.score), (Some(5), Some(ScoreText::Centipawns(10))));
        assert_eq!((info.bound, info.nodes), (Some(Bound::Exact), Some(300)));
        assert_eq!((info.time, info.pv), (Some(Duration::from_millis(7)), moves("a2a3")));
        let info = parse_lines(&[
            "info depth 1 score cp 1 upperbound",
            "info depth 1 score cp 40 lowerbound seldepth 3",
        ]);
        assert_eq!((info.score, info.seldepth), (Some(ScoreText::Centipawns(40)), Some(3)));
    }

    #[test]
    fn thinking_lines_of_cecp_are_parsed() {
        let parse_lines = |line: &str| {
            let mut info = EngineInfo::default();
            info.parse_cecp(line);
            info
        };
        let info = parse_lines("9 -156 1084 48000 e2e4 e7xd6-e5!");
        assert_eq!((info.depth, info.score), (Some(9), Some(ScoreText::Centipawns(-156))));
        assert_eq!((info.nodes, info.bound), (Some(48_000), Some(Bound::Lower)));
        assert_eq!(info.time, Some(Duration::from_millis(10_840)));
        assert_eq!(info.pv, moves("e2e4 e7xd6-e5"));
        let info = parse_lines("9. 100003 5 6 20 35000 0\te2e4");
        assert_eq!((info.depth, info.score), (Some(9), Some(ScoreText::Mate(3))));
        assert_eq!((info.seldepth, info.nps, info.tbhits), (Some(20), Some(35_000), Some(0)));
        assert_eq!((info.bound, info.pv), (Some(Bound::Exact), moves("e2e4")));
        assert_eq!(parse_lines("9 -100002 5 6").score, Some(ScoreText::Mate(-2)));
        for line in ["", "move e2e4", "1-0 {White mates}", "9 x 1 2", "pong 3", "9 1 2"] {
            assert_eq!(parse_lines(line), EngineInfo::default(), "{line}");
        }
    }
}
