//! Learning: games of the best player against itself, a network trained with them, and its match against
//! that player, round by round.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use baroque_engine::TunedGame;
use baroque_formats::Rejected;
use baroque_formats::files;
use baroque_movegen::{Position, with_history};
use baroque_protocol::progress::Progress;
use baroque_protocol::tools::error::ToolError;
use baroque_training::plan::Plan;
use baroque_training::selfplay::SelfPlay;
use baroque_training::shard::{Shard, ShardPlace};
use baroque_training::train::Training;
use rayon::ThreadPoolBuilder;

use crate::contest::{Contest, Player, score};
use crate::folder::{NextRound, Round};
use crate::shared::{Shared, Work, together};
use crate::study::Study;

/// Nodes for each move of self-play.
const NODES: u64 = 400;
/// Random plies at the beginning of a game of self-play.
const PLIES: &str = "6..11";
/// When a game of self-play is decided.
const RESIGN: &str = "movecount=4,score=1000";
/// Most games of a round.
const GAMES: u64 = 100_000;
/// Most bytes of games with which a network is trained, those of the last rounds: about 11 million positions.
const WINDOW: u64 = 100 << 20;
/// Most bytes of the state of a training.
const MAX_STATE: u64 = 1 << 28;
/// Fewest games from which a network is trained.
const LEAST_GAMES: u64 = 50;
/// Fewest games from which a match says anything.
const LEAST_MATCH: usize = 20;
/// Games up to which a match that is not decided takes the time of later rounds.
const FIRM_MATCH: usize = 100;
/// Part of the learning that the first round takes; each further one takes twice as long.
const FIRST: f64 = 0.14;
/// Longest first round.
const LONGEST_FIRST: Duration = Duration::from_secs(20 * 60);
/// Part of a round for its games; the rest is for training and the match.
const PLAY: f64 = 0.7;
/// Nodes for each move of the match.
const MATCH_NODES: u64 = 2000;
/// Most games of the match.
const MATCH_GAMES: u64 = 2000;
/// The hypotheses of the match in normalized Elo.
const SPRT: [f64; 2] = [0.0, 15.0];
/// Rounds without gain after which nothing more is learned.
const IDLE_ROUNDS: usize = 2;

/// Learns until the time is up, or until rounds gain nothing any more.
///
/// # Errors
/// A file cannot be read or written, or the user ends the call.
pub fn learn(study: &mut Study) -> Result<(), ToolError> {
    let first = study.allowed().mul_f64(FIRST).min(LONGEST_FIRST);
    loop {
        let rounds = &study.journal.rounds;
        let idle = rounds.iter().rev().take_while(|round| !round.is_better).count();
        let (number, left) = (rounds.len() + 1, study.left());
        if idle >= IDLE_ROUNDS || rounds.len() >= study.rounds || left < first / 2 {
            return Ok(());
        }
        // What would be left for another round goes to this one, if that is too little.
        let wanted = first * (1 << (number - 1).min(8));
        let time = if left < wanted + first { left } else { wanted };
        let Some(round) = play_round(study, number, time)? else { return Ok(()) };
        study.journal.rounds.push(round);
        study.journal.next = NextRound::default();
        study.save()?;
    }
}

/// Plays a round, or goes on with it; `None` if the time is up before its match says anything.
fn play_round(
    study: &mut Study,
    number: usize,
    time: Duration,
) -> Result<Option<Round>, ToolError> {
    let end = Instant::now() + time;
    let games = match study.journal.next.games {
        Some(games) => games,
        None => {
            let spent = Duration::try_from_secs_f64(study.journal.next.seconds).unwrap_or_default();
            let time = time.mul_f64(PLAY).saturating_sub(spent);
            let files: Vec<PathBuf> = files(study, number).collect();
            let own = |study: &mut Study| play(study, number, time);
            together(study, (Work::Games(number), time), own, &files)?;
            let games = count(study, number)?;
            if games < LEAST_GAMES {
                return Ok(None);
            }
            // From now on no game is added: the network and its match belong to these.
            study.journal.next.games = Some(games);
            study.save()?;
            games
        }
    };
    let positions = match study.journal.next.positions {
        Some(positions) => positions,
        None => {
            let positions = train(study, number)?;
            study.journal.next.positions = Some(positions);
            study.save()?;
            positions
        }
    };
    let new = study.folder.file(&Study::network_name(number));
    let old = study.best();
    let contest = Contest {
        name: format!("round-{number}"),
        players: [
            Player::new("new", MATCH_NODES, Some(&new)),
            Player::new("old", MATCH_NODES, old.as_deref()),
        ],
        plies: 8,
        pairs: true,
        games: MATCH_GAMES,
        sprt: Some(SPRT),
    };
    // Its test needs all games in one place.
    let (shard, time) = (Shard::WHOLE, end.saturating_duration_since(Instant::now()));
    let mut played = contest.play(study, shard, time)?;
    while played.len() < FIRM_MATCH
        && !study.left().is_zero()
        && !contest.is_over(shard, &played)?
    {
        played = contest.play(study, shard, study.left().min(Duration::from_secs(1)))?;
    }
    if played.len() < LEAST_MATCH {
        return Ok(None);
    }
    let played = contest.distinct(played);
    // By the likelihoods of both hypotheses, where the test is not decided.
    let is_better = contest.llr(&played)? > 0.0;
    Ok(Some(Round { games, positions, score: score(&played, "new"), is_better }))
}

