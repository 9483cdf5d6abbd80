//! The results of `baroque stats`: a match of two players, or a ranking of more.

use std::fmt;

use serde::{Serialize, Serializer};

use super::elo::ConfidenceInterval;
use super::ranking::ranked;
use super::report::accepted;
use super::{EloEstimate, ReportOptions, Sprt, Standings, Tally};

/// The results of a match.
pub struct MatchRecord<'a> {
    pub options: &'a ReportOptions,
    /// The players' names.
    pub names: (&'a str, &'a str),
    /// The time control of all games, or empty.
    pub time_control: &'a str,
    pub tally: &'a Tally,
}

impl fmt::Display for MatchRecord<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { options, names, time_control, tally } = *self;
        f.write_str(&options.score_line(names, tally))?;
        f.write_str(&options.match_report(names, time_control, tally))?;
        f.write_str(&options.sprt_decision(tally).unwrap_or_default())
    }
}

#[derive(Serialize)]
#[serde(tag = "type", rename = "match")]
struct JsonMatch<'a> {
    first: &'a str,
    second: &'a str,
    time_control: Option<&'a str>,
    #[serde(flatten)]
    results: JsonResults,
    sprt: Option<JsonSprt>,
}

impl Serialize for MatchRecord<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { options, names: (first, second), time_control, tally } = *self;
        let pairs = options.counts_pairs();
        JsonMatch {
            first,
            second,
            time_control: (!time_control.is_empty()).then_some(time_control),
            results: JsonResults::new(tally, pairs),
            sprt: options.sprt.map(|sprt| JsonSprt::new(sprt, tally, pairs)),
        }
        .serialize(serializer)
    }
}

/// The results of a tournament of more than two players.
#[derive(Serialize)]
#[serde(tag = "type", rename = "ranking")]
pub struct JsonRanking<'a> {
    /// The best player first.
    players: Vec<JsonPlayer<'a>>,
    /// The results of each two players that have met, the better one first.
    head_to_head: Vec<JsonHeadToHead<'a>>,
}

#[derive(Serialize)]
struct JsonPlayer<'a> {
    rank: usize,
    name: &'a str,
    #[serde(flatten)]
    results: JsonResults,
}

#[derive(Serialize)]
struct JsonHeadToHead<'a> {
    first: &'a str,
    second: &'a str,
    wins: u64,
    losses: u64,
    draws: u64,
}

impl<'a> JsonRanking<'a> {
    /// The results by pairs, or by single games.
    pub fn new(standings: &'a Standings, pairs: bool) -> Self {
        let rows = ranked(standings, pairs);
        let players = (1..).zip(&rows).map(|(rank, row)| {
            let results = JsonResults::new(&row.tally, pairs);
            JsonPlayer { rank, name: row.name, results }
        });
        let mut head_to_head = Vec::new();
        for (rank, first) in (1..).zip(&rows) {
            for second in rows.iter().skip(rank) {
                let tally = standings.between(first.player, second.player);
                let Tally { wins, losses, draws, .. } = tally;
                let (first, second) = (first.name, second.name);
                if tally.games() > 0 {
                    head_to_head.push(JsonHeadToHead { first, second, wins, losses, draws });
                }
            }
        }
        Self { players: players.collect(), head_to_head }
    }
}

/// Results counted for one player, and the estimates from them.
#[derive(Serialize)]
struct JsonResults {
    games: u64,
    /// `None`, as losses and draws, if only pairs by their points are known.
    wins: Option<u64>,
    losses: Option<u64>,
    draws: Option<u64>,
    points: f64,
    /// `None` if single games are counted.
    pairs: Option<JsonPairs>,
    mean_score: Option<f64>,
    elo: ConfidenceInterval,
    normalized_elo: ConfidenceInterval,
    los: Option<f64>,
}

impl JsonResults {
    fn new(tally: &Tally, pairs: bool) -> Self {
        let EloEstimate { score, elo, nelo, los } = EloEstimate::new(tally, pairs);
        let &Tally { ll, ld, wl, dd, wd, ww, .. } = tally;
        let wdl = tally.wdl();
        let [wl, dd] = [wl, dd].map(|count| wdl.map(|_| count));
        let [wins, losses, draws] = wdl.map_or([None; 3], |counts| counts.map(Some));
        Self {
            games: tally.games(),
            wins,
            losses,
            draws,
            points: tally.points(),
            pairs: pairs.then_some(JsonPairs { ll, ld, wl, dd, wd, ww }),
            mean_score: score,
            elo,
            normalized_elo: nelo,
            los,
        }
    }
}

/// Pairs of games by their results.
#[derive(Serialize)]
struct JsonPairs {
    ll: u64,
    ld: u64,
    /// `None`, as two draws, if only their sum is known.
    wl: Option<u64>,
    dd: Option<u64>,
    wd: u64,
    ww: u64,
}

/// The state of a sequential test.
#[derive(Serialize)]
struct JsonSprt {
    #[serde(flatten)]
    settings: Sprt,
    llr: f64,
    lower: f64,
    upper: f64,
    accepted: Option<&'static str>,
}

impl JsonSprt {
    fn new(settings: Sprt, tally: &Tally, pairs: bool) -> Self {
        let llr = settings.llr(tally, pairs);
        let (lower, upper) = (settings.lower(), settings.upper());
        Self { settings, llr, lower, upper, accepted: accepted(&settings, llr) }
    }
}
