/** The panel of the engine: on and off, its lines, its speed and its settings. */

import { countText, ofLine } from './evaluation.js';
import { Peek } from './peek.js';
import { el } from '../dom.js';
import { Emitter } from '../emitter.js';
import { oneStop } from '../focus.js';
import { load, store } from '../storage.js';
import { debounced, labelled, select } from '../widgets.js';

/** Plies of a line that are shown. */
const MAX_PLIES = 12;
/** Milliseconds a position must stay before it is searched, so that stepping through a game is smooth. */
const SEARCH_AFTER = 150;

/**
 * Searches the shown position for as long as it is switched on. Emits `evaluation` (detail
 * `{ node, evaluation }`), `play` (detail: moves of a line up to the chosen one) and `hover` (detail: a
 * UCI text or null).
 */
export class EnginePanel extends Emitter {
  /** @param {import('../app.js').Context} context */
  constructor(context) {
    super();
    this.context = context;
    this.session = context.session;
    this.bounds = context.catalog.engine;
    this.fail = context.fail;
    this.settings = { isOn: true, lines: 2, hash: null, threads: null, ...load('analyse.engine', {}) };
    /** @type {Message.LineInfo[]} of the running search by rank */
    this.lines = [];
    this.search = null;
    this.#build();
    this.searchSoon = debounced(() => this.#start(), SEARCH_AFTER);
    this.#applySettings();
  }

  /**
   * Searches a position, if the engine is on.
   * @param {import('../tree.js').TreeNode} node its node in the tree
   * @param {Message.GameSpec} game
   * @param {Message.PositionInfo} position
   */
  show(node, game, position) {
    this.shown = { node, game, position };
    this.lines = [];
    this.#renderLines();
    this.restart();
  }

  /** The best move that is known, as UCI and readable text. */
  get best() {
    return this.lines[0]?.pv[0] ?? null;
  }

  /** Stops while something else uses the engine, such as a review. */
  pause(isPaused) {
    this.isPaused = isPaused;
    this.restart();
  }

  restart() {
    this.searchSoon.cancel();
    this.search?.stop();
    this.search = null;
    const isSearching = this.settings.isOn && !this.isPaused && this.shown && !this.shown.position.end;
    this.status.textContent = this.#idleText();
    if (isSearching) this.searchSoon();
  }

  destroy() {
    this.shown = null;
    this.restart();
  }

  #toggle() {
    this.#set({ isOn: this.power.checked });
    this.restart();
  }

