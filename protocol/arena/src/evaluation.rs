//! `baroque stats`: Elo estimates from finished games.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::fmt::Display;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::process::ExitCode;

use baroque_formats::Rejected;
use baroque_formats::pgn::{PgnGame, PgnMove, PgnReader};
use baroque_formats::text::quoted;
use baroque_games::Games;
use baroque_movegen::Color;
use baroque_protocol::tools::error::{ToolError, print_note};
use baroque_protocol::tools::games::{GamePlace, games_progress, read_games_by};
use baroque_protocol::tools::output::{Forms, OutputArgs, Printer};
use clap::Args;

use crate::stats::{
    JsonRanking, MatchRecord, ReportOptions, ReportStyle, Sprt, SprtSettings, Standings, Tally,
    Wdl, ranking_report,
};

/// Arguments that contradict each other or are missing.
fn bad_arguments(reason: impl Display) -> ToolError {
    Rejected(format!("{reason}, try --help")).into()
}

/// Arguments of `baroque stats`.
#[derive(Args, Debug)]
pub struct StatsArgs {
    /// Sequential test of two Elo differences. Its settings are further arguments: elo0=0 elo1=10
    /// alpha=0.05 beta=0.05 model=normalized, logistic or bayesian
    #[arg(long)]
    sprt: bool,
    /// Count single games instead of pairs with colours swapped
    #[arg(long)]
    no_penta: bool,
    /// Format of the report
    #[arg(long, value_enum, default_value_t, conflicts_with = "json")]
    format: ReportStyle,
    /// The player whose results are counted in a match of two (default: the first named in the
    /// earliest round)
    #[arg(long, value_name = "NAME", conflicts_with_all = ["wdl", "penta"])]
    first: Option<String>,
    /// Read only tags and results, not moves, so that games of any rules count, even chess
    #[arg(long)]
    results_only: bool,
    /// Numbers of wins, losses and draws, instead of files
    #[arg(long, num_args = 3, value_names = ["WINS", "LOSSES", "DRAWS"])]
    wdl: Option<Vec<u32>>,
    /// Numbers of pairs by their results, LL LD WL DD WD WW, instead of files; or five numbers,
    /// LL LD WL+DD WD WW, with or without --wdl
    #[arg(long, num_args = 5..=6, value_name = "PAIRS")]
    penta: Option<Vec<u32>>,
    /// PGN files, - for standard input; and settings of --sprt
    #[arg(value_name = "FILE|KEY=VALUE", required_unless_present_any = ["wdl", "penta"])]
    inputs: Vec<String>,
    #[command(flatten)]
    output: OutputArgs,
}

