/** Squares of boards of any shape: names, places in the drawing, neighbours. */

/** Drawing units per square. */
export const UNIT = 100;

/**
 * The shape of the board of a position.
 *
 * @typedef {object} Cell
 * @property {string} name such as `e4`
 * @property {number} file from 0
 * @property {number} rank from 0, the lowest
 * @property {string} char what `PositionInfo.ranks` has there
 */
export class Geometry {
  /** @param {Message.PositionInfo} position */
  constructor(position) {
    this.files = [...position.files];
    this.ranks = position.ranks.length;
    this.lowest = position.lowest_rank;
    /** @type {Map<string, Cell>} the squares that exist, from the lowest rank up */
    this.cells = new Map();
    position.ranks.forEach((row, rank) => {
      row.forEach((char, file) => {
        if (char === null) return;
        const name = this.name(file, rank);
        this.cells.set(name, { name, file, rank, char });
      });
    });
  }

  get width() {
    return this.files.length * UNIT;
  }

  get height() {
    return this.ranks * UNIT;
  }

  name(file, rank) {
    return `${this.files[file]}${rank + this.lowest}`;
  }

  /** Where the top left corner of a square is drawn. */
  place(name, flipped) {
    const { file, rank } = this.cells.get(name);
    return {
      x: (flipped ? this.files.length - 1 - file : file) * UNIT,
      y: (flipped ? rank : this.ranks - 1 - rank) * UNIT,
    };
  }

  /** The square at a point of the drawing, or null. */
  at(x, y, flipped) {
    const column = Math.floor(x / UNIT);
    const row = Math.floor(y / UNIT);
    const file = flipped ? this.files.length - 1 - column : column;
    const rank = flipped ? row : this.ranks - 1 - row;
    const name = this.name(file, rank);
    return this.cells.has(name) ? name : null;
  }

  /** The next square in a direction of the drawing, across missing ones; the same one at the edge. */
  next(name, right, up, flipped) {
    const sign = flipped ? -1 : 1;
    let { file, rank } = this.cells.get(name);
    do {
      file += right * sign;
      rank += up * sign;
      const next = this.name(file, rank);
      if (this.cells.has(next)) return next;
    } while (file >= 0 && file < this.files.length && rank >= 0 && rank < this.ranks);
    return name;
  }

  /** Whether two positions have the same squares. */
  equals(other) {
    return (
      this.lowest === other?.lowest &&
      this.files.join() === other.files.join() &&
      this.cells.size === other.cells.size &&
      [...this.cells.keys()].every((name) => other.cells.has(name))
    );
  }
}

/** Whether a character of `PositionInfo.ranks` stands for a piece. */
export function isPiece(char) {
  return char !== null && char.toLowerCase() !== char.toUpperCase();
}

/** The side of a piece's letter. */
export function colorOf(letter) {
  return letter === letter.toUpperCase() ? 'w' : 'b';
}

/** The letter of FEN of a piece in a side's hand. */
export function handLetter({ hand, side }) {
  return side === 'w' ? hand : hand.toLowerCase();
}

/** What a side is called. */
export function colorName(side) {
  return side === 'w' ? 'White' : 'Black';
}
