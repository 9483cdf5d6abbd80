/** A player's notes: what each kind of piece may do. They stay in this browser. */

import { BoardWords } from '../board-words.js';
import { el } from '../dom.js';
import { load, store } from '../storage.js';
import { kindsOf } from './position.js';

/** Games whose notes are kept. */
const MOST = 50;
/** Characters of a note. */
const LONGEST = 300;

export class Guesses {
  constructor() {
    this.element = el('details.guesses.panel', { open: true }, el('summary', {}, 'Your guesses'));
    this.id = null;
  }

  /**
   * Shows the notes of a game.
   * @param {string} id of the game
   * @param {import('./position.js').UmpiredInfo} info
   */
  show(id, info) {
    if (id === this.id) return;
    this.id = id;
    const words = new BoardWords(kindsOf(info));
    const known = load('guesses', []).find((each) => each.id === id)?.texts ?? {};
    const rows = info.kinds.filter(({ letter }) => letter !== 'K').map(({ letter, name, has_invoke: hasInvoke }) => el(
      'label.guess', {}, words.icon(letter), el('span', {}, name, hasInvoke && el('small', {}, ' invoke')),
      el('input', { type: 'text', maxLength: LONGEST, value: known[letter] ?? '', autocomplete: 'off', data: { letter }, oninput: ({ target }) => this.#keep(letter, target.value) })));
    const drawn = el('details.drawn', {}, el('summary', {}, 'What the umpire has announced'),
      el('ul', {}, ...info.sentences.map((sentence) => el('li', {}, sentence))),
      el('p', {}, 'Hash of the rules: ', el('code', {}, info.hash)));
    this.element.replaceChildren(this.element.querySelector('summary'), ...rows, drawn);
  }

  /** Keeps one note; others may have been changed in another tab. */
  #keep(letter, text) {
    const all = load('guesses', []);
    const texts = { ...all.find(({ id }) => id === this.id)?.texts, [letter]: text };
    const others = all.filter(({ id }) => id !== this.id);
    store('guesses', [{ id: this.id, texts }, ...others].slice(0, MOST));
  }
}
