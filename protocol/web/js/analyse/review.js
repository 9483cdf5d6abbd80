/** Review of a whole game: searches the positions of its main line and has the moves judged. No DOM. */

import { MARKS, accuracyOf, ofEnd, ofLine, percentText } from './evaluation.js';

/** Plies of the better line that a review adds. */
const MAX_LINE = 6;

/**
 * The review of a game.
 *
 * @typedef {object} Review
 * @property {ReviewedMove[]} moves
 * @property {{ w: SideReview, b: SideReview }} sides
 *
 * @typedef {object} ReviewedMove
 * @property {import('../tree.js').TreeNode} node
 * @property {'w'|'b'} side
 * @property {number} loss expected score that it lost, from 0 to 1
 * @property {typeof MARKS[number]|null} mark
 * @property {import('./evaluation.js').Evaluation} before
 * @property {import('./evaluation.js').Evaluation} after
 *
 * @typedef {object} SideReview
 * @property {number|null} accuracy from 0 to 100
 * @property {Map<number, number>} counts how often each mark's nag was given
 */

/** A review that is running. */
export class Reviewer {
  #search = null;
  #isCancelled = false;

  /**
   * @param {import('../engine.js').Session} session
   * @param {import('../tree.js').GameTree} tree
   * @param {number} time milliseconds for each position
   */
  constructor(session, tree, time) {
    this.session = session;
    this.tree = tree;
    this.time = time;
  }

  /**
   * Searches all positions of the main line.
   * @param {(node: import('../tree.js').TreeNode, evaluation: import('./evaluation.js').Evaluation, done: number, total: number) => void} onEvaluation
   * @returns {Promise<Review|null>} null if it was cancelled
   */
  async run(onEvaluation) {
    const nodes = [this.tree.root, ...this.tree.mainLine()];
    const reached = [];
    for (const node of nodes) {
      const position = await this.session.ask({ type: 'position', game: this.tree.spec(node) });
      if (this.#isCancelled) return null;
      const evaluation = position.end ? ofEnd(position.end) : await this.#evaluate(node);
      if (this.#isCancelled) return null;
      if (!evaluation) throw new Error('The engine ended a search of the review without a line.');
      reached.push({ node, side: position.side, evaluation });
      onEvaluation(node, evaluation, reached.length, nodes.length);
    }
    return this.#judge(reached);
  }

  /** Ends the review without a result. */
  cancel() {
    this.#isCancelled = true;
    this.#search?.stop();
  }

  async #evaluate(node) {
    const ask = { game: this.tree.spec(node), limits: { time: this.time }, lines: 1 };
    this.#search = this.session.search(ask);
    const { line } = await this.#search.done;
    return line && ofLine(line);
  }

  /** @returns {Promise<Review>} */
  async #judge(reached) {
    const found = reached.map(({ evaluation: { score, pv } }) => score && { score, best: pv[0]?.[0] ?? '' });
    const game = this.tree.spec(reached.at(-1).node);
    const judged = await this.session.ask({ type: 'judge', game, found });
    const moves = judged.moves.map(({ loss, nag }, i) => {
      const [before, after] = [reached[i], reached[i + 1]];
      const mark = MARKS.find((each) => each.nag === nag) ?? null;
      return { node: after.node, side: before.side, loss, mark, before: before.evaluation, after: after.evaluation };
    });
    return { moves, sides: { w: summary(moves, 'w'), b: summary(moves, 'b') } };
  }
}

function summary(moves, side) {
  const own = moves.filter((move) => move.side === side);
  const counts = new Map(MARKS.map(({ nag }) => [nag, own.filter(({ mark }) => mark?.nag === nag).length]));
  return { accuracy: accuracyOf(own.map(({ loss }) => loss)), counts };
}

/** The marked moves of a side to which something better is known. */
export function mistakesOf(review, side) {
  return review.moves.filter((move) => move.side === side && move.mark && move.before.pv.length > 0);
}

/**
 * Writes a review into its tree: marks in place of earlier ones, and for each marked move the better
 * line as a variation.
 * @param {import('../tree.js').GameTree} tree
 * @param {Review} review
 */
export function annotate(tree, review) {
  const marks = MARKS.map(({ nag }) => nag);
  const { current } = tree;
  for (const { node, side, mark, before, after } of review.moves) {
    node.nags = node.nags.filter((nag) => !marks.includes(nag));
    if (!mark) continue;
    node.nags.push(mark.nag);
    addLine(tree, node.parent, before.pv.slice(0, MAX_LINE));
    if (!node.comment) node.comment = commentOn(side, before, after);
  }
  tree.current = current;
  // One change for all that was written.
  tree.setComment(tree.root, tree.root.comment);
}

function addLine(tree, parent, pv) {
  tree.current = parent;
  for (const [uci, text] of pv) tree.play({ uci, text });
}

function commentOn(side, before, after) {
  const share = ({ expected }) => percentText(side === 'w' ? expected : 1 - expected);
  const better = before.pv[0]?.[1];
  return `${share(before)} → ${share(after)}${better ? `, better ${better}` : ''}`;
}
