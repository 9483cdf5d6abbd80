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
    /** The move in words. */
    this.caption = el('p.diagram-caption');
    this.root = el('div.diagram');
    const kinds = catalog.gameInfo(game.variant, game.definition)?.kinds;
    this.board = new Board(this.root, { kinds, interactive: false, coordinates: false, label });
    this.root.append(this.caption);
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
    this.caption.textContent = this.board.words.move(this.move, before);
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
 * A button that shows a diagram below itself, and hides it again.
 * @param {string} label
 * @param {() => Diagram} make
 * @param {string} [what] for who does not see what stands beside it
 */
export function showButton(label, make, what = '') {
  let diagram = null;
  const toggle = () => {
    if (diagram) {
      diagram.stop();
      diagram.root.remove();
      diagram = null;
    } else {
      diagram = make();
      diagram.caption.setAttribute('role', 'status');
      root.append(diagram.root);
      diagram.root.scrollIntoView({ block: 'nearest' });
    }
    control.setAttribute('aria-expanded', String(diagram !== null));
    name(diagram ? 'Hide' : label);
  };
  const control = el('button.button', { onclick: toggle, 'aria-expanded': 'false' });
  const name = (text) => {
    control.textContent = text;
    if (what) control.setAttribute('aria-label', `${text}: ${what}`);
  };
  name(label);
  const root = el('div.shown', {}, control);
  return root;
}

/**
 * How a board shows a move before it is played: an arrow, or a circle for a drop, and a sign on each victim.
 * @param {Message.MoveInfo} move
 * @returns {import('./board.js').Shape[]}
 */
export function shapesOf({ from, to, victims }) {
  return [{ from: from ?? to, to, color: 'blue' }, ...victims.map((square) => ({ from: square, to: square, color: /** @type {const} */ ('red') }))];
}
