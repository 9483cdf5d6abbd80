//! What games are like, in figures.
//!
//! The measures are those of the literature on the quality of games: advantage of the first move, draws,
//! length, decisiveness, completion and lead changes of Althöfer (Computer-aided game inventing, 2003) and
//! of Browne and Maire (Evolutionary game design, 2010), whose drama is the trouble that winners were in, and
//! the depth of Lantz and others (Depth in strategic games, 2017): how much better more thought plays.

use std::collections::BTreeMap;

use baroque_arena::{EloEstimate, Tally};
use baroque_engine::Score;
use baroque_formats::Rejected;
use baroque_formats::pgn::GameResult;
use baroque_movegen::{AnyGame, Color};
use baroque_training::loss::best_scale;
use serde::{Deserialize, Serialize};

use crate::contest::Played;
use crate::estimate::{Estimate, LEAST};
use crate::observe::Counts;
use crate::worth::{Observation, worths};

/// The expected score from which a side leads.
const LEAD: f64 = 0.6;
/// The expected score up to which a side is nearly lost.
const TROUBLE: f64 = 0.25;
/// Centipawns of a logit while there are too few games: 100 are then an expected score of 64 %.
const USUAL_SCALE: f64 = 174.0;
/// Of so many positions one tells what pieces are worth.
const EVERY: usize = 3;
/// Least part of the positions of a kind in which it is frozen, for a frozen one to have a worth.
const OFTEN_FROZEN: f64 = 0.005;

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

/// A game as far as figures need it.
struct Course {
    winner: Option<Color>,
    is_complete: bool,
    plies: usize,
    choices: f64,
    captures: f64,
    /// White's score at each move of the players.
    scores: Vec<Score>,
}

/// Figures of games, with what is needed to tell what pieces are worth.
pub struct Analysis {
    pub figures: Figures,
    observations: Vec<Observation>,
    /// The names of the features of the observations.
    features: Vec<Feature>,
}

/// What a piece is worth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Worth {
    /// The name of the piece.
    pub piece: String,
    /// Centipawns of a free one, of which 100 are an expected score of 64 %.
    pub worth: Estimate,
    /// The same of a frozen one, where pieces of this kind are frozen often enough.
    pub frozen: Option<Estimate>,
}

