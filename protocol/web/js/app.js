/** The page: starts the session, shows the route of the address, and keeps the settings. */

import { Catalog } from './catalog.js';
import { connectRoom, connectWebSocket, connectWorker, Session } from './engine.js';
import { keepPlace } from './focus.js';
import { listenToKeys } from './keys.js';
import { pack, unpack } from './packed.js';
import { roomOf, seatIn, secretsOf } from './room/keys.js';
import { Settings } from './settings.js';
import { Shelf } from './shelf.js';
import { claimTab, hasGame, passedOn, passOn } from './storage.js';
import { readText } from './text.js';
import { Toasts } from './toasts.js';
import { GameTree } from './tree.js';

const ROUTES = {
  play: { title: 'Play', load: () => import('./play.js') },
  analyse: { title: 'Analyse', load: () => import('./analyse.js') },
  learn: { title: 'Learn', load: () => import('./learn.js') },
  games: { title: 'Games', load: () => import('./games.js') },
  penultima: { title: 'Penultima', load: () => import('./penultima.js') },
  room: { title: 'Room', load: () => import('./room.js') },
  home: { title: 'Welcome', load: () => import('./home.js') },
};

/**
 * What a route exports is `mount(root, context, params)`; its result may be a promise. `params` are
 * `{ path: string[], query: URLSearchParams }` of the address.
 *
 * @typedef {object} Route
 * @property {() => void} unmount
 * @property {import('./tree.js').GameTree} [tree] the game that it shows
 * @property {(games: import('./analyse/game-files.js').Games[]) => void} [offer] takes games that are handed over
 */

/**
 * What the routes share.
 *
 * @typedef {object} Context
 * @property {Session} session
 * @property {Catalog} catalog
 * @property {Settings} settings
 * @property {Shelf} shelf
 * @property {(text: string, kind?: 'info'|'error') => void} toast
 * @property {(error: Error) => void} fail tells an error
 * @property {(...trees: import('./tree.js').GameTree[]) => void} handOver gives games to Analyse and goes there
 * @property {(games: import('./analyse/game-files.js').Games) => void} handOverGames gives it those of a text
 * @property {(hash: string) => void} go goes to an address
 * @property {(tree: import('./tree.js').GameTree, route: string, more?: string) => Promise<string>} linkTo the address of a position, with a game of a file inside
 * @property {(tree: import('./tree.js').GameTree, route: string, more?: string) => void} showAddress makes the address that of a position
 * @property {import('./learn/mistakes.js').Mistake[]} mistakes of the game that was reviewed last
 * @property {() => Message.GameInfo[]} takeNewGames takes those of a file that was just added, once
 * @property {(setup: import('./play/new-game.js').GameSetup) => void} begin begins a game on the Play page
 * @property {() => import('./play/new-game.js').GameSetup|null} takeSetup takes the game that is to begin, once
 */

const page = {
  /** @type {NodeListOf<HTMLElement>} */
  tabs: document.querySelectorAll('[data-tab]'),
  status: document.getElementById('connection'),
  drop: document.getElementById('drop-hint'),
};
const toasts = new Toasts(document.getElementById('toasts'));
const settings = new Settings(document.getElementById('settings'));
/**
 * Games that wait for Analyse.
 * @type {import('./analyse/game-files.js').Games[]}
 */
const handedOver = [];
let newGames = [];
/** A game that is to begin. */
let newSetup = null;
/** What is said when the marks of dangers come and go. */
const DANGERS = {
  on: 'Red “!”: the other side could capture it. Green “+”: you could.',
  off: 'What could be captured is not marked any more.',
};

/** @type {Route|null} */
let shown = null;
/** The address of what is shown; null as soon as something else is to be shown. */
let address = null;
let mounting = 0;
let addressing = 0;
/** The end of the drops until now. */
let dropped = Promise.resolve();

start();

