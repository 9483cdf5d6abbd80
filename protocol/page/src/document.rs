//! The rules of all games, and other texts in Markdown, as documents whose boards can be played on.

use std::iter::Peekable;
use std::sync::OnceLock;

use baroque_formats::diagram::{self, Letters};
use baroque_games::Games;
use baroque_movegen::AnyGame;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::message::{Block, BoardSpec, Span};

/// The rules of all games.
pub fn rules() -> Vec<Block> {
    static RULES: OnceLock<Vec<Block>> = OnceLock::new();
    let text = baroque_movegen::rules::TEXT;
    let read = || convert(text, AnyGame::DEFAULT_VARIANT, &Games::default());
    RULES.get_or_init(read).clone()
}

/// Most bytes of a text.
const MAX_TEXT: usize = 256 << 10;
/// Most bytes of the address of a link.
const MAX_ADDRESS: usize = 200;
/// Most blocks and styles within each other.
const MAX_DEPTH: usize = 16;

/// Reads Markdown. Drawn boards become boards of a rule set, or of that which the heading names.
///
/// # Errors
/// The text is too long, or too much in it lies within each other.
pub fn read(markdown: &str, variant: &str, games: &Games) -> Result<Vec<Block>, String> {
    if markdown.len() > MAX_TEXT {
        return Err(format!("a text has at most {MAX_TEXT} bytes"));
    }
    let mut depth: usize = 0;
    for event in parser(markdown) {
        match event {
            Event::Start(_) => depth += 1,
            Event::End(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_DEPTH {
            return Err(format!("more than {MAX_DEPTH} parts of the text lie within each other"));
        }
    }
    Ok(convert(markdown, variant, games))
}

fn parser(markdown: &str) -> Parser<'_> {
    Parser::new_ext(markdown, Options::ENABLE_TABLES)
}

fn convert(markdown: &str, default: &str, games: &Games) -> Vec<Block> {
    let mut blocks = blocks(&mut parser(markdown).peekable());
    let mut variant = default.to_owned();
    for index in 0..blocks.len() {
        let (before, after) = blocks.split_at_mut(index + 1);
        match before.last_mut() {
            Some(Block::Heading { level: 2, text, .. }) => {
                let code = text.iter().find(|span| span.style.as_deref() == Some("code"));
                let named = code.map(|span| span.text.as_str());
                variant = named.unwrap_or(default).to_owned();
            }
            Some(block) => make_board(block, (&variant, games), after),
            None => {}
        }
    }
    blocks
}

type Events<'a> = Peekable<Parser<'a>>;

/// All blocks up to the end of what contains them.
fn blocks(events: &mut Events<'_>) -> Vec<Block> {
    let mut blocks = Vec::new();
    while let Some(event) = events.peek() {
        match event {
            // The text of a list item stands there without a paragraph around it.
            Event::Text(_)
            | Event::Code(_)
            | Event::Start(Tag::Strong | Tag::Emphasis | Tag::Link { .. }) => {
                blocks.push(Block::Paragraph { text: spans(events) });
            }
            Event::End(_) => break,
            Event::Start(_) => blocks.extend(block(events)),
            _ => drop(events.next()),
        }
    }
    blocks
}

/// A block, with its end.
fn block(events: &mut Events<'_>) -> Option<Block> {
    let Some(Event::Start(tag)) = events.next() else { return None };
    let block = match tag {
        Tag::Heading { level, .. } => {
            let text = spans(events);
            let title: String = text.iter().map(|span| span.text.as_str()).collect();
            Block::Heading { level: level as u8, anchor: anchor(&title), text }
        }
        Tag::List(first) => {
            let mut items = Vec::new();
            while let Some(Event::Start(Tag::Item)) = events.peek() {
                events.next();
                items.push(blocks(events));
                end(events);
            }
            Block::List { ordered: first.is_some(), items }
        }
        Tag::Table(_) => {
            let mut rows = Vec::new();
            while let Some(Event::Start(Tag::TableHead | Tag::TableRow)) = events.peek() {
                events.next();
                rows.push(row(events));
                end(events);
            }
            Block::Table { rows }
        }
        Tag::Paragraph if matches!(events.peek(), Some(Event::Start(Tag::Image { .. }))) => {
            picture(events)
        }
        Tag::CodeBlock(_) => {
            let mut text = String::new();
            while let Some(Event::Text(line)) = events.peek() {
                text += line;
                events.next();
            }
            Block::Code { text }
        }
        _ => Block::Paragraph { text: spans(events) },
    };
    end(events);
    Some(block)
}

/// Leaves what has begun, with all in it that was not read.
fn end(events: &mut Events<'_>) {
    let mut inner: usize = 0;
    for event in events {
        match event {
            Event::Start(_) => inner += 1,
            Event::End(_) if inner == 0 => return,
            Event::End(_) => inner -= 1,
            _ => {}
        }
    }
}

/// A picture, which begins with the next event.
fn picture(events: &mut Events<'_>) -> Block {
    let (mut address, mut text) = (String::new(), String::new());
    for event in events.by_ref() {
        match event {
            Event::Start(Tag::Image { dest_url, .. }) => address = dest_url.to_string(),
            Event::Text(part) => text += &part,
            Event::End(TagEnd::Image) => break,
            _ => {}
        }
    }
    Block::Picture { address, text }
}

fn row(events: &mut Events<'_>) -> Vec<Vec<Span>> {
    let mut cells = Vec::new();
    while let Some(Event::Start(Tag::TableCell)) = events.peek() {
        events.next();
        cells.push(spans(events));
        end(events);
    }
    cells
}

/// Text up to the end of what contains it, or to the next block. HTML is left out, and of pictures their text is
/// kept.
fn spans(events: &mut Events<'_>) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    let mut styles: Vec<Option<String>> = Vec::new();
    while let Some(event) = events.peek() {
        let style = styles.last().cloned().flatten();
        let mut add = |text: &str, style: Option<String>| match spans.last_mut() {
            Some(last) if last.style == style => last.text += text,
            _ => spans.push(Span { text: text.to_owned(), style }),
        };
        match event {
            Event::Text(text) => add(text, style),
            Event::Code(text) => add(text, Some("code".to_owned())),
            Event::SoftBreak | Event::HardBreak => add(" ", style),
            Event::Start(Tag::Strong) => styles.push(Some("strong".to_owned())),
            Event::Start(Tag::Emphasis) => styles.push(Some("emphasis".to_owned())),
            Event::Start(Tag::Link { dest_url, .. }) if dest_url.len() <= MAX_ADDRESS => {
                styles.push(Some(dest_url.to_string()));
            }
            Event::Start(Tag::Link { .. } | Tag::Image { .. }) => styles.push(style),
            Event::End(_) if !styles.is_empty() => drop(styles.pop()),
            Event::InlineHtml(_) => {}
            _ => break,
        }
        events.next();
    }
    spans
}

/// The anchor of a heading, as GitHub makes it.
pub fn anchor(title: &str) -> String {
    let title = title.to_lowercase();
    let kept = title.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// Makes a board of a block that draws one.
fn make_board(block: &mut Block, rules: (&str, &Games), after: &[Block]) {
    let Block::Code { text } = block else { return };
    if let Some(game) = board(text, rules, first_move(after)) {
        *block = Block::Board { game };
    }
}

/// The first move that the lists behind a board name, up to the next board.
fn first_move(after: &[Block]) -> Option<&str> {
    let lists = after
        .iter()
        .take_while(|block| !matches!(block, Block::Code { .. } | Block::Heading { .. }));
    let items = lists.filter_map(|block| match block {
        Block::List { items, .. } => Some(items),
        _ => None,
    });
    let paragraphs = items.flatten().flatten().filter_map(|block| match block {
        Block::Paragraph { text } => Some(text),
        _ => None,
    });
    let code = paragraphs.flatten().find(|span| span.style.as_deref() == Some("code"));
    code.map(|span| span.text.as_str())
}

/// The position of a drawn board. The side that owns the piece of the first move is to move.
fn board(drawn: &str, (variant, games): (&str, &Games), first: Option<&str>) -> Option<BoardSpec> {
    let mut position = games.open(variant).ok()?;
    position.set_fen(&fen(&position, drawn, 'w')?).ok()?;
    let is_blacks = |text: &str| {
        let view = position.view();
        view.pieces().any(|(coord, piece, _)| {
            let starts = format!("{}{}", piece.letter.to_uppercase(), view.name(coord));
            piece.letter.is_lowercase() && text.starts_with(&starts)
        })
    };
    if first.is_some_and(is_blacks) {
        position.set_fen(&fen(&position, drawn, 'b')?).ok()?;
    }
    let (variant, rules) = (variant.to_owned(), String::new());
    Some(BoardSpec { variant, rules, fen: position.fen() })
}

/// The FEN of a drawn board of the game of a position; `None` if it is none.
fn fen(position: &AnyGame, drawn: &str, side: char) -> Option<String> {
    let text = format!("{drawn}\nSide: {side}");
    diagram::read(position, &Letters::default(), &text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_drawing_of_the_rules_is_a_board() {
        let blocks = rules();
        let boards: Vec<&BoardSpec> = blocks
            .iter()
            .filter_map(|block| match block {
                Block::Board { game } => Some(game),
                _ => None,
            })
            .collect();
        let drawings = baroque_movegen::rules::TEXT.matches("```text").count();
        assert_eq!(boards.len(), drawings);
        let is_blacks = |board: &&&BoardSpec| board.fen.contains(" b ");
        assert!(boards.iter().filter(is_blacks).count() > 0);
        for variant in ["baroque", "maxima", "rococo", "renaissance"] {
            assert!(boards.iter().any(|board| board.variant == variant), "{variant}");
        }
    }

    #[test]
    fn a_text_has_pictures_and_boards_of_its_game() {
        let games = Games::default();
        let board = games.open("fugue").unwrap();
        let text =
            format!("![a *b*](c.svg) d\n\n[e](f.md) g ![h](i) j\n\n```text\n{board}\n```\n\nk");
        let blocks = read(&text, "fugue", &games).unwrap();
        let [Block::Picture { address, text }, _, Block::Board { game }, Block::Paragraph { .. }] =
            &blocks[..]
        else {
            panic!("{blocks:?}");
        };
        assert_eq!((address.as_str(), text.as_str()), ("c.svg", "a b"));
        assert_eq!(game.fen, board.fen());
    }

    #[test]
    fn nothing_is_lost_behind_what_is_not_shown() {
        for text in ["**a <br> b**", "**![a](b)**", "a ![b](c) d", "# ![a](b) c", "a <i>b</i>"] {
            let blocks = read(&format!("{text}\n\nlast"), "baroque", &Games::default()).unwrap();
            let [_, Block::Paragraph { text: last }] = &blocks[..] else { panic!("{blocks:?}") };
            assert_eq!(last[0].text, "last", "{text}");
        }
    }

    #[test]
    fn texts_are_bounded() {
        let games = Games::default();
        assert!(read(&"a".repeat(MAX_TEXT + 1), "baroque", &games).is_err());
        for nested in ["+ ", "> ", "1. "] {
            assert!(read(&nested.repeat(10_000), "baroque", &games).is_err(), "{nested}");
        }
        let bytes = |text: &str| {
            let blocks = read(text, "baroque", &games).unwrap();
            serde_json::to_string(&blocks).unwrap().len()
        };
        let board = games.open("baroque").unwrap();
        let many = format!("```text\n{board}\n```\n\n* {}", "`a`b".repeat(20_000));
        let links = format!("[{}](#{})", "a`b`".repeat(20_000), "c".repeat(100_000));
        assert!(bytes(&many) < 10_000_000 && bytes(&links) < 10_000_000);
        for odd in ["![", "|a|\n|-|\n![b](c)|", "# ![a](b) c", "- ![a](b)\n- c", "***a", "<b>c"] {
            assert!(read(odd, "nothing", &games).is_ok(), "{odd}");
        }
    }

    #[test]
    fn links_lead_to_headings() {
        let blocks = rules();
        let text = format!("{blocks:?}");
        for link in text.split("Some(\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(text.contains(&format!("anchor: \"{link}\"")), "{link}");
        }
    }
}
