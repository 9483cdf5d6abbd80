//! The special moves of Renaissance as sets of destinations (rules, 6).
//!
//! Few of them need a test for safety of the own king. A threat depends on where own pieces are,
//! but not on their kinds, except for the king, for immobilizers, and for pullers, which enemy
//! pullers may pull along with the piece behind them. An additional piece can only block it. So
//! without check most drops and trades with own pieces are safe, and most pushes that vacate no
//! blocking square.

use std::ops::ControlFlow;

use crate::capture::{explode, pull};
use crate::game::common::{Generator, Occupancy, Threats};
use crate::{
    Board, Game, GenType, Geometry, Move, MoveGroup, PieceKind, Position, Special, Square,
};

use super::board::{Board9x9, Set};
use super::chain::{ForcedChain, pushable};
use super::move_kind::{is_king_safe, is_safe};
use super::{Renaissance, kinds};

/// See [`Game::generate`].
#[inline]
pub fn generate(
    position: &Position<Renaissance>,
    gen_type: GenType,
    mut visitor: impl FnMut(MoveGroup<Board9x9>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if Renaissance::immediate_outcome(position).is_some() {
        return ControlFlow::Continue(());
    }
    let generator = Generator::new(position);
    generator.moves(gen_type, &mut visitor)?;
    specials(&generator, gen_type, visitor)
}

/// See [`Game::count`].
#[inline]
pub fn count(position: &Position<Renaissance>) -> u64 {
    if Renaissance::immediate_outcome(position).is_some() {
        return 0;
    }
    let generator = Generator::new(position);
    let mut count = generator.count();
    let _ = specials(&generator, GenType::All, |group| {
        count += u64::from(group.destinations().len());
        ControlFlow::Continue(())
    });
    count
}

/// Generates the moves that only Renaissance has.
#[inline(always)]
fn specials(
    generator: &Generator<Renaissance>,
    gen_type: GenType,
    mut visitor: impl FnMut(MoveGroup<Board9x9>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Some(threats) = &generator.threats else {
        return ControlFlow::Continue(());
    };
    let specials = Specials::new(generator.position, threats, generator.free);
    specials.explosions(gen_type, &mut visitor)?;
    specials.pushes(gen_type, &mut visitor)?;
    specials.pulls(gen_type, &mut visitor)?;
    if gen_type == GenType::All {
        specials.resurrections(&mut visitor)?;
        specials.drops(&mut visitor)?;
    }
    ControlFlow::Continue(())
}

/// The inputs of the special moves, computed once per position.
struct Specials<'a> {
    position: &'a Position<Renaissance>,
    board: &'a Board<Renaissance>,
    threats: &'a Threats<'a, Renaissance>,
    /// Own pieces that are not frozen.
    free: Set,
    occupied: Set,
    /// Pieces whose kinds matter to threats against the own king: own pieces on any square, enemies
    /// on squares that are not adjacent to it.
    king_relevant: Set,
    /// Squares on which an own puller may be a link of a chain that an enemy pulls.
    links: Set,
    /// Squares on which an own immobilizer would freeze a checker.
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
        let links = threats.view.chain_links(kinds::PULLER, None);
        Self {
            position,
            board,
            threats,
            free,
            occupied: board.occupied(),
            king_relevant: king_relevant(threats, !links.is_empty()),
            links,
            freezing: Board9x9.neighbours_of_all(threats.checkers),
        }
    }

    #[inline(always)]
    fn pieces(&self, kind: PieceKind) -> Set {
        self.free & self.board.kind(kind)
    }

    #[inline(always)]
    fn explosions(
        &self,
        gen_type: GenType,
        mut visitor: impl FnMut(MoveGroup<Board9x9>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for bomb in self.pieces(kinds::BOMB) {
            let victims = explode::victims(Board9x9, bomb, self.occupied);
            let here = Set::from(bomb).masked(self.survives(victims | bomb.into()));
            let quiets = here.masked(victims.is_empty() && gen_type == GenType::All);
            let captures = here.masked(!victims.is_empty());
            visitor(MoveGroup::plain(kinds::BOMB, bomb, quiets, captures))?;
        }
        ControlFlow::Continue(())
    }

    /// Whether the own king is safe after the pieces on some squares are removed.
    #[inline(always)]
    fn survives(&self, gone: Set) -> bool {
        let now = self.threats.view.now;
        if gone.has(now.king) {
            return false;
        }
        let sheltered = !self.threats.in_check();
        (sheltered && !gone.intersects(self.threats.discoverers | now.immobilizers))
            || !self.threats.view.attacked(&Occupancy {
                king: now.king,
                own: now.own - gone,
                immobilizers: now.immobilizers - gone,
                chain_links: now.chain_links - gone,
                enemy: now.enemy - gone,
            })
    }

    #[inline(always)]
    fn pushes(
        &self,
        gen_type: GenType,
        mut visitor: impl FnMut(MoveGroup<Board9x9>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for from in self.pieces(kinds::PUSHER) {
            let destinations = pushable(self.board, from);
            let [quiets, captures] =
                self.chains(gen_type, destinations, |to| ForcedChain::pushed(self.board, from, to));
            visitor(MoveGroup::plain(kinds::PUSHER, from, quiets, captures))?;
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn pulls(
        &self,
        gen_type: GenType,
        mut visitor: impl FnMut(MoveGroup<Board9x9>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for from in self.pieces(kinds::PULLER) {
            let destinations = pull::destinations(Board9x9, from, self.occupied);
            let chain = |to| ForcedChain::pulled(self.board, from, to);
            let [quiets, captures] = self.chains(gen_type, destinations, chain);
            let (kind, special) = (kinds::PULLER, Special::Pull);
            visitor(MoveGroup { kind, from: Some(from), special, quiets, captures })?;
        }
        ControlFlow::Continue(())
    }

    /// The legal ones of the destinations of pushes or pulls: quiet ones, if wanted, and captures.
    #[inline(always)]
    fn chains(
        &self,
        gen_type: GenType,
        destinations: Set,
        chain: impl Fn(Square) -> Option<ForcedChain>,
    ) -> [Set; 2] {
        let mut legal = [Set::EMPTY; 2];
        for (to, chain) in destinations.iter().filter_map(|to| Some((to, chain(to)?))) {
            let victims = chain.victims(self.board, self.position.rules());
            let captures = !(chain.displaced | victims).is_empty();
            let wanted = captures || gen_type == GenType::All;
            if wanted && (self.is_harmless(&chain, victims) || self.survives_chain(&chain)) {
                legal[usize::from(captures)] |= to.into();
            }
        }
        legal
    }

    /// Whether a push or a pull needs no test.
    #[inline(always)]
    fn is_harmless(&self, chain: &ForcedChain, victims: Set) -> bool {
        let Occupancy { king, own, enemy, .. } = self.threats.view.now;
        !self.threats.in_check()
            && chain.displaced.is_empty()
            && !(chain.pieces | (victims & own)).intersects(self.king_relevant)
            && !(chain.left() | victims).intersects(self.threats.discoverers)
            && !chain.moved(enemy & chain.pieces).intersects(Board9x9.neighbours(king))
    }

    /// Whether the own king is safe after a push or a pull.
    fn survives_chain(&self, chain: &ForcedChain) -> bool {
        let mut next = *self.board;
        chain.run(self.board, self.position.rules(), &mut next, |_, _| ());
        is_king_safe(self.position, &next)
    }

    /// Trades, and steps that leave a piece of the hand behind.
    #[inline(always)]
    fn resurrections(
        &self,
        mut visitor: impl FnMut(MoveGroup<Board9x9>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for from in self.pieces(kinds::RESURRECTOR) {
            let beside = Board9x9.neighbours(from);
            let trades = self.trades(from, beside & self.occupied);
            visitor(MoveGroup::plain(kinds::RESURRECTOR, from, trades, Set::EMPTY))?;
            self.puts(Some(from), beside - self.occupied, &mut visitor)?;
        }
        ControlFlow::Continue(())
    }

    /// The adjacent pieces with which a resurrector may legally trade places.
    #[inline(always)]
    fn trades(&self, from: Square, neighbours: Set) -> Set {
        let Occupancy { king, enemy, .. } = self.threats.view.now;
        let in_check = self.threats.in_check();
        let comes_near = Board9x9.neighbours(king).has(from);
        let tested = neighbours & (self.king_relevant | enemy.masked(in_check || comes_near));
        let safe = |&to: &Square| is_safe(self.position, Move::new(from, to));
        // Other trades do not affect threats.
        let others = (neighbours - tested).masked(!in_check);
        others | tested.iter().filter(safe).collect()
    }

    #[inline(always)]
    fn drops(
        &self,
        visitor: impl FnMut(MoveGroup<Board9x9>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.puts(None, Board9x9.squares() - self.occupied, visitor)
    }

    /// Placements of each kind in hand: drops on a destination, or on the square that a resurrector
    /// leaves.
    #[inline(always)]
    fn puts(
        &self,
        resurrector: Option<Square>,
        destinations: Set,
        mut visitor: impl FnMut(MoveGroup<Board9x9>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let hand = self.board.hand(self.position.side());
        if hand.is_empty() {
            return ControlFlow::Continue(());
        }
        // The kind matters only for immobilizers and pullers.
        let usual = self.legal_puts(kinds::PAWN, resurrector, destinations);
        for put in hand.kinds() {
            let quiets = match put {
                kinds::IMMOBILIZER | kinds::PULLER => {
                    self.legal_puts(put, resurrector, destinations)
                }
                _ => usual,
            };
            let kind = if resurrector.is_some() { kinds::RESURRECTOR } else { put };
            let special = Special::Piece(put);
            let captures = Set::EMPTY;
            visitor(MoveGroup { kind, from: resurrector, special, quiets, captures })?;
        }
        ControlFlow::Continue(())
    }

    /// The destinations that leave the own king safe when a piece in hand is placed on the board.
    #[inline(always)]
    fn legal_puts(&self, put: PieceKind, resurrector: Option<Square>, destinations: Set) -> Set {
        let safe = |&to: &Square| self.survives_put(put, resurrector.unwrap_or(to), to);
        // The destinations by which the placed piece comes to one of the squares.
        let puts_on = |squares: Set| match resurrector {
            Some(from) => destinations.masked(squares.has(from)),
            None => destinations & squares,
        };
        if self.threats.in_check() {
            let freezes = puts_on(self.freezing).masked(put == kinds::IMMOBILIZER);
            let helpful = (destinations & self.threats.check_mask) | freezes;
            return helpful.iter().filter(safe).collect();
        }
        let doubtful = puts_on(self.links).masked(put == kinds::PULLER);
        (destinations - doubtful) | doubtful.iter().filter(safe).collect()
    }

    /// Whether the own king is safe after a piece in hand is placed on `on` and the empty square
    /// `filled` is occupied, which is `on` itself or adjacent to it.
    #[inline(always)]
    fn survives_put(&self, put: PieceKind, on: Square, filled: Square) -> bool {
        let now = self.threats.view.now;
        let piece = |kind| Set::from(on).masked(put == kind);
        !self.threats.view.attacked(&Occupancy {
            own: now.own | filled.into(),
            immobilizers: now.immobilizers | piece(kinds::IMMOBILIZER),
            chain_links: now.chain_links | piece(kinds::PULLER),
            ..now
        })
    }
}

/// Own king, immobilizers and, where there may be chains, pullers; enemies that can threaten the
/// own king from squares that are not adjacent to it, and those that help others to do so.
#[inline(always)]
fn king_relevant(threats: &Threats<Renaissance>, chains: bool) -> Set {
    let Occupancy { king, own, enemy, .. } = threats.view.now;
    let kind = |kind| threats.view.board.kind(kind);
    let kings = kind(PieceKind::KING);
    let lines = Board9x9.rook_lines(king);
    let pinches = (lines & Board9x9.neighbours(king)).intersects(enemy);
    let enemies = kings
        | kind(kinds::LEAPER)
        | kind(kinds::PUSHER)
        | kind(kinds::PULLER)
        | kind(kinds::PAWN).masked(pinches)
        | kind(kinds::COORDINATOR).masked(lines.intersects(enemy & kings));
    let owns = kings | kind(kinds::IMMOBILIZER) | kind(kinds::PULLER).masked(chains);
    (enemy & enemies) | (own & owns)
}
