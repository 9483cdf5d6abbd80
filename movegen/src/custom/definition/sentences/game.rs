//! The rules of a described game apart from those of its pieces, a sentence each.

use super::{number, squares};
use crate::custom::definition::{
    Act, Definition, Hands, PieceDefinition, Placement, PlacementMode, PlacementOrder, Squares,
};
use crate::position::phrase::{listed, with_article};
use crate::{Color, CustomBoard, EndRules, Geometry, Goal, Repetition};

impl Definition {
    /// The rules of the game apart from those of its pieces, a sentence each.
    pub fn rule_sentences(&self) -> Vec<String> {
        let mut text = self.aims();
        text.extend(self.special_squares());
        text.push(
            "What a move captures follows from the move: captures are not optional.".to_owned(),
        );
        if self.forced_captures {
            text.push(
                "A piece that is pushed or pulled, frozen or not, captures what it would capture by \
                 making that move itself; what it captures, its own side captures."
                    .to_owned(),
            );
        }
        text.extend(self.hands.iter().map(|hands| self.hand_rule(hands)));
        text.extend(self.placement.iter().map(|placement| self.placement_rule(placement)));
        text.extend(self.limits());
        text.extend(draws(self.end.rules));
        text
    }

    /// How to read boards that are drawn as text, and how to enter moves with a notation of their own; a sentence
    /// each.
    pub fn notation_sentences(&self) -> Vec<String> {
        let mut text = Vec::new();
        if self.pieces.iter().any(|piece| piece.freezes.is_some()) {
            text.push("Frozen pieces are drawn in parentheses.".to_owned());
        }
        if self.capture_only.is_some() {
            text.push("Squares that are entered only to capture are drawn as :.".to_owned());
        }
        if self.suicide {
            let square = self.middle(self.board.squares());
            text.push(format!(
                "A frozen piece leaves the board if its square is entered twice (written {square}{square})."
            ));
        }
        let acts =
            self.pieces.iter().flat_map(|piece| piece.acts.iter().map(move |act| (piece, act)));
        for (piece, act) in acts {
            let example = self.act_example(*act);
            let name = with_article(&piece.name);
            let name = format!("{}{}", name[..1].to_ascii_uppercase(), &name[1..]);
            text.extend(
                (!example.is_empty()).then(|| format!("{name} {}{example}.", act.sentence())),
            );
        }
        text
    }

    /// How the game is won.
    fn aims(&self) -> Vec<String> {
        let enemy = self.the_royal("enemy ");
        let mut text = vec![match self.end.royals_are_taken {
            true => format!("Capture {enemy} to win; there is no check."),
            false => format!("Checkmate {enemy} to win."),
        }];
        text.push(match (self.end.stalemate_draws, self.end.royals_are_taken) {
            (true, true) => "A side without a legal move draws.".to_owned(),
            (true, false) => "A side without a legal move that is not in check draws.".to_owned(),
            (false, _) => "A side without a legal move loses.".to_owned(),
        });
        if let Some(goal) = &self.end.goal {
            let check = match goal.before_check {
                true => {
                    let royal = listed(&self.names(self.royal()), "or");
                    format!(", even by a move that leaves its {royal} in check")
                }
                false => String::new(),
            };
            let zone = squares::zone(self.board, &goal.zone);
            text.push(format!("A side with {} on {zone} wins{check}.", self.reaching(goal)));
        }
        if self.end.loses_without_royal() && !self.end.royals_are_taken {
            let royals = listed(&self.names(self.royal()), "or");
            text.push(format!("A side that has lost its {royals} has lost the game."));
        }
        if self.end.bare_loses {
            let left = listed(&self.names(self.royal()), "and");
            text.push(format!("A side that has only its {left} left loses."));
        }
        if let Some(kinds) = self.end.extinct {
            text.push(format!("A side with no {} left loses.", self.one_of(kinds)));
        }
        text
    }

    /// The pieces that have to reach squares: "a king", "2 pieces, each a king or pawn,".
    pub(super) fn reaching(&self, goal: &Goal<CustomBoard>) -> String {
        let named = self.a(goal.kinds);
        match goal.pieces {
            1 => named,
            pieces if named == "a piece" => format!("{} pieces", number(pieces)),
            pieces => format!("{} pieces, each {named},", number(pieces)),
        }
    }

    /// "the enemy king", "an enemy king or emperor".
    fn the_royal(&self, whose: &str) -> String {
        let royal = format!("{whose}{}", self.one_of(self.royal()));
        if self.has_one_royal() { format!("the {royal}") } else { with_article(&royal) }
    }

    /// Whether no side has two royal pieces.
    pub(super) fn has_one_royal(&self) -> bool {
        let board = self.start.split(' ').next().unwrap_or_default();
        let letter = self.pieces.first().map_or(' ', |piece| piece.letter);
        self.names(self.royal()).len() == 1 && board.matches(letter).count() <= 1
    }

    /// The squares that are not like others.
    fn special_squares(&self) -> Vec<String> {
        let board = self.board;
        let mut text = Vec::new();
        if board.squares().len() < (board.files() * board.ranks()) as u32 {
            text.push("Squares that are blank on the board do not exist.".to_owned());
        }
        if self.wraps {
            text.push(
                "The first and the last file are joined: moves go on across that edge.".to_owned(),
            );
        }
        if let Some(limit) = &self.limit {
            let (name, zone) = (&limit.name, squares::zone(board, &limit.zone));
            let most = number(limit.pieces);
            text.push(format!(
                "A side may have at most {most} of its pieces in its {name}, {zone}."
            ));
        }
        if let Some(squares) = self.capture_only {
            let what = match squares::set(board, squares) {
                outer if outer == squares::OUTER => "The outer squares".to_owned(),
                names => format!("Some squares ({names})"),
            };
            let why = self.entered_only();
            text.push(format!("{what} are {why}, and only as far as that capture needs."));
        }
        text
    }

