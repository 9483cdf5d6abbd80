/** A position that is being set up: squares, hands and side to move, and its FEN. No DOM. */

import { isPiece } from '../geometry.js';

/**
 * A position on the board of a game, to be changed square by square.
 */
export class Setup {
  /** @param {Message.PositionInfo} position whose board it has */
  constructor(position) {
    this.files = [...position.files];
    this.lowestRank = position.lowest_rank;
    /** From the lowest rank up: null where there is no square, a letter, or '' for an empty square. */
    this.ranks = position.ranks.map((rank) => rank.map((mark) => (mark === null || isPiece(mark) ? mark : '')));
    this.hands = position.hands ? { w: position.hands.w, b: position.hands.b } : null;
    this.side = position.side;
    this.number = position.number;
  }

  /** Takes what stands where from another position of the same board. */
  take(position) {
    const other = new Setup(position);
    Object.assign(this, { ranks: other.ranks, hands: other.hands, side: other.side, number: other.number });
  }

  /** Takes all pieces away. */
  clear() {
    this.ranks = this.ranks.map((rank) => rank.map((mark) => (mark === null ? null : '')));
    if (this.hands) this.hands = { w: '', b: '' };
    this.number = 1;
  }

  /** The letter on a square, '' if it is empty, null if there is no such square. */
  at(square) {
    const [rank, file] = this.#indices(square);
    return this.ranks[rank]?.[file] ?? null;
  }

  /** Puts a letter on a square, or '' to empty it. */
  put(square, letter) {
    const [rank, file] = this.#indices(square);
    if (this.at(square) !== null) this.ranks[rank][file] = letter;
  }

  /** Adds a piece to the hand of a side or takes one from it. */
  changeHand(side, letter, by) {
    const hand = this.hands[side];
    if (by > 0) this.hands[side] = hand + letter;
    else this.hands[side] = hand.replace(letter, '');
  }

  /** The ranks as a `PositionInfo` has them. */
  shownRanks() {
    return this.ranks.map((rank) => rank.map((mark) => (mark === '' ? '.' : mark)));
  }

  /** Whether a side has a piece of a kind, on the board or in hand. */
  has(side, letter) {
    const mark = side === 'w' ? letter : letter.toLowerCase();
    return this.ranks.some((rank) => rank.includes(mark)) || (this.hands?.[side].includes(letter) ?? false);
  }

  /** How many pieces of a kind a side holds. */
  inHand(side, letter) {
    return [...this.hands[side]].filter((other) => other === letter).length;
  }

  /**
   * The FEN. A position that is set up has no history, hence no swap ban and no halfmoves.
   * @param {string} order letters of the kinds in the order in which hands are written
   */
  fen(order) {
    const placement = [...this.ranks].reverse().map(rankText).join('/');
    const hands = this.hands ? `[${this.#handText('w', order)}${this.#handText('b', order).toLowerCase()}]` : '';
    return `${placement}${hands} ${this.side} - - 0 ${this.number}`;
  }

  #handText(side, order) {
    return [...order].map((letter) => letter.repeat(this.inHand(side, letter))).join('');
  }

  #indices(square) {
    return [Number(square.slice(1)) - this.lowestRank, this.files.indexOf(square[0])];
  }
}

/** A rank of a FEN: runs of empty squares as numbers, `*` where there is no square. */
function rankText(rank) {
  let text = '';
  let empty = 0;
  for (const mark of rank) {
    if (mark === '') {
      empty += 1;
      continue;
    }
    text += `${empty || ''}${mark ?? '*'}`;
    empty = 0;
  }
  return `${text}${empty || ''}`;
}