#[derive(Clone, PartialEq, Debug)]
enum Feature {
    /// The first player, and the side to move.
    Always(&'static str),
    /// Pieces of a name that are free.
    Piece(&'static str),
    /// Those that are frozen.
    Frozen(&'static str),
}

impl Analysis {
    /// Analyses games from the same start.
    ///
    /// # Errors
    /// A game has an illegal move.
    pub fn of(
        start: &AnyGame,
        games: &[Played],
        (nodes, plies): (u64, u32),
    ) -> Result<Self, Rejected> {
        let features = features(start);
        let (mut counts, mut observations) = (Counts::default(), Vec::new());
        let mut courses = Vec::new();
        for (index, played) in games.iter().enumerate() {
            let course = follow(start, played, &mut counts, |game, ply| {
                if ply % EVERY == 0 && !game.in_check() {
                    let result =
                        result(played).map_or(0.5, |winner| f64::from(winner == Color::White));
                    let features = values(game, &features);
                    observations.push(Observation { game: index, features, result });
                }
            })?;
            courses.push(course);
        }
        Ok(Self { figures: figures(&courses, counts, (nodes, plies)), observations, features })
    }

    /// What pieces are worth by all of some games; empty if there are too few.
    pub fn worths(parts: &[&Self]) -> Vec<Worth> {
        let Some(features) = parts.first().map(|part| &part.features) else { return Vec::new() };
        let presence = |name: &str| {
            let counts = parts.iter().filter_map(|part| part.figures.counts.pieces.get(name));
            counts.fold((0, 0), |sum, it| (sum.0 + it.presence, sum.1 + it.frozen))
        };
        let is_used = |feature: &Feature| match feature {
            Feature::Always(_) => true,
            Feature::Piece(name) => presence(name).0 > 0,
            Feature::Frozen(name) => {
                let (all, frozen) = presence(name);
                frozen as f64 > OFTEN_FROZEN * all as f64
            }
        };
        let used: Vec<bool> = features.iter().map(is_used).collect();
        let (mut observations, mut games) = (Vec::new(), 0);
        for part in parts {
            for observation in &part.observations {
                let kept = observation.features.iter().zip(&used).filter(|(_, used)| **used);
                let features = kept.map(|(feature, _)| *feature).collect();
                let game = observation.game + games;
                observations.push(Observation { game, features, ..observation.clone() });
            }
            games += part.figures.games as usize;
        }
        let Some(found) = worths(&observations, games) else { return Vec::new() };
        let named: Vec<(&Feature, Estimate)> = features
            .iter()
            .zip(&used)
            .filter(|(_, used)| **used)
            .map(|(it, _)| it)
            .zip(found)
            .collect();
        let of =
            |wanted: Feature| named.iter().find(|(it, _)| **it == wanted).map(|(_, worth)| *worth);
        let worth = |feature: &Feature| match feature {
            Feature::Piece(name) => {
                let (worth, frozen) = (of(Feature::Piece(name))?, of(Feature::Frozen(name)));
                Some(Worth { piece: (*name).to_owned(), worth, frozen })
            }
            _ => None,
        };
        let mut worths: Vec<Worth> = features.iter().filter_map(worth).collect();
        worths.sort_by(|one, other| other.worth.value.total_cmp(&one.worth.value));
        worths
    }
}

/// The winner of a game; `None` for a draw.
fn result(played: &Played) -> Option<Color> {
    match GameResult::parse(&played.result) {
        Some(GameResult::WhiteWins) => Some(Color::White),
        Some(GameResult::BlackWins) => Some(Color::Black),
        _ => None,
    }
}

/// The reason of an end without the winner.
fn reason(played: &Played) -> String {
    let words =
        played.reason.strip_prefix("White ").or_else(|| played.reason.strip_prefix("Black "));
    words.unwrap_or(&played.reason).to_owned()
}

fn features(start: &AnyGame) -> Vec<Feature> {
    let mut features = vec![Feature::Always("first"), Feature::Always("move")];
    let is_royal = |kind| start.methods(kind).contains(baroque_movegen::Methods::ROYAL);
    let kinds: Vec<_> = start.kinds().into_iter().filter(|&kind| !is_royal(kind)).collect();
    features.extend(kinds.iter().map(|&kind| Feature::Piece(start.name(kind))));
    features.extend(kinds.iter().map(|&kind| Feature::Frozen(start.name(kind))));
    features
}

/// The values of the features in a position, for White.
fn values(game: &AnyGame, features: &[Feature]) -> Vec<f64> {
    let mut sums: BTreeMap<&str, [f64; 2]> = BTreeMap::new();
    for (_, piece, frozen) in game.view().pieces() {
        let sign = if piece.color == Color::White { 1.0 } else { -1.0 };
        let [free, of_frozen] = sums.entry(piece.name).or_default();
        *if frozen { of_frozen } else { free } += sign;
    }
    let of = |name: &str| sums.get(name).copied().unwrap_or_default();
    let to_move = if game.side() == Color::White { 1.0 } else { -1.0 };
    let value = |feature: &Feature| match feature {
        Feature::Always("first") => 1.0,
        Feature::Always(_) => to_move,
        Feature::Piece(name) => of(name)[0],
        Feature::Frozen(name) => of(name)[1],
    };
    features.iter().map(value).collect()
}

/// Follows a game. Calls a function with each position after the opening and its ply.
fn follow(
    start: &AnyGame,
    played: &Played,
    counts: &mut Counts,
    mut visit: impl FnMut(&AnyGame, usize),
) -> Result<Course, Rejected> {
    let bad = |reason: &dyn std::fmt::Display| {
        Rejected(format!("game {} of a match: {reason}", played.game))
    };
    let mut game = played.position(start, 0)?;
    let before = (counts.choices, counts.captures);
    let mut scores = Vec::new();
    let mut plies = 0;
    for (ply, ours) in played.moves.iter().enumerate() {
        let mv = game.read_move(&ours.uci).map_err(|error| bad(&error))?;
        if ours.book {
            game.play(mv).map_err(|error| bad(&error))?;
            continue;
        }
        visit(&game, ply);
        if let Some(score) = ours.score {
            let own = Score::from(score);
            scores.push(if game.side() == Color::White { own } else { -own });
        }
        counts.play(&mut game, mv).map_err(|error| bad(&error))?;
        plies += 1;
    }
    let reason = reason(played);
    counts.add_end(&reason);
    Ok(Course {
        winner: result(played),
        is_complete: !reason.contains("adjudication"),
        plies: played.moves.len(),
        choices: (counts.choices - before.0) as f64 / f64::from(plies.max(1)),
        captures: (counts.captures - before.1) as f64 / f64::from(plies.max(1)),
        scores,
    })
}

fn figures(courses: &[Course], counts: Counts, (nodes, plies): (u64, u32)) -> Figures {
    let of = |value: &dyn Fn(&Course) -> f64| {
        Estimate::mean(&courses.iter().map(value).collect::<Vec<f64>>())
    };
    let decided: Vec<&Course> = courses.iter().filter(|course| course.winner.is_some()).collect();
    let chances = Chances::of(courses);
    let behind: Vec<f64> = decided.iter().map(|course| course.trouble(&chances)).collect();
    let mut lengths: Vec<u64> = courses.iter().map(|course| course.plies as u64).collect();
    lengths.sort_unstable();
    let quartile = |part: usize| lengths.get(lengths.len() * part / 4).copied().unwrap_or_default();
    Figures {
        nodes,
        plies,
        games: courses.len() as u64,
        first: Estimate::score(
            courses.iter().map(|course| {
                course.winner.map_or(0.5, |winner| f64::from(winner == Color::White))
            }),
        ),
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

/// What scores mean in some games.
struct Chances {
    /// Centipawns of a logit, from which the results follow best.
    scale: f64,
}

impl Chances {
    fn of(courses: &[Course]) -> Self {
        let known = courses.iter().flat_map(|course| {
            let half_points = match course.winner {
                Some(Color::White) => 2,
                None => 1,
                Some(Color::Black) => 0,
            };
            let scores = course.scores.iter().filter(|score| !score.is_decisive());
            scores.filter_map(move |score| Some((i16::try_from(score.value()).ok()?, half_points)))
        });
        let scale = if courses.len() < LEAST { USUAL_SCALE } else { best_scale(known).into() };
        Self { scale }
    }

    /// The expected score from 0 to 1.
    fn expected(&self, score: Score) -> f64 {
        match score.is_decisive() {
            true => f64::from(u8::from(score.is_win())),
            false => 1.0 / (1.0 + (-f64::from(score.value()) / self.scale).exp()),
        }
    }
}

impl Course {
    /// How often the lead goes to the other side.
    fn lead_changes(&self, chances: &Chances) -> usize {
        let leader = |&score: &Score| match chances.expected(score) {
            it if it >= LEAD => Some(Color::White),
            it if it <= 1.0 - LEAD => Some(Color::Black),
            _ => None,
        };
        let leaders: Vec<Color> = self.scores.iter().filter_map(leader).collect();
        leaders.windows(2).filter(|pair| matches!(pair, [one, other] if one != other)).count()
    }

    /// The winner's expected scores.
    fn of_winner(&self, chances: &Chances) -> impl Iterator<Item = f64> {
        let is_white = self.winner == Some(Color::White);
        self.scores
            .iter()
            .map(move |&white| chances.expected(if is_white { white } else { -white }))
    }

    fn is_comeback(&self, chances: &Chances) -> bool {
        self.of_winner(chances).any(|expected| expected <= TROUBLE)
    }

    /// How far the winner was behind on average, from 0 to 1.
    fn trouble(&self, chances: &Chances) -> f64 {
        let behind = self.of_winner(chances).map(|expected| (1.0 - 2.0 * expected).max(0.0));
        behind.sum::<f64>() / self.scores.len().max(1) as f64
    }
}

/// The score of a player against another one, and its advantage in Elo.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Comparison {
    /// Wins, draws and losses.
    pub score: [u64; 3],
    /// Points for each game.
    pub points: Option<Estimate>,
    /// Advantage in Elo.
    pub elo: Option<Estimate>,
}

impl Comparison {
    /// The comparison by a tally.
    pub fn of(tally: &Tally) -> Self {
        let estimate = EloEstimate::new(tally, true);
        let games = tally.games();
        let elo = estimate.elo.value.zip(estimate.elo.error).map(|(value, error)| Estimate {
            value,
            low: value - error,
            high: value + error,
            count: games,
        });
        let wdl = [(tally.wins, 1.0), (tally.draws, 0.5), (tally.losses, 0.0)];
        let points = Estimate::score(
            wdl.into_iter().flat_map(|(count, points)| std::iter::repeat_n(points, count as usize)),
        );
        let score = [tally.wins, tally.draws, tally.losses];
        Self { score, points, elo: elo.filter(|_| games >= LEAST as u64) }
    }
}
