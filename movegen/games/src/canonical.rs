//! A text of a definition that does not depend on how it is written, and its hash.
//!
//! The text has what is played: not names, titles, values. Files carry its hash, so it must not change.

use std::fmt::Write;

use baroque_movegen::definition::{
    Act, Definition, Effect, Field, ImitatedBy, Immune, Method, Mode, PieceDefinition, Placement,
    PlacementMode, PlacementOrder, PromotesTo, Shape, Squares, Take, Way,
};
use baroque_movegen::{
    CustomBoard, CustomGame, CustomRules, Direction, Geometry, Kinds, PieceKind, Position, Zone,
};
use sha2::{Digest, Sha256};

use crate::draw::{Draw, Power};
use crate::piece::letters_of;
use crate::words;

/// Raised when the text changes.
const VERSION: u32 = 1;

/// SHA-256 of a game, in hexadecimal digits.
pub fn hash(definition: &Definition, starts: &[(&str, String)], draw: Option<&Draw>) -> String {
    let letters = definition.pieces.iter().map(|piece| piece.letter).collect();
    let writer = Writer { definition, letters };
    let mut text = writer.game();
    let (default, others) = starts.split_first().map_or(("", starts), |(d, o)| (&*d.1, o));
    let mut others: Vec<String> =
        others.iter().map(|(name, fen)| format!("start {name} {fen}")).collect();
    others.sort_unstable();
    let mut pieces: Vec<String> = definition.pieces.iter().map(|p| writer.piece(p)).collect();
    pieces.sort_unstable();
    let _ = writeln!(text, "start {default}");
    for line in others.into_iter().chain(pieces) {
        let _ = writeln!(text, "{line}");
    }
    if let Some(placement) = &definition.placement {
        let _ = writeln!(text, "{}", writer.placement(placement));
    }
    if let Some(draw) = draw {
        let _ = writeln!(text, "{}", writer.draw(draw));
    }
    let digest = Sha256::digest(text.as_bytes());
    digest.iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// A FEN with all its fields, or, where the game cannot be played, with single blanks.
pub fn fen(fen: &str, rules: Option<&CustomRules>) -> String {
    let position =
        rules.and_then(|rules| Position::<CustomGame>::from_fen(fen, rules.clone()).ok());
    match position {
        Some(position) => position.to_fen(),
        None => fen.split_whitespace().collect::<Vec<_>>().join(" "),
    }
}

struct Writer<'a> {
    definition: &'a Definition,
    letters: Vec<char>,
}

