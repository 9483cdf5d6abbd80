//! The moves of the pieces, own royals' safety aside (rules, 2, 4 and 10).

use std::sync::LazyLock;

use super::Position;
use super::betza::{self, Motion};
use super::board::{Letters, Piece};
use super::geometry::{ALL, Squares, Step};
use super::kinds::{Choice, Imitated, Kind, Method};
use super::taking::Victim;
use super::ways::{Leaping, Style, Way};

/// What is done besides taking the victims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// The piece goes to its square, perhaps becomes another one, perhaps is removed with its
    /// victims (`around`, `self`).
    Go {
        leaps: bool,
        promotion: Option<char>,
        dies: bool,
    },
    /// It changes places; `banned` says that the two may not change back at once.
    Swap {
        banned: bool,
    },
    /// It pushes what stands on its square one step on.
    Push(Step),
    /// It steps and pulls what stands behind it.
    Pull(Step),
    Rifle,
    /// The piece on the square `to` goes to this square, the actor stays.
    Attract(usize),
    Repel(usize),
    /// It enters an occupied square and pushes the unbroken line on, perhaps across the edge.
    Plow {
        d: Step,
        crossing: bool,
    },
    /// It leaves together with its victim.
    Destroy,
    /// It leaves together with its victims, for good.
    Explode,
    /// It goes to its square and leaves a piece of the hand on the square it left.
    Leave(char),
    /// A piece of the hand is put on the square.
    Drop(char),
    /// A frozen piece leaves.
    Suicide,
}

/// A move.
#[derive(Clone, Debug)]
pub struct Action {
    pub from: usize,
    pub to: usize,
    pub deed: Deed,
    pub victims: Vec<Victim>,
    /// The squares that the piece passes over or lands on.
    pub passed: Squares,
}

impl Action {
    /// A move that takes nothing and passes over nothing.
    pub fn quiet(from: usize, to: usize, deed: Deed) -> Self {
        Self { from, to, deed, victims: Vec::new(), passed: Squares::default() }
    }

    /// The squares of the victims.
    pub fn squares(&self) -> Vec<usize> {
        self.victims.iter().map(|victim| victim.square).collect()
    }

    /// The partner of a swap.
    fn partner(&self) -> Option<usize> {
        Some(self.to).filter(|_| matches!(self.deed, Deed::Swap { .. }))
    }

    /// Whether a zone only to take in binds the move: not destruction, suicide, acts that leave the
    /// actor where it stands (rules, 10), nor drops, which are no moves of a piece.
    fn is_bound(&self) -> bool {
        match self.deed {
            Deed::Go { .. } | Deed::Swap { .. } | Deed::Plow { .. } | Deed::Leave(_) => true,
            Deed::Push(_) | Deed::Pull(_) => true,
            Deed::Rifle | Deed::Attract(_) | Deed::Repel(_) | Deed::Destroy => false,
            Deed::Explode | Deed::Drop(_) | Deed::Suicide => false,
        }
    }
}

/// The queen lines, and single steps along them.
static QUEEN: LazyLock<Vec<Motion>> = LazyLock::new(|| betza::read_word("Q").expect("a word"));
static KING: LazyLock<Vec<Motion>> = LazyLock::new(|| betza::read_word("K").expect("a word"));

impl Position {
    /// All moves of a side's pieces on the board.
    pub(super) fn moves_of_pieces(&self, white: bool) -> Vec<Action> {
        let pieces = self.board.pieces_of(white);
        pieces.flat_map(|(from, piece)| self.moves_of_piece(piece, from, Letters::ALL)).collect()
    }

    /// All moves of the piece on a square: when frozen only suicide, and not for a royal. Those that
    /// take none of the `wanted` kinds may be missing.
    pub(super) fn moves_of_piece(&self, piece: Piece, from: usize, wanted: Letters) -> Vec<Action> {
        let kind = self.kind(piece);
        if self.frozen(from) {
            let leaves = self.game.suicide && !kind.royal;
            return leaves.then(|| Action::quiet(from, from, Deed::Suicide)).into_iter().collect();
        }
        let able = !self.is_neutralized(from);
        let mut actions = self.goings(piece, from, able, wanted);
        if able {
            actions.extend(self.plows(piece, from));
            actions.extend(self.acts(piece, from));
        }
        if self.game.rank_limit && !kind.royal {
            let (_, rank) = self.game.geometry.coordinates(from);
            let reach = if piece.white { rank + 1 } else { self.game.geometry.ranks - rank };
            let length = |action: &Action| self.game.geometry.distance(action.from, action.to);
            actions.retain(|action| !action.is_bound() || length(action) <= reach);
        }
        self.without_needless(actions)
    }

