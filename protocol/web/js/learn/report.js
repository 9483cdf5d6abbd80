/** The reports of studies: what a game is like. */

import { gameOf, gameTabs, studied } from './games.js';
import { el } from '../dom.js';

/** A report loads nothing. */
const ALONE = '<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'unsafe-inline\'">';

/**
 * Renders the report about a game in a frame, without scripts: it comes from a file.
 * @param {import('../app.js').Context} context
 * @param {string[]} path variant
 * @returns {Promise<{ root: HTMLElement, destroy: () => void }>}
 */
export async function reportPart(context, [variant]) {
  const games = context.catalog.games.filter((game) => game.study !== null);
  if (!games.length) return { root: howTo(), destroy: () => {} };
  const game = gameOf(context, games, variant);
  const { html } = await context.session.ask({ type: 'report', game: studied(game) });
  // The server allows no other style.
  const style = await (await fetch('css/report.css')).text();
  const styled = html.replace(/<style>.*?<\/style>/s, () => `<style>\n${style}</style>`);
  const frame = el('iframe.report', { title: `What ${game.title} is like`, sandbox: '', srcdoc: ALONE + styled });
  return { root: el('div', {}, gameTabs('report', games, game), frame), destroy: () => {} };
}

function howTo() {
  return el('div.panel.report-none', {},
    el('p', {}, 'There is no study of any game here yet. A study plays a game against itself, and then tells what it is like: who is ahead at the start, how games end, what the pieces are worth.'),
    el('p', {}, 'Make one with ', el('code', {}, 'baroque study --variant rococo --hours 1 --out rococo'), ', and drop its file ', el('code', {}, 'knowledge.json'), ' on this page, or start the program with ', el('code', {}, '--study rococo'), '.'));
}
