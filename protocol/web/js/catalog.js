/** The games that can be played: those of the engine and those of files that the user has added. */

import { load, store } from './storage.js';

/** The answer to `catalog`, which grows by definitions. */
export class Catalog {
  /** @param {import('./engine.js').Session} session */
  constructor(session) {
    this.session = session;
    /** @type {Message.GameInfo[]} the */
    this.games = [];
    /** The texts of the files that games come from, by variant and definition. */
    this.sources = new Map();
    this.version = '';
    /** Number of levels; the last is full strength. */
    this.levels = 8;
    /** @type {Message.EngineBounds} */
    this.engine = null;
    /** Whether rooms can be made here. */
    this.hasRooms = false;
  }

  /** Asks for the games, and defines those that were added on earlier visits; a room has its own. */
  async load() {
    const { games, version, levels, engine, has_rooms: hasRooms } = await this.session.ask({ type: 'catalog' });
    Object.assign(this, { games, version, levels, engine, hasRooms });
    if (this.session.isRoom) return;
    for (const { name, text } of addedFiles()) {
      // A file that a newer version rejects is left out until the user adds it again.
      await this.#define(name, text).catch(() => {});
    }
  }

  /**
   * Adds the games that a file describes, or what a study learned, also for later visits.
   * @returns {Promise<Message.GameInfo[]>}
   */
  async define(name, text) {
    const games = await this.#define(name, text);
    // All studies have the same file name.
    const [{ variant, definition, study }] = games;
    const key = isStudy(text) ? `study of ${[variant, study, definition].filter(Boolean).join(' ')}` : name;
    const others = addedFiles().filter((file) => file.name !== key);
    store('files', [...others, { name: key, text }]);
    return games;
  }

  /** Adds the games of a file for this visit, beside others of the same names. */
  async defineForNow(name, text) {
    const known = this.games;
    const games = await this.#define(name, text);
    this.games = [...known, ...games.filter((game) => !known.some(({ definition }) => definition === game.definition))];
    return games;
  }

  /** The text of the file that a game comes from; null for those that the engine brings. */
  sourceOf(variant, definition) {
    return this.sources.get(`${variant} ${definition}`) ?? null;
  }

  /** Notes the text of the file that a game comes from. */
  learnSource(variant, definition, text) {
    this.sources.set(`${variant} ${definition}`, text);
  }

  async #define(name, text) {
    const { games } = await this.session.ask({ type: 'define', name, text });
    // A study tells more of a game that is known; a new description takes the place of an old one.
    const isSame = (game, old) => game.variant === old.variant && !game.definition === !old.definition;
    const kept = this.games.map((old) => games.find((game) => isSame(game, old)) ?? old);
    this.games = [...new Set([...kept, ...games])];
    if (!isStudy(text)) for (const { variant, definition } of games) this.learnSource(variant, definition, text);
    return games;
  }

  /**
   * The `GameInfo` of a rule set; null if it is unknown here.
   * @param {string} variant
   * @param {string|null} [definition]
   */
  gameInfo(variant, definition = null) {
    const isIt = (game) => game.variant === variant && (game.definition ?? null) === definition;
    const exact = this.games.find(isIt);
    // A name alone means the game that the program knows by it.
    if (exact || definition !== null) return exact ?? null;
    return this.games.find((game) => game.variant === variant) ?? null;
  }
}

/** Whether a text is the file of a study, as session.rs tells it. */
function isStudy(text) {
  return text.trimStart().startsWith('{');
}

/** The stored files that the user has added, without what is no file. */
function addedFiles() {
  return load('files', []).filter((file) => typeof file?.name === 'string' && typeof file.text === 'string');
}
