/** What the players of a room write to each other. */

import { el } from '../dom.js';
import { load, store } from '../storage.js';
import { button } from '../widgets.js';

/** Characters of the longest line: `MAX_LINE` of room.rs. */
const MAX_LINE = 300;

export class Chat {
  /**
   * @param {import('../engine.js').Session} session in the room
   * @param {(side: 'w'|'b') => string} nameOf
   */
  constructor(session, nameOf) {
    this.session = session;
    this.nameOf = nameOf;
    /** The number of lines that are shown. */
    this.known = 0;
    this.list = el('ol.chat-lines', { role: 'log', 'aria-label': 'Chat', tabIndex: 0 });
    this.input = el('input', { type: 'text', maxLength: MAX_LINE, autocomplete: 'off', 'aria-label': 'Say something' });
    this.error = el('p.entry-error', { role: 'alert' });
    this.form = el('form.entry-row', { onsubmit: (event) => this.#say(event) }, this.input, el('button.button', { type: 'submit' }, 'Say'));
    this.toggle = button('', () => this.#setOn(!this.isOn), { className: 'quiet' });
    this.body = el('div.chat-body', {}, this.list, this.form, this.error);
    this.element = el('section.chat.panel', { 'aria-label': 'Chat', hidden: true }, el('header.chat-head', {}, el('h2', {}, 'Chat'), this.toggle), this.body);
    this.#setOn(load('chat', 'on') === 'on');
  }

  /** Shows what is said, or not, from now on. */
  #setOn(isOn) {
    this.isOn = isOn;
    store('chat', isOn ? 'on' : 'off');
    this.body.hidden = !isOn;
    this.toggle.textContent = isOn ? 'Hide' : 'Show';
    this.toggle.setAttribute('aria-expanded', String(isOn));
  }

  /** @param {Room.RoomInfo} room */
  show({ lines, role, is_seated: isSeated }) {
    this.element.hidden = lines === null || !isSeated;
    this.form.hidden = role !== 'player';
    this.wanted = lines ?? 0;
    this.#read(this.wanted);
  }

  /** Reads the lines up to a number, those that are not known. */
  async #read(lines) {
    if (this.isReading || lines <= this.known) return;
    this.isReading = true;
    try {
      const { lines: news, next } = await this.session.askRoom({ type: 'lines', from: this.known });
      // What was said before is not read out.
      this.list.setAttribute('aria-live', this.known ? 'polite' : 'off');
      this.known = next;
      this.list.append(...news.map(({ side, text }) => el('li', {}, el('b', {}, `${this.nameOf(side)}: `), text)));
      this.list.scrollTop = this.list.scrollHeight;
    } catch (error) {
      this.error.textContent = error.message;
    } finally {
      this.isReading = false;
    }
    if (lines < this.wanted && lines <= this.known) this.#read(this.wanted);
  }

  async #say(event) {
    event.preventDefault();
    const text = this.input.value.trim();
    if (!text) return;
    this.input.value = '';
    this.error.textContent = '';
    try {
      await this.session.askRoom({ type: 'act', command: { type: 'say', text } }, true);
    } catch (error) {
      this.input.value ||= text;
      this.error.textContent = error.message;
    }
  }
}
