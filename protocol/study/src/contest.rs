//! Matches of two players, which are this program's own engine, by `baroque match`. All games are kept as
//! lines of JSON.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use baroque_arena::{EloEstimate, Sprt, SprtSettings, Tally, Wdl};
use baroque_formats::json::JsonScore;
use baroque_formats::pgn::GameResult;
use baroque_formats::{GameSpec, Rejected};
use baroque_movegen::{AnyGame, Color};
use baroque_protocol::tools::error::ToolError;
use baroque_training::shard::Shard;
use serde::{Deserialize, Serialize};

use crate::estimate::{Estimate, LEAST};
use crate::lines;
use crate::study::Study;

/// Longest time between two looks at the clock and the journal, apart from games in progress.
const SLICE: Duration = Duration::from_secs(300);
/// The extension of the state of a match, and that of its games.
const STATE: &str = "match.json";
const GAMES: &str = "jsonl";
/// MiB of the table of each player.
const HASH: u32 = 8;
/// Moves of each side after which a game is a draw.
pub const MAX_MOVES: u32 = 250;

/// A player: the engine with some network and some nodes for each move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Player {
    /// Its name in the games.
    pub name: String,
    /// Nodes for each move.
    pub nodes: u64,
    /// The value of `EvalFile`; empty for what the game has.
    pub eval_file: String,
    /// Further options, each as `name=value`.
    pub options: Vec<String>,
}

impl Player {
    /// A player at full strength.
    pub fn new(name: &str, nodes: u64, network: Option<&Path>) -> Self {
        let eval_file = network.map(|path| path.display().to_string()).unwrap_or_default();
        Self { name: name.to_owned(), nodes, eval_file, options: Vec::new() }
    }

    fn arguments(&self) -> Vec<String> {
        let mut arguments = vec!["-engine".to_owned(), "cmd=builtin".to_owned()];
        arguments.push(format!("name={}", self.name));
        arguments.push(format!("nodes={}", self.nodes));
        arguments.push(format!("option.Hash={HASH}"));
        if !self.eval_file.is_empty() {
            arguments.push(format!("option.EvalFile={}", self.eval_file));
        }
        arguments.extend(self.options.iter().map(|option| format!("option.{option}")));
        arguments
    }
}

/// A match of two players.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Contest {
    /// Its name, which its files have.
    pub name: String,
    /// The players. Those of the same network and nodes play the same game with any colours.
    pub players: [Player; 2],
    /// Random plies at the beginning.
    pub plies: u32,
    /// Whether each opening is played twice, with colours exchanged.
    pub pairs: bool,
    /// Most games.
    pub games: u64,
    /// The hypotheses of a sequential test, in normalized Elo, which ends the match.
    pub sprt: Option<[f64; 2]>,
}

/// A game of a contest.
#[derive(Clone, Debug, Deserialize)]
pub struct Played {
    /// Its number, from 1.
    pub game: u64,
    /// The name of White.
    pub white: String,
    /// The result in PGN.
    pub result: String,
    /// The first position, unless it is the default one.
    #[serde(default)]
    pub fen: Option<String>,
    /// The moves, those of the opening first.
    pub moves: Vec<PlayedMove>,
}

/// A move of a game.
#[derive(Clone, Debug, Deserialize)]
pub struct PlayedMove {
    /// The move.
    pub uci: String,
    /// Whether it belongs to the opening.
    #[serde(default)]
    pub book: bool,
    /// The score for the side that moved.
    #[serde(flatten)]
    pub score: Option<JsonScore>,
}

impl Played {
    /// The position after the first moves.
    ///
    /// # Errors
    /// The game is not one of this start.
    pub fn position(&self, start: &AnyGame, plies: usize) -> Result<AnyGame, Rejected> {
        let bad =
            |reason: &dyn Display| Rejected(format!("game {} of a match: {reason}", self.game));
        let mut game = start.first();
        if let Some(fen) = &self.fen {
            game.set_fen(fen).map_err(|error| bad(&error))?;
        }
        for mv in self.moves.iter().take(plies) {
            game.play_text(&mv.uci).map_err(|error| bad(&error))?;
        }
        Ok(game)
    }
}

impl Contest {
    /// Plays until all games of a shard are done, the test is decided, or the time is up; what was played
    /// before counts. Returns all games of the shard.
    ///
    /// # Errors
    /// A game cannot be played or written, or the user ends the call.
    pub fn play(
        &self,
        study: &mut Study,
        shard: Shard,
        time: Duration,
    ) -> Result<Vec<Played>, ToolError> {
        let until = Instant::now() + time;
        let mut played = self.played(study, [shard])?;
        while Instant::now() < until && !self.is_over(shard, &played)? {
            self.play_on(study, shard, until.min(Instant::now() + SLICE))?;
            study.tick()?;
            played = self.played(study, [shard])?;
        }
        study.check()?;
        Ok(played)
    }

