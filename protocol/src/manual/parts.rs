//! Parts of topics that are about a word.

use std::ops::Range;

use super::Topic;

/// The level of a paragraph or an item that begins with a bold term: below those of headings.
const TERM: usize = 7;
/// The level of a row of a table.
const ROW: usize = 8;

/// A part of a text with a title: a heading or a bold term with all below it, or a row.
struct Part<'a> {
    title: &'a str,
    level: usize,
    line: usize,
    /// The first line of the table, for a row.
    table: usize,
}

/// Whether a text has a phrase as whole words, in any case and apart from their endings.
pub fn mentions(text: &str, phrase: &str) -> bool {
    let stems = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.map(|word| stem(&word.to_lowercase()).to_owned()).collect()
    };
    let (text, phrase) = (stems(text), stems(phrase));
    !phrase.is_empty() && text.windows(phrase.len()).any(|found| found == phrase)
}

/// What `freeze`, `freezes` and `freezing` have in common.
fn stem(word: &str) -> &str {
    let stems = ["ing", "ed", "es", "s", "e"].into_iter().filter_map(|end| word.strip_suffix(end));
    stems.filter(|stem| stem.len() > 2).min_by_key(|stem| stem.len()).unwrap_or(word)
}

/// A part that was found.
#[derive(PartialEq, Eq, Debug)]
pub struct Found {
    /// The heading above it, or its own.
    pub heading: String,
    /// The text below the heading.
    pub text: String,
}

impl Topic {
    /// The parts whose titles have a phrase, in full.
    pub fn parts_about(&self, phrase: &str) -> Vec<Found> {
        // The first title is that of the whole topic.
        self.found(|part, _| part.line > 0 && mentions(part.title, phrase))
    }

    /// The parts under a heading of their own that have a phrase, in full.
    pub fn parts_with(&self, phrase: &str) -> Vec<Found> {
        self.found(|part, own| part.level < TERM && mentions(own, phrase))
    }

    /// The parts of the text that a test chooses by part and text up to the next heading, none twice.
    fn found(&self, is_chosen: impl Fn(&Part<'_>, &str) -> bool) -> Vec<Found> {
        let lines: Vec<&str> = self.text.lines().collect();
        let text = |range: Range<usize>| lines.get(range).unwrap_or_default().join("\n");
        let parts = parts(&lines);
        let (mut found, mut heading, mut done, mut table) = (Vec::<Found>::new(), "", 0, 0);
        for (index, part) in parts.iter().enumerate() {
            let (is_heading, is_row) = (part.level < TERM, part.level == ROW);
            heading = if is_heading { part.title } else { heading };
            let end = |level: usize| {
                let mut later = parts.iter().skip(index + 1);
                later.find(|other| other.level <= level).map_or(lines.len(), |other| other.line)
            };
            let own = text(part.line..end(part.level.max(TERM - 1)));
            if part.line < done || !is_chosen(part, &own) {
                continue;
            }
            done = if is_row { part.line + 1 } else { end(part.level) };
            let body = text(part.line + usize::from(is_heading)..done);
            match found.last_mut() {
                Some(last) if is_row && part.table == table => last.text += &format!("\n{body}"),
                _ => {
                    let header = if is_row {
                        text(part.table..part.table + 2) + "\n"
                    } else {
                        String::new()
                    };
                    found.push(Found { heading: heading.to_owned(), text: header + body.trim() });
                }
            }
            table = part.table;
        }
        found
    }
}

/// The parts of a text in their order.
fn parts<'a>(lines: &[&'a str]) -> Vec<Part<'a>> {
    let (mut parts, mut is_code, mut table) = (Vec::new(), false, None);
    for (line, &text) in lines.iter().enumerate() {
        is_code ^= text.trim_start().starts_with("```");
        let row = text.strip_prefix('|').filter(|_| !is_code);
        table = row.and(table.or(Some(line)));
        let term = text.strip_prefix("* ").unwrap_or(text).strip_prefix("**");
        let hashes = text.len() - text.trim_start_matches('#').len();
        let (title, level) = match (row, term) {
            _ if is_code => continue,
            (Some(row), _) if table.is_some_and(|table| table + 1 < line) => {
                (row.split(" | ").next(), ROW)
            }
            (None, _) if hashes > 0 => (text.get(hashes..), hashes),
            (None, Some(term)) => (term.split("**").next(), TERM),
            _ => continue,
        };
        let title = title.unwrap_or_default().trim();
        parts.push(Part { title, level, line, table: table.unwrap_or(line) });
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOPIC: Topic = Topic {
        name: "pets",
        about: "",
        path: "",
        text: "# Pets\n\nOf all.\n\n## Cats (`cat`)\n\nThey purr.\n\n**Paws** are soft.\n\n**Tail**: long.\n\n\
               | key | meaning |\n|---|---|\n| `fur`, `long hair` | soft |\n| `short hair` | sleek |\n\n\
               ## Dogs\n\n```text\n## No cat\n```\nThey bark at cats.\n",
    };

    #[test]
    fn whole_words_are_found() {
        for (text, phrase) in [
            ("The **Chameleon**s", "chameleon"),
            ("a long-leaper", "Long Leaper"),
            ("`-sprt` elo", "sprt"),
            ("UCI_ShowWDL", "showwdl"),
            ("chameleon", "chameleons"),
            ("1.2 Freezing", "freeze"),
            ("a king", "kings"),
        ] {
            assert!(mentions(text, phrase), "{text}");
        }
        for (text, phrase) in [("a long leaper", "leap"), ("a", ""), ("b-c", "c b"), ("", "x")] {
            assert!(!mentions(text, phrase), "{text}");
        }
    }

    #[test]
    fn parts_are_headings_terms_and_rows() {
        let about = |phrase| TOPIC.parts_about(phrase);
        let found =
            |heading: &str, text: &str| Found { heading: heading.into(), text: text.into() };
        let cats = "Cats (`cat`)";
        assert_eq!(about("paw"), [found(cats, "**Paws** are soft.")]);
        let table =
            "| key | meaning |\n|---|---|\n| `fur`, `long hair` | soft |\n| `short hair` | sleek |";
        assert_eq!(about("hair"), [found(cats, table)]);
        assert_eq!(about("dog"), [found("Dogs", "```text\n## No cat\n```\nThey bark at cats.")]);
        // Whole, and its parts not once more; the whole topic is none.
        let [whole] = &about("cat")[..] else { panic!() };
        assert_eq!(whole.heading, cats);
        assert!(whole.text.starts_with("They purr.\n\n**Paws**"));
        assert!(about("key").is_empty() && about("pets").is_empty());
        let titles = |phrase| -> Vec<String> {
            TOPIC.parts_with(phrase).into_iter().map(|found| found.heading).collect()
        };
        assert_eq!(titles("soft"), [cats]);
        assert_eq!(titles("cats"), [cats, "Dogs"]);
        assert_eq!(titles("all"), ["Pets"]);
    }
}
