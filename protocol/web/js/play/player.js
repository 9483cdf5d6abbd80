/** The bar of a player: name, what it has captured, and clock. */

import { el } from '../dom.js';
import { colorOf } from '../geometry.js';
import { clockText } from './clock.js';

/** Milliseconds below which a clock is low. */
export const LOW_TIME = 20_000;

export class PlayerBar {
  constructor() {
    this.dot = el('span.player-dot');
    this.name = el('span.player-name');
    this.state = el('span.player-state');
    this.captured = el('span.player-captured');
    this.clock = el('span.player-clock', { role: 'timer', hidden: true });
    this.element = el('div.player', {}, this.dot, this.name, this.state, this.captured, this.clock);
    this.side = 'w';
  }

  /**
   * @param {'w'|'b'} side
   * @param {{ name: string, state: string, isTurn: boolean }} player
   */
  show(side, { name, state, isTurn }) {
    this.side = side;
    this.dot.dataset.side = side;
    this.name.textContent = name;
    this.state.textContent = state;
    this.element.classList.toggle('turn', isTurn);
  }

  /**
   * Shows the enemy pieces that are gone.
   * @param {Message.PlayedMove[]} history
   * @param {import('../board-words.js').BoardWords} words
   */
  showCaptured(history, words) {
    const gone = history.flatMap(({ removed }) => removed.map(([, letter]) => letter));
    const enemies = gone.filter((letter) => colorOf(letter) !== this.side);
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const letter of enemies) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    const order = [...words.kinds.keys()];
    const place = (letter) => order.indexOf(letter.toUpperCase());
    const sorted = [...counts].sort(([a], [b]) => place(a) - place(b));
    const groups = sorted.map(([letter, count]) => {
      const icons = Array.from({ length: count }, () => words.icon(letter));
      const label = `${count} ${words.kind(letter).name} captured`;
      return el('span.captured-group', { role: 'img', 'aria-label': label, title: label }, ...icons);
    });
    this.captured.replaceChildren(...groups);
  }

  /** @param {import('./clock.js').GameClock|null} clock */
  showClock(clock) {
    this.clock.hidden = !clock;
    if (!clock) return;
    const left = clock.remaining(this.side);
    this.clock.textContent = clockText(left);
    this.clock.classList.toggle('running', clock.running === this.side);
    this.clock.classList.toggle('low', left < LOW_TIME);
  }
}
