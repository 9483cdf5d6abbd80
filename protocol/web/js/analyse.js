/** The route that analyses games. */

import { AnalysisPage } from './analyse/page.js';
import { GameTree } from './tree.js';

/**
 * Mounts the analysis of a link, or of what was analysed before.
 * @param {HTMLElement} root
 * @param {import('./app.js').Context} context
 * @param {{ query: URLSearchParams }} params of the address
 * @returns {import('./app.js').Route}
 */
export function mount(root, context, params) {
  const saved = GameTree.restore('analyse');
  const [{ variant, definition }] = context.catalog.games;
  const tree = GameTree.fromHash(params.query) ?? saved?.tree ?? new GameTree({ variant, definition });
  const page = new AnalysisPage(root, context, { tree, flipped: saved?.extra?.flipped ?? false });
  return {
    unmount: () => page.destroy(),
    offer: (games) => page.offer(games),
    get tree() {
      return page.tree;
    },
  };
}
