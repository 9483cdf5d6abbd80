/** From any board to the others: play on from a position, analyse it, share it. */

import { iconButton } from './widgets.js';

/**
 * Buttons for what else can be done with the position of a board.
 * @param {import('./app.js').Context} context
 * @param {('play'|'analyse'|'share')[]} names
 * @param {() => import('./tree.js').GameTree} tree at the position
 */
export function doors(context, names, tree) {
  const open = {
    play: () => context.go(playHash(tree())),
    analyse: () => context.handOver(tree()),
    share: async () => {
      const { shareDialog } = await import('./analyse/dialogs.js');
      const shown = tree();
      const position = await context.session.ask({ type: 'position', game: shown.spec() });
      shareDialog(context, shown, position);
    },
  };
  const labels = { play: 'Play from here', analyse: 'Analyse', share: 'Share' };
  return names.map((name) => {
    const onclick = () => Promise.resolve(open[name]()).catch(context.fail);
    return iconButton(name, labels[name], onclick);
  });
}

/** Where a game goes on from a position against the engine, for the side to move. */
function playHash(tree) {
  const { turn } = tree.current;
  const fenSide = tree.fen?.split(' ')[1] === 'b' ? 'b' : 'w';
  const side = turn ? (turn.side === 'w' ? 'b' : 'w') : fenSide;
  return `${tree.toHash('play')}&side=${side}`;
}
