//! Ways of moving in the letters of Ralph Betza's notation, as far as games use it: `mWcF`, `Q3`,
//! `F-R`.

use baroque_movegen::Direction;
use baroque_movegen::definition::{Mode, Shape, Way};

use crate::error::quoted;
use crate::suggest::nearest;
use crate::words;

/// Most ways of a piece.
pub const MAX_WAYS: usize = 128;
/// The longest range.
const MAX_RANGE: u8 = 15;
/// A range without end.
const FAR: u8 = u8::MAX;
/// The atoms.
const ATOMS: &str = "W F N D A H C Z G K R B Q";
/// The modifiers.
const MODIFIERS: &str = "f b l r v s m c o";

/// The words of pieces that have names.
const NAMES: &[(&str, &str)] = &[
    ("king", "K"),
    ("queen", "Q"),
    ("rook", "R"),
    ("bishop", "B"),
    ("knight", "N"),
    ("pawn", "mfWcfF"),
    ("wazir", "W"),
    ("ferz", "F"),
    ("dabbaba", "D"),
    ("alfil", "A"),
    ("threeleaper", "H"),
    ("camel", "C"),
    ("zebra", "Z"),
    ("tripper", "G"),
    ("archbishop", "BN"),
    ("chancellor", "RN"),
    ("amazon", "QN"),
];

/// Adds the ways of a word to others.
///
/// # Errors
/// What cannot be read, or that the ways are too many.
pub fn read(word: &str, ways: &mut Vec<Way>) -> Result<(), String> {
    let queen_lines = |way: Way| Direction::ALL.map(|to| Way { shape: Shape::Line(to), ..way });
    let any = Shape::Line(Direction::North);
    let all = match word {
        "jump" => queen_lines(Way { mode: Mode::Jump, ..Way::new(any, 1) }).to_vec(),
        "fly" => {
            let fly = Way { mode: Mode::Fly, displacing: false, ..Way::new(any, FAR) };
            queen_lines(fly).to_vec()
        }
        "" => return Err("there is no way of moving in it".to_owned()),
        _ => {
            let read = Parser { word, rest: word, ways }.word();
            return read.map_err(|error| meant(word).unwrap_or(error));
        }
    };
    all.into_iter().try_for_each(|way| add(way, ways))
}

/// What a word was meant to be that is none of the notation, whose words end with an atom or a number.
fn meant(word: &str) -> Option<String> {
    if !word.ends_with(|letter: char| letter.is_ascii_lowercase()) {
        return None;
    }
    let no_way = format!("no way of moving {}", quoted(word));
    for (known, key) in [(words::METHODS, "take"), (words::ACTS, "act")] {
        if known.contains(&word) {
            return Some(format!("{no_way}; it belongs in {key}"));
        }
    }
    let names = NAMES.iter().map(|(name, _)| *name).chain(["jump", "fly"]);
    let name = nearest(word, names)?;
    let written = NAMES.iter().find(|(known, _)| *known == name).map_or(name, |(_, word)| word);
    Some(format!("{no_way}; did you mean '{written}'?"))
}

/// Adds a way, unless another one says as much; drops those of which it says more.
fn add(mut way: Way, ways: &mut Vec<Way>) -> Result<(), String> {
    let same = |other: &Way, way: &Way| {
        (other.shape, other.mode, other.wraps) == (way.shape, way.mode, way.wraps)
    };
    if let Some(other) = ways.iter_mut().find(|other| same(other, &way) && other.range == way.range)
    {
        other.quiet |= way.quiet;
        other.displacing |= way.displacing;
        way = *other;
    } else {
        ways.push(way);
    }
    let says_less = |less: &Way, more: &Way| {
        same(less, more)
            && less.range < more.range
            && (more.quiet || !less.quiet)
            && (more.displacing || !less.displacing)
    };
    if ways.iter().any(|other| says_less(&way, other)) {
        ways.retain(|other| *other != way);
    }
    ways.retain(|other| !says_less(other, &way));
    if ways.len() > MAX_WAYS {
        return Err(format!("the piece has more than {MAX_WAYS} ways of moving"));
    }
    Ok(())
}