    /// Plays what is left of the own shard, until a time, for the leading process.
    ///
    /// # Errors
    /// A game cannot be played or written.
    pub fn assist(&self, study: &Study, until: Instant) -> Result<(), ToolError> {
        let shard = study.shard;
        match self.is_over(shard, &self.played(study, [shard])?)? {
            true => Ok(()),
            false => self.play_on(study, shard, until),
        }
    }

    /// Goes on with a shard of the match until a time.
    fn play_on(&self, study: &Study, shard: Shard, until: Instant) -> Result<(), ToolError> {
        study.folder.make("matches")?;
        let state = &self.file(study, shard, STATE);
        // A file without a line was being made when the program was killed.
        let begun = fs::read(state).is_ok_and(|bytes| bytes.contains(&b'\n'));
        let arguments = if begun {
            let mut arguments = vec!["-resume".to_owned(), state.display().to_string()];
            arguments.extend(concurrency(study));
            arguments
        } else {
            let _ = fs::remove_file(state);
            self.arguments(study, shard)
        };
        let mut output = Vec::new();
        baroque_arena::run(&arguments, &study.loaded, Some(until), &mut output)?;
        let output = String::from_utf8_lossy(&output);
        match output.lines().find(|line| line.starts_with("Fatal;")) {
            None => Ok(()),
            Some(line) => Err(ToolError::file(state.display(), line)),
        }
    }

    /// The state of a shard of the match, which a process locks that plays it.
    pub fn state(&self, study: &Study, shard: Shard) -> PathBuf {
        self.file(study, shard, STATE)
    }

    /// A file of a shard.
    fn file(&self, study: &Study, shard: Shard, extension: &str) -> PathBuf {
        let name = &self.name;
        study.folder.file(&match shard {
            Shard::WHOLE => format!("matches/{name}.{extension}"),
            Shard { index, of } => format!("matches/{name}-{index}-of-{of}.{extension}"),
        })
    }

    /// The games of some shards, each once, in their order.
    ///
    /// # Errors
    /// A file cannot be read, or has other lines.
    pub fn played(
        &self,
        study: &Study,
        shards: impl IntoIterator<Item = Shard>,
    ) -> Result<Vec<Played>, Rejected> {
        let mut games = BTreeMap::new();
        for shard in shards {
            let played: Vec<Played> = lines::read(&self.file(study, shard, GAMES))?;
            games.extend(played.into_iter().map(|game| (game.game, game)));
        }
        Ok(games.into_values().collect())
    }

    /// The games without those that repeat an earlier one: players of a fixed number of nodes play the same
    /// game from the same opening. Of players that differ, each may play it once with either colour.
    pub fn distinct(&self, mut games: Vec<Played>) -> Vec<Played> {
        let mut known = HashSet::new();
        games.retain(|game| {
            let moves: Vec<&str> = game.moves.iter().map(|mv| mv.uci.as_str()).collect();
            let white = self.pairs.then(|| game.white.clone());
            known.insert((white, game.fen.clone(), moves.join(" ")))
        });
        games
    }

    /// How often the players meet, in one game or in two.
    fn rounds(&self) -> u64 {
        (self.games / self.games_each()).max(1)
    }

    fn games_each(&self) -> u64 {
        if self.pairs { 2 } else { 1 }
    }

    /// Whether all games of a shard are played or the test is decided.
    ///
    /// # Errors
    /// The hypotheses are not such that they can be tested.
    pub fn is_over(&self, shard: Shard, played: &[Played]) -> Result<bool, ToolError> {
        let is_decided = self.sprt.is_some() && self.llr(played)?.abs() >= 1.0;
        let games = shard.len(self.rounds()) * self.games_each();
        Ok(is_decided || played.len() as u64 >= games)
    }

    /// How far the test of a match is decided: 1 for its second hypothesis, −1 for the first.
    ///
    /// # Errors
    /// The hypotheses are not such that they can be tested.
    pub fn llr(&self, played: &[Played]) -> Result<f64, Rejected> {
        let [elo0, elo1] = self.sprt.unwrap_or_default();
        let sprt = Sprt::new(SprtSettings { elo0, elo1, ..SprtSettings::default() })?;
        Ok(sprt.fraction(sprt.llr(&tally(played, &self.players[0].name), true)))
    }