    /// For what squares are entered that may be entered only to capture.
    pub(super) fn entered_only(&self) -> &'static str {
        let mut acts = self.pieces.iter().flat_map(|piece| &piece.acts);
        match acts.any(|act| matches!(act, Act::Swap { .. })) {
            true => "entered and crossed only to capture or to swap",
            false => "entered and crossed only to capture",
        }
    }

    fn hand_rule(&self, hands: &Hands) -> String {
        let whose = match hands.takes {
            true => "Captured pieces go to the hand of the captor's side and",
            false => "Pieces in hand",
        };
        let target = match &hands.drop {
            Some(zone) => {
                format!("an empty square, but only on {}", squares::zone(self.board, zone))
            }
            None => "any empty square".to_owned(),
        };
        let zone = hands.drop.map_or(self.board.squares(), |zone| zone[Color::White]);
        let example = self.example(|piece| !piece.royal, zone);
        format!("{whose} can be dropped on {target}, instead of moving{example}.")
    }

    fn placement_rule(&self, placement: &Placement) -> String {
        let mut pieces: Vec<String> = Vec::new();
        for kind in self.kinds() {
            match placement.pieces.iter().filter(|&&placed| placed == kind).count() {
                0 => {}
                1 => pieces.push(self.name(kind).to_owned()),
                count => pieces.push(format!("{} ({count})", self.name(kind))),
            }
        }
        let from = match placement.mode {
            PlacementMode::Own => "its own pieces".to_owned(),
            PlacementMode::Pool => {
                let royal = listed(&self.names(self.royal()), "and");
                format!("its {royal} first, and then pieces that both take from one pool,")
            }
        };
        let zone = squares::zone(self.board, &placement.zone);
        let order = match placement.order {
            PlacementOrder::One => "one in a turn",
            PlacementOrder::OneThenTwo => "two in a turn, but one in White's first turn",
        };
        let example = self.example(|_| true, placement.zone[Color::White]);
        let pieces = pieces.join(", ");
        format!(
            "Before the first move each side puts {from} on empty squares, only on {zone}, {order}\
             {example}: {pieces}."
        )
    }

    /// How a drop is written, in brackets.
    fn example(&self, is_fit: impl Fn(&PieceDefinition) -> bool, zone: Squares) -> String {
        let piece = self.pieces.iter().find(|piece| is_fit(piece));
        piece.map_or(String::new(), |piece| {
            format!(" (written {}@{})", piece.letter, self.middle(zone))
        })
    }

    /// How an act is written, in brackets.
    pub(super) fn act_example(&self, act: Act) -> String {
        let from = self.middle(self.board.squares());
        let beside = self.board.squares().iter().skip_while(|&one| self.board.name(one) != from);
        let to = beside.map(|square| self.board.name(square)).nth(1).unwrap_or_default();
        match act {
            Act::Destroy => format!(" (written {from}{to}d)"),
            Act::Pull => format!(" (written {from}{to}t)"),
            Act::Explode => format!(" (written {from}{from})"),
            Act::Push => format!(" (written {from}{to})"),
            Act::Leave => {
                let left = self.pieces.iter().find(|piece| !piece.royal);
                let left = left.map_or('?', |piece| piece.letter.to_ascii_lowercase());
                format!(" (written {from}{to} or {from}{to}{left})")
            }
            _ => String::new(),
        }
    }

    /// The name of one of some squares, for examples: that in the middle of the board, if it is one.
    fn middle(&self, squares: Squares) -> String {
        let middle = self.board.square(self.board.files() / 2, self.board.ranks() / 2);
        let middle = middle.filter(|&square| squares.has(square));
        let middle = middle.or_else(|| squares.iter().nth(squares.len() as usize / 2));
        middle.map_or(String::new(), |square| self.board.name(square))
    }

    /// What pieces may not do, and suicide.
    fn limits(&self) -> Vec<String> {
        let mut text = Vec::new();
        if self.pieces.iter().any(|piece| piece.freezes.is_some()) {
            text.push("A frozen piece can neither move nor capture.".to_owned());
        }
        let royal = self.the_royal("");
        if self.suicide {
            text.push(format!(
                "A frozen piece other than {royal} may leave the board instead of moving."
            ));
        }
        if self.rank_limit {
            text.push(format!(
                "A piece on the n-th rank of its side, except {royal}, goes at most n squares."
            ));
        }
        if self.has_swap_ban() {
            let ban = "The squares of a swap cannot be swapped again on the next move.";
            text.push(ban.to_owned());
        }
        text
    }
}

/// Repetition and move limit.
fn draws(rules: EndRules) -> Vec<String> {
    let mut text = Vec::new();
    match rules.repetition {
        Repetition::Draw => text.push("The third occurrence of a position is a draw.".to_owned()),
        Repetition::Loss => {
            text.push("Who brings about a position for the third time loses.".to_owned());
        }
        Repetition::Off => {}
    }
    if rules.move_limit > 0 {
        text.push(format!(
            "{} moves of both sides together without a capture or another irreversible move are a \
             draw.",
            rules.move_limit
        ));
    }
    text
}
