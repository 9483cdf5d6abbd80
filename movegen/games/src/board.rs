//! Boards and their zones.

use baroque_movegen::{Bitboard, ByColor, CustomBoard, Geometry};

use crate::error::{quoted, shown};
use crate::keys;
use crate::names::is_name;
use crate::reader::{NamedZone, Reader};
use crate::tree::{Node, Value};

/// Most squares of a board, missing ones included.
const MAX_SQUARES: usize = 128;
/// Most files, and most ranks.
const MAX_SIDE: usize = 16;
/// The highest rank that has a number.
const MAX_RANK: usize = 99;
/// The letters of files, from the first one.
const FILES: &str = "abcdefghijklmnop";

/// What a board is made from: files, ranks, the letters of files, the first rank, and missing squares.
type Plan = (usize, usize, String, u8, u128);

fn board((files, ranks, letters, first_rank, holes): Plan) -> Option<CustomBoard> {
    CustomBoard::new(files, ranks, &letters, first_rank, holes)
}

impl Reader<'_> {
    /// Reads board and zones.
    pub fn read_board(&mut self) {
        self.board = self.plan().and_then(|plan| {
            let whole = board(plan.clone())?;
            let holes = match self.get("holes") {
                Some(node) => self.holes(node, whole)?,
                None => 0,
            };
            board((plan.0, plan.1, plan.2, plan.3, holes))
        });
        let Some(node) = self.get("zones") else { return };
        let Some(table) = self.open_table(node, "a table name = squares") else { return };
        for (name, entry) in table.in_order() {
            if !is_name(name) {
                let text = format!("{} is not a name: a-z, 0-9 and -, at most 32", quoted(name));
                self.error(&entry.place, text);
            }
            let zone = self.read_zone(&entry.node);
            self.zones.insert(name.to_owned(), zone);
        }
    }

    /// The board without the squares that it lacks.
    fn plan(&self) -> Option<Plan> {
        let (files, ranks) = match self.get("board") {
            Some(node) => self.size(node)?,
            None => (8, 8),
        };
        let letters = match self.get("files") {
            Some(node) => self.files(node, files),
            None => Some(FILES.chars().take(files).collect()),
        };
        let first_rank = match self.get("first-rank") {
            Some(node) => {
                let most = i64::try_from(MAX_RANK + 1 - ranks).ok()?;
                self.number(node, 0..=most)
            }
            None => Some(1),
        };
        Some((files, ranks, letters?, u8::try_from(first_rank?).ok()?, 0))
    }

    fn size(&self, node: &Node) -> Option<(usize, usize)> {
        let text = self.text(node, "files and ranks, such as \"8x8\"")?;
        let side = |digits: &str| {
            let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
            let side = digits.parse().ok().filter(|_| is_number && !digits.starts_with('0'));
            side.filter(|side| (1..=MAX_SIDE).contains(side))
        };
        let sides = text.split_once('x').and_then(|(files, ranks)| side(files).zip(side(ranks)));
        let fits = sides.filter(|(files, ranks)| files * ranks <= MAX_SQUARES);
        if fits.is_none() {
            let known = quoted(text);
            self.error(
                &node.place,
                match sides {
                    Some(_) => format!("{known} has more than {MAX_SQUARES} squares"),
                    None => format!("{known} is not files x ranks, each from 1 to {MAX_SIDE}"),
                },
            );
        }
        fits
    }

    fn files(&self, node: &Node, files: usize) -> Option<String> {
        let text = self.text(node, "the letters of the files")?;
        let is_new = |(index, letter): (usize, char)| !text[..index].contains(letter);
        let are_letters = text.len() <= MAX_SIDE
            && text.bytes().all(|letter| letter.is_ascii_lowercase())
            && text.char_indices().all(is_new);
        if !are_letters || text.len() != files {
            let text = format!("{} is not {files} different letters from a to z", quoted(text));
            self.error(&node.place, text);
            return None;
        }
        Some(text.to_owned())
    }

    /// The bits of the squares that do not exist.
    fn holes(&self, node: &Node, board: CustomBoard) -> Option<u128> {
        let text = self.text(node, "squares, such as \"a1 h8\"")?;
        match crate::squares::read(text, board, false) {
            Ok(squares) if squares == board.squares() => {
                self.error(&node.place, "no square is left");
                None
            }
            Ok(squares) => Some(squares.0),
            Err(errors) => {
                for error in errors {
                    self.error(&node.place, error);
                }
                None
            }
        }
    }

    /// Squares, or those of each side.
    fn read_zone(&self, node: &Node) -> Option<NamedZone> {
        if matches!(node.value, Value::Text(_)) {
            let squares = self.squares_or_report(node, false)?;
            return Some(NamedZone { squares: ByColor([squares; 2]), is_common: true });
        }
        let wanted = "squares, or a table { white = squares, black = squares }";
        let table = self.table(node, wanted, &keys::ZONE)?;
        let half = |key| {
            let half = table.required(key)?;
            self.squares_or_report(half, true)
        };
        let (white, black) = (half("white"), half("black"));
        let squares = ByColor([white?, black?]);
        Some(NamedZone { squares, is_common: white == black })
    }

    /// Whether the first and the last file are neighbours.
    pub fn wraps(&self) -> bool {
        self.fields().word("wrap").is_some()
    }

    /// A zone that is the same for both sides.
    pub fn common_zone(&self, node: &Node) -> Option<Bitboard<CustomBoard>> {
        let zone = self.zone(node)?;
        if !zone.is_common {
            let name = self.text(node, "").map(shown).unwrap_or_default();
            self.error(&node.place, format!("zone '{name}' is not the same for both sides"));
            return None;
        }
        Some(zone.squares.0[0])
    }
}