    /// The moves that the zone only to take in allows (rules, 4, ring rule): those that take, if no
    /// other move of the piece takes the same with fewer squares of the zone.
    fn without_needless(&self, mut actions: Vec<Action>) -> Vec<Action> {
        let Some(zone) = self.game.only_to_take else {
            return actions;
        };
        let squares = |action: &Action| action.passed.also_in(zone).len();
        let taken = |action: &Action| (action.squares(), action.partner());
        let allowed = |action: &Action| {
            let takes = !action.victims.is_empty() || action.partner().is_some();
            let cheaper = |other: &Action| {
                other.is_bound()
                    && taken(other) == taken(action)
                    && squares(other) < squares(action)
            };
            squares(action) == 0 || (takes && !actions.iter().any(cheaper))
        };
        let fits = |action: &Action| !action.is_bound() || allowed(action);
        let mut fits = actions.iter().map(fits).collect::<Vec<_>>().into_iter();
        actions.retain(|_| fits.next() == Some(true));
        actions
    }

    /// How a kind leaps: by its own method, or as strictly as the strictest of the kinds that it
    /// imitates (rules, 10, imitate).
    fn leaping(&self, kind: &Kind) -> Option<Leaping> {
        let own = |kind: &Kind| {
            kind.methods().find_map(|method| match *method {
                Method::Leap { several, slide_on } => Some(Leaping { several, slide_on }),
                _ => None,
            })
        };
        if own(kind).is_some() || !kind.has("imitate") {
            return own(kind);
        }
        let kinds = self.game.kinds.iter().map(|(_, kind)| kind);
        let imitated = kinds.filter(|kind| kind.imitated == Imitated::Own);
        imitated.filter_map(own).reduce(|one, other| Leaping {
            several: one.several && other.several,
            slide_on: one.slide_on && other.slide_on,
        })
    }

    /// The moves by which a piece goes along its own ways, and a chameleon along those of the kinds
    /// that it takes. Those that take none of the `wanted` kinds may be missing.
    pub(super) fn goings(
        &self,
        piece: Piece,
        from: usize,
        able: bool,
        wanted: Letters,
    ) -> Vec<Action> {
        let kind = self.kind(piece);
        let all = wanted == Letters::ALL;
        if !all && (!able || kind.takes.is_empty()) {
            return Vec::new();
        }
        let leaping = self.leaping(kind).filter(|_| able);
        let ways = self.ways(from, piece.white, &kind.motions, leaping);
        let go = |way: &Way, actions: &mut _| {
            // No piece displaces one of its own.
            let blocked = self.board.pieces[way.to].is_some_and(|met| met.white == piece.white);
            if !blocked && (all || self.takes_some_of(piece, way, wanted)) {
                self.go(piece, way, able, actions);
            }
        };
        let mut actions = Vec::new();
        ways.iter().for_each(|way| go(way, &mut actions));
        if able && kind.has("imitate") {
            let present = self.board.kinds_of(!piece.white);
            for (letter, other) in self.game.kinds.iter().filter(|(letter, _)| present.has(*letter))
            {
                // Only to take a piece of that kind.
                let hits = |action: &Action| {
                    let mut imitated = action.victims.iter().filter(|victim| victim.imitated);
                    imitated.any(|victim| self.is_enemy(piece, victim.square, letter))
                };
                let mut needed = self.needed_ways(piece, from, other, leaping);
                needed.retain(|way| !ways.contains(way));
                let mut found = Vec::new();
                needed.iter().for_each(|way| go(way, &mut found));
                actions.extend(found.into_iter().filter(hits));
            }
        }
        actions
    }

    /// Whether an enemy of that kind is on the square.
    fn is_enemy(&self, piece: Piece, square: usize, kind: char) -> bool {
        self.board.pieces[square] == Some(Piece { white: !piece.white, kind })
    }

