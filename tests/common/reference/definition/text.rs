//! The texts of moves (rules, 1.3 and 10).

use super::Position;
use super::moves::{Action, Deed};

impl Position {
    /// The UCI text of one of all legal moves. Of those with the same squares the first stays bare
    /// (rules, 10, text).
    pub(super) fn uci(&self, action: &Action, all: &[Action]) -> String {
        let [from, to] = [action.from, action.to].map(|square| self.name(square));
        let small = |kind: char| kind.to_ascii_lowercase().to_string();
        let letter = match action.deed {
            Deed::Drop(kind) => return format!("{kind}@{to}"),
            Deed::Suicide | Deed::Explode => String::new(),
            Deed::Destroy => "d".to_owned(),
            Deed::Pull(_) => "t".to_owned(),
            Deed::Leave(kind) => small(kind),
            Deed::Go { promotion: Some(kind), .. } => small(kind),
            _ => {
                let same = |other: &&Action| (other.from, other.to) == (action.from, action.to);
                let same = all.iter().filter(same);
                let first = same.filter_map(|other| order(&other.deed)).min();
                let own = order(&action.deed).filter(|&place| Some(place) != first);
                own.map(|place| "dlwhfaro"[place..=place].to_owned()).unwrap_or_default()
            }
        };
        from + &to + &letter
    }

    /// The readable text of a move, with the squares of its victims (rules, 1.3).
    pub(super) fn readable_text(&self, action: &Action) -> String {
        let [from, to] = [action.from, action.to].map(|square| self.name(square));
        let kind: String = self.board.pieces[action.from].iter().map(|piece| piece.kind).collect();
        let victims: Vec<String> = action.squares().iter().map(|&s| self.name(s)).collect();
        let moved = match action.deed {
            Deed::Drop(kind) => return format!("{kind}@{to}"),
            Deed::Suicide => format!("{from}@"),
            Deed::Destroy => return format!("{kind}{from}!!{to}"),
            Deed::Explode | Deed::Rifle => format!("{from}*"),
            Deed::Swap { .. } => format!("{from}<>{to}"),
            Deed::Push(d) => {
                let beyond = self.game.geometry.step(action.to, d, 1, false);
                let beyond = beyond.map(|square| self.name(square)).unwrap_or_default();
                format!("{from}>{to}>{beyond}")
            }
            Deed::Pull(_) => format!("{from}<{to}"),
            Deed::Leave(kind) => format!("{from}-{to}^{kind}"),
            _ if action.squares() == [action.to] => from,
            _ => format!("{from}-{to}"),
        };
        let taken = if victims.is_empty() { "" } else { "x" }.to_owned() + &victims.join(",");
        let promotion = match action.deed {
            Deed::Go { promotion: Some(kind), .. } => format!("={kind}"),
            _ => String::new(),
        };
        kind + &moved + &taken + &promotion
    }
}

/// The place of a move among those with the same squares (rules, 10, text), if it is in that list.
pub(super) fn order(deed: &Deed) -> Option<usize> {
    match deed {
        Deed::Go { leaps, .. } => Some(usize::from(*leaps)),
        Deed::Swap { .. } => Some(2),
        Deed::Push(_) => Some(3),
        Deed::Rifle => Some(4),
        Deed::Attract(_) => Some(5),
        Deed::Repel(_) => Some(6),
        Deed::Plow { .. } => Some(7),
        _ => None,
    }
}