/// Estimates the ratings of players from their games.
///
/// # Errors
/// An argument or a file is bad, or the output cannot be written.
pub fn run(
    args: &StatsArgs,
    games: &Games,
    output: &mut impl Write,
) -> Result<ExitCode, ToolError> {
    let (mut test, mut files) = (SprtSettings::default(), Vec::new());
    for input in &args.inputs {
        match setting(input).filter(|_| args.sprt) {
            Some((name, value)) => test.set(name, value)?,
            None => files.push(input.clone()),
        }
    }
    let sprt = args.sprt.then(|| Sprt::new(test)).transpose()?;
    let mut options = ReportOptions { style: args.format, pairs: !args.no_penta, sprt };
    if options.counts_pairs() && sprt.is_some_and(|s| !s.supports_pairs()) {
        note("the bayesian model does not support pairs: single games are counted");
        options.pairs = false;
    }
    let mut printer = args.output.printer(output);
    match (&args.wdl, &args.penta) {
        (None, None) if files.is_empty() => Err(bad_arguments("no file is given")),
        (None, None) => {
            refuse_repeated(&files)?;
            let mut results = GameResults { first: args.first.clone(), ..GameResults::default() };
            let progress = games_progress("stats", &files);
            let code = read_games_by(
                &files,
                |text| match args.results_only {
                    true => PgnReader::results(text),
                    false => PgnReader::new(text).with_games(games),
                },
                &progress,
                |game, place, _| results.add(&game, place),
            )?;
            drop(progress);
            if code != ExitCode::SUCCESS && !args.results_only {
                note(REFUSED);
            }
            results.report(options, &mut printer)?;
            Ok(code)
        }
        _ if !files.is_empty() => {
            Err(bad_arguments("files and --wdl or --penta exclude each other"))
        }
        (wdl, penta) => {
            let tally = tally_of_counts(wdl.as_deref(), penta.as_deref())?;
            options.pairs &= penta.is_some();
            if tally.wdl().is_none() && !options.counts_pairs() {
                let reason = "five numbers of --penta do not distinguish WL from DD, which single \
                              games need: give six, or --wdl";
                return Err(bad_arguments(reason));
            }
            let (names, time_control) = (("first", "second"), "");
            let tally = &tally;
            printer.print(&MatchRecord { options: &options, names, time_control, tally })?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// What is said after errors in games.
const REFUSED: &str = "games that the rules named by their tags (without [Variant], those of Baroque \
    chess) do not allow are not counted; --results-only counts the results of any games, such as \
    chess";

/// Refuses a file that is given more than once.
fn refuse_repeated(files: &[String]) -> Result<(), ToolError> {
    let mut known = HashSet::new();
    let path = |file: &String| fs::canonicalize(file).unwrap_or_else(|_| file.into());
    match files.iter().find(|file| !known.insert(path(file))) {
        Some(file) => Err(ToolError::file(file, "the file is given twice")),
        None => Ok(()),
    }
}

/// Splits a setting into name and value. A file with such a name can be given as `./NAME=VALUE`.
fn setting(input: &str) -> Option<(&str, &str)> {
    let (name, value) = input.split_once('=')?;
    name.chars().all(|c| c.is_ascii_alphanumeric()).then_some((name, value))
}

/// The tally of the arguments of `--wdl` and `--penta`.
///
/// # Errors
/// The arguments contradict each other.
fn tally_of_counts(wdl: Option<&[u32]>, penta: Option<&[u32]>) -> Result<Tally, ToolError> {
    let wide = |counts: Option<&[u32]>| -> Vec<u64> {
        counts.unwrap_or_default().iter().map(|&count| count.into()).collect()
    };
    let mut tally = Tally::default();
    if let [wins, losses, draws] = *wide(wdl) {
        tally = Tally { wins, losses, draws, ..tally };
    }
    let contradiction = || bad_arguments("--wdl and --penta contradict each other");
    match *wide(penta) {
        [ll, ld, wl, dd, wd, ww] => {
            let wins = wl + wd + 2 * ww;
            let (losses, draws) = (2 * ll + ld + wl, ld + 2 * dd + wd);
            let consistent =
                wdl.is_none() || [wins, losses, draws] == [tally.wins, tally.losses, tally.draws];
            let counted = Tally { wins, losses, draws, ll, ld, wl, dd, wd, ww, even: 0 };
            consistent.then_some(counted).ok_or_else(contradiction)
        }
        [ll, ld, even, wd, ww] if wdl.is_none() => {
            let (wins, losses, draws) = (wd + 2 * ww, 2 * ll + ld, ld + wd);
            Ok(Tally { wins, losses, draws, ll, ld, wd, ww, even, ..tally })
        }
        [ll, ld, even, wd, ww] => {
            // A win is part of a pair WW, WD or WL.
            let wl = tally.wins.checked_sub(2 * ww + wd).ok_or_else(contradiction)?;
            let dd = even.checked_sub(wl).ok_or_else(contradiction)?;
            let consistent = tally.losses == 2 * ll + ld + wl && tally.draws == ld + 2 * dd + wd;
            let counted = Tally { ll, ld, wl, dd, wd, ww, ..tally };
            consistent.then_some(counted).ok_or_else(contradiction)
        }
        _ => Ok(tally),
    }
}

/// The results of all games read.
#[derive(Default)]
struct GameResults<'a> {
    standings: Standings,
    /// By pair of players, the smaller index first.
    games: BTreeMap<(usize, usize), Vec<ScoredGame>>,
    time_controls: BTreeSet<String>,
    /// Number of games without result.
    unfinished: usize,
    /// Number of games of a player against itself.
    self_play: usize,
    /// The games with moves, by their hashes.
    known: HashMap<u64, GamePlace<'a>>,
    /// The player that `--first` names.
    first: Option<String>,
}

/// A finished game, for the player with the smaller index.
struct ScoredGame {
    color: Color,
    result: Wdl,
    round: String,
    /// The tag `GameNumber`.
    number: Option<u64>,
    opening: OpeningKey,
}

impl ScoredGame {
    /// The opening, if the game has a FEN or book moves.
    fn opening(&self) -> Option<&OpeningKey> {
        let [_, _, fen, book] = &self.opening;
        (!fen.is_empty() || !book.is_empty()).then_some(&self.opening)
    }

    /// The round and the opening, if the game has a round.
    fn round(&self) -> Option<(&str, &OpeningKey)> {
        let round = self.round.as_str();
        (!matches!(round, "" | "?" | "-")).then_some((round, &self.opening))
    }
}

/// Rule set, rules, start position and book moves. Missing tags are empty.
type OpeningKey = [String; 4];

fn opening_key(game: &PgnGame) -> OpeningKey {
    // The comment may continue with the termination of a game that ends in the book.
    let is_book = |mv: &&PgnMove| mv.comment.text.split(',').next() == Some("book");
    let book = game.moves.iter().take_while(is_book).map(|mv| mv.text.as_str());
    let [variant, rules, fen] =
        ["Variant", "Rules", "FEN"].map(|name| game.tag(name).unwrap_or_default().to_owned());
    [variant, rules, fen, book.collect::<Vec<_>>().join(" ")]
}

impl<'a> GameResults<'a> {
    /// Counts a game.
    ///
    /// # Errors
    /// It is the same as an earlier one.
    fn add(&mut self, game: &PgnGame, place: GamePlace<'a>) -> Result<(), ToolError> {
        let tag = |name| game.tag(name).unwrap_or_default().to_owned();
        let (white, black) = (quoted(&tag("White")), quoted(&tag("Black")));
        if white == black {
            self.self_play += 1;
            return Ok(());
        }
        let (white, black) = (self.standings.player(&white), self.standings.player(&black));
        let color = if white < black { Color::White } else { Color::Black };
        let Some(result) = Wdl::new(game.result, color) else {
            self.unfinished += 1;
            return Ok(());
        };
        if !game.moves.is_empty()
            && let Some(GamePlace { file, number }) = self.known.insert(hash_of(game), place)
        {
            let reason =
                format!("game {} is the same as game {number} of {}", place.number, quoted(file));
            return Err(ToolError::file(place.file, reason));
        }
        self.time_controls.insert(quoted(&tag("TimeControl")));
        let (round, opening) = (tag("Round"), opening_key(game));
        let number = tag("GameNumber").parse().ok();
        let game = ScoredGame { color, result, round, number, opening };
        self.games.entry((white.min(black), white.max(black))).or_default().push(game);
        Ok(())
    }

    fn report(
        mut self,
        mut options: ReportOptions,
        printer: &mut Printer<impl Write>,
    ) -> Result<(), ToolError> {
        for (count, what) in [
            (self.unfinished, "without result, not counted"),
            (self.self_play, "of one player, not counted"),
        ] {
            if count > 0 {
                note(&format!("games {what}: {count}"));
            }
        }
        let mut all = Tally::default();
        for (&(first, second), games) in &self.games {
            let tally = tally(games);
            all += tally;
            self.standings.add(first, second, tally);
        }
        if options.counts_pairs() {
            options.pairs = all.pairs() > 0;
            let single = all.games() - 2 * all.pairs();
            if !options.pairs && all.games() > 0 {
                note("there are no pairs with colours swapped: single games are counted");
            } else if single > 0 {
                note(&format!("games that are not part of a pair: {single}"));
            }
        }
        match self.standings.names.as_slice() {
            _ if self.games.is_empty() => note("there are no finished games"),
            [smaller, greater] => {
                let is_swapped = self.is_swapped()?;
                let times = &self.time_controls;
                let known = times.first().filter(|text| !matches!(text.as_str(), "?" | "-"));
                let time_control = known.filter(|_| times.len() == 1).map_or("", String::as_str);
                let (options, names) = (&options, (smaller.as_str(), greater.as_str()));
                let tally = self.standings.between(0, 1);
                let (names, tally) = match is_swapped {
                    true => ((names.1, names.0), &tally.flipped()),
                    false => (names, &tally),
                };
                printer.print(&MatchRecord { options, names, time_control, tally })?;
            }
            names if options.sprt.is_some() || self.first.is_some() => {
                let option = if options.sprt.is_some() { "--sprt" } else { "--first" };
                let players = names.len();
                let reason = format!("{option} needs two players, but there are {players}");
                return Err(bad_arguments(reason));
            }
            _ => {
                let report = || ranking_report(&self.standings, &options);
                let json = || JsonRanking::new(&self.standings, options.counts_pairs());
                printer.print(&Forms(report, json))?;
            }
        }
        Ok(())
    }

    /// Whether the first of two players is the one with the greater index.
    fn is_swapped(&self) -> Result<bool, ToolError> {
        let names = &self.standings.names;
        let Some(wanted) = &self.first else {
            let earliest = earliest(self.games.values().flatten());
            let [white, black] =
                Color::ALL.map(|color| earliest.iter().any(|game| game.color == color));
            // Which of several games finished first, and so is first in the file, is chance.
            return Ok(black && (!white || !names.is_sorted()));
        };
        let place = names.iter().position(|name| *name == quoted(wanted));
        place.map(|place| place == 1).ok_or_else(|| {
            let (wanted, names) = (quoted(wanted), names.join("' and '"));
            bad_arguments(format!("--first is '{wanted}', the players are '{names}'"))
        })
    }
}

/// The games of the earliest round, of which only the one with the least number if all have one. In
/// games without rounds that is the first game.
fn earliest<'a>(games: impl Iterator<Item = &'a ScoredGame> + Clone) -> Vec<&'a ScoredGame> {
    let round = |game: &ScoredGame| -> Option<Vec<u64>> {
        game.round.split('.').map(|part| part.parse().ok()).collect()
    };
    let first = games.clone().filter_map(round).min();
    let mut earliest: Vec<&ScoredGame> = match first {
        Some(first) => games.filter(|game| round(game).as_ref() == Some(&first)).collect(),
        None => games.take(1).collect(),
    };
    if earliest.iter().all(|game| game.number.is_some()) {
        earliest.sort_by_key(|game| game.number);
        earliest.truncate(1);
    }
    earliest
}

