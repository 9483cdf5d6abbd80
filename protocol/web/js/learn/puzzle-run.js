/** A puzzle that is being solved. No DOM. */

/** Milliseconds in which the engine finds the defence and judges a later move. */
const REPLY_TIME = 1500;
/** Milliseconds in which it finds the answer to a wrong move. */
const REFUTE_TIME = 500;

/**
 * Takes the moves of the solver and gives the engine's replies. The first move must be one of the
 * puzzle's solutions; a later one must still win within the moves that are left.
 */
export class PuzzleRun {
  /**
   * @param {import('../engine.js').Session} session
   * @param {Message.PuzzleInfo} puzzle
   */
  constructor(session, puzzle) {
    this.session = session;
    this.puzzle = puzzle;
    const { variant, definition, rules, fen } = puzzle;
    this.game = { variant, definition, rules, fen };
    this.moves = [];
    this.left = puzzle.moves;
  }

  /**
   * Judges a legal move of the solver. A right one is played, and answered unless it wins.
   * @param {string} uci
   * @returns {Promise<'wrong'|'right'|'solved'>}
   */
  async try(uci) {
    const moves = [...this.moves, uci];
    const position = await this.#position(moves);
    const side = position.history.at(-1).side;
    if (position.end) {
      if (position.end.winner !== side) return 'wrong';
      this.moves = moves;
      return 'solved';
    }
    const isFirst = this.moves.length === 0;
    if (isFirst && !this.puzzle.solutions.includes(uci)) return 'wrong';
    const line = await this.#search(moves, REPLY_TIME);
    if (!isFirst && !isWin(line, side, this.left - 1)) return 'wrong';
    this.moves = [...moves, line.pv[0][0]];
    this.left = Math.max(1, this.left - 1);
    const after = await this.#position(this.moves);
    return after.end?.winner === side ? 'solved' : 'right';
  }

  /**
   * The best answer to a move that is not right.
   * @param {string} uci
   */
  async refutation(uci) {
    const line = await this.#search([...this.moves, uci], REFUTE_TIME);
    const [reply, text] = line.pv[0];
    return { uci: reply, text };
  }

  /** The move to play now, as UCI text. */
  async bestMove() {
    if (this.moves.length === 0) return this.puzzle.solutions[0];
    return (await this.#search(this.moves, REPLY_TIME)).pv[0][0];
  }

  /** The engine's line from the start of the puzzle, as readable texts. */
  async line() {
    const [first] = this.puzzle.solutions;
    const position = await this.#position([first]);
    const texts = [position.history[0].text];
    if (position.end) return texts;
    const line = await this.#search([first], REPLY_TIME);
    return [...texts, ...line.pv.map(([, text]) => text)];
  }

  #position(moves) {
    return this.session.ask({ type: 'position', game: { ...this.game, moves } });
  }

  async #search(moves, time) {
    const ask = { game: { ...this.game, moves }, limits: { time, depth: 2 * this.puzzle.moves + 2 }, lines: 1 };
    const { line } = await this.session.search(ask).done;
    if (!line) throw new Error('The engine found no move.');
    return line;
  }
}

/** Whether a line wins for a side within a number of moves. */
function isWin({ score }, side, moves) {
  if (!('mate' in score)) return false;
  const mate = side === 'w' ? score.mate : -score.mate;
  return mate > 0 && mate <= moves;
}
