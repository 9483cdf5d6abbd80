/** The games of the learner's menu. */

import { el } from '../dom.js';

/**
 * The first rule set of each family that a test allows.
 * @param {import('../catalog.js').Catalog} catalog
 * @param {(game: Message.GameInfo) => boolean} [isAllowed]
 */
export function familiesOf(catalog, isAllowed = () => true) {
  const families = new Map();
  for (const game of catalog.games) {
    if (isAllowed(game) && !families.has(game.family)) families.set(game.family, game);
  }
  return [...families.values()];
}

/**
 * The game of an address; the first one if it names none, or one that is not there, which is told.
 * @param {{ toast: import('../app.js').Context['toast'] }} context
 * @param {Message.GameInfo[]} games
 * @param {string} [variant]
 */
export function gameOf({ toast }, games, variant) {
  const game = games.find((each) => each.variant === variant);
  if (variant && !game) toast(`There is nothing about “${variant}” in this part of Learn.`, 'error');
  return game ?? games[0];
}

/** A game with the rules that its study has, if there is one. */
export function studied({ variant, definition, study }) {
  return { variant, definition, rules: study ?? '' };
}

/** The title of a game, with its name where others have the same title. */
export function titleOf(game, games) {
  const isShared = games.some((other) => other !== game && other.title === game.title);
  return isShared ? `${game.title} (${game.variant})` : game.title;
}

/** Links to the same part for other games. */
export function gameTabs(part, games, current) {
  const tabs = games.map((game) =>
    el('li', {}, el('a', {
      href: `#/learn/${part}/${encodeURIComponent(game.variant)}`,
      'aria-current': game === current ? 'page' : null,
    }, titleOf(game, games))));
  return el('nav', { 'aria-label': 'Games' }, el('ul.game-tabs', {}, ...tabs));
}
