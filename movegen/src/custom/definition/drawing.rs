//! Definitions from drawn boards.

use super::{Backend, Definition, DefinitionError, Ends, Part, PieceDefinition};
use crate::{CustomBoard, CustomGame, Position};

impl Definition {
    /// A game that starts from a drawn board, with White to move. For all else it has what a file
    /// has that does not mention it.
    ///
    /// The board is drawn as the `Display` of a position draws it: a rank in each line, the highest
    /// first, with its number; for each square three characters with the letter of its piece in the
    /// middle, `.` if it is empty, blank if it does not exist; and the letters of the files below.
    ///
    /// ```
    /// use baroque_movegen::definition::{Definition, PieceDefinition};
    /// let drawing = "
    ///   3  .  k
    ///   2  .  .  .
    ///   1  K  .  .
    ///      a  b  c
    /// ";
    /// let game = Definition::from_drawing(drawing, vec![PieceDefinition::king()]).unwrap();
    /// assert_eq!(game.start, "1k*/3/K2 w - - 0 1");
    /// let start = game.start_position().unwrap();
    /// assert_eq!(start.legal_moves().len(), 1);
    /// assert!(drawing.trim_end().lines().skip(1).eq(start.to_string().lines().map(str::trim_end)));
    /// assert!(Definition::from_drawing("1k*/3/K2", Vec::new()).is_err());
    /// ```
    ///
    /// # Errors
    /// That is not the drawing of a board.
    pub fn from_drawing(
        drawing: &str,
        pieces: Vec<PieceDefinition>,
    ) -> Result<Self, Vec<DefinitionError>> {
        let (board, start) = read(drawing).ok_or_else(|| {
            let text = "that is not the drawing of a board".to_owned();
            vec![DefinitionError { part: Part::Game("start"), text }]
        })?;
        Ok(Self {
            board,
            wraps: false,
            start,
            pieces,
            suicide: false,
            forced_captures: false,
            rank_limit: false,
            limit: None,
            capture_only: None,
            hands: None,
            placement: None,
            end: Ends::default(),
        })
    }

    /// The start position.
    ///
    /// # Errors
    /// All that keeps the game from being played.
    pub fn start_position(&self) -> Result<Position<CustomGame>, Vec<DefinitionError>> {
        self.checked_start(self.rules(Backend::Fastest)?)
    }
}

/// The board of a drawing, and the FEN of the position.
fn read(drawing: &str) -> Option<(CustomBoard, String)> {
    let lines: Vec<&str> =
        drawing.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
    let (files, ranks) = lines.split_last()?;
    let files: String = files.split_whitespace().collect();
    let number = |line: &str| line.split_whitespace().next()?.parse::<u8>().ok();
    let lowest_rank = number(ranks.last()?)?;
    let (mut placement, mut holes) = (Vec::new(), 0_u128);
    for (rank, line) in (0..ranks.len()).rev().zip(ranks) {
        let is_next = number(line).map(usize::from) == Some(usize::from(lowest_rank) + rank);
        let width = 4 + 3 * files.len();
        if !is_next || line.chars().count() > width {
            return None;
        }
        let cells: Vec<char> = format!("{line:width$}").chars().skip(5).step_by(3).collect();
        for (file, _) in cells.iter().enumerate().filter(|(_, cell)| **cell == ' ') {
            holes |= 1_u128.checked_shl(u32::try_from(rank * files.len() + file).ok()?)?;
        }
        placement.push(fen(&cells));
    }
    let board = CustomBoard::new(files.len(), ranks.len(), &files, lowest_rank, holes)?;
    Some((board, placement.join("/") + " w - - 0 1"))
}

/// A rank of a FEN.
fn fen(cells: &[char]) -> String {
    let run = |cells: &[char]| match cells[0] {
        '.' => cells.len().to_string(),
        ' ' => "*".repeat(cells.len()),
        _ => cells.iter().collect(),
    };
    let same = |a: &char, b: &char| (*a == '.') == (*b == '.') && (*a == ' ') == (*b == ' ');
    cells.chunk_by(same).map(run).collect()
}
