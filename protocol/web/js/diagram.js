/** A small board that shows a move, again and again: how a piece captures. */

import { Board } from './board.js';
import { isCalm } from './board-pieces.js';
import { el } from './dom.js';

/** Milliseconds before the move, and after it. */
const BEFORE = 1600;
const AFTER = 2200;

export class Diagram {
  /**
   * @param {import('./app.js').Context} context
   * @param {Message.GameSpec} game without moves
   * @param {string} label for screen readers
   */
  constructor({ session, catalog }, game, label) {
    this.session = session;
    this.game = game;
    this.root = el('div.diagram');
    const kinds = catalog.gameInfo(game.variant, game.definition)?.kinds;
    this.board = new Board(this.root, { kinds, interactive: false, coordinates: false, label });
  }

  /** Shows how a kind of piece does what it is there for. */
  async showKind(letter) {
    const { fen, uci } = await this.session.ask({ type: 'example', game: this.game, letter });
    if (fen) await this.show({ fen, uci });
    else this.root.replaceChildren(el('p.muted', {}, 'There is no small example of it.'));
  }

  /**
   * Shows a move of a position.
   * @param {{ fen: string, uci: string }} example
   */
  async show({ fen, uci }) {
    const shown = (this.shown = {});
    clearTimeout(this.timer);
    const at = (moves) => this.session.ask({ type: 'position', game: { ...this.game, fen, moves } });
    const [before, after] = await Promise.all([at([]), at([uci])]);
    if (this.isStopped || shown !== this.shown) return;
    this.before = before;
    this.after = after;
    this.move = before.moves.find((move) => move.uci === uci);
    this.#showBefore();
  }

  /** Stands still, or goes on. */
  setPaused(isPaused) {
    this.isPaused = isPaused;
    clearTimeout(this.timer);
    if (!isPaused && this.before) this.#showBefore();
  }

  stop() {
    this.isStopped = true;
    clearTimeout(this.timer);
    this.board.destroy();
  }

  #showBefore() {
    const { board, move } = this;
    board.show(this.before, { movable: null });
    board.setShapes(shapesOf(move));
    if (!this.isPaused && !isCalm.matches) this.timer = setTimeout(() => this.#showAfter(), BEFORE);
  }

  #showAfter() {
    this.board.show(this.after, { movable: null, lastMove: this.after.history[0] });
    this.timer = setTimeout(() => this.#showBefore(), AFTER);
  }
}

/**
 * What makes diagrams of the pieces of a game.
 * @param {import('./app.js').Context} context
 * @param {() => Message.GameSpec} game
 */
export function diagrams(context, game) {
  return (letter) => {
    const { variant, definition, rules } = game();
    const diagram = new Diagram(context, { variant, definition, rules }, 'What the piece does');
    diagram.showKind(letter).catch(context.fail);
    return diagram;
  };
}

/**
 * How a board shows a move before it is played: an arrow, or a circle for a drop, and a sign on each victim.
 * @param {Message.MoveInfo} move
 * @returns {import('./board.js').Shape[]}
 */
export function shapesOf({ from, to, victims }) {
  return [{ from: from ?? to, to, color: 'blue' }, ...victims.map((square) => ({ from: square, to: square, color: /** @type {const} */ ('red') }))];
}
