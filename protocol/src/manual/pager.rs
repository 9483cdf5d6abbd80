//! Long texts on a terminal.

use std::io::{self, Write};
use std::process::{Child, Command, Stdio};

use crate::signals;

/// Shows a text through the program that `$PAGER` names, or else through `less`. If neither can be
/// started, or `$PAGER` is empty, the text is printed.
///
/// # Errors
/// The text cannot be printed. A pager that ends before it has read everything is no error.
pub fn page(text: &str) -> io::Result<()> {
    let chosen = std::env::var("PAGER").ok();
    let words = chosen.as_deref().map(|command| shlex::split(command).unwrap_or_default());
    if words.as_ref().is_some_and(Vec::is_empty) {
        return print(text);
    }
    let default = ["less", "-R"].map(str::to_owned).to_vec();
    match words.into_iter().chain([default]).find_map(|words| start(&words)) {
        Some(pager) => feed(pager, text),
        None => print(text),
    }
}

fn print(text: &str) -> io::Result<()> {
    anstream::stdout().write_all(text.as_bytes())
}

fn start(words: &[String]) -> Option<Child> {
    let (program, arguments) = words.split_first()?;
    let mut command = Command::new(program);
    if std::env::var_os("LESS").is_none() {
        // Styles are shown as such by a `less` of any name.
        command.env("LESS", "R");
    }
    command.args(arguments).stdin(Stdio::piped()).spawn().ok()
}

fn feed(mut pager: Child, text: &str) -> io::Result<()> {
    // Ctrl-C is for the pager, which must not lose the terminal to the shell.
    signals::on_ctrl_c(|| ());
    if let Some(mut input) = pager.stdin.take() {
        // The pager may have been quit.
        let _ = input.write_all(text.as_bytes());
    }
    pager.wait().map(|_| ())
}
