/** What the page keeps in the browser. Without storage it works too, but forgets. */

const PREFIX = 'baroque.';
const GAME_PREFIX = `${PREFIX}game.`;
/** Games of closed tabs that are kept. */
const MAX_GAMES = 24;

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

/**
 * Finds this tab's own id, under which its games are stored: the same after a reload, another one in
 * a duplicated tab, which begins with copies of the games.
 */
export async function claimTab() {
  const old = readTab();
  if (old && (await isFree(old))) return;
  const id = crypto.randomUUID().slice(0, 8);
  try {
    if (old) copyGames(old, id);
    sessionStorage.setItem(`${PREFIX}tab`, id);
  } catch {
    return;
  }
  await isFree(id);
}

function readTab() {
  try {
    return sessionStorage.getItem(`${PREFIX}tab`);
  } catch {
    return null;
  }
}

/** Takes the tab id and holds it until the page goes away, unless another tab holds it. */
function isFree(id) {
  if (!navigator.locks) return true;
  return new Promise((resolve) => {
    navigator.locks.request(`${PREFIX}tab.${id}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock && new Promise(() => {});
    });
  });
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

/** Stores this tab's game of a route. */
export function storeGame(route, game) {
  store(`game.${route}.${readTab()}`, { ...game, time: Date.now() });
  dropOldGames();
}

function dropOldGames() {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(GAME_PREFIX));
    if (keys.length <= MAX_GAMES) return;
    const age = (key) => load(key.slice(PREFIX.length))?.time ?? 0;
    keys.sort((a, b) => age(a) - age(b));
    for (const key of keys.slice(0, keys.length - MAX_GAMES)) localStorage.removeItem(key);
  } catch {
    // Storage is forbidden.
  }
}
