/** What games are like: the pages of the program, and the reports of the user's own studies. */

import { Text } from './document.js';
import { gameOf, gameTabs, studied } from './games.js';
import { el } from '../dom.js';

/** Where the program's pages are. */
const FOLDER = 'games/';
/** A report loads nothing. */
const ALONE = '<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'unsafe-inline\'">';

/**
 * Renders what is known about a game, or about all of them.
 * @param {import('../app.js').Context} context
 * @param {string[]} path variant
 * @returns {Promise<{ root: HTMLElement, destroy: () => void }>}
 */
export async function reportPart(context, [variant]) {
  // The reports of one's own studies need no page of the program.
  const all = await read(context, 'README.md').catch((error) => {
    context.toast(error.message, 'error');
    return [];
  });
  const published = new Set(addresses(all).map((address) => pageOf(address)));
  const games = context.catalog.games.filter((game) => game.study !== null || published.has(game.variant));
  if (!variant || !games.length) return page(context, gameTabs('report', games, null), all, howTo());
  const game = gameOf(context, games, variant);
  const tabs = gameTabs('report', games, game);
  if (game.study === null) return page(context, tabs, await read(context, `${game.variant}.md`, game.variant));
  return { root: el('div', {}, tabs, await frame(context, game)), destroy: () => {} };
}

/**
 * What was measured of games that have a page.
 * @param {import('../app.js').Context} context
 * @returns {Promise<Map<string, { moves: number, score: number }>>} by variant: moves of both sides, and the first
 *   player's score in percent
 */
export async function figures(context) {
  const rows = (await read(context, 'README.md')).flatMap((block) => (block.type === 'table' ? block.rows : []));
  const found = rows.map(([[name], [score], , [moves]]) => [pageOf(name.style ?? ''), { moves: parseFloat(moves.text), score: parseFloat(score.text) }]);
  return new Map(found.filter(([variant]) => variant));
}

/** The blocks of a page. */
async function read(context, name, variant = 'baroque') {
  const response = await fetch(FOLDER + name);
  if (!response.ok) throw new Error(`The page ${name} cannot be loaded.`);
  const text = await response.text();
  const { blocks } = await context.session.ask({ type: 'read', text, variant });
  return blocks.map((block) => (block.type === 'picture' ? { ...block, address: FOLDER + block.address } : block));
}

/**
 * A page of the program, with what stands before and behind it.
 * @param {import('../app.js').Context} context
 * @param {HTMLElement} before
 * @param {Message.Block[]} blocks
 * @param {HTMLElement|null} [after]
 */
function page(context, before, blocks, after = null) {
  const text = new Text(context, linkTo);
  const article = el('article.rules-text', {}, ...text.render(blocks));
  return { root: el('div', {}, before, article, after), destroy: () => text.destroy() };
}

/** The variant of the page of an address; `undefined` if it is none. */
function pageOf(address) {
  return /^([\w-]+)\.md$/.exec(address)?.[1];
}

function linkTo(address, words) {
  const variant = pageOf(address);
  return variant ? el('a', { href: `#/learn/report/${variant}` }, words) : words;
}

/** The addresses of all links in tables. */
function addresses(blocks) {
  const spans = blocks.flatMap((block) => (block.type === 'table' ? block.rows.flat(2) : []));
  return spans.flatMap(({ style }) => style ?? []);
}

/** The report of a study in a frame, without scripts: it comes from a file. */
async function frame(context, game) {
  const { html } = await context.session.ask({ type: 'report', game: studied(game) });
  // The server allows no other style.
  const style = await (await fetch('css/report.css')).text();
  const styled = html.replace(/<style>.*?<\/style>/s, () => `<style>\n${style}</style>`);
  return el('iframe.report', { title: `What ${game.title} is like`, sandbox: '', srcdoc: ALONE + styled });
}

function howTo() {
  return el('div.panel.report-none', {},
    el('p', {}, 'To study a game of your own, run ', el('code', {}, 'baroque study my-game.toml --hours 1 --out study'), ', and drop the file ', el('code', {}, 'study/knowledge.json'), ' on this page, or start the program with ', el('code', {}, '--study study'), '.'));
}
