//! An engine that follows the log of a game in a process of its own.

use std::io::{self, BufRead, Write};

use baroque_penultima::guess::Follower;
use baroque_penultima::log;

use crate::session::stdin_reader::{LONGEST, read_lines};

/// Reads a log until it or the game ends, and writes a try whenever it is the follower's turn.
///
/// # Errors
/// A line is not one of a log of the table's game, or the output cannot be written.
pub fn follow(
    mut follower: Follower,
    input: impl BufRead,
    output: &mut impl Write,
) -> io::Result<()> {
    let (mut number, mut result) = (0, Ok(()));
    read_lines(input, |line, error| {
        number += 1;
        if line.starts_with(log::END) {
            return false;
        }
        let followed = match error {
            None => follower.follow(&line),
            Some(_) if line.len() as u64 >= LONGEST => Err("it is too long"),
            Some(_) => Err("it is no text"),
        };
        result = match followed {
            Ok(None) => Ok(()),
            Ok(Some(text)) => writeln!(output, "{text}").and_then(|()| output.flush()),
            Err(reason) => Err(io::Error::other(format!("line {number}: {reason}"))),
        };
        result.is_ok()
    });
    result
}
