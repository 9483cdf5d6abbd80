//! `baroque help`: an index, topics of the manual, the help of commands, and what is about a word.

use std::borrow::Borrow;

use baroque_formats::Rejected;
use baroque_formats::explain;
use baroque_formats::text::quoted;
use baroque_games::Games;
use baroque_protocol::manual::{self, Found, TOPICS, Topic};
use baroque_protocol::tools::args::NamesParser;
use baroque_protocol::tools::error::ToolError;
use baroque_protocol::wrap::{help_columns, wrapped};
use clap::{Args, Command};

#[derive(Args, Debug)]
pub(super) struct HelpArgs {
    /// Topic, command, or any word: a game, a piece, an option, a rule
    #[arg(value_name = "WORD", value_parser = NamesParser(topics), hide_possible_values = true)]
    words: Vec<String>,
    /// Open the manual in the browser, at a topic if one is named
    #[cfg(feature = "serve")]
    #[arg(long)]
    open: bool,
}

/// The layout of the index.
const INDEX: &str = "\
{name} {version}
{about}

{usage-heading} {usage}

Commands, whose options 'baroque COMMAND --help' shows:
{subcommands}{after-help}";

/// Prints the index of all commands and topics, a topic, the help of a command, or what there is about
/// a word: everywhere, or within the topic and the command that the first word names.
pub(super) fn run(args: &HelpArgs, games: &Games, mut program: Command) -> Result<(), ToolError> {
    let words: Vec<&str> = args.words.iter().map(String::as_str).collect();
    #[cfg(feature = "serve")]
    if args.open {
        return open(&words.join(" "));
    }
    let Some((first, rest)) = words.split_first() else {
        let mut index = program.help_template(INDEX).after_help(topic_list());
        return Ok(manual::show_help(&index.render_help())?);
    };
    program.build();
    let topic = manual::topic(first);
    if let (Some(topic), []) = (topic, rest) {
        return Ok(manual::show_markdown(topic.text)?);
    }
    if let Some(command) =
        words.iter().try_fold(&program, |command, name| command.find_subcommand(name))
    {
        return Ok(manual::show_help(&command.clone().render_long_help())?);
    }
    let command = program.find_subcommand(first);
    let is_scope = topic.is_some() || command.is_some();
    let phrase = if is_scope { rest.join(" ") } else { words.join(" ") };
    let meant = nearest(&phrase, games, command.unwrap_or(&program));
    let found = match is_scope {
        true => about(&phrase, topic.as_slice(), command.as_slice()),
        false => games_and_pieces(&phrase, games) + &about(&phrase, TOPICS, &[&program]),
    };
    let mentioned = if is_scope { String::new() } else { mentions(&phrase) };
    let text = match (found.is_empty(), mentioned.is_empty(), meant) {
        (true, true, meant) => return Err(unknown(&phrase, meant)),
        (true, false, Some(meant)) => {
            format!("\nPerhaps you mean `baroque help {meant}`.\n{mentioned}")
        }
        _ => found + &mentioned,
    };
    Ok(manual::show_markdown(&format!("# {}\n{text}", quoted(&phrase)))?)
}

/// Opens the manual in the browser, and prints the path of the page for those who have none.
#[cfg(feature = "serve")]
fn open(name: &str) -> Result<(), ToolError> {
    use std::io::{self, Write};

    use baroque_formats::text::Sanitized;

    let topic = match manual::topic(name) {
        None if !name.is_empty() => {
            return Err(unknown(name, baroque_games::nearest(name, topics())));
        }
        topic => topic,
    };
    Ok(writeln!(Sanitized(io::stdout()), "{}", manual::open(topic)?.display())?)
}

fn topics() -> Vec<&'static str> {
    TOPICS.iter().map(|topic| topic.name).collect()
}

fn topic_list() -> String {
    let width = TOPICS.iter().map(|topic| topic.name.len()).max().unwrap_or(0);
    let line = |topic: &manual::Topic| format!("  {:<width$}  {}\n", topic.name, topic.about);
    let lines: String = TOPICS.iter().map(line).collect();
    let text = format!(
        "Topics, which 'baroque help TOPIC' shows:\n{lines}\nAny other word, such as a game, a piece, \
         an option or a rule: 'baroque help rococo', 'baroque help rules maxima'."
    );
    wrapped(&text, help_columns(100))
}

/// The rules of the game of a name, and what the pieces of that name do in each game, in Markdown.
fn games_and_pieces(name: &str, games: &Games) -> String {
    let positions = || games.names().into_iter().filter_map(|name| games.open(name).ok());
    let game = positions().find(|position| position.variant().eq_ignore_ascii_case(name));
    let mut text = game.map_or(String::new(), |position| {
        let pieces = explain::pieces(&position).replace('\n', "\n* ");
        format!(
            "\n{}\n\nPieces:\n\n* {pieces}\n",
            explain::rules(&position).replacen('\n', "\n\n", 1)
        )
    });
    let mut pieces: Vec<(String, Vec<&str>)> = Vec::new();
    for position in positions() {
        let Some(piece) = explain::piece(&position, name) else { continue };
        match pieces.iter_mut().find(|(known, _)| *known == piece) {
            Some((_, variants)) => variants.push(position.variant()),
            None => pieces.push((piece, vec![position.variant()])),
        }
    }
    for (piece, variants) in pieces {
        text += &format!("\n{piece} ({}).\n", variants.join(", "));
    }
    text
}