    fn arguments(&self, study: &Study, shard: Shard) -> Vec<String> {
        let [state, games] =
            [STATE, GAMES].map(|kind| self.file(study, shard, kind).display().to_string());
        let GameSpec { variant, rules, .. } = &study.journal.game;
        let mut arguments: Vec<String> = self.players.iter().flat_map(Player::arguments).collect();
        let mut add = |words: &[&str]| arguments.extend(words.iter().map(|&word| word.to_owned()));
        add(&["-variant", variant]);
        if !rules.is_empty() {
            add(&["-rules", rules]);
        }
        add(&["-openings", "random", &format!("plies={}", self.plies)]);
        add(&["-srand", &study.journal.seed.to_string()]);
        let [each, rounds] = [self.games_each(), self.rounds()].map(|number| number.to_string());
        add(&["-games", &each, "-rounds", &rounds, "-shard", &shard.to_string()]);
        if let Some([low, high]) = self.sprt {
            let bounds = [format!("elo0={low}"), format!("elo1={high}")];
            add(&["-sprt", &bounds[0], &bounds[1], "alpha=0.05", "beta=0.05"]);
        }
        add(&["-maxmoves", &MAX_MOVES.to_string()]);
        add(&["-ratinginterval", "0", "-scoreinterval", "0"]);
        add(&["-config", &format!("outname={state}"), "-jsonout", &games]);
        arguments.extend(concurrency(study));
        arguments
    }
}

fn concurrency(study: &Study) -> [String; 3] {
    ["-concurrency".to_owned(), study.threads.to_string(), "-force-concurrency".to_owned()]
}

/// The results of a player, with those of pairs of games from the same opening.
pub fn tally(games: &[Played], player: &str) -> Tally {
    let result = |game: &Played| {
        let color = if game.white == player { Color::White } else { Color::Black };
        Wdl::new(GameResult::parse(&game.result)?, color)
    };
    let (mut tally, mut first) = (Tally::default(), None);
    for game in games {
        let Some(now) = result(game) else { continue };
        // Games 2n − 1 and 2n have an opening together.
        match first.take_if(|(number, _)| *number + 1 == game.game && game.game % 2 == 0) {
            Some((_, before)) => tally += Tally::pair(before, now),
            None => {
                tally += first
                    .replace((game.game, now))
                    .map_or_else(Tally::default, |(_, it)| Tally::game(it));
            }
        }
    }
    tally + first.map_or_else(Tally::default, |(_, result)| Tally::game(result))
}

/// Wins, draws and losses of a player.
pub fn score(games: &[Played], player: &str) -> [u64; 3] {
    let tally = tally(games, player);
    [tally.wins, tally.draws, tally.losses]
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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// A match of two players, and games of it with a name of White, a result and moves.
    fn contest(pairs: bool, games: &[(&str, &str, &str)]) -> (Contest, Vec<Played>) {
        let players = ["a", "b"].map(|name| Player::new(name, 400, None));
        let name = String::new();
        let contest = Contest { name, players, plies: 2, pairs, games: 10, sprt: None };
        let game = |(number, &(white, result, moves)): (u64, &(&str, &str, &str))| Played {
            game: number,
            white: white.to_owned(),
            result: result.to_owned(),
            fen: None,
            moves: moves
                .split(' ')
                .map(|uci| PlayedMove { uci: uci.to_owned(), book: false, score: None })
                .collect(),
        };
        (contest, (1..).zip(games).map(game).collect())
    }

    #[test]
    fn a_repeated_game_counts_once() {
        let games = [
            ("a", "1-0", "a2a3 a7a6"),
            ("b", "1-0", "a2a3 a7a6"),
            ("a", "0-1", "a2a3 a7a5"),
            ("b", "0-1", "a2a3 a7a5"),
            ("a", "1-0", "a2a3 a7a6"),
            ("b", "1-0", "a2a3 a7a6"),
        ];
        // Players that differ have both colours in turn.
        let (match_of_two, played) = contest(true, &games);
        let distinct = match_of_two.distinct(played);
        assert_eq!(distinct.iter().map(|game| game.game).collect::<Vec<_>>(), [1, 2, 3, 4]);
        assert_eq!(score(&distinct, "a"), [2, 0, 2]);
        // A player and its twin do not.
        let (match_of_twins, played) = contest(false, &games);
        let distinct = match_of_twins.distinct(played);
        assert_eq!(distinct.iter().map(|game| game.game).collect::<Vec<_>>(), [1, 3]);
    }
}
