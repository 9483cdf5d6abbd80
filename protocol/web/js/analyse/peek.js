/** A small board beside a move of a line: the position after it, and for those who hear it what the move does. */

import { Board } from '../board.js';
import { el } from '../dom.js';

export class Peek {
  /**
   * @param {import('../app.js').Context} context
   * @param {HTMLElement} root in which it floats
   */
  constructor({ session, catalog }, root) {
    this.session = session;
    this.catalog = catalog;
    this.root = root;
    this.frame = el('div.peek', { hidden: true, 'aria-hidden': 'true' });
    this.board = new Board(this.frame, { interactive: false, coordinates: false });
    this.words = el('p.visually-hidden', { role: 'status' });
    root.append(this.frame, this.words);
  }

  /**
   * Shows the position after a move, or nothing without one.
   * @param {HTMLElement|null} button of the move
   * @param {Message.GameSpec|null} game up to the move
   */
  async show(button, game) {
    const asked = (this.asked = {});
    this.frame.hidden = true;
    this.words.textContent = '';
    if (!button) return;
    const position = await this.session.ask({ type: 'position', game }).catch(() => null);
    if (asked !== this.asked || !position || !button.isConnected) return;
    this.frame.hidden = false;
    this.board.setKinds(this.catalog.gameInfo(game.variant, game.definition)?.kinds ?? []);
    const lastMove = position.history.at(-1) ?? null;
    this.board.show(position, { movable: null, lastMove });
    this.words.textContent = lastMove?.effects.join('; ') ?? '';
    const [own, place] = [this.root.getBoundingClientRect(), button.getBoundingClientRect()];
    const left = Math.min(place.left - own.left, own.width - this.frame.offsetWidth);
    this.frame.style.left = `${Math.max(0, left)}px`;
    this.frame.style.top = `${place.bottom - own.top + 6}px`;
  }
}