/// What topics and commands say about a phrase, in Markdown: options, and parts of topics that are about
/// it; those that mention it, if there is one topic and no such part.
fn about(phrase: &str, topics: &[impl Borrow<Topic>], commands: &[&Command]) -> String {
    let options: String = commands.iter().map(|command| options(command, phrase)).collect();
    let mut text = match options.is_empty() {
        true => options,
        false => format!("\n| option | meaning |\n|---|---|\n{options}"),
    };
    for topic in topics.iter().map(Borrow::borrow) {
        let parts = match topic.parts_about(phrase) {
            parts if parts.is_empty() && topics.len() == 1 => topic.parts_with(phrase),
            parts => parts,
        };
        let mut last = String::new();
        for Found { heading, text: part } in parts {
            if heading != last {
                text += &format!("\n## {}: {heading}\n", topic.name);
            }
            text += &format!("\n{part}\n");
            last = heading;
        }
    }
    text
}

/// The headings of all topics below which a phrase is mentioned, in Markdown.
fn mentions(phrase: &str) -> String {
    let line = |topic: &Topic| {
        let headings = topic.parts_with(phrase).into_iter().map(|found| found.heading);
        let headings = headings.collect::<Vec<_>>().join("; ");
        (!headings.is_empty()).then(|| format!("* `baroque help {}`: {headings}\n", topic.name))
    };
    let lines: String = TOPICS.iter().filter_map(line).collect();
    match lines.is_empty() {
        true => lines,
        false => format!("\n## Where the manual mentions it\n\n{lines}"),
    }
}

/// The rows of a table: the options of a command and its subcommands that are named by a phrase.
fn options(command: &Command, phrase: &str) -> String {
    let path = command.get_bin_name().unwrap_or_else(|| command.get_name());
    let mut text = String::new();
    let mut add = |option: &str, help: &str| {
        text += &format!("| `{path} {option}` | {} |\n", help.replace('|', "\\|"));
    };
    for option in command.get_arguments() {
        let name = option.get_long().unwrap_or_default();
        if manual::mentions(name, phrase) && !option.is_global_set() {
            let help = option.get_help().map(ToString::to_string).unwrap_or_default();
            add(&format!("--{name}"), &help);
        }
    }
    if command.get_name() == "match" {
        let named =
            match_options().into_iter().filter(|option| manual::mentions(&option.name, phrase));
        named.for_each(|option| add(&option.usage, &option.help));
    }
    let subcommands = command.get_subcommands().map(|command| options(command, phrase));
    text + &subcommands.collect::<String>()
}

/// A row of the help of `baroque match`.
struct MatchOption {
    name: String,
    /// With the option before it, if it is a key.
    usage: String,
    help: String,
}

/// The options of `baroque match` and their keys, which clap does not know.
fn match_options() -> Vec<MatchOption> {
    let (mut rows, mut option): (Vec<MatchOption>, _) = (Vec::new(), "");
    let text = baroque_arena::help();
    for line in text.lines() {
        let row = line.trim_start();
        let (usage, help) = row.split_once("  ").unwrap_or((row, ""));
        let name = usage.split([' ', '=', '[']).next().unwrap_or_default();
        let usage = match line.len() - row.len() {
            2 => {
                option = name;
                usage.to_owned()
            }
            4 => format!("{option} {usage}"),
            0 => continue,
            _ => {
                rows.iter_mut().last().into_iter().for_each(|last| last.help += &format!(" {row}"));
                continue;
            }
        };
        rows.push(MatchOption { name: name.to_owned(), usage, help: help.trim_start().to_owned() });
    }
    rows
}

/// The topic, game or subcommand that another word was meant to be, if one is similar.
fn nearest<'a>(name: &str, games: &Games, command: &'a Command) -> Option<&'a str> {
    let commands = command.get_subcommands().map(Command::get_name);
    let known = topics().into_iter().chain(commands).chain(games.names());
    // An equal name is no help here: topics have no parts, and this one belongs to no command.
    baroque_games::nearest(name, known.filter(|known| *known != name))
}

fn unknown(name: &str, meant: Option<&str>) -> ToolError {
    let (name, topics) = (quoted(name), topics().join(", "));
    let suggestion = meant.map_or(String::new(), |meant| format!(", try '{meant}'"));
    Rejected(format!("no help on '{name}'{suggestion}; topics are: {topics}")).into()
}
