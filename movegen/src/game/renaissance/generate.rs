//! The moves that only this game has, set by set (rules, 6).
//!
//! Few of them need a test. To a threat against the own king it matters where own men stand, not
//! what they are, but for the king, for immobilizers, and for pullers, which enemy pullers may pull
//! along with what is behind them. And a man more only stands in its way. So when there is no check,
//! most drops and trades with own men are safe, and so are most pushes that make no room.

use std::ops::ControlFlow;

use crate::capture::{explode, pull};
use crate::game::baroque::{After, Baroque, Generator, Threats};
use crate::game::{Game, MoveGroup, Scope};
use crate::{Board, Geometry, Move, PieceKind, Position, Special, Square};

use super::deed::{is_safe, keeps_king};
use super::train::{Train, pushable};
use super::{Board9x9, Renaissance, Set};

/// See [`Game::generate`].
#[inline]
pub fn generate(
    position: &Position<Renaissance>,
    scope: Scope,
    mut listener: impl FnMut(MoveGroup<u128>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if Renaissance::decided(position).is_some() {
        return ControlFlow::Continue(());
    }
    let generator = Generator::new(position);
    generator.moves(scope, &mut listener)?;
    specials(&generator, scope, listener)
}

/// See [`Game::count`].
#[inline]
pub fn count(position: &Position<Renaissance>) -> u64 {
    if Renaissance::decided(position).is_some() {
        return 0;
    }
    let generator = Generator::new(position);
    let mut count = generator.count();
    let _ = specials(&generator, Scope::All, |group| {
        count += u64::from(group.landings().len());
        ControlFlow::Continue(())
    });
    count
}

/// The moves that only this game has.
#[inline(always)]
fn specials(
    generator: &Generator<Renaissance>,
    scope: Scope,
    mut listener: impl FnMut(MoveGroup<u128>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Some(threats) = &generator.threats else {
        return ControlFlow::Continue(());
    };
    let specials = Specials::new(generator.position, threats, generator.free);
    specials.explosions(scope, &mut listener)?;
    specials.pushes(scope, &mut listener)?;
    specials.pulls(scope, &mut listener)?;
    if scope == Scope::All {
        specials.resurrections(&mut listener)?;
        specials.drops(&mut listener)?;
    }
    ControlFlow::Continue(())
}

/// Everything that the moves below are made from, computed once a position.
struct Specials<'a> {
    position: &'a Position<Renaissance>,
    board: &'a Board<u128>,
    threats: &'a Threats<'a, Renaissance>,
    /// Own men that can move.
    free: Set,
    occupied: Set,
    /// Men that matter to threats by what they are: own ones wherever they stand, enemy ones unless
    /// they come to stand beside the own king.
    weighty: Set,
    /// Squares on which an own puller may be a link of a chain behind an enemy one.
    links: Set,
    /// Squares on which an own immobilizer would hold a man that gives check.
    freezing: Set,
}

impl<'a> Specials<'a> {
    #[inline(always)]
    fn new(
        position: &'a Position<Renaissance>,
        threats: &'a Threats<'a, Renaissance>,
        free: Set,
    ) -> Self {
        let board = position.board();
        let links = Renaissance::links(threats, PieceKind::Puller, None);
        Self {
            position,
            board,
            threats,
            free,
            occupied: board.occupied(),
            weighty: weighty(threats, !links.is_empty()),
            links,
            freezing: Board9x9::neighbours_of_all(threats.checkers),
        }
    }

    #[inline(always)]
    fn men(&self, kind: PieceKind) -> Set {
        self.free & self.board.kind(kind)
    }

    #[inline(always)]
    fn explosions(
        &self,
        scope: Scope,
        mut listener: impl FnMut(MoveGroup<u128>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for bomb in self.men(PieceKind::Bomb) {
            let victims = explode::victims::<Board9x9>(bomb, self.occupied);
            let here = Set::from(bomb).only_if(self.survives(victims | bomb.into()));
            let quiets = here.only_if(victims.is_empty() && scope == Scope::All);
            let captures = here.only_if(!victims.is_empty());
            listener(MoveGroup::plain(PieceKind::Bomb, bomb, quiets, captures))?;
        }
        ControlFlow::Continue(())
    }

    /// Whether the own king is safe when the men on some squares go.
    #[inline(always)]
    fn survives(&self, gone: Set) -> bool {
        let now = self.threats.now();
        if gone.has(now.king) {
            return false;
        }
        let sheltered = !self.threats.in_check();
        (sheltered && !gone.meets(self.threats.opening | now.immobilizers))
            || !self.threats.attacked(&After {
                king: now.king,
                own: now.own - gone,
                immobilizers: now.immobilizers - gone,
                pullers: now.pullers - gone,
                enemy: now.enemy - gone,
            })
    }

    #[inline(always)]
    fn pushes(
        &self,
        scope: Scope,
        mut listener: impl FnMut(MoveGroup<u128>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for from in self.men(PieceKind::Pusher) {
            let landings = pushable(self.board, from);
            let [quiets, captures] =
                self.trains(scope, landings, |to| Train::pushed(self.board, from, to));
            listener(MoveGroup::plain(PieceKind::Pusher, from, quiets, captures))?;
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn pulls(
        &self,
        scope: Scope,
        mut listener: impl FnMut(MoveGroup<u128>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for from in self.men(PieceKind::Puller) {
            let landings = pull::landings::<Board9x9>(from, self.occupied);
            let train = |to| Train::pulled(self.board, from, to);
            let [quiets, captures] = self.trains(scope, landings, train);
            let (kind, special) = (PieceKind::Puller, Special::Pull);
            listener(MoveGroup { kind, from: Some(from), special, quiets, captures })?;
        }
        ControlFlow::Continue(())
    }

    /// The legal ones among the landing squares of pushes or pulls: those that take nothing, if
    /// wanted, and those that take something.
    #[inline(always)]
    fn trains(
        &self,
        scope: Scope,
        landings: Set,
        train: impl Fn(Square) -> Option<Train>,
    ) -> [Set; 2] {
        let mut legal = [Set::EMPTY; 2];
        for (to, train) in landings.iter().filter_map(|to| Some((to, train(to)?))) {
            let victims = train.victims(self.board, self.position.rules());
            let takes = !(train.met | victims).is_empty();
            let wanted = takes || scope == Scope::All;
            if wanted && (self.is_harmless(&train, victims) || self.survives_train(&train)) {
                legal[usize::from(takes)] |= to.into();
            }
        }
        legal
    }

    /// Whether a push or a pull needs no test.
    #[inline(always)]
    fn is_harmless(&self, train: &Train, victims: Set) -> bool {
        let After { king, own, enemy, .. } = self.threats.now();
        !self.threats.in_check()
            && train.met.is_empty()
            && !(train.men | (victims & own)).meets(self.weighty)
            && !(train.left() | victims).meets(self.threats.opening)
            && !train.moved(enemy & train.men).meets(Board9x9::neighbours(king))
    }

    /// Whether the own king is safe after a push or a pull.
    fn survives_train(&self, train: &Train) -> bool {
        let mut next = *self.board;
        train.run(self.board, self.position.rules(), &mut next, |_, _| ());
        keeps_king(self.position, &next)
    }

    /// Trades, and steps that leave a man of the hand behind.
    #[inline(always)]
    fn resurrections(
        &self,
        mut listener: impl FnMut(MoveGroup<u128>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for from in self.men(PieceKind::Resurrector) {
            let beside = Board9x9::neighbours(from);
            let trades = self.trades(from, beside & self.occupied);
            listener(MoveGroup::plain(PieceKind::Resurrector, from, trades, Set::EMPTY))?;
            self.puts(Some(from), beside - self.occupied, &mut listener)?;
        }
        ControlFlow::Continue(())
    }

    /// Those neighbours with which a resurrector may trade places.
    #[inline(always)]
    fn trades(&self, from: Square, neighbours: Set) -> Set {
        let After { king, enemy, .. } = self.threats.now();
        let in_check = self.threats.in_check();
        let comes_near = Board9x9::neighbours(king).has(from);
        let tested = neighbours & (self.weighty | enemy.only_if(in_check || comes_near));
        let safe = |&to: &Square| is_safe(self.position, Move::new(from, to));
        // Others change nothing.
        let others = (neighbours - tested).only_if(!in_check);
        others | tested.iter().filter(safe).collect()
    }

    #[inline(always)]
    fn drops(&self, listener: impl FnMut(MoveGroup<u128>) -> ControlFlow<()>) -> ControlFlow<()> {
        self.puts(None, Board9x9::squares() - self.occupied, listener)
    }

    /// Each kind of man in hand is put on the landing square, or where a resurrector comes from.
    #[inline(always)]
    fn puts(
        &self,
        resurrector: Option<Square>,
        landings: Set,
        mut listener: impl FnMut(MoveGroup<u128>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let hand = self.board.hand(self.position.side());
        if hand.is_empty() {
            return ControlFlow::Continue(());
        }
        // Most kinds are all the same.
        let usual = self.legal_puts(PieceKind::Pawn, resurrector, landings);
        for put in hand.kinds() {
            let quiets = match put {
                PieceKind::Immobilizer | PieceKind::Puller => {
                    self.legal_puts(put, resurrector, landings)
                }
                _ => usual,
            };
            let kind = if resurrector.is_some() { PieceKind::Resurrector } else { put };
            let special = Special::Man(put);
            let captures = Set::EMPTY;
            listener(MoveGroup { kind, from: resurrector, special, quiets, captures })?;
        }
        ControlFlow::Continue(())
    }

    /// The landing squares that the own king allows when a man of the hand is put on the board.
    #[inline(always)]
    fn legal_puts(&self, put: PieceKind, resurrector: Option<Square>, landings: Set) -> Set {
        let safe = |&to: &Square| self.survives_put(put, resurrector.unwrap_or(to), to);
        // The landings with which the man comes to one of the squares.
        let puts_on = |squares: Set| match resurrector {
            Some(from) => landings.only_if(squares.has(from)),
            None => landings & squares,
        };
        if self.threats.in_check() {
            let freezes = puts_on(self.freezing).only_if(put == PieceKind::Immobilizer);
            let helpful = (landings & self.threats.blocking) | freezes;
            return helpful.iter().filter(safe).collect();
        }
        let doubtful = puts_on(self.links).only_if(put == PieceKind::Puller);
        (landings - doubtful) | doubtful.iter().filter(safe).collect()
    }

    /// Whether the own king is safe when a man of the hand is put on a square and a free square is
    /// filled, which is the same one or a neighbour of it.
    #[inline(always)]
    fn survives_put(&self, put: PieceKind, on: Square, filled: Square) -> bool {
        let now = self.threats.now();
        let man = |kind| Set::from(on).only_if(put == kind);
        !self.threats.attacked(&After {
            own: now.own | filled.into(),
            immobilizers: now.immobilizers | man(PieceKind::Immobilizer),
            pullers: now.pullers | man(PieceKind::Puller),
            ..now
        })
    }
}

/// Own kings, immobilizers and, where there may be chains, pullers; enemy men that may threaten the
/// own king although they are not beside it, and those that help others to do so.
#[inline(always)]
fn weighty(threats: &Threats<Renaissance>, chains: bool) -> Set {
    let After { king, own, enemy, .. } = threats.now();
    let kind = |kind| threats.board.kind(kind);
    let kings = kind(PieceKind::King);
    let lines = Board9x9::rook_lines(king);
    let pinches = (lines & Board9x9::neighbours(king)).meets(enemy);
    let enemies = kings
        | kind(PieceKind::Leaper)
        | kind(PieceKind::Pusher)
        | kind(PieceKind::Puller)
        | kind(PieceKind::Pawn).only_if(pinches)
        | kind(PieceKind::Coordinator).only_if(lines.meets(enemy & kings));
    let owns = kings | kind(PieceKind::Immobilizer) | kind(PieceKind::Puller).only_if(chains);
    (enemy & enemies) | (own & owns)
}
