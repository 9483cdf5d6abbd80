/** A game of one line that grows while it is played. */

import { Emitter } from '../emitter.js';

/** Milliseconds that pass at least between a move and the answer of a program, so that both are seen. */
const MIN_REPLY_MS = 450;

/**
 * Its tree has one line; `tree.current` is what the board shows, and the end of the line is the game itself.
 *
 * Emits `position` when the shown position or anything about the game has changed, `moved` with `{ played, before }`
 * after each move, `end`, `tick` of the clock, and `failed` with an `Error`.
 */
export class GameLine extends Emitter {
  /**
   * @param {import('../engine.js').Session} session
   * @param {import('../tree.js').GameTree} tree
   */
  constructor(session, tree) {
    super();
    this.session = session;
    this.tree = tree;
    /** @type {Message.PositionInfo|null} at the end of the line */
    this.live = null;
    /** @type {Message.PositionInfo|null} the one that is shown */
    this.shown = null;
    /**
     * How it ended other than on the board.
     * @type {{ winner: string|null, reason: string }|null}
     */
    this.over = null;
    /** @type {import('./clock.js').GameClock|null} */
    this.clock = null;
    this.turn = 0;
    this.isClosed = false;
    this.isLooking = false;
    /** The positions that were looked at, by their nodes. */
    this.known = new WeakMap();
  }

  /**
   * Whose pieces are moved here.
   * @returns {'w'|'b'|'both'|null}
   */
  get human() {
    return null;
  }

  get end() {
    return this.over ?? this.live?.end ?? null;
  }

  /** Whether moves can be made at the end of the line. */
  get isOpen() {
    return this.live !== null && !this.end;
  }

  /**
   * The move that led to the shown position.
   * @returns {Message.PlayedMove|null}
   */
  get lastMove() {
    return this.shown.history.at(-1) ?? null;
  }

  /**
   * The position after a move of the line.
   * @param {import('../tree.js').TreeNode} node
   * @returns {Promise<Message.PositionInfo>}
   */
  positionAt(node) {
    return this.session.ask({ type: 'position', game: this.tree.spec(node) });
  }

  /** The node at the end of the line. */
  get last() {
    return this.tree.mainLine().at(-1) ?? this.tree.root;
  }

  get isPast() {
    return this.tree.current !== this.last;
  }

  /** Whether a person here moves the pieces of a side. */
  isHuman(side) {
    return this.human === 'both' || this.human === side;
  }

  /** Whether a person here is to move. */
  get isHumanTurn() {
    return this.isOpen && this.isHuman(this.live.side);
  }

  /** Whether something has changed since a turn. */
  isStale(turn) {
    return this.isClosed || turn !== this.turn;
  }

  /** Reads the position at the end of the line and the one that is shown; false if that has become out of date. */
  async read(turn) {
    const { tree } = this;
    const live = await this.positionAt(this.last);
    if (this.isStale(turn)) return false;
    tree.learnMoves(live, this.last);
    this.live = live;
    this.known.set(this.last, live);
    return this.#readShown(turn);
  }

  async #readShown(turn) {
    if (!this.isPast) {
      this.shown = this.live;
      return true;
    }
    const { current } = this.tree;
    const shown = this.known.get(current) ?? (await this.positionAt(current));
    this.known.set(current, shown);
    if (this.isStale(turn) || current !== this.tree.current) return false;
    this.shown = shown;
    return true;
  }

  /** Shows the position after a move of the game; of quick steps only the last one. */
  async look(node) {
    this.tree.goTo(node);
    if (this.isLooking) return;
    this.isLooking = true;
    try {
      for (let at = null; at !== this.tree.current && !this.isClosed; ) {
        at = this.tree.current;
        if (await this.#readShown(this.turn)) this.emit('position');
      }
    } catch (error) {
      this.emit('failed', error);
    } finally {
      this.isLooking = false;
    }
  }
}

/** Waits until what began at a time has taken long enough to be seen. */
export async function letSee(start) {
  const rest = MIN_REPLY_MS - (performance.now() - start);
  if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
}

/** The result in PGN. */
export function resultOf({ winner }) {
  return { w: '1-0', b: '0-1' }[winner] ?? '1/2-1/2';
}

/** The date of this place in PGN. */
export function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('.');
}
