//! Reads lines: with a line editor in a terminal, else on a thread.

use std::collections::VecDeque;
use std::io::{self, BufReader, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender};
use std::thread::Builder;

use baroque_engine::Report;
use baroque_formats::files::MAX_LINE;
use baroque_formats::text::sanitized;
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{CompletionType, Config, Editor};

use super::command::is_urgent;
use super::completion::{CompletionWords, LineHelper};
use crate::error::Error;
use crate::session::last_event;
use crate::session::output::is_stdout_closed;
use crate::session::stdin_reader::{PlayerEvent, read_player};

/// The result of [`InputReader::read_line`].
pub enum Input {
    Line(String),
    /// Ctrl-C.
    Interrupt,
    /// Ctrl-D, or the end of the input.
    End,
}

/// The result of [`InputReader::next_event`].
pub enum SearchEvent {
    Report(Report),
    /// Ctrl-C, or input and output are closed.
    Interrupt,
    /// The next line is an urgent command.
    Urgent,
}

pub struct InputReader {
    events: Receiver<PlayerEvent>,
    /// Events received during a search.
    queue: VecDeque<PlayerEvent>,
    editor: Option<Box<Editor<LineHelper, FileHistory>>>,
    history: Option<PathBuf>,
    /// Whether to print prompts without an editor.
    prompts: bool,
}

impl InputReader {
    /// Creates the line editor if input and output are a terminal; else starts a reader thread.
    ///
    /// # Errors
    /// The thread cannot be started.
    pub fn new(
        events: Receiver<PlayerEvent>,
        sender: Sender<PlayerEvent>,
        history: Option<PathBuf>,
    ) -> Result<Self, Error> {
        let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        let editor = if terminal { editor(history.as_ref()) } else { None };
        if editor.is_none() {
            let read = move || read_player(BufReader::new(io::stdin()), &sender);
            Builder::new().spawn(read).map_err(|error| Error::no_threads(1, &error))?;
        }
        let prompts = io::stdin().is_terminal();
        Ok(Self { events, queue: VecDeque::new(), editor, history, prompts })
    }

    /// Whether lines come from the line editor.
    pub fn is_terminal(&self) -> bool {
        self.editor.is_some()
    }

    /// Waits for a line; only the line editor uses `words`.
    ///
    /// # Errors
    /// The prompt cannot be written.
    pub fn read_line(&mut self, prompt: &str, words: CompletionWords) -> io::Result<Input> {
        let prompt = &*sanitized(prompt);
        let Some(editor) = &mut self.editor else {
            return self.read_plain_line(prompt);
        };
        let is_command = words.commands;
        if let Some(completion) = editor.helper_mut() {
            completion.words = words;
        }
        match editor.readline(prompt) {
            Ok(line) => {
                if is_command {
                    // An incomplete history is harmless.
                    let _ = editor.add_history_entry(line.trim());
                }
                Ok(Input::Line(line))
            }
            Err(ReadlineError::Interrupted) => Ok(Input::Interrupt),
            Err(_) => Ok(Input::End),
        }
    }

    fn read_plain_line(&mut self, prompt: &str) -> io::Result<Input> {
        if self.prompts {
            let mut output = io::stdout();
            output.write_all(prompt.as_bytes())?;
            output.flush()?;
        }
        loop {
            match self.queue.pop_front().map_or_else(|| self.events.recv(), Ok) {
                Ok(PlayerEvent::Line(line)) => return Ok(Input::Line(line.to_owned())),
                Ok(PlayerEvent::Interrupt) => return Ok(Input::Interrupt),
                Ok(PlayerEvent::End) | Err(_) => {
                    // Further reads return `End`, too.
                    self.queue.push_front(PlayerEvent::End);
                    return Ok(Input::End);
                }
                // A late report of a finished search.
                Ok(PlayerEvent::Report(..)) => {}
            }
        }
    }

    /// Drops interrupts and reports of an earlier search; lines remain queued.
    pub fn drain(&mut self) {
        while let Ok(event) = self.events.try_recv() {
            self.enqueue(event);
        }
        self.queue
            .retain(|event| !matches!(event, PlayerEvent::Interrupt | PlayerEvent::Report(..)));
    }

    /// Waits for the next event of a running search. Lines are queued; an urgent one is reported if
    /// `report_urgent` is set.
    pub fn next_event(&mut self, search: u64, report_urgent: bool) -> SearchEvent {
        loop {
            // Later lines are not urgent: earlier ones come first.
            let is_first =
                |event: &PlayerEvent| matches!(event, PlayerEvent::Line(line) if is_urgent(line));
            if report_urgent && self.queue.front().is_some_and(is_first) {
                return SearchEvent::Urgent;
            }
            // All searches have a limit, and end by it if anybody can read on.
            let event = match self.queue.back() {
                Some(PlayerEvent::End) => last_event(&self.events, is_stdout_closed),
                _ => self.events.recv().ok(),
            };
            match event {
                Some(PlayerEvent::Report(number, report)) if number == search => {
                    return SearchEvent::Report(report);
                }
                Some(PlayerEvent::Interrupt) | None => return SearchEvent::Interrupt,
                Some(event) => self.enqueue(event),
            }
        }
    }

    fn enqueue(&mut self, event: PlayerEvent) {
        if !matches!(event, PlayerEvent::Report(..)) {
            self.queue.push_back(event);
        }
    }

    pub fn save_history(&mut self) {
        if let (Some(editor), Some(path)) = (&mut self.editor, &self.history)
            && (is_small(path) || !path.exists())
        {
            // The history is a convenience: errors are ignored.
            let _ = path.parent().map(std::fs::create_dir_all);
            let _ = editor.save_history(path);
        }
    }
}

/// Creates the line editor; `None` if the terminal does not support it.
fn editor(history: Option<&PathBuf>) -> Option<Box<Editor<LineHelper, FileHistory>>> {
    let config =
        Config::builder().completion_type(CompletionType::List).history_ignore_space(true).build();
    let mut editor = Editor::with_config(config).ok()?;
    editor.set_helper(Some(LineHelper::default()));
    if let Some(path) = history.filter(|path| is_small(path)) {
        // A damaged history is harmless.
        let _ = editor.load_history(path);
    }
    Some(Box::new(editor))
}

/// Whether this is a regular file of a size that a history has.
fn is_small(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|data| data.is_file() && data.len() <= MAX_LINE)
}
