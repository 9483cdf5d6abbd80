//! `baroque help`: an index, topics of the manual, and the help of commands.

use std::io;

use clap::{Args, Command};
use thiserror::Error;

use crate::manual::{self, TOPICS};
use crate::text::quoted;
use crate::tools::args::NamesParser;

#[derive(Args, Debug)]
pub(super) struct HelpArgs {
    /// Topic, or the command whose options to show
    #[arg(value_name = "TOPIC", value_parser = NamesParser(topics), hide_possible_values = true)]
    words: Vec<String>,
}

/// Why there is no help.
#[derive(Debug, Error)]
pub(super) enum HelpError {
    /// A name that is neither a topic nor a command.
    #[error("no help on '{name}'{suggestion}; topics are: {topics}")]
    Unknown { name: String, suggestion: String, topics: String },
    #[error("output: {0}")]
    Output(#[from] io::Error),
}

/// The layout of the index.
const INDEX: &str = "\
{name} {version}: {about}

{usage-heading} {usage}

Commands, whose options 'baroque COMMAND --help' shows:
{subcommands}{after-help}";

/// Prints the index of all commands and topics, or the help on one of them. A topic precedes a
/// command of the same name.
pub(super) fn run(args: &HelpArgs, program: Command) -> Result<(), HelpError> {
    if args.words.is_empty() {
        let mut index = program.help_template(INDEX).after_help(topic_list());
        return Ok(manual::show_help(&index.render_help())?);
    }
    if let [name] = args.words.as_slice()
        && let Some(topic) = manual::topic(name)
    {
        return Ok(manual::show_markdown(topic.text)?);
    }
    let mut command = find(program, &args.words)?;
    Ok(manual::show_help(&command.render_long_help())?)
}

fn topics() -> Vec<&'static str> {
    TOPICS.iter().map(|topic| topic.name).collect()
}

fn topic_list() -> String {
    let width = TOPICS.iter().map(|topic| topic.name.len()).max().unwrap_or(0);
    let line = |topic: &manual::Topic| format!("  {:<width$}  {}\n", topic.name, topic.about);
    let lines: String = TOPICS.iter().map(line).collect();
    format!("Topics, which 'baroque help TOPIC' shows:\n{lines}")
}

/// The command of these names, each of which is a subcommand of the one before.
fn find(mut program: Command, names: &[String]) -> Result<Command, HelpError> {
    program.build();
    let mut command = &program;
    for name in names {
        let found = command.find_subcommand(name);
        command = found.ok_or_else(|| unknown(name, command))?;
    }
    Ok(command.clone())
}

fn unknown(name: &str, command: &Command) -> HelpError {
    /// Similarity from which a name is suggested; equal names have 1.
    const SIMILAR: f64 = 0.8;
    let topics = topics();
    let commands = command.get_subcommands().map(Command::get_name);
    let similarity = |known: &str| strsim::jaro_winkler(&name.to_lowercase(), known);
    let names = topics.iter().copied().chain(commands).map(|known| (similarity(known), known));
    // An equal name is no help here: topics have no parts, and this one belongs to no command.
    let similar = names.filter(|(similarity, _)| (SIMILAR..1.0).contains(similarity));
    let suggestion = similar.max_by(|(a, _), (b, _)| a.total_cmp(b));
    HelpError::Unknown {
        name: quoted(name),
        suggestion: suggestion.map_or(String::new(), |(_, name)| format!(", try '{name}'")),
        topics: topics.join(", "),
    }
}
