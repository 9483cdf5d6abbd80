/** The editor of positions: a palette, hands, side to move, and the session's verdict on the whole. */

import { EditorBoard } from './editor-board.js';
import { Setup } from './setup.js';
import { el } from '../dom.js';
import { colorName } from '../geometry.js';
import { drawingOf, pieceIcon } from '../pieces.js';
import { button, debounced, labelled, select } from '../widgets.js';

/** Milliseconds after the last change when the position is checked. */
const CHECK_AFTER = 200;

/** Sets up a position of a game in a board and a panel. */
export class Editor {
  /**
   * @param {import('../app.js').Context} context
   * @param {HTMLElement} boardContainer
   * @param {object} options
   * @param {Message.GameSpec} options.game without FEN and moves
   * @param {Message.PositionInfo} options.position to begin with
   * @param {boolean} options.flipped
   * @param {(fen: string) => void} options.onDone
   * @param {() => void} options.onCancel
   */
  constructor(context, boardContainer, { game, position, flipped, onDone, onCancel }) {
    this.context = context;
    this.game = game;
    this.position = position;
    this.flipped = flipped;
    this.kinds = context.catalog.gameInfo(game.variant, game.definition).kinds;
    this.setup = new Setup(position);
    this.board = new EditorBoard(boardContainer, this.kinds, () => this.#changed());
    this.checkSoon = debounced(() => this.#check(), CHECK_AFTER);
    this.#build(onDone, onCancel);
    this.#changed();
  }

  flip() {
    this.flipped = !this.flipped;
    this.#changed();
  }

  destroy() {
    this.checkSoon.cancel();
    this.board.destroy();
    this.root.remove();
  }

  #build(onDone, onCancel) {
    this.tools = new Map();
    this.side = select([['w', 'White'], ['b', 'Black']], this.setup.side, (side) => {
      this.setup.side = side === 'b' ? 'b' : 'w';
      this.#changed();
    });
    this.fen = el('input.code', { spellcheck: false, autocomplete: 'off', onchange: () => this.#take(this.fen.value.trim()) });
    this.verdict = el('p.form-error', { role: 'status' });
    this.doneButton = button('Analyse this position', () => onDone(this.checkedFen), { className: 'primary', disabled: true });
    this.hands = el('div');
    this.toolName = el('p.palette-name');
    this.root = el(
      'section.panel.editor',
      { 'aria-label': 'Board editor' },
      el('h2', {}, 'Set up a position'),
      el('div.palette', { role: 'radiogroup', 'aria-label': 'What to put on the board', onkeydown: (event) => this.#paletteKey(event) },
        el('div.palette-row', {}, this.#tool('move', 'Move pieces', 'Move'), this.#tool('erase', 'Erase', 'Erase')),
        ...['w', 'b'].map((side) => el('div.palette-row', {}, ...this.kinds.map((kind) => this.#pieceTool(kind, side))))),
      this.toolName,
      this.hands,
      el('div.editor-row', {}, labelled('Side to move', this.side),
        button('Start position', () => this.#take(null)), button('Clear board', () => this.#clear())),
      labelled('FEN', this.fen),
      this.verdict,
      el('div.dialog-actions', {}, this.doneButton, button('Cancel', onCancel)),
    );
    this.#choose('move');
  }

  #pieceTool(kind, side) {
    const letter = side === 'w' ? kind.letter : kind.letter.toLowerCase();
    return this.#tool(letter, `${colorName(side)} ${kind.name}`, pieceIcon(drawingOf(kind), letter, side));
  }

  #tool(tool, label, content) {
    const element = el('button.tool', {
      role: 'radio', 'aria-label': label, title: label, onclick: () => this.#choose(tool),
    }, content);
    this.tools.set(tool, element);
    return element;
  }

  #choose(tool) {
    this.board.tool = tool;
    this.toolName.textContent = this.tools.get(tool).title;
    for (const [other, element] of this.tools) {
      element.setAttribute('aria-checked', String(other === tool));
      element.tabIndex = other === tool ? 0 : -1;
    }
  }

  /** The arrow keys go through the palette, as in any group of radio buttons. */
  #paletteKey(event) {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const tools = [...this.tools.keys()];
    const next = tools[(tools.indexOf(this.board.tool) + step + tools.length) % tools.length];
    this.#choose(next);
    this.tools.get(next).focus();
  }

  #changed() {
    const order = this.kinds.map(({ letter }) => letter).join('');
    this.fen.value = this.setup.fen(order);
    this.side.value = this.setup.side;
    this.board.show(this.setup, this.position, this.flipped);
    this.#renderHands();
    this.doneButton.disabled = true;
    this.checkSoon();
  }

  #renderHands() {
    if (!this.setup.hands) return;
    const counter = (side, { letter, name }) => {
      const count = this.setup.inHand(side, letter);
      const change = (by) => () => {
        this.setup.changeHand(side, letter, by);
        this.#changed();
      };
      return el('span.hand-counter', {},
        button('−', change(-1), { 'aria-label': `One ${name} less`, disabled: count === 0 }),
        el('span', { title: name }, `${letter} ${count}`),
        button('+', change(1), { 'aria-label': `One ${name} more` }));
    };
    const open = [...this.hands.querySelectorAll('details')].map((details) => details.open);
    this.hands.replaceChildren(...['w', 'b'].map((side, index) =>
      el('details', { open: open[index] },
        el('summary', {}, `${colorName(side)}’s hand: ${this.setup.hands[side] || 'empty'}`),
        el('div.hand-counters', {}, ...this.kinds.map((kind) => counter(side, kind))))));
  }

  async #check() {
    const fen = this.fen.value;
    const game = { ...this.game, fen, moves: [] };
    try {
      const position = await this.context.session.ask({ type: 'position', game });
      if (fen !== this.fen.value) return;
      this.checkedFen = position.fen;
      this.board.mark(position);
      this.verdict.textContent = position.end ? `The game is over here: ${position.end.reason}.` : this.#missingKings();
      this.doneButton.disabled = false;
    } catch (error) {
      if (fen === this.fen.value) this.verdict.textContent = error.message;
    }
  }

  /** Tells of sides without a royal piece, which the rules allow. */
  #missingKings() {
    const royal = this.kinds.filter((kind) => kind.is_royal);
    if (!royal.length) return '';
    const name = royal.map((kind) => kind.name).join(' or ');
    const without = ['w', 'b'].filter((side) => !royal.some(({ letter }) => this.setup.has(side, letter)));
    return without.map((side) => `${colorName(side)} has no ${name} and cannot be mated.`).join(' ');
  }

  /** Sets up the position of a FEN, or the start position. */
  async #take(fen) {
    try {
      this.setup.take(await this.context.session.ask({ type: 'position', game: { ...this.game, fen, moves: [] } }));
      this.#changed();
    } catch (error) {
      this.verdict.textContent = error.message;
    }
  }

  #clear() {
    this.setup.clear();
    this.#changed();
  }
}
