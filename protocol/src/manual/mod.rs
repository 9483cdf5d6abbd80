//! The manual: topics written in Markdown beside the code that they are about, embedded in the
//! program, and shown on a terminal page by page or in the browser.

use std::io::{self, Write};

use crate::wrap::{columns, wrapped};

mod markdown;
mod pager;
#[cfg(feature = "serve")]
mod pages;
mod parts;

#[cfg(feature = "serve")]
pub use pages::open;
pub use parts::{Found, mentions};

/// A chapter of the manual.
#[derive(Debug)]
pub struct Topic {
    /// The argument of `baroque help`.
    pub name: &'static str,
    /// What it is about, in at most 60 characters.
    pub about: &'static str,
    /// The file in the repository, by which others link to it.
    pub path: &'static str,
    /// The text in Markdown.
    pub text: &'static str,
}

/// The topic of a file in `protocol/docs`.
macro_rules! topic {
    ($name:literal, $about:literal) => {
        Topic {
            name: $name,
            about: $about,
            path: concat!("protocol/docs/", $name, ".md"),
            text: include_str!(concat!("../../docs/", $name, ".md")),
        }
    };
}

/// All topics in the order of the index.
pub const TOPICS: &[Topic] = &[
    Topic {
        name: "rules",
        about: "the rules of all games, each piece with examples",
        path: "movegen/RULES.md",
        text: baroque_movegen::rules::TEXT,
    },
    topic!("variants", "games, rule sets, rule switches, start positions"),
    topic!("games", "games that you describe in a file"),
    topic!("penultima", "Penultima: a game whose rules only the umpire knows"),
    topic!("optima", "Optima: what is known of it, and pieces of our own"),
    topic!("notation", "moves, positions (FEN) and games (PGN) as text"),
    topic!("commands", "command line: all commands, exit status, limits, examples"),
    topic!("terminal", "playing in the terminal"),
    topic!("serve", "the page in the browser: play, analyse, learn"),
    topic!("analysis", "positions, annotated games, game statistics, books"),
    topic!("json", "JSON output of commands, field by field"),
    topic!("uci", "UCI: GUIs, options, own commands, errors"),
    topic!("xboard", "XBoard and WinBoard"),
    topic!("match", "matches between engines, Elo, SPRT, resuming"),
    topic!("openbench", "testing patches on many machines with OpenBench"),
    topic!("shards", "perft, self-play, matches and studies on many machines"),
    topic!("study", "learning a game, and measuring what it is like"),
    Topic {
        name: "suites",
        about: "known node counts and tactical positions",
        path: "perft-suites/README.md",
        text: baroque_perft_suites::README,
    },
    Topic {
        name: "notebook",
        about: "what was tried and measured: speed, search, evaluation",
        path: "engine/NOTEBOOK.md",
        text: baroque_engine::NOTEBOOK,
    },
    topic!("changes", "what is new in each version"),
];

/// The topic of a name, in any case.
pub fn topic(name: &str) -> Option<&'static Topic> {
    TOPICS.iter().find(|topic| topic.name.eq_ignore_ascii_case(name))
}

/// Widest text on a terminal, in columns: longer lines are hard to read.
const MAX_WIDTH: usize = 100;

/// Prints Markdown: rendered and page by page on a terminal, as it is elsewhere.
///
/// # Errors
/// The output cannot be written.
pub fn show_markdown(text: &str) -> io::Result<()> {
    show(|terminal| match terminal {
        Some(terminal) => markdown::render(text, terminal.width.min(MAX_WIDTH), terminal.styled),
        None => text.to_owned(),
    })
}

/// Prints a help text of clap, page by page on a terminal.
///
/// # Errors
/// The output cannot be written.
pub fn show_help(help: &clap::builder::StyledStr) -> io::Result<()> {
    show(|terminal| match terminal {
        Some(terminal) if terminal.styled => wrapped(&help.ansi().to_string(), terminal.width),
        Some(terminal) => wrapped(&help.to_string(), terminal.width),
        None => help.to_string(),
    })
}

/// What is known of the terminal that shows the output.
struct Terminal {
    /// In columns.
    width: usize,
    /// In lines.
    height: usize,
    /// Whether to use bold, underlined and coloured text.
    styled: bool,
}

impl Terminal {
    /// The terminal of stdout; `None` if stdout is another file.
    fn of_stdout() -> Option<Self> {
        let stdout = io::stdout();
        let choice = anstream::AutoStream::choice(&stdout);
        let height = terminal_size::terminal_size().map_or(24, |(_, height)| height.0.into());
        let styled = choice != anstream::ColorChoice::Never;
        Some(Self { width: columns(&stdout)?, height, styled })
    }
}

fn show(text: impl FnOnce(Option<&Terminal>) -> String) -> io::Result<()> {
    let terminal = Terminal::of_stdout();
    let text = text(terminal.as_ref());
    match terminal {
        Some(terminal) if text.lines().count() >= terminal.height => pager::page(&text),
        Some(_) => anstream::stdout().write_all(text.as_bytes()),
        None => io::stdout().write_all(text.as_bytes()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn topics_have_a_title_and_fit_the_index() {
        for topic in TOPICS {
            assert!(topic.text.starts_with("# "), "{}", topic.name);
            assert!(topic.about.chars().count() <= 60, "{}", topic.name);
            assert_eq!(TOPICS.iter().filter(|other| other.name == topic.name).count(), 1);
        }
    }

    #[test]
    fn rendered_topics_fit_a_terminal() {
        for topic in TOPICS {
            for width in [40, 80, 100] {
                let text = markdown::render(topic.text, width, true);
                let text = anstream::adapter::strip_str(&text).to_string();
                for line in text.lines() {
                    let fits = textwrap::core::display_width(line) <= width;
                    // Only a word of code may be longer.
                    assert!(fits || !line.trim().contains(' '), "{width}: {line}");
                }
            }
        }
    }
}
