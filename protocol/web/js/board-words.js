/** What a board says to screen readers, and the names of its pieces. */

import { el } from './dom.js';
import { colorName, colorOf, isPiece } from './geometry.js';
import { drawingOf, pieceElement, pieceIcon } from './pieces.js';

export class BoardWords {
  constructor(kinds = []) {
    this.setKinds(kinds);
  }

  setKinds(kinds) {
    this.kinds = new Map(kinds.map((kind) => [kind.letter, kind]));
  }

  /** The `KindInfo` of a piece's letter, as far as it is known. */
  kind(letter) {
    const capital = letter.toUpperCase();
    return this.kinds.get(capital) ?? { letter: capital, name: capital, does: [] };
  }

  /** The drawing of a piece, with the letter of FEN. */
  draw(letter) {
    return pieceElement(drawingOf(this.kind(letter)), letter, colorOf(letter));
  }

  /** The drawing of a piece as a picture of its own. */
  icon(letter, label = '') {
    return pieceIcon(drawingOf(this.kind(letter)), letter, colorOf(letter), label);
  }

  /** Some of the pieces in a row, on squares of both colours. */
  row(count) {
    const letters = [...this.kinds.keys()].slice(0, count);
    return el('span.part-pieces', {}, ...letters.map((letter, i) => this.icon(i % 2 ? letter.toLowerCase() : letter)));
  }

  /** `white withdrawer` */
  piece(letter) {
    return `${colorName(colorOf(letter)).toLowerCase()} ${this.kind(letter).name}`;
  }

  /** `e2, white pawn, frozen` */
  square({ name, char }, { isFrozen, isSelected, attack, isInDanger, moves }) {
    const words = [name, isPiece(char) ? this.piece(char) : { ':': 'ring', _: 'palace' }[char] ?? 'empty'];
    if (isFrozen) words.push('frozen');
    if (attack) words.push(attack);
    else if (isInDanger) words.push('could be captured');
    if (isSelected) words.push('selected');
    if (moves.length === 1) words.push('legal move', ...moves[0].effects);
    if (moves.length > 1) words.push(`${moves.length} legal moves`);
    return words.join(', ');
  }

  /**
   * What a move of a position would do: `Withdrawer d4 to e4: captures the pawn on c4.`
   * @param {Message.MoveInfo} move
   * @param {Message.PositionInfo} position
   */
  move({ from, to, drop, effects }, position) {
    const letter = from === null ? drop : position.ranks.flat()[squareIndex(position, from)];
    const name = this.kind(letter).name;
    return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${wayOf(from, to)}: ${effects.join('; ')}.`;
  }

  /** What a move did. */
  played({ side, text, from, to, removed }, position) {
    const row = position.ranks.flat();
    const index = squareIndex(position, to);
    const letter = isPiece(row[index]) ? row[index] : null;
    const what = letter ? this.kind(letter).name : text;
    const gone = removed.map(([square, piece]) => `${this.piece(piece)} on ${square}`);
    const losses = gone.length ? `, removes ${gone.join(', ')}` : '';
    const check = position.end ? `. ${position.end.reason}` : position.in_check ? ', check' : '';
    return `${colorName(side)} ${what} ${wayOf(from, to)}${losses}${check}`;
  }
}

function squareIndex(position, square) {
  const files = [...position.files];
  const file = files.findIndex((name) => square.startsWith(name));
  const rank = Number(square.slice(files[file]?.length ?? 1)) - position.lowest_rank;
  return rank * files.length + file;
}

/** Where a move goes. */
function wayOf(from, to) {
  return from === null ? `to ${to}` : from === to ? `on ${to}` : `${from} to ${to}`;
}

/** How a piece was captured, wherever the other one went. */
export function captureText({ text }) {
  return text.replace(/, to \w+$/, '');
}
