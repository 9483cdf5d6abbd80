/** The route that analyses games. */

import { AnalysisPage } from './analyse/page.js';
import { GameTree } from './tree.js';

/**
 * Mounts the analysis of a link, or of what was analysed before.
 * @param {HTMLElement} root
 * @param {import('./app.js').Context} context
 * @param {{ query: URLSearchParams }} params of the address
 * @returns {Promise<import('./app.js').Route>}
 */
export async function mount(root, context, params) {
  const { query } = params;
  const kept = query.has('game') ? await context.shelf.get(query.get('game')) : null;
  const saved = GameTree.restore('analyse');
  const [{ variant, definition }] = context.catalog.games;
  const isKept = kept !== null && !kept.isDamaged;
  if (query.has('game') && !isKept) context.toast('This game is not kept here any more.', 'error');
  const linked = GameTree.fromHash(query);
  // After a reload the address is that of the tree of this tab, which is more.
  const isOwn = saved && linked?.toHash() === saved.tree.toHash();
  const tree = (isKept ? GameTree.fromKept(kept) : isOwn ? null : linked) ?? saved?.tree ?? new GameTree({ variant, definition });
  const extra = (isKept ? kept : tree === saved?.tree ? saved : null)?.extra;
  // What was played is analysed as a game of its own.
  const id = isKept ? (kept.route === 'analyse' ? kept.id : null) : (extra?.id ?? null);
  const page = new AnalysisPage(root, context, { tree, flipped: extra?.flipped ?? saved?.extra?.flipped ?? false, id });
  return {
    unmount: () => page.destroy(),
    offer: (games) => page.offer(games),
    get tree() {
      return page.tree;
    },
  };
}
