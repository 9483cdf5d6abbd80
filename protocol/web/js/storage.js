/** What the page keeps in the browser. Without storage it works too, but forgets. */

const PREFIX = 'baroque.';
const GAME_PREFIX = `${PREFIX}game.`;
/** Games of closed tabs that are kept. */
const MAX_GAMES = 24;
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

/**
 * Finds this tab's own id, under which its games are stored: the same after a reload, another one in
 * a duplicated tab, which begins with copies of the games.
 */
export async function claimTab() {
  const old = readTab();
  if (old && (await isFree(old))) return;
  // Browsers keep `randomUUID` from pages over plain HTTP.
  const id = crypto.getRandomValues(new Uint32Array(1))[0].toString(16).padStart(8, '0');
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
  const name = `${PREFIX}tab.${id}`;
  // Browsers keep locks from pages over plain HTTP.
  if (!navigator.locks) return nobodyAnswers(name);
  return new Promise((resolve) => {
    navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock && new Promise(() => {});
    });
  });
}

/** Asks all tabs who has a name. If nobody has it, this tab answers from now on. */
async function nobodyAnswers(name) {
  const channel = new BroadcastChannel(name);
  const answer = new Promise((resolve) => (channel.onmessage = ({ data }) => data === 'mine' && resolve(true)));
  channel.postMessage('whose?');
  const isTaken = await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, ANSWER_MS, false))]);
  if (isTaken) channel.close();
  else channel.onmessage = ({ data }) => data === 'whose?' && channel.postMessage('mine');
  return !isTaken;
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
