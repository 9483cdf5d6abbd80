//! Acts as sets of destinations (rules, 6).
//!
//! Few of them need a test for safety of the own king. A threat depends on where own pieces are,
//! but not on their kinds, except for the king, for freezers, and for pullers, which enemy pullers
//! may pull along with the piece behind them. An additional piece can only block it. So without
//! check most drops and trades with own pieces are safe, and most pushes that vacate no blocking
//! square. Other games with such acts are not played by their tables.

use std::ops::ControlFlow;

use super::Visitor;
use super::acts::{Act, is_king_safe};
use super::chain::{Chain, pushable};
use super::generate::Generator;
use super::king_context::KingContext;
use super::row::{Row, for_each_row, has, pieces_with};
use super::threats::Threats;
use crate::capture::{explode, pull};
use crate::piece::{Methods, PieceSpec};
use crate::position::table::Set;
use crate::{
    Bitboard, Board, Game, GenType, Geometry, Grid, Move, MoveGroup, PieceKind, Position, Special,
    Square,
};

type Info<G> = PieceSpec<<<G as crate::BoardTypes>::Geometry as Grid>::Bits>;

/// The inputs of acts, computed once per position.
struct Acts<'a, G: Game> {
    position: &'a Position<G>,
    board: &'a Board<G>,
    geometry: G::Geometry,
    /// Own pieces that are not frozen.
    free: Set<G>,
    occupied: Set<G>,
    king: Option<KingThreats<'a, G>>,
}

/// The threats against the own king, as far as acts may affect them.
struct KingThreats<'a, G: Game> {
    threats: &'a Threats<'a, G>,
    /// Pieces whose kinds matter to threats against the own king: own pieces on any square, enemies
    /// on squares that are not adjacent to it.
    relevant: Set<G>,
    /// Squares on which an own puller may be a link of a chain that an enemy pulls.
    links: Set<G>,
    /// Squares on which an own immobilizer would freeze a checker.
    freezing: Set<G>,
}

impl<G: Game> Generator<'_, G> {
    /// The acts of all pieces, and drops.
    #[inline(always)]
    pub fn acts(&self, gen_type: GenType, visitor: Visitor<G>) -> ControlFlow<()> {
        let (position, geometry) = (self.position, self.movement.geometry);
        let king = self.threats.as_ref().map(|threats| {
            let links = threats.view.links(None);
            let freezing = geometry.neighbours_of_all(threats.checkers);
            let relevant = threats.relevant(!links.is_empty());
            KingThreats { threats, relevant, links, freezing }
        });
        let (board, free, occupied) = (position.board(), self.free, self.movement.occupied);
        let acts = Acts { position, board, geometry, free, occupied, king };
        let rules = position.rules();
        for_each_row!(G, rules, row => acts.explosions(row, gen_type, visitor)?);
        for_each_row!(G, rules, row => acts.pushes(row, gen_type, visitor)?);
        for_each_row!(G, rules, row => acts.pulls(row, gen_type, visitor)?);
        if gen_type == GenType::All {
            for_each_row!(G, rules, row => acts.trades_and_steps(row, visitor)?);
            acts.puts(None, geometry.squares() - occupied, visitor)?;
        }
        ControlFlow::Continue(())
    }
}

