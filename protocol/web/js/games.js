/** The games that are kept in this browser: to go on with, to analyse, to export, to delete. */

import { endText, resultText } from './analyse/evaluation.js';
import { summaryOf } from './analyse/game-files.js';
import { el } from './dom.js';
import { colorName } from './geometry.js';
import { clockText } from './play/clock.js';
import { MAX_KNOWN, forgetRoom, keepRoom, knownRooms } from './room/keys.js';
import { lookAt } from './room/requests.js';
import { forgetGame } from './storage.js';
import { GameTree } from './tree.js';
import { button } from './widgets.js';

/** Milliseconds after which the file of an export is no longer held. */
const EXPORTED_MS = 10_000;
/** Rooms that one request looks at. */
const MAX_ROOMS = 20;

/** Shows the page; see `Context` in app.js. */
export async function mount(root, context) {
  const page = new GamesPage(root, context);
  await page.refresh();
  return { unmount: () => {} };
}

/** A game of the shelf in words: the game, how far it is, who plays. */
export function describeKept({ catalog }, { tree: message }) {
  const tree = GameTree.fromMessage(message);
  const { players, details } = summaryOf(tree, catalog.gameInfo(tree.variant, tree.definition));
  return `${details.replace(/ · \*$/, '')} · ${players}`;
}

/** Whether a game of the shelf is over. */
export function isOver({ tree }) {
  return (tree.result ?? '*') !== '*';
}

