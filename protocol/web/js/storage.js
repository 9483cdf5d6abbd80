/** What the page keeps in the browser. Without storage it works too, but forgets. */

const PREFIX = 'baroque.';
const GAME_PREFIX = `${PREFIX}game.`;
/** Milliseconds in which other tabs answer. */
const ANSWER_MS = 150;

/** The value that was stored under a key, or a default: also if that one is of another kind. */
export function load(key, otherwise = null) {
  try {
    const value = JSON.parse(localStorage.getItem(PREFIX + key));
    return otherwise === null || value?.constructor === otherwise.constructor ? value : otherwise;
  } catch {
    return otherwise;
  }
}

/** Stores a value that JSON can hold. */
export function store(key, value) {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Storage is full or forbidden.
  }
}

/** Passes a list on to the page that this tab loads next. */
export function passOn(list) {
  try {
    sessionStorage.setItem(`${PREFIX}passed-on`, JSON.stringify(list));
  } catch {
    // Storage is full or forbidden.
  }
}

/** What the page before has passed on, once. */
export function passedOn() {
  try {
    const list = JSON.parse(sessionStorage.getItem(`${PREFIX}passed-on`));
    sessionStorage.removeItem(`${PREFIX}passed-on`);
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

/**
 * Finds this tab's own id, under which its games are stored: the same after a reload, another one in
 * a duplicated tab, which begins with copies of the games.
 */
export async function claimTab() {
  const old = readTab();
  if (old && (await hold(`tab.${old}`))) return;
  // Browsers keep `randomUUID` from pages over plain HTTP.
  const id = crypto.getRandomValues(new Uint32Array(1))[0].toString(16).padStart(8, '0');
  try {
    if (old) copyGames(old, id);
    sessionStorage.setItem(`${PREFIX}tab`, id);
  } catch {
    return;
  }
  await hold(`tab.${id}`);
}

function readTab() {
  try {
    return sessionStorage.getItem(`${PREFIX}tab`);
  } catch {
    return null;
  }
}

/**
 * Takes a name and holds it until it is released or the page goes away.
 * @returns {Promise<(() => void)|null>} releases it; null if another tab holds it
 */
export function hold(key) {
  const name = PREFIX + key;
  // Browsers keep locks from pages over plain HTTP.
  if (!navigator.locks) return holdByAnswers(name);
  return new Promise((resolve) => {
    navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      if (lock) return new Promise((release) => resolve(() => release(null)));
      resolve(null);
    });
  });
}

/** Asks all tabs who has a name. If nobody has it, this tab answers from now on. */
async function holdByAnswers(name) {
  const channel = new BroadcastChannel(name);
  const answer = new Promise((resolve) => (channel.onmessage = ({ data }) => data === 'mine' && resolve(true)));
  channel.postMessage('whose?');
  const isTaken = await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, ANSWER_MS, false))]);
  channel.onmessage = ({ data }) => data === 'whose?' && channel.postMessage('mine');
  const release = () => channel.close();
  if (isTaken) release();
  return isTaken ? null : release;
}

function copyGames(from, to) {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(GAME_PREFIX) && key.endsWith(`.${from}`)) {
      localStorage.setItem(key.slice(0, -from.length) + to, localStorage.getItem(key));
    }
  }
}

/** The game that this tab stored for a route. */
export function loadGame(route) {
  return load(`game.${route}.${readTab()}`);
}

/** Whether this tab has a game of a route. */
export function hasGame(route) {
  return loadGame(route) !== null;
}

/** Stores this tab's game of a route. */
export function storeGame(route, game) {
  store(`game.${route}.${readTab()}`, { ...game, time: Date.now() });
}

/** Milliseconds for which the games of a closed tab stay, should the browser bring it back. */
const KEPT_FOR = 30 * 24 * 3_600_000;

/** The games of tabs that are closed, those that have moves; old ones are forgotten here once `keep` has them. */
export async function moveGames(keep) {
  try {
    const alive = await namesHeld();
    for (const { key, route, tab, game } of storedGames()) {
      if (tab === readTab() || alive.has(`${PREFIX}tab.${tab}`)) continue;
      const { tree, path, extra, time } = game;
      const isKept = !tree?.moves?.length || (await keep({ id: idOf(game, route, tab), route, time, tree, path: path ?? [], extra }));
      if (isKept && !(Date.now() - time < KEPT_FOR)) localStorage.removeItem(key);
    }
  } catch {
    // Storage is forbidden.
  }
}

/** Forgets a game in all tabs. */
export function forgetGame(id) {
  try {
    for (const { key, route, tab, game } of storedGames()) if (idOf(game, route, tab) === id) localStorage.removeItem(key);
  } catch {
    // Storage is forbidden.
  }
}

function storedGames() {
  return Object.keys(localStorage).filter((key) => key.startsWith(GAME_PREFIX)).map((key) => {
    const [route, tab] = key.slice(GAME_PREFIX.length).split('.');
    return { key, route, tab, game: load(key.slice(PREFIX.length), {}) };
  });
}

/** What a tab's game is kept under; earlier versions gave it no id. */
function idOf({ extra }, route, tab) {
  return extra?.id ?? `${route}-${tab}`;
}

/** The names that tabs hold, as far as the browser reports. */
async function namesHeld() {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return new Set(held.map(({ name }) => name));
}
