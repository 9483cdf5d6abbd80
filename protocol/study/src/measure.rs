//! Measuring: matches of the learned player against itself and others.

use std::time::Duration;

use baroque_engine::Levels;
use baroque_formats::files;
use baroque_formats::knowledge::LevelNodes;
use baroque_protocol::tools::error::ToolError;
use serde::{Deserialize, Serialize};

use crate::analysis::Analysis;
use crate::contest::{Comparison, Contest, Played, Player, tally};
use crate::figures::Figures;
use crate::levels::place;
use crate::shared::play;
use crate::study::Study;
use crate::worth::{Worth, worths};

/// Nodes for each move of the weaker and of the stronger player.
const NODES: [u64; 2] = [400, 4000];
/// Nodes for each move of the match against estimated values.
const AGAINST_ESTIMATES: u64 = 5000;
/// Most nodes for each move of a player at a level: more than the highest measured level has.
const LEVEL_NODES: u64 = 50_000;
/// The highest level measured. Games of those above take too long.
const HIGHEST_LEVEL: u8 = 6;
/// Random plies of openings, and of games from the start.
const PLIES: [u32; 2] = [8, 2];
/// Most games of the other matches.
const GAMES: u64 = 10_000;
/// Games against estimated values.
const ESTIMATES_GAMES: u64 = 400;
/// Games of each level against the next.
const LEVEL_GAMES: u64 = 100;

/// What was measured.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Measures {
    /// Games of the weaker player from random openings.
    pub weak: Figures,
    /// Games of the stronger player from random openings.
    pub strong: Figures,
    /// Games of the stronger player from the start, after one random move of each side.
    pub start: Figures,
    /// The stronger player, with ten times the nodes, against the weaker one: the depth of the game.
    pub depth: Comparison,
    /// The learned player against the same search with estimated values; missing if nothing was learned.
    pub learned: Option<Comparison>,
    /// What pieces are worth in the games of the stronger player.
    pub worths: Vec<Worth>,
    /// Each level from the second to the sixth against the one before.
    pub levels: Vec<Comparison>,
    /// Levels that are equally far apart; missing if there were too few games.
    pub placed: Option<LevelNodes>,
}

/// Plays the matches of the stage in the time that is left for it, and sums up all games so far. Returns the
/// games of the stronger player, too.
///
/// # Errors
/// A game cannot be played, or a file not be read or written, or the user ends the call.
pub fn measure(study: &mut Study) -> Result<(Measures, Vec<Played>), ToolError> {
    let network = study.best();
    let [weak, strong] =
        NODES.map(|nodes| Player::new(&format!("nodes-{nodes}"), nodes, network.as_deref()));
    let round = study.journal.best_round().unwrap_or_default();
    let contest = |name: &str, players: [&Player; 2], plies, games| Contest {
        name: format!("{name}-{round}"),
        players: players.map(Player::clone),
        plies,
        pairs: players[0].name != players[1].name,
        games,
        sprt: None,
    };
    let twin = |player: &Player| Player { name: format!("{}-twin", player.name), ..player.clone() };
    let even = |name, player: &Player, plies| Contest {
        pairs: false,
        ..contest(name, [player, &twin(player)], plies, GAMES)
    };
    let [random, from_start] = PLIES;
    let learned = network.is_some().then(|| {
        let new = Player::new("learned", AGAINST_ESTIMATES, network.as_deref());
        let eval_file = files::NO_NETWORK.to_owned();
        let old = Player { name: "estimates".to_owned(), eval_file, ..new.clone() };
        contest("learned", [&new, &old], random, ESTIMATES_GAMES)
    });
    let depth = contest("depth", [&strong, &weak], random, GAMES);
    // The part of what is left that each match takes, in this order.
    let mut parts = Parts(vec![0.18, 0.12, 0.15, 0.15, 0.30, 0.10]);
    let learned = match &learned {
        Some(contest) => {
            let games = play(study, contest, parts.next(study))?;
            Some(Comparison::of(&tally(&games, "learned")))
        }
        None => {
            parts.next(study);
            None
        }
    };
    let weak_games = play(study, &even("weak", &weak, random), parts.next(study))?;
    let depth_games = play(study, &depth, parts.next(study))?;
    let start_games = play(study, &even("start", &strong, from_start), parts.next(study))?;
    let strong_games = play(study, &even("strong", &strong, random), parts.next(study))?;
    let levels = levels(study, parts.next(study))?;
    let placed = place(&Levels::of_any(&study.game), &levels);
    let weak = Analysis::of(study, &weak_games, (weak.nodes, random))?;
    let from_random = Analysis::of(study, &strong_games, (strong.nodes, random))?;
    let from_start = Analysis::of(study, &start_games, (strong.nodes, from_start))?;
    let measures = Measures {
        worths: worths(&study.game, &[&from_random.observations, &from_start.observations]),
        weak: weak.figures,
        strong: from_random.figures,
        start: from_start.figures,
        depth: Comparison::of(&tally(&depth_games, &strong.name)),
        learned,
        levels,
        placed: placed.map(|Levels { nodes, step }| LevelNodes { nodes, step }),
    };
    let mut games = strong_games;
    games.extend(start_games);
    games.extend(depth_games);
    Ok((measures, games))
}

/// Parts of a time that is shared.
struct Parts(Vec<f64>);

impl Parts {
    /// The time for the next one.
    fn next(&mut self, study: &Study) -> Duration {
        let sum: f64 = self.0.iter().sum();
        let part = if self.0.is_empty() { 0.0 } else { self.0.remove(0) / sum };
        study.left().mul_f64(part)
    }
}

/// Plays each level against the one before.
fn levels(study: &mut Study, time: Duration) -> Result<Vec<Comparison>, ToolError> {
    let network = study.best();
    let player = |level: u8| {
        let mut player = Player::new(&format!("level-{level}"), LEVEL_NODES, network.as_deref());
        player.options.push(format!("Skill Level={level}"));
        player
    };
    let round = study.journal.best_round().unwrap_or_default();
    let mut comparisons = Vec::new();
    for level in 2..=HIGHEST_LEVEL {
        let players = [player(level), player(level - 1)];
        let name = players[0].name.clone();
        let contest = Contest {
            name: format!("{name}-{round}"),
            players,
            plies: PLIES[0],
            pairs: true,
            games: LEVEL_GAMES,
            sprt: None,
        };
        let games = play(study, &contest, time / u32::from(HIGHEST_LEVEL - 1))?;
        comparisons.push(Comparison::of(&tally(&games, &name)));
    }
    Ok(comparisons)
}
