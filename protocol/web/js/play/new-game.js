/** The dialog for a new game. */

import { BoardWords } from '../board-words.js';
import { readText } from '../text.js';
import { el } from '../dom.js';
import { familyOf, startOptions, titleOf } from '../learn/games.js';
import { makeRoom } from '../room/requests.js';
import { load, store } from '../storage.js';
import { labelled, segments, select } from '../widgets.js';
import { capitalized } from '../notes.js';
import { Preview } from './preview.js';
import { PENULTIMA } from '../penultima/rules.js';

const CLOCKS = [
  ['none', 'None'],
  ['3+2', '3+2'],
  ['10+5', '10+5'],
  ['own', 'Other'],
];
/** Most minutes, and most seconds a move; in a room the server has bounds. */
const MOST = '300';
const MOST_AFAR = '180';
/** Days for a move, between people who play from afar. */
const DAYS = ['1', '2', '3', '5', '7', '14'];
const DEFAULTS = { variant: 'baroque', definition: null, opponent: 'engine', side: 'w', level: 2, clock: 'none', minutes: 15, increment: 10, days: 3, chat: true, illegal: 'lose' };

/**
 * @typedef {object} GameSetup
 * @property {string} variant
 * @property {string|null} definition
 * @property {string} rules switches that differ from those of the rule set
 * @property {string|null} fen
 * @property {'w'|'b'|'both'} human
 * @property {number} level
 * @property {{ base: number, increment: number }|null} time in milliseconds
 */

export class NewGameDialog {
  /**
   * @param {import('../app.js').Context} context
   * @param {(setup: GameSetup) => void} onStart
   */
  constructor(context, onStart) {
    this.context = context;
    this.catalog = context.catalog;
    this.onStart = onStart;
    this.choice = { ...DEFAULTS, ...load('new-game', {}) };
    this.preview = new Preview(context.session);
    this.element = el('dialog.new-game', { 'aria-labelledby': 'new-game-title' });
    this.element.addEventListener('click', (event) => {
      if (event.target === this.element) this.element.close();
    });
  }

  /**
   * Opens it.
   * @param {Message.GameInfo|null} [info] a game chosen in advance
   * @param {() => void} [onCancel] when it is closed without a game
   */
  open(info = null, onCancel = () => {}) {
    if (info) this.#choose(info);
    if (!this.#info()) this.#choose(this.catalog.games[0]);
    this.#build();
    this.isAccepted = false;
    this.element.onclose = () => this.isAccepted || onCancel();
    this.element.showModal();
    /** @type {HTMLInputElement} */ (this.form.querySelector('input:checked')).focus();
  }

  /** Closes it because the page goes. */
  close() {
    this.isAccepted = true;
    this.element.close();
  }

  #choose({ variant, definition }) {
    Object.assign(this.choice, { variant, definition: definition ?? null });
  }

  #info() {
    if (this.#isPenultima) return PENULTIMA;
    return this.catalog.gameInfo(this.choice.variant, this.choice.definition);
  }

