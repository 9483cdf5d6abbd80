//! What games are like, in figures.
//!
//! The measures are those of the literature on the quality of games: advantage of the first move, draws,
//! length, decisiveness, completion and lead changes of Althöfer (Computer-aided game inventing, 2003) and
//! of Browne and Maire (Evolutionary game design, 2010), whose drama is the trouble that winners were in, and
//! the depth of Lantz and others (Depth in strategic games, 2017): how much better more thought plays.

use serde::{Deserialize, Serialize};

use crate::course::{Chances, Course};
use crate::estimate::{Estimate, percent, plain};
use crate::observe::Counts;

/// A figure of games.
pub struct Measure {
    /// Its name.
    pub name: &'static str,
    /// What it means.
    pub meaning: &'static str,
    /// Its decimals; `None` for a part of all cases, which is shown in percent.
    decimals: Option<usize>,
    /// Where it is.
    of: fn(&Figures) -> Option<Estimate>,
}

/// All measures, in the order of the report.
pub const MEASURES: [Measure; 9] = [
    Measure {
        name: "first player's score",
        meaning: "50 % would be fair; a draw counts half",
        decimals: None,
        of: |it| it.first,
    },
    Measure { name: "draws", meaning: "games that nobody wins", decimals: None, of: |it| it.draws },
    Measure {
        name: "length",
        meaning: "moves of both sides",
        decimals: Some(0),
        of: |it| it.length,
    },
    Measure {
        name: "choices",
        meaning: "legal moves in a position",
        decimals: Some(1),
        of: |it| it.branching,
    },
    Measure {
        name: "captures",
        meaning: "moves that capture",
        decimals: None,
        of: |it| it.captures,
    },
    Measure {
        name: "completion",
        meaning: "games that a rule ended, so that they were not given up",
        decimals: None,
        of: |it| it.completion,
    },
    Measure {
        name: "lead changes",
        meaning: "how often the side that leads changes in a game",
        decimals: Some(2),
        of: |it| it.lead_changes,
    },
    Measure {
        name: "comebacks",
        meaning: "decided games whose winner had a chance of 25 % or less before",
        decimals: None,
        of: |it| it.comebacks,
    },
    Measure {
        name: "drama",
        meaning: "how far winners were behind on average: 0 never, 1 hopelessly all the time",
        decimals: Some(3),
        of: |it| it.drama,
    },
];

impl Measure {
    /// The figure of some games as text.
    pub fn text(&self, figures: &Figures) -> String {
        let estimate = (self.of)(figures);
        self.decimals.map_or_else(|| percent(estimate), |decimals| plain(estimate, decimals))
    }

    /// The second figure less the first one as text, parts in percent, and whether it is significant; `None` if
    /// one of them was not measured.
    pub fn difference(&self, [first, second]: [&Figures; 2]) -> Option<(String, bool)> {
        let difference = (self.of)(second)?.minus((self.of)(first)?);
        let is_significant = difference.low > 0.0 || difference.high < 0.0;
        let text = match self.decimals {
            Some(decimals) => plain(Some(difference), decimals),
            None => plain(Some(difference.scaled(100.0)), 1),
        };
        Some((text, is_significant))
    }
}

/// What games between equal players are like. A figure is missing if there were too few games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Figures {
    /// Nodes for each move.
    pub nodes: u64,
    /// Random plies at the beginning.
    pub plies: u32,
    /// Games.
    pub games: u64,
    /// Mean score of the first player.
    pub first: Option<Estimate>,
    /// Part of the games that were drawn.
    pub draws: Option<Estimate>,
    /// Part of the games that ended by a rule, not because they were given up after 250 moves.
    pub completion: Option<Estimate>,
    /// Moves of both sides in a game.
    pub length: Option<Estimate>,
    /// Lengths that a quarter, half and three quarters of the games do not exceed.
    pub quartiles: [u64; 3],
    /// How many games have which length.
    pub histogram: Histogram,
    /// Legal moves in a position.
    pub branching: Option<Estimate>,
    /// Part of the moves that capture.
    pub captures: Option<Estimate>,
    /// How often the lead changes in a game.
    pub lead_changes: Option<Estimate>,
    /// Part of the decided games whose winner was nearly lost before.
    pub comebacks: Option<Estimate>,
    /// How far winners were behind, from 0 to 1, on average over their games.
    pub drama: Option<Estimate>,
    /// What happened in the games.
    pub counts: Counts,
}

/// How many values are in each of some ranges of one width, the first from 0 on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Histogram {
    /// The width of a range.
    pub width: u64,
    /// The number of values in each range.
    pub counts: Vec<u64>,
}

impl Histogram {
    /// About twenty ranges of some sorted values.
    fn of(sorted: &[u64]) -> Self {
        let last = sorted.last().copied().unwrap_or_default();
        let width = [5, 10, 20, 25, 50].into_iter().find(|width| last < 22 * width).unwrap_or(100);
        let mut counts = vec![0; (last / width) as usize + 1];
        for value in sorted {
            if let Some(count) = counts.get_mut((value / width) as usize) {
                *count += 1;
            }
        }
        Self { width, counts }
    }
}

impl Figures {
    /// The figures of some games, in which that happened.
    pub fn of(courses: &[Course], counts: Counts, (nodes, plies): (u64, u32)) -> Self {
        let of = |value: &dyn Fn(&Course) -> f64| {
            Estimate::mean(&courses.iter().map(value).collect::<Vec<f64>>())
        };
        let decided: Vec<&Course> =
            courses.iter().filter(|course| course.winner.is_some()).collect();
        let chances = Chances::of(courses);
        let behind: Vec<f64> = decided.iter().map(|course| course.trouble(&chances)).collect();
        let mut lengths: Vec<u64> = courses.iter().map(|course| course.plies as u64).collect();
        lengths.sort_unstable();
        let quartile =
            |part: usize| lengths.get(lengths.len() * part / 4).copied().unwrap_or_default();
        Self {
            nodes,
            plies,
            games: courses.len() as u64,
            first: Estimate::score(courses.iter().map(Course::of_first)),
            draws: Estimate::part(courses.iter().map(|course| course.winner.is_none())),
            completion: Estimate::part(courses.iter().map(|course| course.is_complete)),
            length: of(&|course| course.plies as f64),
            quartiles: [1, 2, 3].map(quartile),
            histogram: Histogram::of(&lengths),
            branching: of(&|course| course.choices),
            captures: of(&|course| course.captures),
            lead_changes: of(&|course| course.lead_changes(&chances) as f64),
            comebacks: Estimate::part(decided.iter().map(|course| course.is_comeback(&chances))),
            drama: Estimate::mean(&behind),
            counts,
        }
    }
}
