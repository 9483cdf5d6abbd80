/** The route that teaches: rules, tutorial, puzzles, pieces and studies. */

import { el } from './dom.js';
import { familiesOf } from './learn/games.js';
import { mistakesPart } from './learn/mistakes.js';
import { piecesPart } from './learn/piece-cards.js';
import { doneOf } from './learn/progress.js';
import { reportPart } from './learn/report.js';
import { rulesPart } from './learn/rules.js';
import { tutorialPart } from './learn/tutorial.js';
import { pieceIcon } from './pieces.js';

const PARTS = {
  tutorial: {
    title: 'Tutorial',
    pieces: ['pincer', 'withdrawer', 'long-leaper'],
    about: 'Each way to capture, in small positions that you solve on the board.',
    build: tutorialPart,
  },
  pieces: {
    title: 'Pieces',
    pieces: ['mage', 'swapper', 'bomb'],
    about: 'A card for every piece of every game: its drawing, its letter and what it does.',
    build: piecesPart,
  },
  puzzles: {
    title: 'Puzzles',
    pieces: ['king', 'chameleon', 'coordinator'],
    about: 'Find the move that wins, and the moves after it. The engine defends.',
    build: async (context, path) => (await import('./learn/puzzles.js')).puzzlesPart(context, path),
  },
  mistakes: {
    title: 'Mistakes',
    pieces: ['pincer', 'archer', 'shield'],
    about: 'What you lost in a game that was reviewed: find what was better.',
    build: mistakesPart,
  },
  report: {
    title: 'Studies',
    pieces: ['advancer', 'pusher', 'puller'],
    about: 'What a game is like: who is ahead at the start, how games end, what pieces are worth.',
    build: reportPart,
  },
  rules: {
    title: 'Rules',
    pieces: ['immobilizer', 'guard', 'resurrector'],
    about: 'The rules of all games in full, with boards on which their examples can be played.',
    build: (context, [anchor]) => rulesPart(context, anchor),
  },
};

/**
 * Mounts a part, or the list of parts.
 * @param {HTMLElement} root
 * @param {import('./app.js').Context} context
 * @param {{ path: string[] }} params of the address
 * @returns {Promise<{ unmount: () => void }>}
 */
export async function mount(root, context, { path: [key, ...path] }) {
  const isPart = Object.hasOwn(PARTS, key ?? '');
  if (!isPart) {
    root.append(index(context));
    return { unmount: () => {} };
  }
  const part = await PARTS[key].build(context, path);
  const element = el('div', { className: `learn learn-${key}` }, head(key), part.root);
  root.append(element);
  for (const tab of element.querySelectorAll('[aria-current="page"]')) tab.scrollIntoView({ block: 'nearest', inline: 'center' });
  part.ready?.();
  const unmount = () => {
    part.destroy();
    // The root may hold another part already if this one came late.
    element.remove();
  };
  return { unmount };
}

function head(current) {
  const links = Object.entries(PARTS).map(([key, { title }]) =>
    el('li', {}, el('a', { href: `#/learn/${key}`, 'aria-current': key === current ? 'page' : null }, title)));
  return el('header.learn-head', {},
    el('h1', {}, PARTS[current].title),
    el('nav', { 'aria-label': 'Parts of Learn' }, el('ul.learn-tabs', {}, ...links)));
}

function index(context) {
  const cards = Object.entries(PARTS).map(([key, { title, about, pieces }]) =>
    el('li', {}, el('a.part-card.panel', { href: `#/learn/${key}` },
      el('span.part-pieces', {}, ...pieces.map((name, i) => pieceIcon(name, name[0], i % 2 ? 'b' : 'w'))),
      el('h2', {}, title), el('p', {}, about), el('p.part-progress', {}, progressText(context, key)))));
  return el('div.learn.learn-index', {},
    el('h1', {}, 'Learn the games'),
    el('p.lead', {}, 'Almost every piece moves like a chess queen. What sets them apart is how they capture: by stepping away, jumping over, enclosing, freezing, or doing to each enemy what it would do itself.'),
    el('ul.part-cards', {}, ...cards));
}

function progressText({ catalog }, key) {
  const counts = { tutorial: ['lessons', 'lesson'], puzzles: ['puzzles', 'puzzle'] }[key];
  if (!counts) return '';
  const [part, name] = counts;
  const done = familiesOf(catalog).reduce((sum, { variant }) => sum + doneOf(part, variant).size, 0);
  return done ? `${done} ${name}${done === 1 ? '' : 's'} done` : '';
}
