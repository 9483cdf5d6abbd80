//! `baroque play --tutorial`: lessons with a position and a task each, whose tries are checked.

use std::io::{self, Write};

use baroque_movegen::{AnyPosition, Coord, Move};

use super::board::{Marks, draw};
use super::completion::CompletionWords;
use super::explain;
use super::input::{Input, InputReader};
use super::lessons::{Lesson, lessons};
use super::screen::Screen;
use crate::formats::describe;

/// The commands of the tutorial.
const HELP: &str = "Enter a move. Commands: hint, next, back, moves, ? MOVE|SQUARE|PIECE, rules, \
                    pieces, board, quit.";

/// A walk through the lessons of a game.
pub struct Tutorial<W> {
    screen: Screen<W>,
    input: InputReader,
    lessons: Vec<(&'static Lesson, AnyPosition)>,
    variant: &'static str,
}

/// Where the tutorial goes after a line of input.
enum Step {
    Stay,
    Next,
    Back,
    Quit,
}

impl<W: Write> Tutorial<W> {
    /// A tutorial for the rule set of a position.
    pub fn new(rules: &AnyPosition, screen: Screen<W>, input: InputReader) -> Self {
        Self { screen, input, lessons: lessons(rules), variant: rules.variant() }
    }

    /// Goes through the lessons until the player quits.
    ///
    /// # Errors
    /// The output is closed.
    pub fn run(mut self) -> io::Result<()> {
        let (variant, count) = (self.variant, self.lessons.len());
        self.screen.print_line(&format!("The pieces of {variant} in {count} lessons."))?;
        self.screen.print_wrapped(HELP)?;
        let mut number = 0;
        while let Some((lesson, position)) = self.lessons.get(number).cloned() {
            let title = format!("\nLesson {} of {count}: {}", number + 1, lesson.title);
            self.screen.print_line(&title)?;
            self.screen.print_wrapped(lesson.text)?;
            self.show(&position, &Marks::default())?;
            match self.lesson(lesson, &position)? {
                Step::Stay | Step::Next => number += 1,
                Step::Back => number = number.saturating_sub(1),
                Step::Quit => return Ok(()),
            }
        }
        let end =
            format!("\nThat was all. Play a game now: baroque play --variant {variant} --level 1");
        self.screen.print_wrapped(&end)
    }

    /// Reads lines until the player goes to another lesson.
    fn lesson(&mut self, lesson: &Lesson, position: &AnyPosition) -> io::Result<Step> {
        self.screen.print_wrapped(lesson.task)?;
        loop {
            let moves = match self.input.is_terminal() {
                true => describe::move_texts(position),
                false => Vec::new(),
            };
            let words = CompletionWords { moves, commands: false };
            let Input::Line(line) = self.input.read_line("your move> ", words)? else {
                return Ok(Step::Quit);
            };
            match self.execute(line.trim(), lesson, position)? {
                Step::Stay => {}
                step => return Ok(step),
            }
        }
    }

    fn execute(&mut self, line: &str, lesson: &Lesson, position: &AnyPosition) -> io::Result<Step> {
        let text = match line.to_ascii_lowercase().as_str() {
            "" => return Ok(Step::Stay),
            "quit" | "exit" => return Ok(Step::Quit),
            "next" => return Ok(Step::Next),
            "back" => return Ok(Step::Back),
            "board" => {
                self.show(position, &Marks::default())?;
                lesson.task.to_owned()
            }
            "help" | "?" => HELP.to_owned(),
            "hint" => format!("try {}", lesson.solution),
            "rules" => explain::rules(position),
            "pieces" => explain::pieces(position),
            "moves" => {
                let texts = describe::move_texts(position).into_iter().map(|(uci, _)| uci);
                texts.collect::<Vec<_>>().join(" ")
            }
            _ => return self.attempt(line, lesson, position),
        };
        self.screen.print_wrapped(&text)?;
        Ok(Step::Stay)
    }

    /// Describes a move, square or piece after a question mark, or checks a try.
    fn attempt(&mut self, line: &str, lesson: &Lesson, position: &AnyPosition) -> io::Result<Step> {
        let question = line.strip_prefix('?');
        let text = explain::explain(position, question.unwrap_or(line).trim());
        let tried = position.read_move(line).ok().filter(|_| question.is_none());
        let Some(mv) = tried else {
            self.screen.print_wrapped(&text)?;
            return Ok(Step::Stay);
        };
        if !lesson.is_fulfilled(position, mv) {
            self.screen.print_wrapped(&format!("Not yet. {text}. {}", lesson.task))?;
            return Ok(Step::Stay);
        }
        self.show_after(position, mv)?;
        self.screen.print_wrapped(&format!("Right! {text}."))?;
        Ok(Step::Next)
    }

    fn show(&mut self, position: &AnyPosition, marks: &Marks) -> io::Result<()> {
        self.screen.print_styled(&format!("\n{}", draw(&position.view(), marks, false)))
    }

    /// Shows the position after a move, with its squares marked.
    fn show_after(&mut self, position: &AnyPosition, mv: Move) -> io::Result<()> {
        let view = position.view();
        let captured = position.victims(mv);
        let mut ends: Vec<Coord> = vec![view.coord(mv.to())];
        if mv.dropped().is_none() {
            ends.push(view.coord(mv.from()));
        }
        let mut after = position.clone();
        // A legal move cannot fail.
        let _ = after.play(mv);
        self.show(&after, &Marks { ends, captured })
    }
}
