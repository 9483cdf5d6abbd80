//! The rules of all games as a document whose boards can be played on.

use std::iter::Peekable;
use std::sync::OnceLock;

use baroque_formats::diagram::{self, Letters};
use baroque_movegen::AnyGame;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::message::{Block, BoardSpec, Span};

/// The rules of all games.
pub fn rules() -> Vec<Block> {
    static RULES: OnceLock<Vec<Block>> = OnceLock::new();
    RULES.get_or_init(|| read(baroque_movegen::rules::TEXT)).clone()
}

/// Reads Markdown. Drawn boards become boards of the game whose rule set the heading names.
fn read(markdown: &str) -> Vec<Block> {
    let mut events = Parser::new_ext(markdown, Options::ENABLE_TABLES).peekable();
    let mut blocks = blocks(&mut events);
    let mut variant = AnyGame::DEFAULT_VARIANT.to_owned();
    for index in 0..blocks.len() {
        let (before, after) = blocks.split_at_mut(index + 1);
        match before.last_mut() {
            Some(Block::Heading { level: 2, text, .. }) => {
                let code = text.iter().find(|span| span.style.as_deref() == Some("code"));
                let named = code.map(|span| span.text.as_str());
                variant = named.unwrap_or(AnyGame::DEFAULT_VARIANT).to_owned();
            }
            Some(block) => make_board(block, &variant, after),
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
            Block::Heading { level: level as u8, anchor: anchor(&text), text }
        }
        Tag::List(first) => {
            let mut items = Vec::new();
            while let Some(Event::Start(Tag::Item)) = events.peek() {
                events.next();
                items.push(blocks(events));
                events.next();
            }
            Block::List { ordered: first.is_some(), items }
        }
        Tag::Table(_) => {
            let mut rows = Vec::new();
            while let Some(Event::Start(Tag::TableHead | Tag::TableRow)) = events.peek() {
                events.next();
                rows.push(row(events));
                events.next();
            }
            Block::Table { rows }
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
    events.next();
    Some(block)
}

fn row(events: &mut Events<'_>) -> Vec<Vec<Span>> {
    let mut cells = Vec::new();
    while let Some(Event::Start(Tag::TableCell)) = events.peek() {
        events.next();
        cells.push(spans(events));
        events.next();
    }
    cells
}

/// Text up to the end of what contains it, or to the next block.
fn spans(events: &mut Events<'_>) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    let mut styles: Vec<String> = Vec::new();
    while let Some(event) = events.peek() {
        let mut style = styles.last().cloned();
        let text = match event {
            Event::Text(text) => Some(text.as_ref()),
            Event::Code(text) => {
                style = Some("code".to_owned());
                Some(text.as_ref())
            }
            Event::SoftBreak | Event::HardBreak => Some(" "),
            _ => None,
        };
        match (event, text) {
            (_, Some(text)) => match spans.last_mut().filter(|last| last.style == style) {
                Some(last) => last.text += text,
                None => spans.push(Span { text: text.to_owned(), style }),
            },
            (Event::Start(Tag::Strong), _) => styles.push("strong".to_owned()),
            (Event::Start(Tag::Emphasis), _) => styles.push("emphasis".to_owned()),
            (Event::Start(Tag::Link { dest_url, .. }), _) => styles.push(dest_url.to_string()),
            (Event::End(TagEnd::Strong | TagEnd::Emphasis | TagEnd::Link), _) => drop(styles.pop()),
            _ => break,
        }
        events.next();
    }
    spans
}

/// The anchor of a heading, as GitHub makes it.
fn anchor(text: &[Span]) -> String {
    let text: String = text.iter().map(|span| span.text.to_lowercase()).collect();
    let kept = text.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// Makes a board of a block that draws one. Its moves are those that the text behind it names, up to
/// the next board.
fn make_board(block: &mut Block, variant: &str, after: &[Block]) {
    let Block::Code { text } = block else { return };
    let lists = after
        .iter()
        .take_while(|block| !matches!(block, Block::Code { .. } | Block::Heading { .. }));
    let items = lists.filter_map(|block| match block {
        Block::List { items, .. } => Some(items),
        _ => None,
    });
    let moves: Vec<(String, String)> = items.flatten().flat_map(|item| moves(item)).collect();
    if let Some(game) = board(text, variant, moves) {
        *block = Block::Board { game };
    }
}

/// The moves that an item names, each with the item's text.
fn moves(item: &[Block]) -> Vec<(String, String)> {
    let spans = item.iter().flat_map(|block| match block {
        Block::Paragraph { text } => text.as_slice(),
        _ => &[],
    });
    let spans: Vec<&Span> = spans.collect();
    let says: String = spans.iter().map(|span| span.text.as_str()).collect();
    let code = spans.into_iter().filter(|span| span.style.as_deref() == Some("code"));
    code.map(|span| (span.text.clone(), says.clone())).collect()
}

/// The position of a drawn board. The side that owns the piece of the first move is to move; moves
/// that cannot be read there are left out.
fn board(drawn: &str, variant: &str, moves: Vec<(String, String)>) -> Option<BoardSpec> {
    let mut position = AnyGame::new(variant).ok()?;
    position.set_fen(&fen(&position, drawn, 'w')?).ok()?;
    let is_blacks = |text: &str| {
        let view = position.view();
        view.pieces().any(|(coord, piece, _)| {
            let starts = format!("{}{}", piece.letter.to_uppercase(), view.name(coord));
            piece.letter.is_lowercase() && text.starts_with(&starts)
        })
    };
    if moves.first().is_some_and(|(text, _)| is_blacks(text)) {
        position.set_fen(&fen(&position, drawn, 'b')?).ok()?;
    }
    let is_legal = |(text, _): &(String, String)| position.read_move(text).is_ok();
    let moves = moves.into_iter().filter(is_legal).collect();
    let (variant, rules) = (variant.to_owned(), String::new());
    Some(BoardSpec { variant, rules, fen: position.fen(), moves })
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
        assert!(boards.iter().filter(|board| board.moves.is_empty()).count() < boards.len() / 3);
        for variant in ["baroque", "maxima", "rococo", "renaissance"] {
            assert!(boards.iter().any(|board| board.variant == variant), "{variant}");
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
