/** Penultima of one person against a program that guesses the rules as well. */

import { letSee } from '../play/line.js';
import { FollowedLine } from '../room/followed.js';
import { GameTree } from '../tree.js';
import { umpired } from './game.js';
import { movesOf } from './position.js';

/**
 * What is kept of a game: all follows from it.
 *
 * @typedef {object} SoloGame
 * @property {string} seed of the rules
 * @property {'lose'|'retry'} illegal
 * @property {'w'|'b'} human
 * @property {string[]} tries
 */

class TriedLine extends FollowedLine {
  /**
   * @param {import('../engine.js').Session} session
   * @param {SoloGame} game
   * @param {boolean} isOver whether the person has given up
   */
  constructor(session, game, isOver = false) {
    super(session, new GameTree({ variant: 'penultima' }));
    this.game = { ...game, tries: [...game.tries] };
    this.isOver = isOver;
    this.isThinking = false;
    this.isSending = false;
    /** @type {import('./position.js').UmpiredInfo|null} */
    this.info = null;
  }

  /** @returns {'w'|'b'} */
  get human() {
    return this.game.human;
  }

  get isOpen() {
    return super.isOpen && !this.isSending;
  }

  playerName(side) {
    return side === this.human ? 'You' : 'The guesser';
  }

  /**
   * Asks the umpire how the game is, and lets the guesser try if it is its turn. Emits `stuck` with an `Error` if there
   * is nothing to go on with.
   * @returns {Promise<Error|null>} why the last try is none
   */
  async refresh() {
    const turn = ++this.turn;
    const before = this.live;
    const known = this.info?.tries.length;
    try {
      const { game, end } = await this.session.ask({ type: 'penultima', game: this.game, is_over: this.isOver });
      if (this.isStale(turn)) return null;
      this.info = game;
      this.isSending = false;
      this.tree.fen = game.start;
      this.follow(movesOf(game), end);
      if (!(await this.read(turn))) return null;
    } catch (error) {
      if (this.isStale(turn)) return null;
      this.isSending = false;
      if (!this.over) this.isOver = false;
      // What is no try has not happened.
      if (known !== undefined) this.game.tries.length = known;
      this.emit('position');
      this.emit(known === undefined ? 'stuck' : 'failed', error);
      return error;
    }
    const wasTried = before !== null && this.info.tries.length > known;
    this.emit('kept');
    this.emit('position');
    if (wasTried) this.emit('moved', { played: this.live.history.at(-1), before });
    if (this.end) {
      if (before) this.emit('end');
    } else if (!this.isHuman(this.live.side)) {
      this.#guess(turn);
    }
    return null;
  }

  /** Lets the guesser try something. */
  async #guess(turn) {
    const start = performance.now();
    this.isThinking = true;
    this.emit('position');
    try {
      const { text } = await this.session.ask({ type: 'guess', game: this.game });
      await letSee(start);
      if (this.isStale(turn)) return;
      this.isThinking = false;
      if (text === null) throw new Error('The guesser finds nothing to try.');
      this.game.tries.push(text);
      await this.refresh();
    } catch (error) {
      if (this.isStale(turn)) return;
      this.isThinking = false;
      this.emit('position');
      this.emit('stuck', error);
    }
  }

  /**
   * Tries something.
   * @param {{ uci: string }} move
   * @returns {Promise<Error|null>} why it is no try
   */
  async play({ uci }) {
    if (!this.isHumanTurn) return null;
    this.isSending = true;
    this.game.tries.push(uci);
    return this.refresh();
  }

  /** Gives up: the rules are shown. */
  async resign() {
    if (this.end) return;
    this.isOver = true;
    this.isThinking = false;
    await this.refresh();
  }

  close() {
    this.isClosed = true;
  }
}

export class SoloPenultima extends umpired(TriedLine) {}
