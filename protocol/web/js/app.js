/** The page: starts the session, shows the route of the address, and keeps the settings. */

import { Catalog } from './catalog.js';
import { connectWebSocket, connectWorker, Session } from './engine.js';
import { Settings } from './settings.js';
import { claimTab } from './storage.js';
import { readText } from './text.js';
import { Toasts } from './toasts.js';

const ROUTES = {
  play: { title: 'Play', load: () => import('./play.js') },
  analyse: { title: 'Analyse', load: () => import('./analyse.js') },
  learn: { title: 'Learn', load: () => import('./learn.js') },
};

/**
 * What the routes share. A route exports `mount(root, context, params)`, which returns
 * `{ unmount() }`; `params` are `{ path: string[], query: URLSearchParams }` of the address, and the
 * result may be a promise.
 *
 * @typedef {object} Context
 * @property {Session} session
 * @property {Catalog} catalog
 * @property {Settings} settings
 * @property {(text: string, kind?: 'info'|'error') => void} toast
 * @property {(error: Error) => void} fail tells an error
 * @property {(games: GameTree|GameTree[]) => void} handOver gives games to Analyse and goes there
 * @property {() => GameTree[]} takeHandedOver takes the games that were given, once
 * @property {(file: File) => void} openFile reads a file as if it was dropped on the page
 * @property {() => object[]} takeNewGames takes the `GameInfo`s of a file that was just added, once
 */

const page = {
  tabs: document.querySelectorAll('[data-tab]'),
  status: document.getElementById('connection'),
  drop: document.getElementById('drop-hint'),
};
const toasts = new Toasts(document.getElementById('toasts'));
const settings = new Settings(document.getElementById('settings'));
let handedOver = [];
let newGames = [];
let shown = null;
let mounting = 0;

start();

async function start() {
  const transport = document.querySelector('meta[name="transport"]').content;
  const session = new Session(transport === 'worker' ? connectWorker : connectWebSocket);
  showStatus(session);
  const catalog = new Catalog(session);
  const context = {
    session,
    catalog,
    settings,
    toast: (text, kind) => toasts.show(text, kind),
    fail: (error) => toasts.show(error.message, 'error'),
    handOver: (games) => {
      handedOver = [games].flat();
      go('#/analyse', context);
    },
    takeHandedOver: () => handedOver.splice(0),
    openFile: (file) => openFile(file, context),
    takeNewGames: () => newGames.splice(0),
  };
  await claimTab();
  try {
    await catalog.load();
  } catch (error) {
    context.fail(error);
    return;
  }
  acceptFiles(context);
  addEventListener('hashchange', () => show(context));
  show(context);
}

/** Goes to an address, and shows it anew if it is the current one. */
function go(hash, context) {
  if (location.hash === hash) show(context);
  else location.hash = hash;
}

/** A part of the address; as it is if it is not well-formed. */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Shows the route of the address. */
async function show(context) {
  const [path, query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  const [name, ...rest] = path.split('/').map(decoded);
  const key = Object.hasOwn(ROUTES, name) ? name : 'play';
  const turn = ++mounting;
  const params = { path: rest, query: new URLSearchParams(query) };
  for (const tab of page.tabs) {
    if (tab.dataset.tab === key) tab.setAttribute('aria-current', 'page');
    else tab.removeAttribute('aria-current');
  }
  document.title = `${ROUTES[key].title} – Baroque`;
  try {
    const module = await ROUTES[key].load();
    if (turn !== mounting) return;
    shown?.unmount();
    shown = null;
    for (const other of Object.keys(ROUTES)) document.getElementById(`route-${other}`).hidden = other !== key;
    const root = document.getElementById(`route-${key}`);
    root.replaceChildren();
    const route = await module.mount(root, context, params);
    if (turn === mounting) shown = route;
    else route.unmount();
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
  session.addEventListener('status', show);
  show();
}

/** Reads the files that are dropped anywhere on the page. */
function acceptFiles(context) {
  const hasFiles = (event) => event.dataTransfer?.types.includes('Files');
  addEventListener('dragover', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    page.drop.hidden = false;
  });
  addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) page.drop.hidden = true;
  });
  addEventListener('drop', (event) => {
    page.drop.hidden = true;
    if (!hasFiles(event)) return;
    event.preventDefault();
    for (const file of event.dataTransfer.files) openFile(file, context);
  });
}

async function openFile(file, context) {
  const { name } = file;
  try {
    if (/\.toml$/i.test(name)) {
      newGames = await context.catalog.define(name, await readText(file));
      context.toast(`${name} adds ${newGames.map(({ title }) => title).join(', ')}.`);
      go('#/play', context);
    } else if (/\.pgn$/i.test(name)) {
      const { readPgn } = await import('./analyse/game-files.js');
      context.handOver(await readPgn(context, await readText(file)));
    } else {
      throw new Error(`${name} is neither a game (.pgn) nor a description of games (.toml).`);
    }
  } catch (error) {
    context.fail(error);
  }
}
