//! `baroque play --tutorial`: lessons with a position and a task each, whose tries are checked.

use std::io::{self, Write};

use baroque_formats::lessons::{Lesson, lessons};
use baroque_formats::text::quoted;
use baroque_formats::{describe, explain};
use baroque_movegen::{AnyGame, MoveTextError};

use super::board::{Marks, draw};
use super::completion::CompletionWords;
use super::input::{Input, InputReader};
use super::screen::Screen;

/// The commands of the tutorial.
const HELP: &str = "Enter a move. Commands: hint, next, back, moves, ? MOVE|SQUARE|PIECE, rules, \
                    pieces, board, quit.";

/// A walk through the lessons of a game.
pub struct Tutorial<W> {
    screen: Screen<W>,
    input: InputReader,
    lessons: Vec<(&'static Lesson, AnyGame)>,
    variant: &'static str,
}

/// Where the tutorial goes after a line of input.
enum Step {
    Next,
    Back,
    Quit,
}

impl<W: Write> Tutorial<W> {
    /// A tutorial for the rule set of a position.
    pub fn new(rules: &AnyGame, screen: Screen<W>, input: InputReader) -> Self {
        Self { screen, input, lessons: lessons(rules), variant: rules.variant() }
    }

    /// Goes through the lessons until the player quits.
    ///
    /// # Errors
    /// The output is closed.
    pub fn run(mut self) -> io::Result<()> {
        let (variant, count) = (self.variant, self.lessons.len());
        self.screen.print_line(&format!("The pieces of {variant} in {count} lessons."))?;
        self.screen.print_line(HELP)?;
        let mut number = 0;
        while let Some((lesson, position)) = self.lessons.get(number).cloned() {
            let title = format!("\nLesson {} of {count}: {}", number + 1, lesson.title);
            self.screen.print_line(&title)?;
            self.screen.print_line(lesson.text)?;
            self.show(&position, &Marks::default())?;
            match self.lesson(lesson, &position)? {
                Step::Next => number += 1,
                Step::Back => number = number.saturating_sub(1),
                Step::Quit => return Ok(()),
            }
        }
        let end =
            format!("\nThat was all. Play a game now: baroque play --variant {variant} --level 1");
        self.screen.print_line(&end)
    }

    /// Reads lines until the player goes to another lesson.
    fn lesson(&mut self, lesson: &Lesson, position: &AnyGame) -> io::Result<Step> {
        self.screen.print_line(lesson.task)?;
        loop {
            let moves = match self.input.is_terminal() {
                true => describe::move_texts(position),
                false => Vec::new(),
            };
            let words = CompletionWords { moves, ..CompletionWords::default() };
            let Input::Line(line) = self.input.read_line("your move> ", words)? else {
                return Ok(Step::Quit);
            };
            if let Some(step) = self.execute(line.trim(), lesson, position)? {
                return Ok(step);
            }
        }
    }

    /// Executes a line; returns where to go, if not to the next line.
    fn execute(
        &mut self,
        line: &str,
        lesson: &Lesson,
        position: &AnyGame,
    ) -> io::Result<Option<Step>> {
        let text = match line.to_ascii_lowercase().as_str() {
            "" => return Ok(None),
            "quit" | "exit" => return Ok(Some(Step::Quit)),
            "next" => return Ok(Some(Step::Next)),
            "back" => return Ok(Some(Step::Back)),
            "board" => {
                self.show(position, &Marks::default())?;
                lesson.task.to_owned()
            }
            "help" | "?" => HELP.to_owned(),
            "hint" => {
                format!("try {}: {}", lesson.solution, explain::explain(position, lesson.solution))
            }
            "rules" => explain::rules(position),
            "pieces" => explain::pieces(position),
            "moves" => {
                let texts = describe::move_texts(position).into_iter().map(|(uci, _)| uci);
                texts.collect::<Vec<_>>().join(" ")
            }
            _ => return self.attempt(line, lesson, position),
        };
        self.screen.print_line(&text)?;
        Ok(None)
    }

    /// Describes a move, square or piece after a question mark, or checks a try.
    fn attempt(
        &mut self,
        line: &str,
        lesson: &Lesson,
        position: &AnyGame,
    ) -> io::Result<Option<Step>> {
        if let Some(question) = line.strip_prefix('?') {
            self.screen.print_line(&explain::explain(position, question.trim()))?;
            return Ok(None);
        }
        let text = match position.read_move(line) {
            Ok(mv) => {
                let text = explain::describe_move(position, mv);
                if lesson.is_fulfilled(position, mv) {
                    let marks = Marks::of(&position.view(), mv, position.victims(mv));
                    let mut after = position.clone();
                    // A legal move cannot fail.
                    let _ = after.play(mv);
                    self.show(&after, &marks)?;
                    self.screen.print_line(&format!("Right! {text}."))?;
                    return Ok(Some(Step::Next));
                }
                format!("Not yet. {text}. {}", lesson.task)
            }
            Err(MoveTextError::Malformed(_)) => {
                format!("'{}' is neither a move nor a command. {HELP}", quoted(line))
            }
            Err(error) => error.to_string(),
        };
        self.screen.print_line(&text)?;
        Ok(None)
    }

    fn show(&mut self, position: &AnyGame, marks: &Marks) -> io::Result<()> {
        self.screen.print_styled(&format!("\n{}", draw(&position.view(), marks, false)))
    }
}
