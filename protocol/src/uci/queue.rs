//! Commands that wait for the end of a task.

use std::collections::VecDeque;

use baroque_formats::Rejected;

use super::command::UciCommand;

/// Maximum number of waiting commands.
const MAX_COMMANDS: usize = 1000;
/// Maximum length of the lines of all waiting commands in bytes. Parsed, a line of moves takes about
/// twelve times its length.
const MAX_BYTES: usize = 2 << 20;

/// Waiting commands in the order of input.
#[derive(Default)]
pub struct CommandQueue {
    /// Each with the length of its line in bytes.
    commands: VecDeque<(UciCommand, usize)>,
    /// The sum of the lengths.
    bytes: usize,
}

impl CommandQueue {
    /// Whether the last waiting command has no effect if this one follows.
    pub fn is_superseded_by(&self, command: &UciCommand) -> bool {
        command.is_position() && self.commands.back().is_some_and(|(last, _)| last.is_position())
    }

    /// Adds a command of a line of this length. It replaces a superseded one.
    ///
    /// # Errors
    /// The queue is full, and the command is ignored. A `stop` or `ponderhit` that concerns a waiting
    /// task is always added, others never. A position is not limited in number and becomes an invalid
    /// one if it is too long: the next search would start from a wrong one.
    pub fn push(&mut self, mut command: UciCommand, mut length: usize) -> Result<(), Rejected> {
        if self.is_superseded_by(&command)
            && let Some((_, length)) = self.commands.pop_back()
        {
            self.bytes -= length;
        }
        let (number, bytes, name) = (self.commands.len(), self.bytes, command.name());
        let mut result = Ok(());
        match command {
            UciCommand::Stop | UciCommand::PonderHit if !self.is_new_signal(&command) => {
                return Ok(());
            }
            UciCommand::Stop | UciCommand::PonderHit => length = 0,
            UciCommand::Position(_) if bytes + length > MAX_BYTES => {
                let error = too_many_bytes(bytes, name);
                result = Err(error.clone());
                (command, length) = (UciCommand::Position(Err(error)), 0);
            }
            UciCommand::Position(_) => {}
            _ if bytes + length > MAX_BYTES => return Err(too_many_bytes(bytes, name)),
            _ if number >= MAX_COMMANDS => return Err(too_many(number, name)),
            _ => {}
        }
        self.commands.push_back((command, length));
        self.bytes += length;
        result
    }

    /// Whether a task waits that no `stop` or equal command in the queue concerns.
    fn is_new_signal(&self, signal: &UciCommand) -> bool {
        let commands = self.commands.iter().rev().map(|(command, _)| command);
        let is_later = |command: &&UciCommand| **command != UciCommand::Stop && *command != signal;
        commands.take_while(is_later).any(UciCommand::is_task)
    }

    /// Whether a command of a line of this length can be added.
    pub fn has_room(&self, length: usize) -> bool {
        self.commands.len() < MAX_COMMANDS && self.bytes + length <= MAX_BYTES
    }

    /// Whether an equal command waits.
    pub fn contains(&self, command: &UciCommand) -> bool {
        self.commands.iter().any(|(other, _)| other == command)
    }

    /// Removes the first command.
    pub fn pop(&mut self) -> Option<UciCommand> {
        let (command, length) = self.commands.pop_front()?;
        self.bytes -= length;
        Some(command)
    }
}

fn too_many_bytes(bytes: usize, name: &str) -> Rejected {
    Rejected(format!("the command queue is full ({bytes} bytes), '{name}' is rejected"))
}

fn too_many(number: usize, name: &str) -> Rejected {
    Rejected(format!("the command queue is full ({number}), '{name}' is ignored"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use baroque_formats::position_spec::PositionSpec;

    const START: UciCommand =
        UciCommand::Position(Ok(PositionSpec { fen: None, moves: Vec::new() }));

    fn commands(queue: &mut CommandQueue) -> Vec<UciCommand> {
        std::iter::from_fn(|| queue.pop()).collect()
    }

    #[test]
    fn a_full_queue_takes_only_stop_and_short_positions() {
        for (count, length, error) in [
            (MAX_COMMANDS, 1, too_many(MAX_COMMANDS, "flip")),
            (4, MAX_BYTES / 4, too_many_bytes(MAX_BYTES, "flip")),
        ] {
            let mut queue = CommandQueue::default();
            for _ in 1..count {
                queue.push(UciCommand::Flip, length).unwrap();
            }
            queue.push(UciCommand::Perft(9), length).unwrap();
            assert_eq!(queue.push(UciCommand::Flip, 1), Err(error));
            queue.push(UciCommand::Stop, 4).unwrap();
            queue.push(START, 0).unwrap();
            queue.push(START, 0).unwrap();
            let commands = commands(&mut queue);
            assert_eq!(commands.len(), count + 2);
            assert_eq!(commands[count..], [UciCommand::Stop, START]);
        }
    }

    #[test]
    fn a_long_position_becomes_an_invalid_one() {
        let mut queue = CommandQueue::default();
        queue.push(UciCommand::Flip, MAX_BYTES / 2).unwrap();
        queue.push(START, MAX_BYTES / 2).unwrap();
        // It would replace the one before.
        queue.push(START, MAX_BYTES / 2).unwrap();
        let error = too_many_bytes(MAX_BYTES / 2, "position");
        assert_eq!(queue.push(START, MAX_BYTES), Err(error.clone()));
        assert_eq!(commands(&mut queue), [UciCommand::Flip, UciCommand::Position(Err(error))]);
    }

    #[test]
    fn stop_waits_only_for_a_task_in_the_queue() {
        let mut queue = CommandQueue::default();
        for command in [
            UciCommand::Stop,
            UciCommand::Perft(9),
            UciCommand::Stop,
            UciCommand::Stop,
            UciCommand::Flip,
            UciCommand::Stop,
        ] {
            queue.push(command, 4).unwrap();
        }
        let expected = [UciCommand::Perft(9), UciCommand::Stop, UciCommand::Flip];
        assert_eq!(commands(&mut queue), expected);
    }
}
