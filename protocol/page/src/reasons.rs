//! Why moves are not legal, and what threatens and holds pieces.

use baroque_formats::explain;
use baroque_formats::text::quoted;
use baroque_formats::why::{Why, no_flight};
use baroque_movegen::{AnyGame, Attack, Coord, Special};

use super::message::{Explained, ReasonInfo, ThreatInfo};

impl ReasonInfo {
    fn new(about: Explained, text: String) -> Self {
        Self { about, text, threats: Vec::new(), squares: Vec::new() }
    }

    fn with_threats(self, attacks: &[Attack]) -> Self {
        Self { threats: attacks.iter().map(ThreatInfo::from).collect(), ..self }
    }
}

/// Why there is no move from one square to another.
///
/// # Errors
/// There is no such square.
pub fn of_move(position: &AnyGame, from: &str, to: &str) -> Result<ReasonInfo, String> {
    let (from, to) = (square(position, from)?, square(position, to)?);
    let Some(reason) = position.illegal_reason(from, to, Special::Normal) else {
        return Ok(ReasonInfo::new(Explained::Move, "the move is legal".to_owned()));
    };
    let hint = position.capture_hint(from, to).map(|hint| format!("; {hint}"));
    let text = format!("{reason}{}", hint.unwrap_or_default());
    let info = ReasonInfo::new(Explained::Move, text);
    Ok(info.with_threats(reason.attacks()))
}

/// What could capture the piece on a square, why it cannot flee, and what freezes or holds it.
///
/// # Errors
/// There is no such square.
pub fn of_piece(position: &AnyGame, name: &str) -> Result<Vec<ReasonInfo>, String> {
    square(position, name)?;
    let Some(why) = Why::new(position, name) else { return Ok(Vec::new()) };
    let attacks = why.attacks.iter().map(|attack| {
        let info = ReasonInfo::new(Explained::Attack, attack.to_string());
        info.with_threats(std::slice::from_ref(attack))
    });
    let flights = why.no_flights.iter().map(|flight| {
        let info = ReasonInfo::new(Explained::Flight, no_flight(flight));
        let info = info.with_threats(flight.reason.attacks());
        ReasonInfo { squares: vec![flight.to.clone()], ..info }
    });
    let freezers = why.freezers.iter().map(|freezer| {
        let text = format!("{freezer} freezes {}", why.piece);
        let squares = vec![freezer.square.clone()];
        ReasonInfo { squares, ..ReasonInfo::new(Explained::Frozen, text) }
    });
    let stuck = why.stuck.iter().map(|text| ReasonInfo::new(Explained::Stuck, text.clone()));
    Ok(attacks.chain(flights).chain(freezers).chain(stuck).collect())
}

fn square(position: &AnyGame, name: &str) -> Result<Coord, String> {
    let found = explain::coord(&position.view(), name);
    found.ok_or_else(|| format!("there is no square '{}'", quoted(name)))
}