async function start() {
  const transport = document.querySelector('meta[name="transport"]').getAttribute('content');
  const hasServer = transport !== 'worker';
  const room = hasServer ? roomOf(location.hash) : null;
  const connectServer = room ? connectRoom(secretsOf(room), refuse) : connectWebSocket;
  const session = new Session(hasServer ? connectServer : connectWorker, room !== null);
  // Each room has a session of its own, and the rest of the page another one.
  if (hasServer) {
    addEventListener('hashchange', (event) => {
      if (roomOf(location.hash) === room && !(room && seatIn(location.hash))) return;
      event.stopImmediatePropagation();
      location.reload();
    });
  }
  showStatus(session);
  const catalog = new Catalog(session);
  const shelf = new Shelf(catalog);
  const context = {
    session,
    catalog,
    settings,
    shelf,
    toast: (text, kind) => toasts.show(text, kind),
    fail: (error) => toasts.show(error.message, 'error'),
    handOver: (...trees) => context.handOverGames({ trees, more: null }),
    handOverGames: (games) => {
      handedOver.push(games);
      // The analysis of a game of a room is another page: there is no engine here.
      if (session.isRoom) passOn(games.trees.map((tree) => ({ ...tree.toKept(), source: catalog.sourceOf(tree.variant, tree.definition) })));
      if (!offerHandedOver()) go('#/analyse', context);
    },
    go: (hash) => go(hash, context),
    linkTo: (tree, route, more = '') => linkTo(tree, route, more, catalog),
    showAddress: (tree, route, more) => showAddress(tree, route, more, context),
    mistakes: [],
    takeNewGames: () => newGames.splice(0),
    begin: (setup) => {
      newSetup = setup;
      go('#/play', context);
    },
    takeSetup: () => {
      const setup = newSetup;
      newSetup = null;
      return setup;
    },
  };
  await claimTab();
  shelf.on('failed', ({ message }) => context.toast(`This browser cannot save games (${message}). Use Share to copy the PGN.`, 'error'));
  try {
    await Promise.all([shelf.takeMoved(), catalog.load()]);
    if (!session.isRoom) await takePassedOn(context);
  } catch (error) {
    context.fail(error);
    return;
  }
  settings.acceptGrips();
  keepPlace();
  listenToKeys({ d: () => settings.toggle('dangers'), '?': () => settings.open() });
  settings.onChange('dangers', (value) => context.toast(DANGERS[value]));
  acceptDrops(context);
  if (!hasServer) keepOffline(context);
  addEventListener('hashchange', () => show(context));
  show(context);
}

/** Takes the games that a room's page has passed on. */
async function takePassedOn({ catalog }) {
  for (const { source, ...kept } of passedOn()) {
    if (source) await catalog.defineForNow('the room', source);
    handedOver.push({ trees: [GameTree.fromKept(kept)], more: null });
  }
}

/** Tells why a room cannot be entered. */
async function refuse(why) {
  page.status.remove();
  shown?.unmount();
  shown = null;
  document.title = 'Room – Baroque';
  const { showRefusal } = await import('./room.js');
  const root = document.getElementById('route-room');
  root.hidden = false;
  showRefusal(root, why);
}

/** Keeps the static page for use without a connection, where the browser can. */
async function keepOffline({ toast }) {
  // Only over HTTPS and on this machine.
  const registration = await navigator.serviceWorker?.register('sw.js').catch(() => null);
  registration?.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      const isUpdate = installing.state === 'installed' && navigator.serviceWorker.controller;
      if (isUpdate) toast('A new version is ready. It starts once all tabs of this page are closed.');
    });
  });
}

/** Goes to an address, and shows it anew if it is the current one. */
function go(hash, context) {
  address = null;
  if (location.hash === hash) show(context);
  else location.hash = hash;
}

/** The address of a position. What a file describes is part of it, unless it is too long. */
async function linkTo(tree, route, more, catalog) {
  const text = catalog.sourceOf(tree.variant, tree.definition);
  const packed = text && (await pack(text));
  return tree.toHash(route) + more + (packed ? `&g=${packed}` : '');
}

/** Makes the address that of what is shown, so that it can be copied, kept and loaded anew. */
async function showAddress(tree, route, more, context) {
  const turn = ++addressing;
  const hash = await context.linkTo(tree, route, more);
  // Meanwhile there may be another position, or another part of the page.
  if (turn !== addressing || !location.hash.startsWith(`#/${route}`) && location.hash.length > 2) return;
  history.replaceState(null, '', hash);
  address = hash;
}