/// The games of a round.
fn self_play(study: &Study, round: usize) -> Result<SelfPlay, Rejected> {
    Ok(SelfPlay {
        start: study.game.clone(),
        evaluation: study.evaluation()?,
        nodes: Some(NODES),
        depth: None,
        plies: PLIES.parse().map_err(Rejected::from)?,
        resign: Some(RESIGN.parse().map_err(Rejected::from)?),
        seed: study.journal.seed.wrapping_add(round as u64),
    })
}

/// Plays games of the own shard for some time, after those that were played before.
fn play(study: &mut Study, round: usize, time: Duration) -> Result<(), ToolError> {
    let (until, flag) = (Instant::now() + time, study.stop());
    let games = self_play(study, round)?;
    // Few games teach nothing: then the time of later rounds is taken.
    let last = Instant::now() + study.left();
    let goes_on = |index| Instant::now() < if index < LEAST_GAMES { last } else { until };
    let title = format!("round {round}: games");
    let progress = Progress::new(&title, time.as_secs(), "seconds");
    let recording = games.open(&place(study, round, study.shard), GAMES)?;
    let (start, before) = (Instant::now(), study.journal.next.seconds);
    recording.play(study.threads, (&flag, goes_on), |_| {
        progress.set(start.elapsed().as_secs());
        study.journal.next.seconds = before + start.elapsed().as_secs_f64();
        study.tick()
    })?;
    study.check()
}

/// Plays games of the own shard for the leading process until a time, if it still wants them.
///
/// # Errors
/// A file cannot be read or written, or the user ends the call.
pub fn assist(
    study: &Study,
    round: usize,
    (shared, until): (&Shared, Instant),
) -> Result<(), ToolError> {
    let games = self_play(study, round)?;
    let recording = games.open(&place(study, round, study.shard), GAMES)?;
    // From here on it waits until the file is closed.
    if Shared::read(&study.folder)?.as_ref() == Some(shared) {
        let goes_on = |_| Instant::now() < until;
        recording.play(study.threads, (&study.stop(), goes_on), |_| study.check())?;
    }
    Ok(())
}

/// The number of games of a round in the files of all shards. An incomplete one of a process that was killed is
/// cut off.
fn count(study: &Study, round: usize) -> Result<u64, ToolError> {
    let games = self_play(study, round)?;
    let mut count = 0;
    for shard in study.shard.all() {
        count += games.open(&place(study, round, shard), GAMES)?.left().start;
    }
    Ok(count)
}

/// Trains a network with the games of a round and of those before, and returns the number of positions.
fn train(study: &mut Study, round: usize) -> Result<u64, ToolError> {
    with_history!(study.game.history().clone(), history => {
        train_typed(study, round, history.first())
    })
}

fn train_typed<G: TunedGame>(
    study: &mut Study,
    round: usize,
    start: &Position<G>,
) -> Result<u64, ToolError> {
    let files = window(study, round);
    let plan = Plan { seed: study.journal.seed, ..Plan::default() };
    let pool = ThreadPoolBuilder::new().num_threads(study.threads).build();
    let pool = pool.map_err(|error| Rejected(format!("no threads for training: {error}")))?;
    let known = &study.loaded.games;
    let mut training = pool.install(|| Training::new(&files, (known, start.clone()), plan))?;
    let (positions, _) = training.positions();
    study.folder.make("networks")?;
    let network = study.folder.file(&Study::network_name(round));
    let state = network.with_extension("state");
    if let Ok(bytes) = files::read_regular(&state, MAX_STATE) {
        training.restore(&bytes);
    }
    let title = format!("round {round}: training");
    let progress = Progress::new(&title, (positions * training.epochs()) as u64, "positions");
    progress.set((positions * training.epochs_done()) as u64);
    while pool.install(|| training.epoch(|count| progress.advance(count as u64))).is_some() {
        write(&state, training.state())?;
        study.tick()?;
    }
    write(&network, training.network().to_bytes())?;
    let _ = std::fs::remove_file(&state);
    Ok(positions as u64)
}

/// The files of the last rounds, as many as the window holds, at least that of the round itself.
fn window(study: &Study, round: usize) -> Vec<PathBuf> {
    let mut size = 0;
    let mut rounds: Vec<usize> = (1..=round)
        .rev()
        .take_while(|&round| {
            let is_first = size == 0;
            let length = |file| std::fs::metadata(file).map_or(0, |data| data.len());
            size += files(study, round).map(length).sum::<u64>();
            is_first || size <= WINDOW
        })
        .collect();
    rounds.reverse();
    rounds.into_iter().flat_map(|round| files(study, round)).collect()
}

/// The files of a round, of all shards.
fn files(study: &Study, round: usize) -> impl Iterator<Item = PathBuf> {
    study.shard.all().map(move |shard| SelfPlay::file(&place(study, round, shard)))
}

/// Where the games of a shard of a round are.
fn place(study: &Study, round: usize, shard: Shard) -> ShardPlace {
    let dir = study.folder.file(&format!("games/{round}"));
    ShardPlace { dir, shard, resume: true }
}

fn write(path: &Path, bytes: Vec<u8>) -> Result<(), ToolError> {
    files::write_atomically(path, bytes).map_err(|error| ToolError::file(path.display(), error))
}
