/** The rules as a text whose boards and moves can be played. */

import { Example, isMoveText } from './example.js';
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
  const { blocks } = await context.session.ask({ type: 'rules' });
  const examples = [];
  const article = el('article.rules-text', {}, ...renderText(context, blocks, examples));
  const root = el('div.rules', { onclick: followLink }, contents(blocks), article);
  return {
    root,
    ready: () => {
      if (anchor && !goTo(anchor)) context.toast(`The rules have no section “${anchor}”.`, 'error');
    },
    destroy: () => examples.forEach((example) => example.destroy()),
  };
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

/**
 * Renders blocks; the text that is about a board stands beside it.
 * @param {import('../app.js').Context} context
 * @param {Message.Block[]} blocks
 * @param {Example[]} examples takes those that are made
 */
function renderText(context, blocks, examples) {
  const parts = [];
  for (let i = 0; i < blocks.length; i++) {
    const block = blocks[i];
    if (block.type !== 'board') {
      parts.push(render(block));
      continue;
    }
    const example = new Example(context, block.game);
    examples.push(example);
    const about = blocks.slice(i + 1, endOfExample(blocks, i));
    i += about.length;
    parts.push(el('div.example', {}, example.root,
      about.length > 0 && el('div.example-text', {}, ...about.map((each) => render(each, example)))));
  }
  return parts;
}

/**
 * The text about a board ends with the last list before another topic begins.
 * @param {Message.Block[]} blocks
 * @param {number} board
 */
function endOfExample(blocks, board) {
  let end = board + 1;
  for (let i = end; i < blocks.length; i++) {
    const block = blocks[i];
    if (block.type === 'list') end = i + 1;
    else if (block.type !== 'paragraph' || block.text[0]?.style === 'strong') break;
  }
  return end;
}

/**
 * @param {Message.Block} block
 * @param {Example|null} [example] what it is about
 */
function render(block, example = null) {
  return RENDERERS[block.type]?.(block, example) ?? '';
}

const RENDERERS = {
  // The page has a heading of the first level already.
  heading: ({ level, anchor, text }) => el(`h${Math.min(6, level + 1)}`, { id: anchor, tabIndex: -1 }, ...spans(text)),
  paragraph: ({ text }, example) => el('p', {}, ...spans(text, example)),
  list: ({ ordered, items }, example) =>
    el(ordered ? 'ol' : 'ul', {}, ...items.map((item) => el('li', {}, ...listItem(item, example)))),
  table: ({ rows: [head, ...rows] }) =>
    el('div.table-frame', { tabIndex: 0, role: 'group', 'aria-label': `Table: ${head.map(plain).join(', ')}` },
      el('table', {},
        el('thead', {}, el('tr', {}, ...head.map((cell) => el('th', { scope: 'col' }, ...spans(cell))))),
        el('tbody', {}, ...rows.map((row) => el('tr', {}, ...row.map((cell) => el('td', {}, ...spans(cell)))))))),
  code: ({ text }) => el('pre', { tabIndex: 0 }, el('code', {}, text)),
};

/**
 * A paragraph alone needs no margins of its own.
 * @param {Message.Block[]} blocks
 * @param {Example|null} example
 */
function listItem(blocks, example) {
  if (blocks.length === 1 && blocks[0].type === 'paragraph') return spans(blocks[0].text, example);
  return blocks.map((block) => render(block, example));
}

/**
 * Text in its styles; the moves of an example are buttons. What follows "under" names the rules of the
 * moves after it.
 * @param {Message.Span[]} text
 * @param {Example|null} [example]
 */
function spans(text, example = null) {
  let rules = null;
  return text.map(({ text: words, style }, i) => {
    if (style === 'strong') return el('strong', {}, words);
    if (style === 'emphasis') return el('em', {}, words);
    if (style?.startsWith('#')) return link(style.slice(1), words);
    if (style !== 'code') return words;
    if (example && /under\s*$/i.test(text[i - 1]?.text ?? '')) rules = example.rulesOf(words) ?? rules;
    if (!example || !isMoveText(words)) return el('code', {}, words);
    const under = rules;
    return el('button.try-move', { onclick: () => example.try(words, under) }, words);
  });
}

/** @param {Message.Span[]} text */
function plain(text) {
  return text.map((span) => span.text).join('');
}
