/** The board of the editor: pieces are put, painted, carried about and thrown off it. */

import { Board } from '../board.js';
import { isPiece } from '../geometry.js';

/** Pixels that a pointer may stray before a click becomes a drag. */
const SLACK = 5;

/** Shows a setup and changes it as the tool in use says. */
export class EditorBoard {
  /**
   * @param {HTMLElement} container
   * @param {Message.KindInfo[]} kinds of the game
   * @param {() => void} onChange
   */
  constructor(container, kinds, onChange) {
    this.onChange = onChange;
    /** `move`, `erase` or the letter of a piece. */
    this.tool = 'move';
    this.board = new Board(container, { kinds, label: 'Position being set up', onSquare: (square) => this.#useKey(square) });
    this.listeners = new AbortController();
    const { signal } = this.listeners;
    const capture = { signal, capture: true };
    const { svg } = this.board.view;
    // The board itself would look for moves.
    svg.addEventListener('pointerdown', (event) => this.#down(event), capture);
    svg.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
    window.addEventListener('pointermove', (event) => this.#move(event), { signal });
    window.addEventListener('pointerup', (event) => this.#up(event), { signal });
    window.addEventListener('pointercancel', () => this.#cancel(), { signal });
  }

  /**
   * @param {import('./setup.js').Setup} setup
   * @param {Message.PositionInfo} base of the same game
   * @param {boolean} flipped
   */
  show(setup, base, flipped) {
    this.setup = setup;
    const nothing = { frozen: [], checked: [], swap_ban: null, threats: [], moves: [], history: [], end: null };
    this.position = { ...base, ...nothing, ranks: setup.shownRanks(), side: setup.side, hands: setup.hands };
    this.flipped = flipped;
    this.#draw();
  }

  /**
   * Marks what holds in the position that is shown.
   * @param {Message.PositionInfo} position as the session knows it
   */
  mark({ frozen, checked, threats }) {
    // What is pressed ends with another change.
    if (this.press) return;
    this.position = { ...this.position, frozen, checked, threats };
    this.#draw();
  }

  destroy() {
    this.listeners.abort();
    this.board.destroy();
  }

  #draw() {
    this.board.show(this.position, { flipped: this.flipped, movable: null });
    this.board.highlight(this.carriedFrom ? [this.carriedFrom] : [], 'selected');
  }

  #down(event) {
    event.stopPropagation();
    const square = this.board.view.squareAt(event.clientX, event.clientY);
    if (!square) return;
    const tool = event.button === 2 ? 'erase' : this.tool;
    if (tool === 'move') {
      if (this.carriedFrom) this.#carryTo(square);
      else if (isPiece(this.setup.at(square))) this.press = { from: square, x: event.clientX, y: event.clientY };
      return;
    }
    // A second click with the same piece takes it away again.
    const letter = tool === 'erase' || this.setup.at(square) === tool ? '' : tool;
    this.press = { paint: letter };
    this.#put(square, letter);
  }

  #move(event) {
    const { press } = this;
    if (!press) return;
    if ('paint' in press) {
      const square = this.board.view.squareAt(event.clientX, event.clientY);
      if (square) this.#put(square, press.paint);
      return;
    }
    if (Math.hypot(event.clientX - press.x, event.clientY - press.y) > SLACK) press.isDragging = true;
    if (press.isDragging) this.board.view.drag({ square: press.from }, event.clientX, event.clientY);
  }

  #up(event) {
    const { press } = this;
    this.press = null;
    if (!press?.from) return;
    this.carriedFrom = press.from;
    if (press.isDragging) this.#carryTo(this.board.view.squareAt(event.clientX, event.clientY));
    else this.onChange();
  }

  #cancel() {
    if (this.press?.isDragging) this.board.view.releasePiece();
    this.press = null;
  }

  /** Puts the carried piece on a square; beside the board it vanishes. */
  #carryTo(square) {
    const from = this.carriedFrom;
    this.carriedFrom = null;
    this.board.view.releasePiece();
    if (square !== from) {
      const letter = this.setup.at(from);
      this.setup.put(from, '');
      if (square) this.setup.put(square, letter);
    }
    this.onChange();
  }

  #useKey(square) {
    if (this.tool !== 'move') this.#put(square, this.tool === 'erase' || this.setup.at(square) === this.tool ? '' : this.tool);
    else if (this.carriedFrom) this.#carryTo(square);
    else if (isPiece(this.setup.at(square))) {
      this.carriedFrom = square;
      this.onChange();
    }
  }

  #put(square, letter) {
    if (this.setup.at(square) === letter) return;
    this.setup.put(square, letter);
    this.onChange();
  }
}