impl Writer<'_> {
    fn board(&self) -> CustomBoard {
        self.definition.board
    }

    fn game(&self) -> String {
        let Definition { board, wraps, suicide, rank_limit, end, .. } = self.definition;
        let mut text = format!("baroque-game {VERSION}\n");
        let (files, ranks) = (board.files(), board.ranks());
        let (letters, first_rank) = (board.file_letters(), board.lowest_rank());
        let squares = self.squares(board.squares());
        let _ = writeln!(text, "board {files}x{ranks} {letters} {first_rank} {squares}");
        let _ = writeln!(text, "wraps {wraps} suicide {suicide} ranklimit {rank_limit}");
        // What was there before these keys keeps its hash.
        if self.definition.forced_captures {
            text += "forced-captures\n";
        }
        if end.loses_without_royal() && !end.royals_are_taken {
            text += "missing\n";
        }
        if let Some(limit) = &self.definition.limit {
            let _ = writeln!(text, "limit {} {}", limit.pieces, self.zone(&limit.zone));
        }
        if let Some(squares) = self.definition.capture_only {
            let _ = writeln!(text, "only-to-take {}", self.squares(squares));
        }
        if let Some(hands) = &self.definition.hands {
            let letter = |kind: PieceKind| self.letters[kind.index()];
            let turns = hands.turns.iter().map(|&(a, b)| format!("{}{}", letter(a), letter(b)));
            let turns = sorted(turns);
            let drop = hands.drop.map_or("*".to_owned(), |zone| self.zone(&zone));
            let _ = writeln!(text, "hands {} turns {turns} drop {drop}", hands.takes);
        }
        let (capture, draws, bare) = (end.royals_are_taken, end.stalemate_draws, end.bare_loses);
        let _ = writeln!(text, "end capture {capture} stalemate-draws {draws} bare {bare}");
        let _ = writeln!(text, "end {}", end.rules);
        if let Some(goal) = &end.goal {
            let (kinds, zone) = (self.kinds(goal.kinds), self.zone(&goal.zone));
            let (pieces, before) = (goal.pieces, goal.before_check);
            let _ = writeln!(text, "reach {kinds} {pieces} {before} {zone}");
        }
        if let Some(kinds) = end.extinct {
            let _ = writeln!(text, "extinct {}", self.kinds(kinds));
        }
        text
    }

    fn squares(&self, squares: Squares) -> String {
        let names: Vec<String> = squares.iter().map(|square| self.board().name(square)).collect();
        format!("[{}]", names.join(" "))
    }

    fn zone(&self, zone: &Zone<CustomBoard>) -> String {
        let [white, black] = zone.0.map(|half| self.squares(half));
        format!("{white} {black}")
    }

    /// Letters in alphabetical order, or `*` for all pieces of the game.
    fn kinds(&self, kinds: Kinds) -> String {
        let mut letters: Vec<char> = letters_of(kinds, &self.letters).chars().collect();
        if letters.len() == self.letters.len() {
            return "*".to_owned();
        }
        letters.sort_unstable();
        letters.into_iter().collect()
    }

    fn piece(&self, piece: &PieceDefinition) -> String {
        let mut text = format!("piece {} royal {}", piece.letter, piece.royal);
        let _ = write!(text, " move {}", sorted(piece.ways.iter().map(way)));
        let _ = write!(text, " take {}", self.takes(&piece.takes));
        let _ = write!(text, " act {}", sorted(piece.acts.iter().map(act)));
        let fields = [
            ("freezes", piece.freezes),
            ("shields", piece.shields),
            ("neutralizes", piece.neutralizes),
        ];
        for (name, field) in fields {
            if let Some(Field { kinds, range }) = field {
                let _ = write!(text, " {name} {} {range}", self.kinds(kinds));
            }
        }
        let _ = write!(text, " unless-beside ({})", self.kinds(piece.rescuers));
        let immune = sorted(immune(piece.immune.to));
        let _ = write!(text, " immune {immune} ({})", self.kinds(piece.immune.kinds));
        if let Some(promotion) = &piece.promotion {
            let to = match promotion.to {
                PromotesTo::Kinds(kinds) => self.kinds(kinds),
                PromotesTo::Lost => "lost".to_owned(),
                PromotesTo::Absent => "absent".to_owned(),
                PromotesTo::AbsentOf { absent, always } => {
                    format!("absent {} {}", self.kinds(absent), self.kinds(always))
                }
            };
            let zone = self.zone(&promotion.zone);
            let _ = write!(text, " promote {to} {} {zone}", promotion.must);
        }
        if let Some(kind) = piece.taken_becomes {
            let _ = write!(text, " taken-becomes {}", self.letters[kind.index()]);
        }
        let imitated = match piece.imitated {
            ImitatedBy::Own => "own",
            ImitatedBy::Step => "step",
            ImitatedBy::Never => "never",
        };
        let _ = write!(text, " imitated {imitated}");
        text
    }

    /// The order counts where the effects differ (rules, 10).
    fn takes(&self, takes: &[Take]) -> String {
        let texts = takes.iter().map(|take| self.take(take));
        match takes.windows(2).all(|pair| pair[0].effect == pair[1].effect) {
            true => sorted(texts),
            false => format!("[{}]", texts.collect::<Vec<_>>().join(", ")),
        }
    }

    fn take(&self, take: &Take) -> String {
        let method = match &take.method {
            Method::Displace => "displace".to_owned(),
            Method::Pincer { orthogonal, diagonal, partners } => {
                format!("pincer {orthogonal} {diagonal} {}", self.kinds(*partners))
            }
            Method::Withdraw => "withdraw".to_owned(),
            Method::Approach => "approach".to_owned(),
            Method::Leap { several, slide_on } => format!("leap {several} {slide_on}"),
            Method::Coordinate { with, moved } => {
                format!("coordinate {} {moved}", self.kinds(*with))
            }
            Method::Around { all, itself } => format!("around {all} {itself}"),
            Method::Plow => "plow".to_owned(),
            Method::Fly => "fly".to_owned(),
            Method::Offset(vectors) => {
                format!("offset {}", sorted(vectors.iter().map(|(f, r)| format!("{f} {r}"))))
            }
            Method::Imitate { leap_alone, royal_alone, mount_is_jumped } => {
                format!("imitate {leap_alone} {royal_alone} {mount_is_jumped}")
            }
        };
        let effect = match take.effect {
            Effect::Capture => "remove",
            Effect::Remove => "remove for good",
            Effect::Hand => "hand",
            Effect::Convert => "convert",
            Effect::Demote => "demote",
        };
        let either = if take.either { "either " } else { "" };
        format!("{either}{method} {effect}")
    }

    fn placement(&self, placement: &Placement) -> String {
        let mut letters: Vec<char> =
            placement.pieces.iter().map(|kind| self.letters[kind.index()]).collect();
        letters.sort_unstable();
        let letters: String = letters.into_iter().collect();
        let mode = match placement.mode {
            PlacementMode::Own => "own",
            PlacementMode::Pool => "pool",
        };
        let order = match placement.order {
            PlacementOrder::One => "1",
            PlacementOrder::OneThenTwo => "1,2",
        };
        format!("placement {mode} {letters} {order} {}", self.zone(&placement.zone))
    }

    fn draw(&self, draw: &Draw) -> String {
        let mut pieces = draw.pieces.clone();
        pieces.sort_unstable();
        let pieces: String = pieces.into_iter().collect();
        let moves = draw
            .moves
            .iter()
            .map(|drawn| format!("{} {}", sorted(drawn.item.iter().map(way)), drawn.weight));
        let takes = draw.takes.iter().map(|drawn| {
            let take = drawn.item.as_ref().map_or("none".to_owned(), |take| self.take(take));
            format!("{take} {}", drawn.weight)
        });
        let powers = draw.powers.iter().map(|drawn| {
            let power = drawn.item.as_ref().map_or("none".to_owned(), power);
            format!("{power} {}", drawn.weight)
        });
        let invoke = sorted(draw.invoke.iter().map(act));
        let refuse = draw.refuse;
        format!(
            "draw {pieces} move {} take {} power {} invoke {invoke} refuse {} {} {}",
            sorted(moves),
            sorted(takes),
            sorted(powers),
            refuse.first_moves_below,
            refuse.no_captures,
            refuse.decided_within
        )
    }
}

