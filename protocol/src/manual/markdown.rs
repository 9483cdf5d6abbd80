//! Markdown on a terminal: the blocks and spans that the manual uses.

use anstyle::{AnsiColor, Style};
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use textwrap::core::display_width;
use textwrap::{WordSplitter, wrap};

use crate::wrap::wrapped;

const TITLE: Style = Style::new().bold().underline();
const HEADING: Style = Style::new().bold();
const STRONG: Style = Style::new().bold();
const EMPHASIS: Style = Style::new().italic();
const CODE: Style = AnsiColor::Cyan.on_default();

/// Columns before everything but headings.
const INDENT: usize = 2;
/// Further columns before code.
const CODE_INDENT: usize = 2;
/// Columns between those of a table.
const GAP: usize = 2;

/// Renders Markdown on lines of at most `width` columns; only words of code may be longer. Without
/// styles code is in backquotes.
pub fn render(markdown: &str, width: usize, styled: bool) -> String {
    let options = Options::ENABLE_TABLES;
    let width = width.saturating_sub(INDENT).max(1);
    let mut page = Page { width, styled, ..Page::default() };
    Parser::new_ext(markdown, options).for_each(|event| page.add(event));
    page.text
}

/// The part of the text that was rendered so far.
#[derive(Default)]
struct Page {
    text: String,
    /// Of the body, in columns.
    width: usize,
    styled: bool,
    /// The words of the current paragraph, list item, heading or table cell.
    spans: String,
    /// The styles of the words that follow, the innermost last.
    styles: Vec<Style>,
    /// The numbers of the next items of the lists around the text; `None` in lists of dots.
    lists: Vec<Option<u64>>,
    /// The mark of the item that has no text yet.
    mark: String,
    /// The rows of the current table, the header first.
    rows: Vec<Vec<String>>,
    is_code: bool,
}

impl Page {
    fn add(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) if self.is_code => self.code_lines(&text),
            Event::Text(text) => self.words(&text),
            Event::Code(text) if self.styled => self.styled_words(CODE, &text),
            Event::Code(text) => self.words(&format!("`{text}`")),
            Event::SoftBreak | Event::HardBreak => self.spans.push(' '),
            // The manual contains nothing else.
            _ => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Heading { level, .. } => {
                self.separate();
                self.styles.push(if level == HeadingLevel::H1 { TITLE } else { HEADING });
            }
            Tag::Paragraph if self.mark.is_empty() => self.separate(),
            Tag::List(first) => {
                // The text of the item around it.
                self.flush();
                if self.lists.is_empty() {
                    self.separate();
                }
                self.lists.push(first);
            }
            Tag::Item => self.mark = self.next_mark(),
            Tag::CodeBlock(_) => {
                self.separate();
                self.is_code = true;
            }
            Tag::Table(_) => self.separate(),
            Tag::TableHead => {
                self.rows.push(Vec::new());
                self.styles.push(HEADING);
            }
            Tag::TableRow => self.rows.push(Vec::new()),
            Tag::Strong => self.styles.push(STRONG),
            Tag::Emphasis => self.styles.push(EMPHASIS),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(_) => {
                self.styles.pop();
                let title = std::mem::take(&mut self.spans);
                self.wrapped(&title, "", "");
            }
            TagEnd::Paragraph | TagEnd::Item => self.flush(),
            TagEnd::List(_) => {
                self.lists.pop();
            }
            TagEnd::CodeBlock => self.is_code = false,
            TagEnd::TableHead | TagEnd::Strong | TagEnd::Emphasis => {
                self.styles.pop();
            }
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.spans);
                self.rows.last_mut().into_iter().for_each(|row| row.push(cell.clone()));
            }
            TagEnd::Table => self.table(),
            _ => {}
        }
    }

    /// Begins a block with an empty line, unless it is the first.
    fn separate(&mut self) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
    }

    /// Adds text, each word with its styles: a line may end behind any of them.
    fn words(&mut self, text: &str) {
        match self.styles.iter().copied().reduce(|outer, inner| outer | inner.get_effects()) {
            Some(style) if self.styled => self.styled_words(style, text),
            _ => self.spans += text,
        }
    }

    fn styled_words(&mut self, style: Style, text: &str) {
        for (index, word) in text.split(' ').enumerate() {
            if index > 0 {
                self.spans.push(' ');
            }
            if !word.is_empty() {
                self.spans += &format!("{style}{word}{style:#}");
            }
        }
    }

    fn next_mark(&mut self) -> String {
        let depth = self.lists.len().saturating_sub(1);
        let mark = match self.lists.last_mut() {
            Some(Some(number)) => {
                *number += 1;
                format!("{}. ", *number - 1)
            }
            _ => "- ".to_owned(),
        };
        " ".repeat(2 * depth) + &mark
    }

    /// Adds the words as a paragraph, or as the first one of a list item.
    fn flush(&mut self) {
        let words = std::mem::take(&mut self.spans);
        if words.is_empty() {
            return;
        }
        let mut mark = std::mem::take(&mut self.mark);
        if mark.is_empty() {
            mark = " ".repeat(2 * self.lists.len());
        }
        let margin = " ".repeat(INDENT);
        self.wrapped(&words, &(margin.clone() + &mark), &(margin + &" ".repeat(mark.len())));
    }

    fn wrapped(&mut self, words: &str, first: &str, rest: &str) {
        let options = textwrap::Options::new(self.width + INDENT)
            .word_splitter(WordSplitter::NoHyphenation)
            .initial_indent(first)
            .subsequent_indent(rest);
        for line in wrap(words, options) {
            self.text += line.trim_end();
            self.text.push('\n');
        }
    }

    fn code_lines(&mut self, text: &str) {
        for line in text.lines() {
            let indent = if line.is_empty() { 0 } else { INDENT + CODE_INDENT };
            self.text += &wrapped(&(" ".repeat(indent) + line), self.width + INDENT);
            self.text.push('\n');
        }
    }

    /// Adds the rows as a table, with a line under the header.
    fn table(&mut self) {
        let rows = std::mem::take(&mut self.rows);
        let widths = column_widths(&rows, self.width);
        for (index, row) in rows.iter().enumerate() {
            if row.iter().any(|cell| !cell.is_empty()) {
                self.row(row, &widths);
            }
            if index == 0 {
                let rules: Vec<String> = widths.iter().map(|&width| "─".repeat(width)).collect();
                self.line(&rules.join(&" ".repeat(GAP)));
            }
        }
    }

    fn row(&mut self, row: &[String], widths: &[usize]) {
        let wrapped = |(cell, &width): (&String, &usize)| {
            let options = textwrap::Options::new(width).word_splitter(WordSplitter::NoHyphenation);
            wrap(cell, options).into_iter().map(|line| line.into_owned()).collect::<Vec<_>>()
        };
        let cells: Vec<Vec<String>> = row.iter().zip(widths).map(wrapped).collect();
        for index in 0..cells.iter().map(Vec::len).max().unwrap_or(0) {
            let mut line = String::new();
            for (cell, &width) in cells.iter().zip(widths) {
                let part = cell.get(index).map_or("", String::as_str);
                line += part;
                line += &" ".repeat(width.saturating_sub(display_width(part)) + GAP);
            }
            self.line(&line);
        }
    }

    fn line(&mut self, line: &str) {
        self.text += &" ".repeat(INDENT);
        self.text += line.trim_end();
        self.text.push('\n');
    }
}

