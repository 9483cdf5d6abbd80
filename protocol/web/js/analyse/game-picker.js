/** Chooses the game, its start and its rules. */

import { el } from '../dom.js';
import { ruleWords, startOptions, titleOf } from '../learn/games.js';
import { capitalized } from '../notes.js';
import { labelled, select } from '../widgets.js';

/** Selects of the games that are known, of their start positions and of their rule switches. */
export class GamePicker {
  /**
   * @param {import('../app.js').Context} context
   * @param {(game: { variant: string, definition: string|null, rules: string, fen: string|null }) => void} onChoose
   */
  constructor(context, onChoose) {
    this.context = context;
    this.onChoose = onChoose;
    this.root = el('div.game-picker');
  }

  /** @param {{ variant: string, definition: string|null, rules: string, fen: string|null }} game the shown one */
  show({ variant, definition, rules, fen }) {
    this.game = { variant, definition, rules, fen };
    const { games } = this.context.catalog;
    const info = this.context.catalog.gameInfo(variant, definition);
    const index = games.indexOf(info);
    const pairs = games.map((game, i) => [String(i), titleOf(game, games)]);
    /** @type {HTMLElement[]} */
    const parts = [labelled('Game', select(pairs, String(index), (i) => this.#choose(games[Number(i)])))];
    if (info?.starts.length > 1) parts.push(this.#startField(info));
    if (rules) parts.push(el('ul.game-rules', {}, ...ruleWords(info, rules).map((words) => el('li', {}, capitalized(words)))));
    this.root.replaceChildren(...parts);
  }

  #choose({ variant, definition }) {
    this.onChoose({ variant, definition, rules: '', fen: null });
  }

  #startField({ starts }) {
    const [first] = starts;
    const named = starts.find(({ fen }) => fen === this.game.fen);
    const pairs = startOptions({ starts });
    const value = named?.name ?? (this.game.fen ? 'other' : first.name);
    if (value === 'other') pairs.push(['other', 'set up']);
    const choose = (name) => {
      const fen = name === first.name ? null : starts.find((start) => start.name === name)?.fen;
      if (fen !== undefined) this.onChoose({ ...this.game, fen });
    };
    return labelled('Start', select(pairs, value, choose));
  }
}
