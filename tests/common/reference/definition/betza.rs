//! The words for moves: a subset of Betza's notation, `jump` and `fly` (games, 3, `move`).

use super::geometry::{ALL, DIAGONAL, ORTHOGONAL, Step};

/// The steps of a move without a limit: more than any board has.
const UNLIMITED: i32 = 16;

/// A line along which a piece moves, as White sees it.
#[derive(Clone, Debug)]
pub struct Line {
    /// Vector and greatest number of steps: one leg, or two of a bent rider.
    pub legs: Vec<(Step, i32)>,
    /// `m`: lands only on empty squares.
    pub only_empty: bool,
    /// `c`: only by displacing.
    pub only_displacing: bool,
    /// `o`: crosses the edge between the first and the last file.
    pub crossing: bool,
}

/// One way of moving.
#[derive(Clone, Debug)]
pub enum Motion {
    Line(Line),
    /// Over a neighbour to the square just beyond.
    Jump,
    /// Slides along queen lines over pieces.
    Fly,
}

impl Motion {
    /// Whether every way along another motion, whatever it may do at its end, is one along this.
    pub fn covers(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Line(own), Self::Line(other)) => {
                let ([(step, range)], [(same, shorter)]) = (&own.legs[..], &other.legs[..]) else {
                    return false;
                };
                let free = !own.only_empty && !own.only_displacing;
                free && step == same && range >= shorter && own.crossing == other.crossing
            }
            (Self::Jump, Self::Jump) | (Self::Fly, Self::Fly) => true,
            _ => false,
        }
    }
}

/// An atom with its modifiers and its range.
struct Atom {
    /// The small letters before it.
    modifiers: String,
    vectors: Vec<Step>,
    range: i32,
}

/// All that a word says, for White.
pub fn read_word(word: &str) -> Result<Vec<Motion>, String> {
    match word {
        "jump" => return Ok(vec![Motion::Jump]),
        "fly" => return Ok(vec![Motion::Fly]),
        _ => {}
    }
    let error = || format!("`{word}` is no move");
    let mut motions = Vec::new();
    let mut rest = word;
    while !rest.is_empty() {
        let first = read_atom(&mut rest).ok_or_else(error)?;
        let second = match rest.strip_prefix('-') {
            Some(after) => {
                rest = after;
                Some(read_atom(&mut rest).ok_or_else(error)?)
            }
            None => None,
        };
        motions.extend(lines(&first, second.as_ref()).into_iter().map(Motion::Line));
    }
    if motions.is_empty() { Err(error()) } else { Ok(motions) }
}

/// Adds a motion to others. One that leads only to empty squares and one only by displacing are
/// together one that does both.
pub fn add(motion: Motion, motions: &mut Vec<Motion>) {
    if let Motion::Line(line) = &motion {
        for other in motions.iter_mut() {
            if let Motion::Line(other) = other
                && (&other.legs, other.crossing) == (&line.legs, line.crossing)
            {
                other.only_empty &= line.only_empty;
                other.only_displacing &= line.only_displacing;
                return;
            }
        }
    }
    motions.push(motion);
}

/// The lines of an atom, or of a bent rider: its first leg, then the second one outward.
fn lines(first: &Atom, second: Option<&Atom>) -> Vec<Line> {
    let has = |letter| {
        first.modifiers.contains(letter)
            || second.is_some_and(|second| second.modifiers.contains(letter))
    };
    let mut found = Vec::new();
    for &one in &first.vectors {
        let mut add = |legs| {
            let (only_empty, only_displacing, crossing) = (has('m'), has('c'), has('o'));
            found.push(Line { legs, only_empty, only_displacing, crossing });
        };
        match second {
            None => add(vec![(one, first.range)]),
            Some(second) => {
                for &other in second.vectors.iter().filter(|&&other| is_outward(one, other)) {
                    add(vec![(one, first.range), (other, second.range)]);
                }
            }
        }
    }
    found
}

/// Whether a second leg leads on outward after a first one: neither back nor aside.
fn is_outward(one: Step, other: Step) -> bool {
    let (across, along) = (one.0 * other.0, one.1 * other.1);
    across >= 0 && along >= 0 && across + along > 0
}

/// Reads modifiers, an atom and a range, and leaves the rest of the word.
fn read_atom(rest: &mut &str) -> Option<Atom> {
    let end = rest.find(|letter: char| !"fblrvsmco".contains(letter))?;
    let (modifiers, after) = rest.split_at(end);
    let letter = after.chars().next()?;
    let after = &after[letter.len_utf8()..];
    let end = after.find(|digit: char| !digit.is_ascii_digit()).unwrap_or(after.len());
    let (number, after) = after.split_at(end);
    *rest = after;
    let usual = if "RBQ".contains(letter) { 0 } else { 1 };
    let range = if number.is_empty() { usual } else { number.parse().ok()? };
    let chosen = vectors(letter)?.into_iter().filter(|&vector| is_chosen(vector, modifiers));
    Some(Atom {
        modifiers: modifiers.to_owned(),
        vectors: chosen.collect(),
        range: if range == 0 { UNLIMITED } else { range },
    })
}

/// The vectors of an atom.
fn vectors(letter: char) -> Option<Vec<Step>> {
    let times = |steps: &[Step], n: i32| steps.iter().map(|&(f, r)| (f * n, r * n)).collect();
    let oblique = |a: i32, b: i32| {
        let corners = DIAGONAL.into_iter();
        corners.flat_map(|(f, r)| [(f * a, r * b), (f * b, r * a)]).collect()
    };
    Some(match letter {
        'W' | 'R' => ORTHOGONAL.to_vec(),
        'F' | 'B' => DIAGONAL.to_vec(),
        'K' | 'Q' => ALL.to_vec(),
        'D' => times(&ORTHOGONAL, 2),
        'H' => times(&ORTHOGONAL, 3),
        'A' => times(&DIAGONAL, 2),
        'G' => times(&DIAGONAL, 3),
        'N' => oblique(1, 2),
        'C' => oblique(1, 3),
        'Z' => oblique(2, 3),
        _ => return None,
    })
}

/// Whether the modifiers choose a vector: those of orthogonal atoms add up, those of diagonal ones
/// narrow down. On N C Z modifiers of one axis mean the vectors farther along that axis, those of
/// both axes narrow down.
fn is_chosen((df, dr): Step, modifiers: &str) -> bool {
    let has = |letters: [char; 2]| modifiers.contains(letters);
    let (up, down, left, right) =
        (has(['f', 'v']), has(['b', 'v']), has(['l', 's']), has(['r', 's']));
    let (some_along, some_across) = (up || down, left || right);
    let along = (dr > 0 && up) || (dr < 0 && down);
    let across = (df < 0 && left) || (df > 0 && right);
    if !some_along && !some_across {
        return true;
    }
    if df == 0 || dr == 0 {
        return along || across;
    }
    if df.abs() == dr.abs() || (some_along && some_across) {
        return (along || !some_along) && (across || !some_across);
    }
    if some_along { along && dr.abs() > df.abs() } else { across && df.abs() > dr.abs() }
}
