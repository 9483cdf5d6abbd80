//! How moves capture. The ways of a piece are followed again, and each of its methods is asked for each
//! victim.

use crate::custom::definition::{Act, ImitatedBy, Method, Squares};
use crate::custom::generator::candidates::{self, Action, Candidate};
use crate::custom::generator::context::MoveContext;
use crate::custom::generator::paths::{Path, king_steps, queen_line};
use crate::custom::generator::program::Program;
use crate::custom::generator::sight::Mover;
use crate::custom::generator::takes::{Attempt, Captures, flag};
use crate::custom::generator::{is_placing, is_safe, legal, play, result};
use crate::position::attack::{Attack, CaptureMethod};
use crate::position::phrase::{PieceOn, piece_on};
use crate::{Bitboard, CustomGame, Direction, Geometry, Move, PieceKind, Position, Setup, Square};

/// How each capture of the side to move, those of kings too, captures each of its victims: piece by piece, the
/// shortest moves first.
pub fn attacks(program: &Program, position: &Position<CustomGame>) -> Vec<Attack> {
    if is_placing(program, position) {
        return Vec::new();
    }
    let context = MoveContext::new(program, position, position.side());
    let is_safe = |mv: &Candidate| is_safe(program, position, mv);
    let pieces = context.own.iter().filter_map(|from| Some((from, position.kind_at(from)?)));
    let mut attacks = Vec::new();
    for (from, kind) in pieces {
        let mut moves = context.candidates(kind, from);
        candidates::tell_apart(&mut moves.others, is_safe, |mv| result(program, position, mv));
        let steps = |mv: &Candidate| king_steps(context.geometry, program.wraps, [from, mv.to]);
        moves.others.sort_by_key(steps);
        for mv in moves.others.iter().filter(|mv| !mv.captures.all().is_empty()) {
            let is_legal = is_safe(mv);
            attacks.extend(context.explain(mv).map(|attack| Attack { is_legal, ..attack }));
        }
    }
    attacks
}

/// How a legal move captures each of its victims.
pub fn explain_captures(
    program: &Program,
    position: &Position<CustomGame>,
    mv: Move,
) -> Vec<Attack> {
    let context = MoveContext::new(program, position, position.side());
    legal(program, position, mv).map_or(Vec::new(), |mv| context.explain(&mv).collect())
}

/// How a piece is captured.
struct Way {
    method: CaptureMethod,
    /// The name of the kind whose method is borrowed.
    imitates: Option<&'static str>,
    helpers: Squares,
}

