/** Answers "why?" about the pieces and the tries on a board: sentences in its notes, lines on it. */

import { colorOf } from './geometry.js';

export class Explainer {
  /**
   * @param {import('./engine.js').Session} session
   * @param {import('./board.js').Board} board
   * @param {import('./notes.js').Notes} notes
   * @param {() => Message.GameSpec} gameAt the game up to the position on the board
   */
  constructor(session, board, notes, gameAt) {
    this.session = session;
    this.board = board;
    this.notes = notes;
    this.gameAt = gameAt;
  }

  /** Tells what the piece on a square does, what could capture it and what holds it; of no piece, what can go there. */
  async tell(square) {
    const { board, notes, session } = this;
    const asked = (this.asked = {});
    const letter = board.pieceAt(square);
    board.explain([]);
    if (!letter) {
      this.#tellWho(square);
      return;
    }
    notes.showPiece(square, letter, board);
    try {
      const { reasons } = await session.ask({ type: 'piece', game: this.gameAt(), square });
      if (asked !== this.asked) return;
      if (reasons.length === 0) {
        const isPrey = colorOf(letter) !== board.position.side && !board.position.end;
        if (isPrey) notes.showPiece(square, letter, board, [], undefined, 'It cannot be captured now');
        return;
      }
      notes.showPiece(square, letter, board, reasons, (reason) => this.#show(reason));
      // What is taken up to be moved shows its moves.
      if (board.selection?.square !== square || board.position.checked.includes(square)) this.#show(reasons[0]);
    } catch (error) {
      if (asked === this.asked) notes.say(error.message, 'error');
    }
  }

  /** Tells which pieces of the side to move can go to an empty square. */
  #tellWho(square) {
    const { board, notes } = this;
    const { moves, end } = board.position;
    const from = [...new Set(moves.filter((move) => move.to === square && move.from).map((move) => move.from))];
    if (end || !board.geometry.cells.has(square)) {
      notes.clear();
      return;
    }
    const names = from.map((each) => `the ${board.words.kind(board.pieceAt(each)).name} on ${each}`);
    notes.say(names.length ? `To ${square} can go ${names.join(', ')}.` : `No piece can go to ${square}.`);
  }

  /** Tells what a piece in hand does. */
  tellHand(letter) {
    this.asked = null;
    this.notes.showKind(letter, this.board.words);
  }

  /** Tells why a try is no legal move; without a start it came from a hand. */
  async refuse(from, to) {
    if (!from) return;
    const asked = (this.asked = {});
    try {
      const { reasons } = await this.session.ask({ type: 'why', game: this.gameAt(), from, to });
      if (asked !== this.asked) return;
      this.notes.say(`${reasons[0].text}.`, 'why');
      this.#show(reasons[0]);
    } catch (error) {
      if (asked === this.asked) this.notes.say(error.message, 'why');
    }
  }

  /** Tells how the checked king could be captured. */
  tellCheck() {
    const { checked, threats, in_check: isCheck } = this.board.position;
    const [threat] = threats.filter(({ victim }) => checked.includes(victim));
    if (threat) this.notes.say(`${isCheck ? 'Check: ' : ''}${threat.text}.`, 'why');
  }

  /** Forgets what was asked of another position; what else is said stays. */
  leave() {
    this.asked = null;
    if (this.notes.isOfPiece) this.notes.clear();
  }

  /** Forgets what was asked, and clears the notes. */
  clear() {
    this.asked = null;
    this.notes.clear();
  }

  /** @param {Message.ReasonInfo} reason */
  #show({ threats, squares }) {
    this.board.explain(threats.slice(0, 1), squares);
  }
}
