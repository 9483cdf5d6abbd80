//! The command `baroque study`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use baroque_formats::{GameSpec, Loaded, Rejected, files, games};
use baroque_games::{Games, MAX_FILE};
use baroque_movegen::AnyGame;
use baroque_protocol::error::Error;
use baroque_protocol::options::MAX_THREADS;
use baroque_protocol::signals;
use baroque_protocol::tools::args::{ShardArg, VARIANT_PARSER, threads};
use baroque_protocol::tools::error::ToolError;
use clap::{Args, Subcommand};

use crate::assist::assist;
use crate::check::check;
use crate::compare::{CompareArgs, compare};
use crate::find::find;
use crate::folder::{Folder, Journal};
use crate::learn::learn;
use crate::measure::measure;
use crate::publish::{GAME_FILE, publish};
use crate::report::Report;
use crate::shared::{Work, share};
use crate::study::{Stage, Study};

/// Longest study in hours.
const MAX_HOURS: f64 = 10_000.0;

/// Arguments of `baroque study`.
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct StudyArgs {
    #[command(subcommand)]
    command: Option<StudyCommand>,
    /// File of the game; the first one in it, unless '--variant' names another one
    #[arg(value_name = "FILE")]
    file: Option<String>,
    /// Rule set
    #[arg(long, value_name = "NAME", value_parser = VARIANT_PARSER)]
    variant: Option<String>,
    /// Rule switches, such as leap=single,suicide=off; all are listed at the end
    #[arg(long, value_name = "KEY=VALUE,...", default_value = "", hide_default_value = true)]
    rules: String,
    /// Hours for all stages and all runs together; a run with more hours continues
    #[arg(long, value_name = "H", default_value_t = 1.0, value_parser = hours)]
    hours: f64,
    /// At most this many rounds of learning; default: as many as there is time for
    #[arg(long, value_name = "N")]
    rounds: Option<u32>,
    /// Folder of the study
    #[arg(long, value_name = "DIR", required = true)]
    out: Option<PathBuf>,
    /// Number of threads; default: one per processor
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MAX_THREADS))]
    threads: Option<u64>,
    /// Seed of all random choices; default: 0, or that of the study that goes on
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    shard: ShardArg,
}

#[derive(Subcommand, Debug)]
enum StudyCommand {
    /// Show the figures of two studies side by side
    Compare(CompareArgs),
}

/// Studies a game, goes on with a study, or compares two.
///
/// # Errors
/// An argument or an input is bad, a file cannot be written, or the user ends the call.
pub fn run(
    args: &StudyArgs,
    known: &Games,
    output: &mut impl Write,
) -> Result<ExitCode, ToolError> {
    if let Some(StudyCommand::Compare(args)) = &args.command {
        return compare(args, output);
    }
    let out = args.out.as_deref().unwrap_or(Path::new(""));
    // The files of matches name others by their paths.
    let out = std::path::absolute(out).map_err(|error| ToolError::file(out.display(), error))?;
    let shard = args.shard.shard()?;
    let leads = shard.index == 1;
    let folder = if leads { Folder::open(&out)? } else { Folder::assisted(&out) };
    let (game, known) = args.game(known, &folder)?;
    let spec = GameSpec { fen: None, moves: Vec::new(), ..GameSpec::of(&game) };
    let journal = folder.journal()?;
    let seed = args.seed.unwrap_or_default();
    let journal = journal.unwrap_or_else(|| Journal::new(spec.clone(), seed, shard.of));
    journal
        .check(&spec, args.seed, shard)
        .map_err(|reason| ToolError::file(out.display(), reason))?;
    if leads {
        args.keep(&folder, &game)?;
    }
    // Only the copy of the game's file: the study does not depend on others.
    let copy = folder.file(GAME_FILE);
    let files = copy.exists().then(|| copy.display().to_string()).into_iter().collect();
    let loaded = Loaded::new(known, files);
    let time = Duration::from_secs_f64(3600.0 * args.hours);
    let rounds = args.rounds.map_or(usize::MAX, |rounds| rounds as usize);
    let stop = signals::stop_flag();
    let threads = threads(args.threads);
    let mut study =
        Study::new((folder, journal), (game, loaded), (time, rounds), (threads, shard), stop);
    if !leads {
        assist(&mut study)?;
        return Ok(ExitCode::SUCCESS);
    }
    study.save()?;
    let result = stages(&mut study);
    // The time until an interrupt counts.
    study.save()?;
    let report = result?;
    for sentence in report.sentences() {
        writeln!(output, "{sentence}")?;
    }
    writeln!(output, "The report is {}.", out.join("report.html").display())?;
    Ok(ExitCode::SUCCESS)
}

fn stages(study: &mut Study) -> Result<Report, ToolError> {
    study.begin(Stage::Check)?;
    let check = check(study)?;
    study.begin(Stage::Learn)?;
    learn(study)?;
    study.begin(Stage::Measure)?;
    let (measures, games) = measure(study)?;
    share(study, Work::Over(study.total.as_secs_f64()), Duration::ZERO)?;
    study.begin(Stage::Find)?;
    let finds = find(study, &games)?;
    study.begin(Stage::Report)?;
    let report = Report::new(study, check, measures, finds);
    publish(study, &report)?;
    Ok(report)
}

impl StudyArgs {
    /// The start of the game, and what can be played: also the game of the file, or of its copy in the folder.
    fn game(&self, known: &Games, folder: &Folder) -> Result<(AnyGame, Games), ToolError> {
        let mut known = known.clone();
        let copy = folder.file(GAME_FILE);
        let copy = copy.exists().then(|| copy.display().to_string());
        let mut variant = self.variant.clone();
        if let Some(path) = self.file.as_ref().or(copy.as_ref()) {
            let file = games::read(path).map_err(Error::from)?;
            let first = file.games.first().map(|game| game.name.clone());
            variant = variant.or(first);
            known.add_file(&file);
        }
        let variant = variant.as_deref().unwrap_or(AnyGame::DEFAULT_VARIANT);
        let game = GameSpec::new(variant, &self.rules).open(&known).map_err(Error::from)?;
        Ok((game, known))
    }

    /// Copies the file of the game to the folder, if there is any.
    fn keep(&self, folder: &Folder, game: &AnyGame) -> Result<(), ToolError> {
        let copy = folder.file(GAME_FILE);
        if let Some(path) = self.file.as_ref().filter(|_| !copy.exists()) {
            let text = files::read_text(path, MAX_FILE as u64);
            let text = text.map_err(|error| ToolError::file(path, error))?;
            folder.write(GAME_FILE, &text)?;
        }
        // Who has the study shall have the game, too.
        let own = Games::default().open_defined(game.variant(), game.definition());
        let is_own = own.is_ok_and(|own| own.definition() == game.definition());
        if !is_own && !copy.exists() {
            let name = game.variant();
            let reason =
                format!("'{name}' is a game of a file: baroque study FILE --variant {name}");
            return Err(Rejected(reason).into());
        }
        Ok(())
    }
}

fn hours(text: &str) -> Result<f64, &'static str> {
    let number = text.parse().ok().filter(|number| (0.001..=MAX_HOURS).contains(number));
    number.ok_or("allowed is a number from 0.001 to 10000")
}
