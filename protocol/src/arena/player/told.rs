//! What engines tell of their thoughts.

use std::str::FromStr;
use std::time::{Duration, Instant};

use baroque_engine::{Bound, ScoreText};

use super::{Answer, Reply};

/// Most lines of a search that are kept, from its end.
const MOST_LINES: usize = 10_000;

/// What an engine told of its best line so far. Any part may be missing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Told {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Greatest ply that was reached.
    pub seldepth: Option<u32>,
    /// The score from its side.
    pub score: Option<ScoreText>,
    /// What the score is worth.
    pub bound: Option<Bound>,
    /// Positions searched.
    pub nodes: Option<u64>,
    /// Positions a second.
    pub nps: Option<u64>,
    /// Permille of the hash table in use.
    pub hashfull: Option<u64>,
    /// Positions found in tables of endgames.
    pub tbhits: Option<u64>,
    /// The time that the engine believes to have used.
    pub time: Option<Duration>,
    /// The line of play, as the engine writes it.
    pub pv: Vec<String>,
}

/// What is heard of a search.
#[derive(Default)]
pub struct Hearing {
    /// What the lines say.
    pub told: Told,
    lines: Vec<String>,
}

impl Hearing {
    /// Keeps a line. Of too many the first ones are forgotten.
    pub fn keep(&mut self, line: String) {
        if self.lines.len() == MOST_LINES {
            self.lines.drain(..MOST_LINES / 2);
        }
        self.lines.push(line);
    }

    /// The answer that ends the search.
    pub fn answer(self, reply: Reply, at: Instant, begun: Instant) -> Answer {
        let elapsed = at.saturating_duration_since(begun);
        Answer { reply: reply.quoted(), elapsed, told: self.told, lines: self.lines }
    }
}

/// The words behind which `info` has something that is not skipped.
const WORDS: [&str; 15] = [
    "depth",
    "seldepth",
    "multipv",
    "score",
    "nodes",
    "nps",
    "hashfull",
    "tbhits",
    "time",
    "pv",
    "currmove",
    "currmovenumber",
    "string",
    "refutation",
    "currline",
];

impl Told {
    /// Takes in a line of UCI. Of several best lines only the first counts.
    pub fn hear_uci(&mut self, line: &str) {
        if let Some((1, told)) = uci(line) {
            self.merge(told);
        }
    }

    /// Takes in a thinking line of CECP.
    pub fn hear_cecp(&mut self, line: &str) {
        if let Some(told) = cecp(line) {
            self.merge(told);
        }
    }

    /// Counters are those of the last line that has them. The rest is of one line: the last with an
    /// exact score, or the last with any if there is none.
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
        let is_exact = |told: &Self| told.score.is_some() && told.bound == Some(Bound::Exact);
        if new.score.is_some() && (is_exact(&new) || !is_exact(self)) {
            self.depth = new.depth;
            self.seldepth = new.seldepth;
            self.score = new.score;
            self.bound = new.bound;
            self.pv = new.pv;
        }
    }
}

/// Reads an `info` line with the number of its best line, from 1. What cannot be read is left out.
fn uci(line: &str) -> Option<(u32, Told)> {
    let mut words = line.split_ascii_whitespace().peekable();
    if words.next() != Some("info") {
        return None;
    }
    let (mut number, mut told) = (1, Told::default());
    while let Some(word) = words.next() {
        match word {
            "depth" => told.depth = parsed(words.peek()),
            "seldepth" => told.seldepth = parsed(words.peek()),
            "multipv" => number = parsed(words.peek()).unwrap_or(number),
            "nodes" => told.nodes = parsed(words.peek()),
            "nps" => told.nps = parsed(words.peek()),
            "hashfull" => told.hashfull = parsed(words.peek()),
            "tbhits" => told.tbhits = parsed(words.peek()),
            "time" => told.time = parsed(words.peek()).map(Duration::from_millis),
            "score" => {
                let kind = words.next();
                told.score = match (kind, parsed(words.peek())) {
                    (Some("cp"), Some(value)) => Some(ScoreText::Centipawns(value)),
                    (Some("mate"), Some(moves)) => Some(ScoreText::Mate(moves)),
                    _ => None,
                };
                told.bound = told.score.map(|_| Bound::Exact);
            }
            "lowerbound" => told.bound = told.score.map(|_| Bound::Lower),
            "upperbound" => told.bound = told.score.map(|_| Bound::Upper),
            "pv" => {
                while let Some(mv) = words.next_if(|word| !WORDS.contains(word)) {
                    told.pv.push(mv.to_owned());
                }
            }
            "string" | "refutation" | "currline" => break,
            _ => {}
        }
    }
    Some((number, told))
}

fn parsed<T: FromStr>(word: Option<&&str>) -> Option<T> {
    word?.parse().ok()
}

/// Scores of CECP from here on are mates, the rest of them counts moves.
const MATE: i32 = 100_000;