    /// The ways that a chameleon may need to take a kind.
    fn needed_ways(
        &self,
        piece: Piece,
        from: usize,
        other: &Kind,
        leaping: Option<Leaping>,
    ) -> Vec<Way> {
        let own = &self.kind(piece).motions;
        let lacks = |motion: &&Motion| !own.iter().any(|own| own.covers(motion));
        let (motions, leaping): (&[Motion], _) = match other.imitated {
            Imitated::Own if !other.takes.is_empty() => (&other.motions, leaping),
            Imitated::Step => (&KING, None),
            Imitated::Own | Imitated::Never => (&[], None),
        };
        // Most are along its own ways, on which this would be asked again.
        let mut ways = self.ways(from, piece.white, motions.iter().filter(lacks), leaping);
        // What stands at the end does not matter; who may displace there is seen from the motions.
        for way in &mut ways {
            way.only_empty = false;
            way.only_displacing = false;
        }
        ways
    }

    /// Adds the moves along a way with all that they take, one for each promotion; none if the way
    /// is impossible or forbidden.
    fn go(&self, piece: Piece, way: &Way, able: bool, actions: &mut Vec<Action>) {
        let victims = if able { self.victims(piece, way) } else { Some(Vec::new()) };
        let Some(victims) = victims else {
            return;
        };
        let displaced = victims.iter().any(|victim| victim.square == way.to);
        let occupied = self.board.pieces[way.to].is_some();
        let lands = if occupied { displaced && !way.only_empty } else { !way.only_displacing };
        if !lands {
            return;
        }
        let kind = self.kind(piece);
        let (leaps, dies) = (!way.jumped.is_empty(), self.dies(piece, &victims));
        let promotions = if dies { Vec::new() } else { self.promotions(piece, way.to) };
        // To become one of the own kind is no promotion.
        let must = kind.promotion.as_ref().is_some_and(|promotion| match &promotion.choice {
            Choice::Letters(letters) => promotion.must && !letters.contains(piece.kind),
            _ => promotion.must,
        });
        let action = |promotion| Action {
            from: way.from,
            to: way.to,
            deed: Deed::Go { leaps, promotion, dies },
            victims: victims.clone(),
            passed: way.passed,
        };
        actions.extend(promotions.iter().map(|&kind| action(Some(kind))));
        if !must || promotions.is_empty() {
            actions.push(action(None));
        }
    }

    /// Whether a piece is removed with its victims (rules, 10, `around`): by its own method, or as
    /// a chameleon by that of a victim.
    fn dies(&self, piece: Piece, victims: &[Victim]) -> bool {
        let own = |kind: &Kind| {
            kind.methods().any(|method| matches!(method, Method::Around { itself: true, .. }))
        };
        victims.iter().any(|victim| own(self.kind(piece)) || victim.kills)
    }

    /// What a piece may become on a square on which its own move ends (games, 3, `promote`).
    fn promotions(&self, piece: Piece, to: usize) -> Vec<char> {
        let Some(promotion) = &self.kind(piece).promotion else {
            return Vec::new();
        };
        if !self.game.zones.get(&promotion.zone).is_some_and(|zone| zone.has(piece.white, to)) {
            return Vec::new();
        }
        let now = |kind: char| {
            self.board.pieces_of(piece.white).filter(|(_, piece)| piece.kind == kind).count()
        };
        let first = |white: bool, kind: char| {
            self.game.first.men_of(white).filter(|man| man.kind == kind).count()
        };
        let fits = |kind: char| match &promotion.choice {
            Choice::Letters(letters) => letters.contains(kind) && kind != piece.kind,
            Choice::AbsentOf { absent, always } => {
                (always.contains(kind) && kind != piece.kind)
                    || (absent.contains(kind) && now(kind) == 0)
            }
            _ if self.game.kind(kind).royal || kind == piece.kind => false,
            Choice::Lost => now(kind) < first(piece.white, kind),
            Choice::Absent => {
                let pooled = self.game.first.pool.contains(&kind);
                now(kind) == 0 && (pooled || first(true, kind) + first(false, kind) > 0)
            }
        };
        self.game.kinds.iter().map(|(letter, _)| letter).filter(|&kind| fits(kind)).collect()
    }

