//! `baroque stats`: how strong players are by the games they played.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::hash::Hash;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Args;

use baroque_movegen::Color;

use super::CliError;
use super::convert::read_games;
use crate::arena::stats::{Settings, Sprt, Standings, Style, Tally, Wdl, report};
use crate::output::quoted;
use crate::pgn::{Game, GameMove};

#[derive(Args, Debug)]
pub(super) struct StatsArgs {
    /// Test between two strengths; its settings are among the arguments: elo0=0 elo1=10 alpha=0.05
    /// beta=0.05 model=normalized, logistic or bayesian
    #[arg(long)]
    sprt: bool,
    /// Count single games only, not pairs with colours swapped
    #[arg(long)]
    no_penta: bool,
    /// Whose words the report has
    #[arg(long, value_enum, default_value_t)]
    format: Style,
    /// Instead of games: how many were won, lost and drawn
    #[arg(long, num_args = 3, value_names = ["WINS", "LOSSES", "DRAWS"])]
    wdl: Option<Vec<u32>>,
    /// Instead of games: how many pairs brought two losses, loss and draw, win and loss, two draws,
    /// win and draw, two wins; or five numbers, with win and loss among the two draws, and --wdl
    #[arg(long, num_args = 5..=6, value_name = "PAIRS")]
    penta: Option<Vec<u32>>,
    /// Files of games (PGN), - is standard input; and settings of --sprt
    #[arg(value_name = "FILE|KEY=VALUE", required_unless_present_any = ["wdl", "penta"])]
    inputs: Vec<String>,
}