/// The widths of the columns of a table: those of the longest cells or, if these do not fit into
/// `width`, less for the widest columns. Words are broken only if nothing else helps.
fn column_widths(rows: &[Vec<String>], width: usize) -> Vec<usize> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let longest = |column: usize, measure: fn(&str) -> usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| measure(cell)).max().unwrap_or(0).max(1)
    };
    let longest_word = |cell: &str| cell.split(' ').map(display_width).max().unwrap_or(0);
    let minima: Vec<usize> = (0..columns).map(|column| longest(column, longest_word)).collect();
    let mut widths: Vec<usize> =
        (0..columns).map(|column| longest(column, display_width)).collect();
    let available = width.saturating_sub(GAP * columns.saturating_sub(1)).max(columns);
    while widths.iter().sum::<usize>() > available {
        let shrinkable = |(width, minimum): &(&mut usize, &usize)| **width > **minimum;
        let widest = widths.iter_mut().zip(&minima).filter(shrinkable).max_by_key(|(w, _)| **w);
        match widest {
            Some((width, _)) => *width -= 1,
            None => widths.iter_mut().max().into_iter().for_each(|width| *width -= 1),
        }
    }
    widths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_indented_and_wrapped() {
        let markdown = "# A title\n\nSome words that\nare wrapped.\n\n- one item of *two* lines\n- two\n\n\
                        ```sh\nbaroque  moves\n```\n\n## End\n";
        let expected = "\
A title

  Some words that
  are wrapped.

  - one item of two
    lines
  - two

    baroque  moves

End
";
        assert_eq!(render(markdown, 20, false), expected);
    }

    #[test]
    fn lists_may_be_numbered_and_nested() {
        let markdown = "1. one\n   - inner\n2. two\n";
        assert_eq!(render(markdown, 20, false), "  1. one\n    - inner\n  2. two\n");
    }

    #[test]
    fn tables_fit_the_width() {
        let markdown = "| key | meaning |\n|---|---|\n| `a\\|b` | more words than fit |\n";
        let expected = "  \
  key    meaning
  ─────  ────────────
  `a|b`  more words
         than fit
";
        assert_eq!(render(markdown, 21, false), expected);
        let wide = "  key    meaning\n  ─────  ───────────────────\n  `a|b`  more words than fit\n";
        assert_eq!(render(markdown, 80, false), wide);
        // Even where words must be broken.
        let narrow = render(markdown, 8, false);
        assert!(narrow.lines().all(|line| display_width(line) <= 8), "{narrow}");
    }

    #[test]
    fn styles_end_with_each_word() {
        let text = render("**so be** it `x y`", 80, true);
        let [bold, code] = [STRONG, CODE];
        let word = |style: Style, word: &str| format!("{style}{word}{style:#}");
        let words =
            [word(bold, "so"), word(bold, "be"), "it".into(), word(code, "x"), word(code, "y")];
        assert_eq!(text, format!("  {}\n", words.join(" ")));
    }
}
