//! What could be captured and how, and why a piece is in check, mated, frozen or stuck, in sentences.

use std::fmt;

use baroque_movegen::{AnyGame, Attack, Color, EndReason, NoFlight, PieceOn, SquareView};

use crate::explain::{coord, has_moves_from, why_stuck};

/// The captures that a side could make if it were to move, one for each way in which a piece captures
/// another one: legal ones, and those of royal pieces in check.
pub fn threats(position: &AnyGame, side: Color) -> Vec<Attack> {
    let mut threats: Vec<Attack> = Vec::new();
    for attack in position.attacks(side) {
        let is_same = |known: &Attack| {
            (&known.by, &known.victim, known.method, &known.helpers)
                == (&attack.by, &attack.victim, attack.method, &attack.helpers)
        };
        // An explosion takes own pieces, too.
        let is_enemy = attack.victim.color != side;
        let counts = attack.is_legal || position.is_royal(attack.victim.kind);
        if is_enemy && counts && !threats.iter().any(is_same) {
            threats.push(attack);
        }
    }
    threats
}

/// What each side could capture if it were to move, a sentence a line; first the side that is not to move.
pub fn describe_threats(position: &AnyGame) -> String {
    let sides = [!position.side(), position.side()].map(|side| {
        let threats = threats(position, side);
        match threats.is_empty() {
            true => format!("{side} could capture nothing."),
            false => format!("{side} could capture:{}", bullets(&threats)),
        }
    });
    sides.join("\n")
}

/// What can be said of a piece's danger and of what holds it. `Display` is a sentence or a list a line.
#[derive(Clone, Debug)]
pub struct Why {
    /// The piece.
    pub piece: PieceOn,
    /// Whether it is a royal one of the side to move, in check.
    pub is_checked: bool,
    /// How it could be captured.
    pub attacks: Vec<Attack>,
    /// Where it cannot flee to, if it is mated.
    pub no_flights: Vec<NoFlight>,
    /// The enemies that freeze it.
    pub freezers: Vec<PieceOn>,
    /// Why it cannot move, if it is one of the side to move that cannot, and is not frozen.
    pub stuck: Vec<String>,
}

impl Why {
    /// Of the piece on a square; `None` if there is no piece, or no such square.
    pub fn new(position: &AnyGame, square: &str) -> Option<Self> {
        let view = position.view();
        let at = coord(&view, square)?;
        let SquareView::Piece(piece, _) = view.at(at) else { return None };
        let side = position.side();
        let on_it = |attack: &Attack| attack.victim.square == square;
        let is_royal = position.is_royal(piece.kind);
        let attacks: Vec<Attack> =
            threats(position, !piece.color).into_iter().filter(on_it).collect();
        let outcome = position.outcome();
        let is_mated = outcome.is_some_and(|end| end.reason == EndReason::Checkmate);
        let mut no_flights = if is_mated { position.no_flights() } else { Vec::new() };
        no_flights.retain(|it| it.king.square == square);
        let freezers = position.freezers(at);
        let is_stuck = piece.color == side
            && outcome.is_none()
            && freezers.is_empty()
            && !has_moves_from(position, at);
        Some(Self {
            piece: PieceOn {
                color: piece.color,
                kind: piece.kind,
                name: piece.name,
                square: square.to_owned(),
            },
            is_checked: is_royal && piece.color == side && position.in_check(),
            attacks,
            no_flights,
            freezers,
            stuck: if is_stuck { why_stuck(position, &view, at) } else { Vec::new() },
        })
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { piece, attacks, .. } = self;
        let PieceOn { name, square, .. } = piece;
        match (attacks.is_empty(), self.is_checked) {
            (true, _) => write!(f, "Nothing can capture {piece} now.")?,
            (false, true) => write!(f, "The {name} on {square} is in check:{}", bullets(attacks))?,
            (false, false) => {
                write!(f, "The {name} on {square} could be captured:{}", bullets(attacks))?;
            }
        }
        if !self.no_flights.is_empty() {
            let flights: Vec<String> = self.no_flights.iter().map(no_flight).collect();
            write!(f, "\nIt cannot flee:{}", bullets(&flights))?;
        }
        if !self.freezers.is_empty() {
            let freezers: Vec<String> = self.freezers.iter().map(ToString::to_string).collect();
            write!(f, "\nIt is frozen by {}.", freezers.join(" and "))?;
        }
        if !self.stuck.is_empty() {
            write!(f, "\nIt cannot move:{}", bullets(&self.stuck))?;
        }
        Ok(())
    }
}

/// `e6: the withdrawer on d5 moves straight away from the king on e6, to c4`.
pub fn no_flight(flight: &NoFlight) -> String {
    let NoFlight { to, reason, .. } = flight;
    match reason.attacks() {
        [] => format!("{to}: {reason}"),
        [attack, ..] => format!("{to}: {attack}"),
    }
}

fn bullets(sentences: &[impl fmt::Display]) -> String {
    sentences.iter().map(|sentence| format!("\n* {sentence}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn why(variant: &str, fen: &str, square: &str) -> String {
        let position = AnyGame::from_fen(variant, fen).unwrap();
        Why::new(&position, square).map(|why| why.to_string()).unwrap_or_default()
    }

    #[test]
    fn checks_are_explained() {
        assert_eq!(
            why("baroque", "8/8/8/7k/8/7K/8/C7 b", "h5"),
            "The king on h5 is in check:\n* the coordinator on a1 goes to a5, and lines from there and \
             from the king on h3 meet at the king on h5"
        );
        assert_eq!(why("baroque", "8/8/8/7k/8/7K/8/C7 b", "e4"), "");
    }

    #[test]
    fn mates_are_explained_square_by_square() {
        assert_eq!(
            why("baroque", "kW6/2W5/1K6/8/8/8/8/8 b", "a8"),
            "The king on a8 is in check:\n\
             * the withdrawer on b8 moves straight away from the king on a8, to c8\n\
             It cannot flee:\n\
             * a7: the king on b6 takes the king on a7\n\
             * b7: the king on b6 takes the king on b7\n\
             * b8: the withdrawer on c7 moves straight away from the king on b8, to d6"
        );
    }

    #[test]
    fn what_cannot_move_is_explained() {
        let frozen = why("baroque", "8/8/8/3Kk3/5I2/3w4/8/8 b", "e5");
        assert!(frozen.ends_with("\nIt is frozen by the immobilizer on f4."), "{frozen}");
        let stuck = why("baroque", "k7/8/8/8/8/8/PP6/KP6 w", "a1");
        assert!(stuck.contains("\nIt cannot move:\n* pieces are in its way"), "{stuck}");
    }
}
