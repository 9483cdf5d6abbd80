/** The games of the learner's menu. */

import { el } from '../dom.js';

/** What rule sets are listed under: for described games, the first word of their names. */
export function familyOf({ definition, family, variant }) {
  return definition ? variant.split('-')[0] : family;
}

/**
 * The first rule set of each family that a test allows.
 * @param {import('../catalog.js').Catalog} catalog
 * @param {(game: Message.GameInfo) => boolean} [isAllowed]
 * @param {(game: Message.GameInfo) => string} [nameOf] the family of a game
 */
export function familiesOf(catalog, isAllowed = () => true, nameOf = ({ family }) => family) {
  const families = new Map();
  for (const game of catalog.games) {
    if (isAllowed(game) && !families.has(nameOf(game))) families.set(nameOf(game), game);
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

/**
 * The start positions of a game to choose from, the usual one first.
 * @param {{ starts: Message.StartInfo[] }} info
 */
export function startOptions({ starts }) {
  return starts.map(({ name, text }, index) => [name, index ? text : 'Usual']);
}

/**
 * Rule switches of a game, such as `leap=single,suicide=off`, in words, a sentence each.
 * @param {{ switches?: Message.SwitchInfo[] }|null} info
 * @param {string} rules
 */
export function ruleWords(info, rules) {
  return rules.split(',').filter(Boolean).map((pair) => {
    const [key, value] = pair.split('=');
    const rule = info?.switches?.find((each) => each.key === key);
    if (!rule) return pair;
    const chosen = rule.values.find(({ name }) => name === value);
    return chosen ? `${rule.about} ${chosen.text}` : `${rule.about}: ${value}`;
  });
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
