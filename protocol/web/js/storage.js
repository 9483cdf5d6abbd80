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

/**
 * Finds this tab's own id, under which its games are stored: the same after a reload, another one in
 * a duplicated tab, which begins with copies of the games.
 */
export async function claimTab() {
  const old = readTab();
  if (old && (await isFree(`tab.${old}`))) return;
  // Browsers keep `randomUUID` from pages over plain HTTP.
  const id = crypto.getRandomValues(new Uint32Array(1))[0].toString(16).padStart(8, '0');
  try {
    if (old) copyGames(old, id);
    sessionStorage.setItem(`${PREFIX}tab`, id);
  } catch {
    return;
  }
  await isFree(`tab.${id}`);
}

function readTab() {
  try {
    return sessionStorage.getItem(`${PREFIX}tab`);
  } catch {
    return null;
  }
}

/** Takes a name and holds it until the page goes away, unless another tab holds it. */
export function isFree(key) {
  const name = PREFIX + key;
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

/** Whether this tab has a game of a route. */
export function hasGame(route) {
  return loadGame(route) !== null;
}

/** Stores this tab's game of a route. */
export function storeGame(route, game) {
  store(`game.${route}.${readTab()}`, { ...game, time: Date.now() });
}

/** Takes away the games of tabs that are closed, those that have moves. */
export async function movedGames() {
  const games = [];
  try {
    for (const key of Object.keys(localStorage).filter((each) => each.startsWith(GAME_PREFIX))) {
      const [route, tab] = key.slice(GAME_PREFIX.length).split('.');
      if (tab === readTab() || !(await isFree(`tab.${tab}`))) continue;
      const { tree, path, extra, time } = load(key.slice(PREFIX.length), {});
      const isOver = Boolean(extra?.over) || (tree?.result ?? '*') !== '*';
      if (tree?.moves?.length) games.push({ id: extra?.id ?? `${route}-${tab}`, route, time, tree, path, extra, isOver });
      localStorage.removeItem(key);
    }
  } catch {
    // Storage is forbidden.
  }
  return games;
}
