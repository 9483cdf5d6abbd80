/** The board: shows a position of any geometry and lets people move the pieces. */

import { BoardHands } from './board-hands.js';
import { BoardInput } from './board-input.js';
import { BoardView } from './board-view.js';
import { BoardWords } from './board-words.js';
import { Chooser } from './chooser.js';
import { el } from './dom.js';
import { colorOf, Geometry, handLetter, isPiece } from './geometry.js';

/**
 * @typedef {object} Shape an arrow, or a circle when from and to are equal
 * @property {string} from
 * @property {string} to
 * @property {'green'|'red'|'blue'|'yellow'} color
 *
 * @typedef {object} BoardOptions
 * @property {Message.KindInfo[]} [kinds] of the game, for names and drawings; see also {@link Board#setKinds}
 * @property {(move: Message.MoveInfo) => void} [onMove]
 * @property {(from: string|null, to: string) => void} [onIllegal] a try that is no legal move; from a hand, `from` is null
 * @property {(square: string) => void} [onSquare] a click with nothing to do
 * @property {(square: string|null) => void} [onSelect] a piece was selected, or none any more
 * @property {(letter: string) => void} [onHand] a piece of a hand was clicked: its letter
 * @property {(move: {from: string|null, to: string, drop: string|null}) => void} [onPremove]
 * @property {(shapes: Shape[]) => void} [onShapes] all shapes, after the user has drawn or cleared some
 * @property {boolean} [coordinates]
 * @property {boolean} [interactive]
 * @property {boolean} [showsTargets] whether it shows where a selected piece can go
 * @property {string} [label] for screen readers
 *
 * @typedef {object} ShowOptions
 * @property {boolean} [flipped] whether Black sits at the bottom
 * @property {Message.PlayedMove|null} [lastMove] to mark
 * @property {'both'|'w'|'b'|null} [movable] whose pieces the user may move
 * @property {Shape[]} [shapes]
 * @property {boolean} [premove] whether the user may choose a move while the other side is to move
 */

/** The height of both hands. */
const HANDS_ROOM = '96px';

/**
 * A board in a container. It sets the variables `--board-ratio` (width by height) and `--board-hands` (the height of the hands) on itself and on the
 * nearest `.board-column` around it, so that styles can give it a size.
 */
export class Board {
  /**
   * @param {HTMLElement} container
   * @param {BoardOptions} [options]
   */
  constructor(container, options = {}) {
    this.options = { coordinates: true, interactive: true, showsTargets: true, label: 'Board', ...options };
    this.container = container;
    this.position = null;
    this.geometry = null;
    this.flipped = false;
    this.lastMove = null;
    this.movable = null;
    this.premove = false;
    this.shapes = [];
    /** The captures that are explained by lines, and squares that are pointed out with them. */
    this.explained = { threats: [], squares: [] };
    /** What is selected: `{ square }`, `{ hand: letter, side }` or null. */
    this.selection = null;
    /** The square of the keyboard. */
    this.cursor = null;
    /** Squares of other marks by class. */
    this.highlights = new Map();

    this.root = el('div.board');
    this.field = el('div.board-field');
    this.words = new BoardWords(options.kinds);
    this.view = new BoardView(this);
    this.chooser = new Chooser(this);
    this.hands = new BoardHands(this);
    this.live = el('div.visually-hidden', { 'aria-live': 'polite' });
    this.field.append(this.view.svg, this.view.tip.element);
    // Who uses no pointer has the slider of the settings.
    if (this.options.interactive) this.field.append(el('div.board-grip', { 'aria-hidden': 'true', title: 'Size of boards' }));
    this.root.append(this.hands.top, this.field, this.hands.bottom, this.live);
    container.append(this.root);
    if (this.options.interactive) this.input = new BoardInput(this);
    this.relabel = () => this.position && this.view.showLabels();
    if (this.options.interactive) addEventListener('settings', this.relabel);
  }