/// Tags that tell when a game was played.
const TIMES: [&str; 4] = ["Date", "GameDuration", "GameStartTime", "GameEndTime"];

/// A hash of a game's moves, result and tags, without those that differ if the same moves are played again.
fn hash_of(game: &PgnGame) -> u64 {
    let mut hasher = DefaultHasher::new();
    for tag in game.tags.iter().filter(|tag| !TIMES.contains(&tag.name.as_str())) {
        (&tag.name, &tag.value).hash(&mut hasher);
    }
    for mv in &game.moves {
        mv.text.hash(&mut hasher);
    }
    game.result.text().hash(&mut hasher);
    hasher.finish()
}

/// The tally of the games of two players. The games of a pair share a round, as in the PGN files of
/// fastchess. If no rounds match, games with the same opening are paired.
fn tally(games: &[ScoredGame]) -> Tally {
    let by_round = paired(games, ScoredGame::round);
    match by_round.pairs() {
        0 => paired(games, ScoredGame::opening),
        _ => by_round,
    }
}

/// The tally that pairs games with equal keys and swapped colours in the order of input. Games
/// without key are single games.
fn paired<'a, K: Hash + Eq>(
    games: &'a [ScoredGame],
    key: impl Fn(&'a ScoredGame) -> Option<K>,
) -> Tally {
    let mut waiting: HashMap<(K, Color), VecDeque<Wdl>> = HashMap::new();
    let mut tally = Tally::default();
    for game in games {
        let Some(key) = key(game) else {
            tally += Tally::game(game.result);
            continue;
        };
        let mut slot = (key, !game.color);
        match waiting.get_mut(&slot).and_then(VecDeque::pop_front) {
            Some(partner) => tally += Tally::pair(partner, game.result),
            None => {
                slot.1 = game.color;
                waiting.entry(slot).or_default().push_back(game.result);
            }
        }
    }
    tally + waiting.into_values().flatten().map(Tally::game).sum()
}

/// Prints a note to standard error.
fn note(text: &str) {
    print_note(format!("note: {text}"));
}