  #idleText() {
    if (this.shown?.position.end) return 'The game is over';
    if (this.isPaused) return 'Busy with the review';
    return this.settings.isOn ? 'Thinking…' : 'Off';
  }

  #start() {
    const { node, game } = this.shown;
    const lines = [];
    const search = this.session.search({ game, limits: {}, lines: this.settings.lines }, (line) => {
      if (this.search !== search) return;
      // A bound says less than the exact score of the depth before.
      if (line.bound && lines[line.rank - 1]) return;
      lines[line.rank - 1] = line;
      this.lines = lines.filter(Boolean);
      this.#renderSoon();
      if (line.rank === 1) this.emit('evaluation', { node, evaluation: ofLine(line) });
    });
    this.search = search;
    search.done.then(
      () => this.search === search && this.#finish(),
      (error) => this.search === search && this.#fail(error),
    );
  }

  #finish() {
    this.search = null;
    this.#renderLines();
    if (this.lines[0]) this.status.textContent = `Depth ${this.lines[0].depth}, done`;
  }

  #fail(error) {
    this.search = null;
    this.status.textContent = error.message;
  }

  /** Lines come in bursts; one picture of them is enough. */
  #renderSoon() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.#renderLines();
    });
  }

  #renderLines() {
    const [first] = this.lines;
    if (first && this.search) {
      const speed = first.time ? ` · ${countText((first.nodes / first.time) * 1000)}/s` : '';
      this.status.textContent = `Depth ${first.depth} · ${countText(first.nodes)} nodes${speed}`;
    }
    // What the pointer looks at stays.
    if (this.lines.length && this.list.matches(':hover, :focus-within')) return;
    this.peek.show(null, null);
    const rows = this.lines.slice(0, this.settings.lines).map((line) => this.#lineRow(line));
    this.list.replaceChildren(...rows);
    this.list.hidden = rows.length === 0;
  }

  #lineRow(line) {
    const evaluation = ofLine(line);
    const moves = line.pv.slice(0, MAX_PLIES).map(([, text], i) =>
      el('button.pv-move', {
        onclick: () => this.emit('play', line.pv.slice(0, i + 1)),
        onpointerenter: ({ currentTarget }) => this.#look(currentTarget, line.pv, i),
        onfocus: ({ currentTarget }) => this.#look(currentTarget, line.pv, i),
        onpointerleave: () => this.#look(null),
        onblur: () => this.#look(null),
      }, text),
    );
    const score = el('span', { className: `pv-score${evaluation.expected < 0.5 ? ' is-black-better' : ''}` }, evaluation.text);
    const row = el('span.pv-moves', { role: 'group', 'aria-label': `Line ${line.rank}, ${evaluation.text}` }, ...moves);
    oneStop(row, 'button')();
    return el('li.pv', {}, score, row);
  }

  /** Shows a move of a line: the first one as an arrow, and the position after any on a small board. */
  #look(button, pv = [], index = 0) {
    this.emit('hover', button && index === 0 ? pv[0][0] : null);
    this.peek.show(button, button && { ...this.shown.game, moves: [...this.shown.game.moves, ...pv.slice(0, index + 1).map(([uci]) => uci)] });
  }

  #build() {
    this.power = el('input', { type: 'checkbox', role: 'switch', checked: this.settings.isOn, onchange: () => this.#toggle() });
    this.status = el('span.engine-status');
    const renderAfter = () => requestAnimationFrame(() => this.#renderLines());
    this.list = el('ol.pv-list', { 'aria-label': 'Best lines', onpointerleave: renderAfter, onfocusout: renderAfter });
    this.root = el(
      'section.panel.engine-panel',
      { 'aria-label': 'Engine' },
      el('div.engine-head', {}, el('label.switch', {}, this.power, el('span', {}, 'Engine')), this.status),
      this.list,
      el('details.engine-settings', {}, el('summary', {}, 'Engine settings'), this.#settingsForm()),
    );
    this.peek = new Peek(this.context, this.root);
  }

  #settingsForm() {
    const choice = (key, values) => {
      const pairs = values.map((value) => [String(value), String(value)]);
      return select(pairs, String(this.settings[key]), (value) => this.#change({ [key]: Number(value) }));
    };
    this.hash = choice('hash', doublings(this.bounds.hash));
    this.threads = choice('threads', doublings(this.bounds.threads));
    return el(
      'div.fields',
      {},
      labelled('Lines', choice('lines', [1, 2, 3, 4, 5])),
      labelled('Memory, MB', this.hash),
      labelled('Threads', this.threads),
    );
  }

  #change(settings) {
    this.#set(settings);
    if (!('lines' in settings)) this.#applySettings();
    this.restart();
  }

  #set(settings) {
    Object.assign(this.settings, settings);
    store('analyse.engine', this.settings);
  }

  /** Tells the session what the user has set, and shows what it uses. */
  async #applySettings() {
    const { hash, threads } = this.settings;
    const within = (value, most) => (value === null ? null : Math.min(value, most));
    try {
      const used = await this.session.ask({
        type: 'engine', hash: within(hash, this.bounds.hash), threads: within(threads, this.bounds.threads),
      });
      choose(this.hash, used.hash);
      choose(this.threads, used.threads);
    } catch (error) {
      this.fail(error);
    }
  }
}

/** 1, 2, 4 and so on up to a number, and the number. */
function doublings(most) {
  const values = [];
  for (let value = 1; value < most; value *= 2) values.push(value);
  return [...values, most];
}

/** Selects a number, which may be none of the usual choices. */
function choose(element, value) {
  const text = String(value);
  if (![...element.options].some((option) => option.value === text)) element.add(new Option(text));
  element.value = text;
}