impl<G: Game> Acts<'_, G> {
    #[inline(always)]
    fn explosions<R: Row<G>>(
        &self,
        row: R,
        gen_type: GenType,
        visitor: Visitor<G>,
    ) -> ControlFlow<()> {
        if !has!(G, row: R, EXPLODE) {
            return ControlFlow::Continue(());
        }
        for from in self.free & self.board.kind(row.kind()) {
            let victims = explode::victims(self.geometry, from, self.occupied);
            let here = Bitboard::from(from).masked(self.survives(victims | from.into()));
            let quiets = here.masked(victims.is_empty() && gen_type == GenType::All);
            let captures = here.masked(!victims.is_empty());
            visitor(MoveGroup::plain(row.kind(), from, quiets, captures))?;
        }
        ControlFlow::Continue(())
    }

    /// Whether the own king is safe after the pieces on some squares are removed.
    #[inline(always)]
    fn survives(&self, gone: Set<G>) -> bool {
        let Some(KingThreats { threats, .. }) = &self.king else {
            return true;
        };
        let now = threats.view.now;
        if gone.has(now.king) {
            return false;
        }
        let sheltered = !threats.in_check();
        (sheltered && !gone.intersects(threats.discoverers | now.freezers))
            || !threats.view.attacked(&KingContext {
                king: now.king,
                own: now.own - gone,
                freezers: now.freezers - gone,
                pullers: now.pullers - gone,
                enemy: now.enemy - gone,
            })
    }

    #[inline(always)]
    fn pushes<R: Row<G>>(&self, row: R, gen_type: GenType, visitor: Visitor<G>) -> ControlFlow<()> {
        if !has!(G, row: R, PUSH) {
            return ControlFlow::Continue(());
        }
        let rules = self.position.rules();
        for from in self.free & self.board.kind(row.kind()) {
            let destinations = pushable(rules, self.board, from);
            let chain = |to| Chain::pushed(rules, self.board, from, to);
            let [quiets, captures] = self.chains(gen_type, destinations, chain);
            visitor(MoveGroup::plain(row.kind(), from, quiets, captures))?;
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn pulls<R: Row<G>>(&self, row: R, gen_type: GenType, visitor: Visitor<G>) -> ControlFlow<()> {
        if !has!(G, row: R, PULL) {
            return ControlFlow::Continue(());
        }
        let rules = self.position.rules();
        for from in self.free & self.board.kind(row.kind()) {
            let destinations = pull::destinations(self.geometry, from, self.occupied);
            let chain = |to| Chain::pulled(rules, self.board, from, to);
            let [quiets, captures] = self.chains(gen_type, destinations, chain);
            let group = MoveGroup::plain(row.kind(), from, quiets, captures);
            visitor(MoveGroup { special: Special::Pull, ..group })?;
        }
        ControlFlow::Continue(())
    }

    /// The legal ones of the destinations of pushes or pulls: quiet ones, if wanted, and captures.
    #[inline(always)]
    fn chains(
        &self,
        gen_type: GenType,
        destinations: Set<G>,
        chain: impl Fn(Square) -> Option<Chain<G>>,
    ) -> [Set<G>; 2] {
        let mut legal = [Bitboard::EMPTY; 2];
        for to in destinations {
            let Some(chain) = chain(to) else {
                continue;
            };
            let victims = chain.victims(self.position.rules(), self.board);
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
    fn is_harmless(&self, chain: &Chain<G>, victims: Set<G>) -> bool {
        let Some(KingThreats { threats, relevant, .. }) = &self.king else {
            return true;
        };
        let KingContext { king, own, enemy, .. } = threats.view.now;
        !threats.in_check()
            && chain.displaced.is_empty()
            && !(chain.pieces | (victims & own)).intersects(*relevant)
            && !(chain.left() | victims).intersects(threats.discoverers)
            && !chain.moved(enemy & chain.pieces).intersects(self.geometry.neighbours(king))
    }

    /// Whether the own king is safe after a push or a pull.
    fn survives_chain(&self, chain: &Chain<G>) -> bool {
        let mut next = *self.board;
        chain.play(self.position.rules(), self.board, &mut next, |_, _| ());
        is_king_safe(self.position, &next)
    }

    /// Trades, and steps that leave a piece of the hand behind.
    #[inline(always)]
    fn trades_and_steps<R: Row<G>>(&self, row: R, visitor: Visitor<G>) -> ControlFlow<()> {
        if !has!(G, row: R, LEAVE) {
            return ControlFlow::Continue(());
        }
        let kind = row.kind();
        for from in self.free & self.board.kind(kind) {
            let beside = self.geometry.neighbours(from);
            let trades = self.trades(from, beside & self.occupied);
            visitor(MoveGroup::plain(kind, from, trades, Bitboard::EMPTY))?;
            self.puts(Some((kind, from)), beside - self.occupied, visitor)?;
        }
        ControlFlow::Continue(())
    }

    /// The adjacent pieces with which a piece may legally trade places.
    #[inline(always)]
    fn trades(&self, from: Square, neighbours: Set<G>) -> Set<G> {
        let Some(KingThreats { threats, relevant, .. }) = &self.king else {
            return neighbours;
        };
        let KingContext { king, enemy, .. } = threats.view.now;
        let in_check = threats.in_check();
        let comes_near = self.geometry.neighbours(king).has(from);
        let tested = neighbours & (*relevant | enemy.masked(in_check || comes_near));
        let safe = |&to: &Square| Act::Trade.is_safe(self.position, Move::new(from, to));
        // Other trades do not affect threats.
        let others = (neighbours - tested).masked(!in_check);
        others | tested.iter().filter(safe).collect()
    }

    /// Placements of each kind in hand: drops on a destination, or on the square that a piece leaves
    /// with a step.
    #[inline(always)]
    fn puts(
        &self,
        stepping: Option<(PieceKind, Square)>,
        destinations: Set<G>,
        visitor: Visitor<G>,
    ) -> ControlFlow<()> {
        let hand = self.board.hand(self.position.side());
        if hand.is_empty() {
            return ControlFlow::Continue(());
        }
        let from = stepping.map(|(_, from)| from);
        // The kind matters only for immobilizers and pullers.
        let usual = self.legal_puts(None, from, destinations);
        for put in hand.kinds() {
            let info = self.position.pieces().info(put);
            let quiets = match info.freezes_all() || info.has(Methods::PULL) {
                true => self.legal_puts(Some(info), from, destinations),
                false => usual,
            };
            let kind = stepping.map_or(put, |(kind, _)| kind);
            let (special, captures) = (Special::Piece(put), Bitboard::EMPTY);
            visitor(MoveGroup { kind, from, special, quiets, captures })?;
        }
        ControlFlow::Continue(())
    }

    /// The destinations that leave the own king safe when a piece in hand is placed on the board;
    /// `None` for one that neither freezes nor pulls.
    #[inline(always)]
    fn legal_puts(
        &self,
        put: Option<&Info<G>>,
        from: Option<Square>,
        destinations: Set<G>,
    ) -> Set<G> {
        let Some(KingThreats { threats, links, freezing, .. }) = &self.king else {
            return destinations;
        };
        let freezes = put.is_some_and(|put| put.freezes_all());
        let pulls = put.is_some_and(|put| put.has(Methods::PULL));
        let safe = |&to: &Square| {
            let on = Bitboard::from(from.unwrap_or(to));
            let now = threats.view.now;
            !threats.view.attacked(&KingContext {
                own: now.own | to.into() | on,
                freezers: now.freezers | on.masked(freezes),
                pullers: now.pullers | on.masked(pulls),
                ..now
            })
        };
        // The destinations by which the placed piece comes to one of the squares.
        let puts_on = |squares: Set<G>| match from {
            Some(from) => destinations.masked(squares.has(from)),
            None => destinations & squares,
        };
        if threats.in_check() {
            let freezing = puts_on(*freezing).masked(freezes);
            let helpful = (destinations & threats.check_mask) | freezing;
            return helpful.iter().filter(safe).collect();
        }
        let doubtful = puts_on(*links).masked(pulls);
        (destinations - doubtful) | doubtful.iter().filter(safe).collect()
    }
}

impl<G: Game> Threats<'_, G> {
    /// Own king, immobilizers and, where there may be chains, pullers; enemies that can threaten the
    /// own king from squares that are not adjacent to it, and those that help others to do so.
    #[inline(always)]
    fn relevant(&self, chains: bool) -> Set<G> {
        let (rules, board, geometry) = (self.view.rules, self.view.board, self.view.geometry);
        let KingContext { king, own, enemy, freezers, .. } = self.view.now;
        let kings = board.kind(PieceKind::KING);
        let lines = geometry.rook_lines(king);
        let pinches = (lines & geometry.neighbours(king)).intersects(enemy);
        let enemies = kings
            | pieces_with!(G, rules, board, LEAP | PUSH | PULL)
            | pieces_with!(G, rules, board, PINCER).masked(pinches)
            | pieces_with!(G, rules, board, COORDINATE).masked(lines.intersects(enemy & kings));
        let owns = kings | freezers | pieces_with!(G, rules, board, PULL).masked(chains);
        (enemy & enemies) | (own & owns)
    }
}
