/** Games of Penultima: lines of tries. */

import { RoomGame } from '../room/game.js';
import { letterOf, positionAfter } from './position.js';

/**
 * What tables of Penultima ask of a game.
 *
 * @typedef {import('../play/line.js').GameLine & {
 *   info: import('./position.js').UmpiredInfo, isInvoke: boolean, setInvoke: (isOn: boolean) => void,
 *   triesOf: (letter: string) => { legal: string[], illegal: string[] }, attempt: (text: string) => Promise<string|null>,
 *   playerName: (side: 'w'|'b') => string }} Umpired
 */

/**
 * Makes a line of moves one of tries. Its class has `info`, `play` and `playerName`.
 * @template {new (...args: any[]) => import('../play/line.js').GameLine} T
 * @param {T} Line
 */
export function umpired(Line) {
  return class extends Line {
    /** Whether invokes are tried by clicks, not moves. */
    isInvoke = false;

    setInvoke(isInvoke) {
      this.isInvoke = isInvoke;
      if (this.live) this.live.moves = positionAfter(this.#info, this.#info.tries.length, isInvoke).moves;
      this.emit('position');
    }

    /** @returns {import('./position.js').UmpiredInfo} */
    get #info() {
      return /** @type {any} */ (this).info;
    }

    /** What the umpire's announcements tell of the position after a try. */
    async positionAt(node) {
      return positionAfter(this.#info, this.tree.path(node).length, this.isInvoke);
    }

    get lastMove() {
      const last = super.lastMove;
      // What is illegal moves nothing.
      return /** @type {any} */ (last)?.isIllegal ? null : last;
    }

    /** What was tried with the pieces of a kind, by both sides: each text once. */
    triesOf(letter) {
      const tries = new Map();
      this.#info.tries.forEach(({ text, fen }, index) => {
        if (letterOf(this.#info, index) === letter) tries.set(text, fen !== null);
      });
      const of = (isLegal) => [...tries].filter(([, legal]) => legal === isLegal).map(([text]) => text);
      return { legal: of(true), illegal: of(false) };
    }

    /** Tries what was typed: a move, or `invoke e2 e5`. */
    async attempt(text) {
      if (!this.isHumanTurn) return 'It is not your turn.';
      await /** @type {any} */ (this).play({ uci: text });
      return null;
    }
  };
}

/** Penultima in a room. */
export class PenultimaRoomGame extends umpired(RoomGame) {
  get info() {
    return this.room.penultima;
  }

  /** @returns {any} */
  commandOf(text, tries) {
    return { type: 'try', text, tries };
  }

  moveOf(text, index) {
    return `${index} ${text}`;
  }
}