  get #isPenultima() {
    return this.choice.variant === PENULTIMA.variant;
  }

  #build() {
    this.game = el('div.stack');
    this.playButton = el('button.button.primary', { type: 'submit', onclick: () => this.#forgive() }, 'Play');
    this.form = el(
      'form.stack',
      { method: 'dialog', onsubmit: (event) => this.#submit(event), oninput: () => this.#forgive() },
      el('h1', { id: 'new-game-title' }, 'New game'),
      this.#families(),
      this.#opponent(),
      this.#clock(),
      this.game,
      el(
        'div.new-game-buttons',
        {},
        el('button.button.quiet', { onclick: () => this.element.close() }, 'Cancel'),
        this.playButton,
      ),
    );
    this.element.replaceChildren(this.form, this.preview.element);
    this.#buildGame();
  }

  #families() {
    const families = new Map();
    for (const game of [...this.catalog.games, PENULTIMA]) if (!families.has(familyOf(game))) families.set(familyOf(game), game);
    const current = familyOf(this.#info());
    const option = ([family, game]) => {
      const input = el('input', { type: 'radio', name: 'family', checked: family === current });
      input.addEventListener('change', () => {
        this.#choose(game);
        this.#buildGame();
      });
      return el('label.family', {}, input, el('span', {}, new BoardWords(game.kinds).row(3), el('span', {}, capitalized(family))));
    };
    const file = el('input.visually-hidden', { type: 'file', accept: '.toml,.json', onchange: () => file.files[0] && this.#add(file.files[0]) });
    const add = el('label.family.add', {}, file, el('span', {}, 'Add a game…'));
    return el('fieldset.families', {}, el('legend', {}, 'Game'), ...[...families].map(option), add);
  }

  /** Adds the games of a file, and chooses the first one. */
  async #add(file) {
    try {
      const [game] = await this.catalog.define(file.name, await readText(file));
      this.#choose(game);
      this.#build();
    } catch (error) {
      this.preview.error.textContent = error.message;
      this.context.fail(error);
    }
  }

  /** What depends on the game: rule set, start, switches. */
  #buildGame() {
    const info = this.#info();
    const sets = this.catalog.games.filter((game) => familyOf(game) === familyOf(info));
    const parts = [];
    if (sets.length > 1) {
      const pairs = sets.map((game, index) => [String(index), titleOf(game, sets)]);
      parts.push(labelled('Rule set', select(pairs, String(sets.indexOf(info)), (index) => {
        this.#choose(sets[Number(index)]);
        this.#buildGame();
      })));
    }
    this.start = select(
      [...startOptions(info).map(([, text], index) => [String(index), text]), ['fen', 'From a FEN …']],
      '0',
      () => this.#showOptions(),
    );
    this.fen = el('input', { type: 'text', spellcheck: false, autocomplete: 'off' });
    this.fen.addEventListener('change', () => this.#showPreview());
    this.fenField = labelled('FEN', this.fen);
    /** @type {[Message.SwitchInfo, HTMLInputElement|HTMLSelectElement][]} */
    this.switches = info.switches.map((rule) => [rule, switchInput(rule)]);
    for (const [, input] of this.switches) input.addEventListener('change', () => this.#showPreview());
    const rules = this.switches.map(([rule, input]) => labelled(capitalized(rule.about), input));
    this.illegal = select([['lose', 'The turn, as in the original game'], ['retry', 'Nothing: one tries again']], this.choice.illegal);
    // An exact number: it may be greater than numbers are here.
    this.seed = el('input', { type: 'text', inputMode: 'numeric', pattern: '[0-9]{1,20}', placeholder: 'drawn', autocomplete: 'off' });
    this.table = el('input', { type: 'file', accept: '.toml' });
    this.secretFields = el('div.stack', {}, labelled('Seed of the rules, if you choose it (everybody is told that)', this.seed), labelled('Another table of rules', this.table));
    parts.push(this.#isPenultima ? el('div.stack', {}, labelled('An illegal try costs', this.illegal), this.secretFields) :
      el('details.switches', {}, el('summary', {}, 'More: start position and rules'),
        el('div.switches-body', {}, labelled('Start position', this.start), this.fenField, ...rules)),
    );
    this.game.replaceChildren(...parts);
    this.#showOptions();
  }

  #opponent() {
    const { choice } = this;
    const elsewhere = this.catalog.hasRooms ? [['elsewhere', 'Friend online']] : [];
    this.opponent = segments('Against', 'opponent', [['engine', 'Computer'], ['both', 'Friend here'], ...elsewhere], choice.opponent);
    this.side = segments('You play', 'side', [['w', 'White'], ['random', 'Random'], ['b', 'Black']], choice.side);
    const { levels } = this.catalog;
    this.level = el('input', { id: 'new-game-level', type: 'range', min: '1', max: String(levels), step: '1', value: String(choice.level) });
    const shown = el('output', {});
    const show = () => (shown.textContent = levelText(Number(this.level.value), levels));
    this.level.addEventListener('input', show);
    show();
    // The output could be labelled too, so the label must name the input.
    this.levelField = el('label.field', { for: 'new-game-level' }, el('span.level-label', {}, 'Level ', shown), this.level);
    this.opponent.addEventListener('change', () => this.#showOptions());
    return el('div.stack', {}, this.opponent, this.side, this.levelField);
  }

  #clock() {
    const { choice } = this;
    const days = this.catalog.hasRooms ? [['days', 'Days']] : [];
    this.clock = segments('Clock: minutes and seconds a move', 'clock', [...CLOCKS, ...days], choice.clock);
    this.clock.addEventListener('change', () => {
      this.#showOptions();
      if (!this.ownClock.hidden) this.ownClock.scrollIntoView({ block: 'nearest' });
    });
    this.minutes = el('input', { type: 'number', min: '0.5', step: '0.5', value: String(choice.minutes) });
    this.increment = el('input', { type: 'number', min: '0', step: '1', value: String(choice.increment) });
    this.ownClock = el('div.own-clock', {}, labelled('Minutes', this.minutes), labelled('Seconds a move', this.increment));
    this.days = select(DAYS.map((count) => [count, count]), String(choice.days));
    this.daysField = labelled('Days for each move', this.days);
    this.chat = el('input', { type: 'checkbox', checked: choice.chat });
    this.chatField = el('label.check', {}, this.chat, 'The players can write to each other');
    return el('div.stack', {}, this.clock, this.ownClock, this.daysField, this.chatField);
  }

  #showOptions() {
    if (!this.opponent) return;
    // In Penultima nobody knows enough to play both sides.
    offer(this.opponent, 'both', !this.#isPenultima, 'engine');
    const opponent = chosen(this.opponent);
    const isAfar = opponent === 'elsewhere';
    this.side.hidden = opponent === 'both';
    this.levelField.hidden = opponent !== 'engine' || this.#isPenultima;
    this.clock.hidden = this.#isPenultima && !isAfar;
    this.chatField.hidden = this.secretFields.hidden = !isAfar;
    offer(this.clock, 'days', isAfar, 'none');
    this.minutes.max = this.increment.max = isAfar ? MOST_AFAR : MOST;
    this.playButton.textContent = isAfar ? 'Make a room' : 'Play';
    this.ownClock.hidden = this.clock.hidden || chosen(this.clock) !== 'own';
    this.daysField.hidden = chosen(this.clock) !== 'days';
    this.fenField.hidden = this.start.value !== 'fen';
    this.fen.required = !this.fenField.hidden;
    this.minutes.disabled = this.increment.disabled = this.ownClock.hidden;
    this.#showPreview();
  }

  #showPreview() {
    this.#forgive();
    const fen = this.#fen();
    if (fen !== '') this.preview.show(this.#info(), { rules: this.#rules(), fen });
  }

  /** The switches that differ from those of the rule set. */
  #rules() {
    const changed = this.switches.filter(([rule, input]) => input.value !== rule.value && input.value !== '');
    return changed.map(([rule, input]) => `${rule.key}=${input.value}`).join(',');
  }

  async #submit(event) {
    event.preventDefault();
    if (this.playButton.disabled) return;
    this.playButton.disabled = true;
    await this.#start();
    this.playButton.disabled = false;
  }

  /** Begins the game that was chosen. */
  async #start() {
    const { choice } = this;
    const start = { variant: choice.variant, definition: choice.definition, rules: this.#rules(), fen: this.#fen() };
    try {
      if (!this.#isPenultima) await this.context.session.ask({ type: 'position', game: start });
    } catch (error) {
      this.#refuse(error);
      return;
    }
    Object.assign(choice, {
      opponent: chosen(this.opponent),
      side: chosen(this.side),
      level: Number(this.level.value),
      clock: chosen(this.clock),
      minutes: Number(this.minutes.value),
      increment: Number(this.increment.value),
      days: Number(this.days.value),
      chat: this.chat.checked,
      illegal: this.illegal.value,
    });
    store('new-game', choice);
    if (choice.opponent === 'elsewhere') {
      await this.#makeRoom(start);
      return;
    }
    this.#accept();
    if (this.#isPenultima) {
      this.context.go(`#/penultima?new&side=${this.#side()}&illegal=${choice.illegal}`);
      return;
    }
    this.onStart({
      ...start,
      human: this.#human(),
      level: choice.level,
      time: this.#time(),
    });
  }

  #accept() {
    this.isAccepted = true;
    this.element.close();
  }

  /** Tells why there is no such game. */
  #refuse(error) {
    const field = this.fenField.hidden ? this.playButton : this.fen;
    // A disabled button shows nothing.
    this.playButton.disabled = false;
    field.setCustomValidity(error.message);
    field.reportValidity();
  }

  /** Forgets why there was no such game. */
  #forgive() {
    for (const field of [this.fen, this.playButton]) field.setCustomValidity('');
  }

  /** Makes a room for a game that begins so, and goes there. */
  async #makeRoom(start) {
    const { variant, definition, rules, fen } = start;
    const seed = this.seed.value;
    const [table] = this.#isPenultima ? this.table.files : [];
    const text = table ? await readText(table) : this.catalog.sourceOf(variant, definition);
    const time = this.#time();
    /** @type {Room.Setup} */
    const setup = {
      ...(this.#isPenultima ? { penultima: { illegal: this.choice.illegal, ...(seed && { seed }) } } : { game: { variant, ...(definition && { definition }), rules, fen } }),
      ...(text && { file: { name: table?.name ?? `${variant}.toml`, text } }),
      time: this.choice.clock === 'days' ? { type: 'days', days: this.choice.days } : time ? { type: 'clock', ...time } : { type: 'unlimited' },
      side: this.#side(),
      has_chat: this.choice.chat,
    };
    try {
      const address = await makeRoom(setup);
      this.#accept();
      this.context.go(new URL(address).hash);
    } catch (error) {
      this.#refuse(error);
    }
  }

  #fen() {
    const { value } = this.start;
    if (value === 'fen') return this.fen.value.trim();
    return value === '0' ? null : this.#info().starts[Number(value)].fen;
  }

  #human() {
    return this.choice.opponent === 'both' ? 'both' : this.#side();
  }

  /** @returns {'w'|'b'} */
  #side() {
    const { side } = this.choice;
    if (side === 'random') return Math.random() < 0.5 ? 'w' : 'b';
    return side;
  }

  #time() {
    const { clock, minutes, increment } = this.choice;
    if (clock === 'none' || clock === 'days') return null;
    const [m, s] = clock === 'own' ? [minutes, increment] : clock.split('+').map(Number);
    return { base: m * 60_000, increment: s * 1000 };
  }
}

/** What a level is called. */
export function levelText(level, levels) {
  return level === levels ? `${level}, full strength` : `${level} of ${levels}`;
}

function switchInput({ values, value }) {
  if (values.length) return select(values.map(({ name, text }) => [name, text]), value);
  return el('input', { type: 'number', min: '0', value });
}

/** Offers a choice of a group or not; another one takes the place of what was chosen and is not there any more. */
function offer(fieldset, value, isOffered, other) {
  const input = fieldset.querySelector(`[value="${value}"]`);
  if (!input) return;
  input.closest('label').hidden = !isOffered;
  if (input.checked && !isOffered) fieldset.querySelector(`[value="${other}"]`).checked = true;
}

function chosen(fieldset) {
  return fieldset.querySelector(':checked').value;
}
