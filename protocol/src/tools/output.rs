//! The output of commands: as text for readers, or with `--json` as JSON for programs.
//!
//! A command computes records and prints them with a [`Printer`], which chooses the form. A record is a
//! result or an item of a list of results. Its `Display` is the text, with all line feeds; it may be
//! empty. In JSON it is an object with the name of its kind in `type`. The names of its fields are
//! stable and documented in `docs/json.md`. A field without a value is `null`, never absent.

use std::fmt::{self, Display};
use std::io::{self, Write};
use std::path::PathBuf;

use baroque_formats::files;
use baroque_formats::text::is_hidden;
use clap::Args;
use serde::{Serialize, Serializer};

use super::error::ToolError;
use crate::progress::Progress;

/// The arguments that choose the form of the output.
#[derive(Args, Clone, Copy, Debug)]
pub struct OutputArgs {
    /// Print JSON instead of text, one object per line
    #[arg(long)]
    json: bool,
}

impl OutputArgs {
    /// Makes a printer for a writer.
    pub fn printer<W: Write>(self, output: W) -> Printer<W> {
        Printer { output, json: self.json }
    }
}

/// The argument of commands that make the text of a file.
#[derive(Args, Debug)]
pub struct FileArgs {
    /// Write to FILE instead of stdout
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

impl FileArgs {
    /// Writes the text: to the file as a whole or not at all, else to `output`.
    ///
    /// # Errors
    /// The text cannot be written.
    pub fn write(&self, text: &str, output: &mut impl Write) -> Result<(), ToolError> {
        match &self.out {
            None => Ok(output.write_all(text.as_bytes())?),
            Some(path) => files::write_atomically(path, text)
                .map_err(|error| ToolError::file(path.display(), error)),
        }
    }
}

/// Prints the records of a command.
pub struct Printer<W> {
    output: W,
    json: bool,
}

impl<W: Write> Printer<W> {
    /// Prints and flushes a record.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn print(&mut self, record: &(impl Display + Serialize)) -> io::Result<()> {
        let text = self.text(record)?;
        self.write(&text)
    }

    /// Prints and flushes a record while the progress of the work is shown.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn print_during(
        &mut self,
        progress: &Progress,
        record: &(impl Display + Serialize),
    ) -> io::Result<()> {
        let text = self.text(record)?;
        match text.is_empty() {
            true => Ok(()),
            false => progress.print(|| self.write(&text)),
        }
    }

    fn text(&self, record: &(impl Display + Serialize)) -> io::Result<String> {
        match self.json {
            true => Ok(json_line(record)?),
            false => Ok(record.to_string()),
        }
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        self.output.write_all(text.as_bytes())?;
        self.output.flush()
    }
}

/// A record whose text and JSON are made by two functions, of which only one is called.
pub struct Forms<T, J>(pub T, pub J);

impl<T: Fn() -> String, J> Display for Forms<T, J> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0())
    }
}

impl<T, J: Fn() -> R, R: Serialize> Serialize for Forms<T, J> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.1().serialize(serializer)
    }
}

/// One line of JSON. Hidden characters, which occur in strings only, are escaped: the output would
/// replace them by `?`.
fn json_line(value: &impl Serialize) -> serde_json::Result<String> {
    let json = serde_json::to_string(value)?;
    let mut line = String::with_capacity(json.len() + 1);
    for c in json.chars() {
        match is_hidden(c) {
            true => {
                line.extend(c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")))
            }
            false => line.push(c),
        }
    }
    line.push('\n');
    Ok(line)
}

#[cfg(test)]
mod tests {
    use std::fmt;

    use super::*;

    #[derive(Serialize)]
    #[serde(tag = "type", rename = "name")]
    struct Name {
        name: &'static str,
    }

    impl fmt::Display for Name {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            writeln!(f, "name: {}", self.name)
        }
    }

    fn printed(json: bool, name: &'static str) -> String {
        let mut output = Vec::new();
        OutputArgs { json }.printer(&mut output).print(&Name { name }).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn a_record_is_printed_as_text_or_as_one_line_of_json() {
        assert_eq!(printed(false, "é"), "name: é\n");
        assert_eq!(printed(true, "é"), "{\"type\":\"name\",\"name\":\"é\"}\n");
    }

    #[test]
    fn hidden_characters_are_escaped_in_json() {
        let name = "\t\u{7f}\u{202e}\u{e0041}\"\\\n♞";
        let line = printed(true, name);
        assert!(line.contains(r#""\t\u007f\u202e\udb40\udc41\"\\\n♞""#), "{line}");
        let json: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert_eq!(json["name"], name);
    }
}
