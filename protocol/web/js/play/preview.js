/** The start position and the rules of the game that is being chosen. */

import { Board } from '../board.js';
import { el } from '../dom.js';

export class Preview {
  /** @param {import('../engine.js').Session} session */
  constructor(session) {
    this.session = session;
    this.turn = 0;
    this.box = el('div.preview-board');
    this.error = el('p.preview-error', { role: 'alert' });
    this.rules = el('ul.preview-rules');
    this.element = el('aside.preview', {}, this.box, this.error, this.rules);
    this.board = new Board(this.box, { interactive: false, coordinates: false, label: 'Start position' });
  }

  /**
   * @param {Message.GameInfo & { position?: () => Promise<Message.PositionInfo> }} info whose position is asked for if it has none
   * @param {{ rules: string, fen: string|null }} start
   */
  async show(info, { rules, fen }) {
    const turn = ++this.turn;
    const { variant, definition } = info;
    this.rules.replaceChildren(...info.sentences.map((sentence) => el('li', {}, sentence)));
    try {
      const game = { variant, definition, rules, fen, moves: [] };
      const position = await (info.position?.() ?? this.session.ask({ type: 'position', game }));
      if (turn !== this.turn) return;
      this.board.setKinds(info.kinds);
      this.board.show(position, { movable: null });
      this.error.textContent = '';
    } catch (error) {
      if (turn === this.turn) this.error.textContent = error.message;
    }
  }
}
