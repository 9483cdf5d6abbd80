/** The bar beside the board that shows who stands better. */

import { percentText } from './evaluation.js';
import { el } from '../dom.js';

/** White's part of the bar grows with White's expected score. */
export class EvalBar {
  constructor() {
    this.label = el('span.eval-label', { 'aria-hidden': 'true' });
    this.root = el(
      'div.eval-bar',
      { role: 'img', 'aria-label': 'Evaluation' },
      el('div.eval-white'),
      this.label,
    );
  }

  /** @param {import('./evaluation.js').Evaluation|null} evaluation */
  show(evaluation) {
    const expected = evaluation?.expected ?? 0.5;
    this.root.style.setProperty('--share', expected.toFixed(3));
    this.root.classList.toggle('is-black-better', expected < 0.5);
    this.root.classList.toggle('is-unknown', !evaluation);
    this.label.textContent = evaluation?.text ?? '';
    const words = evaluation ? `Evaluation ${evaluation.text}, White’s expected score ${percentText(expected)}` : 'No evaluation';
    this.root.setAttribute('aria-label', words);
  }

  /** Stands as high as the squares of a board, whatever is above and below them. */
  follow(boardElement) {
    this.observer?.disconnect();
    this.observer = new ResizeObserver(() => {
      const squares = boardElement.querySelector('.layer-squares').getBoundingClientRect();
      const { top } = this.root.parentElement.getBoundingClientRect();
      this.root.style.setProperty('--bar-top', `${squares.top - top}px`);
      this.root.style.setProperty('--bar-height', `${squares.height}px`);
    });
    this.observer.observe(boardElement);
    for (const part of boardElement.children) this.observer.observe(part);
  }

  destroy() {
    this.observer?.disconnect();
  }

  /** White is below, as on the board, unless it is turned. */
  flip(isFlipped) {
    this.root.classList.toggle('is-flipped', isFlipped);
  }
}
