/** A line whose moves somebody else decides upon: the server of a room, or an umpire. */

import { GameLine, resultOf } from '../play/line.js';

export class FollowedLine extends GameLine {
  /**
   * Makes the line that of some moves; who looks at a position that is still there goes on doing so.
   * @param {string[]} moves
   * @param {{ winner: string|null, reason: string }|null} end how the game ended, if it is over
   * @returns {boolean} whether moves are gone
   */
  follow(moves, end) {
    const { tree, isPast } = this;
    const nodes = tree.mainLine();
    const wrong = nodes.findIndex(({ uci }, index) => uci !== moves[index]);
    if (wrong >= 0) tree.deleteFrom(nodes[wrong]);
    const shown = tree.current;
    tree.current = this.last;
    for (const uci of moves.slice(tree.mainLine().length)) tree.play({ uci });
    if (isPast && (shown === tree.root || tree.mainLine().includes(shown))) tree.current = shown;
    this.over = end;
    tree.result = end ? resultOf(end) : '*';
    return wrong >= 0;
  }
}
