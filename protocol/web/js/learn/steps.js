/** A numbered series of exercises, of which one is shown. */

import { el } from '../dom.js';
import { oneStop } from '../focus.js';

export class Steps {
  /**
   * @param {object} options
   * @param {string} options.label what the series is called
   * @param {string} options.address of the series; a step's number follows it
   * @param {string[]} options.names
   * @param {(index: number) => boolean} options.isDone
   * @param {(index: number, onNext: (() => void)|null) => { root: HTMLElement, destroy: () => void }} options.build makes
   *   a step, from which `onNext` leads to the next one
   * @param {(index: number) => number} [options.numberOf] the number of a step in addresses, if not all are shown
   * @param {boolean} [options.isCompact] whether only the numbers are shown
   */
  constructor(options) {
    this.options = { numberOf: (index) => index + 1, ...options };
    this.list = el('ol', { className: `steps-list${options.isCompact ? ' is-compact' : ''}` });
    this.stopAt = oneStop(this.list, 'button');
    this.count = el('span.muted');
    this.bar = el('progress', { 'aria-label': 'Done', max: String(options.names.length), value: '0' });
    this.body = el('div');
    this.root = el(
      'div.steps',
      {},
      this.body,
      el('nav.steps-nav', { 'aria-label': options.label },
        el('div.steps-head', {}, el('span', {}, options.label), this.count), this.bar, this.list),
    );
  }

  /** Shows the step of an address; the first open one if it names none, or one that is not there, which is told. */
  start({ toast }, number) {
    const { names, label, isDone, numberOf } = this.options;
    const index = names.findIndex((_, i) => String(numberOf(i)) === number);
    if (number && index < 0) toast(`${label} go from 1 to ${names.length}: there is no “${number}”.`, 'error');
    const firstOpen = names.findIndex((_, i) => !isDone(i));
    this.go(Math.max(0, index < 0 ? firstOpen : index), false);
  }

  /** Shows a step; by default, the focus goes to its heading. */
  go(index, isFocused = true) {
    const { address, names, build, numberOf } = this.options;
    this.index = index;
    this.destroy();
    this.step = build(index, index + 1 < names.length ? () => this.go(index + 1) : null);
    this.body.replaceChildren(this.step.root);
    this.refresh();
    if (location.hash.startsWith(address)) history.replaceState(null, '', `${address}/${numberOf(this.index)}`);
    if (!isFocused) return;
    const heading = this.body.querySelector('h2');
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView({ block: 'nearest' });
  }

  /** Ends the step that is shown. */
  destroy() {
    this.step?.destroy();
  }

  /** Shows what is done. */
  refresh() {
    const { names, isDone } = this.options;
    const done = names.filter((_, index) => isDone(index)).length;
    this.count.textContent = `${done} of ${names.length}`;
    this.bar.value = done;
    const buttons = names.map((name, index) => this.#button(name, index, isDone(index)));
    this.list.replaceChildren(...buttons.map((control) => el('li', {}, control)));
    this.stopAt(buttons[this.index]);
  }

  #button(name, index, isDone) {
    return el(
      'button',
      {
        className: `step${isDone ? ' is-done' : ''}`,
        'aria-current': index === this.index ? 'step' : null,
        title: this.options.isCompact ? name : null,
        onclick: () => this.go(index),
      },
      el('span.step-sign', { 'aria-hidden': 'true' }, isDone ? '✓' : String(this.options.numberOf(index))),
      el('span.step-name', {}, name),
      isDone && el('span.visually-hidden', {}, ', done'),
    );
  }
}
