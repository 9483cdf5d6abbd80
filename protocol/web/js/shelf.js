/** The shelf: the games that were played and analysed here, in the browser's own database. */

import { Emitter } from './emitter.js';
import { isFree, movedGames } from './storage.js';

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
 * @property {boolean} isOver
 * @property {boolean} [isDamaged] whether it cannot be read; then only `id` and `time` are there
 */

/**
 * Keeps games. Emits `change` after each, and `failed` once, with an `Error`, if the browser keeps none: in private
 * windows, or when its storage is full. Nothing else goes wrong then.
 */
export class Shelf extends Emitter {
  constructor() {
    super();
    /** @type {Promise<IDBDatabase>|null} */
    this.opened = null;
    this.error = null;
  }

  /** Takes the games of tabs that are closed, which earlier versions kept elsewhere. */
  async takeMoved() {
    for (const game of await movedGames()) await this.put(game);
  }

  /**
   * Keeps a game, in place of the one with its id.
   * @param {KeptGame} game
   */
  async put(game) {
    await this.#try('readwrite', (store) => store.put(game));
    this.emit('change');
  }

  /** @returns {Promise<KeptGame|null>} */
  async get(id) {
    const game = await this.#try('readonly', (store) => store.get(id));
    return game ? checked(game) : null;
  }

  /**
   * All games, the last changed first.
   * @returns {Promise<KeptGame[]>}
   */
  async all() {
    const games = (await this.#try('readonly', (store) => store.getAll())) ?? [];
    return games.map(checked).sort((a, b) => b.time - a.time);
  }

  async remove(id) {
    await this.#try('readwrite', (store) => store.delete(id));
    this.emit('change');
  }

  async #try(mode, act) {
    try {
      const db = await (this.opened ??= open());
      return await done(act(db.transaction(STORE, mode).objectStore(STORE)));
    } catch (error) {
      if (this.error) return null;
      this.error = error;
      this.emit('failed', error);
      return null;
    }
  }
}

/** A game of its own id. */
export function newId() {
  // Browsers keep `randomUUID` from pages over plain HTTP.
  return [...crypto.getRandomValues(new Uint32Array(3))].map((part) => part.toString(16).padStart(8, '0')).join('');
}

/** Takes a game for this tab, unless another tab has it. */
export function takeGame(id) {
  return isFree(`game.${id}`);
}

/** @returns {Promise<IDBDatabase>} */
function open() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('baroque', 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' });
    request.onsuccess = () => resolve(request.result);
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

/** A game as it was kept, or as a damaged one if it has lost what it needs. */
function checked(game) {
  const { id, time, route, tree } = game;
  const isWhole = typeof tree?.variant === 'string' && Array.isArray(tree.moves) && ['play', 'analyse'].includes(route) &&
    (route === 'analyse' || typeof game.extra?.setup?.rules === 'string');
  return isWhole ? { path: [], ...game, time: Number(time) || 0 } : { id, time: Number(time) || 0, isDamaged: true };
}