/// Directions of an atom that modifiers choose, and what they say besides.
#[derive(Clone, Copy, Default)]
struct Modifiers {
    forward: bool,
    back: bool,
    left: bool,
    right: bool,
    only_quiet: bool,
    only_displacing: bool,
    wraps: bool,
}

impl Modifiers {
    fn has_vertical(self) -> bool {
        self.forward || self.back
    }

    fn has_horizontal(self) -> bool {
        self.left || self.right
    }

    fn has_direction(self) -> bool {
        self.has_vertical() || self.has_horizontal()
    }

    /// Whether they have a direction of a vector; a modifier of either axis is needed for it.
    fn adds(self, (files, ranks): (i8, i8)) -> bool {
        self.forward && ranks > 0
            || self.back && ranks < 0
            || self.left && files < 0
            || self.right && files > 0
    }

    /// Whether they leave a vector along both axes.
    fn leaves(self, (files, ranks): (i8, i8)) -> bool {
        let vertical = !self.has_vertical() || self.forward && ranks > 0 || self.back && ranks < 0;
        let horizontal =
            !self.has_horizontal() || self.left && files < 0 || self.right && files > 0;
        vertical && horizontal
    }

    fn way(self, shape: Shape, range: u8) -> Way {
        let way = Way::new(shape, range);
        Way { quiet: !self.only_displacing, displacing: !self.only_quiet, wraps: self.wraps, ..way }
    }
}

/// What an atom is.
#[derive(Clone, Copy)]
enum Atom {
    /// Lines in some directions, with the range that it has without a number.
    Line { orthogonal: bool, diagonal: bool, range: u8 },
    /// Leaps of a vector in all its turns and reflections.
    Leap(i8, i8),
}

fn atom(letter: char) -> Option<Atom> {
    let line = |orthogonal, diagonal, range| Atom::Line { orthogonal, diagonal, range };
    Some(match letter {
        'W' => line(true, false, 1),
        'F' => line(false, true, 1),
        'K' => line(true, true, 1),
        'R' => line(true, false, FAR),
        'B' => line(false, true, FAR),
        'Q' => line(true, true, FAR),
        'D' => Atom::Leap(0, 2),
        'H' => Atom::Leap(0, 3),
        'A' => Atom::Leap(2, 2),
        'G' => Atom::Leap(3, 3),
        'N' => Atom::Leap(1, 2),
        'C' => Atom::Leap(1, 3),
        'Z' => Atom::Leap(2, 3),
        _ => return None,
    })
}

const fn vector(direction: Direction) -> (i8, i8) {
    match direction {
        Direction::North => (0, 1),
        Direction::NorthEast => (1, 1),
        Direction::East => (1, 0),
        Direction::SouthEast => (1, -1),
        Direction::South => (0, -1),
        Direction::SouthWest => (-1, -1),
        Direction::West => (-1, 0),
        Direction::NorthWest => (-1, 1),
    }
}

struct Parser<'a> {
    word: &'a str,
    rest: &'a str,
    ways: &'a mut Vec<Way>,
}