/// Texts in alphabetical order.
fn sorted(texts: impl Iterator<Item = String>) -> String {
    let mut texts: Vec<String> = texts.collect();
    texts.sort_unstable();
    format!("[{}]", texts.join(", "))
}

fn way(way: &Way) -> String {
    let shape = match way.shape {
        Shape::Line(direction) => compass(direction).to_owned(),
        Shape::Leap(files, ranks) => format!("{files} {ranks}"),
        Shape::Bent(first, then) => format!("{}-{}", compass(first), compass(then)),
    };
    let mode = match way.mode {
        Mode::Slide => "slide",
        Mode::Jump => "jump",
        Mode::Fly => "fly",
    };
    let Way { range, quiet, displacing, wraps, .. } = way;
    format!("{shape} {mode} {range} {quiet} {displacing} {wraps}")
}

const fn compass(direction: Direction) -> &'static str {
    match direction {
        Direction::North => "n",
        Direction::NorthEast => "ne",
        Direction::East => "e",
        Direction::SouthEast => "se",
        Direction::South => "s",
        Direction::SouthWest => "sw",
        Direction::West => "w",
        Direction::NorthWest => "nw",
    }
}

fn act(act: &Act) -> String {
    match act {
        Act::Swap { enemies_only, take_back } => format!("swap {enemies_only} {take_back}"),
        Act::Destroy => "destroy".to_owned(),
        Act::Push => "push".to_owned(),
        Act::Pull => "pull".to_owned(),
        Act::Attract { range } => format!("attract {range}"),
        Act::Repel => "repel".to_owned(),
        Act::Explode => "explode".to_owned(),
        Act::Leave => "leave".to_owned(),
        Act::Rifle { range, free, spotter } => format!("rifle {range} {free} {spotter}"),
        Act::Imitate => "imitate".to_owned(),
    }
}

fn power(power: &Power) -> String {
    match power {
        Power::Act(drawn) => act(drawn),
        Power::Freezes(range) => format!("freezes {range}"),
        Power::Shields(range) => format!("shields {range}"),
        Power::Neutralizes(range) => format!("neutralizes {range}"),
    }
}

fn immune(to: Immune) -> impl Iterator<Item = String> {
    let words = words::IMMUNE.iter().filter(move |(_, word)| to.contains(*word));
    words.map(|(word, _)| (*word).to_owned())
}
