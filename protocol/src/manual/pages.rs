//! The manual as pages for a browser.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use baroque_formats::{Rejected, files};
use baroque_page::anchor;
use etcetera::BaseStrategy;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::{TOPICS, Topic};
use crate::html::{REPORT_STYLE, page};

/// What pages of the manual have besides the style of reports.
const STYLE: &str = include_str!("pages.css");

/// Writes an index and all topics as pages into the user's folder for caches, opens the page of a topic or
/// the index in the browser, and returns its path. Nothing else happens if there is no browser.
///
/// # Errors
/// There is no such folder, or a page cannot be written.
pub fn open(topic: Option<&Topic>) -> Result<PathBuf, Rejected> {
    let strategy = etcetera::choose_base_strategy()
        .map_err(|error| Rejected(format!("there is no folder for caches: {error}")))?;
    let folder = strategy.cache_dir().join("baroque").join("manual");
    write(&folder).map_err(|error| Rejected::at(folder.display(), error))?;
    let path = folder.join(format!("{}.html", topic.map_or("index", |topic| topic.name)));
    let _ = ::open::that_detached(&path);
    Ok(path)
}

/// Writes the pages.
fn write(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let pages = TOPICS.iter().map(|topic| (topic.name, body(topic.path, topic.text)));
    for (name, body) in pages.chain([("index", body("", &index()))]) {
        let text = page(&format!("{name} – Baroque"), &format!("{REPORT_STYLE}{STYLE}"), &body);
        files::write_atomically(&folder.join(format!("{name}.html")), text)?;
    }
    Ok(())
}

/// The index in Markdown.
fn index() -> String {
    let row = |topic: &Topic| format!("| [{}]({}) | {} |\n", topic.name, topic.path, topic.about);
    let rows: String = TOPICS.iter().map(row).collect();
    let version = env!("CARGO_PKG_VERSION");
    format!("# The manual of Baroque {version}\n\n| topic | what it is about |\n|---|---|\n{rows}")
}

/// The body of the page of a file of the repository.
fn body(path: &str, markdown: &str) -> String {
    let link = |name: &str| format!("<a href=\"{name}.html\">{name}</a>\n");
    let links: String = TOPICS.iter().map(|topic| link(topic.name)).collect();
    let mut body = format!("<nav>\n{}{links}</nav>\n<main>\n", link("index"));
    pulldown_cmark::html::push_html(&mut body, linked(path, markdown).into_iter());
    body + "</main>\n"
}

/// The text of a file of the repository: its headings have anchors, links to topics lead to their pages, and
/// of links to other files the text is left.
fn linked<'a>(path: &str, markdown: &'a str) -> Vec<Event<'a>> {
    let mut events: Vec<Event<'a>> = Vec::new();
    let (mut heading, mut title, mut is_link) = (0, String::new(), false);
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        match &event {
            Event::Start(Tag::Heading { .. }) => {
                heading = events.len();
                title.clear();
            }
            Event::End(TagEnd::Heading(_)) => {
                if let Some(Event::Start(Tag::Heading { id, .. })) = events.get_mut(heading) {
                    *id = Some(anchor(&title).into());
                }
            }
            Event::Text(text) | Event::Code(text) => title.push_str(text),
            // A wide table scrolls.
            Event::Start(Tag::Table(_)) => {
                events.push(Event::Html("<div class=\"table\">".into()));
            }
            _ => {}
        }
        match event {
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let target = target(path, &dest_url);
                is_link = target.is_some();
                let link = |url: String| Tag::Link { link_type, dest_url: url.into(), title, id };
                events.extend(target.map(link).map(Event::Start));
            }
            Event::End(TagEnd::Link) if !is_link => {}
            Event::End(TagEnd::Table) => {
                events.extend([Event::End(TagEnd::Table), Event::Html("</div>".into())]);
            }
            event => events.push(event),
        }
    }
    events
}

/// Where a link of a file of the repository leads in the manual.
fn target(path: &str, link: &str) -> Option<String> {
    if link.starts_with('#') || link.contains("://") {
        return Some(link.to_owned());
    }
    let (file, anchor) = link.split_at(link.find('#').unwrap_or(link.len()));
    let mut parts: Vec<&str> = path.split('/').collect();
    parts.pop();
    for part in file.split('/') {
        match part {
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    let file = parts.join("/");
    let topic = TOPICS.iter().find(|topic| topic.path == file)?;
    Some(format!("{}.html{anchor}", topic.name))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    /// The values of an attribute in a page.
    fn values<'a>(page: &'a str, attribute: &str) -> Vec<&'a str> {
        let start = format!(" {attribute}=\"");
        let parts = page.split(start.as_str()).skip(1);
        parts.map(|rest| rest.split('"').next().unwrap()).collect()
    }

    #[test]
    fn links_lead_to_pages_and_headings() {
        let mut pages: BTreeMap<String, String> = TOPICS
            .iter()
            .map(|topic| (format!("{}.html", topic.name), body(topic.path, topic.text)))
            .collect();
        pages.insert("index.html".to_owned(), body("", &index()));
        for (name, page) in &pages {
            let ids = values(page, "id");
            assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "{name}: {ids:?}");
            for link in values(page, "href").into_iter().filter(|link| !link.contains("://")) {
                let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
                let target = if file.is_empty() { page } else { &pages[file] };
                let is_there = anchor.is_empty() || values(target, "id").contains(&anchor);
                assert!(is_there, "{name}: {link}");
            }
        }
        assert!(pages["optima.html"].contains("<a href=\"rules.html#8-optima\">"));
        assert!(pages["index.html"].contains("<a href=\"uci.html\">uci</a>"));
    }

    #[test]
    fn links_to_files_without_a_page_are_text() {
        let page =
            body("tests/README.md", "# A\n\n[b](cases/README.md), [c](../engine/NOTEBOOK.md)\n");
        assert!(page.contains("<p>b, <a href=\"notebook.html\">c</a></p>"), "{page}");
    }
}
