/** The pieces on a board: where they stand, how they glide there, and the one that the pointer carries. */

import { handLetter, isPiece, UNIT } from './geometry.js';

/** Milliseconds of the way of a piece. */
const GLIDE = 190;
/** Whether the user wants little motion. */
export const isCalm = matchMedia('(prefers-reduced-motion: reduce)');

export class BoardPieces {
  /**
   * @param {import('./board.js').Board} board
   * @param {SVGGElement} layer of the pieces that stand
   * @param {SVGGElement} dragLayer of the piece that is carried
   */
  constructor(board, layer, dragLayer) {
    this.board = board;
    this.layer = layer;
    this.dragLayer = dragLayer;
    /** The pieces by square: `{ letter, element }`. */
    this.standing = new Map();
    /** The piece that the user has dropped and that waits for its new position. */
    this.held = null;
    /** The piece of a hand that the pointer carries. */
    this.carried = null;
  }

  /** Draws all pieces anew next time. */
  forget() {
    this.standing.clear();
    this.held = null;
    this.layer.replaceChildren();
    this.dragLayer.replaceChildren();
  }

  /** Brings the pieces to where they stand in the board's position. */
  show(animates) {
    const glides = animates && !isCalm.matches;
    const old = this.standing;
    this.standing = new Map();
    const missing = [];
    for (const { name, char } of this.board.geometry.cells.values()) {
      if (!isPiece(char)) continue;
      const piece = old.get(name);
      if (piece?.letter === char && piece !== this.held) {
        this.standing.set(name, piece);
        old.delete(name);
        this.#put(piece, name, false);
      } else {
        missing.push([name, char]);
      }
    }
    for (const [name, letter] of missing) {
      const piece = this.#takeFrom(old, name, letter) ?? this.#create(letter, name, glides);
      this.standing.set(name, piece);
      this.#put(piece, name, glides && piece !== this.held);
    }
    for (const piece of old.values()) remove(piece.element, glides);
    this.held = null;
  }

  /** Takes the piece that most likely moved to a square. */
  #takeFrom(old, square, letter) {
    const { lastMove, geometry } = this.board;
    const alike = [...old].filter(([, piece]) => piece.letter === letter);
    if (alike.length === 0) return null;
    const to = geometry.cells.get(square);
    const cost = ([from, piece]) => {
      if (piece === this.held) return -2;
      if (lastMove && from === lastMove.from && square === lastMove.to) return -1;
      const at = geometry.cells.get(from);
      return Math.max(Math.abs(at.file - to.file), Math.abs(at.rank - to.rank));
    };
    const [from, piece] = alike.reduce((best, other) => (cost(other) < cost(best) ? other : best));
    old.delete(from);
    return piece;
  }

  #create(letter, square, glides) {
    const element = this.board.words.draw(letter);
    element.style.transform = this.#transform(square);
    this.layer.append(element);
    if (glides) element.animate({ opacity: [0, 1] }, { duration: GLIDE });
    return { letter, element };
  }

  #put({ element }, square, glides) {
    const from = element.style.transform;
    const to = this.#transform(square);
    element.classList.remove('dragged');
    if (element.parentNode !== this.layer || (glides && from !== to)) this.layer.append(element);
    if (from === to) return;
    element.style.transform = to;
    if (!glides) return;
    element.animate({ transform: [from, to] }, { duration: GLIDE, easing: 'cubic-bezier(.3,.7,.3,1)' });
  }

  #transform(square) {
    const { x, y } = this.board.view.place(square);
    return `translate(${x}px, ${y}px)`;
  }

  /** Lets the pointer carry a piece, of a square or of a hand, to a point of the drawing. */
  drag(source, { x, y }) {
    const piece = source.square ? this.standing.get(source.square) : (this.carried ??= this.#carry(source));
    if (!piece) return;
    const { element } = piece;
    if (element.parentNode !== this.dragLayer) this.dragLayer.append(element);
    element.classList.add('dragged');
    element.style.transform = `translate(${x - UNIT / 2}px, ${y - UNIT / 2}px)`;
  }

  #carry(selection) {
    const letter = handLetter(selection);
    return { letter, element: this.board.words.draw(letter) };
  }

  /** Puts a carried piece back. */
  release() {
    this.#dropCarried();
    this.held = null;
    for (const [square, piece] of this.standing) this.#put(piece, square, !isCalm.matches);
  }

  /** Leaves a carried piece where it was dropped until the next position is shown. */
  hold({ from, to }) {
    this.#dropCarried();
    const piece = from && this.standing.get(from);
    if (!piece?.element.classList.contains('dragged')) return;
    piece.element.style.transform = this.#transform(to);
    this.held = piece;
  }

  #dropCarried() {
    this.carried?.element.remove();
    this.carried = null;
  }

  /** Fades the pieces on some squares. */
  doom(squares) {
    for (const [square, { element }] of this.standing) element.classList.toggle('doomed', squares.has(square));
  }
}

async function remove(element, fades) {
  if (fades) {
    const animation = element.animate({ opacity: [1, 0] }, { duration: GLIDE * 1.3, fill: 'forwards' });
    await animation.finished.catch(() => {});
  }
  element.remove();
}