impl Parser<'_> {
    /// Reads all atoms of the word.
    fn word(mut self) -> Result<(), String> {
        while !self.rest.is_empty() {
            let modifiers = self.modifiers()?;
            let (letter, atom) = self.atom()?;
            if self.rest.starts_with('-') {
                self.bent_rider(modifiers, letter, atom)?;
            } else {
                let range = match self.rest.starts_with(letter) {
                    true => self.doubled(letter, atom)?,
                    false => self.range(letter, atom)?,
                };
                self.add_atom(modifiers, letter, atom, range)?;
            }
        }
        Ok(())
    }

    fn next(&mut self) -> Option<char> {
        let letter = self.rest.chars().next()?;
        self.rest = &self.rest[letter.len_utf8()..];
        Some(letter)
    }

    /// Where the message is about a part of a longer word.
    fn within(&self, part: &str) -> String {
        if part == self.word {
            quoted(part)
        } else {
            format!("{} in {}", quoted(part), quoted(self.word))
        }
    }

    fn modifiers(&mut self) -> Result<Modifiers, String> {
        let mut modifiers = Modifiers::default();
        let start = self.rest;
        while self.rest.starts_with(|letter: char| letter.is_ascii_lowercase()) {
            let Some(letter) = self.next() else { break };
            let is_new = |flag: &mut bool| !std::mem::replace(flag, true);
            let is_new = match letter {
                'f' => is_new(&mut modifiers.forward),
                'b' => is_new(&mut modifiers.back),
                'l' => is_new(&mut modifiers.left),
                'r' => is_new(&mut modifiers.right),
                'v' => is_new(&mut modifiers.forward) & is_new(&mut modifiers.back),
                's' => is_new(&mut modifiers.left) & is_new(&mut modifiers.right),
                'm' => is_new(&mut modifiers.only_quiet),
                'c' => is_new(&mut modifiers.only_displacing),
                'o' => is_new(&mut modifiers.wraps),
                _ => return Err(self.no_modifier(letter)),
            };
            if !is_new {
                let given = &start[..start.len() - self.rest.len()];
                let text = format!("{} gives a modifier twice", self.within(given));
                return Err(text);
            }
        }
        if modifiers.only_quiet && modifiers.only_displacing {
            let given = &start[..start.len() - self.rest.len()];
            return Err(format!("{}: m and c together leave no move", self.within(given)));
        }
        Ok(modifiers)
    }

    fn no_modifier(&self, letter: char) -> String {
        let letter = self.within(&letter.to_string());
        format!("{letter} is no modifier; allowed are {MODIFIERS}, and the words jump and fly")
    }

    fn atom(&mut self) -> Result<(char, Atom), String> {
        let Some(letter) = self.next() else {
            return Err(format!("{} ends without an atom; they are {ATOMS}", quoted(self.word)));
        };
        let found = atom(letter).map(|atom| (letter, atom));
        found.ok_or_else(|| {
            // Their other letters in the same notation.
            let meant = match letter {
                'L' => "; did you mean 'C'?",
                'J' => "; did you mean 'Z'?",
                _ => "",
            };
            let letter = self.within(&letter.to_string());
            format!("{letter} is no atom; allowed are {ATOMS}{meant}")
        })
    }

    /// The range of an atom whose letter follows once more: such a piece rides on.
    fn doubled(&mut self, letter: char, atom: Atom) -> Result<u8, String> {
        self.next();
        if let Atom::Line { .. } = atom {
            return Ok(FAR);
        }
        let text = "no piece rides on in leaps, as a nightrider does";
        Err(format!("{}: {text}", self.within(&format!("{letter}{letter}"))))
    }

    /// The number after an atom, or what the atom has without one.
    fn range(&mut self, letter: char, atom: Atom) -> Result<u8, String> {
        let digits = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = self.rest.split_at(digits);
        let wrong = |text: &str| {
            let part = format!("{letter}{number}");
            Err(format!("{}: {text}", self.within(&part)))
        };
        let range = match (atom, number) {
            (Atom::Line { range, .. }, "") => range,
            (Atom::Leap(..), "") => 1,
            (Atom::Leap(..), _) => return wrong("a leap has no range"),
            (Atom::Line { .. }, "0") => FAR,
            (Atom::Line { .. }, _) => match number.parse() {
                Ok(range) if range <= MAX_RANGE && !number.starts_with('0') => range,
                _ => {
                    return wrong(&format!("a range is from 1 to {MAX_RANGE}, or 0 for any"));
                }
            },
        };
        self.rest = rest;
        Ok(range)
    }

    fn add_atom(
        &mut self,
        modifiers: Modifiers,
        letter: char,
        atom: Atom,
        range: u8,
    ) -> Result<(), String> {
        match atom {
            Atom::Line { orthogonal, diagonal, .. } => {
                for direction in self.directions(modifiers, letter, orthogonal, diagonal)? {
                    add(modifiers.way(Shape::Line(direction), range), self.ways)?;
                }
            }
            Atom::Leap(less, more) => {
                for (files, ranks) in self.leaps(modifiers, letter, less, more)? {
                    add(modifiers.way(Shape::Leap(files, ranks), range), self.ways)?;
                }
            }
        }
        Ok(())
    }

    /// The directions that modifiers choose: along files and ranks they add up, along diagonals they
    /// narrow.
    fn directions(
        &self,
        modifiers: Modifiers,
        letter: char,
        orthogonal: bool,
        diagonal: bool,
    ) -> Result<Vec<Direction>, String> {
        let is_chosen = |direction: &Direction| match direction.is_orthogonal() {
            true => {
                orthogonal && (!modifiers.has_direction() || modifiers.adds(vector(*direction)))
            }
            false => diagonal && modifiers.leaves(vector(*direction)),
        };
        let all = if orthogonal && diagonal { 8 } else { 4 };
        let chosen: Vec<Direction> = Direction::ALL.into_iter().filter(is_chosen).collect();
        if modifiers.has_direction() && chosen.len() == all {
            return Err(self.narrows_nothing(letter));
        }
        Ok(chosen)
    }

    fn narrows_nothing(&self, letter: char) -> String {
        let atom = self.within(&letter.to_string());
        format!("{atom}: the modifiers before it choose all its directions")
    }

    /// The leaps that modifiers choose.
    fn leaps(
        &self,
        modifiers: Modifiers,
        letter: char,
        less: i8,
        more: i8,
    ) -> Result<Vec<(i8, i8)>, String> {
        let turned = [(less, more), (more, less), (more, -less), (less, -more)];
        let opposite = turned.map(|(files, ranks)| (-files, -ranks));
        let mut vectors: Vec<(i8, i8)> = turned.into_iter().chain(opposite).collect();
        vectors.sort_unstable();
        vectors.dedup();
        let all = vectors.len();
        let is_oblique = less != 0 && less != more;
        let (vertical, horizontal) = (modifiers.has_vertical(), modifiers.has_horizontal());
        // Other programs read these as a single leap, and not all as the same.
        if is_oblique && vertical && horizontal {
            let atom = self.within(&letter.to_string());
            return Err(format!("{atom} takes only f, b, v or l, r, s, not both"));
        }
        vectors.retain(|&(files, ranks)| match (less == 0, is_oblique) {
            _ if !modifiers.has_direction() => true,
            (true, _) => modifiers.adds((files, ranks)),
            (false, false) => modifiers.leaves((files, ranks)),
            // Alone, the pair farther that way than aside.
            _ if vertical => modifiers.leaves((files, ranks)) && ranks.abs() == more,
            _ => modifiers.leaves((files, ranks)) && files.abs() == more,
        });
        if modifiers.has_direction() && vectors.len() == all {
            return Err(self.narrows_nothing(letter));
        }
        Ok(vectors)
    }

    /// The rest of a rider that takes one step and goes on in a direction beside that of the step.
    fn bent_rider(
        &mut self,
        modifiers: Modifiers,
        letter: char,
        first: Atom,
    ) -> Result<(), String> {
        self.next();
        let text = "a bent rider is F-R or W-B, perhaps with a range at its end";
        let wrong = format!("{}: {text}", quoted(self.word));
        let (then, rider) = self.atom().map_err(|_| wrong.clone())?;
        if !matches!((letter, then), ('F', 'R') | ('W', 'B')) {
            return Err(wrong);
        }
        let range = self.range(then, rider)?;
        // The first step counts too.
        let range = if range == FAR { FAR } else { range + 1 };
        let Atom::Line { orthogonal, diagonal, .. } = first else { return Err(wrong) };
        for direction in self.directions(modifiers, letter, orthogonal, diagonal)? {
            add(modifiers.way(Shape::Line(direction), 1), self.ways)?;
            let number = direction as usize;
            for beside in [number + 7, number + 1] {
                let then = Direction::ALL[beside % 8];
                add(modifiers.way(Shape::Bent(direction, then), range), self.ways)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ways(word: &str) -> Vec<Way> {
        let mut ways = Vec::new();
        read(word, &mut ways).unwrap();
        ways
    }

    /// The vectors of lines and leaps, sorted.
    fn vectors(word: &str) -> Vec<(i8, i8)> {
        let vector = |way: Way| match way.shape {
            Shape::Line(direction) => vector(direction),
            Shape::Leap(files, ranks) => (files, ranks),
            Shape::Bent(..) => panic!("{word} is bent"),
        };
        let mut all: Vec<(i8, i8)> = ways(word).into_iter().map(vector).collect();
        all.sort_unstable();
        all
    }

    fn error(word: &str) -> String {
        read(word, &mut Vec::new()).unwrap_err()
    }

    #[test]
    fn lines_have_ranges() {
        let range = |word| ways(word).iter().map(|way| way.range).collect::<Vec<_>>();
        for (word, expected, count) in [
            ("W", 1, 4),
            ("F", 1, 4),
            ("K", 1, 8),
            ("R", FAR, 4),
            ("R0", FAR, 4),
            ("B3", 3, 4),
            ("Q15", 15, 8),
            ("K2", 2, 8),
            ("W0", FAR, 4),
            ("WW", FAR, 4),
            ("FF", FAR, 4),
            ("KK", FAR, 8),
            ("QQ", FAR, 8),
            ("R1", 1, 4),
            ("jump", 1, 8),
            ("fly", FAR, 8),
        ] {
            assert_eq!(range(word), vec![expected; count], "{word}");
        }
    }

    #[test]
    fn leaps_have_all_their_directions() {
        for (word, vector, count) in [
            ("N", (1, 2), 8),
            ("C", (1, 3), 8),
            ("Z", (2, 3), 8),
            ("D", (0, 2), 4),
            ("H", (0, 3), 4),
            ("A", (2, 2), 4),
            ("G", (3, 3), 4),
        ] {
            let all = vectors(word);
            assert!(all.len() == count && all.contains(&vector), "{word}");
            assert!(all.contains(&(-vector.0, -vector.1)) && all.contains(&(vector.1, vector.0)));
        }
    }

    #[test]
    fn modifiers_add_up_along_files_and_ranks() {
        assert_eq!(vectors("fW"), [(0, 1)]);
        assert_eq!(vectors("fsR"), [(-1, 0), (0, 1), (1, 0)]);
        assert_eq!(vectors("vD"), [(0, -2), (0, 2)]);
        assert_eq!(vectors("lbH"), [(-3, 0), (0, -3)]);
    }

    #[test]
    fn modifiers_narrow_along_diagonals() {
        assert_eq!(vectors("fF"), [(-1, 1), (1, 1)]);
        assert_eq!(vectors("frB"), [(1, 1)]);
        assert_eq!(vectors("blA"), [(-2, -2)]);
        assert_eq!(vectors("fsF"), vectors("fF"));
        assert_eq!(vectors("fK"), [(-1, 1), (0, 1), (1, 1)]);
        assert_eq!(vectors("frQ"), [(0, 1), (1, 0), (1, 1)]);
        assert_eq!(vectors("vK"), [(-1, -1), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 1)]);
    }

    #[test]
    fn modifiers_choose_pairs_of_oblique_leaps() {
        assert_eq!(vectors("fN"), [(-1, 2), (1, 2)]);
        assert_eq!(vectors("bC"), [(-1, -3), (1, -3)]);
        assert_eq!(vectors("lZ"), [(-3, -2), (-3, 2)]);
        assert_eq!(vectors("rN"), [(2, -1), (2, 1)]);
        assert_eq!(vectors("sN"), [(-2, -1), (-2, 1), (2, -1), (2, 1)]);
        assert_eq!(vectors("vN"), [(-1, -2), (-1, 2), (1, -2), (1, 2)]);
    }

    #[test]
    fn moves_and_captures_are_told_apart() {
        let all = ways("mWcF");
        assert_eq!(all.len(), 8);
        for way in all {
            let Shape::Line(direction) = way.shape else { panic!() };
            assert_eq!((way.quiet, way.displacing), {
                let quiet = direction.is_orthogonal();
                (quiet, !quiet)
            });
        }
        assert!(ways("oN").iter().all(|way| way.wraps && way.quiet && way.displacing));
        assert!(ways("fly").iter().all(|way| way.mode == Mode::Fly && !way.displacing));
        assert!(ways("jump").iter().all(|way| way.mode == Mode::Jump && way.displacing));
    }

    #[test]
    fn ways_are_merged() {
        assert_eq!(ways("mRcR"), ways("R"));
        assert_eq!(ways("KQ"), ways("Q"));
        assert_eq!(ways("QK"), ways("Q"));
        assert_eq!(ways("WF").len(), 8);
        // Short captures, and long moves.
        assert_eq!(ways("mRcR2").len(), 8);
        assert_eq!(ways("mRcR2").iter().filter(|way| way.displacing).count(), 4);
    }

    #[test]
    fn bent_riders_go_outward() {
        let all = ways("F-R");
        assert_eq!(all.len(), 12);
        let bent = |first, then| Way::new(Shape::Bent(first, then), FAR);
        assert!(all.contains(&bent(Direction::NorthEast, Direction::North)));
        assert!(all.contains(&bent(Direction::NorthEast, Direction::East)));
        assert!(all.contains(&bent(Direction::NorthWest, Direction::North)));
        assert!(all.contains(&Way::new(Shape::Line(Direction::SouthWest), 1)));
        let all = ways("fW-B2");
        let outward = [Direction::NorthWest, Direction::NorthEast];
        let bent = outward.map(|then| Way::new(Shape::Bent(Direction::North, then), 3));
        assert_eq!(all, [Way::new(Shape::Line(Direction::North), 1), bent[0], bent[1]]);
    }

    #[test]
    fn errors_say_what_is_allowed() {
        for (word, text) in [
            ("", "there is no way of moving in it"),
            ("X", "'X' is no atom; allowed are W F N D A H C Z G K R B Q"),
            ("QX3", "'X' in 'QX3' is no atom"),
            ("xQ", "'x' in 'xQ' is no modifier; allowed are f b l r v s m c o, and the words"),
            ("m", "'m' ends without an atom"),
            ("mcQ", "'mc' in 'mcQ': m and c together leave no move"),
            ("fvW", "'fv' in 'fvW' gives a modifier twice"),
            ("R16", "'R16': a range is from 1 to 15, or 0 for any"),
            ("R03", "'R03': a range is from 1 to 15"),
            ("R99999", "'R99999': a range is from 1 to 15"),
            ("N2", "'N2': a leap has no range"),
            ("flbrF", "'F' in 'flbrF': the modifiers before it choose all its directions"),
            ("fsN", "'N' in 'fsN' takes only f, b, v or l, r, s, not both"),
            ("frN", "'N' in 'frN' takes only f, b, v or l, r, s, not both"),
            ("NN", "'NN': no piece rides on in leaps, as a nightrider does"),
            ("WmfDD", "'DD' in 'WmfDD': no piece rides on in leaps"),
            ("WW3", "'3' in 'WW3' is no atom"),
            ("L", "'L' is no atom; allowed are W F N D A H C Z G K R B Q; did you mean 'C'?"),
            ("rook", "no way of moving 'rook'; did you mean 'R'?"),
            ("Bishop", "no way of moving 'Bishop'; did you mean 'B'?"),
            ("quen", "no way of moving 'quen'; did you mean 'Q'?"),
            ("knights", "no way of moving 'knights'; did you mean 'N'?"),
            ("ferz", "no way of moving 'ferz'; did you mean 'F'?"),
            ("F-B", "'F-B': a bent rider is F-R or W-B"),
            ("F-", "'F-': a bent rider is F-R or W-B"),
            ("F2-R", "'-' in 'F2-R' is no atom"),
            ("jmp", "no way of moving 'jmp'; did you mean 'jump'?"),
            ("leap", "no way of moving 'leap'; it belongs in take"),
            ("swap", "no way of moving 'swap'; it belongs in act"),
            ("Qé", "'é' in 'Qé' is no atom"),
        ] {
            assert!(error(word).starts_with(text), "{word}: {}", error(word));
        }
    }
}
