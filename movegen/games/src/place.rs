//! Where something stands in a game file.

use std::sync::Arc;

use crate::error::shown;

/// A key with all keys above it: `siege.pieces.R.take`. The first one is the name of a game.
#[derive(Clone, Debug)]
pub struct Key(Arc<Link>);

#[derive(Debug)]
struct Link {
    parent: Option<Key>,
    name: String,
}

impl Key {
    /// A key of the file.
    pub fn first(name: &str) -> Self {
        Self(Arc::new(Link { parent: None, name: name.to_owned() }))
    }

    /// A key below this one.
    pub fn child(&self, name: &str) -> Self {
        Self(Arc::new(Link { parent: Some(self.clone()), name: name.to_owned() }))
    }

    /// The name of the game in which it stands.
    pub fn game(&self) -> &str {
        let mut key = self;
        while let Some(parent) = &key.0.parent {
            key = parent;
        }
        &key.0.name
    }

    /// The keys with full stops between them.
    pub fn text(&self) -> String {
        let name = shown(&self.0.name);
        match &self.0.parent {
            Some(parent) => format!("{}.{name}", parent.text()),
            None => name,
        }
    }
}

/// Where something stands.
#[derive(Clone, Debug)]
pub struct Place {
    /// Its first byte in the file.
    pub offset: usize,
    /// The key to which it belongs.
    pub key: Key,
    /// Whether it stands in one of our own files, from which the game inherits.
    pub is_shipped: bool,
}

impl Place {
    /// The same place as a part of the table in which its key stands.
    pub fn above(&self) -> Self {
        let parent = self.key.0.parent.as_ref().unwrap_or(&self.key);
        Self { key: parent.clone(), ..*self }
    }
}

/// Finds lines and columns.
pub struct Lines<'a> {
    text: &'a str,
    /// The offsets at which lines start.
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    pub fn new(text: &'a str) -> Self {
        let starts = std::iter::once(0)
            .chain(text.match_indices('\n').map(|(offset, _)| offset + 1))
            .collect();
        Self { text, starts }
    }

    /// Line of a byte, from 0.
    pub fn line(&self, offset: usize) -> usize {
        self.starts.partition_point(|&start| start <= offset).saturating_sub(1)
    }

    /// Line and column of a byte, both from 1; the column counts characters.
    pub fn position(&self, offset: usize) -> (usize, usize) {
        let line = self.line(offset);
        let start = self.starts.get(line).copied().unwrap_or(0);
        let rest = self.text.get(start..).unwrap_or("");
        let column = rest.char_indices().take_while(|(index, _)| start + index < offset).count();
        (line + 1, column + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let lines = Lines::new("ab\nä€c\n");
        let positions = [0, 2, 3, 5, 8, 9, 10].map(|offset| lines.position(offset));
        assert_eq!(positions, [(1, 1), (1, 3), (2, 1), (2, 2), (2, 3), (2, 4), (3, 1)]);
        assert_eq!(Lines::new("").position(7), (1, 1));
    }

    #[test]
    fn keys_are_joined() {
        let key = Key::first("siege").child("pieces").child("a\u{7}");
        assert_eq!((key.game(), key.text()), ("siege", r"siege.pieces.a\u{7}".to_owned()));
    }
}