  /** Sets the kinds of pieces, before a position of another game is shown. */
  setKinds(kinds) {
    this.words.setKinds(kinds);
    this.view.pieces.forget();
  }

  /**
   * Shows a position.
   * @param {Message.PositionInfo} position
   * @param {ShowOptions} [options]
   */
  show(position, options = {}) {
    const { flipped = false, lastMove = null, movable = 'both', shapes = [], premove = false } = options;
    const geometry = new Geometry(position);
    const isOther = !geometry.equals(this.geometry) || flipped !== this.flipped;
    const isBack = position.history.length < (this.position?.history.length ?? 0);
    const isNews = isBack || (lastMove && !isSameMove(lastMove, this.lastMove));
    // Whose board it is stays the same while nobody may move.
    if (movable !== null) this.userSide = movable === 'both' ? null : movable;
    // While the other side moves, a piece may be taken up for the move after.
    const kept = this.premove && !isOther ? this.#heldSelection() : null;
    Object.assign(this, { position, flipped, lastMove, movable, premove, shapes });
    this.explained = { threats: [], squares: [] };
    this.geometry = geometry;
    this.selection = null;
    this.chooser.close();
    if (isOther) this.view.layOut();
    this.#setRoom();
    if (!geometry.cells.has(this.cursor)) this.cursor = this.#firstCursor();
    if (kept && this.pieceAt(kept.square) === kept.letter && this.isMovable(kept.square)) {
      this.selection = { square: kept.square };
    }
    this.view.showSpecial();
    this.view.pieces.show(!isOther);
    this.hands.show();
    this.view.preview(null);
    this.refresh();
    if (!isNews) return;
    const last = lastMove ? this.words.played(lastMove, position) : 'the first position';
    this.announce(isBack ? `Back to: ${last}` : last);
  }

  /** Replaces the shapes. */
  setShapes(shapes) {
    this.shapes = shapes;
    this.view.showShapes();
  }

  /**
   * Draws how pieces could be captured, in place of what was drawn before; without any, how a checked king could.
   * @param {Message.ThreatInfo[]} threats
   * @param {string[]} [squares] to be pointed out
   */
  explain(threats, squares = []) {
    this.explained = { threats, squares };
    this.view.showShapes();
  }

  /** Selects the piece on a square, or nothing. */
  select(square) {
    this.setSelection(square === null ? null : { square });
  }

  /** Turns the board. */
  flip() {
    if (!this.position) return;
    const { lastMove, movable, shapes, premove } = this;
    this.show(this.position, { flipped: !this.flipped, lastMove, movable, shapes, premove });
  }

  /** Marks squares by a class of its own, in place of those marked by it before. */
  highlight(squares, cssClass) {
    if (squares.length) this.highlights.set(cssClass, squares);
    else this.highlights.delete(cssClass);
    this.view.showMarks();
  }

  /** Puts the keyboard on the board. */
  focus() {
    this.view.svg.focus();
  }

  destroy() {
    this.input?.destroy();
    removeEventListener('settings', this.relabel);
    this.chooser.close();
    this.root.remove();
  }

  // What follows is for the modules of the board.

  /** Selects what `{ square }` or `{ hand, side }` says, or nothing. */
  setSelection(selection) {
    const was = this.selection;
    this.selection = selection;
    this.view.preview(null);
    this.refresh();
    if (was?.square !== selection?.square) this.options.onSelect?.(selection?.square ?? null);
    if (selection?.hand && selection.hand !== was?.hand) {
      this.options.onHand?.(handLetter(selection));
    }
  }

  refresh() {
    this.view.showMarks();
    this.view.showTargets();
    this.view.showShapes();
    this.view.showLabels();
    this.hands.showSelection();
  }

  announce(text) {
    // Boards that only show something would chatter.
    if (this.options.interactive) this.live.textContent = text;
  }

  /** The letter of the piece on a square, or null. */
  pieceAt(square) {
    const char = this.geometry?.cells.get(square)?.char ?? null;
    return isPiece(char) ? char : null;
  }