    /// The moves that plow: a slide enters the first occupied square of its line (rules, 10).
    fn plows(&self, piece: Piece, from: usize) -> Vec<Action> {
        let kind = self.kind(piece);
        let mut ways = Vec::new();
        if kind.has("plow") {
            let own = self.ways(from, piece.white, &kind.motions, None);
            ways.extend(own.into_iter().map(|way| (way, None)));
        }
        if kind.has("imitate") {
            for (letter, other) in self.game.kinds.iter() {
                if other.imitated == Imitated::Own && other.has("plow") {
                    let needed = self.ways(from, piece.white, &other.motions, None);
                    ways.extend(needed.into_iter().map(|way| (way, Some(letter))));
                }
            }
        }
        ways.retain(|(way, _)| {
            let meets = way.style == Style::Line && self.board.pieces[way.to].is_some();
            meets && !way.only_empty && !way.only_displacing && ALL.contains(&way.last)
        });
        let plow = |(way, imitated): &(Way, Option<char>)| self.plow(piece, way, *imitated);
        ways.iter().filter_map(plow).collect()
    }

    /// The plowing along a way; a chameleon does it only if a piece of the imitated kind is taken.
    fn plow(&self, piece: Piece, way: &Way, imitated: Option<char>) -> Option<Action> {
        let line = self.pushed_line(way.from, way.to, (way.last, way.crossing))?;
        let (last, falls) = (*line.pieces.last()?, line.falls);
        let fallen = self.board.pieces[last].filter(|_| falls);
        let mut takers = vec![piece.kind];
        takers.extend(imitated);
        let lost = fallen.is_some_and(|fallen| {
            let own_royal = fallen.white == piece.white && self.kind(fallen).royal;
            let safe = !self.can_take(piece.white, last, "plow", &takers);
            own_royal || (fallen.white != piece.white && safe)
        });
        let fits = |letter: char| fallen.is_some() && self.is_enemy(piece, last, letter);
        if lost || !imitated.is_none_or(fits) {
            return None;
        }
        let methods = imitated.map_or(self.kind(piece), |letter| self.game.kind(letter));
        let mut takings = methods.takes.iter().flatten();
        let effect = takings.find(|taking| taking.name == "plow").and_then(|taking| taking.effect);
        let effect = self.game.effect(effect);
        let imitates = imitated.is_some();
        let victim =
            Victim { square: last, effect, name: "plow", imitated: imitates, kills: false };
        Some(Action {
            from: way.from,
            to: way.to,
            deed: Deed::Plow { d: way.last, crossing: way.crossing },
            victims: fallen.map(|_| victim).into_iter().collect(),
            passed: way.passed,
        })
    }

    /// The unbroken line of pieces from a square on, the square `from` being empty; none if it goes
    /// round the cylinder.
    pub(super) fn pushed_line(
        &self,
        from: usize,
        first: usize,
        (d, crossing): (Step, bool),
    ) -> Option<PushedLine> {
        let mut line = PushedLine { pieces: vec![first], falls: false };
        let mut last = first;
        loop {
            match self.game.geometry.step(last, d, 1, crossing) {
                None => line.falls = true,
                Some(next) if next == first => return None,
                Some(next) if next != from && self.board.pieces[next].is_some() => {
                    line.pieces.push(next);
                    last = next;
                    continue;
                }
                Some(_) => {}
            }
            return Some(line);
        }
    }

    /// The ways to the first piece of every queen line, over the pieces that a leaper jumps.
    pub(super) fn swap_ways(&self, from: usize, white: bool, leaping: Option<Leaping>) -> Vec<Way> {
        let mut ways = self.ways(from, white, &*QUEEN, leaping);
        ways.retain(|way| self.board.pieces[way.to].is_some());
        for way in &mut ways {
            way.style = Style::Swap;
        }
        ways
    }

    /// How a chameleon leaps on its way to a swap.
    pub(super) fn leaping_of(&self, piece: Piece) -> Option<Leaping> {
        self.leaping(self.kind(piece))
    }
}

/// The squares of an unbroken line of pieces, and whether its last one is pushed off the board.
pub struct PushedLine {
    pub pieces: Vec<usize>,
    pub falls: bool,
}