/** Makes a game known that the address brings along. */
async function defineFromLink(query, { catalog, fail }) {
  const [variant, definition, packed] = ['v', 'd', 'g'].map((key) => query.get(key));
  if (!packed || !variant || catalog.gameInfo(variant, definition)) return;
  await unpack(packed).then((text) => catalog.defineForNow('the link', text)).catch(fail);
}

/** A part of the address; as it is if it is not well-formed. */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Gives the games that wait to what is shown, unless that does not take them or is about to go. */
function offerHandedOver() {
  if (!shown?.offer || address !== location.hash) return false;
  if (handedOver.length) shown.offer(handedOver.splice(0));
  return true;
}

/** Shows the route of the address. */
async function show(context) {
  const { hash } = location;
  address = null;
  const [path, query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [name, ...rest] = path.split('/').map(decoded);
  const key = Object.hasOwn(ROUTES, name) ? name : hasGame('play') ? 'play' : 'home';
  const turn = ++mounting;
  const params = { path: rest, query: new URLSearchParams(query) };
  for (const tab of page.tabs) {
    if (tab.dataset.tab === key) tab.setAttribute('aria-current', 'page');
    else tab.removeAttribute('aria-current');
  }
  document.title = `${ROUTES[key].title} – Baroque`;
  try {
    const [module] = await Promise.all([ROUTES[key].load(), defineFromLink(params.query, context)]);
    if (turn !== mounting) return;
    shown?.unmount();
    shown = null;
    // Whoever pressed something there is led on.
    const wasInside = document.activeElement?.closest('main');
    for (const other of Object.keys(ROUTES)) {
      const main = document.getElementById(`route-${other}`);
      main.hidden = other !== key;
      main.replaceChildren();
    }
    const root = document.getElementById(`route-${key}`);
    const route = await module.mount(root, context, params);
    if (turn !== mounting) {
      route.unmount();
      return;
    }
    shown = route;
    address = hash;
    const heading = root.querySelector('h1');
    if (wasInside && heading && !root.contains(document.activeElement)) {
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
    offerHandedOver();
  } catch (error) {
    context.fail(error);
  }
}

function showStatus(session) {
  let timer;
  const show = () => {
    clearTimeout(timer);
    if (session.status === 'open') page.status.hidden = true;
    // A short break is not worth a word.
    else timer = setTimeout(() => (page.status.hidden = false), 800);
  };
  session.on('status', show);
  show();
}

/** Reads the files and the text that are dropped anywhere on the page. */
function acceptDrops(context) {
  const isFiles = ({ dataTransfer }) => dataTransfer?.types.includes('Files');
  // A field takes text itself, and a link is no game.
  const isText = ({ dataTransfer, target }) =>
    dataTransfer?.types.includes('text/plain') && !dataTransfer.types.includes('text/uri-list') &&
    !target.closest?.('textarea, input');
  addEventListener('dragover', (event) => {
    if (isFiles(event)) page.drop.hidden = false;
    else if (!isText(event)) return;
    event.preventDefault();
  });
  addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) page.drop.hidden = true;
  });
  addEventListener('drop', (event) => {
    page.drop.hidden = true;
    if (!isFiles(event) && !isText(event)) return;
    event.preventDefault();
    const { files } = event.dataTransfer;
    const sources = files.length ? [...files] : [new File([event.dataTransfer.getData('text/plain')], '')];
    dropped = dropped.then(() => open(sources, context)).catch(context.fail);
  });
}

/** Reads files: descriptions of games first, as the other files may be of those games. */
async function open(files, context) {
  const isDescription = ({ name }) => /\.(toml|json)$/i.test(name);
  const { joined, readGames } = await import('./analyse/game-files.js');
  const added = [];
  const games = [];
  for (const file of [...files.filter(isDescription), ...files.filter((file) => !isDescription(file))]) {
    try {
      const text = await readText(file);
      if (isDescription(file)) added.push(...(await define(file.name, text, context)));
      else games.push(await readGames(context, file.name, text, shown?.tree ?? context.catalog.games[0]));
    } catch (error) {
      context.fail(error);
    }
  }
  if (games.length) {
    context.handOverGames(joined(games));
  } else if (added.length) {
    newGames = added;
    go('#/play', context);
  }
}

async function define(name, text, context) {
  const games = await context.catalog.define(name, text);
  context.toast(`${name} adds ${games.map(({ title }) => title).join(', ')}.`);
  return games;
}
