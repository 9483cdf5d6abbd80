/** The rules as a text whose boards and moves can be played. */

import { plain, Text } from './document.js';
import { familiesOf } from './games.js';
import { pieceCards } from './piece-cards.js';
import { el } from '../dom.js';

/** Levels of headings in the table of contents. */
const CONTENTS_LEVELS = [2, 3];
const WIDE = matchMedia('(min-width: 64rem)');

/**
 * Renders the rules.
 * @param {import('../app.js').Context} context
 * @param {string|null} anchor the heading to go to
 * @returns {Promise<{ root: HTMLElement, ready: () => void, destroy: () => void }>}
 */
export async function rulesPart(context, anchor) {
  const { blocks: all } = await context.session.ask({ type: 'rules' });
  // The contents stand beside the text.
  const first = all.findIndex((block) => block.type === 'heading' && block.level === 2);
  const blocks = all.filter(({ type }, index) => type !== 'list' || index > first);
  const text = new Text(context, (address, words) => (address.startsWith('#') ? link(address.slice(1), words) : words));
  const article = el('article.rules-text', {}, ...text.render(blocks));
  const [games, shown] = [familiesOf(context.catalog), []];
  for (const heading of article.querySelectorAll('h3')) {
    const words = heading.textContent.toLowerCase().split(/\W+/);
    const game = games.find(({ variant }) => words.includes(variant.split('-')[0]));
    if (game) heading.after(piecesOf(context, game, shown));
  }
  const root = el('div.rules', { onclick: followLink }, contents(blocks), article);
  return {
    root,
    ready: () => {
      if (anchor && !goTo(anchor)) context.toast(`The rules have no section “${anchor}”.`, 'error');
    },
    destroy: () => {
      text.destroy();
      shown.forEach((diagram) => diagram.stop());
    },
  };
}

/** The pieces of a game, each with a diagram that moves, which unfold. */
function piecesOf(context, game, shown) {
  const details = el('details.rules-pieces', {}, el('summary', {}, `The pieces of ${game.title} at work`));
  details.addEventListener('toggle', () => details.append(pieceCards(context, game, shown, 'h4')), { once: true });
  return details;
}

/** The address of a section of the rules. */
function sectionLink(anchor) {
  return `#/learn/rules/${encodeURIComponent(anchor)}`;
}

/** Goes to a section without building the text anew. */
function followLink(event) {
  const anchor = event.target.closest('a')?.dataset.anchor;
  if (!anchor || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  history.pushState(null, '', sectionLink(anchor));
  goTo(anchor);
}

/** Goes to a section. Returns whether it is there. */
function goTo(anchor) {
  const heading = document.getElementById(anchor);
  heading?.scrollIntoView();
  heading?.focus({ preventScroll: true });
  return heading !== null;
}

function link(anchor, words) {
  return el('a', { href: sectionLink(anchor), data: { anchor } }, words);
}

function contents(blocks) {
  const items = blocks
    .filter(({ type, level }) => type === 'heading' && CONTENTS_LEVELS.includes(level))
    .map(({ level, anchor, text }) => el('li', { className: `contents-${level}` }, link(anchor, plain(text))));
  const details = el('details', { open: WIDE.matches }, el('summary', {}, 'Contents'), el('ol', {}, ...items));
  // The contents stand beside the text where there is room, and fold away above it elsewhere.
  WIDE.onchange = () => (details.open = WIDE.matches);
  return el('nav.contents', { 'aria-label': 'Contents' }, details);
}