impl MoveContext<'_> {
    /// How a move that is legal captures each of its victims.
    fn explain(&self, mv: &Candidate) -> impl Iterator<Item = Attack> {
        let victims = mv.captures.all();
        let all_by = |method| {
            victims.iter().filter_map(|it| self.attack(mv, self.piece(it)?, method)).collect()
        };
        let attacks: Vec<Attack> = match mv.action {
            Action::Destroy => all_by(CaptureMethod::Destruction),
            Action::Explode => all_by(CaptureMethod::Explosion),
            Action::Plow(_) => all_by(CaptureMethod::Plow),
            Action::Rifle => {
                let helpers = || self.pieces(self.spotters(mv));
                let shots: Vec<Attack> = all_by(CaptureMethod::Rifle);
                shots.into_iter().map(|it| Attack { helpers: helpers(), ..it }).collect()
            }
            Action::Push(_) | Action::Pull { .. } => self.explain_forced(mv),
            _ => self.attempt_of(mv).map_or(Vec::new(), |attempt| {
                let via = self.corner(&attempt).map(|square| self.geometry.name(square));
                let explain = |victim| {
                    let way = self.way(&attempt, victim)?;
                    let attack = self.attack(mv, self.piece(victim)?, way.method)?;
                    let (imitates, helpers) = (way.imitates, self.pieces(way.helpers));
                    Some(Attack { via: via.clone(), imitates, helpers, ..attack })
                };
                victims.iter().filter_map(explain).collect()
            }),
        };
        attacks.into_iter()
    }

    fn piece(&self, square: Square) -> Option<PieceOn> {
        piece_on(self.position, square)
    }

    fn pieces(&self, squares: Squares) -> Vec<PieceOn> {
        squares.iter().filter_map(|square| self.piece(square)).collect()
    }

    /// A capture that needs no other piece.
    fn attack(&self, mv: &Candidate, victim: PieceOn, method: CaptureMethod) -> Option<Attack> {
        let from = mv.from?;
        let to = if mv.action == Action::Rifle { from } else { mv.to };
        Some(Attack {
            by: self.piece(from)?,
            to: self.geometry.name(to),
            via: None,
            victim,
            method,
            taker: None,
            imitates: None,
            helpers: Vec::new(),
            is_legal: true,
        })
    }

    /// The square where a way bends on which a piece goes on.
    fn corner(&self, attempt: &Attempt) -> Option<Square> {
        let bends = !attempt.shape.is_line && attempt.distance > 1;
        self.program.step(attempt.shape.first, attempt.from).filter(|_| bends)
    }

    /// How a piece comes to the destination of a move that is no act but a swap.
    fn attempt_of(&self, mv: &Candidate) -> Option<Attempt> {
        let from = mv.from?;
        let sight = self.sight_along_ways(mv.kind);
        let jumps = self.jumps_of(&Mover { kind: mv.kind, from, sight: &sight });
        let is_swap = matches!(mv.action, Action::Swap { .. });
        let displacing = self.occupied.has(mv.to) && !is_swap;
        let along = |path: &Path| {
            let mut found = None;
            self.travel(from, path, jumps, |next| {
                let attempt = self.attempt(mv.kind, from, path, &next, displacing);
                let captures = self.captures(&attempt).filter(|_| next.to == mv.to);
                let is_it = captures.is_some_and(|captures| {
                    let is_possible = is_swap || self.is_possible(path, &attempt, &captures);
                    captures.all() == mv.captures.all() && is_possible
                });
                found = found.or(is_it.then_some(attempt));
            });
            found
        };
        match is_swap {
            true => Direction::ALL.into_iter().find_map(|it| along(&queen_line(it))),
            false => self.kind(mv.kind).paths[self.side].iter().find_map(along),
        }
    }

    /// How a piece that goes somewhere captures another one.
    fn way(&self, attempt: &Attempt, victim: Square) -> Option<Way> {
        let content = self.kind(attempt.kind);
        let by = |attempt: &Attempt, imitates: Option<PieceKind>, method: &Method| {
            let targets = self.takeable(attempt.kind, flag(method)) & victim.into();
            let borrowed = imitates.map_or(content, |kind| self.kind(kind));
            let is_victim = self.by_method(borrowed, method, attempt, targets).has(victim);
            let is_alike = imitates.is_none_or(|kind| {
                borrowed.piece.imitated == ImitatedBy::Step || self.goes_like(kind, method, attempt)
            });
            let imitates = imitates.map(|kind| self.position.pieces().info(kind).name);
            let helpers = self.helpers(method, attempt, victim);
            let way = Way { method: named(method)?, imitates, helpers };
            (is_victim && is_alike).then_some(way)
        };
        let mut own = content.piece.takes.iter();
        own.find_map(|take| by(attempt, None, &take.method)).or_else(|| {
            let Some(Method::Imitate { mount_is_jumped, .. }) = content.imitates else {
                return None;
            };
            let (attempt, kind) =
                (attempt.counting_mount(mount_is_jumped), self.board.kind_at(victim)?);
            let imitated = &self.kind(kind).piece;
            match imitated.imitated {
                ImitatedBy::Step => by(&attempt, Some(kind), &Method::Displace),
                _ => imitated.takes.iter().find_map(|it| by(&attempt, Some(kind), &it.method)),
            }
        })
    }

    /// The pieces without which a piece that goes somewhere would not capture another one.
    fn helpers(&self, method: &Method, attempt: &Attempt, victim: Square) -> Squares {
        let is_needed = |helper: &Square| {
            let targets = Bitboard::from(victim);
            match *method {
                Method::Pincer { orthogonal, diagonal, .. } => self
                    .pinched(attempt.to, [orthogonal, diagonal], (*helper).into(), targets)
                    .has(victim),
                Method::Coordinate { moved, .. } => {
                    self.corners(attempt, *helper, moved).has(victim)
                }
                _ => false,
            }
        };
        let partners = match *method {
            Method::Pincer { partners, .. } => self.board.kinds(partners),
            Method::Coordinate { with, .. } => self.board.kinds(with),
            Method::Displace => return attempt.mount,
            _ => return Bitboard::EMPTY,
        };
        ((self.own & partners) - attempt.mover).iter().filter(is_needed).collect()
    }

    /// The pieces that spot the target of a shot, if it must be spotted.
    fn spotters(&self, mv: &Candidate) -> Squares {
        let spotters = |from: Square, act: &Act| {
            let Act::Rifle { range, free, spotter } = *act else { return Bitboard::EMPTY };
            let target = |direction| self.first(from, direction).filter(|it| it.1 == mv.to);
            let distances = Direction::ALL.into_iter().filter_map(target).map(|it| it.2);
            let nearest = distances.min().unwrap_or(range);
            let sees = |direction| self.spotter(mv.to, direction, spotter, from);
            let all: Squares = Direction::ALL.into_iter().filter_map(sees).collect();
            all.masked(nearest > free)
        };
        let acts = mv.from.into_iter().flat_map(|from| {
            self.kind(mv.kind).piece.acts.iter().map(move |act| spotters(from, act))
        });
        acts.fold(Bitboard::EMPTY, |all, squares| all | squares)
    }

    /// How the pieces that a push or a pull moves capture others.
    fn explain_forced(&self, mv: &Candidate) -> Vec<Attack> {
        let moved = self.moved_with(mv);
        // What stands on a square when all have moved, where it is before the move.
        let piece = |square: Square| {
            let is_there = |[_, to]: &&[Square; 2]| *to == square;
            self.piece(moved.iter().find(is_there).map_or(square, |[from, _]| *from))
        };
        let mut next = Setup { side: self.side, ..self.position.setup() };
        let mut attacks = Vec::new();
        play::go_on(mv, self.program, &mut next, |[from, to], before, next| {
            let explain = |context: &MoveContext, attempt: &Attempt, captures: Captures| {
                for victim in captures.all() {
                    let Some(way) = context.way(attempt, victim) else { continue };
                    let victim = piece(victim);
                    let attack = victim.and_then(|victim| self.attack(mv, victim, way.method));
                    let helpers = way.helpers.iter().filter_map(piece).collect();
                    let (taker, imitates) = (self.piece(from), way.imitates);
                    attacks.extend(attack.map(|attack| Attack {
                        taker,
                        imitates,
                        helpers,
                        ..attack
                    }));
                }
            };
            play::with_captures([from, to], before, self.program, next, explain);
            play::arrive([from, to], before, self.program, next, &mut |_, _| ());
        });
        attacks
    }
}

/// The name of a method that is no imitation.
fn named(method: &Method) -> Option<CaptureMethod> {
    Some(match method {
        Method::Displace => CaptureMethod::Displacement,
        Method::Pincer { .. } => CaptureMethod::Pincer,
        Method::Withdraw => CaptureMethod::Withdrawal,
        Method::Approach => CaptureMethod::Approach,
        Method::Leap { .. } => CaptureMethod::Leap,
        Method::Coordinate { .. } => CaptureMethod::Coordination,
        Method::Around { .. } => CaptureMethod::Around,
        Method::Plow => CaptureMethod::Plow,
        Method::Fly => CaptureMethod::Flight,
        Method::Offset(_) => CaptureMethod::Offset,
        Method::Imitate { .. } => return None,
    })
}
