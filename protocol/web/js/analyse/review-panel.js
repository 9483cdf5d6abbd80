/** The panel of the game's graph and of its review. */

import { MARKS } from './evaluation.js';
import { Reviewer, annotate, mistakesOf } from './review.js';
import { ScoreGraph } from './score-graph.js';
import { el } from '../dom.js';
import { colorName } from '../geometry.js';
import { Emitter } from '../emitter.js';
import { load, store } from '../storage.js';
import { button, labelled, select } from '../widgets.js';

const TIMES = [
  ['100', '0.1 s per move'],
  ['300', '0.3 s per move'],
  ['1000', '1 s per move'],
  ['3000', '3 s per move'],
  ['10000', '10 s per move'],
];

/**
 * Reviews the main line. Emits `start` and `end` around a review, `evaluation` for each position and
 * `pick` (detail: a node) when the graph is clicked, and `learn` (detail: reviewed moves) when those of a side are to
 * become exercises.
 */
export class ReviewPanel extends Emitter {
  /** @param {import('../app.js').Context} context */
  constructor({ session, fail }) {
    super();
    this.session = session;
    this.fail = fail;
    this.time = load('analyse.reviewTime', '300');
    this.#build();
  }

  /**
   * @param {import('../tree.js').GameTree} tree
   * @param {(node: import('../tree.js').TreeNode) => import('./evaluation.js').Evaluation|null} evaluationOf what is known of a node
   */
  show(tree, evaluationOf) {
    if (this.tree !== tree) {
      this.cancel();
      this.#showSummary(null);
    }
    this.tree = tree;
    this.nodes = [tree.root, ...tree.mainLine()];
    const points = this.nodes.map((node) => {
      const evaluation = evaluationOf(node);
      const nag = node.nags.find((each) => MARKS.some((mark) => mark.nag === each));
      return evaluation && { expected: evaluation.expected, label: node.text || 'start', nag };
    });
    this.graphFrame.hidden = points.filter(Boolean).length < 2;
    this.graph.show(points, this.nodes.indexOf(tree.current));
    this.startButton.disabled = this.nodes.length < 2;
  }

  cancel() {
    this.reviewer?.cancel();
  }

  #build() {
    this.startButton = button('Review game', () => this.#run(), { className: 'primary' });
    this.cancelButton = button('Cancel', () => this.cancel());
    this.bar = el('progress', { 'aria-label': 'Progress of the review', max: '1', value: '0' });
    this.timeField = labelled('Time', select(TIMES, this.time, (time) => {
      this.time = time;
      store('analyse.reviewTime', time);
    }));
    this.idle = el('div.review-controls', {}, this.startButton, this.timeField);
    this.running = el('div.review-controls', { hidden: true }, this.bar, this.cancelButton);
    this.summary = el('div', { role: 'status' });
    this.graphFrame = el('div.graph-frame');
    this.graph = new ScoreGraph(this.graphFrame, (index) => this.emit('pick', this.nodes[index]));
    this.root = el('section.panel.review-panel', { 'aria-label': 'Review' }, this.graphFrame, this.idle, this.running, this.summary);
  }

  async #run() {
    const reviewer = new Reviewer(this.session, this.tree, Number(this.time));
    const { tree } = this;
    this.reviewer = reviewer;
    this.#showRunning(true);
    this.emit('start');
    try {
      const review = await reviewer.run((node, evaluation, done, total) => {
        this.bar.value = done / total;
        this.emit('evaluation', { node, evaluation });
      });
      if (review && tree === this.tree) {
        // Whoever went on to something else stays there.
        const { top, bottom } = this.root.getBoundingClientRect();
        const isSeen = top < innerHeight && bottom > 0;
        this.#showSummary(review);
        annotate(tree, review);
        // Once the annotations stand in the list above.
        if (isSeen) requestAnimationFrame(() => this.summary.scrollIntoView({ block: 'center' }));
      }
    } catch (error) {
      this.fail(error);
    } finally {
      this.reviewer = null;
      this.#showRunning(false);
      this.emit('end');
    }
  }

  #showRunning(isRunning) {
    this.idle.hidden = isRunning;
    this.running.hidden = !isRunning;
    this.bar.value = 0;
  }

  /** @param {import('./review.js').Review|null} review */
  #showSummary(review) {
    this.summary.replaceChildren();
    if (!review) return;
    const marks = MARKS.toReversed();
    const heads = marks.map(({ nag, title, sign }) => el(
      'th', { scope: 'col' },
      el('span.mark-name', {}, `${title} `), el('span', { className: `mark-sign nag-${nag}` }, sign),
    ));
    const row = (name, { accuracy, counts }) => el(
      'tr', {},
      el('th', { scope: 'row' }, name),
      el('td', {}, accuracy === null ? '–' : `${accuracy.toFixed(0)} %`),
      ...marks.map(({ nag }) => el('td', {}, String(counts.get(nag)))),
    );
    this.summary.append(el(
      'table.review-table', {},
      el('thead', {}, el('tr', {}, el('td'), el('th', { scope: 'col' }, 'Accuracy'), ...heads)),
      el('tbody', {}, row('White', review.sides.w), row('Black', review.sides.b)),
    ));
    const learn = (side) => {
      const moves = mistakesOf(review, side);
      return moves.length > 0 && button(`${colorName(side)}: learn from ${moves.length}`, () => this.emit('learn', moves));
    };
    this.summary.append(el('p.review-learn', {}, learn('w'), learn('b')));
  }
}
