//! Where lines come from: a line editor in a terminal, or plain lines from anywhere else.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender};
use std::thread;

use baroque_engine::Report;
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{CompletionType, Config, Editor};

use super::command::parse;
use super::completion::{Completion, Words};

/// What happens outside while the engine thinks or a line is waited for.
pub enum Event {
    /// A line of plain input.
    Line(String),
    /// The end of plain input.
    End,
    /// Ctrl-C, but for the one that the line editor sees.
    Interrupt,
    /// The search of this number reports.
    Report(u64, Report),
}

/// What a player says.
pub enum Said {
    /// A line.
    Line(String),
    /// Ctrl-C.
    Interrupt,
    /// Ctrl-D, or the end of the input.
    End,
}

/// What is heard while the engine thinks.
pub enum Heard {
    /// The search reports.
    Report(Report),
    /// Ctrl-C.
    Interrupt,
    /// The next thing said is the end of the input, or a command that need not wait.
    Urgent,
}

/// Where lines come from.
pub struct Input {
    events: Receiver<Event>,
    /// Events that came while the engine was thinking.
    waiting: VecDeque<Event>,
    editor: Option<Box<Editor<Completion, FileHistory>>>,
    history: Option<PathBuf>,
    /// Whether somebody sees what is asked without an editor.
    prompts: bool,
}

impl Input {
    /// The line editor if input and output are a terminal; else a thread that reads lines.
    pub fn new(events: Receiver<Event>, sender: Sender<Event>, history: Option<PathBuf>) -> Self {
        let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        let editor = if terminal { editor(history.as_ref()) } else { None };
        if editor.is_none() {
            thread::spawn(move || read(&sender));
        }
        let prompts = io::stdin().is_terminal();
        Self { events, waiting: VecDeque::new(), editor, history, prompts }
    }

    /// Whether a person sits at a terminal.
    pub fn is_terminal(&self) -> bool {
        self.editor.is_some()
    }

    /// Waits for a line.
    ///
    /// # Errors
    /// The prompt cannot be written.
    pub fn ask(&mut self, prompt: &str, words: Words) -> io::Result<Said> {
        let Some(editor) = &mut self.editor else {
            return self.ask_plainly(prompt);
        };
        let is_command = words.commands;
        if let Some(completion) = editor.helper_mut() {
            completion.words = words;
        }
        match editor.readline(prompt) {
            Ok(line) => {
                if is_command {
                    // A history without this line is no reason to stop.
                    let _ = editor.add_history_entry(line.trim());
                }
                Ok(Said::Line(line))
            }
            Err(ReadlineError::Interrupted) => Ok(Said::Interrupt),
            Err(_) => Ok(Said::End),
        }
    }

    fn ask_plainly(&mut self, prompt: &str) -> io::Result<Said> {
        if self.prompts {
            let mut output = io::stdout();
            output.write_all(prompt.as_bytes())?;
            output.flush()?;
        }
        loop {
            match self.waiting.pop_front().map_or_else(|| self.events.recv(), Ok) {
                Ok(Event::Line(line)) => return Ok(Said::Line(line)),
                Ok(Event::Interrupt) => return Ok(Said::Interrupt),
                Ok(Event::End) | Err(_) => {
                    // It stays the end, however often somebody asks.
                    self.waiting.push_front(Event::End);
                    return Ok(Said::End);
                }
                // Of a search that is over.
                Ok(Event::Report(..)) => {}
            }
        }
    }

    /// Forgets what was typed to a search that is over, Ctrl-C among it.
    pub fn calm(&mut self) {
        while let Ok(event) = self.events.try_recv() {
            self.defer(event);
        }
        self.waiting.retain(|event| !matches!(event, Event::Interrupt | Event::Report(..)));
    }

    /// What comes next while a search is running. What is said waits, and if `alert` is set, it is
    /// told that it is urgent.
    pub fn hear(&mut self, search: u64, alert: bool) -> Heard {
        loop {
            if alert && self.is_urgent() {
                return Heard::Urgent;
            }
            match self.events.recv() {
                Ok(Event::Report(number, report)) if number == search => {
                    return Heard::Report(report);
                }
                Ok(Event::Interrupt) | Err(_) => return Heard::Interrupt,
                Ok(event) => self.defer(event),
            }
        }
    }

    /// Whether the first thing that waits should not wait. What was said before it has its turn.
    fn is_urgent(&self) -> bool {
        match self.waiting.front() {
            Some(Event::Line(line)) => parse(line).is_ok_and(|command| command.is_urgent()),
            Some(Event::End) => true,
            _ => false,
        }
    }

    fn defer(&mut self, event: Event) {
        if !matches!(event, Event::Report(..)) {
            self.waiting.push_back(event);
        }
    }

    /// Writes the history to its file.
    pub fn keep_history(&mut self) {
        if let (Some(editor), Some(path)) = (&mut self.editor, &self.history) {
            // The file is a convenience.
            let _ = path.parent().map(std::fs::create_dir_all);
            let _ = editor.save_history(path);
        }
    }
}

/// A line editor; `None` if the terminal has none.
fn editor(history: Option<&PathBuf>) -> Option<Box<Editor<Completion, FileHistory>>> {
    let config =
        Config::builder().completion_type(CompletionType::List).history_ignore_space(true).build();
    let mut editor = Editor::with_config(config).ok()?;
    editor.set_helper(Some(Completion::default()));
    if let Some(path) = history {
        // There may be none yet.
        let _ = editor.load_history(path);
    }
    Some(Box::new(editor))
}

/// Passes lines on, whatever bytes they consist of, until the input ends or nobody listens.
fn read(events: &Sender<Event>) {
    let mut input = BufReader::new(io::stdin());
    let mut bytes = Vec::new();
    while matches!(input.read_until(b'\n', &mut bytes), Ok(1..)) {
        let line = String::from_utf8_lossy(&bytes).into_owned();
        if events.send(Event::Line(line)).is_err() {
            return;
        }
        bytes.clear();
    }
    let _ = events.send(Event::End);
}