/// Reads a thinking line: depth, score, hundredths of a second, nodes, perhaps greatest ply, speed
/// and table hits before a tabulator, and the line of play.
fn cecp(line: &str) -> Option<Told> {
    let (numbers, pv) = match line.split_once('\t') {
        Some((numbers, pv)) => (numbers, Some(pv)),
        None => (line, None),
    };
    let mut words = numbers.split_ascii_whitespace();
    // Some engines put a sign behind the depth.
    let depth = words.next()?.trim_end_matches(|sign: char| sign.is_ascii_punctuation());
    let depth: u32 = depth.parse().ok()?;
    let score: i32 = words.next()?.parse().ok()?;
    let centiseconds: u64 = words.next()?.parse().ok()?;
    let nodes: u64 = words.next()?.parse().ok()?;
    let mut told = Told {
        depth: Some(depth),
        score: Some(match score {
            MATE.. => ScoreText::Mate(score - MATE),
            ..=-100_000 => ScoreText::Mate(score + MATE),
            _ => ScoreText::Centipawns(score),
        }),
        nodes: Some(nodes),
        time: Some(Duration::from_millis(centiseconds.saturating_mul(10))),
        ..Told::default()
    };
    if pv.is_some() {
        told.seldepth = parsed(words.next().as_ref());
        told.nps = parsed(words.next().as_ref());
        told.tbhits = parsed(words.next().as_ref());
    }
    let pv: Vec<&str> = pv.map_or_else(|| words.collect(), |pv| pv.split_whitespace().collect());
    told.bound = Some(match pv.last() {
        Some(last) if last.ends_with('!') => Bound::Lower,
        Some(last) if last.ends_with('?') => Bound::Upper,
        _ => Bound::Exact,
    });
    told.pv = pv.iter().map(|mv| mv.trim_end_matches(['!', '?']).to_owned()).collect();
    told.pv.retain(|mv| !mv.is_empty());
    Some(told)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(lines: &[&str]) -> Told {
        let mut told = Told::default();
        for line in lines {
            told.hear_uci(line);
        }
        told
    }

    fn moves(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn an_info_line_is_read_whole() {
        let line = "info depth 7 seldepth 12 multipv 1 score cp -35 lowerbound nodes 1234 nps 117523 \
                    hashfull 3 tbhits 2 time 10 pv e2e4 xa9b8";
        let expected = Told {
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
        assert_eq!(heard(&[line]), expected);
        assert_eq!(heard(&["info score mate -3"]).score, Some(ScoreText::Mate(-3)));
        assert_eq!(heard(&["info pv e2e4 e7e5 depth 3 score cp 1"]).pv, moves("e2e4 e7e5"));
    }

    #[test]
    fn what_cannot_be_read_is_left_out() {
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
            assert_eq!(heard(&[line]), Told::default(), "{line}");
        }
        let odd = heard(&["info depth 99999999999 nodes -1 score cp 5 time soon nps 3"]);
        let expected = Told {
            score: Some(ScoreText::Centipawns(5)),
            bound: Some(Bound::Exact),
            nps: Some(3),
            ..Told::default()
        };
        assert_eq!(odd, expected);
    }

    #[test]
    fn the_last_exact_score_of_the_best_line_counts() {
        let told = heard(&[
            "info depth 5 multipv 1 score cp 10 nodes 100 pv a2a3",
            "info depth 5 multipv 2 score cp 9 nodes 110 pv b2b3",
            "info depth 6 score cp 40 lowerbound nodes 200 pv c2c3",
            "info nodes 300 time 7",
        ]);
        assert_eq!((told.depth, told.score), (Some(5), Some(ScoreText::Centipawns(10))));
        assert_eq!((told.bound, told.nodes), (Some(Bound::Exact), Some(300)));
        assert_eq!((told.time, told.pv), (Some(Duration::from_millis(7)), moves("a2a3")));
        let told = heard(&[
            "info depth 1 score cp 1 upperbound",
            "info depth 1 score cp 40 lowerbound seldepth 3",
        ]);
        assert_eq!((told.score, told.seldepth), (Some(ScoreText::Centipawns(40)), Some(3)));
    }

    #[test]
    fn thinking_lines_have_centipawns_mates_and_bounds() {
        let heard = |line: &str| {
            let mut told = Told::default();
            told.hear_cecp(line);
            told
        };
        let told = heard("9 -156 1084 48000 e2e4 e7xd6-e5!");
        assert_eq!((told.depth, told.score), (Some(9), Some(ScoreText::Centipawns(-156))));
        assert_eq!((told.nodes, told.bound), (Some(48_000), Some(Bound::Lower)));
        assert_eq!(told.time, Some(Duration::from_millis(10_840)));
        assert_eq!(told.pv, moves("e2e4 e7xd6-e5"));
        let told = heard("9. 100003 5 6 20 35000 0\te2e4");
        assert_eq!((told.depth, told.score), (Some(9), Some(ScoreText::Mate(3))));
        assert_eq!((told.seldepth, told.nps, told.tbhits), (Some(20), Some(35_000), Some(0)));
        assert_eq!((told.bound, told.pv), (Some(Bound::Exact), moves("e2e4")));
        assert_eq!(heard("9 -100002 5 6").score, Some(ScoreText::Mate(-2)));
        for line in ["", "move e2e4", "1-0 {White mates}", "9 x 1 2", "pong 3", "9 1 2"] {
            assert_eq!(heard(line), Told::default(), "{line}");
        }
    }
}