pub(super) fn run(args: &StatsArgs, output: &mut impl Write) -> Result<ExitCode, CliError> {
    let (settings, files): (Vec<&String>, Vec<&String>) =
        args.inputs.iter().partition(|input| args.sprt && setting(input).is_some());
    let files: Vec<String> = files.into_iter().cloned().collect();
    let sprt = args.sprt.then(|| read_sprt(&settings)).transpose()?;
    let mut view = View { sprt, penta: !args.no_penta, style: args.format };
    if view.style == Style::Fastchess && view.penta && sprt.is_some_and(|s| !s.knows_pairs()) {
        note("the bayesian model knows no pairs: single games are counted");
        view.penta = false;
    }
    match (&args.wdl, &args.penta) {
        (None, None) if files.is_empty() => Err(CliError::Arguments("no file is given".into())),
        (None, None) => {
            let mut played = Played::default();
            let code = read_games(&files, |game| {
                played.take(&game);
                Ok(())
            })?;
            played.report(view, output)?;
            Ok(code)
        }
        _ if !files.is_empty() => {
            Err(CliError::Arguments("files are given, and --wdl or --penta too".into()))
        }
        (wdl, penta) => {
            let tally = counted(wdl.as_deref(), penta.as_deref())?;
            view.penta &= penta.is_some();
            view.versus(("first", "second"), "", &tally, output)?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Name and value of a setting. A file whose name looks like one can be given with its folder.
fn setting(input: &str) -> Option<(&str, &str)> {
    let (name, value) = input.split_once('=')?;
    name.chars().all(|c| c.is_ascii_alphanumeric()).then_some((name, value))
}

fn read_sprt(inputs: &[&String]) -> Result<Sprt, CliError> {
    let mut settings = Settings::default();
    for (name, value) in inputs.iter().filter_map(|input| setting(input)) {
        settings.set(name, value)?;
    }
    Ok(Sprt::new(settings)?)
}

/// The tally of numbers that were counted elsewhere.
fn counted(wdl: Option<&[u32]>, penta: Option<&[u32]>) -> Result<Tally, CliError> {
    let wide = |counts: Option<&[u32]>| -> Vec<u64> {
        counts.unwrap_or_default().iter().map(|&count| count.into()).collect()
    };
    let mut tally = Tally::default();
    if let [wins, losses, draws] = *wide(wdl) {
        tally = Tally { wins, losses, draws, ..tally };
    }
    let clash = || CliError::Arguments("--wdl and --penta contradict each other".into());
    match *wide(penta) {
        [ll, ld, wl, dd, wd, ww] => {
            let wins = wl + wd + 2 * ww;
            let (losses, draws) = (2 * ll + ld + wl, ld + 2 * dd + wd);
            let same =
                wdl.is_none() || [wins, losses, draws] == [tally.wins, tally.losses, tally.draws];
            let counted = Tally { wins, losses, draws, ll, ld, wl, dd, wd, ww };
            same.then_some(counted).ok_or_else(clash)
        }
        [ll, ld, even, wd, ww] => {
            if wdl.is_none() {
                let missing = "five numbers of --penta do not tell WL from DD: give six, or --wdl";
                return Err(CliError::Arguments(missing.into()));
            }
            // Each win is in a pair of two wins, with a draw, or with a loss.
            let wl = tally.wins.checked_sub(2 * ww + wd).ok_or_else(clash)?;
            let dd = even.checked_sub(wl).ok_or_else(clash)?;
            let same = tally.losses == 2 * ll + ld + wl && tally.draws == ld + 2 * dd + wd;
            let counted = Tally { ll, ld, wl, dd, wd, ww, ..tally };
            same.then_some(counted).ok_or_else(clash)
        }
        _ => Ok(tally),
    }
}

/// How results are shown.
#[derive(Clone, Copy)]
struct View {
    sprt: Option<Sprt>,
    penta: bool,
    style: Style,
}

impl View {
    fn versus(
        &self,
        names: (&str, &str),
        conditions: &str,
        tally: &Tally,
        output: &mut impl Write,
    ) -> io::Result<()> {
        let Self { sprt, penta, style } = *self;
        let sprt = sprt.as_ref();
        output.write_all(report::score(names, tally, style).as_bytes())?;
        let text = report::versus(names, conditions, tally, sprt, penta, style);
        output.write_all(text.as_bytes())?;
        let end = sprt.and_then(|sprt| report::completed(sprt, tally, penta, style));
        output.write_all(end.unwrap_or_default().as_bytes())
    }
}

/// The games that were read.
#[derive(Default)]
struct Played {
    standings: Standings,
    /// By their players, the one with the smaller number first.
    games: BTreeMap<(usize, usize), Vec<Finished>>,
    /// The time controls of all games.
    times: BTreeSet<String>,
    /// Games without result.
    unfinished: usize,
    /// Games of a player against itself.
    alone: usize,
}

/// A game from the side of the player with the smaller number.
struct Finished {
    color: Color,
    result: Wdl,
    round: String,
    opening: Opening,
}

impl Finished {
    /// The opening, if it is known which one it is.
    fn opening(&self) -> Option<&Opening> {
        let Opening { fen, book, .. } = &self.opening;
        (!fen.is_empty() || !book.is_empty()).then_some(&self.opening)
    }

    /// The round with the opening, if it is known which round it is.
    fn round(&self) -> Option<(&str, &Opening)> {
        let round = self.round.as_str();
        (!matches!(round, "" | "?" | "-")).then_some((round, &self.opening))
    }
}

/// Rules, first position, and the moves that neither player found. What is not told is empty.
#[derive(PartialEq, Eq, Hash)]
struct Opening {
    variant: String,
    rules: String,
    fen: String,
    book: String,
}

impl Opening {
    fn of(game: &Game) -> Self {
        let tag = |name| game.tag(name).unwrap_or_default().to_owned();
        // Behind the word may stand how a game ended that had no other move.
        let is_book = |mv: &&GameMove| mv.comment.text.split(',').next() == Some("book");
        let book: Vec<&str> =
            game.moves.iter().take_while(is_book).map(|mv| mv.text.as_str()).collect();
        Self { variant: tag("Variant"), rules: tag("Rules"), fen: tag("FEN"), book: book.join(" ") }
    }
}

impl Played {
    fn take(&mut self, game: &Game) {
        let tag = |name| game.tag(name).unwrap_or_default().to_owned();
        let (white, black) = (quoted(&tag("White")), quoted(&tag("Black")));
        if white == black {
            self.alone += 1;
            return;
        }
        let (white, black) = (self.standings.player(&white), self.standings.player(&black));
        let color = if white < black { Color::White } else { Color::Black };
        let Some(result) = Wdl::of(game.result, color) else {
            self.unfinished += 1;
            return;
        };
        self.times.insert(quoted(&tag("TimeControl")));
        let (round, opening) = (tag("Round"), Opening::of(game));
        let finished = Finished { color, result, round, opening };
        self.games.entry((white.min(black), white.max(black))).or_default().push(finished);
    }

    fn report(mut self, mut view: View, output: &mut impl Write) -> Result<(), CliError> {
        for (count, why) in [(self.unfinished, "without result"), (self.alone, "of one player")] {
            if count > 0 {
                note(&format!("games {why}, which are left out: {count}"));
            }
        }
        let mut all = Tally::default();
        for (&(first, second), games) in &self.games {
            let tally = tally(games);
            all += tally;
            self.standings.add(first, second, tally);
        }
        if view.penta && view.style == Style::Fastchess {
            view.penta = all.pairs() > 0;
            let single = all.games() - 2 * all.pairs();
            if !view.penta && all.games() > 0 {
                note("no game has a partner with colours swapped: single games are counted");
            } else if single > 0 {
                note(&format!("games without partner, which count in no pair: {single}"));
            }
        }
        match self.standings.names.as_slice() {
            _ if self.games.is_empty() => note("there are no finished games"),
            [first, second] => {
                let time = if self.times.len() == 1 { self.times.pop_first() } else { None };
                let time = time.filter(|time| time != "?" && time != "-").unwrap_or_default();
                view.versus((first, second), &time, &self.standings.between(0, 1), output)?;
            }
            _ if view.sprt.is_some() => {
                let players = self.standings.names.len();
                let reason = format!("--sprt needs two players, but there are {players}");
                return Err(CliError::Arguments(reason));
            }
            _ => {
                let text = report::ranking(&self.standings, view.penta, view.style);
                output.write_all(text.as_bytes())?;
            }
        }
        Ok(())
    }
}

/// The tally of the games of two players. fastchess gives both games of a pair one round; if rounds
/// make no pairs, openings do.
fn tally(games: &[Finished]) -> Tally {
    let by_round = paired(games, Finished::round);
    match by_round.pairs() {
        0 => paired(games, Finished::opening),
        _ => by_round,
    }
}

/// The tally in which two games with one key and colours swapped are a pair, in the order in which
/// they were read. A game without key has no partner.
fn paired<'a, K: Hash + Eq>(
    games: &'a [Finished],
    key: impl Fn(&'a Finished) -> Option<K>,
) -> Tally {
    let mut waiting: HashMap<(K, Color), VecDeque<Wdl>> = HashMap::new();
    let mut tally = Tally::default();
    for game in games {
        let Some(key) = key(game) else {
            tally += Tally::game(game.result);
            continue;
        };
        let mut place = (key, !game.color);
        match waiting.get_mut(&place).and_then(VecDeque::pop_front) {
            Some(partner) => tally += Tally::pair(partner, game.result),
            None => {
                place.1 = game.color;
                waiting.entry(place).or_default().push_back(game.result);
            }
        }
    }
    tally + waiting.into_values().flatten().map(Tally::game).sum()
}

/// Tells something on standard error.
fn note(text: &str) {
    // If that is closed, there is nobody to tell.
    let _ = writeln!(io::stderr(), "note: {text}");
}
