/** What a learner has done, kept in the browser. */

import { load, store } from '../storage.js';

/** The names of what is done of a part of a game: `progress('lessons', 'rococo')`. */
export function doneOf(part, variant) {
  return new Set(load(`learn.${part}.${variant}`, []));
}

/** Adds a name to what is done. */
export function markDone(part, variant, name) {
  const done = doneOf(part, variant).add(name);
  store(`learn.${part}.${variant}`, [...done]);
  return done;
}

/** Puzzles solved in a row without help: now and at best. */
export function streak() {
  return load('learn.streak', { now: 0, best: 0 });
}

/** Counts a puzzle: solved without help, or not. */
export function countPuzzle(isClean) {
  const old = streak();
  const now = isClean ? old.now + 1 : 0;
  const changed = { now, best: Math.max(old.best, now) };
  store('learn.streak', changed);
  return changed;
}