class GamesPage {
  /**
   * @param {HTMLElement} root
   * @param {import('./app.js').Context} context
   */
  constructor(root, context) {
    this.context = context;
    this.search = el('input', { type: 'search', oninput: () => this.#show() });
    this.sort = el('select', { onchange: () => this.#show() },
      ...['All', 'Unfinished', 'Finished', 'Analysed'].map((name) => el('option', {}, name)));
    this.list = el('ul.kept-games');
    this.rooms = el('section.rooms', { 'aria-label': 'Rooms', hidden: true });
    this.status = el('p.muted', { role: 'status' });
    this.exportButton = button('Export all as PGN', () => this.#export());
    root.append(
      el(
        'div.games-page',
        {},
        el('header.games-head', {}, el('h1', {}, 'Games'), this.exportButton),
        this.rooms,
        el('div.games-filter', {},
          el('label.field', {}, el('span', {}, 'Search'), this.search),
          el('label.field', {}, el('span', {}, 'Show'), this.sort)),
        this.status,
        this.list,
      ),
    );
  }

  async refresh() {
    this.games = await this.context.shelf.all();
    const sound = this.games.filter(({ isDamaged }) => !isDamaged);
    this.texts = new Map(sound.map((game) => [game, describeKept(this.context, game)]));
    this.#show();
    this.#showRooms().catch(this.context.fail);
  }

  /** Shows the rooms that this browser knows, those first in which it is its turn. */
  async #showRooms() {
    if (!this.context.catalog.hasRooms) return;
    const known = knownRooms();
    const seen = [];
    for (let from = 0; from < known.length; from += MAX_ROOMS) {
      seen.push(...(await lookAt(known.slice(from, from + MAX_ROOMS).map(({ seat }) => seat))));
    }
    const looked = known.map((room, index) => ({ ...room, info: seen[index] }));
    const rooms = looked.filter(({ info }) => info);
    // They would push out others, of which only so many are known.
    if (known.length > MAX_KNOWN / 2) for (const { key, info } of looked) if (!info) forgetRoom(key);
    rooms.sort((a, b) => Number(isOurTurn(b.info)) - Number(isOurTurn(a.info)));
    this.rooms.hidden = rooms.length === 0;
    const list = el('ul.kept-games', {}, ...rooms.map((room) => this.#room(room)));
    this.rooms.replaceChildren(el('h2', {}, 'Rooms'), list);
  }

  /** @param {import('./room/keys.js').KnownRoom & { info: Room.RoomInfo }} known */
  #room({ info, ...room }) {
    const { key } = room;
    const { game, penultima, end, is_seated: isSeated, clock, side } = info;
    const title = game ? this.context.catalog.gameInfo(game.variant, game.definition ?? null)?.title ?? game.variant : 'Penultima';
    const played = game ? `${game.moves?.length ?? 0} moves` : `${penultima.tries.length} tries`;
    const turn = !isSeated ? 'nobody has come yet' : end ? endText(end) : isOurTurn(info) ? 'your turn' : 'the other one’s turn';
    const left = clock?.running ? `, ${clockText(clock[clock.running])} left` : '';
    const text = `${title} · you play ${colorName(side)} · ${turn}${left}`;
    const forget = button('Forget', () => {
      forgetRoom(key);
      const row = forget.closest('li');
      const undo = button('Undo', () => {
        keepRoom(room);
        row.replaceWith(this.#room({ info, ...room }));
      });
      row.replaceChildren(el('p', { role: 'status' }, 'Forgotten. Only the link to your seat leads back.'), undo);
      undo.focus();
    }, { className: 'quiet', 'aria-label': `Forget: ${text}` });
    return el('li.kept-game.panel', {},
      el('div', {}, el('p.kept-text', {}, text), el('p.muted', {}, played)),
      el('div.kept-actions', {},
        el('a', { className: isOurTurn(info) ? 'button primary' : 'button', href: `#/room/${key}`, 'aria-label': `Open: ${text}` }, 'Open'), forget));
  }

  #show() {
    const shown = this.games.filter((game) => this.#isShown(game));
    this.exportButton.disabled = this.games.length === 0;
    const none = this.games.length ? 'No games match.' : 'Games that you play or analyse are kept here, in this browser only.';
    this.status.textContent = shown.length ? `${shown.length} of ${this.games.length}` : none;
    this.list.replaceChildren(...shown.map((game) => this.#row(game)));
  }

  #isShown(game) {
    const sort = this.sort.value;
    if (game.isDamaged) return sort === 'All' && !this.search.value;
    const isOfSort = { All: true, Unfinished: game.route === 'play' && !isOver(game), Finished: game.route === 'play' && isOver(game), Analysed: game.route === 'analyse' };
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const text = `${this.texts.get(game)} ${dateText(game.time)} ${Object.values(game.tree.tags ?? {}).join(' ')}`.toLowerCase();
    return isOfSort[sort] && words.every((word) => text.includes(word));
  }

  /** @param {import('./shelf.js').KeptGame} game */
  #row(game) {
    const text = this.texts.get(game) ?? 'a damaged game';
    const remove = button('Delete', () => this.#remove(game, remove.closest('li')), { className: 'quiet', 'aria-label': `Delete: ${text}` });
    if (game.isDamaged) return el('li.kept-game.panel', {}, el('p', {}, 'This game is damaged and cannot be read.'), el('div.kept-actions', {}, remove));
    const { id, route, time } = game;
    const isKnown = this.context.catalog.gameInfo(game.tree.variant, game.tree.definition ?? null);
    const link = (to, words, className = 'button') => el('a', { className, href: `#/${to}?game=${id}`, 'aria-label': `${words}: ${text}` }, words);
    return el(
      'li.kept-game.panel',
      {},
      el('div', {}, el('p.kept-text', {}, text), el('p.muted', {}, dateText(time), isOver(game) ? `, ${endOf(game)}` : '', isKnown ? '' : ' – drop the file of this game to open it')),
      el('div.kept-actions', {},
        isKnown && route === 'play' && (isOver(game) ? link('play', 'Look at it') : link('play', 'Go on', 'button primary')),
        isKnown && link('analyse', 'Analyse'),
        remove),
    );
  }

  /** Deletes a game; in its place it can be brought back for as long as the list is looked at. */
  async #remove(game, row) {
    const { shelf } = this.context;
    forgetGame(game.id);
    if (!(await shelf.remove(game.id))) return;
    this.games = this.games.filter((other) => other !== game);
    const undo = button('Undo', async () => {
      await shelf.put(game);
      await this.refresh();
    });
    row.replaceChildren(el('p', { role: 'status' }, 'Deleted.'), undo);
    undo.focus();
  }

  /** Writes all games into one file. */
  async #export() {
    const texts = [];
    let left = 0;
    for (const kept of this.games) {
      const answer = kept.isDamaged ? null : await this.context.session.ask({ type: 'write_pgn', game: kept.tree }).catch(() => null);
      if (answer) texts.push(answer.text);
      else left++;
    }
    const url = URL.createObjectURL(new Blob([texts.join('\n')], { type: 'application/x-chess-pgn' }));
    el('a', { href: url, download: 'baroque-games.pgn' }).click();
    setTimeout(() => URL.revokeObjectURL(url), EXPORTED_MS);
    if (left) this.context.toast(`Not written: ${left}, whose rules are not known here, or which are damaged.`, 'error');
  }
}

/** @param {Room.RoomInfo} room */
function isOurTurn({ is_seated: isSeated, end, turn, side }) {
  return isSeated && !end && turn === side;
}

function endOf({ tree, extra }) {
  return extra?.over ? endText(extra.over) : resultText(tree.result);
}

function dateText(time) {
  return new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}