  /** Whether the user may move the pieces of a side now. */
  mayMove(side) {
    return (
      this.options.interactive &&
      side === this.position?.side &&
      (this.movable === 'both' || this.movable === side)
    );
  }

  /** Whether the user may choose a move of a side in advance. */
  mayPremove(side) {
    return this.options.interactive && this.premove && side === this.movable && side !== this.position?.side;
  }

  /** Whether a square holds a piece that the user may move, now or in advance. */
  isMovable(square) {
    const letter = this.pieceAt(square);
    if (!letter) return false;
    const side = colorOf(letter);
    return this.mayMove(side) || this.mayPremove(side);
  }

  /** The side whose dangers matter: the one whose pieces the user moves, or the one to move. */
  get ownSide() {
    return this.userSide ?? this.position.side;
  }

  /** The squares of the pieces of a side that the other side could capture. */
  endangered(side) {
    const { threats } = this.position;
    const victims = threats.filter((threat) => threat.side !== side).map(({ victim }) => victim);
    const isOfSide = (letter) => letter !== null && colorOf(letter) === side;
    return new Set(victims.filter((square) => isOfSide(this.pieceAt(square))));
  }

  /** The legal moves of the piece on a square. */
  movesFrom(square) {
    return this.position.moves.filter(({ from }) => from === square);
  }

  /** The legal moves of what is selected, if the user may move it now. */
  selectedMoves() {
    if (!this.selection || !this.mayMove(this.position.side)) return [];
    const { square, hand } = this.selection;
    if (square) return this.movesFrom(square);
    return this.position.moves.filter(({ from, drop }) => from === null && drop === hand);
  }

  /** The legal moves of what is selected to a square. */
  movesTo(square) {
    return this.selectedMoves().filter(({ to }) => to === square);
  }

  /** Moves what is selected to a square, asks which move is meant, or says that there is none. */
  attempt(to) {
    const { selection } = this;
    const moves = this.movesTo(to);
    const from = selection.square ?? null;
    if (moves.length === 0) {
      const letter = from ? this.pieceAt(from) : handLetter(selection);
      this.setSelection(null);
      if (letter && this.mayPremove(colorOf(letter))) this.options.onPremove?.({ from, to, drop: selection.hand ?? null });
      else if (from !== to) this.options.onIllegal?.(from, to);
      return;
    }
    if (moves.length === 1 && from !== to) {
      this.#play(moves[0]);
      return;
    }
    this.choose(moves);
  }

  /** Asks which of several moves to one square is meant, and plays it. */
  choose(moves) {
    const isByKeyboard = document.activeElement === this.view.svg;
    this.chooser.open(moves, (move) => {
      if (move) this.#play(move);
      else {
        this.view.releasePiece();
        this.setSelection(null);
      }
      if (isByKeyboard) this.focus();
    });
  }

  #play(move) {
    this.view.pieces.hold(move);
    this.setSelection(null);
    this.options.onMove?.(move);
  }

  #heldSelection() {
    const square = this.selection?.square;
    return square ? { square, letter: this.pieceAt(square) } : null;
  }

  #firstCursor() {
    const cells = [...this.geometry.cells.values()];
    return (cells.find(({ char }) => isPiece(char)) ?? cells[0])?.name ?? null;
  }

  /** Tells the styles what room the board needs. */
  #setRoom() {
    const { width, height } = this.view.box();
    /** @type {HTMLElement|null} */
    const column = this.container.closest('.board-column, .live-board');
    for (const { style } of [this.root, column].filter(Boolean)) {
      style.setProperty('--board-ratio', String(width / height));
      style.setProperty('--board-hands', this.position.hands ? HANDS_ROOM : '0px');
    }
    column?.classList.toggle('is-tall', height > width || Boolean(this.position.hands));
  }
}

function isSameMove(a, b) {
  return a?.uci === b?.uci && a?.number === b?.number && a?.side === b?.side;
}
