/** The shelf: the games that were played and analysed here, in the browser's own database. */

import { Emitter } from './emitter.js';
import { hold, moveGames } from './storage.js';
import { GameTree } from './tree.js';

const STORE = 'games';

/**
 * A kept game.
 *
 * @typedef {object} KeptGame
 * @property {string} id
 * @property {'play'|'analyse'} route where it goes on
 * @property {number} time of the last change, in milliseconds since 1970
 * @property {Message.GameTree} tree
 * @property {number[]} path of the shown position: the place of each move among its siblings
 * @property {any} extra what the route keeps besides
 * @property {string|null} [source] the file that describes the game
 * @property {boolean} [isDamaged] whether it cannot be read; then only `id` and `time` are there
 */

/**
 * Keeps games. Emits `failed` once, with an `Error`, if the browser keeps none: in private windows, or when its storage
 * is full. Nothing else goes wrong then.
 */
export class Shelf extends Emitter {
  /** @param {import('./catalog.js').Catalog} catalog */
  constructor(catalog) {
    super();
    this.catalog = catalog;
    /** @type {Promise<IDBDatabase>|null} */
    this.opened = null;
    this.error = null;
  }

  /** Takes the games of tabs that are closed, where no later version is here. */
  takeMoved() {
    return moveGames(async (game) => {
      const known = await this.get(game.id);
      return known !== null && !known.isDamaged && known.time >= game.time ? true : this.put(game);
    });
  }

  /**
   * Keeps a game, in place of the one with its id.
   * @param {KeptGame} game
   * @returns {Promise<boolean>} whether it is kept
   */
  async put(game) {
    const { variant, definition } = game.tree ?? {};
    const source = this.catalog.sourceOf(variant, definition ?? null) ?? game.source;
    return (await this.#try('readwrite', (store) => store.put({ ...game, source }))) !== null;
  }

  /** @returns {Promise<KeptGame|null>} */
  async get(id) {
    const game = await this.#try('readonly', (store) => store.get(id));
    return game ? this.#known(checked(game)) : null;
  }

  /**
   * All games, the last changed first.
   * @returns {Promise<KeptGame[]>}
   */
  async all() {
    const games = (await this.#try('readonly', (store) => store.getAll())) ?? [];
    for (const game of games) await this.#known(game);
    return games.map(checked).sort((a, b) => b.time - a.time);
  }

  /** Has the catalog know what a game is played by, if that came with a link. */
  async #known(game) {
    const { tree, source } = game;
    const isKnown = !source || !tree || this.catalog.gameInfo(tree.variant, tree.definition ?? null);
    // One that this version rejects stays unknown.
    if (!isKnown) await this.catalog.defineForNow('a kept game', source).catch(() => {});
    return game;
  }

  /** @returns {Promise<boolean>} whether it is gone */
  async remove(id) {
    return (await this.#try('readwrite', (store) => store.delete(id))) !== null;
  }

  async #try(mode, act) {
    try {
      const db = await (this.opened ??= open());
      return await done(act(db.transaction(STORE, mode).objectStore(STORE)));
    } catch (error) {
      // Another try may reach it.
      this.opened = null;
      if (this.error) return null;
      this.error = error;
      this.emit('failed', error);
      return null;
    }
  }
}

/** The id of a new game. */
export function newId() {
  // Browsers keep `randomUUID` from pages over plain HTTP.
  return [...crypto.getRandomValues(new Uint32Array(3))].map((part) => part.toString(16).padStart(8, '0')).join('');
}

/** What releases the games that this tab holds. */
const held = new Map();
/** The games that it shows. */
const shown = new Set();

/**
 * Takes a game for this tab, so that no other one writes it.
 * @returns {Promise<string>} the id to keep it under: a new one if another tab has the game
 */
export async function takeGame(id) {
  shown.add(id);
  if (!held.has(id)) held.set(id, hold(`game.${id}`));
  if (await held.get(id)) return id;
  held.delete(id);
  shown.delete(id);
  return takeGame(newId());
}

/** Gives a game back, once what follows at once does not show it either. */
export function leaveGame(id) {
  shown.delete(id);
  setTimeout(async () => {
    if (shown.has(id)) return;
    const release = held.get(id);
    held.delete(id);
    (await release)?.();
  });
}

/** @returns {Promise<IDBDatabase>} */
function open() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('baroque', 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' });
    request.onsuccess = () => {
      // A later version in another tab must not wait for this one.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error('another tab holds the games'));
  });
}

/** @param {IDBRequest} request */
function done(request) {
  return new Promise((resolve, reject) => {
    // What is written is safe only when its transaction is complete.
    request.transaction.oncomplete = () => resolve(request.result);
    request.transaction.onabort = () => reject(request.transaction.error ?? request.error);
  });
}

/** A game as it was kept, or as a damaged one if it cannot be read. */
function checked(kept) {
  const game = { ...kept, path: kept.path ?? [], time: Number(kept.time) || 0 };
  try {
    GameTree.fromKept(game);
    if (game.route === 'analyse' || typeof game.extra.setup.rules === 'string') return game;
  } catch {
    // Something is missing.
  }
  return { id: game.id, time: game.time, isDamaged: true };
}
