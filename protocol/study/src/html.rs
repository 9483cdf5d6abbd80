//! A report in Markdown as a page that opens from disk.

use baroque_formats::diagram::{self, Letters};
use baroque_formats::svg::{self, escape};
use baroque_movegen::AnyGame;
use baroque_protocol::html;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// The page of a text about a game. Its one picture is put in, drawn boards become pictures, and HTML in the
/// text is text.
pub fn page(title: &str, markdown: &str, picture: &str, game: &AnyGame) -> String {
    let events = Parser::new_ext(markdown, Options::ENABLE_TABLES);
    let mut body = String::new();
    pulldown_cmark::html::push_html(&mut body, drawn(events, picture, game).into_iter());
    html::page(title, html::REPORT_STYLE, &format!("<main>\n{body}</main>\n"))
}

/// The events of a text, with pictures in place of their names and of drawn boards.
fn drawn<'a>(
    events: impl Iterator<Item = Event<'a>>,
    picture: &str,
    game: &AnyGame,
) -> Vec<Event<'a>> {
    let mut drawn = Vec::new();
    // Of what is replaced: its text.
    let mut replaced: Option<String> = None;
    for event in events {
        match (event, &mut replaced) {
            (Event::Start(Tag::Image { .. } | Tag::CodeBlock(_)), _) => {
                replaced = Some(String::new());
            }
            (Event::End(TagEnd::Image), _) => {
                replaced = None;
                drawn.push(Event::InlineHtml(picture.to_owned().into()));
            }
            (Event::End(TagEnd::CodeBlock), _) => {
                let text = replaced.take().unwrap_or_default();
                let code = || format!("<pre>{}</pre>\n", escape(&text));
                drawn.push(Event::Html(board(&text, game).unwrap_or_else(code).into()));
            }
            (Event::Text(part), Some(text)) => text.push_str(&part),
            (_, Some(_)) => {}
            // A wide table scrolls; its styles are those of the page.
            (Event::Start(Tag::Table(columns)), None) => {
                drawn.push(Event::Html("<div class=\"table\">".into()));
                let columns = columns.iter().map(|_| pulldown_cmark::Alignment::None);
                drawn.push(Event::Start(Tag::Table(columns.collect())));
            }
            (Event::End(TagEnd::Table), None) => {
                drawn.extend([Event::End(TagEnd::Table), Event::Html("</div>\n".into())]);
            }
            (Event::Html(text) | Event::InlineHtml(text), None) => drawn.push(Event::Text(text)),
            (event, None) => drawn.push(event),
        }
    }
    drawn
}

/// The picture of a drawn board; `None` if it is none of the game.
fn board(text: &str, game: &AnyGame) -> Option<String> {
    let fen = diagram::read(game, &Letters::default(), text).ok()?;
    let mut position = game.first();
    position.set_fen(&fen).ok()?;
    Some(svg::board(&fen, &position.view()) + "\n")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_text_becomes_a_page() {
        let game = AnyGame::default();
        let drawing = format!("{game}\nSide: black");
        let text = format!(
            "# A\n\n![p](p.svg)\n\nb <b>\\<c\n\n|a|b|\n|---|--:|\n|1|2|\n\n```text\n{drawing}\n```\n\n\
             ```text\nx < y\n```\n"
        );
        let page = page("t < u", &text, "<svg>P</svg>", &game);
        for part in [
            "<title>t &lt; u</title>",
            "<h1>A</h1>",
            "<p><svg>P</svg></p>",
            "b &lt;b&gt;&lt;c",
            "<td>2</td>",
            "<svg class=\"board\"",
            "<pre>x &lt; y\n</pre>",
        ] {
            assert!(page.contains(part), "{part}\n{page}");
        }
        assert!(!page.contains("p.svg") && !page.contains("style="));
    }
}
