/** Games of Penultima: lines of tries. */

import { RoomGame } from '../room/game.js';
import { positionAfter } from './position.js';

/** Tries with a kind of piece that are told. */
const MOST = 20;

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

    /** What was last tried with the pieces of a kind, by both sides: each text once, or once legal and once not. */
    triesOf(letter) {
      const [legal, illegal] = [new Set(), new Set()];
      for (const played of /** @type {any[]} */ (this.live?.history ?? [])) {
        if (played.letter === letter) (played.isIllegal ? illegal : legal).add(played.tried);
      }
      return { legal: [...legal].slice(-MOST), illegal: [...illegal].slice(-MOST) };
    }

    /** Tries what was typed: a move, or `invoke e2 e5`. */
    async attempt(text) {
      if (!this.isHumanTurn) return 'It is not your turn.';
      const error = await /** @type {any} */ (this).play({ uci: text });
      return error ? `${error.message}; tries are e2e4, or invoke e2 e5` : null;
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

  /**
   * The server may have written it in another way.
   * @param {any} room
   */
  isMade({ penultima }, _text, index) {
    return penultima.tries[index]?.side === this.human;
  }
}
